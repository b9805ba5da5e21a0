"""Numbers, sentences, columns and tables of text at their limits, as texts.txt has them, and pictures."""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from itertools import combinations, product
from typing import Any
from xml.etree import ElementTree

import pytest

import twoends
from expected import calls_are_expected
from twoends import LEFT, RIGHT, Circle, Game, parse, puzzles, solve
from twoends.rules.errors import RulesError
from twoends.rules.moves import Move
from twoends.rules.notation import parse_game
from twoends.rules.rules import ENDS, Rules
from twoends.terminal.session import Session, side_verdict
from twoends.views import columns, explain, numbers, words
from twoends.views.pictures import Note, Picture, Tile, picture
from twoends.views.puzzles import depth_text
from twoends.views.summaries import why

NAMES: dict[str, Any] = {
    **{name: getattr(twoends, name) for name in twoends.__all__},
    **vars(columns), **vars(explain), **vars(numbers), **vars(words),
    "depth_text": depth_text,
    "parse_game": parse_game,
    "picture": picture,
    "puzzles": puzzles,
    "D": Decimal,
    "F": Fraction,
    "Move": Move,
    "replace": replace,
    "Session": Session,
    "side_verdict": side_verdict,
    "why": why,
    "RECORDS": (["n", "first", "second"], [["1", "22", "11"], ["10", "", "7"]], "<>>"),
    "SIX": 6 * [(1, LEFT), (2, RIGHT)],
}  # fmt: skip


def test_all_texts_at_their_limits() -> None:
    calls_are_expected("texts.txt", NAMES)


# --- pictures ----------------------------------------------------------------------------------


BEGUN = "7 | 3 4] | 5 6 2 / first / 0:L 2:R"


@pytest.mark.parametrize("text", ["8 15 3", "7 7", "1 2] | [3 4", "circle 2 8 1 10 9", "[]", BEGUN])
def test_a_picture_of_a_solution_marks_its_best_ends_with_their_totals(text: str) -> None:
    solution = solve(parse(text))
    drawn, lanes = picture(solution), solution.game.lanes
    assert ElementTree.fromstring(drawn.svg()) is not None
    cards = [tile for tile in drawn.tiles if tile.word]
    assert [tile.word for tile in cards] == list(map(str, solution.game.rest.cards))
    best = [str(tile.mark) for tile in drawn.tiles if tile.look == "best"]
    assert best == [str(move.total) for move in solution.moves if move.loss == 0]
    for total in (solution.first, solution.second):
        assert total is None or any(f" you get {total} " in note.text for note in drawn.notes), drawn.notes
    right = [0.0, *(tile.column + tile.span + 0.5 for tile in drawn.tiles)]
    begins = [tile.column for tile, gap in zip(drawn.tiles, right, strict=False) if tile.column >= gap]
    there = [at for at, lane in enumerate(lanes) if lane.places]
    told = [(int(note.text), note.column) for note in drawn.notes if note.text.isdigit()]
    assert told == (list(zip(there, begins, strict=True)) if len(lanes) > 1 else [])


def test_a_picture_of_a_game_has_each_taken_card_at_its_taker_and_one_of_a_table_each_position() -> None:
    for text in ("8 15 3 7 / first / RLL", "8 15 3 7 / second / -", "8 15 3 / second / LRL / greedy"):
        game: Any = parse(text)
        drawn = picture(game)
        marked = [
            (tile.column, tile.level, tile.word, tile.look, tile.mark) for tile in drawn.tiles if tile.mark
        ]
        sides = {"you": (2, "yours"), "opponent": (0, "theirs")}
        assert marked == [
            (at, sides[mover][0], str(game.shape[at]), sides[mover][1], str(turn))
            for turn, (at, mover) in enumerate(zip(game.places, game.movers, strict=True), 1)
        ], text
        left = [at for at in range(len(game.shape)) if at not in game.places]
        unmarked = {tile.column: (tile.level, tile.look) for tile in drawn.tiles if not tile.mark}
        looks = {
            at: "gone" if at in game.places else "end" if at in left[:1] + left[-1:] else "card"
            for at in unmarked
        }
        assert unmarked == {at: (1, looks[at]) for at in range(len(game.shape))}, text
        assert [note.text.split() for note in drawn.notes] == [
            ["opponent", str(game.theirs)],
            ["you", str(game.yours)],
        ]
    for table in (twoends.table([5, 7, 9, 1, 4, 2], "greedy"), twoends.table([2, 2, 2])):
        n, looks_of = len(table.row), {"L": "yours", "R": "theirs", "LR": "either"}
        cells = {(i, j): table[i, j] for j in range(n + 1) for i in range(j)}
        expected = {
            (i + (j - i - 1) / 2, n - (j - i)): (
                str(cell.first),
                looks_of["".join(map(str, cell.best))] if j - i > 1 else "card",
            )
            for (i, j), cell in cells.items()
        }
        assert {
            (tile.column, tile.level): (tile.word, tile.look) for tile in picture(table).tiles
        } == expected


def test_text_in_a_picture_is_escaped_and_fits_its_tile() -> None:
    drawn = Picture("a < b", (Tile(0, 0, "<&>"), Tile(1, 0, "123456789")), (Note(0, 1, "<i>"),))
    read = "".join(ElementTree.fromstring(drawn.svg()).itertext())
    assert "<&>" in read
    assert "<i>" in read
    assert drawn.column > Picture("", (Tile(0, 0, "1"),)).column


def test_no_cards_of_a_large_circle_overlap() -> None:
    for one, other in combinations(picture(twoends.solve(Circle([3] * 52))).tiles, 2):
        apart = max(abs(one.column - other.column), abs(one.level - other.level))
        assert apart >= 1, f"{one} and {other} overlap"


# --- rules in sentences, read back ------------------------------------------------------------------

TELLS = (
    (r"Take 1 or 2 cards, later up to twice the most that any move took,", "take 1-2M"),
    (r"Take any number of cards", "take any"),
    (r"Take (\d+) or more cards", r"take \1-any"),
    (r"Take (\d+) (?:or|to) (\d+) cards", r"take \1-\2"),
    (r"Take (\d+) cards?", r"take \1"),
    (r" from either end", " either"),
    (r" from the (left|right) end", r" \1"),
    (r"; a move earns what it leaves", ", score rest"),
    (r"; a move earns what it takes, times its number", ", score turn"),
    (r"; a move earns what it takes, times 2 to its number", ", score 2^turn"),
    (r"; the moves earn what they take, times (-?\d+), (-?\d+), (-?\d+)", r", score \1/\2/\3"),
    (r"\. What a move takes becomes one card at that end; play ends with one card", ", merge"),
    (r"\. You make every move", ", turns A"),
    (r"\. A moves first, and the turns are (A+B[AB]*)", r", turns \1"),
    (r"\. Play ends after (\d+) moves?", r", stop \1"),
    (r"\. The larger total wins", ""),
)


def test_the_sentence_of_any_rules_tells_them_all() -> None:
    counts = ("1", "2", "1-2", "1-3", "2-3", "2-4", "any", "2-any", "1-2M")
    scores = ("cards", "rest", "turn", "2^turn", "3/-2/1")
    dials = product(counts, ENDS, scores, ("", ", merge"), ("AB", "A", "ABBA"), ("", ", stop 1", ", stop 3"))
    for count, ends, score, merge, turns, stop in dials:
        try:
            rules = Rules.of(f"take {count} {ends}, score {score}{merge}, turns {turns}{stop}")
        except RulesError:  # some do not go together
            continue
        if rules.plain:
            continue
        sentence = told = words.rule_text(Game([1], rules=rules))
        for pattern, dial in TELLS:
            told = re.sub(f"{pattern}(?=[ ;.])", dial, told)
        assert Rules.of(told.removesuffix(".")) == rules, f"{rules}: {sentence} {told}"
        assert ("wins" in sentence) == (turns != "A"), sentence
        assert not re.search(r" 1 (cards|moves)|[2-9] (card|move)\b|1 to 2|2 to 3|1 or 3|2 or 4", sentence), (
            sentence
        )
