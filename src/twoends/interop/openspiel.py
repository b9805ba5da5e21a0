"""The OpenSpiel game `twoends`, and our opponents as OpenSpiel policies. Needs the extra openspiel.

Importing this module registers the game. Parameters, as in `twoends(row=8 15 3 7)`:

    row     the values between blanks, as `twoends.parse` reads a row: a comma would end the parameter,
            and one value alone needs brackets, row=[5], for OpenSpiel to take it for text
    board   instead of a row: a board as `twoends.parse` reads it, as in board=1 2 | 3 7 4]
    circle  instead of a row: the values around a circle, as in circle=2 8 1 10 9
    seed    if there is none of these: which shuffled deck
    length  if there is none of these: how many of its cards, from the left
    rules   what a move takes and earns, and whose turn it is, with semicolons between its parts, as in
            rules=take 1-3 left; turns ABBA

Player 0 moves first. Actions are those of `states`: 0 takes the left end, 1 the right one; the last card is
taken by action 0. A game returns the margin, negated where the smaller total wins, so that it is zero-sum.
Totals are kept exactly, and rounded to the floats that OpenSpiel counts in only when it asks for returns and
tensors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.answers.policies import chances
from twoends.interop.states import Actions, largest_total
from twoends.rules.cards import deal
from twoends.rules.errors import RowError
from twoends.rules.games import Game
from twoends.rules.notation import parse_shape
from twoends.rules.numbers import Exact
from twoends.rules.opponents import independent_opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import MOVERS, Rulebook, State
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape, shape_of
from twoends.rules.sides import AnyMove

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
    from open_spiel.python.policy import Policy
except ImportError as missing:
    raise ImportError(
        "twoends.interop.openspiel needs OpenSpiel: pip install 'twoends[openspiel]'"
    ) from missing

from twoends.interop.environment import Observations

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
    parameter_specification={"row": "", "board": "", "circle": "", "seed": 0, "length": 52, "rules": ""},
)


class TwoEndsGame(pyspiel.Game):
    """One row, board or circle to play on.

    shape    what is dealt
    row      all its values in one row
    book     the rules, which every state shares; you are player 0
    actions  the moves as OpenSpiel counts them

    >>> import pyspiel
    >>> pyspiel.load_game("twoends(row=8 15 3 7)").row
    Row(8 15 3 7)
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.shape = _shape(params)
        self.row = self.shape.cards
        rules = Rules.of(params.get("rules", "").replace(";", ","))
        self.book = Rulebook.of(self.shape, you_first=True, rules=rules)
        self.actions = Actions.of(self.shape, rules)
        bound = float(largest_total(self.book))
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
        """All cards on the table, player 0 to move."""
        if state is not None:
            raise NotImplementedError("a state is rebuilt from its history: apply the actions one by one")
        return TwoEndsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees; the history if OpenSpiel asks for perfect recall."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.book, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TwoEndsState(pyspiel.State):
    """A state of the game, bare, and both totals.

    OpenSpiel copies every attribute of a state at each step of a search, so the cards stay with the game.
    """

    def __init__(self, game: TwoEndsGame) -> None:
        super().__init__(game)
        self.at: State = game.book.start
        self.totals: tuple[Exact, Exact] = (0, 0)

    def current_player(self) -> int:
        """0 or 1, or OpenSpiel's mark for the end."""
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self._player()

    def _player(self) -> int:
        """Player 0 is you."""
        return MOVERS.index(self.get_game().book.mover(self.at))

    def moves(self) -> dict[int, AnyMove]:
        """The legal moves, by action."""
        legal: dict[int, AnyMove] = self.get_game().actions.legal(self.get_game().book, self.at)
        return legal

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.moves())  # as OpenSpiel wants them

    def _apply_action(self, action: int) -> None:
        book, player = self.get_game().book, self._player()
        move = self.get_game().actions.move(book, self.at, action)
        mine, other = self.totals[player] + book.earns(self.at, move), self.totals[1 - player]
        self.totals = (mine, other) if player == 0 else (other, mine)
        self.at = book.after(self.at, move)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.moves().get(action, action))

    def is_terminal(self) -> bool:
        """Whether no move is left."""
        return not self.get_game().book.moves(self.at)

    def returns(self) -> list[float]:
        """The margins of players 0 and 1, once the game is over."""
        if not self.is_terminal():
            return [0.0, 0.0]
        margin = self.get_game().book.rules.sign * float(self.totals[0] - self.totals[1])
        return [margin, -margin]

    def __str__(self) -> str:
        game = self.get_game()
        if game.book.rules.merge:
            rest: Shape = Row.of(map(game.row.show, game.book.cards(self.at)))
        else:
            rest = game.shape.rest(self.at.remaining)
        return f"{rest} ({self.totals[0]} : {self.totals[1]})".lstrip()


class Observer:
    """Fill OpenSpiel's tensors: of the parameter dtype, float32 if it is left out, values times scale.

    row     shape (n,), the values that are left, of a board one component after the other; 0 where a
            card has been taken. A merged card lies beside those that none has merged
    left    shape (n,), 1 where a card is left, else 0
    totals  shape (2,), the observing player's total, then the other one's
    moves   by other rules than one card from either end: shape (2,), how many moves were made, and M
    """

    def __init__(self, book: Rulebook, params: dict[str, Any] | None) -> None:
        options: dict[str, Any] = {"dtype": np.float32, "scale": 1} | (params or {})
        if len(options) > 2:
            raise ValueError(f"the parameters of an observation are dtype and scale, here are {params}")
        n = len(book.shape)
        self.book, self._sight = book, Observations(book.shape.cards, book.rules, **options)
        self._sight.require(largest_total(book) * abs(self._sight.scale))
        self.tensor = np.zeros(2 * n + (2 if book.rules.plain else 4), self._sight.dtype)
        self.dict = {
            "row": self.tensor[:n],
            "left": self.tensor[n : 2 * n],
            "totals": self.tensor[2 * n : 2 * n + 2],
        }
        if not book.rules.plain:
            self.dict["moves"] = self.tensor[2 * n + 2 :]

    def set_from(self, state: TwoEndsState, player: int) -> None:
        """Look at a state with one player's eyes."""
        self.tensor.fill(0)
        self._sight.fill(self.tensor, self.book, state.at)
        totals = state.totals[player], state.totals[1 - player]
        self.dict["totals"][:] = [float(total) * self._sight.scale for total in totals]
        if "moves" in self.dict:
            self.dict["moves"][:] = state.at.number, state.at.memory

    def string_from(self, state: TwoEndsState, player: int) -> str:
        """The state in words; both players see the same."""
        return str(state)


def game(what: Shape | Iterable[Any], rules: object = None) -> TwoEndsGame:
    """The OpenSpiel game on a row, a board or a circle of your own. Raises RowError, RulesError.

    >>> print(game([8, 15, 3, 7]).new_initial_state())
    8 15 3 7 (0 : 0)
    >>> from twoends import Circle
    >>> print(game(Circle([2, 8, 1])).new_initial_state().child(1))
    1 2 (8 : 0)
    """
    shape = shape_of(what)
    text = str(shape) if shape.name == "board" else f"[{shape.cards}]"  # a board has brackets of its own
    given = {} if (by := Rules.of(rules)).plain else {"rules": str(by).replace(",", ";")}
    loaded: TwoEndsGame = pyspiel.load_game("twoends", {shape.name: text, **given})
    return loaded


class OpponentPolicy(Policy):
    """An opponent of ours in either seat: each move with the probability with which they make it.

    `who` is a name, an `Opponent`, or your own reply rule or player. The first look at a seat costs
    what `match` costs for this player, then each state is O(1), or O(k) for an optimal one; on a board each
    state is solved. Raises OpponentError, RowError.

    >>> duel = game([8, 15, 3, 7])
    >>> OpponentPolicy(duel, "greedy").action_probabilities(duel.new_initial_state())
    {0: 1.0, 1: 0.0}
    """

    def __init__(self, game: TwoEndsGame, who: object) -> None:
        super().__init__(game, [0, 1])
        self.opponent, self._actions = independent_opponent(who), game.actions
        self._seats = [
            chances(Game(game.shape, you_first, opponent=self.opponent, rules=game.book.rules))
            for you_first in (False, True)
        ]

    def action_probabilities(self, state: TwoEndsState, player_id: int | None = None) -> dict[int, float]:
        """The probability of each legal action, for the player to move."""
        likely = self._seats[state.current_player()](state.at)
        return dict.fromkeys(state.legal_actions(), 0.0) | {
            self._actions.number(move): float(chance) for chance, move in likely
        }


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
    (kind,) = given
    shape = parse_shape(f"{kind} {params[kind].removeprefix(kind)}")  # a board's text may begin so
    if not len(shape):
        raise RowError(f"OpenSpiel has no games without a move: give a {kind} of at least 1 card")
    return shape


pyspiel.register_game(GAME_TYPE, TwoEndsGame)
