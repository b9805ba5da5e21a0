"""How Sphinx builds this folder: `make docs`. Nothing is fetched from another host, then or later."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx.application import Sphinx

import twoends

project = "twoends"
author = copyright = "the twoends developers"
version = release = twoends.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
exclude_patterns = ["Thumbs.db", ".DS_Store", "paper"]
default_role = "code"  # `names` in docstrings are code, as they are in Markdown
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = f"twoends {version}"
html_favicon = "../src/twoends/web/page/icon.svg"
html_show_sphinx = False
html_search_scorer = str(Path(__file__).parent / "static" / "scorer.js")
html_static_path = ["static"]
html_css_files = ["twoends.css"]
templates_path = ["templates"]
html_sidebars = {
    "**": [
        "sidebar/brand.html",
        "play.html",
        "sidebar/search.html",
        "sidebar/scroll-start.html",
        "sidebar/navigation.html",
        "sidebar/scroll-end.html",
    ]
}

man_pages = [("commands", "twoends", "solve, play, judge and study the game of two ends", "", 1)]

# A copied example runs as it is: without prompts and without what it prints.
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
copybutton_only_copy_prompt_lines = True
copybutton_line_continuation_character = "\\"

_FIELD = re.compile(r"( *)([\w.,/]+(?: [\w.,/]+){0,2}) {2,}(\S.*)")


def show_fields(lines: list[str]) -> None:
    """Turn the columns in which our docstrings explain fields into RST's field lists.

    `row    the values, n of them` becomes `:row: the values, n of them`; doctests stay as they are.
    """
    in_doctest = False
    for at, line in enumerate(lines):
        in_doctest = line.lstrip().startswith(">>>") or (in_doctest and bool(line.strip()))
        if not in_doctest and (field := _FIELD.fullmatch(line)):
            indent, name, meaning = field.groups()
            lines[at] = f"{indent}:{name}: {meaning}"


def setup(app: Sphinx) -> None:
    """Hook into autodoc."""
    app.connect("autodoc-process-docstring", lambda *about: show_fields(about[-1]))
