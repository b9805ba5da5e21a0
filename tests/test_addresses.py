"""The addresses of the repository and the site, as a release names them."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import addresses
import pytest

ROOT = Path(__file__).parent.parent
REPOSITORY = "https://code.example.org/us/twoends"
SITE = "https://us.example.org/twoends/"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The files that name an address, as they are in the repository."""
    for name in ("pyproject.toml", "CITATION.cff", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    return tmp_path


def test_a_release_names_its_repository_and_its_site_once(checkout: Path) -> None:
    addresses.write(checkout, REPOSITORY, SITE)
    urls = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    assert (urls["Source"], urls["Play now"]) == (REPOSITORY, SITE)
    cited = (checkout / "CITATION.cff").read_text("utf-8").splitlines()
    assert cited.count(f'repository-code: "{REPOSITORY}"') == cited.count(f'url: "{SITE}"') == 1
    before = {path.name: path.read_bytes() for path in checkout.iterdir()}
    with pytest.raises(ValueError, match="already"):
        addresses.write(checkout, REPOSITORY, SITE)
    assert {path.name: path.read_bytes() for path in checkout.iterdir()} == before


def test_the_tour_opens_in_a_browser(checkout: Path) -> None:
    addresses.write(checkout, REPOSITORY, SITE)
    urls = tomllib.loads((checkout / "pyproject.toml").read_text("utf-8"))["project"]["urls"]
    viewer, path = urls["Tour"].split("/raw/HEAD/")
    assert viewer == "https://nbviewer.org/urls/code.example.org/us/twoends"
    assert ROOT.joinpath(path).is_file()


def test_the_keywords_can_be_the_topics_of_a_repository() -> None:
    """A host takes 20 topics of letters, digits and hyphens, of at most 50 characters."""
    keywords = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["keywords"]
    assert len(keywords) == len(set(keywords)) <= 20
    assert all(re.fullmatch("[a-z0-9][a-z0-9-]{,49}", word) for word in keywords), keywords


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
