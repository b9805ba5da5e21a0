"""Rows keep the numbers that they are given exactly, and totals are shown as the row's own kind."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from numbers import Rational
from random import Random
from typing import Any
from unittest.mock import ANY, patch

import numpy as np
import pytest

import twoends
from twoends import LEFT, Board, Circle, Game, Move, Position, Row, RowError, match, oracle, review, solve
from twoends.answers.lines import graph
from twoends.rules import numbers
from twoends.rules import rows as rows_module
from twoends.rules.numbers import scaled_floats


def numbers_of_a_game(game: Game) -> list[Any]:
    ended = [game.yours, game.theirs, game.margin, *game.totals, *game.earned]
    return [*ended, *map(game.earns, game.moves()), *game.position.cards, *game.position.values]


def numbers_of_a_player(row: list[Any]) -> list[Any]:
    """What a player of one's own sees in a sweep, in a search, and in a match."""
    seen: list[Any] = []

    def player(position: Position) -> Move:
        seen.extend([*position.cards, *position.values, *map(position.earns, position.moves())])
        return position.moves()[0]

    solve(Game(row, ends=["R"], opponent=player))
    solve(row, player, rules="take 2-any left, merge")
    solve(Circle(row), player)
    match(row, "best", player)
    return seen


def numbers_of_a_solution(solved: Any) -> list[Any]:
    names = "first", "second", "theirs_first", "theirs_second", "margin_first", "margin_second", "sum"
    moves = [number for each in solved.moves for number in (each.total, each.loss, each.theirs)]
    return [*(getattr(solved, name) for name in names), *solved.final, solved.final_margin, *moves]


def numbers_of_a_review(judged: Any) -> list[Any]:
    moves = [number for each in judged.moves for number in (each.earned, each.stake, each.loss)]
    both = [number for who in (judged.you, judged.opponent) for number in (who.total, who.loss, who.stake)]
    return [*judged.promised, *(each.promised for each in judged.moves), *moves, *both]


def numbers_of_an_oracle(row: list[Any]) -> list[Any]:
    known = oracle(row)
    return [*known.left, *known.right, known.margin(0, 3), known.margin(0, 0), known.loss(0, 3, LEFT)]


NUMBERS_OF: dict[str, Callable[[list[Any]], list[Any]]] = {
    "Game": lambda row: numbers_of_a_game(Game(row, ends=list("RL"))),
    "Game of no move": lambda row: numbers_of_a_game(Game(row)),
    "Game under other rules": lambda row: numbers_of_a_game(
        Game(row, ends=["L2"], rules="take 2-any left, merge")
    ),
    "Player": numbers_of_a_player,
    "solve": lambda row: numbers_of_a_solution(solve(Game(row, ends=list("RL")))),
    "solve a board": lambda row: numbers_of_a_solution(solve(Board.of(row[:2], row[2:]))),
    "solve a circle": lambda row: numbers_of_a_solution(solve(Circle(row), "greedy")),
    "review": lambda row: numbers_of_a_review(review(Game(row, ends=list("RLL")))),
    "losses": lambda row: twoends.losses(row, ["L", "R"]),
    "match": lambda row: numbers_of_a_game(match(row, "greedy", "best").game),
    "table": lambda row: [
        number for cells in twoends.table(row).cells for cell in cells for number in cell[:4]
    ],
    "Table.to_numpy": lambda row: [array.tolist()[0][-1] for array in twoends.table(row).to_numpy()],
    "contraction": lambda row: [twoends.contraction(row).margin, *twoends.contraction(row).reduced],
    "oracle": numbers_of_an_oracle,
    "graph": lambda row: [number for node in graph(Game(row)) for number in (node.total, *node.cards)],
}


@pytest.mark.parametrize("name", NUMBERS_OF)
def test_the_kind_of_number_that_goes_in_comes_out(name: str) -> None:
    """Totals, margins, losses and cards, also where they are whole or 0."""
    for kind, last in product((int, Fraction, Decimal, float), (7, 1.75)):
        numbers = NUMBERS_OF[name](list(map(kind, (8, 15, 3, last))))
        assert {type(number) for number in numbers} <= {kind}, (kind, numbers)
        assert numbers, name


@pytest.mark.skipif(np.longdouble(1) / 3 == 1 / 3, reason="long floats are floats on this machine")
def test_a_number_beyond_a_float_is_refused_and_not_rounded() -> None:
    for n in (1, rows_module.LONG_ARRAY):
        assert Row.of(np.full(n, np.longdouble(0.5))) == Row.of([0.5] * n)
    with pytest.raises(RowError, match=r"value 2, 0\.3333.*, is more precise than a float"):
        Row.of([1, np.longdouble(1) / 3])
    with pytest.raises(RowError, match=r"^row 2: value 1, 0\.3333.*, is more precise than a float"):
        twoends.solve_rows(np.array([[1, 2], [np.longdouble(1) / 3, 2]]))
    with pytest.raises(RowError, match="value 1 is inf: values must be finite"):
        Row.of([np.longdouble(2) ** 2000])


def test_a_fraction_of_another_library_is_that_fraction() -> None:
    class Ratio:
        """A rational number as gmpy2 has it."""

        numerator, denominator = 3, 4

    Rational.register(Ratio)
    ratio: Any = Ratio()
    (value,) = Row.of([ratio])
    assert (value, type(value)) == (Fraction(3, 4), Fraction)


# --- exact numbers in arrays -------------------------------------------------------------------


SIZES = [0.0, -0.0, 5e-324, -1.5e-323, 2.0**-1022, 0.1, 3.0, 2.0**62, -(2.0**63), 2.0**63, 2.0**900, 1e300]
RANDOM = Random(1)
FLOATS = [
    *([RANDOM.randint(-1000, 1000) * 2.0**power for _ in range(3)] for power in range(-1070, 950, 20)),
    *([RANDOM.choice(SIZES) for _ in range(3)] for _ in range(300)),
    *(
        [RANDOM.randint(-(2**53), 2**53) * 2.0 ** RANDOM.randint(-9, 20) for _ in range(3)]
        for _ in range(100)
    ),
]


def test_scaled_floats_are_the_same_numbers_in_the_largest_unit() -> None:
    with patch.object(numbers, "VALUES_AT_ONCE", 4):
        integers, exponents, fits = scaled_floats(np.array(FLOATS))
    for row, whole, exponent, fit in zip(
        FLOATS, integers.tolist(), exponents.tolist(), fits.tolist(), strict=True
    ):
        if fit:
            assert [number * Fraction(2) ** exponent for number in whole] == list(map(Fraction, row)), row
            assert exponent == 0 or any(number % 2 for number in whole), (row, "a larger unit would do")
            assert all(abs(number) < 2**63 for number in whole), (row, "its negative leaves 64 bits")
        else:
            top = max(abs(Fraction(value)) for value in row)
            unit = Fraction(1, max(Fraction(value).denominator for value in row))
            assert top / unit >= 2**62, (row, "it would fit")


@pytest.mark.parametrize(
    "values",
    [
        [0.5, 1.25, 3.0], [5e-324, 1.0, -0.0], [2.0**62, 0.1], [2.0**900, 2.0**899, 1.0], [0.1, 0.2, 0.3, 7],
        [2.0**70, 2.0**69, 0.0], [2**70, -5, 3], [Decimal("0.10"), Decimal("1e-30"), 5],
        [Fraction(1, 3), 2, Fraction(-1, 60)],
    ],
)  # fmt: skip
def test_a_long_row_in_units_is_solved_as_a_short_one_of_exact_numbers(values: list[Any]) -> None:
    short = Row.of(values)
    with patch.object(rows_module, "LONG_ARRAY", 1):
        long = [Row.of(values)]
        if isinstance(values[0], float):
            long.append(Row.of(np.array(values)))
    for row in long:
        assert (row, hash(row), row.kind, row.scale) == (short, hash(short), short.kind, short.scale)
        assert row[1:] == short[1:]
        got, expected = solve(row), solve(short)
        for name in ("first", "second", "moves", "best", "sum", "margin_first", "winner", "line"):
            assert repr(getattr(got, name)) == repr(getattr(expected, name)), (name, values)
        assert solve(row, "greedy").first == solve(short, "greedy").first
        assert oracle(row) == oracle(short)


# --- rows over arrays ---------------------------------------------------------------------------


def test_a_row_over_an_array_equals_the_same_row_of_a_list_and_can_be_copied() -> None:
    array = np.arange(rows_module.LONG_ARRAY) % 7
    of_array, of_list = Row.of(array), Row.of(array.tolist())
    assert isinstance(of_array.values, memoryview)
    assert of_array == of_list
    assert hash(of_array) == hash(of_list)
    assert pickle.loads(pickle.dumps(of_array)) == copy.deepcopy(of_array) == of_list
    assert of_array != of_list[1:]
    assert of_array != array.tolist()
    for each in (of_list, of_array):
        restored = pickle.loads(pickle.dumps(each))
        assert restored.values is restored.given, "the same numbers are kept once"
    decimal = pickle.loads(pickle.dumps(Row.of([Decimal("0.5"), 1])))
    assert (decimal.given, repr(decimal.values)) == ((Decimal("0.5"), 1), "(Fraction(1, 2), 1)")
    assert decimal.scaled == Row.of([Decimal("0.5"), 1]).scaled


def test_rows_and_oracles_equal_only_their_own_kind_and_defer_to_other_types() -> None:
    makers: tuple[Any, ...] = Row.of, oracle
    for make in makers:
        one, *others = (make(map(kind, [8, 15])) for kind in (int, float, Fraction, Decimal))
        others += [make([15, 8]), make([Decimal("8.0"), Decimal(15)])]
        assert one == ANY
        assert one not in (*others, [8, 15], 5)
        assert len({one, copy.deepcopy(one), *others}) == 6, "a cache would show numbers of another kind"


@pytest.mark.parametrize("kind", [np.int64, float])
@pytest.mark.parametrize("n", [4, rows_module.LONG_ARRAY])
def test_a_row_of_a_writable_array_with_nothing_masked_does_not_change_with_it(n: int, kind: Any) -> None:
    array = (np.arange(n) % 7).astype(kind)
    masked = [np.ma.array(array, mask=mask) for mask in (np.ma.nomask, np.zeros(n, bool))]
    rows, expected = list(map(Row.of, (array, *masked))), Row.of(array.tolist())
    array[:] = 9
    for row in rows:
        assert (row, tuple(row.given)) == (expected, expected.given)


def test_a_long_column_with_the_dtype_but_not_the_memory_of_numpy_is_a_row() -> None:
    class Column:
        """As pandas has them."""

        dtype, shape = np.dtype(int), (rows_module.LONG_ARRAY,)

        def __len__(self) -> int:
            return rows_module.LONG_ARRAY

        def tolist(self) -> list[int]:
            return list(range(rows_module.LONG_ARRAY))

    column: Any = Column()
    assert Row.of(column) == Row.of(range(rows_module.LONG_ARRAY))


@pytest.mark.parametrize("dtype", [np.int64, ">i8"])
def test_a_read_only_array_of_any_layout_is_used_in_place(dtype: Any) -> None:
    n = rows_module.LONG_ARRAY + 3
    values = (np.arange(2 * n) % 100).astype(dtype)
    for view in (values[:n], values[::2], values[::-2]):
        assert not np.shares_memory(np.asarray(Row.of(view).values), values)
        view.flags.writeable = False
        assert not np.shares_memory(np.asarray(Row.of(view).values), values), "what is behind can be written"
    values.flags.writeable = False
    for view in (values, values[:n], values[::2], values[::-2]):
        row = Row.of(view)
        assert np.shares_memory(np.asarray(row.values), values) == np.dtype(dtype).isnative
        assert (solve(row).first, solve(row).line) == (solve(view.tolist()).first, solve(view.tolist()).line)
        assert {*map(type, row)} == {int}
