"""Standings: the ranking of the players of a round robin."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from twoends.answers.matches import BEST
from twoends.study.files import StudyError
from twoends.study.measure import FIRST, FOULS, LEAST, MOST, SECOND
from twoends.study.pairings import Pairing, is_own, needs_the_other
from twoends.study.statistics import ConfidenceInterval, Results, Summary, wilson


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's results against all others, moving first and moving second on each row.

    All opponents and both first movers have equal weight. Games on one row are dependent, so the intervals
    assume full dependence: their confidence is at least 95 %.

    player   the player's name
    games    the number of games
    won      share of games won; `drawn` and `lost` likewise
    score    mean of 1 for a win, 1/2 for a draw, 0 for a loss, and its interval
    ties     the score if each tie of an optimal player is broken against this player, and for them
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
    ties: tuple[float, float]
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
        raise StudyError(f"players are {', '.join(players) or 'missing'}: name two or more, each once")
    built_in = (name for name in players if name != BEST and not is_own(name))
    return pairings + tuple(Pairing(name, name) for name in built_in if not needs_the_other(name))


def _is_round_robin(results: Results) -> bool:
    study = results.study
    met = [{pairing.you, pairing.opponent} for pairing in study.pairings if not pairing.alone]
    pairs = [set(pair) for pair in combinations(study.players, 2)]
    complete = len(met) == len(pairs) and all(pair in met for pair in pairs)
    one_length = len({summary.length for summary in results.summaries}) == 1
    # A pairing of two players is a round robin only if they meet themselves as well.
    ranked = len(study.players) > 2 or any(pairing.alone for pairing in study.pairings)
    return complete and one_length and study.moves_first == "both" and ranked


def standings(results: Results) -> list[Standing]:
    """Rank the players by their scores; empty unless the study is a round robin of rows of one length.

    >>> from twoends.study import Study, run
    >>> results = run(Study(lengths=(6,), count=50, pairings=round_robin(["modest", "greedy", "best"])))
    >>> [standing.player for standing in standings(results)]
    ['best', 'greedy right', 'modest right']
    """
    if not _is_round_robin(results):
        return []
    made = [_standing(player, results) for player in results.study.players]
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


def _summaries_of(player: str, results: Results, measures: Sequence[str], ties: str = "") -> list[Summary]:
    """Return the summaries of a player's games against others, from the player's side.

    `ties` selects those with every tie of an optimal player broken one way, if that was measured.
    """
    by_name = {(summary.pairing, summary.measure): summary for summary in results.summaries}
    seen = []
    for (text, measure), summary in by_name.items():
        pairing = Pairing.of(text)
        if measure in measures and player in (pairing.you, pairing.opponent) and not pairing.alone:
            chosen = by_name.get((text, measure + ties), summary)
            seen.append(chosen if player == pairing.you else chosen.mirrored())
    return seen


def _standing(player: str, results: Results) -> Standing:
    games = _summaries_of(player, results, (FIRST, SECOND))

    def average(statistic: Callable[[Summary], float]) -> float:
        return sum(map(statistic, games)) / len(games)

    def score(summary: Summary) -> float:
        return (summary.positive + summary.zero / 2) / summary.rows

    intervals = {each: wilson(each.positive + each.zero / 2, each.rows) for each in games}
    # Ties broken against one of two players are broken for the other.
    by_ties = [map(score, _summaries_of(player, results, (FIRST, SECOND), ties)) for ties in (LEAST, MOST)]
    lows, highs = zip(*map(sorted, zip(*by_ties, strict=True)), strict=True)
    margin = average(lambda each: float(each.mean))
    # The error of a mean of dependent means is at most the mean of their errors.
    half = average(lambda each: (each.mean_interval[1] - each.mean_interval[0]) / 2)
    return Standing(
        player,
        sum(each.rows for each in games),
        average(lambda each: each.positive / each.rows),
        average(lambda each: each.zero / each.rows),
        average(lambda each: each.negative / each.rows),
        average(score),
        (average(lambda each: intervals[each][0]), average(lambda each: intervals[each][1])),
        (sum(lows) / len(lows), sum(highs) / len(highs)),
        margin,
        (margin - half, margin + half),
        sum(each.positive for each in _summaries_of(player, results, FOULS)),
    )
