"""Naming: which known mistakes explain all answers of a program.

If several mistakes fit every answer, new rows on which they differ are drawn and tried until one is left or
no row tells them apart. If no single mistake explains everything, one is sought for each verdict: a program
may overflow on some rows and be too slow on others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, islice
from random import Random

from twoends.judge import zoo
from twoends.judge.mistakes import (
    MAX_CARDS,
    Fact,
    Mistake,
    by_length,
    out_of_range,
    partial_mistakes,
)
from twoends.judge.outcomes import Outcome, Program
from twoends.judge.tasks import FormError, Task, Values, is_number
from twoends.judge.trials import CLASSIC, Trial, random_rows
from twoends.programs.verdicts import Verdict

MIN_ROWS = 12
"""If the user gives fewer rows, many mistakes fit: rows are added up to this number before naming one."""

MAX_NEW_ROWS = 40

MAX_COUNTEREXAMPLES = 12
"""Rows tried outside of those on which a mistake predicts failure, before it is named."""

SHORT_AND_LONG_ROWS = (300, 100)
"""Rows drawn to tell mistakes apart: tuning. With fewer rows this fails more often; with more it takes longer
to find that no row does."""

ROWS_FOR_COUNTEREXAMPLES = 100
"""Rows drawn to find counterexamples: tuning. If a mistake fails on nearly all rows, few of them qualify."""

MAX_ROWS_AT_THE_LIMIT = 2
"""Rows of one run that may use up their time or memory when run alone, before the rest is skipped."""


def name_mistakes(
    program: Program, outcomes: Sequence[Outcome], from_shrinker: Sequence[Outcome], random: Random
) -> list[Mistake]:
    """List the mistakes that explain all outcomes; if none does, those that explain a verdict.

    `outcomes` are those of the judgement's trials, `from_shrinker` those of the shrinker's.
    """
    if evident := [*name_by_source(program.source, outcomes)]:
        return evident
    facts = [fact for outcome in outcomes for fact in _facts(program, outcome)]
    facts += [fact for outcome in from_shrinker for fact in _facts(program, outcome, from_shrinker=True)]
    if any(fact.got is not None for fact in facts):
        missing = max(MIN_ROWS - len(outcomes), 0)
        for row in islice(_allowed_rows(program.task, random), missing):
            facts += _try_row(program, row)
    # Wrong answers come first: they refute most mistakes at once.
    facts.sort(key=lambda fact: (fact.right, len(fact.values)))
    if _is_inconsistent(program, facts):
        return [NOT_THE_SAME_TWICE]
    # If every row alone gets a right answer, only the form of several together is wrong.
    verdicts = list(dict.fromkeys(fact.verdict for fact in facts if not fact.right)) or [Verdict.PE]
    form = [*name_misprints(program.task, [*outcomes, *from_shrinker])]
    named: list[Mistake] = []
    if several := len(verdicts) > 1:
        named = _explanations(program, facts, [_partial_mistakes(program.task, facts, facts)], random)
    for verdict in () if named else verdicts:
        only = verdict if several else None
        mistakes = form if verdict is Verdict.PE else []
        relevant, kinds = _of_verdict(program.task, facts, verdict, only)
        others = set(verdicts) - {verdict} if verdict is not Verdict.WA else set[Verdict]()
        mistakes = mistakes or _explanations(program, relevant, kinds, random, others)
        named += [replace(mistake, explains=only) for mistake in mistakes]
    leaves_texts = IN_JAVASCRIPT.search(program.source) and not CONVERTS.search(program.source)
    return [JOINS_TEXTS] if leaves_texts and all(mistake.explains for mistake in named) else named


# A program with freopen for its author's machine alone, as by #ifdef, reads its input here.
OPENS_A_FILE = re.compile(
    r"\b(freopen|fopen)\s*\(|\bifstream\b|\bopen\s*\(\s*[\"'](?!/dev/stdin)|\bFile(Reader|InputStream)\b"
    r"|\bnew\s+File\b|\breadFileSync\s*\(\s*[\"'](?!/dev/stdin)|\bFile::open\b|\bos\.Open\b"
)
READS_A_FILE = Mistake(
    "reads a file", "it reads a file that does not exist here: the input is on standard input"
)
IN_PYTHON_2 = re.compile(
    r"Missing parentheses in call to 'print'|has no attribute '(iteritems|itervalues|has_key)'"
    r"|name '(xrange|raw_input|unicode|long|unichr|basestring|cmp|reduce)' is not defined"
    r"|No module named '(Queue|StringIO|cStringIO)'"
    r"|'(map|filter|zip|dict_keys|dict_values)' object is not subscriptable"
)
PYTHON_2 = Mistake("Python 2", "it is written in Python 2, and runs as Python 3")


IN_JAVASCRIPT = re.compile(r"\brequire\s*\(|\bprocess\.stdin\b")
CONVERTS = re.compile(r"\bNumber\b|\bparse(Int|Float)\b|\bBigInt\b|=>\s*\+|\bJSON\.parse\b|\*\s*1\b|-\s*0\b")
JOINS_TEXTS = Mistake(
    "joins texts",
    "it leaves the input as texts, which + joins, so that 8 and 15 make 815: convert them by Number",
)


def name_by_source(source: str, outcomes: Sequence[Outcome]) -> Iterator[Mistake]:
    """The mistakes that the text of a program and its errors show, whatever it answers."""
    failed = [outcome for outcome in outcomes if outcome.verdict is not Verdict.AC]
    if OPENS_A_FILE.search(source) and not any(outcome.has_read for outcome in failed):
        yield READS_A_FILE
    elif failed and all(IN_PYTHON_2.search(outcome.note) for outcome in failed):
        yield PYTHON_2


NOT_THE_SAME_TWICE = Mistake(
    "not the same answer twice",
    "on the same row it prints something else each time: it uses uninitialised memory, chance or the clock",
)


def _is_inconsistent(program: Program, facts: Sequence[Fact]) -> bool:
    """Whether a wrong answer changes if the row is tried again; tries three of them."""
    wrong = [fact for fact in facts if fact.got is not None and not fact.right]
    for fact in dict.fromkeys((*wrong[:1], *wrong[len(wrong) // 2 :][:1], *wrong[-1:])):
        answers = {again.got for _ in range(2) for again in _try_row(program, fact.values)}
        if not program.task.many:  # otherwise, earlier rows of the run may have changed the answer
            answers.add(fact.got)
        if len(answers - {None}) > 1:
            return True
    return False


Kinds = Sequence[Sequence[Mistake]]
"""Mistakes to consider, the simplest explanations first."""


def _wrong_answers(task: Task, facts: Sequence[Fact], only: Verdict | None) -> Kinds:
    unknown, exact = [fact for fact in facts if fact.values not in CLASSIC], [*zoo.exact_mistakes(task)]
    return [
        [*zoo.one_answer(facts)],
        [*zoo.unfilled_table(task, facts), *exact],
        [*out_of_range(facts)],
        [*zoo.with_examples(task, facts, (*zoo.one_answer(unknown), *exact))],
        _partial_mistakes(task, facts, facts, only),
        [*zoo.pairs_of_mistakes(task)],
        [*zoo.with_overflow(exact)],
    ]


def _partial_mistakes(
    task: Task, facts: Sequence[Fact], relevant: Sequence[Fact], only: Verdict | None = None
) -> list[Mistake]:
    """Mistakes that predict on which rows a program fails; with `only`, those that lead to this verdict."""
    longest = max((len(task.cards(fact.values)) for fact in facts if fact.got is not None), default=0)
    idle = any(fact.idle for fact in relevant)
    mistakes = [*partial_mistakes(task), *(() if idle else by_length(task, relevant, longest))]
    return [mistake for mistake in mistakes if only is None or mistake.verdict in (None, only)]


def _of_verdict(
    task: Task, facts: Sequence[Fact], verdict: Verdict, only: Verdict | None
) -> tuple[list[Fact], Kinds]:
    """The facts and mistakes that explain one verdict; `only` this one, if there are others.

    Wrong answers are explained among all answers. For other verdicts, wrong answers count as right.
    """
    if verdict is Verdict.WA:
        relevant = [fact for fact in facts if fact.got is not None]
        return relevant, _wrong_answers(task, relevant, only)
    relevant = [fact for fact in map(_as_right, facts) if fact.right or fact.verdict is verdict]
    return relevant, [_partial_mistakes(task, relevant, relevant, only)]


def _as_right(fact: Fact) -> Fact:
    return fact if fact.got is None else replace(fact, expected=fact.got)


def _explanations(
    program: Program,
    facts: Sequence[Fact],
    kinds: Kinds,
    random: Random,
    others: Collection[Verdict] = (),
) -> list[Mistake]:
    """The mistakes of the first kind with any that explain all facts, including those of separating rows.

    The verdicts `others` have mistakes of their own: a new row with one of them counts as right.
    """
    task, facts = program.task, list(facts)
    verdicts = {fact.verdict for fact in facts}

    def counted(tried: Iterator[Fact]) -> list[Fact]:
        return [_as_right(fact) if fact.verdict in others else fact for fact in tried]

    for mistakes in kinds:
        fitting = [mistake for mistake in mistakes if mistake.fits(facts)]
        for _ in range(MAX_NEW_ROWS):
            row = _separating_row(task, fitting, random)
            if row is None:
                break
            tried = counted(_try_row(program, row))
            facts += [fact for fact in tried if fact.got is not None or fact.verdict in verdicts]
            fitting = [mistake for mistake in fitting if mistake.fits(facts)]
        for mistake in fitting:
            facts += counted(_counterexamples(program, mistake, random))
        fitting = [mistake for mistake in fitting if mistake.fits(facts)]
        if fitting:
            return list({mistake.name: mistake for mistake in fitting}.values())
    return []


def _counterexamples(program: Program, mistake: Mistake, random: Random) -> Iterator[Fact]:
    """Try rows on which the mistake predicts a right answer, up to the first wrong one."""
    # Without a share, a mistake only describes the rows that were tried.
    if mistake.where is None or not mistake.min_share or mistake.verdict not in (None, Verdict.WA):
        return
    drawn = islice(_allowed_rows(program.task, random), ROWS_FOR_COUNTEREXAMPLES)
    for row in islice((row for row in drawn if not mistake.where(row)), MAX_COUNTEREXAMPLES):
        for fact in _try_row(program, row):
            if fact.got is not None:
                yield fact
                if not fact.right:
                    return


def _try_row(program: Program, row: Values) -> Iterator[Fact]:
    return _facts(program, program.try_out(Trial("to name the mistake", (row,))))


def _facts(program: Program, outcome: Outcome, *, from_shrinker: bool = False) -> Iterator[Fact]:
    """One fact for each row; if a run over several rows gave no answers, each row is run alone."""
    rows = outcome.trial.rows
    if outcome.got is None and len(rows) > 1:
        at_the_limit = 0
        for row in rows:
            single = program.try_out(Trial(outcome.trial.group, (row,)))
            yield from _facts(program, single, from_shrinker=from_shrinker)
            at_the_limit += single.verdict in (Verdict.TLE, Verdict.MLE)
            if at_the_limit == MAX_ROWS_AT_THE_LIMIT:
                return
        return
    got = outcome.got or (None,)
    idle = outcome.verdict is Verdict.TLE and outcome.seconds < program.task.seconds / 2 < outcome.wall
    for values, expected, answer in zip(rows, outcome.expected, got, strict=True):
        yield Fact(values, expected, answer, outcome.verdict, from_shrinker, outcome.seconds, idle)


def _separating_row(task: Task, mistakes: Sequence[Mistake], random: Random) -> Values | None:
    """Find an allowed row on which two of the mistakes differ."""
    for one, other in combinations(mistakes, 2):
        if one.name != other.name:
            for row in _allowed_rows(task, random):
                if one.prediction(row) != other.prediction(row):
                    return row
    return None


def _allowed_rows(task: Task, random: Random) -> Iterator[Values]:
    """Short rows, then longer ones."""
    short, long = SHORT_AND_LONG_ROWS
    yield from filter(task.allows, islice(random_rows(task, random), short))
    yield from filter(task.allows, islice(random_rows(task, random, longest=MAX_CARDS), long))


# --- presentation errors -----------------------------------------------------------------------

Lines = list[list[str]]
"""The words of each line that is not blank."""

DECIMAL = re.compile(r"-?\d{1,1000}(\.\d*)?([eE][+-]?\d{1,3})?", re.ASCII)

DECIMALS = Mistake(
    "decimals",
    "it prints decimals such as 22.0, but the answer is a whole number: use integers, and divide with //",
)
BOTH_TOTALS = Mistake("both totals", "it prints the totals of both players, but the task asks for one number")
OTHER_LINES = Mistake(
    "lines besides the answer",
    "it prints other lines as well, such as debug output: print only the answer",
)
OTHER_WORDS = Mistake(
    "words besides the answer",
    "it prints words beside the answer, such as a label or the prompt of input(): print only the answer",
)
NOT_ONE_A_LINE = Mistake(
    "answers not one a line", "its answers are right, but on more or fewer lines than one each"
)


def _corrections(lines: Lines, rows: Sequence[Values], size: int) -> Iterator[tuple[Mistake, Lines]]:
    """Output corrected in every known way, given the words in an answer; with the mistake that was in it."""
    words, n = [word for line in lines for word in line], len(rows)
    if all(map(DECIMAL.fullmatch, words)):
        yield DECIMALS, [[str(Fraction(word)) for word in line] for line in lines]
    if [len(line) for line in lines] == [2] * n and all(
        all(map(is_number, line)) and sum(map(int, line)) == sum(row)
        for line, row in zip(lines, rows, strict=True)
    ):
        yield from ((BOTH_TOTALS, [line[at : at + 1] for line in lines]) for at in (0, 1))
    if len(lines) > n:
        step = len(lines) // n
        yield from ((OTHER_LINES, chosen) for chosen in (lines[-n:], lines[:n], lines[step - 1 :: step]))
    if any(re.search("[A-Za-z]", word) for word in words):
        texts = [re.sub("[:=>?,;]", " ", " ".join(line)).rstrip(". ") for line in lines]
        first, last = ([text.split()[part] for text in texts] for part in (slice(size), slice(-size, None)))
        yield from ((OTHER_WORDS, chosen) for chosen in (first, last, last[-1:]))
    yield NOT_ONE_A_LINE, [words[at : at + size] for at in range(0, len(words), size)]


def name_misprints(task: Task, outcomes: Sequence[Outcome]) -> Iterator[Mistake]:
    """The mistake behind all presentation errors, if its correction makes every answer right."""
    outcomes = [outcome for outcome in outcomes if outcome.verdict is Verdict.PE]
    if len(outcomes) > 1 and all(outcome.output for outcome in outcomes):
        first, *others = ([*_misprints(task, outcome)] for outcome in outcomes)
        yield from [mistake for mistake in first if all(mistake in each for each in others)][:1]


def _misprints(task: Task, outcome: Outcome) -> Iterator[Mistake]:
    """The mistakes whose correction makes every answer of a run right."""
    lines = [words for line in outcome.output.splitlines() if (words := line.split())]
    right = [answer.casefold() for answer in outcome.expected]
    for mistake, corrected in _corrections(lines, outcome.trial.rows, len(right[0].split())):
        with suppress(FormError):
            answers = task.read("\n".join(map(" ".join, corrected)).encode(), len(right))
            if [answer.casefold() for answer in answers] == right:
                yield mistake
