"""A plain recursion: the calls and cells that the chapter *Algorithms* of the page draws."""

from __future__ import annotations

import functools
import itertools
import random
import re
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import rules_oracle
from page_modules import CARDS, OPPONENTS, RULES
from rules_oracle import Pair, Taken

MAX_LEAVES, MAX_CARDS = 32, 12
RANKS = {"J": 11, "Q": 12, "K": 13, "A": 14}


class At(NamedTuple):
    """A position: cards i to j - 1, after so many moves, of which none took more than `memory`."""

    i: int
    j: int
    number: int = 0
    memory: int = 1


class Call(NamedTuple):
    caller: int
    move: str
    at: At
    is_leaf: bool


class Term(NamedTuple):
    move: str
    i: int
    j: int
    earns: Fraction
    value: Fraction
    is_chosen: bool


class Cell(NamedTuple):
    i: int
    j: int
    yours: bool
    value: Fraction
    terms: list[Term]


def name_of(move: Taken) -> str:
    return move[0] + (str(move[1]) if move[1] > 1 else "")


@dataclass(frozen=True)
class Game:
    words: tuple[str, ...]
    by: str
    you_first: bool
    opponent: str

    @property
    def text(self) -> str:
        first = "first" if self.you_first else "second"
        return " / ".join([" ".join(self.words), *([self.by] if self.by else []), first, "-", self.opponent])

    @functools.cached_property
    def cards(self) -> tuple[Fraction, ...]:
        card = [re.sub("[♠♥♦♣]", "", word) for word in self.words]
        return tuple(Fraction(RANKS.get(rank, rank)) for rank in card)

    @functools.cached_property
    def rules(self) -> rules_oracle.Dials:
        return rules_oracle.dials(self.by)

    @functools.cached_property
    def who(self) -> rules_oracle.Who:
        return rules_oracle.opponent_of(re.sub(r"trembling (\d+)$", r"trembling \1/1", self.opponent))

    @property
    def whole(self) -> At:
        return At(0, len(self.words))

    @functools.cached_property
    def is_numbered(self) -> bool:
        """Whether what a move earns, or the end, depends on how many moves were made."""
        return self.rules.stop is not None or self.rules.score not in ("cards", "rest")

    @functools.cached_property
    def is_open(self) -> bool:
        """Whether cards may be left, or count more or less than once: the sum of both totals is open."""
        return self.is_numbered or self.rules.score == "rest" or self.rules.least > 1

    @functools.cached_property
    def has_table(self) -> bool:
        return self.rules.least == self.rules.most and not self.rules.doubling

    def of_first(self, count: int) -> Game:
        return Game(self.words[:count], self.by, self.you_first, self.opponent)

    def is_yours(self, at: At) -> bool:
        return rules_oracle.yours_to_move(self.rules, at.number, self.you_first)

    def shown(self, pair: Pair) -> Fraction:
        return Fraction(pair[0] - pair[1] if self.is_open else pair[0])

    def value(self, at: At) -> Fraction:
        cards = self.cards[at.i : at.j]
        return self.shown(
            rules_oracle.value(self.rules, cards, at.number, at.memory, self.you_first, self.who)
        )

    def outcomes(self, at: At) -> list[rules_oracle.Outcome]:
        cards = self.cards[at.i : at.j]
        return rules_oracle.outcomes(self.rules, cards, at.number, at.memory, self.you_first, self.who)

    def after(self, at: At, move: Taken) -> At:
        end, count = move
        i, j = (at.i + count, at.j) if end == "L" else (at.i, at.j - count)
        return At(i, j, at.number + 1, max(at.memory, count) if self.rules.doubling else 1)

    # --- the tree ---

    def followed(self, at: At) -> list[tuple[str, At]]:
        """The moves that exhaustive search tries: an opponent who looks ahead may make any of them."""
        outcomes = self.outcomes(at)
        likely = rules_oracle.chances(self.who, outcomes) if outcomes else []
        looks_ahead = self.is_yours(at) or self.who.habit in ("optimal", "generous")
        tried = [
            move for chance, (move, *_) in zip(likely, outcomes, strict=True) if looks_ahead or chance > 0
        ]
        return [(name_of(move), self.after(at, move)) for move in tried]

    def calls(self) -> list[Call]:
        """Every call, in order; a few of them if the tree has too many leaves."""
        calls: list[Call] = []
        leaves = 0

        def call(at: At, caller: int, move: str) -> None:
            nonlocal leaves
            if leaves > MAX_LEAVES:
                return
            index, inner = len(calls), self.followed(at) if at.j - at.i > 1 else []
            leaves += not inner
            calls.append(Call(caller, move, at, not inner))
            for between, then in inner:
                call(then, index, between)

        call(self.whole, -1, "")
        return calls

    def drawn(self) -> tuple[Game, list[Call]]:
        """The longest start whose tree has few enough leaves, and its calls."""
        for count in range(min(len(self.words), MAX_CARDS), 0, -1):
            start = self.of_first(count)
            calls = start.calls()
            if sum(call.is_leaf for call in calls) <= MAX_LEAVES:
                return start, calls
        raise AssertionError("one card is one call")

    def same(self, at: At) -> tuple[int, ...]:
        """What is equal for positions whose lines of play are equal."""
        phase = at.number if self.is_numbered else at.number % len(self.rules.turns)
        return at.i, at.j, phase, at.memory

    def first_calls(self, calls: list[Call]) -> list[int]:
        first: dict[tuple[int, ...], int] = {}
        return [first.setdefault(self.same(call.at), k) for k, call in enumerate(calls)]

    def calls_with_memo(self, calls: list[Call]) -> list[int]:
        """The calls that are left if a position that is known calls nothing."""
        made: list[int] = []
        known: set[tuple[int, ...]] = set()

        def call(index: int) -> None:
            made.append(index)
            if self.same(calls[index].at) not in known:
                for k in range(index, len(calls)):
                    if calls[k].caller == index:
                        call(k)
            known.add(self.same(calls[index].at))

        call(0)
        return made

    # --- the table ---

    def cells(self) -> list[Cell]:
        """The cells of every interval that a game may reach, the shortest first."""
        reached = {self.whole}
        waiting = [self.whole]
        while waiting:
            at = waiting.pop()
            new = {self.after(at, move) for move, *_ in self.outcomes(at)} - reached
            reached |= new
            waiting += new
        return [self.cell(at) for at in sorted(reached, key=lambda at: (at.j - at.i, at.i)) if at.i < at.j]

    def cell(self, at: At) -> Cell:
        outcomes, yours, value = self.outcomes(at), self.is_yours(at), self.value(at)
        likely = rules_oracle.chances(self.who, outcomes) if outcomes else []
        terms = []
        for chance, (move, pair, earned) in zip(likely, outcomes, strict=True):
            then = self.after(at, move)
            earns = earned if yours else -earned if self.is_open else 0
            chosen = self.shown(pair) == value if yours else chance > 0
            terms.append(Term(name_of(move), then.i, then.j - 1, Fraction(earns), self.shown(pair), chosen))
        return Cell(at.i, at.j - 1, yours, value, terms)


@functools.cache
def games() -> list[Game]:
    """A row for every third combination of a rule, a side and an opponent."""
    draw = random.Random(52)
    of_two = ["", *(by for by in RULES if by not in ("turns A", "turns A, stop 2"))]
    kinds = itertools.product(of_two, [True, False], OPPONENTS)
    dealt = []
    for by, you_first, opponent in [*kinds][::3]:
        card = draw.choice(CARDS)
        words = tuple(card(draw) for _ in range(draw.choice([1, 2, 3, 5, 6, 6, 7, 8, 13])))
        dealt.append(Game(words, by, you_first, opponent))
    return dealt


def number(shown: Any) -> Fraction:
    """A value that the page shows."""
    return Fraction(str(shown).replace("−", "-"))
