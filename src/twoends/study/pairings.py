"""Pairings: the two players of a study's games, by names that other processes and later runs resolve.

And the error that studies raise.
"""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from importlib import import_module

from twoends.answers.matches import BEST, as_player
from twoends.rules.errors import TwoEndsError, shortened

BOT = "bot "
"""Prefix of the name of a program that plays; its command follows."""


class StudyError(TwoEndsError):
    """A study that cannot be described, run or resumed.

    >>> from twoends.study import Study
    >>> Study(count=-1)
    Traceback (most recent call last):
    twoends.study.pairings.StudyError: count is -1: give 1 or more
    """


@dataclass(frozen=True, slots=True, order=True)
class Pairing:
    """You against an opponent, each given by name or as a function of an importable module.

    A name is one that `twoends.opponent` reads, or `bot COMMAND` for a program that plays. `you` may be
    `best`, unless the opponent is a bot, whose replies are not known in advance. Names are stored in
    full, with their tie-breaking rule. Raises StudyError, OpponentError.

    >>> Pairing("best", "greedy")
    Pairing(you='best', opponent='greedy right')
    """

    you: str
    opponent: str

    def __post_init__(self) -> None:
        if self.opponent == BEST:
            raise StudyError(f"'{self}': only you can be best; the opponent that plays best is optimal")
        if self.you == BEST and str(self.opponent).startswith(BOT):
            raise StudyError(f"'{self}': the best response to a bot is not known; choose another player")
        for field in ("you", "opponent"):
            object.__setattr__(self, field, _name(getattr(self, field)))

    @classmethod
    def of(cls, text: str) -> Pairing:
        """Read `YOU against OPPONENT`. Raises StudyError, OpponentError.

        >>> str(Pairing.of("best against greedy"))
        'best against greedy right'
        """
        you, against, other = text.partition(" against ")
        if not against:
            raise StudyError(f"'{text}' is not a pairing: write it as best against greedy")
        return cls(you.strip(), other.strip())

    @property
    def alone(self) -> bool:
        """Whether a player meets itself."""
        return self.you == self.opponent

    @property
    def with_bots(self) -> bool:
        """Whether a program plays."""
        return self.you.startswith(BOT) or self.opponent.startswith(BOT)

    def __str__(self) -> str:
        return f"{self.you} against {self.opponent}"


def is_own(player: str) -> bool:
    """Whether the player of this name is the user's, a bot or a function, and not built in.

    >>> is_own("mine:rule trembling 1/10"), is_own("bot ./mine"), is_own("greedy left")
    (True, True, False)
    """
    return player.startswith(BOT) or ":" in player.partition(" ")[0]


def _name(player: object) -> str:
    """Return a player's full name, as it is stored and shown; other processes can import a function by its.

    Raises StudyError, OpponentError.
    """
    if not isinstance(player, str):
        module, name = getattr(player, "__module__", None), getattr(player, "__qualname__", None)
        if not callable(player) or module is None or name is None:
            raise StudyError(f"{shortened(repr(player))} is not a player: give a name or a function")
        if module == "__main__" or getattr(import_module(module), name, None) is not player:
            raise StudyError(
                f"{name} cannot be imported by other processes and later runs: define it in a module, "
                "such as mine.py, and import it from there"
            )
        player = f"{module}:{name}"
    if f"{player} ".startswith(BOT):
        command = player.removeprefix(BOT.strip()).strip()
        try:
            words = shlex.split(command)
        except ValueError as fault:
            raise StudyError(
                f"the bot's command {command} cannot be read: {fault}; check its quotes"
            ) from None
        if not any(words):
            raise StudyError("a bot's command is empty: give a program, as in python3 mine.py")
        return f"{BOT}{shlex.join(words)}"
    return str(as_player(player) or BEST)
