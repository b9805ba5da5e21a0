"""Proofs: the line of play that brings the right answer."""

from __future__ import annotations

from twoends.judge.tasks import Task, Values
from twoends.rules.games import Game
from twoends.rules.preferences import Opponent
from twoends.rules.rows import Row
from twoends.rules.rules import Rules
from twoends.rules.sides import LEFT, Line, end_and_count
from twoends.solvers import bottom_up, phases, sweeps


def proof(task: Task, values: Values) -> str:
    """The line of play that brings the expected answer, move by move; empty where a reference gives it."""
    if task.own is not None:
        return ""
    cards, rules = task.game(values)
    lines = [_line_of_play(cards, who, rules, you_first=task.asks != "second") for who in task.opponents]
    if rules.alone:
        return lines[0]
    return "\n".join(f"against {who}: {line}" for who, line in zip(task.opponents, lines, strict=True))


def _line_of_play(values: Values, opponent: Opponent, rules: Rules, *, you_first: bool) -> str:
    if rules.plain:
        line = bottom_up.policy(values, opponent, you_first).line()
    else:
        line = sweeps.line(phases.Task(values, rules, opponent), you_first)
    assert isinstance(line, Line), "a judge's opponent never moves at random"
    game = Game(Row.of(values), you_first, line.ends, rules=rules)
    moves = []
    for state, move in zip(game.states, game.ends, strict=False):
        end, _ = end_and_count(move)
        taken = [str(values[at]) for at in sorted(game.book.places(state, move))]
        earned = "" if rules.score == "cards" and len(taken) == 1 else f" for {game.book.earns(state, move)}"
        side = "left" if end is LEFT else "right"
        moves.append(f"{game.book.mover(state)} {side} {' '.join(taken)}{earned}")
    said = f"{', '.join(moves)}; you have {game.yours}"
    return said if rules.alone else f"{said}, the opponent {game.theirs}"
