"""Explanations: the table of positions, the contraction step by step, the graph of positions.

The solvers work the numbers out; here they become text that a class can read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from twoends.rules.replies import Opponent
from twoends.rules.rows import Number, Row
from twoends.rules.sides import LEFT, RIGHT, Side
from twoends.solvers import Interval, MethodError, bottom_up, contraction, folding
from twoends.views.words import number

MOST_CARDS_IN_TEXT = 52
"""A deck's table is the widest that anyone has asked for."""

MOST_CARDS_IN_GRAPH = 200
"""20,000 positions: programs that draw graphs take no more."""


def table_text(row: Row, against: Opponent) -> str:
    """The triangle of all positions: your total when you are to move, and your best sides.

    Column i is the left end, row j the right end, both counted from 1. O(n²). Raises MethodError
    above MOST_CARDS_IN_TEXT cards.

    >>> from twoends.rules.opponents import greedy
    >>> print(table_text(Row.of([5, 7, 9, 1]), greedy()))
    j\\i   1     2     3     4
          5     7     9     1
    1     5 L
    2     7 R   7 L
    3    14 R   9 R   9 L
    4    14 L   8 LR  9 L   1 L
    """
    n = len(row)
    _check_width(n, "table")
    table = bottom_up.table(row.values, against)
    cells = [
        [(number(row.show(table.yours[j - i][i])), "".join(map(str, table.best[j - i][i]))) for i in range(j)]
        for j in range(1, n + 1)
    ]
    widths = [max(len(str(row[i])), *(len(cells[j][i][0]) for j in range(i, n))) for i in range(n)]
    margin = max(len(str(n)), 3)
    lines = [
        "j\\i".ljust(margin) + "".join(f"  {i + 1:>{width}}   " for i, width in enumerate(widths)),
        " " * margin + "".join(f"  {value!s:>{width}}   " for value, width in zip(row, widths, strict=True)),
    ]
    for j, cells_of_j in enumerate(cells, 1):
        shown = (
            f"  {total:>{width}} {sides:<2}"
            for (total, sides), width in zip(cells_of_j, widths, strict=False)
        )
        lines.append(str(j).ljust(margin) + "".join(shown))
    return "\n".join(line.rstrip() for line in lines)


def contraction_text(row: Row) -> str:
    """The contraction step by step, and how the margin follows from the coins that are left.

    Raises MethodError above MOST_CARDS_IN_TEXT cards.

    >>> print(contraction_text(Row.of([8, 15, 3, 7])))
      8 [15] 3 7   8 < 15 >= 3: whoever takes 8 or 3 hands over 15, so they fold into 8 - 15 + 3 = -4
      -4 7
    No peak is left. Take the larger end each time: 7 - (-4) = 11 is the first player's margin.
    """
    _check_width(len(row), "contraction")
    return "\n".join([*_steps(row), margin_text(row)])


def fold_text(row: Row, fold: folding.Fold) -> str:
    """Why three neighbouring coins fold into one."""
    a, b, c, coin = (number(row.show(each.value)) for each in (fold.before, fold.peak, fold.after, fold.coin))
    why = f"whoever takes {a} or {c} hands over {b}"
    return f"{a} < {b} >= {c}: {why}, so they fold into {a} - {_term(b)} + {_term(c)} = {coin}"


def margin_text(row: Row) -> str:
    """How the margin follows from the coins that are left when no peak is left."""
    reduced = contraction.reduce(row.values)
    ordered = [number(row.show(coin)) for coin in sorted(reduced.coins, reverse=True)]
    margin = number(row.show(contraction.margin(row.values)))
    if len(ordered) < 2:
        return f"One coin is left: {margin} is the first player's margin."
    rest = "".join(f" {'+-'[place % 2]} {_term(coin)}" for place, coin in enumerate(ordered) if place)
    sums = f"{ordered[0]}{rest} = {margin}"
    return f"No peak is left. Take the larger end each time: {sums} is the first player's margin."


def _term(coin: str) -> str:
    """A coin after a sign."""
    return f"({coin})" if coin.startswith("-") else coin


def _steps(row: Row) -> Iterator[str]:
    for state, fold in folding.folds(row.values):
        words = [number(row.show(coin.value)) for coin in state]
        if fold is None:
            yield f"  {' '.join(words)}"
            return
        at = state.index(fold.peak)
        words[at] = f"[{words[at]}]"
        yield f"  {' '.join(words)}   {fold_text(row, fold)}"


class Edge(NamedTuple):
    """A move in the graph of positions.

    side    the end taken
    to      the position after it, as the interval [start, stop) of cards that are left
    played  whether the mover means to play it: you with a best move, the opponent by his rule
    """

    side: Side
    to: Interval
    played: bool


class Node(NamedTuple):
    """A position in the graph.

    at         the interval [start, stop) of cards that are left
    your_turn  whether you are to move
    total      your total from here on, in the row's own kind of number
    edges      the moves; the last card counts as L
    """

    at: Interval
    your_turn: bool
    total: Number
    edges: tuple[Edge, ...]


def graph(row: Row, against: Opponent, *, you_first: bool) -> Iterator[Node]:
    """Every position that play can reach, the whole row first; O(n²). Raises MethodError as `table`.

    >>> from twoends.rules.opponents import optimal
    >>> [node.at for node in graph(Row.of([8, 15]), optimal(), you_first=True)]
    [(0, 2), (0, 1), (1, 2), (1, 1), (2, 2)]
    """
    n, table = len(row), bottom_up.table(row.values, against)
    sides = against.sides_over(row.values)
    for length in range(n, -1, -1):
        your_turn = ((n - length) % 2 == 0) == you_first
        totals = (table.yours if your_turn else table.theirs)[length]
        for i in range(length == 0 < n, n + 1 - length):  # the last card counts as L: no game ends at (0, 0)
            j = i + length
            if your_turn or not length:
                played = table.best[length][i]
            else:
                after = table.yours[length - 1]
                played = sides(i, j, after[i + 1], after[i]) if against.stray < 1 else ()
            moves = ((LEFT, (i + 1, j)), (RIGHT, (i, j - 1)))[:length]
            edges = tuple(Edge(side, to, side in played) for side, to in moves)
            yield Node((i, j), your_turn, row.show(totals[i]), edges)


def dot(row: Row, against: Opponent, *, you_first: bool = True) -> str:
    """The graph of positions for Graphviz: play takes a step down; best and intended moves are bold.

    A box is your turn, an ellipse the opponent's; each shows the cards left and your total. O(n²)
    nodes. Raises MethodError above MOST_CARDS_IN_GRAPH cards.
    """
    n = len(row)
    if n > MOST_CARDS_IN_GRAPH:
        raise MethodError(
            f"a graph of {n:,} cards has {n * (n + 1) // 2:,} positions: "
            f"give at most {MOST_CARDS_IN_GRAPH} cards"
        )
    lines = ["digraph positions {", '  node [fontname="sans-serif"];']
    for (i, j), your_turn, total, edges in graph(row, against, you_first=you_first):
        cards = " ".join(map(str, row.given[i:j])) or "end"
        shape = "box" if your_turn else "ellipse"
        lines.append(f'  "{i},{j}" [shape={shape}, label="{cards}\\n{number(total)}"];')
        for side, (k, m), played in edges:
            style = "bold" if played else "dotted"
            lines.append(f'  "{i},{j}" -> "{k},{m}" [label="{side}", style={style}];')
    return "\n".join([*lines, "}"])


def _check_width(n: int, what: str) -> None:
    if n > MOST_CARDS_IN_TEXT:
        raise MethodError(
            f"a {what} of {n:,} cards is too wide to read: give at most {MOST_CARDS_IN_TEXT} cards"
        )
