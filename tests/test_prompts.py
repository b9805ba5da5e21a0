"""Games and puzzles by plain prompts: the answer to each line typed, and what is recorded."""

from __future__ import annotations

import json
import sys
from datetime import date, timedelta
from pathlib import Path

import pytest

from command_line import refused, run
from expected import calls_are_expected, is_expected
from twoends import puzzles
from twoends.rules.errors import TwoEndsError
from twoends.rules.notation import parse_game
from twoends.rules.sides import AnyMove, Side
from twoends.terminal import records
from twoends.terminal.records import Record, record_of, record_text
from twoends.terminal.session import Session

TYPED = {
    "row": (["8", "15", "3", "7"], "help|h|p|H|right|u|u|left|review|LEFT|review|again 1|q"),
    "row_over": (["8 15 3 7 / first / RLL"], "l|x|h|p|r|review|again 0|again 5|again x|again 4|l|u|n|quit"),
    "row_of_two": (["8", "15", "3", "--opponent", "human"], "r|p|h|l|u|l|l|new|q"),
    "circle": (["circle", "2", "8", "1", "10", "9"], "l|7|1|h|l|0|r|undo|q"),
    "board": (["[1 2 | 3 7 4 | 9]", "--opponent", "greedy"], "l|1|0:L|0:r|h|promise|1:L 2:R|x1|1:L|2:L|q"),
    "board_of_one_end": (["[4 5 | 1 2]", "--second"], "0:R|q"),
    "guess": (
        ["8", "15", "3", "7", "2", "--guess", "--seed", "4"],
        "h|review|guess|guess nobody|g greedy|r|left 0|left x|h|q",
    ),
    "deck": (["--seed", "5", "--opponent", "random"], "l|r|n|q"),
    "long": (["1 " * 25], "l|q"),
    "just_fits": (["1 " * 24], "q"),
    "trembling": (["8", "15", "3", "--opponent", "greedy", "--epsilon", "1/10"], "h|p|q"),
    "one": (["5"], "r"),
    "said_again": (["8", "15", "3", "--opponent", "human"], "u|p|l|u|u|r|q"),
    "end_of_input": (["5", "6", "7"], "l"),
    "words": (["5", "6", "7", "--second"], "  Left  "),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPED)
def test_the_answers_to_lines_typed_in_a_game(name: str) -> None:
    words, lines = TYPED[name]
    ran = run("play", *words, stdin=lines.replace("|", "\n") + "\n")
    assert ran.err == ""
    is_expected(f"prompts/{name}.txt", ran.out)


# --- the row of the day, and the ladder --------------------------------------------------------

TODAY = date.today()


def word(side: AnyMove, right: bool) -> str:
    return next(each for each in Side if (each is side) == right).name.lower()


@pytest.mark.usefixtures("home")
def test_the_row_of_the_day_has_one_try_a_streak_a_line_to_share_and_a_place_in_the_record() -> None:
    yesterday, made = TODAY - timedelta(1), puzzles.puzzle(TODAY)
    share = f"Two Ends, row of the day {TODAY}: solved. {len(made.rest)} cards, depth {made.depth}"
    first = run("puzzle", "--daily", stdin=f"{word(made.best, True)}\n")
    assert first.out.splitlines()[-1] == f"{share}, 1 day in a row."
    records.add_day(yesterday, solved=True)
    again = run("puzzle", "--daily", stdin=f"{word(made.best, False)}\n", terminal=40)
    assert "You have had your try." in again.out
    assert max(map(len, again.out.splitlines()[:-1])) <= 40
    assert again.out.splitlines()[-1] == f"{share}, 2 days in a row."
    assert records.read_days() == {yesterday: True, TODAY: True}
    records.add_day(TODAY - timedelta(2), solved=False)
    assert run("record").out.splitlines()[-1] == "Rows of the day: 2 of 3 solved, 2 days in a row."
    assert run("record", "--delete").out.endswith(" and 3 rows of the day deleted\n")
    assert not records.days_file().exists()
    assert "day" not in run("record").out


@pytest.mark.usefixtures("home")
def test_leaving_the_row_of_the_day_uses_no_try() -> None:
    run("puzzle", "--daily", stdin="q\n")
    assert not records.days_file().exists()


def test_a_record_of_days_that_cannot_be_read_is_refused(home: Path) -> None:
    (home / "state").write_text("a file")
    refused(run("puzzle", "--daily", stdin="l\n"), "days.jsonl cannot be read", "Not a directory")


@pytest.mark.parametrize("name", ["1-8-3-4-antigravity:fly", "1-8-3-4-this:x", "1-8-3-4-tests:x-second"])
def test_the_name_of_a_puzzle_imports_nothing(name: str) -> None:
    before = set(sys.modules)
    with pytest.raises(TwoEndsError, match="is not the name of a puzzle"):
        puzzles.named(name)
    assert not {"antigravity", "this"} & (set(sys.modules) - before)


def test_a_number_of_cards_has_at_most_nine_digits() -> None:
    for count, taken in (("000000002", True), ("0000000002", False)):
        asked = run("puzzle", "1-5-3-3~take_1-2_either", stdin=f"left {count}\nq\n")
        assert ("Type left or right (l, r) and how many cards" in asked.out) == (not taken), asked.out


def test_the_ladder_is_climbed_until_the_first_miss() -> None:
    words = [word(rung.best, True) for rung in puzzles.ladder()]
    wrong = word(puzzles.ladder()[4].best, False)
    ran = run("puzzle", "--ladder", "3", stdin="\n".join([*words[2:4], wrong]) + "\n")
    assert [line for line in ran.out.splitlines() if line.startswith("Rung")] == [
        f"Rung {k} of 20" for k in (3, 4, 5)
    ]
    assert ran.out.splitlines()[-1] == "You have climbed to rung 4 of 20. Continue: twoends puzzle --ladder 5"


# --- records ------------------------------------------------------------------------------


def finished(text: str, **more: object) -> Session:
    return Session(parse_game(text), 5, **more)  # type: ignore[arg-type]  # by name


def test_the_record_of_a_finished_game_and_the_streak_of_days() -> None:
    functions = (date, finished, record_of, records.days_text)
    calls_are_expected("prompts/records.txt", {each.__name__: each for each in functions})


def test_records_are_lines_of_json_and_read_again(home: Path) -> None:
    games = [Record("optimal", 1, 0.5, False), Record("greedy right", -1, 1, True, True)]
    assert records.records() == []
    for game in games:
        records.add(game)
    path = home / "data" / "twoends" / "games.jsonl"
    assert records.games_file() == path
    assert [json.loads(line) for line in path.read_text().splitlines()] == [
        {"opponent": "optimal", "result": 1, "accuracy": 0.5, "aided": False, "guessed": None},
        {"opponent": "greedy right", "result": -1, "accuracy": 1, "aided": True, "guessed": True},
    ]
    assert records.records() == games
    with path.open("a") as stream:
        for wrong in (
            '{"opponent": "x"}',
            '{"opponent": 3, "result": 1, "accuracy": 1, "aided": false, "guessed": null}',
            '{"opponent": "x", "result": 1, "accuracy": 1, "aided": false, "guessed": null, "more": 1}',
        ):
            stream.write(f"{wrong}\n")
    assert records.records() == games


def test_records_lie_in_the_home_folder_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name)
    assert records.games_file() == tmp_path / ".local" / "share" / "twoends" / "games.jsonl"
    assert records.days_file() == tmp_path / ".local" / "state" / "twoends" / "days.jsonl"


def test_the_record_is_a_table_of_opponents() -> None:
    games = [
        Record("optimal", 1, 0.5, False), Record("optimal", 1, 0.75, False), Record("optimal", 0, 1.0, False),
        Record("optimal", 1, 0.1, True), *[Record("greedy left", -1, 0.2, True)] * 2,
        Record("random", 1, 1.0, False, True), Record("random", 0, 1.0, False, False),
        Record("random", 1, 1.0, False, True),
    ]  # fmt: skip
    assert record_text([]) == ""
    is_expected("prompts/record.txt", f"{record_text(games)}\n\n{record_text(games[:1], 40)}\n")


def test_a_record_that_cannot_be_kept_is_reported_in_a_sentence(home: Path) -> None:
    (home / "data").write_text("a file")
    path = home / "data" / "twoends" / "games.jsonl"
    for work, said in (
        (lambda: records.add(Record("optimal", 1, 1, False)),
         f"{path} cannot be written: Not a directory"),
        (records.records, f"{path} cannot be read: Not a directory"),
        (lambda: records.delete(path), f"{path} cannot be deleted: Not a directory"),
    ):  # fmt: skip
        with pytest.raises(TwoEndsError) as fault:
            work()
        assert str(fault.value) == said


def test_a_line_that_was_cut_off_damages_no_other(home: Path) -> None:
    path = home / "new" / "folder" / "file.jsonl"
    records.append(path, {"a": 1})
    assert path.read_bytes() == b'{"a": 1}\n'
    path.write_bytes(b'{"a": 1}\n{"b"')
    records.append(path, {"c": 3})
    records.append(path, {"d": 4})
    assert path.read_bytes() == b'{"a": 1}\n{"b"\n{"c": 3}\n{"d": 4}\n'
    assert list(records.read(path)) == [{"a": 1}, {"c": 3}, {"d": 4}]
    path.write_bytes(b'\xff\n[1]\n7\n{"a": "\xc3\xb6"}\n')
    assert list(records.read(path)) == [{"a": "ö"}]
    records.delete(path)
    records.delete(path)
    assert list(records.read(path)) == []


def test_the_first_try_of_a_day_counts_and_lines_that_are_no_day_are_left_out(home: Path) -> None:
    today = date(2026, 11, 22)
    records.add_day(today, solved=False)
    records.add_day(today, solved=True)
    tries = [f'{{"day": "2026-11-22", "solved": {solved}}}\n' for solved in ("false", "true")]
    assert records.days_file().read_text() == "".join(tries)
    with records.days_file().open("a") as stream:
        stream.write('{"day": 5, "solved": true}\n{"solved": true}\n{"day": "today", "solved": true}\n')
        stream.write('{"day": "2026-11-21", "solved": 1}\n')
    assert records.read_days() == {today: False, date(2026, 11, 21): False}
