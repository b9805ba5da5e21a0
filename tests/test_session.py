"""A game at the terminal: what keys do, what is drawn, and what is said where there is no terminal."""

from __future__ import annotations

import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from command_line import run as twoends
from twoends.answers.solution import solve
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.notation import parse_game
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT
from twoends.terminal import table
from twoends.terminal.cards import furthest, strip, visible
from twoends.terminal.session import Session, foresee, press, reply, wanted
from twoends.terminal.table import draw

KEYS = ["left", "right", "h", "u", "n", "r", "?", "up", "down", "page down", "q", "x", "\x1b"]
OPPONENTS = ["optimal", "greedy left", "modest right", "generous", "random", "greedy right trembling 1/10"]


def session(row: list[int] | Row, name: str = "optimal", **more: object) -> Session:
    return Session(Game(Row.of(row), opponent=opponent(name)), seed=1, **more)  # type: ignore[arg-type]  # by name


def shown(state: Session, width: int = 80, height: int = 24) -> str:
    """The drawing as text, with all that it shows worked out."""
    lines = draw(state, foresee(state.game, **wanted(state)), width, height)
    return "\n".join(line.plain.rstrip() for line in lines)


def settle(state: Session) -> Session:
    """Let the opponent move until a person is asked."""
    while not state.asks and not state.game.over:
        state = reply(state)
    return state


def play(state: Session, keys: str) -> Session:
    """Press l, r and other keys, the opponent replying in between."""
    for key in keys:
        state = settle(press(state, {"l": "left", "r": "right"}.get(key, key)))
    return state


rows = st.one_of(
    st.lists(st.integers(-20, 120), max_size=40).map(Row.of),
    st.lists(st.fractions(), max_size=8).map(Row.of),
    st.integers(0, 9).map(lambda seed: deal(seed=seed)),
)


@settings(max_examples=60)
@given(
    rows, st.booleans(), st.booleans(), st.sampled_from(OPPONENTS), st.lists(st.sampled_from(KEYS)), st.data()
)
def test_whatever_is_pressed_the_drawing_fits_the_window(
    row: Row, you_first: bool, human: bool, name: str, keys: list[str], data: st.DataObject
) -> None:
    game = Game(row, you_first, opponent=opponent("human" if human else name))
    state = Session(game, seed=3)
    for key in [*keys, ""]:
        state = settle(press(state, key))
        width, height = data.draw(st.integers(1, 130)), data.draw(st.integers(1, 40))
        seen = foresee(state.game, **wanted(state)) if data.draw(st.booleans()) else None
        lines = draw(state, seen, width, height)
        assert len(lines) <= height, f"{len(lines)} lines in a window of {height}"
        for line in lines:
            assert line.cell_len <= width, f"'{line.plain}' is {line.cell_len} wide in a window of {width}"
    game = state.game
    left_over = sum(game.position.cards)
    assert game.yours + game.theirs + left_over == sum(row.values)


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 15), (40, 10), (30, 8)])
def test_ends_totals_and_the_promise_are_always_in_sight(width: int, height: int) -> None:
    state = play(session(deal(seed=7), "greedy right"), "lr")
    state = press(state, "p")
    told = shown(state, width, height)
    for word in ("You", "Opponent", "With best play you win by 28", "┏━━━┓", "←", "→"):
        assert word in told, f"{word!r} is not in\n{told}"
    assert told.count("┃") == 2 * told.count("┏━━━┓") * (3 if height >= 17 else 1)


@pytest.mark.parametrize(
    ("keys", "width", "foot"),
    [
        ("", 80, "← → take   h hint   p promise   u undo   ? keys   q quit"),
        ("", 40, "← → take   ? keys   q quit"),
        ("rl", 40, "n new   r review   ? keys   q quit"),
        ("rl", 30, "? keys   q quit"),
    ],
)
def test_a_narrow_window_names_the_keys_that_fit(keys: str, width: int, foot: str) -> None:
    told = shown(play(session([8, 15, 3, 7]), keys), width, 15)
    assert told.splitlines()[-1] == f"  {foot}", told


@pytest.mark.parametrize("width", [80, 40, 30])
def test_what_a_key_does_stays_beside_it_in_a_narrow_window(width: int) -> None:
    state = press(session([8, 15, 3, 7]), "?")
    told = shown(state, width, 60).splitlines()
    keys = told[: told.index("")]
    beside = " ".join(line[12:] for line in keys)
    assert "the next cards of the deck, or the same ones again" in beside, "\n".join(keys)
    assert {line[:12].strip() for line in keys} - {""} == {key for key, _ in table.KEYS}, "\n".join(keys)


def test_the_screen_in_the_manual_is_the_screen() -> None:
    state = play(session(deal(seed=7), "greedy right"), "llrhp")
    told = shown(replace(state, seed=7, dealt=True))
    manual = Path(__file__).parent.parent / "docs" / "play.md"
    assert f"```text\n{told}\n```" in manual.read_text("utf-8"), told


def test_a_wide_row_can_be_looked_at_from_end_to_end() -> None:
    cards = list(range(100, 200))
    seen: set[int] = set()
    for scroll in range(furthest(cards, 80) + 1):
        lines = strip(cards, 80, scroll, tall=False, signs={0: "←", 99: "→"})
        words = {
            int(word) for line in lines for word in line.plain.replace("│", " ").split() if word.isdigit()
        }
        assert {100, 101, 198, 199} <= words | {int(word.strip("┃")) for word in ("┃100┃", "┃199┃")}
        seen |= words
    assert seen | {100, 199} == set(cards)


@given(st.integers(1, 60), st.integers(20, 130))
def test_scrolling_ends_where_nothing_more_comes_into_sight(cards: int, width: int) -> None:
    def drawn(scroll: int) -> str:
        lines = strip(range(cards), width, scroll, tall=False, signs={})
        return "\n".join(line.plain for line in lines)

    end = furthest(range(cards), width)
    assert drawn(end) == drawn(end + 1) == drawn(end + 9)
    assert end == 0 or drawn(end - 1) != drawn(end)


@given(st.integers(1, 60), st.integers(2, 20), st.integers(0, 60))
def test_every_card_is_either_drawn_or_counted_in_a_gap(cards: int, slots: int, scroll: int) -> None:
    items = visible(cards, slots, scroll)
    places = [place for item in items for place in (item if isinstance(item, range) else [item])]
    assert places == list(range(cards)), f"{cards} cards in {slots} slots, scrolled {scroll}: {items}"
    assert sum(not isinstance(item, range) for item in items) == min(cards, slots)


def test_the_hint_says_what_solve_says() -> None:
    state = press(play(session([5, 7, 9, 1, 4, 2], "greedy right"), "l"), "h")
    rest = solve([9, 1, 4, 2], "greedy")
    assert {move.end: move.loss for move in foresee(state.game, hint=True, review=False).moves} == {
        move.end: move.loss for move in rest.moves
    }
    told = shown(state)
    assert "brings 18, best" in told, told
    assert "gives away" in told, told
    assert "leaves them the 9" in told, told


@given(st.integers(0, 50), st.text("lr", min_size=1, max_size=6))
def test_after_undo_the_same_moves_bring_the_same_replies(seed: int, moves: str) -> None:
    start = settle(Session(Game(deal(seed=1), False, opponent=opponent("random")), seed))
    once = play(start, moves)
    back = play(once, "u" * len(moves))
    assert back.game == start.game
    assert play(back, moves).game == once.game


@pytest.mark.parametrize("seed", range(3))
def test_a_random_opponent_draws_anew_at_every_move_and_in_every_game(seed: int) -> None:
    def replies(seed: int) -> tuple[object, ...]:
        start = Session(Game(Row.of([1] * 40), opponent=opponent("random")), seed)
        return play(start, "l" * 20).game.ends[1:-1:2]

    assert len(set(replies(seed))) == 2
    assert replies(seed) == replies(seed) != replies(seed + 1)


def test_undo_takes_back_your_move_with_the_reply_and_stops_at_the_first() -> None:
    start = settle(Session(Game(Row.of([8, 15, 3, 7]), False, opponent=opponent("greedy")), 1))
    assert start.game.ends == (LEFT,)
    assert play(start, "ru").game == start.game
    assert press(start, "u").said == "There is no move of yours to take back."


def test_two_people_move_in_turn_and_take_back_one_move_each() -> None:
    state = play(session([8, 15, 3, 7], "human"), "rl")
    assert (state.game.yours, state.game.theirs) == (7, 8)
    assert state.said == "Player 2 took the left end, 8."
    assert play(state, "u").game.ends == state.game.ends[:1]
    assert "Player 1 wins by 11" in shown(press(state, "p"))


def test_a_new_game_deals_the_next_deck_or_sets_the_row_up_again() -> None:
    assert press(session(deal(seed=1), dealt=True), "n").game.shape == deal(seed=2)
    again = press(play(session([1, 2, 3]), "l"), "n")
    assert again.game == Game(Row.of([1, 2, 3]))


def test_a_new_game_is_for_the_same_two_in_the_same_seats() -> None:
    for human in (True, False):
        before = Session(
            Game(deal(seed=1), False, opponent=opponent("human" if human else "greedy")), 1, True
        )
        after = press(before, "n")
        assert (after.human, after.game.you_first, after.game.opponent) == (
            human,
            False,
            before.game.opponent,
        )
        assert (after.dealt, after.seed) == (True, 2)


def test_nothing_is_scrolled_to_before_the_beginning() -> None:
    for view in ("table", "keys"):
        state = session(list(range(60)), view=view)
        assert press(state, "up") == press(state, "page up") == state
        assert press(press(state, "down"), "down").scroll == 2
        assert press(press(press(state, "down"), "up"), "up").scroll == 0
    assert press(session([1, 2], view="keys", scroll=3), "page up").scroll == 0
    assert press(session([1, 2], view="keys", scroll=13), "page up").scroll == 3


def test_pages_go_away_with_any_key_and_keep_the_game() -> None:
    state = play(session([8, 15, 3, 7]), "l")
    for page in "r?":
        assert press(press(state, page), "x").game == state.game
    for page in "?":
        opened = press(state, page)
        assert opened.view != "table"
        assert press(opened, "left").game == state.game
        assert replace(press(opened, "q"), scroll=0) == state, "q on a page only closes it"


# --- without a terminal ------------------------------------------------------------------------


def last_line(*arguments: str, stdin: str = "") -> str:
    ran = twoends("play", *arguments, stdin=stdin)
    assert ran.status == 0, ran.err
    return ran.out.splitlines()[-1]


def test_a_piped_game_reads_like_a_typed_one() -> None:
    ran = twoends("play", "8", "15", "3", "7", stdin="h\nr\nl\n")
    assert (
        ran.out
        == """\
You play against an optimal opponent.
Type left or right (l, r), hint (h), promise (p), undo (u), new (n), review, again N, or quit (q).
Take cards from either end; the larger total wins.

Move 1 of 4, your turn. You 0, Opponent 0.
[8] 15 3 [7]
> h
Left brings 15, right brings 22. Take the right end, 7: the left end, 8, exposes the 15 and costs you 7.
> r
You took the right end, 7. The opponent took the left end, 8.

Move 3 of 4, your turn. You 7, Opponent 8.
[15] [3]
> l
You took the left end, 15. The opponent took the last card, 3.

You 22, Opponent 11. The end: you won by 11. You made 22, the best possible.
>\x20
8 15 3 7 / first / RLLL
"""
    )
    assert ran.err == ""


@pytest.mark.usefixtures("unmeasured")
def test_ctrl_c_at_a_prompt_leaves_the_game_on_a_line_of_its_own() -> None:
    command = [sys.executable, "-m", "twoends", "play", "8", "15", "3", "7"]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0
    ) as game:
        assert game.stdout is not None
        while (shown := game.stdout.read(1)) != b">":
            assert shown, "the game ended"
        game.send_signal(signal.SIGINT)
        rest, said = game.communicate()
    assert rest == b" \n8 15 3 7 / first / -\n"
    assert (game.returncode, said) == (130, b"twoends: interrupted\n")


def test_a_seed_deals_the_same_deck_and_the_same_random_moves() -> None:
    same = [last_line("--seed", "5", "--opponent", "random", stdin="l\nr\nl\n") for _ in range(2)]
    assert same[0] == same[1]
    assert parse_game(same[0]).shape == deal(seed=5)
