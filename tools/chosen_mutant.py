"""Choose the mutant that runs: its code replaces the code of its function, and nothing else changes.

Calls have the same frames, names and speed as without mutants, so tests that count calls, recurse deeply or
inspect a function work as usual.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FunctionType
from typing import Any

CHOICE = "CHOSEN_MUTANT"
"""The environment variable with the chosen mutant: mutmut's name for it, with its module."""

MutantDict = dict[str, Any]
"""The mutants of a function by name; the function itself has the name ""."""

reached: set[str] = set()
"""The functions, with their modules, that have run since the set was last cleared."""


def keep(mutants: MutantDict, is_classmethod: bool = False) -> Callable[[FunctionType], FunctionType]:
    """Return a decorator that adds the function to its mutants and returns it unchanged."""

    def keep_function(function: FunctionType) -> FunctionType:
        mutants[""] = function
        return function

    return keep_function


def choose(name: str) -> None:
    """Run a mutant from now on: in this process if its module is loaded, and in all new processes."""
    os.environ[CHOICE] = name
    if (module := name.rpartition(".")[0]) in sys.modules:
        loaded(module)


def loaded(module: str) -> None:
    """Replace the function's code by the chosen mutant's if the mutant is one of this module."""
    home, _, name = os.environ.get(CHOICE, "").rpartition(".")
    if home == module:
        mutants = vars(sys.modules[module])[f"mutants_{name.rpartition('_')[0]}"]
        function, mutant = mutants[""], mutants[name]
        mutant = getattr(mutant, "__func__", mutant)  # a classmethod's mutant is bound to its class
        original = function.__code__
        function.__code__ = mutant.__code__.replace(
            co_name=original.co_name, co_qualname=original.co_qualname
        )
        function.__defaults__, function.__kwdefaults__ = mutant.__defaults__, mutant.__kwdefaults__
