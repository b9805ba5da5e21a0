"""How kernels are compiled, at their first use and without the interpreter's lock, and kept on disk.

They lie in the user's cache folder, or where NUMBA_CACHE_DIR says, in a folder of their own for each state
of this package's kernels: a change in any of them, because one is part of another, or another Numba
starts a new one, and installing the same version again finds the old one. Numba itself tells Python
versions and processors apart. Where no folder can be written, kernels are compiled anew in each process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Timer
from typing import Any, TypeVar

import numba
import numpy as np
from numba import njit, typeof, types
from numba.core import config, event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
from numba.misc import appdirs
from numpy.typing import NDArray

Integers = NDArray[np.int64]

Function = TypeVar("Function", bound=Callable[..., Any])

NUMBA: Any = config
"""Numba's settings, whose names exist only at run time: Numba sets them from the environment."""

SECONDS_IN_SILENCE = 1.0
"""Who waits longer than that for compilations is told so, on a terminal."""


def kernel(function: Function) -> Function:
    """Compile a function with Numba at its first use, and keep it on disk where a folder can be written."""
    dispatcher: Any = njit(function, nogil=True)
    if not NUMBA.DISABLE_JIT:
        with suppress(RuntimeError):
            dispatcher._cache = _Kept(function)
    compiled: Function = dispatcher
    return compiled


class Wait(IntEnum):
    """What a call of a kernel has to wait for."""

    NOTHING = 0
    LOADING = 1
    COMPILING = 2


def wait(compiled: Any, *arguments: Any) -> Wait:
    """What a call of a kernel with such arguments has to wait for: nothing if it ran in this process."""
    overloads = getattr(compiled, "overloads", None)
    signature = tuple(map(typeof, arguments))
    if overloads is None or signature in overloads:  # Numba may be switched off
        return Wait.NOTHING
    kept = compiled._cache
    is_kept = isinstance(kept, _Kept) and kept.holds(signature, compiled.targetctx)
    return Wait.LOADING if is_kept else Wait.COMPILING


Pays = Callable[..., bool]
"""Whether a kernel, given first, is worth what a call with the arguments that follow has to wait for."""


def always(compiled: Callable[..., Any], *arguments: Any) -> bool:
    """Every kernel pays."""
    return True


# --- on disk -----------------------------------------------------------------------------------


@cache
def folder() -> Path:
    """Where the kernels in this state are kept."""
    state = sha256(numba.__version__.encode())
    for source in sorted(Path(__file__).parent.glob("*.py")):
        state.update(source.name.encode() + source.read_bytes())
    own = appdirs.user_cache_dir("twoends", False)
    above = NUMBA.CACHE_DIR or own
    return Path(above, f"twoends-{state.hexdigest()[:16]}")


class _Folder(_CacheLocator):
    """Tells Numba where a kernel is kept."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Folder | None:
        """Take any kernel, if the folder can be written."""
        found = cls(function)
        try:
            found.ensure_cache_path()
        except OSError:
            return None
        return found

    def get_cache_path(self) -> str:
        """One folder for all."""
        return os.fspath(folder())

    def get_source_stamp(self) -> str:
        """The folder stands for what the sources are."""
        return ""

    def get_disambiguator(self) -> str:
        """Numba tells kernels of one name apart by their lines."""
        return str(self._line)


class _Place(CompileResultCacheImpl):
    def __init__(self, function: Callable[..., Any]) -> None:
        self._locator_classes: list[Any] = [_Folder]
        super().__init__(function)


class _Kept(FunctionCache):
    """The compiled forms of one kernel that lie on disk."""

    _impl_class = _Place

    def holds(self, signature: tuple[types.Type, ...], context: Any) -> bool:
        """Whether the form for these types is there."""
        with suppress(OSError):
            index: dict[Any, str] = self._cache_file._load_index()
            return self._index_key(signature, context.codegen()) in index
        return False

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Keep a form, but none for a rule of the user's own.

        Numba finds such a function again in no other process, and a class of theirs is known in none: it
        would keep everybody else from reading what is kept.
        """
        if not any(_is_theirs(each) for each in signature):
            with _alone():
                super().save_overload(signature, compiled)


@contextmanager
def _alone() -> Iterator[None]:
    """Let no other process keep a form meanwhile: Numba gives each a number, and two could take the same."""
    try:
        import fcntl
    except ImportError:  # on Windows, where two that compile one kernel at the same time have to be lucky
        yield
        return
    with (folder() / "being-written").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:  # closing alone would leave it to a process forked meanwhile, which holds a copy of the file
            fcntl.flock(file, fcntl.LOCK_UN)


def _is_theirs(kind: types.Type) -> bool:
    of_class = getattr(kind, "instance_class", Wait)
    return isinstance(kind, types.Dispatcher) or not of_class.__module__.startswith("twoends.")


# --- saying so ---------------------------------------------------------------------------------


class _Notice(event.Listener):
    """Says once, on a terminal, that a compilation is what somebody waits for."""

    def __init__(self) -> None:
        self._timer: Timer | None = None
        self._depth = 0

    def on_start(self, event: object) -> None:
        self._depth += 1
        if self._depth == 1 and self._timer is None:
            self._timer = Timer(SECONDS_IN_SILENCE, _say)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: object) -> None:
        self._depth -= 1
        if not self._depth and self._timer is not None and self._timer.is_alive():
            self._timer.cancel()
            self._timer = None


def _say() -> None:
    print(
        "twoends: compiling, which takes some seconds, once; `twoends compile` does it for all there is",
        file=sys.stderr,
        flush=True,
    )


if sys.stderr is not None and sys.stderr.isatty():
    event.register("numba:compile", _Notice())
