"""Files of many rows: they are solved together, a chunk at a time, with a bar where nothing else is seen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from itertools import islice
from typing import TYPE_CHECKING, TypeVar

from twoends.cli.progress import in_lines, progress_of
from twoends.rules.errors import TwoEndsError
from twoends.rules.extras import has_fast
from twoends.rules.games import Game
from twoends.rules.preferences import Opponent
from twoends.rules.shapes import Shape, row_of

if TYPE_CHECKING:
    from twoends.answers.many import Answers

Told = TypeVar("Told")

BYTES_OF_MANY_ROWS = 2**16
"""A smaller file is answered before the kernels are loaded."""

A_THOUSAND = 1_000

AT_ONCE = 4_096
"""Shapes that are solved together; what they take is seen at once, and Ctrl-C is heard between two chunks."""


def told_of_each(
    shapes: Iterable[Shape | Game],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    alone: Callable[[Shape | Game, Opponent], Told],
    together: Callable[[Answers], Iterable[Told]] | None,
    file: str | None,
    lines_of_a_shape: int = 1,
) -> Iterator[list[Told]]:
    """What is told of each shape, against each of its opponents.

    Of each `alone`; but rows of a large file `together`, if that is given, as far as columns hold their
    answers. `file` is None where this may not be.
    """
    if file is None or not _has_many_rows(file):
        each_alone = ([alone(what, each) for each in against(what)] for what in shapes)
        return _counted(each_alone) if file == "-" and not sys.stdout.isatty() else each_alone
    together = together if has_fast() else None
    return _in_turn(shapes, against, alone, together, _lines_in(file) // lines_of_a_shape)


def _counted(told: Iterator[list[Told]]) -> Iterator[list[Told]]:
    """The same, with a line now and then where rows come fast; of few rows nothing is said."""
    with in_lines("rows") as show:
        for done, each in enumerate(told):
            if done % A_THOUSAND == 0 < done:
                show(done, 0)
            yield each


def _has_many_rows(file: str) -> bool:
    """Whether this is a large file, and none of NumPy, whose rows may be long."""
    return os.path.isfile(file) and os.path.getsize(file) >= BYTES_OF_MANY_ROWS and not file.endswith(".npy")


def _lines_in(file: str) -> int:
    """How many lines a file has, O(bytes)."""
    with open(file, "rb") as stream:
        return sum(block.count(b"\n") for block in iter(lambda: stream.read(2**20), b""))


def _in_turn(
    shapes: Iterable[Shape | Game],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    alone: Callable[[Shape | Game, Opponent], Told],
    together: Callable[[Answers], Iterable[Told]] | None,
    rows_in_all: int,
) -> Iterator[list[Told]]:
    """A chunk at a time; about `rows_in_all`, for the bar, and to tell whether the kernels pay."""
    with nullcontext() if sys.stdout.isatty() else progress_of("rows") as show:
        done = 0
        for chunk in _chunks(shapes):
            if show is not None:
                show(done, max(rows_in_all, done))
            done += len(chunk)
            in_columns = {} if together is None else _in_columns(chunk, against, together, rows_in_all)
            for place, what in enumerate(chunk):
                yield [
                    in_columns[place, number] if (place, number) in in_columns else alone(what, each)
                    for number, each in enumerate(against(what))
                ]


def _in_columns(
    chunk: Sequence[Shape | Game],
    against: Callable[[Shape | Game], Sequence[Opponent]],
    together: Callable[[Answers], Iterable[Told]],
    rows_in_all: int,
) -> dict[tuple[int, int], Told]:
    """What is told of the rows in a chunk that columns hold, by place and by number of the opponent."""
    from twoends.answers.many import answers

    told: dict[tuple[int, int], Told] = {}
    rows = [
        (place, row)
        for place, what in enumerate(chunk)
        if not isinstance(what, Game) and (row := row_of(what)) is not None
    ]
    for number, each in enumerate(against(rows[0][1]) if rows else ()):
        for of_length in answers(rows, each, rows_in_all):
            keys = ((place, number) for place in of_length.places.tolist())
            told |= zip(keys, together(of_length), strict=True)
    return told


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
