"""twoends explain: the table of positions, the contraction, why a move is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import click

from twoends.answers.reasons import graph
from twoends.answers.solution import solve
from twoends.answers.tables import contraction, table
from twoends.cli.arguments import (
    FILE,
    Name,
    opponent_tweaks,
    opponents_named,
    row_or_file_words,
    rows_given,
)
from twoends.cli.colour import in_colour, width_of_terminal
from twoends.cli.command import Command
from twoends.rules.games import Game
from twoends.rules.preferences import Opponent, names
from twoends.rules.rows import Row
from twoends.solvers.row_solver import with_full_row
from twoends.views import explain as views
from twoends.views.columns import wrapped
from twoends.views.words import summary


@click.command(cls=Command)
@row_or_file_words
@click.option(
    "-o", "--opponent", "name", type=Name(*names()), help="Who replies [optimal; of a game its opponent]."
)
@opponent_tweaks
@click.option("-f", "--file", type=FILE, help="Read rows from a file, or from standard input if it is -.")
@click.option("--dot", "as_dot", is_flag=True, help="Print the graph of positions for Graphviz instead.")
@click.option("-j", "--json", "as_json", is_flag=True, help="Print one JSON object per row, a line each.")
@click.pass_context
def explain(
    context: click.Context,
    words: Sequence[str],
    name: str | None,
    ties: str | None,
    epsilon: str | None,
    file: str | None,
    as_dot: bool,
    as_json: bool,
) -> None:
    """Show the table of all positions, the contraction step by step, and the line of play.

    The table has a column for each left end and a row for each right end; a cell is your total
    when you are to move there, with the ends that are best: L, R, or LR for both. In the graph a
    box is your turn, an ellipse the opponent's, and the moves that are played are bold.

    A FILE has one row a line, or one value a line all through for a single row. Of a game in notation the
    row that is left is explained, against the game's own opponent.

    \b
    Examples:
      twoends explain 5 7 9 1 4 2 --opponent greedy           # the table of positions
      twoends explain '8 15 3 7 / first / R'                  # of a game the row that is left
      twoends explain 8 15 3 7 --dot | dot -Tsvg > graph.svg  # a picture
    """
    if as_dot and as_json:
        raise click.UsageError("--dot and --json are both given: choose one")
    if name is not None:
        opponents_named([name], ties, epsilon)  # a fault in it is told before one in a file
    for place, what in enumerate(rows_given(context, words, file)):
        row, against = _asked(what, name, ties, epsilon)
        if as_dot:
            click.echo(views.dot(row, graph(row, against, you_first=True)))
        elif as_json:
            click.echo(_json(row, against))
        else:
            click.echo("\n" * (place > 0) + _left(what) + _text(row, against))


def _asked(what: Row | Game, name: str | None, ties: str | None, epsilon: str | None) -> tuple[Row, Opponent]:
    """The row that is explained, of a game what is left of it, and against whom."""
    if not isinstance(what, Game):
        return what, opponents_named([name or "optimal"], ties, epsilon)[0]
    what.require_plain("explain")
    (against,) = opponents_named([name or str(what.opponent)], ties, epsilon)
    return what.rest.cards, with_full_row(replace(what, opponent=against))


def _left(what: Row | Game) -> str:
    """Of a game that has begun, a line that says so."""
    if not isinstance(what, Game) or not what.ends:
        return ""
    whose = "the game is over" if what.over else f"it is {'your' if what.mover == 'you' else 'their'} turn"
    return f"What is left after {len(what.ends)} of {len(what.shape)} moves; {whose}.\n\n"


def _shown(row: Row) -> bool:
    return 1 < len(row) <= views.MOST_CARDS_IN_TEXT


def _json(row: Row, against: Opponent) -> str:
    from json import dumps

    from twoends.views.json import json_explanation

    explanation = json_explanation(
        solve(row, against),
        table(row, against) if _shown(row) else None,
        contraction(row) if _shown(row) and against.is_optimal else None,
    )
    return dumps(explanation, ensure_ascii=False)


def _text(row: Row, against: Opponent) -> str:
    solution, width = solve(row, against), width_of_terminal()
    parts = [summary(solution)]
    if len(row) > views.MOST_CARDS_IN_TEXT:
        most = views.MOST_CARDS_IN_TEXT
        parts.append(f"The table and the contraction are left out: they are shown for up to {most} cards.")
    if _shown(row):
        heading = "Your total in every position where you are to move, and your best ends:"
        line = None if against.stochastic else solution.line
        played = None if line is None else Game(row, True, line.ends)
        states = (
            [] if played is None else [each for each in played.states if played.book.mover(each) == "you"]
        )
        path = [state.remaining for state in states]
        cells = views.table_text(table(row, against), width, path, lambda cell: in_colour(cell, fg="green"))
        parts.append(f"{wrapped(heading, width)}\n{cells}")
        if len(row) % 2 == 0:
            trick = views.chessboard_text(row, solution.first)
            parts.append(f"All odd or all even places, as the colours of a chessboard:\n{trick}")
        if against.is_optimal:
            parts.append(f"Contraction, in linear time:\n{views.contraction_text(contraction(row))}")
    return "\n\n".join(part if "\x1b" in part else wrapped(part, width) for part in parts)
