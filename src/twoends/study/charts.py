"""Results as charts: the title of each states its finding, the line at the bottom the rows measured.

Colours are those of Okabe and Ito, which colour-blind readers can distinguish; line style, marker or text
always repeats what a colour means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from math import ceil, gcd
from pathlib import Path
from textwrap import fill
from typing import Any

from twoends.answers.matches import BEST
from twoends.rules.errors import install
from twoends.study.measure import COINS, EDGE, FIRST, LOSS_FIRST, LOSS_SECOND, SECOND
from twoends.study.pairings import BOT, Pairing, StudyError
from twoends.study.statistics import Results, Summary, mean_margins, standings
from twoends.study.tables import subject
from twoends.views.files import write_whole
from twoends.views.words import capitalised

try:
    import numpy as np
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator
    from numpy.typing import NDArray
except ModuleNotFoundError as fault:
    if fault.name != "matplotlib":
        raise
    raise StudyError(f"pictures need Matplotlib: {install('study')}") from None

BLUE, ORANGE, INK, PALE = "#0072B2", "#E69F00", "#222222", "#767676"

BINS = 60

LONGEST_NAME, LONGEST_LINE = 24, 84

STYLE: dict[Any, Any] = {
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": PALE,
    "axes.labelcolor": INK,
    "legend.frameon": False,
    "svg.hashsalt": "twoends",  # without this and without a date, the bytes would differ from run to run
}


def save(results: Results, folder: Path) -> list[Path]:
    """Draw the charts that apply to the results into the folder, as PNG and SVG; return the PNGs' paths.

    Raises FileError if a file cannot be written.
    """
    paths = []
    folder.mkdir(parents=True, exist_ok=True)
    with rc_context(STYLE):
        for name, figure in charts(results):
            for form, settings in (("svg", {"metadata": {"Date": None}}), ("png", {"dpi": 150})):
                image = BytesIO()
                figure.savefig(image, format=form, **settings)
                write_whole(folder / f"{name}.{form}", image.getvalue())
            paths.append(folder / f"{name}.png")
    return paths


def charts(results: Results) -> Iterator[tuple[str, Figure]]:
    """Yield (name, figure) for every chart that applies to the results."""
    measures = {summary.measure for summary in results.summaries}
    several = len({summary.length for summary in results.summaries}) > 1
    if standings(results):
        yield "cross", _cross_table(results)
        return
    for name, pair in (("margins", (FIRST, SECOND)), ("losses", (LOSS_FIRST, LOSS_SECOND))):
        if not several and measures & {*pair}:
            yield name, _distributions(results, pair)
    if several and EDGE in measures:
        yield "edge", _edge_over_length(results)
    if several and COINS in measures:
        yield "coins", _coins_over_length(results)


def _figure(results: Results, width: float, height: float) -> Figure:
    """Return an empty figure, sized in inches, with the rows measured at the bottom."""
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.supxlabel(subject(results.study), x=0.99, ha="right", fontsize=8, color=PALE)
    return figure


# --- distributions -----------------------------------------------------------------------------


def _distributions(results: Results, measures: Sequence[str]) -> Figure:
    """Draw a panel per pairing with the distributions of its measures, in common bins and scales.

    Rows without a loss have a panel of their own, because they would dwarf the others.
    """
    losses = LOSS_FIRST in measures
    shown = [summary for summary in results.summaries if summary.measure in measures]
    pairings = list(dict.fromkeys(summary.pairing for summary in shown))
    low = min(summary.quantile(0.001) for summary in shown)
    high = max(summary.quantile(0.999) for summary in shown)
    # If the width is a multiple of the gap between values, all bins hold equally many values.
    origin = min(summary.values[0] for summary in shown)
    gap = gcd(*(value - origin for summary in shown for value in summary.values)) or 1
    step = gap * max(1, ceil((high - low) / BINS / gap))
    figure = _figure(results, 8, 1.3 + 2.1 * len(pairings))
    columns = {"width_ratios": [1, 9]} if losses else {}
    axes = figure.subplots(
        len(pairings), 2 if losses else 1, sharex="col", sharey="col", squeeze=False, gridspec_kw=columns
    )
    for row, pairing in zip(axes, pairings, strict=True):
        axis = row[-1]
        here = [summary for summary in shown if summary.pairing == pairing]
        for place, summary in enumerate(here):
            colour, line = ((BLUE, "-"), (ORANGE, "--"))[place]
            heights, edges = _histogram(summary, origin + (gap if losses else 0), step, gap)
            label = f"you move {_turn(summary)}"
            axis.stairs(heights, edges, color=colour, linestyle=line, linewidth=1.8, label=label)
            if place == 0:
                axis.stairs(heights, edges, color=colour, fill=True, alpha=0.25)
            if losses:
                share = 100 * summary.zero / summary.rows
                row[0].bar(place, share, color=colour, alpha=0.6, hatch="//" * place, width=0.8)
        axis.set_ylabel(f"% of rows, in bins of {step}")
        axis.set_xlim((gap / 2 if losses else low - step), high + step)
        axis.set_title(fill(_finding(here, losses=losses), LONGEST_LINE - (16 if losses else 0)))
        if losses:
            row[0].set(ylabel="% of rows: nothing lost", ylim=(0, 100), xticks=[])
        elif low < 0 < high:
            axis.axvline(0, color=PALE, linewidth=1, linestyle=":")
    axes[0][-1].set_ylim(bottom=0)
    figure.legend(*axes[0][-1].get_legend_handles_labels(), loc="outside upper right", ncols=2)
    meaning = "margin: your total minus the opponent's"
    if losses:
        meaning = "loss: what the best response would have brought more"
    axes[-1][-1].set_xlabel(f"{meaning}, in points")
    axes[-1][-1].xaxis.set_major_locator(MaxNLocator(integer=True))
    return figure


def _finding(shown: Sequence[Summary], *, losses: bool) -> str:
    if losses:
        means = ", ".join(f"{_mean(s)} moving {_turn(s)}" for s in shown)
        return f"{_players(shown)} loses {means} on average"
    wins = ", ".join(f"{_share(s.positive, s.rows)} moving {_turn(s)}" for s in shown)
    return f"{_players(shown)} wins {wins}"


def _histogram(summary: Summary, origin: int, step: int, gap: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the percentage of rows in bins of width `step` from `origin` on, and the edges of the bins."""
    bins = 1 + max(0, summary.values[-1] - origin) // step
    edges = origin - gap / 2 + step * np.arange(bins + 1)
    return 100 * np.histogram(summary.values, edges, weights=summary.counts)[0] / summary.rows, edges


# --- over the length ---------------------------------------------------------------------------


def _edge_over_length(results: Results) -> Figure:
    """Draw the value of moving first, separately for even and odd lengths, which behave differently."""
    edges = [summary for summary in results.summaries if summary.measure == EDGE]
    pairings = list(dict.fromkeys(summary.pairing for summary in edges))
    figure = _figure(results, 8, 1.3 + 2.4 * len(pairings))
    axes = figure.subplots(len(pairings), 1, sharex=True, squeeze=False)[:, 0]
    for axis, pairing in zip(axes, pairings, strict=True):
        here = [summary for summary in edges if summary.pairing == pairing]
        values = []
        for parity, name, colour, marker in ((0, "even", BLUE, "o"), (1, "odd", ORANGE, "s")):
            shown = [summary for summary in here if summary.length % 2 == parity]
            if not shown:
                continue
            lengths = [summary.length for summary in shown]
            lows, highs = zip(*(summary.mean_interval for summary in shown), strict=True)
            means = [float(summary.mean) for summary in shown]
            axis.fill_between(lengths, lows, highs, color=colour, alpha=0.25, linewidth=0)
            axis.plot(
                lengths, means, color=colour, marker=marker, markersize=4, label=f"{name} number of cards"
            )
            values.append(f"{_mean(shown[-1])} at {lengths[-1]:,}")
        axis.axhline(0, color=PALE, linewidth=1, linestyle=":")
        finding = f"{_players(here)}: moving first is worth {', '.join(values)} cards"
        axis.set_title(fill(finding, LONGEST_LINE))
        axis.set_ylabel("mean edge, points")
        _scale_lengths(axis, here)
    figure.legend(*axes[0].get_legend_handles_labels(), loc="outside upper right", ncols=2)
    axes[-1].set_xlabel("cards in the row (bands: 95 % interval of the mean)")
    return figure


def _coins_over_length(results: Results) -> Figure:
    shown = [summary for summary in results.summaries if summary.measure == COINS]
    lengths = [summary.length for summary in shown]
    lows, highs = ([summary.quantile(share) for summary in shown] for share in (0.05, 0.95))
    means = [float(summary.mean) for summary in shown]
    figure = _figure(results, 8, 4.2)
    axis = figure.subplots()
    axis.fill_between(lengths, lows, highs, color=BLUE, alpha=0.2, linewidth=0, label="9 of 10 rows")
    axis.plot(lengths, means, color=BLUE, marker="o", label="mean")
    axis.set_title(f"Of {lengths[-1]:,} cards, contraction leaves {_mean(shown[-1])} coins on average")
    axis.set(xlabel="cards in the row", ylabel="coins left")
    axis.set_ylim(bottom=0)
    _scale_lengths(axis, shown)
    axis.legend(loc="upper left")
    return figure


def _scale_lengths(axis: Axes, shown: Sequence[Summary]) -> None:
    """Use integer ticks, or a logarithmic scale if the lengths differ by a factor of 100 or more."""
    if shown[-1].length >= 100 * shown[0].length:
        axis.set_xscale("log")
    else:
        axis.xaxis.set_major_locator(MaxNLocator(integer=True))


# --- mean margins of all pairs -------------------------------------------------------------------


def _cross_table(results: Results) -> Figure:
    margins = mean_margins(results)
    ranked = standings(results)
    players = [standing.player for standing in ranked]
    widest = max(map(abs, margins.values())) or 1.0
    size = 2.8 + 0.9 * len(players)
    figure = _figure(results, size + 1.2, size)
    axis = figure.subplots()
    cells = [[0.0 if you == other else margins[you, other] for other in players] for you in players]
    image = axis.imshow(cells, cmap="PuOr", vmin=-widest, vmax=widest)
    for down, row in enumerate(cells):
        for across, margin in enumerate(row):
            if down != across:
                ink = "white" if abs(margin) > 0.6 * widest else INK
                text = f"{margin:+.1f}".replace("-", "−")
                axis.text(across, down, text, ha="center", va="center", color=ink)
    names = [_abbreviated(player) for player in players]
    axis.set_xticks(range(len(names)), names, rotation=35, ha="right")
    axis.set_yticks(range(len(names)), names)
    axis.set(xlabel="against", ylabel="player")
    axis.spines[:].set_visible(False)
    leads_by = f"{ranked[0].margin:+.1f}".replace("-", "−")
    finding = (
        f"{capitalised(_in_words(players[0]))} comes first: {leads_by} points a game, the mean of the top row"
    )
    figure.suptitle(finding, x=0.01, ha="left", fontsize=11, fontweight="bold")
    figure.colorbar(image, ax=axis, shrink=0.8, label="mean margin, points (each moves first once)")
    return figure


# --- words -------------------------------------------------------------------------------------


def _players(shown: Sequence[Summary]) -> str:
    pairing = Pairing.of(shown[0].pairing)
    if pairing.you == BEST:
        return f"Best response to {_in_words(pairing.opponent)}"
    return f"{capitalised(_in_words(pairing.you))} against {_in_words(pairing.opponent)}"


def _in_words(player: str) -> str:
    """Return a player's name for a title: the function of module:function, with spaces."""
    if player.startswith(BOT):
        return _abbreviated(player)
    path, _, how = player.partition(" ")
    return f"{path.rpartition(':')[2].replace('_', ' ')} {how}".strip()


def _abbreviated(player: str) -> str:
    """Return a player's name, shortened to the end of the command, with the program, for a bot."""
    if player.startswith(BOT) and len(player) > LONGEST_NAME:
        return f"{BOT}…{player[len(BOT) + 1 - LONGEST_NAME :]}"
    return player


def _turn(summary: Summary) -> str:
    """Return `first` or `second`: when you move in this measure."""
    return summary.measure.rpartition(" ")[2]


def _mean(summary: Summary) -> str:
    return f"{float(summary.mean):.1f}".replace("-", "−")


def _share(part: int, total: int) -> str:
    """Format a percentage, as 0 or 100 only if it is exact."""
    if part in (0, total):
        return "100 %" if part else "0 %"
    if part * 1000 < total:
        return "under 0.1 %"
    return "over 99.9 %" if part * 1000 > total * 999 else f"{100 * part / total:.1f} %"
