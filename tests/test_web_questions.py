"""The questions of the page: answered as the library does, refused within bounds, and never failing."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import twoends
from twoends.engine.oracle import oracle
from twoends.puzzles.contests import RUNGS
from twoends.rules.opponent_names import every_opponent
from twoends.views.json import json_solution
from twoends.web.page_server import is_heavy
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
def test_solve_and_compare_answer_as_the_library_does(row: list[int], opponent: str) -> None:
    solution = twoends.solve(row, opponent)
    solved = for_browsers(json_solution(solution))
    assert asked("solve", row=text(row), opponent=opponent) == solved
    [compared] = asked("compare", row=text(row), opponent=opponent)["answers"]
    assert (compared.pop("opponent"), compared.pop("go")) == (
        opponent,
        "either" if solution.order_irrelevant else "first" if solution.go_first else "second",
    )
    assert compared == {name: solved[name] for name in compared}


@given(ROWS, OPPONENTS)
@settings(max_examples=20)
def test_why_shows_best_sides_and_totals_of_every_position_and_urgencies(
    row: list[int], opponent: str
) -> None:
    why = asked("why", game=f"{text(row)} / first / - / {opponent}")
    for length in range(1, len(row) + 1):
        for start in range(len(row) + 1 - length):
            cell = row[start : start + length]
            solution = twoends.solve(cell, opponent)
            got, best = why["triangle"]["best"][length - 1][start], "".join(map(str, solution.best))
            assert got == {"LR": "B"}.get(best, best), f"{cell} {opponent}: expected {best}, got {got}"
            totals = why["triangle"]["totals"]
            assert float(totals[length - 1][start]) == pytest.approx(float(solution.first))
    if opponent == "optimal":
        known = oracle(row)
        assert read_game(f"{text(row)} / first / {why['line']}").yours == twoends.solve(row).first
        assert (why["urgencies"]["left"], why["urgencies"]["right"]) == ([*known.left], [*known.right])


def test_best_and_opponents_may_move_for_you() -> None:
    game = "8 15 3 7 / first / -"
    for player, end in (("best", "R"), ("greedy left", "L"), ("generous", "R")):
        assert asked("reply", game=game, player=player) == {"end": end, "by_chance": False}
    assert asked("reply", game=game, player="random")["by_chance"]
    for wrong, sentence in ((game, "it is your turn"), ("1 2 / first / LL", "the game is over")):
        assert refused("reply", json.dumps({"game": wrong})).startswith(sentence)


def test_contests_are_named_by_the_rows_of_the_day_and_the_rungs_of_the_ladder() -> None:
    told = asked("puzzles")
    assert told["day"] == "2-day-"
    for number, rung in enumerate(told["rungs"]):
        game = read_game(asked("puzzle", name=f"{rung['name']}7")["game"])
        assert rung == {
            "name": f"2-rung-{number}-",
            "cards": len(game.shape.cards),
            "opponent": str(game.opponent),
            "you_first": game.you_first,
            "rules": RUNGS[number].rules,
        }


# --- bounds and faults ---------------------------------------------------------------------------


def test_fields_are_a_json_object_of_text() -> None:
    for fields in ("", "{", "[]", "[" * 60_000, "{}", '{"row": 8}', '{"row": NaN}', '{"row": "1", "x": "1"}'):
        assert refused("solve", fields) == "solve takes a JSON object of text: {row, opponent?}"
    assert "'<U+D800>' is not a value" in refused("solve", '{"row": "\\ud800"}')


LIMITS = (
    ("7 " * 1000, "7 " * 1001, "a row of 1,001 cards is too long"),
    ("9" * 100, "1e100", "value 1 has more than 100 digits"),
    ("1/" + "9" * 100, "1/1" + "0" * 100, "value 1 has more than 100 digits"),
    ("1 2 / first / - / random", "1 2 / first / - / os:getcwd", "built-in opponents"),
    ("1 2 | 3 / first / 1:L", "1 2 | 3 / first / 1:L / os:getcwd", "built-in opponents"),
    ("1 / first / - / left trembling 1/1000", "1 / first / - / left trembling 1/1001", "the denominator"),
    ("1 " * 20 + "/ take any either / first / -", "1 " * 21 + "/ take any either / first / -", "at most 20"),
    ("1 " * 30 + "/ take 1-2 either / first / -", "1 " * 31 + "/ take 1-2 either / first / -", "at most 30"),
    ("circle " + "1 " * 60, "circle " + "1 " * 61, "at most 60"),
    ("1 1 1 1 1 | 1 1 1 1 1 | 1 1 1 1 1", "7 " * 12 + "| " + "7 " * 12, "a board of 8,100 positions"),
    ("1 2 / take 2 left / first / -", "1 2 / take 2 left, merge / first / -", "merged cards"),
)


@pytest.mark.parametrize(("within", "beyond", "sentence"), LIMITS)
def test_what_is_within_a_limit_is_answered_and_what_is_not_gets_one_sentence(
    within: str, beyond: str, sentence: str
) -> None:
    assert asked("moves", game=within)
    assert sentence in refused("moves", json.dumps({"game": beyond}))


def test_a_row_and_an_opponent_by_themselves_have_the_same_limits() -> None:
    for row, opponent, sentence in (
        ("7 " * 1001, "random", "a row of 1,001 cards"),
        ("1e100", "random", "value 1 has more than 100 digits"),
        ("1 2", "os:getcwd", "built-in opponents"),
        ("1 2", "left trembling 1/1001", "the denominator of a probability"),
    ):
        assert sentence in refused("solve", json.dumps({"row": row, "opponent": opponent}))


def test_a_long_row_has_a_triangle_without_numbers_and_a_longer_one_none() -> None:
    def triangle(cards: int) -> Any:
        return asked("why", game="7 " * cards + "/ first / -")["triangle"]

    assert triangle(60)["totals"]
    assert triangle(60)["costs"]
    assert triangle(61)["totals"] is triangle(61)["costs"] is None
    assert triangle(200)["best"]
    assert triangle(201) is None


@pytest.mark.parametrize(
    ("field", "text", "expected"),
    [
        ("game", f"{'7 ' * 52} / first / {'L' * 40} / optimal trembling 1/10", False),
        ("row", "7" + " 7" * 218, False),
        ("row", "7" + " 7" * 219, True),
        ("game", "1 2 3 4 5 | 5 6 7 8 9 1 2 / first / -", False),
        ("game", "1 2 3 4 5 | 5 6 7 8 9 1 2 3 / first / -", True),
        ("name", "1-16-7-42~take_1-3_left", True),
        ("", "", False),
    ],
)
def test_a_question_is_heavy_by_its_text(field: str, text: str, expected: bool) -> None:
    assert is_heavy(json.dumps({field: text})) is expected


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


@pytest.mark.parametrize("examples", [15, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("question", QUESTIONS)
def test_whatever_is_asked_gets_an_answer_or_one_sentence(question: str, examples: int) -> None:
    @given(FIELDS.map(json.dumps) | ANYTHING.map(json.dumps) | st.text(max_size=20))
    @settings(max_examples=examples, deadline=None)
    def gets(fields: str) -> None:
        [(key, value)] = json.loads(ask(question, fields)).items()
        assert key == "answer" or (key == "detail" and "\n" not in value)

    gets()
