"""What commands share: rows from words, files and standard input, and the options for an opponent."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, TypeVar

import click
from click.types import UnprocessedParamType

from twoends.rules.opponents import opponent
from twoends.rules.replies import WITH_TIES, Opponent, OpponentError
from twoends.rules.rows import Row, RowError, TwoEndsError
from twoends.rules.text import parse_row, read_rows

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from twoends.rules.board_games import BoardGame, CircleGame
    from twoends.rules.games import Game

Command = TypeVar("Command", bound=Callable[..., object])
Played = TypeVar("Played", bound="Game | BoardGame | CircleGame")

# Words that look like options are values here: -3 is a number. Options have long names only, and
# what is left over that looks like one is named below as a misspelt option.
VALUES = {"ignore_unknown_options": True}


class FileName(UnprocessedParamType):
    """The name of a file; the tab key offers those that there are."""

    name = "file"

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

    def shell_complete(
        self, context: click.Context, parameter: click.Parameter, typed: str
    ) -> list[CompletionItem[str]]:
        """Offer the names that begin like the text typed so far."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(name) for name in self.offered if name.startswith(typed)]


FILE = FileName()

LARGE_FILE = 2**20
"""From so many bytes on, reading in Python takes longer than loading what reads in compiled code."""

row_words = click.argument("words", nargs=-1, metavar="VALUES...", type=click.UNPROCESSED)
"""The argument that is a row as words."""

row_or_file_words = click.argument("words", nargs=-1, metavar="VALUES... | FILE | -", type=FILE)
"""The argument that is a row as words or, as a single word, names where rows are."""


def opponent_tweaks(command: Command) -> Command:
    """The options that change the chosen opponents."""
    ties = click.option(
        "--ties",
        type=click.Choice(["left", "right"]),
        help="Which of two equal ends greedy and modest take [right].",
    )
    epsilon = click.option(
        "--epsilon",
        metavar="E",
        help="Probability that the opponent trembles: moves at random, such as 0.1 or 1/10.",
    )
    return ties(epsilon(command))


def opponents_named(names: Sequence[str], ties: str | None, epsilon: str | None) -> list[Opponent]:
    """The opponents that were asked for; the tie rule goes to those who have one."""
    find_own_modules()
    chosen = [
        opponent(name, ties=ties if set(name.split()[:1]) <= set(WITH_TIES) else None, epsilon=epsilon)
        for name in names
    ]
    if ties is not None and not any(each.ties for each in chosen):
        raise OpponentError(f"--ties is for {' and '.join(WITH_TIES)}: leave it out, or choose one of them")
    return chosen


def find_own_modules() -> None:
    """Let module:function name a file in the current folder.

    The folder comes last, so that a file there never stands in for a module of Python's or of ours.
    """
    if "" not in sys.path:
        sys.path.append("")


def rows_given(context: click.Context, words: Sequence[str], file: str | None) -> Iterator[Row]:
    """The rows that a command line names: its values, or the rows of a file or of standard input."""
    if file is not None and words:
        raise click.UsageError("values and --file are both given: choose one")
    if file is None and len(words) == 1 and (words[0] == "-" or is_file(words[0])):
        file = words[0]
    if file is not None and file.endswith(".npy"):
        yield from array_rows(file)
    elif file is not None:
        yield from _text_rows(file)
    elif "".join(words):
        yield one_row(context, words)
    else:
        raise click.UsageError(
            "there is no row: give values such as 8 15 3 7, a file, or - for standard input"
        )


def _text_rows(file: str) -> Iterator[Row]:
    """The rows of a text; of a large file all at once, if it is plain."""
    if os.path.isfile(file) and os.path.getsize(file) >= LARGE_FILE:
        from twoends.cli.progress import announce_compiling
        from twoends.reading.digits import plain_rows

        announce_compiling()
        if (rows := plain_rows(file)) is not None:
            yield from rows
            return
    yield from read_rows(lines_of(file), source_of(file))


def array_rows(file: str) -> Iterator[Row]:
    """The rows of a NumPy file: one of shape (n,), read as it is used, or many of shape (m, n)."""
    import numpy as np

    try:
        array = np.load(file, mmap_mode="r", allow_pickle=False)
    except OSError as fault:
        raise RowError(f"{file} cannot be read: {fault.strerror}") from None
    except (ValueError, EOFError):
        raise RowError(f"{file} is no NumPy array of numbers: write it with numpy.save") from None
    try:
        yield from map(Row.of, array) if array.ndim == 2 else [Row.of(array)]
    except RowError as fault:
        raise RowError(f"{file}: {fault}") from None


def one_row(context: click.Context, words: Sequence[str]) -> Row:
    """The row that the words of a command line are. Raises RowError or, for a misspelt option, UsageError."""
    try:
        return parse_row(" ".join(words))
    except RowError as fault:
        name_wrong_option(context, words)
        if len(words) == 1 and words[0].isidentifier():
            raise RowError(f"{fault}; nor is there a file of that name") from None
        if len(words) > 1 and any(map(os.path.isfile, words)):
            raise RowError(f"{fault}; a file stands alone: give one at a time") from None
        raise


def name_wrong_option(context: click.Context, words: Sequence[str]) -> None:
    """Raise UsageError if a word looks like an option, with the one that may be meant."""
    from difflib import get_close_matches

    known = [name for parameter in context.command.get_params(context) for name in parameter.opts]
    for word in words:
        if word in ("--board", "--circle"):
            raise click.NoSuchOption(word, ctx=context)
        if word.startswith("--") or (word.startswith("-") and word[1:2].isalpha()):
            if word.startswith("--epsilon"):
                raise click.UsageError("there is no option --epsilon: name a player 'greedy trembling 0.1'")
            near = get_close_matches(word.partition("=")[0], known, n=1)
            hint = f"did you mean {near[0]}?" if near else f"see twoends {context.info_name} --help"
            raise click.UsageError(f"there is no option {word}: {hint}")


def games_given(
    words: Sequence[str], parse: Callable[[str], tuple[Played, Opponent]], example: str
) -> Iterator[tuple[Played, Opponent]]:
    """The games that a command line names: one in notation, or those of a file, a line each."""
    from twoends.rules.notation import NotationError

    find_own_modules()
    text = " ".join(words)
    if not text:
        raise click.UsageError(f"there is no game: give one such as '{example}', a file, or -")
    if is_notation(text) or not (text == "-" or is_file(text)):
        yield parse(text)
        return
    source = source_of(text)
    games = 0
    for number, line in enumerate(lines_of(text), 1):
        notation = line.partition("#")[0].strip()
        if not notation:
            continue
        try:
            game = parse(notation)
        except TwoEndsError as fault:
            raise type(fault)(f"{source}, line {number}: {fault}") from None
        games += 1
        yield game
    if not games:
        raise NotationError(f"{source} has no game: give at least one, such as {example}")


def is_notation(text: str) -> bool:
    """Whether a text is meant as a game and not as a row or a file."""
    return " / " in text or (("/first" in text or "/second" in text) and not os.path.exists(text))


def is_file(word: str) -> bool:
    """Whether a lone word that is no value is meant as a file: it is there, or it looks like a path."""
    try:
        parse_row(word)
    except RowError:
        return (
            os.path.exists(word)
            or "/" in word
            or os.path.splitext(word)[1] in (".txt", ".csv", ".tsv", ".dat", ".npy")
        )
    return False


def source_of(file: str) -> str:
    """What to call a file in a sentence."""
    return "standard input" if file == "-" else file


def lines_of(file: str) -> Iterator[str]:
    """Read a text line by line, - for standard input.

    Raises RowError, after the lines before it, for a line that is no text, and if it cannot be read.
    """
    for number, line in enumerate(_bytes_of(file), 1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8")
        except UnicodeDecodeError:
            raise RowError(
                f"{source_of(file)}, line {number}: this is no text: give a file of numbers, a row a line"
            ) from None


def _bytes_of(file: str) -> Iterator[bytes]:
    if file == "-" and sys.stdin is None:
        raise RowError("standard input is closed: give values, or a file")
    try:
        with nullcontext(sys.stdin.buffer) if file == "-" else open(file, "rb") as stream:
            while line := stream.readline():
                yield line
    except OSError as fault:
        raise RowError(f"{source_of(file)} cannot be read: {fault.strerror}") from None
