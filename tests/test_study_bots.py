"""Programs at the table of a study: they get what they take, and nothing after a foul."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from twoends.answers.matches import match
from twoends.judge.bots import Bot
from twoends.rules.errors import TwoEndsError
from twoends.study import Pairing, Study, StudyError, bots, round_robin, run, standings
from twoends.study.charts import LONGEST_NAME, charts
from twoends.study.draw import draw
from twoends.study.tables import tables

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


def test_a_bot_that_plays_greedily_gets_what_greedy_gets(tmp_path: Path) -> None:
    results = run(
        study(f"{bot(tmp_path, 'greedy.py', GREEDY)} against optimal", "greedy left against optimal")
    )
    program, ours = (
        {s.measure: (s.values, s.counts) for s in results.summaries if s.pairing == str(pairing)}
        for pairing in results.study.pairings
    )
    assert {name: program[name] for name in ours if not name.endswith((" least", " uniform", " most"))} == {
        name: found for name, found in ours.items() if not name.endswith((" least", " uniform", " most"))
    }, "nobody knows what a program would do elsewhere, so ties are not broken for or against it"
    assert program["foul first"] == program["foul second"] == ((0,), (6,))


def test_after_a_foul_the_opponent_gets_what_is_left(tmp_path: Path) -> None:
    described = study(f"{bot(tmp_path, 'fouls.py', FOULS_ON_ITS_SECOND_MOVE)} against greedy", count=2)
    results = run(described)
    (chunk,) = described.chunks()
    rows = draw(described, chunk).tolist()
    you = described.pairings[0]
    margins = results.summary(you, "margin first")
    counted = Counter(dict(zip(margins.values, margins.counts, strict=True)))
    assert counted == Counter(2 * row[0] - sum(row) for row in rows)
    assert results.summary(you, "foul first").positive == 2


def test_a_bot_that_keeps_fouling_is_not_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    starts = []

    class Counted(Bot):
        def __init__(self, *told: Any) -> None:
            starts.append(told)
            super().__init__(*told)

    monkeypatch.setattr(bots, "Bot", Counted)
    program = "import sys\nprint('hello', flush=True)\nfor line in sys.stdin:\n    pass\n"
    described = study(f"greedy against {bot(tmp_path, 'chats.py', program)}", count=9)
    results, (chunk,) = run(described), described.chunks()
    assert results.summary(described.pairings[0], "foul first").negative == 9
    assert len(starts) == 6, "three starts for each first mover"
    margins = results.summary(described.pairings[0], "margin first")
    whole = sum(map(sum, draw(described, chunk).tolist()))
    assert margins.mean * 9 == whole, "all that was left is yours"


def test_bots_take_part_in_tournaments(tmp_path: Path) -> None:
    players = [
        "optimal",
        bot(tmp_path, "greedy.py", GREEDY),
        bot(tmp_path, "fouls.py", FOULS_ON_ITS_SECOND_MOVE),
    ]
    cup = Study(rows="uniform 1 9", lengths=(8,), count=5, pairings=round_robin(players))
    results = run(cup)
    ranked = {each.player: each for each in standings(results)}
    assert tables(results)[0].header[-1] == "fouls"
    ((_, picture),) = charts(results)
    names = [label.get_text() for label in picture.axes[0].get_yticklabels()]
    assert any(name.endswith("/fouls.py") for name in names), names
    assert max(map(len, names)) <= LONGEST_NAME, f"{names} leave no room for the picture"
    assert ranked[players[2]].fouls > 0
    assert ranked[players[0]].fouls == ranked[players[1]].fouls == 0
    (chunk,) = cup.chunks()
    greedy = [match(row, "greedy left", "optimal").game for row in draw(cup, chunk).tolist()]
    margin = sum(game.yours - game.theirs for game in greedy)
    moving_second = results.summary(f"optimal against {players[1]}", "margin second")
    assert moving_second.mean * moving_second.rows == -margin


def test_a_program_that_is_not_there_is_named() -> None:
    with pytest.raises(TwoEndsError, match="'nobody' is not on the path"):
        run(study("bot nobody against greedy"))


def test_the_best_response_to_a_bot_is_not_known() -> None:
    with pytest.raises(StudyError, match="the best response to a bot is not known"):
        study("best against bot ./mine")
