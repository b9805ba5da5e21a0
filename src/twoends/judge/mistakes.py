"""Known mistakes, each with a prediction of what a program that makes it prints.

Some predict the exact answer to every row (plays greedily, margin instead of total): zoo.py lists them.
Others, listed here, predict only on which rows a program fails (odd lengths, sums beyond 32 bits): anything
may happen there, and the answer is right elsewhere. naming.py finds the mistakes that explain a judgement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from twoends.judge.bounds import several
from twoends.judge.tasks import Task, Values, is_number
from twoends.programs.verdicts import Verdict

MAX_CARDS = 64
"""Longer rows do not distinguish mistakes better, and each mistake costs O(n²) a row."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One row and the program's answer to it.

    values         the row
    expected       the right answer
    got            the program's answer, or None if it gave none
    verdict        the verdict on the run
    from_shrinker  whether it was found while shrinking, hence near the boundary between pass and fail
    seconds        processor time of the run
    idle           whether the run hit the limit on wall-clock time with little processor time used
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
    predict    predicts the exact answer to a row; None: any answer, or none
    where      None, or whether the program fails on a row; it is right on all others, and some were tried
    min_share  the least share of those rows that it failed on, from 0 to 1; the shrinker's rows do not count
    verdict    the verdict on those rows, or None for any
    explains   None, or the only verdict that this mistake explains, if the program fails in other ways too
    must_fail  None, or the rows on which failure is certain: only these count towards `min_share`
    """

    name: str
    meaning: str
    predict: Callable[[Values], str | None] = lambda values: None
    where: Callable[[Values], bool] | None = None
    min_share: float = 0.0
    verdict: Verdict | None = None
    explains: Verdict | None = None
    must_fail: Callable[[Values], bool] | None = None

    def prediction(self, values: Values) -> object:
        """The prediction for a row: a row on which two mistakes differ tells them apart."""
        return self.where(values) if self.where else self.predict(values)

    def except_where(
        self,
        where: Callable[[Values], bool],
        predict: Callable[[Values], str | None],
        name: str,
        meaning: str,
    ) -> Mistake:
        """This mistake and another, which predicts the answers to some rows instead."""
        return Mistake(
            f"{self.name}, and {name}",
            f"{self.meaning}; {meaning}",
            lambda values: predict(values) if where(values) else self.predict(values),
        )

    def fits(self, facts: Sequence[Fact]) -> bool:
        """Whether it explains every fact, right or wrong."""
        if self.where is None:
            explained = False
            for fact in facts:
                if fact.got is not None and len(fact.values) <= MAX_CARDS:
                    predicted = self.predict(fact.values)
                    if predicted is not None and predicted != fact.got:
                        return False
                    explained = explained or (predicted is not None and not fact.right)
            return explained
        inside = [fact for fact in facts if self.where(fact.values)]
        failed = [fact for fact in inside if not fact.right]
        if self.verdict is not None and any(fact.verdict is not self.verdict for fact in failed):
            return False
        outside = [fact for fact in facts if not self.where(fact.values)]
        if not failed or not outside:  # both kinds of rows must have been tried
            return False
        must_fail = self.must_fail or self.where
        drawn = [fact for fact in inside if not fact.from_shrinker and must_fail(fact.values)]
        enough = sum(not fact.right for fact in drawn) >= self.min_share * len(drawn)
        return enough and all(fact.right for fact in outside)


OVERFLOW = "32-bit overflow"


def partial_mistakes(task: Task) -> Iterator[Mistake]:
    """Mistakes that predict on which rows a program fails.

    The shares are tuned: a program with the mistake is often right by luck, and more often if the mistake
    affects few cells of a row.
    """

    def n(values: Values) -> int:
        return len(task.cards(values))

    if not task.even_only:
        for parity, other, rest in (("even", "odd", 1), ("odd", "even", 0)):
            yield Mistake(
                f"{parity} n only", f"it is right on rows of {parity} length and wrong on {other} ones",
                where=partial(lambda rest, values: n(values) % 2 == rest, rest), min_share=0.5,
            )  # fmt: skip
    yield Mistake(
        "a single card",
        "it is wrong only on a row of one card",
        where=lambda values: n(values) == 1,
        min_share=0.5,
    )
    yield Mistake(
        OVERFLOW, "it is wrong only if a sum does not fit in 32 bits: use 64-bit integers",
        where=overflows, min_share=0.25, verdict=Verdict.WA,
    )  # fmt: skip
    yield Mistake(
        "negative values", "it is wrong only on rows with negative values",
        where=lambda values: min(values) < 0, min_share=0.25, verdict=Verdict.WA,
    )  # fmt: skip
    for sign, mark in (("−1", -1), ("0", 0)) if task.rules.plain else ():
        yield Mistake(
            f"{sign} taken for not computed",
            f"its cache marks cells as not computed with {sign}, so cells whose value is {sign} are computed "
            "again and again",
            where=partial(lambda mark, values: max(_calls(values, mark)) > 100 * len(values) ** 2, mark),
            min_share=0.75, verdict=Verdict.TLE,
            must_fail=partial(lambda mark, values: min(_calls(values, mark)) > 10**11, mark),
        )  # fmt: skip


def overflows(values: Values, bits: int = 31) -> bool:
    """Whether sums may need more than `bits` bits: (sum + margin) / 2 adds up to twice the sum of the row."""
    return 2 * sum(map(abs, values)) >= 1 << bits


@lru_cache(maxsize=2000)
def _calls(values: Values, mark: int) -> list[int]:
    """The most calls for any cell if the cache forgets cells worth `mark`: of totals, and of margins.

    None are counted for rows of more than MAX_CARDS. A cell calls the two that are one card shorter; or,
    with the opponent's reply written out, the three that are two cards shorter, the middle one twice.
    """
    n, most = len(values), []
    for margins in (False, True) if n <= MAX_CARDS else ():
        cells: list[list[int]] = [[0] * (n + 1)]  # by length: the mover's total, two optimal players
        worth: list[list[int]] = [[0] * (n + 1)]  # by length: what the cache holds
        two, four = [[1] * (n + 1)], [[1] * (n + 1)]  # by length: calls for a cell that is never in the cache
        for length in range(1, n + 1):
            before, places = cells[-1], range(n + 1 - length)
            again = _calls_again(worth[-1], two[-1], mark)
            two.append([1 + again[i + 1] + again[i] for i in places])
            if length <= 2:
                four.append([1 for i in places])
            else:
                again = _calls_again(worth[-2], four[-2], mark)
                four.append([1 + again[i + 2] + 2 * again[i + 1] + again[i] for i in places])
            sums = [sum(values[i : i + length]) for i in places]
            cells.append([sums[i] - min(before[i + 1], before[i]) for i in places])
            worth.append([2 * cells[-1][i] - sums[i] for i in places] if margins else cells[-1])
        most.append(max(max(map(max, calls)) for calls in (two, four)))
    return most or [0]


def _calls_again(worth: Sequence[int], calls: Sequence[int], mark: int) -> list[int]:
    """The calls for each cell when it is needed again: one, unless the cache has forgotten it."""
    return [1 if value != mark else count for value, count in zip(worth, calls, strict=True)]


def out_of_range(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """Numbers too large to be a sum of cards: the program reads uninitialised memory, or outside an array."""
    wrong = [(fact.values, fact.got) for fact in facts if fact.got is not None and not fact.right]
    small = [(values, got) for values, got in wrong if not overflows(values)]  # overflow has its own name
    impossible = [
        got
        for values, got in small
        if any(abs(int(word)) > 2 * sum(map(abs, values)) for word in got.split() if is_number(word))
    ]
    if len(small) > 1 and 2 * len(impossible) >= len(small):
        yield Mistake(
            "reads what was never set",
            f"it prints numbers that no cards add up to, such as {max(impossible, key=len)[:30]}: "
            "it reads outside an array, or a cell or variable that was never set",
            where={values for values, _ in wrong}.__contains__,
        )


def by_length(task: Task, facts: Sequence[Fact], longest: int) -> Iterator[Mistake]:
    """The program answers up to some length; beyond, it is wrong or out of time, memory or stack.

    `longest` is the length of the longest row that it answered, rightly or wrongly.
    """
    failed = [fact for fact in facts if not fact.right]
    shortest = min((len(task.cards(fact.values)) for fact in failed), default=0)
    verdicts = {fact.verdict for fact in failed}
    if verdicts == {Verdict.WA}:  # only right answers count; on zeros and the shrinker's rows they are luck
        right = [
            fact for fact in facts if fact.right and not fact.from_shrinker and any(task.cards(fact.values))
        ]
        longest = max((len(task.cards(fact.values)) for fact in right), default=0)
    # Timing varies: near the limit a program is sometimes in time, sometimes not.
    tolerance = max(2, shortest // 10) if verdicts == {Verdict.TLE} else 0
    if len(failed) < 2 or len(verdicts) > 1 or longest >= shortest + tolerance or shortest < 10:
        return
    verdict = verdicts.pop()
    answered = (longest, *(len(task.cards(fact.values)) for fact in facts))
    below = max((n for n in answered if n < shortest), default=0)
    ends = "ends" if longest < shortest else "sometimes ends"
    fails = "is wrong" if verdict is Verdict.WA else f"{ends} with {verdict}"
    span = f"it answers up to {several(below, 'card')}, and from {shortest} cards on it {fails}"
    name, meaning = "gives up on long rows", span
    if verdict is Verdict.TLE and shortest <= MAX_CARDS:
        count = ", 2^(n-1) of them" * task.rules.one_card
        name, meaning = "remembers nothing", f"{span}: it seems to explore all sequences{count}"
    elif verdict is Verdict.TLE:
        name, meaning = TOO_SLOW, f"too slow from n = {shortest} on{growth(facts)}"
    yield Mistake(
        name,
        meaning,
        where=lambda values: len(task.cards(values)) >= shortest,
        min_share=0.75,
        verdict=verdict,
    )


TOO_SLOW = "too slow for long rows"


def growth(facts: Sequence[Fact]) -> str:
    """How the time grows with n, as a phrase; empty if the facts do not show it.

    The start-up time, taken from the fastest run, is subtracted. Only runs much longer than that count, and
    their rows must differ in length by half or more.
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
