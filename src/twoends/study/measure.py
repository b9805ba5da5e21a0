"""Draw the rows of a chunk, and count the values of each measure in whole numbers, which add up exactly.

Row r of a given length depends only on (seed, length, r). Philox is a counter-based generator: word w of its
stream is a function of (key, w). The key comes from the seed and the length, and every row uses the same
number of words, so a chunk can start its stream at its first row. However the rows are divided into chunks,
they are the same.

Measures of a row:

    margin first   your margin when you move first
    margin second  your margin when the opponent moves first
    edge           your total when you move first minus your total when you move second
    loss first     how much more the best response would have scored when you move first
    loss second    the same when the opponent moves first
                   (under rules without a fixed sum, losses and edge compare margins, not totals)
    foul first     for bots: 1 if you committed a foul, -1 if the opponent did, when you move first
    foul second    the same when the opponent moves first
    coins          the number of coins left after contraction
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from twoends.answers.matches import BEST
from twoends.rules.cards import deck
from twoends.rules.opponent_names import opponent
from twoends.rules.rules import Rules
from twoends.study.description import Chunk, Study, rows_of_file
from twoends.study.folder import COUNTS, ROWS, Files, provenance, write_with_provenance
from twoends.study.pairings import BOT, Pairing, StudyError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from twoends.engine.kernels.compiling import Integers

    Totals = tuple[Integers, Integers]

FIRST, SECOND, EDGE, COINS = "margin first", "margin second", "edge", "coins"
LOSS_FIRST, LOSS_SECOND = "loss first", "loss second"
FOULS = FOUL_FIRST, FOUL_SECOND = "foul first", "foul second"

WORDS_A_STEP = 4
"""Philox generates four 64-bit words per step, and a row uses whole steps."""


def measure(study: Study, chunk: Chunk) -> Files:
    """Draw the rows of a chunk and measure them: a pure function of its arguments and the user's players.

    Returns Parquet files with their provenance, by the name of the folder in which each is stored; their
    bytes do not depend on the worker:

    rows    every row with its values and results, if the study keeps rows
    counts  columns length, pairing, measure, value and count, the number of rows with this value

    Raises StudyError if the files of the players change meanwhile.

    >>> study = Study(lengths=(4,), count=10)
    >>> chunk = next(study.chunks())
    >>> measure(study, chunk).keys(), measure(study, chunk) == measure(study, chunk)
    (dict_keys(['counts']), True)
    """
    import numpy as np
    import polars as pl

    made_by = provenance(study, chunk)
    rows = draw(study, chunk)
    results = list(_measures(study, chunk, rows))
    counts, frames = [], {}
    for pairing, name, values in results:
        value, count = np.unique(values, return_counts=True)
        of = {"length": pl.lit(chunk.length), "pairing": pl.lit(pairing), "measure": pl.lit(name)}
        counts.append(
            pl.DataFrame({"value": value, "count": count}).select(**of, value="value", count="count")
        )
    if study.keep_rows:
        columns = {f"{pairing}: {name}".removeprefix(": "): values for pairing, name, values in results}
        numbered = {"row": np.arange(chunk.start, chunk.stop), "values": list(rows)}
        frames[ROWS] = pl.DataFrame(numbered | columns)
    frames[COUNTS] = pl.concat(counts)
    if made_by != provenance(study, chunk):
        raise StudyError("the files of a player changed during the study: run again")
    return {folder: write_with_provenance(frame, made_by) for folder, frame in frames.items()}


# --- drawing rows ------------------------------------------------------------------------------


def draw(study: Study, chunk: Chunk) -> NDArray[np.int64]:
    """Draw the rows of a chunk, shape (stop - start, length), in O(length log length) per row.

    Shuffles sort by 64-bit keys, and a uniform value is a 64-bit word modulo the size of the range. The
    bias of either is below 2**-31.

    >>> study = Study(rows="permutation", lengths=(5,), count=3, chunk_cards=5)
    >>> [draw(study, chunk).tolist() for chunk in study.chunks()]
    [[[4, 2, 1, 3, 5]], [[4, 5, 2, 1, 3]], [[4, 3, 1, 2, 5]]]
    """
    import numpy as np

    n = chunk.length
    kind, numbers = study.source
    match kind:
        case "deck":
            keys = _words(study, chunk, 52)
            cards = np.array(deck(), np.int64)
            return cards[np.argsort(keys, axis=1)[:, :n]]
        case "permutation":
            return np.argsort(_words(study, chunk, n), axis=1) + 1
        case "uniform":
            return _uniform(_words(study, chunk, n), *numbers)
        case "walk":
            (step,) = numbers
            return _uniform(_words(study, chunk, n), -step, step).cumsum(axis=1)
        case _:
            return rows_of_file(study.file, study.digest)[n][chunk.start : chunk.stop]


def _words(study: Study, chunk: Chunk, words_a_row: int) -> NDArray[np.uint64]:
    """Draw the random words of each row of the chunk: shape (rows, words_a_row)."""
    import numpy as np

    steps = -(-words_a_row // WORDS_A_STEP)
    key = np.random.SeedSequence([study.seed, chunk.length]).generate_state(2, np.uint64)
    stream = np.random.Philox(key=key).advance(chunk.start * steps)
    words = stream.random_raw(chunk.rows * steps * WORDS_A_STEP)
    return words.reshape(chunk.rows, steps * WORDS_A_STEP)[:, :words_a_row]


def _uniform(words: NDArray[np.uint64], low: int, high: int) -> NDArray[np.int64]:
    return (words % (high - low + 1)).astype("int64") + low


# --- measuring them ----------------------------------------------------------------------------


def _measures(study: Study, chunk: Chunk, rows: Integers) -> Iterator[tuple[str, str, Integers]]:
    """Yield (pairing, measure, its value on every row)."""
    from twoends.engine.kernels.whole_rows import coin_counts

    best: dict[str, Totals | None] = {}
    for place, pairing in enumerate(study.pairings):
        if pairing.opponent not in best:
            best[pairing.opponent] = _best_response(rows, pairing.opponent, study.by_rules)
        seeds = _seeds(study, chunk, place)
        for measure, values in _measures_of_pairing(study, pairing, rows, best[pairing.opponent], seeds):
            yield str(pairing), measure, values
    if study.reduced:
        yield "", COINS, coin_counts(rows)


def _best_response(rows: Integers, name: str, rules: Rules) -> Totals | None:
    """Return what the best response gets, moving first and second; None for a bot or a random opponent.

    These are totals, or margins under rules without a fixed sum.
    """
    from twoends.answers.batch import solve_rows

    if name.startswith(BOT) or (against := opponent(name)).stochastic:
        return None
    solutions = solve_rows(rows, against, rules=rules)
    if rules.fixed_sum:
        return solutions.first, solutions.second
    return solutions.margin_first, solutions.margin_second


def _measures_of_pairing(
    study: Study, pairing: Pairing, rows: Integers, best: Totals | None, seeds: tuple[int, int]
) -> Iterator[tuple[str, Integers]]:
    """Yield (measure, its value on every row), given what the best response to the opponent gets."""
    rules, sums = study.by_rules, rows.sum(axis=1)
    totals = []
    names = (pairing.you, pairing.opponent)
    for turn, mover, movers, (margin, loss, foul) in (
        (0, "you", names, (FIRST, LOSS_FIRST, FOUL_FIRST)),
        (1, "opponent", names[::-1], (SECOND, LOSS_SECOND, FOUL_SECOND)),
    ):
        if study.moves_first not in ("both", mover):
            continue
        fouls = None
        if pairing.you == BEST and best is not None:
            total = best[turn]
        elif pairing.with_bots:
            from twoends.study.bots import play_rows_with_bots  # imported late: it loads what runs programs

            both, fouled = play_rows_with_bots(rows, *movers, seed=seeds[turn])
            total, fouls = both[:, turn], fouled[:, turn] - fouled[:, 1 - turn]
        else:
            total = _play(rows, movers, seeds[turn], turn, rules)
        totals.append(total)
        yield margin, 2 * total - sums if rules.fixed_sum else total
        if best is not None and pairing.you != BEST:
            yield loss, best[turn] - total
        if fouls is not None:
            yield foul, fouls
    if study.moves_first == "both":
        yield EDGE, totals[0] - totals[1]


def _play(rows: Integers, movers: Sequence[str], seed: int, turn: int, rules: Rules) -> Integers:
    """Play every row; return the totals of player `turn`, or the margins under rules without a fixed sum."""
    from twoends.answers.batch_games import play_rows

    both = play_rows(rows, *movers, seed=seed, rules=rules).totals
    yours: Integers = both[:, turn] if rules.fixed_sum else both[:, turn] - both[:, 1 - turn]
    return yours


def _seeds(study: Study, chunk: Chunk, place: int) -> tuple[int, int]:
    """Return the seeds for a chunk and pairing, one for each of the two players who may move first."""
    import numpy as np

    source = np.random.SeedSequence([study.seed, chunk.length, chunk.start, place])
    you, other = source.generate_state(2, np.uint64)
    return int(you), int(other)
