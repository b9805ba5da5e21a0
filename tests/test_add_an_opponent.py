"""A new opponent by cards is one entry, which works everywhere, in compiled code too."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

import twoends
from kernel_rows import scaled
from twoends import Board, Circle, Row, opponent, play_rows, solve, solve_rows, table
from twoends.kernels.rules import LargerRight
from twoends.rules.preferences import BY_CARDS, HABITS, LOOKING_AHEAD, Habit
from twoends.solvers import bottom_up, circles, compiled, compiled_intervals

ADDED = '''
"""The opponent of docs/how-to/extend.md: the card that is larger in size, whatever its sign."""

from twoends.rules.preferences import BY_CARDS, HABITS, Habit

HABITS["fierce"] = Habit(
    "fierce", "cards", lambda cards: abs(cards.earns), BY_CARDS, "Takes the card that is larger in size."
)
'''

EVERYWHERE = """
import json
import added
from twoends import Board, Circle, opponent, parse, review, solve
from twoends.judge.zoo import exact_mistakes
from twoends.judge import task
from twoends.views.json import json_solution
from command_line import run

assert opponent("fierce").ties == "right"
assert json_solution(solve([8, -15, 3, 7], "fierce left"))["opponent"] == "fierce left"
assert solve(Board.of([3, -5], [4]), "fierce").second is not None
assert solve(Circle([3, -5, 4]), "fierce").second == solve([4, 3], "fierce").first
assert review(parse("8 -15 3 7 / first / LL / fierce")).game.opponent.name == "fierce"
assert json.loads(run("solve", "8", "15", "--opponent", "fierce", "--json").out)["opponent"] == "fierce right"
assert "fierce" in run("solve", "--help").out and "fierce" in run("play", "--help").out
assert "fierce" in run("solve", "8", "15", "--opponent", "feirce").err
assert len(run("solve", "8", "15", "3", "--opponent", "all").out.splitlines()) == 3 + len(added.HABITS) - 1
named = {mistake.name for mistake in exact_mistakes(task("removal-game"))}
assert any("fierce" in name for name in named), named
from twoends.web.questions import opponents
assert any(known["name"] == "fierce" and known["ties"] for known in opponents()["opponents"])
print("works everywhere")
"""


def test_one_entry_adds_an_opponent_everywhere(tmp_path: Path) -> None:
    (tmp_path / "added.py").write_text(ADDED, "utf-8")
    (tmp_path / "everywhere.py").write_text(EVERYWHERE, "utf-8")
    run = subprocess.run(
        [sys.executable, "everywhere.py"],
        cwd=tmp_path,
        # A kernel in the shared cache that refers to a module of this test would stay there.
        env={
            "NUMBA_CACHE_DIR": str(tmp_path),
            "NUMBA_DISABLE_JIT": "1",  # compiled rules of new habits are tested below
            "PYTHONPATH": f"{Path(__file__).parent}:{Path(twoends.__file__).parent.parent}",
            "PATH": "",
        },
        capture_output=True,
        text=True,
    )
    assert run.stdout == "works everywhere\n", run.stdout + run.stderr


NEW = [
    Habit("two-deep", "cards", lambda cards: cards.earns + cards.beyond, BY_CARDS, "Looks at two cards."),
    Habit("fierce", "cards", lambda cards: abs(cards.earns), BY_CARDS, "Takes what is larger in size."),
    Habit("cubic", "cards", lambda cards: cards.earns**3, BY_CARDS, "Has keys that leave 64 bits."),
]


@pytest.fixture(params=NEW, ids=lambda habit: habit.name)
def habit(request: pytest.FixtureRequest) -> Iterator[Habit]:
    with patch.dict(HABITS, {request.param.name: request.param}):
        yield request.param


def defined_total(row: list[int], key: Callable[[int, int], int], ties: str, *, you_first: bool) -> Fraction:
    """Your total against an opponent who looks at two cards of each end; `key` gets both."""

    @cache
    def total(i: int, j: int, yours: bool) -> Fraction:
        if i == j:
            return Fraction(0)
        after_left, after_right = total(i + 1, j, not yours), total(i, j - 1, not yours)
        if yours:
            return max(row[i] + after_left, row[j - 1] + after_right)
        if j - i == 1:
            return Fraction(0)
        left, right = key(row[i], row[i + 1]), key(row[j - 1], row[j - 2])
        equal = {"left": after_left, "right": after_right, "random": (after_left + after_right) / 2}[ties]
        return after_left if left > right else after_right if left < right else equal

    return total(0, len(row), you_first)


KEYS: dict[str, Callable[[int, int], int]] = {
    "two-deep": lambda card, beyond: card + beyond,
    "fierce": lambda card, beyond: abs(card),
    "cubic": lambda card, beyond: card**3,
}


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("size", [1, 2**20, 2**40], ids=["16 bits", "32 bits", "64 bits"])
@pytest.mark.parametrize("ties", ["right", "left", "random"])
def test_an_opponent_by_cards_is_solved_as_defined_by_every_method(
    habit: Habit, ties: str, size: int
) -> None:
    who, key = opponent(f"{habit.name} {ties}"), KEYS[habit.name]
    random = np.random.default_rng(1)
    for n in (1, 2, 3, 7):
        rows = random.integers(-3, 4, (12, n)) * size
        expected = [
            [defined_total(row, key, ties, you_first=you_first) for row in rows.tolist()]
            for you_first in (True, False)
        ]
        batch = solve_rows(rows, who)
        assert [list(map(Fraction, batch.first)), list(map(Fraction, batch.second))] == expected, (n, who)
        for k, row in enumerate(rows.tolist()[:3]):
            for method in ("auto", "bottom-up", "top-down", "exhaustive"):
                solved = solve(row, who, method=method)
                assert [solved.first, solved.second] == [each[k] for each in expected], (row, who, method)
            assert table(row, who)[0, n][:2] == (expected[0][k], expected[1][k])
            if ties != "random":
                played = play_rows([row] * 2, "best", who), play_rows([row] * 2, who, "best")
                got = played[0][:, 0].tolist(), played[1][:, 1].tolist()
                assert got == ([expected[0][k]] * 2, [expected[1][k]] * 2), (row, who)


@pytest.mark.parametrize("size", [1, 2**20, 2**40])
@pytest.mark.parametrize("ties", ["right", "left"])
def test_totals_lines_and_circles_are_compiled_if_keys_fit_64_bits(
    habit: Habit, ties: str, size: int
) -> None:
    who = opponent(f"{habit.name} {ties}")
    assert compiled.serves(who)
    row = (np.random.default_rng(2).integers(-9, 10, 70) * size).tolist()
    result = compiled.solve(scaled(row), who)
    on_circle = compiled_intervals.totals_of_circle(row, who, True)
    if habit.name == "cubic" and size > 1:
        assert result is None
        assert on_circle is None
        return
    assert result is not None
    for you_first, total in ((True, result.first), (False, result.second)):
        pure = bottom_up.solve(scaled(row), who)
        expected = pure.first if you_first else pure.second, pure.line(you_first)
        assert (total, result.line(you_first)) == expected, (who, size)
        assert compiled_intervals.totals_of_circle(row, who, you_first) == circles.totals(row, who, you_first)


@pytest.mark.parametrize("name", ["generous right", "optimal right"])
def test_a_line_takes_the_right_if_an_opponent_by_totals_prefers_it(name: str) -> None:
    row, who = [2, 1, 0, 1, 1], opponent(name)
    searched = solve(row, who, method="top-down")
    results = [bottom_up.solve(scaled(row), who)]
    if not who.is_optimal:  # compiled code folds a row of two optimal players
        in_kernels = compiled.solve(scaled(row), who)
        assert in_kernels is not None
        results.append(in_kernels)
    for result in results:
        for you_first, expected in ((True, searched.line), (False, searched.line_second)):
            got = result.line(you_first)
            assert got == expected, f"{result.method}, {you_first=}: expected {expected}, got {got}"


def test_a_new_opponent_plays_on_boards_and_circles(habit: Habit) -> None:
    for shape in (Board.of([3, -5, 2], [4, 1]), Circle([3, -5, 4, 1]), Row.of([3, -5, 4])):
        solved = solve(shape, habit.name)
        played = twoends.match(shape, habit.name, "best").game
        assert played.yours == solved.second, (str(shape), habit.name, solved.second, played)
        assert solved.second == solve(shape, habit.name, method="exhaustive").second
    between = twoends.match([3, -5, 4], habit.name, habit.name).game
    assert play_rows([[3, -5, 4]], habit.name, habit.name).tolist() == [[between.yours, between.theirs]]


def test_keys_in_the_order_of_the_cards_are_the_cards_themselves() -> None:
    row = np.array([5, 7, 9])
    assert compiled.replies_of(opponent("greedy"), row, np.int32) == (LargerRight(), None, None)
    for cards, dtype, expected in ((row, np.int16, [-5, -7, -9]), (row / 2, np.float64, [-2.5, -3.5, -4.5])):
        modest = compiled.replies_of(opponent("modest"), cards, dtype)
        assert modest is not None
        assert modest.keys is not None
        assert [keys.tolist() for keys in modest.keys] == [expected] * 2
    large = compiled.replies_of(opponent("greedy random"), row + 2**60, np.float64)
    assert large is not None
    assert large.keys is not None, "floats would merge the cards"
    assert large.keys.left.tolist() == [0, 1, 2]


def test_a_new_opponent_by_totals_is_solved_by_the_pure_methods() -> None:
    kind = Habit("kind", "totals", lambda totals: 2 * totals.yours - totals.theirs, LOOKING_AHEAD, "Is kind.")
    with patch.dict(HABITS, kind=kind):
        assert not compiled.serves(opponent("kind"))
        rows = np.random.default_rng(3).integers(-3, 4, (20, 7))
        same = "generous"  # both totals add up to the same
        assert solve_rows(rows, "kind").first.tolist() == solve_rows(rows, same).first.tolist()
        for names in (("best", "kind"), ("kind", "greedy")):
            expected = [same if name == "kind" else name for name in names]
            assert play_rows(rows, *names).tolist() == play_rows(rows, *expected).tolist()
