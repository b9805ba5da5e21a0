"""Texts and addresses of the page, in Node, as Python reads them."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import pytest

from cases import slow
from page_modules import OPPONENTS, games, in_node
from test_reading import COUNTS, LISTS, PASTED, REFUSED, VARIABLES
from twoends.rules.notation import parse_game, write
from twoends.web.questions import ask
from views_oracle import address_of

# --- what is typed and pasted ----------------------------------------------------------------------

READ_AT_ONCE = {
    "8h, 10c, K": "8♥ 10♣ K / first / -",
    "8\t15\t3": "8 15 3 / first / -",
    "1/2, 3/4, -2.5": "1/2 3/4 -2.5 / first / -",
    "1 2 | [3 7 4 | 9": "1 2 | [3 7 4 | 9 / first / -",
    "circle 2 8 1": "circle 2 8 1 / first / -",
    "Th 9S / turns ABBA / second / - / generous": "10♥ 9♠ / turns ABBA / second / - / generous",
}

LEFT_TO_PYTHON = (
    "circle2 8 1",
    "board1.5 2",
    "board1.5 ]",
    "k 3",
    "1,2, 3",
    "1,000 2",
    "(circle 2 8 1)",
    "[8, 15",
)


MANY = " " * 10**5
BLANKS = (f"a{MANY}x", f"[1{MANY}x]", f"int{MANY}a{MANY}[2]{MANY}:{MANY}b{MANY}x")
"""Trying each run of blanks from each of them would take minutes."""


SIGNS = (*" ,;|[]{}()=/-.0123\n\t", "♠", "h", "T", "K", '"', "'", " / first / L", "circle ", "board", "x")


@pytest.mark.parametrize("count", [1500, *slow(30_000)])
def test_the_page_reads_most_of_what_people_paste_and_nothing_otherwise_than_python(
    tmp_path: Path, count: int
) -> None:
    listed = [variable + each.format("8, -15, 3") for variable, each in product(VARIABLES, LISTS)]
    listed += [f"x = [8, -15, 3]{count}" for count in COUNTS]
    texts = [*PASTED, *listed, *READ_AT_ONCE, *REFUSED, *LEFT_TO_PYTHON, *BLANKS]
    draw, short = random.Random(14), [*PASTED, *READ_AT_ONCE, *LEFT_TO_PYTHON]
    for _ in range(count):
        text = draw.choice(short)
        for _ in range(draw.randint(1, 3)):
            at = draw.randint(0, len(text))
            text = text[:at] + draw.choice(["", *SIGNS]) + text[at + draw.randint(0, 2) :]
        texts.append(text)
    code = "(pasted, texts) => texts.map(pasted.notationOf)"
    read = dict(zip(texts, in_node(code, ["pasted"], texts, tmp_path), strict=True))
    for text, got in read.items():
        if got is not None and not got.startswith("- / "):  # an empty row
            told = json.loads(ask("moves", json.dumps({"game": text})))
            assert told.get("answer", told).get("game") == write(parse_game(got)), (text, got, told)
    assert sum(read[text] is not None for text in (*PASTED, *listed)) > 60
    assert {read[text] for text in listed} == {None, "8 -15 3 / first / -"}
    assert {text: read[text] for text in READ_AT_ONCE} == READ_AT_ONCE
    assert {read[text] for text in (*REFUSED, *LEFT_TO_PYTHON, *BLANKS)} == {None}


# --- addresses and events ------------------------------------------------------------------------

ARRIVALS = """(state, rules, hashes) => hashes.map((hash) => {
  const start = state.startOf(["8 15 3 7 / first / - / greedy right"]);
  const there = state.step(start, { type: "arrive", hash, records: {}, today: "2027-01-08" });
  const { page, position, unread, seat, goal, contest, played, name, answer, fault } = there;
  const others = [contest, played, name, answer].join(" ").trim();
  const said = position ? rules.notation(position) : unread || fault || others;
  return [page, said, seat, goal, state.addressIn(there)];
})"""
TYPED = {
    "": ("play", "8 15 3 7 / first / - / greedy right"),
    "#why": ("why", "8 15 3 7 / first / - / greedy right"),
    "#race": ("algorithms", "8 15 3 7 / first / - / greedy right"),
    "#race/8+15/second": ("algorithms", "8 15 / second / -"),
    "#play/10h+As+11h": ("play", "10♥ A♠ 11h / first / - / optimal"),
    "#play/[2c+3|4d]/first//greedy": ("play", "[2♣ 3|4♦] / first / - / greedy right"),
    "#review/8+15/FIRST/L/modest": ("review", "8 15 / FIRST / L / modest right"),
    "#play/8/first/-/optimal/greedy+left": ("play", "8 / first / -", "greedy left"),
    "#play/8/stop 1/first/-/optimal/two/1/1:2": ("play", "The link has too many parts"),
    "#play/8/first/-/optimal//48": ("play", "The link has too many parts"),
    "#play/8/first/-/optimal/nobody": ("play", "The link lets “nobody” play"),
    "#play/8+%E0%A4": ("play", "The link is damaged"),
    "#play/8%zz": ("play", "The link is damaged"),
    "#puzzle/8%zz": ("puzzle", ""),
    "#toString/8": ("play", "There is no page “toString” here"),
    "#puzzle/1-abc/L": ("puzzle", "1-abc L"),
    "#lesson/3/L": ("lesson", "3 L"),
    "#puzzle/2-rung-1-1/LR": ("play", "2-rung-1-1 LR"),
}  # fmt: skip


def test_an_address_is_a_whole_game_and_what_is_typed_by_hand_may_omit_parts(tmp_path: Path) -> None:
    draw, wanted = random.Random(8), [(hash, *said) for hash, said in TYPED.items()]
    for path, _ in games(150):
        game = path[-1]
        page, goal = draw.choice(["play", "why", "review"]), draw.choice(["", "48:43", "-1/2:2.50:RLRL"])
        text, seat = write(game), draw.choice(["", "two", "best", *OPPONENTS])
        wanted.append((address_of(page, game, seat, goal), page, text, seat, goal))
    told = in_node(ARRIVALS, ["state", "rules"], [hash for hash, *_ in wanted], tmp_path)
    for (hash, *said), (page, text, seat, goal, address) in zip(wanted, told, strict=True):
        assert [page, text[: len(said[1])], seat, goal][: len(said)] == said, hash
        assert address == hash or len(said) < 4, text
