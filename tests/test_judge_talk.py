"""Both ends of the protocol of bots, word for word, in this process: nothing is started and nothing waits."""

from __future__ import annotations

import io
from dataclasses import replace
from typing import Any
from unittest import mock

import pytest

from twoends import Player, Position, Row
from twoends.judge import CommandError, Limits, Verdict, bots
from twoends.judge.bots import A_DAY, Bot, Foul, FoulError, ProtocolError, answers, speak
from twoends.judge.containment.contained import Run
from twoends.judge.containment.conversation import ConversationError
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, RIGHT, Side

LIMITS = Limits(seconds=1.25, memory=64 << 20)

ENDED = Run("by itself", 0, b"", b"", 0.1, 0.1, 1 << 20, LIMITS)

STOPPED = replace(ENDED, ended="stopped", status=-9)

ROW = Row.of([8, 15, 3, 7])


class Talk:
    """A conversation in which every answer is known before; it keeps what was said, and how patiently."""

    def __init__(self, *answers: str | ConversationError, end: Run = ENDED) -> None:
        self.answers = list(answers)
        self.ended = end
        self.pending_output = ""
        self.after_the_end = ""
        self.deaf: ConversationError | None = None
        self.log: list[tuple[object, ...]] = []

    def send(self, line: str, seconds: float) -> None:
        self.log.append(("send", line, seconds))
        if self.deaf is not None:
            raise self.deaf

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
    """A bot whose conversation is this one."""
    supervisor: Any = object()
    with mock.patch.object(bots, "Conversation", return_value=talk) as begun:
        bot = Bot(supervisor, ["./bot", "-v"], LIMITS)
    begun.assert_called_once_with(supervisor, ["./bot", "-v"], replace(LIMITS, seconds=A_DAY))
    return bot


def said(talk: Talk) -> list[str]:
    return [str(line) for what, line, *_ in talk.log if what == "send"]


def test_a_game_is_told_line_by_line() -> None:
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
        ("receive", 6.25),  # interpreters start slowly
        ("send", "took R", 1.25),
        ("send", "move", 1.25),
        ("receive", 1.25),
        ("send", "took L", 1.25),
        ("send", "over 11 22", 1.25),
    ]


def test_a_bot_that_moves_second_hears_first_what_was_taken() -> None:
    talk = Talk("L")
    bot = started(talk)
    bot.begin(Row.of([5, 9]))
    bot(Game([5, 9], False, [LEFT]).position)
    bot.end_game(Game(Row.of([5, 9]), False, [LEFT, LEFT]))
    assert said(talk) == ["row 5 9", "took L", "move", "over 9 5"]


def test_of_a_last_card_it_is_said_that_the_left_one_was_taken() -> None:
    talk = Talk()
    bot = started(talk)
    bot.begin(Row.of([5]))
    bot.end_game(Game(Row.of([5]), False, [RIGHT]))
    assert said(talk) == ["row 5", "took L", "over 0 5"]


def chatter(quoted: str) -> Foul:
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

WENT = Foul(Verdict.RE, "it stopped answering before the games were over")

GONE = ConversationError("gone")


@pytest.mark.parametrize(
    ("answer", "foul"),
    [
        ("M", Foul(Verdict.WA, f"it answered 'M': {MOVE}")),
        ("l", Foul(Verdict.WA, f"it answered 'l': {MOVE}")),
        ("", Foul(Verdict.WA, f"it answered '': {MOVE}")),
        (f"{'x' * 40}", Foul(Verdict.WA, f"it answered '{'x' * 40}': {MOVE}")),
        (f"{'x' * 41}", Foul(Verdict.WA, f"it answered '{'x' * 37}...': {MOVE}")),
        ("\x1b[31m", Foul(Verdict.WA, f"it answered '·[31m': {MOVE}")),
        ("I take L", chatter("'I take L'")),
        ("L R", chatter("'L R'")),
        (ConversationError("long"), Foul(Verdict.PE, f"it wrote a line that is too long: {MOVE}")),
        (
            ConversationError("silent"),
            Foul(Verdict.TLE, "it did not answer within 6.25 s: does it flush its output?"),
        ),
        (GONE, WENT),
    ],
)
def test_an_answer_out_of_protocol_is_a_foul(answer: str | ConversationError, foul: Foul) -> None:
    assert foul_of(Talk(answer)) == foul


def test_what_it_does_not_answer_later_is_not_a_matter_of_flushing() -> None:
    talk = Talk("L", ConversationError("silent"))
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
        (CRASHED, "M", chatter(f"'M'; then {ENDS}")),
        (ENDED, "M\nN", chatter("'M'")),
        (ENDED, "", WENT),
        (STOPPED, "", WENT),
        (STOPPED, "M", chatter("'M'")),
        (replace(ENDED, ended="memory"), "", Foul(Verdict.MLE, "it used more than 64 MB of memory")),
    ],
)
def test_whoever_is_gone_is_asked_how_they_ended(end: Run, last: str, foul: Foul) -> None:
    talk = Talk(GONE, end=end)
    talk.after_the_end = last
    assert foul_of(talk) == foul
    assert talk.log[-1] == ("end", 0.5)


def test_what_was_said_unasked_is_chatter_before_and_after_an_answer() -> None:
    talk = Talk("L")
    talk.pending_output = " hello \n you\n"
    assert foul_of(talk) == chatter("'hello '")
    assert said(talk) == []

    class Adding(Talk):
        def receive(self, seconds: float) -> str:
            self.pending_output = "your turn"
            return super().receive(seconds)

    assert foul_of(Adding("L")) == chatter("'your turn'")
    blank = Talk("L")
    blank.pending_output = " \n"
    bot = started(blank)
    bot.begin(ROW)
    assert bot(Game(ROW).position) is LEFT


def test_whoever_does_not_listen_commits_a_foul() -> None:
    talk = Talk(end=CRASHED)
    talk.deaf = GONE
    assert foul_of(talk) == Foul(Verdict.RE, ENDS)


@pytest.mark.parametrize(
    ("end", "last", "foul"),
    [
        (ENDED, "", None),
        (ENDED, " \n", None),
        (ENDED, "L", chatter("'L'")),
        (CRASHED, "bye\nbye", chatter(f"'bye'; then {ENDS}")),
        (CRASHED, "", Foul(Verdict.RE, ENDS)),
        (STOPPED, "", Foul(Verdict.TLE, "it did not exit at the end of its input")),
    ],
)
def test_at_the_end_of_its_input_a_bot_ends_in_silence(end: Run, last: str, foul: Foul | None) -> None:
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


def test_a_bot_is_stopped_at_once_even_where_it_never_began() -> None:
    talk = Talk()
    started(talk).stop()
    assert talk.log == [("end", 0)]

    class Never(Talk):
        def end(self, seconds: float) -> Run:
            raise CommandError("it does not start")

    started(Never()).stop()


# --- our own end of it -------------------------------------------------------------------------


class Seats:
    """Seats players who take the right end, and keeps whom it has seated."""

    def __init__(self) -> None:
        self.seated: list[tuple[str, bool]] = []
        self.asked: list[Position] = []

    def __call__(self, row: Row, moves_first: bool) -> Player:
        self.seated.append((str(row), moves_first))

        def play(position: Position) -> Side:
            self.asked.append(position)
            return RIGHT

        return play


def test_moves_are_answered_and_what_was_taken_is_learned() -> None:
    seats = Seats()
    lines = ["row 8 15 3 7\n", " move \n", "took L\n", "move\n", "took R\n", "over 22 11\n"]
    assert list(answers(seats, lines)) == ["R", "R"]
    assert seats.seated == [("8 15 3 7", True)]
    start = Game([8, 15, 3, 7]).position
    assert seats.asked == [start, start.play(RIGHT).play(LEFT)]
    assert list(answers(seats, ["row 5 9", "took R", "move", "row 4", "move"])) == ["R", "R"]
    assert seats.seated[1:] == [("5 9", False), ("4", True)]


SAYS = "the referee says row, then move or took"


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        (["move"], f"'move' is not expected here: {SAYS}"),
        (["took L"], f"'took L' is not expected here: {SAYS}"),
        (["row 5", "took L", "took L"], f"'took L' is not expected here: {SAYS}"),
        (["row 5", "x" * 41], f"'{'x' * 40}' is not expected here: {SAYS}"),
        (["row 5", "took left"], "'took left' is not a move: write took L or took R"),
        (["row 5", f"took {'x' * 21}"], f"'took {'x' * 20}' is not a move: write took L or took R"),
    ],
)
def test_a_referee_out_of_protocol_is_told_what_was_expected(lines: list[str], fault: str) -> None:
    with pytest.raises(ProtocolError) as said:
        list(answers(Seats(), lines))
    assert str(said.value) == fault


def test_only_a_move_is_answered_and_at_once() -> None:
    class Flushed(io.StringIO):
        flushed = 0

        def flush(self) -> None:
            self.flushed += 1

    shown = Flushed()
    speak(Seats(), io.StringIO("row 8 15\n\nmove\n  \ntook L\nover 15 8\nrow 3\nmove\nover 3 0\n"), shown)
    assert (shown.getvalue(), shown.flushed) == ("R\nR\n", 2)
