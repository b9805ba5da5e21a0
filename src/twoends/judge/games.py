"""Judge a bot: games against each opponent, the results, and the known player it plays like.

A bot under judgement is *you* in every game. The loss of a move is your best total against this opponent
minus the best total after the move; it is exact, and an expectation if the opponent moves at random. Built-in
opponents play by the pure-Python methods only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, product
from random import Random

from twoends.engine.bottom_up import BottomUp
from twoends.engine.options import PURE
from twoends.engine.playing import Choices, Policy, policy, preferred_moves
from twoends.judge.tasks import TaskError
from twoends.judge.trials import CLASSIC
from twoends.programs.bots import Bot, Foul
from twoends.programs.client import Limits, Supervisor, locate, supervisor_or_own
from twoends.programs.referee import MAX_FOULS, Referee
from twoends.programs.verdicts import Verdict
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.numbers import Exact, Number
from twoends.rules.opponent_names import computer_opponent, every_opponent
from twoends.rules.opponents import USUAL_TIES, Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Position

OPPONENTS = tuple(
    who for who in every_opponent() if who.name == "greedy" or who.ties == USUAL_TIES.get(who.name)
)
"""The default opponents: every built-in one with its first tie rule, and greedy with each, as in contests."""

ROWS = 20
"""Default number of rows; each is played twice against each opponent."""

MAX_CARDS = 200
"""Longer rows take seconds each, because a table of all positions is filled."""


# --- one game -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of the player under judgement, who is you.

    game    the opponent, and the moves up to a foul if there was one
    losses  the loss of each of your moves, shape (your moves,)
    best    your total (or expectation) under best play from the start
    foul    None, or the verdict and sentence that ended the game
    """

    game: Game
    losses: tuple[Exact, ...]
    best: Exact
    foul: Foul | None = None

    @property
    def loss(self) -> Exact:
        """The loss of all moves together."""
        return sum(self.losses)

    def show(self, total: Exact) -> Number:
        """A total or a loss as a number of the row's kind."""
        shown: Number = self.game.shape.cards.show(total)
        return shown


def pure_policy(game: Game) -> Policy:
    """The policy of the opponent of a game on a row, by the pure-Python methods."""

    def find() -> Choices:
        sides = BottomUp(game.shape.cards, game.opponent, options=PURE).policy(game.book).sides
        return lambda state: sides(*state.remaining)

    return policy(game.book, game.opponent, find)


def judge_game(referee: Referee, game: Game, random: Random) -> GameResult:
    """Play one game of the player under judgement; compute all losses from one sweep."""
    game, _, foul = referee.play(game, random)
    worth = BottomUp(game.shape.cards, game.opponent, options=PURE).totals(game.book, game.states)
    totals = [_exact(yours) for yours, _ in worth]
    made = zip(game.movers, game.exact_earned, pairwise(totals), strict=True)
    losses = [before - earned - after for mover, earned, (before, after) in made if mover == "you"]
    return GameResult(game, tuple(losses), totals[0], foul)


def _exact(total: object) -> Exact:
    assert isinstance(total, int | Fraction), "totals of exact rows are exact"
    return total


# --- all games ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Record:
    """The results of all finished games against one opponent.

    won, drawn, lost   numbers of games
    yours, theirs      sums of the totals
    moves, best_moves  the number of your moves, and of those that were optimal
    loss               the sum of what your moves gave away
    """

    against: Opponent
    won: int
    drawn: int
    lost: int
    yours: Exact
    theirs: Exact
    moves: int
    best_moves: int
    loss: Exact


@dataclass(frozen=True)
class BotJudgement:
    """The result of judging a bot.

    command     its command
    seed        the seed of the rows and of random opponents
    games       in the order in which they were played
    ending      the foul after the last game if the bot did not exit properly, else None
    left_out    the number of games not played after MAX_FOULS
    perfect     whether every move had to be optimal
    plays_like  the known players who would have made every move the same

    >>> judged = judge_bot(["true"], rows=[Row.of([8, 15, 3, 7])])
    >>> judged.command, len(judged.games), judged.accepted
    (('true',), 3, False)
    """

    command: tuple[str, ...]
    seed: int
    games: tuple[GameResult, ...]
    ending: Foul | None
    left_out: int
    perfect: bool
    plays_like: tuple[str, ...]

    @property
    def fouls(self) -> list[Foul]:
        """Every foul, in order."""
        return [foul for foul in (*(played.foul for played in self.games), self.ending) if foul is not None]

    @property
    def verdict(self) -> Verdict:
        """The verdict of the first foul; WA for a lossy move if perfect play is required; else AC."""
        if self.fouls:
            return self.fouls[0].verdict
        lossy = self.perfect and any(played.loss for played in self.games)
        return Verdict.WA if lossy else Verdict.AC

    @property
    def accepted(self) -> bool:
        """Whether the verdict is AC."""
        return self.verdict is Verdict.AC

    @property
    def records(self) -> list[Record]:
        """The results against each opponent."""
        records = []
        for who in dict.fromkeys(played.game.opponent for played in self.games):
            finished = [played for played in self.games if played.game.opponent == who and not played.foul]
            games = [played.game for played in finished]
            records.append(
                Record(
                    who,
                    won=sum(game.yours > game.theirs for game in games),
                    drawn=sum(game.yours == game.theirs for game in games),
                    lost=sum(game.yours < game.theirs for game in games),
                    yours=sum(game.yours for game in games),
                    theirs=sum(game.theirs for game in games),
                    moves=sum(len(played.losses) for played in finished),
                    best_moves=sum(loss == 0 for played in finished for loss in played.losses),
                    loss=sum(played.loss for played in finished),
                )
            )
        return records

    @property
    def worst(self) -> GameResult | None:
        """The game with the largest loss, the shortest if several; None if nothing was given away."""
        lossy = [played for played in self.games if played.loss]
        return max(lossy, key=lambda played: (played.loss, -len(played.game.shape.cards)), default=None)


def judge_bot(
    command: Sequence[str],
    *,
    opponents: Sequence[Opponent] = OPPONENTS,
    rows: Sequence[Row] = (),
    games: int = ROWS,
    seed: int = 0,
    limits: Limits | None = None,
    perfect: bool = False,
    supervisor: Supervisor | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> BotJudgement:
    """Judge a program that plays every row twice against each opponent, moving first and second.

    `rows` replace the judge's own `games` rows; `limits.seconds` is the time for one move. The program
    runs under `supervisor`, or under a new one. A program that does not start has the verdict CE.
    Raises TaskError for a long row, and OpponentError.

    >>> judge_bot(["true"], rows=[Row.of([8, 15, 3, 7])]).verdict  # it exits before its first move
    <Verdict.RE: 'run-time error'>
    """
    limits = limits or Limits()
    rows = rows or game_rows(games, seed)
    if long := next((row for row in rows if len(row) > MAX_CARDS), None):
        raise TaskError(f"a row has {len(long)} cards: games are judged on at most {MAX_CARDS}")
    fixtures = [*product(rows, map(computer_opponent, opponents), (True, False))]
    results: list[GameResult] = []
    fouls = 0
    with supervisor_or_own(supervisor) as running:
        referee = Referee(lambda: Bot(running, locate(command), limits), policy=pure_policy)
        for number, (row, against, you_first) in enumerate(fixtures):
            game = Game(row, you_first, opponent=against)
            results.append(judge_game(referee, game, Random(f"{seed} {number}")))
            fouls += results[-1].foul is not None
            if progress is not None:
                progress(len(results), len(fixtures))
            if fouls == MAX_FOULS or (results[-1].foul and results[-1].foul.verdict is Verdict.CE):
                break
        ending = referee.close()
    left_out = len(fixtures) - len(results)
    return BotJudgement(tuple(command), seed, tuple(results), ending, left_out, perfect, _plays_like(results))


def game_rows(count: int, seed: int) -> list[Row]:
    """The judge's rows for games: the classic ones, then random rows of up to 20 cards."""
    random = Random(seed)
    rows = [Row.of(values) for values in CLASSIC[:count]]
    while len(rows) < count:
        rows.append(Row.of(random.randint(-5, 30) for _ in range(random.randint(1, 20))))
    return rows


def _habitual_move(position: Position, who: Opponent) -> Move:
    """The move of an opponent whose preference depends on cards alone."""
    book = position.book
    return who.break_ties(preferred_moves(book, who, lambda: book.moves)(position.state))[0]


_KNOWN_PLAYERS: dict[str, Callable[[Position], Move]] = {
    **{
        f"{who.name} (ties {who.ties})": partial(_habitual_move, who=who)
        for who in every_opponent()
        if who.looks_at_cards
    },
    "always left": lambda position: position.moves()[0],
    "always right": lambda position: position.moves()[-1],
}


def _plays_like(games: Sequence[GameResult]) -> tuple[str, ...]:
    """The known players who agree with every move in a position with a choice."""
    moves = [
        (position, move)
        for played in games
        for state, move in zip(played.game.states, played.game.ends, strict=False)
        if (position := Position(played.game.book, state)).mover == "you" and len(position.moves()) > 1
    ]
    return tuple(
        name
        for name, choose in _KNOWN_PLAYERS.items()
        if moves and all(choose(position) == move for position, move in moves)
    )
