"""The description of a study: it is immutable, determines every number of the results, and is stored as TOML.

Glossary
    study     which rows are drawn, and which pairings are measured on each of them
    pairing   you against an opponent, both by name: `best against greedy right`
    chunk     consecutive rows of one length: the unit of computation, storage and resumption
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from twoends.answers.matches import BEST
from twoends.reading.lines import read_rows
from twoends.reading.sources import lines_of
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.rules import DEFAULT, Rules
from twoends.study.pairings import Pairing, StudyError, is_own

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LONGEST_ROW = 10_000_000

LARGEST_SUM = 10_000_000
"""Limit on the sum of a row: every different margin has a count of its own."""

POSITIONS_IN_A_CHUNK = 1_000_000
"""Most positions of a chunk for a user's function: a second for a fast function, a minute for a slow one."""

POSITIONS_A_MOVE = 500
"""A bot's move takes as long as evaluating a function on this many positions."""

MAX_ROWS = 10**12
"""The most rows of one length. At the speed given in docs/studies.md, one worker measures this many decks in
two months."""

EXAMPLE = Path(__file__).with_name("example.toml")
"""A description in which comments explain every setting."""


@dataclass(frozen=True, slots=True, order=True)
class Chunk:
    """Chunk `number` of one length: its rows from `start` up to, but not including, `stop`.

    >>> next(Study(count=1000).chunks())
    Chunk(length=52, number=0, start=0, stop=1000)
    """

    length: int
    number: int
    start: int
    stop: int

    @property
    def name(self) -> str:
        """The stem of its file names, such as `52-000007`."""
        return f"{self.length}-{self.number:06}"

    @property
    def rows(self) -> int:
        """The number of rows."""
        return self.stop - self.start


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """The description of a study; equal descriptions give identical results.

    rows         deck | uniform LOW HIGH | permutation | walk STEP | file PATH
    lengths      numbers of cards in a row, rising; () for a file, whose rows determine them
    count        rows of each length; 0 for a file
    seed         an integer from 0: row r of a length depends only on (seed, length, r)
    pairings     the pairs of players that play each row
    rules        what a move takes and earns, and whose turn it is, as `Rules` writes it
    moves_first  who makes the first move: you, the opponent, or both in turn
    reduced      whether to count the coins of each contracted row
    keep_rows    whether to store every row with its results
    chunk_cards  most cards in a chunk, which has chunk_cards // length rows, but at least one
    digest       SHA-256 of the file that the rows come from, in hexadecimal; else empty

    Raises StudyError if the description is invalid.

    >>> study = Study(lengths=(6,), count=1000, pairings=(Pairing("best", "optimal"),), chunk_cards=3000)
    >>> [chunk.stop for chunk in study.chunks()]
    [500, 1000]
    """

    rows: str = "deck"
    lengths: tuple[int, ...] = (52,)
    count: int = 100_000
    seed: int = 1
    pairings: tuple[Pairing, ...] = (Pairing(BEST, "greedy right"),)
    moves_first: Literal["both", "you", "opponent"] = "both"
    reduced: bool = False
    keep_rows: bool = False
    chunk_cards: int = 2_000_000
    digest: str = ""
    rules: str = str(DEFAULT)

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", str(Rules.of(self.rules)))
        if fault := next(self._faults(), ""):
            raise StudyError(fault)

    def _faults(self) -> Iterator[str]:
        """Yield a sentence for each fault; what follows one may assume that it is absent."""
        rows = "text, such as 'deck' for shuffled decks, or 'file PATH' for the rows of a file"
        for name, wanted, noun in (
            *((name, int, "a whole number") for name in ("count", "seed", "chunk_cards")),
            *((name, bool, "true or false") for name in ("reduced", "keep_rows")),
            *((name, str, "text in quotes") for name in ("moves_first", "digest")),
            ("rows", str, rows),
        ):
            if type(given := getattr(self, name)) is not wanted:
                yield f"{name} {'are' if name == 'rows' else 'is'} {shortened(repr(given))}: give {noun}"
        for name, members, example in (
            ("lengths", int, "(52,)"),
            ("pairings", Pairing, "(Pairing('best', 'greedy'),)"),
        ):
            given = getattr(self, name)
            if not isinstance(given, tuple) or not all(type(member) is members for member in given):
                yield f"{name} are {shortened(repr(given))}: give a tuple, as in {example}"
        rules = self.by_rules
        if rules.alone:
            yield f"rules are {rules}: a study needs two players: choose other turns"
        if not rules.plain and self.reduced:
            yield f"reduced needs the default rules, not {rules}: leave reduced or the rules out"
        if not rules.plain and any(pairing.with_bots for pairing in self.pairings):
            yield f"bots play under the default rules, not {rules}: leave the bots or the rules out"
        for name, least in (("count", 0 if self.file else 1), ("seed", 0), ("chunk_cards", 1)):
            if getattr(self, name) < least:
                yield f"{name} is {getattr(self, name)}: give {least} or more"
        if self.count > MAX_ROWS:
            yield f"count is {self.count:,}: give {MAX_ROWS:,} or less"
        if self.moves_first not in ("both", "you", "opponent"):
            yield f"moves_first is '{self.moves_first}': choose both, you or opponent"
        if not self.pairings and not self.reduced:
            yield "there is nothing to measure: give a pairing such as 'best against greedy', or reduced"
        if len(set(self.pairings)) < len(self.pairings):
            yield "duplicate pairing: list each pairing once"
        kind, numbers = self.source
        if kind == "file":
            if self.lengths or self.count:
                yield f"rows are {self.rows}, all of them: leave lengths and count out"
            return
        if not self.lengths or min(self.lengths) < 1 or max(self.lengths) > LONGEST_ROW:
            yield f"lengths are {_list(self.lengths)}: give one or more, from 1 to {LONGEST_ROW:,}"
        if sorted(set(self.lengths)) != list(self.lengths):
            yield f"lengths are {_list(self.lengths)}: give each once, in rising order"
        longest = max(self.lengths)
        if kind == "deck" and longest > 52:
            yield f"a deck has 52 cards, not {longest}: give a shorter length or other rows"
        largest = {"deck": 14, "permutation": longest, "walk": longest * max(numbers, default=0)}.get(
            kind, max(map(abs, numbers), default=0)
        )
        if self.pairings:
            counted = rules.times_counted(longest)
            require_countable(longest * largest * counted, f"{longest:,} cards of up to {largest:,}")

    @property
    def by_rules(self) -> Rules:
        """The rules of the games, parsed."""
        return Rules.of(self.rules)

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, each once, in the order of the pairings."""
        return tuple(dict.fromkeys(name for pair in self.pairings for name in (pair.you, pair.opponent)))

    @property
    def source(self) -> tuple[str, list[int]]:
        """The first word of `rows` and the numbers after it. Raises StudyError."""
        arity, text = {"deck": 0, "uniform": 2, "permutation": 0, "walk": 1, "file": 0}, self.rows
        try:
            kind, *words = ["file"] if self.file else text.split()
            numbers = [int(word) for word in words]
            if arity.get(kind) != len(numbers) or text == "file":
                raise ValueError
        except ValueError:
            raise StudyError(
                f"rows are '{text}': choose deck, uniform LOW HIGH, permutation, walk STEP or file PATH"
            ) from None
        if kind == "uniform" and not -(2**31) <= numbers[0] <= numbers[1] < 2**31:
            raise StudyError(f"rows are '{text}': give LOW and HIGH within 32 bits, LOW not above HIGH")
        if kind == "walk" and not 1 <= numbers[0] < 2**31:
            raise StudyError(f"rows are '{text}': give a STEP from 1, within 32 bits")
        return kind, numbers

    @property
    def file(self) -> str:
        """The path of the file that the rows come from, or an empty string."""
        return self.rows.removeprefix("file ") if self.rows.startswith("file ") else ""

    @property
    def total(self) -> int:
        """The number of rows of all lengths."""
        return sum(self.counts().values())

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks; a larger count adds rows to the last chunk of a length, and chunks after it."""
        for length, count in self.counts().items():
            for number in range(-(-count // self.rows_in_a_chunk(length))):
                yield self.chunk(length, number, count)

    def chunk(self, length: int, number: int, count: int) -> Chunk:
        """Chunk `number` of `count` rows of a length; beyond the last one it has no rows."""
        step = self.rows_in_a_chunk(length)
        return Chunk(length, number, min(count, number * step), min(count, (number + 1) * step))

    def rows_in_a_chunk(self, length: int) -> int:
        """Return the number of rows of a length in each chunk but the last, which the count does not change.

        It is smaller if a player is not built in, so that a chunk takes seconds: two workers can then share
        even a small study, and little is lost if it is killed.

        >>> own = (Pairing("bot ./yours", "modest"), Pairing("bot ./mine", "greedy right"))
        >>> Study().rows_in_a_chunk(52), Study(pairings=own).rows_in_a_chunk(52)
        (38461, 19)
        """
        step = self.chunk_cards // max(1, length)
        cost = sum(
            length * (POSITIONS_A_MOVE if pairing.with_bots else length)
            for pairing in self.pairings
            if is_own(pairing.you) or is_own(pairing.opponent) or not self.by_rules.plain
        )
        return max(1, min(step, POSITIONS_IN_A_CHUNK // cost) if cost else step)

    def counts(self) -> dict[int, int]:
        """Return the number of rows of each length."""
        if self.file:
            return {length: len(rows) for length, rows in rows_of_file(self.file, self.digest).items()}
        return dict.fromkeys(self.lengths, self.count)

    def toml(self) -> str:
        """Return the description as TOML; `read` reads it from a file."""
        # TOML writes numbers, strings, lists and booleans as JSON does.
        return "".join(
            f"{name} = {json.dumps(value, ensure_ascii=False)}\n" for name, value in self.plain().items()
        )

    def plain(self) -> dict[str, Any]:
        """Return the description as plain values by name; `describe` reads them.

        The default rules are left out, as in folders written before there were other rules.
        """
        values = asdict(self) | {"pairings": list(map(str, self.pairings)), "lengths": list(self.lengths)}
        if self.by_rules.plain:
            del values["rules"]
        return values


def read(path: str | Path) -> Study:
    """Read a description in TOML from a file. Raises StudyError.

    >>> read("/nowhere.toml")
    Traceback (most recent call last):
    twoends.study.pairings.StudyError: /nowhere.toml cannot be read: No such file or directory
    """
    text = content(path)
    try:
        return describe(tomllib.loads(text.decode()))
    except UnicodeDecodeError:
        raise StudyError(f"{path} is not text: give a description in TOML") from None
    except tomllib.TOMLDecodeError as fault:
        raise StudyError(f"{path} is not TOML: {fault}") from None
    except TwoEndsError as fault:
        raise StudyError(f"{path}: {fault}") from None


def describe(table: dict[str, Any], base: Study | None = None) -> Study:
    """Build a study from plain values by name; missing ones come from `base`. Raises StudyError.

    >>> describe({"lengths": "2..6..2", "pairings": ["greedy against optimal"]}).lengths
    (2, 4, 6)
    """
    known = [field.name for field in fields(Study)]
    for name in table:
        if name not in known:
            from difflib import get_close_matches  # imported late: only mistakes need it

            writable = [field for field in known if field != "digest"]  # which is computed
            close = get_close_matches(name.lower(), writable, n=1)
            hint = f"did you mean {close[0]}? It" if close else "it"
            raise StudyError(f"a study has no '{name}': {hint} has {_list(writable)}")
    given = dict(table)
    if "pairings" in given:
        if not isinstance(given["pairings"], list | tuple):
            raise StudyError(f"pairings are {given['pairings']!r}: give a list")
        given["pairings"] = tuple(Pairing.of(str(text)) for text in given["pairings"])
    if "lengths" in given:
        given["lengths"] = read_lengths(given["lengths"])
    rows = given.get("rows")
    if isinstance(rows, str) and rows.startswith("file "):
        given = {"lengths": (), "count": 0, "digest": digest(rows.removeprefix("file "))} | given
    elif rows is not None:
        given = {"digest": ""} | given  # the base may have had a file
    return replace(base or Study(), **given)


def read_lengths(given: object) -> tuple[int, ...]:
    """Read lengths: a number, a list of numbers, or text such as `8,16`, `2..64` or `2..64..2`."""
    if isinstance(given, str):
        try:
            ranges = spans(given)
            if not all(ranges) or any(
                span.stop > LONGEST_ROW + 1 for span in ranges
            ):  # before expanding them
                raise ValueError
            return tuple(chain(*ranges))
        except ValueError:
            raise StudyError(
                f"lengths are '{given}': write 52, or 8,16,32, or 2..64, or 2..64..2, up to {LONGEST_ROW:,}"
            ) from None
    lengths = given if isinstance(given, list) else [given]
    if not all(type(length) is int for length in lengths):
        raise StudyError(f"lengths are {given!r}: give whole numbers")
    return tuple(lengths)


def spans(text: str) -> list[range]:
    """Parse integers and ranges with inclusive ends, as in `8,16` or `2..64,100..200..2`. Raises ValueError.

    >>> spans("3,-1..4..2")
    [range(3, 4), range(-1, 5, 2)]
    """
    ranges = []
    for part in text.split(","):
        ends = [int(end) for end in part.split("..")]
        low, high, step = {1: [*ends, *ends, 1], 2: [*ends, 1]}.get(len(ends), ends)
        if step < 1:
            raise ValueError(step)
        ranges.append(range(low, high + 1, step))
    return ranges


def _list(items: Any) -> str:
    return ", ".join(map(str, items))


# --- files of rows -----------------------------------------------------------------------------


def content(path: str | Path) -> bytes:
    """Read a file. Raises StudyError."""
    try:
        return Path(path).read_bytes()
    except OSError as fault:
        raise StudyError(f"{path} cannot be read: {fault.strerror}") from None


def digest(path: str | Path) -> str:
    """Return the SHA-256 of a file in hexadecimal. Raises StudyError."""
    return hashlib.sha256(content(path)).hexdigest()


def require_countable(largest: int, subject: str) -> None:
    """Raise StudyError if a row of this largest sum has too many possible margins to count."""
    if largest > LARGEST_SUM:
        raise StudyError(
            f"{subject} may add up to {largest:,}, more than the {LARGEST_SUM:,} that a study allows: "
            "give smaller values or shorter rows"
        )


@lru_cache(maxsize=1)
def rows_of_file(path: str, expected: str) -> dict[int, NDArray[np.int64]]:
    """Read a file's rows of integers, by length: arrays of shape (rows, length), in the file's order.

    Cached, because every chunk asks for them. Raises StudyError unless the file has the expected digest.
    """
    import numpy as np

    if digest(path) != expected:
        raise StudyError(f"{path} has changed since the study was described: describe it again")
    by_length: dict[int, list[tuple[int, ...]]] = {}
    for number, row in enumerate(read_rows(lines_of(path), path), 1):
        if row.kind != "integer":
            raise StudyError(f"{path}, row {number} has values that are not whole: scale them to integers")
        cards = tuple(map(int, row.given))
        require_countable(sum(map(abs, cards)), f"the values of {path}, row {number},")
        by_length.setdefault(len(row), []).append(cards)
    return {length: np.array(by_length[length], np.int64) for length in sorted(by_length)}
