"""The engine in JavaScript: the file is what the texts give, and what would go wrong is refused."""

from __future__ import annotations

import random
import shutil
import sys
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from types import FrameType
from typing import Any

import engine_js
import pytest

from expected import calls_are_expected
from page_modules import OPPONENTS, in_node
from twoends.engine import teaching
from twoends.engine.replies import replies_of
from twoends.rules.opponent_names import opponent
from twoends.rules.opponents import Opponent


def test_the_page_has_what_the_texts_give_and_a_check_says_otherwise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("sys.argv", ["engine_js.py", "--check"])
    engine_js.main()
    for name in ("engine.js", "teaching.js"):
        shutil.copytree(engine_js.PAGE, tmp_path / name)
        with monkeypatch.context() as patch:
            patch.setattr(engine_js, "PAGE", tmp_path / name)
            (engine_js.PAGE / name).write_text("// another file\n")
            with pytest.raises(SystemExit, match=rf"^{name} is not what the texts give: run python"):
                engine_js.main()
            assert (engine_js.PAGE / name).read_text() == "// another file\n", "a check writes nothing"


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


def translated(text: str) -> str:
    return "\n".join(engine_js.translate({"before": BEFORE, "made": text})["made"])


def in_function(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return translated(f"def text(row: Any, a: Any, b: Any, yes: bool) -> Any:\n{lines}")


def test_what_would_go_wrong_in_a_text_is_refused_with_its_line_and_what_to_write_instead() -> None:
    calls_are_expected("calls_of_translator.txt", {"translated": translated, "in_function": in_function})


# --- the same steps ------------------------------------------------------------------------------

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
        asked += of_teaching(row, opponent(rng.choice(OPPONENTS)), rng.random() < 0.5)
    sources, answers = in_node(STEPS, ["teaching"], asked, tmp_path)
    assert tuple(sources) == engine_js.METHODS
    for (name, given), (*answer, steps) in zip(asked, answers, strict=True):
        *right, lines = traced(sources[name], name, deepcopy(given))
        assert answer == right, (name, given)
        for (line, variables), (traced_line, found) in zip(steps, lines, strict=True):
            over = LOOPS - variables.keys()
            kept = {each: value for each, value in found.items() if each not in over}
            assert [line, variables] == [traced_line, kept], (name, given)
