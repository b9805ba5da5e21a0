"""A study from Python: what is given is checked at once, what was measured is found, pictures are plain."""

from __future__ import annotations

from typing import Any

import pytest

from twoends import OpponentError
from twoends.study import Pairing, Study, StudyError, run
from twoends.study.charts import charts

SMALL = Study(lengths=(6,), count=50, pairings=(Pairing("best", "greedy"), Pairing("greedy", "optimal")))


def largest_end(left: int, right: int, after_left: int, after_right: int) -> int:
    """Greedy, as someone would write it."""
    return after_left if left > right else after_right


def test_a_function_plays_under_the_name_that_others_find_it_by() -> None:
    pairing = Pairing("best", largest_end)  # type: ignore[arg-type]  # kept as its name
    assert str(pairing) == f"best against {__name__}:largest_end"
    counts = [
        run(Study(lengths=(5,), count=20, pairings=(each,))).summary(each, "margin first").values
        for each in (pairing, Pairing("best", "greedy"))
    ]
    assert counts[0] == counts[1]


def test_a_summary_is_found_however_its_players_are_written_or_says_what_there_is() -> None:
    results = run(Study(lengths=(4, 5), count=20))
    found = results.summary("best against greedy", "margin first", 4)
    assert found == results.summary("best against greedy right", "margin first", 4)
    assert found == results.summary(Pairing("best", "greedy"), "margin first", 4)
    for asked, said in (
        (
            ("best against modest", "edge", 4),
            "there is no pairing 'best against modest right' here: choose 'best ag",
        ),
        (("best against greedy", "first", 4), "no measure 'first' here: choose 'edge' or 'margin first' or"),
        (("best against greedy", "edge", 7), "no length '7' here: choose '4' or '5'"),
        (("best against greedy", "edge"), "several lengths: choose '4' or '5'"),
    ):
        with pytest.raises(StudyError) as fault:
            results.summary(*asked)
        assert said in str(fault.value), f"{asked}: {fault.value}"
    with pytest.raises(OpponentError):
        results.summary("best against nobody", "edge", 4)


# --- pictures ----------------------------------------------------------------------------------


def drawn(study: Study) -> dict[str, Any]:
    return dict(charts(run(study)))


def test_titles_say_a_function_of_yours_in_words() -> None:
    by_function = Pairing(largest_end, "optimal")  # type: ignore[arg-type]  # kept as its name
    figure = drawn(Study(lengths=(5,), count=20, pairings=(by_function,)))["margins"]
    assert figure.axes[0].get_title().startswith("Largest end against optimal wins ")
