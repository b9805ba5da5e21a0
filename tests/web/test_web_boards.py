"""Boards and circles: walls, places that never overlap, and words that count from 1."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from cases import slow_but
from measured import MEASURE_ROW, SIZES, check_page, resize
from visits import Visit, box_of

SHAPES = {
    "a board": "1 2 | [3 7 4 | 9 5] | 6",
    "five rows": "1 2 3 4 5 6 | [2 3 4 | 6 7] | 1 2 | 5",
    "a small circle": "circle 2 8 1",
    "a circle": "circle 2 8 1 10 9 4 7 3 12",
    "the largest circle": "circle " + " ".join(map(str, range(101, 161))),
    "a circle of long values": "circle " + " ".join(f"-{value}" for value in range(12301, 12346)),
}

WALLS = """() => {
  const faces = document.querySelectorAll("#table .face:not(.pile, .gone)");
  const cards = [...faces].map((card) => [Number(card.dataset.index), card.getBoundingClientRect()]);
  return [...document.querySelectorAll("#table .wall")].map((wall) => {
    const at = wall.getBoundingClientRect();
    const middle = at.top + at.height / 2;
    const inRow = cards.filter(([, box]) => box.top < middle && box.bottom > middle);
    const left = inRow.filter(([, box]) => box.right <= at.left + 1);
    const right = inRow.filter(([, box]) => box.left >= at.right - 1);
    const side = left.length ? "right" : "left";
    return { of: (left.at(-1) ?? right[0])[0], between: left.length > 0 && right.length > 0, side };
  });
}"""
"""Each wall of the table: the card that it closes, and the side of the card on which it stands."""


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("size", slow_but(["phone"], SIZES))
def test_no_two_cards_of_a_board_or_a_circle_overlap(reader: Visit, size: str, shape: str) -> None:
    resize(reader, size)
    page = reader.play(SHAPES[shape])
    page.keyboard.press("h")
    expect(page.locator("#status")).to_contain_text("Hint:")
    found: Any = page.evaluate(MEASURE_ROW)
    assert found["faults"] == [], found["faults"][:5]
    assert len(found["shown"]) == sum(word not in "circle [ ] |" for word in SHAPES[shape].split())
    check_page(page)


def test_a_wall_stands_at_every_closed_end_and_nowhere_else(reader: Visit) -> None:
    page = reader.play(SHAPES["a board"])
    assert page.evaluate(WALLS) == [
        {"of": 2, "between": False, "side": "left"},
        {"of": 6, "between": False, "side": "right"},
    ]
    page = reader.play(SHAPES["a board"], "1:R 2:L")  # the row behind a wall gets shorter
    assert [wall["of"] for wall in page.evaluate(WALLS)] == [2, 6]
    page = reader.play("8 15 3 7")
    assert page.locator(".wall").count() == 0


def test_a_hint_of_many_moves_is_short_and_every_card_has_its_mark(reader: Visit) -> None:
    resize(reader, "phone")
    page = reader.play(SHAPES["the largest circle"])
    page.keyboard.press("h")
    told = page.locator("#status > span:last-child")
    expect(told).to_contain_text("the next best, the")
    assert box_of(told)["width"] > 100
    assert len(told.inner_text()) < 250
    expect(page.locator("#table .face:has(> .sign)")).to_have_count(60)
