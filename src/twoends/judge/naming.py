"""Naming: which known mistakes explain all that a program has answered.

All mistakes that fit every answer are kept; where several do, new rows on which they differ are
drawn and tried until one is left or no row tells them apart. Where no single mistake explains
everything, one is sought for each verdict: a program may overflow here and be too slow there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from random import Random

from twoends.judge.mistakes import (
    MOST_CARDS,
    Fact,
    Mistake,
    by_length,
    float_loss,
    out_of_range,
    partial_mistakes,
)
from twoends.judge.tasks import FormError, Task, Values
from twoends.judge.trials import CLASSIC, Trial, random_rows
from twoends.judge.verdicts import Outcome, Program, Verdict
from twoends.judge.zoo import (
    exact_mistakes,
    one_answer,
    pairs_of_mistakes,
    unfilled_table,
    with_examples,
    with_overflow,
)

FEWEST_ROWS = 12
"""On fewer rows, as somebody may give, much looks alike: more are drawn before a mistake is named."""

MOST_NEW_ROWS = 40

MOST_COUNTEREXAMPLES = 12
"""Where a mistake is to go wrong on some rows only, so many others are tried before it is named."""

SHORT_AND_LONG_ROWS = (300, 100)
FEW_SHORT_AND_LONG_ROWS = (15, 5)
"""So many rows are drawn, and few where a reference has to run for each: tuning. Fewer tell two mistakes
apart less often, and with more it takes longer to see that none does."""

ROWS_FOR_COUNTEREXAMPLES = 100
"""Among so many they are sought: tuning, for where a mistake goes wrong on nearly all rows, few are left."""

MOST_AT_THE_LIMIT = 2
"""Of the rows of one run so many may use up their time alone, before the others are left aside."""


def name_mistakes(
    program: Program, outcomes: Sequence[Outcome], from_shrinker: Sequence[Outcome], random: Random
) -> list[Mistake]:
    """List the mistakes that explain all outcomes; where none does, those that explain a verdict.

    `outcomes` are those of the rows of the judgement, `from_shrinker` those that shrinking came upon.
    """
    facts = [fact for outcome in outcomes for fact in _facts(program, outcome)]
    facts += [fact for outcome in from_shrinker for fact in _facts(program, outcome, from_shrinker=True)]
    if any(fact.got is not None for fact in facts):
        few = FEWEST_ROWS - min(len(outcomes), FEWEST_ROWS)
        for row in islice(_allowed_rows(program.task, random), few):
            facts += _try_row(program, row)
    facts.sort(key=lambda fact: len(fact.values))
    if _says_something_else(program, facts):
        return [NOT_THE_SAME_TWICE]
    verdicts = list(dict.fromkeys(fact.verdict for fact in facts if not fact.right))
    if verdicts == [Verdict.WA]:
        return _explanations(program, facts, _wrong_answers(program.task, facts), random)
    form = [*name_misprints(program.task, [*outcomes, *from_shrinker])]
    if form and {*verdicts} <= {Verdict.PE}:
        return form
    named = _explanations(program, facts, [_by_place(program.task, facts, facts)], random)
    if named or len(verdicts) == 1:
        return named
    for verdict in verdicts:
        found = form if verdict is Verdict.PE else []
        found = found or _explanations(program, *_of_verdict(program.task, facts, verdict), random)
        named += [replace(mistake, explains=verdict) for mistake in found]
    return named


NOT_THE_SAME_TWICE = Mistake(
    "not the same answer twice",
    "run again on the same row it prints something else: it uses what was never set, chance, or the clock",
)


def _says_something_else(program: Program, facts: Sequence[Fact]) -> bool:
    """Whether some wrong answer is another one when the row is tried again."""
    wrong = [fact for fact in facts if fact.got is not None and not fact.right]
    for fact in dict.fromkeys((*wrong[:1], *wrong[len(wrong) // 2 :][:1], *wrong[-1:])):
        said = {again.got for _ in range(2) for again in _try_row(program, fact.values)}
        if not program.task.many:  # where a run has several rows, those before may have left something
            said.add(fact.got)
        if len(said - {None}) > 1:
            return True
    return False


Kinds = Sequence[Sequence[Mistake]]
"""Mistakes to consider, the simplest explanations first."""


def _wrong_answers(task: Task, facts: Sequence[Fact], verdict: Verdict | None = None) -> Kinds:
    unknown = [fact for fact in facts if fact.values not in CLASSIC]
    return [
        [*one_answer(facts)],
        [*unfilled_table(task, facts), *exact_mistakes(task)],
        [*float_loss(facts)],
        [*(out_of_range(facts) if task.own is None else ())],
        [*with_examples(task, facts, (*one_answer(unknown), *exact_mistakes(task)))],
        _by_place(task, facts, facts, verdict),
        [*pairs_of_mistakes(task)],
        [*with_overflow(exact_mistakes(task))],
    ]


def _by_place(
    task: Task, facts: Sequence[Fact], seen: Sequence[Fact], verdict: Verdict | None = None
) -> list[Mistake]:
    """Mistakes that say where a program goes wrong; with a verdict those alone that lead to it."""
    longest = max((len(fact.values) for fact in facts if fact.got is not None), default=0)
    idle = [fact for fact in seen if fact.verdict is Verdict.TLE and fact.idle]
    known = [*partial_mistakes(task), *(() if idle else by_length(task, seen, longest))]
    return [mistake for mistake in known if verdict in (None, mistake.verdict)]


def _of_verdict(task: Task, facts: Sequence[Fact], verdict: Verdict) -> tuple[list[Fact], Kinds]:
    """What counts where a program fails in several ways and one of them is to be explained.

    A wrong answer is explained among the answers. Where there is none it does not matter whether the
    others are right, but that they are there.
    """
    if verdict is Verdict.WA:
        seen = [fact for fact in facts if fact.got is not None]
        return seen, _wrong_answers(task, seen, verdict)
    seen = [fact for fact in facts if fact.right or fact.verdict is verdict]
    by_verdict = _by_place(task, facts, seen, verdict)
    if any(mistake.fits(seen) for mistake in by_verdict):
        return seen, [by_verdict]
    answered = [replace(fact, expected=fact.got) if fact.got is not None else fact for fact in facts]
    answered = [fact for fact in answered if fact.right or fact.verdict is verdict]
    return answered, [_by_place(task, answered, answered, verdict)]


def _explanations(program: Program, seen: Sequence[Fact], kinds: Kinds, random: Random) -> list[Mistake]:
    """The mistakes of the first kind that explain what was seen; new rows tell apart what they can."""
    task, seen = program.task, list(seen)
    verdicts = {fact.verdict for fact in seen}
    for known in kinds:
        fitting = [mistake for mistake in known if mistake.fits(seen)]
        for _ in range(MOST_NEW_ROWS):
            telling = _telling_row(task, fitting, random)
            if telling is None:
                break
            tried = _try_row(program, telling)
            seen += [fact for fact in tried if fact.got is not None or fact.verdict in verdicts]
            fitting = [mistake for mistake in fitting if mistake.fits(seen)]
        for mistake in fitting:
            seen += _counterexamples(program, mistake, random)
        fitting = [mistake for mistake in fitting if mistake.fits(seen)]
        if fitting:
            return list({mistake.name: mistake for mistake in fitting}.values())
    return []


def _counterexamples(program: Program, mistake: Mistake, random: Random) -> Iterator[Fact]:
    """Rows on which a program should be right that is wrong only elsewhere; tried until one is not."""
    # Without a share it speaks of the rows that were seen, and says nothing about others.
    if mistake.where is None or not mistake.min_share or mistake.verdict not in (None, Verdict.WA):
        return
    drawn = islice(_allowed_rows(program.task, random), ROWS_FOR_COUNTEREXAMPLES)
    for row in islice((row for row in drawn if not mistake.where(row)), MOST_COUNTEREXAMPLES):
        for fact in _try_row(program, row):
            if fact.got is not None:
                yield fact
                if not fact.right:
                    return


def _try_row(program: Program, row: Values) -> Iterator[Fact]:
    return _facts(program, program.try_out(Trial("to name the mistake", (row,))))


def _facts(program: Program, outcome: Outcome, *, from_shrinker: bool = False) -> Iterator[Fact]:
    """One fact a row; where a run over several rows gave no answers, each row is run alone."""
    rows = outcome.trial.rows
    if outcome.got is None and len(rows) > 1:
        at_the_limit = 0
        for row in rows:
            alone = program.try_out(Trial(outcome.trial.group, (row,)))
            yield from _facts(program, alone, from_shrinker=from_shrinker)
            at_the_limit += alone.verdict in (Verdict.TLE, Verdict.MLE)
            if at_the_limit == MOST_AT_THE_LIMIT:
                return
        return
    got = outcome.got or (None,)
    for values, expected, answer in zip(rows, outcome.expected, got, strict=True):
        idle = outcome.verdict is Verdict.TLE and outcome.seconds < program.task.seconds / 2 < outcome.wall
        yield Fact(values, expected, answer, outcome.verdict, from_shrinker, outcome.seconds, idle)


def _telling_row(task: Task, mistakes: Sequence[Mistake], random: Random) -> Values | None:
    """Find an allowed row on which two of the mistakes differ."""
    for one, other in combinations(mistakes, 2):
        if one.name != other.name:
            for row in _allowed_rows(task, random):
                if one.predicts(row) != other.predicts(row):
                    return row
    return None


def _allowed_rows(task: Task, random: Random) -> Iterator[Values]:
    """Short rows, and then longer ones; few where a reference has to run for each."""
    short, long = SHORT_AND_LONG_ROWS if task.own is None else FEW_SHORT_AND_LONG_ROWS
    yield from filter(task.allows, islice(random_rows(task, random), short))
    yield from filter(task.allows, islice(random_rows(task, random, longest=MOST_CARDS), long))


# --- presentation errors -----------------------------------------------------------------------

Rewrite = Callable[[Outcome], Iterator[str]]
"""What was printed as it should have been, in one way or several."""


def _without_decimals(outcome: Outcome) -> Iterator[str]:
    """As 22.0 and 1.5e6, where they are whole numbers."""
    decimal = re.compile(r"-?\d+\.?\d*(?:[eE][+-]?\d+)?")
    lines = [line.split() for line in outcome.output.splitlines()]
    if all(decimal.fullmatch(word) for line in lines for word in line):
        yield "\n".join(" ".join(str(Fraction(word)) for word in line) for line in lines)


def _some_lines(outcome: Outcome) -> Iterator[str]:
    lines, rows = [line for line in outcome.output.splitlines() if line.strip()], len(outcome.expected)
    if len(lines) > rows:
        step = len(lines) // rows
        yield from map("\n".join, (lines[-rows:], lines[:rows], lines[step - 1 :: step]))


def _last_words(outcome: Outcome) -> Iterator[str]:
    if re.search("[A-Za-z]", outcome.output):
        lines = [re.sub("[:=>?,;]", " ", line).rstrip(". ") for line in outcome.output.splitlines()]
        words = [" ".join(line.split()[-_size(outcome) :]) for line in lines]
        yield from ("\n".join(words), words[-1])


def _one_a_line(outcome: Outcome) -> Iterator[str]:
    words, size = outcome.output.split(), _size(outcome)
    yield "\n".join(" ".join(words[at : at + size]) for at in range(0, len(words), size))


def _one_of_two(outcome: Outcome) -> Iterator[str]:
    lines = [line.split() for line in outcome.output.splitlines() if line.strip()]
    rows = outcome.trial.rows
    if [len(line) for line in lines] == [2] * len(rows) and all(
        sum(map(Fraction, line)) == sum(row)
        for line, row in zip(lines, rows, strict=True)
        if all(word.lstrip("-").isdigit() for word in line)
    ):
        yield from ("\n".join(line[at] for line in lines) for at in (0, 1))


def _size(outcome: Outcome) -> int:
    return len(outcome.expected[0].split())


PRINTERS: tuple[tuple[str, str, Rewrite], ...] = (
    ("decimals",
     "it prints decimals, as 22.0, where the answer is a whole number: count in whole numbers, divide by //",
     _without_decimals),
    ("both totals", "it prints the totals of both players, where the task asks for one number", _one_of_two),
    ("lines besides the answer",
     "it prints other lines, too, as to see what it does: print the answer alone", _some_lines),
    ("words besides the answer",
     "it prints words before the answer, as a label or the prompt of input(): print the answer alone",
     _last_words),
    ("answers not one a line", "its answers are right, and stand on more or fewer lines than they should",
     _one_a_line),
)  # fmt: skip
"""Presentation errors that can be mended: a name, a meaning, and how."""


def name_misprints(task: Task, outcomes: Sequence[Outcome]) -> Iterator[Mistake]:
    """What is wrong with the form of presentation errors, if every answer is right once it is mended."""
    outcomes = [outcome for outcome in outcomes if outcome.verdict is Verdict.PE]
    if len(outcomes) < 2 or not all(outcome.output for outcome in outcomes):
        return
    for name, meaning, rewrite in PRINTERS:
        if all(_mended(task, outcome, rewrite) for outcome in outcomes):
            yield Mistake(name, meaning)
            return


def _mended(task: Task, outcome: Outcome, rewrite: Rewrite) -> bool:
    """Whether an output, mended so, has the right answers."""
    for text in rewrite(outcome):
        try:
            read = task.read(text.encode(), len(outcome.expected))
        except FormError:
            continue
        if [each.casefold() for each in read] == [each.casefold() for each in outcome.expected]:
            return True
    return False
