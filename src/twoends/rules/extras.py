"""The extras `fast` and `study`: whether they are installed, and the errors if they are not."""

from __future__ import annotations

from functools import cache

from twoends.rules.errors import MissingExtraError

INSTALL_FAST = "pip install 'twoends[fast]'"


@cache
def _installed(*packages: str) -> bool:
    from importlib.util import find_spec  # late: a small solve does not need it

    return all(find_spec(name) is not None for name in packages)


def has_fast() -> bool:
    """Whether NumPy and Numba are installed; neither is imported."""
    return _installed("numpy", "numba")


def require_fast(feature: str) -> None:
    """Raise MissingExtraError, naming the feature, unless NumPy and Numba are installed."""
    if not has_fast():
        raise MissingExtraError(f"{feature} needs NumPy and Numba: {INSTALL_FAST}")


def require_study(feature: str) -> None:
    """Raise MissingExtraError, naming the feature, unless NumPy, Numba and Polars are installed."""
    if not (has_fast() and _installed("polars")):
        raise MissingExtraError(f"{feature} needs NumPy, Numba and Polars: pip install 'twoends[study]'")
