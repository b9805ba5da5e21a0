"""Draw the pictures of docs/ that show what twoends draws: python tools/pictures.py docs/pictures.

A test fails when one is stale.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path

from rich.color import Color
from rich.console import Console
from rich.terminal_theme import DIMMED_MONOKAI
from rich.text import Text

import twoends
from twoends.terminal.session import Session, foresee, press, reply, wanted
from twoends.terminal.table import draw
from twoends.views.pictures import picture

ROW = [5, 7, 9, 1, 4, 2]

PICTURES: dict[str, object] = {
    "solution": twoends.solve([8, 15, 3, 7]),
    "solution-greedy": twoends.solve(ROW, "greedy"),
    "table-greedy": twoends.table(ROW, "greedy"),
    "game": twoends.match([1, 30, 100, 15, 2], "greedy", "best").game,
    "game-started": twoends.parse("6 3 8 2 9 4 7 5 / first / RLR"),
    "board": twoends.solve(twoends.parse("[1 2 | 3 7 4 | 9]")),
    "circle": twoends.solve(twoends.Circle([2, 8, 1, 10, 9]), "greedy"),
    "contraction-steps": twoends.contraction([9, 4, 6, 5, 2, 7, 3, 8]),
}

KEYS = [("", 2.0), ("h", 3.0), ("left", 1.0), ("left", 1.0), ("h", 2.5), ("left", 3.0), ("r", 4.0)]
"""The game of play.svg, `twoends play 5 7 9 1 4 2 --opponent greedy`: each key, and for how many seconds
the screen after it is shown."""

SECONDS_OF_A_REPLY = 1.2

WIDTH, HEIGHT = 72, 19
"""Of the terminal, in cells."""

CELL, LINE = 8.4, 17
"""Of one cell, in pixels: the width, and the height of its line."""


def screens(session: Session, keys: Sequence[tuple[str, float]]) -> Iterator[tuple[list[Text], float]]:
    """What the terminal shows after each key and after each reply, and for how many seconds."""
    for key, seconds in keys:
        session = press(session, key) if key else session
        yield screen(session), seconds
        while session.view == "table" and not session.asks and not session.game.over:
            session = reply(session)
            yield screen(session), SECONDS_OF_A_REPLY


def screen(session: Session) -> list[Text]:
    """What the terminal shows."""
    return draw(session, foresee(session.game, **wanted(session)), WIDTH, HEIGHT)


def animation(frames: Sequence[tuple[list[Text], float]]) -> str:
    """Screens of a terminal, one after the other for ever, as an SVG that needs no script.

    Each line has its length, so that it is as wide in whatever font there is. Who asked their system
    for less motion sees the second screen and no other.
    """
    whole = sum(seconds for _, seconds in frames)
    width, height = WIDTH * CELL + 32, HEIGHT * LINE + 28
    theme = DIMMED_MONOKAI
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="A game of six cards in the terminal, with a hint, the end and a review">',
        "<style>text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
        f"fill:{theme.foreground_color.hex};white-space:pre}}"
        f".f{{visibility:hidden;animation:{whole:g}s step-end infinite}}",
    ]
    begin = 0.0
    for number, (_, seconds) in enumerate(frames):
        on, off = 100 * begin / whole, 100 * (begin + seconds) / whole
        hidden = "0%{visibility:hidden}" if number else ""
        parts.append(
            f"@keyframes f{number}{{{hidden}{on:.2f}%{{visibility:visible}}{off:.2f}%{{visibility:hidden}}}}"
            f"#f{number}{{animation-name:f{number}}}"
        )
        begin += seconds
    parts.append(
        "@media(prefers-reduced-motion:reduce){.f{animation:none}#f1{visibility:visible}}</style>"
        f'<rect width="100%" height="100%" rx="8" fill="{theme.background_color.hex}"/>'
    )
    for number, (lines, _) in enumerate(frames):
        rows = (row(line, 26 + at * LINE) for at, line in enumerate(lines) if line.plain.strip())
        parts.append(f'<g class="f" id="f{number}">{"".join(rows)}</g>')
    return "\n".join([*parts, "</svg>"])


def row(line: Text, y: float) -> str:
    """One line of the terminal, each run of one style a span."""
    spans = []
    line.rstrip_end(WIDTH)
    for segment in line.render(Console(color_system="truecolor")):
        style = segment.style
        look = ""
        if style and style.color and not style.color.is_default:
            look += f"fill:{Color.get_truecolor(style.color, DIMMED_MONOKAI).hex};"
        if style and style.dim:
            look += "opacity:.6;"
        if style and style.bold:
            look += "font-weight:bold;"
        text = escape(segment.text.rstrip("\n"))
        spans.append(f'<tspan style="{look}">{text}</tspan>' if look else text)
    cells = line.cell_len
    return (
        f'<text x="16" y="{y:g}" textLength="{cells * CELL:.1f}" xml:space="preserve">{"".join(spans)}</text>'
    )


def moving() -> str:
    """The moving picture of the README."""
    game = twoends.Game(ROW, opponent="greedy")
    return animation(list(screens(Session(game, 0), KEYS)))


if __name__ == "__main__":
    for name, shown in PICTURES.items():
        Path(sys.argv[1], f"{name}.svg").write_text(picture(shown).svg() + "\n", "utf-8")
    Path(sys.argv[1], "play.svg").write_text(moving() + "\n", "utf-8")
