"""The time of `twoends solve 8 15 3 7` from start to exit, compared with a Click program with one option.

    python -m benchmarks.startup

Prints the medians of alternating runs and their ratio; the first runs, which write bytecode, do not count.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks.timing import time_interleaved, wall

PEER = '''
import click

@click.command()
@click.option("--count", default=1)
@click.argument("values", nargs=-1)
def main(count, values):
    """A program with one option."""
    click.echo(count * len(values))
'''
ROW = ["8", "15", "3", "7"]
RUNS = 58
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def run(command: list[str], folder: str) -> None:
    subprocess.run(command, cwd=folder, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "peer.py").write_text(PEER)
        ours = [sys.executable, "-c", "from twoends.__main__ import main; main()", "solve", *ROW]
        peer = [sys.executable, "-c", "from peer import main; main()", *ROW]
        jobs = [partial(run, command, folder) for command in (ours, peer)]
        time_interleaved(jobs, 2, wall)
        ours_median, peer_median = time_interleaved(jobs, RUNS, wall)
    print(f"twoends solve   {ours_median * 1000:6.1f} ms")
    print(f"Click program   {peer_median * 1000:6.1f} ms")
    print(f"ratio           {ours_median / peer_median:6.2f}")


if __name__ == "__main__":
    main()
