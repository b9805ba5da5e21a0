"""The questions of the page: answered as the library does, refused within bounds, and never failing."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import cycle
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twoends
from expected import calls_are_expected
from page_modules import OPPONENTS, positions
from twoends import LEFT, Game, Row, oracle, write
from twoends.answers.policies import best_response, chances
from twoends.rules.notation import parse_game
from twoends.rules.opponent_names import computer_opponent, every_opponent
from twoends.rules.shapes import row_of
from twoends.views.json import json_number, json_solution
from twoends.views.summaries import why as reason
from twoends.web.page_server import is_heavy
from twoends.web.payloads import count_from_one, for_browsers
from twoends.web.questions import QUESTIONS, ask
from views_oracle import told as asked


def refused(question: str, fields: str) -> str:
    [(key, sentence)] = json.loads(ask(question, fields)).items()
    assert (key, "\n" in sentence) == ("detail", False)
    return str(sentence)


# --- it answers as the library does --------------------------------------------------------------


def assert_triangle(triangle: Any, row: Row, opponent: str) -> None:
    """Every part of the row has its best sides, its total, and the cost of the wrong end with its shade."""
    n = len(row)
    cells = {
        (length, start): twoends.solve(Row.of(row.given[start : start + length]), opponent)
        for length in range(1, n + 1)
        for start in range(n + 1 - length)
    }
    costs = {at: float(max(move.loss for move in cell.moves)) for at, cell in cells.items()}
    most = max(costs.values(), default=0) or 1
    for (length, start), cell in cells.items():
        best, shade, total, cost = (
            triangle[part][length - 1][start] for part in ("best", "shade", "totals", "costs")
        )
        sides = "".join(map(str, cell.best))
        assert best == {"LR": "B"}.get(sides, sides), f"{cell}: expected {sides}, got {best}"
        assert float(Fraction(total)) == pytest.approx(float(cell.first)), cell
        cost = float(Fraction(cost))
        assert cost == pytest.approx(costs[length, start], abs=1e-9 * most), cell
        darkness = 9 * (cost / most) ** 0.5
        assert int(shade) == pytest.approx(darkness, abs=0.501), f"{cell} costs {cost} of {most}"


def assert_best_play(game: Game, line: str) -> None:
    """You make best moves to the end, and the opponent moves that they may make."""
    parts = write(game).split(" / ")
    made = next(place for place, part in enumerate(parts) if part in ("first", "second")) + 1
    parts[made] = f"{parts[made].strip('-')} {line}"
    for move in parse_game(" / ".join(parts)).ends[len(game.ends) :]:
        mine = game.mover == "you"
        solution: Any = twoends.solve(game)
        may = solution.best if mine else [may for _, may in chances(game)(game.state)]
        assert move in may, f"{move} of {line} in {write(game)}"
        game = game.play(move)
    assert game.over, line


ANY_GAMES = list(positions(250))
# No cost of these cards is more than the rounding error of a sum of floats.
ANY_GAMES += [parse_game("-90428944266045994 " * 7 + "/ first / - / generous random trembling 2/7")]
ANY_GAMES += [replace(game, opponent=computer_opponent("optimal")) for game in ANY_GAMES if game.rules.plain]


def test_solve_and_compare_answer_as_the_library_does() -> None:
    rows = {row: 1 for game in ANY_GAMES if (row := row_of(game.shape))}
    for row, who in zip(rows, cycle(OPPONENTS), strict=False):
        text, solution = " ".join(row.words()), twoends.solve(row, who)
        solved, everyone = for_browsers(json_solution(solution)), asked("compare", row=text)["answers"]
        assert asked("solve", row=text, opponent=who) == solved
        assert [each["opponent"] for each in everyone] == [*map(str, every_opponent())]
        [compared] = asked("compare", row=text, opponent=who)["answers"]
        assert all(each == compared for each in everyone if each["opponent"] == who)
        go = "either" if solution.order_irrelevant else "first" if solution.go_first else "second"
        assert (compared.pop("opponent"), compared.pop("go")) == (who, go)
        assert compared == {name: solved[name] for name in compared}


def test_why_explains_positions_of_every_shape_by_all_rules_against_anybody() -> None:
    for game in ANY_GAMES:
        text, against = write(game), str(game.opponent)
        told = asked("why", game=text)
        row = row_of(game.shape) if game.rules.plain else None
        mine = Game(game.rest, opponent=against) if row is not None and game.mover == "opponent" else game
        assert told["why"] == count_from_one(reason(twoends.solve(mine))), text
        assert (told["game"], told["line"] is None) == (text, game.opponent.stochastic)
        assert (told["triangle"] is None) == (not row), text
        assert (told["urgencies"] is None) == (row is None or not game.opponent.is_optimal), text
        if told["line"] is not None:
            assert_best_play(game, told["line"])
        if row:
            assert_triangle(told["triangle"], row, against)
        if told["urgencies"]:
            known = oracle(row or ())
            urgencies: dict[str, Any] = {"left": known.left, "right": known.right, "verdict": None}
            if len(game.rest) > 1:
                start = game.ends.count(LEFT)
                left, right = known.left[start], known.right[start + len(game.rest) - 1]
                take = "left or right" if left == right else "left" if left > right else "right"
                urgencies["verdict"] = {"left": left, "right": right, "take": take}
            shown = json.loads(json.dumps(urgencies, default=json_number))
            assert told["urgencies"] == for_browsers(shown), text


def test_the_opponent_moves_as_they_may_and_for_you_whoever_is_named() -> None:
    draw = Random(58)
    for game in ANY_GAMES:
        player = draw.choice(["best", *OPPONENTS])
        if game.over or (game.mover == "you" and player != "best" and "B" not in game.rules.turns):
            continue
        who, text = player, write(game)
        if game.mover == "opponent":
            who, may = str(game.opponent), chances(game)(game.state)
            told = asked("reply", game=text)
        else:
            told = asked("reply", game=text, player=player)
            may = [(Fraction(1), best_response(game)(game.state, draw))]
            if player != "best":
                exchanged = replace(game, you_first=not game.you_first, opponent=computer_opponent(player))
                may = chances(exchanged)(game.state)
        assert told["end"] in [str(move) for _, move in may], f"{text}, {player}"
        assert told["by_chance"] == ("random" in who or "trembling" in who), f"{text}, {player}"


# --- bounds and faults ---------------------------------------------------------------------------


def test_what_is_refused_or_heavy_has_these_limits_and_what_may_be_chosen_these_names() -> None:
    names = {
        "asked": asked,
        "answers": lambda question, **fields: list(asked(question, **fields)),
        "refuses": lambda question, **fields: refused(question, json.dumps(fields)),
        "refused": refused,
        "is_heavy": lambda **fields: is_heavy(json.dumps(fields)),
    }
    calls_are_expected("calls_of_questions.txt", names)


ANYTHING = st.none() | st.integers() | st.floats() | st.text(max_size=9) | st.lists(st.text(max_size=3))
PARTS = [*{part: 1 for game in ANY_GAMES for part in write(game).split(" / ")}, "\ud800", "merge", "x:y", ""]
GAMES = st.sampled_from([*map(write, ANY_GAMES)]) | st.lists(st.sampled_from(PARTS)).map(" / ".join)
NAMES = st.sampled_from(["1-8-3-42", "1-day-2026-11-22", "1-4-2-7~take_1-3_left", "1-8-3-42~x", "best"])
FIELDS = st.dictionaries(
    st.sampled_from(["game", "row", "opponent", "player", "name"]), GAMES | NAMES | ANYTHING, max_size=3
)


@pytest.mark.parametrize("examples", [15, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("question", QUESTIONS)
def test_whatever_is_asked_gets_an_answer_or_one_sentence(question: str, examples: int) -> None:
    @given(FIELDS.map(json.dumps) | ANYTHING.map(json.dumps) | st.text(max_size=20))
    @settings(max_examples=examples, deadline=None)
    def gets(fields: str) -> None:
        [(key, value)] = json.loads(ask(question, fields)).items()
        assert key == "answer" or (key == "detail" and "\n" not in value)

    gets()
