"""Notation: a row, a board, a circle or a game as one line of text that round-trips.

    8 15 3 7                                     a row
    1 2 | [3 7 4 | 9]                            a board: bars part its components, brackets close ends
    board 8 15 3 7                               a board that would be read as a row
    circle 2 8 1 10 9                            a circle

    8 15 3 7 / first / RLLL                      a game: what was dealt, who moved first, the moves
    8 15 3 7 / second / LRLL / greedy right      the same against an opponent who is not optimal
    [1 2 | 3 7 4 | 9] / first / 2:L 0:RR 1:L     on a board a move is a component and a side
    circle 2 8 1 10 9 / first / 1 RLLL           around a circle the first one is an index from 0

`first`: you moved first, `second`: the opponent did; - stands for no moves, 29R for as many at one end.
A slash between two digits belongs to a value, as in 3/4; any other one is a separator, with or without
blanks. Floats come back as the decimals that they print as.
"""

from __future__ import annotations

import re
from itertools import groupby

from twoends.rules.boards import Board
from twoends.rules.errors import IllegalMoveError, NotationError
from twoends.rules.games import Game
from twoends.rules.opponents import opponent
from twoends.rules.rows import Row
from twoends.rules.shapes import SHAPES, Shape
from twoends.rules.sides import AnyMove, End, Side, ends_text
from twoends.rules.text import MOST_DIGITS, parse_row, refuse_no_text

_SEPARATOR = re.compile(r"(?<![0-9])/|/(?![0-9])")
_NOTHING = "-"
_RUN = re.compile(r"([0-9]{1,9})([LRlr])")
_SIDES = {str(side): side for side in Side}


def write(what: Shape | Game) -> str:
    """Write a shape or a game as text that `parse` reads; O(n). Raises NotationError.

    >>> write(Game([8, 15, 3, 7], opponent="greedy"))
    '8 15 3 7 / first / - / greedy right'
    """
    if isinstance(what, SHAPES):
        return str(what) or "[]"
    if not isinstance(what, Game):
        raise NotationError(f"a {type(what).__name__} has no notation: give a row, board, circle or game")
    moves = ends_text((len(list(same)), end) for end, same in groupby(what.ends))
    parts = [write(what.shape), "first" if what.you_first else "second", moves or _NOTHING]
    if str(what.opponent) != "optimal":
        parts.append(str(what.opponent))
    return " / ".join(parts)


def parse(text: str) -> Shape | Game:
    """Read a row, a board, a circle, or a game on any of them; O(n).

    Moves may have blanks between them; words and moves may be in small letters or capitals. Raises
    NotationError, RowError, OpponentError, or IllegalMoveError with the number of the wrong move.

    >>> parse("8, 15, 3, 7"), parse("1 2 | [3 7 4"), parse("circle 2 8 1")
    (Row(8 15 3 7), Board(1 2 | [3 7 4), Circle(2 8 1))
    >>> game = parse("8 15 3 7 / first / RL")
    >>> game.yours, game.theirs, str(game.opponent)
    (7, 8, 'optimal')
    """
    refuse_no_text(text, "8 15 3 7")
    return parse_game(text) if is_game(text) else parse_shape(text)


def is_game(text: str) -> bool:
    """Whether a text is meant as a game: a slash stands where none belongs to a value."""
    return _SEPARATOR.search(text) is not None


def parse_shape(text: str) -> Shape:
    """Read a row, a board or a circle; O(n). Raises RowError.

    Balanced brackets around values are those of a pasted list, so that is a row; a bar, a bracket
    without its partner, or the word `board` in front make a board.

    >>> parse_shape("[8 15 3 7]"), parse_shape("[8 15 3 7"), parse_shape("board [1 2 | 3]")
    (Row(8 15 3 7), Board([8 15 3 7), Board([1 2 | 3]))
    """
    word, rest = [*text.split(None, 1), "", ""][:2]
    if word.lower() == Row.name:
        return parse_row(rest)
    for shape in SHAPES[1:]:
        if word.lower() == shape.name:
            return shape.read(rest)
    if "|" in text or text.count("[") != text.count("]"):
        return Board.read(text)
    return parse_row(text)


def parse_game(text: str) -> Game:
    """Read a game; O(n). Raises what `parse` raises."""
    parts = [part.strip() for part in _SEPARATOR.split(text.strip())]
    if not 3 <= len(parts) <= 4:
        raise NotationError(
            f"a game has 3 or 4 parts between slashes, here are {len(parts)}: "
            "write ROW / first / MOVES, as in 8 15 3 7 / first / RLLL"
        )
    dealt, who, moves, *against = parts
    if who.lower() not in ("first", "second"):
        raise NotationError(f"'{who}' does not say who moved first: write first (you) or second")
    shape = parse_shape("" if dealt == _NOTHING else dealt)
    ends = _parse_ends(shape, "" if moves == _NOTHING else moves)
    return Game(shape, who.lower() == "first", ends, opponent(*against))


def _spelt_out(text: str, most: int) -> str:
    """Runs such as 3L as LLL. Raises IllegalMoveError where they add up to more than so many moves."""
    if sum(int(run[1]) for run in _RUN.finditer(text)) > most:
        raise IllegalMoveError(f"move {most + 1} finds no card: there are {most}")
    return _RUN.sub(lambda run: run[2] * int(run[1]), text)


def _parse_ends(shape: Shape, text: str) -> tuple[AnyMove, ...]:
    text = _spelt_out(text, len(shape))
    if isinstance(shape, Row):
        return _parse_sides(text)
    if isinstance(shape, Board):
        ends: list[AnyMove] = []
        for word in text.split():
            component, colon, sides = word.partition(":")
            if not (colon and sides and _is_index(component)):
                raise IllegalMoveError(
                    f"move {len(ends) + 1}, '{word}', names no end: "
                    "write a component from 0 and sides, as in 0:R"
                )
            ends += [End(int(component), side) for side in _parse_sides(sides, len(ends))]
        return tuple(ends)
    moves: list[AnyMove] = []
    for word in text.split():
        if _is_index(word):
            moves.append(int(word))
        elif not moves:
            raise IllegalMoveError(f"move 1 is '{word}': it takes any card, so write its index from 0")
        else:
            moves += _parse_sides(word, len(moves))
    return tuple(moves)


def _is_index(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= MOST_DIGITS


def _parse_sides(text: str, before: int = 0) -> tuple[Side, ...]:
    letters = "".join(text.split()).upper()
    if wrong := set(letters) - set(_SIDES):
        number, letter = next(each for each in enumerate(letters, before + 1) if each[1] in wrong)
        raise IllegalMoveError(
            f"move {number} is '{letter}': write L for the left end or R for the right one"
        )
    return tuple(map(_SIDES.__getitem__, letters))
