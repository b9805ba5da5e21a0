"""Decisions and whole games as prompts for language models, with the exact reward of each answer.

Each one starts from a puzzle, so exactly one move is best, and depends on its seed alone; rules, length and
depth make it harder. `Decisions` has the methods of a procedural data set of the package `reasoning-gym`;
`Talk` plays the game on from a decision, move by move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial
from operator import add
from random import Random
from typing import Any

from twoends.answers.policies import policy
from twoends.answers.positions import Prospect, prospect_of
from twoends.answers.solution import worth
from twoends.puzzles import Puzzle, puzzle
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.rulebook import State

LIMIT = 10**9
"""Upper limit of sizes and of seeds: no two data sets then share the seed of a puzzle."""

DEFAULT_RULES = "A move takes the left (L) or the right (R) card; whoever has the larger sum in the end wins."

ANSWER = re.compile(r"answer\W*\b(\w+)", re.IGNORECASE)


class Decisions:
    """A sequence of decisions made from a seed: item k does not depend on the items read before it.

    size      number of decisions
    seed      whole number from 0; each seed gives different decisions
    length    cards in a row, 3 to 16
    opponent  a built-in opponent without random moves
    depth     number of plies that the best move requires looking ahead
    rules     what a move takes and earns and whose turn it is, such as `take 1-2 either`

    Raises TwoEndsError if there are no puzzles with these options.

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
        if not 1 <= size <= LIMIT or not 0 <= seed < LIMIT:
            raise TwoEndsError(
                f"size is {size}, seed is {seed}: "
                f"give a size from 1 to {LIMIT:,} and a seed from 0 to {LIMIT - 1:,}"
            )
        self.size, self.seed = size, seed
        self._puzzle = partial(puzzle, length=length, opponent=opponent, depth=depth, rules=rules)
        self[0]  # raises if there are no such puzzles

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[dict[str, Any]]:
        return (self[k] for k in range(self.size))

    def __getitem__(self, k: int) -> dict[str, Any]:
        """The question, the best move, and in the metadata the reward of each move."""
        decision = self.puzzle(k)
        talk = Talk.of(decision, whole=False)
        # In the order of the rules, which does not give the best move away.
        rewards = {move: float(1 - loss / talk.worst) for move, loss in talk.losses.items()}
        answer = next(move for move, reward in rewards.items() if reward == 1)
        metadata = {
            "source_dataset": "twoends",
            "source_index": k,
            "name": decision.name,
            "rewards": rewards,
            "difficulty": {"depth": decision.depth},
        }
        return {"question": talk.message, "answer": answer, "metadata": metadata}

    def puzzle(self, k: int) -> Puzzle:
        """The puzzle behind item k; `Talk.of` plays it as a game. Raises IndexError."""
        if not 0 <= k < self.size:
            raise IndexError(k)
        return self._puzzle(self.seed * LIMIT + k)

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """1 - loss / (largest loss): 1 for the best move only; 0 for an answer that is not a legal move."""
        rewards: Mapping[str, float] = entry["metadata"]["rewards"]
        return rewards.get(last_answer(answer), 0.0)


@dataclass(frozen=True)
class Talk:
    """A game in words that starts from a puzzle, after some answers of a model.

    game     the game so far: it is your move, or the game is over
    message  the open question; at the end, what happened last
    losses   what each legal move gives away, by the move's text
    worst    the largest regret with which the game can end; never 0
    whole    whether the game goes on after the first answer
    regret   what your moves have given away in total
    over     whether no question is left: after the last move, or an answer that is not a legal move
    reward   1 - regret / worst at the end; 0 before, and after an answer that is not a legal move

    >>> talk = Talk.of(puzzle(7, length=4, depth=2))
    >>> talk.game.rest, talk.worst
    (Row(2 13 18 2), Fraction(16, 1))
    >>> talk.answer("Answer: L").answer("Answer: L").reward
    1.0
    """

    game: Game
    message: str
    losses: Mapping[str, Fraction]
    worst: Fraction
    whole: bool = True
    regret: Fraction = Fraction(0)
    over: bool = False
    reward: float = 0.0

    @classmethod
    def of(cls, start: Puzzle, *, whole: bool = True) -> Talk:
        """The game that begins with a puzzle, or its first decision only."""
        game = start.game
        book, prospect, reply = game.book, prospect_of(game), policy(game)

        @cache
        def worst(state: State) -> Fraction:
            while book.moves(state) and book.mover(state) == "opponent":
                state = book.after(state, reply(state, Random(0)))
            losses = _losses(game, state, prospect).values()
            further = [worst(book.after(state, move)) if whole else 0 for move in book.moves(state)]
            return max(map(add, losses, further), default=Fraction(0))

        rules = DEFAULT_RULES if game.rules.plain else f"The rules of this game: {game.rules}."
        setting = f"Two players take turns at a row of cards. {rules}\nYour opponent: {game.opponent}.\n"
        losses = _losses(game, game.state, prospect)
        return cls(game, setting + _question(game), losses, worst(game.state), whole)

    def answer(self, text: str | None) -> Talk:
        """The game after an answer and the opponent's reply; a game that is over is returned unchanged."""
        if self.over:
            return self
        if (word := last_answer(text)) not in self.losses:
            return replace(self, message="That is no legal move.", over=True)
        regret = self.regret + self.losses[word]
        message = f"You took {word}."
        game = self.game.play(self.game.moves()[list(self.losses).index(word)])
        while not game.over and game.mover == "opponent":
            reply = policy(game)(game.state, Random(0))
            message += f" The opponent took {reply}."
            game = game.play(reply)
        message += f" You have {game.yours}, the opponent {game.theirs}."
        if game.over or not self.whole:
            reward = float(1 - regret / self.worst)
            return replace(
                self, game=game, message=message, losses={}, regret=regret, over=True, reward=reward
            )
        losses = _losses(game, game.state, prospect_of(game))
        return replace(self, game=game, message=f"{message}\n{_question(game)}", losses=losses, regret=regret)


def _losses(game: Game, state: State, prospect: Callable[[State], Prospect]) -> dict[str, Fraction]:
    """What each legal move gives away, by the move's text, in the order of the rules."""
    values = [Fraction(worth(game.rules, *totals)) for totals in prospect(state).after]
    moves = map(str, game.book.moves(state))
    return {move: max(values) - value for move, value in zip(moves, values, strict=True)}


def _question(game: Game) -> str:
    return (
        f"The row: {' '.join(map(str, game.rest.cards))}\nIt is your move, and the legal moves are "
        f"{', '.join(map(str, game.moves()))}. Which one is best? End with a line such as: Answer: L"
    )


def last_answer(text: str | None) -> str:
    """The last answer in a text, or the whole text if it has none, in capitals.

    >>> [last_answer(text) for text in ("R? No. Answer: **l**", "l2", "I like both.", None)]
    ['L', 'L2', 'I LIKE BOTH.', '']
    """
    answers: list[str] = ANSWER.findall(text or "")
    return (answers[-1] if answers else (text or "").strip()).upper()
