"""What every command of ours has beyond Click's: words that are values, options in groups, one voice.

Click reads -3 10h as four short options, one of which prints the help. Here a word is an option only if it
is written exactly as one, and whatever else looks like one is named as a mistake; the rest are values.
"""

from __future__ import annotations

import re
import shlex
from collections import deque
from collections.abc import Sequence
from typing import Any

import click

GROUPS = {
    "Input": "file cases gaps two-rows rows length values count deck example input function entry",
    "Players": "opponent ties epsilon first second player against pairing bot moves-first guess",
    "Question": "method asks task reduced games perfect even-only positive-only max-n max-value",
    "Limits": "time seconds language-factor memory stack sandbox readable tests jobs workers dask",
    "Output": "json dot markdown csv junit gradescope out keep-rows points visibility score cap weight",
}
"""Which options a help page shows together, by their long names; what is not here comes last."""

SHAPE_WORDS = ("--board", "--circle")
"""What people may try as options; the words themselves, in front of the values, are the notation."""

EVERYWHERE = ("--help", "--version")
"""What says nothing of a command."""


class Command(click.Command):
    """A command whose words may begin with a minus, and whose help page has its options in groups."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Part options from words, and let Click read both. Raises UsageError."""
        options, words = self._parted(context, args)
        room = [each.nargs for each in self.get_params(context) if isinstance(each, click.Argument)]
        if len(words) > sum(room) and -1 not in room and not context.resilient_parsing:
            takes = f"takes {len(room)} word{'s' * (len(room) > 1)}" if room else "takes options only"
            raise click.UsageError(
                f"'{words[sum(room)]}' is one word too many: {context.command_path} {takes}"
            )
        return super().parse_args(context, [*options, "--", *words])

    def _parted(self, context: click.Context, args: Sequence[str]) -> tuple[list[str], list[str]]:
        known = {
            name: option
            for option in self.get_params(context)
            if isinstance(option, click.Option)
            for name in (*option.opts, *option.secondary_opts)
        }
        options: list[str] = []
        words: list[str] = []
        given: set[str | None] = set()
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
                    raise click.UsageError(_no_option(context, name, known))
                words.append(word)
                continue
            if option.is_flag:
                if equals:
                    raise click.UsageError(f"{name} takes no value: write it alone, without '={value}'")
                options.append(name)
                continue
            if not equals:
                alone = getattr(option.type, "alone", None)  # what the option means without a value
                if alone is not None and (not rest or looks_like_an_option(rest[0])):
                    value = alone
                elif not rest and not context.resilient_parsing:
                    raise click.UsageError(f"{name} has no value: {_example(context, option)}")
                else:
                    value = rest.popleft() if rest else ""
            if option.name in given and not option.multiple:
                raise click.UsageError(f"{option.opts[-1]} is given twice: give it once")
            given.add(option.name)
            options += [name, value]
        return options, words

    def format_options(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options in groups, in the order of the command within each."""
        groups: dict[str, list[tuple[str, str]]] = {title: [] for title in (*GROUPS, "Other")}
        for parameter in self.get_params(context):
            record = parameter.get_help_record(context)
            if record is not None and isinstance(parameter, click.Option):
                names = {name.removeprefix("--") for name in parameter.opts}
                title = next(
                    (each for each, members in GROUPS.items() if names & set(members.split())), "Other"
                )
                groups[title].append(record)
        for title, records in groups.items():
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)


class Commands(click.Group):
    """A group of such commands, which is its help page where nothing more is said."""

    command_class = Command

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        """Name an option that there is none of. Raises UsageError."""
        word = args[0] if args else ""
        known = {name for each in self.get_params(context) for name in each.opts}
        if looks_like_an_option(word) and word not in known and not context.resilient_parsing:
            raise click.UsageError(_no_option(context, word, known))
        return super().parse_args(context, args)

    def resolve_command(
        self, context: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command that the first word names. Raises UsageError with the one that may be meant."""
        known = self.list_commands(context)
        if args[0] in known or context.resilient_parsing:
            return super().resolve_command(context, args)
        meant = shlex.join(self.meant(args, known))
        raise click.UsageError(f"there is no command '{args[0]}': try {context.command_path} {meant}")

    def meant(self, args: Sequence[str], known: Sequence[str]) -> list[str]:
        """What may be meant by words that begin with no command."""
        return [*near(args[0], known), *args[1:]] if near(args[0], known) else ["--help"]


def looks_like_an_option(word: str) -> bool:
    """Whether a word can only be meant as an option: after its minus there is a letter, and no blank.

    >>> [word for word in ("-3", "-3 10h", "--board", "-x", "- / first / -") if looks_like_an_option(word)]
    ['--board', '-x']
    """
    return re.fullmatch(r"--\S+|-[^\W\d_]\S*", word) is not None


def near(word: str, known: Any, cutoff: float = 0.6) -> list[str]:
    """The one of the known words that a word is most like, if there is such a one."""
    from difflib import get_close_matches  # late: it is for mistakes only

    return get_close_matches(word, list(known), n=1, cutoff=cutoff)


def sentence(fault: click.ClickException) -> str:
    """What is wrong, in our words, for a mistake that Click found."""
    if isinstance(fault, click.MissingParameter) and fault.ctx is not None and fault.param is not None:
        usage = " ".join(fault.ctx.command.get_usage(fault.ctx).removeprefix("Usage: ").split())
        return f"{fault.param.make_metavar(fault.ctx)} is missing: write {usage}"
    if isinstance(fault, click.BadParameter) and fault.param is not None:
        quoted = re.match(r"(?:\w+ )?'?(.*?)'? (?:is|does) ", fault.message)
        wanted = _wanted(fault.param.type)
        if quoted and wanted:
            return f"{fault.param.opts[-1]} is '{quoted[1]}': {wanted}"
    return fault.format_message()


def _wanted(kind: click.ParamType[Any]) -> str:
    """What to write instead of a value that is none of this type."""
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


def _no_option(context: click.Context, word: str, known: Any) -> str:
    """The sentence for an option that this command does not have."""
    if word in SHAPE_WORDS:
        if context.info_name not in ANY_SHAPE:
            return f"{context.command_path} takes rows only: {TAKE_ANY_SHAPE}"
        kind = word.removeprefix("--")
        return f"there is no option {word}: write {kind} in front of the values, as in {kind} 8 15 3 7"
    if word == "--epsilon":
        return "there is no option --epsilon: name a player 'greedy trembling 0.1'"
    if word in ("-o", "--opponent") and {"--first", "--second"} <= set(known):
        return f"there is no option {word}: name the players with --first and --second"
    return f"there is no option {word}: {_hint(context, word, known)}"


def _hint(context: click.Context, word: str, known: Any) -> str:
    """What may be meant by an option that there is none of here."""
    own = [name for name in known if len(name) > 2 and name not in EVERYWHERE]
    if meant := near(word.lower(), (name for name in known if len(name) > 2), 0.7):
        return f"did you mean {meant[0]}?"
    if elsewhere := _only_command_with(context, word):
        return f"{elsewhere} has it"
    if 0 < len(own) < 3:
        return f"{context.command_path} has {' and '.join(own)}"
    return f"see {context.command_path} --help"


def _only_command_with(context: click.Context, word: str) -> str:
    """The one command that has this option, if there is one and no other has it, too."""
    root = context.find_root()
    if not isinstance(root.command, click.Group):
        return ""
    have_it = []
    for name in root.command.list_commands(root):
        command = root.command.get_command(root, name)
        if command is not None and any(word in option.opts for option in command.params):
            have_it.append(f"{root.command_path} {name}")
    return have_it[0] if len(have_it) == 1 else ""


ANY_SHAPE = ("solve", "match", "play", "review")
"""The commands that take more than rows."""

TAKE_ANY_SHAPE = "twoends solve, match, play and review take any shape"


def _example(context: click.Context, option: click.Option) -> str:
    """How an option that stands alone is written with its value."""
    offered = getattr(option.type, "offered", ()) or getattr(option.type, "choices", ())
    return f"write {option.opts[-1]} {next(iter(offered), option.make_metavar(context))}"
