"""How Sphinx builds this folder: `make docs`. Nothing is fetched from another host, then or later."""

from __future__ import annotations

import re

from sphinx.application import Sphinx

import twoends

project = "twoends"
author = copyright = "the twoends developers"
version = release = twoends.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["Thumbs.db", ".DS_Store"]
default_role = "code"  # `names` in docstrings are code, as they are in Markdown
myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence", "deflist"]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"

html_theme = "furo"
html_title = f"twoends {version}"
html_favicon = "../src/twoends/web/page/icon.svg"
html_show_sphinx = False
html_copy_source = False
html_static_path = ["static"]
html_css_files = ["twoends.css"]

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
