"""The site without a server: what it weighs, that it plays without a network, and that versions never mix."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
import static_site
from playwright.sync_api import Browser, Route, expect

import twoends
from twoends.web.questions import ask
from visits import Site, Visit

BEFORE_THE_FIRST_MOVE = 105_000
"""Bytes, compressed, until somebody can take a card."""

ALTOGETHER = 8_000_000
"""Bytes, compressed, of the page and Python."""


def packed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes()))


# --- the folder ----------------------------------------------------------------------------------


def test_few_bytes_are_loaded_before_the_first_move(early_site: Site) -> None:
    later = {"puzzles.json", "lesson.json"}  # fetched with the first puzzle and the first step
    before = sum(
        packed(path)
        for path in early_site.folder.rglob("*")
        if path.is_file()
        and "pyodide" not in path.parts
        and path.suffix not in (".zip", ".png")
        and path.name not in later
    )
    assert before <= BEFORE_THE_FIRST_MOVE, f"{before:,} bytes until the first move"


@pytest.mark.slow
def test_all_of_the_site_is_small(site: Site) -> None:
    files = [path for path in site.folder.rglob("*") if path.is_file()]
    altogether = sum(map(packed, files))
    assert altogether <= ALTOGETHER, f"{altogether:,} bytes in all"


def test_nothing_of_the_site_loads_from_another_host(early_site: Site) -> None:
    for path in early_site.folder.rglob("*"):
        if path.suffix in (".js", ".html", ".css", ".json", ".svg", ".webmanifest"):
            hosts = set(re.findall(r"https?://[^\s\"')]+", path.read_text("utf-8")))
            assert hosts <= {"http://www.w3.org/2000/svg"}, f"{path.name} names {hosts}"


@pytest.mark.slow
def test_the_version_changes_exactly_when_the_page_does(
    pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = static_site.write_site(tmp_path / "a", pyodide)
    (tmp_path / "b" / "docs").mkdir(parents=True)
    (tmp_path / "b" / "docs" / "index.html").write_text("the documentation")
    assert static_site.write_site(tmp_path / "b", pyodide) == first
    page = tmp_path / "page"
    shutil.copytree(static_site.PAGE, page)
    (page / "numbers.js").write_text((page / "numbers.js").read_text() + "// new\n")
    monkeypatch.setattr(static_site, "PAGE", page)
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
    worker = (early_site.folder / "sw.js").read_text("utf-8")
    (files,) = re.findall(r"FILES = (\[.*?\]);", worker, re.DOTALL)
    kept = json.loads(files)
    for name in named | set(kept) - {"./"}:
        assert (early_site.folder / name).is_file(), name
    files = (path for path in early_site.folder.glob("v-*/**/*") if path.is_file())
    below = {path.relative_to(early_site.folder).as_posix() for path in files}
    assert below <= set(kept), "offline, all of the version is there"


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


@pytest.mark.parametrize(("file", "count"), [("answers.json", 187), ("puzzles.json", 3 + 20 + 7 + 1)])
def test_the_stored_answers_are_those_of_python(early_site: Site, file: str, count: int) -> None:
    """Of the first games; and of days, rungs, steps of the lesson, and the list."""
    (stored,) = early_site.folder.glob(f"v-*/{file}")
    told = json.loads(stored.read_text("utf-8"))
    assert len(told) == count
    for key, answer in told.items():
        question, body = key.split(" ", 1)
        assert json.loads(ask(question, body))["answer"] == answer, key


# --- in the browser ------------------------------------------------------------------------------


def test_the_first_game_is_played_before_python_has_loaded(early: Visit) -> None:
    page = early.page
    early.load()
    early.wait_for_turn()
    for moves in (2, 4, 6):
        page.keyboard.press("ArrowRight")
        early.wait_for_moves(rf"\w{{{moves}}}")
        early.wait_for_turn()
    expect(page.locator("#result .reason")).not_to_be_empty()
    page.locator("#to-review").click()
    early.wait_for_tab("review")
    page.get_by_role("link", name="Compare").click()
    early.wait_for_tab("compare")
    expect(page.locator("#python")).to_contain_text(re.compile(r"Loading Python: \d+%"))


@pytest.mark.slow
def test_python_that_stops_arriving_is_fetched_again(on_site: Visit) -> None:
    page = on_site.page

    def impatient(route: Route) -> None:
        response = route.fetch()
        assert "60_000" in response.text()
        route.fulfill(response=response, body=response.text().replace("60_000", "300"))

    page.route("**/python-worker.js", impatient)
    on_site.keep_python_away()
    on_site.load()
    trouble = page.locator("#trouble")
    expect(trouble).to_contain_text("Python could not be loaded. The page keeps trying")
    page.unroute_all(behavior="ignoreErrors")
    expect(trouble).to_be_hidden()
    expect(page.locator("#python")).to_contain_text("Python is ready.")


@pytest.mark.slow
def test_with_the_network_cut_after_the_first_visit_whole_games_are_played(on_site: Visit) -> None:
    page = on_site.page
    on_site.load()
    expect(page.locator("#python")).to_have_text("Python is ready. The page works offline.")
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
    on_site.wait_for_tab("why")
    page.get_by_role("link", name="Play").click()
    page.get_by_role("button", name="Next row").click()
    on_site.wait_for_turn()
    assert on_site.parts[1].count("+") == len(row) - 1


@pytest.mark.slow
def test_a_new_version_replaces_page_and_python_together_on_request(
    browser: Browser, pyodide: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = static_site.write_site(tmp_path / "site", pyodide)
    site = Site(tmp_path / "site")
    visit = Visit(browser, site.origin)
    try:
        page = visit.page
        page.goto(site.origin)
        expect(page.locator("#python")).to_contain_text("works offline")
        changed = tmp_path / "page"
        shutil.copytree(static_site.PAGE, changed)
        (changed / "numbers.js").write_text((changed / "numbers.js").read_text() + "// new\n")
        monkeypatch.setattr(static_site, "PAGE", changed)
        new = static_site.write_site(tmp_path / "site", pyodide)
        visit.asked.clear()
        page.reload()
        visit.wait_for_turn()
        assert any(old in url for url in visit.asked)
        assert not any(f"v-{new}" in url for url in visit.asked), "the open version is whole"
        expect(page.locator("#news")).to_contain_text("A new version is available.")
        visit.asked.clear()
        with page.expect_navigation():
            page.get_by_role("button", name="Reload").click()
        expect(page.locator("#python")).to_contain_text("works offline")
        of_versions = [url for url in visit.asked if "/v-" in url]
        assert of_versions
        assert all(f"v-{new}" in url for url in of_versions), of_versions
    finally:
        visit.close()
        site.close()
