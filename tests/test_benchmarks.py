"""The check of the benchmarks compares with the ratios in the documentation, and names what got worse."""

from __future__ import annotations

import pytest
from benchmarks import check, speed

PAGE = check.PAGE.read_text("utf-8")


def test_the_documentation_has_a_figure_for_each_ratio() -> None:
    kept = check.expected_ratios(PAGE)
    titles = [title for title, _, _ in speed.RATIOS]
    assert list(kept) == titles
    assert {*titles} > check.LONG
    for title, ours, theirs in speed.RATIOS:
        n, ratio = kept[title]
        assert n in speed.case_of(ours).sizes, title
        assert n in speed.case_of(theirs).sizes, title
        assert ratio > 0


@pytest.mark.parametrize(
    ("measured", "status", "named"),
    [
        ([1.0], 0, False),
        ([check.WORSE], 0, False),
        ([9, 9, 1.0], 0, False),
        ([9, 9, 1.01 * check.WORSE], 1, True),
    ],
)
def test_a_ratio_that_is_worse_every_time_is_named_and_ends_with_status_1(
    measured: list[float],
    status: int,
    named: bool,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    title, ours, theirs = next(ratio for ratio in speed.RATIOS if ratio[0] not in check.LONG)
    _, kept = check.expected_ratios(PAGE)[title]
    left = [kept * multiple for multiple in measured]
    monkeypatch.setattr(speed, "RATIOS", [(title, ours, theirs)])
    monkeypatch.setattr(speed, "ratio", lambda n, our, their: left.pop(0))
    assert check.main() == status
    assert (title in capsys.readouterr().err) == named
    assert not left


def test_a_missing_program_is_named_and_is_no_regression(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(speed, "missing", lambda case: ["gcc"])
    assert check.main() == 0
    assert "gcc is not installed" in capsys.readouterr().out
