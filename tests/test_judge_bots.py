"""Bots in real games: their fouls are verdicts."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from cases import slow
from command_line import run as twoends
from judged import PYTHON, command, compiled, judge_moves
from twoends import LEFT, RIGHT, Position, Row
from twoends.judge import Limits, Verdict, judge_bot
from twoends.judge.games import OPPONENTS
from twoends.rules.moves import Move
from twoends.rules.notation import parse_game
from twoends.rules.opponents import opponent

EXAMPLES = Path(__file__).parent.parent / "examples" / "bots"
ROWS = [Row.of(values) for values in ([8, 15, 3, 7], [1, 30, 100, 15, 2], [4])]
BEST_BOT = [sys.executable, "-m", "twoends", "bot"]


def test_a_bot_that_writes_and_fails_after_the_last_game_commits_a_foul(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("twoends.programs.bots.PATIENCE", 10.0)  # a busy machine needs more time
    judgement = judge_bot(command("bad_bot.py"), rows=ROWS, opponents=OPPONENTS[:1], limits=Limits(10.0))
    assert judgement.verdict is Verdict.PE
    assert {foul.sentence for foul in judgement.fouls} == {
        "it wrote an extra line: 'goodbye'; then it ended with exit status 1: that went wrong"
    }


def test_the_example_bots_play_as_documented() -> None:
    larger_end = judge_bot([*PYTHON, str(EXAMPLES / "larger_end.py")], games=5)
    assert larger_end.accepted
    assert larger_end.plays_like == ("greedy (ties left)",)
    best = judge_bot([compiled(EXAMPLES / "best.c")], games=6, opponents=[opponent("optimal")], perfect=True)
    assert best.accepted, best.worst
    assert [record.loss for record in best.records] == [0]
    assert len((EXAMPLES / "larger_end.py").read_text().splitlines()) <= 20


@pytest.mark.parametrize("against", ["greedy", *slow("optimal", "generous")])
def test_the_bot_command_plays_perfectly_before_the_judge(against: str) -> None:
    opponents = [each for each in OPPONENTS if str(each).startswith(against)][:1]
    judgement = judge_bot([*BEST_BOT, "--against", against], games=6, opponents=opponents, perfect=True)
    assert judgement.accepted, (judgement.fouls, judgement.worst)


def larger_end(position: Position) -> Move:
    return LEFT if position.left > position.right else RIGHT


def test_a_random_opponent_is_seeded_and_plays_differently_in_every_game() -> None:
    rows = [Row.of([1] * 20)] * 3

    def sides(seed: int) -> list[tuple[Move, ...]]:
        judged = judge_moves(larger_end, rows=rows, opponents=[opponent("random")], seed=seed)
        return [played.game.ends for played in judged.games]

    games = sides(1)
    assert len(set(games)) == 6, "three rows, and either player to start"
    assert sides(1) == games
    assert not set(games) & set(sides(2))
    for turn, moves in zip((1, 0) * 3, games, strict=True):
        assert {*moves[turn:-1:2]} == {LEFT, RIGHT}, "both sides occur"


# --- the bot's side ----------------------------------------------------------------------------


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
