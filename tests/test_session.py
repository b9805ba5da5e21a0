"""A game at the terminal: what keys and typed words do, and what is drawn in windows of any size."""

from __future__ import annotations

import io
import re
import signal
import subprocess
import sys
from dataclasses import replace
from itertools import pairwise, zip_longest
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from command_line import Terminal, run
from expected import DATA, calls_are_expected, is_expected
from twoends import solve
from twoends.rules.boards import Board
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import parse_game, write
from twoends.rules.opponent_names import opponent
from twoends.rules.rulebook import MOVERS
from twoends.terminal import prompts
from twoends.terminal.cards import max_scroll, slots, visible
from twoends.terminal.drawing import draw, room_of_page, useful_scroll
from twoends.terminal.session import COMPUTING, Analysis, Question, Session, analyse, press, reply

KEYS = ["left", "right", "h", "u", "n", "r", "?", "up", "down", "page up", "page down", "p", "t", "enter",
        "1", "2", "home", "end", "x"]  # fmt: skip

SHORT = {"l": "left", "r": "right", "^": "up", "v": "down", "+": "page down", ">": "end", "/": "enter",
         "R": "r"}  # fmt: skip
"""Keys of the arrows and their like in one letter; R is the review."""

SIZE = (48, 18)


def of(text: str, **more: object) -> Session:
    return Session(parse_game(text), 5, **more)  # type: ignore[arg-type]  # by name


def shown(state: Session, size: tuple[int, int] = SIZE, seen: Analysis | None = None) -> str:
    """The drawing as text, by default with its analysis complete."""
    lines = draw(state, analyse(state) if seen is None else seen, *size)
    return "\n".join(line.plain.rstrip() for line in lines)


def settle(state: Session) -> Session:
    """Let the opponent move until it is a person's turn."""
    while not state.awaits_person and not state.game.over:
        state = reply(state)
    return state


def play(state: Session, keys: str) -> Session:
    """Press l, r and other keys, the opponent replying in between."""
    for key in keys:
        state = settle(press(state, SHORT.get(key, key)))
    return state


def test_the_screen_in_the_manual_is_the_screen() -> None:
    begun = Session(Game(deal(seed=7), opponent=opponent("greedy right")), 7, dealt=True)
    screen = shown(play(begun, "llrhp"), (80, 24))
    manual = Path(__file__).parent.parent / "docs" / "play.md"
    assert f"```text\n{screen}\n```" in manual.read_text("utf-8"), screen


@given(st.integers(1, 60), st.integers(1, 130))
@example(10, 52)
def test_every_card_is_drawn_or_counted_in_a_gap_and_scrolling_brings_it(cards: int, width: int) -> None:
    row, drawn = [1] * cards, set[int]()
    for scroll in range(max_scroll(row, width) + 1):
        items = visible(cards, slots(row, width), scroll)
        single = [item for item in items if isinstance(item, int)]
        drawn.update(single)
        places = [place for item in items for place in (item if isinstance(item, range) else [item])]
        assert places == list(range(cards)), f"{cards} cards, {width} wide, scrolled {scroll}: {items}"
        assert len(single) == min(cards, slots(row, width))
        assert scroll == 0 or cards > slots(row, width), "it scrolls only if cards are left out"
    assert drawn == {*range(cards)} or width < 30


GAMES = ["8 15 3 7 2", "circle 2 8 1 10", "circle", "[1 2 | 3 7 4 | 9]", "5 8 1 3 9 4 / take 1-2",
         "-1 2 -3 4 -5 / take 2-any left, merge", "[]", "1/3 A♠ -2.50 1e9 1000001/7",
         str(deal(seed=7))]  # fmt: skip


@pytest.mark.parametrize("text", GAMES)
@pytest.mark.parametrize("who", ["greedy", "human"])
@pytest.mark.parametrize("strict", [False, True])
def test_each_key_counts_its_aid_keeps_nothing_of_the_position_before_and_is_drawn_in_any_window(
    text: str, who: str, strict: bool
) -> None:
    chance = Random(f"{text} {who} {strict}")
    begun = before = settle(of(f"{text} / first / - / {who}", strict=strict))
    for _ in range(150):
        key = chance.choice(KEYS)
        after = press(before, key, analyse(before), 3)
        told = f"{before}, {key}: {after}"
        width, height = chance.randint(1, 130), chance.randint(1, 40)
        drawn = draw(after, chance.choice([analyse(after), COMPUTING]), width, height)
        assert len(drawn) <= height, told
        assert max((line.cell_len for line in drawn), default=0) <= width, told
        if chance.random() < 0.2:
            seen = analyse(after)
            kept = replace(after, scroll=useful_scroll(after, seen, width, height))
            assert draw(kept, seen, width, height) == draw(after, seen, width, height), told
            named = re.findall("^(?:  |▸ )component ([0-9])", shown(after, (60, 40), seen), re.MULTILINE)
            if after.view == "table" and after.several_lanes and not after.game.over:
                assert named == [f"{at}" for at, lane in enumerate(after.game.lanes) if lane.places], told
        at_table, over = before.view == "table", before.game.over
        begins = key == "n" and at_table and not strict
        opens = {"h": before.awaits_person and not before.hint, "p": not over and not before.promise}
        aided = at_table and not strict and (opens | {"r": not over}).get(key, False)
        assert after.hints == (0 if begins else before.hints + aided), told
        undone = key == "u" and at_table and before.game != after.game
        assert after.undone == (0 if begins else before.undone + undone), told
        assert not (strict and (undone or after.hint or after.promise)), told
        if (after.view, after.game, after.lane) != (before.view, before.game, before.lane):
            assert after.scroll == 0, told
        if after.lane_number != before.lane_number and after.view == before.view:
            assert after.at == 0, told
        if at_table and (
            key == "x"
            or (key == "enter" and not before.chooses_a_card)
            or (key in ("1", "2") and (before.game.rules.one_card or not before.awaits_person))
        ):
            assert after == before, told
        if before.view == "review" and key != "t":
            assert (after.view == "review") == (
                key not in ("h", "u", "r", "?", "p", "enter", "1", "2", "x")
            ), told
        if key == "t" and before.view == "review":
            ends = before.game.ends if strict else before.game.ends[: before.at - 1]
            assert (after.game.ends, after.view, after.lane) == (ends, "table", 0), told
        if key == "r" and at_table:
            assert (after.view == "review") == (over or not strict), told
        if after.view == before.view == "review":
            last, review = max(len(before.game.ends), 1), analyse(before).review
            mistakes = [move.number for move in review.moves if move.loss] if review else []
            places = {
                "left": max(before.at - 1, 1),
                "right": min(before.at + 1, last),
                "home": 1,
                "end": last,
            }
            places["n"] = next((number for number in mistakes if number > before.at), before.at)
            assert after.at == places.get(key, before.at), told
            assert after.scroll == 0 or after.at == before.at, told
        if after.game != before.game:
            state = (after.hint, after.promise, after.count, after.at, after.view)
            assert state == (False, False, 0, 0, "table"), told
        elif after.view == before.view and key in ("up", "down", "page up", "page down"):
            step = (3 if "page" in key and not at_table else 1) * (1 if "down" in key else -1)
            if at_table and before.several_lanes and "page" not in key:
                lanes = before.open_lanes or [0]
                expected = lanes[(lanes.index(before.lane_number) + step) % len(lanes)], 0
            else:
                least = -999 if before.view == "review" else 0
                expected = before.lane, max(before.scroll + step, least)
            assert (after.lane, after.scroll) == expected, told
        if after.hint and not before.hint:
            side = MOVERS.index(after.game.mover)
            for value in analyse(after).moves:
                final = solve(after.game.play(value.move)).final
                assert final is not None
                assert final[side] == value.total, (told, value)
        before = begun if chance.random() < 0.02 else settle(after)


# --- screens --------------------------------------------------------------------------------------


def furthest(state: Session, seen: Analysis, size: tuple[int, int]) -> int:
    return useful_scroll(replace(state, scroll=10**6), seen, *size)


@pytest.mark.parametrize("file", sorted((DATA / "screens").iterdir()), ids=lambda file: file.stem)
def test_the_screen_after_each_key(file: Path) -> None:
    """A file has the state of a session, then keys that are pressed after ══ and the lines that change."""
    begin, rest = file.read_text("utf-8").removeprefix(">>> ").split("\n", 1)
    names = {each.__name__: each for each in (Board, Game, Question, Session, deal, of, opponent)}
    state = settle(eval(begin, names))
    before = shown(state)
    screens = [f">>> {begin}\n{before}\n"]
    for word in re.findall("^══ (.*)$", rest, re.MULTILINE):
        for key in word:
            seen = analyse(state)
            state = settle(press(state, SHORT.get(key, key), seen, room_of_page(state, seen, *SIZE)))
        after = shown(state)
        olds, news = before.split("\n"), after.split("\n")
        pairs = enumerate(zip_longest(olds, news))
        differ = [f"{at:2} {new}" for at, (old, new) in pairs if new not in (old, None)]
        screens += [f"══ {word}", *differ, f"of {len(news)}", ""]
        before = after
    is_expected(f"screens/{file.name}", "\n".join(screens))


def styled(text: str, keys: str = "", **more: object) -> list[str]:
    """The coloured or bold parts of the screen after these keys, each with its style."""
    state = play(of(text, **more), keys)
    lines = draw(state, analyse(state), 80, 60)
    whole = [(line.plain, str(line.style)) for line in lines]
    parts = [(line.plain[span.start : span.end], str(span.style)) for line in lines for span in line.spans]
    return [
        f"{style.strip()}: {' '.join(part.split())}"
        for part, style in (*whole, *parts)
        if any(word in style for word in ("red", "green", "yellow")) and part.strip()
    ]


def test_styles_tell_best_moves_mistakes_red_suits_and_who_is_ahead() -> None:
    calls_are_expected("styles.txt", {"styled": styled})


def test_an_answer_that_is_computed_or_has_failed_is_announced() -> None:
    begun, fault = of("8 15 3 7 / first / RL"), Analysis(fault="This is not worked out: it is too long.")
    for state in (*(press(begun, key) for key in "hpr"), of("8 15 3 7 / first / RLLL")):
        assert "This is being computed …" in shown(state, SIZE, COMPUTING)
        assert fault.fault in shown(state, SIZE, fault)
    assert "computed" not in shown(begun, SIZE, COMPUTING), "nothing was asked"
    assert "There were no cards to take." in shown(of("[] / first / -"))


def test_a_lower_window_keeps_the_cards_then_the_totals_longest() -> None:
    aided = press(press(of("8 15 3 7 / first / RL"), "h"), "p")
    screens = [shown(aided, (50, height)).split("\n") for height in range(1, 17)]
    for lower, higher in pairwise(screens):
        assert set(lower) <= set(higher)
    needed = ("┃15 ┃┃ 3 ┃", "You", "Opponent", "With best play you win by 11", "brings 22, best", "Move 3")
    heights = [next(k for k, lines in enumerate(screens, 1) if word in "".join(lines)) for word in needed]
    assert heights == [2, 5, 6, 7, 8, 9]


@pytest.mark.parametrize(("keys", "height"), [("R", 3), ("?", 6), ("R", 13), ("R" + 11 * "r", 13)])
def test_page_down_passes_over_no_line(keys: str, height: int) -> None:
    size = (60, height)
    state = play(of(f"{'8 15 3 7 2 9 4 1 ' * 3}/ first / {'RL' * 12}"), keys)
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
    for size in ((60, height) for height in range(3, 40) if keys == "?"):
        foot = draw(state, seen, *size)[-1].plain
        assert ("scroll" in foot) == (furthest(state, seen, size) > 0), (size, foot)


# --- typed words --------------------------------------------------------------------------------


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


def test_a_piped_game_reads_like_a_typed_one_and_what_has_no_letters_is_replaced(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = []
    for stream in (io.TextIOWrapper, Terminal):
        out = io.BytesIO()
        monkeypatch.setattr(sys, "stdin", stream(io.BytesIO(b"\xff\n LEFT\nq\n"), "utf-8"))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, "latin-1", write_through=True))
        *_, last = prompts.play(of("A♠ 10 3 7 / first / -"))
        assert last.done
        shown.append(out.getvalue().decode("latin-1"))
    monkeypatch.undo()
    piped, typed = shown
    assert re.findall("^> (.*)$", piped, re.MULTILINE) == ["?", "LEFT", "q"]
    assert re.sub("^> .*\n", "> ", piped, flags=re.MULTILINE) == typed, "the terminal itself shows the words"
    assert "[A?]" in typed


TYPED = ["left", "right", "l", "r", "left 2", "r 2", "right 1", "left 0", "r x", "l 99", "0:l", "1:R", "1:r2",
         "2:l1", "1", "3", "L2", "r1", "x", "", "u", "undo", "n", "h", "hint", "p", "review", "again 1",
         "again 3", "again 99", "again x", f"left {'9' * 200_000}"]  # fmt: skip


def meant(game: Game, word: str, rest: str) -> Move | None:
    """The legal move that a typed word and what follows it mean."""
    moves = game.moves()
    if word not in ("left", "right", "l", "r"):
        one = "" if game.rules.one_card else "1"
        named = {name: move for move in moves for name in (f"{move}", f"{move}{one}")}
        for lane in game.lanes if game.rules.ends == "either" else ():  # all of it, from the right
            whole = [
                move
                for move in moves
                if move.cards == len(lane.places) and move.single == lane.ends[0] != lane.ends[-1]
            ]
            named |= {name.replace("L", "R"): move for name, move in named.items() if move in whole}
        return named.get(word.upper())
    number = int(rest) if rest.isdecimal() and len(rest) < 9 else 0
    if len(game.lanes) > 1 or not moves[0].side or (rest and not number):
        return None
    cards = number or min(move.cards for move in moves)
    is_all = cards == len(game.rest) and game.rules.ends == "either"  # the same from either end
    sides: dict[Move | None, tuple[str, str]] = {LEFT: ("left", "l"), RIGHT: ("right", "r")}
    fitting = [move for move in moves if move.cards == cards]
    return next((move for move in fitting if is_all or word in sides[move.side]), None)


@pytest.mark.parametrize("who", ["greedy left", "random", "human"])
def test_typed_words_make_the_moves_that_they_mean(who: str) -> None:
    chance = Random(who)
    for text in GAMES * 4:
        turn, words, seed = chance.choice(("first", "second")), chance.choices(TYPED, k=12), 5
        game = replace(parse_game(f"{text} / {turn} / -"), opponent=opponent(who))
        begun, game = write(game), settle(Session(game, seed)).game
        for typed in words:
            word, _, rest = typed.partition(" ")
            ends = game.ends
            if word in ("u", "undo"):
                yours = [at for at in range(len(ends)) if who == "human" or game.movers[at] == "you"]
                game = replace(game, ends=ends[: yours[-1]] if yours else ends)
            elif word == "n":
                game, seed = replace(game, ends=()), seed + 1
            elif word == "again" and rest.isdecimal() and 0 < int(rest) <= len(ends):
                game = replace(game, ends=ends[: int(rest) - 1])
            elif not game.over and (move := meant(game, word, rest)):
                game = game.play(move)
            game = settle(Session(game, seed)).game
        ran = run("play", begun, "--seed", "5", stdin="".join(f"{word}\n" for word in words))
        assert ran.out.splitlines()[-1] == write(game), (begun, [word[:9] for word in words])
        assert ran.out.count("> ") == len(words) + 1, "each is asked for"


# --- the row of the day, and the ladder --------------------------------------------------------


def test_the_row_of_the_day_counts_and_ends_with_a_line_to_share() -> None:
    typed = "h\nu\nl\nagain 1\n" + "l\n" * 5
    ran, narrow = (run("puzzle", "--daily", stdin=typed, terminal=width) for width in (None, 20))
    assert narrow.out.splitlines()[-1] == ran.out.splitlines()[-1], "one line to be copied"
    assert ran.out.count("This game counts: there are no hints and no undo.") == 2, ran.out
    assert "Again from" not in ran.out
    assert "\n> " not in ran.out.partition("The end: ")[2], "it asks for no more moves"
    left = run("puzzle", "--daily", stdin="q\n").out
    assert "Two Ends" not in left, "leaving it says nothing about it"
    assert re.fullmatch(r"Two Ends [0-9-]{10} · Greedy · .*", ran.out.splitlines()[-1]), ran.out


def test_a_row_of_a_rung_is_played_to_its_end() -> None:
    first, second = (run("puzzle", f"2-rung-1-{seed}", stdin="l\n" * 3).out for seed in (1, 2))
    assert first != second
    assert re.search("^You gave (nothing )?away .*[.]$", first, re.MULTILINE), first
    assert "Two Ends" not in first, "only the row of the day is shared"
    for rung in range(10):
        new = run("puzzle", "--ladder", f"{rung}", stdin="q\n").out
        name = re.search(f"^Rung {rung} of 9, (2-rung-{rung}-[0-9]+)[.] Take ", new, re.MULTILINE)
        assert name, new
        assert run("puzzle", name[1], stdin="q\n").out == new.replace(f"Rung {rung} of 9, ", "", 1)
