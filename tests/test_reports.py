"""Reports as text have every number of their answers: games on any shape, by any rules, against anybody."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from page_modules import OPPONENTS, games, positions
from twoends import LEFT, RIGHT, Game, Solution, match, puzzles, review, solve, write
from twoends.answers.reviews import Performance
from twoends.puzzles import Contest, Decision
from twoends.puzzles.contests import RUNGS
from twoends.rules.moves import Move
from twoends.rules.notation import moves_text
from twoends.rules.shapes import row_of
from twoends.views.csv import csv_cells
from twoends.views.explain import futures_text
from twoends.views.json import json_solution
from twoends.views.numbers import Form, card_text, form_of, number, signed
from twoends.views.puzzles import contest_text, ladder_text, result, squares
from twoends.views.scoresheet import match_text, review_text
from twoends.views.summaries import summary, why
from twoends.views.words import dealt_text, face_values, opponent_text, shape_text, verdict

ANY_GAMES = [*positions(80), *list(games())[::6]]


def against(game: Game) -> str:
    return "in a one-player game" if game.rules.alone else f"against {opponent_text(game.opponent)}"


def cells(line: str) -> list[str]:
    return re.split("   *", line.strip())


def form_of_known(amounts: Sequence[Any], error: Any) -> Form:
    return form_of([amount for amount in amounts if amount is not None], error)


def form_of_solution(solution: Solution) -> Form:
    amounts = [solution.first, solution.second, solution.margin_first, solution.margin_second, solution.sum]
    return form_of_known([*amounts, *(move.loss for move in solution.moves[1:2])], solution.error)


# --- reviews -------------------------------------------------------------------------------------


def made_by(one: Performance, form: Form, of_what: str) -> list[str]:
    """What a line tells about a player's moves."""
    kinds = ((one.inaccuracies, "inaccuracy", "inaccuracies"), (one.blunders, "blunder", "blunders"))
    mistakes = ", ".join(f"{count} {name if count == 1 else many}" for count, name, many in kinds if count)
    lost = [mistakes, f"gave away {form(one.loss)}{of_what}"] if mistakes else ["no mistake"]
    return [form(one.total), *cells(f"accuracy {one.accuracy:>4.0%}"), *lost]


def test_a_review_as_text_has_all_its_numbers() -> None:
    for game in ANY_GAMES:
        judged, text = review(game), write(game)
        form = form_of([*judged.promised, judged.you.loss, judged.opponent.loss], judged.error)
        start, promise, *sheet, made, turning = review_text(judged).split("\n\n")
        players = f"You moved {'first' if game.you_first else 'second'}, {against(game)}."
        assert start.split("\n") == [dealt_text(game), players, *face_values(game.shape)], text
        before, after = (re.escape(signed(judged.promised[at], form)) for at in (0, -1))
        assert re.fullmatch(f"Promised margin: {before} [▁-█]+ {after}", promise), text
        listed = [
            [
                str(move.number),
                "you" if move.yours else "opponent",
                f"{move.move if move.move.side else f'card {move.move}:'} {card_text(move.earned)}",
                move.mark,
                *([form(move.loss)] if move.loss else []),
                signed(move.promised, form),
            ]
            for move in judged.moves
        ]
        told = [cells(line) for lines in sheet for line in lines.split("\n")]
        header = ["move", "by", "takes", "mark", "gives away", "your margin"]
        assert told == [header, *listed][: 99 * len(listed)], text
        of_what = "" if game.rules.fixed_sum else " of the margin"
        for line, name, one in zip(
            made.split("\n"), ("You", "Opponent"), (judged.you, judged.opponent), strict=True
        ):
            nothing = [name, form(one.total), "accuracy", "-"]
            assert cells(line) == ([name, *made_by(one, form, of_what)] if one.stake else nothing), text
        at = judged.turning_point
        if at is None:
            until = "the end" if game.over else "now"
            assert turning == f"From the start to {until} the promised winner was the same.", text
            continue
        told_before, told_after = (
            verdict(judged.promised[k], who, judged.error, form, game.rules)
            for k, who in ((at - 1, game.opponent), (at, game.opponent if at + 1 < len(game.shape) else None))
        )
        _, by, takes, *_ = listed[at - 1]
        assert turning == (
            f"Turning point: move {at}, {takes} by {by.replace('opp', 'the opp')}. "
            f"Before it {told_before}, after it {told_after}."
        ), text


# --- solutions -----------------------------------------------------------------------------------


def sums(game: Game, line: Any, form: Form) -> str:
    """What both take in a line of play that ends the game, as sums."""
    end, start, parts = game, len(game.ends), list[str]()
    for move in line:
        end = end.play(move)
    assert end.over, f"{line} does not end {game}"
    both = zip(game.exact_totals, end.exact_totals, strict=True)
    for mover, (before, after) in zip(("you", "opponent"), both, strict=True):
        total = game.shape.cards.show(after - before)
        made = list(zip(end.movers, end.earned, strict=True))[start:]
        taken = [each for by, each in made if by == mover]
        cards = " + ".join(map(card_text if game.rules.plain else form, taken)).replace("+ -", "- ")
        parts.append(f"{cards} = {form(total)}" if len(taken) > 1 else cards or "nothing")
    return f"you {parts[0]}, the opponent {parts[1]}"


def told_of_a_game(solution: Solution) -> list[str]:
    """A summary of a game in progress."""
    game, final, rules = solution.game, solution.final, solution.game.rules
    form = form_of_known([*game.totals, *(final or ())], solution.error)
    score = f"you {form(game.yours)}, the opponent {form(game.theirs)}"
    if game.over:
        return [f"The game is over: {score}, {verdict(game.margin, rules=rules)}."]
    number = f"{len(game.ends) + 1}{f' of {len(game.shape)}' * rules.plain}"
    line, whose = solution.line_second, "the opponent's turn"
    if game.mover == "you":
        line, whose = solution.line, "your turn"
    told = [
        f"{shape_text(solution.shape)} left, {f'{rules}, ' * (not rules.plain)}{against(game)}",
        f"So far {score}. It is {whose}, move {number}.",
        "",
    ]
    if final is not None:
        margin = verdict(solution.final_margin or 0, game.opponent, solution.error, form, rules)
        told.append(f"With best play it ends {form(final[0])} : {form(final[1])}, {margin}.")
    told += [why(solution)] * (game.mover == "you")
    return [*told, *([] if line is None else [f"Best play from here: {line}"])]


def told_of_a_shape(solution: Solution) -> list[str]:
    """A summary of a game from its start."""
    game, rules, line = solution.game, solution.game.rules, solution.line
    totals = (solution.first, solution.theirs_first), (solution.second, solution.theirs_second)
    margins = solution.margin_first, solution.margin_second
    form = form_of_solution(solution)
    told = [f"{dealt_text(game)}{'   ' if rules.plain else ', '}{against(game)}", ""]
    for turn, total, margin in zip(("You move first", "You move second"), totals, margins, strict=True):
        if margin is not None:
            outcome = verdict(margin, game.opponent, solution.error, form, rules)
            told.append(f"{turn} {' : '.join(map(form, total))} {outcome}")
    order = {True: "Go first. T", False: "Let the opponent go first. If you must move, t", None: "T"}
    go = (
        "Going first or second makes no difference. T"
        if solution.order_irrelevant
        else order[solution.go_first]
    )
    told += ["", go + why(solution)[1:]]
    if len(game.shape) > 1 and line is None:
        told.append("Their moves are random, so there is no line of play: ask again at each position.")
    elif len(game.shape) > 1:
        told.append(f"Best play: {line} {sums(game, line, form)}")
    return [*told, *face_values(game.shape)]


def test_a_summary_has_the_totals_and_a_line_of_play_that_earns_them() -> None:
    for game in ANY_GAMES:
        solution, begun = solve(game), game.ends or not game.you_first
        expected = (told_of_a_game if begun else told_of_a_shape)(solution)
        told = summary(solution).split("\n")
        assert told[0] == expected[0], write(game)
        assert [line.split() for line in told] == [line.split() for line in expected], write(game)


def named(game: Game, move: Move) -> str:
    """A move in a sentence."""
    where = f"{'left' if move.end == 'L' else 'right'} end"
    where += "" if move.row is None else f" of component {move.row}"
    if not game.rules.plain:
        return f"{move.cards} card{'s' * (move.cards > 1)} from the {where}" if move.side else f"card {move}"
    card = card_text(game.earns(move))
    if move.side is None:
        return f"the {card}, card {move}"
    return f"the {where}, {card}" if move.row is None else f"the {card}, the {where}"


def test_the_reason_for_a_move_names_it_and_what_the_next_best_one_costs() -> None:
    for game in ANY_GAMES:
        solution, on_average = solve(game), " on average" * game.opponent.stochastic
        if game.over or game.mover == "opponent" or (game.rules.plain and solution.best[0] in (LEFT, RIGHT)):
            continue  # texts.txt has the reasons for ends of rows
        names = [named(game, move) for move in solution.best]
        kind = "move" if not game.rules.plain else "end" if solution.best[0].side else "card"
        counted = " counted from 0" * game.rules.plain
        if len(names) > 1:
            which = f": {'; '.join(names)}" if len(names) <= 4 else f", such as {names[0]}"
            expected = f"Take any of {len(names)} equal {kind}s{',' * game.rules.plain}{counted}{which}."
        else:
            expected = f"Take {names[0]}{counted}"
            for move in solution.moves[1:2]:
                lost = (
                    f"{form_of_solution(solution)(move.loss)}{' of the margin' * (not game.rules.fixed_sum)}"
                )
                expected += f"; the next best {kind} gives away {lost}{on_average}"
            expected += "."
        assert why(solution) == expected, write(game)


def test_both_futures_are_what_best_play_brings_after_each_move() -> None:
    for game in ANY_GAMES:
        if game.mover == "opponent":
            continue
        told = []
        for move in sorted((each.move for each in solve(game).moves[:2]), key=game.moves().index):
            after = game.play(move)
            line = solve(after).line if after.mover == "you" else solve(after).line_second
            if after.over or (line is not None and not game.opponent.stochastic):
                mine = sums(game, [move, *(line or ())], number).replace(", the opponent", " they")
                name = {LEFT: "left", RIGHT: "right"}.get(move, str(move))
                name = name if game.rules.plain else moves_text([move], game.rules)
                mine = mine.partition(" they")[0] if game.rules.alone else mine
                told.append(f"{name} {card_text(game.play(move).earned[-1])} {mine}")
        shown = [" ".join(line.split()) for line in futures_text(game).split("\n") if line]
        assert shown == (told if len(told) == 2 else []), write(game)


def test_the_cells_of_a_csv_are_the_values_of_json() -> None:
    for game in ANY_GAMES:
        solution = solve(game)
        answer = json_solution(solution)
        go = {True: "first", False: "second", None: ""}[solution.go_first]
        joined = ("" if solution.game.rules.one_card and row_of(solution.shape) else " ").join(answer["best"])
        totals = (answer[name] for name in ("first", "second", "margin_first"))
        expected = (
            *("" if each is None else str(each) for each in totals),
            joined,
            "either" if solution.order_irrelevant else go,
        )
        assert csv_cells(solution) == expected, write(game)


# --- matches and contests ------------------------------------------------------------------------


def test_a_match_as_text_has_the_score_after_each_move() -> None:
    draw = random.Random(61)
    for game in ANY_GAMES:
        one, other = (draw.choice(["best", *OPPONENTS]) for _ in "AB")
        players = () if game.rules.alone else (one, one if draw.random() < 0.2 else other)
        played = match(game, *players, seed=draw.randint(0, 9))
        game, names = played.game, list(played.names)
        head, *told = (" ".join(line.split()) for line in match_text(played).split("\n"))
        if names[0] == names[1]:
            names = [f"first, {names[0]}", f"second, {names[0]}"]
        assert head.endswith(names[0] if game.rules.alone else f" {names[0]} against {names[1]}"), head
        first = "you" if game.you_first else "opponent"
        path = [Game(game.shape, game.you_first, (), game.opponent, game.rules)]
        for move in game.ends:
            path.append(path[-1].play(move))
        form = form_of([total for each in path for total in each.totals])
        scores = [list(map(form, each.totals[:: 1 if game.you_first else -1])) for each in path]
        moves = enumerate(zip(path, game.ends, game.earned, scores[1:], strict=False), 1)
        expected = [
            f"{at} {names[before.mover != first]} {move} {card_text(taken)} {' : '.join(score)}"
            for at, (before, move, taken, score) in moves
        ]
        place = (game.margin > 0) != game.you_first
        seat = ("first", "second")[place]
        if game.rules.alone:
            expected.append(f"The only player, {played.names[0]}, makes {scores[-1][0]}.")
        else:
            ended = f"The {seat} player, {played.names[place]}, wins" if game.margin else "A draw"
            expected.append(f"{ended}, {' : '.join(scores[-1])}.")
        assert told == [*expected, write(game)]


def gave(made: list[Decision]) -> str:
    lost = Fraction(sum(each.lost for each in made)) / 2
    return f"gave away {number(lost)}" if lost else "gave nothing away"


def test_a_finished_contest_tells_what_each_decision_gave_away() -> None:
    draw = random.Random(62)
    for rules in ("", "", "", "take 1-2", "turns ABBA", "score turn"):
        row, who = [draw.randint(1, 9) for _ in range(6)], draw.choice(["greedy right", "optimal"])
        contest = Contest("2-day-2026-11-23", Game(row, draw.random() < 0.5, (), who, rules or None))
        players = ("random", who) if contest.game.you_first else (who, "random")
        game = match(contest.game, *players, seed=draw.randint(0, 9)).game
        made, ended = puzzles.decisions(game), "drew"
        if game.margin:
            ended = "won" if game.margin > 0 else "lost"
        said, looks = f"You {gave(made)} and {ended}, {game.yours} : {game.theirs}.", [("you", made)]
        if not rules:
            like = f"like looking {puzzles.like_looking(game)} ahead"
            said += f" You played {like}."
            names = {1: "larger end", 2: "a look of 2 moves", 4: "a look of 4 moves"}
            looks += [(name, puzzles.look(contest.game, plies)) for plies, name in names.items()]
            parts = (who.split()[0].title(), f"{ended}, {gave(made)}", squares(made), like)
            assert result(contest, game) == " · ".join(["Two Ends 2026-11-23", *parts])
        lines = [f"{squares(each)}  {name}: {gave(each)}" for name, each in looks]
        assert contest_text(contest, game).split("\n") == [said, "", *lines]


def test_the_ladder_has_a_line_for_each_rung() -> None:
    names = {0: "every second card", 1: "larger end", 2: "a look of 2 moves"}
    for place, (line, rung) in enumerate(zip(ladder_text().split("\n")[1:], RUNGS, strict=True)):
        order, beats = "first" if rung.you_first else "second", ", ".join(names[each] for each in rung.beats)
        rules = rung.rules.removeprefix("turns ") or "-"
        assert cells(line) == [str(place), str(rung.cards), rung.against, order, rules, beats or "-"]
