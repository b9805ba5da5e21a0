"""Endings: challenges after any game, the move that decided, and games without a win, in a real browser."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from twoends.answers.reviews import review
from twoends.rules.notation import parse_game
from visits import Server, Visit, copied, play_out


def test_a_challenge_carries_the_score_and_the_moves(reader: Visit) -> None:
    moves = "LLLL"
    page = reader.open("play", "8 15 3 7", moves, "optimal")
    told = copied(reader, "Challenge a friend")
    score = re.findall(r"I scored (\d+) to (\d+)\. Can you beat that\? ", told)[0]
    link = told.rpartition(" ")[2]
    assert link.endswith(f"#play/8+15+3+7/first/-/optimal//{score[0]}%3A{score[1]}%3A{moves}")
    page.goto("about:blank")
    page.goto(link)
    reader.wait_for_turn()
    expect(page.locator("#goal")).to_have_text(
        f"A challenge: someone scored {score[0]} to {score[1]}. Can you beat that?"
    )
    expect(page.locator("#stage")).not_to_contain_text("Your friend")
    play_out(reader, "")
    expect(page.locator("#result .games h2")).to_have_text(
        [re.compile(r"^You, \d+ : \d+$"), f"Your friend, {score[0]} : {score[1]}"]
    )
    friend = page.locator("#result .line-of-play").last.locator(".chip")
    row = ["8", "15", "3", "7"]
    taken = [row.pop(0 if side == "L" else -1) for side in moves]
    expect(friend).to_have_text(taken)


def test_a_challenge_of_an_older_link_has_a_score_alone(reader: Visit) -> None:
    page = reader.go("play/8+15+3+7/first/-/optimal//22%3A11")
    reader.wait_for_turn()
    expect(page.locator("#goal")).to_have_text("A challenge: someone scored 22 to 11. Can you beat that?")
    play_out(reader, "RLL")
    expect(page.locator("#goal")).to_have_text("The challenge was 22 to 11: you matched it.")
    page.get_by_role("button", name="Next row").click()
    expect(page.locator("#goal")).to_be_hidden()


def test_the_move_that_decided_gave_the_win_away_even_if_another_one_cost_more(reader: Visit) -> None:
    page = reader.open("play", "6 3 18 5 6 6 16 6 7 13 9", "RRLRLLLRLRL")
    game = parse_game("6 3 18 5 6 6 16 6 7 13 9 / first / RRLRLLLRLRL / greedy right")
    losses = [int(move.loss) for move in review(game).moves if move.yours]
    assert losses[0] < max(losses)
    said = f"Move 1 decided it: you took the 9; the 6 was worth {losses[0]} more."
    expect(page.locator("#result .reason")).to_have_text(said)
    page.get_by_role("button", name="Try from there").click()
    assert reader.parts[3] == "-"


@pytest.mark.parametrize(
    ("row", "moves", "says"),
    [("1 7 7 7 6 2", "RLRLRL", "Move 3 decided it"), ("4 8 8 7 3", "LLRRR", "Move 3 cost you the most")],
    ids=["a win for a draw", "a draw for a loss"],
)
def test_only_a_win_can_be_given_away(reader: Visit, row: str, moves: str, says: str) -> None:
    page = reader.open("play", row, moves, "optimal")
    expect(page.locator("#result .reason")).to_contain_text(says)


def test_a_game_that_was_won_in_spite_of_a_mistake_is_not_tried_from_there(reader: Visit) -> None:
    page = reader.open("play", "8 9 4 6 4", "LRRLR", "optimal")
    expect(page.locator("#result .reason")).to_contain_text("Move ")
    expect(page.locator("#again")).to_be_visible()
    expect(page.locator("#try-from")).to_have_count(0)


def test_two_rows_without_a_win_offer_the_ladder(visit: Visit) -> None:
    page = visit.load()
    offered = page.locator("#result").get_by_role("link", name="The ladder")
    for next_game in ("Try from there", "Next row"):  # the same row twice is one row
        play_out(visit, "LLL")
        expect(page.locator("#result .verdict")).to_contain_text("You lose")
        expect(offered).to_have_count(0)
        page.get_by_role("button", name=next_game).click()
    visit.wait_for_turn()
    play_out(visit, "RRR")
    expect(page.locator("#result .verdict")).to_contain_text("You lose")
    offered.click()
    visit.wait_for_tab("puzzles")


def test_a_win_is_celebrated_unless_motion_is_reduced(browser: Browser, server: Server) -> None:
    for motion in ("no-preference", "reduce"):
        visit = Visit(browser, server.origin, reduced_motion=motion)
        page = visit.play("8 15 3 7", opponent="optimal")
        play_out(visit, "RLL")
        moving = page.locator(".celebration > *")
        if motion == "reduce":
            expect(page.locator(".celebration")).to_be_hidden()
        else:
            expect(moving.first).to_be_attached()
            assert page.locator(".flying.to-you").count()
            assert page.locator(".falling").count()
            page.reload()
            expect(page.locator("#result")).to_be_visible()
            expect(moving).to_have_count(0)
        visit.close()
        assert visit.complaints == []
