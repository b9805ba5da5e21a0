"""Draw the pictures that the site carries: icons, and one for link previews. Needs Chromium and Playwright.

python tools/site_pictures.py docs/pictures/app
"""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

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


def main() -> None:
    """Draw them all."""
    read = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    read.add_argument("folder", type=Path)
    folder: Path = read.parse_args().folder
    folder.mkdir(parents=True, exist_ok=True)
    pages = {"preview.png": (PREVIEW, 1200, 630)}
    for size in (192, 512):
        style = f"body {{ margin: 0 }} svg {{ width: {size}px; height: {size}px; display: block }}"
        drawn = f"<style>{style}</style>{ICON}"
        pages[f"icon-{size}.png"] = (drawn, size, size)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, (content, width, height) in pages.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.set_content(content)
            page.screenshot(path=folder / name)
        browser.close()


if __name__ == "__main__":
    main()
