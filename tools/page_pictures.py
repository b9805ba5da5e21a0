"""Draw the site's icons and link preview, and the pictures of docs/page.md. Needs Chromium and Playwright.

python tools/page_pictures.py docs/pictures
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, sync_playwright

import twoends

ICON = (Path(twoends.__file__).parent / "web" / "page" / "icon.svg").read_text("utf-8")

CARDS = [("8", "left"), ("15", ""), ("3", ""), ("7", "right")]

PREVIEW = f"""
<style>
  body {{ margin: 0; width: 1200px; height: 630px; display: flex; flex-direction: column; gap: 56px;
    justify-content: center; align-items: center; background: #f5f4f0; color: #1b1f1d;
    font-family: "Liberation Sans", sans-serif }}
  h1 {{ font-size: 84px; margin: 0; letter-spacing: -2px }}
  div {{ display: flex; gap: 28px }}
  span {{ width: 138px; height: 190px; border-radius: 18px; background: #fffdf8; border: 3px solid #a5a295;
    font-weight: 700; font-size: 76px; line-height: 190px; text-align: center }}
  .left, .right {{ border: 9px solid #1f6fb8; line-height: 178px }}
  .right {{ border-color: #c8690c }}
  p {{ font-size: 38px; margin: 0; color: #59605c }}
</style>
<h1>Two Ends</h1>
<div>{"".join(f'<span class="{kind}">{value}</span>' for value, kind in CARDS)}</div>
<p>A move takes either end. The larger sum wins.</p>
"""


ROW = "6h+2c+7d+Qs+3c+9h+Kd+4s+10h+5c+As+8d"
DECK = "+".join(str(card) for card in twoends.deal(seed=7))

DAY = "2027-01-08"
"""The day on which all pictures are drawn, so that its row counts."""

COLOURS = 256
"""Few enough to keep a picture of the page below 80 kB."""

SHOTS: dict[str, tuple[str, tuple[int, int], str, str]] = {
    "page-play": (f"play/{ROW}/first/RL/greedy+right", (1280, 800), "light", "ha"),
    "page-deck": (f"play/{DECK}/first/RLRL/greedy+right", (360, 740), "light", ""),
    "page-dark": (f"play/{DECK}/first/RLRL/greedy+right", (1280, 800), "dark", "h"),
    "page-why": ("why/8+15+3+7+9+4/first/-/optimal", (1100, 1180), "light", ""),
    "page-review": (f"review/{ROW}/first/RLLRLLRRLLRR/greedy+right", (360, 740), "light", ""),
    "page-day": (f"puzzle/2-day-{DAY}", (1100, 900), "light", "game"),
    "page-algorithms": ("algorithms/8+15+3+7+9+2/first/-/optimal", (1100, 1000), "light", "steps"),
    "page-sheet": (f"play/{ROW}/first/RL/greedy+right", (360, 740), "light", "new"),
}
"""The pictures of docs/page.md: address, size, colour scheme, and the keys pressed or the action taken."""


def main() -> None:
    """Draw all pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    (folder / "app").mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        draw_app(browser, folder / "app")
        draw_page(browser, folder)
        browser.close()


def draw_app(browser: Browser, folder: Path) -> None:
    """Draw the icons and the link preview."""
    pages = {"preview.png": (PREVIEW, 1200, 630)}
    for size in (192, 512):
        style = f"body {{ margin: 0 }} svg {{ width: {size}px; height: {size}px; display: block }}"
        pages[f"icon-{size}.png"] = (f"<style>{style}</style>{ICON}", size, size)
    for name, (content, width, height) in pages.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(content)
        page.screenshot(path=folder / name)
        page.close()


def draw_page(browser: Browser, folder: Path) -> None:
    """Draw the pictures of docs/page.md from the page of `twoends serve`."""
    command = [sys.executable, "-m", "twoends", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        origin = re.findall(r"http://\S+/", server.stdout.readline())[0]
        for name, (address, (width, height), scheme, act) in SHOTS.items():
            page = browser.new_page(
                viewport={"width": width, "height": height},
                color_scheme=scheme,  # type: ignore[arg-type]  # a literal type
                reduced_motion="reduce",
                has_touch=width < 400,
                is_mobile=width < 400,
            )
            page.clock.set_fixed_time(f"{DAY}T12:00:00")
            page.goto(f"{origin}#{address}")
            page.wait_for_load_state("networkidle")
            if act == "new":
                page.locator("#menu").click()
                page.locator("#new").click()
            elif act == "game":
                for key in ("Right", "Left", "Left", "Right", "Left", "Left"):
                    page.locator("#take-left[aria-disabled=false]").wait_for()
                    page.keyboard.press(f"Arrow{key}")
            elif act == "steps":
                page.get_by_label("Steps shown").fill("210")
            else:
                for key in act:
                    page.keyboard.press(key)
            page.wait_for_timeout(400)
            path = folder / f"{name}.png"
            page.screenshot(path=path)
            page.close()
            Image.open(path).convert("RGB").quantize(COLOURS).save(path, optimize=True)
        server.terminate()


if __name__ == "__main__":
    main()
