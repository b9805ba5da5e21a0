"""Files of many rows: they are solved together, a chunk at a time, with a bar where nothing else is seen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice

from twoends.answers.solution import Solution
from twoends.cli.progress import progress_of
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape

BYTES_OF_MANY_ROWS = 2**16
"""A smaller file is answered before the kernels are loaded."""

AT_ONCE = 4_096
"""Shapes that are solved together; what they take is seen at once, and Ctrl-C is heard between two chunks."""


def has_many_rows(file: str) -> bool:
    """Whether this is a large file, and none of NumPy, whose rows may be long."""
    return os.path.isfile(file) and os.path.getsize(file) >= BYTES_OF_MANY_ROWS and not file.endswith(".npy")


def lines_in(file: str) -> int:
    """How many lines a file has, O(bytes)."""
    with open(file, "rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(2**20), b""))


def in_turn(
    shapes: Iterable[Shape | Game],
    against: Sequence[Opponent],
    alone: Callable[[Shape | Game], list[Solution]],
    rows_in_all: int,
) -> Iterator[list[Solution]]:
    """The solutions of each shape against every opponent; what is no short row is solved alone.

    `rows_in_all` is about how many there are, for the bar.
    """
    from twoends.answers.many import MOST_CARDS, solutions

    seen = sys.stdout.isatty() or not sys.stderr.isatty()
    with nullcontext() if seen else progress_of("rows") as show:
        done = 0
        for chunk in _chunks(shapes):
            if show is not None:
                show(done, max(rows_in_all, done))
            done += len(chunk)
            rows = [what for what in chunk if isinstance(what, Row) and len(what) <= MOST_CARDS]
            solved = zip(*(solutions(rows, each) for each in against), strict=True)
            for what in chunk:
                short = isinstance(what, Row) and len(what) <= MOST_CARDS
                yield list(next(solved)) if short else alone(what)


def _chunks(shapes: Iterable[Shape | Game]) -> Iterator[list[Shape | Game]]:
    """A few shapes at a time. A mistake in the text is raised after what stands before it."""
    ahead, chunk = iter(shapes), list[Shape | Game]()
    while True:
        try:
            chunk.extend(islice(ahead, AT_ONCE))
        except TwoEndsError:
            yield chunk
            raise
        if not chunk:
            return
        yield chunk
        chunk = []
