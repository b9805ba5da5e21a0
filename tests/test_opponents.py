"""Opponents: their names, their combinations and their replies."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle import REPLIES, Oracle, Reply
from twoends import (
    LEFT,
    RIGHT,
    Circle,
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
from twoends.rules.asking import sides_by_rule
from twoends.rules.opponents import add_trembling, computer_opponent, custom_opponent, every_opponent
from twoends.rules.preferences import Outcome
from twoends.rules.replies import sides_on
from twoends.rules.rulebook import Rulebook
from twoends.rules.sides import AnyMove


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


def test_only_an_opponent_by_totals_is_indifferent_between_equal_totals() -> None:
    takes = {
        name: sides_on(opponent(name), [3, 5])(0, 2, 7, 7)
        for name in ("optimal", "generous", "greedy", "modest")
    }
    either = (LEFT, RIGHT)
    assert takes == {"optimal": either, "generous": either, "greedy": (RIGHT,), "modest": (LEFT,)}
    for name in ("optimal", "generous"):
        in_turn = [sides_on(opponent(name), [3, 5])(0, 2, *after) for after in ((7, 8), (8, 7))]
        assert in_turn == ([(LEFT,), (RIGHT,)] if name == "optimal" else [(RIGHT,), (LEFT,)])


def test_equal_ends_are_all_preferred_until_a_tie_rule_chooses() -> None:
    def taken(name: str, cards: list[int], yours: list[int]) -> tuple[list[AnyMove], list[AnyMove]]:
        book = Rulebook.of(Circle(cards), you_first=False)
        outcomes = [Outcome(move, total, -total) for move, total in enumerate(yours)]
        preferred = opponent(name).preferred(book, book.start, outcomes)
        return [outcome.move for outcome in preferred], [
            outcome.move for outcome in opponent(name).settled(preferred)
        ]

    for name, expected in (
        ("optimal", [1]), ("optimal right", [2]), ("optimal random", [1, 2]), ("optimal worst", [1]),
        ("generous", [0]), ("greedy left", [1]), ("greedy right", [2]), ("greedy random", [1, 2]),
    ):  # fmt: skip
        assert taken(name, [5, 9, 9], [3, 1, 1])[1] == expected, name
    assert taken("optimal", [5, 9, 9], [3, 1, 1]) == ([1, 2], [1])
    assert taken("modest left", [9, 5, 5], [3, 1, 1])[1] == [1]


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
    assert Oracle(row, REPLIES[name]).replay(str(own.line), True) == own.first
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


@pytest.mark.parametrize(
    ("rule", "takes", "of_unequal"),
    [
        (min, (LEFT, RIGHT), (RIGHT,)),
        (max, (LEFT, RIGHT), (LEFT,)),
        (lambda after_left, after_right: after_left, (LEFT,), (LEFT,)),
        (lambda after_left, after_right: after_right, (RIGHT,), (RIGHT,)),
        (lambda after_left, after_right: (after_left + after_right) / 2, (), ()),
    ],
    ids=["optimal", "generous", "left", "right", "mixed"],
)
def test_a_rule_by_totals_takes_either_side_of_equal_totals(
    rule: Any, takes: tuple[Side, ...], of_unequal: tuple[Side, ...]
) -> None:
    assert (sides_by_rule(rule, 3, 3), sides_by_rule(rule, 5, 3)) == (takes, of_unequal)
