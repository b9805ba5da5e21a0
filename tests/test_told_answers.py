"""Answers that are not everyday ones, as they are told: in floats, without a line, long games, played on."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from command_line import run
from twoends import Board, Circle, MethodError, Row, deal, parse, puzzles, review, solve
from twoends.answers.solution import Solution
from twoends.rules.games import Game
from twoends.rules.sides import LEFT, RIGHT
from twoends.views import scoresheet
from twoends.views.explain import futures_text
from twoends.views.files import FileError, write_whole
from twoends.views.json import json_number, json_solution
from twoends.views.puzzles import answer, depth_text, question, reason, result
from twoends.views.summaries import advice, summary

play: Any = import_module("twoends.cli.play")
solving: Any = import_module("twoends.cli.solve")


def half(left: int, right: int, after_left: int, after_right: int) -> float:
    return (after_left + after_right) / 2.0


def mixed(left: int, right: int, after_left: int, after_right: int) -> Fraction:
    return Fraction(after_left + after_right, 2)


# --- solutions ---------------------------------------------------------------------------------

NO_LINE = "Their rule mixes both sides, so there is no line of play: ask again at each position."


@pytest.mark.parametrize("rule", [half, mixed])
def test_a_rule_that_mixes_both_sides_has_no_line_and_one_in_floats_is_rounded(rule: Any) -> None:
    name = f"{__name__}:{rule.__name__}"
    rounded = [f"  (rounded, because {name} answers in floats)"] * (rule is half)
    assert summary(solve([8, 15, 3, 7], rule)).split("\n") == [
        f"8 15 3 7   against your own opponent {name}",
        "",
        "  You move first     22 : 11     you win by 11",
        "  You move second  18.5 : 14.5   you win by 4",
        *rounded,
        "",
        "Go first. Take the right end, 7: the left end, 8, costs you 3.",
        NO_LINE,
    ]


def test_an_expectation_in_floats_says_how_far_it_is_right() -> None:
    solution = solve([place * 37 % 101 for place in range(900)], "random")
    assert float(solution.error) == pytest.approx(1.8e-8, rel=0.1)
    assert summary(solution).split("\n")[2:] == [
        "  You move first   28580.8239704 : 16413.1760296   you win by 12167.6479408 on average",
        "  You move second  28578.9059217 : 16415.0940783   you win by 12163.8118434 on average",
        "  (computed in floats; each total is right to within 2e-08)",
        "",
        "Go first. Take the right end, 34: the left end, 0, costs you 5.76564426 on average.",
        "Their moves are random, so there is no line of play: ask again at each position.",
    ]
    assert json_solution(solution)["error"] == solution.error


def test_a_line_that_is_refused_says_so_where_it_would_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(solution: Solution) -> None:
        raise MethodError("it takes too much room")

    solution = solve([8, 15, 3, 7], "greedy")
    for name in ("line", "line_second"):
        monkeypatch.setattr(Solution, name, property(refuse))
    assert summary(solution).split("\n")[-1] == "No line of play: it takes too much room."
    told = json_solution(solution)
    assert (told["line"], told["line_second"]) == (None, None)


def test_where_nobody_knows_the_second_total_the_move_alone_is_advised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solution = solve([8, 15, 3, 7])
    for name in ("second", "margin_second", "go_first"):
        monkeypatch.setattr(Solution, name, None)
    assert advice(solution) == "Take the right end, 7: the left end, 8, exposes the 15 and costs you 7."


def test_a_table_of_solutions_shows_what_is_unknown_and_what_is_rounded() -> None:
    row = Row.of([8, 15, 3])

    def solved(name: str, **facts: Any) -> Any:
        known = {
            "shape": row,
            "game": Game(row),
            "opponent": name,
            "error": 0,
            "line": None,
            "order_irrelevant": False,
        }
        return SimpleNamespace(**(known | facts))

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


def test_json_has_numbers_where_they_are_whole() -> None:
    assert [json_number(value) for value in (Fraction(4, 2), 0.5, 2.0, Fraction(-1, 3))] == [
        2,
        0.5,
        2.0,
        "-1/3",
    ]
    assert json.dumps(json_number(2.0)) == "2.0"


# --- reviews -----------------------------------------------------------------------------------

HEAD = "move  by        takes  mark        gives away  your margin"
MISTAKES = [
    "   1  you       L 3    inaccuracy           3          +33",
    "   2  opponent  L 1    inaccuracy           3          +39",
    "   5  you       R 2    inaccuracy           3          +33",
    "   6  opponent  L 1    inaccuracy           4          +41",
]


@pytest.mark.parametrize(
    ("moves", "mistakes", "lines"),
    [
        (7, 4, [HEAD, *MISTAKES, "(4 of 8 moves were best)"]),
        (
            7,
            3,
            [HEAD, MISTAKES[0], MISTAKES[1], MISTAKES[3],
             "(4 of 8 moves were best; the costliest 3 of 4 mistakes are listed)"],
        ),
        (
            7,
            1,
            [HEAD, MISTAKES[3], "(4 of 8 moves were best; the costliest 1 of 4 mistakes are listed)"],
        ),
    ],
)  # fmt: skip
def test_of_a_long_game_the_costliest_mistakes_are_listed(
    moves: int, mistakes: int, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = review(parse("3 1 40 1 5 9 2 6 / first / LLLRRLRL"))
    monkeypatch.setattr(scoresheet, "MOST_MOVES_LISTED", moves)
    monkeypatch.setattr(scoresheet, "MOST_MISTAKES_LISTED", mistakes)
    assert scoresheet.review_text(judged).split("\n\n")[2].split("\n") == lines
    monkeypatch.setattr(scoresheet, "MOST_MOVES_LISTED", 8)
    assert len(scoresheet.review_text(judged).split("\n\n")[2].split("\n")) == 9, "all of a short game"


@pytest.mark.parametrize(("width", "blocks"), [(None, 40), (100, 60), (70, 30), (50, 20)])
def test_the_promise_of_a_long_game_is_as_wide_as_there_is_room(width: int | None, blocks: int) -> None:
    judged = review(parse(f"{' '.join(['1 2'] * 40)} / first / {'L' * 79}"))
    promise = scoresheet.review_text(judged, width).split("\n\n")[1]
    assert sum(character in "▁▂▃▄▅▆▇█" for character in promise) == blocks


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (
            "1 5 / first / L / random",
            "Turning point: move 1, L 1 by you. Before it you win by 4 on average, after it you lose by 4.",
        ),
        (
            "1 9 2 / second / LR / random",
            "Turning point: move 2, R 2 by you. Before it you win by 6 on average, after it you lose by 8.",
        ),
    ],
)
def test_a_promise_is_one_on_average_while_there_are_random_moves_to_come(game: str, told: str) -> None:
    assert scoresheet.review_text(review(parse(game))).split("\n\n")[-1] == told


def test_a_review_in_floats_has_no_digits_beyond_their_error() -> None:
    row = " ".join(str(place * 37 % 101) for place in range(900))
    text = scoresheet.review_text(review(parse(f"{row} / first / L / random")))
    assert text.split("\n\n")[1:3] == [
        "Promised margin: +12167.6479408 █▁ +12156.1166523",
        "move  by   takes  mark        gives away     your margin\n"
        "   1  you  L 0    inaccuracy  5.76564426  +12156.1166523",
    ]


# --- puzzles -----------------------------------------------------------------------------------


def test_a_puzzle_is_asked_answered_and_shared() -> None:
    made = puzzles.puzzle(3, length=5, depth=2, opponent="greedy left", you_first=False)
    assert question(made) == (
        "5 cards, depth 2, against a greedy opponent (ties left). They moved first and took the 16: "
        "left or right?"
    )
    assert depth_text(made) == (
        "Depth 2: look 2 moves ahead or more, yours and theirs, to see which end is better; "
        "fewer are not enough."
    )
    wrong = LEFT if made.best is RIGHT else RIGHT
    assert answer(made, made.best).split("\n") == [
        f"Right. {reason(made)}",
        "",
        *futures_text(made.game).split("\n"),
    ]
    assert answer(made, wrong).split("\n")[0] == f"No: that gives away {made.loss}. {reason(made)}"
    assert "That card alone does not decide it" not in reason(made)
    one = puzzles.puzzle(3, length=5, depth=1)
    assert depth_text(one) == "Depth 1: the larger end is the better one, however far one looks ahead."
    said = "Two Ends, rung 1-5-1-3: missed. 5 cards, depth 1"
    assert result("rung", one, solved=False) == f"{said}."
    assert result("rung", one, solved=False, streak=1) == f"{said}, 1 day in a row."
    assert result("rung", one, solved=False, streak=2) == f"{said}, 2 days in a row."


# --- playing -----------------------------------------------------------------------------------


def test_what_is_played_is_dealt_or_named() -> None:
    assert play._shape_or_game([], 7) == deal(seed=7)
    assert play._shape_or_game(["CIRCLE"], 7) == Circle.of_deck(deal(seed=7))
    assert play._shape_or_game(["board"], 7) == Board.of_deck(deal(seed=7))
    assert play._shape_or_game(["circle", "1", "2"], 7) == Circle([1, 2])
    assert play._shape_or_game(["8", "15"], 7) == Row.of([8, 15])
    assert [play._shape_alone(words) for words in ([], ["row"], ["Board"], ["board", "1"])] == [
        "",
        "row",
        "board",
        "",
    ]
    ran = run("play", "-", stdin="8 15\n3 7\n")
    assert (ran.status, ran.err) == (2, "twoends: there are 2 rows: play one of them\n")


# --- notebooks and files -----------------------------------------------------------------------


def test_a_file_is_written_whole_over_the_one_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "made" / "row.txt"
    for content in (b"8 15", b"3"):
        write_whole(path, content)
        assert path.read_bytes() == content
    assert [each.name for each in path.parent.iterdir()] == ["row.txt"]
    monkeypatch.setattr("twoends.views.files.token_hex", lambda size: f"{size} bytes")
    (path.parent / "8 bytes.unfinished").mkdir()
    with pytest.raises(FileError) as fault:
        write_whole(path, b"7")
    assert str(fault.value) == f"{path} cannot be written: Is a directory; mend that and run again"
    assert path.read_bytes() == b"3"
