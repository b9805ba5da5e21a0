"""Draws, and moving second, in the reports that most often show the first player's win."""

from __future__ import annotations

import json

import pytest

from command_line import twoends


@pytest.mark.parametrize(
    ("row", "first", "second", "totals", "winner", "told"),
    [
        ("8 15 3 7", "best", "optimal", (22, 11), "first", "The first player, best, wins, 22 : 11."),
        ("8 15 3 7", "greedy", "best", (15, 18), "second", "The second player, best, wins, 15 : 18."),
        ("8 15 3 7", "optimal", "best", (22, 11), "first", "The first player, optimal, wins, 22 : 11."),
        ("8 15 3 7", "greedy", "modest", (23, 10), "first", "The first player, greedy right, wins, 23 : 10."),
        ("1 1", "best", "optimal", (1, 1), "draw", "A draw, 1 : 1."),
        ("1 1", "greedy", "best", (1, 1), "draw", "A draw, 1 : 1."),
    ],
)
def test_a_match_names_the_seat_that_won_whoever_sat_there(
    row: str, first: str, second: str, totals: tuple[int, int], winner: str, told: str
) -> None:
    words = ("match", row, "--first", first, "--second", second)
    found = json.loads(twoends(*words, "--json").out)
    assert (found["total_first"], found["total_second"], found["winner"]) == (*totals, winner)
    assert f"\n{told}\n" in twoends(*words).out


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
    ran = twoends("review", game)
    for part in told:
        assert part in ran.out, ran.out
    seat = game.split(" / ")[1]
    assert f"\nYou moved {seat}, against an optimal opponent.\n" in ran.out
    movers = ["you", "opponent"] if seat == "first" else ["opponent", "you"]
    printed = [line.split()[1] for line in ran.out.splitlines() if line[:4].strip().isdigit()]
    written = [move["by"] for move in json.loads(twoends("review", game, "--json").out)["moves"]]
    assert printed == written == (movers * 2)[: len(written)]
