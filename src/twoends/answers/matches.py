"""Matches: let two players meet on a row, a board or a circle.

Every opponent can also be a player, who assumes that the other side replies with its best response. `best`
is the best response to the other player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random, randrange
from typing import Any, Generic, overload

from twoends.answers.policies import best_response, policy
from twoends.answers.solution import Winner, game_of, solve, winner_of
from twoends.engine.costs import Estimate
from twoends.engine.options import Progress
from twoends.engine.playing import Policy
from twoends.rules import limits
from twoends.rules.cards import seed_of
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.numbers import AnyNumber, First, Given
from twoends.rules.opponent_names import opponent, require_known
from twoends.rules.opponents import NAMES, Against, Opponent
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape

BEST = "best"
"""The name of the player who plays the best response to the other player."""


def players() -> tuple[str, ...]:
    """The names of the built-in players."""
    return (BEST, *NAMES)


def as_player(who: object) -> Opponent | None:
    """Convert a player given as to `match`; None stands for best, which depends on the other player.

    Raises OpponentError.

    >>> str(as_player("greedy")), as_player("best")
    ('greedy right', None)
    """
    if isinstance(who, str):
        require_known(who, "player", players())
    return None if who == BEST else opponent(who)


def seats_of(
    game: Game, first_player: object, second_player: object
) -> tuple[Opponent | None, Opponent | None]:
    """The first and the second player; None means best, or the opponent of the game. Raises OpponentError."""
    default = (BEST, game.opponent) if game.you_first else (game.opponent, BEST)
    return (
        as_player(default[0] if first_player is None else first_player),
        as_player(default[1] if second_player is None else second_player),
    )


def reply(game: Game, random: Random) -> Move:
    """The opponent's move on their turn; random moves come from `random`.

    It costs what the move costs in a `match`; policies are cached for the last few deals. Raises
    OpponentError, MethodError.

    >>> reply(Game([8, 15, 3, 7], you_first=False, opponent="greedy"), Random(1))
    LEFT
    """
    dealt = replace(game, ends=())
    # Equal rows may have other suits, which a player of your own sees; nothing is computed for such a player.
    plays = policy(dealt) if game.opponent.custom else _cached_policy(dealt)
    return plays(game.state, random)


_cached_policy = lru_cache(maxsize=4)(policy)


# --- a match -----------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False)
class Match(Generic[First]):
    """A finished game between two players.

    game   the game; you are `best` if just one player is, otherwise the player who was you in the game so
           far, or who moves first; the other player is its opponent
    names  the first and the second player, as text
    seed   the seed of the random moves, which reproduces the game; None: no move was random

    >>> played = match([8, 15, 3, 7], "greedy", "best")
    >>> played.names, played.totals, str(played.game.opponent), played.winner
    (('greedy right', 'best'), (15, 18), 'greedy right', 'you')
    """

    game: Game[First, Any]
    names: tuple[str, str]
    seed: int | None

    @property
    def totals(self) -> tuple[First, First]:
        """The totals of the first and of the second player, whichever you are."""
        return self.game.totals if self.game.you_first else self.game.totals[::-1]

    @property
    def winner(self) -> Winner:
        """The winner: the player with the larger total."""
        return winner_of(self.game.margin)

    def __repr__(self) -> str:
        (first, second), (firsts, seconds) = self.names, self.totals
        return f"Match({first} against {second}, {firsts} : {seconds})"


@overload
def match(
    what: Game[Given, Any] | Iterable[Given],
    first_player: Against | None = None,
    second_player: Against | None = None,
    *,
    seed: int | None = None,
    rules: Rules | str | None = None,
    progress: Progress | None = None,
) -> Match[Given]: ...
@overload
def match(
    what: Game | Shape | Iterable[AnyNumber],
    first_player: Against | None = None,
    second_player: Against | None = None,
    *,
    seed: int | None = None,
    rules: Rules | str | None = None,
    progress: Progress | None = None,
) -> Match: ...
def match(
    what: Game | Shape | Iterable[Any],
    first_player: object = None,
    second_player: object = None,
    *,
    seed: int | None = None,
    rules: object = None,
    progress: Progress | None = None,
) -> Match:
    """Play a row, a board, a circle or the rest of a game to the end between two players.

    `first_player` is who moves first in the whole game. A player is `best`, the name of an opponent, an
    `Opponent`, or your own player; two `best` players play optimally. By default, best plays
    against the opponent of the game, or against an optimal one. Random moves come from `seed`, one stream for
    each player; by default, from a fresh seed. On a row, O(n) for optimal, greedy, modest, left, right and
    random players; otherwise O(n²) time and n²/2 bytes for each player who needs a table of decisions, up to
    20,000 cards, and `progress` is called as by `solve` for each table. On a board, each position is solved.
    Raises RowError, OpponentError, MethodError, and IllegalMoveError if your own player returns no legal
    move.

    >>> played = match([1, 30, 100, 15, 2], "best", "greedy")
    >>> played.totals, "".join(map(str, played.game.ends))
    ((103, 45), 'LLLLL')
    """
    game = game_of(what, rules=rules)
    seats = seats_of(game, first_player, second_player)
    game.check_single_player(seats[1])
    if not game.rules.alone and (seats[0] is None) != (seats[1] is None):
        game = replace(game, you_first=seats[0] is None)
    you, they = seats if game.you_first else reversed(seats)
    game = replace(game, opponent=they or opponent())
    labels = [BEST if seat is None else str(seat) for seat in seats]
    by_chance = any(seat is not None and seat.needs_random for seat in seats)
    if (seed := seed_of(seed)) is None and by_chance:
        seed = randrange(2**32)
    streams = Random(f"{seed} you"), Random(f"{seed} opponent")
    moves = _line_of(game, you)
    if moves is None:
        yours, theirs = _policies(game, you, progress)
        book, state, moves = game.book, game.state, list(game.ends)
        while book.moves(state):
            plays, random = (yours, streams[0]) if book.mover(state) == "you" else (theirs, streams[1])
            moves.append(plays(state, random))
            state = book.after(state, moves[-1])
    return Match(replace(game, ends=tuple(moves)), (labels[0], labels[1]), seed)


def _line_of(game: Game, you: Opponent | None) -> list[Move] | None:
    """The moves of the solution's line if it is this game: one sweep in place of a table for each player."""
    against = game.opponent
    if you is not None or game.ends or not game.rules.plain:
        return None
    if against.needs_random or against.custom or against.is_optimal:
        return None
    if len(game.rest) > limits.MAX_CARDS_OF_A_POLICY:
        return None  # there is none
    solved = solve(game)
    line = solved.line if game.you_first else solved.line_second
    return None if line is None else list(line)


def _policies(game: Game, you: Opponent | None, progress: Progress | None) -> tuple[Policy, Policy]:
    """Your policy and the opponent's."""
    if you is None:
        return best_response(game, progress), policy(game, progress)
    mirrored = replace(game, you_first=not game.you_first, opponent=you)
    return policy(mirrored, progress), policy(game, progress)


# --- cost --------------------------------------------------------------------------------------

CARDS_OF_A_QUICK_TABLE = 2_500
POSITIONS_A_SECOND = 2e6
POSITIONS_A_SECOND_OF_CUSTOM = 4e5


def estimate(game: Game, first_player: object, second_player: object) -> Estimate:
    """The cost of a match: a table of all positions for each player who needs one."""
    shape, seats = game.shape, seats_of(game, first_player, second_player)
    n = len(shape)
    tables = tables_needed(seats)
    if n <= CARDS_OF_A_QUICK_TABLE or not tables or shape.interval(shape.initial) is None:
        return Estimate(1, n, 0.0)
    positions = tables * n * n // 2
    custom = any(seat is not None and seat.custom for seat in seats)
    speed = POSITIONS_A_SECOND_OF_CUSTOM if custom else POSITIONS_A_SECOND
    return Estimate(tables, positions, positions / speed)


def tables_needed(seats: Sequence[Opponent | None]) -> int:
    """The number of players who need a table of decisions: neither a line nor a look at two cards will do."""
    opponents = [who for who in seats if who is not None]
    if len(opponents) < 2 and not any(who.stochastic or who.custom for who in opponents):
        return 0
    return (len(opponents) < 2) + sum(
        not who.custom and who.epsilon < 1 and not who.is_optimal and not who.looks_at_cards
        for who in opponents
    )
