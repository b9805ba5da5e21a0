"""Answers in sentences: what every surface says to people.

A solution is told in the same way whatever its shape is; an end is named by the card that lies there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import singledispatch
from typing import TYPE_CHECKING, TypeGuard

from twoends.answers.reasons import reason_of
from twoends.answers.solution import Solution
from twoends.rules.circles import Circle
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.numbers import Number, size_of
from twoends.rules.preferences import Opponent, Ties
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.shapes import Shape
from twoends.rules.sides import LEFT, AnyMove, End, Line, Side, Take, end_and_count, run_text, side_of
from twoends.views.numbers import Form, brief, card_text, form_of, number

if TYPE_CHECKING:
    from twoends.rules.cards import Card

MOST_CARDS_SHOWN = 24
MOST_CARDS_SPELT_OUT = 12
MOST_RUNS_SHOWN = 12
MOST_EQUALS_NAMED = 4

EITHER_END = "take either end: both are best"

# --- what lies on the table --------------------------------------------------------------------


@singledispatch
def shape_text(shape: Shape) -> str:
    """What lies on the table, shortened if it is long.

    >>> shape_text(Row.of(range(100)))
    '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 … 96 97 98 99 (100 cards)'
    >>> shape_text(Circle([2, 8, 1]))
    '2 8 1 in a circle'
    """
    if not len(shape):
        return f"an empty {shape.name}"
    if len(shape) <= 2 * MOST_CARDS_SHOWN:
        return str(shape)
    components = len(Game(shape).lanes)
    return f"a {shape.name} of {components:,} component{'s' * (components > 1)}, {len(shape):,} cards"


@shape_text.register
def _(shape: Circle) -> str:
    return f"{shape_text(shape.cards)} in a circle" if len(shape) else "an empty circle"


@shape_text.register
def _(shape: Row) -> str:
    if len(shape) <= MOST_CARDS_SHOWN:
        return " ".join(map(card_text, shape.given)) or "an empty row"
    head, tail = MOST_CARDS_SHOWN * 2 // 3, MOST_CARDS_SHOWN // 6
    begin, end = (" ".join(map(card_text, part)) for part in (shape[:head], shape[-tail:]))
    return f"{begin} … {end} ({len(shape):,} cards)"


def rule_text(game: Game) -> str:
    """What may be taken from now on, and who wins.

    >>> rule_text(Game(Circle([2, 8, 1])))
    'The first move takes any card, each later one either end; the larger total wins.'
    """
    if not game.rules.plain:
        return _rules_text(game.rules)
    kinds = set(map(type, game.shape.every_end()))
    if int not in kinds or (Side in kinds and game.ends):
        take = "Take cards from either end"
    elif Side in kinds:
        take = "The first move takes any card, each later one either end"
    else:
        take = "Take a card that is free"
    return f"{take}; the larger total wins."


def _rules_text(rules: Rules) -> str:
    """Rules in sentences.

    >>> print(_rules_text(Rules.of("take 1-3 left, score rest, turns ABBA, goal least")))
    Take 1 to 3 cards from the left end; a move earns what it leaves. A moves first, and the turns are ABBA. \
The smaller total wins.
    """
    most = rules.most
    if rules.doubling:
        take = "1 or 2 cards, later up to twice the most that any move took,"
    elif most is None:
        take = "any number of cards" if rules.least == 1 else f"{rules.least} or more cards"
    else:
        to = "or" if rules.least + 1 == most else "to"
        take = f"{rules.least} {to} {most} cards" if rules.least < most else f"{most} card{'s' * (most > 1)}"
    where = "either end" if rules.ends == "either" else f"the {rules.ends} end"
    earns = {
        "cards": "",
        "rest": "; a move earns what it leaves",
        "turn": "; a move earns what it takes, times its number",
    }
    sentences = [f"Take {take} from {where}{earns[rules.score]}"]
    if rules.merge:
        sentences.append("What a move takes becomes one card at that end; play ends with one card")
    if rules.alone:
        sentences.append("You make every move")
    elif rules.turns != "AB":
        sentences.append(f"A moves first, and the turns are {rules.turns}")
    if rules.stop is not None:
        sentences.append(f"Play ends after {rules.stop} moves")
    if not rules.alone or rules.goal == "least":
        wins = "total wins" if not rules.alone else "your total, the better"
        sentences.append(f"The {'smaller' if rules.goal == 'least' else 'larger'} {wins}")
    return f"{'. '.join(sentences)}."


def move_text(game: Game, number: int) -> str:
    """The number of a move, and of how many where that is known: move 2 of 4."""
    return f"{number} of {len(game.shape)}" if game.rules.plain else str(number)


def opponent_text(opponent: Opponent) -> str:
    """The opponent in a sentence.

    >>> from twoends import opponent
    >>> opponent_text(opponent("greedy")), opponent_text(opponent("random 0.25"))
    ('a greedy opponent (ties right)', 'a random opponent who goes left with probability 0.25')
    """
    if opponent.is_person:
        return "another person"
    if opponent.custom:
        text = f"your own opponent {opponent.name}"
    else:
        text = f"{'an' if opponent.name[0] in 'aeiou' else 'a'} {opponent.name} opponent"
    if opponent.named_ties:
        text += f" ({ties_text(opponent.named_ties)})"
    habits = []
    if opponent.stray and opponent.name != "random":
        habits.append(f"trembles with probability {number(opponent.stray)}")
    if opponent.stray and opponent.stray_left != Fraction(1, 2):
        habits.append(f"goes left with probability {number(opponent.stray_left)}")
    return f"{text} who {' and then '.join(habits)}" if habits else text


def ties_text(ties: Ties) -> str:
    """A tie-breaking rule in words.

    >>> ties_text("left"), ties_text("worst")
    ('ties left', 'ties worst for the other player')
    """
    where: dict[Ties, str] = {
        "random": "at random",
        "best": "best for the other player",
        "worst": "worst for the other player",
    }
    return f"ties {where.get(ties, ties)}"


def line_text(line: Line) -> str:
    """A line of play: the ends of a short one, the first runs of a long one.

    >>> line_text(Line.of_runs([(1000, End(0, Side.LEFT)), (2, End(1, Side.RIGHT))]))
    '0:1000L 1:2R'
    """
    # Of millions of runs none is added up.
    if len(line.runs) <= MOST_CARDS_SHOWN and len(line) <= MOST_CARDS_SHOWN:
        return str(line)
    more = len(line.runs) - MOST_RUNS_SHOWN
    shown = " ".join(run_text(*run) for run in line.runs[:MOST_RUNS_SHOWN])
    return f"{shown} … ({more:,} more run{'s' * (more > 1)})" if more > 0 else shown


def end_text(game: Game, end: AnyMove) -> str:
    """An end by its card: the right end, 7; the 9, the left end of component 2; the 8, card 1.

    >>> end_text(Game(Circle([2, 8, 1])), 1)
    'the 8, card 1'
    """
    if not game.rules.plain:  # what a move takes may be several cards, or merged ones
        where, cards = end_and_count(end)
        side = side_of(end)
        if side is None:
            return f"card {end}"
        on = f" of component {where.component}" if isinstance(where, End) else ""
        return f"{cards} card{'s' * (cards > 1)} from the {side.name.lower()} end{on}"
    assert not isinstance(end, Take), "the rules are one card a move"
    card = card_text(game.card(end))
    if isinstance(end, End):
        return f"the {card}, the {end.side.name.lower()} end of component {end.component}"
    return f"the {card}, card {end}" if isinstance(end, int) else f"the {end.name.lower()} end, {card}"


def dealt_text(game: Game) -> str:
    """What was dealt, and the rules where they are not one card from either end.

    >>> dealt_text(Game([1, 2, 3], rules="take 1-2"))
    '1 2 3   take 1-2 either'
    """
    return shape_text(game.shape) + ("" if game.rules.plain else f"   {game.rules}")


# --- who wins, what to do ----------------------------------------------------------------------


def verdict(
    margin: Number,
    opponent: Opponent | None = None,
    error: Number = 0,
    form: Form = brief,
    rules: Rules = DEFAULT,
) -> str:
    """Who wins, and by how much, given your margin: on average, if this opponent has random moves to come.

    >>> from twoends import opponent
    >>> verdict(-3), verdict(2, opponent("random"))
    ('you lose by 3', 'you win by 2 on average')
    """
    average = " on average" if opponent is not None and opponent.stochastic else ""
    if rules.alone:
        return f"you make {form(margin)}"
    if size_of(margin) <= 2 * error:
        return f"a draw{average}"
    return outcome(form(size_of(margin)), wins=(margin > 0) == (rules.goal == "most")) + average


def outcome(by: str, *, wins: bool) -> str:
    """Who wins a game that is no draw, and by how much."""
    return f"you {'win' if wins else 'lose'} by {by}"


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
    lost = [move.loss for move in solution.moves[: MOST_CARDS_SHOWN + 1]]
    return form_of([each for each in (*told, *lost) if each is not None], solution.error)


def _take(solution: Solution, form: Form) -> str:
    game, best = solution.game, solution.best
    if game.over:
        return (
            "there is no card to take."
            if not game.shape.count(game.remaining)
            else "no move is legal: the game is over."
        )
    if game.mover == "opponent":
        taken = " or ".join(end_text(game, end) for end in best[:MOST_EQUALS_NAMED])
        return f"the opponent takes {taken}." if best else "nobody knows what the opponent takes."
    average = " on average" if solution.opponent.stochastic else ""
    if game.rules.plain and isinstance(best[0], Side):
        if len(solution.moves) == 1:
            return f"take the only card, {card_text(game.card(best[0]))}."
        reason = reason_of(solution)
        if reason is None:
            return f"{EITHER_END}{average}."
        hands_over = ""
        if reason.reply is not None:
            hands_over = (
                f"{'exposes' if reason.exposes else 'leaves them'} the {card_text(reason.reply)} and "
            )
        best_end, other = (
            side_text(side, card_text(card))
            for side, card in ((reason.best, reason.card), (reason.other, reason.instead))
        )
        return f"take {best_end}: {other}, {hands_over}costs you {form(reason.loss)}{average}."
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


def side_text(side: Side, card: str) -> str:
    """A side of a row by its card."""
    return f"the {'left' if side is LEFT else 'right'} end, {card}"


def advice(solution: Solution) -> str:
    """Whether to let the opponent go first, as far as that is known, and the move now."""
    take = _take(solution, _form(solution))
    if solution.go_first is None:
        return capitalised(take)
    if solution.order_irrelevant:
        return f"Go first or second: it is the same. {capitalised(take)}"
    if solution.go_first:
        return f"Go first. {capitalised(take)}"
    if take.startswith("the opponent"):
        return f"Let the opponent go first. {capitalised(take)}"
    return f"Let the opponent go first. If you must move: {take}"


def capitalised(sentence: str) -> str:
    """A sentence as it begins; `str.capitalize` would change the cards."""
    return f"{sentence[0].upper()}{sentence[1:]}"


def summary(solution: Solution) -> str:
    """The whole answer as a short text of a few lines.

    >>> from twoends import solve
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
    who = "in a game of one" if rules.alone else f"against {opponent_text(opponent)}"
    lines = [f"{dealt}{'   ' if rules.plain else ' '}{who}", ""]
    lines += [*_totals(solution, form), *_roundings(solution), "", advice(solution)]
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
    row, rules = solution.shape.cards, solution.game.rules
    played = Game(solution.shape, True, line.ends, solution.opponent, rules)
    if rules.plain:
        shown = [card_text(row.given[at]) for at in played.places]
    else:
        shown = [form(row.show(each)) for each in played.earned]
    turns = list(zip(played.movers, shown, played.earned, strict=True))
    sums = [
        sum_text(
            [word for by, word, _ in turns if by == mover],
            form(row.show(sum(each for by, _, each in turns if by == mover))),
        )
        for mover in MOVERS
    ]
    return f"Best play: {line_text(line)}   you {sums[0]}, the opponent {sums[1]}"


def sum_text(cards: Sequence[str], total: str) -> str:
    """The cards of a player, added up."""
    if len(cards) < 2:
        return cards[0] if cards else "nothing"
    return f"{' + '.join(cards)} = {total}".replace("+ -", "- ")


def face_values(shape: Shape) -> list[str]:
    """A line that says what the court cards among these count; none where there are none.

    >>> from twoends import parse
    >>> face_values(parse("A♠ 7h Qd"))
    ['A counts 14, Q 12.']
    """
    ranks = {
        str(card).removesuffix(card.suit): int(card) for card in shape.cards.given if _is_court_card(card)
    }
    counts = [f"{rank} {value}" for rank, value in sorted(ranks.items(), key=lambda pair: -pair[1])]
    return [f"{', '.join(counts).replace(' ', ' counts ', 1)}."] if counts else []


def _is_court_card(card: object) -> TypeGuard[Card]:
    return hasattr(card, "suit") and isinstance(card, int) and card > 10
