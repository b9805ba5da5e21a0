"""Measuring: what a chunk says about its rows, as counts of whole numbers that add up exactly.

What is measured on each row, by name:

    margin first   your margin when you move first
    margin second  your margin when the opponent moves first
    edge           your total when you move first minus your total when you move second
    loss first     what the best response would have brought you more when you move first
    loss second    the same when the opponent moves first
                   by rules under which both totals have no fixed sum, losses and edge are in margin
    foul first     for bots: 1 if you fouled, -1 if the opponent did, when you move first
    foul second    the same when the opponent moves first
    coins          how many coins are left when the row is contracted

Where an optimal player meets one who errs, ties of optimal decide. Then `margin first least` and
`margin first most` are your margins with each tie broken against you and for you, whatever tie rule
the optimal player has; `loss first most` and `loss first least` are what you lose then. `margin first
uniform` and `loss first uniform` are what you may expect of a row where each optimal move is equally likely:
worked out, not sampled, by the default rules alone, and rounded to `PARTS` of a point, in which it is
counted. Likewise moving second.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from twoends.answers.matches import BEST
from twoends.rules.opponents import opponent
from twoends.rules.rules import Rules
from twoends.study.description import Chunk, Study
from twoends.study.draw import draw
from twoends.study.files import StudyError
from twoends.study.pairings import BOT, Pairing, is_own
from twoends.study.provenance import provenance, write_with_provenance

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from twoends.kernels.compiling import Integers
    from twoends.rules.preferences import Opponent

    Totals = tuple[Integers, Integers]
    Seats = tuple[Opponent, Opponent]

FIRST, SECOND, EDGE, COINS = "margin first", "margin second", "edge", "coins"
LOSS_FIRST, LOSS_SECOND = "loss first", "loss second"
FOULS = FOUL_FIRST, FOUL_SECOND = "foul first", "foul second"
LEAST, MOST, UNIFORM = " least", " most", " uniform"

PARTS = 64
"""Expectations are counted in so many parts of a point: as many values as a table of counts may have."""

LONGEST_WITH_BANDS, LONGEST_BY_RULES = 1_000, 60
"""Cards of a row on which both ways to break ties are played out: each takes O(n²) time, in which long rows
are not played otherwise, and by rules of your own a search in Python."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A measured chunk as two Parquet files that tell their provenance, the same bytes wherever it was made.

    counts  length, pairing, measure, value, count: how many rows have which value
    rows    every row with its values and results; None unless the study keeps rows

    >>> study = Study(lengths=(4,), count=10)
    >>> measure(study, next(study.chunks())).rows is None
    True
    """

    counts: bytes
    rows: bytes | None


def measure(study: Study, chunk: Chunk) -> Measured:
    """Draw the rows of a chunk and measure them: a pure function of its two arguments.

    Players who are not built in belong to the study: their files must not change meanwhile.

    >>> study = Study(lengths=(4,), count=10)
    >>> chunk = next(study.chunks())
    >>> measure(study, chunk) == measure(study, chunk)
    True
    """
    import numpy as np
    import polars as pl

    made_by = provenance(study, chunk)
    rows = draw(study, chunk)
    results = list(_measures(study, chunk, rows))
    frames = []
    for pairing, name, values in results:
        counted = np.rint(PARTS * values).astype(np.int64) if name.endswith(UNIFORM) else values
        value, count = np.unique(counted, return_counts=True)
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
    if made_by != provenance(study, chunk):
        raise StudyError("a player was changed while they played: run again")
    counts = write_with_provenance(pl.concat(frames), made_by)
    return Measured(counts, None if kept is None else write_with_provenance(kept, made_by))


def _measures(study: Study, chunk: Chunk, rows: Integers) -> Iterator[tuple[str, str, NDArray[Any]]]:
    """Yield (pairing, measure, its value on every row)."""
    from twoends.answers.batch import solve_rows
    from twoends.answers.batch_games import expected_totals
    from twoends.kernels.stack import coin_counts

    rules, fixed_sum, sums = study.by_rules, study.by_rules.fixed_sum, rows.sum(axis=1)
    # What a player has of a row: their total, or their margin where it does not follow from that.
    solved: dict[str, Totals] = {}
    for place, pairing in enumerate(study.pairings):
        against = None if pairing.opponent.startswith(BOT) else opponent(pairing.opponent)
        if against is not None and not against.stochastic and pairing.opponent not in solved:
            if against.needs_the_other:
                against = replace(
                    against, ties="left"
                )  # how they break ties changes no best response's total
            solutions = solve_rows(rows, against, rules=rules)
            solved[pairing.opponent] = (
                (solutions.first, solutions.second) if fixed_sum
                else (solutions.margin_first, solutions.margin_second)
            )  # fmt: skip
        best = solved.get(pairing.opponent)
        seeds = _seeds(study, chunk, place)
        totals = []
        for turn, mover, names in (
            (0, "you", (FIRST, LOSS_FIRST, FOUL_FIRST)),
            (1, "opponent", (SECOND, LOSS_SECOND, FOUL_SECOND)),
        ):
            if study.moves_first not in ("both", mover):
                continue
            fouls = None
            if pairing.you == BEST and best is not None:
                totals.append(best[turn])
            elif pairing.with_bots:
                played, fouls = _play_with_bots(rows, pairing, seeds[turn], turn)
                totals.append(played)
            else:
                totals.append(_play(rows, pairing.you, pairing.opponent, seeds[turn], turn, rules))
            of_ties: list[tuple[str, NDArray[Any]]] = [("", totals[-1])]
            longest = LONGEST_WITH_BANDS if rules.plain else LONGEST_BY_RULES
            if chunk.length <= longest and (seats := _with_ties(pairing)) is not None:
                both_ways = [_play(rows, *both, seeds[turn], turn, rules) for both in seats]
                of_ties += zip((LEAST, MOST), both_ways, strict=True)
                names_of = (pairing.you, pairing.opponent)[:: 1 - 2 * turn]
                if rules.plain:
                    means = expected_totals(rows, *names_of)
                    assert means is not None, "the sums of a study are small"
                    of_ties.append((UNIFORM, means[:, turn]))
            for ties, yours in of_ties:
                yield str(pairing), names[0] + ties, 2 * yours - sums if fixed_sum else yours
            if best is not None and pairing.you != BEST:
                for ties, yours in of_ties:
                    opposite = {LEAST: MOST, MOST: LEAST}.get(ties, ties)
                    yield str(pairing), names[1] + opposite, best[turn] - yours
            if fouls is not None:
                yield str(pairing), names[2], fouls
        if study.moves_first == "both":
            yield str(pairing), EDGE, totals[0] - totals[1]
    if study.reduced:
        yield "", COINS, coin_counts(rows)


def _with_ties(pairing: Pairing) -> tuple[Seats, Seats] | None:
    """The two players with each tie of optimal broken against you, and for you; None where no tie matters.

    Best, and an optimal player who never trembles, get the same after each optimal move.
    """
    if is_own(pairing.you) or is_own(pairing.opponent) or BEST in (pairing.you, pairing.opponent):
        return None
    you, other = opponent(pairing.you), opponent(pairing.opponent)
    if you.needs_the_other or other.needs_the_other:
        return None
    if other.name == "optimal" and not you.is_optimal:
        return (you, replace(other, ties="worst")), (you, replace(other, ties="best"))
    if you.name == "optimal" and not other.is_optimal:
        return (replace(you, ties="best"), other), (replace(you, ties="worst"), other)
    return None


def _play(rows: Integers, you: object, other: object, seed: int, turn: int, rules: Rules) -> Integers:
    """Play every row: your totals, or margins, moving first if the turn is 0, else second."""
    from twoends.answers.batch_games import play_rows

    seats = (you, other) if turn == 0 else (other, you)
    both = play_rows(rows, *seats, seed=seed, rules=rules)
    yours: Integers = both[:, turn] if rules.fixed_sum else both[:, turn] - both[:, 1 - turn]
    return yours


def _play_with_bots(rows: Integers, pairing: Pairing, seed: int, turn: int) -> tuple[Integers, Integers]:
    """The same where a bot plays: your totals, and the fouls, 1 for yours and -1 for the opponent's."""
    from twoends.study.bots import play_rows_with_bots

    names = (pairing.you, pairing.opponent)[:: 1 - 2 * turn]
    totals, fouls = play_rows_with_bots(rows, *names, seed=seed)
    return totals[:, turn], fouls[:, turn] - fouls[:, 1 - turn]


def _seeds(study: Study, chunk: Chunk, place: int) -> tuple[int, int]:
    """Seeds for players who move by chance: their own for each chunk, pairing and first mover."""
    import numpy as np

    source = np.random.SeedSequence([study.seed, chunk.length, chunk.start, place])
    you, other = source.generate_state(2, np.uint64)
    return int(you), int(other)
