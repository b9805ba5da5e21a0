"""What is at a limit is answered, and what is one beyond it is refused in a sentence."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from twoends import RIGHT, Board, Game, Row, Rules, TwoEndsError, contraction, parse, solve, table
from twoends.answers.graphs import graph
from twoends.interop.prompts import Decisions
from twoends.puzzles import condition, puzzle
from twoends.puzzles.conditions import conditions, rows_that
from twoends.puzzles.depths import has_depth
from twoends.search import search
from twoends.terminal.cards import strip
from twoends.views.explain import MOST_POSITIONS_IN_GRAPH, contraction_text, table_text
from twoends.views.summaries import summary

Ask = Callable[[int], object]

LIMITS: tuple[tuple[Ask, int, str], ...] = (
    (lambda n: table_text(table(range(n))), 52, "a table of 53 cards is too wide to read: "),
    (lambda n: contraction_text(contraction(range(n))), 52, "a contraction of 53 cards is too wide "),
    (lambda n: contraction([3, 1] * (n // 2) + [5] * (n % 2)), 2000, "give at most 2,000 cards"),
    (lambda n: graph(Game(range(n)), MOST_POSITIONS_IN_GRAPH), 200, "a graph of more than 20,300 positions"),
    (lambda n: Rules.of(f"turns A{(n - 1) * 'B'}"), 100, "at most 100 letters"),
    (lambda n: Rules.of(f"stop {n}"), 10**9, "play may stop after 1 to 1,000,000,000 moves"),
    (lambda n: Rules(stop=n), 10**9, "stop is 1000000001: give"),
    (lambda n: Rules.of(f"take {n}"), 10**9 - 1, "'take 1000000000' is not what a move takes"),
    (lambda n: Rules.of(f"take 1-{n}"), 10**9 - 1, "'take 1-1000000000' is not what a move takes"),
    (lambda n: Rules.of(f"take {n}-any"), 10**9 - 1, "'take 1000000000-any' is not what a move takes"),
    (lambda n: puzzle(1, length=n), 16, "the length is 17: give a whole number from 3 to 16"),
    (lambda n: puzzle(1, length=4, depth=n), 4, "the depth is 5: give a whole number from 1 to 4"),
    (lambda n: puzzle(n, length=3, depth=1), 10**18, "the seed is 1000000000000000001: give"),
    (lambda n: has_depth(Game(range(n), rules="take 2"), 1), 16, "worked out for at most 16 cards, not 17"),
    (lambda n: condition(f"greedy loses by {n}"), 10**9 - 1, "is not a condition on a row"),
    (lambda n: condition(f"unique best end by {n}"), 10**9 - 1, "is not a condition on a row"),
    (lambda n: condition(f"depth {n}"), 99, "'depth 100' is not a condition on a row"),
    (
        lambda n: list(rows_that(conditions("draw"), [Row.of([1] * n)])),
        60,
        "a row of 61 cards is too long: ",
    ),
    (lambda n: search("first", 2, (n,)), 2**31, "give one or more whole numbers within 32 bits"),
    (lambda n: search("first", 2, (-n,)), 2**31, "give one or more whole numbers within 32 bits"),
    (lambda n: search("lines", n, (1,)), 63, "count those of 63 cards at most"),
    (lambda n: Decisions(size=n), 10**9, "size is 1000000001, "),
    (lambda n: Decisions(seed=n), 10**9 - 1, "seed is 1000000000: give"),
)


@pytest.mark.parametrize(("ask", "most", "said"), LIMITS, ids=[f"{most}-{said}" for _, most, said in LIMITS])
def test_a_limit_may_be_reached_and_not_passed(ask: Ask, most: int, said: str) -> None:
    assert ask(most) is not None
    with pytest.raises(TwoEndsError) as fault:
        ask(most + 1)
    assert said in str(fault.value)


def named(n: int) -> str:
    """What may be played instead, where a move takes 1 to n cards."""
    with pytest.raises(TwoEndsError) as fault:
        Game(range(n), rules=f"take 1-{n} left").play(RIGHT)
    return str(fault.value)


def drawn(n: int) -> str:
    """Two cards on a terminal, one of n digits."""
    return "\n".join(map(str, strip([10 ** (n - 1), 1], 80, 0, tall=False, signs={})))


SHOWN: tuple[tuple[Callable[[int], str], int, str, str], ...] = (
    (lambda n: summary(solve(range(n))), 12, "RL   you 11 + 9 + ", "RRL\n"),
    (lambda n: summary(solve(range(n))), 24, "  0 1 2 3 4 5 6 7 8 9 10 11 12", "8 9 10 11 12 13 14 15 … "),
    (lambda n: summary(solve(range(n))), 200, ", leaves them the 199 and costs", ", 0, costs"),
    (
        lambda n: summary(solve(Board.of(*[[1]] * n))),
        4,
        "end of component 3.",
        "of 5 equal ends, counted from 0, such",
    ),
    (lambda n: table_text(table([0] * n, rules="take any left")), 3, "L L2 L3", "L L2 L3 …"),
    (drawn, 9, "100000000", "10000000…"),
    (named, 8, "L7, L8", "L7, L8, …"),
)


@pytest.mark.parametrize(("tell", "most", "all_of_it", "less"), SHOWN, ids=[less for *_, less in SHOWN])
def test_so_much_is_told_and_less_of_what_is_longer(
    tell: Callable[[int], str], most: int, all_of_it: str, less: str
) -> None:
    assert all_of_it in f"  {tell(most)}\n"
    assert less not in f"{tell(most)}\n"
    assert less in f"{tell(most + 1)}\n"


@pytest.mark.parametrize("moves", ["999999999xL1", "9999999xL1 2xR1", "L1 10000000xL1"])
def test_moves_are_counted_before_they_are_spelt_out(moves: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(TwoEndsError, match=r"^there are more than 10,000,000 moves: no game is so long$"):
        parse(f"1 2 / take 1-2 / first / {moves}")
    monkeypatch.setattr("twoends.rules.notation.MOST_MOVES", 3)
    assert isinstance(parse("1 2 3 / take 1-2 / first / 2xL1 L1"), Game)
