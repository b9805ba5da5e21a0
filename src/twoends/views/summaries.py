"""Solutions in sentences: the totals, which move to make, and why. words.py has the terms.

The sentences are the same for every shape; an end is named by its card.
"""

from __future__ import annotations

from collections import deque

from twoends.answers.solution import Solution
from twoends.rules import limits
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.shapes import row_of
from twoends.views.numbers import Form, card_text, card_texts, form_of
from twoends.views.words import (
    against_text,
    capitalised,
    dealt_text,
    end_text,
    face_values,
    line_text,
    loss_text,
    move_text,
    shape_text,
    sum_text,
    sums_text,
    verdict,
)

MAX_CARDS_SPELT_OUT = 12
MAX_EQUALS_NAMED = 4
MAX_CARDS_WITH_A_REPLY = 200


def why(solution: Solution) -> str:
    """One sentence that says which end to take now, and what the other end would expose and cost.

    >>> from twoends import solve
    >>> why(solve([8, 15, 3, 7]))
    'Take the right end, 7: the left end, 8, exposes the 15 and costs you 7.'
    """
    return capitalised(_take(solution, _form(solution)))


def _form(solution: Solution) -> Form:
    """The form of all numbers in the text about a solution, which mentions no loss but the second move's."""
    amounts = [solution.first, solution.second, solution.margin_first, solution.margin_second, solution.sum]
    amounts += [move.loss for move in solution.moves[1:2]]
    return form_of([amount for amount in amounts if amount is not None], solution.error)


def _take(solution: Solution, form: Form) -> str:
    game, best = solution.game, solution.best
    if not best and game.over:
        return "no move is legal: the game is over." if len(game.position) else "there is no card to take."
    if game.mover == "opponent":
        taken = " or ".join(end_text(game, end) for end in best[:MAX_EQUALS_NAMED])
        return f"the opponent takes {taken}." if best else "nobody knows what the opponent takes."
    average = " on average" if solution.opponent.stochastic else ""
    if game.rules.plain and best[0] in (LEFT, RIGHT):
        if len(solution.moves) == 1:
            return f"take the only card, {card_text(game.card(best[0]))}."
        if len(best) > 1:
            return f"take either end; both are best{average}."
        other, row = solution.moves[1], solution.shape.cards
        left, right = (f"the {side} end, {card_text(row[at])}" for side, at in (("left", 0), ("right", -1)))
        ends = (left, right) if best[0] == LEFT else (right, left)
        lost_card = _lost_card(solution, other.move)
        return f"take {ends[0]}: {ends[1]}, {lost_card}costs you {form(other.loss)}{average}."
    counted, noun = ", counted from 0", "end" if best[0].side else "card"
    if not game.rules.plain:
        counted, noun = "", "move"
    named = [end_text(game, end) for end in best[:MAX_EQUALS_NAMED]]
    if len(best) == 1:
        next_best = solution.moves[1:2]
        losses = [loss_text(form(move.loss), game.rules) for move in next_best]
        more = "".join(f"; the next best {noun} gives away {loss}{average}" for loss in losses)
        return f"take {named[0]}{counted.replace(',', '')}{more}."
    examples = f": {'; '.join(named)}" if len(best) == len(named) else f", such as {named[0]}"
    return f"take any of {len(best)} equal {noun}s{counted}{examples}."


def _lost_card(solution: Solution, move: Move) -> str:
    """The card that the opponent takes after a wrong end; "" if chance decides or the row is long."""
    row, n = solution.shape.cards, len(solution.shape)
    reply = solution.reply(move) if n <= MAX_CARDS_WITH_A_REPLY else None
    if reply is None:
        return ""
    start, stop = (1, n) if move == LEFT else (0, n - 1)
    place = start if reply == LEFT else stop - 1
    # The card behind the wrong end was out of reach of an opponent who wants it.
    behind = n > 2 and place == (1 if move == LEFT else n - 2)
    exposes = behind and solution.opponent.name in ("optimal", "greedy")
    return f"{'exposes' if exposes else 'leaves them'} the {card_text(row[place])} and "


def _advice(solution: Solution, form: Form) -> str:
    """Whether to go first, if that is known, and which move to make now."""
    take = _take(solution, form)
    if solution.go_first is None:
        return capitalised(take)
    if solution.order_irrelevant:
        return f"Going first or second makes no difference. {capitalised(take)}"
    if solution.go_first:
        return f"Go first. {capitalised(take)}"
    if take.startswith("the opponent"):
        return f"Let the opponent go first. {capitalised(take)}"
    return f"Let the opponent go first. If you must move, {take}"


def summary(solution: Solution) -> str:
    """The solution as a short text of a few lines.

    >>> from twoends import Circle, solve
    >>> print(summary(solve(Circle([2, 8, 1, 10, 9]))))
    2 8 1 10 9 in a circle   against an optimal opponent
    <BLANKLINE>
      You move first   18 : 12   you win by 6
      You move second  12 : 18   you lose by 6
    <BLANKLINE>
    Go first. Take the 8, card 1 counted from 0; the next best card gives away 5.
    Best play: 1 RLLL   you 8 + 1 + 9 = 18, the opponent 2 + 10 = 12
    """
    if solution.game.ends or not solution.game.you_first:
        return _game_summary(solution)
    rules, form = solution.game.rules, _form(solution)
    dealt = dealt_text(solution.game) + ("" if rules.plain else ",")
    lines = [f"{dealt}{'   ' if rules.plain else ' '}{against_text(solution.game)}", ""]
    lines += [*_totals(solution, form), *_roundings(solution), "", _advice(solution, form)]
    if len(solution.shape) > 1:
        lines.append(_best_play(solution, form))
    return "\n".join([*lines, *face_values(solution.shape)])


def _roundings(solution: Solution) -> list[str]:
    """A line about rounding, if totals were rounded."""
    if not solution.error:
        return []
    return [f"  (computed in floats; each total is right to within {float(solution.error):.1g})"]


def _game_summary(solution: Solution) -> str:
    """A game in progress: the remaining cards, the score, the result of best play, and the move now."""
    game = solution.game
    yours, theirs = game.totals
    form = form_of([yours, theirs, *(solution.final or ())], solution.error)
    score = f"you {form(yours)}, the opponent {form(theirs)}"
    if game.over:
        return f"The game is over: {score}, {verdict(game.margin, rules=game.rules)}."
    whose = "your turn" if game.mover == "you" else "the opponent's turn"
    rules = "" if game.rules.plain else f"{game.rules}, "
    lines = [
        f"{shape_text(solution.shape)} left, {rules}{against_text(game)}",
        f"So far {score}. It is {whose}, move {move_text(game, len(game.ends) + 1)}.",
        "",
    ]
    if solution.final is not None:
        yours, theirs = solution.final
        margin = verdict(solution.final_margin or 0, game.opponent, solution.error, form, game.rules)
        lines.append(f"With best play it ends {form(yours)} : {form(theirs)}, {margin}.")
    lines += _roundings(solution)
    if game.mover == "you":
        lines.append(why(solution))
    line = (
        None if game.opponent.stochastic else solution.line if game.mover == "you" else solution.line_second
    )
    if line is not None:
        lines.append(f"Best play from here: {line_text(line)}")
    return "\n".join(lines)


def _totals(solution: Solution, form: Form) -> list[str]:
    """A line for each player to move first: both totals, and who wins."""
    rules = solution.game.rules
    cells = [
        (turn, form(total), form(other), verdict(margin, solution.opponent, solution.error, form, rules))
        for turn, total, other, margin in (
            ("You move first ", solution.first, solution.theirs_first, solution.margin_first),
            ("You move second", solution.second, solution.theirs_second, solution.margin_second),
        )
        if total is not None and other is not None and margin is not None
    ]
    _, totals, others, _ = zip(*cells, strict=True)
    width, other_width = max(map(len, totals)), max(map(len, others))
    return [
        f"  {turn}  {total:>{width}} : {other:<{other_width}}   {result}"
        for turn, total, other, result in cells
    ]


def _best_play(solution: Solution, form: Form) -> str:
    """The line of play, or why there is none."""
    if solution.opponent.stochastic:
        return "Their moves are random, so there is no line of play: ask again at each position."
    try:
        line = solution.line
    except MethodError as fault:
        return f"No line of play: {fault}."
    if line is None:
        most = f"{limits.MAX_CARDS_OF_A_POLICY:,} cards"
        return f"There is no line of play above {most}: take a best move now, and ask again afterwards."
    if len(line.runs) > MAX_CARDS_SPELT_OUT or len(line) > MAX_CARDS_SPELT_OUT:
        return f"Best play: {line_text(line)}"
    totals, rules = (solution.first, solution.theirs_first), solution.game.rules
    if rules.plain and (row := row_of(solution.shape)) is not None:  # many rows take a sixth less time
        cards = deque(card_texts(row))
        taken = [cards.popleft() if move == LEFT else cards.pop() for move in line.ends]
        yours, theirs = map(sum_text, (taken[::2], taken[1::2]), map(form, totals))
    else:
        played = Game(solution.shape, True, line.ends, solution.opponent, rules)
        yours, theirs = sums_text(played, 0, form, totals)
    return f"Best play: {line_text(line)}   you {yours}, the opponent {theirs}"
