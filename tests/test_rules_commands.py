"""Other rules on the command line: every command with valid rules and with malformed ones."""

from __future__ import annotations

import shlex
from itertools import product

import pytest

import rules_oracle
from command_line import refused, run
from twoends import Game, parse, puzzles, solve, write
from twoends.puzzles import depths
from twoends.rules.rules import Rules

VALID = [
    ("solve '1 2 3 7 / second / -'", "take 1-3 left", "", "With best play it ends 7 : 6, you win by 1."),
    ("solve --format lines --question margin -", "take 1-3 left", "1 2 3 7\n1 2 3 -9\n", "-1\n15\n"),
    ("explain 1 2 3 7", "take 1-3 left", "", "   2  2      12 : 0     L3"),
    ("explain '2 1 3 3' -o greedy", "take 1-2 either, score rest", "", "3    3 : 0 L2   3 : 0 L    0 : 0 L"),
    ("explain '1 3 1 5 2'", "turns A, score turn", "", "L 1        you 1 + 6 + 3 + 8 + 25 = 43"),
    ("deal --seed 7 --length 2", "take 1-2", "", "6♥ 2♣ / take 1-2 either / first / -"),
    ("match '1 2 3 7 9 4' --second-player greedy", "take 1-3 left", "", "first player, best, wins, 14 : 12."),
    ("match '8 15 3 7 1' --first-player greedy", "turns A, stop 2", "", "player, greedy right, makes 23."),
    ("play '5 8 1 3 9 4'", "take 1-2", "h\nq\n", "Left brings 14, left 2 brings 17, right brings 16"),
    ("play '5 8 1 3 9 4'", "take 1-2", "left 2\nq\n", "for 13. The opponent took 2 cards from the right end"),
    ("play '5 8 1 3 9 4'", "take 1-2", "L9\nq\n", "move 1: L9 is not a legal move: choose from L, L2, R, R2"),
    ("play '-1 2 -3 4 -5'", "take 2-any left, merge", "l3\nl\nq\n", "The best possible margin was +5"),
    ("play '1 2 | 3 4 5'", "take 1-2, turns ABBA", "1:R2\nq\n", "The opponent took 1 card from the left end"),
    ("play 'circle 2 8 1 10' --opponent human", "take 1-2", "1\nl 2\nr\nq\n", "Player 2 won by 1."),
    ("puzzle --seed 7", "take 1-3 left", "right\nleft 9\nleft 3\n", "You can take 1 to 3 cards from the"),
    ("puzzle --seed 8 --second", "take 1-2, score rest", "left\n", "L1 72      you 72 + 53 + 18 = 143"),
    ("review '1 2 3 7 / first / L1 L1 L2'", "take 1-3 left", "", "   3  you       L2 10  best "),
    ("tournament greedy modest --count 3 --length 5", "take 1-2", "", "seed 1; take 1-2 either."),
    ("study --count 5 --length 4", "score rest", "", "| 100.00 % (56.55–100.00) | 0.00 % | 0.00 % (0.00"),
    ("bot", "take 1-3 left", "row 1 2 3 7\nmove\ntook L1\nover 6 7\nrow 1 2 7 5\nmove\n", "L3\nL3\n"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "rules", "stdin", "part"), VALID)
def test_every_command_plays_by_other_rules(words: str, rules: str, stdin: str, part: str) -> None:
    ran = run(*shlex.split(words), "--rules", rules, stdin=stdin)
    assert (ran.status, ran.err) == (0, "")
    assert part in ran.out


@pytest.mark.parametrize("rules", ["take 1-3 left", "take 1-2M left", "take 1-2, turns ABBA", "score rest"])
def test_the_totals_of_solve_are_those_of_the_rules(rules: str) -> None:
    for who in ("optimal", "greedy right", "random"):
        both = rules_oracle.score(rules, (2, 1, 3, 7, 4), who)
        ran = run("solve", "2 1 3 7 4", "--rules", rules, "-o", who, "--question", "both")
        assert ran.out.split() == [*map(str, both)], who


@pytest.mark.parametrize("rules", ["take 0", "tale 2", "take 1-2M", "take 1 \x00", "stop 2, stop 2"])
def test_malformed_rules_are_refused_in_one_line_everywhere(rules: str) -> None:
    for words in (shlex.split(line) for line, *_ in VALID):
        refused(run(*words, f"--rules={rules}"), ": ")
    refused(run("solve", f"8 15 3 7 / {rules} / first / -"), ": ")


@pytest.mark.parametrize("rules", ["take 1-3 left", "take 1-2, turns ABBA", "score rest, stop 5"])
def test_a_puzzle_by_other_rules_is_restored_from_its_name(rules: str) -> None:
    made = puzzles.puzzle(3, rules=rules, depth=2, length=7)
    assert puzzles.named(made.name) == made
    assert made.name.startswith("1-7-2-3~"), made.name
    known = solve(made.game)
    assert (known.best, known.moves[1].loss) == ((made.best,), made.loss)
    assert made.loss
    assert parse(write(made.game)) == made.game


def test_depths_by_the_general_and_the_fast_way_agree() -> None:
    """The general way, asked about the rules that have a fast one."""
    for name in ("optimal", "greedy right", "generous"):
        for cards in product((1, 2, 4), repeat=4):
            game = Game(cards, opponent=name, rules=Rules())
            fast, general = depths._by_row(game), depths._by_rules(game)
            for plies in range(1, 5):
                assert general(plies) == fast(plies), (cards, name, plies)
