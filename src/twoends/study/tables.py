"""Results as tables for people (terminal, Markdown) and as records for programs (CSV, JSON)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from twoends.study.description import BOT, Pairing, Study
from twoends.study.measure import (
    COINS,
    EDGE,
    FIRST,
    FOUL_FIRST,
    FOUL_SECOND,
    FOULS,
    LEAST,
    LOSS_FIRST,
    LOSS_SECOND,
    MOST,
    SECOND,
)
from twoends.study.standings import Standing, mean_margins, standings
from twoends.study.statistics import CONFIDENCE, QUANTILES, Results, Summary, wilson

MOVER = dict.fromkeys((FIRST, LOSS_FIRST, FOUL_FIRST), "you") | dict.fromkeys(
    (SECOND, LOSS_SECOND, FOUL_SECOND), "opponent"
)
"""Who moves first in a measure."""


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table of texts; every row has one text for each column of the header."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def tables(results: Results) -> list[Table]:
    """Tell the results: who won, what moving first is worth, what was lost, how far rows contract.

    Where everybody meets everybody: the standings, and the margins of everybody against everybody.

    Rates come with their intervals in brackets, means with a 95 % interval after ±.
    """
    if ranked := standings(results):
        alone = tuple(
            tuple(_alone_cells(summary))
            for summary in results.summaries
            if summary.measure == FIRST and Pairing.of(summary.pairing).alone
        )
        columns = ("player", "who moves first wins", "draw", "loses", "mean margin")
        return [
            _standings_table(ranked),
            _cross_table(results, ranked),
            *([Table("Each player against itself", columns, alone)] if alone else []),
            *_tie_tables(results),
        ]
    several = len({summary.length for summary in results.summaries}) > 1
    made = []
    for title, header, measures, cells in (
        (
            "Who wins",
            (
                "you",
                "opponent",
                "first move",
                "you win",
                "draw",
                "you lose",
                "mean margin",
                "5 %",
                "median",
                "95 %",
            ),
            (FIRST, SECOND),
            _margin_cells,
        ),
        (
            "What moving first is worth: your total moving first minus your total moving second",
            (
                "you",
                "opponent",
                "first is better",
                "same",
                "second is better",
                "mean",
                "mean where second is better",
            ),
            (EDGE,),
            _edge_cells,
        ),
        (
            "What is lost against the best response",
            ("you", "opponent", "first move", "loses something", "mean loss", "95 %", "most"),
            (LOSS_FIRST, LOSS_SECOND),
            _loss_cells,
        ),
        (
            "Fouls: a bot broke the protocol, or was too slow, and lost what was left",
            ("you", "opponent", "first move", "you foul", "opponent fouls"),
            FOULS,
            _foul_cells,
        ),
        ("Coins left of a contracted row", ("mean", "5 %", "median", "95 %", "most"), (COINS,), _coins_cells),
    ):
        chosen = [summary for summary in results.summaries if summary.measure in measures]
        if chosen:
            rows = tuple(
                ((f"{summary.length:,}",) if several else ()) + tuple(cells(summary)) for summary in chosen
            )
            made.append(Table(title, (("cards",) if several else ()) + header, rows))
    return made + _tie_tables(results)


def _tie_tables(results: Results) -> list[Table]:
    """What depends on the ties of an optimal player, from the worst for you to the best; else nothing."""
    several = len({summary.length for summary in results.summaries}) > 1
    measured = {(s.length, s.pairing, s.measure): s for s in results.summaries}
    rows = []
    for (length, pairing, measure), played in measured.items():
        if (length, pairing, measure + LEAST) not in measured:
            continue
        three = [measured[length, pairing, measure + ties] for ties in (LEAST, "", MOST)]
        rows.append(
            (
                *((f"{length:,}",) if several else ()),
                *_players(played),
                MOVER[measure],
                measure.split()[0],
                *(percent(each.positive / each.rows) for each in three),
                *(mean(each) for each in three),
            )
        )
    if not rows:
        return []
    shares = ("above 0: least", "by their rule", "most")
    header = ("you", "opponent", "first move", "measure", *shares, "mean: least", "by their rule", "most")
    title = "What ties of an optimal player decide: each of them broken for the least, and for the most"
    return [Table(title, (("cards",) if several else ()) + header, tuple(rows))]


def _alone_cells(summary: Summary) -> Iterator[str]:
    yield Pairing.of(summary.pairing).you
    yield rate(summary.positive, summary.rows)
    yield percent(summary.zero / summary.rows)
    yield rate(summary.negative, summary.rows)
    yield mean(summary)


def _standings_table(ranked: Sequence[Standing]) -> Table:
    with_bots = any(each.player.startswith(BOT) for each in ranked)  # nobody else can foul
    with_ties = any(low < high for low, high in (each.ties for each in ranked))
    header = (
        *("", "player", "score", *(("score over ties",) if with_ties else ())),
        *("wins", "draws", "losses", "mean margin", "games"),
    )
    rows = tuple(
        (
            str(place),
            each.player,
            f"{percent(each.score)} ({100 * each.score_interval[0]:.2f}–{100 * each.score_interval[1]:.2f})",
            *((f"{100 * each.ties[0]:.2f}–{100 * each.ties[1]:.2f} %",) if with_ties else ()),
            percent(each.won),
            percent(each.drawn),
            percent(each.lost),
            f"{each.margin:.2f} ± {(each.margin_interval[1] - each.margin_interval[0]) / 2:.2f}",
            f"{each.games:,}",
            *((f"{each.fouls:,}",) if with_bots else ()),
        )
        for place, each in enumerate(ranked, 1)
    )
    return Table("Standings: a win is worth 1, a draw 1/2", (*header, "fouls") if with_bots else header, rows)


def _cross_table(results: Results, ranked: Sequence[Standing]) -> Table:
    margins = mean_margins(results)
    names = [standing.player for standing in ranked]
    rows = tuple(
        (one, *("" if one == other else f"{margins[one, other]:+.2f}" for other in names)) for one in names
    )
    return Table("Mean margin of each player against each other", ("player", *names), rows)


def _margin_cells(summary: Summary) -> Iterator[str]:
    yield from _players(summary)
    yield MOVER[summary.measure]
    yield rate(summary.positive, summary.rows)
    yield percent(summary.zero / summary.rows)
    yield rate(summary.negative, summary.rows)
    yield mean(summary)
    yield from (f"{summary.quantile(share)}" for share in (0.05, 0.5, 0.95))


def _edge_cells(summary: Summary) -> Iterator[str]:
    yield from _players(summary)
    yield rate(summary.positive, summary.rows)
    yield percent(summary.zero / summary.rows)
    yield rate(summary.negative, summary.rows)
    yield mean(summary)
    yield "" if summary.mean_of_negative is None else f"{float(summary.mean_of_negative):.2f}"


def _loss_cells(summary: Summary) -> Iterator[str]:
    yield from _players(summary)
    yield MOVER[summary.measure]
    yield rate(summary.positive, summary.rows)
    yield mean(summary)
    yield str(summary.quantile(0.95))
    yield str(summary.values[-1])


def _foul_cells(summary: Summary) -> Iterator[str]:
    yield from _players(summary)
    yield MOVER[summary.measure]
    yield f"{summary.positive:,}"
    yield f"{summary.negative:,}"


def _coins_cells(summary: Summary) -> Iterator[str]:
    yield mean(summary)
    yield from (str(summary.quantile(share)) for share in (0.05, 0.5, 0.95))
    yield str(summary.values[-1])


def _players(summary: Summary) -> tuple[str, str]:
    pairing = Pairing.of(summary.pairing)
    return pairing.you, pairing.opponent


# --- numbers as text ---------------------------------------------------------------------------


def percent(share: float) -> str:
    """Write a share as a percentage, which is 0 or 100 only where the share is 0 or 1.

    >>> percent(0.98765), percent(0.9999987), percent(1)
    ('98.77 %', '99.9999 %', '100.00 %')
    """
    return f"{_percentage(share)} %"


def rate(successes: int, trials: int) -> str:
    """Write a rate with its interval.

    >>> rate(50, 100)
    '50.00 % (40.38–59.62)'
    """
    low, high = wilson(successes, trials)
    return f"{percent(successes / trials)} ({_percentage(low)}–{_percentage(high)})"


def _percentage(share: float) -> str:
    digits = 2
    while 0 < share < 1 and float(f"{100 * share:.{digits}f}") in (0, 100):
        digits += 1
    return f"{100 * share:.{digits}f}"


def mean(summary: Summary) -> str:
    """Write a mean with half of its interval, to two digits that the interval leaves standing."""
    low, high = summary.mean_interval
    half = (high - low) / 2
    digits = next((digits for digits in range(2, 6) if half * 10**digits >= 1 or half == 0), 6)
    return f"{float(summary.mean):.{digits}f} ± {half:.{digits}f}"


def subject(study: Study) -> str:
    """Say what rows a study has, and the tie rule of an optimal player whose name does not.

    >>> subject(Study()), subject(Study(rows="uniform 1 9", lengths=(4, 5), count=10))
    ('100,000 shuffled decks, seed 1', '10 uniform rows 1..9 of each of 2 lengths (4 to 5 cards), seed 1')
    """
    names = {name for pairing in study.pairings for name in (pairing.you, pairing.opponent)}
    unsaid = any(name == "optimal" or name.startswith("optimal trembling") for name in names)
    return _rows_of(study) + ("; optimal takes the left of equal moves" if unsaid else "")


def _rows_of(study: Study) -> str:
    kind, *numbers = study.rows.split()
    if study.file:
        return f"{study.total:,} rows of {study.file}"
    lengths = study.lengths
    of = f"of {lengths[0]:,} cards"
    if len(lengths) > 1:
        of = f"of each of {len(lengths)} lengths ({lengths[0]:,} to {lengths[-1]:,} cards)"
    if kind == "deck" and lengths == (52,):
        rows = "shuffled decks"
    else:
        rows = {
            "deck": "shuffled decks cut to rows",
            "permutation": "random permutations",
            "uniform": f"uniform rows {'..'.join(numbers)}",
            "walk": f"random walks with steps up to {numbers[0] if numbers else ''}",
        }[kind] + f" {of}"
    return f"{study.count:,} {rows}, seed {study.seed}"


# --- forms -------------------------------------------------------------------------------------


def markdown(results: Results) -> str:
    """Write the tables as Markdown."""
    parts = [f"**{table.title}**\n\n{markdown_table(table.header, table.rows)}" for table in tables(results)]
    rows = subject(results.study)
    return "\n".join([f"{rows[0].upper()}{rows[1:]}.\n", *parts])


def markdown_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Write one table as Markdown, its columns in line."""
    lines = [list(header), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    return "".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |\n"
        for line in lines
    )


def records(results: Results) -> list[dict[str, Any]]:
    """List every measure of every pairing and length with all its statistics, as plain values.

    Rates and their ends are shares of 1; `low` and `high` are the ends of 95 % intervals.
    """
    made = []
    for summary in results.summaries:
        you, opponent = _players(summary) if summary.pairing else ("", "")
        record: dict[str, Any] = {
            "cards": summary.length,
            "you": you,
            "opponent": opponent,
            "measure": summary.measure,
            "rows": summary.rows,
        }
        for name in ("positive", "zero", "negative"):
            count = getattr(summary, name)
            low, high = wilson(count, summary.rows)
            record |= {
                name: count,
                f"{name}_rate": count / summary.rows,
                f"{name}_low": low,
                f"{name}_high": high,
            }
        low, high = summary.mean_interval
        record |= {"mean": float(summary.mean), "mean_low": low, "mean_high": high, "error": summary.error}
        record |= {"deviation": summary.deviation, "least": summary.values[0]}
        record |= {f"quantile_{100 * share:.0f}": summary.quantile(share) for share in QUANTILES}
        made.append(record | {"most": summary.values[-1]})
    return made


def as_csv(results: Results) -> str:
    """Write the records as CSV with a header."""
    file = io.StringIO()
    rows = records(results)
    writer = csv.DictWriter(file, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def as_json(results: Results) -> str:
    """Write the description, the confidence of the intervals, the standings and the records as JSON."""
    told = {
        "study": results.study.plain(),
        "confidence": CONFIDENCE,
        "standings": [asdict(standing) for standing in standings(results)],
        "results": records(results),
    }
    return json.dumps(told, indent=1) + "\n"
