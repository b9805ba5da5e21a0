"""Decisions as prompts: the rewards are exact, the question gives nothing away, and a seed fixes it all."""

from __future__ import annotations

import re
from typing import Any

import pytest

from oracle import REPLIES, Oracle
from twoends.interop.prompts import Decisions, last_said
from twoends.rules.errors import TwoEndsError


def row_of(entry: dict[str, Any]) -> list[int]:
    found = re.search(r"The row: (.*)", entry["question"])
    assert found
    return [int(word) for word in found[1].split()]


@pytest.mark.parametrize("opponent", ["optimal", "greedy"])
def test_only_the_best_end_of_the_row_in_the_question_is_rewarded(opponent: str) -> None:
    for entry in Decisions(40, 5, length=6, opponent=opponent):
        row = row_of(entry)
        oracle = Oracle(row, REPLIES["greedy right" if opponent == "greedy" else opponent])
        after = {"L": row[0] + oracle.g(1, len(row)), "R": row[-1] + oracle.g(0, len(row) - 1)}
        assert entry["metadata"]["rewards"] == {
            move: float(total == max(after.values())) for move, total in after.items()
        }, row


def test_by_other_rules_a_move_in_between_is_rewarded_in_between() -> None:
    decisions = Decisions(20, 1, length=6, depth=2, rules="take 1-2 either")
    for entry in decisions:
        rewards = entry["metadata"]["rewards"]
        assert (min(rewards.values()), max(rewards.values())) == (0, 1)
        assert [move for move, reward in rewards.items() if reward == 1] == [entry["answer"]]
        assert "take 1-2 either" in entry["question"]
    assert any(0 < reward < 1 for entry in decisions for reward in entry["metadata"]["rewards"].values())


def test_the_order_of_the_moves_in_the_question_does_not_tell_the_answer() -> None:
    entries = list(Decisions(200, 2, length=7))
    assert all("the legal moves are L, R." in entry["question"] for entry in entries)
    left = sum(entry["answer"] == "L" for entry in entries)
    assert 65 < left < 135, f"the left end is best in {left} of 200"


def test_a_seed_gives_the_same_decisions_in_any_order_and_another_one_others() -> None:
    first, again, other = Decisions(30, 4), Decisions(60, 4), Decisions(30, 5)
    assert [again[k] for k in reversed(range(30))][::-1] == list(first)
    assert not {entry["question"] for entry in first} & {entry["question"] for entry in other}
    assert len(first) == 30
    with pytest.raises(IndexError):
        first[30]


@pytest.mark.parametrize(
    ("text", "reward"),
    [
        *(("Answer: L", 1), ("answer - r", 0), ("**Answer:** `L`.", 1), ("L", 1), (" l\n", 1)),
        *(("Answer: R\nNo.\nAnswer: L", 1), ("Answer: left", 0), ("I would take L", 0), ("", 0), (None, 0)),
    ],
)
def test_an_answer_is_the_last_one_that_a_text_gives(text: str | None, reward: float) -> None:
    assert {"L": 1.0, "R": 0.0}.get(last_said(text), 0.0) == reward


@pytest.mark.parametrize("asked", [{"size": 0}, {"depth": 99}, {"rules": "take 0 either"}])
def test_what_cannot_be_asked_is_refused_at_once(asked: dict[str, Any]) -> None:
    with pytest.raises(TwoEndsError):
        Decisions(**asked)
