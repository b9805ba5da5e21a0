"""Standings: the players of a study in which everybody meets everybody, ranked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from twoends.answers.matches import BEST
from twoends.study.description import Pairing, is_own, needs_the_other
from twoends.study.files import StudyError
from twoends.study.measure import FIRST, FOULS, LEAST, MOST, SECOND
from twoends.study.statistics import ConfidenceInterval, Results, Summary, wilson


@dataclass(frozen=True, slots=True)
class Standing:
    """How a player did against all others, moving first and moving second on each row.

    Each opponent and each first mover weighs the same. Games on one row depend on each other, so
    the intervals are those of full dependence: 95 % at least, never too narrow.

    player   the player's name
    games    how many games
    won      share of games won; `drawn` and `lost` likewise
    score    mean of 1 for a win, 1/2 for a draw, 0 for a loss, and its interval
    ties     its score with each tie of an optimal player broken against it, and for it
    margin   mean margin in points, and its interval
    fouls    games in which a bot broke the protocol, and lost what was left

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
    """Pair everybody with everybody else, and each built-in player with itself; `best` is always you.

    Best against itself would be optimal against optimal. Raises StudyError.

    >>> [str(pairing) for pairing in round_robin(["greedy", "best"])]
    ['best against greedy right', 'greedy right against greedy right']
    """
    pairs = [(other, one) if other == BEST else (one, other) for one, other in combinations(players, 2)]
    pairings = tuple(Pairing.of(f"{you} against {opponent}") for you, opponent in pairs)
    names = {name for pairing in pairings for name in (pairing.you, pairing.opponent)}
    if len(players) < 2 or len(names) < len(players):
        raise StudyError(f"players are {', '.join(players) or 'nobody'}: name two or more, each once")
    alone = (name for name in players if name != BEST and not is_own(name))
    return pairings + tuple(Pairing(name, name) for name in alone if not needs_the_other(name))


def players(results: Results) -> list[str]:
    """Name the players of a study in which everybody meets everybody else once; none in others."""
    study = results.study
    names = list(
        dict.fromkeys(name for pairing in study.pairings for name in (pairing.you, pairing.opponent))
    )
    met = [frozenset((pairing.you, pairing.opponent)) for pairing in study.pairings if not pairing.alone]
    everybody = {frozenset(pair) for pair in combinations(names, 2)}
    one_length = len({summary.length for summary in results.summaries}) == 1
    complete = set(met) == everybody and len(met) == len(everybody)
    ranks = len(names) > 2 or any(
        pairing.alone for pairing in study.pairings
    )  # two are one pairing, or a round
    return names if complete and one_length and study.moves_first == "both" and ranks else []


def standings(results: Results) -> list[Standing]:
    """Rank the players by their scores; empty unless everybody meets everybody.

    >>> from twoends.study import Study, run
    >>> results = run(Study(lengths=(6,), count=50, pairings=round_robin(["modest", "greedy", "best"])))
    >>> [standing.player for standing in standings(results)]
    ['best', 'greedy right', 'modest right']
    """
    ranked = [
        _standing(
            player,
            _games(results, player, (FIRST, SECOND)),
            _games(results, player, FOULS),
            {(each.pairing, each.measure): each for each in results.summaries},
        )
        for player in players(results)
    ]
    return sorted(ranked, key=lambda standing: -standing.score)


def mean_margins(results: Results) -> dict[tuple[str, str], float]:
    """The mean margin of each player against each other, over both first movers."""
    margins: dict[tuple[str, str], float] = {}
    for pairing in results.study.pairings:
        if pairing.alone:
            continue
        both = float(sum(results.summary(pairing, measure).mean for measure in (FIRST, SECOND))) / 2
        margins[pairing.you, pairing.opponent] = both
        margins[pairing.opponent, pairing.you] = 0.0 - both
    return margins


def _games(results: Results, player: str, measures: Sequence[str]) -> Games:
    """What was measured of a player's pairings, each with whether the player is you there."""
    return [
        (summary, pairing.you == player)
        for summary in results.summaries
        if summary.measure in measures
        for pairing in (Pairing.of(summary.pairing),)
        if player in (pairing.you, pairing.opponent) and not pairing.alone
    ]


Games = Sequence[tuple[Summary, bool]]


def _standing(
    player: str, games: Games, fouls: Games, measured: Mapping[tuple[str, str], Summary]
) -> Standing:
    def average(shares: Sequence[float]) -> float:
        return sum(shares) / len(shares)

    wins = [(s.positive if own else s.negative) / s.rows for s, own in games]
    losses = [(s.negative if own else s.positive) / s.rows for s, own in games]
    drawn = average([s.zero / s.rows for s, _ in games])
    margin = average([float(s.mean) if own else -float(s.mean) for s, own in games])
    # The error of a mean of dependent means is at most the mean of their errors.
    lows, highs = zip(
        *(wilson((s.positive if own else s.negative) + s.zero / 2, s.rows) for s, own in games), strict=True
    )
    by_ties = [
        sorted(_score(measured.get((s.pairing, s.measure + ties), s), own=own) for ties in (LEAST, MOST))
        for s, own in games
    ]
    half = average([(s.mean_interval[1] - s.mean_interval[0]) / 2 for s, _ in games])
    return Standing(
        player,
        sum(s.rows for s, _ in games),
        average(wins),
        drawn,
        average(losses),
        average(wins) + drawn / 2,
        (average(lows), average(highs)),
        (average([low for low, _ in by_ties]), average([high for _, high in by_ties])),
        margin,
        (margin - half, margin + half),
        sum(s.positive if own else s.negative for s, own in fouls),
    )


def _score(margins: Summary, *, own: bool) -> float:
    """The score in one kind of games, from the margins of you, or of the other player."""
    return ((margins.positive if own else margins.negative) + margins.zero / 2) / margins.rows
