"""Opponents: their names, their combinations and their replies."""

from __future__ import annotations

import sys
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any
from unittest import mock

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numba import njit

from kernel_rows import scaled
from oracle import REPLIES, Reply
from shapes_oracle import replayed
from twoends import (
    LEFT,
    RIGHT,
    Game,
    OpponentError,
    Position,
    Side,
    match,
    opponent,
    optimal_lines,
    parse,
    solve,
    solve_rows,
    table,
)
from twoends.answers.policies import chances
from twoends.rules.opponents import add_trembling, computer_opponent, custom_opponent, every_opponent
from twoends.rules.preferences import sides_by_rule
from twoends.solvers import compiled


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *((name, name) for name in (
            "optimal", "optimal best", "greedy left", "modest right", "generous", "random", "random 1/3",
            "optimal trembling 1", "greedy right trembling 1/10 1/3",
            "generous random trembling 1/10 1/3",
        )),
        ("greedy", "greedy right"), ("greedy trembling 1/10", "greedy right trembling 1/10"),
        ("greedy left trembling 0.1 1/2", "greedy left trembling 1/10"), ("random 0.5", "random"),
        ("random 1/3 trembling 1/2", "random 5/12"), ("random 1/4 trembling 1/10 1/3", "random 1/3"),
        ("optimal trembling 0.25 0", "optimal trembling 1/4 0"),
        ("Greedy LEFT Trembling 1/4", "greedy left trembling 1/4"),
        ("greedy trembling 1/2 trembling 1/2", "greedy right trembling 3/4"),
        ("os.path:basename", "os.path:basename"),  # which Python itself knows as posixpath:basename
    ],
)  # fmt: skip
def test_the_name_of_an_opponent_is_complete_and_reads_back(text: str, name: str) -> None:
    made = opponent(text)
    assert (str(made), repr(made), opponent(name)) == (name, f"Opponent({name!r})", made)


@pytest.mark.parametrize("epsilon", [None, "0.1", 0.1, Fraction(1, 10), "1/10"])
def test_ties_and_epsilon_mean_the_same_as_in_the_name(epsilon: Any) -> None:
    expected = opponent("greedy left" if epsilon is None else "greedy left trembling 1/10")
    for who in ("greedy", "greedy left", opponent("greedy left")):
        assert opponent(who, ties="left", epsilon=epsilon) == expected, who
    assert opponent("greedy trembling 1/4", ties="left") == opponent("greedy left trembling 1/4")


def test_every_built_in_opponent_is_listed_with_each_tie_rule() -> None:
    steady = ["optimal", "greedy right", "greedy left", "modest right", "modest left", "generous"]
    assert list(map(str, every_opponent(stochastic=False))) == steady
    assert list(map(str, every_opponent())) == [*steady, "random"]


def test_a_function_is_recognised_by_its_arguments_and_named_by_its_module() -> None:
    def rule(left: Any, right: Any, after_left: Any, after_right: Any, *more: Any, deep: int = 1) -> Any:
        return after_left

    def player(position: Position, depth: int = 3) -> Any:
        return LEFT

    class Plays:
        def __call__(self, position: Position) -> Any:
            return LEFT

        def __repr__(self) -> str:
            return "Plays"

    by_rule, by_player, by_object = map(opponent, (rule, player, Plays()))
    assert (by_rule.rule, by_rule.player, by_rule.custom) == (rule, None, True)
    assert (by_player.rule, by_player.player) == (None, player)
    assert by_rule.name == f"{__name__}:{rule.__qualname__}"
    assert by_object.name == f"{__name__}:Plays"
    assert custom_opponent(player, "mine").name == "mine"


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up"])
@pytest.mark.parametrize("epsilon", [None, "1/4"])
def test_no_custom_opponent_is_asked_about_a_single_card(method: str, epsilon: str | None) -> None:
    def rule(left: Any, right: Any, after_left: Any, after_right: Any) -> Any:
        assert left != right, f"asked about the {left} alone"
        return after_left

    def player(position: Position) -> Any:
        assert len(position) > 1, f"asked about {position}"
        assert position.mover == "opponent"
        assert position.state.number == 4 - len(position)
        return LEFT

    by_rule, by_player = (solve([3, 1, 2, 5], who, epsilon=epsilon, method=method) for who in (rule, player))
    assert (by_rule.first, by_rule.second) == (by_player.first, by_player.second)
    assert (by_rule.line, by_rule.line_second) == (by_player.line, by_player.line_second)
    assert (by_rule.line is None) == bool(epsilon)


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up"])
def test_a_player_whose_moves_are_all_random_is_never_asked(method: str) -> None:
    def player(position: Position) -> Any:
        raise AssertionError(f"asked about {position}")

    solved = solve([3, 1, 2, 5], player, epsilon=1, method=method)
    assert (solved.first, solved.second) == (Fraction(15, 2), Fraction(11, 2))
    game = Game([3, 1, 2, 5], False, opponent=opponent(player, epsilon=1))
    assert chances(game)(game.state) == [(Fraction(1, 2), LEFT), (Fraction(1, 2), RIGHT)]


@pytest.mark.parametrize(
    "ask",
    [
        lambda who: solve([8, 15], who),
        lambda who: solve(parse("8 15 / first / L"), who),
        lambda who: solve_rows([[8, 15]], who),
        lambda who: table([8, 15], who),
        lambda who: optimal_lines([8, 15], who),
    ],
)
def test_a_person_is_no_opponent_to_solve_against(ask: Any) -> None:
    with pytest.raises(OpponentError, match="human is for games of two people: give optimal"):
        ask("human")
    ask("optimal")
    assert str(computer_opponent("greedy", ties="left", epsilon="1/4")) == "greedy left trembling 1/4"
    assert solve(parse("8 15 / first / L / human")).first == 15


@given(
    row=st.lists(st.integers(-4, 4), max_size=9),
    name=st.sampled_from(["greedy left", "modest right", "optimal"]),
)
def test_custom_rules_and_players_are_solved_as_built_in_ones(row: list[int], name: str) -> None:
    def rule(left: int, right: int, after_left: int, after_right: int) -> Any:
        return REPLIES[name](left, right, after_left, after_right)

    own, built_in = solve(row, rule), solve(row, name)
    assert (own.first, own.second, own.best) == (built_in.first, built_in.second, built_in.best)
    assert own.line is not None
    assert replayed(Game(row), name, own.line) == own.first
    trembling_left, expected = (
        add_trembling(opponent(rule), Fraction(1, 4)),
        solve(row, f"{name} trembling 1/4 1/3"),
    )
    for method in ("bottom-up", "top-down"):
        got = solve(row, replace(trembling_left, p_left=Fraction(1, 3)), method=method)
        assert (got.first, got.second) == (expected.first, expected.second), method
    if name == "greedy left":

        def player(position: Position) -> Any:
            return LEFT if position.left >= position.right else RIGHT

        assert (solve(row, player).first, solve(row, player).second) == (built_in.first, built_in.second)


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up"])
def test_a_rule_that_mixes_both_sides_has_totals_and_no_line(method: str) -> None:
    mean: Reply = lambda left, right, after_left, after_right: Fraction(after_left + after_right, 2)  # noqa: E731  # the rule under test
    solution, expected = solve([8, 15, 3, 7], mean, method=method), solve([8, 15, 3, 7], "random")
    assert (solution.first, solution.second) == (expected.first, expected.second)
    assert solution.line is None
    with pytest.raises(OpponentError, match="mixes both sides"):
        match([1, 2, 3], "best", mean)


def test_totals_rounded_by_a_custom_rule_are_not_called_exact() -> None:
    def mean(left: int, right: int, after_left: Any, after_right: Any) -> Any:
        return 0.5 * after_left + 0.5 * after_right

    row = [8, 15, 3, 7]
    got = {
        str(against): solve(row, against).exact
        for against in (custom_opponent(mean, "mean"), opponent("random"), opponent("greedy"))
    }
    assert got == {"mean": False, "random": True, "greedy right": True}
    assert solve([0.1, 0.2, 0.3], "random").exact
    assert not solve([1] * 201, "random").exact


def test_a_rule_by_cards_keeps_its_side_between_equal_totals() -> None:
    def odd_left(left: int, right: int, after_left: Any, after_right: Any) -> Any:
        return after_left if left % 2 else after_right

    assert str(solve([2, 3, 3, 2, 2], odd_left).line_second)[0] == "R"
    assert str(solve([3, 3, 3, 3, 3], odd_left).line_second)[0] == "L"


def test_a_rule_by_totals_takes_either_side_of_equal_totals() -> None:
    rules: tuple[tuple[Any, tuple[Side, ...], tuple[Side, ...]], ...] = (
        (min, (LEFT, RIGHT), (RIGHT,)),
        (max, (LEFT, RIGHT), (LEFT,)),
        (lambda after_left, after_right: after_left, (LEFT,), (LEFT,)),
        (lambda after_left, after_right: (after_left + after_right) / 2, (), ()),
    )
    for rule, of_equal, of_unequal in rules:
        assert (sides_by_rule(rule, 3, 3), sides_by_rule(rule, 5, 3)) == (of_equal, of_unequal)


# --- rules compiled by Numba answer as the same functions do on exact numbers ------------------


@njit("int64(int64, int64, int64, int64)")
def fickle(left: int, right: int, after_left: int, after_right: int) -> int:
    """Chooses a side by parity, or, on large cards, returns more than either. Compiling it takes seconds."""
    if left == right:  # a single card is never asked about
        raise ValueError("equal cards")
    if left + right > 100:
        return max(after_left, after_right) + 10**9
    return after_left if (left + after_right) % 2 == 0 else after_right


@pytest.mark.usefixtures("always_compiled")
def test_a_compiled_rule_runs_on_the_given_number_of_threads_and_reports_progress(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thread_count = mock.Mock(return_value=1)
    monkeypatch.setattr(compiled, "thread_count", thread_count)
    reports: list[tuple[int, int]] = []
    row = (np.random.default_rng(0).permutation(40) - 20).tolist()
    fast = solve(row, fickle, progress=lambda *report: reports.append(report), threads=3)
    slow = solve(row, fickle.py_func)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert (fast.line, fast.line_second) == (slow.line, slow.line_second)
    assert thread_count.call_args_list == [mock.call(3)]
    assert reports[-1] == (40, 40)
    assert compiled.solve(scaled(row), slow.opponent) is None
    assert solve([0.5, 3, 4], fickle).first == solve([0.5, 3, 4], fickle.py_func).first


@pytest.mark.usefixtures("always_compiled")
def test_a_compiled_rule_has_64_bits_and_no_line_if_it_returns_neither_side() -> None:
    row = 100 * np.random.default_rng(3).permutation(60)
    slow = solve(row.tolist(), fickle.py_func)
    fast = solve(row, fickle)
    assert (fast.first, fast.second, fast.moves) == (slow.first, slow.second, slow.moves)
    assert fast.line is slow.line is None


def test_many_rows_against_a_compiled_rule_are_solved_as_against_the_plain_one() -> None:
    table = np.random.default_rng(5).permuted(np.tile(np.arange(-4, 4), (7, 1)), axis=1)
    plain, fast = solve_rows(table, fickle.py_func), solve_rows(table, fickle)
    assert fast.first.tolist() == plain.first.tolist()
    assert fast.second.tolist() == plain.second.tolist()
    assert fast.best.tolist() == plain.best.tolist()
    half = [Fraction(1, 2), 3, 4]
    assert solve_rows([half], fickle.py_func).first.tolist() == [solve(half, fickle.py_func).first]


def test_a_compiled_rule_sees_the_cards_as_given_and_never_scaled() -> None:
    @njit()
    def wary_of_two(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if left < 2 else after_right

    for row in ([Fraction(1, 2), 3, 4], [Decimal("1.5"), 7, 2, 1], [0.5, 3.0, 4.0]):
        solved, expected = solve_rows([row], wary_of_two), solve(row, wary_of_two.py_func)
        assert (solved.first.tolist(), solved.second.tolist()) == ([expected.first], [expected.second])


def test_answers_of_a_custom_rule_do_not_depend_on_loaded_modules() -> None:
    @njit()
    def overflowing(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left if left**4 > right**4 else after_right

    row = np.random.default_rng(4).integers(10**5, 10**6, 150).tolist()
    assert "twoends.kernels" in sys.modules
    assert solve(row, overflowing).first == solve(row, overflowing.py_func).first


@pytest.mark.usefixtures("always_compiled")
def test_an_error_in_compiled_code_names_the_rule() -> None:
    @njit()
    def unfinished(left: int, right: int, after_left: int, after_right: int) -> int:
        return later(left)  # type: ignore[name-defined, no-any-return]  # noqa: F821  # the error

    def vague(left: int, right: int, after_left: int, after_right: int) -> int:
        return after_left

    fault = mock.Mock(side_effect=SyntaxError("in nopython mode"))
    vague.__dict__.update(py_func=vague, overloads={}, compile=fault)

    for fails in (lambda: solve([3, 3, 3], fickle), lambda: solve_rows(np.full((2, 3), 3), fickle)):
        with pytest.raises(OpponentError, match=r"fickle failed in compiled code: ValueError: equal cards$"):
            fails()
    undefined = r"unfinished cannot be compiled for integers: NameError: name 'later' is not defined$"
    with pytest.raises(OpponentError, match=undefined):
        solve([3, 3, 3], unfinished)
    with pytest.raises(OpponentError, match=r"vague .* for integers: SyntaxError: in nopython mode$"):
        solve([3, 3, 3], vague)
