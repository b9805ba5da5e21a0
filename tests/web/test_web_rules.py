"""rules.js, the rulebook in the browser, agrees with Python on random games."""

from __future__ import annotations

import functools
import json
import random
from typing import Any

import pytest
from playwright.sync_api import Page

from twoends.answers.solution import winner_of
from twoends.rules.games import Game
from twoends.rules.notation import moves_text, parse_game, write
from twoends.rules.numbers import exact_number
from twoends.rules.rules import Rules
from twoends.views.json import json_number
from twoends.web.payloads import for_browsers
from visits import Visit

SHAPES = [
    "8 15 3 7",
    "-",
    "5",
    "6♥ A♣ 8♦ K♣ 2♠ 3♥",
    "1/2 -1/3 2 7/4 1/3",
    "2.50 -0.25 3 1.0",
    "1/2 0.25 3",
    "K 3 -7 0 9007199254740993 12",
    "4 4 4 4 4 4",
    "1 2 | [3 7 4 | 9]",
    "board 8 15 3 7",
    "3 1] | 2 2",
    "circle 2 8 1 10 9",
    "circle 7",
]
RULES = [
    "",
    "take 1-2 either",
    "take 1-3 either",
    "take any either",
    "take 2 either",
    "take 2-any right",
    "take 1 left",
    "take 1-2M left",
    "take 1-2M right, turns ABBA",
    "turns ABBA",
    "turns A",
    "take 1-3 left, turns AAB, stop 3",
    "score rest",
    "take 1-2 either, score turn",
    "take 1-2 either, score 3/1/-2",
    "score 5/",
    "score 2^turn",
]
ON_NO_ROW = ("circle", "board", "1 2", "3 1")
OPPONENTS = ["optimal", "greedy right", "greedy left", "modest right", "modest left", "random"]


@functools.cache
def games() -> list[Game]:
    """Random games of each shape by each rules, in every state that they go through."""
    draw = random.Random(30)
    all_games = []
    for shape in SHAPES:
        for rules in RULES:
            if "score" in rules and shape.startswith(ON_NO_ROW):
                continue
            who, first = draw.choice(OPPONENTS), draw.choice(["first", "second"])
            if rules == "turns A":  # nobody else moves
                who, first = "optimal", "first"
            dealt = " / ".join([shape, *([rules] if rules else []), first, "-", who])
            game = parse_game(dealt)
            all_games.append(game)
            while not game.over:
                game = game.play(draw.choice(game.moves()))
                all_games.append(game)
    return all_games


def expected(game: Game) -> dict[str, Any]:
    """What rules.js must answer for a game."""
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


@pytest.fixture
def page(reader: Visit) -> Page:
    """A page that has loaded the modules."""
    return reader.page if reader.page.url.startswith(reader.origin) else reader.load()


POSITION = """(text) => {
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
}"""
"""What rules.js says of a game, as `expected` has it."""


def answers_of(page: Page, function: str, texts: list[str]) -> list[Any]:
    """The answers of a function that may use rules.js; as JSON, which Playwright reads fastest."""
    code = f"(texts) => import('/rules.js').then((rules) => JSON.stringify(texts.map({function})))"
    answers: list[Any] = json.loads(page.evaluate(code, texts))
    return answers


def test_the_rules_of_the_page_are_those_of_python(page: Page) -> None:
    vectors = [(write(game), expected(game)) for game in games()]
    assert len(vectors) > 700
    told = answers_of(page, POSITION, [text for text, _ in vectors])
    for (text, expects), got in zip(vectors, told, strict=True):
        assert got is not None, f"{text} is not read"
        for key, value in expects.items():
            assert got[key] == value, f"{text}: {key} is {got[key]!r}, expected {value!r}"


UNREADABLE = [
    "8, 15 3 7 / first / -",
    "05 3 / first / -",
    "2/4 3 / first / -",
    "8 15 / first / LLL",
    "8 15 / first / X",
    "8 15 / take 1-3 left / first / R",
    "8 15 3 / take 2-any left, merge / first / -",
    "8 15 3 / take 1-2M either / first / -",
    "8 15 3 / take 3-2 either / first / -",
    "8 15 3 / take 0-2 either / first / -",
    "8 15 / first / - / somebody",
    "8 15 / first / - / optimal trembling 3/2",
    "8 15 / first / - / optimal trembling 1/1001",
    "8 15 / turns AA / first / - / greedy right",
    "8 15 / turns A / second / -",
    "8 15 / take 1-1 left, take 1-2 left / first / -",
    "8 15 / first / R1",
    "8 15 / third / -",
    "8 15",
    "1 | | 2 / first / -",
    "[1 2] | 3 / first / -",
    " ".join(["1"] * 1001) + " / first / -",
    "1" * 101 + " / first / -",
]


def test_games_that_only_python_can_read_or_refuse_are_left_to_it(page: Page) -> None:
    told = answers_of(page, POSITION, UNREADABLE)
    assert [text for text, got in zip(UNREADABLE, told, strict=True) if got is not None] == []


def test_every_rule_that_new_game_offers_is_one_of_python(page: Page) -> None:
    offered = page.evaluate("() => import('/newgame.js').then((sheet) => Object.keys(sheet.OFFERED_RULES))")
    assert len(offered) >= 7
    assert all(str(Rules.of(text)) == (text or "take 1 either") for text in offered), offered
