"""Puzzles in sentences: the question, the answer with both futures, a result to share."""

from __future__ import annotations

from twoends.answers.solution import solve
from twoends.puzzles import Puzzle
from twoends.rules.moves import Move
from twoends.rules.notation import moves_text
from twoends.views.explain import futures_text
from twoends.views.numbers import number
from twoends.views.summaries import why
from twoends.views.words import loss_text, opponent_text, rule_text


def question(puzzle: Puzzle) -> str:
    """The question: the length and depth of the puzzle, the opponent, and the moves so far."""
    game, rules = puzzle.game, puzzle.game.rules
    who = "in a one-player game" if rules.alone else f"against {opponent_text(game.opponent)}"
    about = f"{len(game.shape)} cards, depth {puzzle.depth}, {who}."
    if not rules.plain:
        about += f" {rule_text(game)}"
    asks = "left or right?" if rules.one_card else "which end, and how many cards?"
    if game.you_first:
        return f"{about} You move first: {asks}"
    took = f"the {game.shape.cards[game.places[0]]!s}" if rules.plain else moves_text(game.ends, rules)
    return f"{about} They moved first and took {took}: {asks}"


def depth_text(puzzle: Puzzle) -> str:
    """The meaning of a puzzle's depth."""
    if puzzle.depth == 1:
        better = "the larger end is the better one" if puzzle.game.rules.plain else "what earns most is best"
        return f"Depth 1: {better}, however far one looks ahead."
    what = "end" if puzzle.game.rules.plain else "move"
    return (
        f"Depth {puzzle.depth}: look {puzzle.depth} moves ahead or more, yours and theirs, "
        f"to see which {what} is better; fewer are not enough."
    )


def answer(puzzle: Puzzle, taken: Move) -> str:
    """Whether a move is right, why, and both futures, in four lines."""
    loss = next(value.loss for value in solve(puzzle.game).moves if value.move == taken)
    given_away = loss_text(number(loss), puzzle.game.rules)
    verdict = f"No: that gives away {given_away}." if loss else "Right."
    return "\n".join([f"{verdict} {reason(puzzle)}", "", futures_text(puzzle.game)])


def reason(puzzle: Puzzle) -> str:
    """Why one end is better; the exposed card explains it only for players who look two moves ahead."""
    sentence = why(solve(puzzle.game))
    if puzzle.depth <= 2:
        return sentence
    if not puzzle.game.rules.plain:
        return f"{sentence} You have to look {puzzle.depth} moves ahead to be sure."
    deeper = f"you have to look {puzzle.depth} moves ahead to be sure"
    return f"{sentence} That card alone does not decide it: {deeper}."


def result(daily: Puzzle, *, solved: bool) -> str:
    """A line to share about the row of the day, which reveals neither the row nor the answer."""
    day = daily.name.split("-day-")[-1]
    outcome = "solved" if solved else "missed"
    return f"Two Ends, row of the day {day}: {outcome}. {len(daily.game.shape)} cards, depth {daily.depth}."
