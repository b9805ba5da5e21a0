"""Build the release, install it where nothing else is, and try it: alone and with each extra alone.

    python tools/release_check.py python3.11 python3.12 python3.13

Builds the sdist, and the wheel from it; looks into both; then makes a fresh environment for each
Python that is found, without extras and for each extra, and runs tools/smoke.py there. Prints a
table of what was tried, and says what was not. An extra that one Python cannot install, because its
packages are not made for that Python yet, is named and counts as untested. Exit status 1 if
anything failed. Needs `build`, `twine`, `cyclonedx-bom` and `mypy` beside it, as `make release-check`
sees to.

Beside the built files, in dist/records/: a bill of materials (CycloneDX, JSON) of what pip installed with
the wheel alone and with all extras, and SHA256SUMS of the built files and of the bills, which
`cd dist/records && sha256sum --check SHA256SUMS` checks.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
RECORDS = DIST / "records"  # a folder of their own: an upload of dist/* takes none but built files
BILLS = {"": "twoends.cdx.json", "all": "twoends-all.cdx.json"}
"""The bills of materials, by the extra whose packages they list."""
SUMS = RECORDS / "SHA256SUMS"
SMOKE = ROOT / "tools" / "smoke.py"

PIP = (sys.executable, "-m", "pip", "--python")
"""Goes on with the Python of an environment, which needs no pip of its own."""

IN_THE_WHEEL = ("twoends/py.typed", "licenses/LICENSE", "entry_points.txt")
IN_THE_SDIST = ("README.md", "CHANGELOG.md", "LICENSE", "Makefile", "docs/theory.md", "tests/test_rows.py")

CONSUMER = """
import twoends

solution: twoends.Solution = twoends.solve([8, 15, 3, 7])
ends: tuple[twoends.Side | twoends.End | int, ...] = solution.best
reveal: str = str(solution.line)
"""
"""A user's program: `mypy --strict` accepts it only if the wheel brings its types."""


class NotInstallableError(Exception):
    """Pip found no way to install what an extra needs."""


def run(*command: object, cwd: Path | None = None) -> str:
    """Run a command to its end; what it prints is shown only if it fails."""
    ran = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if ran.returncode:
        raise SystemError(f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def build() -> Path:
    """The wheel, built from the sdist, after a look into both."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    (sdist,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    look_into(wheel)
    with tarfile.open(sdist) as archive:
        complete(archive.getnames(), IN_THE_SDIST, sdist)
    return wheel


def look_into(wheel: Path) -> None:
    """Every file of the source is in the wheel, and what an installation needs beside it."""
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path)
    }
    with zipfile.ZipFile(wheel) as archive:
        complete(archive.namelist(), (*IN_THE_WHEEL, *sorted(source)), wheel)


def complete(names: list[str], wanted: tuple[str, ...], archive: Path) -> None:
    """Every wanted file is in the archive."""
    missing = [name for name in wanted if not any(each.endswith(name) for each in names)]
    if missing:
        raise SystemError(f"{archive.name} lacks {', '.join(missing)}")


def extras() -> list[str]:
    """The extras that the project declares."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return list(project["optional-dependencies"])


def version_of(python: str) -> str | None:
    """What a Python calls itself; None where there is none of that name."""
    found = shutil.which(python)
    ran = subprocess.run([found, "--version"], capture_output=True, text=True) if found else None
    return ran.stdout.split()[1] if ran and ran.returncode == 0 else None


def install(python: Path, what: str) -> None:
    """Install something in an environment."""
    command = [*PIP, str(python), "install", "--quiet", "--disable-pip-version-check", what]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        reasons = (line for line in ran.stderr.splitlines() if line.casefold().startswith("error:"))
        raise NotInstallableError(next(reasons, "pip gives no reason"))


def list_materials(python: Path, wheel: Path, bill: Path) -> None:
    """Write what is installed in an environment, with versions and licences, as CycloneDX."""
    bill.parent.mkdir(exist_ok=True)
    words = ["environment", "--pyproject", ROOT / "pyproject.toml", "--mc-type", "library"]
    run(sys.executable, "-m", "cyclonedx_py", *words, "--output-reproducible", "-o", bill, python)
    told = json.loads(bill.read_text("utf-8"))
    told["metadata"]["component"]["version"] = wheel.name.split("-")[1]  # which pyproject.toml does not tell
    bill.write_text(json.dumps(told, indent=2) + "\n", "utf-8")


def write_sums() -> None:
    """Write SHA256SUMS of all that was built, as sha256sum writes and checks it."""
    files = sorted(path for path in DIST.rglob("*") if path.is_file() and path.name != SUMS.name)
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {os.path.relpath(path, RECORDS)}\n"
        for path in files
    ]
    RECORDS.mkdir(exist_ok=True)
    SUMS.write_text("".join(lines), "utf-8")


def try_out(wheel: Path, python: str, extra: str) -> None:
    """A fresh environment with the wheel and one extra (or none), and the smoke test in it."""
    with tempfile.TemporaryDirectory(prefix="twoends-release-") as folder:
        environment = Path(folder, "environment")
        run(python, "-m", "venv", "--without-pip", environment)  # what is installed is what is needed
        inside = environment / "bin" / "python"
        install(inside, f"{wheel}[{extra}]" if extra else str(wheel))
        run(*PIP, inside, "check")
        run(inside, "-I", SMOKE, extra, cwd=Path(folder))
        if extra in BILLS and not (RECORDS / BILLS[extra]).exists():
            list_materials(inside, wheel, RECORDS / BILLS[extra])
        if not extra:
            consumer = Path(folder, "consumer.py")
            consumer.write_text(CONSUMER, "utf-8")
            mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable", inside)
            run(*mypy, consumer, cwd=Path(folder))


def main(pythons: list[str]) -> int:
    """Build, try everything, print the table; 1 if anything failed."""
    wheel = build()
    print(f"built and complete: {', '.join(sorted(path.name for path in DIST.iterdir()))}\n")
    print("| Python | extra | result | seconds |\n|---|---|---|---|", flush=True)
    failures = []
    installed = set()
    for python in pythons:
        version = version_of(python)
        if version is None:
            print(f"| {python} | | untested: not found on PATH | |")
            continue
        for extra in ("", *extras()):
            began = time.monotonic()
            try:
                try_out(wheel, python, extra)
                installed.add(extra)
                result = "fine"
            except NotInstallableError as reason:
                result = f"untested: {reason}"
            except SystemError as fault:
                installed.add(extra)
                failures.append(f"{python}, {extra or 'no extra'}: {fault}")
                result = "FAILED"
            seconds = time.monotonic() - began
            print(f"| {version} | {extra or 'none'} | {result} | {seconds:.0f} |", flush=True)
    nowhere = [extra or "no extra" for extra in ("", *extras()) if extra not in installed]
    failures += [f"{extra}: installs on none of these Pythons" for extra in nowhere]
    write_sums()
    bills = [name for name in BILLS.values() if (RECORDS / name).exists()]
    print(f"\nwritten to {RECORDS.relative_to(ROOT)}: {', '.join([*bills, SUMS.name])}")
    missing = [name for name in BILLS.values() if name not in bills]
    failures += [f"{name} is missing: what it lists was not tried without a fault" for name in missing]
    print("Untested here: Windows, macOS, other processors, and the upload itself.")
    print("\n\n".join(failures), file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
