"""What the page answers itself is what Python answers, in Chromium and in Node."""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Page

from cases import slow
from page_modules import CARDS, OPPONENTS, RULES, in_node
from twoends.answers.policies import chances
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, write
from twoends.web.questions import ask


def dealt(draw: random.Random, most: int) -> Game:
    """A game on a row or a circle, under any rules of the page, against anybody."""
    card, count = draw.choice(CARDS), draw.randint(1, most)
    cards = " ".join(card(draw) for _ in range(count))
    rules = draw.choice(RULES) if draw.random() < 0.7 else ""
    alone = rules.startswith("turns A") and "B" not in rules
    shape = f"circle {cards}" if not rules and draw.random() < 0.4 else cards
    first, who = ("first", "optimal") if alone else (draw.choice(["first", "second"]), draw.choice(OPPONENTS))
    return parse_game(" / ".join([shape, *([rules] if rules else []), first, "-", who]))


def positions(count: int, most: int, seed: int) -> Iterator[Game]:
    """Games in progress."""
    draw = random.Random(seed)
    for _ in range(count):
        game = dealt(draw, most)
        for _ in range(draw.choice([0, 0, 1, 2, 3, 5, most])):
            if not game.over:
                game = game.play(draw.choice(game.moves()))
        yield game


ANSWERS = """(rules, answers, _, texts) => texts.map((text) => {
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


@functools.cache
def expectations(count: int) -> list[tuple[Game, dict[str, Any]]]:
    return [(game, expected(game)) for game in positions(count, 9, 57)]


def in_chromium(function: str, given: Any, page: Page) -> list[Any]:
    """The same in Chromium."""
    modules = ", ".join(f"import('/{name}.js')" for name in MODULES)
    code = f"""async (given) => {{
      const modules = await Promise.all([{modules}]);
      return JSON.stringify(({function})(...modules, given));
    }}"""
    results: list[Any] = json.loads(page.evaluate(code, given))
    return results


MODULES = ("rules", "answers", "state")


@pytest.mark.parametrize("count", [2000, *slow(10_000)])
@pytest.mark.parametrize("where", ["Node", "Chromium"])
def test_the_page_answers_as_python_does(request: pytest.FixtureRequest, where: str, count: int) -> None:
    """Of 10,000 positions in all, under every rule of the page, against everybody."""
    texts = [write(game) for game, _ in expectations(count)]
    if where == "Node":
        answers = in_node(ANSWERS, MODULES, texts, request.getfixturevalue("tmp_path"))
    else:
        answers = in_chromium(ANSWERS, texts, request.getfixturevalue("reader").load())
    for (game, expects), got in zip(expectations(count), answers, strict=True):
        for question, answer in expects.items():
            read = (
                got[question]
                if question == "replies"
                else {key: got[question][key] for key in READ[question]}
            )
            assert read == answer, f"{question} of {write(game)}: {read}, expected {answer}"


KNOWN = """(rules, answers, _, texts) => texts.map((text) => {
  const fields = { game: rules.readGame(text) };
  return [answers.knows("moves", fields), answers.answerTo("moves", fields) !== null];
})"""


def test_what_takes_long_is_left_to_a_worker_and_what_takes_minutes_to_python(tmp_path: Path) -> None:
    cards, rules = " ".join(["7", "5"] * 500), "take any either, score turn"
    games = [f"{cards} / first / -", f"{cards} / first / - / generous", f"{cards} / {rules} / first / -"]
    assert in_node(KNOWN, MODULES, games, tmp_path) == [[True, True], [True, False], [False, False]]


# --- whole games ---------------------------------------------------------------------------------

PLAYED = """(rules, answers, state, games) => games.map(({ hash, draws }) => {
  let now = state.step(state.startOf(["5 / first / -"]), { type: "arrive", hash, tries: {} });
  const hints = [];
  while (!now.position.over) {
    if (state.isOpen(now)) {
      now = state.step(now, { type: "hint" });
      hints.push([rules.notation(now.position), now.told.moves]);
      const { moves } = now.position;
      const { name } = moves[Math.floor(draws[hints.length] * moves.length)];
      now = state.step(now, { type: "take", move: name });
    } else {
      const move = rules.legal(now.position, answers.answerTo(...state.replyAsk(now)).end);
      now = state.step(now, { type: "reply", to: now.position, move });
    }
  }
  return { game: rules.notation(now.position), hints, ...now.told };
})"""
"""Play games to their end as the page does, with a hint on each of your turns."""


def test_whole_games_with_hints_and_reviews_are_played_without_python(tmp_path: Path) -> None:
    draw = random.Random(100)
    games = [dealt(draw, 8) for _ in range(100)]
    parts = [map(quote_plus, write(game).split(" / ")) for game in games]
    given = [
        {"hash": f"#play/{'/'.join(each)}", "draws": [draw.random() for _ in range(9)]} for each in parts
    ]
    seen = 0
    for game, got in zip(games, in_node(PLAYED, MODULES, given, tmp_path), strict=True):
        assert got["game"].startswith(write(game).partition(" / ")[0])
        for position, hint in got["hints"]:
            assert hint == told("moves", game=position), position
            seen += 1
        if got["game"] != write(game):
            assert got["review"] == told("review", game=got["game"]), got["game"]
    assert seen > 150
