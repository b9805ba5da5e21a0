"""An input validator for a problem package: exits with 42 if an input is valid for the task, else with 43."""

from __future__ import annotations

import sys
from typing import Any

from twoends.judge.bounds import Bounds
from twoends.reading.formats import FORMATS

TASK: dict[str, Any] = {}


def violation(text: str) -> str:
    """Describe what is wrong with an input; empty if nothing is."""
    bounds = Bounds(**TASK)
    form = FORMATS[bounds.format]
    try:
        rows = list(form.read(text.splitlines(), "the input"))
    except ValueError as fault:
        return f"the input is not {form.text}: {fault}"
    if form.write(rows) != text:
        return f"the input is not {form.text}"
    return next(filter(None, map(bounds.violation, rows)), "")


if __name__ == "__main__":
    fault = violation(sys.stdin.read())
    print(fault, file=sys.stderr)
    sys.exit(43 if fault else 42)
