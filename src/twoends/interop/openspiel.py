"""The OpenSpiel game `twoends`, and our opponents as OpenSpiel policies. Needs the extra openspiel.

Importing this module registers the game. Parameters, as in `twoends(row=8 15 3 7)`:

    row     the values between blanks, as `twoends.parse` reads a row: a comma would end the parameter,
            and one value alone needs brackets, row=[5], for OpenSpiel to take it for text
    board   instead of a row: a board as `twoends.parse` reads it, as in board=1 2 | 3 7 4]
    circle  instead of a row: the values around a circle, as in circle=2 8 1 10 9
    seed    if there is none of these: which shuffled deck
    length  if there is none of these: how many of its cards, from the left

Player 0 moves first. Action 0 takes the left end, action 1 the right one; the last card is taken by
action 0. On a board these are actions 2c and 2c + 1 of component c; around a circle the first action is
the index of a card, and those after it take the ends of the row that is left. A game returns the margin,
so that it is zero-sum. Totals are kept exactly, and rounded to the floats that OpenSpiel counts in only
when it asks for returns and tensors.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from twoends.answers.lines import played_first, played_on_a_board
from twoends.answers.matches import intention
from twoends.rules.boards import Board
from twoends.rules.cards import deal
from twoends.rules.circles import Circle
from twoends.rules.errors import IllegalMoveError, RowError
from twoends.rules.games import Game
from twoends.rules.notation import parse_shape
from twoends.rules.numbers import Exact
from twoends.rules.opponents import opponent
from twoends.rules.positions import Player, Position
from twoends.rules.rows import Row
from twoends.rules.shapes import Shape, name_of, shape_of
from twoends.rules.sides import LEFT, RIGHT, AnyEnd, End, Side
from twoends.rules.text import parse_row
from twoends.solvers.dispatch import scaled_for

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
    from open_spiel.python.policy import Policy
except ImportError as missing:
    raise ImportError(
        "twoends.interop.openspiel needs OpenSpiel: pip install 'twoends[openspiel]'"
    ) from missing

SIDES = (LEFT, RIGHT)
"""The side that each action takes."""

GAME_TYPE = pyspiel.GameType(
    short_name="twoends",
    long_name="Two Ends",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    # Each card is a reward of its own, but OpenSpiel's searches want the returns at the end.
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"row": "", "board": "", "circle": "", "seed": 0, "length": 52},
)


class TwoEndsGame(pyspiel.Game):
    """One row, board or circle to play on.

    shape  what is dealt; every state shares it
    row    all its values in one row

    >>> import pyspiel
    >>> pyspiel.load_game("twoends(row=8 15 3 7)").row
    Row(8 15 3 7)
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.shape = _shape(params)
        self.row = self.shape.cards
        bound = float(sum(max(value, -value) for value in self.row.values))
        info = pyspiel.GameInfo(
            num_distinct_actions=_actions(self.shape),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0,
            max_game_length=len(self.row),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self, state: object = None) -> TwoEndsState | ShapeState:
        """All cards on the table, player 0 to move."""
        if state is not None:
            raise NotImplementedError("a state is rebuilt from its history: apply the actions one by one")
        return TwoEndsState(self) if isinstance(self.shape, Row) else ShapeState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees; the history if OpenSpiel asks for perfect recall."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.row, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TwoEndsState(pyspiel.State):
    """A position of a row and both totals.

    OpenSpiel copies every attribute of a state at each step of a search, so a state keeps two
    bounds and two totals, and the row stays with the game.
    """

    def __init__(self, game: TwoEndsGame) -> None:
        super().__init__(game)
        self.start = 0
        self.stop = len(game.row)
        self.totals: tuple[Exact, Exact] = (0, 0)

    def current_player(self) -> int:
        """0 or 1, or OpenSpiel's mark for the end."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return (len(self.get_game().row) - (self.stop - self.start)) % 2

    def position(self, you: int = 0) -> Position:
        """What is left on the table, with player `you` as you."""
        return Position(self.get_game().row.values, self.start, self.stop, self.current_player() == you)

    def there(self) -> list[int]:
        """Which cards are left, as indices of the row."""
        return list(range(self.start, self.stop))

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1][: self.stop - self.start]

    def _apply_action(self, action: int) -> None:
        _refuse_illegal(self, action)
        player, card = self.current_player(), self.position().card(SIDES[action])
        mine, other = self.totals[player] + card, self.totals[1 - player]
        self.totals = (mine, other) if player == 0 else (other, mine)
        self.start, self.stop = self.start + (action == 0), self.stop - (action == 1)

    def _action_to_string(self, player: int, action: int) -> str:
        return SIDES[action].value

    def is_terminal(self) -> bool:
        """Whether every card has been taken."""
        return self.start == self.stop

    def returns(self) -> list[float]:
        """The margins of players 0 and 1, once the game is over."""
        return _returns(self.totals) if self.is_terminal() else [0.0, 0.0]

    def __str__(self) -> str:
        row = self.get_game().row
        return f"{row[self.start : self.stop]} ({self.totals[0]} : {self.totals[1]})".lstrip()


class ShapeState(pyspiel.State):
    """What is left of a board or a circle, and both totals."""

    def __init__(self, game: TwoEndsGame) -> None:
        super().__init__(game)
        self.left: Any = game.shape.whole
        self.taken: tuple[int, ...] = ()
        self.totals: tuple[Exact, Exact] = (0, 0)

    def current_player(self) -> int:
        """0 or 1, or OpenSpiel's mark for the end."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else len(self.taken) % 2

    def there(self) -> list[int]:
        """Which cards are left, as indices of all cards."""
        return sorted({*range(len(self.get_game().row))} - {*self.taken})

    def _ends(self) -> dict[int, AnyEnd]:
        """The legal ends, by action."""
        ends: Sequence[AnyEnd] = self.get_game().shape.ends(self.left)
        return {_action(end): end for end in ends}

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._ends())

    def _apply_action(self, action: int) -> None:
        _refuse_illegal(self, action)
        game, end, player = self.get_game(), self._ends()[action], self.current_player()
        place = game.shape.place(self.left, end)
        mine, other = self.totals[player] + game.row.values[place], self.totals[1 - player]
        self.totals = (mine, other) if player == 0 else (other, mine)
        self.left, self.taken = game.shape.after(self.left, end), (*self.taken, place)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._ends().get(action, action))

    def is_terminal(self) -> bool:
        """Whether every card has been taken."""
        return len(self.taken) == len(self.get_game().row)

    def returns(self) -> list[float]:
        """The margins of players 0 and 1, once the game is over."""
        return _returns(self.totals) if self.is_terminal() else [0.0, 0.0]

    def __str__(self) -> str:
        return f"{self.get_game().shape.rest(self.left)} ({self.totals[0]} : {self.totals[1]})".lstrip()


class Observer:
    """Fill OpenSpiel's tensors, float32 (integers are exact up to 2^24).

    row     shape (n,), the values that are left, of a board one component after the other; 0 where a
            card has been taken
    left    shape (n,), 1 where a card is left, else 0
    totals  shape (2,), the observing player's total, then the other one's
    """

    def __init__(self, row: Row, params: object) -> None:
        if params:
            raise ValueError(f"the observation has no parameters, here are {params}")
        n = len(row)
        self.values = np.array([float(value) for value in row.values], np.float32)
        self.tensor = np.zeros(2 * n + 2, np.float32)
        self.dict = {
            "row": self.tensor[:n],
            "left": self.tensor[n : 2 * n],
            "totals": self.tensor[2 * n :],
        }

    def set_from(self, state: TwoEndsState | ShapeState, player: int) -> None:
        """Look at a state with one player's eyes."""
        left = state.there()
        self.tensor.fill(0)
        self.dict["row"][left] = self.values[left]
        self.dict["left"][left] = 1
        self.dict["totals"][:] = state.totals[player], state.totals[1 - player]

    def string_from(self, state: TwoEndsState | ShapeState, player: int) -> str:
        """The state in words; both players see the same."""
        return str(state)


def game(what: Shape | Iterable[Any]) -> TwoEndsGame:
    """The OpenSpiel game on a row, a board or a circle of your own. Raises RowError.

    >>> print(game([8, 15, 3, 7]).new_initial_state())
    8 15 3 7 (0 : 0)
    >>> print(game(Circle([2, 8, 1])).new_initial_state().child(1))
    1 2 (8 : 0)
    """
    shape = shape_of(what)
    if not isinstance(shape, Row):
        text = str(shape) if isinstance(shape, Board) else f"[{shape.cards}]"
        return pyspiel.load_game("twoends", {name_of(shape): text})  # type: ignore[no-any-return]  # pyspiel has no types
    row = shape
    return pyspiel.load_game("twoends", {"row": f"[{Row.of(row)}]"})  # type: ignore[no-any-return]  # pyspiel has no types


class OpponentPolicy(Policy):
    """An opponent of ours in either seat: each side with the probability with which they take it.

    `who` is a name, an `Opponent`, or your own reply rule or player. The first look at a seat costs
    what `positions.policy` costs, then each state is O(1); on a board each state is solved, as `match` does.
    Raises OpponentError, RowError.

    >>> duel = game([8, 15, 3, 7])
    >>> OpponentPolicy(duel, "greedy").action_probabilities(duel.new_initial_state())
    {0: 1.0, 1: 0.0}
    """

    def __init__(self, game: TwoEndsGame, who: object) -> None:
        super().__init__(game, [0, 1])
        self.opponent = opponent(who)
        self._shape = game.shape
        self._intentions: dict[Any, Player] = {}

    def action_probabilities(
        self, state: TwoEndsState | ShapeState, player_id: int | None = None
    ) -> dict[int, float]:
        """The probability of each legal action, for the player to move."""
        actions = state.legal_actions()
        who = self.opponent
        if len(actions) == 1:
            return {actions[0]: 1.0}
        chances = dict.fromkeys(actions, who.stray / len(actions))
        if isinstance(self._shape, Row) or (isinstance(self._shape, Circle) and state.taken):
            chances = {0: who.stray * who.stray_left, 1: who.stray * (1 - who.stray_left)}
        if who.stray < 1:
            chances[_action(self._intended(state))] += 1 - who.stray
        return {action: float(chance) for action, chance in chances.items()}

    def _intended(self, state: Any) -> AnyEnd:
        """The end that the player to move means to take."""
        player, who, shape = state.current_player(), self.opponent, self._shape
        if isinstance(shape, Row):
            return self._on_a_row(player, shape, player == 0)(state.position(you=1 - player))
        if isinstance(shape, Board):
            return played_on_a_board(shape, who, state.left, False)[0]
        if not state.taken:
            circle = Game(shape, you_first=False, opponent=who)
            return played_first(circle, scaled_for(shape.cards, who).values)[0]
        first = state.taken[0]
        row = shape.row_after(first)
        start, stop = (place - first - 1 for place in state.left)
        position = Position(row.values, start, stop, your_turn=False)
        return self._on_a_row((first, player), row, player == 1)(position)

    def _on_a_row(self, key: Any, row: Row, moves_first: bool) -> Player:
        if key not in self._intentions:
            self._intentions[key] = intention(row, self.opponent, moves_first=moves_first)
        return self._intentions[key]


def _shape(params: dict[str, Any]) -> Shape:
    """What the parameters describe. Raises RowError."""
    given = [name for name in ("row", "board", "circle") if params.get(name)]
    if len(given) > 1:
        raise RowError(f"{' and '.join(given)} are given: a game is played on one of them")
    seed, length = params.get("seed", 0), params.get("length", 52)
    if not given:
        if not 1 <= length <= 52:
            raise RowError(f"length is {length}: OpenSpiel has no games without a move; give 1 to 52 cards")
        return deal(length, seed=seed)
    text = params[given[0]]
    named = text if given == ["row"] or text.startswith("board") else f"{given[0]} {text}"
    shape: Shape = parse_row(text) if given == ["row"] else parse_shape(named)
    if not len(shape):
        raise RowError(f"OpenSpiel has no games without a move: give a {given[0]} of at least 1 card")
    return shape


def _actions(shape: Shape) -> int:
    """How many different actions there are."""
    if isinstance(shape, Board):
        return 2 * len(shape.components)
    return max(2, len(shape)) if isinstance(shape, Circle) else 2


def _action(end: AnyEnd) -> int:
    """The action that takes an end."""
    if isinstance(end, End):
        return 2 * end.component + SIDES.index(end.side)
    return SIDES.index(end) if isinstance(end, Side) else end


def _refuse_illegal(state: TwoEndsState | ShapeState, action: int) -> None:
    """Raise IllegalMoveError for an action that is not legal."""
    legal = state._legal_actions(state.current_player())
    if action not in legal:
        which = f"legal are {', '.join(map(str, legal))}" if legal else "the game is over"
        raise IllegalMoveError(f"action {action} is not legal here: {which}")


def _returns(totals: tuple[Exact, Exact]) -> list[float]:
    margin = float(totals[0] - totals[1])
    return [margin, -margin]


pyspiel.register_game(GAME_TYPE, TwoEndsGame)
