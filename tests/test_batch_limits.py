"""How many rows are taken at once, who waits for a kernel, and what is gathered: each to its limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest

from expected import is_expected
from twoends import Opponent, Row, opponent, parse, play_rows, solve_rows
from twoends.answers import batch, batch_games, columnar, warmup
from twoends.answers.batch import pieces_of
from twoends.answers.batch_games import _against, _seed_of_row, _who_decide
from twoends.answers.gathering import AsRows, array_of, by_length, group_rows, separate
from twoends.kernels import compiling, lanes
from twoends.rules.errors import RowError, TwoEndsError
from twoends.rules.numbers import Scaled
from twoends.solvers import costs

LANES = lanes.LANES

OPTIMAL, GREEDY, GENEROUS = map(opponent, ("optimal", "greedy left", "generous"))
FOR_THE_OTHER = opponent("optimal best")
RANDOM, TREMBLING = map(opponent, ("random", "generous trembling 1/2"))


# --- pieces and threads ------------------------------------------------------------------------


def test_rows_are_cut_into_whole_blocks_of_lanes(monkeypatch: pytest.MonkeyPatch) -> None:
    def sizes(m: int, steps: int, threads: int) -> list[tuple[int, int]]:
        return [(piece.start, piece.stop) for piece in pieces_of(m, steps, threads)]

    monkeypatch.setattr(batch, "STEPS_AT_ONCE", 10 * LANES + 10)
    assert sizes(0, 1, 1) == []
    assert sizes(1, 1, 1) == [(0, LANES)]
    assert sizes(2 * LANES, 1, 1) == [(0, 2 * LANES)]
    assert sizes(2 * LANES + 5, 1, 1) == [(0, 2 * LANES), (2 * LANES, 4 * LANES)]
    assert sizes(20 * LANES, 1, 1) == [(0, 10 * LANES), (10 * LANES, 20 * LANES)], (
        "as many steps as are taken at once"
    )
    assert sizes(20 * LANES, 2, 1) == [(at, at + 5 * LANES) for at in range(0, 20 * LANES, 5 * LANES)]
    assert sizes(3 * LANES, 1000, 1) == [(at, at + LANES) for at in range(0, 3 * LANES, LANES)]
    assert sizes(16 * LANES, 1, 2) == [(at, at + 2 * LANES) for at in range(0, 16 * LANES, 2 * LANES)]
    assert sizes(16 * LANES - 1, 1, 2) == [(at, at + LANES) for at in range(0, 16 * LANES, LANES)]


@pytest.mark.parametrize(("steps", "size"), [(2**22, 7), (2**22 - 1, 1)])
def test_threads_share_only_what_takes_longer_than_to_begin_them(
    steps: int, size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(batch, "team_of", asked.append)
    batch.team_for(steps, 7)
    assert asked == [size]


class Team:
    """One thread, which notes what it is given."""

    size = 1

    def __init__(self) -> None:
        self.given: list[Any] = []

    def do(self, work: Any) -> list[Any]:
        self.given += (jobs := list(work))
        return [job() for job in jobs]


@pytest.fixture
def teams(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, int]]:
    """How many steps are told of each work, and for how many threads."""
    told: list[tuple[int, int]] = []

    @contextmanager
    def team(steps: int, threads: int) -> Iterator[Team]:
        told.append((steps, threads))
        yield Team()

    monkeypatch.setattr(batch, "team_for", team)
    monkeypatch.setattr(costs, "SECONDS_TO_WAIT", (0, 0, 0))
    return told


def test_the_steps_of_rows_are_told_as_they_are_counted(teams: list[tuple[int, int]]) -> None:
    table = np.arange(12, dtype=np.int64).reshape(3, 4)
    batch.solve_table(table, OPTIMAL, 5)[2]()
    batch.solve_table(table, GREEDY, 5)
    batch_games.play_table(table, [None, GREEDY], 1, 5)
    batch_games.play_table(table, [None, OPTIMAL], 1, 5)
    assert teams == [
        (3 * 4 * 16, 5), (3 * 3 * 16, 5), (3 * 3 * 16, 5), (3 * 4 * 4, 5),
        (3 * (4 + 16) * 4, 5), (3 * 16 * 4, 5),
    ]  # fmt: skip


def test_so_many_threads_as_are_asked_for_work_on_rows_of_every_length(teams: list[tuple[int, int]]) -> None:
    for rows in ([[8, 15, 3, 7], [1, 2, 3, 4]], [[8, 15, 3, 7], [1, 2, 3]]):
        for who in ("optimal", "greedy"):
            solve_rows(rows, who, threads=5)
            play_rows(rows, "best", who, threads=5)
    assert len(teams) == 12
    assert {threads for _, threads in teams} == {5}


@pytest.mark.parametrize(
    ("seats", "n", "bytes_at_once", "rows"),
    [
        ((None, GENEROUS), 4, 0, [1] * 5),
        ((None, GENEROUS), 4, 3 * (2 * 4 * 5 // 2 + 40 * 4 + 1), [3, 2]),
        ((None, GENEROUS), 4, 3 * (2 * 4 * 5 // 2 + 40 * 4 + 1) - 1, [2, 2, 1]),
        ((GENEROUS, GENEROUS), 4, 2 * (2 * 4 * 5 // 2 + 40 * 4 + 1), [2, 2, 1]),
        ((None, GREEDY), 4, 2 * (1 * 4 * 5 // 2 + 40 * 4 + 1), [2, 2, 1]),
        ((None, OPTIMAL), 4, 2 * (40 * 4 + 1), [2, 2, 1]),
    ],
)
def test_games_are_played_as_many_rows_at_a_time_as_their_memory_allows(
    seats: tuple[Opponent | None, ...],
    n: int,
    bytes_at_once: int,
    rows: list[int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken: list[int] = []

    def play(cards: Any, seats: Any, draws: Any) -> Any:
        taken.append(len(cards))
        assert draws.shape == (len(cards), 0)
        return np.zeros((len(cards), 2), np.int64)

    monkeypatch.setattr(batch_games, "BYTES_AT_ONCE", bytes_at_once)
    monkeypatch.setattr(batch_games, "_play_piece", play)
    batch_games.play_table(np.ones((5, n), np.int64), seats, 1)
    assert taken == rows


def test_a_block_of_lanes_that_is_begun_is_filled(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[int] = []

    def play(cards: Any, seats: Any, draws: Any) -> Any:
        taken.append(len(cards))
        return np.zeros((len(cards), 2), np.int64)

    monkeypatch.setattr(batch_games, "BYTES_AT_ONCE", (2 * LANES + 5) * (40 * 4 + 1))
    monkeypatch.setattr(batch_games, "_play_piece", play)
    batch_games.play_table(np.ones((4 * LANES + 1, 4), np.int64), [None, OPTIMAL], 1)
    assert taken == [2 * LANES, 2 * LANES, 1]


def test_draws_come_from_the_seed_and_the_length_and_go_on_from_piece_to_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Any] = []

    def play(cards: Any, seats: Any, draws: Any) -> Any:
        drawn.append(draws)
        return np.zeros((len(cards), 2), np.int64)

    monkeypatch.setattr(batch_games, "BYTES_AT_ONCE", 2 * (40 * 3 + 1))
    monkeypatch.setattr(batch_games, "_play_piece", play)
    for seed in (7, -7):
        drawn.clear()
        batch_games.play_table(np.ones((5, 3), np.int64), [None, RANDOM][::-1], seed)
        assert (
            np.concatenate(drawn).tolist() == np.random.default_rng([seed % 2**64, 3]).random((5, 3)).tolist()
        )


# --- who waits ---------------------------------------------------------------------------------


def test_a_kernel_pays_from_so_many_steps_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(compiling, "wait", noting(asked, 2))
    steps = math.ceil(costs.SECONDS_TO_WAIT[2] / batch.SECONDS_A_STEP)
    assert batch.enough_steps(steps, "kernel", 1, 2)
    assert not batch.enough_steps(steps - 1, "kernel", 1, 2)
    assert asked == [("kernel", 1, 2)] * 2


def noting(calls: list[Any], answer: object) -> Callable[..., object]:
    """A function that notes how it is called."""

    def answering(*call: object) -> object:
        calls.append(call)
        return answer

    return answering


def asked_of(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """From how many steps on it is asked whether a kernel pays; it does."""
    calls: list[Any] = []
    monkeypatch.setattr(batch, "enough_steps", noting(calls, True))
    work()
    return [steps for steps, *_ in calls]


def test_the_steps_that_a_kernel_saves_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    table = np.ones((5, 4), np.int64)
    assert asked_of(partial(batch.solve_table, table, OPTIMAL), monkeypatch) == [3 * 5 * (4 + 10)]
    assert asked_of(partial(batch.solve_table, table, GREEDY), monkeypatch) == [5 * 4 * 4]
    assert asked_of(partial(batch.solve_table, table, GREEDY, soon=False), monkeypatch) == []
    assert asked_of(partial(batch.solve_table, table, OPTIMAL, soon=False), monkeypatch) == []
    for seats, steps in (
        ([GREEDY, GREEDY], [5 * 1000]),
        ([GREEDY, OPTIMAL], [5 * 1000]),
        ([GREEDY, FOR_THE_OTHER], [5 * (16 + 1000)] * 2),
        ([None, FOR_THE_OTHER], [5 * 1000]),
        ([None, GREEDY], [5 * (16 + 1000)] * 2),
        ([GENEROUS, GENEROUS], [5 * (2 * 16 + 1000)] * 3),
        ([None, RANDOM], []),
        ([None, opponent("optimal random")], []),
    ):
        assert asked_of(partial(batch_games._playing_pays, (5, 4), seats), monkeypatch) == steps, seats


@pytest.mark.parametrize("who", [OPTIMAL, GENEROUS])
def test_columns_pay_from_so_many_rows_on(who: Opponent, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "wait", lambda *call: 1)
    rows = [(place, Row.of([3, 1, 2])) for place in range(3)]
    least = math.ceil(costs.SECONDS_TO_WAIT[1] / batch.SECONDS_A_STEP / (9 + 1000))
    assert [place for place, _ in columnar.solve_together(rows, who, least)] == [0, 1, 2]
    assert list(columnar.solve_together(rows, who, least - 1)) == []


def test_whose_decisions_are_looked_up() -> None:
    for who, opposite, against in (
        (GREEDY, OPTIMAL, None), (RANDOM, None, None),
        (opponent("modest trembling 1/2"), GENEROUS, None),
        (None, GENEROUS, GENEROUS), (None, GREEDY, GREEDY), (None, None, OPTIMAL),
        (GENEROUS, GREEDY, GENEROUS),
        (OPTIMAL, GREEDY, OPTIMAL), (TREMBLING, None, TREMBLING),
    ):  # fmt: skip
        assert _against(who, opposite) == against, f"{who} and {opposite}"
    for seats, count in (
        ((GREEDY, OPTIMAL), 0), ((None, GREEDY), 1), ((None, None), 0), ((GENEROUS, TREMBLING), 2),
        ((None, GENEROUS), 2), ((OPTIMAL, None), 0), ((RANDOM, GENEROUS), 1),
        ((FOR_THE_OTHER, None), 0), ((FOR_THE_OTHER, OPTIMAL), 0), ((FOR_THE_OTHER, GREEDY), 1),
        ((GENEROUS, FOR_THE_OTHER), 2), ((opponent("optimal worst trembling 1/2"), OPTIMAL), 2),
    ):  # fmt: skip
        assert _who_decide(seats) == count, seats


def test_each_row_has_a_seed_of_its_own_that_never_changes() -> None:
    assert _seed_of_row(None, 3) is None
    assert [_seed_of_row(5, 0), _seed_of_row(5, 1), _seed_of_row(6, 0)] == [
        9873271126448102235,
        13814592261915222512,
        14039989670827077356,
    ]


def test_every_kernel_is_prepared_for_every_kind_of_arguments() -> None:
    jobs = [job for against in warmup._opponents() for job in warmup._against(against)]
    told = [told_job(job) for job in (*jobs, *warmup._between_optimal_players())]
    is_expected("answers/warmup.txt", "\n".join(told) + "\n")


def told_job(job: Any) -> str:
    arguments = [told_argument(each) for each in job.args]
    arguments += [f"{name}={told_argument(each)}" for name, each in job.keywords.items()]
    return f"{job.func.__module__}.{job.func.__name__}({', '.join(arguments)})"


def told_argument(given: Any) -> str:
    """An array by its kind and its values, or by its shape where a kernel may be about to fill it."""
    if isinstance(given, Scaled):
        return told_argument(given.values)
    if isinstance(given, np.ndarray | memoryview):
        array = np.asarray(given)
        known = (array.ndim == 2 and array.dtype != np.uint8) or not array.flags.writeable
        frozen = "" if array.flags.writeable else " frozen"
        shown = array.tolist() if known else array.shape
        return f"{type(given).__name__} {array.dtype} {shown}{frozen}"
    return str(list(map(str, given)) if isinstance(given, list) else given)


def test_whoever_prepares_is_told_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[object] = []
    monkeypatch.setattr(warmup, "_opponents", lambda: ["one", "two"])
    monkeypatch.setattr(warmup, "_against", lambda who: [partial(done.append, who)])
    monkeypatch.setattr(warmup, "_between_optimal_players", lambda: [partial(done.append, "optimal")])
    monkeypatch.setattr(warmup, "_by_other_rules", lambda: [partial(done.append, "rules")])
    told: list[tuple[int, int]] = []
    warmup.warm_up(lambda *both: told.append(both))
    assert told == [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]
    assert done == ["one", "two", "optimal", "rules"]


class Noted:
    """A function, and what it gives, that notes how it is called."""

    def __init__(self) -> None:
        self.calls: list[Any] = []
        self.line = self.margin = self

    def __call__(self, *call: object) -> Noted:
        self.calls.append(tuple(each.tolist() if isinstance(each, memoryview) else each for each in call))
        return self


# --- what is gathered --------------------------------------------------------------------------

FROZEN = np.array([[1, 2], [3, 4]])
FROZEN.setflags(write=False)

ROWS: dict[str, Any] = {
    "lists": [[8, 15, 3], [1, 2], [4, 5, 6], (7, 8, 9), [], [5]],
    "kinds": [[1, 2.5], [0.5, 0.25], [Fraction(1, 3), 2], [Decimal("2.50"), 1], [2, 3], parse("A K")],
    "large": [[2**61, 2**61], [2**62, 1], [2**64, 1], [-(2**61), 5], [1, 2]],
    "floats": [[1e300, 1.0], [0.5, 1e-300], [2.0**899, 2.0**898], [2.0**950, 0.0], [1.5, 2.5], [-0.75, 3.0]],
    "integers": np.array([[8, 15, 3], [1, 2, 3]]),
    "bytes": np.array([[255, 1], [2, 3]], np.uint8),
    "unsigned": np.array([[2**63 + 1, 1], [2, 3]], np.uint64),
    "large array": np.array([[2**61, 2**61], [1, 2]]),
    "float array": np.array([[0.5, 1.5], [1e300, 1.0], [2.0, 3.0]]),
    "short floats": np.array([[0.5, 1.5], [2.0, 3.0]], np.float32),
    "spread floats": np.array([[2.0**61, 2.0**61, 1.0], [1.0, 2.0, 3.0]]),
    "objects": np.array([[1, 2], [3]], object),
    "objects in a table": np.array([[Fraction(1, 2), 2], [3, 4]], object),
    "truths": np.array([[True, False]]),
    "no cards": np.empty((3, 0), np.int64),
    "no rows": [],
    "views": [Row.of(np.array([1, 2, 3])), Row.of(np.array([4, 5, 6], np.uint64))],
    "frozen": FROZEN,
}


@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_rows_are_gathered_into_tables_with_their_places() -> None:
    lines = []
    for name, rows in ROWS.items():
        for how in ({}, {"scale": False}, {"most_cards": 2}):
            try:
                found = group_rows(rows, **how)
            except TwoEndsError as fault:
                lines.append(f"{name} {how}: {fault}")
                continue
            lines.append(f"{name} {how}: {len(found.given)} rows, {[*map(str, found.given)]}")
            for table in found.tables:
                shown = table.show(table.rows.sum(axis=1)), table.show(table.rows.T.astype(float))
                lines.append(
                    f"  {table.rows.dtype} {table.rows.tolist()} at {table.places.tolist()}, {table.bounds}"
                )
                lines += [f"    {totals.dtype} {totals.tolist()}" for totals in shown]
            lines.append(f"  rest {found.rest}")
    is_expected("answers/gathered.txt", "\n".join(lines) + "\n")


def test_what_is_no_rows_is_refused_word_by_word() -> None:
    for rows, said in (
        ("8 15", "a str is not rows: give a list of rows, or one row to solve"),
        ({1: 2}, "a dict is not rows: give a list of rows, or one row to solve"),
        (5, "5 are not rows: give an array of shape (m, n) or a list of rows"),
        ([5], "row 1 is the number 5: give a list of rows, or one row to solve"),
        ([[1], Decimal("2.5")], "row 2 is the number 2.5: give a list of rows, or one row to solve"),
        (np.zeros(3),
         "the array has shape (3,): give many rows as (m, n), or one row of shape (n,) to solve"),
        (np.zeros((1, 2, 3)),
         "the array has shape (1, 2, 3): give many rows as (m, n), or one row of shape (n,) to solve"),
    ):  # fmt: skip
        for gather in (group_rows, separate):
            with pytest.raises(RowError) as fault:
                gather(rows)
            assert str(fault.value) == said
    with pytest.raises(RowError, match=r"^row 2: "):
        group_rows([[1], ["x"]])


def test_rows_by_length_keep_their_places() -> None:
    rows = [Row.of(values) for values in ([1, 2], [3], [4, 5], [2**70, 1], [6], [0.5, 1], [1, 2, 3])]
    tables, others = by_length(
        [(10 * place, row) for place, row in enumerate(rows)], scale=False, most_cards=2
    )
    assert [(table.rows.tolist(), table.places.tolist()) for table in tables] == [
        ([[1, 2], [4, 5]], [0, 20]), ([[3], [6]], [10, 40]),
    ]  # fmt: skip
    assert [place for place, _ in others] == [30, 50, 60]
    tables, others = by_length([(0, rows[0]), (1, rows[5])])
    assert (tables[0].rows.tolist(), tables[0].places.tolist(), others) == ([[1, 2], [1, 2]], [0, 1], [])


def test_what_was_given_is_kept_as_it_was() -> None:
    array, lists = np.array([[1, 2], [3, 4]]), [[1, 2], (3, 4)]
    kept = AsRows(array).snapshot(), AsRows(lists).snapshot()
    array[0, 0], lists[0][0] = 9, 9  # type: ignore[index]  # a list
    for each in kept:
        assert [list(row) for row in each] == [[1, 2], [3, 4]]
        assert [list(row) for row in each[1:]] == [[3, 4]]
        assert len(each) == 2
    frozen = AsRows(FROZEN)
    assert frozen.snapshot() is frozen
    assert group_rows(FROZEN).tables[0].rows.base is FROZEN or group_rows(FROZEN).tables[0].rows is FROZEN
    free = np.array([[1, 2]])
    assert not np.shares_memory(group_rows(free).tables[0].rows, free)


@pytest.mark.parametrize(
    ("totals", "dtype"),
    [([], np.int64), ([1, 2], np.int64), ([1.0, 2.0], np.float64), ([1, 2.0], object), ([2**63, 1], object),
     ([2**63 - 1], np.int64), ([Fraction(1, 2)], object)],
)  # fmt: skip
def test_totals_are_an_array_of_their_own_kind(totals: list[Any], dtype: Any) -> None:
    array = array_of(totals)
    assert array.dtype == dtype
    assert array.tolist() == totals


# --- many rows ---------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore:.*:RuntimeWarning")
def test_many_rows_are_answered_whole() -> None:
    lines = []
    names = (
        "lists",
        "kinds",
        "large",
        "floats",
        "integers",
        "bytes",
        "float array",
        "objects in a table",
        "no rows",
    )
    for name in names:
        for who in (OPTIMAL, GREEDY, GENEROUS, RANDOM, opponent("greedy left trembling 1/4")):
            solved = solve_rows(ROWS[name], who)
            lines.append(f"{name}: {solved!r}")
            lines += [f"  {what} {told_column(column)}" for what, column in solved._columns().items()]
            played = play_rows(ROWS[name], "best", who, seed=5), play_rows(ROWS[name], who, "optimal", seed=5)
            lines += [f"  played {told_column(totals)}" for totals in played]
    is_expected("answers/many_rows.txt", "\n".join(lines) + "\n")


def told_column(column: Any) -> str:
    """Of floats all digits but the last ones, which are not promised."""
    numbers = [f"{each:.12g}" if isinstance(each, float) else str(each) for each in column.ravel().tolist()]
    return f"{column.dtype} {column.shape} {', '.join(numbers)}"


def test_many_rows_meet_the_opponent_that_is_described_in_parts() -> None:
    rows = [[4, 4, 1, 4, 4], [8, 15, 3, 7]]
    whole = solve_rows(rows, "greedy left trembling 1/10")
    parts = solve_rows(rows, "greedy", ties="left", epsilon="1/10")
    assert str(parts.opponent) == str(whole.opponent)
    assert parts.first.tolist() == whole.first.tolist() != solve_rows(rows, "greedy left").first.tolist()


def test_frames_have_a_line_for_each_row() -> None:
    solved = solve_rows([[8, 15, 3, 7], [1, 1]])
    frame = solved.to_polars()
    assert {name: str(kind) for name, kind in frame.schema.items()} == {
        "first": "Int64", "second": "Int64", "margin_first": "Int64", "margin_second": "Int64",
        "go_first": "Boolean", "best": "String",
    }  # fmt: skip
    assert frame.rows() == [(22, 11, 11, -11, True, "R"), (1, 1, 0, 0, True, "LR")]
    exact = solve_rows([[Fraction(1, 3), 1]]).to_polars()
    assert str(exact.schema["margin_first"]) == "Object"
    assert solved.to_pandas().values.tolist() == [[22, 11, 11, -11, True, "R"], [1, 1, 0, 0, True, "LR"]]
    with pytest.raises(TwoEndsError, match=r"^Snakes is not installed: pip install snakes_on_rows$"):
        batch._installed("snakes_on_rows", "Snakes")
