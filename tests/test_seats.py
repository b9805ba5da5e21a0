"""Draws, and moving second, in the reports that most often show the first player's win."""

from __future__ import annotations

import json

import pytest

from command_line import run


@pytest.mark.parametrize(
    ("row", "first", "second", "expected", "told"),
    [
        (
            "8 15 3 7", "best", "optimal",
            (True, 22, 11, "you"), "The first player, best, wins, 22 : 11.",
        ),
        (
            "8 15 3 7", "greedy", "best",
            (False, 18, 15, "you"), "The second player, best, wins, 15 : 18.",
        ),
        (
            "8 15 3 7", "optimal", "best",
            (False, 11, 22, "opponent"), "The first player, optimal, wins, 22 : 11.",
        ),
        (
            "8 15 3 7", "greedy", "modest",
            (True, 23, 10, "you"), "The first player, greedy right, wins, 23 : 10.",
        ),
        ("1 1", "best", "optimal", (True, 1, 1, "draw"), "A draw, 1 : 1."),
        ("1 1", "greedy", "best", (False, 1, 1, "draw"), "A draw, 1 : 1."),
    ],
)  # fmt: skip
def test_a_match_names_the_seat_that_won_whoever_sat_there(
    row: str, first: str, second: str, expected: tuple[bool, int, int, str], told: str
) -> None:
    words = ("match", row, "--first", first, "--second", second)
    found = json.loads(run(*words, "--json").out)
    assert tuple(found[key] for key in ("you_first", "yours", "theirs", "winner")) == expected
    assert f"\n{told}\n" in run(*words).out


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("8 15 3 7 / second / LLRL", ["Promised margin: -11", "Turning point: move 1, L 8 by the opponent."]),
        ("8 15 3 7 / first / LLRL", ["Promised margin: +11", "Turning point: move 1, L 8 by you."]),
        ("1 1 / second / LL", ["Promised margin: 0 ▄▄▄ 0", "the end the promised winner was the same."]),
        ("1 1 2 / first / LRL", ["L 1 by you. Before it you win by 2, after it a draw."]),
        ("1 1 2 / second / LRL", ["L 1 by the opponent. Before it you lose by 2, after it a draw."]),
    ],
)
def test_a_review_is_told_from_your_seat(game: str, told: list[str]) -> None:
    ran = run("review", game)
    for part in told:
        assert part in ran.out, ran.out
    seat = game.split(" / ")[1]
    assert f"\nYou moved {seat}, against an optimal opponent.\n" in ran.out
    movers = ["you", "opponent"] if seat == "first" else ["opponent", "you"]
    printed = [line.split()[1] for line in ran.out.splitlines() if line[:4].strip().isdigit()]
    written = [move["by"] for move in json.loads(run("review", game, "--json").out)["played"]]
    assert printed == written == (movers * 2)[: len(written)]
