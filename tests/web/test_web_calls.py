"""The chapter *Algorithms*: the calls, cells and steps that it draws are those of a plain recursion."""

from __future__ import annotations

import functools
import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import rules_oracle
from page_modules import CARDS, OPPONENTS, in_node
from rules_oracle import Pair, Taken

RULES = (
    "",
    "take 1-2 either",
    "take 1-3 left",
    "take any either",
    "take 2 either",
    "take 2-any right",
    "take 1-2M left",
    "take 1-2M right, turns ABBA",
    "take 1 left, turns AAB",
    "turns ABBA",
    "score rest",
    "take 1-2 either, score rest",
    "score turn",
    "score 3/1/-2",
    "take 1-3 left, score 2^turn, stop 4",
    "stop 4",
)
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
    moves: str
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

    def called(self, at: At, cards: int) -> list[tuple[str, At]]:
        if at.j - at.i <= cards:
            return []
        once = self.followed(at)
        if cards == 1:
            return once
        return [(f"{one} {two}", then) for one, next_at in once for two, then in self.followed(next_at)]

    def calls(self, cards: int) -> list[Call]:
        """Every call, in order; a few of them if the tree has too many leaves."""
        calls: list[Call] = []
        leaves = 0

        def call(at: At, caller: int, moves: str) -> None:
            nonlocal leaves
            if leaves > MAX_LEAVES:
                return
            index, inner = len(calls), self.called(at, cards)
            leaves += not inner
            calls.append(Call(caller, moves, at, not inner))
            for between, then in inner:
                call(then, index, between)

        call(self.whole, -1, "")
        return calls

    def drawn(self, cards: int) -> tuple[Game, list[Call]]:
        """The longest start whose tree has few enough leaves, and its calls."""
        for count in range(min(len(self.words), MAX_CARDS), 0, -1):
            start = self.of_first(count)
            calls = start.calls(cards)
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
    """A row for each rule, opponent and side: more than 200."""
    draw = random.Random(52)
    kinds = itertools.product(RULES, [True, False], OPPONENTS)
    dealt = []
    for by, you_first, opponent in kinds:
        card = draw.choice(CARDS)
        words = tuple(card(draw) for _ in range(draw.choice([1, 2, 3, 5, 6, 6, 7, 8, 13])))
        dealt.append(Game(words, by, you_first, opponent))
    return dealt


MODULES = ("rules", "calls", "runs", "recurrence", "dptable")

DRAWN = """(rules, calls, runs, recurrence, dptable, texts) => texts.map((text) => {
  const start = rules.readGame(text);
  const { game } = start;
  const tree = (size) => {
    const found = calls.fittingCalls(start, size);
    const values = calls.shownValues(found.map(({ position }) => position));
    const drawn = found[0].position.game;
    const steps = (method) => runs.searchSteps(found, method).map(({ call, returns, names }) => {
      return { call, returns, names: names ? runs.namesShown(drawn, method, names) : null };
    });
    return {
      cards: drawn.words.length,
      calls: found.map(({ caller, moves, isLeaf }, k) => {
        return [caller, moves.map(({ name }) => name).join(" "), isLeaf, values[k].value];
      }),
      first: calls.firstCalls(found),
      exhaustive: steps(size === 1 ? "exhaustive" : ""),
      top_down: size === 1 ? steps("top_down") : null,
    };
  };
  const table = () => {
    const cells = calls.cellsOf(start);
    const steps = runs.tableSteps(cells.at(-1).position, cells.length);
    const code = runs.codeOf(game, "bottom_up");
    const termOf = ({ move, i, j, earns, value, isChosen }) => [move.name, i, j, earns, value, isChosen];
    return {
      cells: cells.map(({ i, j, position, value, terms }) => {
        return [i, j, position.toMove === "you", value, terms.map(termOf)];
      }),
      steps: steps.map(({ filled, line, names }) => [filled, names ? [names.i, names.j, code[line]] : null]),
      derivations: cells.map((cell) => dptable.derivation(cell, "They")),
    };
  };
  const fold = (game.plain && runs.foldSteps(start)) || [];
  return {
    tree: tree(1),
    pairs: game.plain ? tree(2) : null,
    table: calls.hasTable(game) ? table() : null,
    fold: fold.map(({ coins, read, names: { margin } }) => {
      const shown = margin === undefined ? "" : runs.namesShown(game, "contract", { margin });
      return [coins.map((coin) => runs.coinShown(game, coin)), read, shown];
    }),
    recurrence: recurrence.recurrenceOf(game, "They"),
    of_pairs: game.plain ? recurrence.pairRecurrenceOf(game) : null,
  };
})"""
"""All that the chapter draws of a game."""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Game, dict[str, Any]]]:
    texts = [game.text for game in games()]
    return list(zip(games(), in_node(DRAWN, MODULES, texts, tmp_path_factory.mktemp("node")), strict=True))


Drawn = list[tuple[Game, dict[str, Any]]]


def number(shown: Any) -> Fraction:
    return Fraction(str(shown).replace("−", "-"))


# --- the tree of calls ---------------------------------------------------------------------------


def trees(drawn: Drawn) -> Iterator[tuple[Game, list[Call], dict[str, Any], int]]:
    """Each tree, by own recursion and as the page has it, for one card a call and two."""
    for game, page in drawn:
        for cards, tree in ((1, page["tree"]), (2, page["pairs"])):
            if tree and (cards == 1 or game.you_first):
                yield *game.drawn(cards), tree, cards


def test_the_calls_are_those_of_the_recursion_on_the_longest_start_that_fits(drawn: Drawn) -> None:
    seen = 0
    for game, calls, tree, cards in trees(drawn):
        assert tree["cards"] == len(game.words), f"{game.text}, {cards} a call"
        got = [(caller, moves, is_leaf, number(value)) for caller, moves, is_leaf, value in tree["calls"]]
        assert got == [(call.caller, call.moves, call.is_leaf, game.value(call.at)) for call in calls], (
            game.text
        )
        assert tree["first"] == game.first_calls(calls), game.text
        seen += 1
    assert seen > 600


def test_six_cards_have_63_calls_32_leaves_and_21_intervals(tmp_path: Path) -> None:
    [page] = in_node(DRAWN, MODULES, ["8 15 3 7 9 2 / first / - / optimal"], tmp_path)
    tree, pairs = page["tree"], page["pairs"]
    assert len(tree["calls"]) == 63
    assert sum(is_leaf for _, _, is_leaf, _ in tree["calls"]) == 32
    assert len(set(tree["first"])) == len(page["table"]["cells"]) == len(pairs["calls"]) == 21


def test_an_opponent_whose_reply_is_known_makes_one_call(drawn: Drawn) -> None:
    seen = 0
    for game, calls, tree, cards in trees(drawn):
        if cards == 1 and re.fullmatch("(greedy|modest)? ?(left|right)", game.opponent):
            callers = [caller for caller, *_ in tree["calls"]]
            for k, call in enumerate(calls):
                if not call.is_leaf and not game.is_yours(call.at):
                    assert callers.count(k) == 1, game.text
                    seen += 1
    assert seen > 500


# --- searches, step by step ----------------------------------------------------------------------


def test_every_call_begins_once_inside_its_caller_and_returns_once(drawn: Drawn) -> None:
    for game, calls, tree, cards in trees(drawn):
        for method, made in (("exhaustive", range(len(calls))), ("top_down", game.calls_with_memo(calls))):
            if cards == 2 and method == "top_down":
                continue
            begun, returned, open_calls = [], [], [-1]
            for step in tree[method]:
                call = step["call"]
                if call != open_calls[-1]:
                    assert calls[call].caller == open_calls[-1], f"{game.text}, {method}"
                    begun.append(call)
                    open_calls.append(call)
                if step["returns"]:
                    returned.append(open_calls.pop())
            assert begun == list(made), f"{game.text}, {method}"
            assert sorted(returned) == sorted(begun), f"{game.text}, {method}"
            assert returned[-1] == 0, f"{game.text}, {method}"


def test_the_code_that_runs_computes_the_value_of_each_call(drawn: Drawn) -> None:
    """`left` and `right` are your totals after either end, where a call returns."""
    seen = 0
    for game, calls, tree, cards in trees(drawn):
        if cards == 2:
            continue
        for method in ("exhaustive", "top_down"):
            ran = tree[method][0]["names"] is not None
            if game.by or (abs(max(game.cards, key=abs)) < 21 and {c.denominator for c in game.cards} == {1}):
                assert ran == (not game.by), game.text
            for step in tree[method] if ran else ():
                shown = dict(re.findall(r"(\w+) = ([^,]+)", step["names"]))
                if not step["returns"] or "left" not in shown:
                    continue
                at = calls[step["call"]].at
                sums = {name_of(move): game.shown(pair) for move, pair, _ in game.outcomes(at)}
                tried = [move for move, _ in game.followed(at)]
                for name, move in (("left", "L"), ("right", "R")):
                    if "≈" not in shown[name]:
                        assert number(shown[name]) == (sums[move] if move in tried else 0), game.text
                        seen += 1
    assert seen > 1000


# --- the table -----------------------------------------------------------------------------------


def test_the_cells_and_the_terms_that_they_follow_from_are_those_of_the_recursion(drawn: Drawn) -> None:
    for game, page in drawn:
        assert (page["table"] is not None) == game.has_table, game.text
        if page["table"]:
            got = [
                Cell(
                    i,
                    j,
                    yours,
                    number(value),
                    [
                        Term(move, a, b, number(earns), number(total), chosen)
                        for move, a, b, earns, total, chosen in terms
                    ],
                )
                for i, j, yours, value, terms in page["table"]["cells"]
            ]
            assert got == game.of_first(MAX_CARDS).cells(), game.text


def test_bottom_up_fills_the_cells_one_by_one_in_their_order(drawn: Drawn) -> None:
    ran = 0
    for game, page in drawn:
        if not page["table"]:
            continue
        cells, steps = page["table"]["cells"], page["table"]["steps"]
        filled = [count for count, _ in steps]
        assert (filled[0], filled[-1]) == (0, len(cells)), game.text
        for (before, run), (count, _) in itertools.pairwise(steps):
            if run is None:
                assert count - before == 1, game.text
                continue
            i, j, line = run
            assert count - before == line.strip().startswith("dp[i][j] ="), game.text
            if count > before:
                assert [i, j] == cells[before][:2], game.text
                ran += 1
    assert ran > 300


# --- contraction ---------------------------------------------------------------------------------


def test_contraction_ends_with_the_reduced_row_and_its_margin(drawn: Drawn) -> None:
    seen = 0
    for game, page in drawn:
        if game.by or not page["fold"] or re.search("random|trembling", game.opponent):
            continue
        coins = list(game.cards)
        while peaks := [k for k in range(1, len(coins) - 1) if coins[k - 1] < coins[k] >= coins[k + 1]]:
            k = peaks[0]
            coins[k - 1 : k + 2] = [coins[k - 1] - coins[k] + coins[k + 1]]
        last, read, margin = page["fold"][-1]
        assert [number(coin) for coin in last] == coins, game.text
        assert [count for _, count, _ in page["fold"]] == sorted(count for _, count, _ in page["fold"])
        assert read == len(game.cards)
        yours, theirs = rules_oracle.value(game.rules, game.cards, 0, 1, True, rules_oracle.OPTIMAL)
        if "≈" not in margin:
            assert number(margin.removeprefix("margin = ")) == yours - theirs, game.text
            seen += 1
    assert seen > 10


# --- the recurrence ------------------------------------------------------------------------------


Table = dict[int, dict[int, Fraction]]


class Zeros(dict[Any, Any]):
    """Cells without cards are worth nothing."""

    def __missing__(self, key: Any) -> Fraction:
        return Fraction(0)


def dp_of(cells: list[Cell]) -> Table:
    dp: Table = {i: Zeros() for i in range(MAX_CARDS + 3)}
    for cell in cells:
        dp[cell.i][cell.j] = cell.value
    return dp


def mean(*numbers: Fraction) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def evaluated(text: str, game: Game, dp: Table, **letters: int) -> Fraction:
    """The value of an expression of a recurrence."""
    code = text
    for sign, in_python in (("−", "-"), ("·", "*"), ("^", "**"), ("≥", ">="), ("≤", "<=")):
        code = code.replace(sign, in_python)
    case = r"(dp[^,]*?) if (c\S+ . c\S+\])"
    code = re.sub(
        f"{case}, {case} else the mean of both", r"(\1 if \2 else \3 if \4 else mean(\1, \3))", code
    )
    code = re.sub(r"\b\d+[./]\d+\b", r"Fraction('\g<0>')", code)
    code = re.sub(r"sum\((.*?)\.\.(.*?)\)", r"sum(c[\1:(\2)+1])", code)
    weights = game.rules.score.split("/") if "/" in game.rules.score else []
    known = {"c": game.cards, "dp": dp, "w": list(map(int, weights)), "Fraction": Fraction, "mean": mean}
    return Fraction(eval(code, {**known, **letters}))


def tables(drawn: Drawn) -> Iterator[tuple[Game, dict[str, Any], list[Cell], Table]]:
    """Each game that has a table, the page's drawing of it, and the table by own recursion."""
    for game, page in drawn:
        if game.has_table:
            start = game.of_first(MAX_CARDS)
            cells = start.cells()
            yield start, page, cells, dp_of(cells)


def test_the_recurrence_gives_the_cells_of_the_table(drawn: Drawn) -> None:
    """If it is a formula: which of several cards earns most is said in words."""
    seen = 0
    for game, page, cells, dp in tables(drawn):
        lines = dict(page["recurrence"])
        for cell in cells:
            line = lines["Your turn" if cell.yours else "They’s turn"]
            made = (len(game.words) - (cell.j - cell.i + 1)) // game.rules.least
            if not cell.terms:
                assert cell.value == 0
                assert "0" in [text for when, text in lines.items() if re.match("After|No move", when)]
            elif ": " not in line:
                value = evaluated(line, game, dp, i=cell.i, j=cell.j, m=made)
                assert value == cell.value, f"{game.text}: {line} at {cell}"
                seen += 1
    assert seen > 3000


def test_the_recurrence_of_two_cards_a_call_gives_the_cells_on_your_turn(drawn: Drawn) -> None:
    seen = 0
    for game, page, cells, dp in tables(drawn):
        if game.by:
            continue
        (_, step), (_, two), (_, one) = page["of_pairs"]
        for cell in cells:
            if cell.yours:
                line = {1: one, 2: two}.get(cell.j - cell.i + 1, step)
                value = evaluated(line, game, dp, i=cell.i, j=cell.j)
                assert value == cell.value, f"{game.text}: {line} at {cell}"
                seen += 1
    assert seen > 200


def test_the_derivation_of_a_cell_ends_with_its_value(drawn: Drawn) -> None:
    seen = 0
    for game, page, cells, dp in tables(drawn):
        for cell, said in zip(cells, page["table"]["derivations"], strict=True):
            if "weighted" in said or re.search(r"≈|e\+", said):
                continue
            name, *sums = (
                said.removesuffix(".").removesuffix(": the game is over").split(": ")[-1].split(" = ")
            )
            assert name == f"dp[{cell.i}][{cell.j}]"
            assert len(sums) == len(set(sums)), said
            for each in sums:
                assert evaluated(each, game, dp) == cell.value, f"{game.text}: {said}"
                seen += 1
    assert seen > 3000
