"""Other rules on the command line: every command with valid rules and with malformed ones."""

from __future__ import annotations

import shlex
from itertools import product
from pathlib import Path

import pytest

from command_line import refused, run
from expected import is_expected
from twoends import Game, parse, puzzles, solve, write
from twoends.puzzles import depths
from twoends.rules.rules import Rules

VALID = [
    (["solve", "1", "2", "3", "7"], "take 1-3 left", ""),
    (["solve", "1 2 3 7", "--opponent", "all"], "take 1-3 left", ""),
    (["solve", "1 2 3 4 5 6 1"], "turns A, stop 3", ""),
    (["solve", "1 2 3 7 / second / -"], "take 1-3 left", ""),
    (["solve", "5 3 1 4 2", "--question", "margin"], "score rest", ""),
    (["solve", "1 2 3 6 9", "--question", "winner"], "take 1-3 left", ""),
    (
        ["solve", "--format", "lines", "--question", "margin", "-"],
        "take 1-3 left",
        "1 2 3 7\n1 2 3 -9\n",
    ),
    (["explain", "1", "2", "3", "7"], "take 1-3 left", ""),
    (["explain", "2 1 3 3", "--opponent", "greedy"], "take 1-2 either, score rest", ""),
    (["explain", "1 3 1 5 2"], "turns A, score turn", ""),
    (["explain", "5 8 1 3"], "take 1-2M left", ""),
    (["explain", "1 2 3", "--json"], "take 1-2 right", ""),
    (["deal", "--seed", "7", "--length", "6"], "take 1-2", ""),
    (["match", "1 2 3 7 9 4", "--second-player", "greedy"], "take 1-3 left", ""),
    (["match", "8 15 3 7 1", "--first-player", "greedy"], "turns A, stop 2", ""),
    (["play", "5 8 1 3 9 4"], "take 1-2", "help\nh\nleft 2\nu\nL9\nr 1\np\nl\nr2\nl\nreview\nq\n"),
    (["play", "-1 2 -3 4 -5"], "take 2-any left, merge", "h\nl3\nl\nq\n"),
    (["play", "1 2 | 3 4 5"], "take 1-2, turns ABBA", "l\n1:R2\n0:L\nq\n"),
    (["play", "circle 2 8 1 10", "--opponent", "human"], "take 1-2", "1\nl 2\nr\nq\n"),
    (["puzzle", "--seed", "7"], "take 1-3 left", "right\nleft 9\nhelp\nleft 3\n"),
    (["puzzle", "--seed", "8", "--second"], "take 1-2, score rest", "left\n"),
    (["review", "1 2 3 7 / first / L1 L1 L2"], "take 1-3 left", ""),
    (["tournament", "greedy", "modest", "generous", "--count", "3", "--length", "5"], "take 1-2", ""),
    (["study", "--count", "5", "--length", "4"], "score rest", ""),
    (["bot"], "take 1-3 left", "row 1 2 3 7\nmove\ntook L1\nover 6 7\nrow 1 2 3 7 5\ntook L2\nmove\n"),
]


def test_every_command_plays_by_other_rules() -> None:
    outputs = []
    for words, rules, stdin in VALID:
        ran = run(*words, "--rules", rules, stdin=stdin)
        assert (ran.status, ran.err) == (0, ""), (words, rules, ran.err)
        outputs.append(f"$ twoends {shlex.join(words)} --rules {shlex.quote(rules)}\n{ran.out}")
    is_expected("rules.txt", "\n".join(outputs))


COUNTS = "0 -1 1- -3 3-1 0-2 x 1.5 2M 1-3M any-2 1-2-3 any-any 1,3 9999999999 ٣ ½ 1–3 1-0 one 1+ <3 1..3"
MALFORMED = [
    *(f"take {count}{end}" for count, end in product(COUNTS.split(), ("", " left"))),
    *(f"take {words}" for words in ("", "left", "left 1", "1 up", "1 left right", "1-3, left", "1 l")),
    *(f"score {word}" for word in ("", "all", "rests", "rest turn", "1")),
    *(f"turns {word}" for word in ("", "B", "BA", "AC", "1", "A-B", "A" * 101, "ÄB", "A,B")),
    *(f"stop {word}" for word in ("", "0", "-1", "x", "1.5", "1 2", "1e3", "10000000000000", "9" * 5000)),
    *("merge", "merge on", "merge, take 1-3", "take 2, merge 2", "merge, score rest, take 2"),
    *(",", ",,", "take 1,", ",take 1", "take 1,,stop 2", "take 1; stop 2", "take 1 stop 2"),
    *(f"{rule}, {rule}" for rule in ("take 2", "score rest", "turns A", "stop 2")),
    *("rules", "takes 1", "take1", "tak 1", "TAKE", "none", "null"),
    *("{}", "[]", "None", "--take 1", "/ take 1"),
    *(f"{valid}, {wrong}" for valid in ("take 1-3", "stop 4") for wrong in ("take 0", "tale 2", "")),
    *("take 1 \x00", "take \n", "'take 1'", '"take 1"', "take 1 # or 2", "take=1", "ends left", "most 3"),
    *("take 1 of 2", "second best", "stop", "turns", "ABBA", "left", "1-3", "any", "1-2M"),
    *("take 1-2M", "take 1-2M either", "take 2-any, merge", "take 2-3 either, merge, score turn"),
]


def test_malformed_rules_are_refused_in_one_line_everywhere() -> None:
    commands = [words for words, _, _ in VALID]
    for place, text in enumerate(MALFORMED):
        words = commands[place % len(commands)]
        by_option = run(*words, f"--rules={text}")
        assert (by_option.status, by_option.err.count("\n")) == (2, 1), (text, words, by_option)
        assert by_option.err.startswith("twoends: "), by_option
        assert len(by_option.err) < 400, by_option.err
        in_text = run("solve", f"8 15 3 7 / {text} / first / -")
        assert (in_text.status, in_text.err.count("\n")) == (2, 1), (text, in_text)


def test_the_default_rules_change_no_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twoends.study.charts.save", lambda *_: [])  # it takes seconds
    for words in (["solve", "8 15 3 7"], ["deal", "--seed", "1"], ["match", "8 15"], ["explain", "8 15 3"]):
        assert run(*words) == run(*words, "--rules", "take 1 either"), words
    for name, more in (("old", []), ("new", ["--rules", "take 1 either"])):
        run("study", "--count", "5", "--length", "4", "--out", name, *more, cwd=tmp_path)
    for path in ("study.toml", "counts/4-000000.parquet", "results.json"):
        assert (tmp_path / "old" / path).read_bytes() == (tmp_path / "new" / path).read_bytes(), path
    refused(
        run("study", "--out", "old", "--rules", "take 2", cwd=tmp_path),
        "take 1 either there, take 2 either now",
    )


@pytest.mark.parametrize(
    "rules", ["take 1-3 left", "take 1-2, turns ABBA", "score rest, stop 5", "take 2-3 right"]
)
def test_a_puzzle_by_other_rules_is_restored_from_its_name(rules: str) -> None:
    made = puzzles.puzzle(3, rules=rules, depth=2, length=7)
    assert puzzles.named(made.name) == made
    assert made.name.startswith("1-7-2-3~"), made.name
    known = solve(made.game)
    assert (known.best, known.moves[1].loss) == ((made.best,), made.loss)
    assert made.loss
    assert parse(write(made.game)) == made.game


def test_depths_by_the_general_and_the_fast_way_agree() -> None:
    """The general way, asked about the rules that have a fast one."""
    for name in ("optimal", "greedy right", "greedy left", "modest right", "generous"):
        for cards in product((1, 2, 4), repeat=4):
            game = Game(cards, opponent=name, rules=Rules())
            fast, general = depths._by_row(game), depths._by_rules(game)
            for plies in range(1, 5):
                assert general(plies) == fast(plies), (cards, name, plies)
