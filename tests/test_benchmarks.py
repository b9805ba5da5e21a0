"""The benchmarks print what the documentation shows, and name a floor that does not hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from benchmarks import floors, speed

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"


def test_the_documentation_has_a_figure_for_each_ratio() -> None:
    table = PAGE.read_text("utf-8").partition("### Ratios\n")[2].partition("\n### ")[0]
    figures = re.findall(r"^\| ([^|]+?) \| ([\d,]+) \| [\d.e-]+ \|", table, re.MULTILINE)
    assert [title for title, _ in figures] == [title for title, _, _ in speed.RATIOS]
    for (title, n), (_, ours, theirs) in zip(figures, speed.RATIOS, strict=True):
        for case in (ours, theirs):
            assert int(n.replace(",", "")) in speed.case_of(case).sizes, title


@pytest.mark.parametrize(
    ("bound", "holds"),
    [
        ({"most": 0.5}, True),
        ({"most": 0.4}, False),
        ({"least": 3, "count": 3 * 10**6}, True),
        ({"least": 3, "count": 2 * 10**6}, False),
    ],
)
def test_a_floor_that_does_not_hold_is_named_and_ends_with_status_1(
    bound: dict[str, float], holds: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = floors.Floor("a job", "units", lambda: (list, list), **bound)  # type: ignore[arg-type]
    monkeypatch.setattr(floors, "FLOORS", [floor])
    monkeypatch.setattr(floors, "time_interleaved", lambda *_: (1.0, 2.0))
    assert floors.report([0]) == (not holds)
    line = capsys.readouterr().out.splitlines()[-3]
    assert line.startswith("| a job | ")
    assert line.endswith(" |  |") == holds
