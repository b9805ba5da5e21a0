"""The engine in JavaScript: the file is what the texts give, and what would go wrong is refused."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any

import engine_js
import pytest
import subset

from twoends.engine import bottom_up, coins, judge, sweep, teaching, turn_tasks, turns
from twoends.engine.method import scaled_for
from twoends.engine.replies import replies_of
from twoends.engine.sequences import IN_LISTS
from twoends.rules.opponents import Opponent, every_opponent, opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules


def test_the_page_has_what_the_texts_give_and_a_check_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["engine_js.py", "--check"])
    engine_js.main()
    names = ("engine.js", "teaching.js")
    for name in names:
        page = tmp_path / name
        page.mkdir()
        for each in names:
            shutil.copy(engine_js.PAGE / each, page)
        (page / name).write_text("// another file\n")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(engine_js, "PAGE", page)
            with pytest.raises(SystemExit, match=rf"^{name} is not what the texts give: run python"):
                engine_js.main()
        assert (page / name).read_text() == "// another file\n", "a check writes nothing"
    monkeypatch.setattr(engine_js, "ENGINE", tmp_path)
    for name in engine_js.TEXTS:
        (tmp_path / f"{name}.py").write_text("import numpy\n")
    with pytest.raises(
        SystemExit, match=r"^engine/coins\.py, line 1: import numpy is nothing that a text can have"
    ):
        engine_js.main()


# --- what is refused, and what is translated -----------------------------------------------------

BEFORE = """\
SIDE, OTHER = range(2)
def first(row: Any, k: Any) -> Any:
    return row[k]
def fill(row: Any, k: Any) -> None:
    part = row[0]
    part[k] = k
def refill(row: Any) -> None:
    fill(row, 0)
def wins(a: Any, yes: bool) -> bool:
    return a > 0 and yes
"""


def text_of(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return f"def text(row: Any, a: Any, b: Any, yes: bool) -> Any:\n{lines}"


def translated(text: str) -> str:
    return "\n".join(engine_js.translate({"before": BEFORE, "made": text})["made"])


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        # names
        ("return c", "c is unknown here"),
        ("return missing(a)", "missing is unknown"),
        ("return text(row, a, b, yes)", "text is unknown"),
        ("new = a\nreturn new", "new is a reserved name"),
        # the truth of anything but a boolean
        ("if a:\n    return b", "a is no boolean, but its truth is asked"),
        ("while row[0]:\n    a = b", "row[0] is no boolean"),
        ("c = not a", "a is no boolean"),
        ("c = wins(a, b)", "b is no boolean"),
        # booleans as numbers
        ("return a * (a > b)", "a > b is a boolean, used as a number"),
        ("return SIDE * yes", "yes is a boolean, used as a number"),
        ("return row[yes]", "yes is a boolean, used as a number"),
        ("c = yes == 1", "yes is a boolean, used as a number"),
        ("row[0] = a > b", "a > b is a boolean, used as a number"),
        ("c = a if yes else a > b", "a > b is a boolean, used as a number"),
        ("return a > b", "a > b is a boolean, used as a number: annotate it as bool"),
        ("c = a > b\nc = 1", "c is a boolean in one place and none in another"),
        ("yes = a", "yes is a boolean in one place and none in another"),
        # loops
        ("for k in range(a):\n    k = k + 1", "k is the variable of a loop, and assigned"),
        ("for k in range(a):\n    b += k\nreturn k", "k is unknown here"),
        ("for SIDE in range(a):\n    b += SIDE\nreturn SIDE", "SIDE is unknown here"),
        ("k = 0\nfor k in range(a):\n    b += k", "has the variable k, which is something else"),
        ("for k in range(3):\n    for k in range(2):\n        b += k", "has the variable k, which is"),
        ("for k in range(a, b + 1):\n    b += 1", "b + 1 ends a range, and the loop assigns b"),
        ("for k in range(row[0]):\n    row[k] = b", "row[0] ends a range, and is computed in each step"),
        ("for k in range(0, a, b):\n    row[k] = a", "b is a step, and no literal"),
        # sequences
        ("return row[0, 1]", "(0, 1) makes a sequence: write [i][j]"),
        ("return row[-1]", "row[-1] counts from the end: subtract from len"),
        ("if (a, b) < (b, a):\n    return a", "(a, b) makes a sequence"),
        ("row[1:] = row", "row[1:] is a copy in lists and a view in arrays"),
        ("c = row[1:]", "row[1:] is a copy in lists"),
        ("refill(row[1:])", "row[1:] is a copy in lists"),
        # calls, operators, literals
        ("return max(a, b, 1)", "max(a, b, 1) has 3 arguments: max takes 2"),
        ("return min(row)", "min(row) has 1 arguments"),
        ("if a < first(row, 0) < b:\n    return a", "first(row, 0) is computed twice"),
        ("return a / b", "a / b is nothing that a text can have: write it with what CONTRIBUTING.md lists"),
        ("return 9007199254740992", "9007199254740992 is nothing"),
        ("f = lambda: a", "lambda: a is nothing"),
        ("b = row[b] = a", "b = row[b] = a is nothing"),
    ],
)
def test_a_text_is_refused_for_what_would_go_wrong(body: str, fault: str) -> None:
    with pytest.raises(subset.RefusedError, match=r"^engine/made\.py, line \d+: .+: .+") as error:
        translated(text_of(body))
    assert fault in str(error.value)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("def f(a=1):\n    return a", "line 1: def f(a=1): has a default"),
        ("def f(*a):\n    return a", "line 1: def f(*a): has a default or a special parameter"),
        ("\n@cache\ndef f(a):\n    return a", "line 2: cache is a decorator"),
        ("def f(this):\n    return 1", "line 1: this is a reserved name"),
        ("A = 0.5", "line 1: 0.5 is no constant of a text"),
        ("import numpy", "line 1: import numpy is nothing that a text can have"),
        ("from math import inf", "line 1: from math import inf imports what is no text before this one"),
        ("A, SIDE = 1, 2", "line 1: A, SIDE = (1, 2) defines SIDE again"),
        ("def first():\n    return 1", "line 1: def first(): defines first again"),
        ("def max(a, b):\n    return a", "line 1: def max(a, b): defines max again"),
        ("def contract(a):\n    return a", "line 1: def contract(a): has no docstring"),
        (
            "def contract(a):\n    'It.'\n    return a\ndef f(a):\n    return contract(a)",
            "line 5: contract is a method, which runs step by step: call it from methods only",
        ),
        (
            "def contract(a):\n    'It.'\n    a[0] = contract(a[1:])\n    return a",
            "line 3: a[1:] is a copy in lists",
        ),
    ],
)
def test_a_text_is_refused_for_what_it_defines_and_imports(text: str, fault: str) -> None:
    with pytest.raises(subset.RefusedError, match=f"engine/made.py, {re.escape(fault)}"):
        translated(text)


@pytest.mark.parametrize(
    ("body", "made"),
    [
        ("c, d = a, b\nreturn c - d", "let c, d; c = a; d = b; return (c - d);"),
        ("a, b = b, a", "[a, b] = [b, a];"),
        ("row[0], b = b, row[1]", "[row[0], b] = [b, row[1]];"),
        ("c = row[0]\nrow[0], c[1] = a, b", "let c; c = row[0]; row[0] = a; c[1] = b;"),
        ("c, d = first(row, 0)", "let c, d; [c, d] = first(row, 0);"),
        ("c = d = a", "let c, d; c = a; d = c;"),
        ("return first(row[a:], 0)", "return first(row.slice(a), 0);"),
        ("return a // b % 2 - -a", "return ((Math.floor(a / b) % 2) - (-a));"),
        ("return SIDE * (a <= b)", "return (SIDE * (a <= b));"),
        ("c = (a > b) == yes", "let c; c = ((a > b) == yes);"),
        ("return len(row) if not yes else 0", "return (!yes ? row.length : 0);"),
        (
            "if row is None:\n    return b\nelse:\n    a += b",
            "if ((row === null)) { return b; } else { a += b; }",
        ),
        ("while row[0] < a < b:\n    continue", "while ((row[0] < a && a < b)) { continue; }"),
        ("for k in range(a, -1, -2):\n    break", "for (let k = a; k > (-1); k += -2) { break; }"),
    ],
)
def test_a_text_is_translated_line_by_line(body: str, made: str) -> None:
    lines = translated(text_of(body)).splitlines()
    start = lines.index("export function text(row, a, b, yes) {") + 1
    assert " ".join(line.strip() for line in lines[start:-1]) == made


# --- the same results ----------------------------------------------------------------------------


def in_node(script: str, asked: list[Any], folder: Path) -> Any:
    """What a script beside the files of the page answers."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    for name in ("engine.js", "teaching.js"):
        shutil.copy(engine_js.PAGE / name, folder)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "run.js").write_text(script, "utf-8")
    run = [node, str(folder / "run.js")]
    done = subprocess.run(run, input=json.dumps(asked), capture_output=True, text=True, check=False)
    assert not done.stderr
    return json.loads(done.stdout)


RUN = """
import { readFileSync } from "node:fs";
import * as engine from "./engine.js";
const revive = (key, value) => (typeof value === "string" && Number(value) == value ? BigInt(value) : value);
const show = (key, value) => (typeof value === "bigint" ? `${value}` : value);
const answers = JSON.parse(readFileSync(0, "utf8"), revive).map(([name, given]) => {
  const args = given.map((each) => (each?.same === undefined ? each : given[each.same]));
  return [engine[name](...args) ?? null, args];
});
process.stdout.write(JSON.stringify(answers, show));
"""


Question = tuple[Callable[..., Any], list[Any]]
"""A function of a text, and its arguments."""


class Value(int):
    """BigInt on the page."""


class Values(list[Any]):
    """A sequence of values, or of sequences of values."""


def shown(entry: Any, of_values: bool = False) -> Any:
    """An argument for the page, which reads texts as BigInt."""
    of_values = of_values or isinstance(entry, (Value, Values))
    if isinstance(entry, (list, tuple)):
        return [shown(each, of_values) for each in entry]
    return str(entry) if of_values else entry


def plain(entry: Any) -> Any:
    """A result, with values as numbers and tuples as lists."""
    if isinstance(entry, (list, tuple)):
        return [plain(each) for each in entry]
    return entry if entry is None else int(entry)


def values(rng: random.Random, most: int) -> Values:
    """Up to so many cards, with many ties or up to 10**17."""
    largest = rng.choice([2, 9, 10**17])
    return Values(rng.randint(-largest, largest) for _ in range(rng.randint(1, most)))


OPPONENTS = (
    *every_opponent(), opponent("greedy random"), opponent("modest random trembling 1/3"),
    opponent("optimal trembling 1/10"), opponent("left"), opponent("right"), opponent("right trembling 1/3"),
)  # fmt: skip


def of_coins(rng: random.Random) -> Iterator[Question]:
    row = values(rng, 12)
    n = len(row)
    table: list[list[int]] = [Values([0] * (n + 1)), [0] * (n + 1), [0] * (n + 1)]
    yield coins.fill_coins, [table, row]
    i, j = sorted(rng.sample(range(n + 1), 2))
    yield coins.margin, [table, i, j]
    yield coins.best_sides, [table, i, j]
    yield coins.urgencies, [table, Values([0] * n), Values([0] * n)]


def of_sweep(rng: random.Random) -> Iterator[Question]:
    row, around, you_first = values(rng, 9), rng.random() < 0.3, rng.random() < 0.5
    made = bottom_up.prepare(row, rng.choice(OPPONENTS), around=around)
    cards, (keys, kind, weights) = Values(made.cards), made.replies
    zeros = [[0] * made.count(length) for length in range(made.n + 1)]
    levels, totals = Values([[0] * (made.n + 1), [0] * (made.n + 1)]), Values(deepcopy(zeros))
    yield sweep.sweep, [
        levels, cards, Values(keys), made.n, 1, around, kind, weights and Values(weights), you_first, 0,
        made.n, zeros, None, totals,
    ]  # fmt: skip


RULES = (
    "take 1-3", "take 1-2M left", "score rest", "take any", "take 2-any left, merge", "turns ABB", "take 2",
)  # fmt: skip
COUNTS = {"rules", "movers", "arm", "moves"}


def of_turns(rng: random.Random) -> Iterator[Question]:
    row, against, rules = values(rng, 8), rng.choice(OPPONENTS), Rules.of(rng.choice(RULES))
    task = turn_tasks.Task(scaled_for(Row.of(row), against), rules, against)
    made = turn_tasks.arguments(task, IN_LISTS, keep=True)._asdict()
    known: dict[int, Values] = {}  # two arguments may be the same sequence
    given = [
        each if name in COUNTS or each is None else known.setdefault(id(each), Values(each))
        for name, each in made.items()
    ]
    yield turns.fill_positions, [*given, task.shortest, len(row) + 1]


def of_judge(rng: random.Random) -> Iterator[Question]:
    totals, zero = values(rng, 12), Value(0)
    after = Values([each, total] for each, total in zip(totals, reversed(totals), strict=True))
    lost, best = Values([0] * len(totals)), [0] * len(totals)
    yield judge.judge_moves, [after, rng.random() < 0.5, zero, lost, best]
    yield judge.turning_point, [totals, zero]
    loss, promised, spread = Value(rng.randint(0, 5)), Value(rng.randint(-9, 9)), Value(rng.randint(0, 30))
    yield judge.mark_of, [loss, rng.random() < 0.1, rng.random() < 0.5, promised, spread, zero]


def test_node_computes_what_python_computes(tmp_path: Path) -> None:
    rng, asked, expected = random.Random(57), list[Any](), list[Any]()
    for number in range(800):
        for function, given in (of_coins, of_sweep, of_turns, of_judge)[number % 4](rng):
            first = [next(k for k, other in enumerate(given) if other is each) for each in given]
            once = [shown(each) if first[k] == k else {"same": first[k]} for k, each in enumerate(given)]
            asked.append([function.__name__, once])
            expected.append(plain([function(*given), given]))
    for one, answer, right in zip(asked, in_node(RUN, asked, tmp_path), expected, strict=True):
        assert plain(answer) == right, one


# --- the same steps ------------------------------------------------------------------------------

STEPS = """
import { readFileSync } from "node:fs";
import * as teaching from "./teaching.js";
const answers = JSON.parse(readFileSync(0, "utf8")).map(([name, args]) => {
  const [run, steps] = [teaching[name](...args), []];
  let step = run.next();
  for (; !step.done; step = run.next()) steps.push(step.value);
  return [step.value, args, steps];
});
process.stdout.write(JSON.stringify([teaching.SOURCES, answers]));
"""

LOOPS = {"length", "i", "k"}
"""The variables of loops, which Python keeps after their loop."""


def of_teaching(row: list[int], who: Opponent, you_first: bool) -> Iterator[tuple[str, list[Any]]]:
    """The methods with their arguments."""
    n, (keys, kind, weights) = len(row), replies_of(who, row)
    cards = [card * weights[3] ** n for card in row] if weights else row
    against, blank = [kind, keys, weights and list(weights)], [[None] * n for _ in row]
    yield "exhaustive", [cards, 0, n - 1, you_first, against]
    yield "top_down", [cards, 0, n - 1, you_first, against, blank]
    yield "bottom_up", [cards, you_first, against, blank]
    yield "contract", [cards, [None] * n]


def traced(source: list[str], name: str, given: list[Any]) -> list[Any]:
    """The result, the arguments then, and the steps of a method as it is shown, as Python traces them."""
    scope, steps = dict(vars(teaching)), list[Any]()
    exec(compile("\n".join(source), "shown", "exec"), scope)

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        if frame.f_code.co_filename == "shown" and event in ("call", "line"):
            steps.append(
                [frame.f_lineno - 1, {k: v for k, v in frame.f_locals.items() if isinstance(v, int)}]
            )
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = scope[name](*given)
    finally:
        sys.settrace(before)
    return [result, given, steps]


def test_the_page_runs_the_lines_that_it_shows_as_python_does(tmp_path: Path) -> None:
    rng = random.Random(52)
    asked: list[Any] = [*of_teaching([8, 15, 3, 7], opponent("optimal"), True)]
    for _ in range(40):
        row = [rng.randint(-3, 3) for _ in range(rng.randint(1, 6))]
        asked += of_teaching(row, rng.choice(OPPONENTS), rng.random() < 0.5)
    sources, answers = in_node(STEPS, asked, tmp_path)
    assert tuple(sources) == engine_js.METHODS
    for (name, given), (*answer, steps) in zip(asked, answers, strict=True):
        *right, lines = traced(sources[name], name, deepcopy(given))
        assert answer == right, (name, given)
        for (line, variables), (traced_line, found) in zip(steps, lines, strict=True):
            over = LOOPS - variables.keys()
            kept = {each: value for each, value in found.items() if each not in over}
            assert [line, variables] == [traced_line, kept], (name, given)
    calls = [line for line, _ in answers[0][2] if line == 0]
    assert len(calls) == 15
