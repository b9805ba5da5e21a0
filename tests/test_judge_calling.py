"""The program that calls somebody's function for every row, in this process."""

from __future__ import annotations

import io
import signal
import sys
from pathlib import Path

import pytest

from twoends.judge.containment.calling import callable_in, main, written


def called(
    text: str, name: str, lines: str, folder: Path, monkeypatch: pytest.MonkeyPatch, truth: bool = False
) -> str:
    """What is printed for the rows of the input."""
    (folder / "answer.py").write_text(text)

    class Answers(io.StringIO):
        said: list[str]

        def flush(self) -> None:
            self.said.append(self.getvalue())

    answers = Answers()
    answers.said = []
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    monkeypatch.setattr(sys, "stdout", answers)
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(signal, "setitimer", lambda *told: None)
    limit = sys.getrecursionlimit()
    try:
        main(str(folder / "answer.py"), name, 1.0, truth)
    finally:
        sys.setrecursionlimit(limit)
    assert sys.stdout is sys.stderr
    printed = answers.getvalue()
    ends = [at + 1 for at, sign in enumerate(printed) if sign == "\n"]
    assert answers.said == [printed[:end] for end in ends], "each answer is there before the next row is read"
    return printed


def test_a_function_answers_each_row_on_a_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "def total(values):\n    print('looking', values)\n    return [sum(values), len(values)]\n"
    assert called(text, "total", "8 -15 3\n7\n\n", tmp_path, monkeypatch) == "-4 3\n7 1\n0 0\n"


def test_where_a_truth_value_is_asked_any_value_is_one_but_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "def wins(values): return [0, 1, [], 'x', None, True][values[0]]\n"
    said = called(text, "wins", "0\n1\n2\n3\n4\n5\n", tmp_path, monkeypatch, truth=True)
    assert said.split() == ["false", "true", "false", "true", "None", "true"]


def test_each_row_meets_a_new_solution(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "class Solution:\n    def __init__(self): self.seen = []\n"
        "    def total(self, values: List[int]) -> Optional[int]:\n"
        "        self.seen += values\n        return sum(self.seen)\n"
    )
    assert called(text, "total", "1 2\n7\n", tmp_path, monkeypatch) == "3\n7\n"


def test_what_people_take_for_granted_is_at_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "beside.py").write_text("SEVEN = 7\n")
    text = (
        "from beside import SEVEN\n"
        "names = [bisect_left, deque, lru_cache, heappush, accumulate, List]\n"
        "names += [ceil, comb, floor, gcd, inf, isqrt, log, log2, sqrt, math.pi]\n"
        "names += [bisect.bisect, collections.Counter, functools.cache, heapq.heapify]\n"
        "names += [itertools.chain, typing.Any]\n"
        "def f(values): return f'{__name__} {__file__.rpartition(\"/\")[2]} {SEVEN} {len(names)}'\n"
    )
    assert called(text, "f", "1\n", tmp_path, monkeypatch) == "answer answer.py 7 22\n"


def test_a_function_beside_a_solution_does_as_well() -> None:
    def plain(values: list[int]) -> int:
        return 1

    class Solution:
        def best(self, values: list[int]) -> int:
            return 2

    names = {"Solution": Solution, "plain": plain, "best": plain, "seven": 7}
    assert callable_in(names, "best")([]) == 2
    assert callable_in(names, "plain")([]) == 1
    assert callable_in({"plain": plain}, "plain")([]) == 1
    for known, name, where in (
        (names, "seven", "no function, and class Solution has no method,"),
        (names, "none", "no function, and class Solution has no method,"),
        ({"seven": 7}, "seven", "no function"),
        ({}, "none", "no function"),
    ):
        with pytest.raises(SystemExit) as end:
            callable_in(known, name)
        assert end.value.code == f"there is {where} of the name {name}"


class Indexed:
    def __index__(self) -> int:
        return 12


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (7, "7"),
        (-(10**20), "-100000000000000000000"),
        (True, "true"),
        (False, "false"),
        ("First", "First"),
        ([7, True, (8, "x")], "7 true 8 x"),
        ((), ""),
        (Indexed(), "12"),
        (7.0, "7.0"),
        (None, "None"),
        ({1}, "{1}"),
    ],
)
def test_an_answer_is_written_as_a_program_would_print_it(answer: object, said: str) -> None:
    assert written(answer) == said
