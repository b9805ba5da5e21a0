"""Both sides of the protocol of bots, word for word; no process is started and nothing waits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal
from unittest import mock

from expected import calls_are_expected
from twoends import Player, Row
from twoends.judge import Limits
from twoends.programs import bots
from twoends.programs.bots import A_DAY, Bot, FoulError, answers
from twoends.programs.client import Run
from twoends.programs.conversation import ConversationError
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.rules import Rules

LIMITS = Limits(seconds=1.25, memory=64 << 20)

ENDED = Run("by itself", 0, b"", b"", 0.1, 0.1, 1 << 20, LIMITS)

ROW = Row.of([8, 15, 3, 7])


class Talk:
    """A conversation with prepared answers; it logs the lines and the waiting times."""

    def __init__(self, *answers: str | ConversationError, end: Run = ENDED) -> None:
        self.answers = list(answers)
        self.ended = end
        self.pending_output = self.after_the_end = ""
        self.fault: ConversationError | None = None
        self.log: list[tuple[object, ...]] = []

    def send(self, line: str, seconds: float) -> None:
        self.log.append(("send", line, seconds))
        if self.fault is not None:
            raise self.fault

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
    start = Game(ROW)
    assert bot(start) == LEFT
    assert bot(start.play(LEFT).play(RIGHT)) == RIGHT
    bot.end_game(Game(ROW, True, [LEFT, RIGHT, RIGHT, LEFT]))
    bot.begin(Row.of([5, 9]))
    bot.end_game(Game(Row.of([5, 9]), False, [RIGHT]))
    assert talk.log == [
        ("send", "row 8 15 3 7", 1.25),
        ("send", "move", 1.25),
        ("receive", 6.25),  # a bot may start slowly
        ("send", "took R", 1.25),
        ("send", "move", 1.25),
        ("receive", 1.25),
        ("send", "took L", 1.25),
        ("send", "over 11 22", 1.25),
        *(("send", line, 1.25) for line in ("row 5 9", "took R", "over 0 9")),
    ]


def begin_and_move(bot: Bot) -> None:
    bot.begin(ROW)
    bot(Game(ROW))


def foul_of(talk: Talk, act: Callable[[Bot], object] = begin_and_move) -> str:
    """The verdict and the sentence of the foul that a bot commits; empty if it commits none."""
    bot = started(talk)
    try:
        act(bot)
    except FoulError as fault:
        return f"{fault.foul.verdict} {fault.foul.sentence}"
    return ""


def answered(answer: str) -> str:
    """The foul of a bot with this first answer."""
    return foul_of(Talk(answer))


def fails(why: Literal["silent", "gone", "long"], moves: int = 0) -> str:
    """The foul of a bot whose first answer, or the one after these moves, cannot be received."""
    return foul_of(
        Talk(*["L"] * moves, ConversationError(why)),
        lambda bot: [bot(Game(ROW, True, [LEFT] * 2 * turn)) for turn in range(moves + 1)],
    )


def unsent(why: Literal["silent", "gone"]) -> str:
    """The foul of a bot that does not read what it is sent."""
    talk = Talk()
    talk.fault = ConversationError(why)
    return foul_of(talk)


def gone(last: str = "", **end: Any) -> str:
    """The foul of a bot that is gone after these last words."""
    talk = Talk(ConversationError("gone"), end=replace(ENDED, **end))
    talk.after_the_end = last
    return foul_of(talk)


def at_the_end(last: str = "", **end: Any) -> str:
    """The foul of a bot at the end of its input, after these last words."""
    talk = Talk(end=replace(ENDED, **end))
    talk.after_the_end = last
    foul = foul_of(talk, Bot.end)
    assert talk.log == [("end", 0.5)]
    return foul


def heard(*lines: str, rules: str = "") -> list[str]:
    """What our own bot answers to these lines: R if it moves first, or else L, but only if it is its turn."""
    turns = {("you", True): RIGHT, ("you", False): LEFT}

    def player_at(row: Row, moves_first: bool) -> Player:
        return lambda position: turns[position.mover, moves_first]

    return list(answers(player_at, lines, Rules.of(rules)))


def test_each_deviation_from_the_protocol_is_a_foul_with_one_sentence() -> None:
    functions: tuple[Callable[..., object], ...] = (answered, fails, unsent, gone, at_the_end, heard)
    calls_are_expected("calls_of_bots.txt", {each.__name__: each for each in functions})


def test_an_extra_line_before_or_after_an_answer_is_a_foul() -> None:
    talk = Talk("L")
    talk.pending_output = " hello \n you\n"
    assert foul_of(talk) == "PE it wrote an extra line: 'hello '"
    assert sent(talk) == []

    class Adding(Talk):
        def receive(self, seconds: float) -> str:
            self.pending_output = "your turn"
            return super().receive(seconds)

    assert foul_of(Adding("L")) == "PE it wrote an extra line: 'your turn'"
    blank = Talk("L")
    blank.pending_output = " \n"
    assert foul_of(blank) == ""
