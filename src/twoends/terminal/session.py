"""A session at the terminal: an immutable state, and what a key or a reply makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Literal

from twoends.answers.matches import player
from twoends.answers.positions import prospects
from twoends.answers.reviews import promises
from twoends.answers.solution import Move, solve
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.numbers import Number
from twoends.rules.positions import Player
from twoends.rules.replies import Opponent
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.views.numbers import brief
from twoends.views.words import verdict, why

View = Literal["table", "keys", "review"]


@dataclass(frozen=True, slots=True)
class Session:
    """All that a terminal shows and that a key can change.

    game     the game so far; at a table of two people its opponent is optimal, and a person moves for them
    seed     of the deck that was dealt and of the opponent's random moves
    human    whether the opponent is a person at the same keyboard
    dealt    whether the row is a dealt deck, so that a new game deals the next one
    view     what the screen shows
    hint     whether it shows what each end would bring
    scroll   how far a long row or a long review is scrolled
    said     what happened last, in a sentence
    done     whether the session is over
    """

    game: Game
    seed: int
    human: bool = False
    dealt: bool = False
    view: View = "table"
    hint: bool = False
    scroll: int = 0
    said: str = ""
    done: bool = False

    @property
    def asks(self) -> bool:
        """Whether it waits for a person's move, and not for the opponent's or for the end."""
        return not self.game.over and (self.game.your_turn or self.human)

    @property
    def cards(self) -> Sequence[Number]:
        """The cards that are left, as they were given."""
        start, stop = self.game.left
        return self.game.shape.cards.given[start:stop]

    @property
    def who(self) -> str:
        """Who is to move, as a sentence begins."""
        name = self.name(you=self.game.your_turn)
        return f"The {name.lower()}" if name == "Opponent" else name

    def name(self, *, you: bool) -> str:
        """What the two sides are called."""
        if self.human:
            return "Player 1" if you else "Player 2"
        return "You" if you else "Opponent"


def side_verdict(session: Session, margin: Number) -> str:
    """Who wins, and by how much, in the names of this session."""
    if session.human and margin != 0:
        return f"{session.name(you=margin > 0)} wins by {brief(max(margin, -margin))}"
    return verdict(margin, session.game.opponent)


def press(session: Session, key: str) -> Session:
    """What a key makes of a session; a key that means nothing here changes nothing."""
    if key == "q" and session.view == "table":
        return replace(session, done=True)
    if session.view != "table" and key not in ("up", "down", "page up", "page down"):
        return replace(session, view="table", scroll=0)
    match key:
        case "left" | "right" if session.asks:
            return take(session, LEFT if key == "left" else RIGHT)
        case "h" if session.asks:
            return replace(session, hint=not session.hint)
        case "u":
            return undo(session)
        case "n":
            return new(session)
        case "r":
            return replace(session, view="review", scroll=0)
        case "?":
            return replace(session, view="keys", scroll=0)
        case "up" | "down" | "page up" | "page down":
            step = 1 if session.view == "table" or "page" not in key else 10
            return replace(session, scroll=max(session.scroll + (step if "down" in key else -step), 0))
    return session


def take(session: Session, side: Side) -> Session:
    """The session after whoever is to move has taken a side."""
    game = session.game
    card = str(session.cards[0 if side is LEFT else -1])
    which = "the last card" if len(session.cards) == 1 else f"the {side.name.lower()} end"
    move = f"{session.who} took {which}, {card}."
    said = move if game.your_turn or session.human else f"{session.said} {move}".strip()
    return replace(session, game=game.take(side), said=said, hint=False, scroll=0)


def reply(session: Session) -> Session:
    """The session after the opponent's move.

    Their random moves come from the seed and the position alone, so that they move as before when you
    take a move back and return to it. Raises OpponentError where your own opponent fails.
    """
    game = session.game
    assert isinstance(game.shape, Row), "a terminal shows rows"
    move, random = _seat(game.shape, game.opponent, not game.you_first)
    random.seed(f"{session.seed} {game.left}")
    return take(session, move(game.position))


@lru_cache(maxsize=1)
def _seat(row: Row, against: Opponent, moves_first: bool) -> tuple[Player, Random]:
    random = Random()
    return player(row, against, moves_first=moves_first, random=random), random


def undo(session: Session) -> Session:
    """Take back a person's last move, with the opponent's reply to it."""
    ends = session.game.ends
    while ends:
        ends = ends[:-1]
        back = replace(session.game, ends=ends)
        if session.human or back.your_turn:
            return replace(session, game=back, hint=False, scroll=0, said="Taken back.")
    return replace(session, said="There is no move of yours to take back.")


def new(session: Session) -> Session:
    """Start again: with the deck of the next seed, or on the same row."""
    seed = session.seed + 1
    shape = deal(seed=seed) if session.dealt else session.game.shape
    return Session(
        replace(session.game, shape=shape, ends=()),
        seed,
        session.human,
        session.dealt,
        said="A new deal." if session.dealt else "A new game on the same row.",
    )


@dataclass(frozen=True, slots=True)
class Outlook:
    """What best play promises from here on.

    promised  your margin as promised before the first move and after each, shape (moves + 1,)
    moves     what the left and the right end would bring whoever is to move, their cards so far included
    """

    promised: tuple[Number, ...]
    moves: tuple[Move, ...]


@lru_cache(maxsize=512)
def outlook(game: Game) -> Outlook:
    """Look ahead from a game. At the opponent's turn the moves are theirs, against optimal play."""
    row = game.shape.cards
    show = row.show
    held = prospects(row, game.opponent, game.passed, you_first=game.you_first)
    left, right = held.left[-1], held.right[-1]
    if game.your_turn:
        brings = (game.yours + left, game.yours + right)
    else:
        rest = sum(row.values) - game.yours
        brings = (rest - left, rest - right)
    moves = [
        Move(side, show(total), show(max(brings) - total))
        for side, total in zip(game.legal, brings, strict=False)
    ]
    return Outlook(tuple(map(show, promises(game, held.total))), tuple(moves))


def reason(session: Session) -> str:
    """The better end in a sentence."""
    return why(solve(session.game))
