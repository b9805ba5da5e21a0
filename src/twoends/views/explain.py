"""Explanations for a class as text: the table, the contraction and the graph of positions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from twoends.answers.lines import Node
from twoends.answers.solution import solve
from twoends.answers.tables import Cell, Contraction, Table
from twoends.engine.contraction import Fold
from twoends.rules.errors import MethodError
from twoends.rules.games import Game
from twoends.rules.moves import LEFT, RIGHT, Move
from twoends.rules.notation import moves_text
from twoends.rules.numbers import Number
from twoends.rules.rows import Interval, Row
from twoends.views.columns import columns, parts_of
from twoends.views.numbers import card_text, form_of, number
from twoends.views.words import side_text, sums_text

MAX_CARDS_IN_TEXT = 52
"""A deck: wider tables and contractions cannot be read."""

MAX_MOVES_IN_A_CELL = 3


def table_text(
    table: Table,
    width: int | None = None,
    path: Collection[Interval] = (),
    highlight: Callable[[str], str] = str,
) -> str:
    """The triangle of all positions: your total when you are to move, and your best sides, in O(n²).

    Column i is the left end, row j the right end, both counted from 1. Columns that do not fit into `width`
    follow below; cells of positions on `path` are highlighted. Under other rules a cell has both totals and
    the best moves; if moves come from one end only, there is a line for each number of remaining cards.
    Raises MethodError above MAX_CARDS_IN_TEXT cards.

    >>> from twoends import table
    >>> print(table_text(table([5, 7, 9, 1], "greedy")))
    j\\i   1     2     3     4
          5     7     9     1
    1     5 L
    2     7 R   7 L
    3    14 R   9 R   9 L
    4    14 L   8 LR  9 L   1 L
    >>> print(table_text(table([1, 2, 3, 7], rules="take 1-3 left")))
    from  card  you : they  take
       1  1         6 : 7   L3
       2  2        12 : 0   L3
       3  3        10 : 0   L2
       4  7         7 : 0   L
    """
    row, n = table.row, len(table.row)
    _check_width(n, "table")
    if table.rules.ends != "either":
        return _one_end_text(table, width)
    cells = [
        [(_totals(table, table[i, j]), _moves(table, table[i, j])) for i in range(j)] for j in range(1, n + 1)
    ]
    heads = [(str(i), card_text(card)) for i, card in enumerate(row.given, 1)]
    widths = [max(map(len, (*heads[i], *(cells[j][i][0] for j in range(i, n))))) for i in range(n)]
    sides_width = max([2, *(len(sides) for line in cells for _, sides in line)])

    def text(i: int, total: str, sides: str = "", marked: bool = False) -> str:
        cell, blanks = f"{total:>{widths[i]}} {sides}", " " * (sides_width - len(sides))
        return f"  {highlight(cell) if marked else cell}{blanks}"

    margin, parts = max(len(str(n)), 3), []
    room = None if width is None else width - margin
    for start, stop in parts_of([each + sides_width + 3 for each in widths], room):
        part = range(start, stop)
        lines = [
            name + "".join(text(i, heads[i][at]) for i in part)
            for at, name in enumerate(("j\\i".ljust(margin), " " * margin))
        ]
        lines += [
            str(j).ljust(margin) + "".join(text(i, *cells[j - 1][i], (i, j) in path) for i in part if i < j)
            for j in range(start + 1, n + 1)
        ]
        parts.append("\n".join(line.rstrip() for line in lines))
    return "\n\n".join(parts)


def _totals(table: Table, cell: Cell) -> str:
    """Your total, and the opponent's unless it follows from yours."""
    if table.rules.plain or table.rules.alone:
        return number(cell.first)
    return f"{number(cell.first)} : {number(cell.theirs_first)}"


def _moves(table: Table, cell: Cell) -> str:
    """The best moves of a cell, at most MAX_MOVES_IN_A_CELL; - if none is legal."""
    between = "" if table.rules.one_card else " "
    more = " …" if len(cell.best) > MAX_MOVES_IN_A_CELL else ""
    return between.join(map(str, cell.best[:MAX_MOVES_IN_A_CELL])) + more or "-"


def _one_end_text(table: Table, width: int | None) -> str:
    """A line for each suffix, or for each prefix if moves come from the right."""
    n, left = len(table.row), table.rules.ends == "left"
    cells = [(at, table[at - 1, n] if left else table[0, at]) for at in range(1, n + 1)]
    total_width = max([3, *(len(number(cell.first)) for _, cell in cells)])
    rows = [
        (
            str(at),
            card_text(table.row[at - 1]),
            f"{' ' * (total_width - len(number(cell.first)))}{_totals(table, cell)}",
            _moves(table, cell),
        )
        for at, cell in cells
    ]
    header = (
        "from" if left else "to",
        "card",
        f"{'you':>{total_width}}{'' if table.rules.alone else ' : they'}",
        "take",
    )
    return "\n".join(columns(header, rows, "><<<", width))


def chessboard_text(row: Row, best: Number) -> str:
    """The chessboard trick: on an even row, the first player can take all odd or all even places. O(n).

    `best` is the first player's total with best play.
    """
    odd, even = row.given[::2], row.given[1::2]
    sums = [row.show(sum(row.values[start::2])) for start in (0, 1)]
    form = form_of([*sums, best])
    terms = [" + ".join(map(card_text, cards)).replace("+ -", "- ") for cards in (odd, even)]
    safe = max(sums)
    more = "as much" if best == safe else f"{form(best)}, because it may change from one to the other"
    return (
        f"Odd places:  {terms[0]} = {form(sums[0])}\n"
        f"Even places: {terms[1]} = {form(sums[1])}\n"
        "Moving first, you can take either kind whole: after your move both ends are of the other kind.\n"
        f"You therefore get at least {form(safe)} against any opponent. Best play brings {more}."
    )


def futures_text(game: Game) -> str:
    """What follows the best move and the next best one with best play, one line each, in order of the moves.

    "" if there is only one move, or if the rest of the game is unknown.
    """
    solution = solve(game)
    others = [value.move for value in solution.moves if value.move not in solution.best[:1]][:1]
    legal = game.moves()
    moves = sorted([*solution.best[:1], *others], key=legal.index)
    futures = [future_text(game, move) for move in moves]
    return "\n".join(futures) if len(futures) > 1 and all(futures) else ""


def future_text(game: Game, move: Move) -> str:
    """What follows a move with best play: the cards that each player takes, and their sums."""
    rules, played = game.rules, game.play(move)
    while not played.over:
        known = None if played.opponent.stochastic else solve(played)
        line = None if known is None else known.line if played.mover == "you" else known.line_second
        if line is None:
            return ""
        for end in line:
            played = played.play(end)
    start = len(game.ends)
    name = side_text(move) if rules.plain and move in (LEFT, RIGHT) else moves_text([move], rules)
    first_move = f"{name} {card_text(played.earned[start])}"
    earned = (
        game.shape.cards.show(after - before)
        for after, before in zip(played.exact_totals, game.exact_totals, strict=True)
    )
    yours, theirs = sums_text(played, start, number, earned)
    return f"{first_move:<10} you {yours}" + ("" if rules.alone else f"   they {theirs}")


def contraction_text(contraction: Contraction) -> str:
    """The contraction step by step, and how the margin follows from the remaining coins.

    Raises MethodError above MAX_CARDS_IN_TEXT cards.

    >>> from twoends import contraction
    >>> print(contraction_text(contraction([8, 15, 3, 7])))
      8 [15] 3 7   8 < 15 >= 3: whoever takes 8 or 3 hands over 15, so they fold into 8 - 15 + 3 = -4
      -4 7
    No peak is left. Take the larger end each time: 7 - (-4) = 11 is the first player's margin.
    """
    row, lines = contraction.row, []
    _check_width(len(row), "contraction")
    for state, fold in contraction.steps:
        words, why = [number(coin.value) for coin in state], ""
        if fold is not None:
            at = state.index(fold.peak)
            words[at], why = f"[{words[at]}]", f"   {fold_text(fold)}"
        lines.append(f"  {' '.join(words)}{why}")
    return "\n".join([*lines, margin_text(contraction)])


def fold_text(fold: Fold) -> str:
    """Why three neighbouring coins fold into one."""
    a, b, c, coin = (number(each.value) for each in fold)
    why = f"whoever takes {a} or {c} hands over {b}"
    return f"{a} < {b} >= {c}: {why}, so they fold into {a} - {_term(b)} + {_term(c)} = {coin}"


def margin_text(contraction: Contraction) -> str:
    """How the margin follows from the coins that remain when no peak is left."""
    ordered = list(map(number, sorted(contraction.reduced, reverse=True)))
    margin = number(contraction.margin)
    if len(ordered) < 2:
        return f"{'One' if ordered else 'No'} coin is left: {margin} is the first player's margin."
    rest = "".join(f" {'+-'[place % 2]} {_term(coin)}" for place, coin in enumerate(ordered) if place)
    sums = f"{ordered[0]}{rest} = {margin}"
    return f"No peak is left. Take the larger end each time: {sums} is the first player's margin."


def _term(coin: str) -> str:
    """A coin, in brackets if it is negative."""
    return f"({coin})" if coin.startswith("-") else coin


def dot(nodes: Iterable[Node]) -> str:
    """The graph of positions for Graphviz; best and intended moves are bold.

    `nodes` come from `lines.graph`. A box is your turn, an ellipse the opponent's; each shows the remaining
    cards and your total.
    """
    nodes = list(nodes)
    numbers = {node.state: place for place, node in enumerate(nodes)}
    lines = ["digraph positions {", '  node [fontname="sans-serif"];']
    for place, (_, cards, mover, total, edges) in enumerate(nodes):
        shape = "box" if mover == "you" else "ellipse"
        label = " ".join(map(number, cards)) or "end"
        lines.append(f'  {place} [shape={shape}, label="{label}\\n{number(total)}"];')
        for move, to, played in edges:
            style = "bold" if played else "dotted"
            lines.append(f'  {place} -> {numbers[to]} [label="{move}", style={style}];')
    return "\n".join([*lines, "}"])


def _check_width(n: int, name: str) -> None:
    if n > MAX_CARDS_IN_TEXT:
        raise MethodError(
            f"a {name} of {n:,} cards is too wide to read: give at most {MAX_CARDS_IN_TEXT} cards"
        )
