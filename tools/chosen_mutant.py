"""Which mutant of a file runs: its code takes the place of its function's, and nothing else changes.

No call has more frames, another name or another pace than without mutants, so that tests that count calls,
go deep or look at a function hold for the functions in which mutants stand, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

CHOICE = "CHOSEN_MUTANT"
"""The variable that tells processes which one it is: mutmut's name for it, with its module."""

MutantDict = dict[str, Any]
"""The mutants of a function by their names; under no name the function itself."""

reached: set[str] = set()
"""The functions that ran, each with its module, since somebody emptied it."""


def keep(mutants: MutantDict, is_classmethod: bool = False) -> Callable[[FunctionType], FunctionType]:
    """A decorator that keeps the function with its mutants, and leaves it as it is."""

    def kept(function: FunctionType) -> FunctionType:
        mutants[""] = function
        return function

    return kept


def choose(name: str) -> None:
    """Let a mutant run from now on, here if its module is loaded, and in all processes that begin."""
    os.environ[CHOICE] = name
    if (module := name.rpartition(".")[0]) in sys.modules:
        loaded(module)


def loaded(module: str) -> None:
    """Put the chosen mutant, if it is one of a module that is loaded now, where its function's code is."""
    of, _, name = os.environ.get(CHOICE, "").rpartition(".")
    if of == module:
        mutants = vars(sys.modules[module])[f"mutants_{name.rpartition('_')[0]}"]
        function, mutant = mutants[""], mutants[name]
        mutant = getattr(mutant, "__func__", mutant)  # that of a classmethod is bound to its class
        was = function.__code__
        function.__code__ = mutant.__code__.replace(co_name=was.co_name, co_qualname=was.co_qualname)
        function.__defaults__, function.__kwdefaults__ = mutant.__defaults__, mutant.__kwdefaults__
