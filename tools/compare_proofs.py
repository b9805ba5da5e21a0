"""Compare the library with the program that Coq extracted from the proofs: compare_proofs.py PROGRAM.

For rows of 30 to 500 cards of several kinds, which the kernels solve: the value, the loss of the first and of
the last card, a line of best play and all urgencies. For boards of rows and piles: the value, the loss of
each end and a line of best play. Prints the first row or board that differs, with exit status 1.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from twoends import LEFT, Board, Component, Move, solve, solve_rows
from twoends.engine.kernels import intervals, whole_rows

SEED = 276168
KINDS = ((0, 1), (0, 3), (-2, 2), (1, 100), (-(10**6), 10**6), (-(2**40), 2**40))
"""The smallest and the largest card of each kind of row."""

LENGTHS = range(30, 501)


def main() -> int:
    """Compare `--rows` rows, and a tenth as many boards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--rows", type=int, default=100_000)
    options = parser.parse_args()
    random = np.random.default_rng(SEED)
    boards = [_board(random) for _ in range(options.rows // 10)]
    questions = [
        "B " + " / ".join(" ".join([kind, *map(str, cards)]) for kind, cards in board) for board in boards
    ]
    difference = _difference(options.program, questions, map(_board_here, boards))
    count = 0
    for rows in _tables(random, options.rows):
        count += len(rows)
        questions = [f"R {' '.join(map(str, row))}" for row in rows.tolist()]
        difference = difference or _difference(options.program, questions, _rows_here(rows))
    if difference:
        print(difference, file=sys.stderr)
        return 1
    print(f"{count:,} rows and {len(boards):,} boards: the library answers as the extracted program")
    return 0


def _difference(program: str, questions: list[str], ours: Iterable[str]) -> str:
    """Return a report of the first question on which library and program differ; "" if there is none."""
    text = "\n".join([*questions, ""])
    ran = subprocess.run([program], input=text, capture_output=True, text=True, check=True)
    for question, here, there in zip(questions, ours, ran.stdout.splitlines(), strict=True):
        if here != there:
            return f"{question}\nlibrary: {here}\nprogram: {there}"
    return ""


def _tables(random: np.random.Generator, count: int) -> Iterator[NDArray[np.int64]]:
    """Yield an array of rows for each length: all kinds, sorted rows and rows that rise and then fall."""
    size = -(-count // len(LENGTHS))
    for n in LENGTHS:
        kinds = random.integers(0, len(KINDS), size)
        rows = np.array([random.integers(*KINDS[kind], n, endpoint=True) for kind in kinds])
        rows[::20] = np.sort(rows[::20], axis=1)
        rows[::40, n // 2 :] = rows[::40, n // 2 :][:, ::-1]
        yield rows


def _rows_here(rows: NDArray[np.int64]) -> Iterator[str]:
    """Yield the kernels' results for rows of one length, in the format of the extracted program."""
    first, left, right = (solve_rows(part).margin_first for part in (rows, rows[:, 1:], rows[:, :-1]))
    losses = first - (rows[:, 0] - left), first - (rows[:, -1] - right)
    for k, value in enumerate(first.tolist()):
        _, _, runs = whole_rows.walk(rows[k])
        line = "".join(run * "L" if run > 0 else -run * "R" for run in runs.tolist())[:-1]
        ends = (
            " ".join(map(str, numbers.tolist()))
            for numbers in intervals.urgencies(intervals.end_coins(rows[k]))
        )
        yield ";".join((f"{value};{value}", f"{losses[0][k]} {losses[1][k]}", line, *ends))


def _board(random: np.random.Generator) -> list[tuple[str, list[int]]]:
    """Return one to five components, rows and piles of 1 to 40 cards."""
    low, high = KINDS[random.integers(len(KINDS))]
    return [
        ("RP"[random.integers(2)], random.integers(low, high, random.integers(1, 41), endpoint=True).tolist())
        for _ in range(random.integers(1, 6))
    ]


def _board_here(board: list[tuple[str, list[int]]]) -> str:
    components = [Component(cards, (LEFT,)) if kind == "P" else Component(cards) for kind, cards in board]
    solution = solve(Board.of(*components))
    losses = (
        f"{_end(value.move)} {2 * value.loss}"
        for value in sorted(solution.moves, key=lambda value: _end(value.move))
    )
    return f"{solution.margin_first};{' '.join(losses)};{' '.join(map(_end, solution.line or ()))}"


def _end(move: Move) -> str:
    return f"{move.row}{move.end}"


if __name__ == "__main__":
    sys.exit(main())
