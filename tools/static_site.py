"""Write the page as a folder for any static host: the page, Python for browsers, and twoends.

    python tools/static_site.py FOLDER --pyodide PYODIDE [--address https://example.org/twoends/]

PYODIDE is the unpacked npm package `pyodide`. Everything but index.html, the manifest and the pictures is in
a folder named by a digest of its content, so that a page never loads the Python of another version, whatever
a host or a browser has cached. Other files in FOLDER, such as the documentation in FOLDER/docs, stay.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import shutil
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import twoends
from twoends.web.questions import ask

PACKAGE = Path(twoends.__file__).parent
PAGE = PACKAGE / "web" / "page"
LATER = {
    f"{name}.js" for name in ("algorithms", "calls", "calltree", "dptable", "recurrence", "runs", "teaching")
}
"""The modules that are fetched, and kept, when Algorithms is first opened."""

SERVICE_WORKER = Path(__file__).parent / "service_worker.js"
PICTURES = Path(__file__).parent.parent / "docs" / "pictures" / "app"

IN_THE_BROWSER = (
    *(f"{layer}/**/*.py" for layer in ("rules", "answers", "puzzles", "views", "web")),
    "engine/*.py",
)
"""The files that Python needs in a browser; none of them needs NumPy for a row of the page's length."""

SERVER_ONLY = ("web/page_server.py", "engine/compiled.py")

OF_PYODIDE = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

SENTENCE = "Cards lie in a row. A move takes the left or the right end. The larger sum wins."

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)

PYODIDE = "314.0.7"
"""The version of the npm package; the Makefile reads it from this line."""

ICONS = ("icon-192.png", "icon-512.png")
"""The pictures that an installed page needs; the other one is for previews of links."""

DAYS_AT_HAND, SEEDS_AT_HAND = 400, 12
"""The number of daily rows, and of rows of each rung of the ladder, that do not wait for Python."""

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The date of every file in the archive, so that equal files give equal bytes."""


def main() -> None:
    """Read the command line and write the site."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pyodide", type=Path, required=True, help="the unpacked npm package")
    parser.add_argument("--address", default="", help="address of the site, for link previews")
    options = parser.parse_args()
    print(write_site(options.folder, options.pyodide, options.address))


def write_site(folder: Path, pyodide: Path, address: str = "") -> str:
    """Write the site into a folder and return its version."""
    missing = [name for name in OF_PYODIDE if not (pyodide / name).is_file()]
    if missing:
        sys.exit(f"{pyodide} lacks {', '.join(missing)}: give the unpacked npm package pyodide")
    of_page, of_python = page_files(), python_files(pyodide)
    files = of_page | of_python
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(name.encode() + b"\0" + files[name])
    version = digest.hexdigest()[:12]
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("v-*"):
        shutil.rmtree(old)
    for name, content in files.items():
        path = folder / f"v-{version}" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    for picture in sorted(PICTURES.iterdir()):
        shutil.copyfile(picture, folder / picture.name)
    (folder / ".nojekyll").write_text("")
    (folder / "index.html").write_text(entrance(f"v-{version}", address), "utf-8")
    (folder / "manifest.webmanifest").write_text(manifest(f"v-{version}"), "utf-8")
    parts = (of_page.keys() - LATER, LATER, of_python.keys())
    page, later, python = (sorted(f"v-{version}/{name}" for name in part) for part in parts)
    lists = {"PAGE": ["./", "manifest.webmanifest", *ICONS, *page], "LATER": later, "PYTHON": python}
    constants = f'const VERSION = "twoends-{version}";\n' + "".join(
        f"const {name} = {json.dumps(names, indent=1)};\n" for name, names in lists.items()
    )
    (folder / "sw.js").write_text(f"{constants}\n{SERVICE_WORKER.read_text('utf-8')}", "utf-8")
    return version


def page_files() -> dict[str, bytes]:
    """Return the page's files, with the opponents and the rows of the puzzles."""
    files = {path.name: path.read_bytes() for path in PAGE.iterdir() if path.name != "index.html"}
    return files | {
        "opponents.json": _compact({"opponents": answer_to("opponents")}).encode(),
        "puzzles.json": _compact({"puzzles": answer_to("puzzles"), "rows": dict(puzzle_rows())}).encode(),
    }


def python_files(pyodide: Path) -> dict[str, bytes]:
    """Return Pyodide, our package, and the sizes of their files, which the progress bar needs."""
    files = {f"pyodide/{name}": (pyodide / name).read_bytes() for name in OF_PYODIDE}
    lock = json.loads(files["pyodide/pyodide-lock.json"])
    files["pyodide/pyodide-lock.json"] = _compact({**lock, "packages": {}}).encode()  # none is used
    files["twoends.zip"] = program()
    # The browser loads modules itself, without reporting progress.
    sizes = {name: len(content) for name, content in files.items() if not name.endswith(".mjs")}
    files["sizes.json"] = _compact(sizes).encode()
    return files


def program() -> bytes:
    """Return our package as an archive without what browsers cannot use; equal files give equal bytes."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted([PACKAGE / "__init__.py", PACKAGE / "__init__.pyi", *_modules()]):
            name = f"twoends/{path.relative_to(PACKAGE).as_posix()}"
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), path.read_bytes(), zipfile.ZIP_DEFLATED)
    return content.getvalue()


def _modules() -> Iterator[Path]:
    for files in IN_THE_BROWSER:
        for path in PACKAGE.glob(files):
            if path.relative_to(PACKAGE).as_posix() not in SERVER_ONLY:
                yield path


def puzzle_rows() -> Iterator[tuple[str, str]]:
    """Yield (name, game) for the contests that do not wait for Python."""
    names, today = answer_to("puzzles"), datetime.now(UTC).date()
    days = (
        today + timedelta(day - 1) for day in range(DAYS_AT_HAND)
    )  # from yesterday, which it still is elsewhere
    rungs = (f"{rung['name']}{seed}" for rung in names["rungs"] for seed in range(1, SEEDS_AT_HAND + 1))
    for name in [*(names["day"] + day.isoformat() for day in days), *rungs]:
        yield name, answer_to("puzzle", name=name)["game"]


def answer_to(question: str, **fields: str) -> dict[str, Any]:
    """Python's answer to a question of the page."""
    answer: dict[str, Any] = json.loads(ask(question, json.dumps(fields)))["answer"]
    return answer


def _compact(value: Any) -> str:
    """Return JSON in the format of JSON.stringify."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def entrance(version: str, address: str) -> str:
    """Return index.html with the additions of the site: paths of files, security policy, link preview."""
    text = (PAGE / "index.html").read_text("utf-8")
    for name in sorted(path.name for path in PAGE.iterdir()):
        for attribute in ("href", "src"):
            text = text.replace(f'{attribute}="{name}"', f'{attribute}="{version}/{name}"')
    text = text.replace("  </footer>", '    <p><a href="docs/">Documentation</a></p>\n  </footer>')
    head = f"""\
  <meta http-equiv="Content-Security-Policy" content="{POLICY}">
  <meta name="python" content="worker">
  <meta name="theme-color" content="#f5f4f0" media="(prefers-color-scheme: light)">
  <meta name="theme-color" content="#121514" media="(prefers-color-scheme: dark)">
  <link rel="manifest" href="manifest.webmanifest">
  <link rel="apple-touch-icon" href="icon-192.png">
  <meta property="og:type" content="website">
  <meta property="og:title" content="Two Ends">
  <meta property="og:description" content="{SENTENCE}">
  <meta property="og:image" content="{address}preview.png">
  <meta name="twitter:card" content="summary_large_image">
"""
    # Preload all modules: otherwise the browser finds each only after loading the one that imports it.
    modules = sorted(
        path.name
        for path in PAGE.glob("*.js")
        if path.name not in LATER | {"python-worker.js", "engine-worker.js", "linked.js"}
    )
    head += "".join(f'  <link rel="modulepreload" href="{version}/{name}">\n' for name in modules)
    return text.replace('  <link rel="icon"', head + '  <link rel="icon"', 1)


def manifest(version: str) -> str:
    """Return the web app manifest."""
    icons = [
        {"src": f"{version}/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        *({"src": name, "sizes": "x".join([name[5:8]] * 2), "type": "image/png"} for name in ICONS),
    ]
    app = {
        "name": "Two Ends",
        "short_name": "Two Ends",
        "description": SENTENCE,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#f5f4f0",
        "theme_color": "#f5f4f0",
        "icons": icons,
    }
    return json.dumps(app, indent=2)


if __name__ == "__main__":
    main()
