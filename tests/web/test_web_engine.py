"""What the page reads, allows and answers itself is what Python says, compared in Node."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from cases import slow
from page_modules import in_node, positions
from twoends.answers.policies import chances
from twoends.answers.solution import winner_of
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import moves_text, parse_game, write
from twoends.rules.numbers import exact_number
from twoends.rules.opponent_names import opponent
from twoends.rules.opponents import NAMES
from twoends.views.json import json_number
from twoends.web.payloads import for_browsers
from twoends.web.questions import ask
from twoends.web.validation import read_game

# --- the rulebook --------------------------------------------------------------------------------


def rulebook(game: Game) -> dict[str, Any]:
    """What rules.js must say of a game."""
    row, turned = game.shape.cards, {"first": "second", "second": "first"}
    exchanged = " / ".join(turned.get(part, part) for part in write(game).split(" / "))
    expects: dict[str, Any] = for_browsers(
        {
            "game": write(game),
            "shape": game.shape.name,
            "row": row.words(),
            "opponent": str(game.opponent),
            "you_first": game.you_first,
            "taken": moves_text(game.ends, game.rules),
            "over": game.over,
            "yours": json_number(game.yours),
            "theirs": json_number(game.theirs),
            "span": json_number(row.show(sum(max(value, -value) for value in row.values))),
            "leader": winner_of(game.margin),
            "fixed": game.rules.fixed_sum,
            "to_move": game.mover,
            "lanes": [[*lane.places] for lane in game.shape.lanes(game.state.remaining)],
            "exchanged": exchanged if "B" in game.rules.turns else None,
            "legal": [str(move) for move in game.moves()],
            "earns": [json_number(row.show(exact_number(game.earns(move)))) for move in game.moves()],
            "places": [list(game.book.places(game.state, move)) for move in game.moves()],
        }
    )
    return expects


POSITIONS = """(rules, texts) => texts.map((text) => {
  const position = rules.readGame(text);
  if (!position) return null;
  const { game, moves } = position;
  const turned = rules.exchanged(position);
  const amount = (value) => rules.amount(game, value);
  return {
    game: rules.notation(position), shape: game.shape, row: game.words,
    opponent: game.opponent, you_first: game.youFirst, fixed: rules.isFixedSum(game),
    taken: rules.movesText(position).replace(/^-$/, ""),
    over: position.over, to_move: position.toMove, leader: position.leader,
    yours: amount(position.yours), theirs: amount(position.theirs), span: amount(game.span),
    lanes: rules.lanesOf(position), exchanged: turned && rules.notation(turned),
    legal: moves.map((move) => move.name),
    earns: moves.map((move) => amount(move.earns)),
    places: moves.map((move) => move.places),
  };
})"""


DEALT = """(deal, rules, texts) => ({
  decks: Array.from({ length: 60 }, () => deal.dealCards(52)),
  coins: deal.dealCoins(5000),
  alike: texts.map((text) => deal.dealLike(rules.readGame(`${text} / first / -`).game)),
})"""


def test_rows_are_dealt_fairly_and_in_the_same_shape(tmp_path: Path) -> None:
    deck = [rank + suit for suit in "♠♥♦♣" for rank in [*map(str, range(2, 11)), *"JQKA"]]
    texts = ["5", "6♥ A♣ 8♦ K♣ 2♠ 3♥", "1/2 -1/3 2", "1 2 | [3 7 4 | 9]", "board 8 15 3 7", "circle 2 8 1"]
    texts += [" ".join(deck), " ".join([*deck, "A♠"])]
    dealt: Any = in_node(DEALT, ["deal", "rules"], texts, tmp_path)
    assert all(sorted(each) == sorted(deck) for each in dealt["decks"])
    stays = [card == place for each in dealt["decks"] for card, place in zip(each, deck, strict=True)]
    assert any(stays), "sixty fair shuffles that move every card never happen"
    for place, cards in zip(deck, zip(*dealt["decks"], strict=True), strict=True):
        assert {*cards} - {place}, f"{place} always stays in its place"
    assert {*map(int, dealt["coins"])} == {*range(1, 100)}
    card = re.compile(r"[^\s|[\]a-z]+")
    for text, alike in zip(texts, dealt["alike"], strict=True):
        assert card.sub("card", alike) == card.sub("card", text)
        old, new = card.findall(text), card.findall(alike)
        is_deck = {*old} <= {*deck} and len(old) <= 52
        assert {*new} <= {*(deck if is_deck else dealt["coins"])}, alike
        assert not is_deck or len({*new}) == len(new), alike


ROWS = "-0; +1; 1/0; 0/3; .5; 05; 2/4; 3/1; T♠ 3; 10♠ A J♥; 8, 15; [5 2]; 8; circle"
LIMITS = ["circle" + " 1" * 60, "circle" + " 1" * 61, "1 " * 1000, "1 " * 1001, "1" * 100, "1" * 101]
PIECES = (
    "take 0-2; take 3-2; take 2-2; take any; take 1-2M; left; right; either; merge; AA; ABAB; BA; AABB; A; "
    "stop 0; stop 1; order AB; score 1/; score -1/2; score cards; score 123456789/1; score 1234567890/1; "
    "L; R; LR; 2L; 0L; 1000L; 7; 1:R; 0:L; L1; L2; R2; L4; 3xL2; 1xL1; 0xL2; 10000xL1; first; First; second; "
    "you; circle; board; |; [; ]; /; ,; -; trembling; 0; 1; 2; 1/2; 2/4; 3/2; 1/0; 1/1000; 1/1001; 0.5; best"
)


def texts_of_games() -> Iterator[str]:
    """Games, rows at their limits, and games in which a piece is left out, doubled, or another one."""
    draw, known = random.Random(6), [*PIECES.split("; "), *NAMES]
    yield from map(write, positions(900))
    yield from (f"{row} / first / -" for row in (*ROWS.split("; "), *LIMITS))
    for game in positions(800):
        for _ in range(5):
            pieces = re.findall(r"\S+", write(game))
            at, piece = draw.randrange(len(pieces)), draw.choice(known)
            pieces[at : at + draw.randint(0, 1)] = draw.choice([[], [pieces[at]], [piece], [piece]])
            yield " ".join(pieces)


def test_the_page_reads_what_python_writes_by_its_rules_and_nothing_that_it_refuses(tmp_path: Path) -> None:
    texts = list(texts_of_games())
    for text, got in zip(texts, in_node(POSITIONS, ["rules"], texts, tmp_path), strict=True):
        try:
            game = read_game(text)
        except TwoEndsError:
            game = None
        if got and game:  # rows and rules that Python would write otherwise are kept as they are
            if write(game) != text:
                got |= {key: got[key] and write(parse_game(got[key])) for key in ("game", "exchanged")}
                got["opponent"] = str(opponent(got["opponent"]))
            assert got == rulebook(game), text
        elif got or (game and write(game) == text and game.shape.cards):  # it may refuse to solve a game
            refusal = json.loads(ask("moves", json.dumps({"game": text}))).get("detail")
            assert bool(got) != bool(refusal), f"{text}: read as {got}, but {refusal}"


# --- the answers ---------------------------------------------------------------------------------


ANSWERS = """(rules, answers, texts) => texts.map((text) => {
  const game = rules.readGame(text);
  const told = (question, fields = { game }) => answers.answerTo(question, fields, 1e300);
  const replies = new Set();
  if (game.toMove === "opponent" && !game.over) {
    const chance = Math.random;
    for (const first of [0, 1 - 2 ** -53]) {
      for (let k = 0; k < game.moves.length; k += 1) {
        const draws = [first, (k + 0.5) / game.moves.length];
        Math.random = () => draws.shift();
        replies.add(told("reply")?.end);
      }
    }
    Math.random = chance;
  }
  const { plain, row, opponent } = game.game;
  const both = plain ? { solve: told("solve", { row, opponent }) } : {};
  const [moves, futures, review] = ["moves", "futures", "review"].map((question) => told(question));
  return { moves, futures, review, replies: [...replies].sort(), ...both };
})"""

READ = {
    "moves": ("promised", "moves"),
    "futures": ("futures",),
    "review": ("over", "promises", "played", "turning_point", "performance", "exact"),
    "solve": ("first", "second", "margin_first", "margin_second", "go_first"),
}
"""What the page reads of each answer."""


def told(question: str, **fields: str) -> dict[str, Any]:
    """What the page reads of Python's answer."""
    answer = json.loads(ask(question, json.dumps(fields)))["answer"]
    read = {key: answer[key] for key in READ[question]}
    for move in read.get("played", ()):
        del move["earned"], move["stake"]
    for performance in read.get("performance", {}).values():
        performance["accuracy"] = pytest.approx(performance["accuracy"], abs=1e-12)  # the only float
    return read


def expected(game: Game) -> dict[str, Any]:
    """Python's answers about a game, of which the page knows only some on boards and other circles."""
    is_known = game.shape.name == "row" or (game.shape.name == "circle" and game.rules.plain)
    known = ("moves", "futures", "review") * is_known
    about: dict[str, Any] = {each: told(each, game=write(game)) for each in known}
    if game.shape.name == "row" and game.rules.plain:
        about["solve"] = told("solve", row=write(game).partition(" / ")[0], opponent=str(game.opponent))
    replies = chances(game)(game.state) if game.mover == "opponent" and not game.over else []
    if is_known or not re.match("optimal|generous", str(game.opponent)):
        about["replies"] = sorted(str(move) for _, move in replies)
    return about


@pytest.mark.parametrize("count", [500, *slow(10_000)])
def test_the_page_answers_as_python_does(tmp_path: Path, count: int) -> None:
    long = " ".join(str(7 * k % 23) for k in range(14))  # of which not all moves are shown ahead
    asked = [parse_game(f"{long} / first / {moves}") for moves in ("-", "L", "LR")]
    asked += positions(2 * count)
    answers = in_node(ANSWERS, ["rules", "answers"], [*map(write, asked)], tmp_path)
    for game, got in zip(asked, answers, strict=True):
        for question, answer in expected(game).items():
            read = got[question]
            if question in READ:
                read = {key: read[key] for key in READ[question]}
            assert read == answer, f"{question} of {write(game)}: {read}, expected {answer}"


# --- cards and numbers ----------------------------------------------------------------------------

NUMBERS = """(numbers, texts) => texts.map((text) => {
  const value = /^-?\\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text;
  return [numbers.show(value), numbers.brief(value), numbers.signed(value)];
})"""


def meant(shown: str) -> Fraction:
    """The value of a number as it is shown."""
    bare = shown.lstrip("≈ ").replace("−", "-").lstrip("+")
    factor: int = 1000 ** ("KMBT".find(bare[-1]) + 1)
    return Fraction(bare.rstrip("KMBT")) * factor


def test_numbers_are_exact_unless_they_are_marked_and_shortened_to_six_characters(tmp_path: Path) -> None:
    draw, texts = random.Random(3), ["0", "0.00", "-0.50", "999999", "9995000", "1" + "0" * 14]
    texts += ["2/3000001", f"{10**400 + 1}/{3 * 10**400}"]
    for _ in range(2000):
        top, size = draw.choice([-1, 1]) * draw.randint(1, 10 ** draw.randint(1, 22)), draw.randint(1, 9)
        bottom = draw.choice([1, 2, 4, 5, 8, 100, 10000, draw.randint(1, 10**size)])
        if draw.random() < 0.4:
            texts.append(f"{top // 10**size or 1}{'0' * draw.randint(0, 12)}")
        else:
            texts.append(draw.choice([str(Fraction(top, bottom)), f"{Decimal(top).scaleb(-2):.2f}"]))
    for text, (full, short, signed) in zip(
        texts, in_node(NUMBERS, ["numbers"], texts, tmp_path), strict=True
    ):
        value, said = Fraction(text), (text, full, short, signed)
        plus = "≈ +" if "≈" in full else "+"
        assert signed == (plus + full.lstrip("≈ ") if value > 0 else full), said
        assert len(full) <= 18 or "/" in text, said
        much = abs(value)
        for shown, unit in ((full, Fraction(1) if 1 <= much < 10**13 else much), (short, much)):
            assert abs(meant(shown) - value) <= (Fraction(unit, 199) if "≈" in shown else 0), said
        if "/" not in text:
            assert full.startswith("≈") == (len(text.lstrip("-")) > 16), said
            assert short.startswith("≈") == (meant(short) != value or abs(value) >= 2**53), said
        elif 10000 % value.denominator == 0 and len(str(value.numerator)) < 12:
            assert not {*full} & {*"≈/"}, said
        assert len(short.lstrip("≈−")) <= 7, said
        assert not re.match("≈? ?-", full), "a minus is no hyphen"
        assert short == full or len(full) > 6 or "≈" in full, said
