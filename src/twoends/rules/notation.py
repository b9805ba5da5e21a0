"""Games as one line of text that round-trips.

    8 15 3 7 / first / RLLL
    8 15 3 7 / second / LRLL / greedy right

On a board a move is a component and a side, around a circle the first one is an index from 0:

    [1 2 | 3 7 4 | 9] / first / 2:L 0:RR 1:L
    2 8 1 10 9 / first / 1 RLLL / greedy right

The row, who moved first (`first`: you did, `second`: the opponent did), the sides taken so far (-
for none) and, unless he is optimal, the opponent. A slash between two digits belongs to a value, as
in 3/4; any other one is a separator, with or without blanks. Floats come back as the decimals that
they print as.
"""

from __future__ import annotations

import re

from twoends.rules.board_games import BoardGame, CircleGame
from twoends.rules.boards import BoardLine, End, parse_board
from twoends.rules.games import Game, IllegalMoveError
from twoends.rules.opponents import opponent
from twoends.rules.replies import Opponent
from twoends.rules.rows import TwoEndsError
from twoends.rules.sides import Side
from twoends.rules.text import MOST_DIGITS, parse_row, refuse_no_text

_SEPARATOR = re.compile(r"(?<![0-9])/|/(?![0-9])")
_NOTHING = "-"
_SIDES = {str(side): side for side in Side}


class NotationError(TwoEndsError):
    """What is no game: text, or another thing where a game belongs.

    >>> parse_game("8 15 / third / -")
    Traceback (most recent call last):
    twoends.rules.notation.NotationError: 'third' does not say who moved first: write first (you) or second
    """


def write_game(game: Game | BoardGame | CircleGame, against: object = "optimal") -> str:
    """Write a game, on a row, on a board or around a circle; O(n). Raises NotationError, OpponentError.

    >>> from twoends.rules.rows import Row
    >>> write_game(Game(Row.of([8, 15, 3, 7])), "greedy")
    '8 15 3 7 / first / - / greedy right'
    """
    refuse_no_game(game, Game, BoardGame, CircleGame)
    against = opponent(against)
    if isinstance(game, BoardGame):
        dealt, moves = str(game.board), str(BoardLine(tuple((1, end) for end in game.ends)))
    else:
        dealt, moves = str(game.row), "".join(map(str, game.sides))
        if isinstance(game, CircleGame) and game.first is not None:
            moves = f"{game.first} {moves}".rstrip()
    parts = [dealt or _NOTHING, "first" if game.you_first else "second", moves or _NOTHING]
    if str(against) != "optimal":
        parts.append(str(against))
    return " / ".join(parts)


def refuse_no_game(game: object, *kinds: type) -> None:
    """Raise NotationError for what is no game of these kinds, such as its text."""
    if not isinstance(game, kinds):
        wanted = " or ".join(kind.__name__ for kind in kinds)
        raise NotationError(
            f"a {type(game).__name__} is no {wanted}: make one, or read it, as in review(*parse_game(text))"
        )


def parse_game(text: str) -> tuple[Game, Opponent]:
    """Read what `write_game` writes; O(n). Moves may have blanks between them and be in small letters.

    Raises NotationError, RowError, OpponentError, or IllegalMoveError with the number of the wrong move.

    >>> game, against = parse_game("8 15 3 7 / first / RL")
    >>> game.yours, game.theirs, str(against)
    (7, 8, 'optimal')
    """
    dealt, you_first, moves, against = _parts(text, "8 15 3 7 / first / RLLL")
    return Game(parse_row(dealt), you_first, _parse_sides(moves)), against


def parse_board_game(text: str) -> tuple[BoardGame, Opponent]:
    """Read a game on a board; O(n). Raises what `parse_game` raises.

    >>> game, against = parse_board_game("[1 2 | 3 7 4 | 9] / first / 2:L 0:RR")
    >>> game.ends[0], len(game.ends), write_game(game, against)
    (End(component=2, side=LEFT), 3, '[1 2 | 3 7 4 | 9] / first / 2:L 0:RR')
    """
    dealt, you_first, moves, against = _parts(text, "[1 2 | 3 7 4] / first / 0:R 1:LL")
    ends: list[End] = []
    for word in moves.split():
        component, colon, sides = word.partition(":")
        if not (colon and sides and _is_index(component)):
            raise IllegalMoveError(
                f"move {len(ends) + 1}, '{word}', names no end: write a component from 0 and sides, as in 0:R"
            )
        ends += [End(int(component), side) for side in _parse_sides(sides, len(ends))]
    return BoardGame(parse_board(dealt), you_first, tuple(ends)), against


def parse_circle_game(text: str) -> tuple[CircleGame, Opponent]:
    """Read a game around a circle; O(n). Raises what `parse_game` raises.

    >>> game, against = parse_circle_game("2 8 1 10 9 / first / 1 RLLL / greedy")
    >>> game.first, game.over, write_game(game, against)
    (1, True, '2 8 1 10 9 / first / 1 RLLL / greedy right')
    """
    dealt, you_first, moves, against = _parts(text, "2 8 1 10 9 / first / 1 RLLL")
    first, _, sides = moves.partition(" ")
    if first and not _is_index(first):
        raise IllegalMoveError(f"move 1 is '{first}': it takes any card, so write its index from 0")
    return CircleGame(
        parse_row(dealt), you_first, int(first) if first else None, _parse_sides(sides, 1)
    ), against


def _is_index(word: str) -> bool:
    return word.isdecimal() and len(word) <= MOST_DIGITS


def _parts(text: str, example: str) -> tuple[str, bool, str, Opponent]:
    """What was dealt, whether you moved first, the moves, and the opponent; a lone - is nothing."""
    refuse_no_text(text, example)
    parts = [part.strip() for part in _SEPARATOR.split(text.strip())]
    if not 3 <= len(parts) <= 4:
        raise NotationError(
            f"a game has 3 or 4 parts between slashes, here are {len(parts)}: "
            f"write ROW / first / MOVES, as in {example}"
        )
    if parts[1] not in ("first", "second"):
        raise NotationError(f"'{parts[1]}' does not say who moved first: write first (you) or second")
    dealt, moves = ("" if part == _NOTHING else part for part in (parts[0], parts[2]))
    return dealt, parts[1] == "first", moves, opponent(parts[3] if parts[3:] else "optimal")


def _parse_sides(text: str, before: int = 0) -> tuple[Side, ...]:
    letters = "".join(text.split()).upper()
    if wrong := set(letters) - set(_SIDES):
        number, letter = next(each for each in enumerate(letters, before + 1) if each[1] in wrong)
        raise IllegalMoveError(
            f"move {number} is '{letter}': write L for the left end or R for the right one"
        )
    return tuple(map(_SIDES.__getitem__, letters))
