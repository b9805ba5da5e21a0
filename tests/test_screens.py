"""The whole screen of the terminal after each key, with its styles, and the state of the session."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from itertools import zip_longest

import pytest
from rich.text import Text

from expected import is_expected
from test_session import settle
from twoends.rules.boards import Board
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.notation import parse_game, write
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.terminal.drawing import draw, room_of_page, useful_scroll
from twoends.terminal.session import COMPUTING, Analysis, Session, analyse, press

SHORT = {"l": "left", "r": "right", "^": "up", "v": "down", "+": "page down", "-": "page up", "<": "home",
         ">": "end", "/": "enter", "R": "r"}  # fmt: skip
"""Keys of the arrows and their like in one letter; R is the review."""


def of(text: str, **more: object) -> Session:
    return Session(parse_game(text), 5, **more)  # type: ignore[arg-type]  # by name


def deck(name: str = "greedy left", **more: object) -> Session:
    return Session(Game(deal(seed=7), opponent=opponent(name)), 7, dealt=True, **more)  # type: ignore[arg-type]  # by name


LONG = Game(
    Row.of([Fraction(1, 3), 12345678901, 7, Fraction(-5, 2), Fraction(22, 7)]), opponent=opponent("modest")
)

SHOWN = {
    "row": (of("8 15 3 7 / first / -"), "h h p u lhp u r hp rl", [(80, 24), (34, 9)]),
    "row_of_a_finished_game": (
        of("8 15 3 7 / second / RLLL"), "R n r n > ^ < v v ^ t", [(80, 24), (78, 9)],
    ),
    "row_with_mistakes": (
        of("1 9 2 8 3 30 4 / first / LRLRLRL / greedy left"), "R n n n l + - > t", [(80, 24), (26, 14)],
    ),
    "deck": (deck(), "h llp v v + - ^ vR x v? n", [(80, 24), (50, 16)]),
    "deck_of_two_people": (deck("human"), "p lr h u R", [(100, 30)]),
    "two_people_at_the_end": (of("8 15 3 7 / first / RLL / human"), "l R x u", [(80, 20)]),
    "circle": (of("circle 2 8 1 10 9 / first / -"), "h r h l l p / h lh R x", [(80, 24), (40, 11)]),
    "circle_with_the_opponent_first": (of("circle 2 8 1 10 / second / -"), "h l r r", [(80, 24)]),
    "board": (
        of("[1 2 | 3 7 4 | 9] / first / - / greedy left"), "h v h rp R x l hp l ^ l", [(80, 24), (44, 14)],
    ),
    "board_at_the_end": (of("[1 | 2] / first / 0:R 1:L"), "v ^ R x u v", [(80, 24)]),
    "board_of_one": (of("[1 2 3 4 5 / first / -"), "h l rh", [(80, 24), (24, 12)]),
    "help": (of("8 15 3 7 / first / -"), "? v v + + + + - ^ x", [(80, 24), (40, 12)]),
    "exact_values": (Session(LONG, 2), "hp l r hp l R n x", [(80, 24), (46, 12)]),
    "floats": (Session(Game(Row.of([0.5, 2.25, 1e10, 0.1])), 2), "hp l rl", [(80, 24)]),
    "chance": (of("8 15 3 7 2 / first / - / greedy left trembling 1/10"), "hp lhp r hpl R", [(80, 24)]),
    "several_cards": (
        of("5 8 1 3 9 4 / take 1-2 / first / - / greedy"), "2 h 7 2r u 2r p l R > x", [(80, 24), (40, 12)],
    ),
    "merged_cards": (
        of("-1 2 -3 4 -5 / take 2-any left, merge / first / -"), "h r 1l l R t 4l", [(80, 24)],
    ),
    "board_by_other_rules": (
        of("1 2 | 3 4 5 / take 1-2, turns ABBA / second / -"), "h l l n", [(80, 24)],
    ),
    "one_point": (of("2 3 / first / - / human"), "p rl R > v", [(80, 24)]),
    "two_moves": (of("2 3 / first / L"), "R v > n", [(80, 24)]),
    "one_move": (of("2 3 4 / first / L / human"), "R v v", [(80, 24)]),
    "nothing": (Session(Game(Row.of([])), 5), "hpuR", [(80, 24)]),
    "one_card": (of("A♥ / first / -"), "h l R", [(80, 24)]),
    "suits": (of("A♥ 10♦ K♠ 2♣ / first / -"), "l r", [(80, 24), (24, 24), (80, 17), (80, 16)]),
    "dealt_board": (
        Session(Game(Board.of_deck(deal(seed=3)), opponent=opponent("greedy")), 3, dealt=True),
        "u l n", [(80, 24)],
    ),
}  # fmt: skip


def screen_text(state: Session, size: tuple[int, int], seen: Analysis, *, styles: bool = False) -> str:
    """The screen, with its styles if asked for, and the fields of the session that are not the defaults."""
    held = [
        f"{field.name}={getattr(state, field.name)!r}"
        for field in fields(Session)
        if field.name not in ("game", "said") and getattr(state, field.name) != field.default
    ]
    lines = draw(state, seen, *size)
    screen = "\n".join(styled(line) if styles else line.plain.rstrip() for line in lines)
    reach, dealt = furthest(state, seen, size), f"{state.game.shape} / "
    played = write(state.game).removeprefix(dealt if state.dealt else "")  # the screen has the cards
    return f"{', '.join(held)}, scrolls {reach}, {played}\n{screen}\n"


def furthest(state: Session, seen: Analysis, size: tuple[int, int]) -> int:
    return useful_scroll(replace(state, scroll=10**6), seen, *size)


def changes(before: str, after: str) -> str:
    """The numbered lines of a screen that changed, and the number of all its lines."""
    olds, news = before.split("\n"), after.split("\n")
    differ = [
        f"{at:2} {new}" for at, (old, new) in enumerate(zip_longest(olds, news)) if new not in (old, None)
    ]
    return "\n".join([*differ, f"of {len(news)}", ""])


def styled(line: Text) -> str:
    """A line, followed by the cell at which each style begins."""
    styles = [str(line.style)] * len(line)
    for span in line.spans:
        for at in range(span.start, min(span.end, len(line))):
            styles[at] = f"{styles[at]} {span.style}".strip()
    runs = [f"{at} {one or '-'}" for at, one in enumerate(styles) if at == 0 or one != styles[at - 1]]
    plain = line.plain.rstrip()
    return plain if runs in ([], ["0 -"]) else f"{line.plain} │ {', '.join(runs)}"


@pytest.mark.parametrize("name", SHOWN)
def test_the_screen_and_the_session_after_each_key(name: str) -> None:
    state, keys, sizes = SHOWN[name]
    state = settle(state)
    before = screens(state, sizes)
    shown = [f"{width} x {height}\n{screen}" for (width, height), screen in zip(sizes, before, strict=True)]
    for word in keys.split():
        for key in word:
            seen = analyse(state)
            state = settle(press(state, SHORT.get(key, key), seen, room_of_page(state, seen, *sizes[-1])))
        after = screens(state, sizes)
        shown += [f"══ {word}", *map(changes, before, after)]
        before = after
    is_expected(f"screens/{name}.txt", "\n".join(shown))


def screens(state: Session, sizes: list[tuple[int, int]]) -> list[str]:
    """The screen at each size, the first with its styles where there are not too many cards."""
    seen = analyse(state)
    return [
        screen_text(state, size, seen, styles=size == sizes[0] and len(state.game.shape) < 10)
        for size in sizes
    ]


def test_screens_without_an_answer_and_in_low_windows() -> None:
    """A pending answer is announced and a failed one explained; low windows keep what is most important."""
    begun, over = of("8 15 3 7 / first / RL"), of("8 15 3 7 / first / RLLL")
    asked = [*(press(begun, key) for key in "hpr"), over]
    waits = [*asked, press(of("[1 2 | 3 7 4 / first / -"), "h"), replace(begun, view="review"),
             of("8 15 3 7 / second / -")]  # fmt: skip
    fault = Analysis(fault="This is not worked out: it is too long.")
    page = press(of("8 15 3 7 / first / -"), "?")
    last = furthest(page, COMPUTING, (60, 12))
    pages = [replace(page, scroll=scroll) for scroll in (last - 2, last - 1, last, last + 5)]
    aided = press(press(begun, "h"), "p")
    seen = analyse(aided)
    for name, drawn in (
        ("thinking", [screen_text(state, (60, 20), COMPUTING) for state in waits]),
        ("fault", [screen_text(state, (60, 20), fault) for state in asked]),
        ("below", [screen_text(state, (60, 12), COMPUTING) for state in pages]),
        ("low", [screen_text(aided, (50, height), seen) for height in range(1, 14)]),
    ):
        is_expected(f"screens/{name}.txt", "\n".join(drawn))


@pytest.mark.parametrize(("size", "scrolled"), [((80, 24), (0, 0)), ((40, 12), (0, 3)), ((20, 8), (3, 11))])
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


@pytest.mark.parametrize("height", [3, 5, 6, 10, 13, 24])
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
