"""Notation: a row, a board, a circle or a game as one line of text that round-trips.

    8 15 3 7 / second / LRLL / greedy right

`twoends help notation` describes it. A slash between two numbers belongs to a value or to weights, as in
3/4, and one that closes a single weight, as in score 3/, is followed by a comma or another slash; any other
slash is a separator, with or without spaces. Floats are read back as the decimals that they print as.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from twoends.rules import limits
from twoends.rules.errors import IllegalMoveError, NotationError, RulesError, shortened
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, NOTATION, RIGHT, Line, Move, MoveLike, move_of
from twoends.rules.opponent_names import opponent
from twoends.rules.pasted import notation_in
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, every_shape, is_shape
from twoends.rules.text import parse_row, require_text

_SEPARATOR = r"(?<![0-9])/|/(?!-?[0-9]|\s*[,/])"
_NOTHING = "-"
_WHO = ("first", "second")
_RUN = r"([1-9][0-9]{0,8})([LRlr])"
_SIDES = {"L": LEFT, "R": RIGHT}
_COUNTED = rf"(?:([1-9][0-9]{{0,8}})X)?{NOTATION}"


def write(what: Shape | Game) -> str:
    """Write a shape or a game as text that `parse` reads; O(n). Raises NotationError.

    >>> write(Game([8, 15, 3, 7], opponent="greedy"))
    '8 15 3 7 / first / - / greedy right'
    """
    if is_shape(what):
        return str(what) or "[]"
    if not isinstance(what, Game):
        raise NotationError(f"a {type(what).__name__} has no notation: give a row, board, circle or game")
    rules = [] if what.rules.plain else [str(what.rules)]
    moves = moves_text(what.ends, what.rules) or _NOTHING
    parts = [write(what.shape), *rules, "first" if what.you_first else "second", moves]
    if str(what.opponent) != "optimal":
        parts.append(str(what.opponent))
    return " / ".join(parts)


def moves_text(moves: Iterable[MoveLike], rules: Rules) -> str:
    """The notation of moves in a game under these rules; moves with counts are written as runs.

    >>> moves_text([LEFT, LEFT], Rules()), moves_text([LEFT, LEFT], Rules.of("take 1-2"))
    ('LL', '2xL1')
    """
    return str(Line.of(moves, counted=not rules.one_card))


def parse(text: str, *, rules: object = None) -> Shape | Game:
    """Read a row, a board, a circle, or a game on any of them; O(n).

    `rules` apply to a game whose text has none. Spaces between moves and the case of words and moves do not
    matter. A row may stand in source code or in JSON. Raises NotationError, RowError, OpponentError,
    RulesError for a text with other rules, or IllegalMoveError with the number of the wrong move.

    >>> parse("8, 15, 3, 7"), parse("1 2 | [3 7 4"), parse("circle 2 8 1"), parse("arr[] = {2, 8};")
    (Row(8 15 3 7), Board(1 2 | [3 7 4), Circle(2 8 1), Row(2 8))
    >>> game = parse("8 15 3 7 / first / RL")
    >>> game.yours, game.theirs, str(game.opponent)
    (7, 8, 'optimal')
    """
    require_text(text)
    text = notation_in(text)
    is_game = re.search(_SEPARATOR, text) is not None
    return parse_game(text, rules=rules) if is_game else parse_shape(text)


def parse_shape(text: str) -> Shape:
    """Read a row, a board or a circle; O(n). Raises RowError.

    Balanced brackets around the values make a row, as in a pasted list; a bar, an unpaired bracket or the
    word `board` in front makes a board.

    >>> parse_shape("[8 15 3 7]"), parse_shape("[8 15 3 7"), parse_shape("board [1 2 | 3]")
    (Row(8 15 3 7), Board([8 15 3 7), Board([1 2 | 3]))
    """
    word, rest = [*text.split(None, 1), "", ""][:2]
    if word.lower() == Row.name:
        return parse_row(rest)
    if word.isalpha():
        for shape in every_shape()[1:]:
            if word.lower() == shape.name:
                return shape.read(rest)
    if "|" in text or text.count("[") != text.count("]"):
        from twoends.rules.boards import Board  # late: most texts are rows

        return Board.read(text)
    return parse_row(text)


def parse_game(text: str, *, rules: object = None) -> Game:
    """Read a game; O(n). Raises what `parse` raises."""
    parts = [part.strip() for part in re.split(_SEPARATOR, text)]
    count = len(parts)
    written = parts.pop(1) if count > 3 and parts[1].lower() not in _WHO else None
    by_rules = Rules.of(rules if written is None else written)
    if rules is not None and by_rules != (asked := Rules.of(rules)):
        raise RulesError(f"the game is played under {by_rules}, not under {asked}: leave one of them out")
    if not 3 <= len(parts) <= 4:
        has = "without rules has 3 or 4" if count == 5 else "has 3 to 5"
        raise NotationError(
            f"a game {has} parts separated by slashes, and this has {count}: "
            "write ROW / first / MOVES, as in 8 15 3 7 / first / RLLL, and any rules after the row"
        )
    dealt, who, moves, *against = parts
    if who.lower() not in _WHO and moves.lower() in _WHO:
        raise NotationError(f"no moves follow '{moves}': write / - after it if none has been made")
    if who.lower() not in _WHO:
        raise NotationError(f"'{shortened(who)}' does not say who moved first: write first (you) or second")
    shape = parse_shape("" if dealt == _NOTHING else dealt)
    moves = "" if moves == _NOTHING else moves
    ends = _parse_ends(moves, shape) if by_rules.one_card else _parse_counted(moves)
    return Game(shape, who.lower() == "first", ends, opponent(*against), by_rules)


def _parse_counted(text: str) -> tuple[Move, ...]:
    """Read moves with counts, separated by spaces: L3, 1:R2, 29xL1, or the index of a first card."""
    moves: list[Move] = []
    for word in text.split():
        parts = re.fullmatch(_COUNTED, word.upper())
        if parts is None:
            raise IllegalMoveError(
                f"move {len(moves) + 1} is '{shortened(word)}': write the end and how many cards, as in L3"
            )
        run, *one = parts.groups()
        if len(moves) + int(run or 1) > limits.MAX_MOVES:
            raise IllegalMoveError(f"a game has at most {limits.MAX_MOVES:,} moves: shorten the runs")
        moves += [move_of(*one)] * int(run or 1)
    return tuple(moves)


def _parse_ends(text: str, shape: Shape) -> tuple[Move, ...]:
    """Read moves of one card: sides, a component and sides, or the index of a first card."""
    any_card = any(lane.any_card for lane in shape.lanes(shape.initial))
    text, most = text.upper(), len(shape)
    if sum(int(run[1]) for run in re.finditer(_RUN, text)) > most:
        raise IllegalMoveError(f"move {most + 1} has no card to take: there are {most}")
    moves: list[Move] = []
    for word in re.sub(_RUN, lambda run: run[2] * int(run[1]), text).split():
        component, colon, sides = word.rpartition(":")
        if _is_index(word):
            moves.append(Move(int(word)))
        elif colon and not (sides and _is_index(component)):
            raise IllegalMoveError(
                f"move {len(moves) + 1}, '{shortened(word)}', is not an end: "
                "write a component from 0 and sides, as in 0:R"
            )
        elif any_card and not moves:
            raise IllegalMoveError(
                f"move 1 is '{shortened(word)}': write the index from 0 of the card that it takes"
            )
        elif wrong := set(sides) - set(_SIDES):
            number, letter = next(each for each in enumerate(sides, len(moves) + 1) if each[1] in wrong)
            raise IllegalMoveError(
                f"move {number} is '{letter}': write L for the left end or R for the right one"
            )
        else:
            taken = map(_SIDES.__getitem__, sides)
            moves += (Move(side.end, row=int(component)) for side in taken) if colon else taken
    return tuple(moves)


def _is_index(word: str) -> bool:
    return word.isascii() and word.isdecimal() and len(word) <= limits.MAX_DIGITS
