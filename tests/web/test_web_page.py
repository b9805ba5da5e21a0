"""The page when something goes wrong, waits or is refused, and the sheet for a new game."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Request, Route, expect

import twoends
from twoends.answers.matches import match
from twoends.rules.notation import parse_game
from visits import Visit, box_of, copied, first_games, until

TOO_LONG = " ".join(str(7 * place % 11) for place in range(61))
"""A row that is too long for the page under other rules: Python refuses what is asked of it."""


def test_the_first_game_can_be_won_and_greed_loses_it() -> None:
    game = parse_game(first_games()[0])
    assert twoends.solve(game.shape.cards, game.opponent).margin_first > 0
    for who in ("greedy left", "greedy right"):
        assert match(game, who, game.opponent).game.margin < 0, who


# --- refusals, late answers and none ---------------------------------------------------------------


def test_a_link_that_cannot_be_read_is_refused_in_a_sentence(everywhere: Visit) -> None:
    alert = everywhere.page.locator("#trouble")
    for address, says in (
        ("riddle/8+15", "There is no page “riddle” here"),
        ("play/8+15/first/LLL", "Move 3 has no card to take: the row has 2."),
        ("puzzle/nonsense", "'nonsense' is not the name of a puzzle"),
    ):
        everywhere.load(address)
        expect(alert).to_contain_text(says)
    everywhere.page.get_by_role("button", name="Deal a new row").click()
    everywhere.wait_for_turn()
    expect(alert).to_be_hidden()
    assert len(everywhere.parts[1].split("+")) == 12
    everywhere.forgive(422)


def test_a_refused_analysis_does_not_stop_the_game_nor_is_it_asked_for_again(visit: Visit) -> None:
    page = visit.go(f"play/{TOO_LONG.replace(' ', '+')}/turns+ABBA/first/-/greedy+right")
    visit.wait_for_turn()
    visit.forgive(422)
    before = len(visit.asked)
    page.keyboard.press("a")
    expect(page.locator("#trouble")).to_contain_text("too many for the page")
    expect(page.locator("#beside")).not_to_contain_text("Computing")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#status")).to_contain_text("Greedy took the 7. Greedy took the 3. Your turn")
    page.locator("#new").click()
    expect(page.locator("#sheet .radio").first).to_be_visible()
    expect(page.locator("#sheet .fault")).to_have_text("")
    page.wait_for_timeout(300)
    assert len([url for url in visit.asked[before:] if "/ask/" in url]) < 20
    page.keyboard.press("Escape")
    page.keyboard.press("a")
    expect(page.locator("#trouble")).to_be_hidden()


def test_what_is_no_longer_asked_takes_no_connection(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route(re.compile("/ask/(why|reply)"), lambda route: held.append(route))
    page = visit.play("8 15 | 3 7 2", opponent="optimal")  # only Python plays on boards
    failed: list[str] = []

    def note(request: Request) -> None:
        failed.append(json.loads(request.post_data or "{}")["game"])

    page.on("requestfailed", note)
    with page.expect_request("**/ask/reply"):
        page.keyboard.press("ArrowLeft")
    rows = [f"{first} 15 3 7 / first / -" for first in range(20, 28)]  # more than a browser has connections
    for row in rows:
        page.evaluate(f"location.hash = '#why/{row.replace(' / ', '/').replace(' ', '+')}/optimal'")
    page.evaluate("location.hash = '#review/9+15+3+7/first/RL/optimal'")
    visit.wait_for_tab("review")
    page.remove_listener("requestfailed", note)
    assert failed == ["8 15 | 3 7 2 / first / 0:L", *rows]


def test_the_page_says_that_the_server_does_not_answer_until_it_does(visit: Visit) -> None:
    visit.page.route("**/ask/review", lambda route: route.abort())
    visit.forgiven.append("net::ERR_FAILED")
    page = visit.load("review/5+|+6+7/first/1:R/optimal")
    expect(page.locator("#trouble")).to_contain_text("The server does not answer")
    page.unroute_all()
    expect(page.locator("#review .told")).to_contain_text("You took the 7")
    expect(page.locator("#trouble")).to_be_hidden()


def test_what_is_awaited_says_so_and_after_a_second_since_when(visit: Visit) -> None:
    held: list[Route] = []
    visit.page.route(re.compile("/ask/(moves|why)"), lambda route: held.append(route))
    page = visit.load("why/8+15+3+07/first/RL/optimal")  # which only Python can read
    answer = until(page, held)
    expect(page.locator("#why")).to_have_text(re.compile("^Reading the link …"))
    answer.continue_()
    answer, waits = until(page, held), page.locator("#why .waits")
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
    page, rung = visit.go("puzzles"), visit.page.get_by_role("link", name="Rung 1 Greedy")
    page.evaluate(STORES_NOTHING)
    rung.click()
    expect(page.locator("#goal")).to_contain_text("this game counts")
    for taken in (1, 2, 3):
        page.keyboard.press("ArrowLeft")
        expect(page).to_have_url(re.compile(rf"2-rung-1-1/\w{{{2 * taken}}}$"))
    visit.go("puzzles")
    says = "This browser does not let the page store anything"
    expect(page.locator("#puzzles .note")).to_contain_text(says)
    expect(rung).to_contain_text(re.compile("1 of 3 wins|1 not won"))


# --- the sheet, and links ----------------------------------------------------------------------------


def test_values_are_typed_moved_and_dragged_and_played_right_after_the_last_key(visit: Visit) -> None:
    page = visit.play("8 15 3 7", opponent="optimal")
    tiles, values = page.locator(".tray-tile"), page.get_by_label(re.compile("^Values"))
    page.get_by_role("button", name="New game").click()
    values.fill("1 30 100 15 2")
    expect(tiles).to_have_text(["1", "30", "100", "15", "2"])
    for key, at, after in (("ArrowLeft", 0, 0), ("ArrowRight", 4, 4), ("ArrowLeft", 2, 1), ("Delete", 0, 0)):
        tiles.nth(at).focus()
        page.keyboard.press(key)
        expect(tiles.nth(after)).to_be_focused()
    expect(tiles).to_have_text(["100", "30", "15", "2"])
    first, last = (box_of(tiles.nth(k)) for k in (0, 3))
    page.mouse.move(first["x"] + 10, first["y"] + 10)
    page.mouse.down()
    page.mouse.move(last["x"] + 10, last["y"] + 10, steps=5)
    page.mouse.up()
    expect(values).to_have_value("30 15 2 100")
    page.mouse.click(5, 5)  # beside the sheet
    expect(page.locator("#sheet")).to_be_hidden()
    page.get_by_role("button", name="New game").click()
    values.fill("1 2 50 9")
    values.press("Enter")
    expect(page.locator("#sheet")).to_be_hidden()
    page.wait_for_timeout(400)  # longer than the page waits for the next key
    expect(page.locator("#sheet")).to_be_hidden()
    page.keyboard.press("h")
    expect(page.locator("#take-left .promise")).to_have_text("51, best")


def test_a_puzzle_has_no_link_to_its_answer_before_it_is_answered(reader: Visit) -> None:
    page = reader.go("puzzle/1-8-3-42")
    expect(page.locator("#puzzle .take").first).to_be_visible()
    expect(page.locator("nav [data-tab]")).to_have_text(["Play"])
    address = page.url
    page.keyboard.press("ArrowLeft")
    expect(page.locator("nav [data-tab]")).to_have_text(["Play", "Why", "Review", "Compare", "Algorithms"])
    assert copied(reader, "Copy link") == address, "the link is only the question"


def test_no_digit_of_a_long_number_is_out_of_reach(reader: Visit) -> None:
    large = 10**30 + 7
    page = reader.play(f"{large} 1 5 2", "LL", "optimal")
    shown = page.locator("#your-total .exact")
    expect(shown.locator("summary")).to_have_text("≈ 1.000e+30")
    shown.locator("summary").click()
    expect(shown).to_contain_text(str(large))
    page = reader.open("play", "9007199254740993 1 5 2", "LL", "optimal")
    expect(page.locator("#your-total")).to_have_text("9007199254740993")
