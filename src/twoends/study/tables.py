"""Results as tables for people (terminal, Markdown) and records for programs (CSV, JSON)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from twoends.study.description import Study
from twoends.study.measure import COINS, EDGE, FIRST, FOULS, LOSS_FIRST, LOSS_SECOND, SECOND
from twoends.study.pairings import BOT, Pairing
from twoends.study.statistics import (
    CONFIDENCE,
    QUANTILES,
    Results,
    Standing,
    Summary,
    mean_margins,
    standings,
    wilson,
)
from twoends.views.words import capitalised


@dataclass(frozen=True, slots=True)
class Table:
    """A table of strings with a title; every row has one string per column of the header."""

    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


# --- numbers as text ---------------------------------------------------------------------------


def percent(share: float) -> str:
    """Format a share as a percentage, with enough digits that it is 0 or 100 only if the share is 0 or 1.

    >>> percent(0.98765), percent(0.9999987), percent(1), percent(0.0000004), percent(0)
    ('98.77 %', '99.9999 %', '100.00 %', '0.00004 %', '0.00 %')
    """
    return f"{_percentage(share)} %"


def rate(successes: int, trials: int) -> str:
    """Format a rate with its confidence interval.

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
    """Format a mean ± half the width of its interval, to 2 to 6 decimals, until that half shows."""
    low, high = summary.mean_interval
    half = (high - low) / 2
    digits = next((digits for digits in range(2, 6) if half * 10**digits >= 1 or half == 0), 6)
    return f"{float(summary.mean):.{digits}f} ± {half:.{digits}f}"


# --- tables ------------------------------------------------------------------------------------

Column = tuple[str, Callable[[Any], str]]
"""A column: its header, and the function that formats its cell for a summary or a standing."""


def _quantile(share: float) -> Column:
    name = "median" if share == 0.5 else f"{100 * share:.0f} %"
    return name, lambda summary: str(summary.quantile(share))


LOW, MEDIAN, HIGH = map(_quantile, (0.05, 0.5, 0.95))
MAXIMUM: Column = "most", lambda summary: str(summary.values[-1])
YOU: Column = "you", lambda summary: Pairing.of(summary.pairing).you
OPPONENT: Column = "opponent", lambda summary: Pairing.of(summary.pairing).opponent
FIRST_MOVE: Column = "first move", lambda s: "you" if s.measure.endswith("first") else "opponent"
GAME = (YOU, OPPONENT, FIRST_MOVE)


def _shares(positive: str, zero: str, negative: str) -> tuple[Column, ...]:
    return (
        (positive, lambda summary: rate(summary.positive, summary.rows)),
        (zero, lambda summary: percent(summary.zero / summary.rows)),
        (negative, lambda summary: rate(summary.negative, summary.rows)),
    )


def _mean_of_negative(summary: Summary) -> str:
    return "" if summary.mean_of_negative is None else f"{float(summary.mean_of_negative):.2f}"


TABLES: tuple[tuple[str, tuple[str, ...], tuple[Column, ...]], ...] = (
    (
        "Who wins", (FIRST, SECOND),
        (*GAME, *_shares("you win", "draw", "you lose"), ("mean margin", mean), LOW, MEDIAN, HIGH),
    ),
    (
        "What moving first is worth: your total moving first minus your total moving second", (EDGE,),
        (YOU, OPPONENT, *_shares("first is better", "same", "second is better"), ("mean", mean),
         ("mean where second is better", _mean_of_negative)),
    ),
    (
        "What is lost against the best response", (LOSS_FIRST, LOSS_SECOND),
        (*GAME, _shares("loses something", "", "")[0], ("mean loss", mean), HIGH, MAXIMUM),
    ),
    (
        "Fouls: a bot broke the protocol, or was too slow, and lost what was left", FOULS,
        (*GAME, ("you foul", lambda s: f"{s.positive:,}"), ("opponent fouls", lambda s: f"{s.negative:,}")),
    ),
    ("Coins left of a contracted row", (COINS,), (("mean", mean), LOW, MEDIAN, HIGH, MAXIMUM)),
)  # fmt: skip
"""The tables: title, measures, columns."""

ALONE = (("player", YOU[1]), *_shares("who moves first wins", "draw", "loses"), ("mean margin", mean))
"""The columns of the table of players against themselves."""


def tables(results: Results) -> list[Table]:
    """Return the tables of the results: wins, value of moving first, losses, fouls, coins of contracted rows.

    For a round robin: the standings, mean margins of all pairs, and each player against itself. Rates have
    their interval in brackets, means a 95 % interval after ±.
    """
    if ranked := standings(results):
        alone = [s for s in results.summaries if s.measure == FIRST and Pairing.of(s.pairing).alone]
        made = [_standings_table(results, ranked), _cross_table(results, ranked)]
        if alone:
            made.append(_table(results, "Each player against itself", ALONE, alone))
        return made
    made = []
    for title, measures, columns in TABLES:
        if not results.study.by_rules.fixed_sum:
            title = title.replace("your total", "your margin")
        if chosen := [summary for summary in results.summaries if summary.measure in measures]:
            made.append(_table(results, title, columns, chosen))
    return made


CARDS: Column = "cards", lambda summary: f"{summary.length:,}"


def _table(results: Results, title: str, columns: Sequence[Column], chosen: Sequence[Any]) -> Table:
    """Make a table with a row per summary or standing, and a first column of lengths if they differ."""
    if len({summary.length for summary in results.summaries}) > 1:
        columns = (CARDS, *columns)
    rows = tuple(tuple(cell(summary) for _, cell in columns) for summary in chosen)
    return Table(title, tuple(name for name, _ in columns), rows)


def _standings_table(results: Results, ranked: Sequence[Standing]) -> Table:
    fouls: Column = "fouls", lambda each: f"{each.fouls:,}"
    columns: tuple[Column, ...] = (
        ("", lambda each: str(ranked.index(each) + 1)),
        ("player", lambda each: each.player),
        ("score", lambda each: f"{percent(each.score)} ({_span(each.score_interval)})"),
        ("wins", lambda each: percent(each.won)),
        ("draws", lambda each: percent(each.drawn)),
        ("losses", lambda each: percent(each.lost)),
        ("mean margin", lambda each: f"{each.margin:.2f} ± {each.margin_interval[1] - each.margin:.2f}"),
        ("games", lambda each: f"{each.games:,}"),
        *((fouls,) if any(each.player.startswith(BOT) for each in ranked) else ()),  # nobody else can foul
    )
    return _table(results, "Standings: a win is worth 1, a draw 1/2", columns, ranked)


def _span(shares: tuple[float, float]) -> str:
    return f"{100 * shares[0]:.2f}–{100 * shares[1]:.2f}"


def _cross_table(results: Results, ranked: Sequence[Standing]) -> Table:
    margins = mean_margins(results)
    names = [standing.player for standing in ranked]
    rows = tuple(
        (you, *("" if you == other else f"{margins[you, other]:+.2f}" for other in names)) for you in names
    )
    return Table("Mean margin of each player against every other", ("player", *names), rows)


def subject(study: Study) -> str:
    """Describe the rows of a study, and the tie-breaking rule of optimal if a player's name omits it.

    >>> subject(Study()), subject(Study(rows="uniform 1 9", lengths=(4, 5), count=10))
    ('100,000 shuffled decks, seed 1', '10 uniform rows 1..9 of each of 2 lengths (4 to 5 cards), seed 1')
    """
    (kind, numbers), lengths = study.source, study.lengths
    if kind == "file":
        drawn = f"{study.total:,} rows of {study.file}"
    elif kind == "deck" and lengths == (52,):
        drawn = f"{study.count:,} shuffled decks, seed {study.seed}"
    else:
        rows = {
            "deck": "shuffled decks cut to rows",
            "permutation": "random permutations",
            "uniform": f"uniform rows {'..'.join(map(str, numbers))}",
            "walk": f"random walks with steps up to {numbers[0] if numbers else ''}",
        }[kind]
        cards = f"{lengths[0]:,} cards"
        if len(lengths) > 1:
            cards = f"each of {len(lengths)} lengths ({lengths[0]:,} to {lengths[-1]:,} cards)"
        drawn = f"{study.count:,} {rows} of {cards}, seed {study.seed}"
    rules = "" if study.by_rules.plain else f"; {study.rules}"
    default_ties = any(name == "optimal" or name.startswith("optimal trembling") for name in study.players)
    return drawn + rules + ("; optimal takes the left of equal moves" if default_ties else "")


# --- formats -----------------------------------------------------------------------------------


def markdown(results: Results) -> str:
    """Return the tables as Markdown."""
    parts = [f"**{table.title}**\n\n{markdown_table(table.header, table.rows)}" for table in tables(results)]
    return "\n".join([f"{capitalised(subject(results.study))}.\n", *parts])


def markdown_table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return one table as Markdown with aligned columns."""
    lines = [list(header), *map(list, rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    lines.insert(1, ["-" * width for width in widths])
    return "".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |\n"
        for line in lines
    )


def records(results: Results) -> list[dict[str, Any]]:
    """Return a dictionary of all statistics for every measure of every pairing and length.

    Rates are shares from 0 to 1; `low` and `high` are the ends of 95 % intervals.
    """
    made = []
    for summary in results.summaries:
        pairing = Pairing.of(summary.pairing) if summary.pairing else None
        record: dict[str, Any] = {
            "cards": summary.length,
            "you": pairing.you if pairing else "",
            "opponent": pairing.opponent if pairing else "",
            "measure": summary.measure,
            "rows": summary.rows,
        }
        for name in ("positive", "zero", "negative"):
            count = getattr(summary, name)
            low, high = wilson(count, summary.rows)
            share = count / summary.rows
            record |= {name: count, f"{name}_rate": share, f"{name}_low": low, f"{name}_high": high}
        low, high = summary.mean_interval
        record |= {"mean": float(summary.mean), "mean_low": low, "mean_high": high, "error": summary.error}
        record |= {"deviation": summary.deviation, "least": summary.values[0]}
        record |= {f"quantile_{100 * share:.0f}": summary.quantile(share) for share in QUANTILES}
        made.append(record | {"most": summary.values[-1]})
    return made


def as_csv(results: Results) -> str:
    """Return the records as CSV with a header."""
    file = io.StringIO()
    rows = records(results)
    writer = csv.DictWriter(file, rows[0], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return file.getvalue()


def as_json(results: Results) -> str:
    """Return the description, the confidence of the intervals, the standings and the records as JSON."""
    document = {
        "study": results.study.plain(),
        "confidence": CONFIDENCE,
        "standings": [asdict(standing) for standing in standings(results)],
        "results": records(results),
    }
    return json.dumps(document, indent=1) + "\n"


FORMS: dict[str, Callable[[Results], str]] = {"md": markdown, "csv": as_csv, "json": as_json}
"""The forms in which results are printed and stored, by the suffix of a file."""
