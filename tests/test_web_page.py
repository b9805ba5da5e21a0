"""The page in headless Chromium: played by keyboard and by touch, reloaded, cut off, and read aloud."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

import twoends
from twoends.rules.opponents import NAMES
from twoends.web import app

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
NPM = shutil.which("npm")
PAGE = app.PAGE

in_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium here: install it with apt-get install chromium"
)

# Chromium without its own calls home; as root it starts only without its sandbox.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

ROW = "6h 2c 7d Qs 3c 9h Kd 4s 10h 5c As 8d"


class Server:
    """`twoends serve` as a process of its own."""

    def __init__(self, port: int = 0) -> None:
        command = [sys.executable, "-m", "twoends", "serve", "--port", str(port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", said)
        assert found, f"the server said {said!r}"
        self.origin, self.port = found[0].rstrip("/"), int(found[1])

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    server = Server()
    yield server
    server.kill()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


class Visit:
    """One visitor: a page, and all that it complained about and asked for."""

    def __init__(self, browser: Browser, origin: str, **wishes: Any) -> None:
        wishes = {"reduced_motion": "reduce", "viewport": {"width": 1200, "height": 900}, **wishes}
        self.origin = origin
        self.context: BrowserContext = browser.new_context(**wishes)
        self.context.set_default_timeout(10_000)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(
        self, tab: str, row: str, moves: str = "-", opponent: str = "greedy right", first: str = "first"
    ) -> Page:
        parts = [tab, quote_plus(row), first, moves, quote_plus(opponent)]
        # Through an empty page, for a change of the part after # alone would not load anything.
        self.page.goto("about:blank")
        self.page.goto(f"{self.origin}/#{'/'.join(parts)}")
        self.wait_for_tab(tab)
        return self.page

    def wait_for_tab(self, tab: str) -> None:
        expect(self.page.locator(f"#{tab} h2")).to_be_visible()
        if tab == "play":
            expect(self.page.locator("#status")).not_to_be_empty()

    @property
    def parts(self) -> list[str]:
        return str(self.page.evaluate("location.hash")).removeprefix("#").split("/")

    def wait_for_moves(self, pattern: str) -> None:
        """Wait until the moves in the address are as the pattern says."""
        # Not wait_for_function: it evaluates text, which the page's policy forbids.
        expect(self.page).to_have_url(re.compile(rf"#\w+/[^/]*/\w+/{pattern}(/[^/]*)?$"))

    def wait_for_turn(self) -> None:
        expect(self.page.locator("#status")).to_contain_text(re.compile("Your turn|win|draw"))


@pytest.fixture
def visit(browser: Browser, server: Server) -> Iterator[Visit]:
    visit = Visit(browser, server.origin)
    yield visit
    visit.context.close()
    assert visit.complaints == [], f"the console said {visit.complaints}"
    strangers = [url for url in visit.asked if not url.startswith((server.origin, "about:"))]
    assert strangers == [], f"the page asked {strangers}"


# --- without a browser ---------------------------------------------------------------------------


def test_the_form_offers_every_opponent() -> None:
    select = re.search(
        r'<select name="opponent">(.*?)</select>', (PAGE / "index.html").read_text(), re.DOTALL
    )
    assert select is not None
    assert tuple(re.findall(r'value="(\w+)"', select[1])) == NAMES


@pytest.mark.parametrize("path", sorted(PAGE.iterdir()), ids=lambda path: path.name)
def test_no_file_of_the_page_names_another_host(path: Path) -> None:
    hosts = set(re.findall(r"https?://[^\s\"')]+", path.read_text()))
    assert hosts <= {"http://www.w3.org/2000/svg"}, f"{path.name} names {hosts}"


# --- a game --------------------------------------------------------------------------------------


@in_browser
def test_a_game_by_keyboard_with_hints_ends_as_solve_promised(visit: Visit) -> None:
    row = [1, 30, 100, 15, 2, 8, 40, 7]
    page = visit.open("play", " ".join(map(str, row)))
    promised = twoends.solve(row, "greedy").first
    visit.wait_for_turn()
    page.keyboard.press("h")
    start, stop, yours = 0, len(row), 0
    while stop > start:
        visit.wait_for_turn()
        solution = twoends.solve(row[start:stop], "greedy")
        expect(page.locator(".hint")).to_have_count(len(solution.moves))
        shown = page.locator(".hint-total").all_text_contents()
        expected = [
            str(yours + move.total) + (f" −{move.loss}" if move.loss else "")
            for move in sorted(solution.moves, key=lambda move: move.end is twoends.RIGHT)
        ]
        assert shown == expected, f"{row[start:stop]}: expected {expected}, got {shown}"
        side = solution.best[0]
        yours += row[start] if side is twoends.LEFT else row[stop - 1]
        page.keyboard.press("ArrowLeft" if side is twoends.LEFT else "ArrowRight")
        left = stop - start
        visit.wait_for_moves(rf"\w{{{len(row) - left + min(2, left)}}}")
        moves = visit.parts[3]
        start, stop = moves.count("L"), len(row) - moves.count("R")
    expect(page.locator("#result")).to_contain_text(f"You win, {promised} : {sum(row) - promised}.")
    expect(page.locator("#status")).to_contain_text("You win")
    page.keyboard.press("r")
    expect(page.locator("#review .lead")).to_contain_text("You gave nothing away.")


@in_browser
def test_undo_leads_back_to_your_last_turn(visit: Visit) -> None:
    page = visit.open("play", ROW)
    visit.wait_for_turn()
    for turn in (1, 2):
        page.keyboard.press("ArrowLeft")
        visit.wait_for_moves(rf"\w{{{2 * turn}}}")
        visit.wait_for_turn()
    page.keyboard.press("u")
    visit.wait_for_moves(r"\w{2}")
    page.keyboard.press("u")
    visit.wait_for_moves("-")
    expect(page.locator("#undo")).to_have_attribute("aria-disabled", "true")
    page.keyboard.press("u")
    expect(page.locator("#your-total")).to_have_text("0")


@in_browser
def test_back_and_forward_walk_through_your_turns(visit: Visit) -> None:
    page = visit.open("play", ROW)
    visit.wait_for_turn()
    page.keyboard.press("ArrowRight")
    visit.wait_for_moves(r"\w{2}")
    visit.wait_for_turn()
    later = visit.parts[3]
    page.get_by_role("link", name="Why").click()
    expect(page.locator("#why h2")).to_be_visible()
    page.go_back()
    expect(page.locator("#play")).to_be_visible()
    page.go_back()
    expect(page.locator("#your-total")).to_have_text("0")
    assert visit.parts[3] == "-"
    page.go_forward()
    expect(page.locator("#your-total")).to_have_text("8")
    assert visit.parts[3] == later


@in_browser
def test_n_deals_a_new_row_and_the_form_chooses_everything(visit: Visit) -> None:
    page = visit.open("play", ROW)
    visit.wait_for_turn()
    page.keyboard.press("n")
    expect(page).not_to_have_url(re.compile(re.escape(quote_plus(ROW))))
    assert len(visit.parts[1].split("+")) == 12
    page.get_by_role("radio", name="Coins").check()
    page.get_by_label("How many").fill("30")
    page.locator("select[name=opponent]").select_option("modest")
    page.get_by_label("Equal ends").select_option("left")
    page.get_by_label("Trembles").select_option("1/4")
    page.get_by_role("radio", name="Opponent").check()
    page.get_by_role("button", name="n Deal").click()
    expect(page).to_have_url(re.compile("modest"))
    visit.wait_for_turn()
    parts = visit.parts
    assert len(parts[1].split("+")) == 30
    assert (parts[2], parts[4]) == ("second", "modest+left+trembling+1%2F4")
    page.get_by_role("radio", name="My own").check()
    page.get_by_label("Values").fill("1/2, 3/4 -2.5")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile(r"1%2F2\+3%2F4\+-2\.5"))


@in_browser
@pytest.mark.parametrize(
    "opponent", ["optimal", "modest left", "generous", "random 1/3", "greedy left trembling 1/2"]
)
def test_every_opponent_replies(visit: Visit, opponent: str) -> None:
    page = visit.open("play", "5 1 4 1 5 9", opponent=opponent, first="second")
    visit.wait_for_moves(r"\w{1}")
    visit.wait_for_turn()
    page.locator("#take-right").click()
    visit.wait_for_moves(r"\w{3}")
    visit.wait_for_turn()


# --- review, why, compare ------------------------------------------------------------------------


@in_browser
def test_a_mistake_in_the_review_leads_to_where_it_was_made(visit: Visit) -> None:
    page = visit.open("review", "8 15 3 7", "LLRL", opponent="optimal")
    expect(page.locator(".lead")).to_contain_text("You lost, 15 : 18. One move of yours cost 7 in all.")
    page.locator(".mistake.you").first.click()
    expect(page.locator("#play")).to_be_visible()
    assert visit.parts[3] == "-"
    expect(page.locator(".hint.blunder .hint-total")).to_have_text("15 −7")
    expect(page.locator(".hint.best .hint-total")).to_have_text("22")


@in_browser
def test_a_link_to_any_tab_shows_the_same_after_a_reload(visit: Visit) -> None:
    for tab in ("play", "why", "review", "compare"):
        page = visit.open(tab, ROW, "RL")
        before = page.locator("main").inner_text()
        page.reload()
        visit.wait_for_tab(tab)
        assert page.locator("main").inner_text() == before, f"{tab} changed"


@in_browser
def test_why_tells_the_move_in_words_numbers_and_pictures(visit: Visit) -> None:
    page = visit.open("why", "8 15 3 7", opponent="optimal")
    expect(page.locator(".lead")).to_have_text(
        "Take the right end, 7: the left end, 8, exposes the 15 and costs you 7."
    )
    expect(page.locator("#why")).to_contain_text(
        "The larger card, the 8, is the wrong one: it hands the opponent the 15"
    )
    expect(page.locator("#why")).to_contain_text("left −4, right 7: take right.")
    expect(page.locator(".bar")).to_have_count(4)
    page.get_by_role("button", name="Fold", exact=True).click()
    expect(page.locator(".bar")).to_have_count(2)
    expect(page.locator(".fold-text")).to_contain_text("= 11 is the first player's margin")
    box = page.locator(".triangle").bounding_box()
    assert box is not None
    page.locator(".triangle").hover(position={"x": box["width"] / 2, "y": box["height"] * 0.2})
    expect(page.locator(".readout")).to_have_text(
        "8 … 7, 4 cards: take right, 22 for you, the other end costs 7"
    )


@in_browser
def test_compare_names_whom_to_let_go_first_and_plays_on(visit: Visit) -> None:
    row = [1, 30, 100, 15, 2]
    page = visit.open("compare", " ".join(map(str, row)))
    for name in NAMES[1:2]:
        solution = twoends.solve(row, name)
        told = page.locator("tr", has=page.get_by_role("button", name=f"{name} right"))
        expect(told).to_contain_text(f"{solution.first}")
        expect(told).to_contain_text("go first" if solution.go_first else "go second")
    page.get_by_role("button", name="generous").click()
    expect(page.locator("#play")).to_be_visible()
    assert visit.parts[4] == "generous"


# --- large and small -----------------------------------------------------------------------------


@in_browser
def test_two_hundred_cards_play(visit: Visit) -> None:
    page = visit.open("play", " ".join(str(7 * k % 101) for k in range(200)))
    visit.wait_for_turn()
    expect(page.locator("#table .face")).to_have_count(200)
    page.keyboard.press("ArrowRight")
    visit.wait_for_moves(r"\w{2}")
    page.get_by_role("link", name="Why").click()
    expect(page.locator(".triangle")).to_be_visible()


@in_browser
def test_a_longer_row_solves_without_the_triangle(visit: Visit) -> None:
    page = visit.open("why", " ".join(str(7 * k % 101) for k in range(600)), opponent="optimal")
    expect(page.locator(".note")).to_contain_text("at most 200 cards")
    expect(page.locator(".lead")).to_contain_text("Take the")


@in_browser
@pytest.mark.parametrize("tab", ["play", "why", "review", "compare"])
def test_a_phone_shows_everything_without_scrolling_sideways(
    browser: Browser, server: Server, tab: str
) -> None:
    wishes: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
    visit = Visit(browser, server.origin, **wishes)
    page = visit.open(tab, ROW, "RL")
    wide = page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 360, f"{tab} is {wide} pixels wide"
    if tab == "play":
        for name in ("#take-left", "#take-right", "#hint", "#undo"):
            box = page.locator(name).bounding_box()
            assert box is not None
            assert box["height"] >= 44, f"{name} is {box['height']} pixels high: too small for a thumb"
        page.locator("#table .face.end").last.tap()
        visit.wait_for_moves(r"\w{4}")
        assert visit.parts[3].startswith("RLR")
    assert visit.complaints == []
    visit.context.close()


@in_browser
def test_on_a_phone_what_the_form_brings_comes_into_sight(visit: Visit) -> None:
    visit.page.set_viewport_size({"width": 360, "height": 600})
    page = visit.open("play", ROW)
    page.get_by_label("My own").check()
    page.get_by_label("Values").fill("8 15 x 7")
    page.locator("#new-game [type=submit]").click()
    expect(page.locator("#trouble p")).to_be_in_viewport()
    expect(page.locator("#trouble p")).to_contain_text("'x' is no value")
    visit.complaints.clear()  # the browser's own word on the answer 422
    page.get_by_label("Values").fill("8 15 3 7")
    page.locator("#new-game [type=submit]").click()
    visit.wait_for_turn()
    expect(page.locator("#felt")).to_be_in_viewport(ratio=0.9)


# --- when things go wrong ------------------------------------------------------------------------


@in_browser
def test_a_wrong_link_says_what_is_wrong_and_offers_a_new_row(visit: Visit) -> None:
    visit.page.goto(f"{visit.origin}/#play/8+15/first/LLL")
    expect(visit.page.get_by_role("alert")).to_contain_text("Move 3 finds no card: the row has 2.")
    visit.page.get_by_role("button", name="Deal a new row").click()
    visit.wait_for_turn()
    expect(visit.page.locator("#trouble")).to_be_hidden()
    # The browser itself reports the answer 422 on its console.
    assert all("422" in complaint for complaint in visit.complaints)
    visit.complaints.clear()


@in_browser
def test_a_game_goes_on_when_the_server_was_killed_and_started_again(browser: Browser) -> None:
    server = Server()
    visit = Visit(browser, server.origin)
    try:
        page = visit.open("play", ROW)
        visit.wait_for_turn()
        server.kill()
        page.keyboard.press("ArrowLeft")
        expect(page.get_by_role("alert")).to_contain_text("The server does not answer")
        server = Server(server.port)
        visit.wait_for_moves(r"\w{2}")
        visit.wait_for_turn()
        expect(page.locator("#trouble")).to_be_hidden()
        expect(page.locator("#your-total")).to_have_text("6")
    finally:
        visit.context.close()
        server.kill()


# --- for everybody -------------------------------------------------------------------------------


@in_browser
def test_an_empty_row_is_over_before_it_begins(visit: Visit) -> None:
    page = visit.open("play", "")
    page.keyboard.press("h")
    expect(page.get_by_role("status")).to_have_text("A draw, 0 : 0.")


@in_browser
@pytest.mark.parametrize("wishes", [{"width": 1200, "height": 900}, {"width": 375, "height": 700}])
@pytest.mark.parametrize("count", [5, 12, 60, 1000])
def test_coins_lie_between_the_ends_however_many(visit: Visit, count: int, wishes: Any) -> None:
    visit.page.set_viewport_size(wishes)
    page = visit.open("play", " ".join("7" * count))
    boxes = page.evaluate(
        "[...document.querySelectorAll('#table .coin .rim')].map((c) => c.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == count
    for k, (left, right) in enumerate(pairwise(boxes)):
        assert left["right"] <= right["left"] + 1, f"coin {k} of {count} covers its neighbour"


@in_browser
def test_a_hint_of_long_numbers_stays_within_its_frame(visit: Visit) -> None:
    page = visit.open("play", f"{10**60 + 7} {-(10**40)} 5 {3**150} 1 2")
    page.keyboard.press("h")
    hints = page.locator("#table .hint")
    expect(hints).to_have_count(2)
    for hint in hints.all():
        frame, text = hint.locator("rect").bounding_box(), hint.locator(".hint-total").bounding_box()
        assert frame is not None
        assert text is not None
        assert frame["x"] <= text["x"]
        assert text["x"] + text["width"] <= frame["x"] + frame["width"]


@in_browser
def test_moves_are_announced_and_the_row_is_told(visit: Visit) -> None:
    page = visit.open("play", ROW)
    visit.wait_for_turn()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("status")).to_have_text(
        "You took the 6 of hearts. The opponent took the 8 of diamonds. "
        "Your turn: the 2 of clubs on the left, the ace of spades on the right."
    )
    told = page.locator("#table").get_attribute("aria-label")
    assert told is not None
    assert told.startswith("Row of 10: 2 of clubs, 7 of diamonds, queen of spades")


@pytest.fixture(scope="module")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    if NPM is None:
        pytest.skip("there is no npm here to bring axe-core: install Node.js")
    folder = tmp_path_factory.mktemp("axe")
    install = [
        NPM,
        "install",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--prefix",
        str(folder),
        "axe-core@4",
    ]
    done = subprocess.run(install, capture_output=True, text=True, timeout=120)
    if done.returncode:
        pytest.skip(f"npm could not bring axe-core: {done.stderr[-200:]}")
    return (folder / "node_modules/axe-core/axe.min.js").read_text()


@in_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(browser: Browser, server: Server, axe: str, scheme: str) -> None:
    # The page's own policy forbids scripts of others, so that axe is let in past it.
    visit = Visit(browser, server.origin, color_scheme=scheme, bypass_csp=True)
    visits = [
        ("play", "-", "greedy right"),
        ("play", "LRLLRRLLRRLL", "greedy right"),
        ("why", "RL", "optimal"),
        ("review", "LRLLRRLLRRLL", "greedy right"),
        ("compare", "-", "greedy right"),
    ]
    for tab, moves, opponent in visits:
        page = visit.open(tab, ROW, moves, opponent)
        if tab == "play" and moves == "-":
            page.keyboard.press("h")
        page.evaluate(axe)
        found = page.evaluate("axe.run()")["violations"]
        serious = [
            (each["id"], each["nodes"][0]["html"][:120], each["nodes"][0]["failureSummary"])
            for each in found
            if each["impact"] in ("serious", "critical")
        ]
        assert serious == [], f"{tab} {scheme}: {serious}"
    visit.context.close()
