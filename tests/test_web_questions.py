"""The questions of the page: answered as the library does, refused within bounds, and never failing."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pprint import pformat
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import twoends
from expected import DATA, calls_are_expected, is_expected
from twoends.engine import bottom_up
from twoends.rules.opponents import every_opponent
from twoends.views.json import json_solution
from twoends.web import questions
from twoends.web.payloads import for_browsers
from twoends.web.questions import QUESTIONS, ask
from twoends.web.validation import read_game

ROWS = st.lists(st.integers(-9, 9), min_size=1, max_size=9)
OPPONENTS = st.sampled_from([*[str(who) for who in every_opponent()], "optimal trembling 1/10", "random"])


def asked(question: str, **fields: str) -> Any:
    answer = json.loads(ask(question, json.dumps(fields)))
    assert "answer" in answer, f"{question} {fields}: {answer}"
    return answer["answer"]


def refused(question: str, fields: str) -> str:
    [(key, sentence)] = json.loads(ask(question, fields)).items()
    assert (key, "\n" in sentence) == ("detail", False)
    return str(sentence)


def text(row: list[int]) -> str:
    return " ".join(map(str, row))


# --- it answers as the library does --------------------------------------------------------------


@given(ROWS, OPPONENTS)
@example([2**53 + 1], "optimal")  # which a browser would round
@settings(max_examples=20)
def test_solve_answers_as_the_library_does(row: list[int], opponent: str) -> None:
    solution = json_solution(twoends.solve(row, opponent))
    assert asked("solve", row=text(row), opponent=opponent) == for_browsers(solution)


@given(ROWS, OPPONENTS, st.booleans(), st.data())
@settings(max_examples=20)
def test_moves_are_those_of_solve_on_the_remaining_cards(
    row: list[int], opponent: str, you_first: bool, data: st.DataObject
) -> None:
    sides = data.draw(st.text("LR", max_size=len(row) - 1))
    game = f"{text(row)} / {'first' if you_first else 'second'} / {sides or '-'} / {opponent}"
    answer, played = asked("moves", game=game), read_game(game)
    solution: Any = twoends.solve(played.rest, opponent)
    yours = played.mover == "you"
    promised = solution.first if yours else solution.second
    assert Fraction(answer["promised"]["yours"]) == played.yours + promised, game
    got = {move["end"]: (Fraction(move["finish"]), Fraction(move["loss"])) for move in answer["moves"]}
    expected = {str(move.move): (played.yours + move.total, move.loss) for move in solution.moves if yours}
    assert got == expected, game


@given(ROWS, OPPONENTS, st.booleans(), st.text("LR", max_size=8))
@example([8, 15, 3, 7, 9, 2], "optimal", True, "RL")
@example([5, -9, -2, -4, 8, 9, -4], "greedy right", True, "LL")  # what was taken already decides the mark
@example([-6, -3, 9, 4, 9, -3, 6], "greedy right", True, "LL")
@settings(max_examples=20)
def test_every_hint_is_marked_as_the_review_marks_the_move(
    row: list[int], opponent: str, you_first: bool, sides: str
) -> None:
    sides = sides[: len(row) - 1]
    game = f"{text(row)} / {'first' if you_first else 'second'} / {sides}%s / {opponent}"
    for move in asked("moves", game=game % "" if sides else game % "-")["moves"]:
        judged = asked("review", game=game % move["end"])["played"][-1]
        assert (judged["mark"], judged["loss"]) == (move["mark"], move["loss"]), (game, move)


def test_one_position_costs_one_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps = []

    def watched(swept: bottom_up.Sweep, *options: Any) -> None:
        sweeps.append(swept.you_first)
        run(swept, *options)

    run = bottom_up.run
    monkeypatch.setattr(bottom_up, "run", watched)
    asked("moves", game="8 15 3 7 / first / - / random")
    assert set(sweeps) == {True}


# --- why -----------------------------------------------------------------------------------------


@given(ROWS, OPPONENTS)
@settings(max_examples=20)
def test_the_triangle_holds_best_sides_and_totals_of_every_position(row: list[int], opponent: str) -> None:
    triangle = asked("why", game=f"{text(row)} / first / - / {opponent}")["triangle"]
    for length in range(1, len(row) + 1):
        for start in range(len(row) + 1 - length):
            cell = row[start : start + length]
            solution = twoends.solve(cell, opponent)
            got, best = triangle["best"][length - 1][start], "".join(map(str, solution.best))
            assert got == {"LR": "B"}.get(best, best), f"{cell} {opponent}: expected {best}, got {got}"
            assert float(triangle["totals"][length - 1][start]) == pytest.approx(float(solution.first))


# --- bounds and faults ---------------------------------------------------------------------------


def test_questions_within_a_limit_are_answered_and_others_get_one_sentence() -> None:
    def wrong(question: str, **fields: str) -> str:
        return refused(question, json.dumps(fields))

    calls_are_expected("calls_of_the_questions.txt", {"asked": asked, "wrong": wrong, "refused": refused})


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=3), values, max_size=3),
    max_leaves=5,
)
PARTS = (
    ("8 15 3 7", "1/3 0.5 10h", "1 2 | [3 7]", "circle 2 8 1", "-", "", "x"),
    ("take any either", "take 1-3 left, turns ABBA", "score rest", "merge"),
    ("first", "second", "third"),
    ("-", "R", "RLLL", "1:L", "L3", "\ud800"),
    ("optimal", "greedy left trembling 1/10", "random", "best", "os:getcwd"),
)
GAMES = st.tuples(*map(st.sampled_from, PARTS)).flatmap(
    lambda parts: st.sampled_from([" / ".join(parts), " / ".join((parts[0], *parts[2:])), *parts])
)
NAMES = st.sampled_from(["1-8-3-42", "1-day-2026-11-22", "1-4-2-7~take_1-3_left", "1-8-3-42~x", "best"])
FIELDS = st.dictionaries(
    st.sampled_from(["game", "row", "opponent", "player", "name"]), GAMES | NAMES | ANYTHING, max_size=3
)


@pytest.mark.parametrize("examples", [30, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("question", QUESTIONS)
def test_whatever_is_asked_gets_an_answer_or_one_sentence(question: str, examples: int) -> None:
    @given(FIELDS.map(json.dumps) | ANYTHING.map(json.dumps) | st.text(max_size=20))
    @settings(max_examples=examples, deadline=None)
    def gets(fields: str) -> None:
        [(key, value)] = json.loads(ask(question, fields)).items()
        assert key == "answer" or (key == "detail" and "\n" not in value)

    gets()


# --- whole answers -------------------------------------------------------------------------------

PAGE = DATA / "page"
"""For each question a file: what is asked stands after >>>, and the answer or the refusal below it."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answers_to_every_question(question: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "Random", lambda: Random(3))
    asked = re.findall("^>>> (.*)$", (PAGE / f"{question}.txt").read_text("utf-8"), re.MULTILINE)
    answers = [f">>> {each}\n{laid_out(ask(question, json.dumps(eval(each))))}\n" for each in asked]
    is_expected(f"page/{question}.txt", "\n".join(answers))


def laid_out(answer: str) -> str:
    """An answer on several lines, none of them indented: columns would double the file."""
    return re.sub(r"\n +", "\n", pformat(json.loads(answer), width=110, compact=True, sort_dicts=False))
