"""Drawing rows: row r of a given length depends only on (seed, length, r).

Philox is a counter-based generator: word w of its stream is a function of (key, w). The key comes from
the seed and the length, and every row uses the same number of words, so a chunk can start its stream at
its first row. However the rows are divided into chunks, they are the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from twoends.rules.cards import deck
from twoends.study.description import Chunk, Study
from twoends.study.files import rows_of_file

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

WORDS_A_STEP = 4
"""Philox generates four 64-bit words per step, and a row uses whole steps."""


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
            keys = _words(study.seed, n, chunk, 52)
            cards = np.array(deck(), np.int64)
            return cards[np.argsort(keys, axis=1)[:, :n]]
        case "permutation":
            return np.argsort(_words(study.seed, n, chunk, n), axis=1) + 1
        case "uniform":
            return _uniform(_words(study.seed, n, chunk, n), *numbers)
        case "walk":
            (step,) = numbers
            return _uniform(_words(study.seed, n, chunk, n), -step, step).cumsum(axis=1)
        case _:
            return rows_of_file(study.file, study.digest)[n][chunk.start : chunk.stop]


def _words(seed: int, length: int, chunk: Chunk, words_a_row: int) -> NDArray[np.uint64]:
    """Draw the random words of each row of the chunk: shape (rows, words_a_row)."""
    import numpy as np

    steps = -(-words_a_row // WORDS_A_STEP)
    key = np.random.SeedSequence([seed, length]).generate_state(2, np.uint64)
    stream = np.random.Philox(key=key).advance(chunk.start * steps)
    words = stream.random_raw(chunk.rows * steps * WORDS_A_STEP)
    return words.reshape(chunk.rows, steps * WORDS_A_STEP)[:, :words_a_row]


def _uniform(words: NDArray[np.uint64], low: int, high: int) -> NDArray[np.int64]:
    import numpy as np

    return (words % np.uint64(high - low + 1)).astype(np.int64) + low
