"""twoends puzzle: pose a puzzle on this terminal."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from twoends import puzzles, terminal
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command, one_at_most, width_of_terminal
from twoends.puzzles.contests import RUNGS, VERSION
from twoends.rules.cards import fresh_seed
from twoends.rules.notation import write
from twoends.rules.opponent_names import every_opponent
from twoends.terminal.session import Question, Session
from twoends.views.columns import wrapped
from twoends.views.puzzles import answer, contest_text, depth_text, ladder_text, question, result
from twoends.views.words import rule_text

LIST = "list"
"""What --ladder stands for without a rung."""


@click.command(cls=Command)
@click.argument("name", required=False)
@click.option("--daily", is_flag=True, help="Play the row of the day, the same for everyone.")
@click.option(
    "--ladder",
    "rung",
    type=click.Choice([LIST, *map(str, range(len(RUNGS)))]),
    is_flag=False,
    flag_value=LIST,
    metavar="[RUNG]",
    help="A new row of this rung of the ladder; without RUNG, list the rungs.",
)
@click.option("--length", type=int, help="The number of cards, 3 to 16 [8].")
@click.option("--depth", type=int, help="The number of plies you have to look ahead [3].")
@click.option(
    "-o",
    "--opponent",
    type=Name(list(map(str, every_opponent(stochastic=False)))),
    help="An opponent without random moves [optimal].",
)
@arguments.rules
@click.option("--second", is_flag=True, help="Let the opponent move first.")
@click.option("-s", "--seed", type=int, help="Seed of the puzzle.")
def puzzle(
    name: str | None, daily: bool, rung: str | None, second: bool, seed: int | None, **options: Any
) -> None:
    """Solve a puzzle, or play the row of the day.

    In a puzzle one move is best, and you have one try. Take an end with an arrow key, or without a terminal
    with the word left or right. If a move may take several cards, give their number before the arrow or after
    the word. Then you see why, and how play continues after either move. The depth says how far you have to
    look ahead. A name always gives the same puzzle.

    The row of the day and the rows of the ladder are whole games, which you win if you play well: each move
    is a square, green if it was best, yellow if it gave points away, red if it gave the win away.

    \b
    Examples:
      twoends puzzle                              # a new one
      twoends puzzle --daily                      # the row of the day
      twoends puzzle --ladder 1                   # a row of the first rung
      twoends puzzle --depth 5 --opponent greedy  # harder, against another opponent
      twoends puzzle --rules 'take 1-3 left'      # under other rules
      twoends puzzle 1-8-3-42                     # this one again
    """
    new = second or any(each is not None for each in (seed, *options.values()))
    chosen = {"a name": name is not None, "--daily": daily, "--ladder": rung is not None}
    one_at_most(chosen | {"options for a new puzzle": new})
    if daily:
        today = date.today()
        _play(puzzles.daily(today), f"Row of the day, {today}. This game counts: no hints, no undo.")
    elif rung == LIST:
        _print(ladder_text())
    elif rung is not None:
        made = puzzles.rung(int(rung), fresh_seed())
        _play(made, f"Rung {rung} of {len(RUNGS) - 1}, {made.name}.")
    elif name is not None and name.startswith(f"{VERSION}-"):
        _play(puzzles.contest(name), f"{name}.")
    elif name is not None:
        _pose(puzzles.named(name), f"Puzzle {name}")
    else:
        arguments.allow_local_modules()
        seed = fresh_seed() if seed is None else seed
        asked = puzzles.puzzle(seed, you_first=not second, **options)
        _pose(asked, f"Puzzle {asked.name}")


def _pose(asked: puzzles.Puzzle, title: str) -> bool | None:
    """Ask for one move, explain it, and return whether it was right; None if the user left.

    On a terminal the row is drawn as in `play` and an arrow key answers; otherwise a typed word does.
    """
    words = [str(card) for card in asked.rest]
    if asked.game.rules.one_card:
        words[0], words[-1] = f"[{words[0]}]", f"[{words[-1]}]"
    _print(f"{title}\n{question(asked)}\n\n{' '.join(words)}")
    asks = Question(title, question(asked), depth_text(asked))
    *_, last = terminal.play(Session(asked.game, 0, question=asks))
    if last.game is asked.game:
        return None
    (taken,) = last.game.ends[len(asked.game.ends) :]
    _print(answer(asked, taken))
    return taken == asked.best


def _play(contest: puzzles.Contest, title: str) -> None:
    """Play a whole game, and say what it gave away."""
    last = Session(contest.game, 0, message=f"{title} {rule_text(contest.game)}", strict=True)
    for session in terminal.play(last):
        last = session
    if not last.game.over:
        click.echo(write(last.game))
        return
    _print(contest_text(contest, last.game))
    if contest.name.startswith(f"{VERSION}-day-"):
        # Never wrapped, so that it can be copied as one line.
        click.echo(f"\n{result(contest, last.game)}")


def _print(text: str) -> None:
    click.echo(wrapped(text, width_of_terminal()))
