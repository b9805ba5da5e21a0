"""Solve the rows of a large file in chunks, with progress if the terminal shows no answers."""

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
"""A smaller file is solved faster than the kernels are loaded."""

A_THOUSAND = 1_000

AT_ONCE = 4_096
"""Shapes in a chunk: tuning. Answers are printed, and Ctrl-C is handled, between chunks."""

Solutions = list[Solution]
"""The solutions of one shape, against each of its opponents."""


def solve_each(
    shapes: Iterable[Shape | Game],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    solve: Callable[[Shape | Game, Opponent], Solution],
    file: str | None,
    lines_of_a_shape: int = 1,
) -> Iterator[list[Solutions]]:
    """Solve each shape against each of its opponents; yield the solutions of a chunk of shapes at a time.

    A chunk is one shape, but many for a large `file`, whose rows are solved together if columnar solving
    takes them; None forbids that. What precedes a mistake is yielded before its error is raised.
    """
    together = file is not None and _is_large(file)
    total = _lines_in(file) // lines_of_a_shape if file is not None and together else 0
    with _progress(file, together) as show:
        done = 0
        for chunk in _chunks(shapes, AT_ONCE if together else 1):
            if together or done % A_THOUSAND == 0 < done:
                show(done, max(total, done) if together else 0)
            done += len(chunk)
            known = _solve_columnar(chunk, against, total) if together else {}
            solved: list[Solutions] = []
            try:
                for place, shape in enumerate(chunk):
                    solved.append(
                        [
                            known.get((place, number)) or solve(shape, who)
                            for number, who in enumerate(against(shape))
                        ]
                    )
            except TwoEndsError:
                yield solved
                raise
            yield solved


def _progress(file: str | None, together: bool) -> AbstractContextManager[Callable[[int, int], None]]:
    """Show nothing if a terminal shows the answers, otherwise a bar for a large file, lines for a pipe."""
    if sys.stdout.isatty() or not (together or file == "-"):
        return nullcontext(lambda done, total: None)
    return progress_of("rows") if together else in_lines("rows")


def _is_large(file: str) -> bool:
    """Whether this is a large text file. (A large NumPy file may be one long row.)"""
    return os.path.isfile(file) and os.path.getsize(file) >= BYTES_OF_MANY_ROWS and not file.endswith(".npy")


def _lines_in(file: str) -> int:
    """Count the lines of a file. O(bytes)."""
    with open(file, "rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(2**20), b""))


def _solve_columnar(
    chunk: Sequence[Shape | Game], against: Callable[[Shape | Game], Sequence[Opponent]], total: int
) -> dict[tuple[int, int], Solution]:
    """Solve the rows of a chunk together, as far as that is possible, by place and number of the opponent."""
    if not has_fast():
        return {}
    from twoends.answers.columnar import solve_together

    rows = [
        (place, row)
        for place, shape in enumerate(chunk)
        if not isinstance(shape, Game) and (row := row_of(shape)) is not None
    ]
    return {
        (place, number): solution
        for number, who in enumerate(against(rows[0][1]) if rows else ())
        for place, solution in solve_together(rows, who, total)
    }


def _chunks(shapes: Iterable[Shape | Game], most: int) -> Iterator[list[Shape | Game]]:
    """Yield up to `most` shapes at a time. What precedes a mistake is yielded before its error is raised."""
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
