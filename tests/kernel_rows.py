"""Rows on which kernels are tested."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np


def shapes(n: int) -> Iterator[np.ndarray]:
    """Rows of n cards of every shape that matters to a kernel."""
    rng = np.random.default_rng(n)
    values = rng.integers(-50, 50, n)
    yield values
    yield np.sort(values)
    yield np.sort(values)[::-1]
    yield np.concatenate((np.sort(values[::2])[::-1], np.sort(values[1::2])))  # a deep valley
    yield np.concatenate((np.sort(values[::2]), np.sort(values[1::2])[::-1]))  # a mountain
    yield values.cumsum()
    yield rng.integers(0, 2, n)
    yield np.zeros(n, int)
    yield np.tile([0, 9], n)[:n]


def extremes(n: int, largest: int) -> Iterator[list[int]]:
    """Rows of n cards, an even number, from -largest to largest, whose totals and margins go furthest."""
    half = n // 2
    yield [largest] * n
    yield [-largest] * n
    yield [largest, -largest] * half
    yield [0, largest] * half
    yield [-largest] * half + [largest] * half
