"""A move is one type: text is accepted for it, its repr evaluates to it, and equality survives copies."""

from __future__ import annotations

import numpy as np
import pytest

from twoends import (
    LEFT,
    RIGHT,
    Game,
    Move,
    review,
)
from twoends.rules.errors import IllegalMoveError
from twoends.rules.moves import Line, MoveLike
from twoends.rules.notation import parse_shape

MOVES = {
    LEFT: ("L", "LEFT"),
    RIGHT: ("R", "RIGHT"),
    Move("L", 3): ("L3", "Move('L', 3)"),
    Move("R", row=12): ("12:R", "Move('R', row=12)"),
    Move("R", 2, row=0): ("0:R2", "Move('R', 2, row=0)"),
    Move(4): ("4", "Move(4)"),
}

GAMES: tuple[tuple[str, tuple[MoveLike, ...], str], ...] = (
    ("8 15 3 7", ("R", "l", LEFT, "R1"), "RLLL"),
    ("8", ("R",), "L"),
    ("8 15 3 7 / take 1-2", ("R2", "L", " l "), "R2 2xL1"),
    ("1 2 | 3 7 4", ("1:R", "0:l", Move("L", row=0)), "1:R 0:LL"),
    ("1 2 | 3 7 4 / take 1-3", ("1:R3", "0:R2"), "1:L3 0:L2"),
    ("circle 2 8 1 10 9", (1, "R"), "1 R"),
    ("circle 2 8 1 10 9", ("3", RIGHT), "3 R"),
    ("circle 2 8 1 10 9", (np.int64(0), LEFT), "0 L"),
)


@pytest.mark.parametrize(("text", "given", "written"), GAMES)
def test_notation_and_indices_are_accepted_wherever_a_move_is_given(
    text: str, given: tuple[MoveLike, ...], written: str
) -> None:
    shape, _, rules = text.partition(" / ")
    game = Game(parse_shape(shape), rules=rules)
    whole = Game(game.shape, ends=given, rules=game.rules)
    for move in given:
        earned, position = game.earns(move), game.position
        assert position.earns(move) == earned
        game = game.play(move)
        assert (position.play(move).state, game.earned[-1]) == (game.state, earned)
    assert whole == game
    assert str(Line.of(game.ends, counted=not game.rules.one_card)) == written
    assert all(type(move) is Move for move in game.ends)
    assert review(whole) == review(game)


def test_anything_else_is_refused_in_a_sentence_that_names_the_legal_moves() -> None:
    for wrong in ("LL", "", "0:", "1:R0", "L-1", "½", 1.0, None, ("L", 1, None), b"L", Move("up")):  # type: ignore[arg-type]  # all are wrong
        with pytest.raises(IllegalMoveError, match=r"^move 2: .* not a legal move: choose from LEFT, RIGHT"):
            Game([8, 15, 3]).play(LEFT).play(wrong)  # type: ignore[arg-type]  # what is refused
