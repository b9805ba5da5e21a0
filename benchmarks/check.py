"""Whether the ratios of docs/performance.md still hold: python -m benchmarks.check.

Exit status 1 if one got worse. The table of that page is where the figures are kept; all of `speed.RATIOS`
are measured but those that take long. What looks worse is measured anew, and counts only if it looks so each
time: a busy machine seldom disturbs one of two jobs, and not the other, three times.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from benchmarks import speed

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"

WORSE = 1.75
"""So many times the kept ratio are too much."""

TRIES = 3

LONG = {
    "greedy with the line, of C without it",
    "greedy with the line, of the C++ table",
    "optimal with the line, of numpy.sum",
}
"""These take seconds a call, or gigabytes: `make bench` measures them."""


def kept(page: str) -> dict[str, tuple[int, float]]:
    """The length and the ratio of each line in the table of ratios."""
    table = page.partition("### Ratios\n")[2].partition("\n### ")[0]
    lines = re.findall(r"^\| ([^|]+?) \| ([\d,]+) \| ([\d.e-]+) \|", table, re.MULTILINE)
    return {title: (int(n.replace(",", "")), float(ratio)) for title, n, ratio in lines}


def main() -> int:
    """Measure, print a table, and tell what got worse."""
    figures = kept(PAGE.read_text("utf-8"))
    worse = []
    print("| our time as a multiple of theirs | n | kept | now | now to kept |\n|---|---:|---:|---:|---:|")
    for title, our, their in speed.RATIOS:
        if title in LONG:
            continue
        n, before = figures[title]
        cases = speed.case_of(our), speed.case_of(their)
        if lacking := [need for case in cases for need in speed.missing(case)]:
            print(f"| {title} | {n:,} | {before:.3g} | {', '.join(lacking)} is not here | |")
            continue
        for _ in range(TRIES):
            now = speed.ratio(n, *cases)
            print(f"| {title} | {n:,} | {before:.3g} | {now:.3g} | {now / before:.2f} |", flush=True)
            if now <= WORSE * before:
                break
        else:
            worse.append(title)
    for title in worse:
        print(f"worse than {WORSE:g} times what docs/performance.md keeps: {title}", file=sys.stderr)
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
