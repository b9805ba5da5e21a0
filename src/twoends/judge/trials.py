"""Rows to try: from well-known examples to the longest rows that the task allows.

The same task, count and seed give the same rows. Rows come in groups, the simple rows of each group
first, so that the first failure is already a small one. If a question has two or three answers, every
group has each of them equally often where it can, so that a program that always says yes fails there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain, islice, product
from random import Random

from twoends.answers.questions import QUESTIONS, Totals
from twoends.judge.bounds import MAX_WEIGHTS
from twoends.judge.tasks import Task, Values, totals
from twoends.rules.opponent_names import opponent as make_opponent
from twoends.rules.opponents import Opponent
from twoends.rules.rules import Rules

MAX_ROWS_OF_A_TRIAL = 25
MAX_CARDS_OF_A_TRIAL = 2000
"""The most rows, and cards, that share one run if an input holds several rows."""

CLASSIC: tuple[Values, ...] = (
    (8, 15, 3, 7),
    (5, 3, 7, 10),
    (2, 2, 2, 2),
    (20, 30, 2, 2, 2, 10),
    (5, 7, 9, 1, 4, 2),
    (1, 30, 100, 15, 2),
    (1, 3, 100, 2),
    (3, 2, 10, 4),
    (4, 5, 1, 3),
    (1, 2, 3, 4, 5, 6, 7, 8),
    (2, 2, 1, 5, 3, 8, 7, 3),
    (300, 100, 10, 500, 1000, 100),
    (1, 5, 6, 7, 4, 8, 2, 3, 9),
    (15,),
    (15, 2),
)


MAX_CARDS_OF_ADDED_ROWS = 30
DRAWN_FOR_ONE_OF_MORE = 100
"""The most cards of the rows that fill up the count, and rows drawn for each of them: tuning. If the limits
of a task allow few rows, the count is not reached, and drawing more would only take longer."""

OWN, MORE = "own", "more random"
"""The groups of rows that the user gives, and of rows that fill up the count."""


@dataclass(frozen=True, slots=True)
class Trial:
    """The input of one run of the program.

    group    the kind of rows
    rows     one row, or several where the task's input holds several
    answers  the right answer to each row; empty if nobody has worked them out yet
    """

    group: str
    rows: tuple[Values, ...]
    answers: tuple[str, ...] = field(default=(), compare=False)

    def answered(self, task: Task) -> Trial:
        """This trial with its answers."""
        return self if self.answers else replace(self, answers=tuple(map(task.answer, self.rows)))


def trials(
    task: Task, count: int, seed: int, progress: Callable[[int, int], object] | None = None
) -> list[Trial]:
    """Choose `count` rows, all groups taking turns until they are exhausted, and bundle them into trials.

    There are fewer where the task allows no more, and none where its limits exclude each other. The
    groups of a task that has its own are taken whole. `progress` is called with (rows chosen, `count`).
    """
    if task.groups:
        return [trial for name, _, rows in task.groups for trial in bundle(task, name, list(rows))]
    if _length(task, task.least) < task.least or task.low > task.high:
        return []
    random = Random(seed)
    chosen: dict[str, list[Values]] = {name: [] for name in group_names(task)}
    seen: set[Values] = set()
    more = islice(random_rows(task, random, longest=MAX_CARDS_OF_ADDED_ROWS), DRAWN_FOR_ONE_OF_MORE * count)
    for groups in (_groups(task, random), {MORE: more}):
        waiting = {
            name: _balance(task, _allowed(task, rows, random), random) for name, rows in groups.items()
        }
        while waiting and len(seen) < count:
            for name, rows in list(waiting.items()):
                row = next((row for row in rows if row not in seen), None)
                if row is None:
                    del waiting[name]
                elif len(seen) < count:
                    seen.add(row)
                    chosen[name].append(row)
                    if progress is not None:
                        progress(len(seen), count)
    return [trial for name, rows in chosen.items() for trial in bundle(task, name, rows)]


def _allowed(task: Task, rows: Iterable[Values], random: Random) -> Iterator[Values]:
    """The rows within the limits, with a K, or K weights, if the task has them: 1, at most 3, any or all."""
    for row in filter(None, rows):
        n = len(row)
        if task.all_different and len(set(row)) < n:
            row = _make_different(task, row)
        if task.weighs:
            most = min(n, MAX_WEIGHTS)
            m = random.choice([1, min(3, n), random.randint(1, most), most])
            high = min(random.choice([3, task.high]), task.high)
            row = (*row, *(random.randint(max(-high, task.low), high) for _ in range(m)), m)
        row = (*row, random.choice([1, min(3, n), random.randint(1, n), n])) if task.stops else row
        if not task.violation(row):
            yield row


def _make_different(task: Task, row: Values) -> Values:
    """Different values in the order of the cards, of equal ones the left one first.

    They are spread evenly from the smallest to the largest card, or as little beyond as they need.
    """
    steps = len(row) - 1
    low, high = min(row), max(row)
    low = max(task.low, min(low, high - steps))
    high = max(high, low + steps)
    order = sorted(range(len(row)), key=lambda at: (row[at], at))
    values = {at: low + rank * (high - low) // steps for rank, at in enumerate(order)}
    return tuple(values[at] for at in range(len(row)))


def group_names(task: Task) -> list[str]:
    """The groups that a judgement may have, in order: long rows come last, as they may use up the limits."""
    if task.groups:
        return [group.name for group in task.groups]
    groups = [*_groups(task, Random(0))]
    return [*groups[:-2], MORE, *groups[-2:]]


TRIES_FOR_ANOTHER_ANSWER = 30
"""For rows of up to 100 cards; five up to 1000, and one beyond, because solving them takes longer: tuning."""

ROWS_WITHOUT_ANOTHER_ANSWER = 20


def _balance(task: Task, rows: Iterable[Values], random: Random) -> Iterator[Values]:
    """Where there are few answers, take rows of each answer in turn, until there is only one answer left.

    Each row is joined by the same cards, or all but one of them, in another order that has another answer.
    """
    if not QUESTIONS[task.question].choices:
        yield from rows
        return
    waiting: dict[str, deque[Values]] = {}
    known: set[Values] = set()
    rows = iter(rows)
    for row in rows:
        for each in (row, _other_answer(task, row, random)):
            if each is not None and each not in known:
                known.add(each)
                waiting.setdefault(task.answer(each), deque()).append(each)
        while sum(map(bool, waiting.values())) > 1:
            yield from [same.popleft() for same in waiting.values() if same]
        if len(waiting) == 1 and len(known) >= ROWS_WITHOUT_ANOTHER_ANSWER:
            break
    if len(waiting) == 1:  # as in a Stone Game, which the first player always wins
        yield from next(iter(waiting.values()))
        yield from rows


def _other_answer(task: Task, row: Values, random: Random) -> Values | None:
    """The cards of a row in another order, with another answer; one that greedy play gets wrong, if found."""
    answer, found, cards = task.answer(row), None, task.cards(row)
    for _ in range(TRIES_FOR_ANOTHER_ANSWER if len(row) <= 100 else 5 if len(row) <= 1000 else 1):
        other = (*random.sample(cards, len(cards) - random.randrange(2)), *row[len(cards) :])
        if task.allows(other) and (otherwise := task.answer(other)) != answer:
            found = other
            if task.answer(other, by_greed) != otherwise:
                break
    return found


def by_greed(cards: Values, opponent: Opponent, rules: Rules, ties: str = "left") -> Totals:
    """The totals if both players always make the move that earns most now; no other opponent matters.

    Of several such moves they make one from the end `ties`, and of these the one with the fewest cards.
    """
    greedy = make_opponent("greedy", ties=ties)
    return totals(cards, greedy, rules, greedy)


def bundle(task: Task, group: str, rows: list[Values]) -> Iterator[Trial]:
    """Put rows into as few trials as the task's form and the limits above allow."""
    most = MAX_ROWS_OF_A_TRIAL if task.many else 1
    bundled: list[Values] = []
    for row in rows:
        if len(bundled) == most or (bundled and sum(map(len, bundled)) + len(row) > MAX_CARDS_OF_A_TRIAL):
            yield Trial(group, tuple(bundled))
            bundled = []
        bundled.append(row)
    if bundled:
        yield Trial(group, tuple(bundled))


def bundled_for(task: Task, planned: Iterable[Trial]) -> list[Trial]:
    """The rows and answers of these trials, bundled as the form of another task allows."""
    groups: dict[str, dict[Values, str]] = {}
    for trial in planned:
        groups.setdefault(trial.group, {}).update(zip(trial.rows, trial.answers, strict=True))
    return [
        replace(trial, answers=tuple(map(answers.__getitem__, trial.rows)))
        for group, answers in groups.items()
        for trial in bundle(task, group, [*answers])
    ]


def random_rows(task: Task, random: Random, longest: int = 12) -> Iterator[Values]:
    """Draw rows endlessly, with up to `longest` cards and values of several sizes; not all may be allowed."""
    while True:
        n = _length(task, random.randint(task.least, max(task.least, min(longest, task.most))))
        spread = random.choice([2, 5, 20, 100, _largest(task, n)])
        yield _draw(task, n, random, spread)


MAX_CARDS_OF_EXTREMES = 100
"""The most cards of a row in the group of extremes, in which a correct program may not fail."""


def _groups(task: Task, random: Random) -> dict[str, Iterator[Values]]:
    def beyond(*, short: bool) -> Iterator[Values]:
        return (row for row in _beyond_infinity(task) if (len(row) <= MAX_CARDS_OF_EXTREMES) == short)

    return {
        "classic": iter(CLASSIC),
        "small": _small(task),
        "ties": _ties(task, random),
        "shapes": _shapes(task, random),
        "not computed": _not_computed(task),
        "random": islice(random_rows(task, random), 60),
        "extremes": chain(beyond(short=True), _extremes(task)),
        "longer": chain(beyond(short=False), _longer(task, random)),
        "longest": _longest(task, random),
    }


def _small(task: Task) -> Iterator[Values]:
    """All rows of up to four cards (five for questions with choices) over the three smallest values."""
    values = sorted(sorted((x for x in range(-1, 4) if task.low <= x <= task.high), key=abs)[:3])
    for n in range(1, 6 if QUESTIONS[task.question].choices else 5):
        yield from product(values, repeat=n)


def _ties(task: Task, random: Random) -> Iterator[Values]:
    """Rows with two or three distinct values, so that the two ends are often equal."""
    low = max(task.low, 0)
    for n in [*range(4, 12)] * 2:
        yield tuple(random.choice(range(low, low + random.choice([2, 3]))) for _ in range(_length(task, n)))


def _shapes(task: Task, random: Random) -> Iterator[Values]:
    """Rows of several lengths: all equal, ascending, descending, one valley, one peak, alternating."""
    for n in (_length(task, n) for n in (6, 9, 16, 33)):
        spread = min(_largest(task, n), 1000)  # only the shape matters, and small values are easier to read
        up = sorted(_draw(task, n, random, spread))
        yield (up[-1],) * n
        yield tuple(up)
        yield tuple(reversed(up))
        yield tuple(up[::-2] + up[n % 2 :: 2])
        yield tuple(up[::2] + up[1::2][::-1])
        yield tuple(up[at // 2] if at % 2 else up[-1 - at // 2] for at in range(n))


def _not_computed(task: Task) -> Iterator[Values]:
    """Zeros, and zeros around two −1.

    A cache that marks cells as not computed with 0 or −1 computes most of their cells again and again.
    """
    for n in sorted({min(n, _length(task, task.most)) for n in (30, 60)}):
        if n >= 18:  # from here on 2^n calls take noticeable time
            yield (0,) * n
    for n in (24, 60):
        if n <= task.most:
            zeros = (0,) * (n // 2 - 1)
            yield (*zeros, -1, -1, *zeros)


def _extremes(task: Task) -> Iterator[Values]:
    """Values at both limits, whose sums and differences may overflow 32 bits."""
    for n in (_length(task, n) for n in (1, 2, 5, 8, 40)):
        low, high = task.low, _largest(task, n)
        yield (high,) * n
        yield (low,) * n
        yield tuple((low, high)[at % 2] for at in range(n))
        yield tuple((high, low)[at % 2] for at in range(n))
        yield tuple(high - at for at in range(n))


INFINITIES = (10**4, 10**6, 10**9)
"""Numbers that programs take for infinity."""


def _beyond_infinity(task: Task) -> Iterator[Values]:
    """Rows at the limits of values, whose totals and margins lie beyond the numbers in INFINITIES.

    For margins, they repeat the block of cards on which the first mover loses most. If the answer is only
    who wins, other blocks before it gain nearly as much, so that the answer depends on that loss.
    """
    if task.stops or task.weighs or task.low > task.high:
        return
    high = _largest(task, min(task.most, 40))
    values = sorted({max(task.low, -high), min(max(task.low, 0), high), high})
    choices = QUESTIONS[task.question].choices
    for infinity, card in product(INFINITIES, (values[0], values[-1])):
        if card and not choices and infinity // abs(card) + 2 <= task.most:
            yield (card,) * _length(task, infinity // abs(card) + 2)

    def margin(row: Values) -> int:
        return task.solve(row, task.opponents[0], task.rules).margin

    blocks = [block for n in (1, 2, 3, 4) for block in product(values, repeat=n)]
    tails = (0,) if task.even_only else (0, 1)
    gains = {(block, tail): margin(4 * block + block[:tail]) // 4 for block, tail in product(blocks, tails)}
    (worst, tail), (best, _) = (choose(gains, key=gains.__getitem__) for choose in (min, max))
    loss, gain = -gains[worst, tail], max(gains.values())
    for infinity in INFINITIES if loss > 0 else ():
        count, lost = infinity // loss + 2, 0
        losing = worst * count + worst[:tail]
        while lost <= infinity + loss:  # further blocks may cost less, or nothing
            before, lost = lost, -margin(losing)
            if lost <= before:
                return
            count += count // 4 + 1
            losing = worst * count + worst[:tail]
            if len(losing) > task.most:
                return
        yield losing
        if choices and gain > 0:
            # Find the most of the best blocks with which the first mover still loses.
            counts = range(2 * infinity // gain + 9)
            most = bisect_left(counts, 0, key=lambda count: margin(best * count + losing))
            yield from (best * count + losing for count in range(max(most - 2, 0), most))


def _longer(task: Task, random: Random) -> Iterator[Values]:
    """Lengths at which programs fail that explore all sequences or recurse deeply."""
    for n in (20, 28, 40, 64, 200, 1100):
        if n < task.most:
            n = _length(task, n)
            yield _draw(task, n, random, _largest(task, n))


def _longest(task: Task, random: Random) -> Iterator[Values]:
    """The longest rows, for time and memory."""
    n = _length(task, task.most)
    largest = _largest(task, n)
    for _ in range(12 if QUESTIONS[task.question].choices and task.rules.plain else 2):  # a yes may be luck
        yield _draw(task, n, random, largest)
    yield tuple(sorted(_draw(task, n, random, largest)))
    yield tuple(1 + (at % 2) * (largest - 1) for at in range(n))


def _length(task: Task, n: int) -> int:
    """A length near n that the task allows."""
    n = min(max(n, task.least), task.most)
    if task.even_only and n % 2:
        n += 1 if n < task.most else -1
    return n


def _largest(task: Task, n: int) -> int:
    """The largest value that all of n cards may have."""
    return task.high if task.most_sum is None else min(task.high, task.most_sum // n)


def _draw(task: Task, n: int, random: Random, spread: int) -> Values:
    """Draw n values of size `spread` at most; change the last one if the sum must be odd and is not."""
    if spread <= 0:  # the largest value or sum is negative
        spread = max(-task.low, 0)
    low, high = max(task.low, min(-spread, task.high)), min(task.high, max(spread, task.low))
    row = [random.randint(low, high) for _ in range(n)]
    if task.odd_sum and sum(row) % 2 == 0:
        row[-1] += 1 if row[-1] < high else -1
    return tuple(row)
