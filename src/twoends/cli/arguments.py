"""Options and arguments that commands share: the input, its rules, and the opponents."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import click

from twoends.cli.command import complain
from twoends.reading import sources
from twoends.reading.lines import Item
from twoends.rules.cards import fresh_seed
from twoends.rules.errors import OpponentError, TwoEndsError, one_of
from twoends.rules.games import Game
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.opponents import USUAL_TIES, Opponent
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, every_shape

if TYPE_CHECKING:
    from json import JSONEncoder

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def combine(*options: Callable[[Any], Any]) -> Callable[[Decorated], Decorated]:
    """Return the decorator that adds options to a command, in this order."""

    def decorate(command: Decorated) -> Decorated:
        for option in reversed(options):  # the option added last comes first
            command = option(command)
        return command

    return decorate


class FileName(click.Path):
    """The name of a file, completed by the shell; whether there is such a file is checked later."""

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """Return the name unchanged. Raises UsageError if it is empty where only a name makes sense."""
        if value == "" and parameter is not None and parameter.nargs == 1:
            raise click.UsageError(f"the name of the {parameter.name} is empty: give one")
        return value


class Name(click.Choice[str]):
    """The text of an opponent or a player; completion offers some, and others are accepted too."""

    name = "name"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """Return the name in lower case, but module:function unchanged."""
        return value if ":" in value else value.lower()

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> None:
        """Leave it to the option, instead of naming all choices."""


FILE = FileName(dir_okay=False)

words = click.argument("words", nargs=-1, metavar="VALUES... | FILE | -", type=FILE)
"""The argument of a row, a board, a circle or a game: its notation, or the name of one file."""

rules = click.option(
    "--rules",
    metavar="RULES",
    callback=lambda _context, _option, text: None if text is None else Rules.of(text),
    help="Other rules, such as 'take 1-3 left' or 'take any, turns ABBA' [take 1 either].",
)
"""The option for the rules of input that does not name its own."""


def json(each: str) -> Callable[[Decorated], Decorated]:
    """The option that prints a JSON object for `each` row, game or other result, instead of text."""
    text = f"Print one JSON object per {each}, one per line."
    return click.option("-j", "--json", "as_json", is_flag=True, help=text)


@cache
def _json_encoder() -> JSONEncoder:
    from json import JSONEncoder  # late: most answers are text

    return JSONEncoder(ensure_ascii=False, check_circular=False)


def json_line(fields: dict[str, Any]) -> str:
    """Return an object as one line of JSON."""
    return _json_encoder().encode(fields)


def draw_seed() -> int:
    """Draw a seed and print it, so that the user can draw the same cards and moves again."""
    seed = fresh_seed()
    click.echo(f"seed {seed}", err=True)
    return seed


ties = click.option(
    "--ties",
    type=click.Choice(("left", "right", "random"), case_sensitive=False),
    help=f"Tie-breaking rule [{', '.join(map(' '.join, USUAL_TIES.items()))}].",
)


def opponents(names: Sequence[str], ties: str | None) -> list[Opponent]:
    """Read opponents by name. `ties` applies to those that have a tie-breaking rule.

    Raises OpponentError.
    """
    allow_local_modules()
    known = set(USUAL_TIES)
    chosen = [
        computer_opponent(name, ties=ties if set(name.split()[:1]) <= known else None) for name in names
    ]
    if ties is not None and not any(each.name in USUAL_TIES for each in chosen):
        raise OpponentError(f"--ties is for {one_of(tuple(USUAL_TIES))}: leave it out, or choose one of them")
    return chosen


def allow_local_modules() -> None:
    """Let module:function name a file in the current folder.

    The folder comes last in sys.path, so that no file there shadows an installed module.
    """
    if "" not in sys.path:
        sys.path.append("")


def items(words: Sequence[str], rules: Rules | None = None, format: str | None = None) -> Iterator[Item]:
    """Read the rows, boards, circles and games that a command line gives: in words or in a file.

    `rules` apply to games that do not name their own; a `format` is that of the file. Raises TwoEndsError if
    nothing can be read, and UsageError without input.
    """
    if not "".join(words).strip():
        raise click.UsageError(
            "there is no row: give values such as 8 15 3 7, a file, or - for standard input"
        )
    if shape := bare_shape(words):
        name = shape.name
        raise click.UsageError(f"there is no {name}: give its values, as in {name} 8 15 3 7")
    if format is not None:
        if len(words) > 1:
            raise click.UsageError("--format is for a file: give its name, or - for standard input")
        source = sources.source_of(words[0])
        rows = sources.read_format(format, sources.lines_of(words[0]), source, rules)
        yield from (Item(source, row) for row in rows)
        return
    allow_local_modules()
    yield from sources.items_in(words, rules=rules)


def print_answers(
    items: Iterable[Item], answer: Callable[[Shape | Game], str], between: str = "\n", *, flush: bool = True
) -> None:
    """Print the answer to each item, with text `between` two of them, or what is wrong with its line.

    Raises Exit with status 2 at the end if anything was wrong.
    """
    place, wrong = 0, False
    for item in items:
        try:
            text = answer(item.content)
        except TwoEndsError as fault:
            report(item, fault)
            wrong = True
            continue
        # The end is part of the text, so that Ctrl-C leaves no line without one.
        text = f"{between * (place > 0)}{text}\n"
        if flush:
            click.echo(text, nl=False)
        else:
            print(text, end="")
        place += 1
    if wrong:
        raise click.exceptions.Exit(2)


def report(item: Item, fault: TwoEndsError) -> None:
    """Print what is wrong with an item, and where it was read."""
    complain(str(fault if fault is item.what else item.with_fault(fault).what))


def bare_shape(words: Sequence[str]) -> type[Shape] | None:
    """Return the shape if a command line consists of the name of one, without any values."""
    text = " ".join(words).strip().lower()
    return next((shape for shape in every_shape() if text == shape.name), None)


def apply_rules(rules: Rules | None, what: Shape | Game) -> Shape | Game:
    """Turn a shape into a game under these rules, unless they are the default. Raises RulesError."""
    return what if rules is None or rules.plain or isinstance(what, Game) else Game(what, rules=rules)
