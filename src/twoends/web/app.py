"""The HTTP API and the page, as an ASGI application that keeps no state.

Every request carries all that its answer needs, so that the server can be killed and started again
in the middle of a game. Bad input is answered by 422 and one sentence, too much of it by 413. What
concerns every request alike, whatever it asks, is in guard.py.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from anyio import CapacityLimiter, to_thread
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt, StrictStr
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from twoends import __version__
from twoends.rules.errors import TwoEndsError
from twoends.web.guard import guarded
from twoends.web.payloads import for_browsers
from twoends.web.questions import QUESTIONS
from twoends.web.validation import MOST_CARDS, TooMuchError

PAGE = Path(__file__).parent / "page"

LARGEST_BOUND = 10**15

NO_JSON = 'the body is not JSON: send an object such as {"row": "8 15 3 7"}'

LEAST_BYTES_TO_PACK = 1_000
"""Below this gzip gains nothing that a network would notice."""


AT_ONCE = CapacityLimiter(2)
"""So many questions are worked on at once: their threads share one interpreter with the page's files."""


# --- requests -----------------------------------------------------------------------------


class RowRequest(BaseModel):
    """A row, as text or as a list of values."""

    model_config = ConfigDict(extra="forbid")

    row: StrictStr | list[StrictInt | StrictFloat | StrictStr] = Field(
        description=f"The values in order, at most {MOST_CARDS:,}: text, or a list of numbers and words.",
        examples=["8 15 3 7", [8, 15, 3, 7], "A♠ 10h Kd", ["1/2", "0.25"]],
    )


class SolveRequest(RowRequest):
    """A row and who replies."""

    opponent: StrictStr = Field(
        "optimal",
        description="optimal, greedy, modest, generous or random, with ties and trembling: "
        "`greedy left trembling 1/10`.",
        examples=["greedy", "greedy left trembling 1/10", "random 1/3"],
    )
    ties: Literal["left", "right"] | None = Field(
        None, description="Which of two equal ends greedy and modest take; right if nothing is said."
    )
    epsilon: StrictStr | None = Field(
        None, description="The probability that the opponent moves at random.", examples=["1/10", "0.05"]
    )


class CompareRequest(RowRequest):
    """A row, and against whom it is solved."""

    opponent: StrictStr | None = Field(
        None, description="One opponent; None: each of them.", examples=["greedy left"]
    )


class GameRequest(BaseModel):
    """A game in its notation: row / who moved first / sides taken / opponent."""

    model_config = ConfigDict(extra="forbid")

    game: StrictStr = Field(
        description="ROW / first or second / MOVES (- for none), and / OPPONENT unless they are optimal.",
        examples=["8 15 3 7 / first / RL", "8 15 3 7 / second / - / greedy right"],
    )


class ReplyRequest(GameRequest):
    """A game, and who is to move in it."""

    player: StrictStr | None = Field(
        None,
        description="Who moves on your turn: `best`, or any opponent. None: the opponent's turn only.",
        examples=["best", "greedy left"],
    )
    seed: StrictInt | None = Field(None, description="The same seed draws the same random move.")


class PuzzleRequest(BaseModel):
    """A puzzle by its name."""

    name: str = Field(description="As twoends puzzle prints it.", examples=["1-8-3-42", "1-day-2026-11-22"])


class CodeRequest(BaseModel):
    """A link that is to be drawn."""

    text: str = Field(description="A link of at most 600 bytes.")


class DealRequest(BaseModel):
    """A row that is to be dealt."""

    kind: Literal["deck", "coins"] = Field(
        "deck", description="Cards of one shuffled deck, or random integers."
    )
    count: int = Field(52, ge=0, le=MOST_CARDS, description="How many: of a deck at most 52.")
    low: int = Field(1, ge=-LARGEST_BOUND, le=LARGEST_BOUND, description="The least coin.")
    high: int = Field(99, ge=-LARGEST_BOUND, le=LARGEST_BOUND, description="The largest coin.")
    seed: int | None = Field(None, ge=0, le=2**53, description="The same seed deals the same row.")


class NoFields(BaseModel):
    """A question that is always the same."""


class Fault(BaseModel):
    """What is wrong, in one sentence that says how to mend it."""

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
        422: {"model": Fault, "description": "Something that the caller can mend."},
    },
)


POSTS: dict[str, type[BaseModel]] = {
    "solve": SolveRequest,
    "moves": GameRequest,
    "reply": ReplyRequest,
    "review": GameRequest,
    "why": GameRequest,
    "compare": CompareRequest,
    "decision": GameRequest,
    "race": RowRequest,
}
GETS: dict[str, type[BaseModel]] = {
    "puzzle": PuzzleRequest,
    "puzzles": NoFields,
    "code": CodeRequest,
    "opponents": NoFields,
    "deal": DealRequest,
}
"""What each question takes: in the body, or in the address."""


def _serve(name: str, method: str, fields: Any) -> None:
    """Answer `/api/NAME` in a thread, a few questions at once: a page is served while others are waiting."""

    async def endpoint(asked: BaseModel) -> JSONResponse:
        def answer() -> Any:
            return for_browsers(QUESTIONS[name](**asked.model_dump()))

        return JSONResponse(await to_thread.run_sync(answer, limiter=AT_ONCE))

    endpoint.__annotations__["asked"] = fields
    app.api_route(f"/api/{name}", methods=[method], name=name, description=QUESTIONS[name].__doc__)(endpoint)


for _name, _fields in POSTS.items():
    _serve(_name, "POST", _fields)
for _name, _fields in GETS.items():
    _serve(_name, "GET", Annotated[_fields, Query()])


# --- faults, each one sentence -----------------------------------------------------------------


@app.exception_handler(TwoEndsError)
def _handle_fault(request: Request, fault: TwoEndsError) -> JSONResponse:
    return _fault(413 if isinstance(fault, TooMuchError) else 422, str(fault))


@app.exception_handler(RequestValidationError)
def _handle_invalid(request: Request, fault: RequestValidationError) -> JSONResponse:
    first = fault.errors()[0]
    if first["type"] == "json_invalid":
        sentence = NO_JSON
    else:
        where = ".".join(str(part) for part in first["loc"][1:] if isinstance(part, str | int)) or "the body"
        sentence = f"{where}: {first['msg'][0].lower()}{first['msg'][1:]}; see /openapi.json"
    return _fault(422, sentence)


@app.exception_handler(HTTPException)
async def _handle_http(request: Request, fault: HTTPException) -> Response:
    headers = dict(fault.headers or {})
    if fault.status_code == 400:  # the frame's word for a body that is not text
        return _fault(422, NO_JSON)
    if fault.status_code == 404:
        return _fault(404, f"there is nothing at {request.url.path}: see /openapi.json")
    if fault.status_code == 405:
        headers = {"Allow": headers.get("Allow", "GET, HEAD")}  # a file of the page
        sentence = f"{request.url.path} does not take {request.method}: send {headers['Allow']}"
        return _fault(405, sentence, headers)
    return _fault(fault.status_code, str(fault.detail), headers)


def _fault(status: int, sentence: str, headers: dict[str, str] | None = None) -> JSONResponse:
    # A sentence may quote half of a surrogate pair, which UTF-8 cannot write.
    return JSONResponse({"detail": sentence.encode("utf-8", "replace").decode()}, status, headers)


# Not a mount, which would answer for the API where a method is wrong.
app.router.default = StaticFiles(directory=PAGE, html=True)
app.add_middleware(GZipMiddleware, minimum_size=LEAST_BYTES_TO_PACK)
app.add_middleware(guarded)
