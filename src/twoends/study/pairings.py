"""Pairings: who meets whom in a study, by names that other processes and later runs find again."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from importlib import import_module

from twoends.answers.matches import BEST, seated
from twoends.rules.errors import shortened
from twoends.rules.opponents import opponent
from twoends.study.files import StudyError

BOT = "bot "
"""A player's name that begins so goes on with the command of a program that plays."""


@dataclass(frozen=True, slots=True, order=True)
class Pairing:
    """You against an opponent, each by name, or as a function of yours that a module has.

    A name is one that `twoends.opponent` reads, or `bot COMMAND` for a program that plays; you may
    be `best`, unless the opponent is a bot, whose replies nobody knows. One of two may be `optimal best` or
    `optimal worst`, if the other one is built in. Names come out in full, with their rule for ties. Raises
    StudyError, OpponentError.

    >>> Pairing("best", "greedy")
    Pairing(you='best', opponent='greedy right')
    """

    you: str
    opponent: str

    def __post_init__(self) -> None:
        if self.opponent == BEST:
            raise StudyError(f"'{self}': best stands on your side only; the best against it is optimal")
        if self.you == BEST and str(self.opponent).startswith(BOT):
            raise StudyError(f"'{self}': nobody knows the best response to a bot; choose another player")
        for field in ("you", "opponent"):
            object.__setattr__(self, field, _name(getattr(self, field)))
        knowing = [name for name in (self.you, self.opponent) if needs_the_other(name)]
        if knowing and (len(knowing) == 2 or is_own(self.you) or is_own(self.opponent)):
            raise StudyError(
                f"'{self}': {knowing[0]} has to know what the other player will do, and nobody does before "
                "they play: choose ties left, right or random"
            )

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
    """Whether a player by this name is not built in: a bot, or a function of the user's.

    >>> is_own("mine:rule trembling 1/10"), is_own("bot ./mine"), is_own("greedy left")
    (True, True, False)
    """
    return player.startswith(BOT) or ":" in player.partition(" ")[0]


def needs_the_other(player: str) -> bool:
    """Whether a player by this name in full has to know the other one."""
    return not is_own(player) and player != BEST and opponent(player).needs_the_other


def _name(player: object) -> str:
    """A player's name in full, as it is stored and shown. Raises StudyError, OpponentError."""
    if not isinstance(player, str):
        player = _name_of_function(player)
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
        return " ".join(player.split())
    return str(seated(player) or BEST)


def _name_of_function(function: object) -> str:
    """The name under which other processes, and later runs, find a function. Raises StudyError."""
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not callable(function) or module is None or name is None:
        raise StudyError(f"{shortened(repr(function))} is no player: give a name, or your own function")
    if module == "__main__" or getattr(import_module(module), name, None) is not function:
        raise StudyError(
            f"{name} cannot be found again by other processes and later runs: write it into a file of "
            "its own, as in mine.py, and import it from there"
        )
    return f"{module}:{name}"
