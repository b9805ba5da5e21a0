"""Tables of cases of which `make test` tries some and `make test-all` all."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any

import pytest


def slow(*cases: Any) -> list[Any]:
    """Leave these cases to `make test-all`; a case of several values is a tuple."""
    given = [case if isinstance(case, tuple) else (case,) for case in cases]
    return [pytest.param(*values, marks=pytest.mark.slow) for values in given]


def slow_but(quick: Container[Any], cases: Iterable[Any]) -> list[Any]:
    """Leave all cases but the quick ones to `make test-all`."""
    return [param for case in cases for param in ([case] if case in quick else slow(case))]
