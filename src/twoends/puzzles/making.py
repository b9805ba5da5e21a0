"""Puzzles: a row, an opponent, who moves first, and one decision that matters.

A puzzle is made from its name alone, in integers: SHA-256 of `NAME/0`, `NAME/1`, … gives rows, a byte a card,
and the first row that fits is the puzzle. Other rules than one card from either end stand at the end of a
name, `1-8-3-42~take_1-3_left~turns_ABBA`: older names mean what they meant. So a name means
the same row on every machine and in every version; another way to make rows would have another number in
front of its names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from hashlib import sha256
from itertools import count, islice
from operator import index
from random import Random

from twoends.answers.policies import policy
from twoends.answers.solution import solve
from twoends.puzzles.depths import has_depth
from twoends.rules.errors import OpponentError, RowError, TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.numbers import Number
from twoends.rules.opponents import opponent as opponent_of
from twoends.rules.preferences import HABITS, Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.sides import AnyMove

GENERATOR = 1
"""The version of how rows are made, in front of every name; another one comes beside it, never instead."""

LARGEST_CARD = 20
"""Cards are whole numbers from 1 to here, which people add in their heads."""

FEWEST_CARDS, MOST_CARDS = 3, 16

MOST_TRIES = 20_000
"""Rows that are looked at for one puzzle: the rarest depth of the lengths here takes a few hundred."""

MOST_TRIES_BY_RULES = 1_000
"""The same by other rules, where each row takes far longer."""

DIAL = "~"
"""What parts the rules in a name from what is before them, and from each other."""

LARGEST_SEED = 10**18

WEEK = ((6, 2), (6, 3), (7, 3), (7, 4), (8, 4), (8, 5), (10, 6))
"""Cards and depth of the row of a day, from Monday, which is easy, to Sunday, which is not."""

LADDER = (
    *((4, 2), (4, 2), (5, 2), (5, 3), (6, 3), (6, 3), (6, 4), (6, 4), (7, 4), (7, 5)),
    *((8, 5), (8, 5), (8, 6), (8, 6), (8, 7), (9, 7), (9, 8), (10, 8), (10, 9), (10, 10)),
)
"""Cards and depth of each rung; the seed is the number of the rung, from 1."""


@dataclass(frozen=True)
class Puzzle:
    """One decision that matters: a game in which you are to move, and one move is better than any other.

    name   what it is made from: the same name is the same puzzle for all times
    game   the row, the opponent, who moved first, and their first move if that was theirs
    best   the one best move
    loss   what the next best move gives away; never 0
    depth  how many plies you have to look ahead to prefer the best move for good; see `depth`

    >>> lesson = puzzle(7, length=6, depth=2)
    >>> lesson.name, lesson.game.shape, lesson.best, lesson.loss
    ('1-6-2-7', Row(12 16 2 16 7 10), RIGHT, 4)
    """

    name: str
    game: Game
    best: AnyMove
    loss: Number
    depth: int

    @property
    def rest(self) -> Row:
        """The row that you have to decide on."""
        return self.game.rest.cards


def puzzle(
    which: int | date,
    *,
    length: int | None = None,
    opponent: object = None,
    depth: int | None = None,
    you_first: bool = True,
    rules: object = None,
) -> Puzzle:
    """Make the puzzle of a seed, or the row of a day, which is the same for all.

    length     cards that are dealt, 3 to 16 [8]
    opponent   a built-in one who never trembles [optimal]
    depth      1 to the cards that you decide on [3]; not every depth exists for every length and opponent
    you_first  if not, the opponent has made a move before you decide
    rules      what a move takes and earns, whose turn it is [take 1 either]

    The row of a day has its own length and depth, by the day of the week; if you ask for others, a date
    counts as a seed. Looks at some hundred rows, milliseconds each in all. Raises TwoEndsError for what
    does not exist, or is so rare that it was not found.

    >>> from datetime import date
    >>> puzzle(date(2026, 11, 22)).name
    '1-day-2026-11-22'
    >>> puzzle(7, opponent="greedy", depth=5, you_first=False).name
    '1-8-5-7-greedy-right-second'
    >>> puzzle(7, rules="take 1-3 left").name
    '1-8-3-7~take_1-3_left'
    """
    by_rules = Rules.of(rules)
    plain = length is None and opponent is None and depth is None and you_first and by_rules.plain
    if isinstance(which, date):
        if plain:
            return named(f"{GENERATOR}-day-{which.isoformat()[:10]}")
        which = which.toordinal()
    try:
        seed = int(index(which))
    except TypeError:
        raise TwoEndsError(f"{which!r} is not a seed or a date: give a whole number or a date") from None
    against = opponent_of("optimal" if opponent is None else opponent)
    cards, plies = 8 if length is None else length, 3 if depth is None else depth
    words = [str(GENERATOR), str(cards), str(plies), str(seed)]
    if str(against) != "optimal":
        words += str(against).split()
    if not you_first:
        words.append("second")
    name = "-".join(words)
    if not by_rules.plain:
        name += "".join(f"{DIAL}{dial.replace(' ', '_')}" for dial in str(by_rules).split(", "))
    return _made(name, cards, plies, seed, against, you_first, by_rules)


def puzzles(
    *,
    length: int | None = None,
    opponent: object = None,
    depth: int | None = None,
    you_first: bool = True,
    rules: object = None,
) -> Iterator[Puzzle]:
    """The puzzles of the seeds 0, 1, 2, … without an end. Raises what `puzzle` raises.

    >>> from itertools import islice
    >>> [str(each.rest) for each in islice(puzzles(length=4, depth=2), 2)]
    ['1 18 13 1', '11 6 18 12']
    """
    return (
        puzzle(seed, length=length, opponent=opponent, depth=depth, you_first=you_first, rules=rules)
        for seed in count()
    )


def named(name: str) -> Puzzle:
    """Make a puzzle again from its name. Raises TwoEndsError for what is no name.

    >>> named("1-8-3-42") == puzzle(42)
    True
    """
    base, *dials = name.split(DIAL)
    words = base.split("-")
    try:
        version, *rest = words
        if version != str(GENERATOR):
            raise ValueError
        if rest[0] == "day":
            day = date.fromisoformat("-".join(rest[1:]))
            if name != f"{GENERATOR}-day-{day.isoformat()}":
                raise ValueError
            return _made(name, *WEEK[day.weekday()], 0, opponent_of(), True, DEFAULT)
        length, depth, seed = map(int, rest[:3])
        you_first = rest[-1] != "second"
        # Only these, never a rule's module:function: whoever sends a name must not choose what is imported.
        against = _certain()[" ".join(rest[3 : None if you_first else -1]) or "optimal"]
        rules = ", ".join(dial.replace("_", " ") for dial in dials)
        made = puzzle(
            seed, length=length, opponent=against, depth=depth, you_first=you_first, rules=rules or None
        )
    except (ValueError, LookupError) as fault:
        if isinstance(fault, TwoEndsError) and not isinstance(fault, OpponentError):
            raise
        made = None
    if made is None or made.name != name:
        raise TwoEndsError(
            f"'{shortened(str(name))}' is not the name of a puzzle: names look like {GENERATOR}-8-3-42 "
            f"(cards, depth, seed), {GENERATOR}-8-3-42{DIAL}take_1-3_left and {GENERATOR}-day-2026-11-22"
        )
    return made


def ladder() -> list[Puzzle]:
    """Twenty puzzles, each at least as deep as the one before, on most of which greed loses.

    >>> [rung.depth for rung in ladder()][-3:]
    [8, 9, 10]
    """
    return [puzzle(rung, length=cards, depth=deep) for rung, (cards, deep) in enumerate(LADDER, 1)]


def rows(name: str, length: int) -> Iterator[Row]:
    """All rows that a name gives, in order: of 32 bytes those below 240, modulo 20, plus 1.

    >>> next(rows("1-8-3-42", 4))
    Row(18 10 14 19)
    """
    usable = 256 // LARGEST_CARD * LARGEST_CARD  # so that each card is equally likely
    for attempt in count():
        digest = sha256(f"{name}/{attempt}".encode()).digest()
        cards = [1 + byte % LARGEST_CARD for byte in digest if byte < usable]
        if len(cards) >= length:
            yield Row.of(cards[:length])


def _made(
    name: str, length: int, depth: int, seed: int, against: Opponent, you_first: bool, rules: Rules
) -> Puzzle:
    _refuse_outside(length, "the length", FEWEST_CARDS, MOST_CARDS)
    _refuse_outside(depth, "the depth", 1, length - (not you_first))
    _refuse_outside(seed, "the seed", 0, LARGEST_SEED)
    if str(against) not in _certain():
        known = ", ".join(_certain())
        raise OpponentError(
            f"there is no puzzle against {against}: puzzles need an opponent without random moves, "
            f"such as {known}"
        )
    empty = Game((), you_first, (), against, rules)
    empty.check_single_player(against)
    tries, by = (MOST_TRIES, "") if rules.plain else (MOST_TRIES_BY_RULES, f" by {rules}")
    for row in islice(rows(name, length), tries):
        game = replace(empty, shape=row)
        while not game.over and game.mover == "opponent":
            game = game.play(policy(game)(game.state, Random(0)))
        if not game.over and has_depth(game, depth):
            best, next_best = solve(game).moves[:2]
            return Puzzle(name, game, best.end, next_best.loss, depth)
    raise RowError(
        f"among {tries:,} rows of {length} cards none has depth {depth} against {against}{by}: "
        "ask for another depth or length; docs/puzzles.md says how often each occurs"
    )


def _certain() -> dict[str, Opponent]:
    """The opponents whose moves are certain, by name."""
    made = (
        opponent_of(name, ties=ties)
        for name, habit in HABITS.items()
        for ties in habit.ties
        if ties in ("left", "right")
    )
    return {str(each): each for each in made}


def _refuse_outside(number: object, what: str, least: int, most: int) -> None:
    if not isinstance(number, int) or not least <= number <= most:
        raise TwoEndsError(
            f"{what} is {shortened(repr(number))}: give a whole number from {least} to {most:,}"
        )
