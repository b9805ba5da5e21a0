"""The site without a server: what it weighs, that it plays without a network, and that versions never mix."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import static_site
from playwright.sync_api import Browser, Route, expect

import twoends
from views_oracle import told
from visits import Site, Visit

A_FIRST_VISIT = 150_000, 400_000
"""Bytes of the page, compressed and not, with its icons: what a first visit fetches and keeps."""

ALTOGETHER = 8_000_000
"""Bytes, compressed, of the page and Python."""


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


# --- the folder ----------------------------------------------------------------------------------


def kept(site: Site, what: str) -> list[str]:
    """The files that the service worker keeps: of the PAGE, of what is opened LATER, or of PYTHON."""
    worker = (site.folder / "sw.js").read_text("utf-8")
    names: list[str] = json.loads(re.findall(rf"{what} = (\[.*?\]);", worker, re.DOTALL)[0])
    return names


@pytest.mark.slow
def test_a_first_visit_is_small_and_so_is_all_of_the_site(site: Site) -> None:
    files = [site.folder / name.replace("./", "index.html") for name in [*kept(site, "PAGE"), "sw.js"]]
    visit = sum(map(packed, files)), sum(path.stat().st_size for path in files)
    assert visit <= A_FIRST_VISIT, f"{visit[0]:,} bytes compressed, {visit[1]:,} in all"
    (rows,) = (path for path in files if path.name == "puzzles.json")
    assert rows.stat().st_size <= 40_000
    files = [path for path in site.folder.rglob("*") if path.is_file()]
    altogether = sum(map(packed, files))
    assert altogether <= ALTOGETHER, f"{altogether:,} bytes in all"


def test_nothing_of_the_site_loads_from_another_host(early_site: Site) -> None:
    for path in early_site.folder.rglob("*"):
        if path.suffix in (".js", ".html", ".css", ".json", ".svg", ".webmanifest"):
            hosts = set(re.findall(r"https?://[^\s\"')]+", path.read_text("utf-8")))
            assert hosts <= {"http://www.w3.org/2000/svg"}, f"{path.name} names {hosts}"


def change(page: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sites are made of a copy of the page from now on, one file of which is new."""
    shutil.copytree(static_site.PAGE, page)
    (page / "numbers.js").write_text((page / "numbers.js").read_text() + "// new\n")
    monkeypatch.setattr(static_site, "PAGE", page)


@pytest.mark.slow
def test_the_version_changes_exactly_when_the_page_does(
    pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = static_site.write_site(tmp_path / "a", pyodide)
    (tmp_path / "b" / "docs").mkdir(parents=True)
    (tmp_path / "b" / "docs" / "index.html").write_text("the documentation")
    assert static_site.write_site(tmp_path / "b", pyodide) == first
    change(tmp_path / "page", monkeypatch)
    second = static_site.write_site(tmp_path / "b", pyodide)
    assert second != first
    assert [path.name for path in (tmp_path / "b").glob("v-*")] == [f"v-{second}"]
    assert (tmp_path / "b" / "docs" / "index.html").read_text() == "the documentation"


def test_a_folder_that_is_not_pyodide_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match=r"lacks pyodide.mjs.*: give the unpacked npm package"):
        static_site.write_site(tmp_path / "site", tmp_path)
    assert not (tmp_path / "site").exists()


def test_the_entrance_and_its_cache_name_only_files_that_are_there(early_site: Site) -> None:
    text = (early_site.folder / "index.html").read_text("utf-8")
    named = {name for name in re.findall(r'(?:href|src)="([^"#]+)"', text) if name != "docs/"}
    page, later, python = (kept(early_site, part) for part in ("PAGE", "LATER", "PYTHON"))
    for name in named | {*page, *later, *python} - {"./"}:
        assert (early_site.folder / name).is_file(), name
    files = (path for path in early_site.folder.glob("v-*/**/*") if path.is_file())
    below = {path.relative_to(early_site.folder).as_posix() for path in files}
    assert below <= {*page, *later, *python}, "all of the version can be kept"
    assert len({*page, *later, *python}) == len(page) + len(later) + len(python)
    assert all("pyodide" in name or name.endswith((".zip", "sizes.json")) for name in python)


def test_the_program_of_the_browser_needs_neither_numpy_nor_a_server(tmp_path: Path) -> None:
    with zipfile.ZipFile(BytesIO(static_site.program())) as archive:
        archive.extractall(tmp_path)
    (tmp_path / "numpy.py").write_text("raise ImportError('no NumPy in the browser')")
    program = """
import json, sys
from twoends.web.questions import ask
row = " ".join(str(7 * k % 101) for k in range(30))
for opponent in ("optimal", "greedy right", "generous", "random", "modest left trembling 1/10"):
    game = f"{row} / first / RL / {opponent}"
    for question in ("moves", "why", "review"):
        assert "answer" in json.loads(ask(question, json.dumps({"game": game}))), (question, opponent)
    assert "answer" in json.loads(ask("reply", json.dumps({"game": f"{row} / first / R / {opponent}"})))
others = {"compare": {"row": row}, "opponents": {}, "solve": {"row": row}}
for question, body in others.items():
    assert "answer" in json.loads(ask(question, json.dumps(body))), question
assert "numpy" not in sys.modules and "socketserver" not in sys.modules
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(tmp_path)!r})\n{program}"],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-800:]


def test_the_opponents_and_the_rows_that_were_stored_are_those_of_python(early_site: Site) -> None:
    def stored(name: str) -> Any:
        (path,) = early_site.folder.glob(f"v-*/{name}")
        return json.loads(path.read_text("utf-8"))

    assert stored("opponents.json") == {"opponents": told("opponents")}
    puzzles = stored("puzzles.json")
    assert puzzles["puzzles"] == told("puzzles")
    today, seeds = datetime.now(UTC).date(), range(1, static_site.SEEDS_AT_HAND + 1)
    rungs = [f"{rung['name']}{seed}" for rung in puzzles["puzzles"]["rungs"] for seed in seeds]
    assert [*puzzles["rows"]] in [  # from yesterday, also if the site was made before midnight
        [*(f"2-day-{today + timedelta(day - made)}" for day in range(3)), *rungs] for made in (1, 2)
    ]
    for name, game in puzzles["rows"].items():
        assert told("puzzle", name=name) == {"name": name, "game": game}


# --- in the browser ------------------------------------------------------------------------------


@pytest.mark.slow
def test_python_that_stops_arriving_is_fetched_again(on_site: Visit) -> None:
    page = on_site.page

    def impatient(route: Route) -> None:
        response = route.fetch()
        assert "60_000" in response.text()
        route.fulfill(response=response, body=response.text().replace("60_000", "300"))

    page.route("**/python-worker.js", impatient)
    on_site.keep_nothing_offline()
    on_site.keep_python_away()
    on_site.load("why/8+15+3+7/first/-/optimal")
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("could not be fetched. The page keeps trying")
    page.unroute_all(behavior="ignoreErrors")
    expect(trouble).to_be_hidden()
    expect(page.locator("#why .lead")).to_contain_text("Take the right end")


@pytest.mark.slow
def test_with_the_network_cut_after_the_first_visit_whole_games_are_played(on_site: Visit) -> None:
    page = on_site.page
    on_site.load()
    expect(page.locator("#python")).to_contain_text("The page works offline.")
    on_site.context.set_offline(True)
    row = [1, 30, 100, 15, 2, 8, 40, 7]
    on_site.open("play", " ".join(map(str, row)), opponent="greedy right")
    on_site.wait_for_turn()
    line = str(twoends.solve(row, "greedy").line)
    for k in range(0, len(row), 2):
        page.keyboard.press("ArrowLeft" if line[k] == "L" else "ArrowRight")
        on_site.wait_for_moves(line[: k + 2])
        on_site.wait_for_turn()
    promised = twoends.solve(row, "greedy").first
    expect(page.locator("#result .verdict")).to_have_text(f"You win, {promised} : {sum(row) - promised}.")
    page.get_by_role("link", name="Why").click()
    expect(page.locator("#why .futures")).to_be_visible()
    expect(page.locator("#trouble")).to_contain_text("Python, which this needs, could not be fetched.")
    page.get_by_role("link", name="Play").click()
    page.get_by_role("button", name="Next row").click()
    on_site.wait_for_turn()
    assert on_site.parts[1].count("+") == len(row) - 1
    on_site.forgiven.append("net::ERR_INTERNET_DISCONNECTED")


@pytest.mark.slow
def test_python_is_kept_on_request_and_then_explains_without_a_network(on_site: Visit) -> None:
    page = on_site.page
    on_site.load()
    page.get_by_role("button", name="Keep Python offline, too").click()
    expect(page.locator("#python")).to_contain_text("The page works offline, with Python.")
    on_site.context.set_offline(True)
    on_site.load("why/8+15+3+7/first/-/optimal")
    expect(page.locator("#why .lead")).to_contain_text("Take the right end")
    on_site.load("play/5+7+%7C+9+1+4/second/-/optimal")
    on_site.wait_for_turn()
    expect(page.locator("#python")).to_contain_text("The page works offline, with Python.")


@pytest.fixture
def versioned(browser: Browser, pyodide: Path, tmp_path: Path) -> Iterator[Visit]:
    """A visitor of a site that may be written anew."""
    static_site.write_site(tmp_path / "site", pyodide)
    site = Site(tmp_path / "site")
    visit = Visit(browser, site.origin)
    yield visit
    visit.close()
    site.close()


@pytest.fixture
def renewed(pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], str]:
    """Call it to write the next version of this site."""

    def renew() -> str:
        change(tmp_path / "page", monkeypatch)
        return static_site.write_site(tmp_path / "site", pyodide)

    return renew


@pytest.mark.slow
def test_a_new_version_replaces_page_and_python_together_on_request(
    versioned: Visit, renewed: Callable[[], str]
) -> None:
    page = versioned.load()
    page.get_by_role("button", name="Keep Python offline, too").click()
    expect(page.locator("#python")).to_contain_text("works offline, with Python")
    new = renewed()
    versioned.asked.clear()
    page.reload()
    versioned.wait_for_turn()
    assert any("/v-" in url for url in versioned.asked)
    assert not any(f"v-{new}" in url for url in versioned.asked), "the open version is whole"
    expect(page.locator("#news")).to_contain_text("A new version is available.")
    versioned.asked.clear()
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()
    expect(page.locator("#python")).to_contain_text("works offline, with Python")
    of_versions = [url for url in versioned.asked if "/v-" in url]
    assert of_versions
    assert all(f"v-{new}" in url for url in of_versions), of_versions


@pytest.mark.slow
def test_a_page_whose_version_was_replaced_before_it_fetched_python_offers_the_new_one(
    versioned: Visit, renewed: Callable[[], str]
) -> None:
    versioned.forgive(404)
    page = versioned.load()
    expect(page.locator("#python")).to_contain_text("works offline")
    renewed()
    page.get_by_role("link", name="Why").click()
    expect(page.locator("#news")).to_contain_text("A new version is available.")
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()
    expect(page.locator("#why .lead")).to_contain_text("Take the")
    assert versioned.complaints == []
