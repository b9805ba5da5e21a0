"""A row of one's own on the page: the field, the menu of a phone, and the whole screen for a class."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from measured import check_page, resize
from visits import Visit, box_of

# --- the field -------------------------------------------------------------------------------------


def test_a_row_is_played_from_the_first_screen_against_an_optimal_opponent(visit: Visit) -> None:
    page = visit.load()
    visit.wait_for_turn()
    field = page.get_by_label("Your own row")
    field.fill("nums = [8, 15,\n 3, 7];")
    assert "\n" in field.input_value(), "line breaks say where values end"
    field.press("Enter")
    visit.wait_for_moves("-")
    expect(page.locator("#your-total")).to_have_text("0")
    assert visit.parts == ["play", "8+15+3+7", "first", "-", "optimal"]
    assert not [url for url in visit.asked if "/ask/" in url], "the page reads it itself"
    assert all(box_of(part)["height"] <= 1 for part in page.locator("#status .unseen").all())


@pytest.mark.parametrize(("button", "tab"), [("Solve", "why"), ("Algorithms", "algorithms")])
def test_a_row_is_explained_by_the_rules_and_against_the_opponent_of_the_table(
    reader: Visit, button: str, tab: str
) -> None:
    page = reader.go("play/8+15+3+7/take+1-3+left/first/-/modest+left")
    page.get_by_label("Your own row").fill("1 2 50 9")
    page.locator("#own").get_by_role("button", name=button).click()
    reader.wait_for_tab(tab)
    assert reader.parts == [tab, "1+2+50+9", "take+1-3+left", "first", "-", "modest+left"]
    reader.open("play", "8 15 3 7", opponent="greedy right", seat="two")
    page.get_by_label("Your own row").fill("1 2 50")
    page.get_by_label("Your own row").press("Enter")
    reader.wait_for_moves("-")
    assert reader.parts == ["play", "1+2+50", "first", "-", "optimal", "two"]
    page.get_by_label("Your own row").fill("8 15 3 / turns ABBA / second / - / greedy right")
    page.get_by_label("Your own row").press("Shift+Enter")
    reader.wait_for_tab("play")
    assert reader.parts[:4] == ["play", "8+15+3", "turns+ABBA", "second"]
    assert reader.parts[5:] == ["greedy+right"], "a whole game is yours"


def test_python_reads_other_texts_and_says_what_is_wrong_with_a_text(visit: Visit) -> None:
    page = visit.play("8 15 3 7", opponent="greedy right")
    field, fault = page.get_by_label("Your own row"), page.locator("#own-fault")
    field.fill("8 15 x")
    field.press("Enter")
    expect(fault).to_contain_text("'x' is not a value")
    expect(field).to_have_attribute("aria-invalid", "true")
    assert field.get_attribute("aria-describedby") == fault.get_attribute("id")
    expect(page.locator("#trouble")).to_be_hidden()
    field.press("Backspace")
    expect(fault).to_be_empty()
    field.fill("circle 1 2 3")
    field.press("Enter")
    visit.wait_for_moves("-")
    page.goto(f"{visit.origin}/#why/8+15+3/score+rest/first/-/optimal")
    visit.wait_for_tab("why")
    field.fill("circle 1 2 3")
    field.press("Enter")
    expect(fault).to_contain_text("circle")  # which has no such rules
    field.fill("Input: N = 2, arr[] = {8, 15}")
    field.press("Enter")
    visit.wait_for_tab("play")
    assert visit.parts[:3] == ["play", "8+15", "score+rest"]
    visit.forgive(422)


def test_a_text_that_waits_for_python_says_so_until_another_is_typed(early: Visit) -> None:
    early.keep_python_away()
    page = early.load("compare/8+15+3+7/first/-/optimal")
    early.wait_for_tab("compare")
    field, waits = page.get_by_label("Your own row"), page.locator("#own-waits")
    field.fill("x = c(8, 15)")
    field.press("Enter")
    expect(waits).to_contain_text(re.compile(r"^Reading the row … (Fetching Python|Python is starting)"))
    field.press("Backspace")
    expect(waits).to_be_empty()


def test_the_field_is_on_the_first_screen_and_in_chapters_and_nowhere_else(reader: Visit) -> None:
    field = reader.page.locator("#own-row")
    for address, is_shown in (
        ("play/8+15+3+7/first/-/optimal", True),
        ("play/8+15+3+7/first/RL/optimal", False),
        ("why/8+15+3+7/first/RL/optimal", True),
        ("puzzle/2-rung-5-1", False),
        ("puzzles", False),
        ("lesson/1", False),
    ):
        reader.go(address)
        expect(field).to_be_visible(visible=is_shown)
    reader.play("8 15 3 7 9 4")
    expect(field).to_be_visible()
    top = box_of(reader.page.locator("#felt"))
    reader.page.keyboard.press("ArrowLeft")
    expect(field).to_be_hidden()
    assert box_of(reader.page.locator("#felt")) == top, "the table stays in place"


# --- the menu of a phone -----------------------------------------------------------------------------


def test_the_menu_of_a_phone_is_one_button_that_works_by_keyboard(reader: Visit) -> None:
    resize(reader, "phone")
    page = reader.play("8 15 3 7", opponent="optimal")
    button, choices = page.get_by_role("button", name="Menu"), page.locator("#choices :is(a, button):visible")
    assert button.get_attribute("aria-controls") == page.locator("#choices").get_attribute("id")
    expect(choices).to_have_count(0)
    button.press("Enter")
    expect(button).to_have_attribute("aria-expanded", "true")
    views = ["Play", "Puzzles", "Learn", "Why", "Review", "Compare", "Algorithms"]
    expect(choices).to_have_text([*views, "New game", "Copy link", "Rules"])
    check_page(page)
    page.keyboard.press("Tab")
    expect(choices.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(choices).to_have_count(0)
    expect(button).to_be_focused()
    button.press("Enter")
    choices.get_by_text("Rules").or_(page.locator("#about")).first.press("Enter")
    expect(page.locator("#rules")).to_be_visible()
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    button.press("Enter")
    page.get_by_role("link", name="Why").press("Enter")
    reader.wait_for_tab("why")
    expect(button).to_have_attribute("aria-expanded", "false")
    expect(button).to_be_focused()
    button.press("Enter")
    choices.last.focus()
    page.keyboard.press("Tab")
    expect(button).to_have_attribute("aria-expanded", "false")
    button.click()
    page.mouse.click(20, 700)  # beside the list
    expect(choices).to_have_count(0)
    resize(reader, "laptop")
    expect(button).to_be_hidden()
    expect(choices).to_have_count(10)


# --- fewer words, and the whole screen -----------------------------------------------------------------


LETTERS = "parseFloat(getComputedStyle(document.documentElement).fontSize)"


@pytest.mark.parametrize(
    ("address", "largest"),
    [
        ("play/8+15+3+7/first/-/optimal", "#table .face"),
        ("puzzle/1-8-3-42", ".decision .face"),
        ("why/8+15+3+7/first/-/optimal", ".triangle"),
    ],
    ids=["the table", "a puzzle", "why"],
)
def test_f_fills_the_screen_with_what_is_decided_or_shown(reader: Visit, address: str, largest: str) -> None:
    resize(reader, "large")
    page = reader.go(address)
    shown = page.locator(f"#{reader.parts[0]}")
    part_shown = shown.locator(largest).first
    letters, width = float(page.evaluate(LETTERS)), box_of(part_shown)["width"]
    page.keyboard.press("f")
    for part in ("header", "#own", "footer", f"#{reader.parts[0]} > h2"):
        expect(page.locator(part)).to_be_hidden()
    assert page.evaluate(LETTERS) >= 1.5 * letters, "letters for the back row"
    assert box_of(part_shown)["width"] > width
    for button in shown.locator(".ends .take").all():
        expect(button).to_be_in_viewport(ratio=0.99)
    check_page(page)
    page.keyboard.press("f")
    expect(page.locator("header")).to_be_visible()
