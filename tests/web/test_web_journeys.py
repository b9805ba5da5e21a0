"""A journey of any steps: the page shows what a plain model and the library say."""

from __future__ import annotations

import random
import re
from typing import Any
from urllib.parse import unquote_plus

import pytest

from cases import slow
from page_modules import games
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, write
from views_oracle import SIDES, Telling, address_of, told
from visits import FOLLOW, HURRY, KEYS, Visit
from web.test_web_table import buttons, table, tapping
from web.test_web_views import ended, hinted

READ = """() => {
  const text = (part) => part.textContent ?? part;
  const all = (selector, what = text) => [...document.querySelectorAll(selector)].map(what);
  const said = (selector) => all(selector).join();
  const is = (name) => (part) => part.getAttribute(name) ?? "";
  const of = (part) => (name) => is(name)(part);
  const id = (part) => part.id;
  const CARD = ["data-index", "role", "aria-label"];
  const pressed = is("aria-pressed");
  return {
    shown: all("main > :not([hidden])", id), title: document.title, dialogs: all("dialog[open]", id),
    links: all("nav [data-tab]", is("href")), here: all("nav [aria-current]", is("href")),
    own: document.querySelector("#own-row").checkVisibility({ visibilityProperty: true }),
    address: location.hash, trouble: said("#trouble"), lost: document.activeElement === document.body,
    status: said("#status"), totals: [said("#your-total"), said("#their-total")],
    rule: said("#rule .in-full"), label: all("#table", is("aria-label")).join(),
    takes: all(".take", (one) => [...["id", "class", "aria-disabled"].map(of(one)), text(one.children[1])]),
    promises: all(".take .promise"),
    counts: all("#counts button", (each) => each.textContent + (pressed(each) === "true" ? " chosen" : "")),
    moves: all(".moves-so-far li", (one) => [one.className, ...one.children].map(text).join(" ")),
    cards: all("#table .face:not(.pile, .gone)", (one) => CARD.map(of(one))).sort(),
    left: said(".row-as-text"), help: said(".hints-used"), verdict: said("#result .verdict"),
    buttons: all("#result .onwards [id]", id), offer: all("#result [href='#puzzles']"),
    pressed: all("#hint, #run", pressed), undo: all("#undo", is("aria-disabled")).join(),
    key: all("#undo kbd", (each) => each.checkVisibility()),
    analysis: all(".evaluation + div"), face: all(".character", is("class")), bubble: said(".bubble"),
  };
}"""


GREEDY = {
    "": "Bigger is better.",
    "you": "But I took the bigger one every time!",
    "opponent": "Bigger is better. Told you.",
    "draw": "Only half? I want more.",
}


class Journey:
    """A visitor at a table, and what the page must show of it."""

    def __init__(self, visit: Visit, seed: int) -> None:
        self.visit, self.page, self.draw = visit, visit.page, random.Random(seed)
        by_chance = re.compile("random|trembling|turns A,|turns A ")  # or alone
        known = [(path[0], seat) for path, seat in games(300) if len(path[0].shape.cards) > 2]
        self.games = [(game, seat) for game, seat in known if not by_chance.search(write(game))]
        self.draw.shuffle(self.games)
        start, self.seat = next(each for each in self.games if each[1] == ["best", "", "two"][seed % 3])
        self.path, self.shown, self.has_letters = [start], "play", True
        visit.load(self.address[1:])
        self.forget()
        self.places, self.at = [(self.shown, self.path, self.seat)], 0

    def forget(self) -> None:
        """The page is loaded: it knows its address alone, and its pauses shall be short."""
        self.page.evaluate(HURRY)
        self.hint = self.analysis = self.is_running = False
        self.is_lost, self.count, self.dialogs, self.dry = True, 1, list[str](), list[str]()
        self.helped = dict[str, set[tuple[Any, ...]]]()

    @property
    def tells(self) -> Telling:
        return Telling(self.path, self.seat)

    @property
    def address(self) -> str:
        return address_of(self.shown, self.path[-1], self.seat)

    @property
    def is_free(self) -> bool:
        """Whether keys are about the game."""
        return self.shown == "play" and not self.dialogs

    # --- what follows ------------------------------------------------------------------------------

    def come(self, path: list[Game], *, by: int = 1) -> None:
        """Another position; going back leads to the one before, unless that was a computer's turn."""
        self.path, self.hint = path, False
        self.note(by)
        if path[-1].over and path[-1].ends:
            row = write(path[0]).split(" / ")[0]
            self.dry = [] if path[-1].margin > 0 else [*(each for each in self.dry if each != row), row]

    def note(self, by: int = 1) -> None:
        """The history has another address, or the same one."""
        page, path, seat = self.places[self.at]
        if self.address != address_of(page, path[-1], seat):
            self.at += by
            self.places[self.at : None if by else self.at + 1] = [(self.shown, self.path, self.seat)]

    def reply(self) -> None:
        game = self.path[-1]
        player = {"player": self.seat} if game.mover == "you" else {}
        self.come([*self.path, game.play(told("reply", game=write(game), **player)["end"])], by=0)

    def settle(self) -> None:
        """Help is noted, and computers move."""
        if self.shown == "play":
            if (self.hint or self.analysis) and self.tells.is_open:
                self.helped.setdefault(write(self.path[0]), set()).add(self.path[-1].ends)
            is_due = self.is_running or (not self.seat and not self.tells.is_open)
            if is_due and not self.path[-1].over:
                self.reply()
                self.settle()
        self.is_running &= not self.path[-1].over

    # --- what the visitor does ---------------------------------------------------------------------

    def hit(self, key: str, selector: str, clicks: int = 1) -> bool:
        """By a key, maybe held down, in either case, or by a click; whether the page may act on it."""
        button, is_letter = self.page.locator(selector), len(key) == 1
        if not self.dialogs and button.is_visible() and self.draw.random() < 0.5:
            button.click(force=True, click_count=clicks)
            self.is_lost = clicks == 2  # buttons may have moved
            return self.is_free
        pressed = self.draw.choice([key, key.upper()]) if is_letter else key
        for of_browser in ("Control", "Meta", "Alt") if self.draw.random() < 0.2 else ():
            self.page.keyboard.press(f"{of_browser}+{pressed}")
        for _ in range(self.draw.choice([1, 1, 3])):
            self.page.keyboard.down(pressed)
        self.page.keyboard.up(pressed)
        return self.is_free and (self.has_letters or not is_letter)

    def click(self, selector: str) -> None:
        self.page.locator(selector).click()
        self.is_lost = False

    def take(self) -> None:
        side, tells, game = self.draw.choice("LR"), self.tells, self.path[-1]
        moves = {side: str(move) for side, move in buttons(tells, self.count).items()}
        if tells.shape == "board":  # a digit names its row, and the last move is that of both ends
            all_moves = [*map(str, game.moves())]
            ends = [move for move in all_moves if side in move] or all_moves[: len(all_moves) == 1]
            moves = {side: sorted(ends, key=lambda end: end[0] != str(self.count - 1))[0]} if ends else {}
        path = [*self.path, game.play(moves[side])] if side in moves and tells.is_open else self.path
        clicks = 2 if self.seat == "two" and not path[-1].over else 1  # the second click is nobody's move
        if self.hit(KEYS[side], f"#take-{SIDES[side]}", clicks) and path != self.path:
            self.come(path)

    def tap(self) -> None:
        """A card that is a button."""
        card = self.draw.randrange(len(self.tells.words))
        move, there = (
            tapping(self.tells, card),
            self.page.locator(f"#table [role=button][data-index='{card}']"),
        )
        if self.is_free and move and there.count():
            there.press("Enter")
            self.is_lost = False
            self.come([*self.path, self.path[-1].play(*move)])

    def undo(self) -> None:
        own = [k for k, game in enumerate(self.path[:-1]) if self.seat or game.mover == "you"]
        if self.hit("u", "#undo") and own:
            self.is_running = False
            self.come(self.path[: own[-1] + 1])

    def ask(self) -> None:
        if self.hit("h", "#hint"):
            self.hint = self.tells.is_open and not self.hint

    def analyse(self) -> None:
        self.analysis ^= self.hit("a", "#analyse")

    def number(self) -> None:
        count = self.draw.randint(1, 3)
        self.count = count if self.hit(str(count), "#none") else self.count

    def run(self) -> None:
        if self.is_free and self.seat not in ("", "two") and not self.path[-1].over:
            self.is_running = self.draw.random() < 0.3
            self.click("#run" if self.is_running else "#step")
            if not self.is_running:
                self.reply()

    def again(self) -> None:
        """From the start, or from before the costliest move."""
        tells = self.tells
        if self.is_free and self.path[-1].over and self.path[-1].ends:
            self.page.locator("#again, #try-from").click()
            back = tells.worst and not self.seat and tells.leader != "you"
            self.come(self.path[: tells.worst["number"] if back and tells.worst else 1])

    def next(self) -> None:
        if self.hit("n", "#next"):
            self.page.wait_for_function("here => location.hash !== here", arg=self.address)
            row, terms = unquote_plus(self.visit.parts[1]), write(self.path[0]).split(" / ")[1:]
            new = parse_game(" / ".join([row, *terms]))
            assert len(new.shape.cards) == len(self.path[0].shape.cards), "a row of another length"
            self.come([new])
            self.is_lost = False

    def follow(self) -> None:
        """A link of the menu, or of somebody else."""
        if self.dialogs:
            return
        if self.draw.random() < 0.4:
            game, seat = self.draw.choice(self.games)
            shown = self.draw.choice(["play", "play", "why", "review"])
            if address_of(shown, game, seat) == self.address:
                return  # to follow the address that is shown changes nothing
            self.path, self.shown, self.seat = [game], shown, seat
            self.page.evaluate(FOLLOW, self.address[1:])
            self.is_running, self.hint, self.is_lost = False, False, True
        else:
            self.shown = self.draw.choice(["play", "why", "review"])
            self.click(f"nav [data-tab={self.shown}]")
        self.note()

    def travel(self) -> None:
        """Back or forward."""
        by = self.draw.choice([-1, -1, 1])
        if 0 <= self.at + by < len(self.places):
            self.page.go_back() if by < 0 else self.page.go_forward()
            self.at, shown, before = self.at + by, self.shown, self.address.partition("/")[2]
            self.shown, self.path, self.seat = self.places[self.at]
            self.is_lost |= shown != self.shown or bool(self.dialogs)
            self.hint &= before == self.address.partition("/")[2]
            self.dialogs = []

    def reload(self) -> None:
        self.page.reload()
        self.forget()

    def leave(self) -> None:
        """A dialog, or the game for one."""
        if not self.dialogs:
            self.dialogs = [self.draw.choice(["rules", "sheet"])]
            return self.click({"rules": "#about", "sheet": "#new"}[self.dialogs[0]])
        if self.dialogs == ["rules"] and self.draw.random() < 0.5:
            self.click("#letter-keys")
            self.has_letters = not self.has_letters
        self.page.keyboard.press("Escape")
        self.dialogs = []
        return None

    # --- what it must show -------------------------------------------------------------------------

    def wanted(self) -> dict[str, Any]:
        tells, game = self.tells, self.path[-1]
        you, they = tells.names["you"], tells.names["opponent"]
        between = f"against {they}" if you == "You" else f"{you} and {they}"
        tabs = ["play", "why", "review", "compare", "algorithms"]
        around = {
            "shown": [self.shown],
            "address": self.address,
            "title": f"{self.shown.capitalize()}: {len(tells.words)} cards, {between} · Two Ends",
            "dialogs": self.dialogs,
            "links": [address_of(tab, game, self.seat) for tab in tabs],
            "here": [self.address],
            "own": self.shown != "play" or not game.ends,
            "trouble": "",
        }
        if not self.is_lost:
            around["lost"] = False
        if self.shown != "play":
            return around
        shown = table(tells, self.count, "0:0")
        used = sum(game.ends[: len(each)] == each for each in self.helped.get(write(self.path[0]), ()))
        helped = f" With {'one hint' if used == 1 else f'{used} hints'}." if used else ""
        end: dict[str, Any] = {"verdict": "", "buttons": [], "offer": []}
        if game.over:
            end = ended(tells, None, self.dry)
        marks = [f" {mark}".rstrip() for mark in shown["marks"]] if self.analysis else [""] * len(game.ends)
        lying = {place for lane in tells.lanes for place in lane}
        cards = enumerate(shown["aided" if self.hint else "cards"])
        parts = ("totals", "rule", "takes", "label", "counts", "left", "undo")
        around |= {part: shown[part] for part in parts}
        if str(game.opponent).startswith("greedy ") and self.seat != "two":
            around["bubble"] = GREEDY[tells.leader if game.over else ""] if game.over or not game.ends else ""
        return around | {
            "status": shown["status"] + end["verdict"] + (hinted(tells)[0] if self.hint else ""),
            "promises": shown["promises"] if self.hint else [""] * len(shown["takes"]),
            "moves": [move + mark for move, mark in zip(shown["moves"], marks, strict=True)],
            "cards": [[str(k), *card[1:3]] for k, card in cards if k in lying],
            "face": ["character" + f" after-{tells.leader}" * game.over] * (self.seat != "two"),
            "verdict": end["verdict"] + helped * game.over,
            "buttons": end["buttons"],
            "offer": end["offer"],
            "help": f"Help used: {'one turn' if used == 1 else f'{used} turns'}." if used else "",
            "key": [self.has_letters],
            "pressed": [] if game.over else [str(self.is_running or self.hint).lower()],
            "analysis": shown["analysis"][1:2] if self.analysis else [],
        }


@pytest.mark.parametrize("seed", [*range(3), *slow(*range(3, 30))])
def test_whatever_a_visitor_does_the_page_shows_the_game_as_the_library_plays_it(
    visit: Visit, seed: int
) -> None:
    one, done = Journey(visit, seed), list[str]()
    often = [one.take, one.take, one.take, one.tap, one.travel, one.run]
    acts = [one.undo, one.ask, one.follow, one.leave]
    acts += [*often, *often, *acts, *acts, one.analyse, one.number, one.again, one.next, one.reload]
    for _ in range(150):
        one.settle()
        wanted = one.wanted()
        for _ in range(600):
            seen: Any = visit.page.evaluate(READ)
            if (got := {part: seen[part] for part in wanted}) == wanted:
                break
            visit.page.wait_for_timeout(20)
        assert got == wanted, (write(one.path[0]), one.seat, done[-6:])
        act = one.draw.choice(acts)
        done.append(act.__name__)
        act()
