"""Reports as text have every number of their answers: games on any shape, by any rules, against anybody."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from page_modules import OPPONENTS, positions
from twoends import LEFT, RIGHT, Game, match, puzzles, review, solve, write
from twoends.answers.reviews import Review
from twoends.puzzles import Contest, Decision
from twoends.rules.moves import Move
from twoends.rules.notation import moves_text
from twoends.views.explain import futures_text
from twoends.views.numbers import Form, card_text, form_of, number, signed
from twoends.views.puzzles import contest_text, result, squares
from twoends.views.scoresheet import made_text, match_text, review_text
from twoends.views.summaries import why
from twoends.views.words import dealt_text, face_values, opponent_text, verdict

ANY_GAMES = list(positions(150))


def words(lines: Iterable[str]) -> list[str]:
    """The lines that are not empty, without their alignment; a bar chart is one bar."""
    return [re.sub("[▁-█]+", "▄", " ".join(line.split())) for line in lines if line]


# --- reviews -------------------------------------------------------------------------------------


def lines_of_review(judged: Review) -> Iterator[str]:
    game, rules, promised = judged.game, judged.game.rules, judged.promised
    form = form_of([*promised, judged.you.loss, judged.opponent.loss], judged.error)
    against = "in a one-player game" if rules.alone else f"against {opponent_text(game.opponent)}"
    yield from (dealt_text(game), f"You moved {'first' if game.you_first else 'second'}, {against}.")
    yield from face_values(game.shape)
    yield f"Promised margin: {signed(promised[0], form)} ▄ {signed(promised[-1], form)}"
    names, takes = {True: "you", False: "opponent"}, [""]
    if judged.moves:
        yield "move by takes mark gives away your margin"
    for move in judged.moves:
        takes.append(f"{move.move if move.move.side else f'card {move.move}:'} {card_text(move.earned)}")
        lost = form(move.loss) if move.loss else ""
        after = signed(move.promised, form)
        yield f"{move.number} {names[move.yours]} {takes[-1]} {move.mark} {lost} {after}"
    for name, one in (("You", judged.you), ("Opponent", judged.opponent)):
        kinds = ((one.inaccuracies, "inaccuracy", "inaccuracies"), (one.blunders, "blunder", "blunders"))
        made = ", ".join(f"{count} {name if count == 1 else many}" for count, name, many in kinds if count)
        lost = f"{made} gave away {form(one.loss)}{'' if rules.fixed_sum else ' of the margin'}"
        mistakes = (lost if made else "no mistake") if one.stake else ""
        yield f"{name} {form(one.total)} accuracy {f'{one.accuracy:.0%}' if one.stake else '-'} {mistakes}"
    at = judged.turning_point
    if at is None:
        yield f"From the start to {'the end' if game.over else 'now'} the promised winner was the same."
        return
    ahead = [game.opponent if len(game.book.moves(state)) > 1 else None for state in game.states]
    before, after = (verdict(promised[k], ahead[k], judged.error, form, rules) for k in (at - 1, at))
    by = "you" if judged.moves[at - 1].yours else "the opponent"
    yield f"Turning point: move {at}, {takes[at]} by {by}. Before it {before}, after it {after}."


def result_of(game: Game, error: Any) -> str:
    """What you made in a finished game, and what best play makes from its start."""
    solved, by_chance = solve(replace(game, ends=())), game.opponent.stochastic
    best, yours = (number(total, error) for total in ((solved.final or (0,))[0], game.yours))
    if not game.rules.fixed_sum:
        margins = map(signed, (solved.final_margin or 0, game.margin))
        return "The best {} margin was {}, yours was {}.".format(
            "expected" if by_chance else "possible", *margins
        )
    if by_chance:
        return f"Best play makes {best} on average; you made {yours}."
    if best == yours:
        return f"You made {yours}, the best possible."
    surprise = solved.final is not None and game.yours > solved.final[0]
    return f"{'Best play promised' if surprise else 'The best possible was'} {best}, you made {yours}."


def test_a_review_as_text_has_all_its_numbers() -> None:
    for game in ANY_GAMES:
        judged = review(game)
        assert words(review_text(judged).split("\n")) == words(lines_of_review(judged)), write(game)
        if game.over:
            assert made_text(judged) == result_of(game, judged.error), write(game)


# --- solutions -----------------------------------------------------------------------------------


def sums(game: Game, line: Iterable[Move], form: Form) -> str:
    """What both take in a line of play that ends the game, as sums."""
    end, start, parts = game, len(game.ends), list[str]()
    for move in line:
        end = end.play(move)
    assert end.over, f"{line} does not end {game}"
    both = zip(game.exact_totals, end.exact_totals, strict=True)
    for mover, (before, after) in zip(("you", "opponent"), both, strict=True):
        made = list(zip(end.movers, end.earned, strict=True))[start:]
        taken = [(card_text if game.rules.plain else form)(each) for by, each in made if by == mover]
        total = f" = {form(game.shape.cards.show(after - before))}" if len(taken) > 1 else ""
        parts.append((" + ".join(taken).replace("+ -", "- ") or "nothing") + total)
    return f"you {parts[0]}, the opponent {parts[1]}"


def named(game: Game, move: Move) -> str:
    """A move in a sentence."""
    where = f"{'left' if move.end == 'L' else 'right'} end"
    where += "" if move.row is None else f" of component {move.row}"
    if not game.rules.plain:
        return f"{move.cards} card{'s' * (move.cards > 1)} from the {where}" if move.side else f"card {move}"
    return f"the {card_text(game.earns(move))}, {f'the {where}' if move.side else f'card {move}'}"


def test_the_reason_for_a_move_names_it_and_what_the_next_best_one_costs() -> None:
    for game in ANY_GAMES:
        solution, rules = solve(game), game.rules
        if game.over or game.mover == "opponent" or (rules.plain and solution.best[0] in (LEFT, RIGHT)):
            continue  # texts.txt has the reasons for ends of rows
        names, kind = (
            [named(game, move) for move in solution.best],
            "end" if solution.best[0].side else "card",
        )
        kind, counted = (kind, " counted from 0") if rules.plain else ("move", "")
        if len(names) > 1:
            which = f": {'; '.join(names)}" if len(names) <= 4 else f", such as {names[0]}"
            expected = f"any of {len(names)} equal {kind}s{',' * rules.plain}{counted}{which}"
        else:
            expected = f"{names[0]}{counted}"
            for move in solution.moves[1:2]:
                form = form_of([solution.first or 0, solution.second or 0, move.loss], solution.error)
                lost = form(move.loss) + " of the margin" * (not rules.fixed_sum)
                on_average = " on average" * game.opponent.stochastic
                expected += f"; the next best {kind} gives away {lost}{on_average}"
        assert why(solution) == f"Take {expected}.", write(game)


def test_both_futures_are_what_best_play_brings_after_each_move() -> None:
    for game in ANY_GAMES:
        if game.mover == "opponent":
            continue
        told = []
        for move in sorted((each.move for each in solve(game).moves[:2]), key=game.moves().index):
            after = game.play(move)
            line = solve(after).line if after.mover == "you" else solve(after).line_second
            if after.over or (line is not None and not game.opponent.stochastic):
                brings = sums(game, [move, *(line or ())], number).replace(", the opponent", " they")
                brings = brings.partition(" they")[0] if game.rules.alone else brings
                name = {LEFT: "left", RIGHT: "right"}.get(move, str(move))
                name = name if game.rules.plain else moves_text([move], game.rules)
                told.append(f"{name} {card_text(after.earned[-1])} {brings}")
        assert words(futures_text(game).split("\n")) == (told if len(told) == 2 else []), write(game)


# --- matches and contests ------------------------------------------------------------------------


def test_a_match_as_text_has_the_score_after_each_move() -> None:
    draw = random.Random(61)
    for game in ANY_GAMES:
        one, other = (draw.choice(["best", *OPPONENTS]) for _ in "AB")
        players = () if game.rules.alone else (one, one if draw.random() < 0.2 else other)
        played = match(game, *players, seed=draw.randint(0, 9))
        game, names = played.game, list(played.names)
        head, *told = words(match_text(played).split("\n"))
        if names[0] == names[1]:
            names = [f"first, {names[0]}", f"second, {names[0]}"]
        assert head.endswith(names[0] if game.rules.alone else f" {names[0]} against {names[1]}"), head
        path = [Game(game.shape, game.you_first, (), game.opponent, game.rules)]
        for move in game.ends:
            path.append(path[-1].play(move))
        form = form_of([total for each in path for total in each.totals])
        scores = [" : ".join(map(form, each.totals[:: 1 if game.you_first else -1])) for each in path]
        moves = enumerate(zip(path, game.ends, game.earned, scores[1:], strict=False), 1)
        expected = [
            f"{at} {names[(before.mover == 'you') != game.you_first]} {move} {card_text(taken)} {score}"
            for at, (before, move, taken, score) in moves
        ]
        place = (game.margin > 0) != game.you_first
        won = (
            f"The {('first', 'second')[place]} player, {played.names[place]}, wins"
            if game.margin
            else "A draw"
        )
        if game.rules.alone:
            won, scores = f"The only player, {played.names[0]}, makes", [scores[-1].partition(" ")[0]]
        told[-2] = told[-2].replace("makes ", "makes, ")
        assert told == [*expected, f"{won}, {scores[-1]}.", write(game)]


def gave(made: list[Decision]) -> str:
    lost = Fraction(sum(each.lost for each in made)) / 2
    return f"gave away {number(lost)}" if lost else "gave nothing away"


def test_a_finished_contest_tells_what_each_decision_gave_away() -> None:
    draw, habits = random.Random(62), {1: "larger end", 2: "a look of 2 moves", 4: "a look of 4 moves"}
    for rules in ("", "", "", "take 1-2", "turns ABBA", "score turn"):
        row, who = [draw.randint(1, 9) for _ in range(6)], draw.choice(["greedy right", "optimal"])
        contest = Contest("2-day-2026-11-23", Game(row, draw.random() < 0.5, (), who, rules or None))
        players = ("random", who) if contest.game.you_first else (who, "random")
        game = match(contest.game, *players, seed=draw.randint(0, 9)).game
        made, ended = (
            puzzles.decisions(game),
            "drew" if not game.margin else "won" if game.margin > 0 else "lost",
        )
        said, looks = f"You {gave(made)} and {ended}, {game.yours} : {game.theirs}.", [("you", made)]
        if not rules:
            like = f"like looking {puzzles.like_looking(game)} ahead"
            said += f" You played {like}."
            looks += [(name, puzzles.look(contest.game, plies)) for plies, name in habits.items()]
            parts = (who.split()[0].title(), f"{ended}, {gave(made)}", squares(made), like)
            assert result(contest, game) == " · ".join(["Two Ends 2026-11-23", *parts])
        lines = [f"{squares(each)} {name}: {gave(each)}" for name, each in looks]
        assert words(contest_text(contest, game).split("\n")) == [said, *lines]
