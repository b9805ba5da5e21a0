"""Other rules: every setting and every opponent, compared with a plain recursion that shares no code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

import twoends
from rules_oracle import dials, opponent_of, outcomes, play, score, value
from twoends import LEFT, Board, Circle, Game, Row, Rules, optimal_lines, parse, review, solve, write
from twoends.answers import policies
from twoends.answers.lines import graph
from twoends.engine import search
from twoends.engine.costs import states_of
from twoends.puzzles.depths import has_depth
from twoends.rules import limits
from twoends.rules.moves import Move
from twoends.rules.opponent_names import add_trembling, custom_opponent, opponent
from twoends.rules.rulebook import Position, Rulebook, State
from twoends.rules.shapes import Shape

RULES = (
    "take 1 either", "take 2 either", "take 1-2 either", "take 1-3 either", "take 2-3 either",
    "take any either", "take 2-any either",
    "take 1 left", "take 1-3 left", "take 2-4 left", "take any left",
    "take 3-any left", "take 1-2M left", "take 1-3 right", "take any right", "take 1-2M right", "score rest",
    "take 1-2 either, score rest", "take any either, score rest", "take 1-2M left, score rest",
    "take 1-3 right, score rest", "score turn", "take 1-2 either, score turn", "take any left, score turn",
    "take 2-any left, merge", "take 2-3 right, merge", "take 2-any right, score turn, merge",
    "take 2-3 left, score turn, merge", "turns A", "turns ABBA", "turns AAB", "take 1-2 either, turns ABBA",
    "take any left, turns ABBAB", "take 1-2M left, turns ABB", "stop 3", "take 1-3 either, stop 4",
    "take any left, stop 2", "take 2-any left, merge, stop 2", "turns A, stop 3", "score turn, turns A",
    "take any either, score rest, turns ABBA", "take 1-2 left, score turn, turns AAB, stop 4",
    "score 3/-1/2", "take 1-2 either, score 2/5/-3/1, turns ABBA", "take any left, score 4/",
    "take 1-2M right, score 1/2/3, stop 2", "score 5/0/-2/3, turns A", "score 2^turn",
    "take 2-any left, score 2^turn, merge", "take 1-3 either, score 2^turn, turns ABB",
)  # fmt: skip
"""Every setting, alone and with others."""

OPPONENTS = (
    "optimal", "greedy left", "greedy right", "greedy random", "modest left", "modest right", "modest random",
    "generous", "random", "optimal trembling 1/4", "greedy left trembling 1/2", "middle",
    "left", "right", "right trembling 1/4", "middle trembling 1/4",
)  # fmt: skip

VALUES = range(-2, 4)


def middle(position: Position) -> Move:
    """A custom player: the middle one of the legal moves."""
    moves = position.moves()
    return moves[len(moves) // 2]


def opponent_named(name: str) -> Any:
    if "middle" not in name:
        return opponent(name)
    return add_trembling(custom_opponent(middle, "middle"), name.partition("trembling ")[2] or 0)


def opponents_under(rules: str) -> tuple[str, ...]:
    """All opponents, or one who never moves."""
    return ("optimal",) if "turns A" in rules.replace("turns AA", "").replace("turns AB", "") else OPPONENTS


def letter_and_count(move: Move) -> tuple[str, int]:
    return str(move.end), move.cards


def agrees(rules: str, row: tuple[Any, ...], name: str, method: str = "top-down") -> None:
    """Compare `solve` with the recursion: both pairs, the pair after each first move, and replayed lines."""
    solved = solve(row, opponent_named(name), rules=rules, method=method)
    where = f"{row} / {rules} / {name} / {method}"
    expected: Any = score(rules, row, name)
    assert (solved.first, solved.theirs_first) == expected, f"{where}: expected {expected}, got {solved!r}"
    assert solved.margin_first == expected[0] - expected[1], where
    assert solved.sum == sum(row), where
    if Rules.of(rules).alone:
        assert (solved.second, solved.go_first, solved.order_irrelevant) == (None, None, False), where
        assert solved.line == solve(row, rules=rules, method="top-down").line, where
    else:
        expected = score(rules, row, name, you_first=False)
        got = (solved.second, solved.theirs_second)
        assert got == expected, f"{where}, second: expected {expected}, got {got}"
        ahead = solved.margin_first - (expected[0] - expected[1])
        assert (solved.go_first, solved.order_irrelevant) == (ahead >= 0, ahead == 0), where
    after = outcomes(dials(rules), row, 0, 1, True, opponent_of(name))
    expected = {(end, count): pair for (end, count), pair, _ in after}
    pairs = {letter_and_count(move.move): (move.total, move.theirs) for move in solved.moves}
    assert pairs == expected, f"{where}: expected {expected}, got {pairs}"
    for you_first, line, promised in (
        (True, solved.line, (solved.first, solved.theirs_first)),
        (False, solved.line_second, (solved.second, solved.theirs_second)),
    ):
        if line is not None:
            game = Game(row, you_first, line, rules=rules)
            assert game.over, f"{where}: {line} stops early"
            assert line.counted == (not game.rules.one_card), f"{where}: {line}"
            assert game.totals == promised, f"{where}: {line}: expected {promised}, got {game.totals}"
        else:
            assert (not you_first and solved.second is None) or solved.opponent.stochastic, where


@pytest.mark.parametrize("way", ["searched", "swept in Python", "swept in arrays"])
@pytest.mark.parametrize("rules", RULES)
def test_search_and_sweeps_agree_with_the_recursion_for_every_setting_and_opponent(
    rules: str, way: str, request: pytest.FixtureRequest
) -> None:
    """Python sweeps against every opponent, on rows of up to six cards; the other ways against some."""
    random, method = Random(rules), "top-down" if way == "searched" else "auto"
    opponents = opponents_under(rules)
    if way == "swept in Python":
        lengths: Sequence[int] = range(7)
    else:
        lengths, opponents = (3, 6), ("optimal", *opponents[RULES.index(rules) % 4 + 1 :: 4])
    if way == "swept in arrays":
        request.getfixturevalue("always_compiled")
    for name in opponents:
        for n in lengths if name == "optimal" else (5,):
            agrees(rules, tuple(random.choices(VALUES, k=n)), name, method)
    for each in {method, "exhaustive" if way == "searched" else method}:
        agrees(rules, (Fraction(1, 2), 3, Fraction(-2, 3), 1), "optimal", each)


@pytest.mark.parametrize("rules", RULES)
def test_expectations_in_floats_are_within_their_stated_error(
    rules: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "MAX_CARDS_EXACT_BY_CHANCE", 3)
    row = tuple(Random(rules).choices([Fraction(each, 10) for each in VALUES], k=6))
    for name in opponents_under(rules):
        solved = solve(row, opponent_named(name), rules=rules)
        assert (solved.error > 0) == solved.opponent.stochastic, name
        assert tuple(policies.choices(solved.game)(solved.game.state)) == solved.best, name
        pairs = (solved.first, solved.theirs_first), (solved.second, solved.theirs_second)
        for you_first, pair in zip((True, False)[: 1 if solved.second is None else 2], pairs, strict=False):
            for got, expected in zip(pair, score(rules, row, name, you_first), strict=True):
                where = f"{row} / {rules} / {name}: {got}, expected {expected}"
                assert abs(Fraction(got) - expected) <= solved.error < 1e-9, where


@pytest.mark.parametrize("rules", RULES)
def test_sweeps_and_search_agree_with_the_recursion_on_games_in_progress(rules: str) -> None:
    """A game in progress keeps its move number, its M and its turn."""
    random, made, who = Random(rules), dials(rules), opponent_of("optimal")
    game = Game(random.choices(VALUES, k=7), rules=rules)
    cards, number, memory = tuple(game.shape.cards.values), 0, 1
    promised, losses = list[Any](), list[dict[Move, Any]]()
    for _ in range(4):  # beyond the end of those that stop after 3 moves
        swept, searched = solve(game), solve(game, method="top-down")
        you = made.turns[number % len(made.turns)] == "A"
        expected: Any = [value(made, cards, number, memory, first == you, who) for first in (True, False)]
        got = [(swept.first, swept.theirs_first), (swept.second, swept.theirs_second)]
        assert swept.sum == searched.sum == sum(cards), f"{write(game)}: {cards} are left"
        played = slice(1) if made.turns == "A" else slice(2)
        assert got[played] == expected[played], f"{write(game)}: expected {expected}, got {got}"
        for name in ("first", "second", "moves", "final"):
            expected, got = getattr(searched, name), getattr(swept, name)
            assert got == expected, f"{game!r}, {name}: expected {expected}, got {got}"
        if (line := swept.line if game.mover == "you" else swept.line_second) is not None:
            assert line in list(optimal_lines(game)), f"{game!r}: {line}"
            ended = replace(game, ends=(*game.ends, *line))
            assert ended.over
            assert ended.totals == swept.final, f"{game!r}: {line} brings {ended.totals}, not {swept.final}"
        promised.append(swept.final_margin)
        losses.append({each.move: each.loss for each in swept.moves})
        if not game.over:
            game = game.play(random.choice(game.moves()))
            end, count = letter_and_count(game.ends[-1])
            cards, _ = play(made, cards, number, (end, count))
            number, memory = number + 1, max(memory, count) if made.doubling else 1
    judged = review(game)
    assert list(judged.promised[:4]) == promised[: len(judged.promised)], f"{write(game)}: solved {promised}"
    for each, lost in zip(judged.moves, losses, strict=False):
        assert each.loss == lost[each.move], f"{write(game)}: {each}, solved {lost}"


# --- sweeps -------------------------------------------------------------------------------------


def test_their_moves_have_the_unit_of_the_cards_left() -> None:
    # The halves merge to 1, so the cards left are integers; of 70 cards the expectations are floats.
    halves = "1/2 1/2 3 4 5 6 / take 2-any left, merge / first / L2 / greedy"
    long = f"{' '.join(['1/2 3'] * 35)} / take 9 left / first / {' '.join(['L9'] * 5)} / random"
    for text in (halves, long):
        game = twoends.parse(text)
        got, expected = solve(game), solve(game, method="top-down")
        assert (got.method, got.moves) == ("bottom-up", expected.moves), text


def test_numbers_of_any_size_are_swept_exactly(always_compiled: None) -> None:
    no_floats = (2**53 + 1, -5, 2**53 + 3, 2)  # they fit, but 53 bits round them
    for rules in ("take 1-3 either", "score rest", "take 2-any left, merge", "take 1-2M left"):
        agrees(rules, (2**62, -(2**62), 2**61, 3, 2**62), "optimal", "auto")
        agrees(rules, no_floats, "greedy left", "auto")
        agrees(rules, (-(2**62),) * 4, "optimal", "auto")
    agrees("score 1/-1000000000/1/1", (2**50, -(2**50), 3, 2**50), "optimal", "auto")
    agrees("take 1-2M left, turns ABB", (1, 3, -2, 1, -2, 0, 3), "optimal", "auto")  # M was not the last move
    late = solve(Game((*[0] * 600, 2**54, 2**54), ends=[LEFT] * 600, rules="score turn"))
    assert late.first == 601 * 2**54 > 2**63, "the 601st move earns its card 601 times"
    rules, long = "take 1-2 left, score rest", [2**46] * 2_000  # 2**57 in all, earned again and again
    expected, got = solve(long, rules=rules, method="bottom-up").first, solve(long, rules=rules).first
    assert got == expected > 2**63, f"expected {expected}, got {got}"
    merged = solve(long, rules="take 2 left, merge").first
    assert merged == 1_001_000 * 2**46 > 2**63, "2 + 4 + … + 2,000 cards"


@pytest.mark.usefixtures("always_compiled")
@pytest.mark.parametrize("rules", ["take 1 either", "take 1-2 either", "score rest", "take 2 either"])
@pytest.mark.parametrize("name", ["generous right", "generous random", "optimal right", "optimal random"])
def test_a_line_breaks_the_ties_of_an_opponent_by_totals_as_the_search_does(rules: str, name: str) -> None:
    """Random ties are broken to the left, in a line."""
    folds = Rules.of(rules).plain and "optimal" in name  # auto does, and takes another line
    random = Random(rules)
    rows = [[0] * 5, [2, 1, 0, 1, 1], *(random.choices(range(-1, 3), k=5) for _ in range(20))]
    for row, around in product(rows, (False, Rules.of(rules).plain)):
        shape: Any = Circle(row) if around else row
        searched = solve(shape, name, rules=rules, method="top-down")
        for method in ("bottom-up", "bottom-up" if folds else "auto"):
            swept = solve(shape, name, rules=rules, method=method)
            assert (swept.line, swept.line_second) == (searched.line, searched.line_second), (shape, method)


@pytest.mark.parametrize("rules", RULES[::2])
def test_each_cell_of_a_table_is_a_new_game_of_the_remaining_cards(rules: str) -> None:
    pytest.importorskip("numpy", reason="needs NumPy: the extra fast")
    made, random = Rules.of(rules), Random(rules)
    row = tuple(random.choices(VALUES, k=4))
    for name in opponents_under(rules)[:2]:
        table = twoends.table(row, name, rules=rules)
        arrays = [] if made.alone else table.to_numpy()
        for start in range(5):
            for stop in range(start, 5):
                left, right = row[:start], row[stop:]
                if (made.ends == "left" and right) or (made.ends == "right" and left):
                    with pytest.raises(IndexError, match="not a position of 4 cards"):
                        table[start, stop]
                    assert not any(array[start, stop] for array in arrays), (rules, start, stop)
                    continue
                rest = (*([sum(left)] if made.merge and left else []), *row[start:stop])
                rest = (*rest, *([sum(right)] if made.merge and right else []))
                cell, alone = table[start, stop], solve(rest, name, rules=rules)
                second, theirs = (None, None) if made.alone else (alone.second, alone.theirs_second)
                expected = alone.first, second, alone.theirs_first, theirs, alone.best
                where = f"{row}[{start}:{stop}] / {rules}"
                assert tuple(cell) == expected, f"{where}: expected {expected}, got {cell}"
                assert all(array[start, stop] == of for array, of in zip(arrays, expected, strict=False)), (
                    where
                )


# --- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", RULES)
def test_texts_of_rules_and_games_round_trip(rules: str) -> None:
    assert str(Rules.of(rules)) == rules
    assert Rules.of(str(Rules.of(rules.upper().replace("TURNS ", "turns ")))) == Rules.of(rules)
    random = Random(rules)
    for _ in range(5):
        game = Game(random.choices(VALUES, k=7), random.random() < 0.5, rules=rules)
        while game.moves() and random.random() < 0.9:
            game = game.play(random.choice(game.moves()))
        assert parse(write(game)) == game, write(game)


# --- numbers of positions and games, estimated in advance --------------------------------------


SHAPES: list[Shape] = [Row.of([3, 1, 2, 5, 1, 4]), Circle([2, 8, 1, 10]), Board.read("1 2 | [3 7 4")]
LONG: list[Shape] = [Row.of(range(15))]  # after 2, 2, 2 cards M is not what it is after 1, 2, 3
SMALL: list[Shape] = [Row.of([]), Row.of([1]), Circle([1]), Circle([1, 2]), Board.read("6 | [2"), Board.of()]


def books(rules: str) -> list[Rulebook]:
    made = Rules.of(rules)
    on_rows = made.merge or made.score != "cards"
    shapes = SHAPES[:1] if on_rows else SHAPES + SMALL * made.plain + LONG * made.doubling
    return [Rulebook(shape, you_first=True, rules=made) for shape in shapes]


def games(book: Rulebook, state: State) -> int:
    moves = book.moves(state)
    return sum(games(book, book.after(state, move)) for move in moves) if moves else 1


@pytest.mark.parametrize("rules", RULES)
def test_games_and_positions_are_counted_without_playing_them(rules: str) -> None:
    for book in books(rules):
        expected, got = games(book, book.start), search.games_of(book, book.start)
        assert got == expected, f"{book.shape} / {rules}: expected {expected}, got {got}"
        game = Game(book.shape, book.you_first, rules=book.rules)
        searching = search.Search(game)
        searching.totals(book, [book.start])
        most, got = states_of(book, book.start), searching.positions
        assert len(graph(game)) == got, f"{book.shape} / {rules}: each position once"
        exactly = book.rules.plain and not isinstance(book.shape, Circle)
        fits = got == most if exactly else got <= most <= (6 if isinstance(book.shape, Row) else 24) * got
        assert fits, f"{book.shape} / {rules}: {most} estimated, got {got}"


# --- the best moves: the largest margin and then the largest own total, the same everywhere --------


OPEN_SUMS = (
    "take any, score rest",
    "take 2-any",
    "score turn",
    "take 2-any left, merge",
    "take 1-2, score 3/2/1",
)
"""Rules under which the totals have no fixed sum."""

SOME_VALUES = (-2, 0, 1, 3)


def rows(rules: str) -> Iterator[tuple[int, ...]]:
    """All rows of one and two cards, and some longer ones."""
    for n in (1, 2):
        yield from product(SOME_VALUES, repeat=n)
    yield from ((1, -2, 3), (3, 0, -2))  # a loss that is small, and turns nothing, but would if doubled
    random = Random(rules)
    for _ in range(25):
        yield tuple(random.choices(SOME_VALUES, k=random.randrange(3, 6)))


def both_after(
    rules: str, row: tuple[int, ...], name: str, *, you_first: bool
) -> dict[Move, tuple[int, int]]:
    """Both totals after each first move: the mover's, then the other player's."""
    found = outcomes(dials(rules), row, 0, 1, you_first, opponent_of(name))
    return {
        Move("L" if move[0] == "L" else "R", move[1]): (yours, theirs) if you_first else (theirs, yours)
        for move, (yours, theirs), _ in found
    }


def best_of(totals: dict[Move, tuple[int, int]]) -> list[Move]:
    pairs = {move: (own - other, own) for move, (own, other) in totals.items()}
    return [move for move, pair in pairs.items() if pair == max(pairs.values())]


@pytest.mark.parametrize("rules", OPEN_SUMS)
def test_solve_tables_policies_and_reviews_call_the_same_moves_best(rules: str) -> None:
    equal = 0
    for row, name in product(rows(rules), ("optimal", "greedy right", "generous")):
        totals = both_after(rules, row, name, you_first=True)
        if not totals:
            continue
        game, best, where = (
            Game(row, opponent=name, rules=rules),
            best_of(totals),
            f"{row} / {rules} / {name}",
        )
        assert list(solve(game).best) == best, where
        order = [(each.loss, 0 if each.loss else -each.total) for each in solve(game).moves]
        assert order == sorted(order), f"{where}: best first, of equal margins the larger total: {order}"
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
            of_theirs = both_after(rules, row, name, you_first=False)
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
