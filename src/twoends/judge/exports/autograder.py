"""An autograder for Gradescope: a zip that contains the judge and needs no network for its setup.

`setup.sh` installs Python if it is missing, `run_autograder` judges a submission. The variable AUTOGRADER
replaces Gradescope's folder /autograder, to try the zip locally.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path

from twoends.judge.trials import Trial

PACKAGES = ("twoends", "click")
"""What `twoends judge submission` imports; not NumPy and Numba: the zip has the answers to its rows."""

FIND_PYTHON = """find_python() {
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        if $python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo $python
            return
        fi
    done
}
"""

SETUP = f"""#!/usr/bin/env bash
# Run once, when the image is built. Add what your class compiles with: apt-get install -y g++ default-jdk
set -euo pipefail
cd "${{AUTOGRADER:-/autograder}}/source"
{FIND_PYTHON}
if [ -z "$(find_python)" ]; then
    apt-get update && apt-get install -y python3.11
fi
chmod 700 .
"""

RUN = """#!/usr/bin/env bash
# Run for each submission; always writes results.json. A submission might write one itself and end the judge:
# so the judge writes where only root may, and its file counts only if it ended well.
here=${AUTOGRADER:-/autograder}
results="$here/results/results.json"
umask 077
chmod 700 "$here/source" "$0"
mkdir -p "$here/results"
rm -rf "$results"
own=$(mktemp -d)
trap 'rm -rf "$own"' EXIT
cd "$here/source" || exit 1
FIND_PYTHON
# The options are passed on standard input, where no submission can read them.
export PYTHONPATH="$here/source/site" SUBMISSION="$here/submission" RESULTS="$own/results.json"
$(find_python) - >"$own/judge.txt" 2>&1 <<'END'
import os, sys
from twoends.__main__ import main
sys.argv = ["twoends", "judge", "submission", os.environ["SUBMISSION"], "--gradescope", os.environ["RESULTS"]]
sys.argv += WORDS
main()
END
status=$?
rm -rf "$results"
if [ $status -le 1 ] && [ -s "$own/results.json" ]; then
    cp "$own/results.json" "$results"
else
    echo '{"score": 0, "output": "The judge failed: please tell your instructor.",
           "stdout_visibility": "hidden"}' >"$results"
    cat "$own/judge.txt"
fi
chmod 644 "$results"
exit 0
"""


ROWS = "task/rows.json"
"""The path of the rows and their answers in the zip."""


def autograder(words: Sequence[str], files: Mapping[str, bytes], planned: Sequence[Trial]) -> bytes:
    """Make the zip: `words` are the task's options, `files` the task's file if it has one, by path.

    The answers to the planned rows travel with it, because they may take long to work out there.
    """
    words, rows = (
        [*words, "--rows", ROWS],
        json.dumps([[each.group, each.rows, each.answers] for each in planned]),
    )
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        run = RUN.replace("FIND_PYTHON\n", FIND_PYTHON).replace("WORDS", repr(list(words)))
        programs = {"setup.sh": SETUP.encode(), "run_autograder": run.encode()}
        for name, text in {**programs, **files, ROWS: rows.encode()}.items():
            entry = zipfile.ZipInfo(name)
            entry.external_attr = 0o755 << 16
            archive.writestr(entry, text, zipfile.ZIP_DEFLATED)
        for package in PACKAGES:
            for name, file in files_of(package):
                archive.writestr(f"site/{name}", file)
    return content.getvalue()


def read_trials(path: Path) -> tuple[Trial, ...]:
    """Read the rows and answers of an autograder."""
    return tuple(
        Trial(group, tuple(map(tuple, rows)), tuple(answers))
        for group, rows, answers in json.loads(path.read_text("utf-8"))
    )


def files_of(package: str) -> Iterator[tuple[str, bytes]]:
    """The source files of an installed pure-Python package, with their paths."""
    folder = Path(str(import_module(package).__file__)).parent
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix not in (".pyc", ".nbi", ".nbc"):
            yield f"{package}/{path.relative_to(folder).as_posix()}", path.read_bytes()
