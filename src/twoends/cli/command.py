"""Click commands that accept negative values, group their options and phrase errors uniformly.

Click reads -3 10h as four short options, one of which prints the help. Here a word is an option only if it
is written exactly as one. Any other word that looks like an option is an error; the rest are values.
"""

from __future__ import annotations

import os
import re
import sys
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import click

GROUPS = {
    "Input": "rules file format cases gaps two-rows rows length depth values count deck example input"
    " function entry seed",
    "Players": "opponent ties epsilon first second player against pairing bot moves-first",
    "Question": "method question task reduced games perfect even-only positive-only max-n max-value",
    "Modes": "daily ladder verify all",
    "Limits": "time seconds language-factor memory stack sandbox readable tests jobs workers dask",
    "Output": "json dot markdown csv gradescope out keep-rows points visibility score cap weight"
    " moodle canvas column",
    "Other": "",
}
"""The groups of a help page and the long names of their options. An option not listed is in Other."""

WIDEST_OPTION = 30
"""The description of a longer option starts on its own line."""


class Command(click.Command):
    """A command whose values may begin with a minus and whose help page groups the options."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        for option in self.params:
            if isinstance(option.type, click.types.IntParamType | click.types.FloatParamType):
                option.metavar = option.metavar or "N"  # for Click's INTEGER RANGE

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Separate options from values before Click parses them. Raises UsageError."""
        options, words = self._split_args(context, args)
        nargs = [each.nargs for each in self.get_params(context) if isinstance(each, click.Argument)]
        if len(words) > sum(nargs) and -1 not in nargs and not context.resilient_parsing:
            takes = "takes 1 argument" if nargs else "takes options only"  # no command has two
            raise click.UsageError(
                f"unexpected argument '{words[sum(nargs)]}': {context.command_path} {takes}"
            )
        return super().parse_args(context, [*options, "--", *words])

    def _split_args(self, context: click.Context, args: Sequence[str]) -> tuple[list[str], list[str]]:
        known = _options_of(context)
        options: list[str] = []
        words: list[str] = []
        given: dict[str | None, str] = {}
        rest = deque(args)
        while rest:
            word = rest.popleft()
            if word == "--":
                words += rest
                break
            name, equals, value = word.partition("=")
            option = known.get(name)
            if option is None:
                if looks_like_an_option(word) and not context.resilient_parsing:
                    raise click.NoSuchOption(name, ctx=context)
                words.append(word)
                continue
            if option.is_flag:
                if equals:
                    raise click.UsageError(f"{name} takes no value: write it alone, without '={value}'")
                # Flags for the values of one parameter exclude each other.
                one_at_most({given.setdefault(option.name, option.opts[-1]): True, option.opts[-1]: True})
                options.append(name)
                continue
            optional = isinstance(option.flag_value, int)
            if not equals and rest and not (optional and looks_like_an_option(rest[0])):
                value = rest.popleft()
            if not value and not optional and not context.resilient_parsing:
                raise click.UsageError(f"{name} has no value: {_example(context, option)}")
            if option.name in given and not option.multiple:
                raise click.UsageError(f"{option.opts[-1]} is given twice: give it once")
            given[option.name] = name
            options += [name, value] if value or not optional else [name]
        return options, words

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in groups; within a group they keep the order of the command."""
        group_of = {name: title for title, names in GROUPS.items() for name in names.split()}
        groups: dict[str, dict[str, str]] = {title: {} for title in GROUPS}
        for parameter in self.get_params(context):
            record = parameter.get_help_record(context)
            if record and isinstance(parameter, click.Option):
                names = (name.removeprefix("--") for name in parameter.opts)
                title = next((group_of[name] for name in names if name in group_of), "Other")
                groups[title].update([record])
        write_groups(groups, formatter)


def one_at_most(given: Mapping[str, object]) -> str | None:
    """Return the name of what is given, or None. Raises UsageError for several of these inputs or options."""
    names = [name for name, value in given.items() if value]
    if len(names) > 1:
        both = "both" if len(names) == 2 else "all"
        raise click.UsageError(f"{' and '.join(names)} are {both} given: choose one")
    return next(iter(names), None)


def write_groups(groups: Mapping[str, Mapping[str, str]], formatter: click.HelpFormatter) -> None:
    """Write each group that has records as a title and a definition list."""
    for title, records in groups.items():
        if records:
            with formatter.section(title):
                formatter.write_dl(list(records.items()), col_max=min(WIDEST_OPTION, formatter.width // 3))


def width_of_terminal(*, error: bool = False) -> int | None:
    """Return the characters per line of the terminal that shows the output, or the errors; None elsewhere."""
    stream = sys.stderr if error else sys.stdout
    if stream is None or not stream.isatty():
        return None
    from shutil import get_terminal_size  # late: its imports take a twentieth of a small solve

    return get_terminal_size().columns


class Commands(click.Group):
    """A group of such commands. Without a subcommand it prints its help page."""

    command_class = Command

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments up to the subcommand; without any, those of the help page."""
        return super().parse_args(context, args or ([] if context.resilient_parsing else ["--help"]))

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names. Raises UsageError with a suggestion.

        That is `solve` for a row or a file, otherwise the command with the most similar name.
        """
        word, known = args[0], self.list_commands(context)
        if word in known or context.resilient_parsing:
            return super().resolve_command(context, args)
        from shlex import join

        shape = word[:1].isdigit() or word.startswith(("[", "board ", "circle ")) or "." in word
        if context.parent is None and (shape or os.path.exists(word)):
            instead = ["solve", *args]
        elif closest := closest_to(word, known):
            instead = [*closest, *args[1:]]
        else:
            instead = ["--help"]
        raise click.UsageError(f"there is no command '{word}': try {context.command_path} {join(instead)}")


def looks_like_an_option(word: str) -> bool:
    """Whether a word can only be an option: a letter follows its minus, and it has no blank.

    >>> [word for word in ("-3", "-3 10h", "--board", "-x", "- / first / -") if looks_like_an_option(word)]
    ['--board', '-x']
    """
    return re.fullmatch(r"--\S+|-[^\W\d_]\S*", word) is not None


def _options_of(context: click.Context) -> dict[str, click.Option]:
    options = (each for each in context.command.get_params(context) if isinstance(each, click.Option))
    return {name: option for option in options for name in option.opts}


def closest_to(word: str, known: Iterable[str]) -> list[str]:
    """Return the known word most similar to a word, or no word if none is similar enough."""
    from difflib import get_close_matches  # late: it is for mistakes only

    return get_close_matches(word, list(known), n=1, cutoff=0.7)  # tuning, from 0 to 1


def sentence(fault: click.ClickException) -> str:
    """Rewrite a Click error as a sentence that says what to write instead."""
    if isinstance(fault, click.NoSuchOption) and fault.ctx is not None:
        return _no_option(fault.ctx, fault.option_name)
    if isinstance(fault, click.MissingParameter) and fault.ctx is not None and fault.param is not None:
        if isinstance(fault.param, click.Option):
            return f"{fault.param.opts[-1]} is missing: {_example(fault.ctx, fault.param)}"
        usage = " ".join(fault.ctx.command.get_usage(fault.ctx).removeprefix("Usage: ").split())
        return f"{fault.param.make_metavar(fault.ctx)} is missing: write {usage}"
    if isinstance(fault, click.BadParameter) and fault.param is not None:
        quoted = re.match(r"(?:\w+ )?'?(.*?)'? (?:is|does) ", fault.message)
        wanted = _wanted(fault.param.type)
        if quoted and wanted:
            return f"{fault.param.opts[-1]} is '{quoted[1]}': {wanted}"
    return fault.format_message()


def _wanted(kind: click.ParamType[Any]) -> str:
    """Say which values a type accepts; "" if Click's own message is good enough."""
    if isinstance(kind, click.Choice):
        *most, last = map(str, kind.choices)
        return f"choose {', '.join(most)} or {last}"
    if isinstance(kind, click.IntRange | click.FloatRange):
        what = "a whole number" if isinstance(kind, click.IntRange) else "a number"
        if kind.max is None:
            return f"give {what} of {kind.min} or more"
        return f"give {what} from {kind.min} to {kind.max}"
    if isinstance(kind, click.types.IntParamType):
        return "give a whole number"
    if isinstance(kind, click.Path):
        return "name a folder" if not kind.file_okay else "name a file"
    return ""


def _no_option(context: click.Context, word: str) -> str:
    """Say that a command does not have an option, and what to write instead."""
    known, missing = _options_of(context), f"there is no option {word}"
    takes_values = any(each.name == "words" for each in context.command.params)
    if word in ("--board", "--circle") and takes_values:  # written as words in front of the values
        kind = word.removeprefix("--")
        return f"{missing}: write {kind} in front of the values, as in {kind} 8 15 3 7"
    if word == "--epsilon":
        return f"{missing}: name a player 'greedy trembling 0.1'"
    if word in ("-o", "--opponent") and {"--first", "--second"} <= set(known):
        return f"{missing}: name the players with --first and --second"
    if closest := closest_to(word.lower().lstrip("-"), (name.removeprefix("--") for name in known)):
        return f"{missing}: did you mean --{closest[0]}?"
    return f"{missing}: see {context.command_path} --help"


def _example(context: click.Context, option: click.Option) -> str:
    """Show how to write an option with its value."""
    offered = getattr(option.type, "choices", ())
    return f"write {option.opts[-1]} {next(iter(offered), option.make_metavar(context))}"
