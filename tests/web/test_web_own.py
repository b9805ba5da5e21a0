"""The menu of a phone: one button."""

from __future__ import annotations

from playwright.sync_api import expect

from measured import check_page, resize
from visits import Visit


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
    button.click()
    page.mouse.click(20, 700)  # beside the list
    expect(choices).to_have_count(0)
    resize(reader, "laptop")
    expect(button).to_be_hidden()
    expect(choices).to_have_count(10)


def test_the_menu_of_a_phone_says_that_the_link_is_copied(reader: Visit) -> None:
    resize(reader, "phone")
    reader.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page = reader.play("8 15 3 7", opponent="optimal")
    reader.choose("Copy link")
    expect(page.locator("#menu")).to_have_text("Copied the link")
