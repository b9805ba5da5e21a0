"""The OpenSpiel game `twoends`, and opponents as OpenSpiel policies. Needs the extra openspiel.

Importing this module registers the game. Parameters, as in `twoends(row=8 15 3 7)`:

    row     the values, separated by blanks, because a comma would end the parameter; a single value needs
            brackets, row=[5], or OpenSpiel reads a number
    board   instead of a row: a board as `twoends.parse` reads it, such as board=1 2 | 3 7 4]
    circle  instead of a row: the values around a circle, such as circle=2 8 1 10 9
    seed    if nothing is given: the seed of a shuffled deck
    length  if nothing is given: the number of cards dealt from the left of that deck
    rules   what a move takes and earns and whose turn it is, with semicolons between the parts, such as
            rules=take 1-3 left; turns ABBA

Player 0 moves first. Actions are those of `environment`: 0 takes the left end, 1 the right end. The returns
are the margins, so the game is zero-sum. Totals are exact; they are rounded to OpenSpiel's floats only in
returns and tensors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.answers.policies import chances
from twoends.rules.cards import deal
from twoends.rules.errors import RowError, install
from twoends.rules.games import Game
from twoends.rules.moves import Move
from twoends.rules.notation import parse_shape
from twoends.rules.numbers import Exact
from twoends.rules.opponent_names import computer_opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS, Rulebook, State
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, shape_of

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
    from open_spiel.python.policy import Policy
except ImportError as missing:
    raise ImportError(f"twoends.interop.openspiel needs OpenSpiel: {install('openspiel')}") from missing

from twoends.interop.environment import Actions, Observations

GAME_TYPE = pyspiel.GameType(
    short_name="twoends",
    long_name="Two Ends",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    # Every move earns a reward, but OpenSpiel's searches require returns at the end only.
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"row": "", "board": "", "circle": "", "seed": 0, "length": 52, "rules": ""},
)


class TwoEndsGame(pyspiel.Game):
    """The game on one row, board or circle.

    shape    the row, board or circle
    row      all its values in one row
    book     the rules applied to the shape, shared by all states; you are player 0
    actions  the numbers of the moves

    >>> import pyspiel
    >>> pyspiel.load_game("twoends(row=8 15 3 7)").row
    Row(8 15 3 7)
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.shape = _shape(params)
        self.row = self.shape.cards
        rules = Rules.of(params.get("rules", "").replace(";", ","))
        self.book = Rulebook(self.shape, you_first=True, rules=rules)
        self.actions = Actions.of(self.shape, rules)
        bound = float(_largest_total(self.book))
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.actions),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0,
            max_game_length=len(self.row),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self, state: object = None) -> TwoEndsState:
        """The state before the first move."""
        if state is not None:
            raise NotImplementedError("a state is rebuilt from its history: apply the actions one by one")
        return TwoEndsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """An `Observer`; OpenSpiel's observer of the history if it asks for perfect recall."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.book, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TwoEndsState(pyspiel.State):
    """The remaining cards and both totals.

    OpenSpiel copies every attribute of a state at each step of a search, so the values stay in the game.
    """

    def __init__(self, game: TwoEndsGame) -> None:
        super().__init__(game)
        self.at: State = game.book.start
        self.totals: tuple[Exact, Exact] = (0, 0)

    def current_player(self) -> int:
        """0 or 1, or OpenSpiel's constant for a terminal state."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return MOVERS.index(self.get_game().book.mover(self.at))

    def moves(self) -> dict[int, Move]:
        """The legal moves by their actions."""
        legal: dict[int, Move] = self.get_game().actions.legal(self.get_game().book, self.at)
        return legal

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moves())  # OpenSpiel requires this order

    def _apply_action(self, action: int) -> None:
        book, player = self.get_game().book, self.current_player()
        move = self.get_game().actions.move(book, self.at, action)
        earned, (first, second) = book.earns(self.at, move), self.totals
        self.totals = (first + earned, second) if player == 0 else (first, second + earned)
        self.at = book.after(self.at, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.moves().get(action, action))

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return not self.get_game().book.moves(self.at)

    def returns(self) -> list[float]:
        """The margins of players 0 and 1 at the end, zeros before."""
        if not self.is_terminal():
            return [0.0, 0.0]
        margin = float(self.totals[0] - self.totals[1])
        return [margin, -margin]

    def __str__(self) -> str:
        game = self.get_game()
        if game.book.rules.merge:
            rest: Shape = Row.of(map(game.row.show, game.book.cards(self.at)))
        else:
            rest = game.shape.rest(self.at.remaining)
        return f"{rest} ({self.totals[0]} : {self.totals[1]})".lstrip()


class Observer:
    """Fills OpenSpiel's tensors. Its parameters are `dtype` [float32] and `scale`, the factor of values [1].

    row     shape (n,): the values of the remaining cards, component by component on a board; 0 for a card
            that has been taken. A merged card lies next to the unmerged cards
    left    shape (n,): 1 for a card that is left, else 0
    totals  shape (2,): the observing player's total, then the other player's
    moves   under other rules than one card from either end: shape (2,), the number of moves made, and M
    """

    def __init__(self, book: Rulebook, params: dict[str, Any] | None) -> None:
        options: dict[str, Any] = {"dtype": np.float32, "scale": 1} | (params or {})
        if len(options) > 2:
            raise ValueError(f"the parameters of an observation are dtype and scale, not {params}")
        n = len(book.shape)
        self.book, self._encoding = book, Observations(book.shape.cards, book.rules, **options)
        self._encoding.require(_largest_total(book) * abs(self._encoding.scale))
        self.tensor = np.zeros(2 * n + (2 if book.rules.plain else 4), self._encoding.dtype)
        self.dict = {
            "row": self.tensor[:n],
            "left": self.tensor[n : 2 * n],
            "totals": self.tensor[2 * n : 2 * n + 2],
        }
        if not book.rules.plain:
            self.dict["moves"] = self.tensor[2 * n + 2 :]

    def set_from(self, state: TwoEndsState, player: int) -> None:
        """Fill the tensors from one player's point of view."""
        self.tensor.fill(0)
        self._encoding.fill(self.tensor, self.book, state.at)
        totals = state.totals[player], state.totals[1 - player]
        self.dict["totals"][:] = list(map(self._encoding.scaled, totals))
        if "moves" in self.dict:
            self.dict["moves"][:] = state.at.number, state.at.memory

    def string_from(self, state: TwoEndsState, player: int) -> str:
        """The state as text, the same for both players."""
        return str(state)


def game(what: Shape | Iterable[Any], rules: object = None) -> TwoEndsGame:
    """The OpenSpiel game on a row, a board or a circle. Raises RowError, RulesError.

    >>> print(game([8, 15, 3, 7]).new_initial_state())
    8 15 3 7 (0 : 0)
    >>> from twoends import Circle
    >>> print(game(Circle([2, 8, 1])).new_initial_state().child(1))
    1 2 (8 : 0)
    """
    shape = shape_of(what)
    # OpenSpiel's parameters have rows and circles as lists in brackets, boards in the text of a board.
    params = {shape.name: str(shape) if shape.name == "board" else f"[{shape.cards}]"}
    if not (by := Rules.of(rules)).plain:
        params["rules"] = str(by).replace(",", ";")
    loaded: TwoEndsGame = pyspiel.load_game("twoends", params)
    return loaded


class OpponentPolicy(Policy):
    """An opponent as a policy for either seat: the probability of each of their moves.

    `who` is a name, an `Opponent`, or your own player. The first state of a seat costs what `match` costs for
    this player; then each state costs O(1), or O(k) for an optimal player. On a board each state is solved.
    Raises OpponentError, RowError.

    >>> duel = game([8, 15, 3, 7])
    >>> OpponentPolicy(duel, "greedy").action_probabilities(duel.new_initial_state())
    {0: 1.0, 1: 0.0}
    """

    def __init__(self, game: TwoEndsGame, who: object) -> None:
        super().__init__(game, [0, 1])
        self.opponent, self._actions = computer_opponent(who), game.actions
        self._seats = [
            chances(Game(game.shape, you_first, opponent=self.opponent, rules=game.book.rules))
            for you_first in (False, True)
        ]

    def action_probabilities(self, state: TwoEndsState, player_id: int | None = None) -> dict[int, float]:
        """The probability of each legal action, for the player to move."""
        moves = self._seats[state.current_player()](state.at)
        return dict.fromkeys(state.legal_actions(), 0.0) | {
            self._actions.number(move): float(chance) for chance, move in moves
        }


def _largest_total(book: Rulebook) -> Any:
    """An upper bound on the absolute value of every total and every margin."""
    return sum(map(abs, book.values)) * book.rules.times_counted(len(book.shape))


def _shape(params: dict[str, Any]) -> Shape:
    """The shape that the parameters describe. Raises RowError."""
    given = [name for name in ("row", "board", "circle") if params.get(name)]
    if len(given) > 1:
        raise RowError(f"{' and '.join(given)} are given: give only one of them")
    seed, length = params.get("seed", 0), params.get("length", 52)
    if not given:
        if not 1 <= length <= 52:
            raise RowError(f"length is {length}: give 1 to 52; OpenSpiel has no games without moves")
        return deal(length, seed=seed)
    (kind,) = given
    shape = parse_shape(f"{kind} {params[kind].removeprefix(kind)}")  # a board's text may begin with its name
    if not len(shape):
        raise RowError(f"the {kind} has no cards: give at least 1; OpenSpiel has no games without moves")
    return shape


pyspiel.register_game(GAME_TYPE, TwoEndsGame)
