"""Standings: the players of a study in which everybody meets everybody, ranked."""

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
    names = list(study.players)
    met = [frozenset((pairing.you, pairing.opponent)) for pairing in study.pairings if not pairing.alone]
    everybody = {frozenset(pair) for pair in combinations(names, 2)}
    one_length = len({summary.length for summary in results.summaries}) == 1
    complete = set(met) == everybody and len(met) == len(everybody)
    # Two are one pairing, or a round.
    ranks = len(names) > 2 or any(pairing.alone for pairing in study.pairings)
    return names if complete and one_length and study.moves_first == "both" and ranks else []


def standings(results: Results) -> list[Standing]:
    """Rank the players by their scores; empty unless everybody meets everybody.

    >>> from twoends.study import Study, run
    >>> results = run(Study(lengths=(6,), count=50, pairings=round_robin(["modest", "greedy", "best"])))
    >>> [standing.player for standing in standings(results)]
    ['best', 'greedy right', 'modest right']
    """
    ranked = [_standing(player, results) for player in players(results)]
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


def _seen_by(player: str, results: Results, measures: Sequence[str], ties: str = "") -> list[Summary]:
    """What was measured of a player's games against others, with the player as you.

    With each tie of an optimal player broken in one way, where that was measured.
    """
    measured = {(each.pairing, each.measure): each for each in results.summaries}
    seen = []
    for (text, measure), summary in measured.items():
        pairing = Pairing.of(text)
        if measure in measures and player in (pairing.you, pairing.opponent) and not pairing.alone:
            broken = measured.get((text, measure + ties), summary)
            seen.append(broken if player == pairing.you else broken.mirrored())
    return seen


def _standing(player: str, results: Results) -> Standing:
    games = _seen_by(player, results, (FIRST, SECOND))

    def average(of: Callable[[Summary], float], games: Sequence[Summary] = games) -> float:
        return sum(map(of, games)) / len(games)

    def score(each: Summary) -> float:
        return (each.positive + each.zero / 2) / each.rows

    intervals = {each: wilson(each.positive + each.zero / 2, each.rows) for each in games}
    # Who breaks ties against one of two players breaks them for the other.
    both = [list(map(score, _seen_by(player, results, (FIRST, SECOND), ties))) for ties in (LEAST, MOST)]
    lows, highs = zip(*(sorted(scores) for scores in zip(*both, strict=True)), strict=True)
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
        sum(each.positive for each in _seen_by(player, results, FOULS)),
    )
