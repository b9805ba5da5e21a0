"""What a release writes: its version, how to install twoends, and the addresses of its homes."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import addresses
import pytest
import release

from twoends.rules import errors

ROOT = Path(__file__).parent.parent
REPOSITORY = "https://code.example.org/us/twoends"
SITE = "https://us.example.org/twoends/"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that a release changes, as they are in the repository."""
    for name in ("pyproject.toml", "CHANGELOG.md", release.RELEASED, *release.VERSIONED, *release.PAGES):
        copy = tmp_path / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy)
    log = tmp_path / "CHANGELOG.md"
    log.write_text(f"{log.read_text('utf-8')}\n## 9.8.7: more games\n", "utf-8")
    return tmp_path


def texts(checkout: Path) -> dict[str, str]:
    files = (path for path in checkout.rglob("*") if path.is_file())
    return {path.relative_to(checkout).as_posix(): path.read_text("utf-8") for path in files}


def test_a_release_writes_its_version_and_dates_its_changes(checkout: Path) -> None:
    release.write(checkout, "9.8.7", "2030-01-02")
    written = texts(checkout)
    assert '\n__version__ = "9.8.7"\n' in written["src/twoends/__init__.py"]
    assert '\nversion: "9.8.7"\n' in written["CITATION.cff"]
    assert "\n## 9.8.7 (2030-01-02): more games\n" in written["CHANGELOG.md"]
    with pytest.raises(ValueError, match=r"one section '## 9\.8\.7' without a date"):
        release.write(checkout, "9.8.7", "2030-01-02")
    release.write(checkout, "9.9.0.dev0", "2030-01-03")
    changed = {name for name, text in texts(checkout).items() if text != written[name]}
    assert changed == {*release.VERSIONED}, "after a release, only the version"


FROM_A_FOLDER = re.compile(
    r"pip install (?:'\.\[|\.[\s`])|in this folder|folder of the project|been released"
)


def test_after_a_release_every_text_installs_the_package(checkout: Path) -> None:
    release.write(checkout, "9.8.7", "2030-01-02")
    for page in release.PAGES:
        text = (checkout / page).read_text("utf-8")
        assert not FROM_A_FOLDER.search(text)
        assert release.UNTIL not in text
        assert "pip install 'twoends[" in text
    names: dict[str, Any] = {}
    exec((checkout / release.RELEASED).read_text("utf-8"), names)
    assert names["install"]("fast") == "pip install 'twoends[fast]'"


def test_until_a_release_the_pages_and_the_messages_install_the_source_folder() -> None:
    pages = [(ROOT / page).read_text("utf-8") for page in release.PAGES]
    for told in (*(release.UNTIL in page for page in pages), *map(FROM_A_FOLDER.search, pages)):
        assert bool(told) != errors.RELEASED
    assert ("source folder" in errors.install("fast")) != errors.RELEASED


def test_no_other_text_says_how_to_install_twoends() -> None:
    paths = [
        path.relative_to(ROOT).as_posix()
        for folder in ("docs", "examples", "src", "studies", ".")
        for path in sorted((ROOT / folder).glob("*.md" if folder == "." else "**/*"))
        if path.suffix in (".md", ".py", ".ipynb", ".js", ".html")
        and re.search(r"pip install ['\"]?(?:\.|twoends)", path.read_text("utf-8"))
    ]
    assert {*paths} <= {*release.PAGES, release.RELEASED, "CONTRIBUTING.md"}


def test_a_release_names_its_repository_and_its_site_once(checkout: Path) -> None:
    addresses.write(checkout, REPOSITORY, SITE)
    urls = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert (urls["Source"], urls["Play now"]) == (REPOSITORY, SITE)
    viewer, path = urls["Tour"].split("/raw/HEAD/")
    assert viewer == "https://nbviewer.org/urls/code.example.org/us/twoends"
    assert ROOT.joinpath(path).is_file()
    cited = (checkout / "CITATION.cff").read_text("utf-8").splitlines()
    assert cited.count(f'repository-code: "{REPOSITORY}"') == cited.count(f'url: "{SITE}"') == 1
    before = texts(checkout)
    with pytest.raises(ValueError, match="already"):
        addresses.write(checkout, REPOSITORY, SITE)
    assert texts(checkout) == before


def test_every_link_of_the_released_readme_is_absolute_and_leads_to_a_file(checkout: Path) -> None:
    addresses.write(checkout, REPOSITORY, SITE)
    targets = re.findall(r"\]\(([^)]+)\)", (checkout / "README.md").read_text("utf-8"))
    assert len(targets) > 20
    for target in targets:
        address, _, _ = target.partition("#")
        assert address.startswith("https://"), target
        if address.startswith(REPOSITORY):
            assert ROOT.joinpath(address.split("/HEAD/")[1]).is_file(), target
    assert f"{REPOSITORY}/raw/HEAD/docs/pictures/play.svg" in targets
