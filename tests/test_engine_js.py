"""The engine in JavaScript: the file is what the texts give, and what would go wrong is refused."""

from __future__ import annotations

import random
import re
import shutil
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any

import engine_js
import pytest
import subset

from page_modules import in_node
from twoends.engine import teaching
from twoends.engine.replies import replies_of
from twoends.rules.opponent_names import every_opponent, opponent
from twoends.rules.opponents import Opponent


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


# --- what is refused -----------------------------------------------------------------------------

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
        ("new = a\nreturn new", "new is a reserved name"),
        # the truth of anything but a boolean
        ("if a:\n    return b", "a is no boolean, but its truth is asked"),
        ("c = wins(a, b)", "b is no boolean"),
        # booleans as numbers
        ("c = yes == 1", "yes is a boolean, used as a number"),
        ("return a > b", "a > b is a boolean, used as a number: annotate it as bool"),
        ("c = a > b\nc = 1", "c is a boolean in one place and none in another"),
        # loops
        ("for k in range(a):\n    k = k + 1", "k is the variable of a loop, and assigned"),
        ("k = 0\nfor k in range(a):\n    b += k", "has the variable k, which is something else"),
        ("for k in range(a, b + 1):\n    b += 1", "b + 1 ends a range, and the loop assigns b"),
        ("for k in range(row[0]):\n    row[k] = b", "row[0] ends a range, and is computed in each step"),
        ("for k in range(0, a, b):\n    row[k] = a", "b is a step, and no literal"),
        # sequences
        ("return row[0, 1]", "(0, 1) makes a sequence: write [i][j]"),
        ("return row[-1]", "row[-1] counts from the end: subtract from len"),
        ("refill(row[1:])", "row[1:] is a copy in lists"),
        # calls, operators, literals
        ("return max(a, b, 1)", "max(a, b, 1) has 3 arguments: max takes 2"),
        ("if a < first(row, 0) < b:\n    return a", "first(row, 0) is computed twice"),
        ("return a / b", "a / b is nothing that a text can have: write it with what CONTRIBUTING.md lists"),
        ("return 9007199254740992", "9007199254740992 is nothing"),
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
        ("\n@cache\ndef f(a):\n    return a", "line 2: cache is a decorator"),
        ("def f(this):\n    return 1", "line 1: this is a reserved name"),
        ("from math import inf", "line 1: from math import inf imports what is no text before this one"),
        ("A, SIDE = 1, 2", "line 1: A, SIDE = (1, 2) defines SIDE again"),
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


# --- the same steps ------------------------------------------------------------------------------

OPPONENTS = (
    *every_opponent(), opponent("greedy random"), opponent("modest random trembling 1/3"),
    opponent("optimal trembling 1/10"), opponent("left"), opponent("right"), opponent("right trembling 1/3"),
)  # fmt: skip


STEPS = """(teaching, asked) => [teaching.SOURCES, asked.map(([name, args]) => {
  const [run, steps] = [teaching[name](...args), []];
  let step = run.next();
  for (; !step.done; step = run.next()) steps.push(step.value);
  return [step.value, args, steps];
})]"""

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
    sources, answers = in_node(STEPS, ["teaching"], asked, tmp_path)
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
