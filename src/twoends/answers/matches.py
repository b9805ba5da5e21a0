"""Matches: let two players meet on a row, a board or a circle.

Every opponent is also a player. They play as their rule says, in the belief that the other side
answers them with its best response; `best` is that best response to the other player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random, randrange
from typing import Any

from twoends.answers.outcomes import Winner, winner_of
from twoends.answers.policies import best_response, policy
from twoends.answers.solution import solve
from twoends.answers.subjects import game_of
from twoends.answers.ties import tie_policy
from twoends.rules.cards import seed_of
from twoends.rules.games import Game
from twoends.rules.opponents import opponent, require_known
from twoends.rules.preferences import Opponent, names
from twoends.rules.shapes import Shape
from twoends.rules.sides import AnyMove
from twoends.solvers import Progress
from twoends.solvers.costs import Estimate
from twoends.solvers.moves import Policy

BEST = "best"
"""The name of the player who gives the best response to the other player."""


def players() -> tuple[str, ...]:
    """The built-in players, by name."""
    return (BEST, *names())


def seated(who: object) -> Opponent | None:
    """Whoever is to play, as `match` takes them; None for best, who depends on the other seat.

    Raises OpponentError.

    >>> str(seated("greedy")), seated("best")
    ('greedy right', None)
    """
    if isinstance(who, str):
        require_known(who, "player", players())
    return None if who == BEST else opponent(who)


def seats_of(game: Game, first: object, second: object) -> tuple[Opponent | None, Opponent | None]:
    """Who moves first and who second; whoever is not named is best, or the opponent of the game.

    Raises OpponentError.
    """
    default = (BEST, game.opponent) if game.you_first else (game.opponent, BEST)
    return (
        seated(default[0] if first is None else first),
        seated(default[1] if second is None else second),
    )


def reply(game: Game, random: Random) -> AnyMove:
    """The move that the opponent makes now, whose turn it is; `random` decides by chance.

    What it costs to know it is what the same move costs in a `match`; on one deal it is worked out once.
    Raises OpponentError, MethodError.

    >>> reply(Game([8, 15, 3, 7], you_first=False, opponent="greedy"), Random(1))
    LEFT
    """
    return _replying(replace(game, ends=()))(game.state, random)


@lru_cache(maxsize=4)
def _replying(dealt: Game) -> Policy:
    """The policy of an opponent on a deal."""
    return policy(dealt)


# --- a match -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Match:
    """A finished game between two players.

    game   the game; you are `best` if just one player is, else the one who was you, or who moves first;
           the other player is its opponent
    names  who moved first and who moved second, as text
    seed   where random moves came from: the same one plays the same game; None: no move was random

    >>> played = match([8, 15, 3, 7], "greedy", "best")
    >>> played.names, played.game.yours, str(played.game.opponent), played.winner
    (('greedy right', 'best'), 18, 'greedy right', 'you')
    """

    game: Game
    names: tuple[str, str]
    seed: int | None

    @property
    def winner(self) -> Winner:
        """Who wins: the larger total, or the smaller one where the rules say so."""
        return winner_of(self.game.rules.sign * (self.game.yours - self.game.theirs))


def match(
    what: Game | Shape | Iterable[Any],
    first: object = None,
    second: object = None,
    *,
    seed: int | None = None,
    rules: object = None,
    progress: Progress | None = None,
) -> Match:
    """Let two players play a row, a board or a circle to its end, or go on with a game.

    `first` has made the first move of a game. Each is `best`, the name of an opponent, an `Opponent`, or
    your own reply rule or player; two `best` players play optimally. Who is not named is best against the
    opponent of a game, or against an optimal one. Random moves come from `seed`, a stream for each player;
    without one, from a fresh seed. On a row O(n) for optimal, greedy, modest and random players; what
    `solve` and its line cost for best against an opponent who moves by a rule; else O(n²) time and n²/2
    bytes, for each player who has to know what to do everywhere: `progress` is called as by `solve`, from 0
    for each. On a board each position is solved. Raises RowError, OpponentError, MethodError, and
    IllegalMoveError where a player of yours makes no move.

    >>> played = match([1, 30, 100, 15, 2], "best", "greedy")
    >>> played.game.yours, "".join(map(str, played.game.ends))
    (103, 'LLLLL')
    """
    begun = game_of(what, rules=rules)
    seats = seats_of(begun, first, second)
    begun.check_single_player(seats[1])
    both_alike = (seats[0] is None) == (seats[1] is None)
    you_first = begun.you_first if both_alike or begun.rules.alone else seats[0] is None
    you, they = seats if you_first else reversed(seats)
    against = they or opponent()
    game = replace(begun, you_first=you_first, opponent=against)
    called = [BEST if seat is None else str(seat) for seat in seats]
    by_chance = any(seat is not None and seat.needs_random for seat in seats)
    if (seed := seed_of(seed)) is None and by_chance:
        seed = randrange(2**32)
    streams = Random(f"{seed} you"), Random(f"{seed} opponent")
    moves = _line_of(game, you)
    if moves is None:
        moves = _played(game, *_policies(game, you, progress), *streams)
    return Match(replace(game, ends=moves), (called[0], called[1]), seed)


def _line_of(game: Game, you: Opponent | None) -> tuple[AnyMove, ...] | None:
    """The moves of the line of play where that is this very game, because long ones come from the kernels."""
    against = game.opponent
    if (
        not game.rules.plain
        or you is not None
        or game.ends
        or against.stochastic
        or against.custom
        or against.is_optimal
    ):
        return None
    if against.needs_random or (against.ties == "right" and not against.looks_at_cards):
        return None  # a line takes the left of equal moves
    solved = solve(game)
    line = solved.line if game.you_first else solved.line_second
    return None if line is None else tuple(line)


def _policies(game: Game, you: Opponent | None, progress: Progress | None) -> tuple[Policy, Policy]:
    """What both players do. Raises OpponentError where each would have to know the other one first."""
    against = game.opponent
    if you is None:
        mine = best_response(game, progress)
    else:
        seen = replace(game, you_first=not game.you_first, opponent=you)
        mine = tie_policy(seen, against) if you.needs_the_other else policy(seen, progress)
    return mine, tie_policy(game, you) if against.needs_the_other else policy(game, progress)


def _played(
    game: Game, yours: Policy, theirs: Policy, chance_of_you: Random, chance_of_them: Random
) -> tuple[AnyMove, ...]:
    """All moves of a game, those that it began with included."""
    book, state, moves = game.book, game.state, list(game.ends)
    while book.moves(state):
        move = yours(state, chance_of_you) if book.mover(state) == "you" else theirs(state, chance_of_them)
        moves.append(move)
        state = book.after(state, move)
    return tuple(moves)


# --- what it costs -----------------------------------------------------------------------------

CARDS_OF_A_QUICK_TABLE = 2_500
POSITIONS_A_SECOND = 2e6
POSITIONS_A_SECOND_OF_CUSTOM = 4e5


def estimate(game: Game, first: object, second: object) -> Estimate:
    """What a match costs: a table of all positions for each player who must know what to do everywhere."""
    shape, seats = game.shape, seats_of(game, first, second)
    n = len(shape)
    tables = tables_filled(seats)
    if n <= CARDS_OF_A_QUICK_TABLE or not tables or shape.interval(shape.initial) is None:
        return Estimate(1, n, 0.0)
    positions = tables * n * n // 2
    custom = any(seat is not None and seat.custom for seat in seats)
    speed = POSITIONS_A_SECOND_OF_CUSTOM if custom else POSITIONS_A_SECOND
    return Estimate(tables, positions, positions / speed)


def tables_filled(seats: Sequence[Opponent | None]) -> int:
    """How many players must know what to do everywhere: no line of play, no rule on two cards says it."""
    known = [who for who in seats if who is not None]
    if len(known) < 2 and not any(who.stochastic or who.custom for who in known):
        return 0
    return (len(known) < 2) + sum(
        who.player is None and who.epsilon < 1 and not who.is_optimal and not who.looks_at_cards
        for who in known
    )
