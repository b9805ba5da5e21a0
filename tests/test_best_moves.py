"""What a player wants: the largest margin and then the largest own total, the same for every part of twoends.

The plain recursion of rules_oracle, which shares no code with the package, says which moves are best.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest

import rules_oracle
import twoends
from twoends import Game, parse, review, solve
from twoends.answers import policies
from twoends.answers.lines import graph
from twoends.puzzles.depths import has_depth
from twoends.rules.moves import Move
from twoends.views.scoresheet import marks_text, review_text

RULES = (
    "take any, score rest",
    "take 2-any",
    "score turn",
    "take 2-any left, merge",
    "take 1-2, score 3/2/1",
)
"""Rules under which the totals have no fixed sum."""

OPPONENTS = ("optimal", "greedy right", "generous")

VALUES = (-2, 0, 1, 3)


def named(move: tuple[str, int]) -> Move:
    side, count = move
    return Move("L" if side == "L" else "R", count)


def rows(rules: str) -> Iterator[tuple[int, ...]]:
    """All rows of one and two cards, and some longer ones."""
    for n in (1, 2):
        yield from product(VALUES, repeat=n)
    yield from ((1, -2, 3), (3, 0, -2))  # a loss that is small, and turns nothing, but would if doubled
    random = Random(rules)
    for _ in range(25):
        yield tuple(random.choices(VALUES, k=random.randrange(3, 6)))


def outcomes(rules: str, row: tuple[int, ...], name: str, *, you_first: bool) -> dict[Move, tuple[int, int]]:
    """Both totals after each first move: the mover's, then the other player's."""
    found = rules_oracle.outcomes(
        rules_oracle.dials(rules), row, 0, 1, you_first, rules_oracle.opponent_of(name)
    )
    return {
        named(move): (yours, theirs) if you_first else (theirs, yours) for move, (yours, theirs), _ in found
    }


def best_of(totals: dict[Move, tuple[int, int]]) -> list[Move]:
    pairs = {move: (own - other, own) for move, (own, other) in totals.items()}
    return [move for move, pair in pairs.items() if pair == max(pairs.values())]


@pytest.mark.parametrize("rules", RULES)
def test_solve_tables_policies_and_reviews_call_the_same_moves_best(rules: str) -> None:
    equal = 0
    for row, name in product(rows(rules), OPPONENTS):
        totals = outcomes(rules, row, name, you_first=True)
        if not totals:
            continue
        game, best, where = (
            Game(row, opponent=name, rules=rules),
            best_of(totals),
            f"{row} / {rules} / {name}",
        )
        assert list(solve(game).best) == best, where
        assert list(policies.choices(game)(game.state)) == best, where
        assert policies.best_response(game)(game.state, Random(1)) == best[0], where
        assert list(twoends.table(row, name, rules=rules)[0, len(row)].best) == best, where
        node = graph(game)[0]
        assert ([edge.move for edge in node.edges if edge.played], node.total) == (best, totals[best[0]][0])
        for after in map(game.play, totals):
            reply = None if after.over else policies.policy(after)(after.state, Random(1))
            assert solve(game).reply(after.ends[-1]) == reply, f"{where}, {after}"
        equal += reviewed_alike(game, totals)
        if name == "optimal":
            of_theirs = outcomes(rules, row, name, you_first=False)
            equal += reviewed_alike(Game(row, False, rules=rules), of_theirs)
            margins = [own - other for own, other in totals.values()]
            if margins.count(max(margins)) > 1:
                assert not any(has_depth(game, depth) for depth in range(1, len(row) + 1)), where
    assert equal, "no row has a move of equal margin and smaller own total"


def reviewed_alike(game: Game, totals: dict[Move, tuple[int, int]]) -> int:
    """Compare the review of each first move; return how many are equal to the best ones, and not best."""
    margins, best = {move: own - other for move, (own, other) in totals.items()}, best_of(totals)
    equal = 0
    for move in totals:
        judged = review(game.play(move)).moves[0]
        assert list(judged.best) == best, f"{game}, {move}: {judged}"
        assert judged.loss == max(margins.values()) - margins[move], f"{game}, {move}: {judged}"
        assert (judged.mark == "best") == (move in best), f"{game}, {move}: {judged}"
        assert (judged.mark == "equal") == (not judged.loss and move not in best), f"{game}, {move}"
        cards, before, after = game.shape.cards.values, max(margins.values()), margins[move]
        turned = (before > 0) - (before < 0) != (after > 0) - (after < 0)
        large = 4 * (before - after) >= max(cards) - min(cards)
        if judged.loss:
            assert judged.mark == ("blunder" if turned or large else "inaccuracy"), (
                f"{game}, {move}: {judged}"
            )
        equal += judged.mark == "equal"
    return equal


def test_a_review_explains_the_mark_equal_where_it_occurs_and_losses_by_the_rules() -> None:
    meaning = "equal       leaves the margin of a best move, but the mover a smaller total"
    for rules, is_of_the_total in (("", True), ("/ stop 2", False)):
        judged = review(parse(f"8 15 3 {rules} / first / L"))
        assert ("the margin falls by twice that" in marks_text(judged)) == is_of_the_total
    for move, is_said in (("R2", True), ("R3", False)):
        judged = review(parse(f"-4 2 3 1 / take 2-any / first / {move}"))
        assert (meaning in marks_text(judged)) == is_said, move
        assert ("equal" in review_text(judged)) == is_said, move
