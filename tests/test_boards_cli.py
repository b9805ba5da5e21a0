"""Boards and circles on the command line, the inputs of contests, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import refused, twoends

BOARD = "[1 2 | 3 7 4 | 9]"


def test_a_board_as_json_names_ends_by_component_and_side() -> None:
    ran = twoends("solve", "--board", BOARD, "--json")
    found = json.loads(ran.out)
    assert (found["first"], found["second"]) == (17, 9)
    assert found["best"] == [[2, "L"]]
    assert found["line"] == [[2, "L"], [0, "R"], [0, "R"], [1, "L"], [1, "L"], [1, "L"]]
    assert [move["end"] for move in found["moves"]] == [[2, "L"], [1, "R"], [1, "L"], [0, "R"]]


def test_a_circle_as_json_names_first_cards_by_index() -> None:
    ran = twoends("solve", "--circle", "2", "8", "1", "10", "9", "--opponent", "greedy", "--json")
    found = json.loads(ran.out)
    assert (found["first"], found["best"]) == (18, [1])
    assert found["line"] == [1, "R", "L", "L", "L"]
    assert (found["go_first"], found["winner"]) == (True, "you")
    assert (found["margin_first"], found["margin_second"]) == (6, 4)
    assert found["moves"][0] == {"index": 1, "total": 18, "loss": 0}
    assert sorted(move["index"] for move in found["moves"]) == [0, 1, 2, 3, 4]
    assert all(move["total"] + move["loss"] == 18 for move in found["moves"])


def test_what_an_opponent_of_two_ends_does_first_on_a_circle_is_null() -> None:
    arguments = ("solve", "--circle", "2", "8", "1", "--opponent", "random 1/3")
    found = json.loads(twoends(*arguments, "--json").out)
    assert [found[key] for key in ("second", "go_first", "margin_second")] == [None] * 3
    assert found["winner"] == "you"
    text = twoends(*arguments).out
    assert "\nTake the 8, card 1 counted from 0.\n" in text
    assert "The opponent does" not in text


def test_boards_and_circles_read_well() -> None:
    board = twoends("solve", "--board", BOARD).out
    assert "Go first: take the 9, component 2 from the left; the next best end gives away 4." in board
    circle = twoends("solve", "--circle", "2", "8", "1", "10", "9").out
    assert "  You take the first card  18 : 12   you win by 6\n" in circle
    assert "  The opponent does        12 : 18   you lose by 6\n" in circle
    assert "\nGo first: take the 8, card 1 counted from 0.\n" in circle
    negative = twoends("solve", "--circle", "--", "-5", "-3", "-4").out
    assert "Let the opponent go first. If you must move: take the -3, card 1 counted from 0." in negative


def test_a_few_equal_moves_are_all_named_and_many_by_one() -> None:
    assert (
        "take any of 3 equal ends: the 5, component 0 from the left; the 5, component 1 from the left; "
        "the 1, component 2 from the left.\n"
    ) in twoends("solve", "--board", "5 | 5 | 1").out
    assert "take any of 5 equal ends, such as the 1, component 0 from the left.\n" in (
        twoends("solve", "--board", "1 2 | 2 3 | 3 0").out
    )
    assert "Take any of 2 equal cards, counted from 0: the 5, card 0; the 5, card 1.\n" in (
        twoends("solve", "--circle", "5", "5").out
    )
    assert "take any of 5 equal cards, counted from 0, such as the 5, card 0.\n" in (
        twoends("solve", "--circle", "5", "5", "5", "5", "5", "1.5").out
    )


@pytest.mark.parametrize(
    "words",
    [["1", "1"], ["0"], ["--board", "1 | 1"], ["--board", "0"], ["--circle", "1", "1"], ["--circle", "0"]],
)
def test_a_draw_is_called_a_draw(words: list[str]) -> None:
    found = json.loads(twoends("solve", *words, "--json").out)
    assert (found["winner"], found["go_first"]) == ("draw", True), "it costs nothing to go first"
    text = twoends("solve", *words).out
    assert text.count("a draw") == 2, "moving first and moving second"
    assert "win" not in text
    assert "lose" not in text


def test_where_it_is_the_same_who_goes_first_the_table_says_either() -> None:
    table = twoends("solve", "1", "1", "--opponent", "all").out.splitlines()[2:]
    assert len(table) == 5
    for line in table:
        assert " 1 1 either " in " ".join(line.split()), line


def test_what_is_empty_or_long_is_said() -> None:
    assert "an empty circle   against" in twoends("solve", "--circle", "[]").out
    assert "a board of 1 component, 60 cards" in twoends("solve", "--board", " ".join(["5"] * 60)).out
    assert "on average" in twoends("solve", "--board", "5 | 3", "--opponent", "random").out


def test_boards_come_from_files_and_standard_input(tmp_path: Path) -> None:
    (tmp_path / "boards.txt").write_text("1 2 | 3  # a remark\n\n[1/2 | 5\n")
    for ran in (
        twoends("solve", "--board", "boards.txt", "--json", cwd=tmp_path),
        twoends("solve", "--board", "--file", "boards.txt", "--json", cwd=tmp_path),
        twoends("solve", "--board", "-", "--json", stdin="1 2 | 3\n[1/2 | 5\n"),
    ):
        assert [json.loads(line)["first"] for line in ran.out.splitlines()] == [4, 5]


def test_a_good_board_before_a_wrong_one_is_answered() -> None:
    ran = twoends("solve", "--board", "-", "--json", stdin="1 2 | 3\n4 | [5]\n")
    assert json.loads(ran.out)["first"] == 4
    refused(ran, "standard input, line 2: component 1, [5], is closed at both ends")


@pytest.mark.parametrize(
    ("option", "text", "answer"),
    [
        ("--two-rows", "2\n1\n23\n53\n3\n10 100 20\n2 4 3\n", "53\n105\n"),
        ("--two-rows", "1 0\n", "0\n"),
        ("--gaps", "8\n1 2 0 3 7 4 0 9\n", "17 9\n"),
        ("--gaps", "2\n0 0\n", "0 0\n"),
    ],
)
def test_contest_inputs_are_answered_as_the_contests_ask(option: str, text: str, answer: str) -> None:
    ran = twoends("solve", option, "-", stdin=text)
    assert (ran.status, ran.out) == (0, answer), ran.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "parts"),
    [
        (["solve", "--board"], "", ["there is no board"]),
        (["solve", "--board", "-"], "# nothing", ["standard input has no board: give at least one"]),
        (["solve", "--board", "--circle", "3"], "", ["--board and --circle are both given: choose one"]),
        (["solve", "--gaps", "-", "3"], "1 0", ["--gaps has its own input and output"]),
        (["solve", "--gaps", "-", "--cases", "-"], "1 0", ["--cases and --gaps are both given"]),
        (
            ["solve", "--gaps", "-", "--board", "--circle"],
            "1 0",
            ["--gaps and --board and --circle are all given"],
        ),
        (["solve", "--gaps", "-"], "3 1 2 3", ["the line between the walls has no gap, so that no card"]),
        (["solve", "--gaps", "-"], "3 1 0", ["standard input ends in the line: value 3 of 3 is missing"]),
        (["solve", "--two-rows", "-"], "1 1 2", ["ends in case 1, second row: value 1 of 1 is missing"]),
        (["solve", "--two-rows", "-"], "1 1 2 x", ["line 1, case 1, second row: 'x' is no value"]),
        (["solve", "--circle", "1", "2", "--method", "top-down"], "", ["leave it out with --circle"]),
        (["solve", "--board", "1 | 2", "--method", "bottom-up"], "", ["no method 'bottom-up' for boards"]),
        (
            ["solve", "1 2 | 3"],
            "",
            ["this takes one row: solve_board takes boards, as do twoends solve"],
        ),
        (
            ["explain", "1 2 | 3"],
            "",
            ["this takes one row: solve_board takes boards, as do twoends solve"],
        ),
        (["explain", "1 2]"], "", ["this takes one row: solve_board takes boards, as do twoends solve"]),
        (["explain", "--board", "1 2 | 3"], "", ["takes rows only: twoends solve and review take --board"]),
        (["judge", "answers", "--board", "--", "x"], "", ["judge answers takes rows only"]),
        (
            ["study", "--circle"],
            "",
            ["twoends study takes rows only: twoends solve and review take --circle"],
        ),
        (["tournament", "--board", "greedy"], "", ["tournament takes rows only"]),
        (["solve", "--board", "1 | 2", "--bord"], "", ["there is no option --bord: did you mean --board?"]),
    ],
)
def test_what_makes_no_board_is_refused_in_one_sentence(
    arguments: list[str], stdin: str, parts: list[str]
) -> None:
    refused(twoends(*arguments, stdin=stdin), *parts)
