"""twoends explain: the table of positions, the contraction, why a move is right."""

from __future__ import annotations

from collections.abc import Sequence

import click

from twoends.answers.solution import solve
from twoends.cli.arguments import (
    FILE,
    VALUES,
    Name,
    opponent_tweaks,
    opponents_named,
    row_or_file_words,
    rows_given,
)
from twoends.rules.opponents import NAMES
from twoends.views import explain as explaining
from twoends.views.words import summary


@click.command(context_settings=VALUES)
@row_or_file_words
@click.option("--opponent", "name", type=Name(*NAMES), default="optimal", help="Who replies [optimal].")
@opponent_tweaks
@click.option("--file", type=FILE, help="Read rows from a file, or from standard input if it is -.")
@click.option("--dot", is_flag=True, help="Print the graph of positions for Graphviz instead.")
@click.pass_context
def explain(
    context: click.Context,
    words: Sequence[str],
    name: str,
    ties: str | None,
    epsilon: str | None,
    file: str | None,
    dot: bool,
) -> None:
    """Show the table of all positions, the contraction step by step, and the line of play.

    The table has a column for each left end and a row for each right end; a cell is your total
    when you are to move there, with the ends that are best: L, R, or LR for both. In the graph a
    box is your turn, an ellipse the opponent's, and the moves that are played are bold.

    A FILE has one row a line, or one value a line all through for a single row.

    \b
    twoends explain 5 7 9 1 4 2 --opponent greedy
    twoends explain 8 15 3 7 --dot | dot -Tsvg > positions.svg
    """
    (against,) = opponents_named([name], ties, epsilon)
    for place, row in enumerate(rows_given(context, words, file)):
        if dot:
            click.echo(explaining.dot(row, against))
            continue
        if place:
            click.echo()
        parts = [summary(solve(row, against))]
        if len(row) > explaining.MOST_CARDS_IN_TEXT:
            most = explaining.MOST_CARDS_IN_TEXT
            parts.append(
                f"The table and the contraction are left out: they are shown for up to {most} cards."
            )
        elif len(row) > 1:
            parts.append("Your total in every position where you are to move, and your best ends:\n")
            parts[-1] += explaining.table_text(row, against)
        if 1 < len(row) <= explaining.MOST_CARDS_IN_TEXT and against.is_optimal:
            parts.append(f"Contraction, in linear time:\n{explaining.contraction_text(row)}")
        click.echo("\n\n".join(parts))
