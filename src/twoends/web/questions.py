"""The questions of the page, one function each; their fields are text, and the answers JSON objects.

The page answers most of them itself (answers.js), in the same form. They are stateless. The server of the
page and the web worker of a page without a server call `ask`.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from inspect import signature
from random import Random
from typing import Any

from twoends import puzzles as library
from twoends.answers import matches
from twoends.answers.policies import best_response
from twoends.answers.reviews import review as judge
from twoends.answers.solution import solve as solve_row
from twoends.puzzles.contests import RUNGS, VERSION
from twoends.rules.errors import TwoEndsError
from twoends.rules.notation import write
from twoends.rules.opponent_names import computer_opponent, every_opponent
from twoends.rules.opponents import BY_CARDS, BY_END, SENTENCES
from twoends.views.json import json_review, json_solution
from twoends.web.payloads import explanation, for_browsers, future_lines, position
from twoends.web.validation import read_game, read_opponent, read_row

Answer = dict[str, Any]


def solve(row: str, opponent: str = "optimal") -> Answer:
    """The value of a row moving first and second, with the moves, the best ends and both lines."""
    return json_solution(solve_row(read_row(row), read_opponent(opponent)))


def moves(game: str) -> Answer:
    """A position of a game: both totals with best play, and the result of each of your moves."""
    return position(read_game(game))


def reply(game: str, player: str | None = None) -> Answer:
    """The move of the player to move, and whether it is by chance.

    On your turn, `player` has to name who moves for you: `best`, or any opponent.
    """
    played = read_game(game)
    against = played.opponent
    if played.over:
        raise TwoEndsError("the game is over, so there is no move: deal a new row")
    if played.mover == "you" and player is None:
        raise TwoEndsError(
            "it is your turn: add your move, L or R, to the game, or name a player to move for you"
        )
    random = Random()
    if played.mover == "opponent":
        who, end = against, matches.reply(played, random)
    elif player == "best":
        who, end = None, best_response(played)(played.state, random)
    else:  # the player is the opponent of the same game seen from the other side
        who = read_opponent(player or "")
        end = matches.reply(replace(played, you_first=not played.you_first, opponent=who), random)
    return {
        "end": str(end),
        "by_chance": who is not None and who.needs_random,
    }


def review(game: str) -> Answer:
    """Every move of a game with what it gave away, and the margin with best play after it."""
    return json_review(judge(read_game(game)))


def why(game: str) -> Answer:
    """Why a move is right: an explanation, urgencies, the triangle of positions."""
    return explanation(read_game(game))


def futures(game: str) -> Answer:
    """Your moves, each with the best play that follows it."""
    return {"futures": future_lines(read_game(game))}


def compare(row: str, opponent: str | None = None) -> Answer:
    """A row against one or every opponent: both totals, and whether to go first."""
    cards = read_row(row)
    answers = []
    for who in every_opponent() if opponent is None else [read_opponent(opponent)]:
        solution = solve_row(cards, who)
        solved = json_solution(solution)
        kept = ("first", "second", "margin_first", "margin_second")
        answers.append(
            {
                "opponent": str(who),
                **{name: solved[name] for name in kept},
                "go": "either" if solution.order_irrelevant else "first" if solution.go_first else "second",
            }
        )
    return {"answers": answers}


def opponents() -> Answer:
    """The opponents to choose from, each with its description and options, and the ones that are compared."""
    known = [
        {
            "name": name,
            "sentence": sentence,
            "ties": name in BY_CARDS,
            "by_chance": name == "random",
        }
        for name, sentence in SENTENCES.items()
        if name not in BY_END
    ]
    return {"opponents": known, "compared": [str(who) for who in every_opponent()]}


def puzzle(name: str) -> Answer:
    """A puzzle or a contest by its name: its game, and the depth of a puzzle."""
    if name.startswith(f"{VERSION}-"):
        return {"name": name, "game": write(library.contest(name).game)}
    made = library.named(name)
    return {"name": made.name, "depth": made.depth, "game": write(made.game)}


def puzzles() -> Answer:
    """What the names of contests begin with: of the rows of the day, and of each rung of the ladder."""
    rungs = [
        {
            "name": f"{VERSION}-rung-{number}-",
            "cards": terms.cards,
            "opponent": str(computer_opponent(terms.against)),
            "you_first": terms.you_first,
            "rules": terms.rules,
        }
        for number, terms in enumerate(RUNGS)
    ]
    return {"day": f"{VERSION}-day-", "rungs": rungs}


QUESTIONS: dict[str, Callable[..., Answer]] = {
    each.__name__: each
    for each in (solve, moves, reply, review, why, futures, compare, opponents, puzzle, puzzles)
}


def ask(question: str, fields: str) -> str:
    """Answer a question whose fields are a JSON object with a JSON object: {"answer"} or {"detail"}.

    >>> ask("reply", '{"game": "8 15 3 7 / first / R / greedy right"}')
    '{"answer": {"end": "L", "by_chance": false}}'
    >>> ask("moves", '{"game": "1 2 / first / LLL"}')
    '{"detail": "move 3 has no card to take: the row has 2"}'
    >>> ask("moves", '{"game": 8}')
    '{"detail": "moves takes a JSON object of text: {game}"}'
    """
    try:
        answer = QUESTIONS[question](**_read_fields(question, fields))
    except TwoEndsError as fault:
        return json.dumps({"detail": str(fault)})
    return json.dumps({"answer": for_browsers(answer)})


def _read_fields(question: str, fields: str) -> dict[str, str]:
    """Read the fields of a question. Raises TwoEndsError unless they are those of its function, and text."""
    parameters = signature(QUESTIONS[question]).parameters
    required = {name for name, parameter in parameters.items() if parameter.default is parameter.empty}
    try:
        given = json.loads(fields)
    except (ValueError, RecursionError):
        given = None
    if (
        not isinstance(given, dict)
        or not required <= given.keys() <= parameters.keys()
        or not all(isinstance(value, str) for value in given.values())
    ):
        known = ", ".join(name if name in required else f"{name}?" for name in parameters)
        raise TwoEndsError(f"{question} takes a JSON object of text: {{{known}}}")
    return given
