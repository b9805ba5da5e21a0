"""Judging players: games against each opponent, the records, and what is remarkable about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random

from twoends.judge.bots import Bot, Foul
from twoends.judge.containment.commands import locate
from twoends.judge.containment.contained import Limits, Supervisor, supervisor_or_own
from twoends.judge.referee import GameResult, PythonPlayer, Referee, judge_game
from twoends.judge.tasks import TaskError
from twoends.judge.trials import CLASSIC
from twoends.judge.verdicts import Verdict
from twoends.rules.games import Game
from twoends.rules.numbers import Exact
from twoends.rules.opponents import every_opponent, independent_opponent
from twoends.rules.positions import Player, Position
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import AnyMove
from twoends.solvers.moves import preferred_moves

OPPONENTS = tuple(
    who for who in every_opponent() if who.name == "greedy" or who.ties in (None, *who.habit.ties[:1])
)
"""Whom a player meets unless told otherwise: everybody, greedy with either tie rule, as contests have it."""

ROWS = 20
"""How many rows are played unless told otherwise, each twice against each opponent."""

MOST_CARDS = 200
"""Longer rows take seconds each, for a table of all positions is filled."""

MOST_FOULS = 3
"""After so many fouls the rest of the games is left out: each may have cost the full time limit."""


@dataclass(frozen=True, slots=True)
class Record:
    """All finished games against one opponent.

    against            the opponent
    won, drawn, lost   how many games
    yours, theirs      all totals together
    moves, best_moves  how many moves you made, and how many of them were best ones
    loss               what your moves gave away, all together
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
class PlayerJudgement:
    """What became of a player.

    player      its command or its name
    seed        of the rows and of random opponents
    games       in the order in which they were played
    ending      None, or a foul after the last game: the bot did not end well
    left_out    games not played after MOST_FOULS
    perfect     whether every move had to be a best one
    plays_like  the known players whose every move would have been the same

    >>> judged = judge_player("left", lambda position: position.moves()[0], rows=[Row.of([8, 15, 3, 7])])
    >>> len(judged.games), judged.games[0].losses, judged.plays_like
    (12, (7, 4), ('always left',))
    """

    player: tuple[str, ...]
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
        """The first foul's verdict; WA for a loss where perfect play was asked for; else AC."""
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
        opponents = list(dict.fromkeys(played.against for played in self.games))
        return [
            _record(
                against, [played for played in self.games if played.against == against and not played.foul]
            )
            for against in opponents
        ]

    @property
    def worst(self) -> GameResult | None:
        """The game that gave away most; the shortest of several; None if nothing was given away."""
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
) -> PlayerJudgement:
    """Judge a program that plays: every row twice against each opponent, moving first and second.

    `rows` are played instead of the judge's own `games` rows; `limits.seconds` is the time for one
    move. `supervisor` runs the program, or one started for it. A program that does not start has the
    verdict CE.

    >>> judge_bot(["true"], rows=[Row.of([8, 15, 3, 7])]).verdict  # it ends before its first move
    <Verdict.RE: 'run-time error'>
    """
    limits = limits or Limits()
    rows = rows or game_rows(games, seed)
    with supervisor_or_own(supervisor) as running:
        referee = Referee(lambda: Bot(running, locate(command), limits))
        return _judge(tuple(command), referee, rows, opponents, seed, perfect, progress)


def judge_player(
    name: str,
    player: Player,
    *,
    opponents: Sequence[Opponent] = OPPONENTS,
    rows: Sequence[Row] = (),
    games: int = ROWS,
    seed: int = 0,
    seconds: float = 2.0,
    perfect: bool = False,
    progress: Callable[[int, int], object] | None = None,
) -> PlayerJudgement:
    """Judge a Python player in this process: nothing contains it.

    `seconds` is the time for one move by the clock on the wall; it is kept where signals allow it,
    in the main thread and not on Windows. A player that catches what should stop it ends the process,
    with status 1. What the player prints goes to standard error.

    >>> judge_player("left", lambda position: position.moves()[0]).verdict
    <Verdict.AC: 'accepted'>
    """
    rows, referee = rows or game_rows(games, seed), Referee(lambda: PythonPlayer(player, seconds))
    return _judge((name,), referee, rows, opponents, seed, perfect, progress)


def game_rows(count: int, seed: int) -> list[Row]:
    """The rows that players meet: the classic ones, then random ones of up to 20 cards."""
    random = Random(seed)
    rows = [Row.of(values) for values in CLASSIC[:count]]
    while len(rows) < count:
        rows.append(Row.of(random.randint(-5, 30) for _ in range(random.randint(1, 20))))
    return rows


# --- all games ---------------------------------------------------------------------------------


def _judge(
    player: tuple[str, ...],
    referee: Referee,
    rows: Sequence[Row],
    opponents: Sequence[Opponent],
    seed: int,
    perfect: bool,
    progress: Callable[[int, int], object] | None,
) -> PlayerJudgement:
    """Every row twice against each opponent. Raises TaskError, OpponentError."""
    if long := next((row for row in rows if len(row) > MOST_CARDS), None):
        raise TaskError(f"a row has {len(long)} cards: games are judged on at most {MOST_CARDS}")
    fixtures = [*product(rows, map(independent_opponent, opponents), (True, False))]
    played: list[GameResult] = []
    fouls = 0
    for number, (row, against, you_first) in enumerate(fixtures):
        game = Game(row, you_first, opponent=against)
        played.append(judge_game(referee, game, Random(f"{seed} {number}")))
        fouls += played[-1].foul is not None
        if progress is not None:
            progress(len(played), len(fixtures))
        if fouls == MOST_FOULS or (played[-1].foul and played[-1].foul.verdict is Verdict.CE):
            break
    ending = referee.close()
    left_out = len(fixtures) - len(played)
    return PlayerJudgement(player, seed, tuple(played), ending, left_out, perfect, tuple(_plays_like(played)))


def _record(against: Opponent, played: Sequence[GameResult]) -> Record:
    games = [each.game for each in played]
    return Record(
        against,
        won=sum(game.yours > game.theirs for game in games),
        drawn=sum(game.yours == game.theirs for game in games),
        lost=sum(game.yours < game.theirs for game in games),
        yours=sum(game.yours for game in games),
        theirs=sum(game.theirs for game in games),
        moves=sum(len(each.losses) for each in played),
        best_moves=sum(loss == 0 for each in played for loss in each.losses),
        loss=sum(each.loss for each in played),
    )


def _style(position: Position, who: Opponent) -> AnyMove:
    """The move of somebody who looks at cards."""
    book = position.book
    return who.settled(preferred_moves(book, who, lambda: book.moves)(position.state))[0]


_STYLES: dict[str, Callable[[Position], AnyMove]] = {
    **{
        f"{who.name} (ties {who.ties})": partial(_style, who=who)
        for who in every_opponent()
        if who.looks_at_cards
    },
    "always left": lambda at: at.moves()[0],
    "always right": lambda at: at.moves()[-1],
}


def _plays_like(games: Sequence[GameResult]) -> Iterator[str]:
    """Name the simple players that agree with every move on more than one card."""
    moves = [move for played in games for move in _own_moves(played.game)]
    for name, style in _STYLES.items():
        if moves and all(style(position) is side for position, side in moves):
            yield name


def _own_moves(game: Game) -> Iterator[tuple[Position, AnyMove]]:
    for state, move in zip(game.states, game.ends, strict=False):
        position = Position(game.book, state)
        if position.mover == "you" and len(position.moves()) > 1:
            yield position, move
