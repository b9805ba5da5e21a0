"""The server under load: 200 requests in flight, on this machine only.

Prints a Markdown table with the median and the 99th percentile of the response time, and exits with 1 if any
response is not a 200. The clients share the machine with the server, so the times are those of a busy laptop,
not of a single visitor.

    python -m benchmarks.serve
"""

from __future__ import annotations

import asyncio
import re
import statistics
import subprocess
import sys
import time
from typing import Any

from benchmarks.timing import head, line

IN_FLIGHT = 200
REQUESTS = 2_000
DECK = (
    "6h 2c 7d Qs 3c 9h Kd 4s 10h 5c As 8d 2h 7s Jd 3h Kc 9s 4d 6c Ah 10d 5s Qc 8h 2s "
    "Js 7c 3d Ks 9d 4c 6s Ad 10c 5h Qh 8s 2d Jh 7h 3s Kh 9c 4h 6d Ac 10s 5d Qd 8c Jc"
)

CASES: list[tuple[str, str, dict[str, Any]]] = [
    ("solve, 4 cards", "solve", {"row": "8 15 3 7"}),
    ("moves, a deck against optimal", "moves", {"game": f"{DECK} / first / -"}),
    ("moves, a deck against greedy", "moves", {"game": f"{DECK} / first / - / greedy right"}),
    ("reply, a deck, greedy", "reply", {"game": f"{DECK} / second / - / greedy right"}),
]


def main() -> int:
    import httpx2

    command = [sys.executable, "-m", "twoends", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address is not None, "the server printed no address"
        try:
            return asyncio.run(_run(httpx2, address[0]))
        finally:
            server.terminate()


async def _run(httpx2: Any, origin: str) -> int:
    print(f"{REQUESTS:,} requests a line, {IN_FLIGHT} in flight\n")
    head("request", "errors", "median ms", "p99 ms", "answers a second")
    failures = 0
    limits = httpx2.Limits(max_connections=IN_FLIGHT)
    async with httpx2.AsyncClient(base_url=origin, limits=limits, timeout=60) as client:
        for title, question, body in CASES:
            errors, times, wall = await _load(client, f"/api/{question}", body)
            failures += errors
            median, p99 = statistics.median(times), statistics.quantiles(times, n=100)[98]
            line(title, errors, *(f"{figure:.0f}" for figure in (median, p99, REQUESTS / wall)))
    return 1 if failures else 0


async def _load(client: Any, path: str, body: dict[str, Any]) -> tuple[int, list[float], float]:
    """Send REQUESTS with IN_FLIGHT at a time; return errors, response times in ms and the total in s."""
    left = iter(range(REQUESTS))
    times: list[float] = []
    errors = 0

    async def visitor() -> None:
        nonlocal errors
        for _ in left:
            started = time.perf_counter()
            try:
                answer = await client.post(path, json=body)
                errors += answer.status_code != 200
            except Exception:  # any failure is a request without an answer
                errors += 1
            times.append((time.perf_counter() - started) * 1000)

    started = time.perf_counter()
    await asyncio.gather(*(visitor() for _ in range(IN_FLIGHT)))
    return errors, times, time.perf_counter() - started


if __name__ == "__main__":
    sys.exit(main())
