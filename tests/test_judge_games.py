"""Games of a bot under judgement and both sides of its protocol: its fouls are verdicts."""

from __future__ import annotations

import json
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Literal
from unittest import mock
from unittest.mock import Mock

import pytest

from command_line import run as twoends
from expected import calls_are_expected
from judged import PYTHON, Moves, compiled, judge_moves
from twoends import Player, Position, Row
from twoends.engine.search import Search
from twoends.judge import TASKS, CommandError, Limits, Supervisor, Verdict, games, judge_bot
from twoends.judge.classes import Assignment
from twoends.judge.games import OPPONENTS, GameResult, game_rows
from twoends.judge.gradescope import gradescope_json
from twoends.judge.reports import text
from twoends.judge.trials import CLASSIC
from twoends.programs import bots
from twoends.programs.bots import A_DAY, Bot, Foul, FoulError, answers
from twoends.programs.client import Run
from twoends.programs.conversation import ConversationError
from twoends.programs.referee import Referee
from twoends.programs.sandbox import Sandbox
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import parse_game
from twoends.rules.opponent_names import opponent
from twoends.rules.rules import Rules

OPTIMAL, GREEDY = opponent("optimal"), opponent("greedy left")

ROW = Row.of([8, 15, 3, 7])

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"


def left(position: Position) -> Move:
    return LEFT


# --- all games ---------------------------------------------------------------------------------


def test_every_row_is_played_twice_against_each_opponent_and_counted() -> None:
    rows = [ROW, Row.of([4]), Row.of([4, 4])]
    progress = Mock()
    judged = judge_moves(left, rows=rows, opponents=[OPTIMAL, GREEDY], seed=5, progress=progress)
    played = [
        (str(each.game.shape.cards), str(each.game.opponent), each.game.you_first) for each in judged.games
    ]
    assert played == [*product(("8 15 3 7", "4", "4 4"), ("optimal", "greedy left"), (True, False))]
    assert [call.args for call in progress.call_args_list] == [(made, 12) for made in range(1, 13)]
    (optimal, greedy) = judged.records
    assert (optimal.won, optimal.drawn, optimal.lost, optimal.yours, optimal.theirs) == (1, 2, 3, 34, 56)
    assert (greedy.moves, greedy.best_moves, greedy.loss) == (7, 5, 11)
    assert (judged.command, judged.seed, judged.left_out, judged.perfect) == (("mine",), 5, 0, False)
    assert (judged.ending, judged.fouls, judged.verdict, judged.accepted) == (None, [], Verdict.AC, True)
    assert judged.plays_like == ("always left",)


def test_the_worst_game_is_the_shortest_that_gave_away_most_and_the_verdict_that_of_the_first_foul() -> None:
    def played(row: list[int], *losses: int) -> GameResult:
        return GameResult(Game(Row.of(row), True, [LEFT] * len(row)), losses, 9)

    judged = judge_moves(left, rows=[ROW], opponents=[OPTIMAL])
    short, long = played([1, 2, 3], 2, 3), played([1, 2, 3, 4], 5, 0)
    assert replace(judged, games=(played([1], 4), long, short, played([1, 2], 0))).worst is short
    assert replace(judged, games=(short, long, played([1], 6))).worst == played([1], 6)
    assert replace(judged, games=(played([1], 0),)).worst is None
    assert (short.loss, long.loss) == (5, 5)
    late, early = Foul(Verdict.RE, "late"), Foul(Verdict.TLE, "early")
    fouled = replace(judged.games[0], foul=early)
    assert replace(judged, ending=late).verdict is Verdict.RE
    both = replace(judged, games=(judged.games[1], fouled), ending=late, perfect=True)
    assert (both.verdict, both.fouls, both.accepted) == (Verdict.TLE, [early, late], False)
    assert [record.moves for record in both.records] == [2], "a game with a foul does not count"
    assert (judged.verdict, replace(judged, perfect=True).verdict) == (Verdict.AC, Verdict.WA)
    with mock.patch.object(Moves, "end", side_effect=FoulError(*late)):
        assert judge_moves(left, rows=[ROW], opponents=[OPTIMAL]).ending == late, "it did not exit properly"


def test_after_three_fouls_the_rest_of_the_games_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(position: Position) -> Move:
        raise FoulError(Verdict.RE, "no move")

    bots: Any = Mock(side_effect=lambda *given: Moves(fails))
    monkeypatch.setattr(games, "Bot", bots)
    monkeypatch.setattr(games, "locate", list)
    supervisor, limits = Mock(), Limits(3.0)
    with mock.patch.object(Moves, "stop") as stop:
        judged = judge_bot(
            ["mine"], rows=[ROW], opponents=[OPTIMAL, GREEDY], supervisor=supervisor, limits=limits
        )
    assert stop.call_count == 3, "it is stopped after a foul"
    assert (len(judged.games), judged.left_out) == (3, 1)
    assert bots.call_args_list == [mock.call(supervisor, ["mine"], limits)] * 3, "it is started again"
    assert judged.plays_like == (), "it never moved"
    monkeypatch.setattr(games, "locate", Mock(side_effect=CommandError("there is no such program")))
    judged = judge_bot(["mine"], rows=[ROW], opponents=[OPTIMAL, GREEDY], supervisor=supervisor)
    assert (judged.verdict, len(judged.games), judged.left_out) == (Verdict.CE, 1, 3), "it does not start"


def test_losses_are_those_of_exhaustive_search() -> None:
    """Against fixed opponents, but not against chance, the best total is your own and every loss."""
    for who in OPPONENTS:
        rows = [ROW, Row.of([1, 30, 100, 15, 2]), Row.of([4])]
        judgement = judge_moves(left, rows=rows, opponents=[who])
        for played in judgement.games:
            values, first = played.game.shape.cards.values, played.game.you_first
            game = Game(Row.of(values), first, (), who)
            best = Search(game, "exhaustive").totals(game.book, [game.state])[0][0]
            assert played.best == best, played
            assert who.stochastic or played.game.yours + played.loss == best, played
            assert all(loss >= 0 for loss in played.losses), played


def test_each_of_two_players_is_told_its_own_total() -> None:
    players: Any = [Mock(side_effect=lambda game: LEFT) for _ in range(2)]
    starts = [lambda: players[0], lambda: players[1]]
    game, *_ = Referee(*starts, policy=Mock()).play(Game(ROW), Random(0))
    assert (game.yours, game.theirs) == (11, 22)
    told = [player.end_game.call_args.args[0] for player in players]
    assert [(each.yours, each.theirs) for each in told] == [(11, 22), (22, 11)]


# --- the protocol of bots, word for word --------------------------------------------------------

LIMITS = Limits(seconds=1.25, memory=64 << 20)

ENDED = Run("by itself", 0, b"", b"", 0.1, 0.1, 1 << 20, LIMITS)


class Talk:
    """A conversation with prepared answers; it logs the lines and the waiting times."""

    def __init__(self, *answers: str | ConversationError, end: Run = ENDED) -> None:
        self.answers = list(answers)
        self.ended = end
        self.pending_output = self.after_an_answer = self.after_the_end = ""
        self.fault: ConversationError | None = None
        self.log: list[tuple[object, ...]] = []

    def send(self, line: str, seconds: float) -> None:
        self.log.append(("send", line, seconds))
        if self.fault is not None:
            raise self.fault

    def receive(self, seconds: float) -> str:
        self.log.append(("receive", seconds))
        answer = self.answers.pop(0)
        self.pending_output = self.after_an_answer
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


def sent() -> list[str]:
    """What a bot hears in two games, and the seconds that it has: it may start slowly."""
    talk = Talk("L", " R \r", "L")
    bot, start = started(talk), Game(ROW)
    bot.begin(ROW)
    assert bot(start) == LEFT
    assert bot(start.play(LEFT).play(RIGHT)) == RIGHT
    bot.end_game(Game(ROW, True, [LEFT, RIGHT, RIGHT, LEFT]))
    bot.begin(Row.of([5, 9]))
    bot.end_game(Game(Row.of([5, 9]), False, [RIGHT]))
    bot.begin(Row.of([5, 9]))
    assert bot(Game(Row.of([5, 9]))) == LEFT
    return [" ".join(map(str, each)) for each in talk.log]


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


def answered(answer: str, before: str = "", after: str = "") -> str:
    """The foul of a bot with this first answer, and what else it writes."""
    talk = Talk(answer)
    talk.pending_output, talk.after_an_answer = before, after
    foul = foul_of(talk)
    assert not (before.strip() and talk.log), "it was sent a line"
    return foul


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


def plays_like(plays: Player) -> tuple[str, ...]:
    """The known players like which a player makes every move; a last card shows no preference."""
    assert judge_moves(plays, rows=[Row.of([4])], opponents=[OPTIMAL]).plays_like == ()
    return judge_moves(plays, games=16, opponents=[OPTIMAL]).plays_like


def test_a_bot_is_sent_its_games_and_each_deviation_from_the_protocol_is_a_foul_with_one_sentence() -> None:
    calls_are_expected("calls_of_bots.txt", globals() | {"game_rows": game_rows, "CLASSIC": CLASSIC})


# --- bots --------------------------------------------------------------------------------------


def test_the_example_bots_play_as_documented_and_the_bot_command_perfectly() -> None:
    larger_end = judge_bot([*PYTHON, str(EXAMPLES / "larger_end.py")], games=5)
    assert larger_end.accepted
    assert larger_end.plays_like == ("greedy (ties left)",)
    ours = [sys.executable, "-m", "twoends", "bot", "--against", "greedy"]
    for command, against in (([compiled(EXAMPLES / "best.c")], "optimal"), (ours, "greedy")):
        best = judge_bot(command, games=6, opponents=[opponent(against)], perfect=True)
        assert best.accepted, (best.fouls, best.worst)
        assert [record.loss for record in best.records] == [0]
    assert len((EXAMPLES / "larger_end.py").read_text().splitlines()) <= 20


def test_the_options_of_a_command_reach_the_judge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Any, ...]] = []
    shown: list[tuple[str, int, int]] = []
    made = judge_moves(left, rows=[ROW], opponents=[OPTIMAL])

    def judge(
        *given: Any, supervisor: Supervisor, progress: Callable[[int, int], None], **options: Any
    ) -> Any:
        progress(3, 4)
        asked.append((*given, supervisor.sandbox.readable, options))
        return made

    @contextmanager
    def progress_of(what: str) -> Iterator[Callable[[int, int], None]]:
        yield lambda done, total: shown.append((what, done, total))

    for name, value in (("judge_answers", judge), ("judge_bot", judge), ("progress_of", progress_of)):
        monkeypatch.setattr(f"twoends.cli.judge.{name}", value)
    monkeypatch.setattr(Sandbox, "weakness", "it can do this.")
    (tmp_path / "rows.txt").write_text("8 15 3 7\n[5]\n")
    words = "bot -o greedy -o optimal --ties left --games 9 -s 5 --time 3 --memory 99 --perfect --json"
    words += " -f rows.txt --readable /opt -- ./x ' 8' -3 -x"
    run = twoends("judge", *shlex.split(words), cwd=tmp_path)
    assert (run.status, run.err) == (1 - made.accepted, "twoends: it can do this.\n")
    assert json.loads(run.out)["seed"] == made.seed
    games = {"opponents": [GREEDY, OPTIMAL], "rows": [ROW, Row.of([5])], "games": 9, "seed": 5}
    games |= {"perfect": True, "limits": Limits(seconds=3.0, memory=99 << 20)}
    assert asked.pop() == (("./x", " 8", "-3", "-x"), ("/opt",), games)
    words = "answers --task deque --tests 3 -s 4 --language-factor 2.5 --readable /opt"
    words += " --gradescope it.json --visibility small=hidden"
    task = replace(TASKS["deque"], seconds=5.0)
    for more, points in (("--points 7", 7), ("--points 0", 0), ("", 100)):
        assert twoends("judge", *f"{words} {more} -- ./x".split(), cwd=tmp_path).out == f"{text(made)}\n"
        assert (tmp_path / "it.json").read_text() == gradescope_json(made, points, {"small": "hidden"})
        assert asked.pop() == (("./x",), task, ("/opt",), Assignment(task, 3, 4).prepared().rows)
    assert shown == [("games", 3, 4), *[("runs", 3, 4)] * 3]


def test_a_random_opponent_is_seeded_and_plays_differently_in_every_game() -> None:
    rows = [Row.of([1] * 20)] * 3

    def sides(seed: int) -> list[tuple[Move, ...]]:
        judged = judge_moves(left, rows=rows, opponents=[opponent("random")], seed=seed)
        return [played.game.ends for played in judged.games]

    games = sides(1)
    assert len(set(games)) == 6, "three rows, and either player to start"
    assert sides(1) == games
    assert not set(games) & set(sides(2))


def test_the_bot_answers_as_the_documented_transcript_shows() -> None:
    """Lines after `>` are the referee's, and lines after `<` the bot's."""
    text = (Path(__file__).parent.parent / "docs" / "judge.md").read_text("utf-8")
    transcript = text.partition("<!-- transcript -->")[2].partition("```\n")[2].partition("```")[0]
    lines = [(line[:2], f"{line[2:].partition('  ')[0]}\n") for line in transcript.splitlines()]
    asked = "".join(text for speaker, text in lines if speaker == "> ")
    answered = "".join(text for speaker, text in lines if speaker == "< ")
    assert answered
    assert twoends("bot", stdin=asked).out == answered
    game = parse_game("8 15 3 7 / first / RLLL")
    assert f"> over {game.yours} {game.theirs}" in transcript
