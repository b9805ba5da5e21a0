"""Other rules again, written from their description alone: a plain recursion on tuples of cards.

It shares no code with the package: it reads the text of rules itself, takes cards off a tuple, puts merged
ones back, and plays every opponent as described. Expectations are Fractions.

    score("take 1-3 left", (1, 2, 3, 7))  ->  (6, 7): your total and the opponent's, you first, both optimal
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

Pair = tuple[Any, Any]
"""Your total and the opponent's."""

Taken = tuple[str, int]
"""A move: L or R, and how many cards."""


class Dials(NamedTuple):
    least: int = 1
    most: int | None = 1
    doubling: bool = False
    ends: str = "either"
    score: str = "cards"
    merge: bool = False
    turns: str = "AB"
    stop: int | None = None


class Who(NamedTuple):
    """An opponent: what they intend, their tie rule, and how often they tremble."""

    habit: str
    ties: str = "left"
    epsilon: Fraction = Fraction(0)


@cache
def dials(text: str) -> Dials:
    rules = Dials()
    for part in filter(None, text.split(", ")):
        name, *words = part.split()
        if name == "take":
            counts, ends = words[0], words[1] if len(words) > 1 else "either"
            low, _, high = counts.partition("-")
            rules = rules._replace(ends=ends, doubling=counts == "1-2M")
            if counts in ("any", "1-2M"):
                rules = rules._replace(least=1, most=None)
            else:
                most = None if high == "any" else int(high or low)
                rules = rules._replace(least=int(low), most=most)
        elif name == "merge":
            rules = rules._replace(merge=True)
        else:
            setting: Any = int(words[0]) if name == "stop" else words[0]
            rules = rules._replace(**{name: setting})
    return rules


def moves(rules: Dials, n: int, number: int, memory: int) -> list[Taken]:
    """The legal moves on n cards: L before R, fewest first; all of them are one move, from the left."""
    if (rules.stop is not None and number >= rules.stop) or (rules.merge and n < 2):
        return []
    if "/" in rules.score and number >= len([weight for weight in rules.score.split("/") if weight]):
        return []
    largest = 2 * memory if rules.doubling else n if rules.most is None else rules.most
    legal: list[Taken] = []
    for end in {"either": "LR", "left": "L", "right": "R"}[rules.ends]:
        legal.extend(
            (end, count)
            for count in range(rules.least, min(largest, n) + 1)
            if not (rules.ends == "either" and end == "R" and count == n)
        )
    return legal


def play(rules: Dials, cards: tuple[Any, ...], number: int, move: Taken) -> tuple[tuple[Any, ...], Any]:
    """What is left after a move, and what it earns."""
    end, count = move
    taken, left = (cards[:count], cards[count:]) if end == "L" else (cards[-count:], cards[:-count])
    times = {"turn": number + 1, "2^turn": 2 ** (number + 1)}.get(rules.score, 1)
    if "/" in rules.score:
        times = [int(weight) for weight in rules.score.split("/") if weight][number]
    earned = sum(left) if rules.score == "rest" else sum(taken) * times
    if rules.merge:
        left = (sum(taken), *left) if end == "L" else (*left, sum(taken))
    return left, earned


def yours_to_move(rules: Dials, number: int, you_first: bool) -> bool:
    return (rules.turns[number % len(rules.turns)] == "A") == you_first


@cache
def value(rules: Dials, cards: tuple[Any, ...], number: int, memory: int, you_first: bool, who: Who) -> Pair:
    """What both earn from here on."""
    after = outcomes(rules, cards, number, memory, you_first, who)
    if not after:
        return 0, 0
    if yours_to_move(rules, number, you_first):
        return max((pair for _, pair, _ in after), key=lambda pair: (pair[0] - pair[1], pair[0]))
    likely = chances(who, after)
    if max(likely) == 1:
        return after[likely.index(Fraction(1))][1]
    yours = sum(chance * pair[0] for chance, (_, pair, _) in zip(likely, after, strict=True))
    theirs = sum(chance * pair[1] for chance, (_, pair, _) in zip(likely, after, strict=True))
    return yours, theirs


Outcome = tuple[Taken, Pair, Any]


def outcomes(
    rules: Dials, cards: tuple[Any, ...], number: int, memory: int, you_first: bool, who: Who
) -> list[Outcome]:
    """Each legal move, both totals with what it earns, and what it earns."""
    yours = yours_to_move(rules, number, you_first)
    possible = []
    for move in moves(rules, len(cards), number, memory):
        left, earned = play(rules, cards, number, move)
        larger = max(memory, move[1]) if rules.doubling else 1
        you, they = value(rules, left, number + 1, larger, you_first, who)
        possible.append((move, (you + earned, they) if yours else (you, they + earned), earned))
    return possible


def chances(who: Who, after: list[Outcome]) -> list[Fraction]:
    """How likely an opponent is to make each move."""
    intended = _intended(who, after)
    keep, at_random = (1 - who.epsilon) / len(intended), who.epsilon / len(after)
    return [keep * (outcome in intended) + at_random for outcome in after]


def _intended(who: Who, after: list[Outcome]) -> list[Outcome]:
    """The moves that an opponent means to make: several where ties are random."""
    if who.habit == "random":
        return after
    if who.habit == "middle":
        return [after[len(after) // 2]]
    if who.habit in ("left", "right"):
        end = after[0 if who.habit == "left" else -1][0][0]
        return [next(outcome for outcome in after if outcome[0][0] == end)]
    keys: list[Any]
    if who.habit == "greedy":
        keys = [earned for _, _, earned in after]
    elif who.habit == "modest":
        keys = [-earned for _, _, earned in after]
    elif who.habit == "optimal":
        keys = [(theirs - yours, theirs) for _, (yours, theirs), _ in after]
    else:
        keys = [(-theirs, yours - theirs) for _, (yours, theirs), _ in after]
    tied = [outcome for outcome, key in zip(after, keys, strict=True) if key == max(keys)]
    if who.ties == "random":
        return tied
    ends = [move[0] for move, _, _ in tied]
    end = ends[0] if who.ties == "left" else ends[-1]
    return [tied[ends.index(end)]]


def opponent_of(text: str) -> Who:
    """An opponent as the package writes one: NAME [TIES] [trembling E], or middle."""
    parts = re.fullmatch(r"(\w+)(?: (left|right|random))?(?: trembling (\d+/\d+))?", text)
    assert parts is not None, text
    habit, ties, trembling = parts.groups()
    if habit == "random":
        return Who(habit, "left", Fraction(1))
    ties = ties or ("right" if habit in ("greedy", "modest") else "left")
    return Who(habit, ties, Fraction(trembling or 0))


def score(text: str, cards: tuple[Any, ...], who: str = "optimal", you_first: bool = True) -> Pair:
    """Your total and the opponent's over a whole game."""
    return value(dials(text), tuple(cards), 0, 1, you_first, opponent_of(who))


def games(
    text: str, cards: tuple[Any, ...], who: str, you_first: bool, you: str = "greedy left"
) -> dict[str, Fraction]:
    """Each game, as L1 R2, in which you always take what earns most, and how likely it is."""
    rules, them, finished = dials(text), opponent_of(who), {}
    begun = [("", Fraction(1), cards, 0, 1)]
    while begun:
        played, likely, left, number, memory = begun.pop()
        after = outcomes(rules, left, number, memory, you_first, them)
        if not after:
            finished[played.strip()] = likely
        mover = opponent_of(you) if yours_to_move(rules, number, you_first) else them
        for chance, (move, _, _) in zip(chances(mover, after) if after else (), after, strict=True):
            if chance:
                larger = max(memory, move[1]) if rules.doubling else 1
                rest, _ = play(rules, left, number, move)
                begun.append((f"{played} {move[0]}{move[1]}", likely * chance, rest, number + 1, larger))
    return finished


def totals_of(cards: tuple[Any, ...], game: str) -> tuple[Any, Any]:
    """The totals of the first and the second player in a game of one card a move."""
    totals, left = [0, 0], list(cards)
    for number, word in enumerate(game.split()):
        totals[number % 2] += left.pop(0 if word == "L1" else -1)
    return totals[0], totals[1]
