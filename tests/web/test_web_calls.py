"""The chapter *Algorithms*: the calls, cells and steps that it draws are those of a plain recursion."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

import pytest

from algorithms_oracle import MAX_CARDS, Game, games, number
from page_modules import in_node
from twoends.answers.solution import solve
from views_oracle import brief, show, titled

MODULES = ("rules", "calls", "runs", "recurrence", "dptable", "algorithms", "numbers")

DRAWN = """(rules, calls, runs, recurrence, dptable, algorithms, numbers, texts) => texts.map((text) => {
  const start = rules.readGame(text);
  const { game } = start;
  const found = calls.fittingCalls(start);
  const values = calls.shownValues(found.map(({ position }) => position));
  const nameOf = (moves) => moves[0]?.name ?? "";
  const draw = (look, send) => algorithms.drawAlgorithms({ position: start, look, told: {} }, send);
  const said = (method, step) => {
    const view = draw({ method, merged: true, [method]: step });
    const running = ofClass(view, "running").filter(({ name }) => name === "g").length;
    const kinds = ["note", "counts", "strip", "names", "said", "peak"];
    return [...kinds.map((kind) => textsOf(view, kind)), running];
  };
  const looks = [{ method: "exhaustive" }];
  for (const look of found.length > 1 ? [0, 1] : []) {
    const view = draw(looks[look], ({ at }) => looks.push({ ...looks[look], ...at }));
    ofClass(view, "call")[1].attributes.onclick();
  }
  const folds = game.plain && /^optimal( right)?$/.test(game.opponent) ? runs.foldSteps(start) ?? [] : [];
  const methods = ["exhaustive", "top_down", "bottom_up", "contract"];
  const steps = (method) => runs.searchSteps(found, method).map(({ call, returns }) => [call, returns]);
  const table = () => {
    const cells = calls.cellsOf(start);
    const termOf = ({ move, i, j, earns, value, isChosen }) => [move.name, i, j, earns, value, isChosen];
    const answered = (at, value) => {
      const elements = { cell: { value } };
      const form = dptable.quiz(cells, { at }, "They", (next) => { at = next.at; });
      form.attributes.onsubmit({ preventDefault() {}, currentTarget: { elements } });
      return at;
    };
    return {
      answers: cells.map(({ value }, k) => ["", "7"].map((by) => answered(k, by + numbers.show(value)) > k)),
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
    folds: folds.map((_, k) => said("contract", k + 1).slice(4, 6).flat()).filter(([fold]) => fold),
    margin: folds.slice(-1).map(({ names }) => runs.namesShown(game, "contract", names)),
    picked: looks.map((look) => textsOf(draw(look), "strip")[0]),
    bare: partsOf(ofClass(draw({ pairs: true }), "edges")[0], ({ class: kind }) => !/^edges|^at-/.test(kind)),
    edges: ["at-left", "at-right"].map((at) => ofClass(ofClass(draw({}), "edges")[0].children, at).length),
    legend: textsOf(draw({}), "legend").join(" "),
    terms: partsOf(draw({}), ({ selected }) => selected).map(textOf),
    said: Object.fromEntries(methods.map((method) => [method, [said(method), said(method, 3)]])),
  };
})"""


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Game, dict[str, Any]]]:
    long = [7 * k % 23 for k in range(61)], [k * k % 5 for k in range(61)]
    rows: list[Sequence[float]] = [*long, [10**17, 5, -(10**20)], [2.5, 1, 3.75, 2]]
    dealt = [*games(), *(Game(tuple(map(str, row)), "", you_first=True, opponent="optimal") for row in rows)]
    whoever = ("greedy left", "greedy right", "modest left", "modest right")  # which of equal ends matters
    dealt += [Game(("5", "9", "1", "5"), "", you_first=False, opponent=who) for who in whoever]
    texts = [game.text for game in dealt]
    return list(zip(dealt, in_node(DRAWN, MODULES, texts, tmp_path_factory.mktemp("node")), strict=True))


Drawn = list[tuple[Game, dict[str, Any]]]


# --- the tree of calls ---------------------------------------------------------------------------


def test_the_calls_are_those_of_the_recursion_and_each_is_made_and_returns_once(drawn: Drawn) -> None:
    for whole, page in drawn:
        game, calls = whole.drawn()
        assert page["cards"] == len(game.words), game.text
        got = [(caller, move, is_leaf, number(value)) for caller, move, is_leaf, value in page["calls"]]
        expected = [(call.caller, call.move, call.is_leaf, game.value(call.at)) for call in calls]
        assert got == expected, game.text
        assert page["first"] == game.first_calls(calls), game.text
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


# --- what is said of each method -----------------------------------------------------------------


def several(count: int, noun: str) -> str:
    return f"{count} {noun}{'s' * (count != 1)}"


def contracted(game: Game) -> tuple[list[list[str]], str]:
    """The folds of a row with their peaks, and what it folds to."""
    coins, folds, margin = list[Fraction](), list[list[str]](), solve(game.cards).margin_first
    for card in game.cards:
        coins.append(card)
        while len(coins) > 2 and coins[-3] < coins[-2] >= coins[-1]:
            *_, a, b, c = coins
            coins[-3:] = [a - b + c]
            one, two, three, coin = (show(each) for each in (a, b, c, coins[-1]))
            folds.append([f"{one}, {two}, {three} fold to {one} − {two} + {three} = {coin}.", brief(b)])
    fold = f"{several(len(game.cards), 'card')} fold{'s' * (len(game.cards) == 1)}"
    won = f"The {'first' if margin > 0 else 'second'} player wins by {show(abs(margin))}."
    return folds, f"{fold} to {several(len(coins), 'coin')}. {won if margin else 'It is a draw.'}"


def test_the_chapter_says_how_much_of_a_row_is_drawn_what_is_counted_and_what_comes_out(drawn: Drawn) -> None:
    for whole, page in drawn:
        game, calls = whole.drawn()
        made, leaves = len(game.calls_with_memo(calls)), sum(call.is_leaf for call in calls)
        on = several(len({*page["first"]}), "interval" if game.has_table else "position")
        some = f", {leaves} of them leaves" if len(calls) > 1 else ""
        instead = f" instead of {len(calls)}" if made < len(calls) else ""
        wanted: dict[str, tuple[Game, str, str]] = {
            "exhaustive": (game, "tree", f"{several(len(calls), 'call')}{some}, on {on}."),
            "top_down": (game, "tree", f"{several(made, 'call')}{instead}, on {on}."),
            "bottom_up": (whole, "", "A position of this game is more than an interval"),
        }
        if whole.has_table:
            first, of = whole.of_first(MAX_CARDS), "margin" if whole.is_open else "total"
            ends = f": dp[0][{len(first.words) - 1}] is your {of} for the row."
            wanted["bottom_up"] = first, "table", several(len(first.cells()), "cell") + ends
        wanted["contract"] = whole, "", "Contraction solves the game of two optimal players"
        if not whole.by and whole.opponent in ("optimal", "optimal right"):
            first = whole.of_first(60)
            folds, counted = contracted(first)
            wanted["contract"] = first, "contraction", counted
            assert not page["folds"] or [said for said, _ in groupby(page["folds"])] == folds, whole.text
            for margin in re.findall(r"margin = ([^,≈]+)", *page["margin"] or [""]):
                assert number(margin) == solve(whole.cards).margin_first, whole.text
            if max(map(abs, whole.cards)) > 10**13:
                wanted["contract"] = whole, "", "These numbers are too large to be drawn step by step."
        for method, (part, what, counted) in wanted.items():
            notes, counts, strip, names, *_ = page["said"][method][0]
            if len(part.words) < len(whole.words):
                cut = f"The {what} of the first {len(part.words)} of {len(whole.words)} cards."
                assert notes.pop(0) == cut, game.text
            assert (counts or notes)[0].startswith(counted), (game.text, method)
            if part is game:
                turn = "Your turn" if game.you_first else f"{titled(game.opponent)}’s turn"
                turn = turn if game.outcomes(game.whole) else "No move"
                value = strip[0].rpartition(f" {turn}: ")[2]
                assert "≈" in value or number(value) == game.value(game.whole), (game.text, method)
                begun, whole_count = (len({call for call, _ in page[method][:to]}) for to in (3, None))
                if len(page[method]) > 3:
                    _, then, *_, running = page["said"][method][1]
                    assert then == [f"Call {begun} of {whole_count}."], game.text
                    assert method == "top_down" or running == (not page[method][2][1]), game.text
            for left, right in re.findall(r"yours = True, left = ([^≈]+), right = ([^≈]+)$", *names or [""]):
                assert [number(left), number(right)] == [term.value for term in game.cell(game.whole).terms]
        assert page["bare"] == [], "a side of the tree has its colour"
        assert page["edges"] == [sum(call.move[:1] == end for call in calls) for end in "LR"], game.text
        before, *picked = page["picked"]  # the second call, by a click, and no more by another one
        if picked:
            value = picked[0].rpartition(": ")[2]
            assert "≈" in value or number(value) == game.value(calls[1].at), game.text
            assert picked[1] == before, game.text
        their = {"optimal": "min", "generous": "max"}.get(whole.opponent.removesuffix(" right"))
        if their and not whole.by:
            assert f"their_move is {their}(left, right)." in page["legend"], game.text
        who = whole.opponent[0].upper() + whole.opponent[1:]
        assert page["terms"][1:] == [who, "you" if whole.you_first else "opponent"], game.text


# --- the table -----------------------------------------------------------------------------------


def test_the_cells_and_the_terms_that_they_follow_from_are_those_of_the_recursion(drawn: Drawn) -> None:
    for game, page in drawn:
        assert (page["table"] is not None) == game.has_table, game.text
        if page["table"]:
            cells = game.of_first(MAX_CARDS).cells()
            right, wrong = zip(*page["table"]["answers"], strict=True)
            assert (all(right), any(wrong)) == (True, False), (game.text, page["table"]["answers"])
            for cell, (i, j, yours, value, terms) in zip(cells, page["table"]["cells"], strict=True):
                assert cell[:4] == (i, j, yours, number(value)), game.text
                assert cell.terms == [(*at, number(a), number(b), chosen) for *at, a, b, chosen in terms]


# --- the recurrence ------------------------------------------------------------------------------


Table = dict[int, defaultdict[int, Fraction]]
"""Cells without cards are worth nothing."""


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


def test_the_recurrence_and_the_derivation_of_each_cell_give_the_cells_of_the_table(drawn: Drawn) -> None:
    """If it is a formula: which of several cards earns most is said in words."""
    for whole, page in drawn:
        if not whole.has_table:
            continue
        game, lines = whole.of_first(MAX_CARDS), dict(page["recurrence"])
        cells = game.cells()
        dp: Table = {i: defaultdict(Fraction) for i in range(MAX_CARDS + 3)}
        for cell in cells:
            dp[cell.i][cell.j] = cell.value
        for cell in cells:
            line = lines["Your turn" if cell.yours else "They’s turn"]
            made = (len(game.words) - (cell.j - cell.i + 1)) // game.rules.least
            if not cell.terms:
                assert cell.value == 0
                assert "0" in [text for when, text in lines.items() if re.match("After|No move", when)]
                continue
            at = {"i": cell.i, "j": cell.j, "m": made}
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
        for cell, said in zip(cells, page["table"]["derivations"], strict=True):
            if re.search(r"≈|e\+", said):
                continue
            name, *sums = (
                said.removesuffix(".").removesuffix(": the game is over").split(": ")[-1].split(" = ")
            )
            assert name == f"dp[{cell.i}][{cell.j}]"
            assert len(sums) == len(set(sums)), said
            assert not re.search(r"mean\([^,]*\)", said), "the mean of one"
            for each in sums:
                assert evaluated(each, game, dp) == cell.value, f"{game.text}: {said}"


WORDS = {
    "greedy": "what earns them most",
    "modest": "what earns them least",
    "generous": "what leaves them the lowest total",
    "left": "the fewest cards, from the left",
    "right": "the fewest cards, from the right",
}


def test_the_letters_of_a_recurrence_are_explained(drawn: Drawn) -> None:
    for game, page in drawn:
        lines, letters = " ".join(text for _, text in page["recurrence"]), page["letters"]
        for letter in ("m", "M", "w"):
            used = re.search(rf"\b{letter}\b", lines) is not None
            assert used == (f" {letter}: " in letters), f"{game.text}: {lines} {letters}"
        by_chance = "trembling" in game.opponent or re.match("random|(greedy|modest) random", game.opponent)
        assert ("on average" in letters) == bool(by_chance), game.text
        assert ("your total" in letters) == (not game.is_open), game.text
        assert ("whose turn" in letters) == (not game.has_table), game.text
