"""An opponent is one entry and one compiled rule: with these two it works everywhere."""

from __future__ import annotations

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import twoends
from twoends import opponent, solve
from twoends.kernels import rules as compiled_rules
from twoends.rules.opponents import every_opponent
from twoends.rules.replies import HABITS, names

ADDED = '''
"""The opponent of docs/how-to/extend.md: the card that is larger in size, whatever its sign."""

from typing import Any, NamedTuple

from twoends.kernels import rules
from twoends.rules.replies import HABITS, Habit

HABITS["fierce"] = Habit("fierce", "cards", abs, "takes the card that is larger in size")


class FierceRight(NamedTuple):
    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        return after_left if abs(left) > abs(right) else after_right


class FierceLeft(NamedTuple):
    def __call__(self, left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        return after_left if abs(left) >= abs(right) else after_right


rules.RULES["fierce", "right"] = FierceRight()
rules.RULES["fierce", "left"] = FierceLeft()
'''

EVERYWHERE = """
import json, sys
import numpy as np
import added
from oracle import Oracle
from twoends import Board, Circle, match, opponent, parse, play_rows, review, solve, solve_rows, table
from twoends.judge.exact_mistakes import exact
from twoends.judge import task
from twoends.solvers import compiled
from twoends.views.json import json_solution
from command_line import run

reply = {
    "right": lambda l, r, al, ar: al if abs(l) > abs(r) else ar,
    "left": lambda l, r, al, ar: al if abs(l) >= abs(r) else ar,
}
random = np.random.default_rng(1)
rows = random.integers(-4, 5, (60, 9))
for ties in ("right", "left"):
    name = f"fierce {ties}"
    oracles = [Oracle(row, reply[ties]) for row in rows.tolist()]
    assert [solve(row, name).first for row in rows.tolist()] == [each.totals[0] for each in oracles]
    second = [solve(row, name, method="top-down").second for row in rows.tolist()]
    assert second == [each.totals[1] for each in oracles]
    assert [table(row, name)[0, 9].theirs for row in rows.tolist()] == [each.totals[1] for each in oracles]
    batch = solve_rows(rows, name)
    assert batch.first.tolist() == [each.totals[0] for each in oracles], "by the compiled rule"
    assert batch.second.tolist() == [each.totals[1] for each in oracles]
    assert play_rows(rows, "best", name)[:, 0].tolist() == [each.totals[0] for each in oracles]
    assert play_rows(rows, name, "best")[:, 1].tolist() == [each.totals[1] for each in oracles]
    one = rows[0].tolist()
    assert match(one, name, "best").game.yours == oracles[0].totals[1]
    assert play_rows(rows[:1], name, name).tolist() == [[
        match(one, name, name).game.yours, match(one, name, name).game.theirs]]
assert opponent("fierce").ties == "right"
assert json_solution(solve([8, -15, 3, 7], "fierce left"))["opponent"] == "fierce left"
assert solve(Board.of([3, -5], [4]), "fierce").second is not None
assert solve(Circle([3, -5, 4]), "fierce").second == solve([4, 3], "fierce").first
assert review(parse("8 -15 3 7 / first / LL / fierce")).game.opponent.name == "fierce"
assert json.loads(run("solve", "8", "15", "--opponent", "fierce", "--json").out)["opponent"] == "fierce right"
assert "fierce" in run("solve", "--help").out and "fierce" in run("play", "--help").out
assert "fierce" in run("solve", "8", "15", "--opponent", "feirce").err
assert len(run("solve", "8", "15", "3", "--opponent", "all").out.splitlines()) == 3 + len(added.HABITS) - 1
named = {mistake.name for mistake in exact(task("removal-game"))}
assert any("fierce" in name for name in named), named
from twoends.web.answers import opponents
assert any(each["name"] == "fierce" and each["ties"] for each in opponents())
print("works everywhere")
"""


def test_one_entry_and_one_compiled_rule_add_an_opponent_everywhere(tmp_path: Path) -> None:
    (tmp_path / "added.py").write_text(ADDED, "utf-8")
    (tmp_path / "everywhere.py").write_text(EVERYWHERE, "utf-8")
    run = subprocess.run(
        [sys.executable, "everywhere.py"],
        cwd=tmp_path,
        # A kernel in the shared cache that knows a module of this test would be there for everybody.
        env={
            "NUMBA_CACHE_DIR": str(tmp_path),
            "PYTHONPATH": f"{Path(__file__).parent}:{Path(twoends.__file__).parent.parent}",
            "PATH": "",
        },
        capture_output=True,
        text=True,
    )
    assert run.stdout == "works everywhere\n", run.stdout + run.stderr


def test_every_built_in_opponent_has_a_compiled_rule_for_each_tie_rule() -> None:
    assert {(who.name, who.ties) for who in every_opponent()} == set(compiled_rules.RULES)


@pytest.mark.parametrize("name", names())
def test_a_habit_replies_as_its_compiled_rule(name: str) -> None:
    for who in every_opponent():
        if who.name != name or who.stochastic:
            continue
        rule = compiled_rules.RULES[who.name, who.ties]
        for left, right, after_left, after_right in product((-2, 0, 2), (-2, 0, 2), (1, 4), (1, 4)):
            got = who.over([left, right])(0, 2, after_left, after_right)
            assert got == rule(left, right, after_left, after_right), (who, left, right)


def test_what_an_opponent_is_called_is_read_back() -> None:
    for who in every_opponent():
        assert opponent(str(who)) == who
        assert solve([8, 15, 3, 7], str(who)).opponent == who
    assert {who.name for who in every_opponent()} == set(HABITS)
