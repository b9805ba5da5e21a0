"""Bots and players: fouls are verdicts and not hangs, results and losses are exact."""

from __future__ import annotations

import contextlib
import io
import signal
import subprocess
import sys
import threading
import time
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from command_line import PATIENCE
from judged import command, compiled
from twoends import LEFT, RIGHT, Game, Player, Position, Row
from twoends.answers.matches import match
from twoends.answers.policies import best_response
from twoends.judge import Limits, Verdict, games, judge_bot, judge_player
from twoends.judge.bots import ProtocolError, speak
from twoends.judge.games import OPPONENTS, game_rows
from twoends.judge.tasks import TaskError
from twoends.rules.notation import parse_game
from twoends.rules.opponents import opponent
from twoends.rules.rulebook import Rulebook
from twoends.rules.sides import AnyMove, Side
from twoends.solvers.search import exhaustive

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
ROWS = [Row.of(values) for values in ([8, 15, 3, 7], [1, 30, 100, 15, 2], [4])]
PYTHON = [sys.executable, "-I", "-S"]
BEST_BOT = [sys.executable, "-m", "twoends", "bot"]


@pytest.mark.parametrize(
    ("how", "verdict", "sentence"),
    [
        ("leaves", Verdict.RE, "it stopped answering before the games were over"),
        ("greets", Verdict.PE, "it says more than it is asked: 'hello, I am a bot'"),
        ("sleeps", Verdict.TLE, "it did not answer within 1.2 s: does it flush its output?"),
        pytest.param(
            *("buffers", Verdict.TLE, "it did not answer within 1.2 s: does it flush its output?"),
            marks=pytest.mark.slow,
        ),
        ("sleeps-later", Verdict.TLE, "it did not answer within 0.2 s"),
        ("crashes", Verdict.RE, "it ended with exit status 1: no idea"),
        ("mutters", Verdict.PE, "it says more than it is asked: 'thinking about it'"),
        (
            "mutters-and-crashes",
            Verdict.PE,
            "it says more than it is asked: 'thinking about it'; then it ended with exit status 1: no idea",
        ),
        (
            "says-goodbye-and-fails",
            Verdict.PE,
            "it says more than it is asked: 'goodbye'; then it ended with exit status 1: that went wrong",
        ),
        ("endless", Verdict.PE, "it wrote a line without end: a move is L or R"),
        ("middle", Verdict.WA, "it answered 'M': a move is L or R"),
        ("ends-on-a-word", Verdict.PE, "it says more than it is asked: 'goodbye'"),
        ("answers-everything", Verdict.PE, "it says more than it is asked: 'L'"),
        ("adds", Verdict.PE, "it says more than it is asked: 'your turn'"),
        ("stays", Verdict.TLE, "it did not end when its input did"),
        ("fails-late", Verdict.RE, "it ended with exit status 3"),
    ],
)
def test_a_foul_is_a_verdict_and_not_a_hang(
    how: str, verdict: Verdict, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those that must run out of time have little of it: on a busy machine all others need more."""
    runs_out = verdict is Verdict.TLE
    monkeypatch.setattr("twoends.judge.bots.SECONDS_TO_START", 1.0 if how in ("sleeps", "buffers") else 10.0)
    monkeypatch.setattr("twoends.judge.bots.PATIENCE", 0.5 if runs_out else 10.0)
    limits = Limits(0.2 if how in ("sleeps", "buffers", "sleeps-later") else 10.0)
    judgement = judge_bot(
        command(f"bad_bots.py {how}"), rows=ROWS, opponents=[opponent("optimal")], limits=limits
    )
    said = {foul.sentence for foul in judgement.fouls}
    assert (judgement.verdict, said) == (verdict, {sentence})
    assert not judgement.accepted


@pytest.mark.parametrize("how", ["", "errors"])
def test_a_well_behaved_bot_is_accepted_and_recognised(how: str) -> None:
    judgement = judge_bot(command(f"bad_bots.py {how}"), games=15)
    assert judgement.accepted, judgement.fouls
    assert judgement.plays_like == ("greedy (ties left)",)
    assert len(judgement.games) == 15 * len(OPPONENTS) * 2


def test_the_example_bots_do_what_they_say() -> None:
    larger_end = judge_bot([*PYTHON, str(EXAMPLES / "larger_end.py")], games=15)
    assert larger_end.accepted
    assert larger_end.plays_like == ("greedy (ties left)",)
    best = judge_bot([compiled(EXAMPLES / "best.c")], games=25, opponents=[opponent("optimal")], perfect=True)
    assert best.accepted, best.worst
    assert [record.loss for record in best.records] == [0]
    assert len((EXAMPLES / "larger_end.py").read_text().splitlines()) <= 20


@pytest.mark.parametrize("against", ["optimal", "greedy", "generous"])
def test_our_own_bot_meets_the_judge_and_loses_nothing(against: str) -> None:
    opponents = [each for each in OPPONENTS if str(each).startswith(against)][:1]
    judgement = judge_bot([*BEST_BOT, "--against", against], games=18, opponents=opponents, perfect=True)
    assert judgement.accepted, (judgement.fouls, judgement.worst)


def test_losses_are_those_of_exhaustive_search() -> None:
    """The total that was there at first is the total in the end plus every loss, for fixed opponents."""
    for who in OPPONENTS:
        if who.stochastic:
            continue
        judgement = judge_player("larger", larger_end, rows=ROWS, opponents=[who])
        for played in judgement.games:
            values, first = played.game.shape.cards.values, played.game.you_first
            book = Rulebook.of(Row.of(values), first)
            best = exhaustive(book, who, book.start).solve(book.start).yours
            assert played.best == best, played
            assert played.game.yours + played.loss == best, played
            assert all(loss >= 0 for loss in played.losses), played


def test_against_chance_a_loss_is_an_exact_expectation() -> None:
    (random,) = (each for each in OPPONENTS if each.stochastic)
    judgement = judge_player("larger", larger_end, rows=[Row.of([1, 3, 100, 2])], opponents=[random])
    moving_first = judgement.games[0]
    assert moving_first.best == 101  # take the 1: whatever he takes, the 100 is yours
    # It takes the 2. The opponent leaves 3 100 or 1 3, each as often as the other.
    assert moving_first.losses[0] == 101 - (2 + Fraction(100 + 3, 2))


def larger_end(position: Position) -> Side:
    return LEFT if position.left > position.right else RIGHT


def test_games_are_replayable_and_opponents_play_as_they_do_elsewhere() -> None:
    judgement = judge_player(
        "larger", larger_end, rows=ROWS, opponents=[opponent("optimal"), opponent("greedy")]
    )
    for played in judgement.games:
        assert Game(played.game.shape, played.game.you_first, played.game.ends).over
        seats = ("greedy right", str(played.against))
        other = match(played.game.shape, *(seats if played.game.you_first else reversed(seats)))
        yours = {other.game.yours, other.game.theirs}
        assert played.game.yours in yours, f"{played} against {other}"


class Unspeakable:
    def __repr__(self) -> str:
        raise ValueError


def fail(what: object) -> None:
    raise ValueError(what)


def stops_at_nothing() -> None:
    while True:
        with contextlib.suppress(Exception):
            time.sleep(0.001)


def answers_late() -> Side:
    with contextlib.suppress(BaseException):
        stops_at_nothing()
    return LEFT


@pytest.mark.parametrize(
    ("player", "verdict", "sentence"),
    [
        (lambda position: 1 / 0, Verdict.RE, "it raised ZeroDivisionError: division by zero"),
        (lambda position: "L", Verdict.WA, "it answered 'L': return twoends.LEFT or twoends.RIGHT"),
        (lambda position: sys.exit("enough"), Verdict.RE, "it raised SystemExit: enough"),
        (lambda position: None, Verdict.WA, "it answered None: return twoends.LEFT or twoends.RIGHT"),
        (
            lambda position: "x" * 99,
            Verdict.WA,
            f"it answered '{'x' * 12}...{'x' * 13}': return twoends.",
        ),
        (lambda position: Unspeakable(), Verdict.WA, "it answered <Unspeakable instance at 0x"),
        (lambda position: fail("one\ntwo"), Verdict.RE, "it raised ValueError: one"),
        (lambda position: fail(Unspeakable()), Verdict.RE, "it raised ValueError: <exception str() failed>"),
        (lambda position: stops_at_nothing(), Verdict.TLE, "it did not answer within 0.2 s"),
        (lambda position: answers_late(), Verdict.TLE, "it did not answer within 0.2 s"),
    ],
)
def test_a_python_player_fouls_in_a_sentence(player: object, verdict: Verdict, sentence: str) -> None:
    seconds = 0.2 if verdict is Verdict.TLE else 20.0
    judgement = judge_player("mine", player, rows=ROWS, opponents=[opponent("optimal")], seconds=seconds)  # type: ignore[arg-type]  # players that are none
    assert judgement.verdict is verdict
    assert judgement.fouls[0].sentence.startswith(sentence), judgement.fouls[0].sentence
    assert judgement.left_out == 2 * len(ROWS) - games.MOST_FOULS


def test_a_player_that_catches_everything_ends_with_the_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import time\n"
        "def deaf(position):\n"
        "    while True:\n"
        "        try: time.sleep(0.01)\n"
        "        except: pass\n"
    )
    run = subprocess.run(
        [sys.executable, "-m", "twoends", "check-player", "mine:deaf", "--time", "0.2"],
        capture_output=True, text=True, check=False, cwd=tmp_path, timeout=PATIENCE,
    )  # fmt: skip
    assert (run.returncode, run.stdout) == (1, ""), run
    assert run.stderr.startswith("TLE  time limit exceeded: the player did not answer within 0.2 s"), run
    assert len(run.stderr.splitlines()) == 1, run.stderr


def test_what_a_player_prints_is_no_part_of_the_report(capsys: pytest.CaptureFixture[str]) -> None:
    def prints(position: Position) -> Side:
        print("thinking")
        return LEFT

    assert judge_player("prints", prints, rows=ROWS[:1], opponents=[opponent("optimal")]).accepted
    shown = capsys.readouterr()
    assert (shown.out, set(shown.err.split())) == ("", {"thinking"})


def test_the_alarm_of_whoever_judges_is_theirs_again_and_other_threads_have_none() -> None:
    before = signal.getsignal(signal.SIGALRM)
    judged: list[bool] = []

    def judge() -> None:
        judged.append(judge_player("larger", larger_end, rows=ROWS[:1]).accepted)

    judge()
    thread = threading.Thread(target=judge)
    thread.start()
    thread.join()
    assert judged == [True, True]
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def best_player(row: Row, *, moves_first: bool) -> Player:
    respond = best_response(Game(row, moves_first))
    return lambda position: respond(position.state, Random(0))


def test_perfect_play_is_held_to_every_move() -> None:
    row = Row.of([1, 3, 100, 2])
    best = best_player(row, moves_first=True)
    lossy = judge_player("larger", larger_end, rows=[row], opponents=[opponent("optimal")], perfect=True)
    assert (lossy.verdict, lossy.worst and lossy.worst.loss) == (Verdict.WA, 96)
    assert judge_player("best", best, rows=[row], opponents=[opponent("optimal")], perfect=True).accepted


def test_rows_too_long_for_a_table_are_refused() -> None:
    with pytest.raises(TaskError, match="a row has 201 cards"):
        judge_player("larger", larger_end, rows=[Row.of([1] * 201)])


def test_the_same_seed_gives_the_same_games() -> None:
    one, other = (judge_player("larger", larger_end, games=18, seed=3) for _ in range(2))
    assert one == other
    assert one.games != judge_player("larger", larger_end, games=18, seed=4).games
    assert game_rows(18, seed=3) == game_rows(18, seed=3) != game_rows(18, seed=4)


def test_a_random_opponent_plays_by_the_seed_and_anew_in_every_game() -> None:
    rows = [Row.of([1] * 40)] * 3

    def sides(seed: int) -> list[tuple[AnyMove, ...]]:
        judged = judge_player("larger", larger_end, rows=rows, opponents=[opponent("random")], seed=seed)
        return [played.game.ends for played in judged.games]

    assert len(set(sides(1))) == 6, "three rows, and either player to start"
    assert sides(1) == sides(1)
    assert not set(sides(1)) & set(sides(2))
    assert all(len(set(each[turn:-1:2])) == 2 for turn, each in zip((1, 0) * 3, sides(1), strict=True))


# --- the bot's side ----------------------------------------------------------------------------


def spoken(lines: str) -> str:
    answers = io.StringIO()

    speak(lambda row, moves_first: best_player(row, moves_first=moves_first), io.StringIO(lines), answers)
    return answers.getvalue()


def test_the_transcript_of_the_documentation_is_true() -> None:
    """Lines after `>` are the referee's, after `<` the bot's; they are what `twoends bot` says."""
    text = (Path(__file__).parent.parent / "docs" / "judge.md").read_text("utf-8")
    transcript = text.partition("<!-- transcript -->")[2].partition("```\n")[2].partition("```")[0]
    lines = transcript.splitlines()
    said = "".join(f"{line[2:].partition('  ')[0]}\n" for line in lines if line.startswith("> "))
    answered = "".join(f"{line[2:].partition('  ')[0]}\n" for line in lines if line.startswith("< "))
    assert answered
    run = subprocess.run(BEST_BOT, input=said, capture_output=True, text=True, check=True)
    assert run.stdout == answered
    game = parse_game("8 15 3 7 / first / RLLL")
    assert f"> over {game.yours} {game.theirs}" in transcript


@pytest.mark.parametrize(
    ("lines", "fault"),
    [
        ("move\n", "'move' is not expected here"),
        ("row 8 15\nhello\n", "'hello' is not expected here"),
        ("row 8\nmove\nmove\n", "'move' is not expected here"),
        ("row 8 15\ntook X\n", "names no side"),
    ],
)
def test_a_referee_out_of_protocol_is_told_in_a_sentence(lines: str, fault: str) -> None:
    with pytest.raises(ProtocolError, match=fault):
        spoken(lines)
