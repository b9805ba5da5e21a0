"""The modules of the page in Node, and the games that they are given."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from static_site import PAGE

from twoends.rules.games import Game
from twoends.rules.notation import parse_game

RULES = (
    *("take 1-2 either", "take 1-3 either", "take any either", "take 2 either", "take 2-3 either"),
    *("take 2-any right", "take any left", "take 1 left", "take 1-2M left", "take 1-2M right, turns ABBA"),
    *("take 1-3 left, turns AAB, stop 3", "take any either, stop 3", "stop 4", "turns ABBA", "turns A"),
    *("turns A, stop 2", "score rest", "take 1-2 either, score rest", "take any left, score rest"),
    *("score turn", "take 1-2 either, score turn", "take 1-2 either, score 3/1/-2"),
    *("take 1-3 left, score 2^turn", "score 5/2/1"),
)
SEATS = ("", "", "two", "best", "greedy right")
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


def small(draw: random.Random) -> str:
    return draw.choice([str(draw.randint(-3, 9)), "A♠", "Q♥", "10♦"])


def shaped(draw: random.Random, cards: list[str]) -> str:
    """The cards on a circle, or on a board of up to three rows, some of them closed at one end."""
    if draw.random() < 0.5:
        return f"circle {' '.join(cards)}"
    walls = sorted({*draw.choices(range(1, len(cards) + 1), k=2), len(cards)})
    rows = [" ".join(cards[start:stop]) for start, stop in pairwise([0, *walls])]
    return "board " + " | ".join(draw.choice(["{}", "{}", "[{}", "{}]"]).format(row) for row in rows)


def games(
    count: int, *, over: float = 0.6, kinds: Sequence[Callable[[random.Random], str]] = (small,)
) -> Iterator[tuple[list[Game], str]]:
    """Short games of every shape, some of them over: all their positions, and who plays for you."""
    draw = random.Random(71)
    for _ in range(count):
        length, card = max(draw.randint(0, 8), draw.randint(0, 8)), draw.choice(kinds)
        cards = [card(draw) for _ in range(length)]
        rules, who = draw.choice(RULES) if draw.random() < 0.7 else "", draw.choice(OPPONENTS)
        if draw.random() < 0.15:
            cards = draw.choices(cards[: draw.randint(1, 2)] or "-", k=length)
        first, seat = draw.choice(["first", "second"]), draw.choice(SEATS)
        if rules.startswith("turns A") and "B" not in rules:  # nobody else moves
            who, first, seat = "optimal", "first", ""
        is_row = not length or "score" in rules or draw.random() < 0.6
        shape = " ".join(cards) or "-" if is_row else shaped(draw, cards)
        path = [parse_game(" / ".join([shape, *([rules] if rules else []), first, "-", who]))]
        end = 99 if draw.random() < over else draw.choice([0, 0, draw.randint(0, 4)])
        while not path[-1].over and len(path) <= end:
            path.append(path[-1].play(draw.choice(path[-1].moves())))
        yield path, seat


def positions(count: int) -> Iterator[Game]:
    """Games of every shape and of any cards, under any rules of the page, against anybody."""
    return (path[-1] for path, _ in games(count, over=0.2, kinds=CARDS))


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
globalThis.press = ({ attributes: { onclick: click, onkeydown: press } }, key) =>
  press({ key, preventDefault() {}, currentTarget: { click } });
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
