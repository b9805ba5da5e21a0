"""Puzzles: a short row, an opponent, who moves first, and one decision that matters; and whole games to win.

A puzzle is made from its name alone: SHA-256 of `NAME/0`, `NAME/1`, … gives rows, one byte per card, and the
first row that fits is the puzzle. Rules other than the default are appended to the name, as in
`1-8-3-42~take_1-3_left~turns_ABBA`. A name always gives the same row, on every machine and in every version;
another generator would start its names with another number.

depths  the number of plies to look ahead to find the right end
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from operator import index
from random import Random

from twoends.answers.policies import policy
from twoends.answers.solution import solve
from twoends.puzzles.contests import Contest, contest, daily, rung
from twoends.puzzles.depths import (
    Decision,
    Sight,
    decisions,
    depth,
    has_depth,
    like_looking,
    look,
    look_ahead,
)
from twoends.puzzles.rows import rows
from twoends.rules.errors import OpponentError, RowError, TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.numbers import Number
from twoends.rules.opponent_names import every_opponent
from twoends.rules.opponent_names import opponent as opponent_of
from twoends.rules.rows import Row
from twoends.rules.rules import Rules

__all__ = [
    "Contest",
    "Decision",
    "Puzzle",
    "Sight",
    "contest",
    "daily",
    "decisions",
    "depth",
    "like_looking",
    "look",
    "look_ahead",
    "named",
    "puzzle",
    "puzzles",
    "rung",
]

GENERATOR = 1
"""The version of the generator, with which every name begins. A new version must keep this one working."""

MIN_CARDS, MAX_CARDS = 3, 16

DEPTHS_OF_FEW_CARDS = {(4, "modest"): (1, 4), (4, "generous"): (1, 4)}
"""The depths that exist, by the cards on your turn and the opponent; only 1 for fewer cards, all for more."""

MAX_TRIES = 20_000
"""The most rows tried for a puzzle; the rarest depth of these lengths takes a few hundred."""

MAX_TRIES_BY_RULES = 1_000
"""The same for other rules, under which each row takes far longer."""

DIAL = "~"
"""The separator before each rule in a name."""

LARGEST_SEED = 10**18


@dataclass(frozen=True)
class Puzzle:
    """A game in which it is your turn and one move is better than all others.

    name   a name that always gives this puzzle
    game   the row, the opponent, who moved first, and the opponent's first move if they did
    best   the only best move
    loss   what the second best move gives away; never 0
    depth  the number of plies to look ahead; see `depth`

    >>> lesson = puzzle(7, length=6, depth=2)
    >>> lesson.name, lesson.game.shape, lesson.best, lesson.loss
    ('1-6-2-7', Row(12 16 2 16 7 10), RIGHT, 4)
    """

    name: str
    game: Game
    best: Move
    loss: Number
    depth: int

    @property
    def rest(self) -> Row:
        """The row on which you have to move."""
        return self.game.rest.cards


def puzzle(
    seed: int,
    *,
    length: int | None = None,
    opponent: object = None,
    depth: int | None = None,
    you_first: bool = True,
    rules: object = None,
) -> Puzzle:
    """Make the puzzle of a seed.

    length     the number of cards dealt, 3 to 16 [8]
    opponent   a built-in opponent without random moves [optimal]
    depth      1 to the number of cards on your turn [3]; not all exist for every length and opponent
    you_first  if False, the opponent makes a move before yours
    rules      what a move takes and earns, and the order of turns [take 1 either]

    Tries some hundred rows, in milliseconds. Raises TwoEndsError for invalid arguments, and if no row that
    fits is found.

    >>> puzzle(7, opponent="greedy", depth=5, you_first=False).name
    '1-8-5-7-greedy-right-second'
    >>> puzzle(7, rules="take 1-3 left").name
    '1-8-3-7~take_1-3_left'
    """
    by_rules = Rules.of(rules)
    try:
        seed = int(index(seed))
    except TypeError:
        raise TwoEndsError(f"{seed!r} is not a seed: give a whole number") from None
    against = opponent_of("optimal" if opponent is None else opponent)
    cards, plies = 8 if length is None else length, 3 if depth is None else depth
    who = f"-{str(against).replace(' ', '-')}" if str(against) != "optimal" else ""
    name = f"{GENERATOR}-{cards}-{plies}-{seed}{who}{'' if you_first else '-second'}"
    if not by_rules.plain:
        name += DIAL + str(by_rules).replace(", ", DIAL).replace(" ", "_")
    _require_between(cards, "the length", MIN_CARDS, MAX_CARDS)
    _require_between(plies, "the depth", 1, cards - (not you_first))
    _require_between(seed, "the seed", 0, LARGEST_SEED)
    turn = cards - (not you_first)
    known = DEPTHS_OF_FEW_CARDS.get((turn, against.name), (1,) if turn < 4 else ())
    if by_rules.plain and known and plies not in known:
        depths = " or ".join(map(str, known))
        raise RowError(
            f"with {turn} cards on your turn against {against} there are only puzzles of depth {depths}, "
            f"not {plies}: ask for such a depth, or for more cards"
        )
    return _find_puzzle(name, cards, plies, Game((), you_first, (), against, by_rules))


def puzzles(
    *,
    length: int | None = None,
    opponent: object = None,
    depth: int | None = None,
    you_first: bool = True,
    rules: object = None,
) -> Iterator[Puzzle]:
    """Yield the puzzles of the seeds 0, 1, 2, … forever. Raises what `puzzle` raises.

    >>> from itertools import islice
    >>> [str(each.rest) for each in islice(puzzles(length=4, depth=2), 2)]
    ['1 18 13 1', '11 6 18 12']
    """
    return (
        puzzle(seed, length=length, opponent=opponent, depth=depth, you_first=you_first, rules=rules)
        for seed in count()
    )


def named(name: str) -> Puzzle:
    """Make a puzzle from its name. Raises TwoEndsError for an invalid name.

    >>> named("1-8-3-42") == puzzle(42)
    True
    """
    base, *dials = name.split(DIAL)
    words = base.split("-")
    try:
        length, depth, seed = map(int, words[1:4])
        you_first = words[-1] != "second"
        against = " ".join(words[4 : None if you_first else -1]) or "optimal"
        if ":" in against:  # a name that comes from a stranger must not import a module:function
            raise ValueError
        rules = ", ".join(dials).replace("_", " ")
        rebuilt = puzzle(
            seed, length=length, opponent=against, depth=depth, you_first=you_first, rules=rules or None
        )
    except (ValueError, LookupError) as fault:
        if isinstance(fault, TwoEndsError) and not isinstance(fault, OpponentError):
            raise
        rebuilt = None
    if rebuilt is None or rebuilt.name != name:
        raise TwoEndsError(
            f"'{shortened(str(name))}' is not the name of a puzzle: names look like {GENERATOR}-8-3-42 "
            f"(version, cards, depth, seed) and {GENERATOR}-8-3-42{DIAL}take_1-3_left"
        )
    return rebuilt


def _find_puzzle(name: str, length: int, depth: int, empty: Game) -> Puzzle:
    """The first row of a name that makes a game such as the empty one a puzzle of this depth."""
    against, rules = empty.opponent, empty.rules
    if against.custom or against.is_human or against.needs_random:
        known = ", ".join(map(str, every_opponent(stochastic=False)))
        raise OpponentError(
            f"there is no puzzle against {against}: puzzles need an opponent without random moves, "
            f"such as {known}"
        )
    empty.check_single_player(against)
    tries, by = (MAX_TRIES, "") if rules.plain else (MAX_TRIES_BY_RULES, f" by {rules}")
    for row in islice(rows(name, length), tries):
        game = replace(empty, shape=Row.of(row))
        while not game.over and game.mover == "opponent":
            game = game.play(policy(game)(game.state, Random(0)))
        if len(game.moves()) > 1 and has_depth(game, depth):
            best, next_best = solve(game).moves[:2]
            return Puzzle(name, game, best.move, next_best.loss, depth)
    raise RowError(
        f"among {tries:,} rows of {length} cards none has depth {depth} against {against}{by}: "
        "ask for another depth or length; docs/puzzles.md says how often each occurs"
    )


def _require_between(number: object, name: str, least: int, most: int) -> None:
    if not isinstance(number, int) or not least <= number <= most:
        raise TwoEndsError(
            f"{name} is {shortened(repr(number))}: give a whole number from {least} to {most:,}"
        )
