"""Solutions in sentences: what they are worth, which move to make, and why. words.py has the terms.

A solution is told in the same way whatever its shape is; an end is named by the card that lies there.
"""

from __future__ import annotations

from collections import deque
from itertools import compress

from twoends.answers.solution import Solution
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.rulebook import MOVERS
from twoends.rules.shapes import row_of
from twoends.rules.sides import LEFT, AnyMove, Side, card_count
from twoends.views.numbers import Form, card_text, form_of
from twoends.views.words import (
    capitalised,
    dealt_text,
    end_text,
    face_values,
    line_text,
    move_text,
    opponent_text,
    shape_text,
    sum_text,
    verdict,
)

MOST_CARDS_SPELT_OUT = 12
MOST_EQUALS_NAMED = 4
MOST_CARDS_WITH_A_REPLY = 200

EITHER_END = "take either end: both are best"


def why(solution: Solution) -> str:
    """Which end to take now, and what the other one would expose and cost, in a sentence.

    >>> from twoends import solve
    >>> why(solve([8, 15, 3, 7]))
    'Take the right end, 7: the left end, 8, exposes the 15 and costs you 7.'
    """
    return capitalised(_take(solution, _form(solution)))


def _form(solution: Solution) -> Form:
    """How all numbers about a solution are written."""
    told = [solution.first, solution.second, solution.margin_first, solution.margin_second, solution.sum]
    lost = [move.loss for move in solution.moves[1:2]]  # what the next best move costs: no other loss is told
    return form_of([each for each in (*told, *lost) if each is not None], solution.error)


def _take(solution: Solution, form: Form) -> str:
    game, best = solution.game, solution.best
    if not best and game.over:
        return (
            "no move is legal: the game is over." if card_count(game.lanes) else "there is no card to take."
        )
    if game.mover == "opponent":
        taken = " or ".join(end_text(game, end) for end in best[:MOST_EQUALS_NAMED])
        return f"the opponent takes {taken}." if best else "nobody knows what the opponent takes."
    average = " on average" if solution.opponent.stochastic else ""
    if game.rules.plain and isinstance(best[0], Side):
        if len(solution.moves) == 1:
            return f"take the only card, {card_text(game.card(best[0]))}."
        if len(best) > 1:
            return f"{EITHER_END}{average}."
        other, row = solution.moves[1], solution.shape.cards
        left, right = (f"the {side} end, {card_text(row[at])}" for side, at in (("left", 0), ("right", -1)))
        ends = (left, right) if best[0] is LEFT else (right, left)
        handed = _hands_over(solution, other.end)
        return f"take {ends[0]}: {ends[1]}, {handed}costs you {form(other.loss)}{average}."
    counted, what = ", counted from 0", "card" if isinstance(best[0], int) else "end"
    if not game.rules.plain:
        counted, what = "", "move"
    named = [end_text(game, end) for end in best[:MOST_EQUALS_NAMED]]
    if len(best) == 1:
        others = [move for move in solution.moves if move.end not in best]
        costs = form(others[0].loss) if others else ""
        more = f"; the next best {what} gives away {costs}{average}" if others else ""
        return f"take {named[0]}{counted.replace(',', '')}{more}."
    such = f": {'; '.join(named)}" if len(best) == len(named) else f", such as {named[0]}"
    return f"take any of {len(best)} equal {what}s{counted}{such}."


def _hands_over(solution: Solution, end: AnyMove) -> str:
    """The card that the opponent takes after a wrong end; "" where chance decides, and on a long row."""
    row, n = solution.shape.cards, len(solution.shape)
    reply = solution.reply(end) if n <= MOST_CARDS_WITH_A_REPLY else None
    if reply is None:
        return ""
    start, stop = (1, n) if end is LEFT else (0, n - 1)
    place = start if reply is LEFT else stop - 1
    # The card behind the wrong end was hidden from an opponent who likes what they get.
    behind = n > 2 and place == (1 if end is LEFT else n - 2)
    exposes = behind and solution.opponent.name in ("optimal", "greedy")
    return f"{'exposes' if exposes else 'leaves them'} the {card_text(row[place])} and "


def _advice(solution: Solution, form: Form) -> str:
    """Whether to let the opponent go first, as far as that is known, and the move now."""
    take = _take(solution, form)
    if solution.go_first is None:
        return capitalised(take)
    if solution.order_irrelevant:
        return f"Go first or second: it is the same. {capitalised(take)}"
    if solution.go_first:
        return f"Go first. {capitalised(take)}"
    if take.startswith("the opponent"):
        return f"Let the opponent go first. {capitalised(take)}"
    return f"Let the opponent go first. If you must move: {take}"


def summary(solution: Solution) -> str:
    """The whole answer as a short text of a few lines.

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
    shape, opponent = solution.shape, solution.opponent
    if solution.game.ends:
        return _game_summary(solution)
    rules, form = solution.game.rules, _form(solution)
    dealt = dealt_text(solution.game) + ("" if rules.plain else ",")
    who = "in a one-player game" if rules.alone else f"against {opponent_text(opponent)}"
    lines = [f"{dealt}{'   ' if rules.plain else ' '}{who}", ""]
    lines += [*_totals(solution, form), *_roundings(solution), "", _advice(solution, form)]
    if len(shape) > 1:
        lines.append(_best_play(solution, form))
    return "\n".join([*lines, *face_values(shape)])


def _roundings(solution: Solution) -> list[str]:
    """A line where the totals are not exact."""
    if solution.error:
        return [f"  (computed in floats; each total is right to within {float(solution.error):.1g})"]
    return [] if solution.exact else [f"  (rounded, because {solution.opponent.name} answers in floats)"]


def _game_summary(solution: Solution) -> str:
    """A game in progress: what is left, the score, how it ends with best play, and the move now."""
    game = solution.game
    cards = game.shape.cards
    form = form_of([cards.show(game.yours), cards.show(game.theirs), *(solution.final or ())], solution.error)
    score = f"you {form(cards.show(game.yours))}, the opponent {form(cards.show(game.theirs))}"
    if game.over:
        return (
            f"The game is over: {score}, {verdict(cards.show(game.yours - game.theirs), rules=game.rules)}."
        )
    whose = "your turn" if game.mover == "you" else "the opponent's turn"
    lines = [
        f"{shape_text(solution.shape)} left, against {opponent_text(game.opponent)}",
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
    """A line for each turn: both totals, and who wins."""
    rules = solution.game.rules
    told = [
        (turn, form(total), form(other), verdict(margin, solution.opponent, solution.error, form, rules))
        for turn, total, other, margin in (
            ("You move first ", solution.first, solution.theirs_first, solution.margin_first),
            ("You move second", solution.second, solution.theirs_second, solution.margin_second),
        )
        if total is not None and other is not None and margin is not None
    ]
    width, other_width = (max(len(each[at]) for each in told) for at in (1, 2))
    return [
        f"  {turn}  {total:>{width}} : {other:<{other_width}}   {who_wins}"
        for turn, total, other, who_wins in told
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
        return "Their rule mixes both sides, so there is no line of play: ask again at each position."
    if len(line.runs) > MOST_CARDS_SPELT_OUT or len(line) > MOST_CARDS_SPELT_OUT:
        return f"Best play: {line_text(line)}"
    shape, rules = solution.shape, solution.game.rules
    if rules.plain and (row := row_of(shape)) is not None:  # no game: of many rows that saves a tenth
        cards = deque(map(card_text, row.given))
        taken = [cards.popleft() if end is LEFT else cards.pop() for end in line.ends]
        piles = [taken[::2], taken[1::2]]
    else:
        played = Game(shape, True, line.ends, solution.opponent, rules)
        taken = list(map(card_text if rules.plain else form, played.taken))
        piles = [list(compress(taken, [by == mover for by in played.movers])) for mover in MOVERS]
    sums = map(sum_text, piles, (form(solution.first), form(solution.theirs_first)))
    return f"Best play: {line_text(line)}   you {next(sums)}, the opponent {next(sums)}"
