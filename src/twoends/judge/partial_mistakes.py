"""Mistakes that say on which rows a program goes wrong: of some length, with some values, too many cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from twoends.judge.mistakes import MOST_CARDS, Fact, Mistake
from twoends.judge.tasks import Task, Values
from twoends.judge.verdicts import Verdict


def partial(task: Task) -> Iterator[Mistake]:
    """Mistakes that say on which rows a program goes wrong."""
    if not task.even_only:
        yield _going_wrong(
            task, "even n only", "it is right on rows of even length and wrong on odd ones",
            lambda values: len(values) % 2 == 1, share=0.5,
        )  # fmt: skip
        yield _going_wrong(
            task, "odd n only", "it is right on rows of odd length and wrong on even ones",
            lambda values: len(values) % 2 == 0, share=0.5,
        )  # fmt: skip
    yield _going_wrong(
        task, "a single card", "it goes wrong only on a row of one card",
        lambda values: len(values) == 1, share=0.5,
    )  # fmt: skip
    yield _going_wrong(  # the sum and a margin, added on the way to a total, are twice that total
        task, "32-bit overflow", "it is wrong only where a sum leaves 32 bits: use 64-bit integers",
        lambda values: 2 * sum(map(abs, values)) >= 2**31, share=0.25, verdict=Verdict.WA,
    )  # fmt: skip
    yield _going_wrong(
        task, "negative values", "it goes wrong only on rows with negative values",
        lambda values: min(values) < 0, share=0.25, verdict=Verdict.WA,
    )  # fmt: skip
    yield _going_wrong(
        task, "−1 taken for not computed",
        "its cache marks what is not computed by −1, so cells that are worth −1 are computed again and again",
        _forgotten, verdict=Verdict.TLE,
    )  # fmt: skip


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


def _forgotten(values: Values, calls_for_each_cell: int = 100) -> bool:
    """Whether a cache that forgets cells of value −1 makes many times more calls than there are cells.

    A cell calls the two that are one card shorter; or, with the opponent's reply written out, the
    three that are two cards shorter, the middle one twice.
    """
    n = len(values)
    if n > MOST_CARDS:
        return False
    cells: list[list[int]] = [[0] * (n + 1)]  # by length: the mover's total, two optimal players
    two, four = [[1] * (n + 1)], [[1] * (n + 1)]  # by length: calls for a cell that is never in the cache
    for length in range(1, n + 1):
        before, places = cells[-1], range(n + 1 - length)
        found = _found(before, two[-1])
        two.append([1 + found[i + 1] + found[i] for i in places])
        if length <= 2:
            four.append([1 for i in places])
        else:
            found = _found(cells[-2], four[-2])
            four.append([1 + found[i + 2] + 2 * found[i + 1] + found[i] for i in places])
        cells.append([sum(values[i : i + length]) - min(before[i + 1], before[i]) for i in places])
    return max(max(map(max, calls)) for calls in (two, four)) > calls_for_each_cell * n * n


def _found(totals_: Sequence[int], calls: Sequence[int]) -> list[int]:
    """The calls for each cell from its second time on: one, unless the cache takes it for empty."""
    return [1 if total != -1 else each for total, each in zip(totals_, calls, strict=True)]


def by_length(task: Task, facts: Sequence[Fact], longest: int) -> Iterator[Mistake]:
    """Answers up to some length, and beyond wrong, or out of time, memory or stack.

    `longest` is the most cards that were answered, be it wrongly.
    """
    failed = [fact for fact in facts if not fact.right]
    shortest = min(len(fact.values) for fact in failed)
    verdicts = {fact.verdict for fact in failed}
    if verdicts == {
        Verdict.WA
    }:  # a right answer counts; on zeros and the simple rows of shrinking it is luck
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
    span = f"up to {below} cards it answers, from {shortest} cards on it {fails}"
    if verdict is Verdict.TLE and shortest <= MOST_CARDS:
        name, meaning = "remembers nothing", f"{span}: it seems to explore all sequences, 2^(n-1) of them"
    else:
        name, meaning = "gives up on long rows", span
    yield _going_wrong(
        task, name, meaning, lambda values: len(values) >= shortest, share=0.75, verdict=verdict
    )
