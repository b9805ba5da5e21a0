"""Run the real command as its users do."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Ran:
    """What one run of the command printed, and its exit status."""

    status: int
    out: str
    err: str


def twoends(*arguments: str, stdin: str | bytes = "", cwd: Path | None = None) -> Ran:
    """Run `twoends` in a process of its own; with -P, for the installed command is not shadowed either."""
    run = subprocess.run(
        [sys.executable, "-P", "-m", "twoends", *arguments],
        input=stdin.encode() if isinstance(stdin, str) else stdin,
        capture_output=True,
        cwd=cwd,
        timeout=120,
    )
    return Ran(run.returncode, run.stdout.decode(), run.stderr.decode())


def refused(ran: Ran, *parts: str) -> None:
    """The run ended with status 2 and one sentence that has all the parts."""
    assert ran.status == 2, f"expected status 2, got {ran.status}: {ran.out}{ran.err}"
    assert "Traceback" not in ran.err
    assert ran.err.startswith("twoends: ")
    assert ran.err.count("\n") == 1, f"expected one sentence, got {ran.err}"
    for part in parts:
        assert part in ran.err, f"expected {part!r} in {ran.err!r}"
