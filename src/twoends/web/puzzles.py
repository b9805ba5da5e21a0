"""What the page asks about puzzles, the lesson and the race, as JSON objects.

As answers.py, this runs in a browser, too; only the code of a link is drawn by a library, segno.
"""

from __future__ import annotations

from typing import Any

from twoends import puzzles as library
from twoends.answers.solution import solve
from twoends.puzzles.making import GENERATOR
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.notation import write
from twoends.rules.rows import Row
from twoends.views.json import json_number
from twoends.views.puzzles import reason
from twoends.views.words import opponent_text
from twoends.web.answers import explanation

METHODS = ("exhaustive", "top-down", "bottom-up", "contraction")
"""Who runs in the race."""

MOST_CARDS_IN_A_DECISION = 30
MOST_CARDS_IN_A_RACE = 14
"""Exhaustive search doubles with each card; so many take it a second."""

MOST_BYTES_IN_A_CODE = 600
"""Of a link, in UTF-8; a code of more is hard to read from the last row of a class."""


def decision(game: Game) -> dict[str, Any]:
    """One decision: the row, what each move gives away, which one is best and why, and the futures."""
    if game.mover == "opponent" or game.over or game.opponent.stochastic:
        raise TwoEndsError("a decision is yours, against somebody whose moves are certain: give such a game")
    rest = game.rest.cards
    if len(rest) > MOST_CARDS_IN_A_DECISION:
        raise TwoEndsError(
            f"a decision has at most {MOST_CARDS_IN_A_DECISION} cards, and this has {len(rest)}"
        )
    told, solution = explanation(game), solve(game)
    return {
        "game": write(game),
        "row": rest.words(),
        "opponent": str(game.opponent),
        "opponent_text": opponent_text(game.opponent),
        "best": [str(end) for end in solution.best],
        "losses": {str(move.end): json_number(move.loss) for move in solution.moves},
        "sum": json_number(solution.sum),
        "why": told["why"],
        "futures": told["futures"],
    }


def puzzle(name: str) -> dict[str, Any]:
    """A puzzle by its name: its depth, and its decision."""
    made = library.named(name)
    return {"name": made.name, "depth": made.depth, **decision(made.game), "why": reason(made)}


def puzzles() -> dict[str, Any]:
    """The names of the ladder's rungs, and what stands before a date in the name of a day's row."""
    return {"ladder": [rung.name for rung in library.ladder()], "day": f"{GENERATOR}-day-"}


def race(row: Row) -> dict[str, Any]:
    """How many positions each method looks at on this row, and on its first 2, 3, … cards."""
    if not 2 <= len(row) <= MOST_CARDS_IN_A_RACE:
        raise TwoEndsError(f"a race runs on 2 to {MOST_CARDS_IN_A_RACE} cards, and this has {len(row)}")
    runs = []
    for method in METHODS:
        counts = [solve(row[:cards], method=method).positions for cards in range(2, len(row) + 1)]
        whole = solve(row, method=method)
        runs.append(
            {"method": method, "first": json_number(whole.first), "positions": counts[-1], "grows": counts}
        )
    return {"row": row.words(), "runs": runs}


def code(text: str) -> dict[str, Any]:
    """A link as a QR code: its modules as the path of an SVG, `size` wide and high, with a quiet rim."""
    length = len(text.encode(errors="replace"))
    if not 0 < length <= MOST_BYTES_IN_A_CODE:
        raise TwoEndsError(f"a code holds 1 to {MOST_BYTES_IN_A_CODE} bytes, and this has {length}")
    import segno  # late, because nothing else needs it

    rows = list(segno.make(text, error="m", micro=False).matrix_iter(border=4))
    path = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return {"size": len(rows), "path": path}
