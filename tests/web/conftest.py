"""The page in headless Chromium, over HTTP and as a site without a server."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import static_site
from playwright.sync_api import Browser, sync_playwright

import visits
from visits import DESKTOP, TODAY, Server, Site, Visit

ROOT = Path(__file__).parent.parent.parent
CHROMIUM = (
    shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
)
NPM = shutil.which("npm")

# Chromium without its background requests; as root it starts only without its sandbox.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # drawing needs no process of its own
    "--disable-quic",
    "--no-first-run",
    "--process-per-site",  # a page that is loaded again needs no new process
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


KEEPS_THE_PAGE = """
from twoends.web import page_server
page_server.CACHED_FILES = page_server.FILES
"""
"""The page does not change during the tests, so the browser need not revalidate its files."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: install it with apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(visits, "UNTIL_ITS_INPUT_ENDS", KEEPS_THE_PAGE + visits.UNTIL_ITS_INPUT_ENDS)
        server = Server()
    yield server
    server.kill()


@pytest.fixture(scope="session")
def pyodide(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The npm package: the one that `make site` installed, or one installed now."""
    brought = ROOT / "node_modules" / "pyodide"
    if brought.is_dir():
        return brought
    return npm_package(f"pyodide@{static_site.PYODIDE}", tmp_path_factory.mktemp("pyodide")) / "pyodide"


@pytest.fixture(scope="session")
def site(pyodide: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("site")
    static_site.write_site(folder, pyodide)
    site = Site(folder)
    yield site
    site.close()


@pytest.fixture(scope="session")
def no_python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package in the place of Pyodide, which arrives but never starts."""
    nothing = tmp_path_factory.mktemp("pyodide")
    for name in static_site.OF_PYODIDE:
        (nothing / name).write_text("{}")
    (nothing / "pyodide.mjs").write_text("export const loadPyodide = () => new Promise(() => {});")
    return nothing


@pytest.fixture(scope="session")
def early_site(no_python: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The site with the rows of three days, without Python."""
    folder = tmp_path_factory.mktemp("early")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(static_site, "DAYS_AT_HAND", 3)
        static_site.write_site(folder, no_python)
    site = Site(folder)
    yield site
    site.close()


@pytest.fixture(scope="session")
def axe(tmp_path_factory: pytest.TempPathFactory) -> str:
    return (npm_package("axe-core@4", tmp_path_factory.mktemp("axe")) / "axe-core/axe.min.js").read_text()


def npm_package(name: str, folder: Path) -> Path:
    if NPM is None:
        pytest.skip(f"there is no npm here to bring {name}: install Node.js")
    install = [NPM, "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(folder), name]
    done = subprocess.run(install, capture_output=True, text=True, timeout=300)
    if done.returncode:
        pytest.skip(f"npm could not bring {name}: {done.stderr[-200:]}")
    return folder / "node_modules"


def lasting_visit(where: str) -> Callable[..., Iterator[Visit]]:
    """Make a fixture: a visitor of a server or a site who stays for all tests."""

    @pytest.fixture(scope="session")
    def visit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visit]:
        visit = Visit(browser, request.getfixturevalue(where).origin)
        visit.keep_nothing_offline()
        yield visit
        visit.close()

    return visit


# One window loads the page for each test, because a new one costs most of a short test; one never leaves the
# page, because loading it costs most of a shorter one.
regular, resident, early_bird = lasting_visit("server"), lasting_visit("server"), lasting_visit("early_site")
dated = lasting_visit("server")  # a clock that is set cannot be taken away


def visited(where: str) -> Callable[..., Iterator[Visit]]:
    """Make a fixture: a visitor who loads the page, with nothing stored, and has no complaints afterwards."""

    @pytest.fixture
    def visit(request: pytest.FixtureRequest) -> Iterator[Visit]:
        visit: Visit = request.getfixturevalue(where)
        visit.page.set_viewport_size(DESKTOP)
        visit.forget()
        yield visit
        visit.leave()
        visit.require_peace()

    return visit


visit, early, of_a_day = visited("regular"), visited("early_bird"), visited("dated")


@pytest.fixture
def today(of_a_day: Visit) -> Visit:
    """A visitor on a fixed day, whenever the tests run."""
    of_a_day.page.clock.set_fixed_time(f"{TODAY}T12:00:00")
    return of_a_day


@pytest.fixture
def reader(resident: Visit) -> Iterator[Visit]:
    """A visitor with the page open already: the address alone decides what is shown."""
    resident.page.set_viewport_size(DESKTOP)
    resident.forget()
    yield resident
    resident.stay()
    resident.require_peace()


@pytest.fixture
def phone(browser: Browser, server: Server) -> Iterator[Visit]:
    """A visitor on a fixed day, on a phone."""
    portrait = {"width": 360, "height": 740}
    with Visit(browser, server.origin, viewport=portrait, has_touch=True, is_mobile=True) as visit:
        visit.page.clock.set_fixed_time(f"{TODAY}T12:00:00")
        yield visit


@pytest.fixture
def on_site(browser: Browser, site: Site) -> Iterator[Visit]:
    """A visitor of the site without a server."""
    with Visit(browser, site.origin) as visit:
        yield visit


@pytest.fixture(params=["over HTTP", pytest.param("without a server", marks=pytest.mark.slow)])
def everywhere(request: pytest.FixtureRequest) -> Visit:
    """The same visitor with and without a server."""
    visitor: Visit = request.getfixturevalue("visit" if request.param == "over HTTP" else "on_site")
    return visitor
