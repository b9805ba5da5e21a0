"""Write the addresses of the repository and the site into the files that a release is built from.

    python tools/addresses.py https://github.com/OWNER/twoends https://OWNER.github.io/twoends/

Adds `[project.urls]` to pyproject.toml, `repository-code` and `url` to CITATION.cff, and makes the links of
README.md absolute, because a package index shows that page alone. The release workflow knows both addresses,
so no file of the repository has to contain them.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

RELATIVE = re.compile(r"(!?)(\[[^]]*\])\((?!\w+:|#)([^)]+)\)")
"""A relative Markdown link, or with ! a relative picture."""


def write(root: Path, repository: str, site: str) -> None:
    """Write both addresses into a checkout. Raises ValueError if it has addresses already."""
    project = root / "pyproject.toml"
    text = project.read_text("utf-8")
    if "urls" in tomllib.loads(text)["project"]:
        raise ValueError("pyproject.toml has [project.urls] already: start from a clean checkout")
    project.write_text(f"{text}\n{urls(repository, site)}", "utf-8")
    citation = root / "CITATION.cff"
    cited = f'repository-code: "{repository}"\nurl: "{site}"\n'
    citation.write_text(citation.read_text("utf-8") + cited, "utf-8")
    page = root / "README.md"
    page.write_text(absolute(page.read_text("utf-8"), repository), "utf-8")


def urls(repository: str, site: str) -> str:
    """Return the table `[project.urls]`."""
    addresses = {
        "Play now": site,
        "Documentation": f"{site}docs/",
        "Tour": f"{repository.replace('https://', 'https://nbviewer.org/urls/')}/raw/HEAD/examples/tour.ipynb",
        "Source": repository,
        "Changelog": f"{repository}/blob/HEAD/CHANGELOG.md",
        "Issues": f"{repository}/issues",
    }
    return "[project.urls]\n" + "".join(f'"{name}" = "{address}"\n' for name, address in addresses.items())


def absolute(markdown: str, repository: str) -> str:
    """Make the links of a page absolute: files as the repository shows them, pictures raw."""

    def link(match: re.Match[str]) -> str:
        picture, label, target = match.groups()
        return f"{picture}{label}({repository}/{'raw' if picture else 'blob'}/HEAD/{target})"

    return RELATIVE.sub(link, markdown)


if __name__ == "__main__":
    try:
        write(Path(), sys.argv[1].rstrip("/"), sys.argv[2].rstrip("/") + "/")
    except (IndexError, ValueError) as fault:
        sys.exit(f"{fault}\n\n{__doc__}")
