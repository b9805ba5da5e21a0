"""A session at the terminal: an immutable state, and its transitions on keys and replies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any, Literal, NamedTuple

from twoends.answers.matches import reply as reply_of
from twoends.answers.reviews import Review
from twoends.answers.reviews import review as review_of
from twoends.answers.solution import MoveValue, solve
from twoends.rules.cards import deal
from twoends.rules.errors import IllegalMoveError, TwoEndsError
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Lane, Move
from twoends.rules.numbers import Number, exact_number, magnitude
from twoends.views.numbers import brief, card_text
from twoends.views.summaries import why
from twoends.views.words import end_text, side_text, verdict

View = Literal["table", "keys", "review"]


class Question(NamedTuple):
    """What a puzzle asks: its title, the question, and what `?` explains."""

    title: str
    text: str
    help: str


@dataclass(frozen=True, slots=True)
class Session:
    """The state of a terminal session: everything that is shown and that a key can change.

    game      the game so far; between two people, its opponent is a person
    seed      of the dealt deck and of the opponent's random moves
    dealt     whether the cards come from a deck, so that a new game deals others
    view      what the screen shows
    hint      whether it shows what each end would bring
    promise   whether it shows the result of best play
    hints     how often either was requested, or a review before the end
    undone    how many moves were undone
    lane      the lane asked for, such as a component of a board
    at        the chosen card, if any may be taken; in a review, the move
    count     how many cards the next arrow takes; 0 means as few as allowed
    scroll    how far a long row or a page is scrolled; in a review, from the move on
    message   what happened last, in a sentence
    done      whether the session is over
    question  the question of a puzzle, which the first move answers; None in a game
    strict    whether the first game counts, without hints, undo and another row
    """

    game: Game
    seed: int
    dealt: bool = False
    view: View = "table"
    hint: bool = False
    promise: bool = False
    hints: int = 0
    undone: int = 0
    lane: int = 0
    at: int = 0
    count: int = 0
    scroll: int = 0
    message: str = ""
    done: bool = False
    question: Question | None = None
    strict: bool = False

    @property
    def human(self) -> bool:
        """Whether two people play."""
        return self.game.opponent.is_human

    @property
    def awaits_person(self) -> bool:
        """Whether it is a person's turn."""
        return not self.game.over and (self.game.mover == "you" or self.human)

    @property
    def shows_review(self) -> bool:
        """Whether it shows a part of the review: the moves, the promise or the accuracy."""
        return self.view == "review" or self.promise or self.game.over

    @property
    def chooses_a_card(self) -> bool:
        """Whether any card of the chosen lane may be taken."""
        return self.current_lane.any_card and not self.game.over

    @property
    def several_lanes(self) -> bool:
        """Whether the cards lie in several lanes, so that a move chooses one."""
        return len(self.game.lanes) > 1

    @property
    def open_lanes(self) -> list[int]:
        """The numbers of the lanes from which a card may be taken."""
        ends = {move.single for move in self.game.moves()}
        return [number for number, lane in enumerate(self.game.lanes) if ends.intersection(lane.ends)]

    @property
    def lane_number(self) -> int:
        """The number of the chosen lane: the one asked for, or the next open one."""
        return min(self.open_lanes, key=lambda number: (number < self.lane, number), default=0)

    @property
    def current_lane(self) -> Lane:
        """The chosen lane; under merging rules, that of the current row."""
        if self.game.rules.merge:
            return self.game.rest.lanes(self.game.rest.initial)[0]
        return next(iter(self.game.lanes[self.lane_number :]), Lane((), ()))

    @property
    def current_moves(self) -> list[Move]:
        """The legal moves from the chosen lane, if possible only those of `count` cards."""
        lane = self.current_lane
        moves = [move for move in self.game.moves() if move.single in lane.ends]
        return [move for move in moves if move.cards == self.count] or moves

    @property
    def cards(self) -> Sequence[Number]:
        """The cards of the chosen lane; if any may be taken, they start with the chosen one."""
        lane = self.current_lane
        dealt = self.game.rest if self.game.rules.merge else self.game.shape
        given, places = dealt.cards.given, lane.places
        if lane.any_card:
            at = self.at % len(places)
            places = [*places[at:], *places[:at]]
        return (
            given[places.start : places.stop] if isinstance(places, range) else [given[at] for at in places]
        )

    @property
    def asks(self) -> tuple[Game, tuple[str, ...], bool, bool]:
        """What has to be computed for it, with the words of the cards: rows of other suits are equal."""
        return self.game, tuple(self.game.shape.cards.words()), self.hint, self.shows_review

    def name(self, *, you: bool) -> str:
        """Return what a side is called."""
        if self.human:
            return "Player 1" if you else "Player 2"
        return "You" if you else "Opponent"


def side_verdict(session: Session, margin: Number) -> str:
    """Say who wins and by how much, with the names of this session."""
    game = session.game
    if (session.human or game.over) and margin != 0 and not game.rules.alone:
        ahead = margin > 0
        who = session.name(you=ahead) if session.human else "you"
        verb = "lost" if who == "you" and not ahead else "won" if game.over else "wins"
        return f"{who} {verb} by {brief(magnitude(margin))}"
    last = len(game.ends) + 1 >= len(game.shape)
    return verdict(margin, None if last else game.opponent, rules=game.rules)


@dataclass(frozen=True, slots=True)
class Analysis:
    """The computed parts of a session; only those that it shows.

    moves   each end with the final total that it brings the player to move; for a hint
    reason  why the best end is best, in a sentence; for a hint
    review  the review of the game so far: for the promise, the end and the review
    fault   why the others are missing, in a sentence
    """

    moves: tuple[MoveValue, ...] = ()
    reason: str = ""
    review: Review | None = None
    fault: str = ""


COMPUTING = Analysis(fault="This is being computed …")


def analyse(session: Session) -> Analysis:
    """Compute what a session shows: O(n) against an optimal opponent, O(n²) against any other.

    Between two people, a hint for the second one is computed from their side.
    """
    return analyse_game(*session.asks)


@lru_cache(maxsize=64)
def analyse_game(game: Game, words: tuple[str, ...], hint: bool, review: bool) -> Analysis:
    """Compute a hint, a review, or both, as `analyse` does; `words` only tell equal games apart."""
    try:
        reviewed = review_of(game) if review else None
        if not hint:
            return Analysis(review=reviewed)
        mine = game if game.mover == "you" else replace(game, you_first=not game.you_first)
        solution = solve(mine)
        show, known = game.shape.cards.show, {value.move: value for value in solution.moves}
        moves = tuple(
            replace(known[move], total=show(mine.exact_totals[0] + exact_number(known[move].total)))
            for move in mine.moves()
        )
        return Analysis(moves, why(solution), reviewed)
    except TwoEndsError as fault:
        return Analysis(fault=f"This cannot be computed: {fault}.")


# --- keys --------------------------------------------------------------------------------------


def press(session: Session, key: str, analysis: Analysis = COMPUTING, room: int = 1) -> Session:
    """Return the session after a key. A key without a meaning here changes nothing.

    `room` is the number of lines by which page up and page down scroll.
    """
    if session.view == "review":
        return _press_in_review(session, key, analysis.review, room)
    if session.question is not None:
        key = {"l": "left", "r": "right", "h": "?", "\x1b": "q"}.get(key, key)
        if key in ("n", "p", "u"):
            return session
    if session.strict and (key in ("h", "p", "u", "n") or (key == "r" and not session.game.over)):
        return replace(session, message="This game counts: there are no hints and no undo.")
    if session.view != "table" and key not in ("up", "down", "page up", "page down"):
        return replace(session, view="table", scroll=0)
    match key:
        case "q":
            return replace(session, done=True)
        case _ if key.isdecimal() and session.awaits_person and not session.game.rules.one_card:
            return _type_count(session, int(key))
        case "left" | "right" if session.chooses_a_card:
            step = 1 if key == "right" else -1
            return replace(session, at=(session.at + step) % len(session.current_lane.ends))
        case "enter" if session.chooses_a_card and session.awaits_person:
            ends = session.current_lane.ends
            return take(session, ends[session.at % len(ends)])
        case "left" | "right" if session.awaits_person:
            return take_side(session, LEFT if key == "left" else RIGHT)
        case "h" if session.awaits_person:
            return replace(session, hint=not session.hint, hints=session.hints + (not session.hint))
        case "p" if not session.game.over:
            return replace(session, promise=not session.promise, hints=session.hints + (not session.promise))
        case "u":
            return undo(session)
        case "n":
            return new_game(session)
        case "r":
            # Before the end it counts as a hint, because it shows the best result.
            hints = session.hints + (not session.game.over)
            return replace(session, hints=hints, view="review", at=1, scroll=0)
        case "?" if session.question is not None:
            return replace(session, message=session.question.help)
        case "?":
            return replace(session, view="keys", scroll=0)
        case "up" | "down" if session.view == "table" and session.several_lanes:
            lanes = session.open_lanes or [0]
            at = lanes.index(session.lane_number) + (1 if key == "down" else -1)
            return replace(session, lane=lanes[at % len(lanes)], at=0, scroll=0)
        case "up" | "down" | "page up" | "page down":
            step = _scroll(key, room if session.view != "table" else 1)
            return replace(session, scroll=max(session.scroll + step, 0))
    return session


def _scroll(key: str, room: int) -> int:
    """Return by how many lines a key scrolls a page."""
    return (room if "page" in key else 1) * (1 if "down" in key else -1)


def _press_in_review(session: Session, key: str, review: Review | None, room: int) -> Session:
    last = max(len(session.game.ends), 1)
    steps = {"left": -1, "right": 1, "home": -last, "end": last}
    if key in steps:
        return replace(session, at=min(max(session.at + steps[key], 1), last), scroll=0)
    if key in ("up", "down", "page up", "page down"):
        return replace(session, scroll=session.scroll + _scroll(key, room))
    if key == "n":
        later = review.moves[session.at :] if review is not None else ()
        return replace(session, at=next((move.number for move in later if move.loss), session.at), scroll=0)
    if key == "t" and session.game.ends and not session.strict:
        return retry(session, session.at)
    return replace(session, view="table", lane=0, at=0, scroll=0)


def retry(session: Session, number: int) -> Session:
    """Return to the position before a move."""
    game = replace(session.game, ends=session.game.ends[: number - 1])
    return _after(session, game, f"Again from move {number}.", view="table", lane=0, at=0)


def _after(session: Session, game: Game, message: str, **more: Any) -> Session:
    """Return the session after a move or an undo, which hides the hint and the promise."""
    return replace(session, game=game, message=message, hint=False, promise=False, count=0, scroll=0, **more)


def _type_count(session: Session, digit: int) -> Session:
    """Add a digit to the number of cards to take, or start a new number with it."""
    most = max(move.cards for move in session.game.moves())
    longer = session.count * 10 + digit
    count = longer if longer <= most else digit
    if not 0 < count <= most:
        return replace(session, count=0, message=f"You can take at most {most} cards now.")
    return replace(session, count=count, message=f"Now an arrow takes {count} card{'s' * (count > 1)}.")


def take_side(session: Session, side: Move) -> Session:
    """Take `count` cards from a side of the chosen lane, for the player to move; as few as allowed for 0."""
    name = f"{side_text(side)} end"
    end = next((end for end in session.current_lane.ends if end.side == side), None)
    if end is None:
        return replace(session, message=f"The {name} of this component is closed.")
    legal = session.game.moves()
    try:
        return take(session, Move(end.end, session.count or min(move.cards for move in legal), end.row))
    except IllegalMoveError:
        counts = [move.cards for move in legal if move.single == end]
    message = f"You cannot take a card from the {name}."
    if counts:
        low, high = counts[0], counts[-1]
        span = f"{low}" if low == high else f"{low} {'or' if low + 1 == high else 'to'} {high}"
        message = f"You can take {span} card{'s' * (high > 1)} from the {name} now."
    return replace(session, count=0, message=message)


def take(session: Session, move: Move) -> Session:
    """Make a move for the player to move. Raises IllegalMoveError."""
    game = session.game
    after = game.play(move)
    which = end_text(game, move)
    if not game.rules.plain:
        which += f", for {brief(game.earns(move))}"
    elif after.over:
        which = f"the last card, {card_text(after.earned[-1])}"
    who = session.name(you=game.mover == "you").replace("Opponent", "The opponent")
    said = f"{who} took {which}."
    message = said if game.mover == "you" or session.human else f"{session.message} {said}".strip()
    return _after(session, after, message, at=0, done=session.question is not None)


def reply(session: Session) -> Session:
    """Make the opponent's move.

    Random moves depend only on the seed and the position, so that the opponent repeats them after an
    undo. Raises OpponentError if a user-written opponent fails.
    """
    return take(session, reply_of(session.game, Random(f"{session.seed} {session.game.remaining}")))


def undo(session: Session) -> Session:
    """Undo a person's last move and the opponent's reply to it."""
    ends = session.game.ends
    while ends:
        ends = ends[:-1]
        back = replace(session.game, ends=ends)
        if session.human or back.mover == "you":
            return _after(session, back, "Move undone.", undone=session.undone + 1)
    return replace(session, message="There is no move of yours to undo.")


def new_game(session: Session) -> Session:
    """Start again with a newly dealt deck or the same cards."""
    seed, game = session.seed + 1, session.game
    shape = game.shape.of_deck(deal(seed=seed)) if session.dealt else game.shape
    message = "A new deal." if session.dealt else "A new game with the same cards."
    start = Game(shape, game.you_first, (), game.opponent, game.rules)
    return Session(start, seed, session.dealt, message=message)
