"""Games and puzzles by plain prompts: the answer to each line typed."""

from __future__ import annotations

import re

import pytest

from command_line import run
from expected import is_expected
from twoends.puzzles.contests import RUNGS

TYPED = {
    "row": (["8", "15", "3", "7"], "help|h|p|H|right|u|u|left|review|LEFT|review|again 1|q"),
    "row_over": (["8 15 3 7 / first / RLL"], "l|x|h|p|r|review|again 0|again 5|again x|again 4|l|u|n|quit"),
    "circle": (["circle", "2", "8", "1", "10", "9"], "l|7|1|h|l|0|r|undo|q"),
    "board": (["[1 2 | 3 7 4 | 9]", "--opponent", "greedy"], "l|1|0:L|0:r|h|promise|1:L 2:R|x1|1:L|2:L|q"),
    "said_again": (["8", "15", "3", "--opponent", "human"], "u|p|l|u|u|r|q"),
}  # fmt: skip


@pytest.mark.parametrize("name", TYPED)
def test_the_answers_to_lines_typed_in_a_game(name: str) -> None:
    words, lines = TYPED[name]
    ran = run("play", *words, stdin=lines.replace("|", "\n") + "\n")
    assert ran.err == ""
    is_expected(f"prompts/{name}.txt", ran.out)


# --- the row of the day, and the ladder --------------------------------------------------------


def test_the_row_of_the_day_counts_and_ends_with_a_line_to_share() -> None:
    ran = run("puzzle", "--daily", stdin="h\nu\nagain 1\n" + "l\n" * 6)
    assert ran.out.count("This game counts: there are no hints and no undo.") == 2, ran.out
    left = run("puzzle", "--daily", stdin="q\n").out
    assert "Two Ends" not in left, "leaving it says nothing about it"
    assert re.fullmatch(r"Two Ends [0-9-]{10} · Greedy · .*", ran.out.splitlines()[-1]), ran.out


def test_a_row_of_a_rung_is_played_to_its_end() -> None:
    first, second = (run("puzzle", f"2-rung-1-{seed}", stdin="l\n" * 3).out for seed in (1, 2))
    assert first != second
    assert re.search("^You gave (nothing )?away .*[.]$", first, re.MULTILINE), first
    listed = run("puzzle", "--ladder").out.splitlines()
    assert [line.split()[0] for line in listed[1:]] == [str(k) for k in range(len(RUNGS))]
