"""Many rows at once: what `json` and `words` write of each, out of the columns of their answers."""

from __future__ import annotations

from collections.abc import Iterator
from json import JSONEncoder

import numpy as np
from numpy.typing import NDArray

from twoends.answers.many import Answers
from twoends.answers.reasons import is_exposed
from twoends.answers.solution import winner_of
from twoends.kernels import rules
from twoends.rules.sides import LEFT, RIGHT, Line
from twoends.views import words
from twoends.views.json import JsonSolution, json_move, json_shape
from twoends.views.numbers import card_text


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
        moves = [json_move("L", left, max(right - left, 0)), json_move("R", right, max(left - right, 0))]
        told = JsonSolution(
            **json_shape(row),
            opponent=opponent,
            method=method,
            first=first,
            second=second,
            theirs_first=whole - first,
            theirs_second=whole - second,
            margin_first=2 * first - whole,
            margin_second=2 * second - whole,
            go_first=first >= second,
            winner=winner_of(2 * first - whole),
            best=["L"] * (left >= right) + ["R"] * (right >= left),
            line=line,
            line_second=line_second,
            moves=moves if left >= right else moves[::-1],
            sum=whole,
            positions=positions,
        )
        yield encode(told._asdict())


def summaries(answers: Answers) -> Iterator[str]:
    """The answer to each row in a few lines, as `words.summary` gives it."""
    opponent = words.opponent_text(answers.opponent)
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
        totals = words.totals_text(
            (str(first), str(second)),
            (str(whole - first), str(whole - second)),
            (_verdict(2 * first - whole), _verdict(2 * second - whole)),
        )
        yield words.summary_text(
            words.shape_text(row),
            opponent,
            totals,
            words.advice_text(
                _take(answers, cards, after, replies), either=first == second, go_first=first >= second
            ),
            _play(line, [cards[place] for place in places], first, whole)
            if n <= words.MOST_CARDS_SPELT_OUT
            else words.play_text(line if n <= words.MOST_CARDS_SHOWN else _shortened(line)),
            words.face_values(row) if set(map(type, row.given)) != {int} else (),
        )


def _verdict(margin: int) -> str:
    return words.outcome(str(abs(margin)), wins=margin > 0) if margin else words.verdict(0)


def _take(answers: Answers, cards: list[str], after: list[int], replies: list[int]) -> str:
    """Which side to take, as `words.why` says it."""
    left, right = after
    if left == right:
        return f"{words.EITHER_END}."
    best, other = words.side_text(LEFT, cards[0]), words.side_text(RIGHT, cards[-1])
    worse, place = RIGHT, replies[1]
    if left < right:
        best, other, worse, place = other, best, LEFT, replies[0]
    exposed = is_exposed(place, worse, len(cards), answers.opponent)
    return words.take_text(
        best, other, words.reply_text(cards[place], exposed=exposed), str(abs(left - right))
    )


def _play(line: str, taken: list[str], first: int, whole: int) -> str:
    return words.play_text(
        line, words.sum_text(taken[::2], str(first)), words.sum_text(taken[1::2], str(whole - first))
    )


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
