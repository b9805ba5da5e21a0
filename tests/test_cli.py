"""The commands print what they promise: answers on standard output, one sentence for bad input."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from command_line import PATIENCE, refused
from command_line import run as twoends
from oracle import REPLIES, Oracle


def answers(*arguments: str, stdin: str = "") -> list[dict[str, Any]]:
    ran = twoends("solve", *arguments, "--json", stdin=stdin)
    assert ran.status == 0, ran.err
    return [json.loads(line) for line in ran.out.splitlines()]


def test_json_has_the_promised_keys_with_the_promised_values() -> None:
    (got,) = answers("8", "15", "3", "7")
    expected = {
        "shape": "row",
        "notation": "8 15 3 7",
        "values": [8, 15, 3, 7],
        "opponent": "optimal",
        "method": "contraction",
        "first": 22,
        "second": 11,
        "go_first": True,
        "best": ["R"],
        "winner": "you",
        "line": "RLLL",
        "line_second": "RLLL",
        "moves": [{"end": "R", "total": 22, "loss": 0}, {"end": "L", "total": 15, "loss": 7}],
    }
    assert {key: got[key] for key in expected} == expected


def test_json_is_one_object_per_row_and_opponent_in_the_order_asked_for() -> None:
    got = answers(
        "-",
        "--opponent",
        "greedy",
        "--opponent",
        "generous",
        "--ties",
        "left",
        stdin="3 1 3\n1 30 100 15 2\n",
    )
    assert [(len(each["values"]), each["opponent"]) for each in got] == [
        (3, "greedy left"),
        (3, "generous"),
        (5, "greedy left"),
        (5, "generous"),
    ]
    for each in got:
        assert (each["first"], each["second"]) == Oracle(each["values"], REPLIES[each["opponent"]]).totals


def test_json_writes_integers_as_integers_and_other_exact_numbers_as_text() -> None:
    (got,) = answers("0.5", "1.25", "3")
    assert (got["values"], got["first"]) == (["0.5", "1.25", 3], "3.50")
    (got,) = answers("1/2", "1/3")
    assert (got["values"], got["first"], got["moves"][1]["loss"]) == (["1/2", "1/3"], "1/2", "1/6")
    (got,) = answers("0.5", "1.5", "1.0")
    assert (got["values"], got["first"], got["second"]) == (["0.5", "1.5", 1], "1.5", "1.5")
    huge = 10**400
    (got,) = answers(str(huge), "1")
    assert got["first"] == huge


def test_against_chance_there_is_an_expectation_and_no_line() -> None:
    (got,) = answers("5", "7", "9", "1", "4", "2", "--opponent", "random")
    assert (got["first"], got["second"]) == ("73/4", "65/4")
    assert (got["line"], got["line_second"], got["best"]) == (None, None, ["L"])
    (got,) = answers("8", "15", "3", "7", "--opponent", "greedy", "--epsilon", "1/2")
    assert (got["opponent"], got["line"]) == ("greedy right trembling 1/2", None)


@pytest.mark.parametrize("words", [["-3", "5"], ["-3,5"], ["-3", ",", "5"], ["[-3,", "5]"]])
def test_negatives_and_lists_are_plain_words(words: list[str]) -> None:
    assert answers(*words)[0]["values"] == [-3, 5]


def test_cards_are_values() -> None:
    assert answers("A♠", "10h", "kd", "J")[0]["values"] == [14, 10, 13, 11]


def test_the_short_answer_says_totals_who_goes_first_which_end_and_why() -> None:
    out = twoends("solve", "8", "15", "3", "7").out
    for part in (
        "22 : 11",
        "11 : 22",
        "Go first.",
        "Take the right end, 7",
        "exposes the 15 and costs you 7",
        "RLLL",
    ):
        assert part in out, f"expected {part!r} in {out}"


def test_letting_the_other_go_first_is_advised() -> None:
    assert "Let the opponent go first." in twoends("solve", "1", "30", "100", "15", "2").out


def test_all_opponents_stand_in_one_table() -> None:
    out = twoends("solve", "1", "30", "100", "15", "2", "--opponent", "all").out
    names = [line.split()[0] for line in out.splitlines()[2:]]
    assert names == ["optimal", "greedy", "modest", "generous", "random"]


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up", "contraction"])
def test_every_method_is_reachable_by_name(method: str) -> None:
    (got,) = answers("8", "15", "3", "7", "--method", method)
    assert (got["method"], got["first"]) == (method, 22)
    assert got["positions"] > 0


def test_your_own_rule_and_player_are_loaded_from_the_current_folder(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from twoends import LEFT\n"
        "def rule(left, right, after_left, after_right): return min(after_left, after_right)\n"
        "def player(position): return LEFT\n"
    )
    for function, first in (("rule", 22), ("player", 22)):
        ran = twoends("solve", "8", "15", "3", "7", "--opponent", f"mine:{function}", "--json", cwd=tmp_path)
        got = json.loads(ran.out)
        assert (got["opponent"], got["first"]) == (f"mine:{function}", first), ran.err


def test_the_contest_form_gives_first_totals_a_line_a_case() -> None:
    text = "3\n6\n5 7 9 1 4 2\n4 8 15\n3 7\n  5\n1 30 100 15 2\n"
    ran = twoends("solve", "--cases", "-", "--opponent", "generous", "--opponent", "optimal", stdin=text)
    assert ran.out == "21 18\n23 22\n132 47\n"


@pytest.mark.parametrize(
    ("text", "parts", "out"),
    [
        ("", ["standard input ends where the number of cases should stand"], ""),
        ("x", ["line 1: 'x' should be the number of cases"], ""),
        ("2\n2 1 2\n3 1 2", ["ends in case 2: value 3 of 3 is missing"], "2\n"),
        ("2\n2 1 2\n2 1 y", ["line 3, case 2: 'y' is not a value"], "2\n"),
        ("1\n2 1 2\n7", ["line 3: '7' follows the last of 1 cases"], "2\n"),
        ("1\n-2 1 2", ["'-2' should be the number of values of case 1 of 1"], ""),
    ],
)
def test_a_broken_contest_input_is_refused_after_the_good_cases(
    text: str, parts: list[str], out: str
) -> None:
    ran = twoends("solve", "--cases", "-", stdin=text)
    refused(ran, *parts)
    assert ran.out == out


@pytest.mark.parametrize(
    ("arguments", "parts"),
    [
        (["solve", "8", "x"], ["'x' is not a value", "write a number such as 8"]),
        (["solve"], ["there is no row: give values such as 8 15 3 7"]),
        (["solve", "nan", "1"], ["'nan' is not a value"]),
        (["solve", "8", "15", "--opponent", "clever"], ["there is no opponent 'clever'", "choose optimal"]),
        (["solve", "8", "15", "--opponent", "greedy", "--epsilon", "2"], ["epsilon is '2'", "from 0 to 1"]),
        (["solve", "8", "15", "-o", "random", "--ties", "left"], ["--ties is for optimal, greedy, modest"]),
        (["solve", "8", "15", "-o", "optimal best"], ["optimal best has to know what the other player will"]),
        (["play", "8", "15", "-o", "optimal worst"], ["optimal worst has to know what the other player"]),
        (["play", "8 15 / first / - / optimal best"], ["optimal best has to know what the other player"]),
        (["puzzle", "-o", "optimal best"], ["there is no puzzle against optimal best"]),
        (["bot", "--against", "optimal best"], ["optimal best has to know what the other player"]),
        (
            ["solve", "8", "15", "--opponent", "greedy left", "--ties", "right"],
            ["greedy left breaks ties left, but ties are right: give only one of them"],
        ),
        (["solve", "8", "15", "--method", "magic"], ["--method is 'magic': choose auto"]),
        (["solve", "8", "15", "--method", "contraction", "--opponent", "greedy"], ["contraction solves two"]),
        (["solve", *["1"] * 21, "--method", "exhaustive"], ["give fewer cards, or choose another method"]),
        (["solve", "8", "--oponent", "greedy"], ["no option --oponent", "did you mean --opponent?"]),
        (["solve", "not-there.txt"], ["not-there.txt cannot be read: No such file"]),
        (["solve", "8", "--file", "x"], ["values and --file are both given"]),
        (["solve", "8", "--cases", "-"], ["--cases has its own input and output"]),
        (["solve", "--cases", "-", "--json"], ["--cases has its own input", "no --json and no --asks"]),
        (["solve", "/"], ["cannot be read: Is a directory"]),
        (["solve", "9" * 1001], ["more than 1000 digits"]),
        (["solve", "1e999999", "1"], ["'1e999999' has more than 1000 digits"]),
        (["explain", "--dot", *["1"] * 201], ["give at most 200 cards"]),
        (["deal", "--deck", "--values", "1:9", "--length", "3"], ["--deck and --values are both given"]),
        (["deal", "--values", "9:1", "--length", "3"], ["the lower bound comes first, as in 1:9"]),
        (["deal", "--values", "1:x", "--length", "3"], ["write LOW:HIGH"]),
        (["deal", "--values", "1:9"], ["--values needs --length"]),
        (["deal", "--where", "greed loses"], ["write NAME loses [by N]", "depth N"]),
        (["deal", "--length", "4", "--seed", "1", "--where", "second wins"], ["10,000 rows in turn"]),
        (["deal", "--length", "53"], ["a deck has no 53 cards: give --length 52 or less, or --values"]),
        (["match", "--deck", "8"], ["a row and --deck are both given"]),
        (["match", "1", "2", "--first", "clever"], ["there is no player 'clever'", "choose best, optimal"]),
        (["dance"], ["there is no command 'dance'"]),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_status_2(arguments: list[str], parts: list[str]) -> None:
    refused(twoends(*arguments), *parts)


def test_a_file_is_refused_with_its_line_after_the_good_rows(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("8,15,3,7\n1,x\n")
    ran = twoends("solve", "rows.csv", "--json", cwd=tmp_path)
    assert json.loads(ran.out)["first"] == 22
    refused(ran, "rows.csv, line 2: 'x' is not a value")
    (tmp_path / "empty.txt").write_text("\n# nothing\n")
    refused(twoends("solve", "empty.txt", cwd=tmp_path), "empty.txt has no values")
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    refused(twoends("solve", "binary.txt", cwd=tmp_path), "binary.txt, line 1: this is not text")
    (tmp_path / "zeros.txt").write_bytes(b"1 2\n\0\0\0\n")
    refused(twoends("solve", "zeros.txt", cwd=tmp_path), "zeros.txt, line 2: this is not text")


@pytest.mark.parametrize("arguments", [["rows.txt"], ["--file", "rows.txt"], ["-"], ["--file", "-"]])
def test_rows_come_from_a_file_or_standard_input(arguments: list[str], tmp_path: Path) -> None:
    text = "\ufeff8 15 3 7\n1 30 100 15 2\n"
    (tmp_path / "rows.txt").write_text(text, encoding="utf-8")
    ran = twoends("solve", *arguments, "--json", stdin=text, cwd=tmp_path)
    assert [json.loads(line)["first"] for line in ran.out.splitlines()] == [22, 47], ran.err


def test_a_closed_pipe_ends_quietly() -> None:
    rows = "8 15 3 7\n" * 20_000
    command = f"{sys.executable} -m twoends solve - --json | head -1"
    run = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {command}"],
        input=rows.encode(),
        capture_output=True,
        timeout=PATIENCE,
    )
    assert run.stdout.count(b"\n") == 1
    assert run.stderr == b""


def test_a_million_values_from_a_file_are_solved_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("\n".join(str(i * 7919 % 1_000_003) for i in range(10**6)))
    (got,) = (
        json.loads(line) for line in twoends("solve", "long.txt", "--json", cwd=tmp_path).out.splitlines()
    )
    assert got["first"] + got["second"] == sum(got["values"])
    assert len(got["line"]) == 10**6


def test_a_long_quadratic_solve_says_beforehand_what_it_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twoends.cli.solve.SECONDS_THAT_ARE_LONG", 0.5)
    row = " ".join(["1", "2"] * 600)
    ran = twoends("solve", "-", "--opponent", "generous", "--method", "bottom-up", "--json", stdin=row)
    assert json.loads(ran.out)["first"] > 0
    assert "1,200 cards against generous: 2,880,000 positions, about 1 seconds" in ran.err
    compiled = twoends("solve", "-", "--opponent", "generous", "--json", stdin=row)
    assert "positions" not in compiled.err, "in compiled code it is not long"
    got, expected = json.loads(compiled.out), json.loads(ran.out)
    assert [got[key] for key in ("first", "second", "best")] == [
        expected[key] for key in ("first", "second", "best")
    ]


def test_explain_shows_table_contraction_and_line() -> None:
    out = twoends("explain", "1", "30", "100", "15", "2").out
    for part in ("j\\i", "1 30 [100] 15 2", "30 - 100 + 15 = -55", "2 - 1 + (-55) = -54", "RLLLL", "45 LR"):
        assert part in out, f"expected {part!r} in {out}"


def test_explain_draws_the_graph_of_positions() -> None:
    out = twoends("explain", "8", "15", "3", "7", "--dot").out
    assert out.startswith("digraph positions {")
    assert out.count("->") == 16, "two moves from each of 6 intervals, and one from each of 4 cards"
    assert '"0,4" -> "0,3" [label="R", style=bold];' in out


def test_deal_prints_rows_that_solve_reads() -> None:
    dealt = twoends("deal", "--seed", "7", "--count", "2").out
    assert dealt.splitlines()[0].startswith("6♥ 2♣ 7♦ Q♠ 3♣")
    assert [len(each["values"]) for each in answers("-", stdin=dealt)] == [52, 52]
    assert twoends("deal", "--seed", "7").out == dealt.splitlines(keepends=True)[0]
    row = twoends("deal", "--values", "-9:9", "--length", "12", "--seed", "1").out
    assert len(answers("-", stdin=row)[0]["values"]) == 12


def test_a_deal_with_conditions_prints_only_rows_that_meet_them() -> None:
    where = ["--where", "unique best end by 3 and second wins"]
    ran = twoends("deal", "--length", "5", "--seed", "7", "--count", "4", *where)
    for answer in answers("-", stdin=ran.out):
        assert answer["margin_first"] < 0
        assert answer["moves"][1]["loss"] >= 3
    assert len(ran.out.splitlines()) == 4
    assert twoends("deal", "--length", "5", "--seed", "7", *where).out == ran.out.splitlines(keepends=True)[0]


def test_a_deal_without_a_seed_names_one_that_repeats_it() -> None:
    ran = twoends("deal")
    assert twoends("deal", "--seed", ran.err.split()[1]).out == ran.out


def test_match_plays_a_game_on_each_row_of_standard_input() -> None:
    ran = twoends("match", "-", "--first", "random", "--seed", "3", "--json", stdin="1 2 3\n8 15 3 7\n")
    games = [json.loads(line) for line in ran.out.splitlines()]
    assert [game["values"] for game in games] == [[1, 2, 3], [8, 15, 3, 7]]
    alone = twoends("match", "8 15 3 7", "--first", "random", "--seed", "4", "--json")
    assert json.loads(alone.out) == games[1], "the second game has the next seed"


@pytest.mark.parametrize(
    ("row", "opponent", "reason"),
    [
        ("8 15 3 7", "optimal", "8, exposes the 15 and costs you 7."),
        ("19 18 5 12", "optimal", "12, leaves them the 19 and costs you 1."),
        ("-1 -2 -3", "optimal", "-3, leaves them the -1 and costs you 1."),
        ("5 7 9 1 4 2", "greedy", "2, leaves them the 5 and costs you 3."),
        ("8 15 3 7", "generous", "7, leaves them the 8 and costs you 1."),
        ("8 15 3 7", "random", "8, costs you 3 on average."),
    ],
)
def test_the_reason_names_the_card_that_the_opponent_takes_next(row: str, opponent: str, reason: str) -> None:
    ran = twoends("solve", row, "--opponent", opponent)
    assert reason in ran.out, f"{row}: expected {reason!r} in {ran.out}"


def test_an_empty_case_is_answered_against_every_opponent() -> None:
    ran = twoends("solve", "--cases", "-", "--opponent", "all", stdin="2\n0\n1\n5\n")
    assert (ran.status, ran.out) == (0, "0 0 0 0 0\n5 5 5 5 5\n")


def test_an_expectation_in_floats_has_no_digits_beyond_its_error() -> None:
    row = " ".join(str(place * 37 % 101) for place in range(1500))
    ran = twoends("solve", row, "--opponent", "random")
    (error,) = re.findall(r"right to within ([0-9.e-]+)\)", ran.out)
    amounts = re.findall(r"[0-9]+\.[0-9]+(?= :| on average)", ran.out)
    assert len(amounts) == 5, ran.out
    assert all(10 ** -len(amount.partition(".")[2]) > float(error) / 10 for amount in amounts), ran.out
    cases = twoends("solve", "--cases", "-", "--opponent", "random", stdin=f"1 1500 {row}")
    assert "right to within" in cases.err


def test_whoever_reads_no_further_or_cannot_be_written_to_is_no_mystery() -> None:
    program = f"{sys.executable} -m twoends"
    deal = f"{program} deal --count 20000 --seed 1 | head -c 1; exit ${{PIPESTATUS[0]}}"
    run = subprocess.run(["bash", "-c", deal], capture_output=True, timeout=PATIENCE)
    assert (run.returncode, run.stderr) == (0, b"")
    run = subprocess.run(["bash", "-c", f"{program} solve 8 15 >&-"], capture_output=True, timeout=PATIENCE)
    assert run.returncode == 2
    assert b"standard output is closed" in run.stderr


def test_a_misspelt_command_is_told_which_one_is_meant() -> None:
    assert "try twoends solve 8 2" in twoends("sovle", "8", "2").err
    assert "try twoends solve 8 15" in twoends("8", "15").err


def test_a_match_against_best_play_on_a_long_row_is_the_line_of_play() -> None:
    row = " ".join(str(place * 7919 % 1009) for place in range(5000))
    game = json.loads(twoends("match", "-", "--first", "greedy", "--second", "best", "--json", stdin=row).out)
    solved = json.loads(twoends("solve", "-", "--opponent", "greedy", "--json", stdin=row).out)
    assert (game["notation"].split(" / ")[2], game["yours"]) == (solved["line_second"], solved["second"])


def test_a_second_file_is_refused_as_such(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("8 15 3 7\n")
    ran = twoends("solve", "a.txt", "b.txt", cwd=tmp_path)
    assert (ran.status, ran.out) == (2, "")
    assert "a file stands alone" in ran.err


def test_match_plays_one_game_and_prints_its_notation() -> None:
    ran = twoends("match", "1", "30", "100", "15", "2", "--first", "best", "--second", "greedy")
    assert ran.out.splitlines()[-1] == "1 30 100 15 2 / first / LLLLL / greedy right"
    assert "103 : 45" in ran.out
    got = json.loads(
        twoends("match", "--deck", "--first", "greedy", "--second", "best", "--seed", "7", "--json").out
    )
    assert got["players"] == ["greedy right", "best"]
    assert (got["you_first"], got["yours"], got["theirs"], got["winner"]) == (False, 222, 194, "you")
    assert got["notation"].endswith("/ greedy right")


def test_a_file_in_the_current_folder_never_stands_in_for_a_module_of_pythons(tmp_path: Path) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit(7)")
    assert twoends("solve", "8", "15", "--json", cwd=tmp_path).status == 0


def test_your_own_function_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "def fails(position): return position.nothing\ndef leaves(position): raise SystemExit(3)"
    )
    for command in (["solve", "--opponent"], ["match", "--first"]):
        for name in ("mine:fails", "mine:leaves"):
            ran = twoends(command[0], "8", "15", "3", *command[1:], name, cwd=tmp_path)
            refused(ran, f"{name} failed on the cards 8 15")


def test_contest_answers_are_exact() -> None:
    ran = twoends("solve", "--cases", "-", "--opponent", "random", stdin="1 3 1 2 1/3")
    assert ran.out.split() == ["13/6"]


def test_good_rows_before_a_byte_that_is_no_text_are_answered(tmp_path: Path) -> None:
    (tmp_path / "half.txt").write_bytes(b"8 15 3 7\n\xff\xfe\n")
    ran = twoends("solve", "half.txt", "--json", cwd=tmp_path)
    assert json.loads(ran.out)["first"] == 22
    refused(ran, "half.txt, line 2: this is not text")


def test_output_that_cannot_be_written_is_one_sentence() -> None:
    command = f"{sys.executable} -m twoends solve 8 15 3 7 > /dev/full"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE)
    assert (run.returncode, run.stderr) == (
        2,
        "twoends: the output cannot be written: No space left on device\n",
    )
    command = f"{sys.executable} -m twoends solve - <&-"
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=PATIENCE)
    assert run.stderr == "twoends: standard input is closed: give values, or a file\n"


def test_no_number_is_rounded_without_a_mark() -> None:
    half = 10**36 + 1
    assert f"-{half // 2}.5 : " in twoends("solve", f"-{half}/2").out
    assert "≈ " in twoends("solve", f"1{'0' * 400}/997", "1", "2", "3", "1/1009").out


def test_explain_leaves_out_what_is_too_wide_and_says_so() -> None:
    deck = twoends("deal", "--seed", "7").out
    assert "52" in twoends("explain", "-", stdin=deck).out
    out = twoends("explain", "-", stdin=deck + " " + deck.replace("\n", " 2 3")).out
    assert "Best play" in out


def test_rows_of_one_value_survive_a_pipe() -> None:
    dealt = twoends("deal", "--values", "1:5", "--length", "1", "--count", "3", "--seed", "1").out
    assert [len(each["values"]) for each in answers("-", stdin=dealt)] == [1, 1, 1]


def test_help_lists_every_command_and_option_in_words() -> None:
    assert "solve" in twoends("--help").out
    assert twoends().out == twoends("--help").out
    assert "A file with one value a line all through is one row;" in " ".join(
        twoends("solve", "--help").out.split()
    )
    assert twoends("--version").out.startswith("twoends, version ")


@pytest.mark.parametrize(
    "arguments",
    [
        ["solve", "8", "15", "3", "7"],
        ["solve", "1", "2", "3", "--opponent", "greedy"],
        ["study", "--example"],
        ["tournament", "--help"],
    ],
)
def test_what_is_small_starts_without_numpy_numba_and_rich(arguments: list[str]) -> None:
    script = (
        f"import sys\nfrom twoends.cli import commands\ncommands.main({arguments!r}, standalone_mode=False)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", script + "print(*sys.modules, file=sys.stderr)"],
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in run.stderr.split()}
    assert not loaded & {"numpy", "numba", "rich", "polars", "matplotlib"}
