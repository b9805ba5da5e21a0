"""twoends explain and review: why a move is right, and what each move of a game gave away."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import click

from twoends.answers.lines import graph
from twoends.answers.reviews import review as review_game
from twoends.answers.solution import solve
from twoends.answers.tables import Contraction, Table, contraction, table
from twoends.cli import arguments
from twoends.cli.arguments import FILE, Name
from twoends.cli.command import (
    Command,
    one_at_most,
    width_of_terminal,
)
from twoends.engine.values import with_full_row
from twoends.reading.sources import games_in
from twoends.rules import limits
from twoends.rules.errors import RowError, RulesError
from twoends.rules.games import Game
from twoends.rules.opponents import NAMES
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, row_of
from twoends.views import explain as views
from twoends.views.columns import wrapped
from twoends.views.scoresheet import COLOUR_OF_MARK, marks_text, review_text
from twoends.views.summaries import summary


@click.command(cls=Command)
@arguments.words
@click.option(
    "-o", "--opponent", "name", type=Name(NAMES), help="The opponent [optimal, or that of the game]."
)
@arguments.ties
@arguments.rules
@click.option("--dot", "as_dot", is_flag=True, help="Print the graph of positions for Graphviz instead.")
@arguments.json("row")
def explain(
    words: Sequence[str],
    name: str | None,
    ties: str | None,
    rules: Rules | None,
    as_dot: bool,
    as_json: bool,
) -> None:
    """Show why a move is right: all positions, the contraction, best play.

    The table has a column for each left end and a row for each right end. A cell shows your total if you
    move there, and the best ends: L, R, or LR for both. In the graph a box is your turn, an ellipse the
    opponent's, and the edges of the moves that are played are bold.

    For a game, the summary is about that game; the rest explains its remaining row as a new game.

    Under other rules a cell shows both totals and your best moves. If cards are taken from one end only,
    a line lists every row that may be left.

    \b
    Examples:
      twoends explain 5 7 9 1 4 2 --opponent greedy           # the table of positions
      twoends explain 1 2 3 7 --rules 'take 1-3 left'         # under other rules
      twoends explain '8 15 3 7 / first / R'                  # the rest of a game
      twoends explain 8 15 3 7 --dot | dot -Tsvg > graph.svg  # a picture
    """
    one_at_most({"--dot": as_dot, "--json": as_json})
    if name is not None:
        arguments.opponents([name], ties)  # report a mistake in it before one in a file

    def answer(shape: Shape | Game) -> str:
        given = shape if isinstance(shape, Game) else Game(shape, rules=rules)
        if row_of(given.rest) is None:
            raise RowError(f"twoends explain takes rows, and this is a {given.rest.name}: use twoends solve")
        (against,) = arguments.opponents([name or str(given.opponent)], ties)
        given = replace(given, opponent=against)
        game = _as_fresh_game(given)
        if as_dot:
            return views.dot(graph(game, limits.MAX_POSITIONS_OF_A_GRAPH))
        if not as_json:
            return _text(given, game)
        from twoends.views.json import json_explanation

        positions, folds, _ = _tables(game)
        return arguments.json_line(json_explanation(solve(game), positions, folds))

    arguments.print_answers(arguments.items(words, rules), answer, "" if as_dot or as_json else "\n")


def _as_fresh_game(given: Game) -> Game:
    """Return a new game with the remaining cards of a game. Raises RulesError."""
    rules = given.rules
    memoryless = rules.turns == "AB" and not (rules.numbered or rules.doubling or rules.merge)
    if given.ends and not memoryless:
        raise RulesError(
            f"the rest of a game is not a new game under {rules}: give its cards alone, or use solve, which "
            "continues this one"
        )
    against = with_full_row(given) if rules.plain else given.opponent
    return Game(given.rest.cards, True, (), against, rules)


def _tables(game: Game) -> tuple[Table | None, Contraction | None, str]:
    """Return the table and the contraction, if a game has them, and why there is no table.

    The contraction is for two optimal players; both are for games that fit in the text.
    """
    cards, folds = game.shape.cards, game.rules.plain and game.opponent.is_optimal
    if not 1 < len(cards) <= views.MAX_CARDS_IN_TEXT:
        return None, None, ""
    try:
        return table(cards, game.opponent, rules=game.rules), contraction(cards) if folds else None, ""
    except RulesError as fault:
        return None, None, f"There is no table: {fault}."


def _text(given: Game, game: Game) -> str:
    """Return the summary of a given game, and what explains it, about a new game with its remaining cards."""
    solution, width, row = solve(game), width_of_terminal(), game.shape.cards
    begun = bool(given.ends) or not given.you_first
    parts = [summary(solve(given) if begun else solution)]
    if 1 < len(row) <= views.MAX_CARDS_IN_TEXT and (futures := views.futures_text(game)):
        heading = "the best move, and after another one" if len(solution.best) == 1 else "two best moves"
        you_first = ", if you moved first" if given.mover != "you" else ""
        parts.append(f"Best play after {heading}{you_first}:\n{futures}")
    if len(row) > views.MAX_CARDS_IN_TEXT:
        most = views.MAX_CARDS_IN_TEXT
        parts.append(f"The table and the contraction are left out: they are for up to {most} cards.")
    positions, folds, why_none = _tables(game)
    if why_none:
        parts.append(why_none)
    if positions is not None:
        heading = "Your total in every position where you are to move, and your best ends:"
        if begun or not game.rules.plain:
            totals = (
                "Your total and your best ends" if game.rules.plain else "Both totals and your best moves"
            )
            heading = f"{totals}, if you started a new game with the remaining cards:"
        states = [] if solution.line is None else replace(game, ends=tuple(solution.line)).states
        path = [each.remaining for each in states if game.book.mover(each) == "you"]
        cells = views.table_text(positions, width, path, lambda cell: click.style(cell, fg="green"))
        parts.append(f"{wrapped(heading, width)}\n{cells}")
        if len(row) % 2 == 0 and game.rules.plain:
            trick = views.chessboard_text(row, solution.first)
            parts.append(f"The odd and the even places, coloured like a chessboard:\n{trick}")
    if folds is not None:
        parts.append(f"Contraction, in linear time:\n{views.contraction_text(folds)}")
    return "\n\n".join(part if "\x1b" in part else wrapped(part, width) for part in parts)


@click.command(cls=Command)
@click.argument("words", nargs=-1, metavar="NOTATION | FILE | -", type=FILE)
@arguments.rules
@arguments.json("game")
def review(words: Sequence[str], rules: Rules | None, as_json: bool) -> None:
    """Judge every move of a game: its loss, its mark, and the accuracies.

    Your moves are compared with the best response to your opponent, the opponent's moves with optimal play;
    the turning point is named.

    \b
    Examples:
      twoends review '8 15 3 7 / first / LLRL'            # a game against an optimal opponent
      twoends review '5 7 9 1 / second / RL / greedy'     # an unfinished game
      twoends review '[1 2 | 3 7 / first / 1:L 0:RR 1:L'  # on a board
      twoends review '1 2 3 7 / take 1-3 left / first / L3 L1'  # under other rules
      twoends review 'circle 2 8 1 10 / first / 3 RLL'    # on a circle
    """
    if not "".join(words).strip():
        raise click.UsageError("there is no game: give one such as '8 15 3 7 / first / LLRL', a file, or -")
    arguments.allow_local_modules()

    def answer(game: Shape | Game) -> str:
        judged = review_game(game)
        if as_json:
            from twoends.views.json import json_review

            return arguments.json_line(json_review(judged))
        width = width_of_terminal()
        text = review_text(judged, width)
        for mark, colour in COLOUR_OF_MARK.items():
            text = re.sub(rf"\b{mark}\b", click.style(mark, fg=colour), text)
        return f"{text}\n\n{wrapped(marks_text(judged), width)}"

    arguments.print_answers(games_in(words, rules=rules), answer, "" if as_json else "\n")
