"""Bots: programs that play whole games, and the protocol that they speak.

The referee writes lines to the bot's standard input, the bot writes lines to its standard output:

    row 8 15 3 7     a new game on this row
    move             your turn: answer L or R
    took R           the opponent took this end
    over 22 11       the game is over: your total, the opponent's
    (end of input)   no more games: end

A bot says nothing that it is not asked for. What it writes to standard error is shown when it fails.
Fouls count in the order in which they happen: what a bot says comes before the way in which it ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple, TextIO

from twoends.judge.containment.commands import CommandError
from twoends.judge.containment.contained import Limits, Run, Supervisor
from twoends.judge.containment.conversation import Conversation, ConversationError
from twoends.judge.tasks import printable
from twoends.judge.verdicts import Verdict, verdict_of
from twoends.rules.errors import TwoEndsError, shortened
from twoends.rules.games import Game
from twoends.rules.notation import moves_text
from twoends.rules.positions import Player, Position
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.sides import AnyMove, Side
from twoends.rules.text import parse_row

PlayerAt = Callable[[Row, bool], Player]
"""Makes a player for a row, given whether it moves first."""

PATIENCE = 0.5
"""Seconds that a bot has to end when its input does, or to say why it failed."""

A_DAY = 86_400
SECONDS_TO_START = 5.0
"""Added to the time of a bot's first answer, for interpreters and virtual machines that start slowly."""


class Foul(NamedTuple):
    """What ended a game before its end: a verdict with one sentence."""

    verdict: Verdict
    sentence: str


class FoulError(Exception):
    """A bot or a player broke the rules or broke down."""

    def __init__(self, verdict: Verdict, sentence: str) -> None:
        super().__init__(sentence)
        self.foul = Foul(verdict, printable(sentence))  # it quotes what strangers say


class Bot:
    """A running bot as a player: call it with a position and it answers with a side.

    What the opponent took is read off the positions, so that a bot sits wherever a player can.
    """

    def __init__(self, supervisor: Supervisor, command: Sequence[str], limits: Limits) -> None:
        """Start the bot; `limits.seconds` is for each answer, the rest for the whole conversation."""
        self._seconds = limits.seconds
        self._started = False
        # The clock on each answer is the limit: the conversation as a whole may be long.
        self._talk: Conversation = Conversation(supervisor, command, replace(limits, seconds=A_DAY))
        self._seen: Position  # where the last thing that it was told has left the game

    def begin(self, row: Row) -> None:
        """Announce a new game."""
        self._seen = _start(row, you_first=True)
        self._say(f"row {row}")

    def __call__(self, position: Position) -> Side:
        """Ask for a move. Raises FoulError."""
        self._learn(position)
        self._say("move")
        try:
            answer = self._talk.hear(self._patience)
        except ConversationError as fault:
            raise self._foul(fault) from None
        self._started = True
        if len(answer.split()) > 1:  # no move at all; whether it came early or late is a matter of luck
            raise _chatter(answer)
        if answer.strip() not in ("L", "R"):
            raise FoulError(Verdict.WA, f"it answered '{shortened(answer)}': a move is L or R")
        if extra := self._talk.unasked.strip():
            raise _chatter(extra)
        side = Side(answer.strip())
        self._seen = position.play(side)
        return side

    def end_game(self, game: Game) -> None:
        """Tell how a game ended; `game` is seen with the bot as you. Raises FoulError for chatter."""
        self._learn(game.position)
        self._say(f"over {game.yours} {game.theirs}")

    def end(self) -> None:
        """End the conversation. Raises FoulError if the bot does not end well, or said too much.

        A line said too early may pass for the answer to the next question; but then one line more
        than was asked for is left in the end, so that chatter is found whoever was faster.
        """
        run = self._talk.end(PATIENCE)
        if extra := self._talk.unasked.strip():
            raise _chatter(extra, run)
        if run.ended == "stopped":
            raise FoulError(Verdict.TLE, "it did not end when its input did")
        verdict, sentence = verdict_of(run)
        if verdict is not Verdict.AC:
            raise FoulError(verdict, sentence)

    def stop(self) -> None:
        """End the conversation at once, whatever the bot says to it."""
        with suppress(CommandError):
            self._talk.end(0)

    @property
    def _patience(self) -> float:
        return self._seconds + (0 if self._started else SECONDS_TO_START)

    def _learn(self, position: Position) -> None:
        """Tell the bot the opponent's move, if there was one since the last position that it saw."""
        if position.state != self._seen.state:
            moves = self._seen.moves()
            self._say(f"took {next(move for move in moves if self._seen.play(move).state == position.state)}")
        self._seen = position

    def _say(self, line: str) -> None:
        try:
            if extra := self._talk.unasked.strip():
                raise _chatter(extra)
            self._talk.say(line, self._seconds)
        except ConversationError as fault:
            raise self._foul(fault) from None

    def _foul(self, fault: ConversationError) -> FoulError:
        if fault.why == "silent":
            self._talk.end(0)
            hint = "" if self._started else ": does it flush its output?"
            return FoulError(Verdict.TLE, f"it did not answer within {self._patience:g} s{hint}")
        if fault.why == "long":
            return FoulError(Verdict.PE, "it wrote a line without end: a move is L or R")
        run = self._talk.end(PATIENCE)
        if (last := self._talk.unasked.strip()) and last not in ("L", "R"):  # a move may lack its end of line
            return _chatter(last, run)
        verdict, sentence = verdict_of(run)
        if verdict is Verdict.AC or run.ended == "stopped":
            return FoulError(Verdict.RE, "it stopped answering before the games were over")
        return FoulError(verdict, sentence)


def _chatter(text: str, run: Run | None = None) -> FoulError:
    """Too much was said, and then, if that is known, the bot ended badly as well."""
    sentence = f"it says more than it is asked: '{shortened(text.splitlines()[0])}'"
    if run is not None and run.ended != "stopped":
        verdict, crash = verdict_of(run)
        sentence += "" if verdict is Verdict.AC else f"; then {crash}"
    return FoulError(Verdict.PE, sentence)


# --- the bot's side ----------------------------------------------------------------------------


class ProtocolError(TwoEndsError):
    """A line from the referee that is not in the protocol."""


def answers(player_at: PlayerAt, lines: Iterable[str], rules: Rules = DEFAULT) -> Iterator[str]:
    """The moves with which a player answers the lines of a referee. Raises ProtocolError.

    The first move of a game shows who begins: then `player_at(row, moves_first)` makes the player. By rules
    under which a move may take several cards, moves say how many: L3.
    """
    row: Row | None = None
    game: tuple[Position, Player] | None = None
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "row":
            row, game = parse_row(rest), None
        elif word not in ("over", ""):
            if game is None and row is not None and word in ("move", "took"):
                game = _start(row, word == "move", rules), player_at(row, word == "move")
            if game is None or game[0].over or word not in ("move", "took"):
                raise ProtocolError(
                    f"'{line.strip()[:40]}' is not expected here: the referee says row, then move or took"
                )
            position, player = game
            move = _read(position, rest, rules) if word == "took" else player(position)
            game = position.play(move), player
            if word == "move":
                yield moves_text([move], rules)


def _read(position: Position, text: str, rules: Rules) -> AnyMove:
    """A move of the opponent. Raises ProtocolError."""
    if rules.one_card:
        if text not in ("L", "R"):
            raise ProtocolError(f"'took {text[:20]}' names no side: write took L or took R")
        return Side(text)
    known = {moves_text([move], rules): move for move in position.moves()}
    if text not in known:
        raise ProtocolError(f"'took {text[:20]}' is no move: write one of {', '.join(known)}")
    return known[text]


def _start(row: Row, you_first: bool, rules: Rules = DEFAULT) -> Position:
    """Where a game on a row begins."""
    book = Rulebook.of(row, you_first, rules=rules)
    return Position(book, book.start)


def speak(player_at: PlayerAt, referee: TextIO, said: TextIO, rules: Rules = DEFAULT) -> None:
    """Speak the protocol until the referee's lines end."""
    for answer in answers(player_at, referee, rules):
        said.write(f"{answer}\n")
        said.flush()
