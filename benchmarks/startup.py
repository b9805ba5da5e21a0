"""How long `twoends solve 8 15 3 7` takes from start to finish, beside a Click program with one option.

    python benchmarks/startup.py

Prints the medians of alternating runs and their ratio; the first runs, which leave bytecode, do not count.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PEER = '''
import click

@click.command()
@click.option("--count", default=1)
@click.argument("values", nargs=-1)
def main(count, values):
    """A program with one option."""
    click.echo(count * len(values))
'''
RUNS = 60
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def seconds(command: list[str], folder: str) -> float:
    """Wall time of one run, start-up of Python included."""
    before = time.perf_counter()
    subprocess.run(command, cwd=folder, env=ENVIRONMENT, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - before


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "peer.py").write_text(PEER)
        ours = [
            sys.executable,
            "-c",
            "from twoends.__main__ import main; main()",
            "solve",
            "8",
            "15",
            "3",
            "7",
        ]
        peer = [sys.executable, "-c", "from peer import main; main()", "8", "15", "3", "7"]
        times = [(seconds(ours, folder), seconds(peer, folder)) for _ in range(RUNS)]
    ours_median, peer_median = (statistics.median(column) for column in zip(*times[2:], strict=True))
    print(f"twoends solve   {ours_median * 1000:6.1f} ms")
    print(f"Click program   {peer_median * 1000:6.1f} ms")
    print(f"ratio           {ours_median / peer_median:6.2f}")


if __name__ == "__main__":
    main()
