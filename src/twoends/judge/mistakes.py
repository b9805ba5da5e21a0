"""Mistakes: what is known to go wrong, each as a rule for what a program that makes it prints.

Some say the exact answer to every row (plays greedily, margin instead of total): zoo.py lists them. Others,
listed here, say only where a program goes wrong (rows of odd length, sums beyond 32 bits): outside they
expect the right answer, inside anything may happen. naming.py finds those that explain all that was seen.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from twoends.judge.tasks import Task, Values
from twoends.judge.verdicts import Verdict

MOST_CARDS = 64
"""Longer rows tell mistakes apart no better, and each mistake costs O(n²) a row."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One row and what the program made of it.

    values         the row
    expected       the right answer
    got            its answer, or None if it gave none
    verdict        of the run
    from_shrinker  whether it was found while shrinking, hence near where a program begins to be right
    seconds        of processor time that its run took
    idle           whether it came to the limit by the clock on the wall, of which it used little
    """

    values: Values
    expected: str
    got: str | None
    verdict: Verdict
    from_shrinker: bool = False
    seconds: float = 0.0
    idle: bool = False

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.got == self.expected


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake.

    name       in a few words
    meaning    one sentence for the student
    says       the exact answer of a program that makes it; None: it may answer anything, or nothing
    where      None, or the rows on which it goes wrong; on all others, some of them seen, it is right
    min_share  the least part of those rows that it failed on, up to 1; rows from the shrinker do not count
    verdict    the verdict that it leads to on them, or None for any
    explains   None, or the only verdict that it explains: the program fails otherwise, too
    must_fail  None, or the rows on which failure is certain: these alone count for the share
    """

    name: str
    meaning: str
    says: Callable[[Values], str | None] = lambda values: None
    where: Callable[[Values], bool] | None = None
    min_share: float = 0.0
    verdict: Verdict | None = None
    explains: Verdict | None = None
    must_fail: Callable[[Values], bool] | None = None

    def predicts(self, values: Values) -> object:
        """What it says about a row: two mistakes that differ here can be told apart."""
        return self.where(values) if self.where else self.says(values)

    def fits(self, facts: Sequence[Fact]) -> bool:
        """Whether it explains everything: each wrong answer, and each right one."""
        if self.where is None:
            shown = False
            for fact in facts:
                if fact.got is not None and len(fact.values) <= MOST_CARDS:
                    said = self.says(fact.values)
                    if said is not None and said != fact.got:
                        return False
                    shown = shown or (said is not None and not fact.right)
            return shown
        inside = [fact for fact in facts if self.where(fact.values)]
        failed = [fact for fact in inside if not fact.right]
        if self.verdict is not None and any(fact.verdict is not self.verdict for fact in failed):
            return False
        outside = [fact for fact in facts if not self.where(fact.values)]
        if not failed or not outside:  # that the others go right must have been seen
            return False
        must_fail = self.must_fail or self.where
        drawn = [fact for fact in inside if not fact.from_shrinker and must_fail(fact.values)]
        enough = sum(not fact.right for fact in drawn) >= self.min_share * len(drawn)
        return enough and all(fact.right for fact in outside)


OVERFLOW = "32-bit overflow"


def partial_mistakes(task: Task) -> Iterator[Mistake]:
    """Mistakes that say on which rows a program goes wrong.

    The shares are tuned: who makes the mistake is often right by luck, and more often so where few cells of
    a row are wrong.
    """

    def n(values: Values) -> int:
        return len(values) - task.stops

    if not task.even_only:
        for parity, other, rest in (("even", "odd", 1), ("odd", "even", 0)):
            yield Mistake(
                f"{parity} n only", f"it is right on rows of {parity} length and wrong on {other} ones",
                where=partial(lambda rest, values: n(values) % 2 == rest, rest), min_share=0.5,
            )  # fmt: skip
    yield Mistake(
        "a single card",
        "it goes wrong only on a row of one card",
        where=lambda values: n(values) == 1,
        min_share=0.5,
    )
    yield Mistake(
        OVERFLOW, "it is wrong only where a sum leaves 32 bits: use 64-bit integers",
        where=overflows, min_share=0.25, verdict=Verdict.WA,
    )  # fmt: skip
    yield Mistake(
        "negative values", "it goes wrong only on rows with negative values",
        where=lambda values: min(values) < 0, min_share=0.25, verdict=Verdict.WA,
    )  # fmt: skip
    for sign, mark in (("−1", -1), ("0", 0)) if task.rules.plain and task.own is None else ():
        yield Mistake(
            f"{sign} taken for not computed",
            f"its cache marks what is not computed by {sign}, so cells that are worth {sign} are computed "
            "again and again",
            where=partial(_forgets, mark=mark), min_share=0.75, verdict=Verdict.TLE,
            must_fail=partial(_hopeless, mark=mark),
        )  # fmt: skip


def overflows(values: Values, bits: int = 31) -> bool:
    """Whether sums leave so many bits: the sum and a margin, added on the way to a total, are twice that."""
    return 2 * sum(map(abs, values)) >= 1 << bits


def _hopeless(values: Values, mark: int) -> bool:
    """Whether such a cache makes more calls than any program has the time for."""
    return len(values) <= MOST_CARDS and all(
        _calls(values, mark, margins=kind) > 10**11 for kind in (False, True)
    )


@lru_cache(maxsize=2000)
def _forgets(values: Values, mark: int) -> bool:
    """Whether a cache that forgets cells worth `mark` makes many times more calls than there are cells.

    A cell calls the two that are one card shorter; or, with the opponent's reply written out, the
    three that are two cards shorter, the middle one twice. It holds a total or a margin.
    """
    n = len(values)
    if n > MOST_CARDS:
        return False
    return any(_calls(values, mark, margins=kind) > 100 * n * n for kind in (False, True))


def _calls(values: Values, mark: int, *, margins: bool) -> int:
    n = len(values)
    cells: list[list[int]] = [[0] * (n + 1)]  # by length: the mover's total, two optimal players
    worth: list[list[int]] = [[0] * (n + 1)]  # by length: what the cache holds
    two, four = [[1] * (n + 1)], [[1] * (n + 1)]  # by length: calls for a cell that is never in the cache
    for length in range(1, n + 1):
        before, places = cells[-1], range(n + 1 - length)
        found = _calls_again(worth[-1], two[-1], mark)
        two.append([1 + found[i + 1] + found[i] for i in places])
        if length <= 2:
            four.append([1 for i in places])
        else:
            found = _calls_again(worth[-2], four[-2], mark)
            four.append([1 + found[i + 2] + 2 * found[i + 1] + found[i] for i in places])
        sums = [sum(values[i : i + length]) for i in places]
        cells.append([sums[i] - min(before[i + 1], before[i]) for i in places])
        worth.append([2 * cells[-1][i] - sums[i] for i in places] if margins else cells[-1])
    return max(max(map(max, calls)) for calls in (two, four))


def _calls_again(worth: Sequence[int], calls: Sequence[int], mark: int) -> list[int]:
    """The calls for each cell from its second time on: one, unless the cache takes it for empty."""
    return [1 if value != mark else each for value, each in zip(worth, calls, strict=True)]


def out_of_range(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """Numbers that no choice of cards adds up to: what was never set, or lies outside of an array."""

    wrong = [(fact.values, fact.got) for fact in facts if fact.got is not None and not fact.right]
    small = [(values, got) for values, got in wrong if not overflows(values)]  # which has other reasons
    impossible = [
        got
        for values, got in small
        for most in [2 * sum(map(abs, values))]
        if any(abs(int(word)) > most for word in got.split() if word.lstrip("-").isdigit())
    ]
    if len(small) > 1 and 2 * len(impossible) >= len(small):
        yield Mistake(
            "reads what was never set",
            f"it prints numbers that no cards add up to, such as {max(impossible, key=len)[:30]}: "
            "it reads outside of an array, or a cell or variable that was never set",
            where={values for values, _ in wrong}.__contains__,
        )


def float_loss(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """Answers that are nearly right where sums leave the 24 bits that a float has."""
    where = partial(overflows, bits=24)
    wrong = [fact for fact in facts if fact.got is not None and not fact.right]
    if len(wrong) > 1 and all(where(fact.values) and _nearly_right(fact) for fact in wrong):
        meaning = "it is nearly right where sums leave 24 bits, which is what a float has: count in integers"
        yield Mistake("float loss", meaning, where=where, min_share=0.1, verdict=Verdict.WA)


def _nearly_right(fact: Fact) -> bool:
    got, expected = (fact.got or "").split(), fact.expected.split()
    if len(got) != len(expected) or not all(each.lstrip("-").isdigit() for each in got + expected):
        return False
    off = max(abs(int(one) - int(other)) for one, other in zip(got, expected, strict=True))
    return off * 2**16 <= sum(map(abs, fact.values))


def by_length(task: Task, facts: Sequence[Fact], longest: int) -> Iterator[Mistake]:
    """Answers up to some length, and beyond wrong, or out of time, memory or stack.

    `longest` is the most cards that were answered, be it wrongly.
    """
    failed = [fact for fact in facts if not fact.right]
    shortest = min(len(fact.values) for fact in failed)
    verdicts = {fact.verdict for fact in failed}
    if verdicts == {Verdict.WA}:  # a right answer counts; on zeros and the rows of shrinking it is luck
        told = [fact for fact in facts if fact.right and not fact.from_shrinker and any(fact.values)]
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
    yield Mistake(
        name, meaning, where=lambda values: len(values) >= shortest, min_share=0.75, verdict=verdict
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
