"""Random games, and the words in which the page tells of them, from the answers of the library."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from page_modules import OPPONENTS, RULES
from twoends.answers.solution import winner_of
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.notation import parse_game, write
from twoends.web.questions import ask

SEATS = ("", "", "two", "best", "greedy right")
SIDES = {"L": "left", "R": "right"}
NAMES = {"A": "ace", "Q": "queen", "10": "10", "♠": "spades", "♥": "hearts", "♦": "diamonds"}
CARDS = ("A♠", "Q♥", "10♦")


def games(count: int, *, over: float = 0.6) -> Iterator[tuple[list[Game], str]]:
    """Short games on rows and circles, some of them over: all their positions, and who plays for you."""
    draw = random.Random(71)
    for _ in range(count):
        length = draw.randint(0, 7)
        cards = " ".join(draw.choice([str(draw.randint(-3, 9)), *CARDS]) for _ in range(length)) or "-"
        rules, who = draw.choice(["", "", *RULES]), draw.choice(OPPONENTS)
        first, seat = draw.choice(["first", "second"]), draw.choice(SEATS)
        if rules.startswith("turns A") and "B" not in rules:  # nobody else moves
            who, first, seat = "optimal", "first", ""
        shape = f"circle {cards}" if length and not rules and draw.random() < 0.3 else cards
        path = [parse_game(" / ".join([shape, *([rules] if rules else []), first, "-", who]))]
        end = 99 if draw.random() < over else draw.randint(0, 4)
        while not path[-1].over and len(path) <= end:
            path.append(path[-1].play(draw.choice(path[-1].moves())))
        yield path, seat


def told(question: str, **fields: str) -> Any:
    """Python's answer to a question of the page."""
    return json.loads(ask(question, json.dumps(fields)))["answer"]


def show(value: Any) -> str:
    """A short number as the page writes it."""
    number = Fraction(value)
    text = str(number)
    if number.denominator > 1 and 10000 % number.denominator == 0:
        text = f"{float(number):g}"
    elif len(text.lstrip("-")) > 6:
        text = f"≈ {float(f'{float(number):.3g}') if abs(number) < 1 else round(float(number), 2):g}"
    return text.replace("-", "−")


def signed(value: Any) -> str:
    shown = show(value)
    if Fraction(value) <= 0:
        return shown
    return shown.replace("≈ ", "≈ +") if "≈" in shown else f"+{shown}"


def in_full(value: Any) -> str:
    """A number as content of an element: all digits can be unfolded below a rounded one."""
    shown = show(value)
    return shown + str(value).replace("-", "−") if "≈" in shown else shown


def the(word: str) -> str:
    """A card in a sentence."""
    if word in CARDS:
        return f"the {NAMES[word[:-1]]} of {NAMES[word[-1]]}"
    return f"the {word.replace('-', 'minus ')}"


def titled(who: str) -> str:
    return who.split()[0].capitalize() + (", trembling" if "trembling" in who else "")


class Telling:
    """A game, its review by the library, and the words for its moves."""

    def __init__(self, path: list[Game], seat: str) -> None:
        self.path, self.game = path, path[-1]
        self.seat, self.names = seat, {"you": "You", "opponent": titled(str(self.game.opponent))}
        if seat:
            self.names["you"] = titled(seat)
        if seat == "two":
            self.names = {"you": "Player 1", "opponent": "Player 2"}
        self.words = self.game.shape.cards.words()
        self.is_row, self.fixed = self.game.shape.name == "row", self.game.rules.fixed_sum
        self.leader = winner_of(self.game.margin)
        self.judged = told("review", game=write(self.game))
        self.played: list[dict[str, Any]] = self.judged["played"]
        self.promises = [Fraction(each) for each in self.judged["promises"]]
        self.mistakes = [move for move in self.played if move["mark"] in ("inaccuracy", "blunder")]
        self.yours = [move for move in self.mistakes if move["by"] == "you"]
        self.fatal = [
            move
            for move in self.yours
            if self.promises[move["number"] - 1] > 0 >= self.promises[move["number"]]
        ]
        """Your moves that gave a win away."""
        self.worst = max(self.fatal or self.yours, key=lambda move: Fraction(move["loss"]), default=None)

    def places(self, number: int, move: Move) -> list[int]:
        return list(self.path[number].book.places(self.path[number].state, move))

    def legal(self, number: int, name: str) -> Move:
        return next(move for move in self.path[number].moves() if str(move) == name)

    def move(self, number: int, name: str, *, with_card: bool = False) -> str:
        """A move in words: left, 2 from the right, card 3."""
        if name[0] in SIDES:
            return ("" if len(name) == 1 else f"{name[1:]} from the ") + SIDES[name[0]]
        card = f"card {int(name) + 1}"
        return f"{the(self.words[int(name)])} ({card})" if with_card else card

    def took(self, number: int, name: str) -> str:
        cards = [the(self.words[place]) for place in self.places(number, self.legal(number, name))]
        if self.is_row and len(cards) == 1:
            return f"{cards[0]} on the {self.move(number, name)}"
        return f"{', '.join(cards)} ({self.move(number, name)})"

    def best(self, number: int) -> str:
        names = self.played[number]["best"]
        return " or ".join(self.move(number, name, with_card=True) for name in names)

    def given(self, loss: Any) -> str:
        return show(loss) if self.fixed else f"{show(loss)} of the margin"
