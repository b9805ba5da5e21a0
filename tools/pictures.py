"""Draw the pictures in docs/ that twoends itself can draw: python tools/pictures.py docs/pictures.

A test fails if one is stale.
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
from twoends.terminal.drawing import draw
from twoends.terminal.session import Session, analyse, press, reply
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
"""The game of play.svg, `twoends play 5 7 9 1 4 2 --opponent greedy`: each key, and the seconds for which the
screen after it is shown."""

SECONDS_OF_A_REPLY = 1.2

WIDTH, HEIGHT = 72, 19
"""The size of the terminal, in cells."""

CELL, LINE = 8.4, 17
"""The width and the height of a cell, in pixels."""


def screens(session: Session, keys: Sequence[tuple[str, float]]) -> Iterator[tuple[list[Text], float]]:
    """Yield the screen after each key and after each reply, and the seconds for which it is shown."""
    for key, seconds in keys:
        session = press(session, key) if key else session
        yield screen(session), seconds
        while session.view == "table" and not session.awaits_person and not session.game.over:
            session = reply(session)
            yield screen(session), SECONDS_OF_A_REPLY


def screen(session: Session) -> list[Text]:
    """Return the lines of the terminal."""
    return draw(session, analyse(session), WIDTH, HEIGHT)


def animation(frames: Sequence[tuple[list[Text], float]]) -> str:
    """Return an SVG that shows the screens in an endless loop, without a script.

    The length of each line is given, so that its width does not depend on the font. With reduced motion, only
    the second screen is shown.
    """
    duration = sum(seconds for _, seconds in frames)
    width, height = WIDTH * CELL + 32, HEIGHT * LINE + 28
    theme = DIMMED_MONOKAI
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="A game of six cards in the terminal, with a hint, the end and a review">',
        "<style>text{font:14px ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;"
        f"fill:{theme.foreground_color.hex};white-space:pre}}"
        f".f{{visibility:hidden;animation:{duration:g}s step-end infinite}}",
    ]
    begin = 0.0
    for number, (_, seconds) in enumerate(frames):
        on, off = 100 * begin / duration, 100 * (begin + seconds) / duration
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
    """Return a line of the terminal as SVG text with a span per style."""
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


def play_animation() -> str:
    """Return the animation of the README."""
    game = twoends.Game(ROW, opponent="greedy")
    return animation(list(screens(Session(game, 0), KEYS)))


if __name__ == "__main__":
    for name, shown in PICTURES.items():
        Path(sys.argv[1], f"{name}.svg").write_text(picture(shown).svg() + "\n", "utf-8")
    Path(sys.argv[1], "play.svg").write_text(play_animation() + "\n", "utf-8")
