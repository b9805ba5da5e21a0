"""Bots and players: fouls are verdicts and not hangs, results and losses are exact."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cases import slow
from command_line import in_a_process
from judged import PYTHON, command, compiled
from twoends import LEFT, RIGHT, Game, Position, Row
from twoends.answers.matches import match
from twoends.judge import Limits, Verdict, judge_bot, judge_player
from twoends.judge.games import OPPONENTS
from twoends.rules.notation import parse_game
from twoends.rules.opponents import opponent
from twoends.rules.sides import AnyMove, Side

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
ROWS = [Row.of(values) for values in ([8, 15, 3, 7], [1, 30, 100, 15, 2], [4])]
BEST_BOT = [sys.executable, "-m", "twoends", "bot"]


@pytest.mark.parametrize(
    ("how", "verdict", "sentence"),
    [
        ("leaves", Verdict.RE, "it stopped answering before the games were over"),
        ("sleeps", Verdict.TLE, "it did not answer within 0.4 s: does it flush its output?"),
        ("endless", Verdict.PE, "it wrote a line that is too long: a move is L or R"),
        (
            "says-goodbye-and-fails",
            Verdict.PE,
            "it wrote an extra line: 'goodbye'; then it ended with exit status 1: that went wrong",
        ),
        ("stays", Verdict.TLE, "it did not exit at the end of its input"),
    ],
)
def test_a_foul_is_a_verdict_and_not_a_hang(
    how: str, verdict: Verdict, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only those that must run out of time have little of it: on a busy machine all others need more."""
    runs_out = verdict is Verdict.TLE
    monkeypatch.setattr("twoends.judge.bots.SECONDS_TO_START", 0.2 if how == "sleeps" else 10.0)
    monkeypatch.setattr("twoends.judge.bots.PATIENCE", 0.3 if runs_out else 10.0)
    limits = Limits(0.2 if how == "sleeps" else 10.0)
    judgement = judge_bot(
        command(f"bad_bots.py {how}"), rows=ROWS, opponents=[opponent("optimal")], limits=limits
    )
    said = {foul.sentence for foul in judgement.fouls}
    assert (judgement.verdict, said) == (verdict, {sentence})
    assert not judgement.accepted


@pytest.mark.parametrize("how", ["", "errors"])
def test_a_well_behaved_bot_is_accepted_and_recognised(how: str) -> None:
    judgement = judge_bot(command(f"bad_bots.py {how}"), games=5)
    assert judgement.accepted, judgement.fouls
    assert judgement.plays_like == ("greedy (ties left)",)
    assert len(judgement.games) == 5 * len(OPPONENTS) * 2


def test_the_example_bots_do_what_they_say() -> None:
    larger_end = judge_bot([*PYTHON, str(EXAMPLES / "larger_end.py")], games=5)
    assert larger_end.accepted
    assert larger_end.plays_like == ("greedy (ties left)",)
    best = judge_bot([compiled(EXAMPLES / "best.c")], games=6, opponents=[opponent("optimal")], perfect=True)
    assert best.accepted, best.worst
    assert [record.loss for record in best.records] == [0]
    assert len((EXAMPLES / "larger_end.py").read_text().splitlines()) <= 20


@pytest.mark.parametrize("against", ["greedy", *slow("optimal", "generous")])
def test_our_own_bot_meets_the_judge_and_loses_nothing(against: str) -> None:
    opponents = [each for each in OPPONENTS if str(each).startswith(against)][:1]
    judgement = judge_bot([*BEST_BOT, "--against", against], games=6, opponents=opponents, perfect=True)
    assert judgement.accepted, (judgement.fouls, judgement.worst)


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


def test_a_player_that_catches_everything_ends_with_the_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "import time\n"
        "def deaf(position):\n"
        "    while True:\n"
        "        try: time.sleep(0.01)\n"
        "        except: pass\n"
    )
    run = in_a_process("check-player", "mine:deaf", "--time", "0.2", cwd=tmp_path)
    assert (run.status, run.out) == (1, ""), run
    assert run.err.startswith("TLE  time limit exceeded: the player did not answer within 0.2 s"), run
    assert len(run.err.splitlines()) == 1, run


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


def test_the_transcript_of_the_documentation_is_true() -> None:
    """Lines after `>` are the referee's, after `<` the bot's; they are what `twoends bot` says."""
    text = (Path(__file__).parent.parent / "docs" / "judge.md").read_text("utf-8")
    transcript = text.partition("<!-- transcript -->")[2].partition("```\n")[2].partition("```")[0]
    lines = transcript.splitlines()
    said = "".join(f"{line[2:].partition('  ')[0]}\n" for line in lines if line.startswith("> "))
    answered = "".join(f"{line[2:].partition('  ')[0]}\n" for line in lines if line.startswith("< "))
    assert answered
    assert in_a_process("bot", stdin=said).out == answered
    game = parse_game("8 15 3 7 / first / RLLL")
    assert f"> over {game.yours} {game.theirs}" in transcript
