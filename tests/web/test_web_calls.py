"""The chapter *Algorithms*: the calls, cells and steps that it draws are those of a plain recursion."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from algorithms_oracle import MAX_CARDS, Cell, Game, games, number
from page_modules import in_node

MODULES = ("rules", "calls", "runs", "recurrence", "dptable")

DRAWN = """(rules, calls, runs, recurrence, dptable, texts) => texts.map((text) => {
  const start = rules.readGame(text);
  const { game } = start;
  const found = calls.fittingCalls(start);
  const values = calls.shownValues(found.map(({ position }) => position));
  const nameOf = (moves) => moves[0]?.name ?? "";
  const steps = (method) => runs.searchSteps(found, method).map(({ call, returns }) => [call, returns]);
  const table = () => {
    const cells = calls.cellsOf(start);
    const termOf = ({ move, i, j, earns, value, isChosen }) => [move.name, i, j, earns, value, isChosen];
    return {
      cells: cells.map(({ i, j, position, value, terms }) => {
        return [i, j, position.toMove === "you", value, terms.map(termOf)];
      }),
      derivations: cells.map((cell) => dptable.derivation(cell, "They")),
    };
  };
  return {
    cards: found[0].position.game.words.length,
    calls: found.map(({ caller, moves, isLeaf }, k) => [caller, nameOf(moves), isLeaf, values[k].value]),
    first: calls.firstCalls(found),
    exhaustive: steps("exhaustive"),
    top_down: steps("top_down"),
    table: calls.hasTable(game) ? table() : null,
    recurrence: recurrence.recurrenceOf(game, "They"),
    pair: game.plain && game.youFirst ? recurrence.pairRecurrenceOf(game) : null,
    letters: recurrence.lettersOf(game),
  };
})"""
"""All that the chapter draws of a game."""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Game, dict[str, Any]]]:
    texts = [game.text for game in games()]
    return list(zip(games(), in_node(DRAWN, MODULES, texts, tmp_path_factory.mktemp("node")), strict=True))


Drawn = list[tuple[Game, dict[str, Any]]]


# --- the tree of calls ---------------------------------------------------------------------------


def test_the_calls_are_those_of_the_recursion_on_the_longest_start_that_fits(drawn: Drawn) -> None:
    for whole, page in drawn:
        game, calls = whole.drawn()
        assert page["cards"] == len(game.words), game.text
        got = [(caller, move, is_leaf, number(value)) for caller, move, is_leaf, value in page["calls"]]
        expected = [(call.caller, call.move, call.is_leaf, game.value(call.at)) for call in calls]
        assert got == expected, game.text
        assert page["first"] == game.first_calls(calls), game.text


def test_every_call_begins_once_inside_its_caller_and_returns_once(drawn: Drawn) -> None:
    for whole, page in drawn:
        game, calls = whole.drawn()
        for method, made in (("exhaustive", range(len(calls))), ("top_down", game.calls_with_memo(calls))):
            begun, returned, open_calls = [], [], [-1]
            for call, returns in page[method]:
                if call != open_calls[-1]:
                    assert calls[call].caller == open_calls[-1], f"{game.text}, {method}"
                    begun.append(call)
                    open_calls.append(call)
                if returns:
                    returned.append(open_calls.pop())
            assert begun == list(made), f"{game.text}, {method}"
            assert sorted(returned) == sorted(begun), f"{game.text}, {method}"
            assert returned[-1] == 0, f"{game.text}, {method}"


# --- the table -----------------------------------------------------------------------------------


def test_the_cells_and_the_terms_that_they_follow_from_are_those_of_the_recursion(drawn: Drawn) -> None:
    for game, page in drawn:
        assert (page["table"] is not None) == game.has_table, game.text
        if page["table"]:
            cells = game.of_first(MAX_CARDS).cells()
            for cell, (i, j, yours, value, terms) in zip(cells, page["table"]["cells"], strict=True):
                assert cell[:4] == (i, j, yours, number(value)), game.text
                assert cell.terms == [(*at, number(a), number(b), chosen) for *at, a, b, chosen in terms]


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
                continue
            at = {"i": cell.i, "j": cell.j, "m": made}
            assert ("one of" in line) == (not cell.yours and in_words(game)), f"{game.text}: {line}"
            if words := re.match(r"one of (\(.*\)): (.*)", line):
                assert words[2].startswith(WORDS[game.opponent.split()[0]]), line
                values = [evaluated(each, game, dp, **at) for each in words[1][1:-1].split(", ")]
                assert cell.value in values or "random" in game.opponent, f"{game.text}: {line} at {cell}"
            elif ": " not in line:
                assert evaluated(line, game, dp, **at) == cell.value, f"{game.text}: {line} at {cell}"
            if page["pair"] and cell.yours:
                [(_, many), (_, two), (_, one)] = page["pair"]
                text = {0: one, 1: two}.get(cell.j - cell.i, many)
                assert evaluated(text, game, dp, **at) == cell.value, f"{game.text}: {text} at {cell}"
            seen += 1
    assert seen > 1000


WORDS = {
    "greedy": "what earns them most",
    "modest": "what earns them least",
    "generous": "what leaves them the lowest total",
    "left": "the fewest cards, from the left",
    "right": "the fewest cards, from the right",
}


def in_words(game: Game) -> bool:
    """Whether no formula says what an opponent chooses."""
    rules, name = game.rules, game.opponent.split()[0]
    if name in ("optimal", "random") or rules.ends != "either":
        return False
    if name == "generous":
        return not is_fixed(game)
    by_cards = name in ("left", "right") or rules.score in ("cards", "turn", "2^turn")
    return not (rules.least == rules.most == 1 and by_cards)


def is_fixed(game: Game) -> bool:
    """Whether both totals have the same sum in every game."""
    return game.rules.score == "cards" and game.rules.stop is None and game.rules.least == 1


def test_the_letters_of_a_recurrence_are_explained(drawn: Drawn) -> None:
    for game, page in drawn:
        lines, letters = " ".join(text for _, text in page["recurrence"]), page["letters"]
        for letter in ("m", "M", "w"):
            used = re.search(rf"\b{letter}\b", lines) is not None
            assert used == (f" {letter}: " in letters), f"{game.text}: {lines} {letters}"
        by_chance = "trembling" in game.opponent or re.match("random|(greedy|modest) random", game.opponent)
        assert ("on average" in letters) == bool(by_chance), game.text
        assert ("your total" in letters) == is_fixed(game), game.text
        assert ("whose turn" in letters) == (not game.has_table), game.text


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
    assert seen > 1000
