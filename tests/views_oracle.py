"""Random games, and the words in which the page tells of them, from the answers of the library."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import ROUND_HALF_UP, Context
from fractions import Fraction
from functools import cached_property
from typing import Any
from urllib.parse import quote

from twoends.answers.solution import winner_of
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.notation import write
from twoends.web.questions import ask

SIDES = {"L": "left", "R": "right"}
RANKS = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}
SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
CARDS = ("A♠", "Q♥", "10♦")
MARKS = {"best": "best", "equal": "the same margin, a smaller total"}
LETTERS = str.maketrans("♠♥♦♣", "shdc")


def address_of(page: str, game: Game, *more: str) -> str:
    """The address of a page about a game; of more parts, the last ones may be missing."""
    parts = [page, *write(game).split(" / "), *["optimal"] * (str(game.opponent) == "optimal"), *more]
    while not parts[-1]:
        parts.pop()
    coded = (quote(part.translate(LETTERS), safe="!~*'() ").replace(" ", "+") for part in parts)
    return f"#{'/'.join(coded)}"


def told(question: str, **fields: str) -> Any:
    """Python's answer to a question of the page."""
    return json.loads(ask(question, json.dumps(fields)))["answer"]


def show(value: Any) -> str:
    """A short number as the page writes it."""
    number = Fraction(value)
    if isinstance(value, float) and number.denominator > 1:  # of a table; rounded without a word
        digits = 3 if abs(value) < 1 else 2 + len(str(int(abs(value))))
        return f"{float(Context(digits, ROUND_HALF_UP).create_decimal(value)):g}".replace("-", "−")
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


def brief(value: Any, *, plus: str = "") -> str:
    """A number where there is little room, shortened to three digits."""
    shown, number = show(value), Fraction(value)
    if "≈" not in shown and len(shown) <= 6:
        return shown if number <= 0 else plus + shown
    return f"≈{float(f'{float(number):.3g}'):{plus}g}".replace("-", "−")


def in_full(value: Any) -> str:
    """A number as content of an element: all digits can be unfolded below a rounded one."""
    shown = show(value)
    return shown + str(value).replace("-", "−") if "≈" in shown else shown


def the(word: str) -> str:
    """A card in a sentence."""
    if word[-1] in SUITS:
        return f"the {RANKS.get(word[:-1], word[:-1])} of {SUITS[word[-1]]}"
    return f"the {word.replace('-', 'minus ')}"


def listed(words: list[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else "".join(words)


def titled(who: str) -> str:
    return who.split()[0].capitalize() + (", trembling" if "trembling" in who else "")


PARTS = {
    "take 1 either": ("Take a card from either end", "1 card from either end"),
    "take 1 left": ("Take a card from the left end", "1 card from the left"),
    "take 1-2 either": ("Take one or two cards from either end", "1 to 2 cards from either end"),
    "take 1-3 either": ("Take one, two or three cards from either end", "1 to 3 cards from either end"),
    "take 1-3 left": ("Take one, two or three cards from the left end", "1 to 3 cards from the left"),
    "take 2 either": ("Take 2 cards from either end", "2 cards from either end"),
    "take 2-3 either": ("Take 2 to 3 cards from either end", "2 to 3 cards from either end"),
    "take 2-any right": ("Take 2 cards or more from the right end", "2 or more from the right"),
    "take any either": ("Take any number of cards from either end", "Any number from either end"),
    "take any left": ("Take any number of cards from the left end", "Any number from the left"),
    "take 1-2M left": (
        "Take one card or more, at most twice the most taken so far from the left end",
        "Up to twice the most so far from the left",
    ),
    "score rest": ("A move earns the sum of the cards it leaves", "earns what it leaves"),
    "score turn": ("A move earns its cards times its number", "counts × its number"),
    "score 2^turn": (
        "The first move earns its cards times 2, the second times 4, and so on",
        "counts × 2, 4, 8, …",
    ),
    "score 3/1/-2": ("In order, moves earn their cards times 3, 1 and -2", "counts × 3, 1, -2"),
    "score 5/2/1": ("In order, moves earn their cards times 5, 2 and 1", "counts × 5, 2, 1"),
    "turns ABBA": ("The order of turns is ABBA", "order ABBA"),
    "turns AAB": ("The order of turns is AAB", "order AAB"),
    "turns A": ("You play alone", "alone"),
    "stop 2": ("Play ends after 2 moves", "2 moves"),
    "stop 3": ("Play ends after 3 moves", "3 moves"),
    "stop 4": ("Play ends after 4 moves", "4 moves"),
}
"""Parts of rules, and what the page says of them in full and in short."""


COURT = {"J": " J = 11", "Q": " Q = 12", "K": " K = 13", "A": " A = 14"}


def ruled(game: Game) -> list[str]:
    """The rule in full and in short."""
    rules = str(game.rules).replace("take 1-2M right", "take 1-2M left")
    parts = [PARTS[part] for part in rules.split(", ")]
    if not rules.startswith("take"):
        parts = [PARTS["take 1 either"], *parts]
    if "/" in rules and "stop" not in rules:
        parts.append(PARTS["stop 3"])
    full, short = ([part[k] for part in parts] for k in (0, 1))
    if game.shape.name == "board":
        full[0], short[0] = (f"{said} of any row" for said in (full[0], short[0]))
    if game.shape.name == "circle":
        full[0] = full[0].replace("Take", "Take any card first, then", 1)
        short[0] = f"Any card first, then {short[0].lower()}"
    if rules == "take 1 either":
        short = [short[0].replace("1 card from ", "" if game.shape.name == "circle" else "A card from ")]
    court = ",".join(
        said for rank, said in COURT.items() if any(word[0] == rank for word in game.shape.cards.words())
    )
    sides = ("left", "right") if "2M right" in str(game.rules) else ("left", "left")
    said = [". ".join([*full, "Highest total wins."]) + court, " · ".join([*short, "highest total wins"])]
    return [each.replace(*sides) for each in said]


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
        self.shape, self.fixed = self.game.shape.name, self.game.rules.fixed_sum
        self.is_row = self.shape == "row"
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

    def is_whole(self, number: int) -> bool:
        """Whether any card may be taken: of a circle, at first."""
        return self.shape == "circle" and number == 0

    @property
    def lanes(self) -> list[tuple[int, ...]]:
        return [tuple(lane.places) for lane in self.game.shape.lanes(self.game.state.remaining)]

    @property
    def is_open(self) -> bool:
        """Whether a person is to move."""
        return not self.game.over and (self.seat == "two" or (not self.seat and self.game.mover == "you"))

    @cached_property
    def moves(self) -> dict[str, Any]:
        """What each move of the player to move brings, and both totals, the mover's first."""
        is_second = self.seat == "two" and self.game.mover != "you" and not self.game.over
        seen = replace(self.game, you_first=not self.game.you_first) if is_second else self.game
        return dict(told("moves", game=write(seen)), is_second=is_second)

    @cached_property
    def start(self) -> dict[str, Any]:
        """The same of the first move."""
        return dict(told("moves", game=write(self.path[0])))

    @property
    def case(self) -> dict[str, Any]:
        """What the page is given: the game, and the answers that only Python has."""
        told = {"why": {"why": "That is why."}}
        if not self.is_row:
            told |= {"moves": self.moves, "start": self.start, "review": self.judged}
        return {"game": write(self.game), "seat": self.seat, "told": told}

    def move(self, number: int, name: str, *, with_card: bool = False) -> str:
        """A move in words: left, 2 from the right, left of row 2, card 3."""
        *row, end = name.split(":")
        if end[0] in SIDES:
            side = ("" if len(end) == 1 else f"{end[1:]} from the ") + SIDES[end[0]]
            return f"{side} of row {int(row[0]) + 1}" if row else side
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

    def brings(self, move: dict[str, Any], written: Callable[[Any], str] = show) -> str:
        """What a move brings: a total, or a margin where the sum of both is open."""
        brings = written(move["finish"]) if self.fixed else f"margin {written(move['margin'])}"
        less = f"{written(move['loss'])} {'less' if self.fixed else 'worse'}"
        return f"{brings}, {MARKS.get(move['mark'], less)}"

    def given(self, loss: Any) -> str:
        return show(loss) if self.fixed else f"{show(loss)} of the margin"
