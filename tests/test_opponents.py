"""Opponents: their names, their combinations and their replies."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from twoends import (
    LEFT,
    RIGHT,
    Card,
    Game,
    OpponentError,
    Position,
    Rules,
    RulesError,
    match,
    opponent,
    optimal_lines,
    parse,
    play_rows,
    regret,
    solve,
    solve_rows,
    table,
)
from twoends.answers.matches import reply
from twoends.answers.policies import chances
from twoends.rules.opponent_names import add_trembling, computer_opponent, custom_opponent


def test_ties_mean_the_same_as_in_the_name() -> None:
    for who in ("greedy", "greedy left", opponent("greedy left")):
        assert opponent(who, ties="left") == opponent("greedy left"), who
    assert opponent("greedy trembling 1/4", ties="left") == opponent("greedy left trembling 1/4")
    of_row: Any
    for of_row in (solve, optimal_lines, table, lambda row, *who, **ties: solve_rows([row], *who, **ties)):
        made = of_row([8, 15], "greedy", ties="left", rules="take 1-2")
        assert made.opponent == opponent("greedy left"), of_row
        assert getattr(made, "game", made).rules == Rules.of("take 1-2"), of_row
    game = Game([8, 15], opponent="modest")
    of_game: Any
    for of_game in (solve, optimal_lines):
        assert of_game(game, "greedy", ties="left").opponent == opponent("greedy left"), of_game
        assert of_game(game, ties="right").opponent == game.opponent, of_game
        with pytest.raises(OpponentError, match=r"^modest right breaks ties right, but ties are left: give"):
            of_game(game, ties="left")


def test_a_function_of_one_argument_is_a_player_and_named_by_its_module() -> None:
    def player(position: Position, depth: int = 3, *more: Any, deep: int = 1) -> Any:
        return LEFT

    made = opponent(player)
    assert (made.player, made.custom, made.name) == (player, True, f"{__name__}:{player.__qualname__}")
    assert custom_opponent(player, "mine").name == "mine"
    assert str(add_trembling(made, 0.1)).endswith(" trembling 1/10"), "a float is read as it is written"


def test_a_player_that_cannot_be_loaded_or_ends_the_program_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "broken.py").write_text("import nowhere", "utf-8")
    (tmp_path / "leaving.py").write_text("def p(position):\n    raise SystemExit('no')\n", "utf-8")
    (tmp_path / "ending.py").write_text("raise SystemExit(3)", "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name, said in (
        ("ending:p", "^ending:p cannot be loaded: SystemExit: 3$"),
        ("broken:p", "^broken:p cannot be loaded: ModuleNotFoundError: No module named 'nowhere'$"),
        ("nowhere.below:p", "^there is no module nowhere: give a file"),
        ("leaving:p", "^leaving:p failed on the cards 8 15: SystemExit: no$"),
    ):
        with pytest.raises(OpponentError, match=said):
            solve([8, 15], name)


@pytest.mark.parametrize("method", ["exhaustive", "top-down", "bottom-up"])
def test_a_custom_opponent_is_asked_neither_about_a_single_card_nor_if_all_is_random(method: str) -> None:
    asked = list[int]()

    def player(position: Position) -> Any:
        asked.append(len(position))
        assert (position.mover, position.state.number) == ("opponent", 4 - len(position))
        assert (position.values, position.stop - position.start) == ((3, 1, 2, 5), len(position))
        return LEFT

    for epsilon in ("0", "1/4"):
        solved = solve([3, 1, 2, 5], add_trembling(opponent(player), epsilon), method=method)
        assert (solved.line is None) == (epsilon != "0")
    assert min(asked) == 2
    asked.clear()
    at_random = add_trembling(opponent(player), 1)
    solved = solve([3, 1, 2, 5], at_random, method=method)
    assert (solved.first, solved.second) == (Fraction(15, 2), Fraction(11, 2))
    game = Game([3, 1, 2, 5], False, opponent=at_random)
    assert chances(game)(game.state) == [(Fraction(1, 2), LEFT), (Fraction(1, 2), RIGHT)]
    assert not asked


def test_a_person_is_no_opponent_to_solve_against() -> None:
    for ask in (solve, table, optimal_lines):
        with pytest.raises(OpponentError, match="human is for games of two people: give optimal"):
            ask([8, 15], "human")
    assert str(computer_opponent("greedy trembling 1/4", ties="left")) == "greedy left trembling 1/4"
    assert solve(parse("8 15 / first / L / human")).first == 15
    assert solve(parse("5 5 5 / second / - / human")).best == (LEFT, RIGHT), "all that they may take"


def test_a_one_player_game_has_no_other_opponent_than_the_optimal_one() -> None:
    row = [8, 15, 3]
    asks: dict[Any, tuple[Any, ...]] = dict.fromkeys((solve, table, optimal_lines), (row,))
    asks |= {match: (row, "optimal"), play_rows: ([row], "best"), solve_rows: ([row],)}
    for ask, given in (*asks.items(), (regret, ("best", [row]))):
        with pytest.raises(RulesError, match=r"^a one-player game has no opponent: remove greedy right$"):
            ask(*given, "greedy", rules="turns A")


@pytest.mark.parametrize("name", ["greedy left", "modest right"])
def test_the_lines_against_custom_players_are_those_against_built_in_ones(name: str) -> None:
    def player(position: Position) -> Any:
        of_left, of_right = int(position.left), int(position.right)
        return LEFT if (of_left >= of_right if name == "greedy left" else of_left < of_right) else RIGHT

    for row in (*product((0, 1, 3), repeat=4), (2,), (), (3, -1, 4, 4, 1, 0, 2)):
        lines = [str(line) for line in optimal_lines(row, player)]
        assert lines == [str(line) for line in optimal_lines(row, name)], row


def test_a_custom_player_sees_the_cards_as_they_were_given() -> None:
    seen: set[type] = set()

    def player(position: Position) -> Any:
        seen.update(map(type, (position.left, position.right)))
        return position.moves()[0]

    rows: list[list[Any]] = [[8, 15, 3], [Decimal("0.5"), 15, 3], [Fraction(1, 2), 15, 3], [0.5, 15.0, 1.25]]
    for row in (*rows, [8, 10, 3], [Card(8, "♠"), Card(10, "♠"), Card(3, "♥")]):
        asks: list[Any] = [solve, lambda row, who: solve_rows([row], who).first]
        asks += [lambda row, who: regret(who, [row]), lambda row, who: play_rows([row], who)]
        for place, ask in enumerate(asks):
            seen.clear()
            ask(row, player)
            assert seen == {*map(type, row)}, (row, place)
        seen.clear()
        reply(Game(row, False, opponent=player), Random(1))
        assert seen == {*map(type, (row[0], row[-1]))}, f"{row}: those of an equal row before it"
