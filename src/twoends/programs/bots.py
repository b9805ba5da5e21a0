"""Bots: programs that play whole games by a line protocol.

The referee writes lines to the bot's standard input; the bot writes its moves to standard output:

    row 8 15 3 7     a new game on this row
    move             your turn: answer L or R
    took R           the opponent took this end
    over 22 11       the game is over: your total, the opponent's
    (end of input)   no more games: exit

A bot must not write anything else. Its standard error is shown if it fails. The first foul counts; the
output of a bot is judged before the way it exits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from twoends.programs.client import CommandError, Limits, Run, Supervisor
from twoends.programs.conversation import Conversation, ConversationError
from twoends.programs.verdicts import Verdict, verdict_of
from twoends.rules.errors import TwoEndsError, one_of, printable, shortened
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import moves_text
from twoends.rules.rows import Row
from twoends.rules.rulebook import Player, Position
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.text import parse_row

PlayerAt = Callable[[Row, bool], Player]
"""A function that makes a player from a row and whether the player moves first."""

PATIENCE = 0.5
"""Seconds that a bot has to exit at the end of its input, or to report why it failed."""

A_DAY = 86_400
SECONDS_TO_START = 5.0
"""Added to the limit of a bot's first answer: interpreters and virtual machines start slowly."""


class Foul(NamedTuple):
    """The reason why a game was broken off: a verdict and one sentence."""

    verdict: Verdict
    sentence: str


class FoulError(Exception):
    """A bot broke the rules or broke down."""

    def __init__(self, verdict: Verdict, sentence: str) -> None:
        super().__init__(sentence)
        self.foul = Foul(verdict, printable(sentence))  # the sentence may quote the program


class Bot:
    """A running bot as a player: called with a game, it returns a side."""

    def __init__(self, supervisor: Supervisor, command: Sequence[str], limits: Limits) -> None:
        """Start the bot; `limits.seconds` holds for each answer, the other limits for the whole run."""
        self._seconds = limits.seconds
        self._started = False
        # Only the answers are timed; the whole conversation may take long.
        self._talk: Conversation = Conversation(supervisor, command, replace(limits, seconds=A_DAY))
        self._told = 0  # the number of moves that the bot knows

    def begin(self, row: Row) -> None:
        """Announce a new game."""
        self._told = 0
        self._send(f"row {row}")

    def __call__(self, game: Game) -> Move:
        """Ask for a move. Raises FoulError."""
        self._send_opponents_move(game)
        self._send("move")
        try:
            answer = self._talk.receive(self._time_limit)
        except ConversationError as fault:
            raise self._foul(fault) from None
        self._started = True
        if len(answer.split()) > 1:  # not a move; whether it was written before or after the question is luck
            raise _extra_output(answer)
        if answer.strip() not in ("L", "R"):
            raise FoulError(Verdict.WA, f"it answered '{shortened(answer)}': a move is L or R")
        self._require_no_output()
        self._told += 1
        return LEFT if answer.strip() == "L" else RIGHT

    def end_game(self, game: Game) -> None:
        """Tell the bot how a game ended; the bot is `you` in `game`. Raises FoulError for extra output."""
        self._send_opponents_move(game)
        self._send(f"over {game.yours} {game.theirs}")

    def end(self) -> None:
        """End the conversation. Raises FoulError if the bot exits badly or has written too much.

        A line written too early may pass for the answer to the next question, but then one line is left
        over at the end, so extra output is always found.
        """
        run = self._talk.end(PATIENCE)
        if extra := self._talk.pending_output.strip():
            raise _extra_output(extra, run)
        if run.ended == "stopped":
            raise FoulError(Verdict.TLE, "it did not exit at the end of its input")
        verdict, sentence = verdict_of(run)
        if verdict is not Verdict.AC:
            raise FoulError(verdict, sentence)

    def stop(self) -> None:
        """Kill the bot."""
        with suppress(CommandError):
            self._talk.end(0)

    @property
    def _time_limit(self) -> float:
        return self._seconds + (0 if self._started else SECONDS_TO_START)

    def _send_opponents_move(self, game: Game) -> None:
        """Send the opponent's move, if there was one since the bot's own."""
        for move in game.ends[self._told :]:
            self._send(f"took {move}")
        self._told = len(game.ends)

    def _require_no_output(self) -> None:
        if extra := self._talk.pending_output.strip():
            raise _extra_output(extra)

    def _send(self, line: str) -> None:
        try:
            self._require_no_output()
            self._talk.send(line, self._seconds)
        except ConversationError as fault:
            raise self._foul(fault) from None

    def _foul(self, fault: ConversationError) -> FoulError:
        if fault.why == "silent":
            self._talk.end(0)
            hint = "" if self._started else ": does it flush its output?"
            return FoulError(Verdict.TLE, f"it did not answer within {self._time_limit:g} s{hint}")
        if fault.why == "long":
            return FoulError(Verdict.PE, "it wrote a line that is too long: a move is L or R")
        run = self._talk.end(PATIENCE)
        last = self._talk.pending_output.strip()
        if last and last not in ("L", "R"):  # a move may lack its line break
            return _extra_output(last, run)
        verdict, sentence = verdict_of(run)
        if verdict is Verdict.AC or run.ended == "stopped":
            return FoulError(Verdict.RE, "it stopped answering before the games were over")
        return FoulError(verdict, sentence)


def _extra_output(text: str, run: Run | None = None) -> FoulError:
    """The foul for output that was not asked for, with the crash that followed, if there was one."""
    sentence = f"it wrote an extra line: '{shortened(text.splitlines()[0])}'"
    if run is not None and run.ended != "stopped":
        verdict, crash = verdict_of(run)
        sentence += "" if verdict is Verdict.AC else f"; then {crash}"
    return FoulError(Verdict.PE, sentence)


# --- the bot's side ----------------------------------------------------------------------------


def answers(player_at: PlayerAt, lines: Iterable[str], rules: Rules = DEFAULT) -> Iterator[str]:
    """Yield a player's moves in answer to the lines of a referee. Raises TwoEndsError.

    `player_at(row, moves_first)` makes the player when the first move shows who begins. If the rules let a
    move take several cards, moves give the number, as in L3.
    """
    row: Row | None = None
    position: Position | None = None
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "row":
            row, position = parse_row(rest), None
        elif word not in ("over", ""):
            if row is not None and position is None and word in ("move", "took"):
                position = Game(row, word == "move", rules=rules).position
                player = player_at(row, word == "move")
            if position is None or position.over or word not in ("move", "took"):
                raise TwoEndsError(
                    f"'{line.strip()[:40]}' is not expected here: the referee says row, then move or took"
                )
            move = _read_move(position, rest, rules) if word == "took" else player(position)
            position = position.play(move)
            if word == "move":
                yield moves_text([move], rules)


def _read_move(position: Position, text: str, rules: Rules) -> Move:
    """Parse the opponent's move; either end may be named for a last card. Raises TwoEndsError."""
    known = {
        moves_text([move], rules): move for move in ((LEFT, RIGHT) if rules.one_card else position.moves())
    }
    if text not in known:
        raise TwoEndsError(f"'took {text[:20]}' is not a move: write took {one_of([*known])}")
    return known[text]
