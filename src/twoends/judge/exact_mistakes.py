"""Mistakes that say every answer of a program that makes them: another game, player, or number printed.

One that solves wrongly (`solving`) and one that prints something else (`printing`) may come together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from twoends.judge.mistakes import Fact, Mistake
from twoends.judge.tasks import ASKS, Task, Totals, Values, count_cards, totals
from twoends.judge.wrong_sweeps import (
    Choice,
    adding,
    best,
    both_worst,
    by_margins,
    by_places,
    by_sums,
    sweep,
    without_pairs,
)
from twoends.rules.opponents import every_opponent, opponent
from twoends.rules.preferences import Opponent

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

            yield Mistake(
                "stops a length early",
                f"it prints {answer} for every row of more than {count_cards(known)}; "
                "so does a table whose loop over lengths ends before n",
                says,
            )


def exact(task: Task) -> Iterator[Mistake]:
    """Single mistakes that say every answer."""
    for name, meaning, solve in solving(task):
        yield _of(task, name, meaning, solve)
    stops = "the last card of a game is not counted: the game ends when one card is left, not none"
    yield Mistake("stops a card early", stops, lambda values: by_margins(values, task))
    if len(task.opponents) == 1:
        for name, meaning, answer in printing(task):
            yield _of(task, name, meaning, totals, answer)
    elif ASKS[task.asks].size > 1:
        swapped = "the two numbers in the other order"
        meaning = f"it prints {swapped}; the task asks for {ASKS[task.asks].what}"
        yield Mistake(swapped, meaning, lambda values: " ".join(task.answer(values).split()[::-1]))


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


def solving(task: Task) -> Iterator[Solving]:
    """Mistakes in solving."""
    yield from _wrong_opponents(task)
    yield from _wrong_players(task)
    yield from _wrong_cards(task)
    yield from _unfilled_totals()


def _wrong_opponents(task: Task) -> Iterator[Solving]:
    """The right question against somebody else."""
    for meant in task.opponents:
        for other in every_opponent(stochastic=False):
            # Who looks ahead likes two moves equally only where they bring the same.
            same_ties = other.ties == meant.ties or not meant.looks_at_cards
            if other.name == meant.name and (same_ties or task.ties_open):
                continue

            def solve(
                values: Values, who: Opponent, meant: Opponent = meant, other: Opponent = other
            ) -> Totals:
                return totals(values, other if who == meant else who)

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


def _wrong_players(task: Task) -> Iterator[Solving]:
    """You do not play best, or the sweep begins wrongly."""
    larger: dict[str, Choice] = {
        "left": lambda left, right, one, other: one if left >= right else other,
        "right": lambda left, right, one, other: one if left > right else other,
    }
    greedy = [who for who in every_opponent() if who.name == "greedy"]
    against = {str(who): who for who in (*task.opponents, *greedy)}
    for ties in larger:
        for rival in against.values():

            def greedily(values: Values, who: Opponent, ties: str = ties, rival: Opponent = rival) -> Totals:
                chosen = rival if len(task.opponents) == 1 else who
                return sweep(values, chosen, larger[ties])

            means = "you take the larger end at every move instead of the best one"
            yield Solving("plays greedily", means, greedily)

    yield Solving(
        "takes the worse move",
        "you take the smaller of the two totals at your own move",
        lambda v, who: sweep(v, who, lambda left, right, one, other: min(one, other)),
    )
    means = "it takes the smaller of the two margins at every move, yours and the opponent's"
    yield Solving("takes the worse move", means, lambda v, who: both_worst(v))
    stops = "the last card of a game is not counted: the game ends when one card is left, not none"
    yield Solving("stops a card early", stops, lambda v, who: sweep(v, who, best, last=0))
    yield Solving("stops a card early", stops, lambda v, who: by_sums(v))
    means = "two last cards are worth nothing: that a recursion by two cards ends with them is left out"
    yield Solving("leaves out two last cards", means, lambda v, who: without_pairs(v))
    means = "a maximum begins at 0, so that totals below 0 are never seen"
    yield Solving(
        "takes 0 for the worst total",
        means,
        lambda v, who: sweep(v, who, lambda left, right, one, other: max(one, other, 0)),
    )
    means = "both of what the opponent may leave you is added, where they leave you only the smaller one"
    yield Solving("adds both replies", means, lambda v, who: adding(v))
    means = "what the opponent gets is added instead of taken away, so that every card counts as yours"
    yield Solving("adds what the opponent gets", means, lambda v, who: (sum(v), 0))
    means = "you take all cards in even places, or all in odd ones, whichever is more: often not the most"
    yield Solving("all even or all odd places", means, lambda v, who: by_places(v))


def _wrong_cards(task: Task) -> Iterator[Solving]:
    """The right game on other cards than those that were given."""
    means = "the last card is never looked at; so it is where the loop over lengths ends before n"
    yield Solving("leaves out the last card", means, lambda v, who: totals(v[:-1], who))
    yield Solving("leaves out the last card", means, lambda v, who: totals(v[:-1] or v, who))
    means = "the first card of the row is never looked at"
    yield Solving("leaves out the first card", means, lambda v, who: totals(v[1:], who))
    means = "it goes one place past the end of the row, and finds a 0 there"
    yield Solving("reads past the end", means, lambda v, who: totals((*v, 0), who))
    yield Solving("reads past the end", means, lambda v, who: totals((*v[1:], 0), who))
    means = "it begins one place before the row, and finds a 0 there"
    yield Solving("reads before the beginning", means, lambda v, who: totals((0, *v), who))
    yield Solving("reads before the beginning", means, lambda v, who: totals((0, *v[:-1]), who))
    means = "it sorts the row, where the order of the cards is the game"
    yield Solving("sorts the row", means, lambda v, who: totals(tuple(sorted(v)), who))
    yield Solving("sorts the row", means, lambda v, who: totals(tuple(sorted(v, reverse=True)), who))
    if task.form == "count-then-lines":
        means = "it reads the first line of values, where the row goes on in the next one"
        yield Solving("reads the first line only", means, lambda v, who: totals(v[:20], who))
    if task.form not in ("values", "lines"):  # all others begin with the count
        means = "it takes n, which it reads first, for the first card of the row"
        yield Solving("takes n for a card", means, lambda v, who: totals((len(v), *v), who))


def _unfilled_totals() -> Iterator[Solving]:
    """The last length of a table is never computed, and what is printed is made of an empty cell."""
    cells: dict[str, Callable[[Values], Totals]] = {
        "0": lambda v: (0, sum(v)),
        "−1": lambda v: (-1, sum(v) + 1),
        "a margin of 0": lambda v: (sum(v) // 2, sum(v) - sum(v) // 2),
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

            yield Solving(
                "stops a length early",
                f"it finds {cell} for every row of more than {count_cards(known)}; "
                "so does a table whose loop over lengths ends before n",
                solve,
            )


def printing(task: Task) -> Iterator[Printing]:
    """Everything is computed rightly, and something else is printed."""
    asked = ASKS[task.asks]

    def instead(name: str, what: str, answer: Answer) -> Printing:
        return Printing(name, f"it prints {what}; the task asks for {asked.what}", answer)

    if asked.choices:
        swap = dict(zip(asked.choices, (*asked.choices[1::-1], *asked.choices[2:]), strict=True))
        yield instead("the opposite", "the opposite", lambda values, t: swap[asked.answer(values, t)])
        yield instead("second instead of first", "whether you, moving second, do so",
                      lambda values, t: asked.answer(values, (sum(values) - t[0], t[0])))  # fmt: skip
        if task.asks in ("wins", "not-beaten"):  # they differ on a draw alone
            other, drawn = ("wins", "loss") if task.asks == "not-beaten" else ("not-beaten", "win")
            yield instead(f"a draw counted as a {drawn}", ASKS[other].what, ASKS[other].answer)
            rounded = "whether your total is at least half of the sum, rounded down"
            yield instead("half of the sum is rounded down", rounded,
                          lambda values, t: str(t[0] >= sum(values) // 2).lower())  # fmt: skip
    elif asked.size > 1:
        swapped = "the two numbers in the other order"
        yield instead(swapped, swapped, lambda values, t: " ".join(asked.answer(values, t).split()[::-1]))
    else:
        for other in ("first", "second", "margin"):
            if other != task.asks:
                name = f"{other} instead of {task.asks}"
                if "margin" in (task.asks, other):
                    name = "total instead of margin" if task.asks == "margin" else "margin instead of total"
                yield instead(name, ASKS[other].what, ASKS[other].answer)
        if task.asks == "margin":
            opponents = "the opponent's margin"
            yield instead(opponents, opponents, lambda values, t: str(sum(values) - 2 * t[0]))
        elif task.opponent != opponent("optimal"):  # against them it is the total of the other one to move
            opponents = "the opponent's total"
            yield instead(opponents, opponents,
                          lambda values, t: str(sum(values) - int(asked.answer(values, t))))  # fmt: skip


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
