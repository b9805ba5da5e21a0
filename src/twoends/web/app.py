"""The HTTP API and the page, as a stateless ASGI application.

Every request is self-contained, so that the server can be restarted in the middle of a game. Bad input
is answered with 422 and one sentence, too much input with 413. The checks of every request are in
guard.py.
"""

from __future__ import annotations

import json
from inspect import signature
from pathlib import Path
from typing import Annotated, Any

from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field, create_model
from starlette.exceptions import HTTPException

from twoends import __version__
from twoends.rules.errors import TwoEndsError, shortened
from twoends.web.guard import guarded
from twoends.web.payloads import for_browsers
from twoends.web.questions import QUESTIONS
from twoends.web.validation import MOST_CARDS, TooMuchError

PAGE = Path(__file__).parent / "page"

LARGEST_BOUND = 10**15

NOT_JSON = 'the body is not JSON: send an object such as {"row": "8 15 3 7"}'

AT_ONCE = CapacityLimiter(2)
"""Limits the threads that compute answers, which share the interpreter with requests for files."""


# --- requests -----------------------------------------------------------------------------

FIELDS = {
    "row": Field(
        description=f"The values in order, at most {MOST_CARDS:,}: text, or a list of numbers and words.",
        examples=["8 15 3 7", [8, 15, 3, 7], "A♠ 10h Kd", ["1/2", "0.25"]],
    ),
    "opponent": Field(
        description="optimal, greedy, modest, generous or random, with ties and trembling: "
        "`greedy left trembling 1/10`.",
        examples=["greedy", "greedy left trembling 1/10", "random"],
    ),
    "ties": Field(description="Which of two equal ends greedy and modest take; right by default."),
    "compare opponent": Field(description="One opponent; None: each of them.", examples=["greedy left"]),
    "game": Field(
        description="ROW / first or second / MOVES (- for none), and / OPPONENT unless it is optimal.",
        examples=["8 15 3 7 / first / RL", "8 15 3 7 / second / - / greedy right"],
    ),
    "player": Field(
        description="Who moves on your turn: `best`, or any opponent; by default nobody.",
        examples=["best", "greedy left"],
    ),
    "reply seed": Field(description="The same seed draws the same random move."),
    "name": Field(description="As twoends puzzle prints it.", examples=["1-8-3-42", "1-day-2026-11-22"]),
    "text": Field(description="A link of at most 600 bytes."),
    "kind": Field(description="Cards of one shuffled deck, or random integers."),
    "count": Field(ge=0, le=MOST_CARDS, description="The number of cards; at most 52 from a deck."),
    "low": Field(ge=-LARGEST_BOUND, le=LARGEST_BOUND, description="The least coin."),
    "high": Field(ge=-LARGEST_BOUND, le=LARGEST_BOUND, description="The largest coin."),
    "seed": Field(ge=0, le=2**53, description="The same seed deals the same row."),
}
"""The descriptions and bounds of the fields of requests; `QUESTION FIELD` is for one question only."""


def _request(question: str, config: ConfigDict) -> type[BaseModel]:
    """Build the model of a request from the parameters of its function."""
    fields: dict[str, Any] = {}
    for each in signature(QUESTIONS[question], eval_str=True).parameters.values():
        known = FIELDS.get(f"{question} {each.name}", FIELDS.get(each.name))
        default = ... if each.default is each.empty else each.default
        fields[each.name] = Annotated[each.annotation, known], default
    return create_model(f"{question.capitalize()}Request", __config__=config, **fields)


class Fault(BaseModel):
    """One sentence that says what is wrong and how to correct it."""

    detail: str


# --- the application ---------------------------------------------------------------------------

app = FastAPI(
    title="twoends",
    version=__version__,
    summary="Values in a row, two players, a move takes the left or the right end.",
    description="Numbers are JSON numbers where they are integers of at most 2^53 in size or floats; "
    "larger integers, fractions and decimals are text.",
    docs_url=None,  # both documentation pages would load scripts from another host
    redoc_url=None,
    responses={
        413: {"model": Fault, "description": "More than the server is willing to work on."},
        415: {"model": Fault, "description": "A body that is not JSON by its content type."},
        422: {"model": Fault, "description": "A mistake that the caller can correct."},
    },
)


def _serve(question: str, method: str, fields: Any) -> None:
    """Answer `/api/QUESTION` in a thread, so that files are served while answers are computed."""

    async def endpoint(body: BaseModel) -> JSONResponse:
        def answer() -> Any:
            return for_browsers(QUESTIONS[question](**body.model_dump()))

        return JSONResponse(await to_thread.run_sync(answer, limiter=AT_ONCE))

    endpoint.__annotations__["body"] = fields
    description = QUESTIONS[question].__doc__
    app.api_route(f"/api/{question}", methods=[method], name=question, description=description)(endpoint)


for _question in ("solve", "moves", "reply", "review", "why", "compare", "decision", "race"):
    _serve(_question, "POST", _request(_question, ConfigDict(extra="forbid", strict=True)))
for _question in ("puzzle", "puzzles", "code", "opponents", "deal"):  # their fields are in the address
    _serve(_question, "GET", Annotated[_request(_question, ConfigDict()), Query()])


# --- faults, each one sentence -----------------------------------------------------------------


@app.exception_handler(TwoEndsError)
def _handle_fault(request: Request, fault: TwoEndsError) -> JSONResponse:
    return _fault(413 if isinstance(fault, TooMuchError) else 422, str(fault))


@app.exception_handler(RequestValidationError)
def _handle_invalid(request: Request, fault: RequestValidationError) -> JSONResponse:
    first = fault.errors()[0]
    if first["type"] == "json_invalid":
        sentence = NOT_JSON
    elif first["loc"][1:2] == ("row",) and first["type"] != "missing":
        sentence = _bad_row(first["input"])
    else:
        where = ".".join(str(part) for part in first["loc"][1:] if isinstance(part, str | int)) or "the body"
        sentence = f"{where}: {first['msg'][0].lower()}{first['msg'][1:]}; see /openapi.json"
    return _fault(422, sentence)


def _bad_row(given: object) -> str:
    """Say what is wrong with a row that is neither text nor a list of numbers and words.

    >>> _bad_row([1, None])
    'value 2 of row is null: give a number, or a word such as "1/2" or "10h"'
    """
    for place, value in enumerate(given if isinstance(given, list) else (), 1):
        if isinstance(value, bool) or not isinstance(value, int | float | str):
            shown = shortened(json.dumps(value))
            return f'value {place} of row is {shown}: give a number, or a word such as "1/2" or "10h"'
    shown = shortened(json.dumps(given))
    return f'row is {shown}: give text such as "8 15 3 7", or a list such as [8, 15, 3, 7]'


@app.exception_handler(HTTPException)
async def _handle_http(request: Request, fault: HTTPException) -> Response:
    headers = dict(fault.headers or {})
    if fault.status_code == 400:  # the framework's answer to a body that is not text
        return _fault(422, NOT_JSON)
    if fault.status_code == 404:
        return _fault(404, f"there is nothing at {request.url.path}: see /openapi.json")
    if fault.status_code == 405:
        headers = {"Allow": headers.get("Allow", "GET, HEAD")}  # for a file of the page
        sentence = f"{request.url.path} does not take {request.method}: send {headers['Allow']}"
        return _fault(405, sentence, headers)
    return _fault(fault.status_code, str(fault.detail), headers)


def _fault(status: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    # A sentence may quote half of a surrogate pair, which UTF-8 cannot write.
    return JSONResponse({"detail": sentence.encode("utf-8", "replace").decode()}, status, headers)


# Not a mount, which would also answer API requests with a wrong method.
app.router.default = StaticFiles(directory=PAGE, html=True)
app.add_middleware(guarded)
