"""The site while Loading Python: what is drawn at once, what waits, and what was stored."""

from __future__ import annotations

import json
import re
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Browser, Route, expect

from cases import slow
from visits import Site, Visit, until


def test_a_link_is_played_to_its_end_against_greedy_without_python(early: Visit) -> None:
    page = early.load("play/8+15+3+7+9+4/first/-/greedy+right")
    expect(page.locator("#status")).to_contain_text("Your turn: the 8 on the left, the 4 on the right.")
    for moves in ("RR", "RRRL", "RRRLRL"):
        page.locator("#take-right").click()
        early.wait_for_moves(moves)
    expect(page.locator("#result .verdict")).to_have_text("You lose, 14 : 32.")
    expect(page.locator("#result .reason")).to_contain_text("Loading Python:")


def test_waiting_for_python_is_announced_and_nothing_acts_meanwhile(early: Visit) -> None:
    page = early.load("play/8+15+3+7/first/-/optimal")
    page.locator("#hint").click()
    expect(page.locator("#status")).to_contain_text("Computing the hint. Loading Python:")
    page.locator("#take-right").click()
    expect(page.locator("#status")).to_contain_text("Optimal is to move. Loading Python:")
    for end in ("#take-left", "#take-right"):
        expect(page.locator(end)).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("ArrowLeft")
    assert early.parts[3] == "R", "the end acted although it is not your turn"
    for tab in ("why", "review", "compare"):
        page.evaluate(f"location.hash = '#{tab}/8+15+3+7/first/R/optimal'")
        expect(page.locator(f"#{tab}")).to_contain_text("Loading Python:")


def test_a_link_that_only_python_can_read_shows_no_table_to_play(early: Visit) -> None:
    page = early.load("play/8+15+3+7/first/-/greedy+right")
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.evaluate("location.hash = '#play/8,+15,+3,+7/first/-/greedy+right'")
    expect(page.locator("#status")).to_contain_text("Reading the link … Loading Python:")
    expect(page.locator("#table .face")).to_have_count(0)
    for key in ("ArrowLeft", "ArrowRight", "h", "u"):
        page.keyboard.press(key)
    for end in ("#take-left", "#take-right", "#hint", "#undo"):
        expect(page.locator(end)).to_have_count(0)
    assert early.parts[1] == "8,+15,+3,+7"


PYTHON_THAT_WAITS = """
const test = new BroadcastChannel("test");
test.onmessage = () => postMessage({ ready: true });
onmessage = ({ data }) => {
  test.postMessage(JSON.parse(data.text).game);
  postMessage({ number: data.number, answer: '{ "detail": "enough" }' });
};
"""

START_IT = """() => new Promise((tell) => {
  const [test, heard] = [new BroadcastChannel("test"), []];
  test.onmessage = ({ data }) => { heard.push(data); setTimeout(() => tell(heard), 300); };
  test.postMessage("start");
})"""


def test_python_is_asked_only_what_the_page_still_asks_when_it_has_arrived(
    browser: Browser, early_site: Site
) -> None:
    visitor = Visit(browser, early_site.origin)  # of one's own, because the page is kept for use offline
    script = {"content_type": "text/javascript", "body": PYTHON_THAT_WAITS}
    visitor.page.route("**/python-worker.js", lambda route: route.fulfill(**script))
    page = visitor.load("why/8+15+3+7+2/first/-/optimal")
    for first in (9, 10):
        expect(page.locator("#why")).to_contain_text("Loading Python")
        page.evaluate(f"location.hash = '#why/{first}+15+3+7+2/first/-/optimal'")
    assert page.evaluate(START_IT) == ["10 15 3 7 2 / first / -"]
    visitor.close()


def test_next_row_deals_at_once_and_only_once(early: Visit) -> None:
    page = early.load("play/8+15+3+7/first/RL/greedy+right")
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.keyboard.press("n")
    early.wait_for_moves("-")
    expect(page.locator("#status")).to_contain_text("Your turn")
    address = page.url
    assert early.parts[1].count("+") == 3, "another row has as many cards"
    page.wait_for_timeout(300)
    assert page.url == address, "the game was replaced once more"


@pytest.mark.parametrize(
    "address",
    ["1+2+%7C+%5B3+7+4+%7C+9/first/-/greedy+right", *slow("circle+2+8+1+10+9/first/-/modest+left")],
    ids=["a board", "a circle"],
)
def test_boards_and_circles_are_played_without_python(early: Visit, address: str) -> None:
    page = early.load(f"play/{address}")
    for _ in range(3):
        expect(page.locator("#status")).to_contain_text("Your turn")
        card = page.locator("#table .face.reached[role=button]").first
        if card.is_visible():
            card.press("Enter")
        else:  # what a first card leaves of a circle is a row
            page.keyboard.press("ArrowLeft")
        expect(page.locator("#status")).to_contain_text(re.compile("Your turn|[Ww]ins?|lose|draw"))
    expect(page.locator("#result .verdict")).not_to_be_empty()


NOTES_WHAT_IS_DRAWN = """
const drawn = () => document.querySelectorAll("#table .face").length;
for (const name of ["fetch", "Worker"]) {
  const real = globalThis[name];
  globalThis[name] = new Proxy(real, {
    apply(_, self, given) { globalThis.drawnBefore ??= drawn(); return Reflect.apply(real, self, given); },
    construct(_, given) { globalThis.drawnBefore ??= drawn(); return new real(...given); },
  });
}
"""


@pytest.mark.parametrize("who", ["visit", *slow("on_site")])
def test_a_position_is_drawn_before_anything_is_asked_of_python(
    request: pytest.FixtureRequest, who: str
) -> None:
    visitor: Visit = request.getfixturevalue(who)
    before = visitor.context.new_cdp_session(visitor.page)
    before.send("Page.enable")
    before.send("Page.addScriptToEvaluateOnNewDocument", {"source": NOTES_WHAT_IS_DRAWN})
    page = visitor.load("play/8+15+3+7/first/-/optimal")
    expect(page.locator("#status")).to_contain_text("Your turn")
    page.keyboard.press("h")
    expect(page.locator("#status")).to_contain_text("Hint:")
    assert page.evaluate("drawnBefore") == 4
    before.detach()


# --- a slow network ----------------------------------------------------------------------------------

SLOW = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
"""Bytes a second, and milliseconds before an answer: what Chromium calls slow 3G."""

FAST = {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}


@pytest.mark.slow
def test_on_a_slow_network_a_link_is_played_before_python_has_arrived_and_judged_after(
    browser: Browser, site: Site
) -> None:
    visitor = Visit(browser, site.origin)
    held: list[Route] = []  # Python arrives when we say so
    visitor.page.route("**/*.wasm", lambda route: held.append(route))
    network = visitor.context.new_cdp_session(visitor.page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW)
    page = visitor.load("play/9+14+3+7+12+5/first/RL/optimal")
    expect(page.locator("#status")).to_contain_text("Your turn: the 14 on the left, the 12 on the right.")
    page.locator("#take-left").click()
    expect(page.locator("#status")).to_contain_text("Optimal is to move. Loading Python:")
    network.send("Network.emulateNetworkConditions", FAST)  # else Python would take minutes
    until(page, held).continue_()
    visitor.wait_for_moves("RLL[LR]")
    visitor.wait_for_turn()
    page.locator("#hint").click()
    expect(page.locator("#take-right .promise")).not_to_be_empty()
    expect(page.locator("#status")).not_to_contain_text("Loading Python")
    visitor.close()
    assert visitor.complaints == []


# --- what was stored when the site was built --------------------------------------------------------


@pytest.fixture
def watched(early: Visit) -> Visit:
    """A visitor whose page notes every question that it asks, and for whom Python never loads."""

    def tell(route: Route) -> None:
        response = route.fetch()
        line = "const key = keyOf(question, body);"
        assert line in response.text()
        told = response.text().replace(line, f"{line} (globalThis.asked ??= new Set()).add(key);")
        route.fulfill(response=response, body=told)

    early.page.route("**/python.js", tell)
    return early


@pytest.mark.slow
def test_every_stored_answer_is_asked_for(watched: Visit, early_site: Site) -> None:
    files = [file for name in ("answers", "puzzles") for file in early_site.folder.glob(f"v-*/{name}.json")]
    stored = {key for file in files for key in json.loads(file.read_text("utf-8"))}
    page = watched.load()
    watched.wait_for_turn()
    page.locator("#new").click()  # asks who may sit opposite
    page.keyboard.press("Escape")
    page.locator("#analyse").click()  # which asks about the opponent's turns, too
    for key in sorted(stored):
        question, _, body = key.partition(" ")
        if question == "puzzle":
            watched.go(f"puzzle/{json.loads(body)['name']}")
        elif question in ("moves", "why", "review"):
            game = "/".join(map(quote_plus, json.loads(body)["game"].split(" / ")))
            watched.go(f"{question.replace('moves', 'play')}/{game}")
            if "/-/" in f"{game}/":
                watched.go(f"compare/{game}")
    for address in ("puzzles", *(f"lesson/{step}" for step in range(1, 8))):
        watched.go(address)
    missing = stored - {*page.evaluate("[...(globalThis.asked ?? [])]")}
    assert not missing, f"{len(missing)} of {len(stored)} are never asked for, such as {sorted(missing)[:3]}"
