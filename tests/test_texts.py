"""Numbers, sentences, columns and tables of text at their limits, as texts.txt has them, and pictures."""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

import twoends
from command_line import run
from expected import calls_are_expected
from twoends import LEFT, RIGHT, Game, puzzles
from twoends.answers import lines
from twoends.puzzles import depths
from twoends.reading import sources
from twoends.rules import limits, notation, text
from twoends.rules.errors import RulesError, TwoEndsError
from twoends.rules.rules import ENDS, Rules
from twoends.terminal import cards, session
from twoends.views import columns, explain, numbers, pictures, scoresheet, summaries, words
from twoends.views.pictures import picture
from twoends.views.puzzles import depth_text

MODULES = (
    *(puzzles, depths, sources, notation, text, cards, session, lines, columns, explain, numbers, pictures),
    *(scoresheet, summaries, words),
)

NAMES: dict[str, Any] = {name: value for each in MODULES for name, value in vars(each).items()} | {
    **{name: getattr(twoends, name) for name in twoends.__all__},
    "number": numbers.number,
    "depth_text": depth_text,
    "run": run,
    "np": np,
    "puzzles": puzzles,
    "twoends": twoends,
    "D": Decimal,
    "F": Fraction,
    "RECORDS": (["n", "first", "second"], [["1", "22", "11"], ["10", "", "7"]], "<>>"),
    "SIX": 6 * [(1, LEFT), (2, RIGHT)],
}


def test_all_texts_at_their_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    def beyond(most: int, ask: Callable[[int], object], **lowered: int) -> object:
        """What is said of one more than a limit, perhaps a lowered one, which may be reached."""
        with monkeypatch.context() as patch:
            for name, value in lowered.items():
                patch.setattr(limits, name, value)
            try:
                assert ask(most) is not None
            except TwoEndsError as fault:  # which says what the one beyond should say
                pytest.fail(f"{most} is refused: {fault}")
            return ask(most + 1)

    calls_are_expected("texts.txt", NAMES | {"beyond": beyond, "drawn": drawn})


# --- pictures ----------------------------------------------------------------------------------


def drawn(what: Any) -> list[str]:
    """The tiles and notes of a picture: the word, what marks it, and the column and level."""
    made = picture(what)
    assert ElementTree.fromstring(made.svg()) is not None
    parts: list[tuple[str, Any]] = [(f"{tile.word} {tile.look} {tile.mark}", tile) for tile in made.tiles]
    parts += [(note.text, note) for note in made.notes]
    return [f"{' '.join(text.split())} @{at.column:.1f},{at.level:.1f}" for text, at in parts]


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
