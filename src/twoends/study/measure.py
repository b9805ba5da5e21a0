"""Measuring: what a chunk says about its rows, as counts of whole numbers that add up exactly.

What is measured on each row, by name:

    first        your margin when you move first
    second       your margin when the opponent moves first
    edge         your total when you move first minus your total when you move second
    loss first   what the best response would have brought you more when you move first
    loss second  the same when the opponent moves first
    coins        how many coins are left when the row is contracted
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from twoends.batch import play_rows, solve_rows
from twoends.kernels.stack import coin_counts
from twoends.opponents import opponent
from twoends.play import BEST
from twoends.study.description import Chunk, Pairing, Study
from twoends.study.draw import draw

if TYPE_CHECKING:
    import numpy as np
    import polars as pl
    from numpy.typing import NDArray

    Integers = NDArray[np.int64]

FIRST, SECOND, EDGE, LOSS_FIRST, LOSS_SECOND, COINS = (
    "first",
    "second",
    "edge",
    "loss first",
    "loss second",
    "coins",
)


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured chunk as two Parquet files, byte for byte the same wherever it was made.

    counts  length, pairing, measure, value, count: how many rows have which value
    rows    every row with its values and results; None unless the study keeps rows
    """

    counts: bytes
    rows: bytes | None


def measure(study: Study, chunk: Chunk) -> Measured:
    """Draw the rows of a chunk and measure them: a pure function of its two arguments."""
    import numpy as np
    import polars as pl

    rows = draw(study, chunk)
    results = list(_measures(study, chunk, rows))
    frames = []
    for pairing, name, values in results:
        value, count = np.unique(values, return_counts=True)
        frames.append(
            pl.DataFrame({"value": value, "count": count}).select(
                pl.lit(chunk.length).alias("length"),
                pl.lit(pairing).alias("pairing"),
                pl.lit(name).alias("measure"),
                "value",
                "count",
            )
        )
    kept = None
    if study.keep_rows:
        columns = {f"{pairing}: {name}".removeprefix(": "): values for pairing, name, values in results}
        kept = pl.DataFrame({"row": np.arange(chunk.start, chunk.stop), "values": list(rows)} | columns)
    return Measured(_parquet(pl.concat(frames)), None if kept is None else _parquet(kept))


def _measures(study: Study, chunk: Chunk, rows: Integers) -> Iterator[tuple[str, str, Integers]]:
    """Yield (pairing, measure, its value on every row)."""
    sums = rows.sum(axis=1)
    best: dict[str, tuple[Integers, Integers]] = {}
    for place, pairing in enumerate(study.pairings):
        against = opponent(pairing.opponent)
        if not against.by_chance and pairing.opponent not in best:
            solved = solve_rows(rows, against)
            best[pairing.opponent] = solved.first, solved.second
        if pairing.you == BEST and not against.by_chance:
            totals = best[pairing.opponent]
        else:
            totals = _played(rows, pairing, _seeds(study, chunk, place))
        losing = pairing.you != BEST and not against.by_chance
        for mover, margin, loss, total, most in (
            ("you", FIRST, LOSS_FIRST, totals[0], best.get(pairing.opponent, totals)[0]),
            ("opponent", SECOND, LOSS_SECOND, totals[1], best.get(pairing.opponent, totals)[1]),
        ):
            if study.moves_first in ("both", mover):
                yield str(pairing), margin, 2 * total - sums
                if losing:
                    yield str(pairing), loss, most - total
        if study.moves_first == "both":
            yield str(pairing), EDGE, totals[0] - totals[1]
    if study.reduced:
        yield "", COINS, coin_counts(rows)


def _played(rows: Integers, pairing: Pairing, seeds: tuple[int, int]) -> tuple[Integers, Integers]:
    """Play every row twice: your totals when you move first, and when the opponent does."""
    first = play_rows(rows, pairing.you, pairing.opponent, seed=seeds[0])
    second = play_rows(rows, pairing.opponent, pairing.you, seed=seeds[1])
    return first[:, 0], second[:, 1]


def _seeds(study: Study, chunk: Chunk, place: int) -> tuple[int, int]:
    """Seeds for players who move by chance: their own for each chunk, pairing and first mover."""
    import numpy as np

    source = np.random.SeedSequence([study.seed, chunk.length, chunk.start, place])
    you, other = source.generate_state(2, np.uint64)
    return int(you), int(other)


def _parquet(frame: pl.DataFrame) -> bytes:
    file = io.BytesIO()
    frame.write_parquet(file)
    return file.getvalue()
