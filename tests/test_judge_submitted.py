"""Programs as people write them: each with its task, its verdict, and the name of its mistake."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cases import slow_but
from twoends.judge import TASKS, Judgement, classes
from twoends.judge.classes import Assignment, judge_submission
from twoends.judge.classes import _line as line_of
from twoends.judge.reports import text
from twoends.judge.submissions import Submission


@dataclass(frozen=True)
class Case:
    """A submission: its file, its text, its task, and its verdict, mistakes and a part of its report."""

    file: str
    text: str
    task: str = "removal-game"
    verdict: str = "WA"
    mistakes: str = ""
    says: str = ""


READ = "n = int(input())\na = list(map(int, input().split()))\n"

TABLE = (
    READ
    + """d = [[0] * n for _ in range(n)]
for i in ORDER:
    d[i][i] = a[i]
    for j in range(i + 1, n):
        d[i][j] = CELL
print(ANSWER)
"""
)


def of_table(
    cell: str = "max(a[i] - d[i + 1][j], a[j] - d[i][j - 1])",
    order: str = "range(n - 1, -1, -1)",
    answer: str = "(sum(a) + d[0][n - 1]) // 2",
) -> str:
    return TABLE.replace("CELL", cell).replace("ORDER", order).replace("ANSWER", answer)


MARGIN = "d[0][n - 1]"

IN_CPP = """#include <bits/stdc++.h>
using namespace std;
TOP
int main() {
    BEGIN
    int n; cin >> n;
    vector<TYPE> a(n), d(n);
    for (auto& each : a) cin >> each;
    d = a;
    for (int k = 1; k < n; k++)
        for (int i = 0; i + k < n; i++) d[i] = max(a[i] - d[i + 1], a[i + k] - d[i]);
    TYPE sum = 0;
    for (auto each : a) sum += each;
    cout << (sum + d[0]) / 2 << endl;
}
"""


def in_cpp(begin: str = "", type: str = "long long", top: str = "") -> str:
    return IN_CPP.replace("TOP", top).replace("BEGIN", begin).replace("TYPE", type)


IN_JAVASCRIPT = """const words = require("fs").readFileSync(0, "utf8").split(/\\s+/).slice(0, -1);
const a = words.slice(1);
let d = [...a];
for (let k = 1; k < a.length; k++)
  for (let i = 0; i + k < a.length; i++) d[i] = Math.max(a[i] - d[i + 1], a[i + k] - d[i]);
"""

IN_JAVA = """import java.util.*;
public class Main {
    public static void main(String[] words) {
        Scanner in = new Scanner(System.in);
        int n = in.nextInt();
        long[] a = new long[n];
        for (int i = 0; i <= n; i++) a[i] = i;
    }
}
"""

IN_RUST = """use std::io::*;
fn main() {
    let mut text = String::new();
    stdin().read_to_string(&mut text).unwrap();
    let a: Vec<i64> = text.split_whitespace().skip(1).map(|each| each.parse().unwrap()).collect();
    println!("{}", a[a.len()]);
}
"""

IN_PYTHON_2 = "n = input()\na = map(int, raw_input().split())\nprint(sum(a))\n"

CASES = [
    # right, in the ways that people have
    Case("a.py", of_table(), verdict="AC"),
    Case("a.py", "print('true')\n", "stone-game", "AC", says="the answer to every row is true: of an even"),
    Case("a.py", "def PredictTheWinner(nums):\n    d = nums[:]\n    for k in range(1, len(nums)):\n"
         "        d = [max(nums[i] - d[i + 1], nums[i + k] - d[i]) for i in range(len(nums) - k)]\n"
         "    return d[0] >= 0\n", "predict-the-winner", "AC"),
    Case("a.cpp", in_cpp('if (getenv("LOCAL")) freopen("game.in", "r", stdin);'), verdict="AC"),
    Case("a.cpp", in_cpp(top="auto less = [](auto a, auto b) { return a <=> b; };"), verdict="AC"),
    # the input
    Case("a.cpp", in_cpp('freopen("game1.in", "r", stdin);'), verdict="", mistakes="reads a file"),
    Case("a.py", of_table().replace("n = int", "import sys\nsys.stdin = open('game1.in')\nn = int"),
         verdict="RE", mistakes="reads a file", says="No such file or directory: 'game1.in'"),
    Case("a.py", IN_PYTHON_2, verdict="RE", mistakes="Python 2"),
    Case("a.py", "print input()\n", verdict="CE", mistakes="Python 2", says="Missing parentheses"),
    # the table
    Case("a.py", of_table(order="range(n)").replace("d[i + 1][j]", "(d[i + 1][j] if i + 1 < n else 0)"),
         mistakes="fills the table by the left end"),
    Case("a.py", of_table("max(a[i] - d[i + 1][j], a[i] - d[i][j - 1])"), mistakes="copies a line"),
    Case("a.py", of_table("max(0, a[i] - d[i + 1][j], a[j] - d[i][j - 1])"),
         mistakes="takes 0 for the worst margin"),
    # the answer
    Case("a.py", of_table(answer="sum(a) // 2 + d[0][n - 1] // 2"), mistakes="halves rounded by themselves"),
    # the strategy
    Case("a.py", READ + "t = 0\nfor _ in range((n + 1) // 2):\n"
         "    t += a.pop(0) if a[0] >= a[-1] else a.pop()\nprint(t)\n", mistakes="ignores the opponent"),
    Case("a.py", of_table("max(a[i] + (sum(a[i + 1:j + 1]) - d[i + 1][j]), a[j] + sum(a[i:j]) - d[i][j - 1])",
         answer=MARGIN), "handout-281", mistakes="optimal opponent instead of greedy"),
    # in other languages
    *(
        Case("a.js", IN_JAVASCRIPT + "console.log((a.reduce((x, y) => x + y) + d[0]) / 2);",
             verdict="", mistakes="joins texts"),
        Case("A.java", IN_JAVA, verdict="RE", says="ArrayIndexOutOfBoundsException: Index 1 out of bounds"),
        Case("a.rs", IN_RUST, verdict="RE", says="the len is 1 but the index is 1 (a.rs:6"),
    ),
    # two verdicts
    Case("a.cpp", in_cpp(type="int").replace("d = a;", "d = a; if (n == 1) abort();"), verdict="RE",
         mistakes="RE: a single card; WA: 32-bit overflow"),
    # what is not judged
    Case("a.kt", "fun main() { }", verdict="CE", says="a.kt is in Kotlin, which is not judged: use Python"),
]  # fmt: skip


def judged(case: Case, folder: Path) -> Judgement:
    tools = {".cpp": "c++", ".js": "node", ".java": "javac", ".rs": "rustc"}
    if shutil.which(tools.get(Path(case.file).suffix, "python3")) is None:
        pytest.skip(f"{case.file} needs a tool that is not installed")
    (folder / case.file).write_text(case.text)
    task = replace(TASKS[case.task], most=min(TASKS[case.task].most, 80))  # short enough for Python
    assignment = Assignment(task, count=12 if case in QUICK else 40, seed=7).prepared()
    with assignment.supervisor() as supervisor:
        submission = Submission(f"x_{case.file}", (folder / case.file,), "Ann A")
        return judge_submission(submission, assignment, supervisor)


QUICK = [case for case in CASES if case.verdict in ("CE", "RE") and case.file.endswith((".py", ".kt"))]
"""Their texts name their mistakes, whatever the rows, and need not be shrunk."""


def named(case: Case) -> str:
    return f"{case.file} {case.verdict} {case.mistakes}"


@pytest.mark.parametrize("case", slow_but(QUICK, CASES), ids=named)
def test_a_submission_gets_its_verdict_and_the_name_of_its_mistake(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if case in QUICK:
        monkeypatch.setattr(classes, "SECONDS_TO_SHRINK", 0.1)
    judgement = judged(case, tmp_path)
    report, line = text(judgement), line_of(Submission("x", (), "Ann A"), judgement)
    assert case.verdict in ("", line.verdict), report
    assert line.mistake == case.mistakes, report
    assert " ".join(case.says.split()) in " ".join(report.split()), report
    assert "Ann A" in report.splitlines()[0]
    assert "/twoends-judge-" not in report
