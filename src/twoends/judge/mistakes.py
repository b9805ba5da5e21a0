"""Mistakes: what is known to go wrong, each as a rule for what a program that makes it prints.

Some say the exact answer to every row (plays greedily, margin instead of total). Others say only
where a program goes wrong (rows of odd length, sums beyond 32 bits): outside they expect the right
answer, inside anything may happen. zoo.py and partial_mistakes.py list them; naming.py finds
those that explain all that was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from twoends.judge.tasks import Values
from twoends.judge.verdicts import Verdict

MOST_CARDS = 64
"""Longer rows tell mistakes apart no better, and each mistake costs O(n²) a row."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One row and what the program made of it.

    values    the row
    expected  the right answer
    got       its answer, or None if it gave none
    verdict   of the run
    sought    whether shrinking came upon the row: such rows lie where a program begins to be right
    seconds   of processor time that its run took
    idle      whether it came to the limit by the clock on the wall, of which it used little
    """

    values: Values
    expected: str
    got: str | None
    verdict: Verdict
    sought: bool = False
    seconds: float = 0.0
    idle: bool = False

    @property
    def right(self) -> bool:
        """Whether the answer is right."""
        return self.got == self.expected


@dataclass(frozen=True, slots=True)
class Mistake:
    """A known mistake.

    name     in a few words
    meaning  one sentence for the student
    says     the exact answer of a program that makes it; None: it may answer anything, or nothing
    where    None, or on which rows it goes wrong; on all others, some of them seen, it answers rightly
    share    how many of those rows it must have failed on, as a part of 1; rows sought do not count
    verdict  the verdict that it leads to on them, or None for any
    surely   None, or on which of those rows it cannot but fail: these alone count for the share
    explains None, or the only verdict that it explains: the program fails otherwise, too
    """

    name: str
    meaning: str
    says: Callable[[Values], str | None]
    where: Callable[[Values], bool] | None = None
    share: float = 0.0
    verdict: Verdict | None = None
    explains: Verdict | None = None
    surely: Callable[[Values], bool] | None = None

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
        surely = self.surely or self.where
        drawn = [fact for fact in inside if not fact.sought and surely(fact.values)]
        enough = sum(not fact.right for fact in drawn) >= self.share * len(drawn)
        return enough and all(fact.right for fact in outside)
