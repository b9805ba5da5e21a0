"""The sweeps for other rules give what the general search gives, on all short and many long rows."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

import twoends
from kernel_rows import extremes
from test_rules import RULES, VALUES, agrees, letter_and_count, opponents_under
from twoends import LEFT, Game, Rules, solve
from twoends.rules.numbers import Number


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("rules", RULES)
def test_other_rules_solve_many_rows_as_each_row_alone(rules: str) -> None:
    """In arrays, and where numbers or opponents fit none."""
    random, one_card = Random(rules), Rules.of(rules).one_card
    mixed: list[list[Number]] = [random.choices(VALUES, k=n) for n in (5, 3, 2, 1, 0)]
    mixed += [[2**62, 1, 2**62], [Fraction(1, 2), 2, 3], [0.5, 1.5, -3.0, 2.0]]
    table: list[list[Number]] = [random.choices(VALUES, k=6) for _ in range(8)]
    columns = ("first", "second", "margin_first", "margin_second", "go_first")
    for rows, name in ((mixed, opponents_under(rules)[:2][-1]), (mixed, "optimal"), (table, "optimal")):
        batch = twoends.solve_rows(rows if rows is mixed else np.array(rows), name, rules=rules)
        texts = batch.columns("best")["best"]
        for place, row in enumerate(rows):
            alone = solve(row, name, rules=rules)
            moves = [f"{end}{'' if one_card else count}" for end, count in map(letter_and_count, alone.best)]
            expected = [
                *(getattr(alone, column) for column in columns),
                ("" if one_card else " ").join(moves),
            ]
            got = [*(getattr(batch, column)[place] for column in columns), texts[place]]
            assert got == expected, f"{row} / {rules} / {name}: expected {expected}, got {got}"
        played = twoends.play_rows(rows[:3], "best", name, rules=rules).totals.tolist()
        assert played == [[batch.first[k], batch.theirs_first[k]] for k in range(3)], f"{rules} / {name}"


def test_their_moves_have_the_unit_of_the_cards_left() -> None:
    # The halves merge to 1, so the cards left are integers; of 70 cards the expectations are floats.
    halves = "1/2 1/2 3 4 5 6 / take 2-any left, merge / first / L2 / greedy"
    long = f"{' '.join(['1/2 3'] * 35)} / take 9 left / first / {' '.join(['L9'] * 5)} / random"
    for text in (halves, long):
        game = twoends.parse(text)
        got, expected = solve(game), solve(game, method="top-down")
        assert (got.method, got.moves) == ("bottom-up", expected.moves), text


def test_numbers_of_any_size_are_swept_exactly(always_compiled: None) -> None:
    no_floats = (2**53 + 1, -5, 2**53 + 3, 2)  # they fit, but 53 bits round them
    for rules in ("take 1-3 either", "score rest", "take 2-any left, merge", "take 1-2M left"):
        agrees(rules, (2**62, -(2**62), 2**61, 3, 2**62), "optimal", "auto")
        agrees(rules, no_floats, "greedy left", "auto")
        agrees(rules, (-(2**62),) * 4, "optimal", "auto")
    agrees("score 1/-1000000000/1/1", (2**50, -(2**50), 3, 2**50), "optimal", "auto")
    agrees("take 1-2M left, turns ABB", (1, 3, -2, 1, -2, 0, 3), "optimal", "auto")  # M was not the last move
    late = solve(Game((*[0] * 600, 2**54, 2**54), ends=[LEFT] * 600, rules="score turn"))
    assert late.first == 601 * 2**54 > 2**63, "the 601st move earns its card 601 times"
    rules, long = "take 1-2 left, score rest", [2**46] * 2_000  # 2**57 in all, earned again and again
    expected, got = solve(long, rules=rules, method="bottom-up").first, solve(long, rules=rules).first
    assert got == expected > 2**63, f"expected {expected}, got {got}"
    merged = solve(long, rules="take 2 left, merge").first
    assert merged == 1_001_000 * 2**46 > 2**63, "2 + 4 + … + 2,000 cards"


@pytest.mark.parametrize("beyond", [0, 1], ids=["within", "beyond"])
@pytest.mark.parametrize(
    "rules",
    ["take 1-2", "take any, score rest", "take any left", "take 2-any left, merge"],
)
def test_arrays_at_the_bound_do_not_overflow(rules: str, beyond: int) -> None:
    made, n = Rules.of(rules), 6
    moves = n if made.score == "rest" or made.merge else 1
    rows = list(extremes(n, (2**58 - 1) // (n * moves) + beyond))
    both = twoends.solve_rows(np.array(rows), rules=rules)
    for row, first, margin in zip(rows, both.first.tolist(), both.margin_first.tolist(), strict=True):
        alone = solve(row, rules=rules, method="bottom-up")
        expected = alone.first, alone.margin_first
        assert (first, margin) == expected, f"{row} / {rules}: expected {expected}, got {first}, {margin}"


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("rules", ["take 1 either", "take 1-2 either", "score rest", "take 2 either"])
@pytest.mark.parametrize("name", ["generous right", "generous random", "optimal right", "optimal random"])
def test_a_line_breaks_the_ties_of_an_opponent_by_totals_as_the_search_does(rules: str, name: str) -> None:
    """Random ties are broken to the left, in a line."""
    folds = Rules.of(rules).plain and "optimal" in name  # auto does, and takes another line
    for row in ([0] * 5, [2, 1, 0, 1, 1]):
        searched = solve(row, name, rules=rules, method="top-down")
        for method in ("bottom-up", "bottom-up" if folds else "auto"):
            swept = solve(row, name, rules=rules, method=method)
            assert (swept.line, swept.line_second) == (searched.line, searched.line_second), (row, method)


@pytest.mark.parametrize("rules", RULES[::2])
def test_each_cell_of_a_table_is_a_new_game_of_the_remaining_cards(rules: str) -> None:
    made, random = Rules.of(rules), Random(rules)
    row = tuple(random.choices(VALUES, k=4))
    for name in opponents_under(rules)[:2]:
        table = twoends.table(row, name, rules=rules)
        arrays = [] if made.alone else table.to_numpy()
        for start in range(5):
            for stop in range(start, 5):
                left, right = row[:start], row[stop:]
                if (made.ends == "left" and right) or (made.ends == "right" and left):
                    with pytest.raises(IndexError, match="not a position of 4 cards"):
                        table[start, stop]
                    assert not any(array[start, stop] for array in arrays), (rules, start, stop)
                    continue
                rest = (*([sum(left)] if made.merge and left else []), *row[start:stop])
                rest = (*rest, *([sum(right)] if made.merge and right else []))
                cell, alone = table[start, stop], solve(rest, name, rules=rules)
                second, theirs = (None, None) if made.alone else (alone.second, alone.theirs_second)
                expected = alone.first, second, alone.theirs_first, theirs, alone.best
                where = f"{row}[{start}:{stop}] / {rules}"
                assert tuple(cell) == expected, f"{where}: expected {expected}, got {cell}"
                assert all(array[start, stop] == of for array, of in zip(arrays, expected, strict=False)), (
                    where
                )
