"""twoends help: the pages of commands, and topics: the language that the commands share.

A topic is printed as it stands, at most 80 columns wide. What is indented is a list, or a session in a shell:
after a dollar sign a command line, and below it what it prints.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import fill, indent

import click

from twoends.cli import COMMANDS, commands
from twoends.cli.command import TOPICS, Command
from twoends.reading.formats import FORMATS, Format
from twoends.rules.opponents import SENTENCES, USUAL_TIES

RULES = """\
Rules are a list of dials, separated by commas, in any order. A dial that is
left out has its default. --rules sets the rules; in a game's notation they
stand after the cards.

  take COUNTS ENDS  How many cards a move takes, and from which end [1 either].
                    COUNTS is a number, a range such as 1-3, any, 2-any or 1-2M:
                    M begins at 1 and becomes the most cards that a move has
                    taken. ENDS is either, left or right; 1-2M needs one end.
  score WHAT        What a move earns [cards]: cards, the sum of the cards that
                    it takes; rest, the sum of the cards that it leaves; turn,
                    the cards that it takes times the number of the move, from
                    1; 2^turn, times 2 to that number; or, with weights such as
                    3/2/1, times the weight of the move.
  merge             The cards that a move takes become one card of their sum at
                    the same end; play ends with one card. It needs one end and
                    moves of at least 2 cards.
  turns WORD        Whose turn it is, repeated for ever [AB]; A moves first.
                    ABBA is a fair order, A is a game for one player.
  stop N            Play ends after N moves; nobody gets the remaining cards.

Weights are whole numbers, also negative ones, one for each move of either
player; a single one is written 3/. Play ends after the last weight, or earlier
with stop, which is at most their number. They do not go with merge.

If either end may take all remaining cards, that is one move, from the left. If
no move is legal (take 2, one card left), play ends. Boards and circles support
take, turns and stop: a move stays within one row, and the first move on a
circle takes one card.

The player to move wants the largest margin and, among equal margins, the
largest total.

  $ twoends solve 1 2 3 7 --rules 'take 1-3 left' --question both
  6 7
  $ twoends solve 5 3 1 4 2 --rules 'score rest' --question margin
  6
  $ twoends solve -10 -12 --rules 'take 2-any left, merge' --question margin
  -22
  $ twoends solve 1 2 3 4 5 6 1 --rules 'turns A, stop 3' --question first
  12
  $ twoends match 1 2 3 7 --rules 'turns ABBA' | tail -1
  1 2 3 7 / turns ABBA / first / RRRL
"""

NOTATION = """\
A value is a number (8, -3, 2.5, 3/4) or a card (10h, Kd, A♠, or just K), where
J, Q, K and A count 11, 12, 13 and 14. Blanks, commas or semicolons separate
values. In a shell, quote what has a bar, a bracket or a semicolon.

  8 15 3 7            a row; [] has no cards
  1 2 | [3 7 4 | 9]   a board: bars separate its rows, and a bracket without its
                      partner closes the end beside it
  board [8 15 3 7]    a board that would otherwise be read as a row
  circle 2 8 1 10 9   a circle: the first move takes any card, and leaves a row

A game is a shape, who moved first, the moves, and perhaps the opponent:

  8 15 3 7 / first / RLLL                   first: you moved first; second: they
                                            did. L and R are the ends
  8 15 3 7 / second / - / greedy left       - stands for no moves
  [1 2 | 3 7 4 | 9] / first / 2:L 0:RR 1:L  a row of the board, from 0, and ends
  circle 2 8 1 10 9 / first / 1 RLLL        the first card, counted from 0
  1 2 3 7 / take 1-3 left / first / L3 L1   rules, and moves of several cards

A run of equal moves may be written 29R or, if moves have counts, 29xL3.

A row may stand as in a program or a problem, such as nums = [8, 15, 3], or as
JSON with its values or its notation.

A file has a row, a board, a circle or a game on each line, and a # starts a
comment. If every line has one value, the file is one row. A header is skipped.
Standard input is the file -. A NumPy file (.npy) has one row, or many of equal
length.

  $ twoends solve 8 15 3 7 --question both
  22 11
  $ twoends solve '1 2 | [3 7 4' --question margin
  1
  $ twoends solve circle 2 8 1 10 9 --question winner
  first
  $ twoends solve '8 15 3 7 / first / RL' --question first
  15
  $ twoends deal --count 2 --seed 7 | twoends solve - --question margin
  34
  44
"""


def _list(meanings: Mapping[str, str]) -> str:
    """Names and what they mean, in two columns."""
    formatter = click.HelpFormatter(width=80)
    formatter.indent()
    formatter.write_dl(list(meanings.items()))
    return formatter.getvalue()


def _usual_ties(name: str) -> str:
    return f" Ties: {USUAL_TIES[name]}." if name in USUAL_TIES else ""


OPPONENTS = f"""\
An opponent prefers some moves, and a tie-breaking rule, left, right or random,
decides between equally good ones.

{_list({name: text + _usual_ties(name) for name, text in SENTENCES.items()})}
Greedy prefers what earns most, modest what earns least, optimal the largest
margin under best play, and generous the smallest total of its own. Write
another tie-breaking rule after the name, as in 'greedy left', or give --ties.
Ties of an opponent who looks ahead matter only if the other player errs.

With 'greedy trembling 1/10', one move in ten is random; any opponent may
tremble.

You reply as well as possible. Where both players are named, as in match, the
name of such a player is best. In play, human is for two people at one screen.

A player of your own is module:function, with the module in the current folder.
The function gets the position and returns a move, such as "L".

  $ twoends solve 1 30 100 15 2 --opponent greedy --question first
  103
  $ twoends solve 300 100 10 500 1000 100 -o 'greedy left' --question margin
  610
  $ twoends solve 2 7 4 --opponent 'greedy trembling 1/10' --question first
  25/4
  $ twoends match 1 30 100 15 2 --second-player greedy | tail -1
  1 30 100 15 2 / first / LLLLL / greedy right
  $ printf 'def lazy(position):\\n    return "L"\\n' > mine.py
  $ twoends solve 1 30 100 15 2 --opponent mine:lazy --question first
  117
"""


def _entry(name: str, form: Format) -> str:
    """A format, and rows as an input of it."""
    rows = [[8, 15, 3, 7, 2], [1, 6, 1]] if form.stops else [[8, 15, 3, 7], [1, 6]]
    if form.weighs:
        rows = [[8, 15, 3, 7, 3, 1, 2], [1, 6, 5, 1]]
    text = fill(f"{name}: {form.text}", 80, initial_indent="  ", subsequent_indent="  ")
    return f"{text}\n{indent(form.write(rows if form.many else rows[:1]), '      ')}"


ENTRIES = "\n".join(_entry(name, form) for name, form in FORMATS.items())

FORMS = f"""\
Contests give their input in these formats. solve --format NAME reads them, and
--question prints the bare answers.

{ENTRIES}
n is the number of values in a row; the values may continue on further lines. K
follows the values of a game for one player, who makes K moves; so do weights,
by which the moves are scored.

  $ echo 8 15 3 7 | twoends solve - --format values --question both
  22 11
  $ echo 2  4 8 15 3 7  2 1 6 | twoends solve - --format cases --question both
  22 11
  6 1
"""

TEXTS = {"rules": RULES, "notation": NOTATION, "opponents": OPPONENTS, "formats": FORMS}
"""The topics of command.TOPICS."""


def _complete(context: click.Context, parameter: click.Parameter, start: str) -> list[str]:
    """The topics and commands that begin with this text."""
    names = () if context.params.get("names") else (*TOPICS, *COMMANDS)
    return [name for name in names if name.startswith(start)]


def _is_command(names: Sequence[str]) -> bool:
    """Whether these words lead from the first command through its groups to a command or a group."""
    command: click.Command | None = commands
    for name in names:
        if not isinstance(command, click.Group):
            return False
        command = command.get_command(click.Context(command), name)
    return command is not None


@click.command(cls=Command)
@click.argument("names", nargs=-1, metavar="[TOPIC | COMMAND]", shell_complete=_complete)
def help(names: tuple[str, ...]) -> None:  # the command's name
    """Explain a topic, or show the help page of a command.

    \b
    Examples:
      twoends help                # the topics and the commands
      twoends help rules          # a topic
      twoends help solve          # the same as twoends solve --help
      twoends help judge answers  # a command in a group
    """
    name = " ".join(names)
    if name in TEXTS:
        click.echo(TEXTS[name], nl=False)
    elif names and not _is_command(names):
        raise click.UsageError(f"'{name}' is neither a topic nor a command: twoends help lists both")
    else:
        commands.main([*names, "--help"], prog_name="twoends", standalone_mode=False)
