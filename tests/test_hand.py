"""The command line in the hand: what is typed is read as it is meant, and a mistake is named in one voice."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import click
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from command_line import refused, run
from test_options import commands_in
from twoends import Row, deal, match, opponent, parse, review, solve, table
from twoends.cli import commands
from twoends.cli.solve import QUESTIONS
from twoends.judge.tasks import ASKS, totals
from twoends.views.columns import columns
from twoends.views.explain import chessboard_text, table_text
from twoends.views.scoresheet import review_text

# --- what is typed -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (["review", "-3 5 2 / first / LR / greedy right"], "You moved first, against a greedy opponent"),
        (["solve", "-3 10h"], "-3 10♥   against an optimal opponent"),
        (["explain", "-3 10h"], "-3 10♥   against an optimal opponent"),
        (["match", "-3 10h"], "-3 10♥   best against optimal"),
        (["play", "-3 10h"], "[-3] [10♥]"),
        (["solve", "-3", "-2.5", "-1/2"], "-3 -2.5 -1/2   against"),
        (["solve", "--json", "--", "-3", "5"], '"notation": "-3 5"'),
    ],
)
def test_words_that_begin_with_a_minus_are_values(words: list[str], shown: str) -> None:
    ran = run(*words, stdin="q\n")
    assert ran.status == 0, ran.err
    assert shown in ran.out, ran.out
    assert "Usage" not in ran.out, ran.out


@pytest.mark.parametrize("text", ["1,5\t2,5", "1,000 2", "1,000", "1,000,000", "8, 15, 3,7", "1,05"])
def test_a_comma_that_may_belong_to_a_number_is_refused(text: str) -> None:
    refused(run("solve", text), "may be one number or several", "write a point in 1.5")


@pytest.mark.parametrize(
    "text", ["8,15,3,7", "8, 15, 3, 7", "8 ,15 ,3 ,7", "8; 15; 3; 7", "[8,15,3,7]", "8,15,0,7"]
)
def test_a_comma_between_values_is_none_of_these(text: str) -> None:
    ran = run("solve", text, "--json")
    assert len(json.loads(ran.out)["values"]) == 4, ran.err


def test_lines_may_end_with_a_return_alone(tmp_path: Path) -> None:
    for end in ("\n", "\r\n", "\r"):
        (tmp_path / "rows.txt").write_bytes(end.join(["8 15", "3 7 4", ""]).encode())
        ran = run("solve", "rows.txt", "--json", cwd=tmp_path)
        assert [json.loads(line)["values"] for line in ran.out.splitlines()] == [[8, 15], [3, 7, 4]], repr(
            end
        )


def test_names_may_be_in_capitals() -> None:
    small = "circle 2 8 1 / second / 1 R / greedy left trembling 1/10"
    for text in (small.upper(), small.title()):
        assert parse(text) == parse(small), text
    for word in ("circle", "board"):
        dealt = run("play", word, "-s", "7", stdin="q\n")
        assert run("play", word.title(), "-s", "7", stdin="q\n") == dealt
        assert run("solve", "-", stdin=f"{word.title()}\n8 15\n") == run(
            "solve", "-", stdin=f"{word}\n8 15\n"
        )
    assert "greedy opponent (ties left)" in run("solve", "8", "15", "-o", "Greedy", "--ties=Left").out
    assert '"opponent": "generous"' in run("solve", "8", "15", "-o", "ALL", "-j").out


def test_short_forms_are_the_long_ones(tmp_path: Path) -> None:
    (tmp_path / "rows.txt").write_text("8 15\n")
    short = run("solve", "-f", "rows.txt", "-o", "greedy", "-j", cwd=tmp_path)
    long = run("solve", "--file", "rows.txt", "--opponent", "greedy", "--json", cwd=tmp_path)
    assert short == long
    assert run("deal", "-n", "2", "-s", "7") == run("deal", "--count", "2", "--seed", "7")
    assert run("-V") == run("--version")


def test_help_of_a_command_and_a_group_alone() -> None:
    assert run("help", "solve").out == run("solve", "--help").out == run("solve", "-h").out
    assert run("help", "judge", "bot").out == run("judge", "bot", "--help").out
    assert run("help").out == run().out == run("--help").out
    assert run("judge") == run("judge", "--help")


def test_options_are_in_groups() -> None:
    shown = run("solve", "--help").out
    places = [shown.index(f"\n{title}:\n") for title in ("Input", "Players", "Question", "Output", "Other")]
    assert places == sorted(places)
    assert places[1] < shown.index("-o, --opponent") < places[2]


def test_match_without_a_row_deals() -> None:
    assert run("match", "--seed", "7").out == run("match", "--deck", "--seed", "7").out != ""


# --- what is shown -----------------------------------------------------------------------------


def test_a_finished_game_is_won_and_not_on_average() -> None:
    for command in ("solve", "review"):
        shown = run(command, "8 15 3 7 / first / RLLL / random").out
        assert "on average" not in shown.splitlines()[-1], shown
    assert "you win by 11." in run("solve", "8 15 3 7 / first / RLLL / random").out
    shown = run("review", "8 15 3 7 / first / LLRL / random").out
    assert "Before it you win by 5 on average, after it you lose by 3 on average." in shown, shown
    assert "after it you lose by 7." in run("review", "8 15 / second / RL / random").out


def test_two_people_stay_two_people() -> None:
    game = "8 15 3 7 / first / RL / human"
    shown = run("review", game).out
    assert "Two people" in shown, shown
    assert "optimal" not in shown, shown
    left = run("play", game, stdin="r\nq\n").out
    assert "Player 1 to move" in left, left
    assert left.splitlines()[-1] == "8 15 3 7 / first / RLR / human"


def test_what_court_cards_count_is_shown_where_they_are() -> None:
    assert run("solve", "A♠ 7h Qd").out.splitlines()[-1] == "A counts 14, Q 12."
    assert "A counts 14." in run("review", "A♠ 7h / first / L").out
    assert "counts" not in run("solve", "7h 8d").out
    assert run("solve", "K 3").out.startswith("K 3   against")
    assert run("solve", "K 3").out.splitlines()[-1] == "K counts 13."
    assert json.loads(run("solve", "K A", "--json").out)["notation"] == "K A"


@pytest.mark.parametrize(
    ("row", "shown", "never"),
    [
        ("1E+5 99998.0000 0.5", "100000.5 : 99998 ", "E+"),
        ("0E-40 3", "0 3   against", "E-"),
        ("3/4 1/3", "3/4 : 1/3", "0.75"),
        ("0.25 1/2", "1/2", "E"),
    ],
)
def test_a_report_writes_its_numbers_in_one_form(row: str, shown: str, never: str) -> None:
    told = run("solve", row).out
    assert shown in told, told
    assert never not in told, told


def test_rounded_numbers_have_the_same_digits_after_the_point() -> None:
    told = run("solve", "1/3 2/7 3/11 5/13 1000/17 9/19", "-o", "random").out
    rounded = [word.rstrip(".,") for word in told.replace("≈ ", "≈").split() if word.startswith("≈")]
    assert len(rounded) == 7, told
    assert {len(word.partition(".")[2]) for word in rounded} == {4}, told


def test_the_columns_of_a_match_stay_in_line_for_long_numbers() -> None:
    lines = run("match", "100000000", "15", "3", "7").out.splitlines()[1:-2]
    assert len({line.index(" : ") for line in lines}) == 1, lines


def test_a_review_says_that_a_margin_falls_by_twice_the_loss() -> None:
    assert "the margin falls by twice as much" in run("review", "8 15 3 7 / first / LLRL").out


@pytest.mark.parametrize(
    ("text", "counted"),
    [
        ("8 15 3 7 / second / LLRL / greedy", True),
        ("8 15 3 7 / first / RLLL / greedy", False),
        ("8 15 3 7 / second / LLRL", False),
        ("8 15 3 7 / second / LLRL / human", False),
    ],
)
def test_a_review_says_so_where_the_promise_counts_on_mistakes(text: str, counted: bool) -> None:
    assert ("the promise counts on how they play" in run("review", text).out) == counted


def test_solving_a_game_names_the_review_of_its_moves() -> None:
    assert "twoends review" in run("solve", "1 2 / first / L").out


def test_solve_answers_the_questions_of_the_judge_in_its_words() -> None:
    assert set(QUESTIONS) == set(ASKS) - {"cases", "alice"}, "two opponents; names"
    row = (8, 15, 3, 7)
    for asks in QUESTIONS:
        expected = ASKS[asks].answer(sum(row), totals(row, opponent("greedy")))
        assert run("solve", "8 15 3 7", "-o", "greedy", "--asks", asks).out == f"{expected}\n", asks
    assert run("solve", "8 15 3 7", "-o", "all", "--asks", "first").out.split() == [
        "22",
        "22",
        "23",
        "23",
        "22",
    ]
    assert run("solve", "2.5 1/3", "--asks", "margin").out == "13/6\n"
    refused(run("solve", "8", "--asks", "first", "--json"), "--asks and --json are both given")


@pytest.mark.parametrize(
    ("text", "doubted"),
    [
        ("2\n4\n8 15 3 7\n2\n1 2\n", True),
        ("1\n4 8 15 3 7\n", True),
        ("2\n4\n8 15 3\n", False),
        ("8 15\n2\n3 7\n", False),
        ("2\n8 15 3 7\n", False),
        ("3\n1\n[5]\n", False),
        ("[3]\n[]\n8 15\n", False),
        ("1\n1\n8\n", False),
    ],
)
def test_the_input_of_a_contest_that_is_solved_as_rows_gets_a_hint(text: str, doubted: bool) -> None:
    ran = run("solve", "-", "--json", stdin=text)
    hint = "twoends: this looks like the input of a contest: did you mean --cases?\n"
    assert (ran.status, ran.err) == (0, hint if doubted else "")
    assert run("solve", "--cases", "-", stdin="1\n2\n8 15\n").err == ""


# --- mistakes ----------------------------------------------------------------------------------

MISTAKES = {
    "solve --board": "there is no option --board: write board in front of the values, as in board 8 15 3 7",
    "explain --circle":
        "twoends explain takes rows only: twoends solve, match, play and review take any shape",
    "solve 8 --jsn": "there is no option --jsn: did you mean --json?",
    "solve 8 --nope": "there is no option --nope: see twoends solve --help",
    "solve 8 -x": "there is no option -x: see twoends solve --help",
    "serve --json": "there is no option --json: twoends serve has --port and --open",
    "record --clear": "there is no option --clear: twoends record has --delete and --json",
    "play --daily": "there is no option --daily: twoends puzzle has it",
    "match -o greedy 8": "there is no option -o: name the players with --first and --second",
    "match --opponent greedy": "there is no option --opponent: name the players with --first and --second",
    "bot --x": "there is no option --x: see twoends bot --help",
    "--nope": "there is no option --nope: see twoends --help",
    "match 8 --epsilon 1": "there is no option --epsilon: name a player 'greedy trembling 0.1'",
    "plya": "there is no command 'plya': try twoends play",
    "rows.txt": "there is no command 'rows.txt': try twoends solve rows.txt",
    "8 15": "there is no command '8': try twoends solve 8 15",
    "dance": "there is no command 'dance': try twoends --help",
    "judge anwsers": "there is no command 'anwsers': try twoends judge answers",
    "judge answers": "-- COMMAND... is missing: write twoends judge answers [OPTIONS] -- COMMAND...",
    "check-player": "MODULE:FUNCTION is missing: write twoends check-player [OPTIONS] MODULE:FUNCTION",
    "deal 5": "unexpected argument '5': twoends deal takes options only",
    "deal --count x": "--count is 'x': give a whole number of 1 or more",
    "deal --count 0": "--count is '0': give a whole number of 1 or more",
    "deal --seed": "--seed has no value: write --seed INTEGER",
    "solve 8 --method foo":
        "--method is 'foo': choose auto, exhaustive, top-down, bottom-up or contraction",
    "solve 8 --ties up -o greedy": "--ties is 'up': choose left, right or random",
    "solve --opponent": "--opponent has no value: write --opponent optimal",
    "solve 8 --json=3": "--json takes no value: write it alone, without '=3'",
    "solve 8 --file a --file b": "--file is given twice: give it once",
    "solve 8 --file x": "values and --file are both given: choose one",
    "solve 3/0": "'3/0' divides by zero: write another denominator",
    "solve 1e1000000": "'1e1000000' has more than 1000 digits written out: write a number nearer to 1",
    "solve 1e-99999999999999999999":
        "'1e-99999999999999999999' has more than 1000 digits written out: write a number nearer to 1",
    "solve nothere/0.txt": "nothere/0.txt cannot be read: No such file or directory",
    "solve 8 --opponent=": "--opponent has no value: write --opponent optimal",
    "play 8 --opponent=": "--opponent has no value: write --opponent optimal",
    "study --out=": "--out has no value: write --out DIRECTORY",
    "judge answers --junit= -- x": "--junit has no value: write --junit FILE",
    "judge answers --function f -- nothere.py": "there is no file nothere.py: name the one that has f",
    "study --search foo": "there is no objective 'foo': choose greedy loss, optimal loss, first, second, "
        "second against greedy, lines, or give a function of a row",
    "deal --seed 1 --seed 2": "--seed is given twice: give it once",
    "deal -s 1 --seed 2": "--seed is given twice: give it once",
    "play --seed x": "--seed is 'x': give a whole number",
    "serve --port 99999": "--port is '99999': give a whole number from 0 to 65535",
    "study --workers 0": "--workers is '0': give a whole number of 1 or more",
    "judge answers --time x -- y": "--time is 'x': give a number from 0.01 to 86400.0",
    "tournament nobody": "there is no player 'nobody': choose best, optimal, greedy, modest, generous or "
        "random, or module:function for your own",
    "solve 8 -o human": "human is for two people at one screen: twoends play --opponent human",
    "review 8": "'8' says neither who moved first nor the moves: write them as in 8 15 3 7 / first / LLRL",
}  # fmt: skip
"""A command line, and the whole sentence that it gets."""


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_gets_its_sentence(line: str) -> None:
    ran = run(*line.split())
    assert (ran.status, ran.out, ran.err) == (2, "", f"twoends: {MISTAKES[line]}\n")


@pytest.mark.parametrize("command", ["solve", "explain", "review", "match", "play"])
@pytest.mark.parametrize("words", [[""], ["   "], ["", " "], ["\t\n"]])
def test_blanks_alone_are_no_row_and_no_game(command: str, words: list[str]) -> None:
    refused(run(command, *words), "there is no ", "give")


@pytest.mark.parametrize("words", [["judge", "class"], ["judge", "hand-in"], ["judge", "export", "kattis"]])
def test_an_empty_name_of_a_file_or_folder_is_refused(words: list[str]) -> None:
    refused(run(*words, ""), "the name of the ", " is empty: give one")


@pytest.mark.parametrize("content", [b"\x93NUMPY\xff", b"\xe9 3\n", "8 15\n".encode("utf-16")])
def test_a_study_of_a_file_that_is_not_text_says_what_solve_says(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "bin.dat").write_bytes(content)
    ran = run("study", "--rows", "file bin.dat", "--count", "1", cwd=tmp_path)
    refused(ran, "bin.dat, line 1: this is not text: give a file of numbers, a row a line")
    assert run("solve", "bin.dat", cwd=tmp_path).err == ran.err


def test_an_array_of_three_axes_is_named_with_its_file(tmp_path: Path) -> None:
    np.save(tmp_path / "three.npy", np.zeros((2, 3, 4)))
    ran = run("solve", "three.npy", cwd=tmp_path)
    refused(ran, "three.npy is an array of shape (2, 3, 4): give one row as (n,), or many as (m, n)")


def test_a_probability_is_named_in_the_words_of_the_user() -> None:
    refused(run("solve", "8", "-o", "random 2"), "the probability of the left end is '2': give a probability")
    refused(run("solve", "8", "-o", "greedy", "--epsilon", ":"), "epsilon is ':': give a probability")


@pytest.mark.parametrize("command", [["record"], ["puzzle", "--daily"]])
def test_without_a_home_nothing_is_recorded_in_the_root(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", "")
    refused(run(*command, stdin="l\n"), "there is no home folder to record anything in: set HOME or XDG_")


def test_a_misspelt_objective_is_refused_before_anything_is_loaded_that_compiles() -> None:
    code = """
import sys
from twoends.cli import main
try:
    main(["study", "--search", "foo"])
finally:
    print("numba" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (2, "False\n"), done.stderr


def test_a_guessing_game_offers_no_key_that_it_refuses() -> None:
    ran = run("play", "8 15 3 7", "--guess", "--seed", "3", stdin="q\n")
    assert "undo (u)" in ran.out
    assert not {"hint", "promise", "review"} & set(re.findall(r"\w+", ran.out)), ran.out


@pytest.mark.parametrize("width", [20, 40, 80, 200])
@pytest.mark.parametrize("words", [[], ["solve"], ["study"], ["judge", "answers"]])
def test_help_is_as_wide_as_the_terminal_up_to_100(width: int, words: list[str]) -> None:
    lines = run("help", *words, terminal=width).out.splitlines()
    text = [
        line for line in lines if not re.match(r"\s+(-|twoends|eval|.*  # )", line) and len(line.split()) > 3
    ]
    assert max(map(len, text)) <= max(min(width, 100), 44), max(text, key=len)
    if width == 200 and words == ["solve"]:
        assert max(map(len, text)) > 90


def test_every_example_has_a_comment_and_every_command_is_in_a_group() -> None:
    frame = click.Context(commands, info_name="twoends")
    for command, context in commands_in(commands, frame):
        shown = command.get_help(context)
        examples = re.findall(r"^ +twoends .*$", shown, re.MULTILINE)
        assert all("  # " in line for line in examples), examples
        assert examples or isinstance(command, click.Group) or context.info_name in ("compile", "serve"), (
            shown
        )
    top = run().out
    assert re.findall(r"^(\w.*):$", top, re.MULTILINE) == [
        "Options", "Ask", "Play", "Study", "Judge", "Set up", "Exit status", "Environment", "More",
    ]  # fmt: skip


def test_trembling_twice_is_refused() -> None:
    ran = run("solve", "8", "-o", "greedy trembling 1/10", "--epsilon", "0.2")
    refused(ran, "'greedy trembling 1/10' trembles already, and epsilon is 0.2: give only one of them")


# --- as wide as the window ---------------------------------------------------------------------

WIDE_RECORDS = [["1", "best", "81.50 % (66.37–86.92)", "15.10 ± 3.02"], ["10", "you", "0.00 %", "-2.07"]]


@pytest.mark.parametrize("width", [12, 20, 30, 40, 60, 80, None])
def test_columns_fit_the_width_and_no_cell_is_cut(width: int | None) -> None:
    lines = columns(["", "player", "score", "margin"], WIDE_RECORDS, "><>>", width, keys=2)
    words = " ".join(lines).replace(",", "").split()
    for record in WIDE_RECORDS:
        for word in " ".join(record).split():
            assert word in words, f"{word} is cut in a width of {width}: {lines}"
    longest = max(map(len, lines))
    assert width is None or longest <= max(width, len("(66.37–86.92),")), lines


@pytest.mark.parametrize("width", [40, 80, 200])
def test_explain_of_a_deck_fits_the_width_with_every_position(width: int) -> None:
    row = deal(seed=7)
    told = table_text(table(row), width)
    assert max(map(len, told.splitlines())) <= width
    wide = table_text(table(row))
    assert sorted(re.findall(r"\d+ (?:LR|L|R)\b", told)) == sorted(re.findall(r"\d+ (?:LR|L|R)\b", wide))


@pytest.mark.parametrize("width", [40, 80, 200])
def test_a_review_fits_the_width(width: int) -> None:
    told = review_text(review(match(deal(seed=7), "random", "greedy", seed=1).game), width)
    assert max(map(len, told.splitlines())) <= width, told


def test_the_path_of_best_play_is_highlighted() -> None:
    told = table_text(table([8, 15, 3, 7]), None, [(0, 4), (1, 3)], lambda cell: f"<{cell}>")
    assert re.findall("<(.*?)>", told) == ["15 L ", "22 R "]


@given(st.lists(st.integers(-9, 30), min_size=2, max_size=10).filter(lambda row: len(row) % 2 == 0))
def test_the_chessboard_trick_promises_no_more_than_best_play_brings(row: list[int]) -> None:
    told = chessboard_text(Row.of(row), solve(row).first)
    places = [int(sums) for sums in re.findall(r"places: .*?(-?\d+)$", told, re.MULTILINE)]
    assert places == [sum(row[::2]), sum(row[1::2])], told
    assert solve(row).first >= max(places)
    assert ("brings as much" in told) == (solve(row).first == max(places)), told


def test_explain_shows_the_trick_of_even_rows_only() -> None:
    assert "at least 22, whoever sits opposite" in run("explain", "8", "15", "3", "7").out
    assert "chessboard" not in run("explain", "8", "15", "3").out


@pytest.mark.parametrize(
    ("game", "row", "against"),
    [
        ("8 15 3 7 / first / R", "8 15 3", "optimal"),
        ("8 15 3 7 / second / L / greedy left", "15 3 7", "greedy left"),
        ("circle 2 8 1 10 9 / first / 1 R", "1 10 9", "optimal"),
        ("8 15 3 7 / first / - / greedy", "8 15 3 7", "greedy"),
    ],
)
def test_explain_of_a_game_explains_the_row_that_is_left(game: str, row: str, against: str) -> None:
    told = run("explain", game)
    assert told.out.endswith(run("explain", row, "-o", against).out), told
    assert ("What is left after" in told.out) == ("/ -" not in game)
    assert run("explain", game, "--json") == run("explain", row, "-o", against, "--json")
    assert "greedy opponent" in run("explain", game, "-o", "greedy").out


def test_a_help_page_loads_neither_numpy_nor_what_draws() -> None:
    heavy = "{'numpy', 'numba', 'polars', 'matplotlib', 'rich.console'}"
    code = f"""
import contextlib, io, sys
from twoends.cli import COMMANDS, main
for name in COMMANDS:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
        main([name, "--help"])
print(*sorted({heavy} & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
