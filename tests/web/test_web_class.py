"""A class on the page: hands, the answer, the link that students follow."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from twoends import puzzles
from visits import Server, Visit, box_of

ELSEWHERE = "https://class.example"
"""Where students can reach the page, too."""


@pytest.fixture
def published(browser: Browser, server: Server) -> Iterator[Visit]:
    """The page at an address that is not this machine's own."""
    visit = Visit(browser, ELSEWHERE)

    def answer(route: Route) -> None:
        route.fulfill(response=route.fetch(url=route.request.url.replace(ELSEWHERE, server.origin)))

    visit.page.route(f"{ELSEWHERE}/**", answer)
    yield visit
    visit.close()
    assert visit.complaints == []


def test_a_class_counts_hands_by_two_keys_and_then_sees_the_answer(everywhere: Visit) -> None:
    made = puzzles.named("1-8-5-11")
    page = everywhere.go("class/1-8-5-11")
    for key, hands in [
        ("ArrowLeft", "1:0"),
        ("ArrowRight", "1:1"),
        ("ArrowLeft", "2:1"),
        ("Backspace", "1:1"),  # the last one
        ("ArrowRight", "1:2"),
    ]:
        page.keyboard.press(key)
        expect(page).to_have_url(re.compile(rf"/{hands}$"))
    expect(page.locator(".hands")).to_have_text(["1", "2"])
    one, two = (box_of(bar)["width"] for bar in page.locator(".hands-bar span").all())
    assert abs(2 * one - two) < 2, "a bar is as long as its hands are many"
    page.keyboard.press("Enter")
    fell = "Most of you were right." if str(made.best) == "R" else "Most of you fell for it."
    expect(page.locator("#class .verdict-of-decision")).to_contain_text(fell)
    page.keyboard.press("ArrowLeft")  # after the reveal nothing counts any more
    expect(page.locator(".hands")).to_have_text(["1", "2"])
    page.get_by_role("button", name="Ask again").click()
    expect(page.locator(".hands")).to_have_text(["0", "0"])


@pytest.mark.parametrize(("wide", "tall"), [(1280, 720), pytest.param(1024, 768, marks=pytest.mark.slow)])
def test_a_class_sees_everything_on_one_screen_without_the_menu(
    published: Visit, wide: int, tall: int
) -> None:
    published.page.set_viewport_size({"width": wide, "height": tall})
    for address in ("class/1-10-10-20/5:9", "class/1-10-10-20/5:9/shown", "class/lesson-3"):
        check_class_screen(published.go(address), address)


def check_class_screen(page: Page, address: str) -> None:
    expect(page.locator("header")).to_be_hidden()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    for part in ("h2", ".face.left", ".take.left .hands", ".code svg", ".onwards button"):
        expect(page.locator(f"#class {part}").first).to_be_in_viewport(ratio=0.99)
    if address.endswith("shown"):
        expect(page.locator("#class .stepper")).to_be_in_viewport(ratio=0.99)
        size = "each => parseFloat(getComputedStyle(each).fontSize)"
        verdict, text = (
            page.locator(each).first.evaluate(size) for each in ("#class .verdict-of-decision p", "#class h4")
        )
        assert verdict >= 2 * text, "the answer is read from the last row"
    over: Any = page.evaluate("document.documentElement.scrollHeight - innerHeight")
    assert over <= 0, f"{over} pixels run off the screen"
    row, room, code = (box_of(page.locator(f"#class {part}")) for part in (".felt svg", ".felt", ".code"))
    assert row["height"] <= room["height"] + 1, "the row leaves the table"
    assert code["x"] >= room["x"] + room["width"], "the code stands beside the row"


@pytest.mark.slow
def test_touch_counts_hands_and_takes_the_last_one_back(browser: Browser, server: Server) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    visit = Visit(browser, server.origin, **phone)
    page = visit.go("class/1-8-5-11")
    back = page.get_by_role("button", name="Remove one")
    expect(back).to_have_count(0)
    for button, hands in [(".take.left", "1:0"), (".take.left", "2:0"), (".take.right", "2:1")]:
        page.locator(f"#class {button}").tap()
        expect(page).to_have_url(re.compile(rf"/{hands}$"))
    for hands in ("2:0", "1:0", "0:0"):
        back.tap()
        expect(page).to_have_url(re.compile(rf"/{hands}$"))
    expect(back).to_have_count(0)
    visit.close()


def test_a_class_sees_no_link_to_this_machine(reader: Visit) -> None:
    page = reader.go("class/lesson-2")
    title = page.get_by_role("heading", level=2).inner_text()
    expect(page.locator(".to-the-class")).to_have_count(0)
    page.get_by_role("link", name="Leave the class view").click()
    reader.wait_for_tab("lesson")
    expect(page.get_by_role("heading", level=2)).to_have_text(title)


def test_a_class_votes_only_on_puzzles_that_take_one_card(reader: Visit) -> None:
    page = reader.go("class/1-8-3-42~take_1-3_left")
    expect(page.locator("#trouble")).to_contain_text("A class votes for an end")
    page = reader.go("puzzle/1-8-3-42~take_1-3_left")
    expect(page.locator("#puzzle").get_by_role("link", name="For a class")).to_have_count(0)
