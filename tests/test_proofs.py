"""The library gives what Coq computes from the definitions that its proofs are about (proofs/README.md)."""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

import numpy as np
import pytest

import twoends
from twoends.engine.oracle import oracle

ROOT = Path(__file__).parent.parent
PROOFS = ROOT / "proofs"
FILES = sorted(PROOFS.glob("*.v"))
UNPROVED = re.compile(r"\b(Admitted|admit|Abort|Axioms?|Parameters?|Variables?|Conjecture|Hypothes[ei]s)\b")

ANSWERS = (ROOT / "tests" / "data" / "proofs.jsonl").read_text("utf-8")
CASES = [json.loads(line) for line in ANSWERS.splitlines()]
"""A row, its value alone in a list, the urgencies of its left ends, and those of its right ends."""


def test_coq_computed_hundreds_of_rows() -> None:
    rows = {tuple(row) for row, *_ in CASES}
    assert len(rows) > 800
    assert {len(row) for row in rows} == set(range(12))
    assert max(abs(v) for row in rows for v in row) > 2**63, "none needs exact integers"


@pytest.mark.parametrize(
    ("method", "step"), [("contraction", 1), ("bottom-up", 1), ("top-down", 4), ("exhaustive", 16)]
)
def test_each_method_gives_the_value_that_coq_computes(method: str, step: int) -> None:
    for row, [value], *_ in CASES[::step]:
        solution = twoends.solve(row, method=method)
        totals = ((sum(row) + value) // 2, (sum(row) - value) // 2)
        assert (solution.first, solution.second, solution.margin_first) == (*totals, value), row


def test_compiled_kernels_give_the_values_that_coq_computes() -> None:
    by_length = defaultdict(list)
    for row, [value], *_ in CASES:
        if row and max(map(abs, row)) < 2**40:
            by_length[len(row)].append((row, value))
    for cases in by_length.values():
        rows, values = (np.array(part, np.int64) for part in zip(*cases, strict=True))
        solved = twoends.solve_rows(rows)
        assert (solved.first - solved.second == values).all()
        assert (solved.first + solved.second == rows.sum(1)).all()


def test_the_oracle_gives_the_urgencies_that_coq_computes() -> None:
    for row, _, left, right in CASES:
        urgencies = oracle(row)
        assert (list(urgencies.left), list(urgencies.right)) == (left, right), row


def test_every_proof_is_complete_and_checked() -> None:
    assert len(FILES) > 9, "no proofs here"
    for path in FILES:
        assert not UNPROVED.search(path.read_text("utf-8")), path.name
    listed = re.findall(r"^\w+\.v$", (PROOFS / "_CoqProject").read_text("utf-8"), re.MULTILINE)
    assert sorted(listed) == [path.name for path in FILES]


def test_each_statement_in_the_table_is_a_theorem_with_checked_assumptions() -> None:
    table = re.findall(r"\| `(\w+)` \| \[(\w+)\.v\]", (PROOFS / "README.md").read_text("utf-8"))
    assert len(table) > 15
    checked = (PROOFS / "Assumptions.v").read_text("utf-8")
    for name, module in table:
        source = (PROOFS / f"{module}.v").read_text("utf-8")
        assert re.search(rf"^(Theorem|Lemma|Corollary) {name}\b", source, re.MULTILINE), name
        assert f"Print Assumptions {module}.{name}." in checked, name
