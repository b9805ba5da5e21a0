"""The layout of every state at every screen size, measured rather than compared as pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

import twoends
from cases import slow, slow_but
from measured import MEASURE_ROW, SIZES, check_page, resize
from visits import TODAY, Visit, first_games

DECK = " ".join(str(card) for card in twoends.deal(seed=7))
ROWS = {
    "three cards": "8h 2c Kd",
    "six cards": "6h Ac 8d Kc 2s 3h",
    "twelve cards": " ".join(DECK.split()[:12]),
    "a deck": DECK,
    "sixty coins": " ".join(str(7 * k % 101 - 20) for k in range(60)),
    "two hundred coins": " ".join(str(7 * k % 101) for k in range(200)),
    "long numbers": f"{10**29 + 7} -5 1/3 2.50 1000000 3 0 -123456 17",
}

SHAPES = {
    "a board": "1 2 | [3 7 4 | 9 5] | 6",
    "five rows": "1 2 3 4 5 6 | [2 3 4 | 6 7] | 1 2 | 5",
    "a small circle": "circle 2 8 1",
    "a circle": "circle 2 8 1 10 9 4 7 3 12",
    "the largest circle": "circle " + " ".join(map(str, range(101, 161))),
    "a circle of long values": "circle " + " ".join(f"-{value}" for value in range(12301, 12346)),
}

SCREENS: list[tuple[str, ...]] = [
    ("play", ROWS["twelve cards"], "-", "h", "a"),
    ("play", ROWS["long numbers"], "RL", "h"),
    ("play", ROWS["twelve cards"], "-", "#new"),
    ("play", ROWS["twelve cards"], "-", "#about"),
    ("play", ROWS["six cards"], "-", "own"),
    ("why", ROWS["twelve cards"], "RL"),
    ("why", ROWS["long numbers"], "-"),
    ("review", ROWS["twelve cards"], "RLLRLLRRLLRR"),
    ("compare", ROWS["long numbers"], "-"),
    ("puzzles",), ("puzzle/1-10-6-1", "over"), ("puzzle/1-8-3-1~take_1-3_either/L2",), ("lesson/4/L",),
    (f"puzzle/2-day-{TODAY}",), (f"puzzle/2-day-{TODAY}/LLRLLLRLLRL",), ("puzzle/2-rung-5-1",),
    ("play/8+15+3+7/first/RLLL/optimal//22:11:RLLL",),
    ("algorithms/8+15+3+7+9+2/first/-/optimal", "Top-down"),
    ("algorithms/8+15+3+7+9+2/first/-/optimal", "Bottom-up", "Quiz: fill in the cells"),
    ("algorithms/8+15+3+7+9+2/first/-/optimal", "Contraction", "One step back"),
]  # fmt: skip
"""An address, or a chapter with a row and moves; and the keys, dialogs and buttons that then show more."""


def show(visit: Visit, where: str, *acts: str) -> Page:
    """A screen."""
    if "/" in where or not acts:
        page = visit.go(where)
    else:
        row, moves = acts[:2]
        page, acts = visit.open(where, row, moves, "optimal" if where == "why" else "greedy right"), acts[2:]
    if where.startswith("play"):
        visit.wait_for_turn()
    for act in acts:
        if act.startswith("#"):
            visit.choose({"#new": "New game", "#about": "Rules"}[act])
            expect(page.locator("dialog[open] :is(.radio, .keys)").first).to_be_visible()
        elif act == "own":
            if not page.locator("#own-row").is_visible():
                continue  # a window this low has no room for it
            page.locator("#own-row").fill("8 x")
            page.locator("#own-row").press("Enter")
            expect(page.locator("#own-fault")).not_to_be_empty()
            visit.forgive(422)
        elif act == "over":
            page.locator("#puzzle .take.right").hover()
        elif len(act) == 1:
            page.keyboard.press(act)
        else:
            page.get_by_role("button", name=act, exact=True).click()
    return page


SCROLL = """(field, left) => {
  field.scrollTo(left, 0);
  return new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)));
}"""


def scroll_through(page: Page) -> Iterator[int]:
    """Scroll a row that is too long for a phone from its left end to its right one."""
    page.evaluate("new Promise((laid) => requestAnimationFrame(() => requestAnimationFrame(laid)))")
    field = page.locator("#felt .scroller:not(.still)")
    width, room = field.evaluate("each => [each.scrollWidth, each.clientWidth]") if field.count() else (1, 1)
    for left in range(0, width, room // 2 or 1):
        if field.count():
            field.evaluate(SCROLL, left)
        yield left


FEW = [("phone", each) for each in ("twelve cards", *SHAPES)]


@pytest.mark.parametrize(("size", "row"), slow_but(FEW, product(SIZES, ROWS | SHAPES)))
def test_every_value_can_be_read_at_every_size_and_no_two_cards_overlap(
    reader: Visit, size: str, row: str
) -> None:
    resize(reader, size)
    words = (ROWS | SHAPES)[row].split()
    count = sum(word not in "circle [ ] |" for word in words)
    later = ["RL" if count > 3 else "R", ("RL" * count)[: count - 2]] if row in ROWS else []
    for moves in ("-", *later):
        page = reader.play(" ".join(words), moves, "optimal")
        if page.locator("#hint").get_attribute("aria-pressed") == "false":
            page.keyboard.press("h")
        taken = reader.parts[3].strip("-")
        ends = {taken.count("L"), count - 1 - taken.count("R")} if row in ROWS else set()
        shown: set[int] = set()
        for window in scroll_through(page):
            found: Any = page.evaluate(MEASURE_ROW)
            assert found["faults"] == [], f"{row}, {moves} at {size}, {window}: {found['faults'][:5]}"
            assert ends <= set(found["shown"]), "an end is out of sight"
            shown |= set(found["shown"])
        assert len(shown) == count - len(taken)
        check_page(page)
        for button in page.locator("#play .take").all():
            expect(button).to_be_in_viewport(ratio=0.99)
        page.keyboard.press("h")


@pytest.mark.parametrize(
    ("size", "scheme", "forced"),
    [
        ("phone", "light", "none"),
        *slow(("phone", "dark", "none"), ("laptop", "light", "active")),
        *slow(*((size, "dark" if size == "large" else "light", "none") for size in SIZES if size != "phone")),
    ],
)
@pytest.mark.parametrize("half", [0, 1])  # one for each of two workers
def test_no_screen_is_wider_than_its_window_or_has_a_small_target_or_a_finding_of_axe(
    visit: Visit,
    axe: str,
    half: int,
    size: str,
    scheme: Literal["light", "dark"],
    forced: Literal["none", "active"],
) -> None:
    visit.page.emulate_media(color_scheme=scheme, forced_colors=forced)
    resize(visit, size)
    for where in SCREENS[half::2]:
        page = show(visit, *where)
        check_page(page)
        if not page.evaluate("globalThis.axe"):
            page.evaluate(axe)
        page.evaluate("document.getAnimations().forEach((each) => each.finish())")  # colours are final
        found: Any = visit.settled("axe.run({ exclude: ['main > [hidden]'] })")
        faults = [
            (each["id"], each["nodes"][0]["html"][:120], each["nodes"][0]["failureSummary"])
            for each in found["violations"]
        ]
        assert faults == [], f"{where} {faults}"
        page.keyboard.press("Escape")
    check_page(show(visit, "review", ROWS["two hundred coins"], "RL" * 30))


FIRST_SCREEN = (".scores .who", ".scores .total", ".rule", ".status", ".controls .label", ".bubble")


@pytest.mark.parametrize("size", slow_but(["phone", "laptop at 400 %"], SIZES))
def test_the_first_paint_is_the_first_game_that_the_page_draws(visit: Visit, size: str) -> None:
    resize(visit, size)
    page = visit.page
    page.route(re.compile(r"/(?!linked\.)[\w-]+\.js$"), lambda route: route.abort())
    visit.forgiven.append("net::ERR_FAILED")

    def told() -> list[list[str]]:
        return [page.locator(f"#play {part}").all_text_contents() for part in FIRST_SCREEN]

    page.goto(visit.origin)
    standing, row = told(), page.locator("#play .first-row .chip")
    expect(row.last).to_be_in_viewport(ratio=0.99)
    assert " ".join(row.all_text_contents()) == first_games()[0].partition(" / ")[0]
    page.goto("about:blank")
    page.goto(f"{visit.origin}/#play/8+15")
    expect(page.locator("#play .first-row")).to_be_hidden()  # a link is to another position
    page.unroute_all()
    page.goto("about:blank")
    visit.load()
    visit.wait_for_turn()
    expect(page.locator("#play .first-row")).to_have_count(0)
    expect(page.locator("#own-row")).to_be_visible(visible=size != "laptop at 400 %")
    drawn = [[re.sub("^Take (left|right), ", "Take ", text) for text in texts] for texts in told()]
    assert standing == drawn
