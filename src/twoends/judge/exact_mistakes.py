"""Mistakes that say every answer of a program that makes them: another game, player, or number printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from twoends.judge.mistakes import Fact, Mistake
from twoends.judge.tasks import ASKS, Task, Totals, Values, count_cards, totals
from twoends.rules.numbers import Exact
from twoends.rules.opponents import every_opponent, opponent
from twoends.rules.replies import Opponent

Solve = Callable[[Values, Opponent], Totals]

Choice = Callable[[Exact, Exact, Exact, Exact], Exact]
"""Your own move: (left card, right card, total of taking left, of taking right) -> the total you go for."""


def constant(facts: Sequence[Fact]) -> Iterator[Mistake]:
    """One answer to everything; a row without an answer speaks against it."""
    answers = {fact.got for fact in facts}
    if len(answers) == 1 and len(facts) > 1 and (answer := answers.pop()) is not None:
        yield Mistake(
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
    """Mistakes that say every answer."""
    yield from _wrong_opponents(task)
    yield from _wrong_players(task)
    yield from _wrong_answers(task)


def _wrong_opponents(task: Task) -> Iterator[Mistake]:
    """The right question against somebody else."""
    for meant in task.opponents:
        for other in every_opponent(stochastic=False):
            if other.name == meant.name and (other.ties == meant.ties or task.ties_open):
                continue

            def solve(
                values: Values, who: Opponent, meant: Opponent = meant, other: Opponent = other
            ) -> Totals:
                return totals(values, other if who == meant else who)

            if other.name == meant.name:
                yield _answering(
                    task,
                    "wrong ties",
                    f"where both ends are equal its {meant.name} opponent takes the {other.ties} one; "
                    f"the task says {meant.ties}",
                    solve,
                )
            else:
                ties = f" (ties {other.ties})" if other.ties else ""
                yield _answering(
                    task,
                    f"{other.name} opponent instead of {meant.name}",
                    f"it solves the row against {_a(other.name)} opponent{ties}; "
                    f"the task has {_a(meant.name)} one",
                    solve,
                )


def _wrong_players(task: Task) -> Iterator[Mistake]:
    """You do not play best, or the sweep begins wrongly."""
    larger: dict[str, Choice] = {
        "left": lambda left, right, one, other: one if left >= right else other,
        "right": lambda left, right, one, other: one if left > right else other,
    }
    against = {str(who): who for who in (*task.opponents, opponent("greedy right"), opponent("greedy left"))}
    for ties in larger:
        for other in against.values():

            def greedily(values: Values, who: Opponent, ties: str = ties, other: Opponent = other) -> Totals:
                chosen = other if len(task.opponents) == 1 else who
                return _sweep(values, chosen, larger[ties])

            yield _answering(
                task,
                "plays greedily",
                "you take the larger end at every move instead of the best one",
                greedily,
            )

    def generously(values: Values, who: Opponent) -> Totals:
        return _sweep(values, who, lambda left, right, one, other: min(one, other))

    yield _answering(
        task, "takes the worse move", "you take the smaller of the two totals at your own move", generously
    )

    stops = "the last card of a game is not counted: the game ends when one card is left, not none"
    yield _answering(task, "stops a card early", stops, lambda v, who: _sweep(v, who, _best, last=0))
    yield _answering(task, "stops a card early", stops, lambda v, who: _by_sums(v, who))
    yield Mistake("stops a card early", stops, lambda v: _by_margins(v, task))
    ignores = "the last card is never looked at; so it is where the loop over lengths ends before n"
    yield _answering(task, "leaves out the last card", ignores, lambda v, who: totals(v[:-1], who))
    yield _answering(task, "leaves out the last card", ignores, lambda v, who: totals(v[:-1] or v, who))
    ignores = "the first card of the row is never looked at"
    yield _answering(task, "leaves out the first card", ignores, lambda v, who: totals(v[1:], who))
    if task.form not in ("values", "lines"):  # all others begin with the count
        counts = "it takes n, which it reads first, for the first card of the row"
        yield _answering(task, "takes n for a card", counts, lambda v, who: totals((len(v), *v), who))
    worst = "a maximum begins at 0, so that totals below 0 are never seen"
    yield _answering(
        task,
        "takes 0 for the worst total",
        worst,
        lambda v, who: _sweep(v, who, lambda left, right, one, other: max(one, other, 0)),
    )


def _wrong_answers(task: Task) -> Iterator[Mistake]:
    """Everything is computed rightly, and something else is printed."""
    asked = ASKS[task.asks]

    def instead(name: str, what: str, answer: Callable[[Values], str]) -> Mistake:
        return Mistake(name, f"it prints {what}; the task asks for {asked.what}", answer)

    if asked.choices:
        swap = dict(zip(asked.choices, (*asked.choices[1::-1], *asked.choices[2:]), strict=True))
        yield instead("the opposite", "the opposite", lambda values: swap[task.answer(values)])
        if task.asks in ("wins", "not-beaten"):  # they differ on a draw alone
            other, drawn = ("wins", "loss") if task.asks == "not-beaten" else ("not-beaten", "win")
            yield instead(
                f"a draw counted as a {drawn}",
                ASKS[other].what,
                lambda values: ASKS[other].answer(values, totals(values, task.opponent)),
            )
    elif asked.size > 1:
        swapped = "the two numbers in the other order"
        yield instead(swapped, swapped, lambda values: " ".join(task.answer(values).split()[::-1]))
    else:
        for other in {"first", "second", "margin"} - {task.asks}:
            name = f"{other} instead of {task.asks}"
            if "margin" in (task.asks, other):
                name = "total instead of margin" if task.asks == "margin" else "margin instead of total"

            def answer(values: Values, other: str = other) -> str:
                return ASKS[other].answer(values, totals(values, task.opponent))

            yield instead(name, ASKS[other].what, answer)
        if task.asks == "margin":
            opponents = "the opponent's margin"
            yield instead(opponents, opponents, lambda values: str(-int(task.answer(values))))
        elif task.opponent != opponent("optimal"):  # against them it is the total of the other one to move
            opponents = "the opponent's total"
            yield instead(opponents, opponents, lambda values: str(sum(values) - int(task.answer(values))))


def _answering(task: Task, name: str, meaning: str, solve: Solve) -> Mistake:
    return Mistake(name, meaning, lambda values: task.answer(values, solve))


def _best(left: Exact, right: Exact, take_left: Exact, take_right: Exact) -> Exact:
    return max(take_left, take_right)


def _sweep(
    values: Values,
    opponent: Opponent,
    choose: Choice,
    last: int = 1,
) -> Totals:
    """Both recurrences with another rule for your own move; a last single card counts `last` times."""
    n = len(values)
    reply = opponent.over(values)
    yours: list[int] = [0] * (n + 1)
    theirs: list[int] = [0] * (n + 1)
    for length in range(1, n + 1):
        f, g = yours, theirs
        yours, theirs = [], []
        for i in range(n + 1 - length):
            left, right = values[i], values[i + length - 1]
            if length == 1:
                left = right = left * last
            yours.append(int(choose(left, right, left + g[i + 1], right + g[i])))
            theirs.append(int(reply(i, i + length, f[i + 1], f[i])))
    return yours[0], theirs[0]


def _by_sums(values: Values, opponent: Opponent) -> Totals:
    """Two calls and the sum of the interval, with nothing for a single card."""
    totals_ = [0] * len(values)
    for length in range(2, len(values) + 1):
        totals_ = [
            sum(values[i : i + length]) - min(totals_[i + 1], totals_[i])
            for i in range(len(values) + 1 - length)
        ]
    first = totals_[0] if values else 0
    return first, sum(values) - first


def _by_margins(values: Values, task: Task) -> str | None:
    """Margins alone, 0 for a single card; a total is half of the sum and the margin, rounded down."""
    n = len(values)
    margins = [0] * n
    for length in range(2, n + 1):
        margins = [
            max(values[i] - margins[i + 1], values[i + length - 1] - margins[i])
            for i in range(n + 1 - length)
        ]
    doubled = sum(values) + margins[0]
    answers = {"margin": margins[0], "first": doubled // 2, "second": (sum(values) - margins[0]) // 2}
    return str(answers[task.asks]) if task.asks in answers else None


def _a(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"
