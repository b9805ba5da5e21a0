"""The HTTP API and the page, as an ASGI application that keeps no state.

Every request carries all that its answer needs, so that the server can be killed and started again
in the middle of a game. Bad input is answered by 422 and one sentence, too much of it by 413. What
concerns every request alike, whatever it asks, is in guard.py.
"""

from __future__ import annotations

from collections.abc import Callable
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
from twoends.web import questions
from twoends.web.answers import for_browsers
from twoends.web.asked import MOST_CARDS, TooMuchError
from twoends.web.guard import guarded

PAGE = Path(__file__).parent / "page"

LARGEST_BOUND = 10**15

NO_JSON = 'the body is not JSON: send an object such as {"row": "8 15 3 7"}'

LEAST_BYTES_TO_PACK = 1_000
"""Below this gzip gains nothing that a network would notice."""


AT_ONCE = CapacityLimiter(2)
"""So many questions are worked on at once: their threads share one interpreter with the page's files."""


# --- what is asked -----------------------------------------------------------------------------


class AskedRow(BaseModel):
    """A row, as text or as a list of values."""

    model_config = ConfigDict(extra="forbid")

    row: StrictStr | list[StrictInt | StrictFloat | StrictStr] = Field(
        description=f"The values in order, at most {MOST_CARDS:,}: text, or a list of numbers and words.",
        examples=["8 15 3 7", [8, 15, 3, 7], "A♠ 10h Kd", ["1/2", "0.25"]],
    )


class AskedSolution(AskedRow):
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


class AskedComparison(AskedRow):
    """A row, and against whom it is solved."""

    opponent: StrictStr | None = Field(
        None, description="One opponent; None: each of them.", examples=["greedy left"]
    )


class AskedGame(BaseModel):
    """A game in its notation: row / who moved first / sides taken / opponent."""

    model_config = ConfigDict(extra="forbid")

    game: StrictStr = Field(
        description="ROW / first or second / MOVES (- for none), and / OPPONENT unless they are optimal.",
        examples=["8 15 3 7 / first / RL", "8 15 3 7 / second / - / greedy right"],
    )


class AskedReply(AskedGame):
    """A game, and who is to move in it."""

    player: StrictStr | None = Field(
        None,
        description="Who moves on your turn: `best`, or any opponent. None: the opponent's turn only.",
        examples=["best", "greedy left"],
    )
    seed: StrictInt | None = Field(None, description="The same seed draws the same random move.")


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


@app.post("/api/solve")
async def api_solve(asked: AskedSolution) -> JSONResponse:
    """What a row is worth moving first and second, with the moves, the best ends and both lines."""
    return await _answer(questions.solve, asked.row, asked.opponent, asked.ties, asked.epsilon)


@app.post("/api/moves")
async def api_moves(asked: AskedGame) -> JSONResponse:
    """A position of a game: cards, totals so far and as promised, and what each of your moves brings."""
    return await _answer(questions.moves, asked.game)


@app.post("/api/reply")
async def api_reply(asked: AskedReply) -> JSONResponse:
    """The move of whoever is to move in a game, and the game after it."""
    return await _answer(questions.reply, asked.game, asked.seed, asked.player)


@app.post("/api/review")
async def api_review(asked: AskedGame) -> JSONResponse:
    """Every move of a game with what it gave away, and how the promised margin went."""
    return await _answer(questions.review, asked.game)


@app.post("/api/why")
async def api_why(asked: AskedGame) -> JSONResponse:
    """Why a move is right: in words, both futures, urgencies, triangle of positions, contraction."""
    return await _answer(questions.why, asked.game)


@app.post("/api/compare")
async def api_compare(asked: AskedComparison) -> JSONResponse:
    """A row against every opponent, or one: both totals, and who should go first."""
    return await _answer(questions.compare, asked.row, asked.opponent)


@app.post("/api/decision")
async def api_decision(asked: AskedGame) -> JSONResponse:
    """One decision in a game: what each end brings, which one is best and why, and both futures."""
    return await _answer(questions.decision, asked.game)


@app.post("/api/race")
async def api_race(asked: AskedRow) -> JSONResponse:
    """How many positions each method looks at on a row, and on its first 2, 3, … cards."""
    return await _answer(questions.race, asked.row)


@app.get("/api/puzzle")
async def api_puzzle(
    name: Annotated[
        str, Query(description="As twoends puzzle prints it.", examples=["1-8-3-42", "1-day-2026-11-22"])
    ],
) -> JSONResponse:
    """A puzzle by its name: its row, its depth, the best end and why, and both futures."""
    return await _answer(questions.puzzle, name)


@app.get("/api/puzzles")
async def api_puzzles() -> JSONResponse:
    """The names of the ladder's rungs, and how the name of a day's row begins."""
    return await _answer(questions.puzzles)


@app.get("/api/code")
async def api_code(text: Annotated[str, Query(description="A link of at most 600 bytes.")]) -> JSONResponse:
    """A link as a QR code: the path of an SVG."""
    return await _answer(questions.code, text)


@app.get("/api/opponents")
async def api_opponents() -> JSONResponse:
    """Who may sit opposite: a name, a sentence, and whether ties matter."""
    return await _answer(questions.opponents)


@app.get("/api/deal")
async def api_deal(
    kind: Annotated[
        Literal["deck", "coins"], Query(description="Cards of one shuffled deck, or random integers.")
    ] = "deck",
    count: Annotated[int, Query(ge=0, le=MOST_CARDS, description="How many: of a deck at most 52.")] = 52,
    low: Annotated[int, Query(ge=-LARGEST_BOUND, le=LARGEST_BOUND, description="The least coin.")] = 1,
    high: Annotated[int, Query(ge=-LARGEST_BOUND, le=LARGEST_BOUND, description="The largest coin.")] = 99,
    seed: Annotated[
        int | None, Query(ge=0, le=2**53, description="The same seed deals the same row.")
    ] = None,
) -> JSONResponse:
    """Deal a row."""
    return await _answer(questions.deal, kind, count, low, high, seed)


async def _answer(question: Callable[..., dict[str, Any]], *asked: Any) -> JSONResponse:
    """Answer in a thread, a few questions at once: a page is served while others are waiting."""
    answer = await to_thread.run_sync(lambda: for_browsers(question(*asked)), limiter=AT_ONCE)
    return JSONResponse(answer)


# --- faults, each one sentence -----------------------------------------------------------------


@app.exception_handler(TwoEndsError)
def _mend(request: Request, fault: TwoEndsError) -> JSONResponse:
    return _fault(413 if isinstance(fault, TooMuchError) else 422, str(fault))


@app.exception_handler(RequestValidationError)
def _ask_again(request: Request, fault: RequestValidationError) -> JSONResponse:
    first = fault.errors()[0]
    if first["type"] == "json_invalid":
        sentence = NO_JSON
    else:
        where = ".".join(str(part) for part in first["loc"][1:] if isinstance(part, str | int)) or "the body"
        sentence = f"{where}: {first['msg'][0].lower()}{first['msg'][1:]}; see /openapi.json"
    return _fault(422, sentence)


@app.exception_handler(HTTPException)
async def _plainly(request: Request, fault: HTTPException) -> Response:
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
