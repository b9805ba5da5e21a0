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


def test_a_hint_of_many_moves_is_short_and_every_card_has_its_mark(reader: Visit) -> None:
    resize(reader, "phone")
    page = reader.play(SHAPES["the largest circle"])
    page.keyboard.press("h")
    told = page.locator("#status > span:last-child")
    expect(told).to_contain_text("the next best, the")
    assert box_of(told)["width"] > 100
    assert len(told.inner_text()) < 250
    expect(page.locator("#table .face:has(> .sign)")).to_have_count(60)
