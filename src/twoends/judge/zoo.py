"""The zoo: mistakes that predict the exact answer to every row.

`solving_mistakes` are tables of wrong recurrences, cards, opponents and rules; `printing_mistakes` solve
correctly and print something else. Each has a name, a meaning and a function; one of each may be combined.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import product
from math import inf
from operator import add
from typing import Any

from twoends.answers.questions import QUESTIONS, Totals
from twoends.engine import sweep as text
from twoends.engine.replies import replies_of
from twoends.judge.bounds import several
from twoends.judge.mistakes import OVERFLOW, Fact, Mistake, overflows
from twoends.judge.tasks import Solve, Task, Values, is_number, totals
from twoends.judge.trials import CLASSIC, by_greed
from twoends.rules.errors import TwoEndsError
from twoends.rules.opponent_names import every_opponent
from twoends.rules.opponents import Opponent, Ties
from twoends.rules.rows import Row
from twoends.rules.rulebook import Rulebook
from twoends.rules.rules import Rules, weights_text

# --- wrong recurrences for one card from either end ----------------------------------------------

Choice = Callable[[Values, int, int, Any, Any], Any]
"""A move in values[i:j]: (values, i, j, total by the left card, total by the right) -> one of the totals."""


def best(v: Values, i: int, j: int, by_left: Any, by_right: Any, worst: float = -inf) -> Any:
    """The best move, by a maximum that starts at `worst`."""
    return max(by_left, by_right, worst)


def sweep(
    values: Values, who: Opponent, rules: Rules, *, choose: Choice = best, reply: Choice | None = None,
    rival: Opponent | None = None, single: int = 1,
) -> Totals:  # fmt: skip
    """Both recurrences with another rule for your own move, and for the opponent's if `reply` is given.

    A `rival` replaces the opponent. A single card counts `single` times. O(n²).
    """
    n, (keys, kind, _) = len(values), replies_of(rival or who, values)
    reply = reply or (
        lambda v, i, j, by_left, by_right: text.after_reply(kind, keys[i], keys[j - 1], by_left, by_right)
    )
    yours: list[Any] = [0] * (n + 1)
    theirs: list[Any] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g, times = yours, theirs, single if length == 1 else 1
        spans = [(i, i + length) for i in range(n + 1 - length)]
        yours = [
            choose(values, i, j, values[i] * times + g[i + 1], values[j - 1] * times + g[i]) for i, j in spans
        ]
        theirs = [reply(values, i, j, f[i + 1], f[i]) for i, j in spans]
    return Totals(yours[0], theirs[0], sum(values))


Cell = Callable[[Callable[[int, int], Any], Any, int, int], Any]
"""The value of two or more cards, values[i:j]: (other cells, values, i, j) -> value."""

Key = Callable[[int, int], object]
"""The key under which the value of values[i:j] is cached."""


def recursion(cell: Cell, key: Key = lambda i, j: (i, j), single: int = 1) -> Callable[[Any], Any]:
    """A function from a row to its value, cached under `key`; a single card counts `single` times."""

    def value(values: Any) -> Any:
        memo: dict[object, Any] = {}

        def at(i: int, j: int) -> Any:
            if j - i < 2:
                return single * values[i] if i < j else 0
            if key(i, j) not in memo:
                memo[key(i, j)] = cell(at, values, i, j)
            return memo[key(i, j)]

        return at(0, len(values))

    return value


def by_total(total: Callable[[Values], int]) -> Solve:
    """Solve by your total moving first; the opponent gets the rest."""
    return lambda cards, *_: Totals(first := total(cards), (both := sum(cards)) - first, both)


def by_margin(margin: Callable[[Values], int]) -> tuple[Solve, Solve]:
    """Solve by your margin moving first: both totals are half of sum ± margin, or the second is the rest."""

    def halves(cards: Values, who: Opponent, rules: Rules) -> Totals:
        total, difference = sum(cards), margin(cards)
        first, second = (total + difference) // 2, (total - difference) // 2
        return Totals(first, second, 2 * first - difference)

    return halves, by_total(lambda cards: (sum(cards) + margin(cards)) // 2)


Combine = Callable[[Any, Any], Any]


def margins(join: Combine = max, sign: int = 1) -> Cell:
    """Margins; `join` replaces the maximum, -1 swaps differences."""
    return lambda at, v, i, j: join(sign * (v[i] - at(i + 1, j)), sign * (v[j - 1] - at(i, j - 1)))


def not_put_back(first: int) -> Cell:
    """Margins; the end that is tried first, left (0) or right (1), is missing when the other is tried."""
    return lambda at, v, i, j: max(v[i] - at(i + 1, j - first), v[j - 1] - at(i + 1 - first, j - 1))


def sums(at: Callable[[int, int], Any], v: Any, i: int, j: int) -> Any:
    """Totals: the sum of the cards minus the smaller of two calls."""
    return sum(v[i:j]) - min(at(i + 1, j), at(i, j - 1))


def two_cards(
    two: Combine, left_over: Combine, join: Combine = add, copied: int | None = None
) -> Callable[[Any], Any]:
    """A recursion over your own moves: `two` of two cards, `left_over` after a reply, `join` to add.

    `copied` is one of the left and right card, and what is left after them, that stands for its counterpart.
    """

    def cell(at: Callable[[int, int], Any], v: Any, i: int, j: int) -> Any:
        if j - i == 2:
            return two(v[i], v[i + 1])
        middle = at(i + 1, j - 1)
        parts = [v[i], v[j - 1], left_over(at(i + 2, j), middle), left_over(middle, at(i, j - 2))]
        if copied is not None:
            parts[copied ^ 1] = parts[copied]
        left, right, by_left, by_right = parts
        return max(join(left, by_left), join(right, by_right))

    return recursion(cell)


def larger(
    v: Any, i: int, j: int, by_left: Any, by_right: Any, key: Callable[[int], Any] = int, ties: int = 0
) -> Any:
    """The larger end, compared by `key`; of equal ends the left one, or with `ties` the right one."""
    left, right = key(v[i]), key(v[j - 1])
    return by_left if left > right or (left == right and not ties) else by_right


def looking_ahead(v: Values, i: int, j: int, by_left: Any, by_right: Any) -> Any:
    """The end that exceeds the larger of the ends it leaves by most."""
    left_behind, right_behind = (max(row[:1] + row[-1:], default=0) for row in (v[i + 1 : j], v[i : j - 1]))
    return by_left if v[i] - left_behind >= v[j - 1] - right_behind else by_right


def take_largest(cards: Values, who: Opponent, rules: Rules) -> Totals:
    """Take the largest cards: K, or half of them."""
    count = rules.stop or (len(cards) + 1) // 2
    return by_total(lambda v: sum(sorted(v, reverse=True)[:count]))(cards, who, rules)


def number(text: str) -> int:
    """Convert a text to a number; 0 if it is none, for example with a - between digits, or too long."""
    return int(text) if is_number(text) else 0


MEMO = "its cache key is {}, which many parts of the row share: use both ends as the key"
AHEAD = "{} the end that exceeds the best end left after it by most: that looks one move ahead and no further"
LARGEST = "it takes the {} cards, but only the two ends can be taken"
UNFILLED = "it {} for every row of more than {}, as does a table whose loop over lengths ends before n"


def _larger_text(v: Values, i: int, j: int, *both: Any) -> Any:
    return max(both, key=str)


def _by_memo(key: Key) -> tuple[Solve, ...]:
    return *by_margin(recursion(margins(), key)), by_total(recursion(sums, key))


LOWEST = (("−10⁴", -(10**4)), ("−10⁶", -(10**6)), ("−10⁹", -(10**9)))
"""Numbers that programs take for minus infinity."""

COPIED: tuple[Cell, ...] = (
    lambda at, v, i, j: v[i] - min(at(i + 1, j), at(i, j - 1)),
    lambda at, v, i, j: v[j - 1] - min(at(i + 1, j), at(i, j - 1)),
    lambda at, v, i, j: max(v[i], v[j - 1]) - at(i + 1, j),
    lambda at, v, i, j: max(v[i], v[j - 1]) - at(i, j - 1),
)
"""Margins with one of both cards, or one of both parts of the row, in place of the other."""

best_margin = recursion(margins())


def ascending(v: Values, *, diagonal: bool, totals: bool = False) -> int:
    """The first line of a table of margins or totals whose other lines are not set, except for a diagonal."""
    row = v[0]
    for j in range(1, len(v)):
        below = v[1] if diagonal and j == 1 else 0
        row = sum(v[: j + 1]) - min(below, row) if totals else max(v[0] - below, v[j] - row)
    return row


def ascending_by_two(v: Values) -> int:
    """The same for totals by two cards at a time."""
    row = [v[0], *[max(v[:2])] * (len(v) > 1)]
    for j in range(2, len(v)):
        row.append(max(v[0], v[j] + min(0, row[j - 2])))
    return row[-1]


def alone(v: Values) -> int:
    """The total of a player who always takes the larger end, without an opponent."""
    total, rest = 0, list(v)
    for _ in range((len(v) + 1) // 2):
        total += rest.pop(0 if rest[0] >= rest[-1] else -1)
    return total


def by_parity(v: Values) -> int:
    """The larger of the even and odd places; on odd rows after the larger end, and then the smaller."""
    if len(v) % 2 == 0:
        return max(sum(v[::2]), sum(v[1::2]))
    ends = ((v[0], v[1:]), (v[-1], v[:-1]))
    return max(end + min(sum(rest[::2]), sum(rest[1::2])) for end, rest in ends)


RECURRENCES: tuple[tuple[Any, ...], ...] = (
    ("takes the worse move", "it takes the smaller of the two totals at your own move",
     partial(sweep, choose=lambda v, i, j, *both: min(both))),
    ("takes the worse move",
     "it takes the smaller of the two margins at every move, yours and the opponent's",
     *by_margin(recursion(margins(join=min)))),
    ("stops a card early",
     "it ignores the last card: it ends the game when one card is left instead of none",
     partial(sweep, single=0), by_total(recursion(sums, single=0)),
     *by_margin(recursion(margins(), single=0))),
    *((f"takes {text} for the worst {result}", f"its maximum starts at {text}, so it misses {result}s below",
       *solves)
      for text, worst in (("0", 0), ("−1", -1), *LOWEST)
      for result, solves in (
          ("total", [partial(sweep, choose=partial(best, worst=worst))]),
          ("margin", by_margin(recursion(margins(join=partial(max, worst))))))),
    *((f"takes {text[1:]} for the best reply", f"its minimum starts at {text[1:]}, so it misses all above",
       by_total(two_cards(max, partial(min, -worst)))) for text, worst in LOWEST),
    ("copies a line", "it takes the same card, or the same part of the row, for both ends: a line was copied",
     *(solve for cell in COPIED for solve in by_margin(recursion(cell))),
     *(by_total(two_cards(max, min, copied=at)) for at in range(4))),
    ("fills the table by the left end",
     "it fills its table with i ascending, and reads cells that begin further right before they are set: "
     "fill it by length",
     *(solve for diagonal in (True, False) for solve in by_margin(partial(ascending, diagonal=diagonal))),
     by_total(partial(ascending, diagonal=True, totals=True)),
     by_total(ascending_by_two)),
    ("ignores the opponent",
     "it takes the larger end as often as it may move, and the opponent takes nothing",
     by_total(alone), by_total(lambda v: alone(v[::-1]))),
    ("an average over the replies",
     "its opponent takes each end half of the time, but the task's opponent takes the better one",
     partial(sweep, reply=lambda v, i, j, *both: sum(both) // 2),
     by_total(two_cards(max, lambda *both: sum(both) // 2))),
    ("halves rounded by themselves",
     "it adds half of the sum and half of the margin: if both are odd, a whole point is lost in rounding",
     by_total(lambda v: sum(v) // 2 + best_margin(v) // 2),
     by_total(lambda v: int(sum(v) / 2) + int(best_margin(v) / 2))),
    ("the shortcut for even rows",
     "it compares the cards in even and in odd positions, which is a plan for rows of even length only",
     by_total(by_parity)),
    ("adds both replies", "it adds both results, but the opponent leaves you only the smaller one",
     by_total(two_cards(max, add))),
    ("adds what the opponent gets",
     "it adds what the opponent gets instead of subtracting it, so that every card counts as yours",
     by_total(sum)),
    ("swaps a difference", "it subtracts the card from the rest instead of the rest from the card",
     *by_margin(recursion(margins(sign=-1)))),
    ("all even or all odd places",
     "it takes all cards in even positions or all in odd ones, whichever is more: often not the best result",
     by_total(lambda v: max(sum(v[::2]), sum(v[1::2])))),
    ("always takes the same end",
     "it always takes the same end, as does a recursion that removes cards and does not put them back",
     by_total(lambda v: sum(v[::2])), by_total(lambda v: sum(v[::-2]))),
    ("does not put a card back",
     "it does not put back the card that it tried first before it tries the other end",
     *by_margin(recursion(not_put_back(0))), *by_margin(recursion(not_put_back(1)))),
    ("looks one move ahead", AHEAD.format("both players take"),
     partial(sweep, choose=looking_ahead, reply=looking_ahead)),
    ("looks one move ahead", AHEAD.format("it takes"), partial(sweep, choose=looking_ahead)),
    ("remembers by the length alone", MEMO.format("the length alone"), *_by_memo(lambda i, j: j - i)),
    ("remembers by one end alone", MEMO.format("one end alone"),
     *_by_memo(lambda i, j: i), *_by_memo(lambda i, j: j)),
    ("takes the largest cards", LARGEST.format("larger half of the"), take_largest),
    ("compares texts",
     "it compares numbers as text, where 9 is more than 15: convert the input to numbers",
     partial(sweep, choose=_larger_text, reply=lambda v, i, j, *both: min(both, key=str)),
     partial(sweep, choose=_larger_text),
     partial(sweep, reply=partial(larger, key=str)),
     partial(sweep, choose=partial(larger, key=str), reply=partial(larger, key=str)),
     partial(sweep, choose=partial(larger, key=str)),
     *by_margin(recursion(margins(join=partial(max, key=str))))),
    ("joins texts",
     "it joins cards as text, so that 8 and 15 make 815: convert the input to numbers",
     by_total(lambda v: number(f"{''.join(map(str, v))}{recursion(margins())(v)}") // 2),
     by_total(lambda v: number(two_cards(max, min)(tuple(map(str, v))))),
     by_total(two_cards(max, min, lambda card, rest: number(f"{card}{rest}")))),
    *(("stops a length early", UNFILLED.format(f"finds {cell}", several(n, "card")),
       lambda *game, n=n, f=f: (totals if len(game[0]) <= n else by_total(f))(*game))
      for n in (1, 2)
      for cell, f in (("0", lambda v: 0), ("−1", lambda v: -1), ("a margin of 0", lambda v: sum(v) // 2))),
)  # fmt: skip
"""For each mistake a name, a meaning, and its variants."""

FINITE = {
    f"takes {number} for the {what}"
    for text, _ in LOWEST
    for number, what in ((text, "worst total"), (text, "worst margin"), (text[1:], "best reply"))
}
"""Mistakes that differ from best play, or for margins and replies from two optimal players, on few rows."""

FLOORS = {f"takes {text} for the worst total" for text in ("0", "−1", *(text for text, _ in LOWEST))}
"""Mistakes that do no harm where no value is negative."""


# --- other mistakes in solving --------------------------------------------------------------------


def on_cards(change: Callable[[Values], Sequence[int]], right: Solve) -> tuple[Solve, ...]:
    """Solve the `right` game on changed cards; with their sum, or with that of all cards in either place."""

    def solve(cards: Values, who: Opponent, rules: Rules) -> Totals:
        return right(tuple(change(cards)), who, rules)

    def halves(cards: Values, who: Opponent, rules: Rules) -> Totals:
        both = sum(cards)
        first = (both + solve(cards, who, rules).margin) // 2
        return Totals(first, both - first, both)

    return solve, lambda cards, who, rules: solve(cards, who, rules)._replace(combined=sum(cards)), halves


CARDS: tuple[tuple[Any, ...], ...] = (
    ("leaves out the last card",
     "it never looks at the last card, as if its loop over lengths ended before n",
     lambda v: v[:-1], lambda v: v[:-1] or v),
    ("leaves out the first card", "it never looks at the first card of the row", lambda v: v[1:]),
    ("1-based input in a 0-based table",
     "it reads the cards from index 1 on, but plays with those from index 0 on",
     lambda v: (0, *v[:-1])),
    ("0-based input in a 1-based table",
     "it reads the cards from index 0 on, but plays with those from index 1 on",
     lambda v: (*v[1:], 0)),
    ("reads past the end", "it reads one index past the end of the row, and finds a 0 there",
     lambda v: (*v, 0)),
    ("reads before the beginning", "it starts one index before the row, and finds a 0 there",
     lambda v: (0, *v)),
)  # fmt: skip
"""A name, a meaning, and functions that change the cards of the row."""

READING: tuple[tuple[Any, ...], ...] = (
    ("count-then-lines", "reads the first line only",
     "it reads only the first line of values, but the row continues on the next", lambda v: v[:20]),
    ("c", "takes n for a card", "it takes n, the first number of the input, for the first card",
     lambda v: (len(v), *v)),
)  # fmt: skip
"""As CARDS, for formats whose names have this prefix; c is that of all that begin with a count."""


def solving_mistakes(task: Task) -> Iterator[tuple[str, str, Solve]]:
    """Mistakes in solving."""
    optimal = any(who.is_optimal for who in task.opponents)
    yield from _wrong_opponents(task)
    yield from _wrong_players(task)
    if task.rules.plain:
        for name, meaning, *variants in RECURRENCES:
            if name in FINITE and (task.player or ("total" not in name and not optimal)):
                continue
            if name in FLOORS and (task.player or task.low >= 0):
                continue
            yield from ((name, meaning, solve) for solve in variants)
    else:
        yield from _wrong_rules(task)
    reading = (mistake for prefix, *mistake in READING if task.format.startswith(prefix))
    for name, meaning, *changes in (*CARDS, *reading):
        for change in changes:
            for solve in on_cards(change, task.solve)[: 3 if task.rules.plain else 1]:
                yield name, meaning, solve


def _wrong_opponents(task: Task) -> Iterator[tuple[str, str, Solve]]:
    """Answer the right question against another opponent."""
    if task.rules.alone:
        return
    for right, other in product(task.opponents, every_opponent(stochastic=False)):
        if other.name != right.name:
            name, ties = f"{other.name} opponent instead of {right.name}", f" (ties {other.ties})"
            meaning = f"it solves the row against {_a(other.name)} opponent{ties * other.looks_at_cards}"
            meaning += f"; the task has {_a(right.name)} one"
        # To an opponent that looks ahead, moves tie only if their totals are equal.
        elif other.ties != right.ties and right.looks_at_cards and not (task.ties_open or task.all_different):
            name = "wrong ties"
            meaning = f"its {right.name} opponent takes the {other.ties} of two equal ends"
            meaning += f"; the task says the {right.ties} one"
        else:
            continue
        if task.player is None or other.looks_at_cards:
            yield name, meaning, partial(_solve_with, against={right: other}, player=task.player)


def _solve_with(
    cards: Values, who: Opponent, rules: Rules, against: Mapping[Opponent, Opponent] = {},
    player: Opponent | None = None, **changes: Any,
) -> Totals:  # fmt: skip
    """The right totals against other opponents, or under changed rules."""
    return totals(cards, against.get(who, who), replace(rules, **changes), player)


def _wrong_players(task: Task) -> Iterator[tuple[str, str, Solve]]:
    """Move otherwise than the task's player: best, or greedily instead of best."""
    if task.player is not None:
        name = f"best player instead of {task.player.name}"
        yield (
            name,
            f"it makes the best move at every turn; the task has {_a(task.player.name)} player",
            totals,
        )
        both = partial(_solve_with, against=dict.fromkeys(task.opponents, Opponent("optimal", "left")))
        name = f"optimal play instead of {task.player.name}"
        yield name, "both sides play their best; in the task neither does", both
        opposite = {"greedy": "modest", "modest": "greedy"}.get(task.player.name)
        if opposite is not None:
            other = replace(task.player, name=opposite)
            size = "smaller" if opposite == "modest" else "larger"
            name = f"{opposite} player instead of {task.player.name}"
            yield name, f"its player takes the {size} end", partial(_solve_with, player=other)
            against = {who: other for who in task.opponents if who.name == task.player.name}
            if against:
                name = f"{opposite} play instead of {task.player.name}"
                both = partial(_solve_with, against=against, player=other)
                yield name, f"both sides take the {size} end", both
        if task.player.takes_one_end or task.all_different:
            return
        ties: Ties = "left" if task.player.ties == "right" else "right"
        meaning = f"its player takes the {ties} of two equal ends; the task says the {task.player.ties} one"
        yield "wrong ties", meaning, partial(_solve_with, player=replace(task.player, ties=ties))
        return
    if not task.rules.plain:
        for end in ("left", "right"):
            meaning = "it always makes the move that earns most at once, not the best one"
            yield GREEDY, meaning, partial(by_greed, ties=end)
        return
    rivals = [who for who in every_opponent() if who.name == "greedy" and who not in task.opponents]
    for side, rival in product((0, 1), (None, *rivals)):
        meaning = "it takes the larger end at every move instead of the best one"
        yield GREEDY, meaning, partial(sweep, choose=partial(larger, ties=side), rival=rival)


GREEDY = "plays greedily"

OTHER_RULES: tuple[tuple[str, str, Callable[[Rules], object], Any], ...] = (
    ("M not updated", "M stays 1, but it is the most cards that any move has taken",
     lambda rules: rules.doubling, {"doubling": False, "most": 2}),
    ("M counts once", "a move takes up to M cards, but it may take 2M",
     lambda rules: rules.doubling, {"doubling": False, "most": 1}),
    ("M without a limit", "a move takes any number of cards, but at most 2M are allowed",
     lambda rules: rules.doubling, {"doubling": False}),
    ("counts from 1", "a move takes a single card, which is too few",
     lambda rules: rules.least > 1, {"least": 1, "merge": False}),
    ("one card a move", "a move takes one card from either end, but the task allows other moves",
     lambda rules: rules.most != 1,
     {"least": 1, "most": 1, "doubling": False, "ends": "either", "merge": False}),
    ("one card a move", "a move always takes the fewest cards, but it may take more",
     lambda rules: rules.most != rules.least and not rules.doubling, lambda rules: {"most": rules.least}),
    ("a card too few", "a move never takes as many cards as it may",
     lambda rules: (rules.most or 0) > rules.least + 1, lambda rules: {"most": rules.most - 1}),
    ("a card too many", "a move takes one card more than it may",
     lambda rules: (rules.most or 0) > 1, lambda rules: {"most": rules.most + 1}),
    ("forgets what was taken", "the cards taken do not count again, but they are merged into one card",
     lambda rules: rules.merge, {"merge": False}),
    ("earns what it takes", "a move earns the cards that it takes, but the task scores differently",
     lambda rules: rules.score != "cards", {"score": "cards"}),
    ("in turn", "the players alternate, but the task has another order of turns",
     lambda rules: rules.turns != "AB", {"turns": "AB"}),
    ("the stop forgotten", "it plays on until no card is left, but play stops earlier",
     lambda rules: rules.stop, {"stop": None}),
    *((f"takes from {where}", f"it takes cards from {where}, but the task says otherwise",
       lambda rules, ends=ends: rules.ends != ends, {"ends": ends})
      for ends, where in (("left", "the left only"), ("right", "the right only"), ("either", "either end"))),
)  # fmt: skip
"""Solving under other rules: a name, a meaning, whether it applies to the task's rules, and the changes."""


def _wrong_rules(task: Task) -> Iterator[tuple[str, str, Solve]]:
    """Play under other rules than those of the task."""
    rules = replace(task.rules, stop=1) if task.stops else task.rules
    rules = replace(rules, score="1/") if task.weighs else rules
    for name, meaning, applies, changes in OTHER_RULES:
        if applies(rules):
            changed = changes(rules) if callable(changes) else changes
            with suppress(TwoEndsError):  # the changed rules are invalid, or the judge cannot solve them
                replace(task, rules=replace(task.rules, **changed))
                yield name, meaning, partial(_solve_with, player=task.player, **changed)
    if task.stops:
        yield "takes the largest cards", LARGEST.format("K largest"), take_largest
    if task.weighs:
        for name, meaning, change in WEIGHTS:
            yield name, meaning, partial(_solve_with_weights, change=change)
    in_turn = rules.turns == "AB" and not rules.numbered and task.opponents[0].is_optimal
    if in_turn and rules.ends != "either":  # from either end, it would take too long
        for text, worst in (("0", 0), ("−1", -1), *LOWEST):
            meaning = f"its maximum starts at {text}, so it misses all margins below"
            yield f"takes {text} for the worst margin", meaning, partial(by_rulebook, worst=worst)


WEIGHTS: tuple[tuple[str, str, Callable[[Values], Sequence[int]]], ...] = (
    ("the weights in reverse", "it uses the weights from the last one to the first", lambda w: w[::-1]),
    ("leaves out the last weight", "it makes one move too few, and never uses the last weight",
     lambda w: (*w[:-1], 0)),
)  # fmt: skip
"""A name, a meaning, and a function that changes the weights of the moves; with 0 a move earns nothing."""


def _solve_with_weights(
    cards: Values, who: Opponent, rules: Rules, change: Callable[[Values], Sequence[int]]
) -> Totals:
    """The right totals by other weights."""
    return totals(cards, who, replace(rules, score=weights_text(change(rules.weights))))


def by_rulebook(cards: Values, who: Opponent, rules: Rules, worst: int) -> Totals:
    """The totals of two optimal players, in turn, whose maximum of margins starts at `worst`."""
    book = Rulebook(Row.of(cards), True, cards, rules)
    known: dict[tuple[object, int], int] = {}  # the mover's margin, by what is left and M
    waiting = [book.start]
    while waiting:
        state = waiting[-1]
        moves = [(book.earns(state, move), book.after(state, move)) for move in book.moves(state)]
        if missing := [each for _, each in moves if (each.remaining, each.memory) not in known]:
            waiting += missing
            continue
        values = [earned - known[each.remaining, each.memory] for earned, each in moves]
        known[state.remaining, state.memory] = max(worst, *values) if values else 0
        waiting.pop()
    right, margin = totals(cards, who, rules), known[book.start.remaining, book.start.memory]
    first = (right.combined + margin) // 2
    return right._replace(first=first, combined=2 * first - margin)


# --- mistakes in printing ----------------------------------------------------------------------

Say = Callable[[Totals], str]
"""What a program prints for the totals of a row."""


def printing_mistakes(task: Task) -> Iterator[tuple[str, str, Say]]:
    """Mistakes that compute the right totals and print something else; few for several opponents."""
    question = QUESTIONS[task.question]
    right = question.answer
    # Of two optimal players, your total moving second is what the opponent has when you move first.
    swapped = task.opponents[0].is_optimal and task.rules.fixed_sum and not task.stops

    def wrong_output(name: str, say: Say, printed: str = "") -> tuple[str, str, Say]:
        return (name, f"it prints {printed or name}; the task asks for {task.asked}", say)

    if question.choices:
        first, second, *rest = question.choices
        swap = {first: second, second: first, **dict(zip(rest, rest, strict=True))}
        yield wrong_output("the opposite", lambda t: swap[right(t)])
        draws = task.question in ("wins", "not-beaten")  # they differ on a draw alone
        if draws or not swapped:
            name, means = "second instead of first", "the answer for moving second"
            yield wrong_output(name, lambda t: right(t._replace(first=t.second)), means)
        if draws:
            other, outcome = ("wins", "loss") if task.question == "not-beaten" else ("not-beaten", "win")
            yield wrong_output(
                f"a draw counted as a {outcome}", QUESTIONS[other].answer, QUESTIONS[other].text
            )
            yield wrong_output(
                "half of the sum is rounded down",
                lambda t: str(t.first >= t.combined // 2).lower(),
                "whether your total is at least half of the sum, rounded down",
            )
    elif task.question == "both":
        yield wrong_output(SWAPPED, lambda t: " ".join(right(t).split()[::-1]))
    elif len(task.opponents) == 1 and not task.rules.alone:
        for other in ("first", "second", "margin"):
            if other != task.question:
                name = f"{other} instead of {task.question}"
                if "margin" in (task.question, other):
                    name = ("margin instead of total", "total instead of margin")[task.question == "margin"]
                yield wrong_output(name, QUESTIONS[other].answer, QUESTIONS[other].text)
        if task.question == "margin":
            yield wrong_output("the opponent's margin", lambda t: str(-t.margin))
            yield wrong_output("the absolute value of the margin", lambda t: str(abs(t.margin)))
        elif not swapped:
            yield wrong_output("the opponent's total", lambda t: str(t.combined - int(right(t))))


SWAPPED = "the two numbers in the other order"


# --- mistakes ----------------------------------------------------------------------------------


def one_answer(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """Printing the same answer to every row; a row without an answer rules it out."""
    answers = {fact.got for fact in facts}
    if len(answers) == 1 and len(facts) > 1 and (answer := answers.pop()) is not None:
        yield always(answer)


def always(answer: str) -> Mistake:
    """The mistake of printing `answer` for every row."""
    return Mistake(
        "one answer to everything", f"it prints {answer} whatever the row is", lambda values: answer
    )


def unfilled_table(task: Task, facts: Sequence[Fact]) -> Iterator[Mistake]:
    """Never computing the last length of a table: the same answer to all rows but the shortest."""
    for known in (1, 2):  # the lengths filled in before the loop over lengths starts
        answers = {fact.got for fact in facts if len(fact.values) > known}
        if len(answers) == 1 and (answer := answers.pop()) is not None:

            def says(values: Values, known: int = known, answer: str = answer) -> str:
                return answer if len(values) > known else task.answer(values)

            meaning = UNFILLED.format(f"prints {answer}", several(known, "card"))
            yield Mistake("stops a length early", meaning, says)


def exact_mistakes(task: Task) -> Iterator[Mistake]:
    """Single mistakes that predict every answer."""
    for name, meaning, solve in solving_mistakes(task):
        yield Mistake(name, meaning, partial(task.answer, solve=solve))
    for name, meaning, say in printing_mistakes(task):
        yield Mistake(name, meaning, partial(task.answer, say=say))
    if len(task.opponents) > 1:
        meaning = f"it prints {SWAPPED}; the task asks for {task.asked}"
        yield Mistake(SWAPPED, meaning, lambda values: " ".join(task.answer(values).split()[::-1]))


def pairs_of_mistakes(task: Task) -> Iterator[Mistake]:
    """Two mistakes together: one in solving, and another in printing."""
    for one, other in product(solving_mistakes(task), printing_mistakes(task)):
        (name, meaning, solve), (second, means, say) = one, other
        says = partial(task.answer, solve=solve, say=say)
        yield Mistake(f"{name}, and {second}", f"{meaning}; and {means}", says)


def with_overflow(exact: Iterable[Mistake]) -> Iterator[Mistake]:
    """An exact mistake together with 32-bit overflow."""
    for mistake in exact:
        meaning = "sums that do not fit in 32 bits are wrong too: use 64-bit integers"
        yield mistake.except_where(overflows, lambda values: None, OVERFLOW, meaning)


def with_examples(task: Task, facts: Sequence[Fact], exact: Iterable[Mistake]) -> Iterator[Mistake]:
    """An exact mistake in a program that has the answers to well-known examples written into it."""
    known = {fact.values for fact in facts if fact.right}.intersection(CLASSIC)
    for mistake in exact if known else ():
        if any(mistake.predict(values) != task.answer(values) for values in known):
            meaning = "it is right only on well-known examples"
            yield mistake.except_where(known.__contains__, task.answer, "hard-coded examples", meaning)


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
