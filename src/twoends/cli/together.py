"""Files of many rows: they are solved together, a chunk at a time, with a bar where nothing else is seen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice

from twoends.answers.solution import Solution
from twoends.cli.progress import in_lines, progress_of
from twoends.rules.errors import TwoEndsError
from twoends.rules.extras import has_fast
from twoends.rules.games import Game
from twoends.rules.preferences import Opponent
from twoends.rules.shapes import Shape, row_of

BYTES_OF_MANY_ROWS = 2**16
"""A smaller file is answered before the kernels are loaded."""

A_THOUSAND = 1_000

AT_ONCE = 4_096
"""Shapes that are solved together: tuning. What they take is seen at once; Ctrl-C is heard between two."""

Solutions = list[Solution]
"""The solutions of one shape, against each of its opponents."""


def solve_each(
    shapes: Iterable[Shape | Game],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    solve: Callable[[Shape | Game, Opponent], Solution],
    file: str | None,
    lines_of_a_shape: int = 1,
) -> Iterator[list[Solutions]]:
    """Solve each shape against each of its opponents, and yield the solutions a chunk of shapes at a time.

    A chunk is one shape; but the rows of a large file are solved together, as far as columns hold them.
    `file` is None where this may not be. What is solved before a mistake comes before the error.
    """
    together = file is not None and _has_many_rows(file)
    rows_in_all = _lines_in(file) // lines_of_a_shape if file is not None and together else 0
    with _progress(file, together) as show:
        done = 0
        for chunk in _chunks(shapes, AT_ONCE if together else 1):
            if together or done % A_THOUSAND == 0 < done:
                show(done, max(rows_in_all, done) if together else 0)
            done += len(chunk)
            known = _in_columns(chunk, against, rows_in_all) if together else {}
            solved: list[Solutions] = []
            try:
                for place, what in enumerate(chunk):
                    solved.append(
                        [
                            known.get((place, number)) or solve(what, who)
                            for number, who in enumerate(against(what))
                        ]
                    )
            except TwoEndsError:
                yield solved
                raise
            yield solved


def _progress(file: str | None, together: bool) -> AbstractContextManager[Callable[[int, int], None]]:
    """Nothing where answers are seen on a terminal; else a bar for a large file, lines for a pipe.

    Of a pipe lines come where rows come fast; of few rows nothing is said.
    """
    if sys.stdout.isatty() or not (together or file == "-"):
        return nullcontext(lambda done, total: None)
    return progress_of("rows") if together else in_lines("rows")


def _has_many_rows(file: str) -> bool:
    """Whether this is a large file, and none of NumPy, whose rows may be long."""
    return os.path.isfile(file) and os.path.getsize(file) >= BYTES_OF_MANY_ROWS and not file.endswith(".npy")


def _lines_in(file: str) -> int:
    """How many lines a file has, O(bytes)."""
    with open(file, "rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(2**20), b""))


def _in_columns(
    chunk: Sequence[Shape | Game], against: Callable[[Shape | Game], Sequence[Opponent]], rows_in_all: int
) -> dict[tuple[int, int], Solution]:
    """The solutions of the rows in a chunk that columns hold, by place and number of the opponent."""
    if not has_fast():
        return {}
    from twoends.answers.columnar import solve_together

    rows = [
        (place, row)
        for place, what in enumerate(chunk)
        if not isinstance(what, Game) and (row := row_of(what)) is not None
    ]
    return {
        (place, number): solution
        for number, who in enumerate(against(rows[0][1]) if rows else ())
        for place, solution in solve_together(rows, who, rows_in_all)
    }


def _chunks(shapes: Iterable[Shape | Game], most: int) -> Iterator[list[Shape | Game]]:
    """So many shapes at a time. A mistake in the text is raised after what stands before it."""
    ahead, chunk = iter(shapes), list[Shape | Game]()
    while True:
        try:
            chunk.extend(islice(ahead, most))
        except TwoEndsError:
            yield chunk
            raise
        if not chunk:
            return
        yield chunk
        chunk = []
