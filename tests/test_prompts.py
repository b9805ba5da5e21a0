"""Games and puzzles by plain prompts: the answer to each line typed."""

from __future__ import annotations

import sys
from datetime import date

import pytest

from command_line import run
from expected import is_expected
from twoends import puzzles
from twoends.rules.errors import TwoEndsError
from twoends.rules.moves import LEFT, Move

TYPED = {
    "row": (["8", "15", "3", "7"], "help|h|p|H|right|u|u|left|review|LEFT|review|again 1|q"),
    "row_over": (["8 15 3 7 / first / RLL"], "l|x|h|p|r|review|again 0|again 5|again x|again 4|l|u|n|quit"),
    "row_of_two": (["8", "15", "3", "--opponent", "human"], "r|p|h|l|u|l|l|new|q"),
    "circle": (["circle", "2", "8", "1", "10", "9"], "l|7|1|h|l|0|r|undo|q"),
    "board": (["[1 2 | 3 7 4 | 9]", "--opponent", "greedy"], "l|1|0:L|0:r|h|promise|1:L 2:R|x1|1:L|2:L|q"),
    "board_of_one_end": (["[4 5 | 1 2]", "--second"], "0:R|q"),
    "deck": (["--seed", "5", "--opponent", "random"], "l|r|n|q"),
    "long": (["1 " * 25], "l|q"),
    "just_fits": (["1 " * 24], "q"),
    "trembling": (["8", "15", "3", "--opponent", "greedy trembling 1/10"], "h|p|q"),
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


def word(side: Move, right: bool) -> str:
    return "left" if (side == LEFT) == right else "right"


def test_the_row_of_the_day_may_be_played_again_and_ends_with_a_line_to_share() -> None:
    made = puzzles.puzzle(TODAY)
    for right, outcome in ((False, "missed"), (True, "solved")):
        ran = run("puzzle", "--daily", stdin=f"{word(made.best, right)}\n", terminal=40)
        share = f"Two Ends, row of the day {TODAY}: {outcome}. {len(made.rest)} cards, depth {made.depth}."
        *shown, last = ran.out.splitlines()
        assert last == share
        assert max(map(len, shown)) <= 40


def test_leaving_the_row_of_the_day_says_nothing_about_it() -> None:
    assert "Two Ends" not in run("puzzle", "--daily", stdin="q\n").out


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
