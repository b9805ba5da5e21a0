"""Many rows at once give what `solve`, `match` and `review` give for each of them."""

from __future__ import annotations

import copy
import math
import pickle
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import rules_oracle
import twoends
from kernel_rows import extremes
from shapes_oracle import BY_CHANCE, STEADY
from test_rules import RULES, VALUES, opponents_under
from twoends import LEFT, BatchPlayer, Game, Row, deal, match, opponent, play_rows, regret, solve, solve_rows
from twoends.answers import batch, batch_games, group_totals
from twoends.answers.batch_games import _seed_of_row
from twoends.engine import bottom_up, compiled, counters
from twoends.engine.kernels import sweeps
from twoends.rules import limits
from twoends.rules.batch_players import States
from twoends.rules.moves import Line

pytestmark = pytest.mark.usefixtures("always_compiled")  # even for a few rows


@pytest.fixture(params=[False, True], ids=["in arrays", "in Python"])
def either_way(
    request: pytest.FixtureRequest, always_compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    if request.param:
        monkeypatch.setattr(counters, "SECONDS_OF_ARRAYS", math.inf)


def check(rows: Any, name: str, rules: str = "take 1") -> None:
    """Compare many rows with `solve` of each: equal, or an expectation rounded once."""
    solved, each = solve_rows(rows, name, rules=rules), [solve(row, name, rules=rules) for row in rows]
    totals = "first", "second", "theirs_first", "theirs_second", "margin_first", "margin_second"
    for column in (*totals, "go_first", "order_irrelevant"):
        for row, got, one in zip(rows, getattr(solved, column).tolist(), each, strict=True):
            expected = getattr(one, column)
            if "random" in name and column in totals:
                expected = pytest.approx(float(expected), abs=1e-14 * (1 + sum(map(abs, map(float, row)))))
            assert got == expected, (column, row, name, rules)
    assert solved.best.tolist() == [one.best for one in each], (rows, name, rules)
    columns = solved.columns()
    texts = [str(Line.of(one.best, counted=not one.game.rules.one_card)) for one in each]
    assert columns["best"].tolist() == texts, (rows, name, rules)
    assert all(columns[column].tolist() == getattr(solved, column).tolist() for column in totals)
    if "random" not in name:
        played = play_rows(rows, "best", name, rules=rules).totals
        assert played.tolist() == [[one.first, one.theirs_first] for one in each], (rows, name, rules)
        assert [solved.first.dtype.kind, played.dtype.kind] == [
            kind_of(totals) for totals in (solved.first.tolist(), played.ravel().tolist())
        ], (rows, name, rules)


def kind_of(totals: list[Any]) -> str:
    """That of the dtype that holds all totals exactly."""
    if totals and all(isinstance(total, float) for total in totals):
        return "f"
    return "i" if all(isinstance(total, int) and -(2**63) <= total < 2**63 for total in totals) else "O"


def bound(bits: int, beyond: int) -> list[list[int]]:
    """Rows of eight cards whose totals just fit, or just do not."""
    largest = (2**bits - 1) // 8 + beyond
    return [[largest] * 8, [largest, 0] * 4, [0, -largest] * 4, [largest, -largest] * 4]


PAIRS = np.random.default_rng(3).integers(0, 7, (80, 8)).tolist()
ROWS: dict[str, Any] = {
    "small": [list(row) for n in range(5) for row in product((-1, 0, 2), repeat=n)],
    "single": [[value] for value in (2**62 - 1, 2**62, -(2**62), 2**63 - 1, -(2**63))],
    "wide": [[2**63 - 1, 2**62, -(2**63), 5], [10**30, 1, 2], [2**62, 1], [1, 2]],
    "even": [[1, 1], [7, 7, 7, 7, 7, 7], [3, 1, 1, 3], *PAIRS, [2**40, 1, 1, 1, 1, 1, 1, 2**40 + 1]],
    "nearly equal turns": [[-1, 0, 1, 0], [0.1, -0.3, 0.2, 1e-17], [1e16, 1.0, -1e16], [3, 3, 3, 3]],
    "floats": [[2.0**53, 2.0**53, 1.0, 2.0], [0.1, 0.2, 0.3], [1e300, 1e-300, 1.0], [0.1, 0.2, 0.5, 0.3]],
    "huge floats": [[0.5, 1e-300], [2.0**899, 2.0**898], [2.0**950, 0.0], [-0.5, 3.0], [2.0**61] * 7 + [1.0]],
    "an array of floats": np.random.default_rng(1).choice([0.1, 0.2, 0.3, 1e9, 2.0**53], (30, 7)),
    "of any kind": [
        [1, 2.5],
        [Fraction(1, 3), 2, 5],
        [Decimal("2.50"), 1],
        [2, 3],
        twoends.parse("A K"),
        (7, 8),
        [],
    ],
    "none": [],
    "an array of none": np.zeros((0, 3)),
    "empty": np.zeros((2, 0)),
    "bytes": np.array([[255, 1], [2, 3]], np.uint8),
    "long": np.random.default_rng(3).integers(0, 9, (2, 9)),
    "objects": np.array([[Fraction(1, 3), 1, Fraction(1, 2)], [2**80, 1, 5]], object),
    **{f"{bits} bits, {beyond}": bound(bits, beyond) for bits in (14, 30, 62) for beyond in (0, 1)},
}


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("name", ["optimal", "modest left", "generous", "random"])
@pytest.mark.parametrize("kind", ROWS)
def test_many_rows_are_solved_as_each_row_alone(
    kind: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batch, "LONG", 9)  # which are not solved in lanes
    if not (kind == "wide" and "random" in name):  # not exact in expectation
        check(ROWS[kind], name)


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("name", ["greedy random", "modest random"])
def test_cards_that_floats_round_to_one_are_compared(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    random, near = Random(4), [2**54 + place for place in range(3)]
    rows = [random.sample([*near, 0, 2**58, -(2**58)], 5) for _ in range(9)]
    check(rows, name)
    expected = [(shape, solve(shape, name)) for row in rows for shape in (row, twoends.Circle(row))]
    monkeypatch.setattr(limits, "MAX_CARDS_EXACT_BY_CHANCE", 3)
    for shape, exact in expected:
        got = solve(shape, name)
        lies = abs(got.first - exact.first), abs(got.second - exact.second)
        assert max(lies) <= got.error, f"{shape} against {name}: expected {exact}, got {got}, off by {lies}"


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("rules", RULES)
def test_other_rules_solve_many_rows_as_each_row_alone(rules: str) -> None:
    """In arrays, and where numbers or opponents fit none."""
    random = Random(rules)
    mixed: list[list[Any]] = [random.choices(VALUES, k=n) for n in (5, 3, 2, 1, 0)]
    mixed += [[2**62, 1, 2**62], [Fraction(1, 2), 2, 3], [0.5, 1.5, -3.0, 2.0]]
    check(mixed, opponents_under(rules)[:2][-1], rules)
    check(mixed, "optimal", rules)
    check(np.array([random.choices(VALUES, k=6) for _ in range(8)]), "optimal", rules)


@pytest.mark.parametrize("rules", ["take 1-2", "score rest", "take any left", "take 2 left, merge"])
def test_arrays_at_the_bound_do_not_overflow(rules: str) -> None:
    made, n = twoends.Rules.of(rules), 10
    bound = (2**58 - 1) // (n * (n if made.score == "rest" or made.merge else 1))
    for largest in (bound, bound + 1, (2**62 - 1) // n):
        for row in (*extremes(n, largest), *([card] * 9 + [0] for card in (largest, -largest))):
            both = solve_rows(np.array([row]), rules=rules)
            alone = solve(row, rules=rules, method="bottom-up")
            got, expected = (both.first[0], both.margin_first[0]), (alone.first, alone.margin_first)
            assert got == expected, f"{row} / {rules}: expected {expected}, got {got}"


@pytest.mark.parametrize("name", ["optimal", "greedy right"])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.int32, np.uint64, ">i4"])
def test_arrays_of_any_integer_dtype_and_memory_order_may_be_read_only(name: str, dtype: Any) -> None:
    table = np.random.default_rng(1).integers(0, 100, (12, 14)).astype(dtype)
    for view in (table, table[::-2, ::3], table.T, np.asfortranarray(table)):
        view.flags.writeable = False
        check(view, name)


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("name", ["greedy left trembling 1/3", "optimal trembling 1/10"])
def test_ends_that_are_equal_but_for_rounding_are_both_best(name: str) -> None:
    rows = [[2, 1, 2, 1, 2, 3, 3], [1, 1, 2, 2, 1, 1, 1], [-1, 0, 1, 0], [2, 2, 3, 1, 0, 2, 2]]
    solved, each = solve_rows(rows, name), [solve(row, name) for row in rows]
    assert solved.best.tolist() == [one.best for one in each]
    assert solved.order_irrelevant.tolist() == [one.order_irrelevant for one in each]


@pytest.mark.parametrize("name", [*BY_CHANCE, "generous trembling 1/7"])
def test_every_decision_on_many_rows_is_that_on_each_row_by_exact_expectations(name: str) -> None:
    rng, who = np.random.default_rng(5), opponent(name)
    rows = rng.integers(0, 3, (70, 6)) * np.where(np.arange(70) < 35, 10**12, 1)[:, np.newaxis]
    lanes, best = sweeps.lanes_of_decisions(len(rows)), group_totals.solve_table(rows, who)[2]()
    for you_first in (True, False):
        decided = compiled.decide(rows, np.float64, who, you_first)
        for k, row in enumerate(map(Row.of, rows.tolist())):
            exact = bottom_up.BottomUp(row, who).policy(Game(row, you_first).book)
            for start, stop in combinations(range(7), 2):
                got = decided[k // lanes, stop - start, start * lanes + k % lanes]
                assert got == exact.decided[stop - start][start], f"{row}[{start}:{stop}] against {who}"
            assert not you_first or best[k] == exact.decided[6][0], f"{row} against {who}"


@pytest.mark.parametrize("kind", [np.array, copy.deepcopy])
@pytest.mark.parametrize("opponent", ["optimal", "random", lambda _: LEFT])
def test_answers_stay_the_same_if_the_given_rows_change(kind: Any, opponent: Any) -> None:
    values = [[3, 3, 1, 1], [0, 2, 2, 5]]
    table, before = kind(values), solve_rows(values, opponent)
    solved = solve_rows(table, opponent)
    for row in table:
        row[:] = [9, 18, 27, 36]
    for name in ("margin_first", "margin_second", "go_first", "best"):
        assert getattr(solved, name).tolist() == getattr(before, name).tolist(), name


# --- seeds --------------------------------------------------------------------------------------


def test_each_row_has_its_own_seed_which_never_changes() -> None:
    assert _seed_of_row(None, 3) is None
    assert [_seed_of_row(5, 0), _seed_of_row(5, 1)] == [9873271126448102235, 13814592261915222512]
    assert _seed_of_row(6, 0) == 14039989670827077356
    rows = [[8, 15, 3, 7, 9, 1], [], [3, 1, 4, 1, 5]]
    got = play_rows(rows, "random", "greedy random", rules="take 1-2", seed=5).totals.tolist()
    for place, row in enumerate(rows):
        seed = _seed_of_row(5, place)
        assert got[place] == list(match(row, "random", "greedy random", rules="take 1-2", seed=seed).totals)


@pytest.mark.parametrize(
    ("rows", "arguments"),
    [([[3, 1, 9, 3], [10**40, 9], [], [10**40, 1]], {"opponent": "greedy", "ties": "left"}),
     ([[Decimal("2.50"), 1], [Fraction(1, 3), Fraction(3, 1)]], {}),
     (np.arange(12, dtype=np.uint8).reshape(3, 4), {"opponent": "random"}),
     (np.array([[0.5, 1.25], [3.0, 2.0**-40], [2.0**60, 1.0]]), {"opponent": "left"}),
     ([[1, 2, 3, 7], [5, 5, 5]], {"rules": "take 1-3 left, score rest"})],
)  # fmt: skip
def test_solutions_are_a_sequence_whose_copies_are_equal(rows: Any, arguments: Any) -> None:
    solved, each = solve_rows(rows, **arguments), [solve(row, **arguments) for row in rows]
    assert list(solved) == each
    assert (solved[0], solved[-1], solved[np.int64(1)]) == (each[0], each[-1], each[1])
    assert [one.best for one in solved] == solved.best.tolist()
    assert list(solved[::-2]) == each[::-2]
    for picked in ([1, 0, 1], np.array([-1]), [True, False] * 2 if len(rows) == 4 else [0], [], slice(2, 1)):
        some = solved[picked]
        of_rows = solve_rows([rows[k] for k in np.arange(len(rows))[picked]], **arguments)
        assert some == of_rows == pickle.loads(pickle.dumps(some))
        for name, column in of_rows.columns().items():
            assert some.columns(name)[name].tolist() == column.tolist(), (picked, name)
    assert solved != solve_rows(list(rows)[::-1], **arguments)
    assert solved != solve_rows(rows, "right")
    assert solve_rows([[1, 2]]) != solve_rows([[1, 2]], rules="take 1-2")


def test_games_of_many_rows_name_the_seed_that_repeats_them() -> None:
    rows = [[8, 15, 3, 7, 9, 1]] * 20
    played = play_rows(rows, "random", "greedy")
    assert (played.names, len(played)) == (("random", "greedy right"), 20)
    assert played.columns()["second_player"].tolist() == played.totals[:, 1].tolist()
    assert played.seed is not None
    for more in (0, 1):
        again = play_rows(rows, first_player="random", second_player="greedy", seed=played.seed + more)
        assert (again.totals.tolist() == played.totals.tolist()) == (not more)
    assert play_rows(rows).seed is None


# --- games of many rows -------------------------------------------------------------------------


PLAYERS = ["best", *STEADY, "optimal trembling 0", "optimal right", "generous right"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (first, second)
        for (place, first), (other, second) in product(enumerate(PLAYERS), repeat=2)
        if (place + other) % 5 == 0
    ],
)
def test_deterministic_players_play_as_in_a_match(first: str, second: str) -> None:
    rng = np.random.default_rng(7)
    for n in (0, 1, 2, 3, 6, 7):
        table = rng.integers(-2, 3, (6, n))
        expected = []
        for row in table.tolist():
            taken = match(row, first, second, seed=1).game.earned
            expected.append([sum(taken[::2]), sum(taken[1::2])])
        assert play_rows(table, first, second).totals.tolist() == expected
        assert play_rows(list(table), first, second).totals.tolist() == expected


@BatchPlayer
def greedy_left(states: States) -> Any:
    each = np.arange(len(states.rows))
    return (states.rows[each, states.stop - 1] > states.rows[each, states.start]).astype(int)


@pytest.mark.parametrize("player", ["greedy left", greedy_left], ids=str)
@pytest.mark.parametrize("name", ["optimal random", "greedy random trembling 1/3", "random"])
def test_random_moves_have_their_expectation(name: str, player: Any) -> None:
    for row, second in product(((0, 1, 0, 0, 1, 0), (0, 0, 1, 1, 0, 1, 0, 0, 1), (3, 1, 4)), (True, False)):
        games = rules_oracle.games("", row, name, second, "greedy left")
        expected = float(sum(rules_oracle.totals_of(row, game)[second] * games[game] for game in games))
        seats = (player, name) if second else (name, player)
        got = play_rows([row] * 10_000, *seats, seed=7).totals[:, int(second)]
        assert got.mean() == pytest.approx(expected, abs=1e-12 + 5 * got.std() / 100), (row, second)


def test_every_move_of_every_row_has_its_own_random_number() -> None:
    row = [2**place for place in range(12)]  # whose totals show who took which card
    totals = play_rows([row] * 200, "random", "random", seed=1).totals[:, 0].tolist()
    assert len(set(totals)) > 100, "all rows play alike, or all moves of a row"
    alone = play_rows([row] * 200, "random", "optimal trembling 1/2", seed=1).totals[:, 0].tolist()
    assert totals != alone
    players: list[Any] = [lambda position: position.moves()[0], greedy_left]
    for player in players:
        custom = [play_rows([row] * 20, player, "random", seed=s).totals[:, 0].tolist() for s in (0, 0, -1)]
        assert len(set(custom[0])) > 5, custom[0]
        assert custom[0] == custom[1] != custom[2]


def test_games_do_not_depend_on_the_number_of_rows_played_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.array([deal(seed=seed) for seed in range(20)])
    at_once = play_rows(table, "best", "random", seed=5).totals
    for bytes_at_once in (3_000, 30_000, 60_000):  # one row, some, and all of them but not in one block
        monkeypatch.setattr(batch_games, "BYTES_AT_ONCE", bytes_at_once)
        monkeypatch.setattr(batch_games, "BYTES_IN_STEP", bytes_at_once)
        assert (play_rows(table, "best", "random", seed=5).totals == at_once).all()
        in_step = play_rows(table, greedy_left, "generous").totals.tolist()
        assert in_step == play_rows(table, "greedy left", "generous").totals.tolist()


def test_rows_too_long_for_a_decision_table_are_played_along_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rows = [deal(seed=1), [8, 15, 3], deal(seed=2)]
    for seats in (("best", "greedy"), ("greedy", "best")):
        expected = play_rows(rows, *seats).totals.tolist()
        with monkeypatch.context() as patch:
            patch.setattr(batch_games, "limits", SimpleNamespace(MAX_CARDS_OF_A_POLICY=51))
            patch.setattr(batch_games, "play_table", pytest.fail)
            patch.setattr(compiled, "decide", pytest.fail)
            assert play_rows(rows[::2], *seats).totals.tolist() == expected[::2]


# --- regrets: the exact gap to the best response -------------------------------------------------


SHORT_ROWS = [row for n in range(4) for row in product((0, 1, 3), repeat=n)]
SHORT_ROWS += product((0, 2), repeat=5)


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("you_first", [True, False])
@pytest.mark.parametrize(
    "player", ["greedy left", "greedy random", "greedy left trembling 1/4", "optimal random"]
)
@pytest.mark.parametrize("opponent", ["greedy right", "random"])
def test_on_all_small_rows_it_is_what_a_recursion_over_all_games_gives(
    player: str, opponent: str, you_first: bool
) -> None:
    found = regret(player, SHORT_ROWS, opponent, you_first=you_first).losses.tolist()
    for row, loss in zip(SHORT_ROWS, found, strict=True):
        best = Fraction(rules_oracle.score("", row, opponent, you_first)[0])
        games = rules_oracle.games("", row, player, not you_first, opponent)  # who look at the cards alone
        totals = {game: rules_oracle.totals_of(row, game)[not you_first] for game in games}
        expected = best - sum(chance * totals[game] for game, chance in games.items())
        assert loss == float(expected), f"{row}: {loss}, expected {expected}"


@pytest.mark.parametrize(
    ("opponent", "rules"),
    [("greedy", ""), ("optimal", ""), ("greedy", "score rest"), ("greedy", "take 1-2, turns ABBA")],
)
def test_in_every_kind_of_number_it_is_exactly_the_loss_of_a_review(opponent: str, rules: str) -> None:
    decimals = [Decimal("12345678901234567890123456789.01"), Decimal("3"), Decimal("9e30"), Decimal("0.7")]
    rows: list[list[Any]] = [
        decimals,
        [0.1, 2.0**60, 2.0**-3, 0.7, 1e9],
        [Fraction(1, 3), 2, Fraction(5, 7), 9],
        [10**30, 1, 7],
        [3, -1, 4, 1, 5, 9, 2],
    ]
    player: Any
    players = "modest", "left", lambda position: position.moves()[-1]
    for row, player, you_first in product(rows, players, (True, False)):
        (loss,) = regret(player, [row], opponent, you_first=you_first, rules=rules).losses.tolist()
        seats = (player, opponent) if you_first else (opponent, player)
        ends = match(row, *seats, rules=rules).game.ends
        expected = twoends.review(twoends.Game(row, you_first, ends, opponent, rules)).you.loss
        assert (loss, type(loss)) == (expected, type(expected)), (row, player, you_first)
    whole = rows[-1:]
    assert regret("best", whole, "random", rules=rules).losses.tolist() == [0]
    trembling = regret("modest trembling 0", whole, "greedy trembling 1/1000000000", rules=rules)
    assert trembling.losses == pytest.approx(regret("modest", whole, "greedy", rules=rules).losses, abs=1e-6)


# --- players that get a whole batch --------------------------------------------------------------


MIXED: list[list[Any]] = [[3, 1, 4, 1, 5, 9, 2, 6], [2, 7, 1, 8], [0.5, 9, 1, 1.5], [10**20, 1, 2], [7], []]


@pytest.mark.usefixtures("either_way")
@pytest.mark.parametrize("other", ["optimal", "generous", "best", "modest left"])
def test_a_batch_player_plays_as_the_player_that_it_computes(other: str) -> None:
    batched, named = greedy_left, "greedy left"
    for got, expected in (
        (play_rows(MIXED, batched, other).totals, play_rows(MIXED, named, other).totals),
        (play_rows(MIXED, other, batched).totals, play_rows(MIXED, other, named).totals),
        (solve_rows(MIXED, batched).first, solve_rows(MIXED, named).first),
        (regret(batched, MIXED, "random").losses, regret(named, MIXED, "random").losses),
    ):
        assert got.tolist() == expected.tolist()
    for row in MIXED:
        ends = [match(row, player, other).game.ends for player in (batched, named)]
        around = [solve(twoends.Circle(row), player).first for player in (batched, named)]
        assert (ends[0], around[0]) == (ends[1], around[1])


def test_it_is_asked_once_for_each_number_of_cards_and_sees_what_is_left() -> None:
    seen, rows = list[States](), np.arange(60).reshape(10, 6) % 7

    @BatchPlayer
    def player(states: States) -> Any:
        seen.append(states)
        return greedy_left.choose(states)

    play_rows(rows, player, "greedy", seed=-1)
    for number, states in enumerate(seen):
        assert (states.stop - states.start).tolist() == [6 - 2 * number] * 10
        assert states.number.tolist() == [2 * number] * 10
        assert np.array_equal(states.rows, rows)
    assert len(seen) == 3
    solve(rows[0].tolist(), player)
    assert len(seen) == 3 + 5, "a sweep asks once for each length of two cards or more"


def go_left(states: States) -> Any:
    return np.zeros(len(states.rows), int)


def test_copies_of_a_batch_player_equal_it() -> None:
    assert pickle.loads(pickle.dumps(greedy_left)) is greedy_left
    assert repr(greedy_left) == f"BatchPlayer({__name__}:greedy_left)"
    player = BatchPlayer(go_left)
    for same in (BatchPlayer(go_left), copy.deepcopy(player), pickle.loads(pickle.dumps(player))):
        assert same == player
        assert hash(same) == hash(player)
    assert player != greedy_left
    solved = solve_rows([[1, 2, 3]], player)
    assert pickle.loads(pickle.dumps(twoends.opponent(player))) == solved.opponent
