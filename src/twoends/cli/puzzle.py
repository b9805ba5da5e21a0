"""twoends puzzle: pose a puzzle on this terminal."""

from __future__ import annotations

from datetime import date
from typing import Any

import click

from twoends import puzzles, terminal
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command, one_at_most, width_of_terminal
from twoends.rules.cards import fresh_seed
from twoends.rules.opponents import every_opponent
from twoends.terminal.session import Question, Session
from twoends.views.columns import columns, wrapped
from twoends.views.puzzles import answer, depth_text, question, result


@click.command(cls=Command)
@click.argument("name", required=False)
@click.option("--daily", is_flag=True, help="The row of the day, the same for everyone.")
@click.option(
    "--ladder",
    "rung",
    type=click.IntRange(0, 20),
    is_flag=False,
    flag_value=0,
    metavar="[RUNG]",
    help="Climb the ladder from this rung to the last one; without RUNG, list the rungs.",
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
@click.option("-s", "--seed", type=int, help="The same seed gives the same puzzle.")
def puzzle(
    name: str | None, daily: bool, rung: int | None, second: bool, seed: int | None, **options: Any
) -> None:
    """Solve a puzzle: one move is best, and you have one try.

    Take an end with an arrow key, or without a terminal with the word left or right. If a move may take
    several cards, give their number before the arrow or after the word. Then you see why, and how play
    continues after either move. The depth says how far you have to look ahead. A name always gives the same
    puzzle.

    \b
    Examples:
      twoends puzzle                              # a new one
      twoends puzzle --daily                      # the row of the day
      twoends puzzle --ladder 1                   # from the easiest rung upwards
      twoends puzzle --depth 5 --opponent greedy  # harder, against another opponent
      twoends puzzle --rules 'take 1-3 left'      # under other rules
      twoends puzzle 1-8-3-42                     # this one again
    """
    new = second or any(each is not None for each in (seed, *options.values()))
    chosen = {"a name": name is not None, "--daily": daily, "--ladder": rung is not None}
    one_at_most(chosen | {"options for a new puzzle": new})
    if daily:
        _daily(date.today())
    elif rung == 0:
        numbered = enumerate(puzzles.ladder(), 1)
        cells = [(str(number), str(each.game.shape), str(each.depth)) for number, each in numbered]
        click.echo("\n".join(columns(("rung", "row", "depth"), cells, "><>", width_of_terminal())))
        _print("\nStart from any of them, as in twoends puzzle --ladder 1")
    elif rung is not None:
        _climb(rung)
    elif name is not None:
        _pose(puzzles.named(name), f"Puzzle {name}")
    else:
        arguments.allow_local_modules()
        seed = fresh_seed() if seed is None else seed
        made = puzzles.puzzle(seed, you_first=not second, **options)
        _pose(made, f"Puzzle {made.name}")


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


def _daily(today: date) -> None:
    daily = puzzles.puzzle(today)
    solved = _pose(daily, f"Row of the day, {today}")
    if solved is not None:
        # Never wrapped, so that it can be copied as one line.
        click.echo(f"\n{result(daily, solved=solved)}")


def _print(text: str) -> None:
    click.echo(wrapped(text, width_of_terminal()))


def _climb(first: int) -> None:
    rungs = puzzles.ladder()
    reached = f"Rung {first} of {len(rungs)} is not solved yet. Try again:"
    for rung in range(first, len(rungs) + 1):
        if not _pose(rungs[rung - 1], f"Rung {rung} of {len(rungs)}"):
            _print(f"\n{reached} twoends puzzle --ladder {rung}")
            return
        reached = f"You have climbed to rung {rung} of {len(rungs)}. Continue:"
        click.echo()
    click.echo("You have reached the top of the ladder.")
