"""Write a version into the checkout, as the commit of a release does, and the commit after it.

python3 tools/release.py 0.1.0         also dates its section of the change log, and has all texts that tell
                                       how to install twoends name the package instead of its source folder
python3 tools/release.py 0.2.0.dev0    the version alone
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

VERSIONED = {"src/twoends/__init__.py": '__version__ = "{}"', "CITATION.cff": 'version: "{}"'}
"""The files that have the version, and the line in which they have it."""

RELEASED = "src/twoends/rules/errors.py"
"""Where the code learns that there has been a release; its messages follow."""

PAGES = ("README.md", "docs/index.md")
"""The pages that tell how to install twoends. All others link to them."""

UNTIL = "<!-- until the first release -->"
"""Ends a line that a release removes from these pages."""

SUBSTITUTES = {
    rf"^.*{UNTIL}\n": "",
    r"pip install '\.\[": "pip install 'twoends[",
    r"pip install \.(?=[\s`])": "pip install twoends",
    r",?\s+in\s+(?:this\s+folder|the\s+folder\s+of\s+the\s+project)\b": "",
}


def write(root: Path, version: str, date: str) -> None:
    """Write a version into a checkout. Raises ValueError if the change log has no section for a release."""
    if ".dev" not in version:
        log = root / "CHANGELOG.md"
        text, found = re.subn(
            rf"^(## {re.escape(version)})(:|$)", rf"\1 ({date})\2", log.read_text("utf-8"), flags=re.MULTILINE
        )
        if found != 1:
            raise ValueError(f"CHANGELOG.md needs one section '## {version}' without a date")
        log.write_text(text, "utf-8")
        edit(root / RELEASED, "^RELEASED = False$", "RELEASED = True")
        for page in PAGES:
            for wording, substitute in SUBSTITUTES.items():
                edit(root / page, wording, substitute)
    for name, line in VERSIONED.items():
        edit(root / name, f"^{line.format('.*')}$", line.format(version))


def edit(path: Path, wording: str, substitute: str) -> None:
    """Replace a wording wherever it stands in a file."""
    path.write_text(re.sub(wording, substitute, path.read_text("utf-8"), flags=re.MULTILINE), "utf-8")


if __name__ == "__main__":
    try:
        write(Path(), sys.argv[1], datetime.now(UTC).date().isoformat())
    except (IndexError, ValueError) as fault:
        sys.exit(f"{fault}\n\n{__doc__}")
