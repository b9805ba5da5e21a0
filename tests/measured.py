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

HERE = Path(__file__).parent / "web"
MEASURE_ROW, MEASURE_PAGE = ((HERE / f"measure_{what}.js").read_text("utf-8") for what in ("row", "page"))


def resize(visit: Visit, size: str) -> None:
    width, height = SIZES[size]
    visit.page.set_viewport_size({"width": width, "height": height})


def check_page(page: Page) -> None:
    found: Any = page.evaluate(MEASURE_PAGE)
    assert found["over"] <= 0, f"the page reaches {found['over']} pixels beyond its window"
    assert found["small"] == [], found["small"]
