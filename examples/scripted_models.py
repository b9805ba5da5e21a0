"""Score scripted players as if they were language models, on decisions and on whole games.

    python examples/scripted_models.py [SIZE]

Prints the table of docs/how-to/language-models.md: mean rewards over SIZE tasks, 400 by default. Needs only
twoends, and takes about ten seconds.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random

import twoends
from twoends.interop.prompts import Decisions, Talk

RANDOM = Random(1)


def perfect(talk: Talk) -> str:
    """Answer with the best move."""
    best = twoends.solve(talk.game).best
    assert best, "a move is asked for"
    return f"Answer: {best[0]}"


def greedy(talk: Talk) -> str:
    """Answer with the larger end, or the right one if both are equal."""
    cards = talk.game.rest.cards
    return f"Answer: {'L' if cards[0] > cards[-1] or len(cards) == 1 else 'R'}"


def chance(talk: Talk) -> str:
    """Answer at random."""
    return f"Answer: {RANDOM.choice(talk.game.moves())}"


def garbage(talk: Talk) -> str:
    """Answer with text that contains no move."""
    return "As a large language model I like both ends."


MODELS: dict[str, Callable[[Talk], str]] = {
    "perfect": perfect,
    "greedy": greedy,
    "random": chance,
    "garbage": garbage,
}


def reward(talk: Talk, model: Callable[[Talk], str]) -> float:
    """Let a model answer until the talk is over, and return the reward."""
    while not talk.over:
        talk = talk.answer(model(talk))
    return talk.reward


def main() -> None:
    """Print the table."""
    size = int(sys.argv[1]) if sys.argv[1:] else 400
    print("| model | decisions | games against optimal | games against greedy |\n|---|---|---|---|")
    tasks = [
        [Talk.of(decisions.puzzle(k), whole=whole) for k in range(size)]
        for opponent, whole in (("optimal", False), ("optimal", True), ("greedy", True))
        for decisions in (Decisions(size, 1, opponent=opponent),)
    ]
    for name, model in MODELS.items():
        scores = (sum(reward(talk, model) for talk in talks) / size for talks in tasks)
        print(f"| {name} | {' | '.join(f'{score:.2f}' for score in scores)} |")


if __name__ == "__main__":
    main()
