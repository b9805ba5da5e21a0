"""Both sides of the protocol of bots, word for word; no process is started and nothing waits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from twoends import Player, Position, Row
from twoends.judge import CommandError, Limits, Verdict, bots
from twoends.judge.bots import A_DAY, Bot, Foul, FoulError, answers
from twoends.judge.containment.contained import Run
from twoends.judge.containment.conversation import ConversationError
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, RIGHT, Side

LIMITS = Limits(seconds=1.25, memory=64 << 20)

ENDED = Run("by itself", 0, b"", b"", 0.1, 0.1, 1 << 20, LIMITS)

STOPPED = replace(ENDED, ended="stopped", status=-9)

ROW = Row.of([8, 15, 3, 7])


class Talk:
    """A conversation with prepared answers; it logs the lines and the waiting times."""

    def __init__(self, *answers: str | ConversationError, end: Run = ENDED) -> None:
        self.answers = list(answers)
        self.ended = end
        self.pending_output = ""
        self.after_the_end = ""
        self.closed: ConversationError | None = None
        self.log: list[tuple[object, ...]] = []

    def send(self, line: str, seconds: float) -> None:
        self.log.append(("send", line, seconds))
        if self.closed is not None:
            raise self.closed

    def receive(self, seconds: float) -> str:
        self.log.append(("receive", seconds))
        answer = self.answers.pop(0)
        if isinstance(answer, ConversationError):
            raise answer
        return answer

    def end(self, seconds: float) -> Run:
        self.log.append(("end", seconds))
        self.pending_output = self.pending_output or self.after_the_end
        return self.ended


def started(talk: Talk) -> Bot:
    """A bot with this conversation."""
    supervisor: Any = object()
    with mock.patch.object(bots, "Conversation", return_value=talk) as begun:
        bot = Bot(supervisor, ["./bot", "-v"], LIMITS)
    begun.assert_called_once_with(supervisor, ["./bot", "-v"], replace(LIMITS, seconds=A_DAY))
    return bot


def sent(talk: Talk) -> list[object]:
    return [line for what, line, *_ in talk.log if what == "send"]


def test_a_game_is_sent_line_by_line() -> None:
    talk = Talk("L", " R \r")
    bot = started(talk)
    bot.begin(ROW)
    start = Game(ROW).position
    assert bot(start) is LEFT
    assert bot(start.play(LEFT).play(RIGHT)) is RIGHT
    bot.end_game(Game(ROW, True, [LEFT, RIGHT, RIGHT, LEFT]))
    assert talk.log == [
        ("send", "row 8 15 3 7", 1.25),
        ("send", "move", 1.25),
        ("receive", 6.25),  # a bot may start slowly
        ("send", "took R", 1.25),
        ("send", "move", 1.25),
        ("receive", 1.25),
        ("send", "took L", 1.25),
        ("send", "over 11 22", 1.25),
    ]


def test_a_bot_that_moves_second_is_first_sent_the_move_of_the_opponent_and_a_last_card_is_left() -> None:
    talk = Talk("L")
    bot = started(talk)
    bot.begin(Row.of([5, 9]))
    bot(Game([5, 9], False, [LEFT]).position)
    bot.end_game(Game(Row.of([5, 9]), False, [LEFT, LEFT]))
    assert sent(talk) == ["row 5 9", "took L", "move", "over 9 5"]
    bot.begin(Row.of([5]))
    bot.end_game(Game(Row.of([5]), False, [RIGHT]))
    assert sent(talk)[4:] == ["row 5", "took L", "over 0 5"]


def extra_line(quoted: str) -> Foul:
    return Foul(Verdict.PE, f"it wrote an extra line: {quoted}")


def begin_and_move(bot: Bot) -> None:
    bot.begin(ROW)
    bot(Game(ROW).position)


def foul_of(talk: Talk) -> Foul:
    bot = started(talk)
    with pytest.raises(FoulError) as fault:
        begin_and_move(bot)
    assert str(fault.value) != ""
    return fault.value.foul


MOVE = "a move is L or R"

ENDED_EARLY = Foul(Verdict.RE, "it stopped answering before the games were over")

GONE, SILENT = ConversationError("gone"), ConversationError("silent")


@pytest.mark.parametrize(
    ("answer", "foul"),
    [
        ("M", Foul(Verdict.WA, f"it answered 'M': {MOVE}")),
        ("l", Foul(Verdict.WA, f"it answered 'l': {MOVE}")),
        ("", Foul(Verdict.WA, f"it answered '': {MOVE}")),
        ("x" * 40, Foul(Verdict.WA, f"it answered '{'x' * 40}': {MOVE}")),
        ("x" * 41, Foul(Verdict.WA, f"it answered '{'x' * 37}...': {MOVE}")),
        ("\x1b[31m", Foul(Verdict.WA, f"it answered '·[31m': {MOVE}")),
        ("I take L", extra_line("'I take L'")),
        ("L R", extra_line("'L R'")),
        (ConversationError("long"), Foul(Verdict.PE, f"it wrote a line that is too long: {MOVE}")),
        (SILENT, Foul(Verdict.TLE, "it did not answer within 6.25 s: does it flush its output?")),
        (GONE, ENDED_EARLY),
    ],
)
def test_an_answer_outside_the_protocol_is_a_foul(answer: str | ConversationError, foul: Foul) -> None:
    assert foul_of(Talk(answer)) == foul


def test_flushing_is_suggested_only_if_the_first_answer_is_missing() -> None:
    talk = Talk("L", SILENT)
    bot = started(talk)
    bot.begin(ROW)
    start = Game(ROW).position
    bot(start)
    with pytest.raises(FoulError) as fault:
        bot(start.play(LEFT).play(RIGHT))
    assert fault.value.foul == Foul(Verdict.TLE, "it did not answer within 1.25 s")
    assert talk.log[-2:] == [("receive", 1.25), ("end", 0)]


CRASHED = replace(ENDED, status=3, errors=b"no idea\n")

ENDS = "it ended with exit status 3: no idea"


@pytest.mark.parametrize(
    ("end", "last", "foul"),
    [
        (CRASHED, "", Foul(Verdict.RE, ENDS)),
        (CRASHED, "L", Foul(Verdict.RE, ENDS)),
        (CRASHED, "R\n", Foul(Verdict.RE, ENDS)),
        (CRASHED, "M", extra_line(f"'M'; then {ENDS}")),
        (ENDED, "M\nN", extra_line("'M'")),
        (ENDED, "", ENDED_EARLY),
        (STOPPED, "", ENDED_EARLY),
        (STOPPED, "M", extra_line("'M'")),
        (replace(ENDED, ended="memory"), "", Foul(Verdict.MLE, "it used more than 64 MB of memory")),
    ],
)
def test_the_foul_of_a_bot_that_is_gone_says_how_it_ended(end: Run, last: str, foul: Foul) -> None:
    talk = Talk(GONE, end=end)
    talk.after_the_end = last
    assert foul_of(talk) == foul
    assert talk.log[-1] == ("end", 0.5)
    closed = Talk(end=end)
    closed.closed, closed.after_the_end = GONE, last
    assert foul_of(closed) == foul, "it closed its input"


def test_an_extra_line_before_or_after_an_answer_is_a_foul() -> None:
    talk = Talk("L")
    talk.pending_output = " hello \n you\n"
    assert foul_of(talk) == extra_line("'hello '")
    assert sent(talk) == []

    class Adding(Talk):
        def receive(self, seconds: float) -> str:
            self.pending_output = "your turn"
            return super().receive(seconds)

    assert foul_of(Adding("L")) == extra_line("'your turn'")
    blank = Talk("L")
    blank.pending_output = " \n"
    bot = started(blank)
    bot.begin(ROW)
    assert bot(Game(ROW).position) is LEFT


@pytest.mark.parametrize(
    ("end", "last", "foul"),
    [
        (ENDED, "", None),
        (ENDED, " \n", None),
        (ENDED, "L", extra_line("'L'")),
        (CRASHED, "bye\nbye", extra_line(f"'bye'; then {ENDS}")),
        (CRASHED, "", Foul(Verdict.RE, ENDS)),
        (STOPPED, "", Foul(Verdict.TLE, "it did not exit at the end of its input")),
    ],
)
def test_a_bot_must_exit_silently_at_the_end_of_its_input(end: Run, last: str, foul: Foul | None) -> None:
    talk = Talk(end=end)
    talk.after_the_end = last
    bot = started(talk)
    if foul is None:
        bot.end()
    else:
        with pytest.raises(FoulError) as fault:
            bot.end()
        assert fault.value.foul == foul
        assert str(fault.value) == foul.sentence
    assert talk.log == [("end", 0.5)]


def test_a_bot_is_stopped_at_once_even_if_it_never_started() -> None:
    talk = Talk()
    started(talk).stop()
    assert talk.log == [("end", 0)]

    class Never(Talk):
        def end(self, seconds: float) -> Run:
            raise CommandError("it does not start")

    started(Never()).stop()


# --- our own bots ------------------------------------------------------------------------------


class TakesRight:
    """Players that take the right end; it records their rows and positions."""

    def __init__(self) -> None:
        self.games: list[tuple[str, bool]] = []
        self.asked: list[Position] = []

    def __call__(self, row: Row, moves_first: bool) -> Player:
        self.games.append((str(row), moves_first))

        def play(position: Position) -> Side:
            self.asked.append(position)
            return RIGHT

        return play


def test_moves_are_answered_and_moves_of_the_opponent_are_followed() -> None:
    players = TakesRight()
    lines = ["row 8 15 3 7\n", " move \n", "took L\n", "move\n", "took R\n", "over 22 11\n"]
    assert list(answers(players, lines)) == ["R", "R"]
    assert players.games == [("8 15 3 7", True)]
    start = Game([8, 15, 3, 7]).position
    assert players.asked == [start, start.play(RIGHT).play(LEFT)]
    assert list(answers(players, ["row 5 9", "took R", "move", "row 4", "move"])) == ["R", "R"]
    assert players.games[1:] == [("5 9", False), ("4", True)]


SAYS = "the referee says row, then move or took"


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["move"], f"'move' is not expected here: {SAYS}"),
        (["took L"], f"'took L' is not expected here: {SAYS}"),
        (["row 5", "took L", "took L"], f"'took L' is not expected here: {SAYS}"),
        (["row 5", "took left"], "'took left' is not a move: write took L or took R"),
    ],
)
def test_an_unexpected_line_is_refused_with_the_expected_ones(lines: list[str], fault: str) -> None:
    with pytest.raises(TwoEndsError) as raised:
        list(answers(TakesRight(), lines))
    assert str(raised.value) == fault


def test_only_move_is_answered() -> None:
    lines = ["row 8 15", "", "move", "  ", "took L", "over 15 8", "row 3", "move", "over 3 0"]
    assert list(answers(TakesRight(), lines)) == ["R", "R"]
