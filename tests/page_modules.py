"""The modules of the page in Node, and the games that they are given."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from static_site import PAGE

from twoends.rules.games import Game
from twoends.rules.notation import parse_game

RULES = (
    "take 1-2 either",
    "take 1-3 either",
    "take any either",
    "take 2 either",
    "take 2-3 either",
    "take 2-any right",
    "take any left",
    "take 1 left",
    "take 1-2M left",
    "take 1-2M right, turns ABBA",
    "take 1-3 left, turns AAB, stop 3",
    "take any either, stop 3",
    "stop 4",
    "turns ABBA",
    "turns A",
    "turns A, stop 2",
    "score rest",
    "take 1-2 either, score rest",
    "take any left, score rest",
    "score turn",
    "take 1-2 either, score turn",
    "take 1-2 either, score 3/1/-2",
    "take 1-3 left, score 2^turn",
    "score 5/2/1",
)
OPPONENTS = (
    *("optimal", "optimal right", "optimal random", "optimal trembling 1/10", "optimal trembling 1"),
    *("generous", "generous right", "generous random trembling 2/7"),
    *("greedy right", "greedy left", "greedy random", "greedy right trembling 1/3"),
    *("modest right", "modest left", "modest random", "modest random trembling 1/2", "random"),
    *("left", "right", "right trembling 1/3"),
)
CARDS: tuple[Callable[[random.Random], str], ...] = (
    lambda draw: str(draw.randint(0, 3)),
    lambda draw: str(draw.randint(-5, 20)),
    lambda draw: draw.choice("23456789JQKA") + draw.choice("♠♥♦♣"),
    lambda draw: str(draw.randint(-(10**17), 10**17)),
    lambda draw: f"{draw.randint(-400, 400) / 100:.2f}",
    lambda draw: str(Fraction(draw.randint(-9, 9), draw.randint(1, 6))),
)


SHAPES = (
    "-",
    "5",
    "6♥ A♣ 8♦ K♣ 2♠ 3♥",
    "1/2 -1/3 2 7/4 1/3",
    "2.50 -0.25 3 1.0",
    "K Q J 3 -7 9007199254740993 -9007199254740992",
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


def positions(count: int) -> Iterator[Game]:
    """Games in progress on rows and circles, under any rules of the page, against anybody."""
    draw = random.Random(57)
    for _ in range(count):
        card = draw.choice(CARDS)
        cards = " ".join(card(draw) for _ in range(draw.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 14])))
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


BROWSER = """
globalThis.document = { querySelector: () => ({ content: "" }), documentElement: { clientWidth: 800 } };
globalThis.location = new URL("http://page/");
globalThis.textOf = (view) =>
  [view].flat(Infinity).map((each) => (each?.name ? textOf(each.children) : each || "")).join("");
globalThis.partsOf = (view, is) => [view].flat(Infinity).filter((each) => each?.name)
  .flatMap((each) => [...(is(each.attributes, each.name) ? [each] : []), ...partsOf(each.children, is)]);
globalThis.ofClass = (view, kind) =>
  partsOf(view, ({ class: kinds }) => kinds?.split(" ").includes(kind));
globalThis.textsOf = (view, kind) => ofClass(view, kind).map(textOf);
globalThis.tell = (state, now, told) => Object.entries(told)
  .reduce((known, [slot, answer]) => state.step(known, { type: "told", slot, answer }), now);
globalThis.press = ({ attributes }, key) => attributes.onkeydown({ key, preventDefault() {} });
"""
"""What the modules read of a browser, and what is read of the views that they describe."""


def in_node(
    function: str, modules: Sequence[str], given: Any, folder: Path, *, browser: str = BROWSER
) -> list[Any]:
    """The results of a function of modules of the page in Node, which may be a promise."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no Node.js here")
    for path in PAGE.glob("*.js"):
        shutil.copy(path, folder)
    (folder / "package.json").write_text('{ "type": "module" }')
    (folder / "browser.js").write_text(browser)
    imports = "".join(f'import * as {name} from "./{name}.js";\n' for name in modules)
    (folder / "run.js").write_text(
        f'import {{ readFileSync }} from "node:fs";\nimport "./browser.js";\n{imports}'
        f'const results = await ({function})({", ".join(modules)}, JSON.parse(readFileSync(0, "utf8")));\n'
        "process.stdout.write(JSON.stringify(results));\n"
    )
    done = subprocess.run(
        [node, folder / "run.js"], input=json.dumps(given), capture_output=True, text=True, check=False
    )
    assert not done.stderr, done.stderr
    results: list[Any] = json.loads(done.stdout)
    return results
