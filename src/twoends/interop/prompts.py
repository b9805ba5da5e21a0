"""Decisions and whole games as prompts for language models: questions, and the exact reward of the answers.

Each begins as a puzzle, so one move is better than any other. It is made from a seed alone; rules, length and
depth make it harder. `Decisions` has the methods of a procedural data set of the package `reasoning-gym`;
`Talk` is the game that begins there, move by move.
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
from twoends.interop.states import worths_after
from twoends.puzzles.making import Puzzle, puzzle
from twoends.rules.errors import TwoEndsError
from twoends.rules.games import Game
from twoends.rules.rulebook import State

MOST = 10**9
"""Decisions of one seed, and seeds: puzzles have so many seeds that no two data sets share one."""

PLAIN = "A move takes the left (L) or the right (R) card; whoever has the larger sum in the end wins."

ANSWER = re.compile(r"answer\W*\b(\w+)", re.IGNORECASE)


class Decisions:
    """Decisions from a seed: item k is always the same one, whatever was asked for before.

    size      how many there are
    seed      whole number from 0; another one gives other decisions
    length    cards in a row, 3 to 16
    opponent  a built-in one who never trembles
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
        made = self.puzzle(k)
        talk = Talk.of(made, whole=False)
        # In the order of the rules, which does not tell the best move.
        rewards = {move: float(1 - loss / talk.worst) for move, loss in talk.losses.items()}
        answer = next(move for move, reward in rewards.items() if reward == 1)
        metadata = {
            "source_dataset": "twoends",
            "source_index": k,
            "name": made.name,
            "rewards": rewards,
            "difficulty": {"depth": made.depth},
        }
        return {"question": talk.said, "answer": answer, "metadata": metadata}

    def puzzle(self, k: int) -> Puzzle:
        """What item k is made of; `Talk.of` plays it to the end."""
        if not 0 <= k < self.size:
            raise IndexError(k)
        return self._puzzle(self.seed * MOST + k)

    def score_answer(self, answer: str | None, entry: Mapping[str, Any]) -> float:
        """1 minus the loss over the largest loss: 1 for the best move alone; 0 for what cannot be read."""
        rewards: Mapping[str, float] = entry["metadata"]["rewards"]
        return rewards.get(last_said(answer), 0.0)


@dataclass(frozen=True)
class Talk:
    """A game in words, from a puzzle to the last card, as it stands after some answers of a model.

    game    as it stands: your move, or over
    said    the question that is open; at the end what happened last
    losses  what each legal move gives away, by its text
    worst   the largest regret that it can end with; never 0
    whole   whether it goes on after the first answer
    lost    the regret: what your moves gave away in all
    over    whether nothing more is asked: after the last card, or an answer that is no legal move
    reward  at the end, 1 minus the regret over the largest one; 0 before, and after such an answer

    >>> talk = Talk.of(puzzle(7, length=4, depth=2))
    >>> talk.game.rest, talk.worst
    (Row(2 13 18 2), Fraction(16, 1))
    >>> talk.answer("Answer: L").answer("Answer: L").reward
    1.0
    """

    game: Game
    said: str
    losses: Mapping[str, Fraction]
    worst: Fraction
    whole: bool = True
    lost: Fraction = Fraction(0)
    over: bool = False
    reward: float = 0.0

    @classmethod
    def of(cls, made: Puzzle, *, whole: bool = True) -> Talk:
        """The game that begins with the decision of a puzzle, or that decision alone."""
        game = made.game
        book, held, theirs = game.book, prospect_of(game), policy(game)

        @cache
        def worst(state: State) -> Fraction:
            while book.moves(state) and book.mover(state) == "opponent":
                state = book.after(state, theirs(state, Random(0)))
            losses = _losses(game, state, held).values()
            further = [worst(book.after(state, move)) if whole else 0 for move in book.moves(state)]
            return max(map(add, losses, further), default=Fraction(0))

        rules = PLAIN if game.rules.plain else f"The rules of this game: {game.rules}."
        said = f"Two players take turns at a row of cards. {rules}\nYour opponent: {game.opponent}.\n"
        losses = _losses(game, game.state, held)
        return cls(game, said + _asked(game), losses, worst(game.state), whole)

    def answer(self, text: str | None) -> Talk:
        """The game after an answer and the opponent's reply; one that is over stays as it is."""
        if self.over:
            return self
        if (word := last_said(text)) not in self.losses:
            return replace(self, said="That is no legal move.", over=True)
        lost = self.lost + self.losses[word]
        said = f"You took {word}."
        game = self.game.play(self.game.moves()[list(self.losses).index(word)])
        while not game.over and game.mover == "opponent":
            reply = policy(game)(game.state, Random(0))
            said += f" The opponent took {reply}."
            game = game.play(reply)
        said += f" You have {game.yours}, the opponent {game.theirs}."
        if game.over or not self.whole:
            reward = float(1 - lost / self.worst)
            return replace(self, game=game, said=said, losses={}, lost=lost, over=True, reward=reward)
        losses = _losses(game, game.state, prospect_of(game))
        return replace(self, game=game, said=f"{said}\n{_asked(game)}", losses=losses, lost=lost)


def _losses(game: Game, state: State, held: Callable[[State], Prospect]) -> dict[str, Fraction]:
    """What each move of a state gives away, by its text, in the order of the rules."""
    worths = [Fraction(worth) for worth in worths_after(game.rules, held(state))]
    moves = map(str, game.book.moves(state))
    return {move: max(worths) - worth for move, worth in zip(moves, worths, strict=True)}


def _asked(game: Game) -> str:
    return (
        f"The row: {' '.join(map(str, game.rest.cards))}\nIt is your move, and the legal moves are "
        f"{', '.join(map(str, game.moves()))}. Which one is best? End with a line such as: Answer: L"
    )


def last_said(text: str | None) -> str:
    """The last answer in a text, or all of it, in capitals.

    >>> [last_said(text) for text in ("R? No. Answer: **l**", "l2", "I like both.", None)]
    ['L', 'L2', 'I LIKE BOTH.', '']
    """
    said: list[str] = ANSWER.findall(text or "")
    return (said[-1] if said else (text or "").strip()).upper()
