"""Reviews of games on boards and around circles, where a move may have many alternatives.

What each legal move brings its mover is worked out for one position after the other, and the moves
are judged by that as those of reviews.py are, which is made for long rows and two alternatives.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Generic, NamedTuple

from twoends.answers.boards import best_response_by, parts_of
from twoends.answers.circles import first_cards
from twoends.answers.positions import prospects
from twoends.answers.reviews import Played, Review, Taken, Verdict, assembled, mark
from twoends.answers.solution import in_units
from twoends.rules.board_games import BoardGame, CircleGame
from twoends.rules.boards import End
from twoends.rules.choices import choose
from twoends.rules.notation import refuse_no_game
from twoends.rules.opponents import opponent, optimal
from twoends.rules.replies import Opponent, Total
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Side


class _Turn(NamedTuple, Generic[Taken]):
    """A move and what it is judged by. Totals are over the cards that are left, exact or in floats.

    taken   what was taken
    place   where in the row of all cards it lay
    brings  what each legal move brings the mover, if best play follows it
    """

    taken: Taken
    place: int
    brings: Mapping[Taken, Total]


def review_board(game: BoardGame, against: object = "optimal") -> Review[BoardGame, End]:
    """Judge every move of a game on a board, finished or not.

    A solve for each position: O(n log n) a move for n cards against an optimal opponent; against any
    other one small boards only, as in `solve_board`. Raises RowError, OpponentError, MethodError.

    >>> from twoends.rules.notation import parse_board_game
    >>> judged = review_board(*parse_board_game("[1 2 | 3 7 4 | 9] / first / 1:R 2:L"))
    >>> judged.promised, judged.moves[0].loss, judged.moves[0].best
    ((8, 0, 0), 4, (End(component=2, side=LEFT),))
    """
    refuse_no_game(game, BoardGame)
    against = opponent(against)
    parts, unit = parts_of(game.board)
    starts = list(accumulate((len(values) for values, _ in parts), initial=0))
    respond = best_response_by("contraction" if against.is_optimal else "top-down")
    optimally = best_response_by("contraction")
    held: list[Total] = []
    turns = []
    for number, position in enumerate(game.positions()):
        left = [
            (values[start:stop], sides)
            for (values, sides), (start, stop) in zip(parts, position, strict=True)
        ]
        yours = game.you_first == (number % 2 == 0)
        yours_from_here = respond(left, against, yours)
        held.append(in_units(yours_from_here.total, unit))
        if number == len(game.ends):
            break
        brings = (yours_from_here if yours else optimally(left, optimal(), True)).brings
        end = game.ends[number]
        start, stop = position[end.component]
        place = starts[end.component] + (start if end.side is LEFT else stop - 1)
        turns.append(_Turn(end, place, {each: in_units(total, unit) for each, total in brings}))
    return _reviewed(game, game.board.joined, against, held, turns, 0)


def review_circle(game: CircleGame, against: object = "optimal") -> Review[CircleGame, Side | int]:
    """Judge every move of a game around a circle, finished or not.

    O(n log n) against an optimal opponent, O(n²) against any other. Raises RowError, and
    OpponentError for one who has the first card and knows no more than two ends.

    >>> from twoends.rules.notation import parse_circle_game
    >>> judged = review_circle(*parse_circle_game("2 8 1 10 9 / first / 3 R"))
    >>> judged.promised, [move.best for move in judged.moves], judged.moves[0].loss
    ((6, -4, 12), [(1,), (LEFT,)], 5)
    """
    refuse_no_game(game, CircleGame)
    against = opponent(against)
    row, rest, you_first = game.row, game.rest, game.you_first
    if not len(row):
        return _reviewed(game, row, against, [0], [], 0)
    brings, error = first_cards(row, against, you_first=you_first)
    held = [max(brings) if you_first else choose(against, row.values, brings)[0]]
    turns: list[_Turn[Side | int]] = []
    if game.first is not None:
        if not you_first:
            brings, _ = first_cards(row, optimal(), you_first=True)
        turns.append(_Turn(game.first, game.first, dict(enumerate(brings))))
        intervals = rest.intervals
        for_you = prospects(rest.row, against, intervals, you_first=rest.you_first)
        for_him = prospects(rest.row, optimal(), intervals, you_first=rest.you_first)
        held += for_you.total
        places = [(game.first + 1 + place) % len(row) for place in rest.places]
        for turn, (side, place, (start, stop)) in enumerate(zip(rest.sides, places, intervals, strict=False)):
            if rest.you_first == (turn % 2 == 0):
                left, right = for_you.left[turn], for_you.right[turn]
            else:
                whole = sum(rest.row.values[start:stop])
                left, right = whole - for_him.left[turn], whole - for_him.right[turn]
            turns.append(_Turn(side, place, {LEFT: left, RIGHT: right} if stop - start > 1 else {LEFT: left}))
    return _reviewed(game, row, against, held, turns, float(error))


def _reviewed(
    game: Played,
    row: Row,
    against: Opponent,
    held: Sequence[Total],
    turns: Sequence[_Turn[Taken]],
    error: float,
) -> Review[Played, Taken]:
    """Judge the turns, given what you hold from before each of them and after the last one on.

    `row` has all cards: it knows the kind of number of totals.
    """
    values, whole = row.values, sum(row.values)
    spread = max(values, default=0) - min(values, default=0)
    you = 0 if game.you_first else 1
    so_far: list[Total] = [0, 0]  # what the first and the second player have taken
    promised = [2 * held[0] - whole]
    verdicts: list[Verdict[Taken]] = []
    for turn, ((taken, place, brings), held_after) in enumerate(zip(turns, held[1:], strict=True)):
        totals = brings.values()
        best = max(totals)
        margin = 2 * (so_far[turn % 2] + best) - whole
        equal = tuple(each for each, total in brings.items() if best - total <= 2 * error)
        stake, loss = (
            0 if lost <= 2 * error else lost for lost in (best - min(totals), best - brings[taken])
        )
        verdicts.append((equal, stake, loss, mark(loss, spread, margin, error) if loss else "best"))
        so_far[turn % 2] += values[place]
        promised.append(2 * (so_far[you] + held_after) - whole)
    return assembled(
        game,
        row,
        against,
        [turn.taken for turn in turns],
        [turn.place for turn in turns],
        verdicts,
        promised,
        error,
    )
