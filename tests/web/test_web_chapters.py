"""Algorithms, Why, values in full, and the lesson, in the browser: by keys, pointer and touch."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
import static_site
from playwright.sync_api import Locator, expect

from measured import resize
from twoends.answers.solution import solve
from twoends.rules.notation import parse_game
from visits import HURRY, KEYS, OTHER, Visit, box_of, press


def shown(visit: Visit, row: str = "8 15 3 7 9 2", method: str = "Exhaustive search") -> Locator:
    """The chapter *Algorithms* about a row, at a method."""
    chapter = visit.open("algorithms", row, opponent="optimal").locator("#algorithms")
    button(chapter, method).click()
    return chapter


def button(chapter: Locator, name: str) -> Locator:
    return chapter.get_by_role("button", name=name, exact=True)


def slide(chapter: Locator, step: int) -> None:
    chapter.get_by_label("Steps shown").fill(str(step))


def steps_of(chapter: Locator) -> int:
    return int(chapter.get_by_label("Steps shown").get_attribute("max") or 0)


def spots(chapter: Locator) -> set[str]:
    """The places at which calls are drawn."""
    return set(chapter.locator(".call").evaluate_all("each => each.map((call) => call.style.transform)"))


@pytest.mark.parametrize("size", ["phone", "laptop"])
def test_a_tree_of_calls_is_stepped_merged_and_drawn_in_pairs(visit: Visit, size: str) -> None:
    resize(visit, size)
    chapter = shown(visit)
    line = chapter.locator("[aria-current=step]")
    assert len(spots(chapter)) == 63
    slide(chapter, 1)
    expect(line).to_have_text("def exhaustive(cards, i, j, yours, opponent):")
    for _ in range(4):
        button(chapter, "One step on").click()
    expect(line).to_have_text(re.compile("def exhaustive"))
    expect(chapter.locator(".strip")).to_contain_text("Optimal’s turn")
    button(chapter, "One step back").click()
    expect(line).to_contain_text("left = cards[i] + exhaustive(cards, i + 1, j")
    slide(chapter, steps_of(chapter))
    pairs = "Two cards a call"
    for name, drawn in (("Merge equal positions", 21), ("Merge equal positions", 63), (pairs, 21)):
        button(chapter, name).click()
        assert len(spots(chapter)) == drawn
    chapter.locator(".scroll").press("ArrowLeft")  # which scrolls
    expect(chapter.locator(".counts")).to_have_text("21 calls, 16 of them leaves.")
    expect(chapter.locator(".strip")).to_contain_text("Your turn: 24")
    button(chapter, "Top-down").click()
    assert len(spots(chapter)) == 21
    asked = [url.removeprefix(visit.origin) for url in visit.asked if "/ask" in url]
    assert asked == ["/ask/opponents"], "the page computes all of this itself"
    before = chapter.locator(".calls").get_attribute("viewBox") or ""
    resize(visit, "phone on its side" if size == "phone" else "phone")
    expect(chapter.locator(".calls")).not_to_have_attribute("viewBox", before)


def test_the_quiz_explains_a_wrong_answer_and_then_gives_the_right_one(reader: Visit) -> None:
    chapter, page = shown(reader, "8 15 3", method="Bottom-up"), reader.page
    button(chapter, "Quiz: fill in the cells").click()
    field, said = chapter.get_by_role("textbox"), chapter.locator(".said")
    expect(field).to_be_focused()
    expect(chapter.locator("td.source")).to_have_count(0)
    button(chapter, "End the quiz").press("ArrowLeft")  # which steps through nothing
    field.fill("9")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Not 9. dp[0][1] = min(dp[1][1], dp[0][0]).")
    expect(field).to_have_value("")
    expect(field).to_be_focused()
    page.keyboard.type("8")
    page.keyboard.press("Enter")
    expect(said).to_have_text("Right. dp[0][1] = min(dp[1][1], dp[0][0]) = min(15, 8) = 8.")
    for answer in ("5", "4", "none", "11"):
        expect(field).to_be_focused()
        page.keyboard.type(answer)
        button(chapter, "Check").click()
    expect(said).to_have_text(
        "Right. dp[0][2] = max(8 + dp[1][2], 3 + dp[0][1]) = max(11, 11) = 11. "
        "All cells are filled, 1 of 3 on the first try."
    )
    page.keyboard.press("Enter")  # on the button that ends it
    expect(button(chapter, "Quiz: fill in the cells")).to_be_focused()
    expect(chapter.get_by_label("Steps shown")).to_have_value(str(steps_of(chapter)))


def test_arrow_keys_and_a_presenter_step_through_a_method_and_choose_a_cell(visit: Visit) -> None:
    chapter, page = shown(visit, method="Contraction"), visit.page
    last, slider = steps_of(chapter), chapter.get_by_label("Steps shown")
    page.keyboard.press("PageUp")  # which scrolls
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.keyboard.press("f")
    expect(page.locator("body.filled")).to_be_attached()
    for key, step in (("PageUp", last - 2), ("PageDown", last - 1)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(step))
    page.keyboard.press("f")
    button(chapter, "Bottom-up").click()
    button(chapter, "dp[0][5] is 24").focus()
    turns = (("Left", "dp[0][4] is 22"), ("Right", "dp[0][5] is 24"), ("Left", "dp[0][4] is 22"))
    for key, name in (*turns, ("Down", "dp[1][4] is 22"), ("Up", turns[0][1]), ("Down", "dp[1][4] is 22")):
        page.keyboard.press(f"Arrow{key}")
        expect(button(chapter, name)).to_be_focused()
        expect(button(chapter, name)).to_have_attribute("aria-current", "true")
    expect(chapter.locator("td.source").get_by_role("button")).to_have_accessible_name("dp[2][4] is 7")
    expect(chapter.locator("td.other").get_by_role("button")).to_have_accessible_name("dp[1][3] is 7")
    slide(chapter, steps_of(chapter) - 1)  # a step says what is now the last cell
    expect(chapter.locator(".said")).to_contain_text("dp[0][5] = ")
    page.evaluate(HURRY)
    shown(visit, "8 15")
    button(chapter, "Play").click()
    for name in ("Stop", "Play"):  # while it plays, and after the last step
        expect(button(chapter, name)).to_be_visible()
    expect(slider).to_have_value(str(steps_of(chapter)))


def test_the_lists_choose_another_opponent_rule_and_first_player(visit: Visit) -> None:
    chapter = visit.open("algorithms", "8 15 3 7 9 2", "L", "optimal", "best").locator("#algorithms")
    chapter.locator("select[name=opponent]").select_option("Modest")
    visit.wait_for_moves("-")
    visit.page.go_back()
    visit.wait_for_moves("L")  # a game that was begun can be gone back to
    chapter.locator("select[name=opponent]").select_option("Greedy")
    chapter.locator("select[name=first]").select_option("opponent")
    expect(chapter.locator(".strip")).to_contain_text("Greedy’s turn")
    expect(button(chapter, "Two cards a call")).to_have_count(0)
    button(chapter, "Bottom-up").click()
    chapter.locator("select[name=rules]").select_option("up to two cards")
    expect(chapter.locator(".panel")).to_contain_text("So there is no table of intervals")
    assert visit.parts == ["algorithms", "8+15+3+7+9+2", "take+1-2+either", "second", "-", "greedy+right"]


def test_the_triangle_is_read_by_pointer(reader: Visit) -> None:
    page = reader.open("why", "8 15 3 7", opponent="optimal")
    field, box = page.locator(".triangle-field"), box_of(page.locator(".triangle"))
    for across, down, cards in ((0.5, 0.2, "8 … 7, 4 cards"), (0.3, 0.55, "8 … 15, 2 cards")):
        field.hover(position={"x": box["width"] * across, "y": box["height"] * down})
        expect(page.locator(".readout")).to_contain_text(cards)


def test_shortened_values_can_be_read_in_full(reader: Visit) -> None:
    page = reader.open("play", "1234567 5 1000000 99999999999")
    assert page.locator("#table .value").all_text_contents() == ["≈1.23M", "5", "1M", "≈100B"]
    lens, faces = page.locator("#lens"), page.locator("#table .face[data-index]")
    faces.nth(0).hover()
    expect(lens).to_have_text("Card 1 of 4: 1234567")
    faces.nth(3).hover()
    page.mouse.down()
    page.wait_for_timeout(600)
    page.mouse.up()
    expect(lens).to_have_text("Card 4 of 4: 99999999999")
    assert reader.parts[3] == "-", "a card that is held down is looked at, and not taken"


# --- the lesson ---------------------------------------------------------------------------------

LESSON = json.loads((static_site.PAGE / "lesson.json").read_text("utf-8"))
BEST = [str(solve(parse_game(step["game"])).best[0]) for step in LESSON["steps"]]


def painted(step: dict[str, Any]) -> str:
    """The sums of the colours, or the row in which a peak is a coin."""
    row = step["game"].split(" / ")[0].split()
    if "fold" in step:
        at, coin = step["fold"].values()
        return f"acts like {''.join([*row[:at], str(coin), *row[at + 3 :]])}"
    return f"light: {' + '.join(row[::2])} dark: {' + '.join(row[1::2])}"


def test_a_beginner_goes_from_the_first_screen_through_the_lesson_by_keyboard(everywhere: Visit) -> None:
    page = everywhere.load()
    everywhere.wait_for_turn()
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent.trim()") == "Learn it in five minutes":
            break
    page.keyboard.press("Enter")
    resize(everywhere, "phone")
    for number, (step, best) in enumerate(zip(LESSON["steps"], BEST, strict=True), 1):
        section = page.locator("#lesson")
        for text in (f"{number} of {len(BEST)}", step["title"], *step["say"], step["ask"]):
            expect(section).to_contain_text(text)
        assert page.evaluate("scrollY") == 0
        if {*step} & {"paint", "fold"}:
            expect(section.locator(".painted p").last).to_have_text(painted(step))
        if number > 1:
            back = section.get_by_role("link", name="Back")
            expect(back).to_have_attribute("href", f"#lesson/{number - 1}")
        if number == 1:  # a wrong answer is explained, and may be tried again
            page.keyboard.press(KEYS[OTHER[best]])
            expect(section.locator(".verdict-of-decision")).to_contain_text(step["wrong"])
            expect(section.get_by_role("link", name="Try again")).to_be_focused()
            page.keyboard.press("Enter")
            expect(section.locator(".verdict-of-decision")).to_have_count(0)
        press(page, best)
        expect(section.locator(".verdict-of-decision")).to_contain_text(step["right"])
        onwards = "Next" if number < len(BEST) else "To the puzzles"
        expect(section.get_by_role("link", name=onwards)).to_be_focused()
        expect(section.get_by_text("That is the whole game.")).to_have_count(int(number == len(BEST)))
        expect(section.locator(".future").first).to_be_visible()
        page.evaluate("scrollTo(0, 300)")
        page.keyboard.press("Enter")
    everywhere.wait_for_tab("puzzles")


def test_every_step_of_the_lesson_has_one_best_end_and_true_sentences() -> None:
    assert {"L", "R"} <= set(BEST), "always the same end would be guessed"
    assert all(len(solve(parse_game(step["game"])).best) == 1 for step in LESSON["steps"])
    *by_one_card, by_two = LESSON["steps"]
    assert by_two["game"].split(" / ")[:2] == [by_one_card[-1]["game"].split(" / ")[0], "take 1-2 either"]
    assert BEST[-1] == "R2", "the 10, and the 18 that it hides"
    for step in by_one_card:
        row = [int(card) for card in step["game"].split(" / ")[0].split()]
        if "fold" in step:
            at, coin = step["fold"]["at"], step["fold"]["coin"]
            before, peak, after = row[at : at + 3]
            assert before < peak >= after
            assert coin == before - peak + after
            assert solve([*row[:at], coin, *row[at + 3 :]]).best == solve(row).best
    painted = [[int(card) for card in step["game"].split(" / ")[0].split()] for step in LESSON["steps"][1:3]]
    light, dark = ([row[parity::2] for row in painted] for parity in (0, 1))
    assert [sum(each) for each in light] == [25, 22]
    assert [sum(each) for each in dark] == [14, 20]
    assert [solve(row).first for row in painted] == [25, 24]
