"""Build the release, install it in fresh environments without extras and with each extra, and test it there.

    python tools/release_check.py [PYTHON]...    such as python3.11; by default all that pyproject.toml names

Builds the sdist, and the wheel from it, and checks the contents of both. Then creates a fresh environment
for each Python, without extras and for each extra, and runs tools/smoke.py in it. Prints a table of the
results. An extra whose packages are not available for a Python yet is reported as untested. Exit status 1 if
anything failed or a Python is missing. Needs `build`, `twine`, `cyclonedx-bom` and `mypy`, which
`make release-check` installs.

All that a release publishes is in dist/: beside the built files a bill of materials (CycloneDX, JSON) of what
pip installed with the wheel alone and with all extras, and SHA256SUMS of these files
(`cd dist && sha256sum --check SHA256SUMS`).
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import zipfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
DIST = ROOT / "dist"
BILLS = {"": "twoends.cdx.json", "all": "twoends-all.cdx.json"}
"""The bills of materials, by the extra whose packages they list."""
SUMS = DIST / "SHA256SUMS"
SMOKE = ROOT / "tools" / "smoke.py"

PIP = (sys.executable, "-m", "pip", "--python")
"""The path of an environment's Python follows; the environment needs no pip of its own."""

IN_THE_WHEEL = ("twoends/py.typed", "licenses/LICENSE", "entry_points.txt")
IN_THE_SDIST = ("README.md", "CHANGELOG.md", "LICENSE", "Makefile", "docs/theory.md", "tests/test_rows.py")

CONSUMER = ROOT / "tools" / "consumer.py"


class NotInstallableError(Exception):
    """Pip could not install the packages of an extra."""


def run(*command: object, cwd: Path | None = None) -> str:
    """Run a command and return its output. Raises SystemError, with all output, if it fails."""
    ran = subprocess.run([str(word) for word in command], cwd=cwd, capture_output=True, text=True)
    if ran.returncode:
        raise SystemError(f"{' '.join(map(str, command))}\n{ran.stdout}{ran.stderr}")
    return ran.stdout


def build() -> Path:
    """Build the sdist, and the wheel from it, check both, and return the wheel."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(sys.executable, "-m", "build", "--outdir", DIST, ROOT)
    (sdist,), (wheel,) = DIST.glob("*.tar.gz"), DIST.glob("*.whl")
    run(sys.executable, "-m", "twine", "check", "--strict", sdist, wheel)
    check_wheel(wheel)
    with tarfile.open(sdist) as archive:
        require_files(archive.getnames(), IN_THE_SDIST, sdist)
    return wheel


def check_wheel(wheel: Path) -> None:
    """Check that the wheel has every source file and the metadata that an installation needs."""
    source = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and ".egg-info" not in str(path)
    }
    with zipfile.ZipFile(wheel) as archive:
        require_files(archive.namelist(), (*IN_THE_WHEEL, *sorted(source)), wheel)


def require_files(names: list[str], required: tuple[str, ...], archive: Path) -> None:
    """Raise SystemError unless the archive has every wanted file."""
    missing = [name for name in required if not any(member.endswith(name) for member in names)]
    if missing:
        raise SystemError(f"{archive.name} lacks {', '.join(missing)}")


def project() -> dict[str, Any]:
    """Return the project's description in pyproject.toml."""
    described: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return described


def named_pythons() -> list[str]:
    """Return the Pythons that the classifiers name."""
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(project()["classifiers"]))
    return [f"python{version}" for version in versions]


def version_of(python: str) -> str | None:
    """Return the version of a Python; None if it is not on PATH or does not run."""
    path = shutil.which(python)
    ran = subprocess.run([path, "--version"], capture_output=True, text=True) if path else None
    return ran.stdout.split()[1] if ran and ran.returncode == 0 else None


def install(python: Path, requirement: str) -> None:
    """Install a requirement in an environment. Raises NotInstallableError."""
    command = [*PIP, str(python), "install", "--quiet", "--disable-pip-version-check", requirement]
    ran = subprocess.run(command, capture_output=True, text=True)
    if ran.returncode:
        reasons = (line for line in ran.stderr.splitlines() if line.casefold().startswith("error:"))
        raise NotInstallableError(next(reasons, "pip gives no reason"))


def list_materials(python: Path, wheel: Path, bill: Path) -> None:
    """Write the packages of an environment, with versions and licences, as CycloneDX."""
    words = ["environment", "--pyproject", ROOT / "pyproject.toml", "--mc-type", "library"]
    run(sys.executable, "-m", "cyclonedx_py", *words, "--output-reproducible", "-o", bill, python)
    document = json.loads(bill.read_text("utf-8"))
    document["metadata"]["component"]["version"] = wheel.name.split("-")[1]  # not in pyproject.toml
    bill.write_text(json.dumps(document, indent=2) + "\n", "utf-8")


def write_sums() -> None:
    """Write SHA256SUMS of all built files, in the format of sha256sum."""
    files = sorted({*DIST.iterdir()} - {SUMS})
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    SUMS.write_text("".join(lines), "utf-8")


def try_out(wheel: Path, python: str, extra: str) -> None:
    """Run the smoke test in a fresh environment with the wheel and one extra, or none."""
    with tempfile.TemporaryDirectory(prefix="twoends-release-") as folder:
        environment = Path(folder, "environment")
        run(
            python, "-m", "venv", "--without-pip", environment
        )  # so that only declared dependencies are installed
        inside = environment / "bin" / "python"
        install(inside, f"{wheel}[{extra}]" if extra else str(wheel))
        run(*PIP, inside, "check")
        run(inside, "-I", SMOKE, extra, cwd=Path(folder))
        if extra in BILLS and not (DIST / BILLS[extra]).exists():
            list_materials(inside, wheel, DIST / BILLS[extra])
        if not extra:
            consumer = shutil.copy(CONSUMER, folder)  # where mypy finds only what is installed
            mypy = (sys.executable, "-m", "mypy", "--strict", "--python-executable", inside)
            run(*mypy, consumer, cwd=Path(folder))


def main(pythons: list[str]) -> int:
    """Build and test everything, and print the table; return 1 if anything failed."""
    wheel = build()
    print(f"built and complete: {', '.join(sorted(path.name for path in DIST.iterdir()))}\n")
    print("| Python | extra | result | seconds |\n|---|---|---|---|", flush=True)
    failures = []
    installed = set()
    extras = ("", *project()["optional-dependencies"])
    for python in pythons or named_pythons():
        version = version_of(python)
        if version is None:
            failures.append(f"{python} is not on PATH, so it is untested: PYTHONS=... chooses others")
            continue
        for extra in extras:
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
    nowhere = [extra or "no extra" for extra in extras if extra not in installed]
    failures += [f"{extra}: installs on none of these Pythons" for extra in nowhere]
    write_sums()
    bills = [name for name in BILLS.values() if (DIST / name).exists()]
    print(f"\nwritten to {DIST.relative_to(ROOT)}: {', '.join([*bills, SUMS.name])}")
    missing = [name for name in BILLS.values() if name not in bills]
    failures += [
        f"{name} is missing: the installation that it lists failed or was not tested" for name in missing
    ]
    print("Untested here: Windows, macOS, other processors, and the upload itself.")
    print("\n\n".join(failures), file=sys.stderr)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
