"""The questions of the page, one function each, for the HTTP API and for a page without a server.

The HTTP API calls these functions directly, the web worker of a page without a server through `ask`.
They are stateless and answer with JSON objects. Only `code` needs a library, segno.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any, Literal

from twoends import puzzles as library
from twoends.answers import matches
from twoends.answers.policies import best_response
from twoends.answers.reviews import review as judge
from twoends.answers.solution import solve as solve_row
from twoends.engine.values import METHOD_NAMES
from twoends.puzzles import GENERATOR
from twoends.rules.cards import deal as deal_deck
from twoends.rules.cards import fresh_seed, random_row
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
RowText = str | Sequence[int | float | str]

MOST_CARDS_IN_A_DECISION = 30
MOST_CARDS_IN_A_RACE = 14
"""Exhaustive search doubles with each card and takes a second for these."""

CORRECTION = "m"
"""The code is readable with 15 % of it lost: tuning. More correction would make the modules smaller."""

MOST_BYTES_IN_A_CODE = 600
"""The longest link, in UTF-8; a larger code is hard to scan from the last row of a class."""


def solve(
    row: RowText,
    opponent: str = "optimal",
    ties: Literal["left", "right"] | None = None,
) -> Answer:
    """The value of a row moving first and second, with the moves, the best ends and both lines."""
    against = read_opponent(opponent, ties)
    return json_solution(solve_row(read_row(row), against))


def moves(game: str) -> Answer:
    """A position of a game: its cards, both totals so far and with best play, and the result of each move."""
    return position(read_game(game))


def reply(game: str, seed: int | None = None, player: str | None = None) -> Answer:
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
    random = Random(seed)
    if played.mover == "opponent":
        who, end = against, matches.reply(played, random)
    elif player == "best":
        who, end = None, best_response(played)(played.state, random)
    else:  # the player is the opponent of the same game seen from the other side
        who = read_opponent(player or "")
        end = matches.reply(replace(played, you_first=not played.you_first, opponent=who), random)
    return {
        "end": str(end),
        "game": write(played.play(end)),
        "by_chance": who is not None and who.needs_random,
    }


def review(game: str) -> Answer:
    """Every move of a game with what it gave away, and the margin with best play after it."""
    return json_review(judge(read_game(game)))


def why(game: str) -> Answer:
    """Why a move is right: an explanation, the futures, urgencies, the triangle of positions, contraction."""
    return explanation(read_game(game))


def compare(row: RowText, opponent: str | None = None) -> Answer:
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


def deal(
    kind: Literal["deck", "coins"] = "deck",
    count: int = 52,
    low: int = 1,
    high: int = 99,
    seed: int | None = None,
) -> Answer:
    """Deal a row: cards of one shuffled deck, or random integers."""
    if seed is None:
        seed = fresh_seed()
    if kind == "deck":
        row = deal_deck(count, seed=seed)
    else:
        if low > high:
            raise TwoEndsError(f"the smallest coin, {low}, is larger than the largest, {high}: swap them")
        row = random_row(count, low, high, Random(seed))
    return {"row": str(row), "seed": seed}


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
        "sum": json_number(solution.sum),
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


def race(row: RowText) -> Answer:
    """The number of positions that each method looks at on a row, and on its first 2, 3, … cards."""
    dealt = read_row(row)
    if not 2 <= len(dealt) <= MOST_CARDS_IN_A_RACE:
        raise TwoEndsError(f"a race needs 2 to {MOST_CARDS_IN_A_RACE} cards, and this row has {len(dealt)}")
    runs = []
    for method in METHOD_NAMES[1:]:  # the first one chooses among them
        counts = [solve_row(dealt[:cards], method=method).positions for cards in range(2, len(dealt) + 1)]
        first = json_number(solve_row(dealt, method=method).first)
        runs.append({"method": method, "first": first, "positions": counts[-1], "grows": counts})
    return {"row": dealt.words(), "runs": runs}


def code(text: str) -> Answer:
    """A link as a QR code: the path of an SVG, `size` wide and high, including the quiet zone."""
    length = len(text.encode(errors="replace"))
    if not 0 < length <= MOST_BYTES_IN_A_CODE:
        raise TwoEndsError(f"a code holds 1 to {MOST_BYTES_IN_A_CODE} bytes, and this has {length}")
    import segno  # late: nothing else needs it

    rows = list(segno.make(text, error=CORRECTION, micro=False).matrix_iter(border=4))
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return {"size": len(rows), "path": path}


QUESTIONS: dict[str, Callable[..., Answer]] = {
    each.__name__: each
    for each in (
        *(solve, moves, reply, review, why, compare, opponents, deal),
        *(puzzle, puzzles, decision, race, code),
    )
}


def ask(question: str, fields: str) -> str:
    """Answer a question whose fields are a JSON object with a JSON object: {"answer"} or {"detail"}.

    The types of the fields are not checked, because only the page calls it; user input is validated.

    >>> ask("reply", '{"game": "8 15 3 7 / first / R / greedy right"}')
    '{"answer": {"end": "L", "game": "8 15 3 7 / first / RL / greedy right", "by_chance": false}}'
    >>> ask("moves", '{"game": "1 2 / first / LLL"}')
    '{"detail": "move 3 has no card to take: the row has 2"}'
    """
    try:
        answer = QUESTIONS[question](**json.loads(fields))
    except TwoEndsError as fault:
        return json.dumps({"detail": str(fault)})
    return json.dumps({"answer": for_browsers(answer)})
