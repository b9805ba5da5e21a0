"""Draws, and moving second, in the reports that most often show the first player's win."""

from __future__ import annotations

import json

import pytest

from command_line import run


@pytest.mark.parametrize(
    ("row", "first", "second", "totals", "you_first", "told"),
    [
        ("8 15 3 7", "best", "optimal", (22, 11), True, "The first player, best, wins, 22 : 11."),
        ("8 15 3 7", "greedy", "best", (15, 18), False, "The second player, best, wins, 15 : 18."),
        ("8 15 3 7", "optimal", "best", (22, 11), False, "The first player, optimal, wins, 22 : 11."),
        ("8 15 3 7", "greedy", "modest", (23, 10), True, "The first player, greedy right, wins, 23 : 10."),
        ("1 1", "best", "optimal", (1, 1), True, "A draw, 1 : 1."),
        ("1 1", "greedy", "best", (1, 1), False, "A draw, 1 : 1."),
    ],
)
def test_a_match_names_the_seat_that_won_whoever_sat_there(
    row: str, first: str, second: str, totals: tuple[int, int], you_first: bool, told: str
) -> None:
    words = ("match", row, "--first", first, "--second", second)
    found = json.loads(run(*words, "--json").out)
    yours, theirs = totals if you_first else reversed(totals)
    winner = "you" if yours > theirs else "opponent" if theirs > yours else "draw"
    assert (found["you_first"], found["yours"], found["theirs"], found["winner"]) == (
        you_first,
        yours,
        theirs,
        winner,
    )
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
