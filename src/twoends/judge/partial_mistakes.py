"""Mistakes that say on which rows a program goes wrong: of some length, with some values, too many cards."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from functools import partial as partial_of

from twoends.judge.mistakes import MOST_CARDS, Fact, Mistake
from twoends.judge.tasks import Task, Values
from twoends.judge.trials import CLASSIC
from twoends.judge.verdicts import Verdict


def partial(task: Task) -> Iterator[Mistake]:
    """Mistakes that say on which rows a program goes wrong."""

    def n(values: Values) -> int:
        return len(values) - task.stops

    wrong: list[tuple[str, str, Callable[[Values], bool], float, Verdict | None]] = [
        ("even n only", "it is right on rows of even length and wrong on odd ones",
         lambda values: n(values) % 2 == 1, 0.5, None),
        ("odd n only", "it is right on rows of odd length and wrong on even ones",
         lambda values: n(values) % 2 == 0, 0.5, None),
        ("a single card", "it goes wrong only on a row of one card",
         lambda values: n(values) == 1, 0.5, None),
        # The sum and a margin, added on the way to a total, are twice that total.
        (OVERFLOW, "it is wrong only where a sum leaves 32 bits: use 64-bit integers",
         lambda values: 2 * sum(map(abs, values)) >= 2**31, 0.25, Verdict.WA),
        ("negative values", "it goes wrong only on rows with negative values",
         lambda values: min(values) < 0, 0.25, Verdict.WA),
    ]  # fmt: skip
    for name, meaning, where, share, verdict in wrong[2:] if task.even_only else wrong:
        yield _going_wrong(task, name, meaning, where, share=share, verdict=verdict)
    for sign, mark in (("−1", -1), ("0", 0)) if task.rules.plain and task.own is None else ():
        again = _going_wrong(
            task, f"{sign} taken for not computed",
            f"its cache marks what is not computed by {sign}, so cells that are worth {sign} are computed "
            "again and again",
            partial_of(_forgotten, mark=mark), share=0.75, verdict=Verdict.TLE,
        )  # fmt: skip
        yield replace(again, surely=partial_of(_hopeless, mark=mark))


OVERFLOW = "32-bit overflow"


def _going_wrong(
    task: Task,
    name: str,
    meaning: str,
    where: Callable[[Values], bool],
    *,
    share: float = 0.0,
    verdict: Verdict | None = None,
) -> Mistake:
    return Mistake(
        name, meaning, lambda values: None if where(values) else task.answer(values), where, share, verdict
    )


def _hopeless(values: Values, mark: int, calls: int = 10**11) -> bool:
    """Whether such a cache makes more calls than any program has the time for."""
    return len(values) <= MOST_CARDS and all(
        _calls(values, mark, margins=kind) > calls for kind in (False, True)
    )


@lru_cache(maxsize=2000)
def _forgotten(values: Values, mark: int, calls_for_each_cell: int = 100) -> bool:
    """Whether a cache that forgets cells worth `mark` makes many times more calls than there are cells.

    A cell calls the two that are one card shorter; or, with the opponent's reply written out, the
    three that are two cards shorter, the middle one twice. It holds a total or a margin.
    """
    n = len(values)
    if n > MOST_CARDS:
        return False
    most = calls_for_each_cell * n * n
    return any(_calls(values, mark, margins=kind) > most for kind in (False, True))


def _calls(values: Values, mark: int, *, margins: bool) -> int:
    n = len(values)
    cells: list[list[int]] = [[0] * (n + 1)]  # by length: the mover's total, two optimal players
    worth: list[list[int]] = [[0] * (n + 1)]  # by length: what the cache holds
    two, four = [[1] * (n + 1)], [[1] * (n + 1)]  # by length: calls for a cell that is never in the cache
    for length in range(1, n + 1):
        before, places = cells[-1], range(n + 1 - length)
        found = _found(worth[-1], two[-1], mark)
        two.append([1 + found[i + 1] + found[i] for i in places])
        if length <= 2:
            four.append([1 for i in places])
        else:
            found = _found(worth[-2], four[-2], mark)
            four.append([1 + found[i + 2] + 2 * found[i + 1] + found[i] for i in places])
        sums = [sum(values[i : i + length]) for i in places]
        cells.append([sums[i] - min(before[i + 1], before[i]) for i in places])
        worth.append([2 * cells[-1][i] - sums[i] for i in places] if margins else cells[-1])
    return max(max(map(max, calls)) for calls in (two, four))


def _found(worth: Sequence[int], calls: Sequence[int], mark: int) -> list[int]:
    """The calls for each cell from its second time on: one, unless the cache takes it for empty."""
    return [1 if value != mark else each for value, each in zip(worth, calls, strict=True)]


def with_overflow(task: Task, exactly: Iterable[Mistake]) -> Iterator[Mistake]:
    """A mistake that says every answer, and sums that leave 32 bits as well."""
    (overflow,) = (each for each in partial(task) if each.name == OVERFLOW)
    for mistake in exactly:

        def says(values: Values, mistake: Mistake = mistake) -> str | None:
            return None if overflow.where is None or overflow.where(values) else mistake.says(values)

        yield Mistake(
            f"{mistake.name}, and {OVERFLOW}",
            f"{mistake.meaning}; and sums that leave 32 bits are wrong besides: use 64-bit integers",
            says,
        )


def out_of_range(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """Numbers that no choice of cards adds up to: what was never set, or lies outside of an array."""

    def most(values: Values) -> int:
        return 2 * sum(map(abs, values))

    wrong = [(fact.values, fact.got) for fact in facts if fact.got is not None and not fact.right]
    small = [(values, got) for values, got in wrong if most(values) < 2**31]  # no overflow does it there
    impossible = [
        got
        for values, got in small
        if any(abs(int(word)) > most(values) for word in got.split() if word.lstrip("-").isdigit())
    ]
    if len(small) > 1 and 2 * len(impossible) >= len(small):
        yield Mistake(
            "reads what was never set",
            f"it prints numbers that no cards add up to, such as {max(impossible, key=len)[:30]}: "
            "it reads outside of an array, or a cell or variable that was never set",
            lambda values: None,
            {values for values, _ in wrong}.__contains__,
        )


def float_loss(task: Task, facts: Sequence[Fact]) -> Iterator[Mistake]:
    """Answers that are nearly right where sums leave the 24 bits that a float has."""

    def where(values: Values) -> bool:
        return 2 * sum(map(abs, values)) >= 2**24

    wrong = [fact for fact in facts if fact.got is not None and not fact.right]
    if len(wrong) > 1 and all(where(fact.values) and _nearly_right(fact) for fact in wrong):
        meaning = "it is nearly right where sums leave 24 bits, which is what a float has: count in integers"
        yield _going_wrong(task, "float loss", meaning, where, share=0.1, verdict=Verdict.WA)


def _nearly_right(fact: Fact) -> bool:
    got, expected = (fact.got or "").split(), fact.expected.split()
    if len(got) != len(expected) or not all(each.lstrip("-").isdigit() for each in got + expected):
        return False
    off = max(abs(int(one) - int(other)) for one, other in zip(got, expected, strict=True))
    return off * 2**16 <= sum(map(abs, fact.values))


def with_examples(task: Task, facts: Sequence[Fact], exactly: Iterable[Mistake]) -> Iterator[Mistake]:
    """A mistake that says every answer but those to known examples, which are written into the program."""
    known = {fact.values for fact in facts if fact.right}.intersection(CLASSIC)
    for mistake in exactly if known else ():
        if any(mistake.says(values) != task.answer(values) for values in known):

            def says(values: Values, mistake: Mistake = mistake) -> str | None:
                return task.answer(values) if values in known else mistake.says(values)

            yield Mistake(
                f"{mistake.name}, and examples by heart",
                f"{mistake.meaning}; it is right on the examples that everybody knows, and on no others",
                says,
            )


def by_length(task: Task, facts: Sequence[Fact], longest: int) -> Iterator[Mistake]:
    """Answers up to some length, and beyond wrong, or out of time, memory or stack.

    `longest` is the most cards that were answered, be it wrongly.
    """
    failed = [fact for fact in facts if not fact.right]
    shortest = min(len(fact.values) for fact in failed)
    verdicts = {fact.verdict for fact in failed}
    if verdicts == {Verdict.WA}:  # a right answer counts; on zeros and the rows of shrinking it is luck
        told = [fact for fact in facts if fact.right and not fact.sought and any(fact.values)]
        longest = max((len(fact.values) for fact in told), default=0)
    # A clock is not exact: about its limit a program is now in time, now not.
    unsure = max(2, shortest // 10) if verdicts == {Verdict.TLE} else 0
    if len(failed) < 2 or len(verdicts) > 1 or longest >= shortest + unsure or shortest < 10:
        return
    verdict = verdicts.pop()
    below = max((len(fact.values) for fact in facts if len(fact.values) < shortest), default=0)
    ends = "ends" if longest < shortest else "at times ends"
    fails = "is wrong" if verdict is Verdict.WA else f"{ends} with {verdict}"
    span = f"up to {below - task.stops} cards it answers, from {shortest - task.stops} cards on it {fails}"
    name, meaning = "gives up on long rows", span
    if verdict is Verdict.TLE and shortest <= MOST_CARDS:
        many = ", 2^(n-1) of them" * (task.rules.one_card and task.own is None)
        name, meaning = "remembers nothing", f"{span}: it seems to explore all sequences{many}"
    elif verdict is Verdict.TLE:
        name, meaning = TOO_SLOW, f"too slow from n = {shortest - task.stops} on{growth(facts)}"
    yield _going_wrong(
        task, name, meaning, lambda values: len(values) >= shortest, share=0.75, verdict=verdict
    )


TOO_SLOW = "too slow for long rows"


def growth(facts: Sequence[Fact]) -> str:
    """How the time grows with n, as a phrase; empty where that was not seen.

    The start of an interpreter, which every run has, is taken off; what is left must be large
    against it, over rows one of which is at least half as long again as the other.
    """
    start = min((fact.seconds for fact in facts), default=0.0)
    slowest: dict[int, float] = {}
    for fact in facts:
        n, rest = len(fact.values), fact.seconds - start
        if fact.got is not None and rest >= max(0.02, start / 2):
            slowest[n] = max(rest, slowest.get(n, 0.0))
    if not slowest or max(slowest) < 1.5 * min(slowest):
        return ""
    short, long = min(slowest), max(slowest)
    power = math.log(slowest[long] / slowest[short]) / math.log(long / short)
    if not 0.5 <= power < 4.5:
        return ""
    return f"; its time grows like {('n', 'n²', 'n³', 'n⁴')[round(power) - 1 if power >= 1 else 0]}"
