"""The engine in JavaScript: the file is what the texts give, and what would go wrong is refused."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import engine_js
import pytest

from twoends.engine import bottom_up, coins, sweep, turn_tasks, turns
from twoends.engine.method import scaled_for
from twoends.engine.sequences import IN_LISTS
from twoends.rules.opponents import every_opponent, opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules


def test_the_page_has_what_the_texts_give() -> None:
    assert engine_js.TARGET.read_text("utf-8") == engine_js.engine(), "run python tools/engine_js.py"


def test_the_check_says_in_a_sentence_what_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["engine_js.py", "--check"])
    assert (engine_js.main(), capsys.readouterr().err) == (0, "")
    monkeypatch.setattr(engine_js, "ROOT", tmp_path)
    monkeypatch.setattr(engine_js, "TARGET", tmp_path / "engine.js")
    for content in (None, "// another file\n"):
        if content is not None:
            engine_js.TARGET.write_text(content)
        assert engine_js.main() == 1
        said = "engine.js is not what the texts give: run python tools/engine_js.py\n"
        assert capsys.readouterr().err == said
    assert engine_js.TARGET.read_text() == content, "a check writes nothing"
    monkeypatch.setattr(engine_js, "ENGINE", tmp_path)
    for name in engine_js.TEXTS:
        (tmp_path / f"{name}.py").write_text("import numpy\n")
    assert engine_js.main() == 1
    said = "engine/coins.py, line 1: import numpy imports what is no text: import only from texts\n"
    assert capsys.readouterr().err == said


# --- what is refused -----------------------------------------------------------------------------

HEAD = '''\
from typing import Any
SIDE, OTHER = range(2)
def first(row: Any, k: Any) -> Any:
    """The first."""
    return row[k]
def fill(row: Any, k: Any) -> None:
    """Fill in."""
    part = row[0]
    part[k] = k
def wins(a: Any, yes: bool) -> bool:
    """Whether it wins."""
    return a > 0 and yes
def text(row: Any, a: Any, b: Any, yes: bool) -> Any:
    """The text."""
'''
LINE = HEAD.count("\n") + 1


def translated(body: str) -> str:
    """Translate a function of these statements."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return engine_js.translate({"made": HEAD + lines})


@pytest.mark.parametrize(
    ("body", "line", "fault"),
    [
        # names
        ("return c", 0, "c is unknown"),
        ("return missing(a)", 0, "missing is unknown"),
        ("return sum(row)", 0, "sum is unknown"),
        ("return first", 0, "first is a function, used as a value"),
        ("first = a\nreturn first(row, 0)", 1, "first is a variable here"),
        ("new = a\nreturn new", 0, "has the name new, which is reserved"),
        ("max = a\nreturn max", 0, "has the name max, which is reserved"),
        # functions and calls
        ("return (lambda: a)()", 0, "(lambda: a)() is no plain call"),
        ("f = lambda: a", 0, "lambda: a cannot be translated"),
        ("def inner() -> None:\n    return a", 0, "def inner() -> None: cannot be translated"),
        ("return [k for k in row]", 0, "[k for k in row] cannot be translated"),
        ("return first(row)", 0, "first(row) has 1 arguments: first takes 2"),
        ("return first(row, k=a)", 0, "is no plain call"),
        ("return first(*row)", 0, "first(*row) unpacks arguments"),
        ("return row.index(a)", 0, "row.index(a) is no plain call"),
        ("return max(a, b, 1)", 0, "max(a, b, 1) has 3 arguments"),
        ("return min(row)", 0, "min(row) has 1 arguments"),
        ("for k in range(3):\n    yield k", 1, "yield k cannot be translated"),
        # the truth of numbers
        ("if a:\n    return b", 0, "a is no boolean, but its truth is asked"),
        ("while row[0]:\n    a = b", 0, "row[0] is no boolean"),
        ("return b if a else 0", 0, "a is no boolean"),
        ("c = not a", 0, "a is no boolean"),
        ("c = a > b or b", 0, "b is no boolean"),
        ("c = wins(a, b)", 0, "b is no boolean"),
        ("if first(row, 0):\n    return b", 0, "first(row, 0) is no boolean"),
        # booleans as numbers
        ("return a + (a > b)", 0, "a > b is a boolean, used as a number"),
        ("return a * (a > b)", 0, "a > b is a boolean, used as a number"),
        ("return SIDE * yes", 0, "yes is a boolean, used as a number"),
        ("return row[yes]", 0, "yes is a boolean, used as a number"),
        ("c = yes == 1", 0, "yes is a boolean, used as a number"),
        ("c = (a > b) < (b > a)", 0, "a > b is a boolean, used as a number"),
        ("return first(row, a > b)", 0, "a > b is a boolean, used as a number"),
        ("return max(yes, a > b)", 0, "yes is a boolean, used as a number"),
        ("row[0] = a > b", 0, "row[0] would hold a boolean"),
        ("c = a > b\nc = 1", 0, "c is a boolean in one place and none in another"),
        ("yes = a", 0, "yes is a boolean in one place and none in another"),
        ("a = a > b", 0, "a is a boolean in one place and none in another"),
        ("c = a if yes else a > b", 0, "is a boolean in one case only"),
        ("return a > b", 0, "return a > b returns a boolean: annotate the result as bool"),
        # loops
        ("for k in range(a):\n    k = k + 1", 1, "k is the variable of a loop, and assigned"),
        ("k = 0\nfor k in range(a):\n    b += k", 0, "k is the variable of a loop, and assigned"),
        (
            "for k in range(a):\n    b += k\nreturn k",
            2,
            "k is the variable of a loop, and read outside of it",
        ),
        (
            "for k in range(3):\n    for k in range(2):\n        b += k",
            1,
            "k is the variable of a loop within",
        ),
        ("for a in range(3):\n    b += a", -2, "has the parameter a, the variable of a loop"),
        ("for k in range(a):\n    a = b", 0, "a ends a range, and the loop assigns a"),
        ("for k in range(a, b + 1):\n    b += 1", 0, "b + 1 ends a range, and the loop assigns b"),
        ("for k in range(row[0]):\n    row[k] = b", 0, "row[0] ends a range, and is read in each step"),
        ("for k in range(first(row, 0)):\n    b += k", 0, "first(row, 0) ends a range, and is read in each"),
        ("for k in range(0, a, b):\n    row[k] = a", 0, "b is a step, and no literal"),
        ("for k in range(0, a, 0):\n    row[k] = a", 0, "0 is a step, and no literal"),
        ("for k in row:\n    b += k", 0, "for k in row: is not over a range"),
        ("for k, l in range(a):\n    b += k", 0, "for k, l in range(a): is not over a range"),
        ("for k in range(a):\n    b += k\nelse:\n    b = a", 0, "for k in range(a): has an else"),
        ("while a > b:\n    b += a\nelse:\n    b = a", 0, "while a > b: has an else"),
        # sequences
        ("return row[0, 1]", 0, "are several indices: write [i][j]"),
        ("return row[-1]", 0, "-1 counts from the end: subtract from len"),
        ("return first(row[-2:], 0)", 0, "-2 counts from the end"),
        ("return first(row[::2], 0)", 0, "row[::2] has a step"),
        ("row[1:] = row", 0, "row[1:] is a slice, and assigned to: write a loop"),
        ("c = row[1:]", 0, "row[1:] is a copy in one place and not in another"),
        ("fill(row[1:], 0)", 0, "row[1:] is a copy in lists, and fill writes to it"),
        ("return (a, b) < (b, a)", 0, "return (a, b) < (b, a) returns a boolean"),
        ("if (a, b) < (b, a):\n    return a", 0, "(a, b) makes a sequence"),
        ("if [a] == row:\n    return a", 0, "[a] makes a sequence"),
        ("c = a, b", 0, "c = (a, b) makes a sequence"),
        ("c, d = row[0]", 0, "row[0] is unpacked"),
        ("c, d = a, b, a", 0, "has sides of different lengths"),
        ("row[0] = row[1] = a", 0, "assigns one value to several entries"),
        ("*c, d = row", 0, "row is unpacked"),
        # operators and literals
        ("return a / b", 0, "a / b has an operator that texts do not use: use + - * // %"),
        ("return a ** b", 0, "a ** b has an operator that texts do not use"),
        ("a //= b", 0, "a //= b has an operator that texts do not use"),
        ("return 0.5", 0, "0.5 is no whole number below 2**53"),
        ("return 9007199254740992", 0, "9007199254740992 is no whole number below 2**53"),
        ("return 'a'", 0, "'a' is no whole number below 2**53"),
        ("if a is b:\n    return a", 0, "a is b compares identity"),
        ("if a == None:\n    return a", 0, "a == None compares with None"),
        ("if a in row:\n    return a", 0, "a in row has an operator that texts do not use"),
        ("if a < first(row, 0) < b:\n    return a", 0, "first(row, 0) is computed twice"),
        ("c = None", 0, "c = None assigns None"),
        # statements
        ("a: Any = b", 0, "a: Any = b cannot be translated"),
        ("assert a > b", 0, "assert a > b cannot be translated"),
        ("if (c := a) > b:\n    return c", 0, "(c := a) cannot be translated"),
        ("del row[0]", 0, "del row[0] cannot be translated"),
    ],
)
def test_a_text_is_refused_for_what_would_go_wrong(body: str, line: int, fault: str) -> None:
    with pytest.raises(engine_js.RefusedError) as error:
        translated(body)
    said = str(error.value)
    assert fault in said
    assert said.startswith(f"engine/made.py, line {LINE + line}: ")
    assert said.count(": ") >= 2, "it says what to write instead"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ('def f(a=1):\n    """F."""', "line 1: def f(a=1): has a default"),
        ('def f(*a):\n    """F."""', "line 1: def f(*a): has parameters of a special kind"),
        ('def f(*, a):\n    """F."""', "line 1: def f(*, a): has parameters of a special kind"),
        ('@cache\ndef f(a):\n    """F."""', "line 2: @cache has a decorator"),
        ("def f(a):\n    return a", "line 1: def f(a): has no docstring"),
        ('def f(this):\n    """F."""', "line 1: this has the name this, which is reserved"),
        ('def new(a):\n    """F."""', "line 1: def new(a): has the name new, which is reserved"),
        ("A, f = range(3)", "line 1: A, f = range(3) is no constant of a text"),
        ("A = 0.5", "line 1: A = 0.5 is no constant of a text"),
        ("class A:\n    b = 1", "line 1: class A: cannot be translated"),
        ("import numpy", "line 1: import numpy imports what is no text"),
        ("from math import inf", "line 1: from math import inf imports what is no text"),
        ("from twoends.engine.values import A", "imports what is no text"),
        ("from twoends.engine.made import A", "imports A, which no text before this one has"),
        ("from twoends.engine.before import B", "imports B, which no text before this one has"),
        ("from twoends.engine.before import A as B", "imports A, which no text before this one has"),
        ("A = 1", "line 1: A = 1 has the name A, as something in engine/before.py has"),
        ('def g():\n    """G."""', "line 1: def g(): has the name g, as something in engine/before.py has"),
        ('def f():\n    """F."""\n    return A', "line 3: A is unknown"),
        ('def f():\n    """F."""\n    return g()', "line 3: g is unknown"),
    ],
)
def test_a_text_is_refused_for_what_it_defines_and_imports(source: str, said: str) -> None:
    before = 'A = 1\ndef g():\n    """G."""\n    return A\n'
    with pytest.raises(engine_js.RefusedError, match=r"engine/made\.py, line \d+: ") as error:
        engine_js.translate({"before": before, "made": source})
    assert said in str(error.value)


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ("c, d = a, b\nreturn c - d", ["const c = a, d = b;", "return c - d;"]),
        ("a, b = b, a", ["[a, b] = [b, a];"]),
        ("a, b = b, row[0]", ["a = b; b = row[0];"]),
        ("row[0], row[1] = row[1], row[0]", ["[row[0], row[1]] = [row[1], row[0]];"]),
        ("c, _ = row\nreturn c", ["const c = row[0];", "return c;"]),
        ("c, d = first(row, 0)\nreturn c + d", ["const [c, d] = first(row, 0);", "return c + d;"]),
        ("c = d = a\nreturn c + d", ["let c, d;", "c = d = a;", "return c + d;"]),
        ("return first(row[a:], 0)", ["return first(row.slice(a), 0);"]),
        ("return a // b % 2 - (a - b)", ["return Math.floor(a / b) % 2 - (a - b);"]),
        ("return SIDE * (a <= b)", ["return SIDE * (a <= b);"]),
        ("c = (a > b) == yes\nreturn 1 if not c else 0", ["const c = (a > b) == yes;", "return !c ? 1 : 0;"]),
        ("return b if row is None else a", ["return row === null ? b : a;"]),
        (
            "for k in range(a - 1, -1, -1):\n    if row[k] < a < b:\n        c = row[k]\n        b += c",
            ["for (let k = a - 1; k > -1; k -= 1) {", "if (row[k] < a && a < b) {", "const c = row[k];",
             "b += c;", "}", "}"],
        ),
        (  # what a round leaves is there in the next
            "while a > b:\n    if yes:\n        c = a\n    a -= c",
            ["let c;", "while (a > b) {", "if (yes) {", "c = a;", "}", "a -= c;", "}"],
        ),
    ],
)  # fmt: skip
def test_a_text_is_translated_line_by_line(body: str, lines: list[str]) -> None:
    made = translated(body).splitlines()
    start = made.index("export function text(row, a, b, yes) {") + 1
    assert [line.strip() for line in made[start:-1]] == lines


# --- the same results ----------------------------------------------------------------------------

RUN = """
import { readFileSync } from "node:fs";
import * as engine from "./engine.mjs";
const revive = (key, value) => (typeof value === "string" && Number(value) == value ? BigInt(value) : value);
const show = (key, value) => (typeof value === "bigint" ? `${value}` : value);
const answers = JSON.parse(readFileSync(0, "utf8"), revive).map(([name, given]) => {
  const args = given.map((each) => (each !== null && each.like !== undefined ? given[each.like] : each));
  return [engine[name](...args) ?? null, args];
});
process.stdout.write(JSON.stringify(answers, show));
"""


class Values(list[Any]):
    """A sequence of values, or of sequences of values: BigInt on the page."""


def shown(entry: Any, of_values: bool = False) -> Any:
    """An argument for the page, which reads texts as BigInt."""
    of_values = of_values or isinstance(entry, Values)
    if isinstance(entry, (list, tuple)):
        return [shown(each, of_values) for each in entry]
    return str(entry) if of_values else entry


def plain(entry: Any) -> Any:
    """A result, with values as numbers and tuples as lists."""
    if isinstance(entry, (list, tuple)):
        return [plain(each) for each in entry]
    return entry if entry is None else int(entry)


Questions = Iterator[tuple[Any, list[Any]]]
"""Functions of texts, and their arguments."""


def values(rng: random.Random, most: int) -> Values:
    """Up to so many cards, with many ties or up to 10**17."""
    largest = rng.choice([2, 9, 10**17])
    return Values(rng.randint(-largest, largest) for _ in range(rng.randint(1, most)))


OPPONENTS = (
    *every_opponent(), opponent("greedy random"), opponent("modest random trembling 1/3"),
    opponent("optimal trembling 1/10"),
)  # fmt: skip


def of_coins(rng: random.Random) -> Questions:
    row = values(rng, 12)
    n = len(row)
    table: list[list[int]] = [Values([0] * (n + 1)), [0] * (n + 1), [0] * (n + 1)]
    yield coins.fill_coins, [table, row]
    i, j = sorted(rng.sample(range(n + 1), 2))
    yield coins.margin, [table, i, j]
    yield coins.best_sides, [table, i, j]
    yield coins.urgencies, [table, Values([0] * n), Values([0] * n)]


def of_sweep(rng: random.Random) -> Questions:
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
    "take 1-3",
    "take 1-2M left",
    "score rest",
    "take any",
    "take 2-any left, merge",
    "turns ABB",
    "take 2",
)
COUNTS = ("rules", "movers", "arm", "moves")


def of_turns(rng: random.Random) -> Questions:
    row, against, rules = values(rng, 8), rng.choice(OPPONENTS), Rules.of(rng.choice(RULES))
    task = turn_tasks.Task(scaled_for(Row.of(row), against), rules, against)
    made = turn_tasks.arguments(task, IN_LISTS, keep=True)._asdict()
    known: dict[int, Values] = {}  # two arguments may be the same sequence
    given = [
        each if name in COUNTS or each is None else known.setdefault(id(each), Values(each))
        for name, each in made.items()
    ]
    yield turns.fill_positions, [*given, task.shortest, len(row) + 1]


def test_node_computes_what_python_computes(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    rng, asked, expected = random.Random(57), list[Any](), list[Any]()
    for number in range(600):
        for function, given in (of_coins, of_sweep, of_turns)[number % 3](rng):
            first = {id(each): k for k, each in reversed(list(enumerate(given)))}
            repeats = [isinstance(each, list) and first[id(each)] < k for k, each in enumerate(given)]
            asked.append(
                [
                    function.__name__,
                    [
                        {"like": first[id(each)]} if repeated else shown(each)
                        for each, repeated in zip(given, repeats, strict=True)
                    ],
                ]
            )
            expected.append(plain([function(*given), given]))
    script = tmp_path / "run.mjs"
    shutil.copy(engine_js.TARGET, tmp_path / "engine.mjs")
    script.write_text(RUN, "utf-8")
    done = subprocess.run(
        [node, script], input=json.dumps(asked), capture_output=True, text=True, check=False
    )
    assert not done.stderr
    for question, answer, right in zip(asked, json.loads(done.stdout), expected, strict=True):
        assert plain(answer) == right, question
