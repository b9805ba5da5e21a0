"""Check that the ratios of docs/performance.md still hold: python -m benchmarks.check.

Exit status 1 if one got worse. The expected ratios are read from the table of that page; all of
`speed.RATIOS` are measured except the slow ones. A ratio that looks worse is measured again, and counts only
if it looks worse three times: a busy machine seldom disturbs only one of two jobs that often.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from benchmarks import speed
from benchmarks.timing import head, line

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"

WORSE = 1.75
"""A ratio is worse if it is more than this many times the expected ratio."""

TRIES = 3

LONG = {
    "greedy, one total / C",
    "greedy, one total / the C++ table",
    "optimal with the line / numpy.sum",
}
"""Ratios that take seconds per call, or gigabytes; `make bench` measures them."""


def expected_ratios(page: str) -> dict[str, tuple[int, float]]:
    """Return the length and the ratio of each line in the page's table of ratios."""
    table = page.partition("### Ratios\n")[2].partition("\n### ")[0]
    lines = re.findall(r"^\| ([^|]+?) \| ([\d,]+) \| ([\d.e-]+) \|", table, re.MULTILINE)
    return {title: (int(n.replace(",", "")), float(ratio)) for title, n, ratio in lines}


def main() -> int:
    """Measure, print a table, and report what got worse."""
    figures = expected_ratios(PAGE.read_text("utf-8"))
    worse = []
    head("our time as a multiple of theirs", "n", "expected", "now", "now/expected")
    for title, our, their in speed.RATIOS:
        if title in LONG:
            continue
        n, before = figures[title]
        cases = speed.case_of(our), speed.case_of(their)
        if missing := [need for case in cases for need in speed.missing(case)]:
            line(title, f"{n:,}", f"{before:.3g}", f"{', '.join(missing)} is not installed", "")
            continue
        for _ in range(TRIES):
            now = speed.ratio(n, *cases)
            line(title, f"{n:,}", f"{before:.3g}", f"{now:.3g}", f"{now / before:.2f}")
            if now <= WORSE * before:
                break
        else:
            worse.append(title)
    for title in worse:
        print(f"more than {WORSE:g} times the ratio in docs/performance.md: {title}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
