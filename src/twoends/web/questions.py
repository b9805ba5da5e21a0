"""The questions of the page, one function each; their fields are text, and the answers JSON objects.

They are stateless. The server of the page and the web worker of a page without a server call `ask`.
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
from twoends.puzzles import GENERATOR
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.opponents import BY_CARDS, SENTENCES, every_opponent
from twoends.views.json import json_number, json_review, json_solution
from twoends.views.puzzles import reason
from twoends.views.summaries import why as sentence
from twoends.views.words import opponent_text
from twoends.web.payloads import best_play, explanation, for_browsers, futures, position
from twoends.web.validation import read_game, read_opponent, read_row

Answer = dict[str, Any]

MOST_CARDS_IN_A_DECISION = 30


def solve(row: str, opponent: str = "optimal") -> Answer:
    """The value of a row moving first and second, with the moves, the best ends and both lines."""
    return json_solution(solve_row(read_row(row), read_opponent(opponent)))


def moves(game: str) -> Answer:
    """A position of a game: its cards, both totals so far and with best play, and the result of each move."""
    return position(read_game(game))


def reply(game: str, player: str | None = None) -> Answer:
    """The move of the player to move, and the game after it.

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
    """Why a move is right: an explanation, the futures, urgencies, the triangle of positions, contraction."""
    return explanation(read_game(game))


def compare(row: str, opponent: str | None = None) -> Answer:
    """A row against one or every opponent: both totals, and whether to go first."""
    cards = read_row(row)
    answers = []
    for who in every_opponent() if opponent is None else [read_opponent(opponent)]:
        solution = solve_row(cards, who)
        solved = json_solution(solution)
        kept = ("first", "second", "margin_first", "margin_second", "best")
        answers.append(
            {
                "opponent": str(who),
                "opponent_text": opponent_text(solution.opponent),
                **{name: solved[name] for name in kept},
                "go": "either" if solution.order_irrelevant else "first" if solution.go_first else "second",
                "exact": solved["exact"],
            }
        )
    return {"answers": answers}


def opponents() -> Answer:
    """The opponents, each with a description and its options, and the ones that are compared."""
    known = [
        {
            "name": name,
            "sentence": sentence,
            "ties": name in BY_CARDS,
            "by_chance": name == "random",
        }
        for name, sentence in SENTENCES.items()
    ]
    return {"opponents": known, "compared": [str(who) for who in every_opponent()]}


def decision(game: str) -> Answer:
    """One decision in a game: what each move gives away, which one is best and why, and the futures."""
    return _decision(read_game(game))


def _decision(game: Game) -> Answer:
    if game.mover == "opponent" or game.over or game.opponent.stochastic:
        raise TwoEndsError(
            "a decision is made on your turn, against an opponent without random moves: give such a game"
        )
    rest = game.rest.cards
    if len(rest) > MOST_CARDS_IN_A_DECISION:
        raise TwoEndsError(
            f"a decision has at most {MOST_CARDS_IN_A_DECISION} cards, and this has {len(rest)}"
        )
    solution = solve_row(game)
    return {
        "game": write(game),
        "row": rest.words(),
        "opponent": str(game.opponent),
        "opponent_text": opponent_text(game.opponent),
        "best": [str(end) for end in solution.best],
        "losses": {str(value.move): json_number(value.loss) for value in solution.moves},
        "why": sentence(solution),
        "futures": futures(solution, best_play(game)),
    }


def puzzle(name: str) -> Answer:
    """A puzzle by its name: its depth and its decision."""
    made = library.named(name)
    return {"name": made.name, "depth": made.depth, **_decision(made.game), "why": reason(made)}


def puzzles() -> Answer:
    """The names of the ladder's puzzles, and the prefix of the name of a row of the day."""
    return {"ladder": [rung.name for rung in library.ladder()], "day": f"{GENERATOR}-day-"}


QUESTIONS: dict[str, Callable[..., Answer]] = {
    each.__name__: each
    for each in (solve, moves, reply, review, why, compare, opponents, puzzle, puzzles, decision)
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
