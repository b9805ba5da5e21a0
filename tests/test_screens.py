"""The whole screen of the terminal after each key, what windows that are too low keep, and styles."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, zip_longest

import pytest

from expected import is_expected
from test_session import settle
from twoends.rules.boards import Board
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.notation import parse_game
from twoends.rules.opponents import opponent
from twoends.terminal.drawing import draw, room_of_page, useful_scroll
from twoends.terminal.session import COMPUTING, Analysis, Session, analyse, press

SHORT = {"l": "left", "r": "right", "^": "up", "v": "down", "+": "page down", ">": "end", "/": "enter",
         "R": "r"}  # fmt: skip
"""Keys of the arrows and their like in one letter; R is the review."""

SIZE = (48, 18)


def of(text: str, **more: object) -> Session:
    return Session(parse_game(text), 5, **more)  # type: ignore[arg-type]  # by name


SHOWN = {
    "row": (of("8 15 3 7 / first / -"), "h h p u lhp u r hp rl"),
    "row_with_mistakes": (of("1 9 2 8 3 30 4 / first / LRLRLRL / greedy left"), "R n n l + > t"),
    "deck": (
        Session(Game(deal(seed=7), opponent=opponent("greedy left")), 7, dealt=True), "h llp v ^ vR x v? n",
    ),
    "two_people_at_the_end": (of("8 15 3 7 / first / RLL / human"), "l R x u"),
    "circle": (of("circle 2 8 1 10 9 / first / -"), "h r h l l p / h lh R x"),
    "board": (of("[1 2 | 3 7 4 | 9] / first / - / greedy left"), "h v h rp R x l hp l ^ l"),
    "board_by_other_rules": (of("1 2 | 3 4 5 / take 1-2, turns ABBA / second / -"), "h l l n"),
    "dealt_board": (
        Session(Game(Board.of_deck(deal(seed=3)), opponent=opponent("greedy")), 3, dealt=True), "u l n",
    ),
    "help": (of("8 15 3 7 / first / -"), "? v + + ^ x"),
    "several_cards": (of("5 8 1 3 9 4 / take 1-2 / first / - / greedy"), "2 h 7 2r u p l R > x"),
    "merged_cards": (of("-1 2 -3 4 -5 / take 2-any left, merge / first / -"), "h r 1l l R t 4l"),
    "suits": (of("A♥ 10♦ K♠ 2♣ / first / -"), "l r"),
}  # fmt: skip
"""Each state of a session, and the keys that are pressed then."""


def text_of(state: Session, seen: Analysis, size: tuple[int, int] = SIZE) -> str:
    return "\n".join(line.plain.rstrip() for line in draw(state, seen, *size))


def furthest(state: Session, seen: Analysis, size: tuple[int, int]) -> int:
    return useful_scroll(replace(state, scroll=10**6), seen, *size)


def changes(before: str, after: str) -> str:
    """The numbered lines of a screen that changed, and the number of all its lines."""
    olds, news = before.split("\n"), after.split("\n")
    differ = [
        f"{at:2} {new}" for at, (old, new) in enumerate(zip_longest(olds, news)) if new not in (old, None)
    ]
    return "\n".join([*differ, f"of {len(news)}", ""])


@pytest.mark.parametrize("name", SHOWN)
def test_the_screen_after_each_key(name: str) -> None:
    state, keys = SHOWN[name]
    state = settle(state)
    before = text_of(state, analyse(state))
    shown = [f"{before}\n"]
    for word in keys.split():
        for key in word:
            seen = analyse(state)
            state = settle(press(state, SHORT.get(key, key), seen, room_of_page(state, seen, *SIZE)))
        after = text_of(state, analyse(state))
        shown += [f"══ {word}", changes(before, after)]
        before = after
    is_expected(f"screens/{name}.txt", "\n".join(shown))


def style_of(state: Session, text: str) -> str:
    """The style with which the first such text of the screen begins."""
    lines = draw(state, analyse(state), 80, 24)
    line, start = next((line, line.plain.index(text)) for line in lines if text in line.plain)
    return " ".join(str(span.style) for span in line.spans if span.start <= start < span.end).strip()


@pytest.mark.parametrize(
    ("game", "text", "style"),
    [
        ("A♥ 10♦ K♠ 2♣ / first / -", "brings 27, best", "green"),
        ("A♥ 10♦ K♠ 2♣ / first / -", "brings 15, gives away", "yellow"),
        ("A♥ 10♦ K♠ 2♣ / first / -", "A  ", "bold red"),
        ("A♥ 10♦ K♠ 2♣ / first / -", "10 ", "red"),
        ("A♥ 10♦ K♠ 2♣ / first / -", "You  ", "bold"),
        ("8 15 3 / first / -", "you lose by 4", "bold red"),
    ],
)
def test_styles_tell_best_moves_ends_red_suits_and_who_is_ahead(game: str, text: str, style: str) -> None:
    assert style_of(press(press(of(game), "h"), "p"), text) == style


def test_an_answer_that_is_computed_or_has_failed_is_announced() -> None:
    begun, fault = of("8 15 3 7 / first / RL"), Analysis(fault="This is not worked out: it is too long.")
    for state in (*(press(begun, key) for key in "hpr"), of("8 15 3 7 / first / RLLL")):
        assert "This is being computed …" in text_of(state, COMPUTING)
        assert fault.fault in text_of(state, fault)
    assert "computed" not in text_of(begun, COMPUTING), "nothing was asked"


def test_a_lower_window_keeps_the_cards_then_the_totals_longest() -> None:
    aided = press(press(of("8 15 3 7 / first / RL"), "h"), "p")
    screens = [text_of(aided, analyse(aided), (50, height)).split("\n") for height in range(1, 17)]
    for lower, higher in pairwise(screens):
        assert set(lower) <= set(higher)
    needed = (
        "┃15 ┃┃ 3 ┃",
        "You",
        "Opponent",
        "With best play you win by 11",
        "brings 22, best",
        "Move 3 of 4",
    )
    heights = [next(k for k, lines in enumerate(screens, 1) if word in "".join(lines)) for word in needed]
    assert heights == [2, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(("size", "scrolled"), [((80, 24), (0, 0)), ((20, 8), (3, 11))])
def test_a_review_shows_a_card_first_then_the_totals_and_scrolls_to_its_last_line(
    size: tuple[int, int], scrolled: tuple[int, int]
) -> None:
    state = press(of("8 15 3 7 2 9 4 1 / first / RLRLRLRL"), "r")
    seen = analyse(state)
    scrolls = range(furthest(state, seen, size) + 1)
    pages = ["\n".join(line.plain for line in draw(replace(state, scroll=at), seen, *size)) for at in scrolls]
    assert "┗━━━┛" in pages[0]
    words = ("  You    ", "Turning")
    assert tuple(next(at for at, page in enumerate(pages) if word in page) for word in words) == scrolled
    assert all("↑ ↓" in page for page in pages)
    assert [at for at, page in enumerate(pages) if " more" not in page] == [len(pages) - 1]


@pytest.mark.parametrize("height", [3, 6, 13])
@pytest.mark.parametrize("key", ["r", "?"])
def test_page_down_passes_over_no_line(key: str, height: int) -> None:
    size = (60, height)
    state = press(of("8 15 3 7 2 9 4 1 / first / RLRLRLRL"), key)
    seen = analyse(state)

    def lines(state: Session) -> set[str]:
        return {line.plain for line in draw(state, seen, *size)[:-1]}

    last = furthest(state, seen, size)
    all_lines = set[str]().union(*(lines(replace(state, scroll=at)) for at in range(last + 1)))
    shown = lines(state)
    while state.scroll < last:
        below = press(state, "page down", seen, room_of_page(state, seen, *size))
        state = replace(below, scroll=useful_scroll(below, seen, *size))
        shown |= lines(state)
    assert shown == all_lines
