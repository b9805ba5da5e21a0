"""The whole answers to the page: every question with each kind of game, and every refusal word by word."""

from __future__ import annotations

import json
import re
from pprint import pformat
from typing import Any

import pytest

from expected import is_expected
from twoends.web import questions
from twoends.web.questions import QUESTIONS, ask

GAMES = (
    "8 15 3 7 / first / -",
    "8 15 3 7 2 / first / RL / greedy left",
    "8 15 3 7 2 / second / - / modest right",
    "8 15 3 7 2 6 / second / RL / generous",
    "5 -9 -2 -4 8 9 -4 / first / LL / greedy right",
    "1 2 3 4 5 / first / LR / random",
    "4 1 1 4 / first / L / greedy right trembling 1/10",
    "8 15 3 7 / second / RLLL",
    "A♥ 10♦ K♠ / first / R / greedy left",
    "0.5 1/3 7 / first / -",
    "7 7 7 7 7 / first / -",
    "6 2 7 12 3 9 13 4 10 5 14 8 1 / first / -",
    "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 / first / LR / modest left",
    "9007199254740993 1 2 / first / -",
    "1 9 2 8 3 30 4 / first / LRLR / greedy left",
    "3 1 4 1 5 9 2 6 / first / LL",
    "-6 -3 9 4 9 -3 6 / first / LL / greedy right",
    "2 7 1 8 2 8 / second / R",
    "20 1 2 30 29 3 / first / RLRL / modest left",
    "5 / first / -",
    "- / first / -",
    "1 2 | [3 7 4 | 9] / first / 2:L 0:R / greedy right",
    "board 8 15 3 7 / second / 0:RL",
    "circle 2 8 1 10 9 / first / 1 RL / modest left",
    "circle 2 8 1 10 9 / second / -",
    "8 15 3 7 5 / take 1-3 left / first / L2 L1",
    "8 15 3 7 5 / take any either, goal least / first / R2 / greedy right",
    "8 15 3 7 5 4 / turns ABBA / first / R / random",
    "8 15 3 7 / score rest / first / -",
)

ROWS: tuple[Any, ...] = ("8 15 3 7", [2.5, "10h", 3], "1/3 1/2 1/6", "1 3 1", [])

DECISIONS = ("8 15 3 7 / first / -", "8 15 3 7 2 6 / second / R / greedy left", "7 7 7 / first / -")

ASKED: dict[str, tuple[dict[str, Any], ...]] = {
    "solve": (
        *({"row": row} for row in ROWS),
        {"row": "8 15 3 7", "opponent": "greedy", "ties": "left", "epsilon": "1/10"},
        {"row": "8 15 3 7", "opponent": "random"},
        {"row": "1" + " 0" * 999, "opponent": "optimal"},
    ),
    "moves": tuple({"game": game} for game in GAMES),
    "why": tuple({"game": game} for game in GAMES),
    "review": tuple({"game": game} for game in GAMES),
    "reply": (
        *({"game": game, "seed": 3, "player": "best"} for game in GAMES[:7]),
        {"game": "8 15 3 7 / first / -", "player": "greedy"},
        {"game": "8 15 3 7 / first / -", "player": "random", "seed": 4},
        {"game": "8 15 3 7 / second / -"},
        {"game": "8 15 3 7 / second / -", "player": "greedy"},
        {"game": "1 2 3 4 5 6 / second / - / random", "seed": 1},
        {"game": "1 2 3 4 5 6 / second / - / random", "seed": 2},
        {"game": "1 2 / second / L / random", "seed": 2},
        {"game": "1 9 / first / - / greedy", "player": "best"},
    ),
    "compare": (
        {"row": "8 15 3 7"},
        {"row": "8 15 3 7", "opponent": "greedy left"},
        {"row": [1, 3, 1]},
        {"row": "1 1"},
    ),
    "opponents": ({},),
    "deal": (
        {"seed": 7},
        {"kind": "deck", "count": 5, "seed": 7},
        {"kind": "coins", "count": 6, "seed": 7},
        {"kind": "coins", "count": 6, "low": -3, "high": -3, "seed": 7},
    ),
    "puzzle": ({"name": "1-8-3-42"}, {"name": "1-8-5-7-greedy-right-second"}),
    "puzzles": ({},),
    "decision": tuple({"game": game} for game in DECISIONS),
    "race": ({"row": "8 15 3 7 2"}, {"row": "1 2"}),
    "code": ({"text": "http://localhost/ö"},),
}

BUILT_IN_ONLY = (
    "the page plays only the built-in opponents: choose one of optimal, greedy, modest, generous, random, "
    "or play against your own on the command line"
)
COARSE_ONLY = "the denominator of a probability is too large for the page: give one of at most 1,000"

REFUSED: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("moves", {"game": "1 2 3 / take 2-any either, merge / first / -"},
     "the page does not show merged cards: leave merge out, or use twoends play"),
    ("why", {"game": f"{' '.join(['1'] * 21)} / take any either / first / -"},
     "21 cards are too many for the page here: give at most 20, or use twoends solve"),
    ("moves", {"game": "1 " * 31 + "/ take 1-2 either / first / -"},
     "31 cards are too many for the page here: give at most 30, or use twoends solve"),
    ("moves", {"game": "circle " + "1 " * 61 + "/ first / -"},
     "61 cards are too many for the page here: give at most 60, or use twoends solve"),
    ("review", {"game": f"{'1 ' * 11}| {'1 ' * 12}1 / first / -"},
     "a board of 8,008 positions is too large for the page: give three rows of five cards at most, "
     "or use twoends solve"),
    ("moves", {"game": "1 2 | 3 / first / 0:L / os:getcwd"}, BUILT_IN_ONLY),
    ("moves", {"game": "1 2 / first / - / os:getcwd"}, BUILT_IN_ONLY),
    ("solve", {"row": "1 2", "opponent": "os:getcwd"}, BUILT_IN_ONLY),
    ("solve", {"row": "1 " * 1001},
     "a row of 1,001 cards is too long for the page: give at most 1,000, or use twoends solve"),
    ("moves", {"game": "1 " * 1001 + "/ first / -"},
     "a row of 1,001 cards is too long for the page: give at most 1,000, or use twoends solve"),
    ("solve", {"row": "1 2 1e100"},
     "value 3 has more than 100 digits, too many for the page: give a shorter number"),
    ("solve", {"row": f"1 1/1{'0' * 100}"},
     "value 2 has more than 100 digits, too many for the page: give a shorter number"),
    ("moves", {"game": "1 2 3 / first / - / random 1/3 trembling 1/997"}, COARSE_ONLY),
    ("moves", {"game": "1e-100 2 / first / -"},
     "value 1 has more than 100 digits, too many for the page: give a shorter number"),
    ("solve", {"row": "1 2", "opponent": "greedy trembling 1/1001"}, COARSE_ONLY),
    ("solve", {"row": "1 2", "opponent": "random 1/1001"}, COARSE_ONLY),
    ("solve", {"row": "1,5 2,5"}, "'1,5' may be one value or two: write 1.5 for one, 1 5 for two"),
    ("moves", {"game": "3 -1,25 / first / -"},
     "'-1,25' may be one value or two: write -1.25 for one, -1 25 for two"),
    ("solve", {"row": "1,5, 2,5"},
     "'1,5,' may be one number or several: write a point in 1.5, no comma in 1000, and the same separator "
     "between all values, as in 8, 15, 3"),
    ("solve", {"row": "1,5; 2,5"},
     "'1,5; 2,5' has commas and semicolons: separate its values by one of them"),
    ("reply", {"game": "1 2 / first / LL"},
     "the game is over, so there is no move: deal a new row"),
    ("reply", {"game": "1 2 / first / -"},
     "it is your turn: add your move, L or R, to the game, or name a player to move for you"),
    ("deal", {"kind": "coins", "low": 3, "high": 2},
     "the smallest coin, 3, is larger than the largest, 2: swap them"),
    *(("decision", {"game": game},
       "a decision is made on your turn, against an opponent without random moves: give such a game")
      for game in ("1 2 / second / -", "1 2 / first / LL", "1 2 / first / - / random")),
    ("decision", {"game": "1 " * 31 + "/ first / -"}, "a decision has at most 30 cards, and this has 31"),
    ("race", {"row": "1"}, "a race needs 2 to 14 cards, and this row has 1"),
    ("race", {"row": "1 " * 15}, "a race needs 2 to 14 cards, and this row has 15"),
    ("code", {"text": ""}, "a code holds 1 to 600 bytes, and this has 0"),
    ("code", {"text": "ö" * 300 + "o"}, "a code holds 1 to 600 bytes, and this has 601"),
)  # fmt: skip


@pytest.mark.parametrize("question", ASKED)
def test_the_answers_to_every_question(question: str) -> None:
    answers = [
        f"{json.dumps(asked, ensure_ascii=False)}\n{laid_out(ask(question, json.dumps(asked)))}\n"
        for asked in ASKED[question]
    ]
    is_expected(f"page/{question}.txt", "\n".join(answers))


def test_every_question_is_asked() -> None:
    assert set(ASKED) == set(QUESTIONS)


@pytest.mark.parametrize(("question", "asked", "sentence"), REFUSED)
def test_a_refusal_has_exactly_this_sentence(question: str, asked: dict[str, Any], sentence: str) -> None:
    assert json.loads(ask(question, json.dumps(asked))) == {"detail": sentence}


def test_a_question_at_a_limit_is_answered() -> None:
    for question, asked in (
        ("solve", {"row": "9" * 100}),
        ("solve", {"row": "1/" + "9" * 100}),
        ("solve", {"row": "1,5"}),
        ("solve", {"row": "1 2", "opponent": "random 1/1000"}),
        ("solve", {"row": "1 2", "opponent": "greedy trembling 1/1000"}),
        ("race", {"row": "1 " * 14}),
        ("decision", {"game": "1 " * 30 + "/ first / -"}),
        ("code", {"text": "ö" * 300}),
        ("race", {"row": "1 1"}),
        ("code", {"text": "o"}),
        ("moves", {"game": "1 " * 20 + "/ take any either / first / -"}),
        ("moves", {"game": "1 " * 30 + "/ take 1-2 either / first / -"}),
        ("moves", {"game": "circle " + "1 " * 60 + "/ first / -"}),
        ("moves", {"game": "1 1 1 1 1 | 1 1 1 1 1 | 1 1 1 1 1 / first / -"}),  # of 8,000 positions
    ):
        assert "answer" in json.loads(ask(question, json.dumps(asked))), f"{question} {asked}"


@pytest.mark.parametrize(("cards", "followed"), [(3, 3), (4, 4), (5, 4)])
def test_the_best_four_moves_are_followed(cards: int, followed: int) -> None:
    assert len(questions.why("1 " * cards + "/ take any left / first / -")["futures"]) == followed


def test_an_expected_cost_has_nine_digits_of_the_largest_cost() -> None:
    for cost, best in ((10**9, "LB"), (10**9 + 1, "LR")):
        triangle = questions.why(f"{10**18} 0 {cost} / first / - / random")["triangle"]
        assert triangle["best"][1] == best, cost


def test_a_triangle_is_drawn_up_to_200_cards_and_has_totals_up_to_60() -> None:
    for cards, drawn, totals in (
        (60, True, True),
        (61, True, False),
        (200, True, False),
        (201, False, False),
    ):
        triangle = questions.why("7 " * cards + "/ first / -")["triangle"]
        assert (triangle is not None) == drawn, cards
        if drawn:
            assert (triangle["totals"] is not None, triangle["costs"] is not None) == (totals, totals), cards


def test_a_deal_without_a_seed_has_one_of_a_million() -> None:
    seeds = {questions.deal(count=3)["seed"] for _ in range(30)}
    assert len(seeds) > 20
    assert all(0 <= seed < 10**6 for seed in seeds)
    assert max(seeds) > 10**4
    dealt = questions.deal(count=5)
    assert questions.deal(count=5, seed=dealt["seed"]) == dealt


def laid_out(answer: str) -> str:
    """An answer on several lines; aligned columns would double the file."""
    return re.sub(r"\n +", "\n ", pformat(json.loads(answer), width=110, compact=True, sort_dicts=False))
