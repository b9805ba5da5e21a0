"""How the time for boards, circles and long games grows: python -m benchmarks.boards [--most N].

Prints Markdown tables of seconds at n, 2n and 4n cards, for rows of several shapes. The peers, in the same
run, contract every position from scratch (O(n) each); for boards the peer is the top-down search.
"""

from __future__ import annotations

import argparse
import os
import platform
from collections.abc import Callable, Sequence
from functools import partial
from random import Random

from benchmarks.timing import cpu, head, line, time_interleaved

from twoends import LEFT, RIGHT, Board, Circle, Component, Move, losses, solve
from twoends.engine import contraction
from twoends.rules.numbers import Exact

RUNS = 3
OPEN = [(LEFT, RIGHT), (LEFT,), (RIGHT,)]


def values_of(shape: str, n: int) -> list[int]:
    random = Random(f"{shape} {n}")
    values = [random.randrange(10**6) for _ in range(n)]
    if shape == "sorted":
        return sorted(values)
    if shape == "valley":
        return sorted(values[::2], reverse=True) + sorted(values[1::2])
    return values


def board_of(shape: str, n: int, components: int) -> Board:
    values, size = values_of(shape, n), n // components
    random = Random(n)
    return Board.of(
        *(Component(values[start : start + size], random.choice(OPEN)) for start in range(0, n, size))
    )


def random_sides(n: int) -> list[Move]:
    random = Random(n)
    return [random.choice([LEFT, RIGHT]) for _ in range(n - 1)] + [LEFT]


def of_board(shape: str, n: int, components: int) -> Callable[[], object]:
    board = board_of(shape, n, components)
    return lambda: solve(board)


def of_circle(shape: str, n: int) -> Callable[[], object]:
    circle = Circle(values_of(shape, n))
    return lambda: solve(circle)


def of_game(shape: str, n: int) -> Callable[[], object]:
    values, sides = values_of(shape, n), random_sides(n)
    return lambda: losses(values, sides)


def seconds(job: Callable[[], object]) -> float:
    """Return the median CPU time of RUNS calls."""
    return time_interleaved([job], RUNS)[0]


def circle_row_by_row(values: Sequence[int]) -> Exact:
    """The peer: contract the row that each first card leaves."""
    rows = ([*values[at + 1 :], *values[:at]] for at in range(len(values)))
    return max(value - contraction.margin(row) for value, row in zip(values, rows, strict=True))


def losses_position_by_position(values: Sequence[int], sides: Sequence[Move]) -> list[Exact]:
    """The peer: contract every position of the game."""
    start, stop = 0, len(values)
    lost: list[Exact] = []
    for side in sides:
        before = contraction.margin(values[start:stop])
        card = values[start] if side == LEFT else values[stop - 1]
        start, stop = (start + 1, stop) if side == LEFT else (start, stop - 1)
        lost.append((before - (card - contraction.margin(values[start:stop]))) // 2)
    return lost


def growth(title: str, most: int, jobs: dict[str, Callable[[int], Callable[[], object]]]) -> None:
    """Print the seconds of each job at most/4, most/2 and most cards."""
    sizes = [most // 4, most // 2, most]
    print()
    head(title, *(f"n = {n:,}" for n in sizes), "times 4n to n")
    for name, job in jobs.items():
        times = [seconds(job(n)) for n in sizes]
        line(name, *(f"{time:.3f} s" for time in times), f"{times[-1] / times[0]:.1f}x")


def peers(n: int) -> None:
    """Print ratios to the obvious algorithms at n cards, after checking that the answers are equal."""
    print()
    head(f"at n = {n:,}", "the obvious way", "here", "times as fast")
    for shape in ("random", "sorted"):
        values = values_of(shape, n)
        sides = random_sides(n)
        assert 2 * int(solve(Circle(values)).first) - sum(values) == circle_row_by_row(values)
        assert losses(values, sides) == losses_position_by_position(values, sides)
        for name, obvious, ours in (
            ("circle", lambda v=values: circle_row_by_row(v), lambda v=values: solve(Circle(v))),
            (
                "losses of a game",
                lambda v=values, s=sides: losses_position_by_position(v, s),
                lambda v=values, s=sides: losses(v, s),
            ),
        ):
            slow, fast = cpu(obvious), seconds(ours)
            line(f"{name}, {shape}", f"{slow:.3f} s", f"{fast:.3f} s", f"{slow / fast:.0f}x")
    board = board_of("random", 24, 4)
    assert solve(board).moves == solve(board, method="top-down").moves
    slow, fast = cpu(lambda: solve(board, method="top-down")), seconds(lambda: solve(board))
    line("board of 4 components, 24 cards", f"{slow:.3f} s", f"{fast:.6f} s", f"{slow / fast:.0f}x")


def report(most: int = 40_000, n_peers: int = 2_000) -> None:
    """Print all tables: the growth up to `most` cards, and the peers at `n_peers` cards."""
    print("\n### Boards, circles and long games")
    growth(
        "board, both totals, every end, a line",
        most,
        {
            f"{components} components, {shape}": partial(of_board, shape, components=components)
            for components in (2, 1000)
            for shape in ("random", "sorted")
        },
    )
    growth(
        "circle, every first card",
        most,
        {shape: partial(of_circle, shape) for shape in ("random", "sorted", "valley")},
    )
    growth(
        "losses of a whole game of random moves",
        most,
        {shape: partial(of_game, shape) for shape in ("random", "sorted", "valley")},
    )
    peers(n_peers)


def main() -> None:
    """Print all tables for the lengths on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--most", type=int, default=40_000, help="cards of the largest instances [40000]")
    parser.add_argument(
        "--peers", type=int, default=2_000, help="cards for the comparison with the peers [2000]"
    )
    options = parser.parse_args()
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, load {load}")
    report(options.most, options.peers)


if __name__ == "__main__":
    main()
