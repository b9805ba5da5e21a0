"""Every claim with numbers in docs/theory.md agrees with the program, and so does what Coq computes.

The tests of methods, intervals, boards and circles hold the theorems themselves; proofs/README.md describes
their proofs for Coq.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from itertools import pairwise, permutations, product
from pathlib import Path

import numpy as np
import pytest

import twoends
from shapes_oracle import on_a_row
from twoends.engine.contraction import margin

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "theory.md").read_text("utf-8")
REFUTED = re.findall(r"^\| ([a-z, ()]+?) \| `([^`]+)` \| (\S+) \| `([^`]+)` \| (\S+) \|$", PAGE, re.MULTILINE)


def row_of(text: str) -> list[int]:
    """The values of a row as the page writes it, with a real minus."""
    return [int(word) for word in text.replace("−", "-").split()]


def margin_first(row: list[int], name: str) -> int:
    """The margin moving first, by the plain recurrence."""
    return int(2 * on_a_row(row, name) - sum(row))


def is_v(row: tuple[int, ...]) -> bool:
    """Whether no step down follows a step up."""
    steps = [b - a for a, b in pairwise(row) if a != b]
    return all(a < 0 or b > 0 for a, b in pairwise(steps))


def foldings(row: tuple[int, ...], least_step: int) -> set[tuple[int, ...]]:
    """All rows that are left if three neighbours with b - a >= least_step and b >= c fold in any order."""
    folded = [
        (*row[:at], a - b + c, *row[at + 3 :])
        for at, (a, b, c) in enumerate(zip(row, row[1:], row[2:], strict=False))
        if b - a >= least_step and b >= c
    ]
    return {end for each in folded for end in foldings(each, least_step)} or {row}


def test_peaks_and_weak_peaks_fold_to_one_row_each_in_any_order() -> None:
    for row in (row for n in range(1, 7) for row in product(range(4), repeat=n)):
        assert foldings(row, 1) == {twoends.contraction(row).reduced}, row
        assert len(foldings(row, 0)) == 1, row
    assert (foldings((5, 5, 4), 1), foldings((5, 5, 4), 0)) == ({(5, 5, 4)}, {(4,)})


@pytest.mark.parametrize(("who", "row", "before", "folded", "after"), REFUTED)
def test_folding_changes_the_margin_against_others(
    who: str, row: str, before: str, folded: str, after: str
) -> None:
    assert {each[0].split()[0] for each in REFUTED} == {"greedy,", "modest", "random"}
    names = {"greedy, ties right": ["greedy right"], "modest or generous": ["modest right", "generous"]}
    for name in names.get(who, ["random"]):
        assert margin_first(row_of(row), name) == row_of(before)[0], name
        assert margin_first(row_of(folded), name) == row_of(after)[0], name
        assert margin(row_of(row)) == margin(row_of(folded)), "against an optimal opponent it may be folded"


def test_greed_earns_the_odd_ranks_of_every_small_v() -> None:
    for n in range(1, 7):
        for row in filter(is_v, product(range(4), repeat=n)):
            ranks = sorted(row, reverse=True)
            assert on_a_row(row, "greedy right") == sum(ranks[::2]), row
            assert on_a_row(row, "greedy right", your_turn=False) == sum(ranks[1::2]), row
            assert twoends.match(row, "greedy", "greedy").game.yours == sum(ranks[::2]), row


def test_taking_an_exposed_maximum_is_best_against_greedy_up_to_8_cards() -> None:
    for n in range(1, 9):
        exposed = np.array([order for order in permutations(range(1, n + 1)) if order[0] == n])
        for rows, rest in ((exposed, exposed[:, 1:]), (exposed[:, ::-1], exposed[:, :0:-1])):
            best = twoends.solve_rows(rows, "greedy").first
            takes_it = n + twoends.solve_rows(rest, "greedy").second
            assert (best == takes_it).all(), rows[best != takes_it][:1]
    solution = twoends.solve([1, 5, 6, 7, 4, 8, 2, 3, 9], "greedy")
    assert [move.total for move in solution.moves] == [23, 22]


def test_two_interval_values_count_the_common_elements_of_two_sets() -> None:
    for x, y in (({1, 4}, {4}), ({2}, {5, 6}), ({1, 2, 3}, {1, 2, 3}), (set[int](), {1, 2})):
        blocks = [x, {3, 7}], [{2, 9}, y]
        left = [sorted((10 * u + k for u in block for k in (1, 3)), reverse=True) for block in blocks[0]]
        right = [sorted(10 * u + k for u in block for k in (2, 4)) for block in blocks[1]]
        row = [card for block in left for card in (*block, -1)]
        row += [card for block in right for card in (-1, *block)]
        everywhere = twoends.oracle(row)
        whole = everywhere.margin(0, len(row))
        between = everywhere.margin(len(left[0]), len(row) - len(right[1]))
        assert whole - between == 2 * len(x | y)
        assert len(x) + len(y) - (whole - between) // 2 == len(x & y)


# --- bounds: theorems 7 and 8, and the sequences of the OEIS --------------------------------------


def largest_total_against_greedy(row: tuple[int, ...]) -> int:
    """The largest total against a greedy player who moves first and takes either of two equal ends."""
    if not row:
        return 0
    left, right = row[1:], row[:-1]
    rests = ([left] if row[0] >= row[-1] else []) + ([right] if row[-1] >= row[0] else [])
    return max(
        (card + largest_total_against_greedy(rest))
        for after in rests
        for card, rest in (((after[0], after[1:]), (after[-1], after[:-1])) if after else ((0, ()),))
    )


@pytest.mark.parametrize(("m", "k"), [(1, 3), (2, 3), (3, 2), (4, 1)])
def test_greed_loses_at_most_the_bound_and_reaches_it_on_one_row(m: int, k: int) -> None:
    bound, lost = (m - 1) * k, dict[tuple[int, ...], int]()
    for row in product(range(k + 1), repeat=2 * m):
        most = largest_total_against_greedy(row)
        lost[row] = most - int(twoends.solve(row).second)
        # Whoever the opponent is, the best response leaves them at least the m smallest cards.
        assert most - sum(sorted(row)[:m]) <= bound, row
        for card in range(k + 1):  # greedy moves second on a row of one card more
            assert card + most - int(twoends.solve((card, *row)).first) <= bound, (card, row)
    worst = (0, *(0, k) * (m - 1), 0)
    assert max(lost.values()) == bound == lost[worst]
    if m > 1:
        assert [row for row in lost if lost[row] == bound] == [worst, worst[::-1]]


def least(n: int) -> int:
    m = (n + 1) // 2
    return m * (2 - m) if n % 2 else m % 2


def most(n: int) -> int:
    m = n // 2
    return n - m % 2 if n % 2 else m * m


def least_row(n: int) -> list[int]:
    """The rows of the proof of Theorem 8."""
    if n % 2:
        return [card for pair in zip(range(1, n + 1), range(n, 0, -1), strict=True) for card in pair][:n]
    p = n // 4
    return [*range(1, n - 2 * p + 1), *(card for k in range(n - 2 * p + 1, n, 2) for card in (k + 1, k))]


def test_rows_of_1_to_n_have_the_extreme_margins_on_the_page() -> None:
    for n in range(1, 7):
        margins = {int(twoends.solve(row).margin_first) for row in permutations(range(1, n + 1))}
        assert (min(margins), max(margins)) == (least(n), most(n)), n
    for n in range(1, 60):
        odd_places = [card for k in range(1, n // 2 + 1) for card in (k, n // 2 + k)]
        largest = [*least_row(n - 1), n] if n % 2 else odd_places
        for row, value in ((least_row(n), least(n)), (largest, most(n))):
            assert sorted(row) == list(range(1, n + 1)), row
            assert twoends.solve(row).margin_first == value, row


def test_the_formulas_give_the_terms_of_the_oeis() -> None:
    a276163 = [1, 1, 2, 4, 5, 9, 6, 16, 9, 25, 10, 36, 13, 49, 14, 64]
    a276164 = [1, 2, 4, 7, 10, 15, 17, 26, 27, 40, 38, 57, 52, 77, 67, 100]
    a276168 = [1, 1, 0, 0, -3, 1, -8, 0, -15, 1, -24, 0, -35, 1, -48, 0]
    terms = range(1, 17)
    assert [most(n) for n in terms] == a276163
    assert [(n * (n + 1) // 2 + most(n)) // 2 for n in terms] == a276164
    assert [least(n) for n in terms] == a276168
    assert all(least(n) == n + 1 - most(n + 1) for n in range(1, 1000)), "the second conjecture"
    a276165 = (
        0, 1, 2, 0, 3, 1, 1, 1, 4, 2, 0, 2, 2, 0, 2, 0, 5, 3, 1, 3, 1, 1, 1, 1, 3, -1, 1, 1, 3, 1, 1, 1,
    )  # fmt: skip
    for place, term in enumerate(a276165):
        # A composition in standard order: the gaps between the ones of the binary digits, highest first.
        composition = [len(zeros) + 1 for zeros in f"{place:b}".split("1")[1:]] if place else []
        assert twoends.solve(composition).margin_first == term, composition


# --- Coq -----------------------------------------------------------------------------------------

PROOFS = ROOT / "proofs"
UNPROVED = re.compile(r"\b(Admitted|admit|Abort|Axioms?|Parameters?|Variables?|Conjecture|Hypothes[ei]s)\b")


def test_the_library_gives_what_coq_computes_from_the_definitions_that_its_proofs_are_about() -> None:
    """Values by each method and by kernels, and the urgencies of left and of right ends."""
    answers = (ROOT / "tests" / "data" / "proofs.jsonl").read_text("utf-8").splitlines()
    by_length = defaultdict(list)
    for place, (row, [value], left, right) in enumerate(map(json.loads, answers)):
        urgencies = twoends.oracle(row)
        assert (list(urgencies.left), list(urgencies.right)) == (left, right), row
        totals = ((sum(row) + value) // 2, (sum(row) - value) // 2)
        for method, step in (("contraction", 1), ("bottom-up", 1), ("top-down", 4), ("exhaustive", 16)):
            if place % step == 0:
                solution = twoends.solve(row, method=method)
                got = solution.first, solution.second, solution.margin_first
                assert got == (*totals, value), (row, method)
        if row and max(map(abs, row)) < 2**40:
            by_length[len(row)].append((row, value))
    assert {*by_length} == {*range(1, 12)}
    for cases in by_length.values():
        rows, values = (np.array(part, np.int64) for part in zip(*cases, strict=True))
        solved = twoends.solve_rows(rows)
        assert (solved.first - solved.second == values).all()
        assert (solved.first + solved.second == rows.sum(1)).all()


def test_every_proof_is_complete_and_each_statement_of_the_table_is_a_theorem_that_is_checked() -> None:
    sources = {path.name: path.read_text("utf-8") for path in sorted(PROOFS.glob("*.v"))}
    for name, source in sources.items():
        assert not UNPROVED.search(source), name
    listed = re.findall(r"^\w+\.v$", (PROOFS / "_CoqProject").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == [*sources]
    table = re.findall(r"\| `(\w+)` \| \[(\w+)\.v\]", (PROOFS / "README.md").read_text("utf-8"))
    assert len(table) > 15
    for name, module in table:
        assert re.search(rf"^(Theorem|Lemma|Corollary) {name}\b", sources[f"{module}.v"], re.MULTILINE), name
        assert f"Print Assumptions {module}.{name}." in sources["Assumptions.v"], name
