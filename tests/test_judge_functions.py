"""A function is judged in its own language, in the forms that LeetCode and the sources use."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from cases import slow
from command_line import run as twoends
from judged import write_files, write_task
from twoends.judge import TASKS, Supervisor, Task, Verdict
from twoends.judge.building import BuildContext
from twoends.judge.functions import build_function, files_of_function, function_task
from twoends.judge.outcomes import Outcome, Program
from twoends.judge.submissions import CompileError
from twoends.judge.tasks import Values
from twoends.judge.trials import Trial

IN_PYTHON = """class Solution:
    def predictTheWinner(self, nums: List[int]) -> bool:
        print("looking at", nums)
        @lru_cache(None)
        def best(i, j):
            return nums[i] if i == j else max(nums[i] - best(i + 1, j), nums[j] - best(i, j - 1))
        return best(0, len(nums) - 1) >= 0
"""

IN_C = """#include <%s>
%s int optimalStrategyOfGame(int %s, int n)
{
    return arr[0] > arr[n - 1] ? arr[0] : arr[n - 1];
}
int main() { int arr[] = { 8, 15, 3, 7 }; optimalStrategyOfGame(arr, 4); }
"""


def outcome_of(folder: Path, name: str, text: str, task: Task, rows: Sequence[Values]) -> Outcome:
    """The outcome of a run of a function over some rows."""
    for suffix, tool in ((".cpp", "c++"), (".c", "cc"), (".java", "javac")):
        if name.endswith(suffix) and shutil.which(tool) is None:
            pytest.skip(f"there is no {tool}")
    (source,) = write_files(folder, name, text=text)
    task = function_task(task)
    with Supervisor() as supervisor, TemporaryDirectory(dir="/tmp") as made:
        context = BuildContext(folder, Path(made), supervisor, task.memory)
        assert files_of_function([source], folder, task.function) == [source]
        built = build_function([source], context, task)
        return Program(supervisor, built.command, task).try_out(Trial("own", tuple(rows)))


WINNER = TASKS["predict-the-winner"]
NAMED = replace(WINNER, function="wins")
TOTAL = replace(TASKS["removal-game"], function="optimalStrategyOfGame")
BOTH = replace(TASKS["usaco-game"], function="both")
SUMS = replace(TASKS["removal-game"], function="total")
PAIRS = ((8, 15), (3, 7), (5, 5))


@pytest.mark.parametrize(
    ("name", "text", "task", "rows", "expected"),
    [
        ("a.py", IN_PYTHON, WINNER, [*PAIRS, (1, 5, 2)], "AC "),
        ("a.c", IN_C % ("stdio.h", "static", "arr[]"), TOTAL, PAIRS, "AC "),
        ("a.py", "def wins(values):\n    return 1 // 0\n", NAMED, PAIRS, "RE .*: ZeroDivisionError: .*"),
        ("a.py", "def wins(values):\n    return None\n", NAMED, PAIRS, "PE line 1 is 'None', not .*"),
        ("a.py", "def Wins(values):\n    return 1\ndel Wins\n", NAMED, PAIRS,
         "RE .*: there is no function of the name Wins"),
        ("a.py", "class Solution:\n    def Wins(self, row): return 1\nSolution = dict\n", NAMED, PAIRS,
         "RE .*: there is no function, and class Solution has no method, of the name Wins"),
    ],
)  # fmt: skip
def test_a_function_of_each_language_gets_its_verdict(
    name: str, text: str, task: Task, rows: Sequence[Values], expected: str, tmp_path: Path
) -> None:
    outcome = outcome_of(tmp_path, name, text, task, rows)
    assert re.fullmatch(expected, f"{outcome.verdict} {outcome.note}"), outcome


def test_a_function_that_does_not_compile_is_reported_before_anything_runs(tmp_path: Path) -> None:
    with pytest.raises(CompileError, match=r"^SyntaxError: '\(' was never closed \(a.py, line 1\)$"):
        outcome_of(tmp_path, "a.py", "def wins(values:\n", NAMED, PAIRS)


IS_FUNCTION = {
    "a.py": (
        "def wins(values): return 1\n",
        "def Wins(values): return 1\n",
        "class Solution:\n    def wins(self, nums: List[int]) -> bool:\n        return True  # no input()\n",
        'def wins(values):\n    """Wins.\n\n    input (list): not stdin\n    """\n    return 1\n',
        "def wins(values):\n    r'''It's \\''' input().'''\n    return '#' + \"it's\"  # open(0)\n",
    ),
    "a.c": ("int wins(int* arr, int n)\n{ return 1; }\n", "static int\n*wins(int arr[], int n) { }"),
    "a.cpp": (
        "class Solution { public: bool wins(vector<int>& nums) const { return true; } };",
        "auto wins(std::vector<int> nums) -> bool { return true; } // scanf(x)\nint main() { wins({1}); }",
    ),
    "A.java": ("class Solution { public boolean wins(int[] nums) throws Exception { return true; } }",),
}
IS_PROGRAM = {
    "a.py": (
        "def other(values): return 1\n",
        "import sys\ndef wins(values): return 1\nprint(wins(sys.stdin.read()))\n",
        "def wins(values): return 1\nprint(wins(open(0).read()))\n",
        "# def wins(values): return 1\n",
        "def wins(values): return 1\nprint(wins(input().split()))\n",
        '"""\ndef wins(values): return 1\n"""\n',
        "def wins(values): return 1\nprint('Game #1', wins(input().split()))\n",
        "def wins(values): return 1\nprint(\"'''\", '\\'', wins(input()), \"'''\")\n",
    ),
    "a.c": ("int wins(int* arr, int n);\nint main() { while (wins(0, 1)) { } }\n",
            'int wins(int* a, int n) { return 1; }\nint main() { scanf("%d", &n); }'),
    "a.cpp": ("int wins(int i, int j) { return i; }\nint main() { cin >> n; wins(0, n); }",
              "// bool wins(int n) { }\nint main() { }"),
    "A.java": ("class A { static int wins(int[] a) { return 1; }\n"
               "public static void main(String[] a) { new Scanner(System.in); } }",),
    "a.rs": ("fn wins(values: Vec<i64>) { }",),
}  # fmt: skip


@pytest.mark.parametrize(("programs", "is_function"), [(IS_FUNCTION, True), (IS_PROGRAM, False)])
def test_a_submission_is_a_function_if_it_defines_it_and_reads_no_input(
    programs: dict[str, tuple[str, ...]], is_function: bool, tmp_path: Path
) -> None:
    for name, texts in programs.items():
        for text in texts:
            (file,) = write_files(tmp_path, name, text=text)
            found = [file] if is_function else []
            assert files_of_function([file], tmp_path, "wins") == found, text
            assert files_of_function([file], tmp_path, "") == []
            assert files_of_function([file], tmp_path, "wins", "b.*") == []


SPINS = {
    "a.py": "def total(values):\n    while len(values) > 1: pass\n    return sum(values)\n",
    "a.cpp": "long long total(vector<int> v) { volatile int x = 1; while (v.size() > 1 && x) ; "
    "return accumulate(v.begin(), v.end(), 0LL); }",
    "A.java": "class A { static long total(int[] v) { while (v.length > 1) ; long sum = 0; "
    "for (int x : v) sum += x; return sum; } }",
}


@pytest.mark.parametrize("name", ["a.py", *slow("a.cpp", "A.java")])
def test_every_row_has_the_whole_time_limit(name: str, tmp_path: Path) -> None:
    """Four rows of a process together have four times as long, and one of them must not use it all."""
    task = replace(TASKS["removal-game"], seconds=0.2, function="total")
    outcome = outcome_of(tmp_path, name, SPINS[name], task, [(1,), (2,), (1, 2), (3,)])
    note = "a single row took longer than the time limit for a row"
    assert (outcome.verdict, outcome.note) == (Verdict.TLE, note)


def test_a_recursion_may_be_as_deep_as_a_long_row(tmp_path: Path) -> None:
    text = (
        "def total(values):\n    from functools import lru_cache\n    @lru_cache(None)\n"
        "    def down(i): return values[i] + down(i + 1) if i < len(values) else 0\n"
        "    return down(0) * 0 + values[0]\n"
    )
    task = replace(TASKS["removal-game"], seconds=20, function="total")
    assert outcome_of(tmp_path, "a.py", text, task, [(0,) * 20000]).verdict is Verdict.AC


# --- memory ------------------------------------------------------------------------------------

OVERRUNS = """#include <stdio.h>
#include <stdlib.h>
int main(void) {
    long long n, x;
    scanf("%lld %lld", &n, &x);
    char *seen = malloc(n);
    for (int i = 0; i <= n; i++) seen[i] = 1;
    printf("%lld", x);
}
"""


@pytest.mark.usefixtures("unexplained")
@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no cc")
def test_an_invalid_memory_access_is_found_even_if_the_answers_are_right(tmp_path: Path) -> None:
    (tmp_path / "answer.c").write_text(OVERRUNS)
    words = ("--task", write_task(tmp_path, "removal-game", rows={"most": 1}), "--tests", "4", "--json")
    report = json.loads(twoends("judge", "submission", "answer.c", *words, cwd=tmp_path).out)
    assert (report["verdict"], report["smallest_failure"]["note"]) == (
        "RE", "heap-buffer-overflow: access to memory that is not its own (answer.c:7)",
    )  # fmt: skip
    assert [each["name"] for each in report["mistakes"]] == ["invalid memory access"]


# --- the caller of a Python function --------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "task", "got"),
    [
        ("class Solution: pass\ndef wins(row): return [0, 'x'][len(row) - 1]\n", NAMED, ("false", "true")),
        ("def both(row): print(row); return [sum(row), True]\n", BOTH, None),
        ("def both(row): print(row); return [sum(row), 7]\n", BOTH, ("5 7", "13 7")),
        ("def both(row): return (str(sum(row)), -(10**20))\n", BOTH, (f"5 -1{'0' * 20}", f"13 -1{'0' * 20}")),
        ("class Solution:\n    def __init__(self): self.seen = []\n"
         "    def total(self, row: List[int]) -> Optional[int]:\n"
         "        self.seen += row\n        return sum(self.seen)\n", SUMS, ("5", "13")),
        ("from beside import SEVEN\n"
         "names = 'bisect_left deque lru_cache heappush accumulate Any ceil comb floor gcd inf isqrt log'\n"
         "names += ' log2 sqrt bisect collections functools heapq itertools math typing'\n"
         "def total(row): return SEVEN + sum(each in globals() for each in names.split())\n", SUMS,
         ("29", "29")),
    ],
    ids=["truth", "no number", "several", "texts", "a new object for each row", "imports"],
)  # fmt: skip
def test_what_a_function_returns_becomes_the_answer(
    text: str, task: Task, got: tuple[str, ...] | None, tmp_path: Path
) -> None:
    (tmp_path / "beside.py").write_text("SEVEN = 7\n")
    assert outcome_of(tmp_path, "a.py", text, task, [(5,), (5, 8)]).got == got
