"""The zoo: mistakes that say every answer of a program that makes them.

A mistake in solving (`solving_mistakes`: tables of wrong recurrences, cards, opponents and rules), or another
thing printed of what is right (`printing_mistakes`): each a name, a meaning, and a function. One of each may
come together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from twoends.judge.mistakes import OVERFLOW, Fact, Mistake, overflows
from twoends.judge.questions import ASKS, Totals, count_cards
from twoends.judge.recurrences import (
    LARGEST,
    RECURRENCES,
    STOPS,
    UNFILLED,
    Solve,
    larger,
    margins,
    recursion,
    sweep,
)
from twoends.judge.tasks import Task, Values, totals
from twoends.judge.trials import CLASSIC, by_greed
from twoends.rules.errors import TwoEndsError
from twoends.rules.opponents import every_opponent, opponent
from twoends.rules.preferences import Opponent
from twoends.rules.rules import Rules


def on_cards(changed: Callable[[Values], Sequence[int]], task: Task) -> Solve:
    """The right game on other cards; where a row ends in K, that stays."""

    def solve(values: Values, who: Opponent) -> Totals:
        cards, rules = task.game(values)
        return totals(tuple(changed(cards)), who, rules)

    return solve


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

READING: tuple[tuple[Any, ...], ...] = (
    ("count-then-lines", "reads the first line only",
     "it reads the first line of values, where the row goes on in the next one", lambda v: v[:20]),
    ("c", "takes n for a card", "it takes n, which it reads first, for the first card of the row",
     lambda v: (len(v), *v)),
    ("c", "takes n for the row", "it takes the first line, which has n alone, for the row",
     lambda v: (len(v),)),
)  # fmt: skip
"""The same for inputs whose form begins so: those with a count begin with a c."""


def solving_mistakes(task: Task) -> Iterator[tuple[str, str, Solve]]:
    """Mistakes in solving."""
    yield from _wrong_opponents(task)
    if task.rules.plain:
        yield from _greedy_players(task)
        for name, meaning, *forms in RECURRENCES:
            yield from ((name, meaning, each) for each in forms)
    else:
        yield from _wrong_rules(task)
    for name, meaning, *forms in (*CARDS, *(each for form, *each in READING if task.form.startswith(form))):
        if task.stops and name == "sorts the row":  # which takes the largest cards
            continue
        yield from ((name, meaning, on_cards(each, task)) for each in forms)


def _wrong_opponents(task: Task) -> Iterator[tuple[str, str, Solve]]:
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

            name, ties = f"{other.name} opponent instead of {meant.name}", f" (ties {other.ties})"
            meaning = f"it solves the row against {_a(other.name)} opponent{ties * other.looks_at_cards}; "
            meaning += f"the task has {_a(meant.name)} one"
            if other.name == meant.name:
                name, meaning = "wrong ties", f"where both ends are equal its {meant.name} opponent takes "
                meaning += f"the {other.ties} one; the task says {meant.ties}"
            yield name, meaning, solve


GREEDY = "plays greedily"
GREEDILY = "it takes the larger end at every move instead of the best one"


def _greedy_players(task: Task) -> Iterator[tuple[str, str, Solve]]:
    """You do not play best."""
    greedy = [who for who in every_opponent() if who.name == "greedy"]
    against = {str(who): who for who in (*task.opponents, *greedy)}
    for ties in (0, 1):
        for rival in against.values():

            def greedily(values: Values, who: Opponent, ties: int = ties, rival: Opponent = rival) -> Totals:
                return sweep(partial(larger, ties=ties), values, rival if len(task.opponents) == 1 else who)

            yield GREEDY, GREEDILY, greedily


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


def _wrong_rules(task: Task) -> Iterator[tuple[str, str, Solve]]:
    """Another game of the family than the one of the task."""
    rules = task.rules
    for ties in ("left", "right"):

        def greedily(values: Values, who: Opponent, ties: str = ties) -> Totals:
            return by_greed(task, values, ties)

        yield GREEDY, "it takes what earns most at every move, not what is best in the end", greedily
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

            yield name, meaning, solve
    if task.stops:
        yield ("takes the largest cards", LARGEST.format("K largest"),
                      lambda v, who: Totals(sum(sorted(v[:-1], reverse=True)[: v[-1]]), 0))  # fmt: skip


# --- mistakes in printing ----------------------------------------------------------------------

Answer = Callable[[Values, Totals], str]
"""What is printed of a row that is worth these totals."""


def printing_mistakes(task: Task) -> Iterator[tuple[str, str, Answer]]:
    """Everything is computed rightly, and something else is printed."""
    asked = ASKS[task.asks]

    def whole(values: Values, t: Totals) -> int:
        return sum(task.game(values)[0]) if t.whole is None else t.whole

    def instead(name: str, what: str, answer: Answer) -> tuple[str, str, Answer]:
        return (name, f"it prints {what}; the task asks for {asked.what}", answer)

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


def one_answer(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """One answer to everything; a row without an answer speaks against it."""
    answers = {fact.got for fact in facts}
    if len(answers) == 1 and len(facts) > 1 and (answer := answers.pop()) is not None:
        yield always(answer)


def always(answer: str) -> Mistake:
    """The mistake of a program that never looks at the row."""
    return Mistake(
        "one answer to everything", f"it prints {answer} whatever the row is", lambda values: answer
    )


def unfilled_table(task: Task, facts: Sequence[Fact]) -> Iterator[Mistake]:
    """The last length of a table is never computed: one answer to all rows but the shortest."""
    for known in (1, 2):  # so many cards are filled in before the loop over lengths begins
        answers = {fact.got for fact in facts if len(fact.values) > known}
        if len(answers) == 1 and (answer := answers.pop()) is not None:

            def says(values: Values, known: int = known, answer: str = answer) -> str:
                return answer if len(values) > known else task.answer(values)

            meaning = UNFILLED.format(f"prints {answer}", count_cards(known))
            yield Mistake("stops a length early", meaning, says)


def exact_mistakes(task: Task) -> Iterator[Mistake]:
    """Single mistakes that say every answer; none where nobody knows what an exercise asks."""
    if task.own is not None:
        return
    for name, meaning, solve in solving_mistakes(task):
        yield _of(task, name, meaning, solve)
    if task.rules.plain:
        yield Mistake("stops a card early", STOPS, lambda values: _without_single_cards(values, task))
    if len(task.opponents) == 1:
        for name, meaning, answer in printing_mistakes(task):
            yield _of(task, name, meaning, lambda values, who: task.totals(values), answer)
    elif ASKS[task.asks].size > 1:
        swapped = "the two numbers in the other order"
        meaning = f"it prints {swapped}; the task asks for {ASKS[task.asks].what}"
        yield Mistake(swapped, meaning, lambda values: " ".join(task.answer(values).split()[::-1]))


def _without_single_cards(values: Values, task: Task) -> str | None:
    """Margins alone, 0 for a single card; a total is half of the sum and the margin, rounded down."""
    margin, whole = recursion(margins(single=0), values), sum(values)
    if ASKS[task.asks].choices:  # which ask for the sign of 2 first - sum alone
        return ASKS[task.asks].answer(2 * whole, Totals(whole + margin, whole - margin))
    answers = {"margin": margin, "first": (whole + margin) // 2, "second": (whole - margin) // 2}
    return str(answers[task.asks]) if task.asks in answers else None


def _of(task: Task, name: str, meaning: str, solve: Solve, answer: Answer | None = None) -> Mistake:
    """The mistake of a program that solves so, and prints this of it, or what is asked."""

    def says(values: Values) -> str:
        return answer(values, solve(values, task.opponent)) if answer else task.answer(values, solve)

    return Mistake(name, meaning, says)


def pairs_of_mistakes(task: Task) -> Iterator[Mistake]:
    """Two mistakes together: one in solving, and another in printing."""
    if len(task.opponents) > 1 or task.own is not None:
        return
    for name, meaning, solve in solving_mistakes(task):
        for other, means, answer in printing_mistakes(task):
            yield _of(task, f"{name}, and {other}", f"{meaning}; and {means}", solve, answer)


def with_overflow(exactly: Iterable[Mistake]) -> Iterator[Mistake]:
    """A mistake that says every answer, and sums that leave 32 bits as well."""
    for mistake in exactly:

        def says(values: Values, mistake: Mistake = mistake) -> str | None:
            return None if overflows(values) else mistake.says(values)

        yield Mistake(
            f"{mistake.name}, and {OVERFLOW}",
            f"{mistake.meaning}; sums that do not fit in 32 bits are wrong, too: use 64-bit integers",
            says,
        )


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


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
