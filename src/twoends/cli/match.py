"""twoends match and bot: one game between two players; our players for a referee program."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import count
from random import Random

import click

from twoends.answers.matches import BEST, estimate, players, seats_of
from twoends.answers.matches import match as play_match
from twoends.answers.policies import best_response, policy
from twoends.cli import arguments
from twoends.cli.arguments import Name
from twoends.cli.command import Command
from twoends.cli.progress import progress_of_positions
from twoends.reading.lines import Item
from twoends.rules.cards import deal
from twoends.rules.games import Game
from twoends.rules.opponent_names import require_known
from twoends.rules.opponents import NAMES, Opponent
from twoends.rules.rows import Row
from twoends.rules.rulebook import Player
from twoends.rules.rules import Rules
from twoends.rules.shapes import Shape
from twoends.views.scoresheet import match_text


@click.command(cls=Command)
@arguments.words
@arguments.rules
@click.option("--first-player", type=Name(players()), help="Player who moves first [best].")
@click.option(
    "--second-player",
    type=Name(players()),
    help="Player who moves second [optimal, or the opponent of the game].",
)
@arguments.ties
@click.option(
    "-s", "--seed", type=int, help="Seed for the deck and random moves; each game takes the next one."
)
@arguments.json("game")
def match(
    words: Sequence[str],
    rules: Rules | None,
    first_player: str | None,
    second_player: str | None,
    ties: str | None,
    seed: int | None,
    as_json: bool,
) -> None:
    """Let two players play a game, or one on each line of a FILE.

    A player is best (the best response to the other player) or an opponent. A game continues where it
    stopped. Without a row, a deck is dealt.

    \b
    Examples:
      twoends match 1 30 100 15 2 --second-player greedy      # best against greedy
      twoends match --first-player greedy --seed 7            # greedy against optimal, on a deck
      twoends match 1 2 3 7 9 4 --rules 'take 1-3 left'       # under other rules
      twoends match circle 2 8 1 10 9 --second-player greedy  # around a circle
      twoends deal --count 10 | twoends match - --json        # ten games for a program
    """
    given = [name for name in (first_player, second_player) if name is not None]
    for name in given:
        require_known(name, "player", players())
    named = [name for name in given if name != BEST]
    chosen: dict[str | None, Opponent] = dict(zip(named, arguments.opponents(named, ties), strict=True))
    seats = [chosen.get(name, name) for name in (first_player, second_player)]
    if seed is None and not words:
        seed = arguments.draw_seed()
    places = count()

    def answer(what: Shape | Game) -> str:
        nonlocal seed
        game = what if isinstance(what, Game) else Game(what, rules=rules)
        if seed is None and any(who is not None and who.needs_random for who in seats_of(game, *seats)):
            seed = arguments.draw_seed()
        cost = estimate(game, *seats)
        tables = "a table" if cost.sweeps == 1 else f"{cost.sweeps} tables"
        with progress_of_positions(f"{len(game.shape):,} cards: {tables} of", cost) as show:
            own_seed = None if seed is None else seed + next(places)
            played = play_match(game, *seats, seed=own_seed, progress=show)
        if not as_json:
            return match_text(played)
        from twoends.views.json import json_match

        return arguments.json_line(json_match(played))

    items = arguments.items(words, rules) if words else [Item("", deal(seed=seed))]
    arguments.print_answers(items, answer, "" if as_json else "\n")


@click.command(cls=Command)
@click.option(
    "--player", "name", type=Name(players()), default=BEST, help="The player: best, or an opponent [best]."
)
@click.option(
    "--against", type=Name(NAMES), default="optimal", help="The opponent that best expects [optimal]."
)
@arguments.ties
@arguments.rules
@click.option("-s", "--seed", type=int, help="Seed for random moves.")
def bot(name: str, against: str, ties: str | None, rules: Rules | None, seed: int | None) -> None:
    """Play as a program: read a referee's lines, and write moves.

    If a move may take several cards, it says how many, as in L3.

    \b
    Examples:
      twoends judge bot -- twoends bot --player greedy  # judge our greedy player
    """
    from twoends.programs.bots import answers

    require_known(name, "player", players())
    (chosen,) = arguments.opponents([against if name == BEST else name], ties)
    random = Random(seed)

    def seat(row: Row, moves_first: bool) -> Player:
        # `best` answers the opponent of a game; any other player is that opponent.
        game = Game(row, moves_first == (name == BEST), (), chosen, rules)
        play = best_response(game) if name == BEST else policy(game)
        return lambda position: play(position.state, random)

    for answer in answers(seat, sys.stdin, Rules.of(rules)):
        print(answer, flush=True)
