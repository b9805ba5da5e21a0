"""The numbers that the page shows agree with each other: labels of moves, endings and reviews."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from fractions import Fraction
from typing import Any
from urllib.parse import quote_plus

import pytest

from twoends.answers.solution import solve
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, write
from visits import Visit

FIXED = ["", "take 1-2 either", "take any either", "take 1-3 left", "turns ABBA", "take 1-2M left"]
OPEN = ["score rest", "score turn", "stop 3", "take 2 either", "take 1-2 left, score rest"]
OPPONENTS = ["optimal", "greedy right", "modest left", "generous"]
EACH = 20
"""Positions by each rule: 220 in all."""

COLLECT = """async (addresses) => {
  const frame = () => new Promise(requestAnimationFrame);
  const until = async (seen) => { while (!seen()) await frame(); };
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
  const go = async (address) => {
    const noticed = new Promise((seen) => addEventListener("hashchange", seen, { once: true }));
    location.hash = address;
    await noticed;
    await frame();
    await frame();
  };
  const told = [];
  for (const address of addresses) {
    await go(address);
    await until(() => /Your turn|win|lose|draw/.test(text("#status")));
    if (!document.querySelector("#result")) {
      document.querySelector("#hint").click();
      await until(() => text("#status").includes("Hint:"));
    } else await until(() => !text("#result .reason").includes("…"));
    const playing = {
      yours: text("#your-total"), theirs: text("#their-total"), status: text("#status"),
      buttons: texts(".promise"),
      verdict: text("#result .verdict"), possible: text("#result .possible"), title: text("#result .ending"),
    };
    const chapter = document.querySelector("#result") ? "review" : "why";
    await go(address.replace("play", chapter));
    await until(() => /^[^…]+$/.test(text(`#${chapter}:not([hidden]) .lead`)));
    const losses = texts(`#${chapter} :is(.future .tag, .dot title, .told)`);
    told.push({ ...playing, lead: text(`#${chapter} .lead`), losses });
  }
  return JSON.stringify(told);
}"""
"""Show each address, and Why or the review of it, and return what the page says there."""


def number(text: str) -> Fraction:
    return Fraction(text.replace("−", "-").replace("+", ""))


NUMBER = r"[+−]?[\d./]+"


def random_games(rules: str, draw: random.Random, over: bool) -> list[Game]:
    """Positions on your turn, or after the last move."""
    found: list[Game] = []
    while len(found) < (EACH // 4 if over else EACH - EACH // 4):
        row = " ".join(str(draw.randint(-3, 15)) for _ in range(draw.randint(3, 7)))
        who = draw.choice(OPPONENTS)
        parts = [row, *([rules] if rules else []), draw.choice(["first", "second"]), "-", who]
        game = parse_game(" / ".join(parts))
        steps = 99 if over else draw.randint(0, 4)
        for _ in range(steps):
            if not game.over:
                game = game.play(draw.choice(game.moves()))
        if game.over == over and (over or game.mover == "you"):
            found.append(game)
    return found


def address_of(game: Game) -> str:
    parts = write(game).split(" / ")
    if parts[-1] != str(game.opponent):
        parts.append(str(game.opponent))
    return "#play/" + "/".join(map(quote_plus, parts))


@pytest.mark.parametrize("rules", [*FIXED, *OPEN])
def test_the_labels_of_every_move_and_ending_add_up(reader: Visit, rules: str) -> None:
    draw = random.Random(f"labels {rules}")
    games = [game for over in (False, True) for game in random_games(rules, draw, over)]
    page = reader.page if reader.page.url.startswith(reader.origin) else reader.load()
    told: list[dict[str, Any]] = json.loads(reader.settled(f"({COLLECT})({[*map(address_of, games)]})"))
    assert len(told) == EACH
    for game, says in zip(games, told, strict=True):
        if game.over:
            check_ending(game, says)
        else:
            check_moves(game, says)
        check_losses(game, says)
    assert page.locator("#trouble").is_hidden()


def check_moves(game: Game, says: dict[str, Any]) -> None:
    """A worse move and what it costs make up the best one; each number is of the totals beside it."""
    where = f"{write(game)}: {says}"
    labels = says["status"].partition("Hint: ")[2].rstrip(".").split("; ")
    assert len(labels) == len(game.moves()), where
    results = []
    for label in labels:
        found = re.search(
            rf"ends at (margin )?({NUMBER}), (?:({NUMBER}) (less|worse)|best|the same margin)", label
        )
        assert found, where
        open_sum, result, loss, kind = found.groups()
        assert bool(open_sum) != game.rules.fixed_sum, where
        assert kind in (None, "less" if game.rules.fixed_sum else "worse"), where
        results.append((number(result), number(loss or "0"), kind))
    best = max(result for result, _, _ in results)
    assert all(result + loss == best for result, loss, _ in results), where
    assert any(kind is None for _, _, kind in results), where
    for button in filter(None, says["buttons"]):
        assert any(button in label.replace("ends at ", "") for label in labels), where


def check_losses(game: Game, says: dict[str, Any]) -> None:
    """A loss is a loss of a total only if both totals have a fixed sum."""
    for sentence in [says["lead"], says["status"], *says["losses"]]:
        where = f"{write(game)}: {sentence}"
        for of_margin in re.findall(r"(?:gives away|gave away|cost) [\d./]+( of the margin)?", sentence):
            assert bool(of_margin) != game.rules.fixed_sum, where
        assert (" less" if not game.rules.fixed_sum else " worse") not in sentence, where
    if not game.over and not game.rules.plain and len(solve(game).best) == 1 < len(game.moves()):
        assert "gives away" in says["lead"], says


def check_ending(game: Game, says: dict[str, Any]) -> None:
    """Totals, margin, the best possible and the title fit together."""
    where = f"{write(game)}: {says}"
    yours, theirs = number(says["yours"]), number(says["theirs"])
    assert (yours, theirs) == (game.yours, game.theirs), where
    found = re.search(rf"({NUMBER}) : ({NUMBER})(?:, by ({NUMBER}))?\.", says["verdict"])
    assert found, where
    first, second, margin = found.groups()
    assert (number(first), number(second)) == (yours, theirs), where
    assert (margin is None) == (game.rules.fixed_sum or yours == theirs), where
    assert margin is None or number(margin) == abs(yours - theirs), where
    if says["possible"]:
        pattern = (
            "Best possible: (.*)\\. You got (.*)\\."
            if game.rules.fixed_sum
            else "Best possible margin: (.*)\\. Yours: (.*)\\."
        )
        possible = re.fullmatch(pattern, says["possible"])
        assert possible, where
        best, got = map(number, possible.groups())
        assert got == (yours if game.rules.fixed_sum else yours - theirs), where
        assert best > got, where
        assert "Perfect" not in says["title"], where
    elif "Perfect" not in says["title"]:
        start = solve(replace(game, ends=()))
        assert start.final is not None, where
        promised = start.final[0] if game.rules.fixed_sum else start.final_margin
        assert Fraction(str(promised)) <= (yours if game.rules.fixed_sum else yours - theirs), where
