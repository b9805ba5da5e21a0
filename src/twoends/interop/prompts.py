"""Decisions as prompts for language models: a question, and the exact reward of every answer.

Each is a puzzle, so one move is better than any other. It is made from a seed alone; rules, length and depth
make it harder. `Decisions` has the methods of a procedural data set of the package `reasoning-gym`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from twoends.answers.solution import solve
from twoends.puzzles.making import puzzle
from twoends.rules.errors import TwoEndsError

MOST = 10**9
"""Decisions of one seed, and seeds: puzzles have so many seeds that no two data sets share one."""

PLAIN = "A move takes the left (L) or the right (R) card; whoever has the larger sum in the end wins."

ANSWER = re.compile(r"answer\W*\b(\w+)", re.IGNORECASE)


class Decisions:
    """Decisions from a seed: item k is always the same one, whatever was asked for before.

    size      how many there are
    seed      whole number from 0; another one gives other decisions
    length    cards in a row, 3 to 16
    opponent  a built-in one who never strays
    depth     plies that have to be looked ahead
    rules     what a move takes and earns, whose turn it is, as in `take 1-2 either`

    Raises TwoEndsError for what no puzzle is made of.

    >>> decisions = Decisions(size=2, length=6, opponent="greedy")
    >>> entry = decisions[0]
    >>> [decisions.score_answer(f"Answer: {move}", entry) for move in ("L", "R")]
    [1.0, 0.0]
    """

    category = "games"

    def __init__(
        self,
        size: int = 500,
        seed: int = 1,
        *,
        length: int = 8,
        opponent: object = "optimal",
        depth: int = 3,
        rules: object = None,
    ) -> None:
        if not 1 <= size <= MOST or not 0 <= seed < MOST:
            raise TwoEndsError(
                f"size is {size}, seed is {seed}: give a size from 1, a seed from 0, to {MOST:,}"
            )
        self.size, self.seed = size, seed
        self._puzzle = partial(puzzle, length=length, opponent=opponent, depth=depth, rules=rules)
        self[0]  # refuses what cannot be asked for

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[k] for k in range(self.size))

    def __getitem__(self, k: int) -> dict[str, Any]:
        """The question, the best move, and with `rewards` what each move earns."""
        if not 0 <= k < self.size:
            raise IndexError(k)
        made = self._puzzle(self.seed * MOST + k)
        game = made.game
        losses = {move.end: Fraction(move.loss) for move in solve(game).moves}
        worst = max(losses.values())
        # In the order of the rules: the solution's own begins with the best one.
        rewards = {str(move): float((worst - losses[move]) / worst) for move in game.moves()}
        rules = PLAIN if game.rules.plain else f"The rules of this game: {game.rules}."
        question = (
            f"Two players take turns at a row of cards. {rules}\nYour opponent: {game.opponent}.\n"
            f"The row: {' '.join(map(str, made.rest))}\nIt is your move, and the legal moves are "
            f"{', '.join(rewards)}. Which one is best? End with a line such as: Answer: L"
        )
        answer = next(move for move, reward in rewards.items() if reward == 1)
        metadata = {"name": made.name, "rewards": rewards, "difficulty": {"depth": made.depth}}
        return {"question": question, "answer": answer, "metadata": metadata}

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """1 minus the loss over the largest loss: 1 for the best move alone; 0 for what cannot be read."""
        return reward_of(answer, entry["metadata"]["rewards"])


def reward_of(answer: str | None, rewards: Mapping[str, float]) -> float:
    """The reward of the last answer in a text; 0 where there is none that is a legal move.

    >>> [reward_of(text, {"L": 1.0, "R": 0.0}) for text in ("R? No. Answer: **l**", "L", "Answer: 7", None)]
    [1.0, 1.0, 0.0, 0.0]
    """
    said = ANSWER.findall(answer or "") or [(answer or "").strip()]
    return rewards.get(said[-1].upper(), 0.0)
