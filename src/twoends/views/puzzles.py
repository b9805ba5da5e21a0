"""Puzzles in sentences: the question, the answer with both futures; contests: their squares and results."""

from __future__ import annotations

from collections.abc import Iterable

from twoends.answers.solution import solve, winner_of
from twoends.puzzles import Contest, Decision, Puzzle, decisions, like_looking, look
from twoends.puzzles.contests import EVERY_SECOND_CARD, RUNGS
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.notation import moves_text
from twoends.rules.numbers import exact_number
from twoends.views.columns import columns
from twoends.views.explain import futures_text
from twoends.views.numbers import brief, number
from twoends.views.summaries import why
from twoends.views.words import against_text, loss_text, rule_text


def question(puzzle: Puzzle) -> str:
    """The question: the length and depth of the puzzle, the opponent, and the moves so far."""
    game, rules = puzzle.game, puzzle.game.rules
    about = f"{len(game.shape)} cards, depth {puzzle.depth}, {against_text(game)}."
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


# --- contests ------------------------------------------------------------------------------------


def squares(made: Iterable[Decision]) -> str:
    """A square for each decision: green if it was best, red if it gave the win away, else yellow."""
    return "".join(
        "🟩" if not lost else "🟥" if promised > 0 >= promised - lost else "🟨" for promised, lost in made
    )


def contest_text(contest: Contest, game: Game) -> str:
    """What you gave away in a finished contest, how it ended, and how far some looks would have come."""
    made = decisions(game)
    score = f"{brief(game.yours)} : {brief(game.theirs)}"
    text = f"You {_given_away(made)} and {_outcome(game)}, {score}."
    games = [("you", made)]
    if game.rules.plain:
        text += f" You played like looking {like_looking(game)} ahead."
        games += [(habit_text(plies), look(contest.game, plies)) for plies in (1, 2, 4)]
    lines = [f"{squares(each)}  {name}: {_given_away(each)}" for name, each in games]
    return "\n".join([text, "", *lines])


def result(contest: Contest, game: Game) -> str:
    """A line to share about the row of the day, which reveals neither the row nor the moves."""
    made, day, who = decisions(game), contest.name.split("-day-")[-1], game.opponent.name.capitalize()
    parts = (
        f"Two Ends {day}",
        who,
        f"{_outcome(game)}, {_given_away(made)}",
        squares(made),
        f"like looking {like_looking(game)} ahead",
    )
    return " · ".join(parts)


def ladder_text() -> str:
    """The rungs of the ladder, and which habits fail on them."""
    cells = []
    for place, (cards, against, you_first, beats, _, rules) in enumerate(RUNGS):
        names = ", ".join(habit_text(habit) for habit in beats) or "-"
        order = "first" if you_first else "second"
        cells.append((str(place), str(cards), against, order, rules.removeprefix("turns ") or "-", names))
    return "\n".join(columns(("rung", "cards", "opponent", "you", "rules", "what fails"), cells, ">><<<<"))


def habit_text(habit: int) -> str:
    """The name of a habit of contests."""
    return {EVERY_SECOND_CARD: "every second card", 1: "larger end"}.get(habit, f"a look of {habit} moves")


def _given_away(made: Iterable[Decision]) -> str:
    lost = sum(exact_number(each.lost) for each in made) / 2
    return f"gave away {number(lost)}" if lost else "gave nothing away"


def _outcome(game: Game) -> str:
    return {"you": "won", "opponent": "lost"}.get(winner_of(game.yours - game.theirs), "drew")
