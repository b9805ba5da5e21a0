"""What commands share: rows, boards, circles and games from words, files and standard input; opponents."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.types import UnprocessedParamType

from twoends.cli.command import TAKE_ANY_SHAPE
from twoends.reading import sources
from twoends.rules.errors import OpponentError, RowError, one_of
from twoends.rules.games import Game
from twoends.rules.opponents import independent_opponent
from twoends.rules.preferences import HABITS, HUMAN, Opponent, with_ties
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, every_shape, row_of

if TYPE_CHECKING:
    from json import JSONEncoder

    from click.shell_completion import CompletionItem

Decorated = TypeVar("Decorated", bound=Callable[..., object])


def all_of(options: Sequence[Callable[[Decorated], Decorated]], command: Decorated) -> Decorated:
    """A command with these options, in this order."""
    for option in reversed(options):  # the one that is written last is listed first
        command = option(command)
    return command


class FileName(UnprocessedParamType):
    """The name of a file; the tab key offers those that there are."""

    name = "file"

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """A name as it is; an empty one, where it can be nothing else. Raises UsageError."""
        if value == "" and parameter is not None and parameter.nargs == 1:
            raise click.UsageError(f"the name of the {parameter.name} is empty: give one")
        return value

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, typed: str
    ) -> list[CompletionItem[str]]:
        """Leave it to the shell, which knows the files."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(typed, type="file")]


class Name(UnprocessedParamType):
    """An opponent or a player; the tab key offers a few, and any text that names one is as good."""

    name = "name"

    def __init__(self, *offered: str) -> None:
        self.offered = offered

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """A name in small letters; module:function stays as it is."""
        return value if ":" in value else value.lower()

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, typed: str
    ) -> list[CompletionItem[str]]:
        """Offer the names that begin like the text typed so far."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.offered if name.startswith(typed)]


class RulesText(UnprocessedParamType):
    """Rules of a game as text."""

    name = "rules"
    offered = ("'take 1-3 left'",)

    def convert(self, value: Any, parameter: click.Parameter | None, context: click.Context | None) -> Any:
        """The rules that the text says. Raises RulesError."""
        return Rules.of(value)


FILE = FileName()

row_or_file_words = click.argument("words", nargs=-1, metavar="VALUES... | FILE | -", type=FILE)
"""The argument that is a row, a board or a circle as words or, as a single word, names where such are."""

rules_option = click.option(
    "--rules",
    type=RulesText(),
    help="Other rules, such as 'take 1-3 left' or 'take any, turns ABBA' [take 1 either].",
)
"""The option that says by which rules is played; text that names its rules needs none."""


def json_option(each: str) -> Callable[[Decorated], Decorated]:
    """The option that asks for a JSON object instead of text, for each row, game, or whatever there is."""
    said = f"Print one JSON object per {each}, one per line."
    return click.option("-j", "--json", "as_json", is_flag=True, help=said)


def json_line(told: dict[str, Any]) -> str:
    """An object as a line of JSON."""
    return _encoder().encode(told)


@cache
def _encoder() -> JSONEncoder:
    from json import JSONEncoder  # late: most answers are text

    return JSONEncoder(ensure_ascii=False)  # once: `json.dumps` would make one for each row


def told_seed() -> int:
    """A seed that nobody gave; it is told, so that the same cards and moves can be drawn again."""
    from twoends.rules.cards import fresh_seed  # late: a small solve draws nothing

    seed = fresh_seed()
    click.echo(f"seed {seed}", err=True)
    return seed


USUAL_TIES = ", ".join(f"{habit.name} {habit.ties[0]}" for habit in HABITS.values() if habit.ties)


def ties_option(*ties: str) -> Callable[[Decorated], Decorated]:
    """The option that says which of several equal moves a player takes."""
    return click.option(
        "--ties",
        type=click.Choice(ties or ("left", "right", "random"), case_sensitive=False),
        help=f"Which of several equal moves a player takes [{USUAL_TIES}].",
    )


def opponent_tweaks(command: Decorated) -> Decorated:
    """The options that change the chosen opponents."""
    epsilon = click.option(
        "--epsilon",
        metavar="E",
        help="Probability that the opponent trembles: moves at random, such as 0.1 or 1/10.",
    )
    return ties_option()(epsilon(command))


def opponents_named(
    names: Sequence[str],
    ties: str | None,
    epsilon: str | None,
    read: Callable[..., Opponent] = independent_opponent,
) -> list[Opponent]:
    """The opponents that were asked for; the tie rule goes to those who have one.

    `read` is `opponent` where each player is known to the other one.
    """
    find_own_modules()
    if HUMAN in names:
        raise OpponentError(f"{HUMAN} is for two people at one screen: twoends play --opponent {HUMAN}")
    chosen = [
        read(name, ties=ties if set(name.split()[:1]) <= set(with_ties()) else None, epsilon=epsilon)
        for name in names
    ]
    if ties is not None and not any(each.ties for each in chosen):
        raise OpponentError(f"--ties is for {one_of(with_ties())}: leave it out, or choose one of them")
    return chosen


def find_own_modules() -> None:
    """Let module:function name a file in the current folder.

    The folder comes last, so that a file there never stands in for a module of Python's or of ours.
    """
    if "" not in sys.path:
        sys.path.append("")


def shapes_given(
    words: Sequence[str], file: str | None = None, rules: Rules | None = None
) -> Iterator[Shape | Game]:
    """What a command line names: a row, board, circle or game, or those of a file or of standard input.

    `rules` are those of games that do not say theirs. Raises TwoEndsError, and UsageError where nothing is
    given.
    """
    if file is not None and words:
        raise click.UsageError("values and --file are both given: choose one")
    if file is None and not "".join(words).strip():
        raise click.UsageError(
            "there is no row: give values such as 8 15 3 7, a file, or - for standard input"
        )
    if shape := shape_alone(words):
        name = shape.name
        raise click.UsageError(f"there is no {name}: give its values, as in {name} 8 15 3 7")
    find_own_modules()
    yield from sources.shapes_in(words, file, rules=rules)


def shape_alone(words: Sequence[str]) -> type[Shape] | None:
    """The shape whose name is all that a command line says."""
    return next((shape for shape in every_shape() if " ".join(words).strip().lower() == shape.name), None)


def by_rules(shapes: Iterable[Shape | Game], rules: Rules | None) -> Iterator[Shape | Game]:
    """The same; a shape is a game where it is played by other rules. Raises RulesError."""
    for what in shapes:
        yield what if rules is None or rules.plain or isinstance(what, Game) else Game(what, rules=rules)


def rows_given(
    context: click.Context, words: Sequence[str], file: str | None, rules: Rules | None
) -> Iterator[Row | Game]:
    """The same for a command about rows: a row, or a game of which one is left. Raises RowError."""
    for what in by_rules(shapes_given(words, file, rules), rules):
        rest = what.rest if isinstance(what, Game) else what
        row = row_of(rest)
        if row is None:
            kind = rest.name
            raise RowError(f"{context.command_path} takes rows, and this is a {kind}: {TAKE_ANY_SHAPE}")
        yield what if isinstance(what, Game) else row


def games_given(words: Sequence[str], rules: Rules | None = None) -> Iterator[Game]:
    """The games that a command line names: one in notation, or those of a file, a line each.

    Raises TwoEndsError, and UsageError where nothing is given.
    """
    if not "".join(words).strip():
        raise click.UsageError("there is no game: give one such as '8 15 3 7 / first / LLRL', a file, or -")
    find_own_modules()
    yield from sources.games_in(words, rules=rules)
