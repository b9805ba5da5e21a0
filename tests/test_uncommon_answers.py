"""Uncommon answers as text: in floats, without a line of play, of long games."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from command_line import run
from expected import is_expected
from twoends import Board, Circle, MethodError, Row, deal, parse, puzzles, review, solve
from twoends.answers.solution import Solution
from twoends.cli.arguments import bare_shape
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT
from twoends.views import scoresheet
from twoends.views.files import FileError, write_whole
from twoends.views.json import json_solution
from twoends.views.puzzles import answer, depth_text, question, reason
from twoends.views.summaries import summary

play: Any = import_module("twoends.cli.play")
solving: Any = import_module("twoends.cli.solve")


# --- solutions ---------------------------------------------------------------------------------


def texts() -> Iterator[tuple[str, str]]:
    """Texts of uncommon answers, in floats, on average; and of puzzles."""
    for circle in ("1/2 1/3 2/3", "1/2 5 2/3 1/3 0"):  # the form ignores losses that are not shown
        yield f"fractions around {circle}", summary(solve(parse(f"circle {circle}")))
    row = [place * 37 % 101 for place in range(900)]
    yield "900 cards in floats", summary(solve(row, "random")).split("\n", 1)[1]
    text = scoresheet.review_text(review(parse(f"{' '.join(map(str, row))} / first / L / random")))
    yield "a review of them", "\n".join(text.split("\n\n")[1:3])
    for game in ("1 5 / first / L / random", "1 9 2 / second / LR / random"):
        yield game, scoresheet.review_text(review(parse(game))).split("\n\n")[-1]
    made = puzzles.puzzle(3, length=5, depth=2, opponent="greedy left", you_first=False)
    wrong = LEFT if made.best == RIGHT else RIGHT
    for name, text in (
        *(("asked", question(made)), ("deep", depth_text(made)), ("why", reason(made))),
        *(("right", answer(made, made.best)), ("wrong", answer(made, wrong))),
    ):
        yield f"{made.name}, {name}", text
    one = puzzles.puzzle(3, length=5, depth=1)
    yield f"{one.name}, deep", depth_text(one)


def test_uncommon_answers_in_full() -> None:
    is_expected("uncommon_answers.txt", "\n".join(f"{name}:\n{text}\n" for name, text in texts()))


def test_a_refused_line_of_play_is_replaced_by_its_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(solution: Solution) -> None:
        raise MethodError("it takes too much room")

    solution = solve([8, 15, 3, 7], "greedy")
    for name in ("line", "line_second"):
        monkeypatch.setattr(Solution, name, property(refuse))
    assert summary(solution).split("\n")[-1] == "No line of play: it takes too much room."
    keys = json_solution(solution)
    assert (keys["line"], keys["line_second"]) == (None, None)


def test_without_a_second_total_only_the_move_is_advised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution = solve([8, 15, 3, 7])
    for name in ("second", "margin_second", "go_first"):
        monkeypatch.setattr(Solution, name, None)
    advice = summary(solution).split("\n")[-2]
    assert advice == "Take the right end, 7: the left end, 8, exposes the 15 and costs you 7."


def test_a_table_of_solutions_marks_unknown_and_rounded_totals() -> None:
    row = Row.of([8, 15, 3])

    def solved(name: str, **facts: Any) -> Any:
        usual = {"shape": row, "game": Game(row), "opponent": name, "error": 0, "line": None}
        return SimpleNamespace(**(usual | {"order_irrelevant": False} | facts))

    text = solving._table(
        [
            solved("a", first=Fraction(1, 3), second=None, go_first=None, best=(LEFT,)),
            solved("b", first=1.23456, second=2.0, go_first=False, best=(LEFT, RIGHT), error=0.01),
            solved("c", first=Fraction(1, 2), second=1, go_first=True, best=(), line=solve([8, 15]).line),
            solved("d", first=2, second=2, go_first=True, best=(RIGHT,), order_irrelevant=True),
        ]
    )
    assert text == (
        "8 15 3\n"
        "opponent   first  second  go      take  line moving first\n"
        "a            1/3       -  -       L     -\n"
        "b         ≈ 1.23     ≈ 2  second  LR    -\n"
        "c            1/2       1  first         RL\n"
        "d              2       2  either  R     -"
    )


def test_nobody_replies_after_the_last_move_or_before_your_next_one() -> None:
    for who in ("optimal", "greedy", "generous"):
        assert solve([8], who).reply(LEFT) is None, who
        assert solve([8, 15, 3], who, rules="stop 1").reply(RIGHT) is None, who
        assert solve([8, 15, 3], who, rules="turns AABB").reply(LEFT) is None, who
    assert solve([8, 15, 3], "greedy", rules="turns ABBA").reply(LEFT) == LEFT


# --- reviews -----------------------------------------------------------------------------------


def test_the_costliest_mistakes_of_a_long_game_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    judged = review(parse("3 1 40 1 5 9 2 6 / first / LLLRRLRL"))
    monkeypatch.setattr(scoresheet, "MAX_MOVES_LISTED", 7)
    monkeypatch.setattr(scoresheet, "MAX_MISTAKES_LISTED", 3)
    assert scoresheet.review_text(judged).split("\n\n")[2].split("\n") == [
        "move  by        takes  mark        gives away  your margin",
        "   1  you       L 3    inaccuracy           3          +33",
        "   2  opponent  L 1    inaccuracy           3          +39",
        "   6  opponent  L 1    inaccuracy           4          +41",
        "(4 of 8 moves were best; the costliest 3 of 4 mistakes are listed)",
    ]
    monkeypatch.setattr(scoresheet, "MAX_MOVES_LISTED", 8)
    assert len(scoresheet.review_text(judged).split("\n\n")[2].split("\n")) == 9, "all of a short game"


def test_a_move_of_equal_margin_is_not_counted_among_the_best_of_a_long_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scoresheet, "MAX_MOVES_LISTED", 0)
    judged = review(parse("-4 2 3 1 / take 2-any / first / R2 R2"))
    assert [move.mark for move in judged.moves] == ["equal", "best"]
    assert "(1 of 2 moves were best)" in scoresheet.review_text(judged)


@pytest.mark.parametrize(("width", "blocks"), [(None, 40), (100, 60), (70, 30), (50, 20)])
def test_the_sparkline_of_a_long_game_fits_the_width(width: int | None, blocks: int) -> None:
    judged = review(parse(f"{' '.join(['1 2'] * 40)} / first / {'L' * 79}"))
    promise = scoresheet.review_text(judged, width).split("\n\n")[1]
    assert sum(character in "▁▂▃▄▅▆▇█" for character in promise) == blocks


# --- playing -----------------------------------------------------------------------------------


def test_the_shape_to_play_is_dealt_or_given() -> None:
    assert play._shape_or_game([], 7) == deal(seed=7)
    assert play._shape_or_game(["CIRCLE"], 7) == Circle.of_deck(deal(seed=7))
    assert play._shape_or_game(["board"], 7) == Board.of_deck(deal(seed=7))
    assert play._shape_or_game(["circle", "1", "2"], 7) == Circle([1, 2])
    assert play._shape_or_game(["8", "15"], 7) == Row.of([8, 15])
    bare = [bare_shape(words) for words in ([], ["row"], ["Board"], ["board", "1"])]
    assert bare == [None, Row, Board, None]
    ran = run("play", "-", stdin="8 15\n3 7\n")
    assert (ran.status, ran.err) == (2, "twoends: there are 2 rows: play one of them\n")


# --- notebooks and files -----------------------------------------------------------------------


def test_a_file_is_replaced_as_a_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "made" / "row.txt"
    for content in (b"8 15", b"3"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["row.txt"]
    monkeypatch.setattr("twoends.views.files.token_hex", lambda size: f"{size} bytes")
    (path.parent / "8 bytes.unfinished").mkdir()
    with pytest.raises(FileError) as fault:
        write_whole(path, b"7")
    assert str(fault.value) == f"{path} cannot be written: Is a directory; correct that and run again"
    assert path.read_bytes() == b"3"
