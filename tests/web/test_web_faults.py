"""Faults and accessibility: late answers, bad ones, long numbers, announcements, keys."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Request, Route, expect

from visits import Visit, until

ROW = "6h 2c 7d Qs 3c 9h Kd 4s 10h 5c As 8d"


# --- when things go wrong ------------------------------------------------------------------------


def test_what_is_no_longer_asked_takes_no_connection(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/ask/why", lambda route: held.append(route))
    visit.page.route("**/ask/reply", lambda route: held.append(route))
    page = visit.play("8 15 | 3 7 2", opponent="optimal")  # only Python plays on boards
    failed: list[str] = []

    def note(request: Request) -> None:
        failed.append(json.loads(request.post_data or "{}")["game"])

    page.on("requestfailed", note)
    with page.expect_request("**/ask/reply"):
        page.keyboard.press("ArrowLeft")
    rows = [f"{first} 15 3 7" for first in range(20, 28)]  # more than a browser has connections
    for row in rows:
        page.evaluate(f"location.hash = '#why/{row.replace(' ', '+')}/first/-/optimal'")
    page.evaluate("location.hash = '#review/9+15+3+7/first/RL/optimal'")
    visit.wait_for_tab("review")
    page.unroute("**/ask/why")
    page.remove_listener("requestfailed", note)
    assert failed == ["8 15 | 3 7 2 / first / 0:L", *(f"{row} / first / -" for row in rows)]
    page.evaluate(f"location.hash = '#why/{rows[0].replace(' ', '+')}/first/-/optimal'")
    visit.wait_for_tab("why")
    expect(page.locator("#why .lead")).to_be_visible()


def test_the_page_says_that_the_server_does_not_answer_until_it_does(visit: Visit) -> None:
    visit.page.route("**/ask/review", lambda route: route.abort())
    visit.forgiven.append("net::ERR_FAILED")
    page = visit.load("review/5+|+6+7/first/1:R/optimal")
    expect(page.locator("#trouble")).to_contain_text("The server does not answer")
    page.unroute_all()
    expect(page.locator("#review .told")).to_contain_text("You took the 7")
    expect(page.locator("#trouble")).to_be_hidden()


def test_after_a_second_what_is_awaited_says_since_when(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route("**/ask/why", lambda route: held.append(route), times=1)
    page = visit.load("why/8+15+3+7/first/RL/optimal")
    answer = until(visit.page, held)
    waits = page.locator("#why .waits")
    expect(waits).to_contain_text("…")
    expect(waits).not_to_contain_text("second")
    expect(waits).to_contain_text("A second so far.")
    expect(waits).to_contain_text("2 seconds so far.")
    answer.continue_()
    expect(waits).to_have_count(0)


STORES_NOTHING = """() => {
  const refuse = () => { throw new DOMException("no", "QuotaExceededError"); };
  Storage.prototype.setItem = refuse;
  Storage.prototype.getItem = refuse;
}"""


def test_a_game_counts_for_the_visit_if_the_browser_stores_nothing_and_the_page_says_so(
    visit: Visit,
) -> None:
    page = visit.go("puzzles")
    page.evaluate(STORES_NOTHING)
    page.get_by_role("link", name="Rung 1 Greedy").click()
    expect(page.locator("#goal")).to_contain_text("this game counts")
    for taken in (1, 2, 3):
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"2-rung-1-1/\w{{{2 * taken}}}$"))
    expect(page.locator("#result")).to_be_visible()
    visit.go("puzzles")
    says = "This browser does not let the page store anything"
    expect(page.locator("#puzzles .note")).to_contain_text(says)
    expect(page.get_by_role("link", name="Rung 1 Greedy")).to_contain_text(
        re.compile("1 of 3 wins|1 not won")
    )


# --- accessibility -------------------------------------------------------------------------------


def test_no_digit_of_a_long_number_is_out_of_reach(reader: Visit) -> None:
    large = 10**30 + 7
    page = reader.play(f"{large} 1 5 2", "LL", "optimal")
    shown = page.locator("#your-total .exact")
    expect(shown.locator("summary")).to_have_text("≈ 1.000e+30")
    shown.locator("summary").click()
    expect(shown).to_contain_text(str(large))
    page = reader.play(f"1 {large} 5 2", opponent="optimal")
    page.get_by_text("Remaining cards as text").click()
    expect(page.locator(".row-as-text p")).to_have_text(f"1 {large} 5 2")
    page = reader.open("play", "9007199254740993 1 5 2", "LL", "optimal")
    expect(page.locator("#your-total")).to_have_text("9007199254740993")


def test_letters_are_keys_until_they_are_switched_off(visit: Visit) -> None:
    page = visit.play(ROW)
    for keys in ("Control+h", "Meta+h", "Alt+h"):  # those of the browser
        page.keyboard.press(keys)
    expect(page.locator("#hint")).to_have_attribute("aria-pressed", "false")
    page.get_by_role("button", name="Rules").click()
    page.get_by_label("Letter shortcuts").uncheck()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#hint kbd")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_have_attribute("aria-pressed", "false")
    page.reload()
    visit.wait_for_turn()
    page.keyboard.press("h")
    expect(page.locator("#hint")).to_have_attribute("aria-pressed", "false")
    page.keyboard.press("ArrowLeft")
    visit.wait_for_moves(r"\w{2}")
