"""The HTTP API and the whole answers: as the library answers, refused within bounds, and never failing."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from pprint import pformat
from typing import Any

import pytest
import schemathesis
from hypothesis import example, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from starlette.testclient import TestClient

import twoends
from expected import DATA, calls_are_expected, is_expected
from twoends.engine import bottom_up
from twoends.rules.errors import NotationError
from twoends.rules.opponents import every_opponent
from twoends.views.json import json_solution
from twoends.web import questions
from twoends.web.app import app
from twoends.web.payloads import for_browsers
from twoends.web.questions import QUESTIONS, ask
from twoends.web.validation import MOST_BYTES, read_game

client = TestClient(app, base_url="http://127.0.0.1", raise_server_exceptions=False)

ROWS = st.lists(st.integers(-9, 9), min_size=1, max_size=9)
OPPONENTS = st.sampled_from([*[str(who) for who in every_opponent()], "optimal trembling 1/10", "random"])


def asked(question: str, **body: Any) -> Any:
    response = client.post(f"/api/{question}", json=body)
    assert response.status_code == 200, f"{question} {body}: {response.text}"
    return response.json()


def refused(status: int, question: str, **body: Any) -> str:
    response = client.post(f"/api/{question}", json=body)
    assert response.status_code == status, f"{question}: {response.status_code} {response.text[:200]}"
    sentence: str = response.json()["detail"]
    assert "\n" not in sentence
    return sentence


# --- it answers as the library does --------------------------------------------------------------


@given(ROWS, OPPONENTS)
@example([2**53 + 1], "optimal")  # which a browser would round
@settings(max_examples=20)
def test_solve_answers_as_the_library_does(row: list[int], opponent: str) -> None:
    solution = json_solution(twoends.solve(row, opponent))
    assert asked("solve", row=row, opponent=opponent) == for_browsers(solution)


@given(ROWS, OPPONENTS, st.booleans(), st.data())
@settings(max_examples=20)
def test_moves_are_those_of_solve_on_the_remaining_cards(
    row: list[int], opponent: str, you_first: bool, data: st.DataObject
) -> None:
    sides = data.draw(st.text("LR", max_size=len(row) - 1))
    game = f"{' '.join(map(str, row))} / {'first' if you_first else 'second'} / {sides or '-'} / {opponent}"
    answer = asked("moves", game=game)
    rest = row[answer["start"] : answer["stop"]]
    solution = twoends.solve(rest, opponent)
    yours = answer["to_move"] == "you"
    promised = solution.first if yours else solution.second
    assert Fraction(answer["promised"]["yours"]) == answer["yours"] + promised, game
    got = {move["end"]: (Fraction(move["total"]), Fraction(move["loss"])) for move in answer["moves"]}
    expected = {str(move.move): (move.total, move.loss) for move in solution.moves if yours}
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
    game = f"{' '.join(map(str, row))} / {'first' if you_first else 'second'} / {sides}%s / {opponent}"
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
    triangle = asked("why", game=f"{' '.join(map(str, row))} / first / - / {opponent}")["triangle"]
    for length in range(1, len(row) + 1):
        for start in range(len(row) + 1 - length):
            cell = row[start : start + length]
            solution = twoends.solve(cell, opponent)
            got, best = triangle["best"][length - 1][start], "".join(map(str, solution.best))
            assert got == {"LR": "B"}.get(best, best), f"{cell} {opponent}: expected {best}, got {got}"
            assert float(triangle["totals"][length - 1][start]) == pytest.approx(float(solution.first))


# --- bounds and faults ---------------------------------------------------------------------------


def test_requests_within_a_limit_are_answered_and_others_get_one_sentence() -> None:
    functions = (asked, refused, wrong, deal)
    names: dict[str, Any] = {each.__name__: each for each in functions}
    calls_are_expected("calls_of_the_api.txt", names | {"client": client})


def wrong(method: str, path: str, content: bytes = b"{}") -> Any:
    sent = {"Content-Type": "application/json"}
    response = client.request(method, path, content=content, headers=sent)
    return response.status_code, response.headers.get("allow"), response.json()["detail"]


def deal(**fields: int) -> Any:
    wide: dict[str, Any] = {"kind": "coins", "low": -(10**15), "high": 10**15}
    return client.get("/api/deal", params={**wide, **fields})


def test_a_deal_is_a_whole_deck_and_coins_are_from_1_to_99_by_default() -> None:
    assert len(client.get("/api/deal").json()["row"].split()) == 52
    dealt = client.get("/api/deal", params={"kind": "coins", "count": 1000, "seed": 7}).json()
    coins = list(map(int, dealt["row"].split()))
    assert (min(coins), max(coins)) == (1, 99)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_long_body_is_refused_while_it_arrives(chunked: bool) -> None:
    body = b'{"row": "' + b"1 " * MOST_BYTES + b'"}'
    content = (body[at : at + 4096] for at in range(0, len(body), 4096)) if chunked else body
    response = client.post("/api/solve", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code == 413
    assert "bytes" in response.json()["detail"]


# --- the frame -----------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/main.js", "/api/deal", "/openapi.json", "/nothing-here"])
def test_every_answer_carries_the_security_headers(path: str) -> None:
    headers = client.get(path, headers={"Origin": "http://elsewhere.example"}).headers
    policy = headers["content-security-policy"]
    for nothing in ("default-src", "base-uri", "form-action", "frame-ancestors"):
        assert f"{nothing} 'none'" in policy.split("; "), f"{nothing} is open: {policy}"
    assert "unsafe" not in policy
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["x-content-type-options"] == "nosniff"
    assert "access-control-allow-origin" not in headers
    assert "set-cookie" not in headers


HERE = {"Host": "localhost"}
schema = schemathesis.openapi.from_asgi("/openapi.json", app, headers=HERE)


REQUESTS = [
    pytest.param(operation, mode, id=f"{operation.label} {mode.value}")
    for operation in (found.ok() for found in schema.get_all_operations() if isinstance(found, Ok))
    for mode in GenerationMode
    if operation.body or operation.query or mode.is_positive  # no fields: nothing can be wrong
]


# Each has a name of its own: workers run several tests of one name as one.
@pytest.mark.parametrize("examples", [4, pytest.param(25, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("operation", "mode"), REQUESTS)
def test_the_api_keeps_its_own_description(operation: Any, mode: GenerationMode, examples: int) -> None:
    @given(operation.as_strategy(generation_mode=mode))
    @settings(max_examples=examples)
    def keeps(case: Any) -> None:
        case.call_and_validate(
            checks=[
                not_a_server_error,
                status_code_conformance,
                content_type_conformance,
                response_schema_conformance,
            ],
            headers=HERE,
        )

    keeps()


# --- whole answers -------------------------------------------------------------------------------

PAGE = DATA / "page"
"""For each question a file: what is asked stands after >>>, and the answer or the refusal below it."""


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_answers_to_every_question(question: str) -> None:
    asked = re.findall("^>>> (.*)$", (PAGE / f"{question}.txt").read_text("utf-8"), re.MULTILINE)
    answers = [f">>> {each}\n{laid_out(ask(question, json.dumps(eval(each))))}\n" for each in asked]
    is_expected(f"page/{question}.txt", "\n".join(answers))


def test_a_deal_without_a_seed_has_one_of_a_million() -> None:
    seeds = {questions.deal(count=3)["seed"] for _ in range(30)}
    assert len(seeds) > 20
    assert all(0 <= seed < 10**6 for seed in seeds)
    assert max(seeds) > 10**4
    dealt = questions.deal(count=5)
    assert questions.deal(count=5, seed=dealt["seed"]) == dealt


def laid_out(answer: str) -> str:
    """An answer on several lines, none of them indented: columns would double the file."""
    return re.sub(r"\n +", "\n", pformat(json.loads(answer), width=110, compact=True, sort_dicts=False))


@pytest.mark.parametrize("score", ["3/2/1", "2^turn"])
def test_the_page_refuses_weights_with_a_word(score: str) -> None:
    with pytest.raises(NotationError, match="the page has no weights"):
        read_game(f"1 2 3 / score {score} / first / -")
