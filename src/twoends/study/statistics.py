"""Statistics of the counts: rates and means with intervals, quantiles, and the ranking of a round robin.

All of them are computed from exact sums.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, combinations
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from twoends.answers.matches import BEST
from twoends.study.description import Study
from twoends.study.measure import FIRST, FOULS, SECOND
from twoends.study.pairings import Pairing, StudyError, is_own

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
    values    the k different values, rising
    counts    the number of rows with each value

    >>> summary = Summary(52, "", "margin first", (-4, 0, 6), (1, 1, 2))
    >>> summary.rows, summary.positive, summary.mean, summary.quantile(0.5)
    (4, 2, Fraction(2, 1), 0)
    """

    length: int
    pairing: str
    measure: str
    values: tuple[int, ...]
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
    def points(self) -> float:
        """For a margin, 1 for each game won and 1/2 for each game drawn."""
        return self.positive + self.zero / 2

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

    def quantile(self, share: float) -> int:
        """Return the smallest value that at least this share of the rows does not exceed."""
        place = bisect_left(list(accumulate(self.counts)), share * self.rows)
        return self.values[min(place, len(self.values) - 1)]

    def mirrored(self) -> Summary:
        """Return the summary with each value negated, as the other player sees it."""
        return replace(self, values=tuple(-value for value in self.values[::-1]), counts=self.counts[::-1])

    def _pairs(self) -> Sequence[tuple[int, int]]:
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
            made.append(Summary(length, pairing, measure, tuple(rows["value"]), tuple(rows["count"])))
        return tuple(sorted(made, key=lambda each: (order.index(each.pairing), each.length, each.measure)))

    def summary(self, pairing: str | Pairing, measure: str, length: int | None = None) -> Summary:
        """Return one summary; the length may be omitted if the study has only one.

        Raises StudyError, with the possible choices, if there is none, OpponentError for an unknown player.
        """
        full = str(Pairing.of(pairing)) if isinstance(pairing, str) and pairing else str(pairing)
        matching = list(self.summaries)
        for name, value in (("pairing", full), ("measure", measure), ("length", length)):
            choices = list(dict.fromkeys(getattr(summary, name) for summary in matching))
            if value is None and len(choices) > 1:
                raise StudyError(f"the study has several lengths: choose {_join_choices(choices)}")
            if value is not None and value not in choices:
                raise StudyError(f"there is no {name} '{value}' here: choose {_join_choices(choices)}")
            matching = [summary for summary in matching if value in (None, getattr(summary, name))]
        return matching[0]


def _join_choices(names: Sequence[object]) -> str:
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


# --- the standings of a round robin ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's results against all others, moving first and moving second on each row.

    All opponents and both first movers have equal weight. Games on one row are dependent, so the intervals
    assume full dependence: their confidence is at least 95 %.

    player   the player's name
    games    the number of games
    won      share of games won; `drawn` and `lost` likewise
    score    mean of 1 for a win, 1/2 for a draw, 0 for a loss, and its interval
    margin   mean margin in points, and its interval
    fouls    games in which this bot broke the protocol and lost the remaining cards

    >>> from twoends.study import Study, run
    >>> results = run(Study(lengths=(6,), count=50, pairings=round_robin(["best", "greedy", "random"])))
    >>> standings(results)[0].player, standings(results)[0].games
    ('best', 200)
    """

    player: str
    games: int
    won: float
    drawn: float
    lost: float
    score: float
    score_interval: ConfidenceInterval
    margin: float
    margin_interval: ConfidenceInterval
    fouls: int


def round_robin(players: Sequence[str]) -> tuple[Pairing, ...]:
    """Pair each player with every other, and each built-in player with itself; `best` is always you.

    `best` does not meet itself: that would be optimal against optimal. Raises StudyError.

    >>> [str(pairing) for pairing in round_robin(["greedy", "best"])]
    ['best against greedy right', 'greedy right against greedy right']
    """
    pairs = [(other, one) if other == BEST else (one, other) for one, other in combinations(players, 2)]
    pairings = tuple(Pairing.of(f"{you} against {opponent}") for you, opponent in pairs)
    names = {name for pairing in pairings for name in (pairing.you, pairing.opponent)}
    if len(players) < 2 or len(names) < len(players):
        raise StudyError(f"players are {', '.join(players) or 'missing'}: give two or more, each once")
    built_in = (name for name in players if name != BEST and not is_own(name))
    return pairings + tuple(Pairing(name, name) for name in built_in)


def standings(results: Results) -> list[Standing]:
    """Rank the players by their scores; empty unless the study is a round robin of rows of one length.

    >>> from twoends.study import Study, run
    >>> results = run(Study(lengths=(6,), count=50, pairings=round_robin(["modest", "greedy", "best"])))
    >>> [standing.player for standing in standings(results)]
    ['best', 'greedy right', 'modest right']
    """
    study = results.study
    met = sorted(sorted([pairing.you, pairing.opponent]) for pairing in study.pairings if not pairing.alone)
    complete = met == sorted(map(sorted, combinations(study.players, 2))) != []
    one_length = len({summary.length for summary in results.summaries}) == 1
    # A pairing of two players is a round robin only if they meet themselves as well.
    ranked = len(study.players) > 2 or len(met) < len(study.pairings)
    if not (complete and one_length and study.moves_first == "both" and ranked):
        return []
    made = [_standing(player, results) for player in study.players]
    return sorted(made, key=lambda standing: -standing.score)


def mean_margins(results: Results) -> dict[tuple[str, str], float]:
    """Return the mean margin of each player against every other, over both first movers."""
    margins: dict[tuple[str, str], float] = {}
    for pairing in results.study.pairings:
        if pairing.alone:
            continue
        mean = float(sum(results.summary(pairing, measure).mean for measure in (FIRST, SECOND))) / 2
        margins[pairing.you, pairing.opponent] = mean
        margins[pairing.opponent, pairing.you] = 0.0 - mean  # which is never -0.0
    return margins


def _summaries_of(player: str, results: Results, measures: Sequence[str]) -> list[Summary]:
    """Return the summaries of a player's games against others, from the player's side."""
    seen = []
    for summary in results.summaries:
        pairing = Pairing.of(summary.pairing)
        if summary.measure in measures and player in (pairing.you, pairing.opponent) and not pairing.alone:
            seen.append(summary if player == pairing.you else summary.mirrored())
    return seen


def _standing(player: str, results: Results) -> Standing:
    games = _summaries_of(player, results, (FIRST, SECOND))
    won, drawn, lost, score, low, high, margin, half = _averages(
        (each.positive / each.rows, each.zero / each.rows, each.negative / each.rows, each.points / each.rows,
         # The error of a mean of dependent means is at most the mean of their errors.
         *wilson(each.points, each.rows), float(each.mean),
         (each.mean_interval[1] - each.mean_interval[0]) / 2)
        for each in games
    )  # fmt: skip
    rows, fouls = sum(each.rows for each in games), _summaries_of(player, results, FOULS)
    return Standing(
        player, rows, won, drawn, lost, score, (low, high),
        margin, (margin - half, margin + half), sum(each.positive for each in fouls),
    )  # fmt: skip


def _averages(rows: Iterable[Sequence[float]]) -> list[float]:
    return [sum(column) / len(column) for column in zip(*rows, strict=True)]
