"""Shapes, rules, opponents, moves and results in words, for all surfaces."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from twoends.rules.cards import Card
from twoends.rules.games import Game
from twoends.rules.moves import Line, Move
from twoends.rules.numbers import Number, magnitude
from twoends.rules.opponents import Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS
from twoends.rules.rules import DEFAULT, Rules
from twoends.rules.shapes import Shape, row_of
from twoends.views.numbers import Form, brief, card_text, card_texts, number

if TYPE_CHECKING:
    from twoends.answers.solution import Solution

MAX_CARDS_SHOWN = 24
MAX_RUNS_SHOWN = 12


# --- shapes, rules, opponents and moves --------------------------------------------------------


def shape_text(shape: Shape) -> str:
    """The cards of a shape, shortened if there are many."""
    if (row := row_of(shape)) is not None:
        return _row_text(row)
    if not len(shape):
        return f"an empty {shape.name}"
    if shape.name == "circle":  # the cards alone do not show that the last one is next to the first
        return f"{_row_text(shape.cards)} in a circle"
    if len(shape) <= 2 * MAX_CARDS_SHOWN:
        return str(shape)
    components = len(Game(shape).lanes)
    return f"a {shape.name} of {components:,} component{'s' * (components > 1)}, {len(shape):,} cards"


def _row_text(row: Row) -> str:
    if len(row) <= MAX_CARDS_SHOWN:
        return " ".join(card_texts(row)) or "an empty row"
    head, tail = MAX_CARDS_SHOWN * 2 // 3, MAX_CARDS_SHOWN // 6
    begin, end = (" ".join(card_texts(part)) for part in (row[:head], row[-tail:]))
    return f"{begin} … {end} ({len(row):,} cards)"


def rule_text(game: Game) -> str:
    """Which cards may be taken from now on, and who wins."""
    rules, most = game.rules, game.rules.most
    if rules.plain:
        has_sides = {end.side is not None for end in game.shape.every_end()}
        if False not in has_sides or (True in has_sides and game.ends):
            take = "Take cards from either end"
        elif True in has_sides:
            take = "The first move takes any card, each later one either end"
        else:
            take = "Take a card that is free"
        return f"{take}; the larger total wins."
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
        "2^turn": "; a move earns what it takes, times 2 to its number",
    }
    weighed = "; the moves earn what they take, times " + ", ".join(map(str, rules.weights))
    sentences = [f"Take {take} from {where}{weighed if rules.weights else earns[rules.score]}"]
    if rules.merge:
        sentences.append("What a move takes becomes one card at that end; play ends with one card")
    if rules.alone:
        sentences.append("You make every move")
    elif rules.turns != "AB":
        sentences.append(f"A moves first, and the turns are {rules.turns}")
    if rules.stop is not None:
        sentences.append(f"Play ends after {rules.stop} move{'s' * (rules.stop > 1)}")
    if not rules.alone:
        sentences.append("The larger total wins")
    return f"{'. '.join(sentences)}."


def loss_text(loss: str, rules: Rules) -> str:
    """A loss as part of a sentence: 4, or 4 of the margin if both totals have no fixed sum."""
    return loss if rules.fixed_sum else f"{loss} of the margin"


def move_text(game: Game, number: int) -> str:
    """The number of a move, and the number of moves if it is known: 2 of 4."""
    return f"{number} of {len(game.shape)}" if game.rules.plain else str(number)


def opponent_text(opponent: Opponent) -> str:
    """The opponent as part of a sentence: a greedy opponent (ties right)."""
    if opponent.is_human:
        return "another person"
    if opponent.custom:
        text = f"your own opponent {opponent.name}"
    else:
        name = f"{opponent.name}-end" if opponent.takes_one_end else opponent.name
        text = f"{'an' if opponent.name[0] in 'aeiou' else 'a'} {name} opponent"
    if opponent.named_ties:
        text += f" (ties {'at random' if opponent.named_ties == 'random' else opponent.named_ties})"
    if opponent.epsilon and opponent.name != "random":
        text += f" who trembles with probability {number(opponent.epsilon)}"
    return text


def against_text(game: Game) -> str:
    """Whom you play: against a greedy opponent, or in a one-player game."""
    return "in a one-player game" if game.rules.alone else f"against {opponent_text(game.opponent)}"


def line_text(line: Line) -> str:
    """A line of play: all ends if it is short, else the first runs."""
    # The runs are counted first, because counting the moves adds up all runs.
    if len(line.runs) <= MAX_CARDS_SHOWN and len(line) <= MAX_CARDS_SHOWN:
        return str(line)
    more = len(line.runs) - MAX_RUNS_SHOWN
    shown = line.text(MAX_RUNS_SHOWN)
    return f"{shown} … ({more:,} more run{'s' * (more > 1)})" if more > 0 else shown


def side_text(move: Move) -> str:
    """The side that a move takes from: left or right."""
    return "left" if move.end == "L" else "right"


def end_text(game: Game, move: Move) -> str:
    """An end with its card: the right end, 7; the 9, the left end of component 2; the 8, card 1."""
    end = f"{side_text(move)} end" + ("" if move.row is None else f" of component {move.row}")
    if not game.rules.plain:  # a move may take several cards, or merged ones
        return f"{move.cards} card{'s' * (move.cards > 1)} from the {end}" if move.side else f"card {move}"
    card = card_text(game.card(move))
    if not move.side:
        return f"the {card}, card {move}"
    return f"the {end}, {card}" if move.row is None else f"the {card}, the {end}"


def dealt_text(game: Game) -> str:
    """The shape that was dealt, and the rules unless they are the default."""
    return shape_text(game.shape) + ("" if game.rules.plain else f"   {game.rules}")


# --- results -----------------------------------------------------------------------------------


def best_text(solution: Solution) -> str:
    """All best moves: LR on a row, 1:L 2:R on a board."""
    separator = "" if row_of(solution.shape) and solution.game.rules.one_card else " "
    return separator.join(map(str, solution.best))


def order_text(go_first: bool | None, irrelevant: bool) -> str:
    """Whether to go first: first, second or either; empty if it is undefined."""
    return "either" if irrelevant else {None: "", True: "first", False: "second"}[go_first]


def verdict(
    margin: Number,
    opponent: Opponent | None = None,
    error: Number = 0,
    form: Form = brief,
    rules: Rules = DEFAULT,
) -> str:
    """Who wins and by how much, given your margin; on average if the opponent has random moves to come.

    >>> from twoends import opponent
    >>> verdict(-3), verdict(2, opponent("random"))
    ('you lose by 3', 'you win by 2 on average')
    """
    average = " on average" if opponent is not None and opponent.stochastic else ""
    if rules.alone:
        return f"you make {form(margin)}"
    if magnitude(margin) <= 2 * error:
        return f"a draw{average}"
    return f"you {'win' if margin > 0 else 'lose'} by {form(magnitude(margin))}{average}"


def capitalised(sentence: str) -> str:
    """A sentence with its first letter in upper case; `str.capitalize` would change the rest, too."""
    return f"{sentence[0].upper()}{sentence[1:]}"


def sum_text(cards: Sequence[str], total: str) -> str:
    """A player's cards as a sum: 8 + 3 = 11."""
    if len(cards) < 2:
        return cards[0] if cards else "nothing"
    return f"{' + '.join(cards)} = {total}".replace("+ -", "- ")


def sums_text(game: Game, start: int, form: Form, totals: Iterable[Number]) -> list[str]:
    """What you took in a game from a move on, as a sum, and what the opponent took, given both totals."""
    cards = list(map(card_text if game.rules.plain else form, game.earned[start:]))
    movers = game.movers[start:]
    piles = ([card for by, card in zip(movers, cards, strict=True) if by == mover] for mover in MOVERS)
    return list(map(sum_text, piles, map(form, totals)))


def face_values(shape: Shape) -> list[str]:
    """A line with the values of the court cards of a shape; no line if it has none."""
    cards = shape.cards.given
    if Card not in map(type, cards):  # by far the most common case
        return []
    court_cards = (card for card in cards if isinstance(card, Card) and card > 10)
    ranks = {str(card).removesuffix(card.suit): int(card) for card in court_cards}
    counts = [f"{rank} {value}" for rank, value in sorted(ranks.items(), key=lambda pair: -pair[1])]
    return [f"{', '.join(counts).replace(' ', ' counts ', 1)}."] if counts else []
