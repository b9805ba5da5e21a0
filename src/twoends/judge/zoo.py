"""The zoo: mistakes that say every answer of a program that makes them.

Two tables: wrong recurrences (`solving`), and wrong things printed of a right one (`printing`). One of
each may come together. A line of a table is a name, a sentence for the student, and one function or
several, for the forms in which programs have the mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

from twoends.judge.mistakes import Fact, Mistake
from twoends.judge.tasks import ASKS, Task, Totals, Values, count_cards, totals
from twoends.judge.trials import by_greed
from twoends.rules.errors import TwoEndsError
from twoends.rules.numbers import Exact
from twoends.rules.opponents import every_opponent, opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules

Solve = Callable[[Values, Opponent], Totals]
Answer = Callable[[Values, Totals], str]


class Solving(NamedTuple):
    """A mistake in solving: its name, its meaning, and the totals that it leads to."""

    name: str
    meaning: str
    solve: Solve


class Printing(NamedTuple):
    """A mistake in printing: its name, its meaning, and what is printed where the totals are these."""

    name: str
    meaning: str
    answer: Answer


# --- wrong recurrences -------------------------------------------------------------------------

Choice = Callable[[Exact, Exact, Exact, Exact], Exact]
"""Your own move: (left card, right card, total of taking left, of taking right) -> the total you go for."""


def sweep(choose: Choice, values: Values, who: Opponent, last: int = 1) -> Totals:
    """Both recurrences with another rule for your own move; a last single card counts `last` times."""
    n = len(values)
    reply = who.over(values)
    yours: list[int] = [0] * (n + 1)
    theirs: list[int] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g = yours, theirs
        yours, theirs = [], []
        for i in range(n + 1 - length):
            left, right = values[i], values[i + length - 1]
            if length == 1:
                left = right = left * last
            yours.append(int(choose(left, right, left + g[i + 1], right + g[i])))
            theirs.append(int(reply(i, i + length, f[i + 1], f[i])))
    return Totals(yours[0], theirs[0])


def best(left: Exact, right: Exact, take_left: Exact, take_right: Exact) -> Exact:
    """The move that there is nothing wrong with."""
    return max(take_left, take_right)


LARGER: dict[str, Choice] = {
    "left": lambda left, right, one, other: one if left >= right else other,
    "right": lambda left, right, one, other: one if left > right else other,
}

Join = Callable[[int, int], int]


def diagonals(cells: Sequence[int], cell: Callable[[int, int, int, int], int]) -> int:
    """Fill a table from single cards on: (first card, last card, cell after it, before) -> cell."""
    length = 1
    cells = list(cells)
    while len(cells) > 1:
        length += 1
        cells = [cell(i, i + length - 1, cells[i + 1], cells[i]) for i in range(len(cells) - 1)]
    return cells[0]


def by_margins(values: Values, join: Join = max, single: int = 1, sign: int = 1) -> int:
    """Margins with another join than the maximum, other single cards, or a swapped difference."""
    v = values
    return diagonals(
        [single * each for each in v],
        lambda i, j, after, before: join(sign * (v[i] - after), sign * (v[j] - before)),
    )


def by_sums(values: Values) -> int:
    """Two calls and the sum of the interval, with nothing for a single card."""
    return diagonals(
        [0] * len(values), lambda i, j, after, before: sum(values[i : j + 1]) - min(after, before)
    )


def by_two_cards(values: Values, two: Join, left_over: Join) -> int:
    """The recursion over your own moves alone: the total from what two lengths below bring."""
    v, n = values, len(values)
    shorter, longer = list(v), [two(*both) for both in pairwise(v)]
    if n < 2:
        return shorter[0]
    for length in range(3, n + 1):
        ends = [
            (v[i] + left_over(shorter[i + 2], shorter[i + 1]),
             v[i + length - 1] + left_over(shorter[i + 1], shorter[i]))
            for i in range(n + 1 - length)
        ]  # fmt: skip
        shorter, longer = longer, [max(both) for both in ends]
    return longer[0]


def by_memo(values: Values, key: Callable[[int, int], Any], *, margins: bool) -> int:
    """A recursion that remembers cells by less than both ends; its first total."""
    memo: dict[Any, int] = {}
    whole = sum(values)

    def cell(i: int, j: int) -> int:
        if j - i == 1:
            return values[i]
        if (at := key(i, j)) not in memo:
            after, before = cell(i + 1, j), cell(i, j - 1)
            one, other = values[i] - after, values[j - 1] - before
            memo[at] = max(one, other) if margins else sum(values[i:j]) - min(after, before)
        return memo[at]

    found = cell(0, len(values))
    return (whole + found) // 2 if margins else found


def looking_ahead(values: Values, who: Opponent, alone: bool) -> Totals:
    """You take the card that is larger than what it uncovers by most; so does the opponent if not alone."""
    n = len(values)

    def takes_left(i: int, j: int) -> bool:
        def uncovers(start: int, stop: int) -> int:
            return max(values[start], values[stop - 1]) if stop > start else 0

        return values[i] - uncovers(i + 1, j) >= values[j - 1] - uncovers(i, j - 1)

    reply = who.over(values)
    yours: list[int] = [0] * (n + 1)
    theirs: list[int] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g = yours, theirs
        left = [takes_left(i, i + length) for i in range(n + 1 - length)]
        yours = [values[i] + g[i + 1] if left[i] else values[i + length - 1] + g[i] for i in range(len(left))]
        theirs = [
            int(reply(i, i + length, f[i + 1], f[i])) if alone else f[i + 1] if left[i] else f[i]
            for i in range(len(left))
        ]
    return Totals(yours[0], theirs[0])


def first_of(found: Callable[[Values], int]) -> Solve:
    """A recurrence for your total moving first; the other side has the rest."""

    def solve(values: Values, who: Opponent) -> Totals:
        first = found(values)
        return Totals(first, sum(values) - first)

    return solve


def half_of(margin: Callable[[Values], int]) -> Solve:
    """The same for one that has margins."""
    return first_of(lambda values: (sum(values) + margin(values)) // 2)


def on_cards(changed: Callable[[Values], Sequence[int]], task: Task) -> Solve:
    """The right game on other cards; where a row ends in K, that stays."""

    def solve(values: Values, who: Opponent) -> Totals:
        cards, rules = task.game(values)
        return totals(tuple(changed(cards)), who, rules)

    return solve


STOPS = "the last card of a game is not counted: the game ends when one card is left, not none"
MEMO = "it remembers what it has computed by {}, which many parts of the row share: two ends make a part"
AHEAD = "{} the end that is larger than what it uncovers by most, which looks one move ahead and no further"
LARGEST = "it takes the {} cards, where only an end can be taken and their order is the game"

RECURRENCES: tuple[tuple[Any, ...], ...] = (
    ("takes the worse move", "you take the smaller of the two totals at your own move",
     partial(sweep, lambda left, right, one, other: min(one, other))),
    ("takes the worse move",
     "it takes the smaller of the two margins at every move, yours and the opponent's",
     half_of(partial(by_margins, join=min))),
    ("stops a card early", STOPS, partial(sweep, best, last=0), first_of(by_sums)),
    ("leaves out two last cards",
     "two last cards are worth nothing: that a recursion by two cards ends with them is left out",
     first_of(lambda v: by_two_cards(v, lambda left, right: 0, min))),
    ("takes 0 for the worst total", "a maximum begins at 0, so that totals below 0 are never seen",
     partial(sweep, lambda left, right, one, other: max(one, other, 0))),
    ("takes −1 for the worst total", "a maximum begins at −1, so that totals below −1 are never seen",
     partial(sweep, lambda left, right, one, other: max(one, other, -1))),
    ("adds both replies", "you add both results; the opponent will leave you only the smaller one",
     first_of(lambda v: by_two_cards(v, max, lambda one, other: one + other))),
    ("adds what the opponent gets",
     "what the opponent gets is added instead of taken away, so that every card counts as yours",
     lambda v, who: Totals(sum(v), 0)),
    ("swaps a difference", "it takes the card away from what is left, where it must be the other way round",
     half_of(partial(by_margins, sign=-1))),
    ("all even or all odd places",
     "you take all cards in even places, or all in odd ones, whichever is more: often not the most",
     first_of(lambda v: max(sum(v[::2]), sum(v[1::2])))),
    ("looks one move ahead", AHEAD.format("both take"), partial(looking_ahead, alone=False)),
    ("looks one move ahead", AHEAD.format("you take"), partial(looking_ahead, alone=True)),
    ("remembers by the length alone", MEMO.format("its length"),
     *[first_of(partial(by_memo, key=lambda i, j: j - i, margins=each)) for each in (True, False)]),
    ("remembers by one end alone", MEMO.format("one of its ends"),
     *[first_of(partial(by_memo, key=key, margins=each)) for each in (True, False)
       for key in (lambda i, j: i, lambda i, j: j)]),
    ("takes the largest cards", LARGEST.format("larger half of the"),
     first_of(lambda v: sum(sorted(v, reverse=True)[: (len(v) + 1) // 2]))),
)  # fmt: skip
"""For one card from either end: a name, a meaning, and each form of it."""

CARDS: tuple[tuple[Any, ...], ...] = (
    ("leaves out the last card",
     "the last card is never looked at; so it is where the loop over lengths ends before n",
     lambda v: v[:-1], lambda v: v[:-1] or v),
    ("leaves out the first card", "the first card of the row is never looked at", lambda v: v[1:]),
    ("reads past the end", "it goes one place past the end of the row, and finds a 0 there",
     lambda v: (*v, 0), lambda v: (*v[1:], 0)),
    ("reads before the beginning", "it begins one place before the row, and finds a 0 there",
     lambda v: (0, *v), lambda v: (0, *v[:-1])),
    ("sorts the row", "it sorts the row, where the order of the cards is the game",
     sorted, lambda v: sorted(v, reverse=True)),
    ("reads digits", "it reads the digits of the cards one by one, where a card is a whole number",
     lambda v: [int(digit) for each in v for digit in str(abs(each))]),
    ("reads one value", "it reads the first value of the row and no more", lambda v: v[:1]),
)  # fmt: skip
"""For the right game on other cards than those that were given."""

READING = {
    "count-then-lines": (
        ("reads the first line only",
         "it reads the first line of values, where the row goes on in the next one",
         lambda v: v[:20]),
    ),
}  # fmt: skip
COUNTED = (
    ("takes n for a card", "it takes n, which it reads first, for the first card of the row",
     lambda v: (len(v), *v)),
    ("takes n for the row", "it takes the first line, which has n alone, for the row", lambda v: (len(v),)),
)  # fmt: skip
"""What else can be read wrongly, by the form of the input; the last where it begins with n."""


def solving(task: Task) -> Iterator[Solving]:
    """Mistakes in solving."""
    yield from _wrong_opponents(task)
    if task.rules.plain:
        yield from _greedy_players(task)
        for name, meaning, *forms in RECURRENCES:
            yield from (Solving(name, meaning, each) for each in forms)
    else:
        yield from _wrong_rules(task)
    cards = [*CARDS, *READING.get(task.form, ())]
    cards += COUNTED if not task.form.startswith(("values", "lines")) else ()
    for name, meaning, *forms in cards:
        if task.stops and name == "sorts the row":  # which takes the largest cards
            continue
        yield from (Solving(name, meaning, on_cards(each, task)) for each in forms)
    if task.rules.plain:
        yield from _unfilled_totals()


def _wrong_opponents(task: Task) -> Iterator[Solving]:
    """The right question against somebody else."""
    if task.rules.alone:
        return
    for meant in task.opponents:
        for other in every_opponent(stochastic=False):
            # Who looks ahead likes two moves equally only where they bring the same.
            same_ties = other.ties == meant.ties or not meant.looks_at_cards
            if other.name == meant.name and (same_ties or task.ties_open):
                continue

            def solve(
                values: Values, who: Opponent, meant: Opponent = meant, other: Opponent = other
            ) -> Totals:
                cards, rules = task.game(values)
                return totals(cards, other if who == meant else who, rules)

            if other.name == meant.name:
                yield Solving(
                    "wrong ties",
                    f"where both ends are equal its {meant.name} opponent takes the {other.ties} one; "
                    f"the task says {meant.ties}",
                    solve,
                )
            else:
                ties = f" (ties {other.ties})" if other.looks_at_cards else ""
                yield Solving(
                    f"{other.name} opponent instead of {meant.name}",
                    f"it solves the row against {_a(other.name)} opponent{ties}; "
                    f"the task has {_a(meant.name)} one",
                    solve,
                )


GREEDY = "plays greedily"
GREEDILY = "you take the larger end at every move instead of the best one"


def _greedy_players(task: Task) -> Iterator[Solving]:
    """You do not play best."""
    greedy = [who for who in every_opponent() if who.name == "greedy"]
    against = {str(who): who for who in (*task.opponents, *greedy)}
    for choose in LARGER.values():
        for rival in against.values():

            def greedily(
                values: Values, who: Opponent, choose: Choice = choose, rival: Opponent = rival
            ) -> Totals:
                return sweep(choose, values, rival if len(task.opponents) == 1 else who)

            yield Solving(GREEDY, GREEDILY, greedily)


OTHER_RULES: tuple[tuple[str, str, Callable[[Rules, bool], object], Any], ...] = (
    ("M not updated", "M stays 1, where it is the most cards that any move has taken",
     lambda rules, stops: rules.doubling, {"doubling": False, "most": 2}),
    ("M counts once", "a move takes up to M cards, where it may take 2M",
     lambda rules, stops: rules.doubling, {"doubling": False, "most": 1}),
    ("M without a limit", "a move takes any number of cards, where it may take 2M",
     lambda rules, stops: rules.doubling, {"doubling": False}),
    ("counts from 1", "a move takes a single card, which is too few",
     lambda rules, stops: rules.least > 1, {"least": 1, "merge": False}),
    ("one card a move", "a move takes the fewest cards only, where it may take more",
     lambda rules, stops: rules.most is None and not rules.doubling, lambda rules: {"most": rules.least}),
    ("a card too few", "a move never takes as many cards as it may",
     lambda rules, stops: (rules.most or 0) > rules.least, lambda rules: {"most": rules.most - 1}),
    ("a card too many", "a move takes one card more than it may",
     lambda rules, stops: (rules.most or 0) > 1, lambda rules: {"most": rules.most + 1}),
    ("forgets what was taken", "what was taken does not count again, where it is one card of that sum",
     lambda rules, stops: rules.merge, {"merge": False}),
    ("earns what it takes", "a move earns the cards that it takes, where the task scores otherwise",
     lambda rules, stops: rules.score != "cards", {"score": "cards"}),
    ("in turn", "the players move in turn, where the task has another order",
     lambda rules, stops: rules.turns != "AB", {"turns": "AB"}),
    ("the stop forgotten", "it plays on until no card is left, where play stops before",
     lambda rules, stops: stops or rules.stop, {"stop": None}),
    *((f"takes from {where}", f"it takes cards from {where}, where the task says otherwise",
       lambda rules, stops, ends=ends: rules.ends != ends, {"ends": ends})
      for ends, where in (("left", "the left only"), ("right", "the right only"), ("either", "either end"))),
)  # fmt: skip
"""The right row by other rules: a name, a meaning, to which rules it belongs, and the dials it turns."""


def _by_greed(task: Task, ties: str, values: Values, who: Opponent) -> Totals:
    return by_greed(task, values, ties)


def _wrong_rules(task: Task) -> Iterator[Solving]:
    """Another game of the family than the one of the task."""
    rules = task.rules
    for ties in ("left", "right"):
        means = "you take what earns most at every move instead of what is best in the end"
        yield Solving(GREEDY, means, partial(_by_greed, task, ties))
    for name, meaning, applies, dials in OTHER_RULES:
        if not applies(rules, task.stops):
            continue
        dials = dials(rules) if callable(dials) else dials
        with suppress(TwoEndsError):  # rules that make no sense, or that nobody solves here
            replace(task, rules=replace(rules, **dials))

            def solve(values: Values, who: Opponent, dials: dict[str, Any] = dials) -> Totals:
                cards, rules = task.game(values)
                found = totals(cards, who, replace(rules, **dials))
                return found if found.whole is not None else found._replace(whole=sum(cards))

            yield Solving(name, meaning, solve)
    if task.stops:
        yield Solving("takes the largest cards", LARGEST.format("K largest"),
                      lambda v, who: Totals(sum(sorted(v[:-1], reverse=True)[: v[-1]]), 0))  # fmt: skip


def _unfilled_totals() -> Iterator[Solving]:
    """The last length of a table is never computed, and what is printed is made of an empty cell."""
    cells: dict[str, Callable[[Values], Totals]] = {
        "0": lambda v: Totals(0, sum(v)),
        "−1": lambda v: Totals(-1, sum(v) + 1),
        "a margin of 0": lambda v: Totals(sum(v) // 2, sum(v) - sum(v) // 2),
    }
    for known in (1, 2):
        for cell, empty in cells.items():

            def solve(
                v: Values,
                who: Opponent,
                known: int = known,
                empty: Callable[[Values], Totals] = empty,
            ) -> Totals:
                return empty(v) if len(v) > known else totals(v, who)

            yield Solving("stops a length early", UNFILLED.format(f"finds {cell}", count_cards(known)), solve)


UNFILLED = "it {} for every row of more than {}; so does a table whose loop over lengths ends before n"


# --- wrong things printed ----------------------------------------------------------------------


def printing(task: Task) -> Iterator[Printing]:
    """Everything is computed rightly, and something else is printed."""
    asked = ASKS[task.asks]

    def whole(values: Values, t: Totals) -> int:
        return sum(task.game(values)[0]) if t.whole is None else t.whole

    def instead(name: str, what: str, answer: Answer) -> Printing:
        return Printing(name, f"it prints {what}; the task asks for {asked.what}", answer)

    if asked.choices:
        first, second, *rest = asked.choices
        swap = {first: second, second: first, **dict(zip(rest, rest, strict=True))}
        yield instead("the opposite", "the opposite", lambda values, t: swap[task.say(values, t)])
        yield instead(
            "second instead of first",
            "whether you, moving second, do so",
            lambda values, t: asked.answer(all_ := whole(values, t), Totals(all_ - t.first, t.first)),
        )
        if task.asks in ("wins", "not-beaten"):  # they differ on a draw alone
            other, drawn = ("wins", "loss") if task.asks == "not-beaten" else ("not-beaten", "win")
            yield instead(f"a draw counted as a {drawn}", ASKS[other].what, partial(task.say, asks=other))
            rounded = "whether your total is at least half of the sum, rounded down"
            yield instead("half of the sum is rounded down", rounded,
                          lambda values, t: str(t.first >= whole(values, t) // 2).lower())  # fmt: skip
    elif asked.size > 1:
        swapped = "the two numbers in the other order"
        yield instead(swapped, swapped, lambda values, t: " ".join(task.say(values, t).split()[::-1]))
    elif not task.rules.alone:
        for other in ("first", "second", "margin"):
            if other != task.asks:
                name = f"{other} instead of {task.asks}"
                if "margin" in (task.asks, other):
                    name = "total instead of margin" if task.asks == "margin" else "margin instead of total"
                yield instead(name, ASKS[other].what, partial(task.say, asks=other))
        if task.asks == "margin":
            opponents = "the opponent's margin"
            yield instead(opponents, opponents, lambda values, t: str(whole(values, t) - 2 * t.first))
        elif (
            task.opponent != opponent("optimal") or not task.rules.plain
        ):  # else that of the other one to move
            opponents = "the opponent's total"
            yield instead(opponents, opponents,
                          lambda values, t: str(whole(values, t) - int(task.say(values, t))))  # fmt: skip


# --- mistakes ----------------------------------------------------------------------------------


def constant(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """One answer to everything; a row without an answer speaks against it."""
    answers = {fact.got for fact in facts}
    if len(answers) == 1 and len(facts) > 1 and (answer := answers.pop()) is not None:
        yield always(answer)


def always(answer: str) -> Mistake:
    """The mistake of a program that never looks at the row."""
    return Mistake(
        "one answer to everything", f"it prints {answer} whatever the row is", lambda values: answer
    )


def unfilled(task: Task, facts: Sequence[Fact]) -> Iterator[Mistake]:
    """The last length of a table is never computed: one answer to all rows but the shortest."""
    for known in (1, 2):  # so many cards are filled in before the loop over lengths begins
        answers = {fact.got for fact in facts if len(fact.values) > known}
        if len(answers) == 1 and (answer := answers.pop()) is not None:

            def says(values: Values, known: int = known, answer: str = answer) -> str:
                return answer if len(values) > known else task.answer(values)

            meaning = UNFILLED.format(f"prints {answer}", count_cards(known))
            yield Mistake("stops a length early", meaning, says)


def exact(task: Task) -> Iterator[Mistake]:
    """Single mistakes that say every answer."""
    for name, meaning, solve in solving(task):
        yield _of(task, name, meaning, solve)
    if task.rules.plain:
        yield Mistake("stops a card early", STOPS, lambda values: _without_single_cards(values, task))
    if len(task.opponents) == 1:
        for name, meaning, answer in printing(task):
            yield _of(task, name, meaning, lambda values, who: task.totals(values), answer)
    elif ASKS[task.asks].size > 1:
        swapped = "the two numbers in the other order"
        meaning = f"it prints {swapped}; the task asks for {ASKS[task.asks].what}"
        yield Mistake(swapped, meaning, lambda values: " ".join(task.answer(values).split()[::-1]))


def _without_single_cards(values: Values, task: Task) -> str | None:
    """Margins alone, 0 for a single card; a total is half of the sum and the margin, rounded down."""
    margin, whole = by_margins(values, single=0), sum(values)
    if ASKS[task.asks].choices:  # which ask for the sign of 2 first - sum alone
        return ASKS[task.asks].answer(2 * whole, Totals(whole + margin, whole - margin))
    answers = {"margin": margin, "first": (whole + margin) // 2, "second": (whole - margin) // 2}
    return str(answers[task.asks]) if task.asks in answers else None


def _of(task: Task, name: str, meaning: str, solve: Solve, answer: Answer | None = None) -> Mistake:
    """The mistake of a program that solves so, and prints this of it, or what is asked."""

    def says(values: Values) -> str:
        return answer(values, solve(values, task.opponent)) if answer else task.answer(values, solve)

    return Mistake(name, meaning, says)


def pairs(task: Task) -> Iterator[Mistake]:
    """Two mistakes together: one in solving, and another in printing."""
    if len(task.opponents) > 1:
        return
    for name, meaning, solve in solving(task):
        for other, means, answer in printing(task):
            yield _of(task, f"{name}, and {other}", f"{meaning}; and {means}", solve, answer)


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
