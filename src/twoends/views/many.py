"""Many rows at once: what `json` and `words` write of each, out of the columns of their answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from json import JSONEncoder

import numpy as np
from numpy.typing import NDArray

from twoends.answers.many import Answers, in_kind_of
from twoends.answers.reasons import is_exposed
from twoends.answers.solution import winner_of
from twoends.kernels import rules
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS, mover_of
from twoends.rules.sides import LEFT, RIGHT, Line
from twoends.views import words
from twoends.views.json import JsonSolution, json_move, json_number, json_shape
from twoends.views.numbers import card_text, form_of


def json_lines(answers: Answers) -> Iterator[str]:
    """The answer to each row as a JSON object, as `json_solution` gives it."""
    encode = JSONEncoder(ensure_ascii=False).encode
    opponent, method = str(answers.opponent), answers.method
    for row, first, second, whole, (left, right), line, line_second, positions in zip(
        answers.rows,
        answers.first.tolist(),
        answers.second.tolist(),
        answers.sums.tolist(),
        answers.after.tolist(),
        line_texts(answers.lines),
        line_texts(answers.lines_second),
        answers.positions.tolist(),
        strict=True,
    ):
        number = _json_number(row)
        moves = [
            json_move("L", number(left), number(max(right - left, 0))),
            json_move("R", number(right), number(max(left - right, 0))),
        ]
        told = JsonSolution(
            **json_shape(row),
            opponent=opponent,
            method=method,
            first=number(first),
            second=number(second),
            theirs_first=number(whole - first),
            theirs_second=number(whole - second),
            margin_first=number(2 * first - whole),
            margin_second=number(2 * second - whole),
            go_first=first >= second,
            to_move="you",
            winner=winner_of(2 * first - whole),
            best=["L"] * (left >= right) + ["R"] * (right >= left),
            line=line,
            line_second=line_second,
            moves=moves if left >= right else moves[::-1],
            sum=number(whole),
            yours=number(0),
            theirs=number(0),
            positions=positions,
        )
        yield encode(told._asdict())


def _json_number(row: Row) -> Callable[[int], int | float | str]:
    """Totals in units of the row as JSON has them."""
    show = in_kind_of(row)
    return int if show is int else lambda total: json_number(show(total))


def summaries(answers: Answers) -> Iterator[str]:
    """The answer to each row in a few lines, as `words.summary` gives it."""
    opponent = f"against {words.opponent_text(answers.opponent)}"
    n = answers.cards.shape[1]
    for row, first, second, whole, after, replies, line, places in zip(
        answers.rows,
        answers.first.tolist(),
        answers.second.tolist(),
        answers.sums.tolist(),
        answers.after.tolist(),
        answers.replies.tolist(),
        line_texts(answers.lines),
        _places(answers.lines).tolist(),
        strict=True,
    ):
        cards = [card_text(card) for card in row.given]
        margins = 2 * first - whole, 2 * second - whole
        number = _number(row, (first, second, *margins, whole, after[0] - after[1]))
        totals = words.totals_text(
            (number(first), number(second)),
            (number(whole - first), number(whole - second)),
            [_verdict(margin, number) for margin in margins],
        )
        yield words.summary_text(
            words.shape_text(row),
            opponent,
            totals,
            words.advice_text(
                _take(answers, cards, after, replies, number),
                either=first == second,
                go_first=first >= second,
            ),
            _play(line, [cards[place] for place in places], number(first), number(whole - first))
            if n <= words.MOST_CARDS_SPELT_OUT
            else words.play_text(line if n <= words.MOST_CARDS_SHOWN else _shortened(line)),
            words.face_values(row) if set(map(type, row.given)) != {int} else (),
        )


def _number(row: Row, told: Iterable[int]) -> Callable[[int], str]:
    """Totals in units of the row as text, in the one form for those that are told."""
    show = in_kind_of(row)
    if show is int:
        return str
    form = form_of(map(show, told))
    return lambda total: form(show(total))


def _verdict(margin: int, number: Callable[[int], str]) -> str:
    return words.outcome(number(abs(margin)), wins=margin > 0) if margin else words.verdict(0)


def _take(
    answers: Answers, cards: list[str], after: list[int], replies: list[int], number: Callable[[int], str]
) -> str:
    """Which side to take, as `words.why` says it."""
    left, right = after
    if left == right:
        return f"{words.EITHER_END}."
    best, other = words.side_text(LEFT, cards[0]), words.side_text(RIGHT, cards[-1])
    worse, place = RIGHT, replies[1]
    if left < right:
        best, other, worse, place = other, best, LEFT, replies[0]
    exposed = is_exposed(place, worse, len(cards), answers.opponent)
    reply = words.reply_text(cards[place], exposed=exposed)
    return words.take_text(best, other, reply, number(abs(left - right)))


def _play(line: str, taken: list[str], yours: str, theirs: str) -> str:
    movers = [mover_of(turn, you_first=True) for turn in range(len(taken))]
    cards = ([card for by, card in zip(movers, taken, strict=True) if by == mover] for mover in MOVERS)
    return words.play_text(line, *map(words.sum_text, cards, (yours, theirs)))


def _shortened(line: str) -> str:
    return words.line_text(Line.of(LEFT if side == "L" else RIGHT for side in line))


def line_texts(lines: NDArray[np.uint8]) -> list[str]:
    """Lines of play of shape (m, n) as text, each as it is written: RLLL."""
    letters = np.where(lines == rules.LEFT, "L", "R")
    texts: list[str] = letters.view(f"U{lines.shape[1]}").ravel().tolist()
    return texts


def _places(lines: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Which card each move of the lines takes, shape (m, n)."""
    goes_left = lines == rules.LEFT
    turns = np.arange(lines.shape[1])
    from_left = goes_left.cumsum(axis=1) - goes_left
    places: NDArray[np.int64] = np.where(goes_left, from_left, lines.shape[1] - 1 - (turns - from_left))
    return places
