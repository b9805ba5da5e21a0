"""The HTTP API and the page, as an ASGI application that keeps no state.

Every request carries all that its answer needs, so that the server can be killed and started again
in the middle of a game. Bad input is answered by 422 and one sentence, too much of it by 413.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

from fastapi import FastAPI, Query, Request
from fastapi.exception_handlers import http_exception_handler
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel, ConfigDict, Field, StrictFloat, StrictInt, StrictStr
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from twoends import __version__
from twoends.answers.matches import player
from twoends.answers.reviews import review
from twoends.answers.solution import solve
from twoends.rules.cards import deal, random_row
from twoends.rules.errors import TwoEndsError
from twoends.rules.notation import write_game
from twoends.rules.sides import Side
from twoends.views.scoresheet import json_review
from twoends.views.words import json_solution
from twoends.web.answers import comparison, explanation, over_http, position
from twoends.web.asked import MOST_BYTES, MOST_CARDS, TooMuchError, game_asked, opponent_asked, row_asked

PAGE = Path(__file__).parent / "page"

LARGEST_BOUND = 10**15

NO_JSON = 'the body is no JSON: send an object such as {"row": "8 15 3 7"}'

HEADERS = {
    b"content-security-policy": (
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        b"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    b"x-content-type-options": b"nosniff",
    b"referrer-policy": b"no-referrer",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    # The page changes with the package: ask each time, and be told that nothing has changed.
    b"cache-control": b"no-cache",
}


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


class AskedGame(BaseModel):
    """A game in its notation: row / who moved first / sides taken / opponent."""

    model_config = ConfigDict(extra="forbid")

    game: StrictStr = Field(
        description="ROW / first or second / MOVES (- for none), and / OPPONENT unless he is optimal.",
        examples=["8 15 3 7 / first / RL", "8 15 3 7 / second / - / greedy right"],
    )


class AskedReply(AskedGame):
    """A game in which the opponent is to move."""

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
        422: {"model": Fault, "description": "Something that the caller can mend."},
    },
)


@app.post("/api/solve")
def api_solve(asked: AskedSolution) -> JSONResponse:
    """What a row is worth moving first and second, with the moves, the best ends and both lines."""
    against = opponent_asked(asked.opponent, asked.ties, asked.epsilon)
    return _json(json_solution(solve(row_asked(asked.row), against)))


@app.post("/api/moves")
def api_moves(asked: AskedGame) -> JSONResponse:
    """A position of a game: cards, totals so far and as promised, and what each of your moves brings."""
    return _json(position(*game_asked(asked.game)))


@app.post("/api/reply")
def api_reply(asked: AskedReply) -> JSONResponse:
    """The opponent's move in a game, and the game after it."""
    game, against = game_asked(asked.game)
    if game.over:
        raise TwoEndsError("the game is over, there is no move to reply with: deal a new row")
    if game.your_turn:
        raise TwoEndsError("it is your turn: add your move, L or R, to the game")
    reply = player(game.row, against, moves_first=not game.you_first, random=Random(asked.seed))
    side = reply(game.position) if len(game.position) > 1 else Side.LEFT
    return _json({"side": side.value, "game": write_game(game.take(side), against)})


@app.post("/api/review")
def api_review(asked: AskedGame) -> JSONResponse:
    """Every move of a game with what it gave away, and how the promised margin went."""
    return _json(json_review(review(*game_asked(asked.game))))


@app.post("/api/why")
def api_why(asked: AskedGame) -> JSONResponse:
    """Why a move is right: in words, both futures, urgencies, triangle of positions, contraction."""
    return _json(explanation(*game_asked(asked.game)))


@app.post("/api/compare")
def api_compare(asked: AskedRow) -> JSONResponse:
    """A row against every opponent: both totals, and who should go first."""
    return _json({"answers": comparison(row_asked(asked.row))})


@app.get("/api/deal")
def api_deal(
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
    if seed is None:
        seed = Random().randrange(10**6)
    if kind == "deck":
        if count > 52:
            raise TwoEndsError(f"a deck has no {count} cards: ask for at most 52")
        row = deal(seed)[:count]
    else:
        if low > high:
            raise TwoEndsError(f"the least coin, {low}, is above the largest one, {high}: exchange them")
        row = random_row(count, low, high, Random(seed))
    return _json({"row": str(row), "seed": seed})


def _json(answer: dict[str, Any]) -> JSONResponse:
    return JSONResponse(over_http(answer))


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
    if fault.status_code == 400:  # the frame's word for a body that is no text
        return _fault(422, NO_JSON)
    return await http_exception_handler(request, fault)


def _fault(status: int, sentence: str) -> JSONResponse:
    # A sentence may quote half of a surrogate pair, which UTF-8 cannot write.
    return JSONResponse({"detail": sentence.encode("utf-8", "replace").decode()}, status)


# --- around every request ----------------------------------------------------------------------


def guarded(inner: ASGIApp) -> ASGIApp:
    """Bound the body while it arrives, and put the security headers on every answer."""

    async def guard(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await inner(scope, receive, send)
            return
        arrived = 0

        async def receive_bounded() -> Message:
            nonlocal arrived
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > MOST_BYTES:
                raise HTTPException(
                    413, f"the request is longer than {MOST_BYTES:,} bytes: send a shorter row"
                )
            return message

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *HEADERS.items()]
            await send(message)

        await inner(scope, receive_bounded, send_with_headers)

    return guard


app.mount("/", StaticFiles(directory=PAGE, html=True))
app.add_middleware(guarded)
