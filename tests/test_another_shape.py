"""A new shape is played, solved, reviewed and drawn, and no surface knows its name.

The shape is a tree of which a leaf may be taken. It has the verbs of `rules.shapes.Shape`, and is entered in
`every_shape`: nothing else in the package changes.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from command_line import run
from twoends import Row, match, parse, review, solve, write
from twoends.rules.moves import Lane, Move
from twoends.rules.shapes import every_shape
from twoends.rules.text import parse_row
from twoends.views.summaries import summary


@dataclass(frozen=True)
class Tree:
    """A tree of which a leaf may be taken; the cards below card i are 2i + 1 and 2i + 2."""

    cards: Row
    held: frozenset[int]

    name: ClassVar[str] = "tree"
    around: ClassVar[bool] = False

    @classmethod
    def of_deck(cls, cards: Row) -> Tree:
        return cls(cards[:7], frozenset(range(7)))

    @classmethod
    def read(cls, text: str) -> Tree:
        cards = parse_row(text)
        return cls(cards, frozenset(range(len(cards))))

    def __len__(self) -> int:
        return len(self.held)

    def __str__(self) -> str:
        return f"tree {self.cards}"

    @property
    def initial(self) -> frozenset[int]:
        return self.held

    def ends(self, remaining: frozenset[int]) -> tuple[Move, ...]:
        return tuple(Move(at) for at in sorted(remaining) if not remaining & {2 * at + 1, 2 * at + 2})

    def every_end(self) -> tuple[Move, ...]:
        return tuple(map(Move, range(len(self.cards))))

    def place(self, remaining: frozenset[int], move: Move) -> int:
        return int(move.end)

    def after(self, remaining: frozenset[int], move: Move) -> frozenset[int]:
        return remaining - {int(move.end)}

    def rest(self, remaining: frozenset[int]) -> Tree:
        return Tree(self.cards, remaining)

    def sizes(self, remaining: frozenset[int]) -> tuple[int, int]:
        return 2 ** len(remaining), 3 ** len(remaining)

    def lanes(self, remaining: frozenset[int]) -> tuple[Lane, ...]:
        leaves = self.ends(remaining)
        places = [int(leaf.end) for leaf in leaves]
        return Lane(places, leaves), Lane(tuple(sorted(remaining - set(places))), ())

    def interval(self, remaining: frozenset[int]) -> None:
        return None


VALUES = (1, 9, 2, 3, 8, 5, 7)
TREE = "tree 1 9 2 3 8 5 7"


@pytest.fixture(autouse=True)
def _entered(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in list(sys.modules.values()):
        if module.__name__.startswith("twoends") and hasattr(module, "every_shape"):
            monkeypatch.setattr(module, "every_shape", lambda: (*every_shape(), Tree))


def best(held: frozenset[int] = frozenset(range(7))) -> int:
    """The margin of the player to move, both optimal."""
    left = Tree(Row.of(VALUES), held)
    return max((VALUES[int(end.end)] - best(left.after(held, end)) for end in left.ends(held)), default=0)


def test_a_new_shape_is_solved_by_the_general_search_against_every_opponent() -> None:
    tree: Any = parse(TREE)
    solution = solve(tree)
    assert solution.margin_first == best()
    for move in solution.moves:
        rest = best(tree.after(tree.held, move.move))
        assert 2 * Fraction(move.total) - sum(VALUES) == VALUES[int(move.move.end)] - rest, move
    for name in ("greedy", "modest", "generous", "random", "optimal random"):
        assert "against a" in summary(solve(tree, name)), name
    played = match(tree, "best", "greedy", seed=1)
    assert played.game.yours == solve(tree, "greedy").first
    assert parse(write(played.game)) == played.game
    assert review(played.game).you.loss == 0


def test_commands_accept_a_new_shape_or_say_that_they_take_rows() -> None:
    for words, part in (
        (["solve"], "take any of 2 equal cards, counted from 0: the 3, card 3; the 8, card 4."),
        (["play", "-o", "greedy"], f"{TREE} / first / 4 6 / greedy right"),
        (["explain"], "twoends explain takes rows, and this is a tree"),
    ):
        ran = run(words[0], TREE, *words[1:], stdin="4\nq\n")
        assert part in ran.out + ran.err, f"expected {part!r} in {ran.out}{ran.err}"
