"""Playing: seat a player at a row, and let two of them meet.

Every opponent is also a player. He plays as his rule says, in the belief that the other side
answers him with its best response; `best` is that best response to whoever sits opposite.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from random import Random, randrange
from typing import TYPE_CHECKING, Any

from twoends.answers.positions import policy
from twoends.answers.solution import solve
from twoends.rules.cards import seed_of
from twoends.rules.games import Game, Player, Position, play_out
from twoends.rules.opponents import NAMES, opponent, optimal, require_known
from twoends.rules.replies import WITH_TIES, Opponent, OpponentError
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Side

if TYPE_CHECKING:
    from twoends.solvers.bottom_up import Progress

BEST = "best"
"""The name of the player who gives the best response to whoever sits opposite."""

PLAYERS = (BEST, *NAMES)
"""The built-in players, by name."""


def seated(who: object) -> Opponent | None:
    """Whoever is to play, as `match` takes him; None for best, who depends on the other seat.

    Raises OpponentError.

    >>> str(seated("greedy")), seated("best")
    ('greedy right', None)
    """
    if isinstance(who, str):
        require_known(who, "player", PLAYERS)
    return None if who == BEST else opponent(who)


def best_player(
    row: Row, against: Opponent, *, moves_first: bool, progress: Progress | None = None
) -> Player:
    """The best response to `against` on this row; what `solve.policy` costs, then O(1) a move.

    >>> best_player(Row.of([8, 15, 3, 7]), optimal(), moves_first=True)(Game(Row.of([8, 15, 3, 7])).position)
    RIGHT
    """
    sides = policy(row, against, you_first=moves_first, progress=progress)

    def best(position: Position) -> Side:
        return sides(position.start, position.stop) or LEFT

    return best


def intention(row: Row, who: Opponent, *, moves_first: bool, progress: Progress | None = None) -> Player:
    """What an opponent seated at this row means to do, position by position, before he strays.

    O(1) a move for greedy and modest players and for your own; for the others the first move costs
    what `solve.policy` costs, then O(1) a move. The player raises OpponentError where a rule of
    yours mixes both sides, for then there is no move to make.

    >>> row = Row.of([8, 15, 3, 7])
    >>> intention(row, optimal(), moves_first=True)(Game(row).position)
    RIGHT
    """
    by_cards = who.sides_over(row.values)
    sides = cache(lambda: policy(row, who, you_first=not moves_first, progress=progress))

    def intended(position: Position) -> Side:
        if who.player is not None:
            return who.played(position)
        if who.name in WITH_TIES:  # the cards alone decide: what comes after does not matter
            side = next(iter(by_cards(position.start, position.stop, 0, 0)), None)
        else:
            side = sides()(position.start, position.stop)
        if side is None:
            raise OpponentError(f"{who} mixes both sides: a player must choose one of them")
        return side

    return intended


def player(
    row: Row, who: Opponent, *, moves_first: bool, random: Random, progress: Progress | None = None
) -> Player:
    """Seat an opponent at this row as a player, at the cost of his `intention`; `random` makes him stray."""
    intended = intention(row, who, moves_first=moves_first, progress=progress)

    def play(position: Position) -> Side:
        if who.by_chance and random.random() < who.stray:
            return LEFT if random.random() < who.stray_left else RIGHT
        return intended(position)

    return play


@dataclass(frozen=True)
class Match:
    """A finished game between two players.

    game     the game; you are `best` if just one player is, else the one who moves first
    against  the other player, as the opponent of `game`
    names    who moved first and who moved second, as text
    seed     where random moves came from: the same one plays the same game

    >>> played = match([8, 15, 3, 7], "greedy", "best")
    >>> played.names, played.game.yours, str(played.against)
    (('greedy right', 'best'), 18, 'greedy right')
    """

    game: Game
    against: Opponent
    names: tuple[str, str]
    seed: int


def match(
    row: Iterable[Any],
    first: object = BEST,
    second: object = "optimal",
    *,
    seed: int | None = None,
    progress: Progress | None = None,
) -> Match:
    """Let two players play a row to its end.

    Each is `best`, the name of an opponent, an `Opponent`, or your own reply rule or player; two
    `best` players play optimally. Random moves come from `seed`, a stream for each player; without one,
    from a fresh seed. O(n) for optimal, greedy, modest and random players; what `solve` and its line
    cost for best against an opponent who moves by a rule; else O(n²) time and n²/2 bytes, for each
    player who has to know what to do everywhere: `progress` is called as by `solve`, from 0 for each. Raises
    RowError, OpponentError, MethodError, and IllegalMoveError where a player of yours makes no move.

    >>> played = match([1, 30, 100, 15, 2], "best", "greedy")
    >>> played.game.yours, "".join(map(str, played.game.sides))
    (103, 'LLLLL')
    """
    row = Row.of(row)
    if (seed := seed_of(seed)) is None:
        seed = randrange(2**32)
    seats = [seated(first), seated(second)]
    you_first = seats[0] is None or seats[1] is not None
    yours, theirs = seats if you_first else reversed(seats)
    against = theirs or optimal()
    names = [BEST if seat is None else str(seat) for seat in seats]
    if yours is None and not (against.by_chance or against.your_own):
        # The line of play is this very game, and long ones come from the kernels.
        solved = solve(row, against)
        line = solved.line if you_first else solved.line_second
        assert line is not None, "only a rule of your own mixes both sides"
        return Match(Game(row, you_first, line.sides), against, (names[0], names[1]), seed)
    if yours is None:
        you = best_player(row, against, moves_first=you_first, progress=progress)
    else:
        you = player(row, yours, moves_first=you_first, random=Random(f"{seed} you"), progress=progress)
    his_moves = Random(f"{seed} opponent")
    he = player(row, against, moves_first=not you_first, random=his_moves, progress=progress)
    game = play_out(row, *((you, he) if you_first else (he, you)), you_first=you_first)
    return Match(game, against, (names[0], names[1]), seed)
