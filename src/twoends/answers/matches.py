"""Playing: seat a player at a row, a board or a circle, and let two of them meet.

Every opponent is also a player. They play as their rule says, in the belief that the other side
answers them with its best response; `best` is that best response to whoever sits opposite.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random, randrange
from typing import Any

from twoends.answers.lines import played_first, played_on_a_board
from twoends.answers.positions import policy
from twoends.answers.solution import Winner, solve, winner_of
from twoends.rules.boards import Board
from twoends.rules.cards import seed_of
from twoends.rules.circles import Circle
from twoends.rules.errors import OpponentError
from twoends.rules.games import Game, moves
from twoends.rules.opponents import opponent, require_known
from twoends.rules.positions import Player, Position
from twoends.rules.replies import Opponent, names
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape, shape_of
from twoends.rules.sides import LEFT, RIGHT, AnyEnd, Side
from twoends.solvers import Progress
from twoends.solvers.dispatch import Estimate, scaled_for

BEST = "best"
"""The name of the player who gives the best response to whoever sits opposite."""


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


# --- players on a row --------------------------------------------------------------------------


def best_player(
    row: Row, against: Opponent, *, moves_first: bool, progress: Progress | None = None
) -> Player:
    """The best response to `against` on this row; what `positions.policy` costs, then O(1) a move.

    >>> row = Row.of([8, 15, 3, 7])
    >>> best_player(row, opponent("optimal"), moves_first=True)(Game(row).position)
    RIGHT
    """
    sides = policy(row, against, you_first=moves_first, progress=progress)

    def best(position: Position) -> Side:
        return sides(position.start, position.stop) or LEFT

    return best


def intention(row: Row, who: Opponent, *, moves_first: bool, progress: Progress | None = None) -> Player:
    """What an opponent seated at this row means to do, position by position, before they stray.

    O(1) a move for those who look at cards and for your own players; for the others the first move costs
    what `positions.policy` costs, then O(1) a move. The player raises OpponentError where a rule of
    yours mixes both sides, because then there is no move to make.

    >>> row = Row.of([8, 15, 3, 7])
    >>> intention(row, opponent("optimal"), moves_first=True)(Game(row).position)
    RIGHT
    """
    by_cards = who.sides_over(row.values)
    sides = cache(lambda: policy(row, who, you_first=not moves_first, progress=progress))

    def intended(position: Position) -> Side:
        if who.player is not None:
            return who.played(position)
        if who.looks_at_cards:
            return by_cards(position.start, position.stop, 0, 0)[0]
        side = sides()(position.start, position.stop)
        if side is None:
            raise OpponentError(f"{who} mixes both sides: a player must choose one of them")
        return side

    return intended


def player(
    row: Row, who: Opponent, *, moves_first: bool, random: Random, progress: Progress | None = None
) -> Player:
    """Seat an opponent at this row, at the cost of their `intention`; `random` makes them stray."""
    intended = intention(row, who, moves_first=moves_first, progress=progress)

    def play(position: Position) -> Side:
        if who.stochastic and random.random() < who.stray:
            return LEFT if random.random() < who.stray_left else RIGHT
        return intended(position)

    return play


def reply(game: Game, random: Random) -> AnyEnd:
    """The end that the opponent takes now, whose turn it is; `random` makes them stray.

    What it costs to know it is what the same move costs in a `match`; on one row it is worked out once.
    Raises OpponentError, MethodError.

    >>> reply(Game([8, 15, 3, 7], you_first=False, opponent="greedy"), Random(1))
    LEFT
    """
    who, shape = game.opponent, game.shape
    if isinstance(shape, Row):
        return _reply_on_a_row(shape, who, game.you_first, game.ends, random)
    if isinstance(shape, Circle) and game.ends:
        first, *sides = game.ends
        assert isinstance(first, int), "a circle's first move is an index"
        return _reply_on_a_row(shape.row_after(first), who, not game.you_first, tuple(sides), random)
    if who.stochastic and random.random() < who.stray:
        return random.choice(game.legal)
    if isinstance(shape, Board):
        return played_on_a_board(shape, who, game.left, False)[0]
    return played_first(game, scaled_for(shape.cards, who).values)[0]


def _reply_on_a_row(
    row: Row, who: Opponent, you_first: bool, ends: tuple[AnyEnd, ...], random: Random
) -> Side:
    position = Game(row, you_first, ends, who).position
    if who.stochastic and random.random() < who.stray:
        return LEFT if random.random() < who.stray_left else RIGHT
    return _intention(row, who, not you_first)(position)


@lru_cache(maxsize=4)
def _intention(row: Row, who: Opponent, moves_first: bool) -> Player:
    return intention(row, who, moves_first=moves_first)


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
        """Who has the larger total."""
        return winner_of(self.game.yours - self.game.theirs)


def match(
    what: Game | Shape | Iterable[Any],
    first: object = None,
    second: object = None,
    *,
    seed: int | None = None,
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
    begun = what if isinstance(what, Game) else Game(shape_of(what))
    seats = seats_of(begun, first, second)
    both_alike = (seats[0] is None) == (seats[1] is None)
    you_first = begun.you_first if both_alike else seats[0] is None
    you, they = seats if you_first else reversed(seats)
    against = they or opponent()
    game = replace(begun, you_first=you_first, opponent=against)
    called = [BEST if seat is None else str(seat) for seat in seats]
    by_chance = any(seat is not None and seat.stochastic for seat in seats)
    if (seed := seed_of(seed)) is None and by_chance:
        seed = randrange(2**32)
    streams = Random(f"{seed} you"), Random(f"{seed} opponent")
    if isinstance(game.shape, Board):
        game = _on_a_board(game, you, streams)
    elif isinstance(game.shape, Row):
        ends = _on_a_row(game.shape, game, you, streams, progress)
        game = replace(game, ends=ends)
    elif len(game.shape):
        game = _around_a_circle(game, you, streams, progress)
    return Match(game, (called[0], called[1]), seed)


def _on_a_row(
    row: Row, game: Game, you: Opponent | None, streams: tuple[Random, Random], progress: Progress | None
) -> tuple[AnyEnd, ...]:
    """All moves of a game on a row, those that it began with included; None is best."""
    against = game.opponent
    if you is None and not game.ends and not (against.stochastic or against.custom):
        # The line of play is this very game, and long ones come from the kernels.
        solved = solve(row, against)
        line = solved.line if game.you_first else solved.line_second
        assert line is not None, "only a rule of your own mixes both sides"
        return tuple(line)
    if you is None:
        yours = best_player(row, against, moves_first=game.you_first, progress=progress)
    else:
        yours = player(row, you, moves_first=game.you_first, random=streams[0], progress=progress)
    theirs = player(row, against, moves_first=not game.you_first, random=streams[1], progress=progress)
    pair = (yours, theirs) if game.you_first else (theirs, yours)
    played = moves(row, *pair, you_first=game.you_first, after=game.ends)  # type: ignore[arg-type]  # sides of a row
    return (*game.ends, *(side for _, side in played))


def _around_a_circle(
    game: Game, you: Opponent | None, streams: tuple[Random, Random], progress: Progress | None
) -> Game:
    """Take a first card, then play the row that it leaves, on which the other player moves first."""
    circle = game.shape
    assert isinstance(circle, Circle), "a row has no first card of its own"
    if not game.ends:
        mover, random = (you, streams[0]) if game.you_first else (game.opponent, streams[1])
        if mover is not None and mover.stochastic and random.random() < mover.stray:
            at: AnyEnd = random.randrange(len(circle))
        else:
            seen = game if mover is None else replace(game, you_first=False, opponent=mover)
            at = played_first(seen, scaled_for(circle.cards, seen.opponent).values)[0]
        game = game.take(at)
    first, *sides = game.ends
    assert isinstance(first, int), "a circle's first move is an index"
    row = circle.row_after(first)
    rest = Game(row, not game.you_first, tuple(sides), game.opponent)
    return replace(game, ends=(first, *_on_a_row(row, rest, you, streams, progress)))


def _on_a_board(game: Game, you: Opponent | None, streams: tuple[Random, Random]) -> Game:
    board: Any = game.shape
    left, ends = game.left, list(game.ends)
    your_turn = game.your_turn
    while legal := board.ends(left):
        mover, random = (you, streams[0]) if your_turn else (game.opponent, streams[1])
        if mover is None:
            end = played_on_a_board(board, game.opponent, left, True)[0]
        elif mover.stochastic and random.random() < mover.stray:
            end = legal[random.randrange(len(legal))]
        else:
            end = played_on_a_board(board, mover, left, False)[0]
        ends.append(end)
        left, your_turn = board.after(left, end), not your_turn
    return replace(game, ends=tuple(ends))


# --- what it costs -----------------------------------------------------------------------------

CARDS_OF_A_QUICK_TABLE = 2_500
POSITIONS_A_SECOND = 2e6
POSITIONS_A_SECOND_OF_CUSTOM = 4e5


def estimate(game: Game, first: object, second: object) -> Estimate:
    """What a match costs: a table of all positions for each player who must know what to do everywhere."""
    shape, seats = game.shape, seats_of(game, first, second)
    n = len(shape)
    tables = tables_filled(seats)
    if n <= CARDS_OF_A_QUICK_TABLE or not tables or not isinstance(shape, Row):
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
        who.player is None and who.stray < 1 and not who.is_optimal and not who.looks_at_cards
        for who in known
    )
