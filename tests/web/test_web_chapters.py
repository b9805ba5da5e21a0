"""The chapters *Algorithms* and *Why*, and values in full, in the browser: by pointer, keys and buttons."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from measured import resize
from visits import Visit, box_of


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
def test_a_tree_of_63_calls_is_stepped_merged_and_drawn_with_two_cards_a_call(
    visit: Visit, size: str
) -> None:
    resize(visit, size)
    chapter, page = shown(visit), visit.page
    counts, reading, line = (chapter.locator(part) for part in (".counts", ".strip", "[aria-current=step]"))
    expect(counts).to_have_text("63 calls, 32 of them leaves.")
    expect(reading).to_contain_text("Your turn: 24")
    assert len(spots(chapter)) == 63
    picture = box_of(chapter.locator("svg.calls"))
    assert picture["height"] < page.evaluate("innerHeight"), "a tree is seen at once"
    slide(chapter, 1)
    expect(line).to_have_text("def exhaustive(cards, i, j, yours, opponent):")
    expect(button(chapter, "One step back")).to_have_attribute("aria-disabled", "true")
    for _ in range(4):
        button(chapter, "One step on").click()
    expect(line).to_have_text(re.compile("def exhaustive"))
    expect(reading).to_contain_text("Optimal’s turn")
    button(chapter, "One step back").click()
    expect(line).to_contain_text("left = cards[i] + exhaustive(cards, i + 1, j")
    slide(chapter, steps_of(chapter))
    button(chapter, "Merge equal positions").click()
    expect(counts).to_have_text("63 calls, 32 of them leaves, on 21 intervals.")
    assert len(spots(chapter)) == 21
    button(chapter, "Merge equal positions").click()
    button(chapter, "Two cards a call").click()
    expect(counts).to_have_text("21 calls, 16 of them leaves.")
    assert len(spots(chapter)) == 21
    expect(reading).to_contain_text("Your turn: 24")
    button(chapter, "Top-down").click()
    expect(counts).to_have_text("31 calls instead of 63, on 21 intervals.")
    assert len(spots(chapter)) == 21
    asked = [url.removeprefix(visit.origin) for url in visit.asked if "/ask" in url]
    assert asked == ["/ask/opponents"], "the page computes all of this itself"


def test_the_quiz_explains_a_wrong_answer_and_then_gives_the_right_one(reader: Visit) -> None:
    chapter, page = shown(reader, "8 15 3", method="Bottom-up"), reader.page
    button(chapter, "Quiz: fill in the cells").click()
    field, said = chapter.get_by_role("textbox"), chapter.locator(".said")
    expect(field).to_be_focused()
    expect(chapter.locator("td.source")).to_have_count(0)
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


def test_arrow_keys_and_a_presenter_step_through_a_method_and_choose_a_cell(visit: Visit) -> None:
    chapter, page = shown(visit, method="Contraction"), visit.page
    last, slider = steps_of(chapter), chapter.get_by_label("Steps shown")
    page.keyboard.press("PageUp")  # which scrolls
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(last - 1))
    page.keyboard.press("f")
    expect(page.locator("body")).to_have_class(re.compile("filled"))
    for key, step in (("PageUp", last - 2), ("PageDown", last - 1)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(step))
    page.keyboard.press("f")
    button(chapter, "Bottom-up").click()
    button(chapter, "dp[0][5] is 24").focus()
    for key, name in (("ArrowLeft", "dp[0][4] is 22"), ("ArrowDown", "dp[1][4] is 22")):
        page.keyboard.press(key)
        expect(button(chapter, name)).to_be_focused()
        expect(button(chapter, name)).to_have_attribute("aria-current", "true")
    expect(chapter.locator("td.source").get_by_role("button")).to_have_accessible_name("dp[2][4] is 7")
    expect(chapter.locator("td.other").get_by_role("button")).to_have_accessible_name("dp[1][3] is 7")
    slide(chapter, steps_of(chapter) - 1)  # a step says what is now the last cell
    expect(chapter.locator(".said")).to_contain_text("dp[0][5] = ")


def test_the_lists_choose_another_opponent_rule_and_first_player(visit: Visit) -> None:
    chapter = shown(visit)
    chapter.locator("select[name=opponent]").select_option("Greedy")
    expect(chapter.locator(".counts")).to_have_text("21 calls, 8 of them leaves.")
    expect(chapter.locator(".recurrence")).to_contain_text("dp[i+1][j] if c[i] > c[j] else dp[i][j−1]")
    chapter.locator("select[name=first]").select_option("opponent")
    expect(chapter.locator(".strip")).to_contain_text("Greedy’s turn")
    expect(button(chapter, "Two cards a call")).to_have_count(0)
    button(chapter, "Bottom-up").click()
    chapter.locator("select[name=rules]").select_option("up to two cards")
    expect(chapter.locator(".panel")).to_contain_text("So there is no table of intervals")
    assert visit.parts == ["algorithms", "8+15+3+7+9+2", "take+1-2+either", "second", "-", "greedy+right"]


def test_the_triangle_is_read_by_pointer_and_keys(reader: Visit) -> None:
    page = reader.open("why", "8 15 3 7", opponent="optimal")
    field, box = page.locator(".triangle-field"), box_of(page.locator(".triangle"))
    for across, down, cards in ((0.5, 0.2, "8 … 7, 4 cards"), (0.3, 0.55, "8 … 15, 2 cards")):
        field.hover(position={"x": box["width"] * across, "y": box["height"] * down})
        expect(page.locator(".readout")).to_contain_text(cards)
    page.mouse.move(0, 0)
    field.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".readout")).to_contain_text("8 … 3, 3 cards")


def test_shortened_values_can_be_read_in_full(reader: Visit) -> None:
    page = reader.open("play", "1234567 5 1000000 99999999999")
    assert page.locator("#table .value").all_text_contents() == ["≈1.23M", "5", "1M", "≈100B"]
    lens, faces = page.locator("#lens"), page.locator("#table .face[data-index]")
    faces.nth(0).hover()
    expect(lens).to_have_text("Card 1 of 4: 1234567")
    faces.nth(2).focus()
    expect(lens).to_have_text("Card 3 of 4: 1000000")
    faces.nth(3).hover()
    page.mouse.down()
    page.wait_for_timeout(600)
    page.mouse.up()
    expect(lens).to_have_text("Card 4 of 4: 99999999999")
    assert reader.parts[3] == "-", "a card that is held down is looked at, and not taken"
