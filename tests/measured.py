"""The sizes of screens, and what is measured on them in the browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from visits import Visit

SIZES = {
    "phone": (360, 740),
    "phone on its side": (740, 360),
    "laptop at 200 %": (640, 400),
    "laptop at 400 %": (320, 256),
    "laptop": (1280, 800),
    "large": (1920, 1080),
}

SMALLEST = 24
"""Pixels of a target: WCAG 2.2, 2.5.8."""

LEAST_LETTERS = 10
"""Pixels of the height of a value that is to be read; its capitals are then 7 high."""

HERE = Path(__file__).parent / "web"
MEASURE_ROW = (HERE / "measure_row.js").read_text("utf-8").replace("LEAST", str(LEAST_LETTERS))
MEASURE_PAGE = (HERE / "measure_page.js").read_text("utf-8").replace("SMALLEST", str(SMALLEST))


def resize(visit: Visit, size: str) -> None:
    width, height = SIZES[size]
    visit.page.set_viewport_size({"width": width, "height": height})


def check_page(page: Page) -> None:
    found: Any = page.evaluate(MEASURE_PAGE)
    assert found["over"] <= 0, f"the page reaches {found['over']} pixels beyond its window"
    assert found["small"] == [], found["small"]
