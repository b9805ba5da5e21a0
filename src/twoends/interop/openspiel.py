"""The OpenSpiel game `twoends`, and our opponents as OpenSpiel policies. Needs the extra openspiel.

Importing this module registers the game. Parameters, as in `twoends(row=8 15 3 7)`:

    row     the values between blanks, as `twoends.parse` reads a row: a comma would end the parameter,
            and one value alone needs brackets, row=[5], for OpenSpiel to take it for text
    seed    if there is no row: which shuffled deck
    length  if there is no row: how many of its cards, from the left

Player 0 moves first. Action 0 takes the left end, action 1 the right one; the last card is taken by
action 0. A game returns the margin, so that it is zero-sum. Totals are kept exactly, and rounded
to the floats that OpenSpiel counts in only when it asks for returns and tensors.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from twoends.answers.matches import intention
from twoends.rules.cards import deal
from twoends.rules.errors import RowError
from twoends.rules.numbers import Exact
from twoends.rules.opponents import opponent
from twoends.rules.positions import Position
from twoends.rules.rows import Row
from twoends.rules.sides import LEFT, RIGHT
from twoends.rules.text import parse_row

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
    parameter_specification={"row": "", "seed": 0, "length": 52},
)


class TwoEndsGame(pyspiel.Game):
    """One row to play on.

    row  the values; every state shares them

    >>> import pyspiel
    >>> pyspiel.load_game("twoends(row=8 15 3 7)").row
    Row(8 15 3 7)
    """

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        params = params or {}
        self.row = _row(params.get("row", ""), params.get("seed", 0), params.get("length", 52))
        bound = float(sum(max(value, -value) for value in self.row.values))
        info = pyspiel.GameInfo(
            num_distinct_actions=2,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-bound,
            max_utility=bound,
            utility_sum=0.0,
            max_game_length=len(self.row),
        )
        super().__init__(GAME_TYPE, info, params)

    def new_initial_state(self, state: object = None) -> TwoEndsState:
        """All cards in the row, player 0 to move."""
        if state is not None:
            raise NotImplementedError("a state is rebuilt from its history: apply the actions one by one")
        return TwoEndsState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """What a player sees; the history if OpenSpiel asks for perfect recall."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return Observer(self.row, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class TwoEndsState(pyspiel.State):
    """A position and both totals.

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

    def _legal_actions(self, player: int) -> list[int]:
        return [0, 1][: self.stop - self.start]

    def _apply_action(self, action: int) -> None:
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
        if not self.is_terminal():
            return [0.0, 0.0]
        margin = float(self.totals[0] - self.totals[1])
        return [margin, -margin]

    def __str__(self) -> str:
        row = self.get_game().row
        return f"{row[self.start : self.stop]} ({self.totals[0]} : {self.totals[1]})".lstrip()


class Observer:
    """Fill OpenSpiel's tensors, float32 (integers are exact up to 2^24).

    row     shape (n,), the values that are left; 0 where a card has been taken
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

    def set_from(self, state: TwoEndsState, player: int) -> None:
        """Look at a state with one player's eyes."""
        left = slice(state.start, state.stop)
        self.tensor.fill(0)
        self.dict["row"][left] = self.values[left]
        self.dict["left"][left] = 1
        self.dict["totals"][:] = state.totals[player], state.totals[1 - player]

    def string_from(self, state: TwoEndsState, player: int) -> str:
        """The state in words; both players see the same."""
        return str(state)


def game(row: Iterable[Any]) -> TwoEndsGame:
    """The OpenSpiel game on a row of your own. Raises RowError.

    >>> print(game([8, 15, 3, 7]).new_initial_state())
    8 15 3 7 (0 : 0)
    """
    return pyspiel.load_game("twoends", {"row": f"[{Row.of(row)}]"})  # type: ignore[no-any-return]  # pyspiel has no types


class OpponentPolicy(Policy):
    """An opponent of ours in either seat: each side with the probability with which they take it.

    `who` is a name, an `Opponent`, or your own reply rule or player. The first look at a seat costs
    what `positions.policy` costs, then each state is O(1). Raises OpponentError, RowError.

    >>> duel = game([8, 15, 3, 7])
    >>> OpponentPolicy(duel, "greedy").action_probabilities(duel.new_initial_state())
    {0: 1.0, 1: 0.0}
    """

    def __init__(self, game: TwoEndsGame, who: object) -> None:
        super().__init__(game, [0, 1])
        self.opponent = opponent(who)
        self.intentions = [
            intention(game.row, self.opponent, moves_first=moves_first) for moves_first in (True, False)
        ]

    def action_probabilities(self, state: TwoEndsState, player_id: int | None = None) -> dict[int, float]:
        """The probability of each legal action, for the player to move."""
        actions = state.legal_actions()
        if len(actions) == 1:
            return {0: 1.0}
        who, player = self.opponent, state.current_player()
        left = who.stray * who.stray_left
        if who.stray < 1:
            intended = self.intentions[player](state.position(you=1 - player))
            left += (1 - who.stray) * (intended is LEFT)
        return {0: float(left), 1: float(1 - left)}


def _row(text: str, seed: int, length: int) -> Row:
    row = parse_row(text) if text else deal(seed=seed)[: max(length, 0)]
    if not row:
        raise RowError("OpenSpiel has no games without a move: give a row or a length of at least 1 card")
    return row


pyspiel.register_game(GAME_TYPE, TwoEndsGame)
