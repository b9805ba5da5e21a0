"""Boards and circles on the command line, the inputs of contests, and what is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from command_line import refused, run

BOARD = "[1 2 | 3 7 4 | 9]"


def test_a_board_as_json_names_ends_by_component_and_side() -> None:
    ran = run("solve", BOARD, "--json")
    found = json.loads(ran.out)
    assert (found["shape"], found["notation"]) == ("board", BOARD)
    assert (found["first"], found["second"]) == (17, 9)
    assert found["best"] == ["2:L"]
    assert found["line"] == found["line_second"] == "2:L 0:RR 1:LLL"
    assert [move["end"] for move in found["moves"]] == ["2:L", "1:R", "1:L", "0:R"]


def test_a_circle_as_json_names_first_cards_by_index() -> None:
    ran = run("solve", "circle", "2", "8", "1", "10", "9", "--opponent", "greedy", "--json")
    found = json.loads(ran.out)
    assert (found["shape"], found["notation"]) == ("circle", "circle 2 8 1 10 9")
    assert (found["first"], found["best"]) == (18, ["1"])
    assert (found["line"], found["line_second"]) == ("1 RLLL", "3 LLLL")
    assert (found["go_first"], found["winner"]) == (True, "you")
    assert (found["margin_first"], found["margin_second"]) == (6, 4)
    assert found["moves"][0] == {"end": "1", "total": 18, "loss": 0}
    assert sorted(move["end"] for move in found["moves"]) == ["0", "1", "2", "3", "4"]
    assert all(move["total"] + move["loss"] == 18 for move in found["moves"])


def test_what_an_opponent_of_two_ends_does_first_on_a_circle_is_null() -> None:
    arguments = ("solve", "circle", "2", "8", "1", "--opponent", "random 1/3")
    found = json.loads(run(*arguments, "--json").out)
    unknown = ("second", "theirs_second", "margin_second", "go_first", "line", "line_second")
    assert [found[key] for key in unknown] == [None] * 6
    assert found["winner"] == "you"
    text = run(*arguments).out
    assert "\nTake the 8, card 1 counted from 0; the next best card gives away 5/3 on average.\n" in text
    assert "You move second" not in text


def test_boards_and_circles_read_well() -> None:
    board = run("solve", BOARD).out
    assert (
        "Go first. Take the 9, the left end of component 2 counted from 0; the next best end gives away 4.\n"
        in board
    )
    circle = run("solve", "circle", "2", "8", "1", "10", "9").out
    assert "  You move first   18 : 12   you win by 6\n" in circle
    assert "  You move second  12 : 18   you lose by 6\n" in circle
    assert "\nGo first. Take the 8, card 1 counted from 0; the next best card gives away 5.\n" in circle
    negative = run("solve", "circle", "-5", "-3", "-4").out
    assert "Let the opponent go first. If you must move: take the -3, card 1 counted from 0;" in negative
    assert negative == run("solve", "--", "circle", "-5", "-3", "-4").out


def test_a_few_equal_moves_are_all_named_and_many_by_one() -> None:
    assert (
        "Take any of 3 equal ends, counted from 0: the 5, the left end of component 0; "
        "the 5, the left end of component 1; the 1, the left end of component 2.\n"
    ) in run("solve", "5 | 5 | 1").out
    assert "Take any of 5 equal ends, counted from 0, such as the 1, the left end of component 0.\n" in (
        run("solve", "1 2 | 2 3 | 3 0").out
    )
    assert "Take any of 2 equal cards, counted from 0: the 5, card 0; the 5, card 1.\n" in (
        run("solve", "circle", "5", "5").out
    )
    assert "Take any of 5 equal cards, counted from 0, such as the 5, card 0.\n" in (
        run("solve", "circle", "5", "5", "5", "5", "5", "1.5").out
    )


@pytest.mark.parametrize(
    "words",
    [["1", "1"], ["0"], ["1 | 1"], ["board", "0"], ["circle", "1", "1"], ["circle", "0"]],
)
def test_a_draw_is_called_a_draw(words: list[str]) -> None:
    found = json.loads(run("solve", *words, "--json").out)
    assert (found["winner"], found["go_first"]) == ("draw", True), "it costs nothing to go first"
    text = run("solve", *words).out
    assert text.count("a draw") == 2, "moving first and moving second"
    assert "win" not in text
    assert "lose" not in text


@pytest.mark.parametrize("what", ["1 1", "1 | 1", "circle 1 1"])
def test_where_it_is_the_same_who_goes_first_the_table_says_either(what: str) -> None:
    table = run("solve", what, "--opponent", "all").out.splitlines()[2:]
    assert len(table) == 5
    for line in table:
        assert " 1 1 either " in " ".join(line.split()), line


def test_what_is_empty_or_long_is_said() -> None:
    for dealt in ("board", "circle"):
        assert f"an empty {dealt}   against" in run("solve", dealt).out
    assert "an empty row   against" in run("solve", "[]").out
    assert "a board of 1 component, 60 cards" in run("solve", "board", *["5"] * 60).out
    assert "on average" in run("solve", "5 | 3", "--opponent", "random").out


def test_boards_and_circles_come_from_files_and_standard_input(tmp_path: Path) -> None:
    lines = "1 2 | 3  # a remark\n\n[1/2 | 5\n5]\ncircle 2 8 1 10 9\ncircle\n"
    (tmp_path / "boards.txt").write_text(lines)
    for ran in (
        run("solve", "boards.txt", "--json", cwd=tmp_path),
        run("solve", "--file", "boards.txt", "--json", cwd=tmp_path),
        run("solve", "-", "--json", stdin=lines),
    ):
        assert [json.loads(line)["first"] for line in ran.out.splitlines()] == [4, 5, 5, 18, 0]


def test_a_file_of_piles_of_one_card_has_a_board_a_line() -> None:
    ran = run("solve", "-", "--json", stdin="5]\n[6\n")
    assert [json.loads(line)["notation"] for line in ran.out.splitlines()] == ["5]", "[6"]


def test_a_good_board_before_a_wrong_one_is_answered() -> None:
    ran = run("solve", "-", "--json", stdin="1 2 | 3\n4 | [5]\n")
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
    ran = run("solve", option, "-", stdin=text)
    assert (ran.status, ran.out) == (0, answer), ran.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "parts"),
    [
        (["solve"], "", ["there is no row: give values"]),
        (["solve", "-"], "# nothing", ["standard input has no values: give at least one row"]),
        (["solve", "board 1 | circle 3"], "", ["component 1: 'circle' is not a value"]),
        (["solve", "--gaps", "-", "3"], "1 0", ["--gaps has its own input and output"]),
        (["solve", "--gaps", "-", "--cases", "-"], "1 0", ["--cases and --gaps are both given"]),
        (
            ["solve", "--gaps", "-", "--cases", "-", "--two-rows", "-"],
            "1 0",
            ["--cases and --gaps and --two-rows are all given: choose one"],
        ),
        (["solve", "--gaps", "-"], "3 1 2 3", ["the line between the walls has no gap, so that no card"]),
        (["solve", "--gaps", "-"], "3 1 0", ["standard input ends in the line: value 3 of 3 is missing"]),
        (["solve", "--two-rows", "-"], "1 1 2", ["ends in case 1, second row: value 1 of 1 is missing"]),
        (["solve", "--two-rows", "-"], "1 1 2 x", ["line 1, case 1, second row: 'x' is not a value"]),
        (
            ["solve", "1 | 2", "--method", "bottom-up"],
            "",
            ["bottom-up does not solve a board: choose contraction, top-down or exhaustive"],
        ),
        (
            ["explain", "1 2 | 3"],
            "",
            ["explain takes rows, and this is a board: twoends solve, match, pl"],
        ),
        (["explain", "1 2]"], "", ["explain takes rows, and this is a board"]),
        (["explain", "circle 1 2"], "", ["explain takes rows, and this is a circle"]),
        (["explain", "1 2 | 3 / first / -"], "", ["explain takes rows, and this is a board"]),
        (
            ["explain", "--board", "1 2 | 3"],
            "",
            ["takes rows only: twoends solve, match, play and"],
        ),
        (["judge", "answers", "--board", "--", "x"], "", ["judge answers takes rows only"]),
        (
            ["study", "--circle"],
            "",
            ["twoends study takes rows only: twoends solve, match, play and"],
        ),
        (["tournament", "--board", "greedy"], "", ["tournament takes rows only"]),
        (["solve", "--board", "1 | 2"], "", ["there is no option --board: write board in front of the"]),
        (["match", "--circle", "1", "2"], "", ["there is no option --circle: write circle in front of the"]),
        (["review", "--circle", "1 / first / 0"], "", ["there is no option --circle: write circle in front"]),
        (
            ["solve", "1 | 2", "--opponnt", "x"],
            "",
            ["no option --opponnt: did you mean --opponent?"],
        ),
    ],
)
def test_what_is_not_a_board_or_not_for_boards_is_refused_in_one_sentence(
    arguments: list[str], stdin: str, parts: list[str]
) -> None:
    refused(run(*arguments, stdin=stdin), *parts)


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up", "contraction"])
def test_a_circle_is_solved_by_the_method_that_is_named(method: str) -> None:
    found = json.loads(run("solve", "circle", "2", "8", "1", "10", "9", "--method", method, "--json").out)
    assert (found["method"], found["first"], found["second"], found["best"]) == (method, 18, 12, ["1"])


@pytest.mark.parametrize(("word", "shape"), [("[]", "row"), ("circle", "circle"), ("board", "board")])
def test_a_match_without_a_card_is_a_draw(word: str, shape: str) -> None:
    ran = run("match", word, "--first", "greedy", "--second", "best")
    written = f"{word} / second / - / greedy right"
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == f"an empty {shape}   greedy right against best\nA draw, 0 : 0.\n{written}\n"
