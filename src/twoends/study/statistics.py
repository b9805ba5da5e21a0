"""Statistics of the counts: rates and means with intervals, and quantiles, all computed from exact sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from twoends.study.description import Study
from twoends.study.files import StudyError
from twoends.study.measure import PARTS, UNIFORM
from twoends.study.pairings import Pairing

if TYPE_CHECKING:
    import polars as pl

CONFIDENCE = 0.95
"""The share of studies whose interval contains the true value."""

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)

ConfidenceInterval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Summary:
    """One measure of one pairing on all rows of one length.

    length    cards in a row
    pairing   the players, by name; empty for a measure without players
    measure   the name of the measure (twoends.study.measure lists them)
    values    the k different values, rising: fractions for an expectation, else integers
    counts    the number of rows with each value

    >>> summary = Summary(52, "", "margin first", (-4, 0, 6), (1, 1, 2))
    >>> summary.rows, summary.positive, summary.mean, summary.quantile(0.5)
    (4, 2, Fraction(2, 1), 0)
    """

    length: int
    pairing: str
    measure: str
    values: tuple[Any, ...]
    counts: tuple[int, ...]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return sum(self.counts)

    @property
    def positive(self) -> int:
        """Rows with a value above 0; for a margin, the games won."""
        return sum(count for value, count in self._pairs() if value > 0)

    @property
    def zero(self) -> int:
        """Rows with the value 0; for a margin, the games drawn."""
        return sum(count for value, count in self._pairs() if value == 0)

    @property
    def negative(self) -> int:
        """Rows with a value below 0; for a margin, the games lost."""
        return sum(count for value, count in self._pairs() if value < 0)

    @property
    def mean(self) -> Fraction:
        """The mean value, exact."""
        return Fraction(sum(value * count for value, count in self._pairs()), self.rows)

    @property
    def mean_of_negative(self) -> Fraction | None:
        """The mean of the values below 0, exact; None if there are none."""
        if not self.negative:
            return None
        return Fraction(sum(value * count for value, count in self._pairs() if value < 0), self.negative)

    @property
    def deviation(self) -> float:
        """The standard deviation of the values (n - 1 in the denominator); 0 for a single row."""
        if self.rows == 1:
            return 0.0
        squares = sum(value * value * count for value, count in self._pairs())
        return sqrt((squares - self.mean**2 * self.rows) / (self.rows - 1))

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        return self.deviation / sqrt(self.rows)

    @property
    def mean_interval(self) -> ConfidenceInterval:
        """The confidence interval of the mean, by the normal approximation."""
        return float(self.mean) - Z * self.error, float(self.mean) + Z * self.error

    def quantile(self, share: float) -> Any:
        """Return the smallest value that at least this share of the rows does not exceed."""
        seen = 0
        for value, count in self._pairs():
            seen += count
            if seen >= share * self.rows:
                return value
        return self.values[-1]

    def mirrored(self) -> Summary:
        """Return the summary with each value negated, as the other player sees it."""
        values = tuple(-value for value in self.values[::-1])
        return Summary(self.length, self.pairing, self.measure, values, self.counts[::-1])

    def _pairs(self) -> Sequence[tuple[Any, int]]:
        return list(zip(self.values, self.counts, strict=True))


@dataclass(frozen=True)
class Results:
    """The counts of a finished study, and their statistics.

    study   the description
    counts  a Polars frame: length, pairing, measure, value, count

    >>> from twoends.study import run
    >>> results = run(Study(rows="permutation", lengths=(2,), count=100))
    >>> results.summary("best against greedy", "margin first").positive
    100
    """

    study: Study
    counts: pl.DataFrame

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        """Every measure of every pairing and length, in the order of the description."""
        order = [*map(str, self.study.pairings), ""]
        made = []
        for (length, pairing, measure), rows in self.counts.group_by("length", "pairing", "measure"):
            expectation = str(measure).endswith(UNIFORM)
            values = (Fraction(value, PARTS) if expectation else value for value in rows["value"])
            made.append(Summary(length, pairing, measure, tuple(values), tuple(rows["count"])))
        return tuple(sorted(made, key=lambda each: (order.index(each.pairing), each.length, each.measure)))

    def summary(self, pairing: str | Pairing, measure: str, length: int | None = None) -> Summary:
        """Return one summary; the length may be omitted if the study has only one.

        Raises StudyError, with the possible choices, if there is none, OpponentError for an unknown player.
        """
        full = str(Pairing.of(pairing)) if isinstance(pairing, str) and pairing else str(pairing)
        matching = list(self.summaries)
        for name, wanted in (("pairing", full), ("measure", measure), ("length", length)):
            choices = list(dict.fromkeys(getattr(summary, name) for summary in matching))
            if wanted is None and len(choices) > 1:
                raise StudyError(f"the study has several lengths: choose {_or(choices)}")
            if wanted is not None and wanted not in choices:
                raise StudyError(f"there is no {name} '{wanted}' here: choose {_or(choices)}")
            matching = [summary for summary in matching if wanted in (None, getattr(summary, name))]
        return matching[0]


def _or(names: Sequence[object]) -> str:
    return " or ".join(f"'{name}'" for name in names)


def wilson(successes: float, trials: int) -> ConfidenceInterval:
    """Return Wilson's score interval (1927) of a rate, which is accurate near 0 and 1 too.

    A draw may count as half a success: the interval is then too wide rather than too narrow.

    >>> [round(end, 3) for end in wilson(0, 10)]
    [0.0, 0.278]
    """
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    shrink = 1 + Z * Z / trials
    middle = (rate + Z * Z / (2 * trials)) / shrink
    half = Z * sqrt(rate * (1 - rate) / trials + Z * Z / (4 * trials * trials)) / shrink
    # A rate of 0 or 1 is itself an end of the interval, without rounding error.
    return (middle - half if successes else 0.0), (middle + half if successes < trials else 1.0)
