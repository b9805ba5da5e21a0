"""Programs at the table of a study: they get what they take, and nothing after a foul."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from twoends.judge.bots import Bot
from twoends.rules.errors import TwoEndsError
from twoends.study import Pairing, Study, StudyError, bots, round_robin, run, standings
from twoends.study.draw import draw

GREEDY = (Path(__file__).parents[1] / "examples" / "bots" / "larger_end.py").read_text("utf-8")
"""Takes the larger end, of equal ones the left."""

FOULS_ON_ITS_SECOND_MOVE = """\
import sys
moves = 0
for line in sys.stdin:
    if line == "move\\n":
        moves += 1
        print("L" if moves < 2 else "left, please", flush=True)
"""


def bot(folder: Path, name: str, program: str) -> str:
    (folder / name).write_text(program)
    return f"bot {sys.executable} {folder / name}"


def study(*pairings: str, count: int = 6) -> Study:
    return Study(rows="uniform 1 9", lengths=(7,), count=count, pairings=tuple(map(Pairing.of, pairings)))


def test_a_greedy_bot_scores_what_greedy_scores(tmp_path: Path) -> None:
    results = run(
        study(f"{bot(tmp_path, 'greedy.py', GREEDY)} against optimal", "greedy left against optimal")
    )
    of_bot, of_greedy = (
        {s.measure: (s.values, s.counts) for s in results.summaries if s.pairing == str(pairing)}
        for pairing in results.study.pairings
    )
    assert of_bot.pop("foul first") == of_bot.pop("foul second") == ((0,), (6,))
    assert of_bot == {
        measure: values
        for measure, values in of_greedy.items()
        if not measure.endswith((" least", " uniform", " most"))
    }, "nobody knows what a program would do elsewhere, so there is no band over ties"


def test_after_a_foul_the_opponent_gets_the_remaining_cards(tmp_path: Path) -> None:
    described = study(f"{bot(tmp_path, 'fouls.py', FOULS_ON_ITS_SECOND_MOVE)} against greedy", count=2)
    results = run(described)
    (chunk,) = described.chunks()
    rows = draw(described, chunk).tolist()
    you = described.pairings[0]
    margins = results.summary(you, "margin first")
    counted = Counter(dict(zip(margins.values, margins.counts, strict=True)))
    assert counted == Counter(2 * row[0] - sum(row) for row in rows)
    assert results.summary(you, "foul first").positive == 2


def test_a_bot_that_fouls_three_times_is_not_started_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    starts = []

    class Counted(Bot):
        def __init__(self, *arguments: Any) -> None:
            starts.append(arguments)
            super().__init__(*arguments)

    monkeypatch.setattr(bots, "Bot", Counted)
    program = "import sys\nprint('hello', flush=True)\nfor line in sys.stdin:\n    pass\n"
    described = study(f"greedy against {bot(tmp_path, 'chats.py', program)}", count=9)
    results, (chunk,) = run(described), described.chunks()
    assert results.summary(described.pairings[0], "foul first").negative == 9
    assert len(starts) == 6, "three starts for each first mover"
    margins = results.summary(described.pairings[0], "margin first")
    whole = sum(map(sum, draw(described, chunk).tolist()))
    assert margins.mean * 9 == whole, "all that was left is yours"


def test_the_standings_count_the_fouls_of_bots(tmp_path: Path) -> None:
    greedy = bot(tmp_path, "greedy.py", GREEDY)
    fouling = bot(tmp_path, "fouls.py", FOULS_ON_ITS_SECOND_MOVE)
    tournament = Study(
        rows="uniform 1 9", lengths=(8,), count=1, pairings=round_robin(["optimal", greedy, fouling])
    )
    fouls = {standing.player: standing.fouls for standing in standings(run(tournament))}
    assert fouls.pop(fouling) > 0
    assert fouls == {"optimal": 0, greedy: 0}


def test_a_missing_program_is_named() -> None:
    with pytest.raises(TwoEndsError, match="'nobody' is not on the path"):
        run(study("bot nobody against greedy"))


def test_there_is_no_best_response_to_a_bot() -> None:
    with pytest.raises(StudyError, match="the best response to a bot is not known"):
        study("best against bot ./mine")
