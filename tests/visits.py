"""Visitors of the page, and its servers: `twoends serve`, or any static host."""

from __future__ import annotations

import functools
import http.server
import json
import re
import subprocess
import sys
import threading
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import quote_plus

from playwright.sync_api import Browser, BrowserContext, FloatRect, Locator, Page, Route, ViewportSize, expect
from static_site import PAGE

PATIENCE = 120_000
"""Milliseconds that no test should need: Python starts slowly on a busy machine, and that is not a defect."""

expect.set_options(timeout=PATIENCE)


DESKTOP: ViewportSize = {"width": 1200, "height": 900}

TODAY = date(2027, 1, 8)
"""A Friday."""

KEYS = {"L": "ArrowLeft", "R": "ArrowRight"}
OTHER = {"L": "R", "R": "L"}

FOLLOW = """address => new Promise((shown) => {
  addEventListener("hashchange", () => shown(), { once: true });
  location.hash = address;
})"""
"""Go to another address of the open page, and wait until the page has noticed."""

HURRY = """() => {
  for (const name of ["setTimeout", "setInterval"]) {
    const real = globalThis[name];
    globalThis[name] = (act, pause, ...given) => real(act, pause / 10, ...given);
  }
}"""
"""Make the pauses of the page short."""

UNTIL_ITS_INPUT_ENDS = """
import os, sys, threading
threading.Thread(target=lambda: os._exit(len(sys.stdin.read())), daemon=True).start()
from twoends.__main__ import main
main()
"""
"""The program `twoends`, which ends with the process that started it."""


def press(page: Page, move: str) -> None:
    """A digit and an arrow; the arrow alone takes one card."""
    for key in (*move[1:], KEYS[move[0]]):
        page.keyboard.press(key)


def box_of(part: Locator) -> FloatRect:
    """The bounding box of a visible part of the page."""
    box = part.bounding_box()
    assert box is not None
    return box


def until(page: Page, held: list[Route]) -> Route:
    """Wait for a request that is held back."""
    for _ in range(4000):
        if held:
            return held.pop()
        page.wait_for_timeout(25)
    raise AssertionError("there was no request")


class Server:
    """`twoends serve` as a process of its own."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", UNTIL_ITS_INPUT_ENDS, "serve", "--port", "0"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        too_late = threading.Timer(PATIENCE / 1000, self.process.kill)
        too_late.start()
        assert self.process.stdout is not None
        said = self.process.stdout.readline()
        too_late.cancel()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, f"the server said {said!r}"
        self.origin = found[0].rstrip("/")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate(timeout=PATIENCE / 1000)


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Any static host."""

    protocol_version = "HTTP/1.1"  # a connection serves many files

    def log_message(self, *about: object) -> None:
        pass


def first_games() -> list[str]:
    """The first games of the page, which stand in its HTML."""
    text = (PAGE / "index.html").read_text("utf-8")
    games: list[str] = json.loads(re.findall("data-games='(.*?)'", text)[0])
    return games


class Site:
    """A folder behind a static host."""

    def __init__(self, folder: Path) -> None:
        handler = functools.partial(Quiet, directory=folder)
        self.folder = folder
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.origin = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Visit:
    """One visitor: a page, its messages on the console and its requests."""

    def __init__(self, browser: Browser, origin: str, **wishes: Any) -> None:
        wishes = {"reduced_motion": "reduce", "viewport": DESKTOP, **wishes}
        self.origin = origin
        self.context: BrowserContext = browser.new_context(**wishes)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.heard: list[str] = []
        self.forgiven: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda message: self.heard.append(message.text))
        self.page.on("pageerror", lambda error: self.heard.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def forgive(self, status: int) -> None:
        """Expect an answer with this status: the console reports it, maybe after the page has shown it."""
        self.forgiven.append(f"the server responded with a status of {status} ")

    def keep_nothing_offline(self) -> None:
        """The page has no service worker, which would answer requests instead of the test."""
        self.context.add_init_script("delete Navigator.prototype.serviceWorker")

    def choose(self, name: str) -> None:
        """Choose from the menu, which is behind a button on a narrow screen."""
        if not self.page.locator("#choices nav").is_visible():
            self.page.locator("#menu").click()
        self.page.locator("#choices").get_by_text(name, exact=True).click()

    def leave(self) -> None:
        """Leave, and clear what was stored; a request that is held back could delay this."""
        if self.page.url.startswith(self.origin):
            self.page.evaluate("localStorage.clear()")
        self.page.goto("about:blank")  # first, so that requests cut off are not reported
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.emulate_media(color_scheme="null", forced_colors="null")
        self.context.clear_permissions()

    def stay(self) -> None:
        """Keep the page open, with nothing stored, pointed at or focused."""
        self.page.evaluate("localStorage.clear(); document.activeElement.blur()")
        self.page.mouse.move(0, 0)
        self.context.clear_permissions()

    def forget(self) -> None:
        """Clear the messages and requests noted so far."""
        for noted in (self.heard, self.forgiven, self.asked):
            noted.clear()

    def close(self) -> None:
        """Leave for good; the messages stay."""
        self.leave()
        self.context.close()

    def __enter__(self) -> Visit:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()
        self.require_peace()

    def require_peace(self) -> None:
        """The console is empty, and no other host was asked."""
        complaints = [text for text in self.heard if not any(part in text for part in self.forgiven)]
        assert complaints == [], f"the console said {complaints}"
        own = (self.origin, "about:", "blob:", "data:")
        strangers = [url for url in self.asked if not url.startswith(own)]
        assert strangers == [], f"the page asked {strangers}"

    def settled(self, promise: str) -> Any:
        """The result of a promise of the page; Playwright alone would wait for ever."""
        too_late = f"new Promise((_, refuse) => setTimeout(refuse, {PATIENCE}, Error('it never settles')))"
        return self.page.evaluate(f"Promise.race([{promise}, {too_late}])")

    def open(
        self, tab: str, row: str, moves: str = "-", opponent: str = "greedy right", seat: str = ""
    ) -> Page:
        parts = [tab, row, "first", moves, opponent, *([seat] if seat else [])]
        return self.go("/".join(map(quote_plus, parts)))

    def play(self, row: str, moves: str = "-", opponent: str = "greedy right") -> Page:
        """Open a game, and wait until it is a person's turn or over."""
        page = self.open("play", row, moves, opponent)
        self.wait_for_turn()
        return page

    def go(self, address: str) -> Page:
        """Show an address: the page is loaded once, and then follows the address, unless it is there."""
        if self.page.url.startswith(f"{self.origin}/#") and self.page.url != f"{self.origin}/#{address}":
            self.page.evaluate(FOLLOW, address)
        else:
            self.load(address)
        is_contest = re.match(r"puzzle/(today|\d+-(day|rung)-)", address)
        self.wait_for_tab("play" if is_contest else address.partition("/")[0])
        return self.page

    def load(self, address: str = "") -> Page:
        """Load the page anew at an address, whatever is shown there."""
        # Through an empty page, because a change of the part after # alone would not load anything.
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(f"{self.origin}/#{address}" if address else self.origin)
        return self.page

    def wait_for_tab(self, tab: str) -> None:
        """Wait until the tab shows the new answer."""
        expect(self.page.locator(f"#{tab}")).to_be_visible(timeout=PATIENCE)
        expect(self.page.locator(f"#{tab}")).not_to_have_attribute("aria-busy", "true", timeout=PATIENCE)

    @property
    def parts(self) -> list[str]:
        return str(self.page.evaluate("location.hash")).removeprefix("#").split("/")

    def wait_for_moves(self, pattern: str) -> None:
        """Wait until the moves in the address are as the pattern says."""
        # Not wait_for_function: it evaluates text, which the page's policy forbids.
        address = re.compile(rf"#\w+/[^/]*/\w+/{pattern}(/[^/]*){{0,2}}$")
        expect(self.page).to_have_url(address, timeout=PATIENCE)

    def wait_for_turn(self) -> None:
        turn_or_end = re.compile("Your turn|win|draw|Player|lose")
        expect(self.page.locator("#status")).to_contain_text(turn_or_end, timeout=PATIENCE)


def play_out(visit: Visit, moves: str) -> None:
    """Make moves, and wait for the end; after the last one always the left end."""
    for side in moves + "L" * 13:
        expect(visit.page.locator("#take-left[aria-disabled=false], #result").first).to_be_visible()
        if visit.page.locator("#result").is_visible():
            return
        before = visit.page.url
        visit.page.keyboard.press(KEYS[side])
        expect(visit.page).not_to_have_url(before)


def copied(visit: Visit, name: str) -> str:
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.page.get_by_role("button", name=name).click()
    expect(visit.page.get_by_role("button", name="Copied")).to_be_visible()
    return str(visit.settled("navigator.clipboard.readText()"))


def finished(
    moves: str = "L", *, won: bool = True, loss: int = 0, look: int = 3, on: date = TODAY
) -> dict[str, Any]:
    return {"moves": moves, "over": True, "on": str(on), "won": won, "loss": loss, "look": look}
