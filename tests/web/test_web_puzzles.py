"""Puzzles and challenges on the page, as the library makes them."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta

import pytest
from playwright.sync_api import expect

from cases import slow
from twoends import puzzles
from twoends.answers.solution import solve
from visits import KEYS, OTHER, Visit, press

# --- puzzles -------------------------------------------------------------------------------------


def test_the_row_of_the_day_has_one_try_and_a_streak(reader: Visit) -> None:
    page = reader.go("puzzles")
    today = page.evaluate("new Date().toLocaleDateString('sv')")
    made = puzzles.puzzle(date.fromisoformat(today))
    yesterday = puzzles.puzzle(date.fromisoformat(today) - timedelta(1)).name
    on = str(date.fromisoformat(today) - timedelta(1))
    known = json.dumps({yesterday: {"end": "L", "solved": True, "on": on}})
    page.evaluate("known => localStorage.setItem('twoends puzzles', known)", known)
    page.get_by_role("link", name="Solve it").click()
    page.keyboard.press(KEYS[str(made.best)])
    expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy the result").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = reader.settled("navigator.clipboard.readText()")
    shape = f"{len(made.rest)} cards, look {made.depth} moves ahead"
    assert copied == f"Two Ends, row of the day {today}: solved. {shape}, 2 days in a row."
    # Another end in the address changes nothing: the first try counts.
    reader.go(f"puzzle/{made.name}/{OTHER[str(made.best)]}")
    expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
    reader.go("puzzles")
    expect(page.get_by_role("link", name="✓ Solved")).to_be_visible()
    expect(page.locator("#puzzles")).to_contain_text("2 days in a row.")


@pytest.mark.parametrize("of_the_day", [True, *slow(False)], ids=["the day", "a rung"])
def test_an_answer_in_a_link_is_shown_and_uses_no_try(visit: Visit, of_the_day: bool) -> None:
    today = date.fromisoformat(visit.go("puzzles").evaluate("new Date().toLocaleDateString('sv')"))
    made = puzzles.puzzle(today) if of_the_day else puzzles.ladder()[2]
    page = visit.go(f"puzzle/{made.name}/{made.best}")
    expect(page.locator("#puzzle")).to_contain_text("This answer came with the link")
    assert page.evaluate("localStorage.getItem('twoends puzzles')") in (None, "{}")
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy link").click()
    expect(page.locator("#said")).to_have_text("Copied the link")
    copied = visit.settled("navigator.clipboard.readText()")
    assert copied.endswith(f"#puzzle/{made.name}"), f"{copied} is more than the question"
    page.get_by_role("link", name="Try it yourself").click()
    expect(page.locator(".verdict-of-decision")).to_have_count(0)


def test_a_day_answered_later_counts_for_no_streak(reader: Visit) -> None:
    page = reader.go("puzzles")
    today = date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')"))
    names = [puzzles.puzzle(today - timedelta(back)).name for back in range(3)]
    known = {name: {"end": "L", "solved": True, "on": str(today)} for name in names}
    page.evaluate("known => localStorage.setItem('twoends puzzles', known)", json.dumps(known))
    reader.go("puzzles")
    expect(page.locator("#puzzles")).to_contain_text("1 day in a row.")


def test_one_click_leads_from_the_first_screen_to_the_row_of_the_day(visit: Visit) -> None:
    page = visit.load()
    page.get_by_role("link", name="Row of the day").click()
    visit.wait_for_tab("puzzle")
    made = puzzles.puzzle(date.fromisoformat(page.evaluate("new Date().toLocaleDateString('sv')")))
    expect(page.get_by_role("heading", level=2)).to_have_text(f"Row of the day, {made.name[-10:]}")
    assert visit.parts == ["puzzle", made.name], "the address names the day"
    page.reload()
    visit.wait_for_tab("puzzle")
    page.keyboard.press(KEYS[str(made.best)])
    expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
    page.go_back()
    page.go_back()
    expect(page.locator("#play")).to_be_visible()


def test_the_ladder_leads_from_rung_to_rung_and_remembers_what_was_solved(reader: Visit) -> None:
    page = reader.go("puzzles")
    page.get_by_role("link", name="Rung 1", exact=True).click()
    for number, rung in enumerate(puzzles.ladder()[:2], 1):
        expect(page.get_by_role("heading", level=2)).to_have_text(f"Rung {number} of 20")
        right = number != 2
        side = str(rung.best) if right else OTHER[str(rung.best)]
        page.keyboard.press(KEYS[side])
        verdict = "✓ Right" if right else f"✗ {rung.loss} less"
        expect(page.locator(".verdict-of-decision")).to_contain_text(verdict)
        expect(page.locator("#puzzle .future .tag.best")).to_have_count(1)
        if not right:  # another try is possible, but the ladder remembers the first
            expect(page.get_by_role("link", name="Try again")).to_be_focused()
            page.keyboard.press("Enter")
            expect(page.locator(".verdict-of-decision")).to_have_count(0)
            page.keyboard.press(KEYS[str(rung.best)])
            expect(page.locator(".verdict-of-decision")).to_contain_text("✓ Right")
        expect(page.get_by_role("link", name="Next rung")).to_be_focused()
        page.keyboard.press("Enter")
    reader.load("puzzles")
    expect(page.get_by_role("link", name="Rung 1, solved")).to_be_visible()
    expect(page.get_by_role("link", name="Rung 2, missed")).to_be_visible()
    expect(page.locator(".rung.next")).to_have_text("3")


def test_a_puzzle_is_played_out_from_where_it_stands(reader: Visit) -> None:
    made = puzzles.puzzle(7, opponent="greedy", depth=5, you_first=False)
    reader.play("8 15 3 7")
    page = reader.go(f"puzzle/{made.name}")
    expect(page.locator("#puzzle")).to_contain_text("They moved first and took the 15.")
    ids: list[str] = page.evaluate("[...document.querySelectorAll('[id]')].map(({ id }) => id)")
    assert len(ids) == len({*ids}), "an id names one element"
    page.keyboard.press(KEYS[str(made.best)])
    page.get_by_role("link", name="Play it out").click()
    reader.wait_for_tab("play")
    assert reader.parts[2:] == ["second", "R", "greedy+right"]


def test_a_puzzle_by_other_rules_is_asked_answered_and_explained(everywhere: Visit) -> None:
    made = puzzles.named("1-8-3-42~take_1-3_left")
    page = everywhere.go(f"puzzle/{made.name}")
    section = page.locator("#puzzle")
    expect(section.locator(".lead").first).to_contain_text("Take one, two or three cards from the left end.")
    expect(section.locator(".take")).to_have_count(3)
    moves = {str(move.move): move.loss for move in solve(made.game).moves}
    worst = max(moves, key=lambda move: moves[move])
    for taken, verdict in ((worst, f"✗ {moves[worst]} less"), (str(made.best), "✓ Right")):
        press(page, taken)
        said = f"{verdict} Take 2 from the left, for 31 in all."
        expect(section.locator(".verdict-of-decision")).to_contain_text(said)
        expect(section.locator(".future .tag.best")).to_have_count(1)
        assert everywhere.parts == ["puzzle", made.name, taken]
        if verdict != "✓ Right":
            page.get_by_role("link", name="Try again").click()
            expect(section.locator(".verdict-of-decision")).to_have_count(0)


@pytest.mark.parametrize(
    ("offered", "rules"),
    [
        ("up to three cards, from the left only", "take 1-3 left"),
        *slow(
            ("up to two cards", "take 1-2 either"),
            ("up to three cards", "take 1-3 either"),
            ("one card, in the fair order ABBA", "turns ABBA"),
        ),
    ],
)
def test_a_puzzle_by_other_rules_is_chosen_under_puzzles_and_answered_by_touch(
    reader: Visit, offered: str, rules: str
) -> None:
    for seed in (1, 2):  # the next time another one
        made = puzzles.puzzle(seed, rules=rules)
        page = reader.go("puzzles")
        page.get_by_role("link", name=offered, exact=True).click()
        reader.wait_for_tab("puzzle")
        assert reader.parts == ["puzzle", made.name]
        places = made.game.book.places(made.game.state, made.best)
        page.locator(f'#puzzle .face[data-index="{places[-1]}"]').click()
        expect(page.locator("#puzzle .verdict-of-decision")).to_contain_text(
            re.compile("✓ Right Take .*, for .* in all.")
        )


def test_an_unknown_name_of_a_puzzle_is_refused_in_a_sentence(visit: Visit) -> None:
    page = visit.go("puzzle/nonsense")
    expect(page.locator("#trouble")).to_contain_text("'nonsense' is not the name of a puzzle")
    page.get_by_role("link", name="All puzzles").click()
    visit.wait_for_tab("puzzles")
    expect(page.locator("#trouble")).to_be_hidden()
    visit.forgive(422)


# --- challenges ----------------------------------------------------------------------------------


def test_a_challenge_carries_the_row_the_opponent_the_first_move_and_the_result_to_beat(
    reader: Visit,
) -> None:
    page = reader.open("play", "8 15 3 7", "RLLL", "optimal")
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Challenge").click()
    expect(page.get_by_role("button", name="Copied the challenge")).to_be_visible()
    said, _, link = reader.settled("navigator.clipboard.readText()").partition("? ")
    assert said == "I scored 22 to 11. Can you beat that"
    page.goto("about:blank")
    page.goto(link)
    reader.wait_for_turn()
    assert reader.parts == ["play", "8+15+3+7", "first", "-", "optimal", "", "22%3A11"]
    expect(page.locator("#goal")).to_have_text("A challenge: someone scored 22 to 11. Can you beat that?")
    page.keyboard.press("ArrowRight")
    reader.page.wait_for_url("**/RL/**")
    reader.wait_for_turn()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#goal")).to_have_text("The challenge was 22 to 11: you matched it.")
    page.get_by_role("button", name="Next row").click()
    expect(page.locator("#goal")).to_be_hidden()
