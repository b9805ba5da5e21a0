"""What the page asks, one function a question, whichever way the question came.

The HTTP API calls these functions, and so does the worker of a page without a server, through `ask`.
None keeps a state: every question carries all that its answer needs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from twoends.answers import matches
from twoends.answers.policies import best_response
from twoends.answers.reviews import review as judge
from twoends.answers.solution import solve as solve_row
from twoends.rules.cards import deal as deal_deck
from twoends.rules.cards import random_row
from twoends.rules.errors import TwoEndsError
from twoends.rules.notation import write
from twoends.rules.opponents import every_opponent
from twoends.views.json import json_review, json_solution
from twoends.web import answers
from twoends.web import puzzles as about_puzzles
from twoends.web.asked import game_asked, opponent_asked, row_asked

Asked = dict[str, Any]


def solve(
    row: str | Sequence[int | float | str],
    opponent: str = "optimal",
    ties: str | None = None,
    epsilon: str | None = None,
) -> Asked:
    """What a row is worth moving first and second, with the moves, the best ends and both lines."""
    against = opponent_asked(opponent, ties, epsilon)
    return json_solution(solve_row(row_asked(row), against))


def moves(game: str) -> Asked:
    """A position of a game: cards, totals so far and as promised, and what each of your moves brings."""
    return answers.position(game_asked(game))


def reply(game: str, seed: int | None = None, player: str | None = None) -> Asked:
    """The move of whoever is to move, and the game after it.

    On your turn a player has to be named who sits in your seat: `best`, or any opponent.
    """
    played = game_asked(game)
    against = played.opponent
    if played.over:
        raise TwoEndsError("the game is over, there is no move to reply with: deal a new row")
    if played.mover == "you" and player is None:
        raise TwoEndsError(
            "it is your turn: add your move, L or R, to the game, or name a player for your seat"
        )
    random = Random(seed)
    if played.mover == "opponent":
        who, end = against, matches.reply(played, random)
    elif player == "best":
        who, end = None, best_response(played)(played.state, random)
    else:  # whoever sits in your seat is the opponent of the same game, seen from the other side
        who = opponent_asked(player or "")
        end = matches.reply(replace(played, you_first=not played.you_first, opponent=who), random)
    return {
        "end": str(end),
        "game": write(played.play(end)),
        "by_chance": who is not None and who.draws,
    }


def review(game: str) -> Asked:
    """Every move of a game with what it gave away, and how the promised margin went."""
    return json_review(judge(game_asked(game)))


def why(game: str) -> Asked:
    """Why a move is right: in words, both futures, urgencies, triangle of positions, contraction."""
    return answers.explanation(game_asked(game))


def compare(row: str | Sequence[int | float | str], opponent: str | None = None) -> Asked:
    """A row against every opponent, or one: both totals, and who should go first."""
    against = every_opponent() if opponent is None else [opponent_asked(opponent)]
    return {"answers": answers.comparison(row_asked(row), against)}


def opponents() -> Asked:
    """Who may sit opposite, each with a sentence, and whom a row is compared against."""
    return {"opponents": answers.opponents(), "compared": [str(who) for who in every_opponent()]}


def deal(kind: str = "deck", count: int = 52, low: int = 1, high: int = 99, seed: int | None = None) -> Asked:
    """Deal a row: cards of one shuffled deck, or random integers."""
    if seed is None:
        seed = Random().randrange(10**6)
    if kind == "deck":
        row = deal_deck(count, seed=seed)
    else:
        if low > high:
            raise TwoEndsError(f"the least coin, {low}, is above the largest one, {high}: exchange them")
        row = random_row(count, low, high, Random(seed))
    return {"row": str(row), "seed": seed}


def puzzle(name: str) -> Asked:
    """A puzzle by its name: its row, its depth, the best end and why, and both futures."""
    return about_puzzles.puzzle(name)


def puzzles() -> Asked:
    """The names of the ladder's rungs, and how the name of a day's row begins."""
    return about_puzzles.puzzles()


def decision(game: str) -> Asked:
    """One decision in a game: what each end brings, which one is best and why, and both futures."""
    return about_puzzles.decision(game_asked(game))


def race(row: str | Sequence[int | float | str]) -> Asked:
    """How many positions each method looks at on a row, and on its first 2, 3, … cards."""
    return about_puzzles.race(row_asked(row))


def code(text: str) -> Asked:
    """A link as a QR code: the path of an SVG."""
    return about_puzzles.code(text)


QUESTIONS: dict[str, Callable[..., Asked]] = {
    "solve": solve,
    "moves": moves,
    "reply": reply,
    "review": review,
    "why": why,
    "compare": compare,
    "opponents": opponents,
    "deal": deal,
    "puzzle": puzzle,
    "puzzles": puzzles,
    "decision": decision,
    "race": race,
    "code": code,
}


def ask(question: str, asked: str) -> str:
    """Answer a question whose fields are a JSON object, by a JSON object: {"answer"} or {"detail"}.

    The page sends only what the HTTP API would take; what users may type is checked as there.

    >>> ask("reply", '{"game": "8 15 3 7 / first / R / greedy right"}')
    '{"answer": {"end": "L", "game": "8 15 3 7 / first / RL / greedy right", "by_chance": false}}'
    >>> ask("moves", '{"game": "1 2 / first / LLL"}')
    '{"detail": "move 3 has no card to take: the row has 2"}'
    """
    try:
        answer = QUESTIONS[question](**json.loads(asked))
    except TwoEndsError as fault:
        return json.dumps({"detail": str(fault)})
    return json.dumps({"answer": answers.for_browsers(answer)})
