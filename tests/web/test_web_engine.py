"""What the page reads, allows and answers itself is what Python says, compared in Node."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cases import slow
from page_modules import CARDS, OPPONENTS, RULES, in_node
from twoends.answers.policies import chances
from twoends.answers.solution import winner_of
from twoends.rules.games import Game
from twoends.rules.notation import moves_text, parse_game, write
from twoends.rules.numbers import exact_number
from twoends.views.json import json_number
from twoends.web.payloads import for_browsers
from twoends.web.questions import ask

# --- the rulebook --------------------------------------------------------------------------------

SHAPES = (
    "-",
    "5",
    "6♥ A♣ 8♦ K♣ 2♠ 3♥",
    "1/2 -1/3 2 7/4 1/3",
    "2.50 -0.25 3 1.0",
    "K 3 -7 0 9007199254740993 12",
    "1 2 | [3 7 4 | 9]",
    "board 8 15 3 7",
    "circle 2 8 1 10 9",
    "circle 7",
)
ON_NO_ROW = ("circle", "board", "1 2")


def games() -> Iterator[Game]:
    """A random game of each shape by each rules, in every state that it goes through."""
    draw = random.Random(30)
    for shape in SHAPES:
        for rules in ("", *RULES):
            if "score" in rules and shape.startswith(ON_NO_ROW):
                continue
            who, first = draw.choice(OPPONENTS), draw.choice(["first", "second"])
            if rules.startswith("turns A") and "B" not in rules:  # nobody else moves
                who, first = "optimal", "first"
            game = parse_game(" / ".join([shape, *([rules] if rules else []), first, "-", who]))
            yield game
            while not game.over:
                game = game.play(draw.choice(game.moves()))
                yield game


def rulebook(game: Game) -> dict[str, Any]:
    """What rules.js must say of a game."""
    row = game.shape.cards
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
  const amount = (value) => rules.amount(game, value);
  return {
    game: rules.notation(position), shape: game.shape, row: game.words,
    opponent: game.opponent, you_first: game.youFirst, fixed: rules.isFixedSum(game),
    taken: rules.movesText(position).replace(/^-$/, ""),
    over: position.over, to_move: position.toMove, leader: position.leader,
    yours: amount(position.yours), theirs: amount(position.theirs), span: amount(game.span),
    legal: moves.map((move) => move.name),
    earns: moves.map((move) => amount(move.earns)),
    places: moves.map((move) => move.places),
  };
})"""
"""What rules.js says of games, as `rulebook` has it."""


def test_the_rules_of_the_page_are_those_of_python(tmp_path: Path) -> None:
    played = list(games())
    assert len(played) > 700
    for game, got in zip(played, in_node(POSITIONS, ["rules"], [*map(write, played)], tmp_path), strict=True):
        assert got == rulebook(game), write(game)


def test_a_shuffled_deck_may_leave_a_card_in_its_place(tmp_path: Path) -> None:
    """A fair shuffle leaves none in 1/e of its decks, so sixty such decks never happen."""
    sorted_deck = [rank + suit for suit in "♠♥♦♣" for rank in [*map(str, range(2, 11)), *"JQKA"]]
    decks = in_node(
        "(deal) => Array.from({ length: 60 }, () => deal.dealCards(52))", ["deal"], None, tmp_path
    )
    assert all(sorted(deck) == sorted(sorted_deck) for deck in decks)
    assert any(card == place for deck in decks for card, place in zip(deck, sorted_deck, strict=True))


UNREADABLE = [
    "8, 15 3 7 / first / -",
    "05 3 / first / -",
    "2/4 3 / first / -",
    "8 15 / take 1-3 left / first / R",
    "8 15 3 / take 2-any left, merge / first / -",
    "8 15 3 / take 1-2M either / first / -",
    "8 15 3 / take 0-2 either / first / -",
    "8 15 / first / - / somebody",
    "8 15 / first / - / optimal trembling 3/2",
    "8 15 / first / - / optimal trembling 1/1001",
    "8 15 / turns AA / first / - / greedy right",
    "8 15 / take 1-1 left, take 1-2 left / first / -",
    "8 15 / first / R1",
    "8 15",
    "1 | | 2 / first / -",
    "1 2 | 3] / first / 1:R",
    " ".join(["1"] * 1001) + " / first / -",
    "1" * 101 + " / first / -",
]


def test_games_that_only_python_can_read_or_refuse_are_left_to_it(tmp_path: Path) -> None:
    told = in_node(POSITIONS, ["rules"], UNREADABLE, tmp_path)
    assert [text for text, got in zip(UNREADABLE, told, strict=True) if got is not None] == []


# --- the answers ---------------------------------------------------------------------------------


def positions(count: int) -> Iterator[Game]:
    """Games in progress on rows and circles, under any rules of the page, against anybody."""
    draw = random.Random(57)
    for _ in range(count):
        card = draw.choice(CARDS)
        cards = " ".join(card(draw) for _ in range(draw.randint(1, 9)))
        rules = draw.choice(RULES) if draw.random() < 0.7 else ""
        alone = rules.startswith("turns A") and "B" not in rules
        shape = f"circle {cards}" if not rules and draw.random() < 0.4 else cards
        first, who = draw.choice(["first", "second"]), draw.choice(OPPONENTS)
        if alone:
            first, who = "first", "optimal"
        game = parse_game(" / ".join([shape, *([rules] if rules else []), first, "-", who]))
        for _ in range(draw.choice([0, 0, 1, 2, 3, 5, 9])):
            if not game.over:
                game = game.play(draw.choice(game.moves()))
        yield game


ANSWERS = """(rules, answers, texts) => texts.map((text) => {
  const game = rules.readGame(text);
  const told = (question, fields = { game }) => answers.answerTo(question, fields, Infinity);
  const replies = new Set();
  if (game.toMove === "opponent" && !game.over) {
    const chance = Math.random;
    for (const first of [0, 1 - 2 ** -53]) {
      for (let k = 0; k < game.moves.length; k += 1) {
        const draws = [first, (k + 0.5) / game.moves.length];
        Math.random = () => draws.shift();
        replies.add(told("reply").end);
      }
    }
    Math.random = chance;
  }
  const { plain, row, opponent } = game.game;
  const both = plain ? { solve: told("solve", { row, opponent }) } : {};
  const [moves, futures, review] = ["moves", "futures", "review"].map((question) => told(question));
  return { moves, futures, review, replies: [...replies].sort(), ...both };
})"""
"""The answers of the page to everything that may be asked about a game."""

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
    """Python's answers about a game."""
    about = {question: told(question, game=write(game)) for question in ("moves", "futures", "review")}
    if game.shape.name == "row" and game.rules.plain:
        about["solve"] = told("solve", row=write(game).partition(" / ")[0], opponent=str(game.opponent))
    replies = chances(game)(game.state) if game.mover == "opponent" and not game.over else []
    return {**about, "replies": sorted(str(move) for _, move in replies)}


@pytest.mark.parametrize("count", [500, *slow(10_000)])
def test_the_page_answers_as_python_does(tmp_path: Path, count: int) -> None:
    asked = list(positions(count))
    answers = in_node(ANSWERS, ["rules", "answers"], [*map(write, asked)], tmp_path)
    for game, got in zip(asked, answers, strict=True):
        for question, answer in expected(game).items():
            read = got[question]
            if question in READ:
                read = {key: read[key] for key in READ[question]}
            assert read == answer, f"{question} of {write(game)}: {read}, expected {answer}"


KNOWN = """(rules, answers, texts) => texts.map((text) => {
  const fields = { game: rules.readGame(text) };
  return [answers.knows("moves", fields), answers.answerTo("moves", fields) !== null];
})"""


def test_what_takes_long_is_left_to_a_worker_and_what_takes_minutes_to_python(tmp_path: Path) -> None:
    cards, rules = " ".join(["7", "5"] * 500), "take any either, score turn"
    games = [f"{cards} / first / -", f"{cards} / first / - / generous", f"{cards} / {rules} / first / -"]
    known = in_node(KNOWN, ["rules", "answers"], games, tmp_path)
    assert known == [[True, True], [True, False], [False, False]]
