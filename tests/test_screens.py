"""The whole screen of the terminal after each key, with its styles, and the state of the session."""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from itertools import zip_longest

import pytest

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
    "row": (of("8 15 3 7 / first / -"), "h h p u lhp u r hp rl", (80, 24)),
    "row_with_mistakes": (
        of("1 9 2 8 3 30 4 / first / LRLRLRL / greedy left"), "R n n n l + - > t", (26, 14),
    ),
    "deck": (deck(), "h llp v v + - ^ vR x v? n", (50, 16)),
    "two_people_at_the_end": (of("8 15 3 7 / first / RLL / human"), "l R x u", (80, 20)),
    "circle": (of("circle 2 8 1 10 9 / first / -"), "h r h l l p / h lh R x", (40, 11)),
    "board": (of("[1 2 | 3 7 4 | 9] / first / - / greedy left"), "h v h rp R x l hp l ^ l", (44, 14)),
    "board_at_the_end": (of("[1 | 2] / first / 0:R 1:L"), "v ^ R x u v", (80, 24)),
    "board_of_one": (of("[1 2 3 4 5 / first / -"), "h l rh", (24, 12)),
    "board_by_other_rules": (
        of("1 2 | 3 4 5 / take 1-2, turns ABBA / second / -"), "h l l n", (80, 24),
    ),
    "dealt_board": (
        Session(Game(Board.of_deck(deal(seed=3)), opponent=opponent("greedy")), 3, dealt=True),
        "u l n", (80, 24),
    ),
    "help": (of("8 15 3 7 / first / -"), "? v v + + + + - ^ x", (80, 24)),
    "several_cards": (
        of("5 8 1 3 9 4 / take 1-2 / first / - / greedy"), "2 h 7 2r u 2r p l R > x", (40, 12),
    ),
    "merged_cards": (
        of("-1 2 -3 4 -5 / take 2-any left, merge / first / -"), "h r 1l l R t 4l", (80, 24),
    ),
    "two_moves": (of("2 3 / first / L"), "R v > n", (80, 24)),
    "one_move": (of("2 3 4 / first / L / human"), "R v v", (80, 24)),
    "nothing": (Session(Game(Row.of([])), 5), "hpuR", (80, 24)),
    "one_card": (of("A♥ / first / -"), "h l R", (80, 24)),
    "suits": (of("A♥ 10♦ K♠ 2♣ / first / -"), "l r", (24, 24)),
}  # fmt: skip
"""Each state of a session, the keys that are pressed then, and the size of the window."""


def screen_text(state: Session, size: tuple[int, int], seen: Analysis) -> str:
    """The screen, and the fields of the session that are not the defaults."""
    states = [
        f"{field.name}={getattr(state, field.name)!r}"
        for field in fields(Session)
        if field.name not in ("game", "said") and getattr(state, field.name) != field.default
    ]
    screen = "\n".join(line.plain.rstrip() for line in draw(state, seen, *size))
    reach, dealt = furthest(state, seen, size), f"{state.game.shape} / "
    played = write(state.game).removeprefix(dealt if state.dealt else "")  # the screen has the cards
    return f"{', '.join(states)}, scrolls {reach}, {played}\n{screen}\n"


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
def test_the_screen_and_the_session_after_each_key(name: str) -> None:
    state, keys, size = SHOWN[name]
    state = settle(state)
    before = screen_text(state, size, analyse(state))
    shown = [f"{size[0]} x {size[1]}\n{before}"]
    for word in keys.split():
        for key in word:
            seen = analyse(state)
            state = settle(press(state, SHORT.get(key, key), seen, room_of_page(state, seen, *size)))
        after = screen_text(state, size, analyse(state))
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
        ("A♥ 10♦ K♠ 2♣ / first / -", "2  ", "bold"),
        ("A♥ 10♦ K♠ 2♣ / first / -", "10 ", "red"),
        ("A♥ 10♦ K♠ 2♣ / first / -", "K  ", ""),
        ("A♥ 10♦ K♠ 2♣ / first / -", "You  ", "bold"),
        ("A♥ 10♦ K♠ 2♣ / first / -", "Opponent  ", ""),
        ("A♥ 10♦ K♠ 2♣ / first / -", "you win by 15", "bold green"),
        ("8 15 3 / first / -", "you lose by 4", "bold red"),
        ("8 15 3 7 / first / - / human", "Player 1 wins by 11", "bold"),
    ],
)
def test_styles_tell_best_moves_ends_red_suits_and_who_is_ahead(game: str, text: str, style: str) -> None:
    assert style_of(press(press(of(game), "h"), "p"), text) == style


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
