"""Puzzles agree with brute force and never change."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import count, product, repeat
from pathlib import Path

import pytest

import twoends
from twoends import puzzles
from twoends.rules.moves import LEFT, RIGHT
from twoends.rules.opponents import every_opponent

CERTAIN = every_opponent(stochastic=False)


# --- brute force ---------------------------------------------------------------------------------


def slow_margin(cards: list[int], plies: int, mine: bool, name: str) -> int:
    """The margin at the horizon, by trying every move on lists."""
    if not cards or not plies:
        return 0
    sign = 1 if mine else -1
    after = [
        sign * card + slow_margin(rest, plies - 1, not mine, name)
        for card, rest in ((cards[0], cards[1:]), (cards[-1], cards[:-1]))
    ]
    if mine:
        return max(after)
    left, right = cards[0], cards[-1]
    choose: dict[str, Callable[[], int]] = {
        "optimal": lambda: min(after),
        "generous": lambda: max(after),
        "greedy right": lambda: after[0] if left > right else after[1],
        "greedy left": lambda: after[0] if left >= right else after[1],
        "modest right": lambda: after[0] if left < right else after[1],
        "modest left": lambda: after[0] if left <= right else after[1],
    }
    return choose[name]()


def slow_sight(cards: list[int], plies: int, name: str) -> tuple[int, int]:
    return (
        cards[0] + slow_margin(cards[1:], plies - 1, False, name),
        cards[-1] + slow_margin(cards[:-1], plies - 1, False, name),
    )


def slow_depth(cards: list[int], name: str) -> int | None:
    """The least d from which on every look prefers the right end strictly, straight from the definition."""
    sights = [slow_sight(cards, plies, name) for plies in range(1, len(cards) + 1)]
    prefers = [(left > right) - (left < right) for left, right in sights]
    if not prefers[-1]:
        return None
    return min(d for d in range(1, len(cards) + 1) if set(prefers[d - 1 :]) == {prefers[-1]})


def agrees_with_brute_force(puzzle: puzzles.Puzzle) -> None:
    cards, name = [int(card) for card in puzzle.rest], str(puzzle.game.opponent)
    left, right = slow_sight(cards, len(cards), name)
    assert puzzle.best is (LEFT if left > right else RIGHT), puzzle.name
    assert 2 * int(puzzle.loss) == abs(left - right) > 0, puzzle.name
    assert slow_depth(cards, name) == puzzle.depth, puzzle.name
    # A look farther than the cards reach is a look at all of them.
    assert slow_sight(cards, len(cards) + 3, name) == (left, right), puzzle.name


@pytest.mark.parametrize("against", CERTAIN, ids=str)
def test_depth_follows_its_definition_on_all_small_rows(against: twoends.Opponent) -> None:
    for length in range(1, 6):
        for cards in product(range(3 if length < 5 else 2), repeat=length):
            row = twoends.Row.of(cards)
            found = puzzles.depth(row, against)
            assert found == slow_depth(list(cards), str(against)), f"{row} against {against}"
            game = twoends.Game(row, opponent=against)
            depths = [depth for depth in range(length + 2) if puzzles.depths.has_depth(game, depth)]
            assert depths == ([] if found is None else [found]), f"{row} against {against}: {depths}"


# --- stable for all times ------------------------------------------------------------------------


GOLDEN = Path(__file__).parent / "data" / "puzzles.txt"
"""A name, the row, the best end and the loss, a line each; never edited, but more may be added."""

GOLDEN_LINES = [line.partition(": ") for line in GOLDEN.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("length", range(6, 11))
def test_puzzles_are_those_of_the_golden_file(length: int, every: int) -> None:
    for name, _, text in [each for each in GOLDEN_LINES if each[0].startswith(f"1-{length}-")][::every]:
        made = puzzles.named(name)
        assert f"{made.rest} {made.best} {made.loss}" == text, f"{name}: give another number in GENERATOR"
        if length < 8:
            agrees_with_brute_force(made)


def test_the_search_for_a_puzzle_gives_up_after_a_fixed_number_of_rows(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzles, "rows", lambda name, length: repeat(twoends.Row.of([1] * length)))
    for fits, found in ((1_000, True), (1_001, False)):
        tries = count(1)
        monkeypatch.setattr(puzzles, "has_depth", lambda game, depth, t=tries, fits=fits: next(t) == fits)
        if found:
            assert puzzles.puzzle(1, rules="take 1-2 left").depth == 3
        else:
            with pytest.raises(twoends.RowError, match=r"^among 1,000 rows of 8 cards none has depth 3 "):
                puzzles.puzzle(1, rules="take 1-2 left")


@pytest.mark.parametrize("against", CERTAIN, ids=str)
def test_exactly_the_depths_that_no_row_has_are_refused_without_a_search(
    against: twoends.Opponent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzles, "_find_puzzle", lambda name, *_: name)
    for turn in (3, 4):
        every = list(product(range(1, 5), repeat=turn))
        exist = {slow_depth(list(cards), str(against)) for cards in every} - {None}
        for length, you_first in ((turn, True), (turn + 1, False)):
            for plies in range(1, turn + 1):
                if plies in exist:
                    puzzles.puzzle(1, length=length, depth=plies, opponent=against, you_first=you_first)
                    continue
                with pytest.raises(twoends.RowError, match=f"^with {turn} cards on your turn .* not {plies}"):
                    puzzles.puzzle(1, length=length, depth=plies, opponent=against, you_first=you_first)


def test_a_name_from_a_stranger_imports_no_module() -> None:
    before = set(sys.modules)
    with pytest.raises(twoends.TwoEndsError, match="is not the name of a puzzle"):
        puzzles.named("1-8-3-42-antigravity:fly")
    assert "antigravity" not in set(sys.modules) - before
