"""A session at the terminal: an immutable state, and what a key or a reply makes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, Literal

from twoends.answers.matches import reply as reply_of
from twoends.answers.reviews import Review
from twoends.answers.reviews import review as review_of
from twoends.answers.solution import Move, solve
from twoends.rules.cards import deal
from twoends.rules.errors import IllegalMoveError, TwoEndsError
from twoends.rules.games import Game
from twoends.rules.numbers import Number, exact_number, magnitude
from twoends.rules.opponents import opponent
from twoends.rules.preferences import Opponent, names
from twoends.rules.sides import LEFT, RIGHT, AnyMove, Lane, Side, end_and_count, move_taking, side_of
from twoends.views.numbers import brief, card_text
from twoends.views.summaries import why
from twoends.views.words import end_text, opponent_text, verdict

View = Literal["table", "keys", "review", "guess"]


@dataclass(frozen=True, slots=True)
class Session:
    """All that a terminal shows and that a key can change.

    game      the game so far; at a table of two people its opponent is one
    seed      of the deck that was dealt, of the opponent's random moves, and of who is to be guessed
    dealt     whether the cards are dealt from a deck, so that a new game deals the next ones
    begun     whether it went on from a text, or was tried again: such a game is not recorded
    guessing  whether the opponent is to be guessed
    guess     who the person says it is; None: nobody yet
    view      what the screen shows
    hint      whether it shows what each end would bring
    promise   whether it shows what best play promises
    hints     how often either was asked for, or a review before the end
    undone    how many moves were taken back
    lane      which of several lanes is chosen, such as a component of a board
    at        which card is chosen where any may be taken; in a review the move
    count     how many cards the next arrow takes; 0: as few as it may
    scroll    how far a long row or a page is scrolled
    said      what happened last, in a sentence
    done      whether the session is over
    """

    game: Game
    seed: int
    dealt: bool = False
    begun: bool = False
    guessing: bool = False
    guess: str | None = None
    view: View = "table"
    hint: bool = False
    promise: bool = False
    hints: int = 0
    undone: int = 0
    lane: int = 0
    at: int = 0
    count: int = 0
    scroll: int = 0
    said: str = ""
    done: bool = False

    @property
    def human(self) -> bool:
        """Whether two people sit at the table."""
        return self.game.opponent.is_human

    @property
    def asks(self) -> bool:
        """Whether it waits for a person's move, and not for the opponent's or for the end."""
        return not self.game.over and (self.game.mover == "you" or self.human)

    @property
    def hidden(self) -> bool:
        """Whether the opponent is still to be named."""
        return self.guessing and self.guess is None

    @property
    def chooses_a_card(self) -> bool:
        """Whether any card of the chosen lane may be taken."""
        return self.cards_here.any_card and not self.game.over

    @property
    def several(self) -> bool:
        """Whether the cards lie in several lanes, of which one is chosen."""
        return len(self.game.lanes) > 1

    @property
    def open_lanes(self) -> list[int]:
        """The numbers of the lanes from which a card may be taken."""
        ends = {end_and_count(move)[0] for move in self.game.moves()}
        return [number for number, lane in enumerate(self.game.lanes) if ends.intersection(lane.ends)]

    @property
    def lane_here(self) -> int:
        """Which lane is chosen: the one asked for, or the first open one after it."""
        return min(self.open_lanes, key=lambda number: (number < self.lane, number), default=0)

    @property
    def cards_here(self) -> Lane:
        """The chosen lane; where moves merge, of a row that is made anew."""
        if self.game.rules.merge:
            return self.game.rest.lanes(self.game.rest.initial)[0]
        return next(iter(self.game.lanes[self.lane_here :]), Lane((), ()))

    @property
    def moves_here(self) -> list[AnyMove]:
        """The legal moves from the chosen lane; those of as many cards as was said, if there are any."""
        lane = self.cards_here
        moves = [move for move in self.game.moves() if end_and_count(move)[0] in lane.ends]
        return [move for move in moves if end_and_count(move)[1] == self.count] or moves

    @property
    def cards(self) -> Sequence[Number]:
        """The cards of the chosen lane; where any may be taken, from the chosen one on, as in a circle."""
        lane = self.cards_here
        dealt = self.game.rest if self.game.rules.merge else self.game.shape
        given, places = dealt.cards.given, lane.places
        if lane.any_card:
            at = self.at % len(places)
            places = [*places[at:], *places[:at]]
        return (
            given[places.start : places.stop] if isinstance(places, range) else [given[at] for at in places]
        )

    @property
    def who(self) -> str:
        """Who is to move, as a sentence begins."""
        name = self.name(you=self.game.mover == "you")
        return f"The {name.lower()}" if name == "Opponent" else name

    @property
    def opponent_name(self) -> str:
        """The opponent in a sentence, as far as they are known."""
        return "an opponent whom you may name" if self.hidden else opponent_text(self.game.opponent)

    def name(self, *, you: bool) -> str:
        """What the two sides are called."""
        if self.human:
            return "Player 1" if you else "Player 2"
        return "You" if you else "Opponent"


def unnamed(seed: int) -> Opponent:
    """Somebody to be guessed."""
    return opponent(Random(f"{seed} who").choice(names()))


def side_verdict(session: Session, margin: Number) -> str:
    """Who wins, and by how much, in the names of this session."""
    game = session.game
    if (session.human or game.over) and margin != 0 and not game.rules.alone:
        ahead = game.rules.sign * margin > 0
        who = session.name(you=ahead) if session.human else "you"
        verb = "lost" if who == "you" and not ahead else "won" if game.over else "wins"
        return f"{who} {verb} by {brief(magnitude(margin))}"
    last = len(game.ends) + 1 >= len(game.shape)
    return verdict(margin, None if last else game.opponent, rules=game.rules)


def press(session: Session, key: str, mistakes: Iterable[int] = ()) -> Session:
    """What a key makes of a session; a key that means nothing here changes nothing.

    `mistakes` are the numbers of the moves to which a review can go.
    """
    if session.view == "review":
        return _press_in_review(session, key, mistakes)
    if session.view == "guess" and key.isdigit() and 0 < int(key) <= len(names()):
        return name_opponent(session, names()[int(key) - 1])
    if key == "q" and session.view == "table":
        return replace(session, done=True)
    if session.view != "table" and key not in ("up", "down", "page up", "page down"):
        return replace(session, view="table", scroll=0)
    match key:
        case _ if key.isdecimal() and session.asks and not session.game.rules.one_card:
            return _counted(session, int(key))
        case "left" | "right" if session.chooses_a_card:
            step = 1 if key == "right" else -1
            return replace(session, at=(session.at + step) % len(session.cards_here.ends))
        case "enter" if session.chooses_a_card and session.asks:
            ends = session.cards_here.ends
            return take(session, ends[session.at % len(ends)])
        case "left" | "right" if session.asks:
            return take_side(session, LEFT if key == "left" else RIGHT)
        case "h" | "p" | "r" if session.hidden:
            return replace(session, said="Name the opponent first: key g.")
        case "h" if session.asks:
            return replace(session, hint=not session.hint, hints=session.hints + (not session.hint))
        case "p" if not session.game.over:
            return replace(session, promise=not session.promise, hints=session.hints + (not session.promise))
        case "g" if session.guessing:
            return replace(session, view="guess", scroll=0)
        case "u":
            return undo(session)
        case "n":
            return new(session)
        case "r":
            return replace(looked_up(session), view="review", at=1, scroll=0)
        case "?":
            return replace(session, view="keys", scroll=0)
        case "up" | "down" if session.view == "table" and session.several:
            return _choose(session, 1 if key == "down" else -1)
        case "up" | "down" | "page up" | "page down":
            step = 1 if session.view == "table" or "page" not in key else 10
            return replace(session, scroll=max(session.scroll + (step if "down" in key else -step), 0))
    return session


def looked_up(session: Session) -> Session:
    """The session after a look at the review, which before the end tells what best play promises."""
    return replace(session, hints=session.hints + (not session.game.over))


def _press_in_review(session: Session, key: str, mistakes: Iterable[int]) -> Session:
    steps = {"left": -1, "right": 1, "up": -1, "down": 1, "page up": -10, "page down": 10}
    last = max(len(session.game.ends), 1)
    if key in steps:
        return replace(session, at=min(max(session.at + steps[key], 1), last))
    if key in ("home", "end"):
        return replace(session, at=1 if key == "home" else last)
    if key == "n":
        return replace(session, at=next((number for number in mistakes if number > session.at), session.at))
    if key == "t" and session.game.ends:
        return again(session, session.at)
    return replace(session, view="table", lane=0, at=0)


def again(session: Session, number: int) -> Session:
    """Go back to before a move and play on from there, as a game that is not recorded."""
    game = replace(session.game, ends=session.game.ends[: number - 1])
    return _with(session, game, f"Again from move {number}.", begun=True, view="table", lane=0, at=0)


def _with(session: Session, game: Game, said: str, **more: Any) -> Session:
    """The session after a move was made or taken back: what helped with it is hidden again."""
    return replace(session, game=game, said=said, hint=False, promise=False, count=0, scroll=0, **more)


def _choose(session: Session, step: int) -> Session:
    """Go to the next open lane, or to the one before."""
    lanes = session.open_lanes
    if not lanes:
        return session
    at = lanes.index(session.lane_here)
    return replace(session, lane=lanes[(at + step) % len(lanes)], at=0, scroll=0)


def _counted(session: Session, digit: int) -> Session:
    """The session after one more digit of how many cards to take: the first one of a number, or the next."""
    most = max((end_and_count(move)[1] for move in session.game.moves()), default=0)
    both = session.count * 10 + digit
    count = both if both <= most else digit
    if not 0 < count <= most:
        return replace(session, count=0, said=f"A move takes {most} cards at most now.")
    return replace(session, count=count, said=f"Now an arrow takes {count} card{'s' * (count > 1)}.")


def take_side(session: Session, side: Side) -> Session:
    """The session after whoever is to move has taken as many cards as was said from a side of a lane."""
    end = next((end for end in session.cards_here.ends if side_of(end) is side), None)
    if end is None:
        return replace(session, said=f"The {side.name.lower()} end of this component is closed.")
    fewest = min(end_and_count(move)[1] for move in session.game.moves())
    try:
        return take(session, move_taking(end, session.count or fewest))
    except IllegalMoveError:
        return replace(session, count=0, said=_allowed(session, end, side))


def _allowed(session: Session, end: AnyMove, side: Side) -> str:
    """How many cards may be taken now from one end, which is on this side."""
    counts = [count for other, count in map(end_and_count, session.game.moves()) if other == end]
    where = f"the {side.name.lower()} end"
    if not counts:
        return f"No card may be taken from {where}."
    low, high = min(counts), max(counts)
    span = f"{low}" if low == high else f"{low} {'or' if low + 1 == high else 'to'} {high}"
    return f"You can take {span} card{'s' * (high > 1)} from {where} now."


def take(session: Session, end: AnyMove) -> Session:
    """The session after whoever is to move has taken an end. Raises IllegalMoveError."""
    game = session.game
    after = game.play(end)
    card = card_text(game.shape.cards.given[after.places[-1]])
    side = side_of(end)
    if not game.rules.plain:
        which = f"{end_text(game, end)}, for {brief(game.earns(end))}"
    elif after.over:
        which = f"the last card, {card}"
    elif side is None:
        which = f"the {card}"
    else:
        number = next(number for number, lane in enumerate(game.lanes) if end in lane.ends)
        which = f"the {side.name.lower()} end{f' of component {number}' if session.several else ''}, {card}"
    move = f"{session.who} took {which}."
    said = move if game.mover == "you" or session.human else f"{session.said} {move}".strip()
    return _with(session, after, said, at=0)


def reply(session: Session) -> Session:
    """The session after the opponent's move.

    Their random moves come from the seed and the position alone, so that they move as before when you
    take a move back and return to it. Raises OpponentError where your own opponent fails.
    """
    return take(session, reply_of(session.game, Random(f"{session.seed} {session.game.remaining}")))


def undo(session: Session) -> Session:
    """Take back a person's last move, with the opponent's reply to it."""
    ends = session.game.ends
    while ends:
        ends = ends[:-1]
        back = replace(session.game, ends=ends)
        if session.human or back.mover == "you":
            return _with(session, back, "Taken back.", undone=session.undone + 1)
    return replace(session, said="There is no move of yours to take back.")


def new(session: Session) -> Session:
    """Start again: with the next cards of the deck, or with the same ones, and whom to guess next."""
    seed, game = session.seed + 1, session.game
    shape = game.shape.of_deck(deal(seed=seed)) if session.dealt else game.shape
    who = unnamed(seed) if session.guessing else game.opponent
    said = "A new deal." if session.dealt else "A new game on the same cards."
    begin = Game(shape, game.you_first, (), who, game.rules)
    return Session(begin, seed, session.dealt, guessing=session.guessing, said=said)


def name_opponent(session: Session, name: str) -> Session:
    """Say who the opponent is, once."""
    if session.guess is not None:
        return replace(session, view="table")
    right = name == session.game.opponent.name
    moves = len(session.game.ends)
    said = f"{'Right' if right else f'No, not {name}'}: it is {opponent_text(session.game.opponent)}"
    return replace(session, guess=name, view="table", said=f"{said}, named after {moves} moves.")


@dataclass(frozen=True, slots=True)
class Foresight:
    """What is worked out of a session: only as much as it shows.

    moves   what each end would bring whoever is to move, their cards so far included; for a hint
    reason  the best end in a sentence; for a hint
    review  the game so far, judged: for the promise, at the end and in a review
    fault   why that cannot be worked out, in a sentence
    """

    moves: tuple[Move, ...] = ()
    reason: str = ""
    review: Review | None = None
    fault: str = ""


@lru_cache(maxsize=64)
def foresee(game: Game, *, hint: bool, review: bool) -> Foresight:
    """Look ahead: O(n) against an optimal opponent, O(n²) against any other one.

    At a table of two people the moves of the second one are judged as theirs.
    """
    try:
        judged = review_of(game) if review else None
        if not hint:
            return Foresight(review=judged)
        mine = game if game.mover == "you" else replace(game, you_first=not game.you_first)
        solution = solve(mine)
        show, known = game.shape.cards.show, {move.end: move for move in solution.moves}
        moves = tuple(
            replace(known[end], total=show(mine.yours + exact_number(known[end].total)))
            for end in mine.moves()
        )
        return Foresight(moves, why(solution), judged)
    except TwoEndsError as fault:
        return Foresight(fault=f"This is not worked out: {fault}.")


def mistakes(seen: Foresight | None) -> Iterator[int]:
    """The numbers of the moves that gave something away, as far as they are judged; one by one, O(moves)."""
    moves = seen.review.moves if seen is not None and seen.review is not None else ()
    return (move.number for move in moves if move.loss)


def wanted(session: Session) -> dict[str, bool]:
    """What of the foresight this session shows."""
    shows_review = session.view == "review" or session.promise or session.game.over
    return {"hint": session.hint, "review": shows_review and not session.hidden}
