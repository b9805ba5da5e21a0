"""Compile kernels at their first use, without the interpreter's lock, and cache them on disk.

The cache is in the user's cache folder, or in NUMBA_CACHE_DIR. It has one subfolder for each state of the
kernels' sources and each Numba version: a change in any kernel starts a new one, because kernels inline each
other, and reinstalling the same version finds the old one. Numba itself distinguishes Python versions and
processors. If no folder is writable, kernels are compiled in each process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from threading import Timer
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Literal, TypeVar

import numba
import numpy as np
from numba import njit
from numba.core import config, event
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _CacheLocator
from numba.misc import appdirs
from numpy.typing import NDArray

Integers = NDArray[np.int64]

Function = TypeVar("Function", bound=Callable[..., Any])

NUMBA: Any = config
"""Numba's settings. Untyped, because Numba sets their names from the environment at run time."""

NOTICE_AFTER_SECONDS = 1.0
"""Compilations that take longer than this are announced on a terminal."""


def kernel(function: Function, inline: Literal["never", "always"] = "never") -> Function:
    """Compile a function with Numba at its first use, and cache it on disk if a folder is writable."""
    dispatcher: Any = njit(function, nogil=True, inline=inline)
    if not NUMBA.DISABLE_JIT:
        try:
            dispatcher._cache = _Cache(function)
        except RuntimeError:
            dispatcher._cache = _NoCache()
    compiled: Function = dispatcher
    return compiled


@cache
def compiled_copy(module: ModuleType, *inlined: str) -> Any:
    """The functions of a module of plain Python as kernels that call each other, and those that it imports.

    inlined  those that have a copy in each caller, because a call counts references to its arguments
    """
    names = dict(vars(module))
    for name, function in vars(module).items():
        home = function.__module__ if isinstance(function, FunctionType) else ""
        if home == module.__name__:
            copy = FunctionType(function.__code__, names, name)
            names[name] = kernel(copy, "always" if name in inlined else "never")
        elif home.startswith("twoends.engine."):
            names[name] = getattr(compiled_copy(sys.modules[home]), name)
    return SimpleNamespace(**names)


class NotReadyError(Exception):
    """A kernel has to be loaded or compiled, and its caller has no patience for that."""


@dataclass
class Patience:
    """Whether the caller of a kernel waits for it, if it has not yet run in this process.

    loads     whether it waits until the kernel is loaded from disk
    compiles  whether it waits until the kernel is compiled
    needed    whether any kernel had to be loaded or compiled
    """

    loads: bool
    compiles: bool
    needed: bool = False


patience: ContextVar[Patience | None] = ContextVar("patience", default=None)
"""The patience of the current caller; None waits for every kernel."""


def _wait(*, compiles: bool) -> None:
    """Note that a kernel has to be loaded or compiled. Raises NotReadyError if its caller does not wait."""
    granted = patience.get()
    if granted is None:
        return
    if not (granted.compiles if compiles else granted.loads):
        raise NotReadyError
    granted.needed = True


# --- the cache on disk -------------------------------------------------------------------------


TEXTS = ("coins", "play", "records", "sweep", "turns")
"""The modules of plain Python that are compiled."""


@cache
def folder() -> Path:
    """The cache folder of the kernels in their present state."""
    state = sha256(numba.__version__.encode())
    here = Path(__file__).parent
    for source in sorted((*(here.parent / f"{text}.py" for text in TEXTS), *here.glob("*.py"))):
        state.update(source.name.encode() + source.read_bytes())
    parent = NUMBA.CACHE_DIR or appdirs.user_cache_dir("twoends", False)
    if not NUMBA.CACHE_DIR and not os.path.isabs(parent):  # the XDG specification has such a folder ignored
        parent = os.path.expanduser("~/.cache/twoends")
    return Path(parent, f"twoends-{state.hexdigest()[:16]}")


class _Locator(_CacheLocator):
    """Tells Numba where to cache a kernel."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._line = function.__code__.co_firstlineno

    @classmethod
    def from_function(cls, function: Callable[..., Any], file: str) -> _Locator | None:
        """A locator for any kernel; None if the folder is not writable."""
        locator = cls(function)
        try:
            locator.ensure_cache_path()
        except OSError:
            return None
        return locator

    def get_cache_path(self) -> str:
        """The same folder for all kernels."""
        return os.fspath(folder())

    def get_source_stamp(self) -> str:
        """Empty: the name of the folder identifies the sources."""
        return ""

    def get_disambiguator(self) -> str:
        """The line of the kernel, which distinguishes kernels of one name."""
        return str(self._line)


class _CacheImpl(CompileResultCacheImpl):
    _locator_classes: list[Any] = [_Locator]  # noqa: RUF012  # Numba declares it on the instance


class _NoCache(NullCache):
    """Takes the place of a cache if no folder is writable."""

    def load_overload(self, signature: Any, context: Any) -> None:
        """Nothing is stored. Raises NotReadyError."""
        _wait(compiles=True)


class _Cache(FunctionCache):
    """The compiled forms of one kernel on disk, by signature."""

    _impl_class = _CacheImpl

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self._missing: set[Any] = set()

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Load a compiled form; None if there is none, and it will be compiled. Raises NotReadyError."""
        loaded = None
        if signature not in self._missing:
            _wait(compiles=False)
            loaded = super().load_overload(signature, context)
        if loaded is None:
            self._missing.add(signature)
            _wait(compiles=True)
        return loaded

    def save_overload(self, signature: Any, compiled: Any) -> None:
        """Save a compiled form."""
        with _locked():
            super().save_overload(signature, compiled)


@contextmanager
def _locked() -> Iterator[None]:
    """Keep other processes from saving: Numba numbers the files, and two processes could use one number."""
    try:
        import fcntl
    except ImportError:  # Windows: two processes that compile the same kernel at the same time may collide
        yield
        return
    with (folder() / "being-written").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:  # closing is not enough: a process forked meanwhile holds a copy of the file, and the lock
            fcntl.flock(file, fcntl.LOCK_UN)


# --- the notice that it takes long --------------------------------------------------------------


class _Notice(event.Listener):
    """Knows how many compilations are running, one within another, and announces them on a terminal, once."""

    def __init__(self, *, announced: bool) -> None:
        self._announced = announced
        self._timer: Timer | None = None
        self.depth = 0

    def on_start(self, event: object) -> None:
        self.depth += 1
        if self.depth == 1 and self._timer is None and self._announced:
            self._timer = Timer(NOTICE_AFTER_SECONDS, _print_notice)
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: object) -> None:
        self.depth -= 1
        if not self.depth and self._timer is not None and self._timer.is_alive():
            self._timer.cancel()
            self._timer = None


def _print_notice() -> None:
    print("twoends: compiling, some seconds at the first use", file=sys.stderr, flush=True)


compilations = _Notice(announced=sys.stderr is not None and sys.stderr.isatty())
event.register("numba:compile", compilations)
