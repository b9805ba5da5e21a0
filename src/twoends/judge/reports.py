"""Reports on a judgement: text for people, and JSON with every run or game."""

from __future__ import annotations

import os
import shlex
import textwrap
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any

from twoends.answers.questions import QUESTIONS
from twoends.judge.answers import Judgement
from twoends.judge.bounds import several
from twoends.judge.games import BotJudgement
from twoends.judge.mistakes import TOO_SLOW
from twoends.judge.outcomes import Outcome
from twoends.judge.tasks import Task, proof
from twoends.programs.bots import Foul
from twoends.programs.verdicts import Verdict
from twoends.rules.errors import printable, shortened
from twoends.rules.notation import write
from twoends.views.json import json_number
from twoends.views.numbers import number

MAX_CARDS_OF_A_PROOF = 40
MAX_LINES, MAX_COLUMNS = 12, 100
"""How much of an input the text shows; the JSON report has all of it."""


# --- text --------------------------------------------------------------------------------------


def text(judgement: Judgement | BotJudgement, *, seed: bool = True, full: float = 100) -> str:
    """The judgement as text, with the score out of `full`.

    `seed=False` omits the seed, with which students could generate the rows.
    """
    if isinstance(judgement, BotJudgement):
        return "\n".join(_bot_text(judgement))
    return "\n".join(_answers_text(judgement, seed, full))


def _answers_text(judgement: Judgement, seed: bool, full: float) -> list[str]:
    task, outcomes, slowest = judgement.task, judgement.outcomes, judgement.slowest
    counts = ", ".join(f"{count} {verdict}" for verdict, count in judgement.counts.items())
    runs, rows = several(len(outcomes), "run"), sum(len(outcome.trial.rows) for outcome in outcomes)
    runs = f"{several(rows, 'row')} in {runs}" if rows > len(outcomes) else runs
    cards = max(len(task.cards(row)) for row in slowest.trial.rows)
    lines = [
        f"{judgement.verdict}  {judgement.verdict.value}: {printable(shlex.join(judgement.command))}",
        f"task {task.name} ({task.source}), {task.phrase}",
        f"{runs}: {counts}; slowest {slowest.seconds:.2f} s of {task.seconds:g} s ({slowest.trial.group}, "
        f"{several(cards, 'card')}){f'; seed {judgement.seed}' * seed}",
        _score_text(judgement, full),
    ]
    if judgement.program:
        guess = f", a guess: {judgement.guess}; choose with --entry" if judgement.guess else ""
        lines.append(f"judged {judgement.program}{guess}")
    if judgement.sandbox:
        lines.append(f"sandbox: {judgement.sandbox}")
    if (longest := max(outcome.wall for outcome in outcomes)) > task.seconds:
        lines.append(f"the longest run took {longest:.2f} s of real time")
    if judgement.shrunk is None and not judgement.accepted:
        mistakes = _mistakes_text(judgement) if judgement.mistakes else []
        note = next(outcome.note for outcome in outcomes if outcome.verdict is not Verdict.AC)
        return [*lines, "", *_wrapped(note), *[""] * bool(mistakes), *mistakes]
    if judgement.accepted and (only := _only_answer(judgement)):
        lines += _wrapped(only)
    if judgement.left_out:
        lines.append(f"{_left_out(judgement.left_out, 'run')}: too many used up their limits")
    if judgement.shrunk is not None:
        lines += ["", "The smallest failure:", failure_text(judgement, judgement.shrunk, indent="  ")]
        if mistakes := _mistakes_text(judgement):
            lines += ["", *mistakes]
    return lines


def _only_answer(judgement: Judgement) -> str:
    """Say so if all rows have one answer, because a program that prints nothing else is right, too."""
    answers = {answer for outcome in judgement.outcomes for answer in outcome.expected}
    if len(answers) > 1 or not QUESTIONS[judgement.task.question].choices or len(judgement.outcomes) < 2:
        return ""
    why = ""
    if judgement.task.even_only and judgement.task.odd_sum and judgement.task.rules.plain:
        why = ": of an even number of cards, you can take all at even or all at odd places"
    return f"the answer to every row is {answers.pop()}{why}; to print it always is right, too"


def _score_text(judgement: Judgement, full: float) -> str:
    scored, scoring = judgement.score, judgement.scoring
    line = f"score {scored.points(full)[0]:.10g} of {full:.10g}"
    failed = [group.name for group in scored.groups if not group.passed]
    line += f": passed {len(scored.groups) - len(failed)} of {several(len(scored.groups), 'group')}"
    if 0 < len(failed) < len(scored.groups):
        line += f"; failed: {', '.join(failed)}"
    capped = f"; capped at {full * float(scoring.cap):.10g}: it fails on more than long rows"
    return line + capped * scored.capped


def _left_out(count: int, noun: str) -> str:
    return f"{several(count, f'more {noun}')} {'was' if count == 1 else 'were'} left out"


def _mistakes_text(judgement: Judgement) -> list[str]:
    mistakes = judgement.mistakes
    if not mistakes and not judgement.counts.keys() & {Verdict.AC, Verdict.WA}:
        return []  # there were no answers to explain
    if not mistakes:
        return ["No known mistake explains every answer."]
    first = mistakes[0]
    if first.explains is not None:
        lines = ["No single mistake explains every answer, but these explain all of one verdict:"]
    elif first.name == TOO_SLOW and judgement.counts.keys() == {Verdict.AC, Verdict.TLE}:
        return _wrapped(f"Right, and {first.meaning}.")
    elif len(mistakes) > 1:
        lines = ["Each of these mistakes explains every answer:"]
    else:
        lines = [f"The mistake: {first.name}."]
    for mistake in mistakes:
        verdict = f"{mistake.explains}: " if mistake.explains else ""
        name = f"{verdict}{mistake.name}. " if len(mistakes) > 1 or verdict else ""
        meaning = f"{mistake.meaning[:1].upper()}{mistake.meaning[1:]}."
        lines += [f"  {line}" for line in _wrapped(f"{name}{meaning}")]
    return lines


def failure_text(judgement: Judgement, outcome: Outcome, indent: str = "") -> str:
    """Input, expected and actual output, and a line of play as proof; empty if accepted."""
    if outcome.verdict is Verdict.AC:
        return ""
    task = judgement.task

    def as_output(answers: Sequence[str]) -> list[str]:
        return [task.show(answer, game) for game, answer in enumerate(answers, 1)]

    parts = {
        "verdict": _wrapped(f"{outcome.verdict}: {outcome.note}"),
        "input": task.write(outcome.trial.rows).decode().rstrip("\n").split("\n"),
        "expected": as_output(outcome.expected),
        "got": as_output(outcome.got or ()),
    }
    if outcome.got is None and outcome.output.strip():
        parts["printed"] = list(map(printable, outcome.output.rstrip("\n").split("\n")))
    if outcome.verdict is Verdict.WA and (line := _proof(task, outcome)):
        parts["line"] = _wrapped(line)
    shown = []
    for name, lines in parts.items():
        more = [f"… {len(lines)} lines"] * (len(lines) > MAX_LINES)
        for at, line in enumerate([*lines[:MAX_LINES], *more]):
            shown.append(f"{indent}{'' if at else name:<10}{shortened(line, MAX_COLUMNS)}")
    return "\n".join(shown)


def _proof(task: Task, outcome: Outcome) -> str:
    """A line of play that proves the expected answer to the first failed row, if there is one."""
    row = outcome.failed_rows[0]
    return proof(task, row) if len(row) <= MAX_CARDS_OF_A_PROOF else ""


def _bot_text(judgement: BotJudgement) -> list[str]:
    lines = [
        f"{judgement.verdict}  {judgement.verdict.value}: {printable(shlex.join(judgement.command))}",
        f"{several(len(judgement.games), 'game')}; seed {judgement.seed}",
    ]
    if finished := [each for each in judgement.records if any((each.won, each.drawn, each.lost))]:
        width = max(16, *(len(str(record.against)) + 1 for record in finished))
        lines += [
            "",
            f"  {'against':<{width}}{'won':>5}{'drawn':>6}{'lost':>6}{'yours':>9}{'theirs':>9}"
            f"{'best moves':>13}{'loss a move':>13}",
        ]
    for record in finished:
        share, mean = f"{record.best_moves}/{record.moves}", float(record.loss / (record.moves or 1))
        lines.append(
            f"  {record.against!s:<{width}}{record.won:>5}{record.drawn:>6}{record.lost:>6}"
            f"{number(record.yours):>9}{number(record.theirs):>9}{share:>13}{mean:>13.3f}"
        )
    if worst := judgement.worst:
        loss, best = number(worst.show(worst.loss)), number(worst.show(worst.best))
        lines += ["", f"The game with the largest loss, {loss} of {best}:", f"  {write(worst.game)}"]
    if judgement.plays_like:
        lines += ["", f"Every move matches: {', '.join(judgement.plays_like)}."]
    if judgement.fouls:
        lines += ["", "Fouls:"]
        places = [f"in {shortened(write(each.game), MAX_COLUMNS)}" for each in judgement.games if each.foul]
        places.append("at the end of its input, after the last game")
        for foul, place in zip(judgement.fouls, places, strict=False):
            lines += [f"  {foul.verdict}: {foul.sentence}", f"      {place}"]
    if judgement.left_out:
        lines.append(f"{_left_out(judgement.left_out, 'game')} after too many fouls")
    return lines


def _wrapped(content: str) -> list[str]:
    return [part for line in content.split("\n") for part in textwrap.wrap(line, MAX_COLUMNS)]


# --- JSON --------------------------------------------------------------------------------------


def json_judgement(judgement: Judgement | BotJudgement) -> dict[str, Any]:
    """A judgement as a JSON object, with every run or game."""
    if isinstance(judgement, BotJudgement):
        return _json_bot(judgement)
    task = judgement.task
    total, by_group = judgement.score.points()
    return {
        "command": _json_words(judgement.command),
        "verdict": judgement.verdict.name,
        "accepted": judgement.accepted,
        "task": {
            "name": task.name,
            "opponents": [str(who) for who in task.opponents],
            "player": str(task.player or "best"),
            "question": task.question,
            "format": task.format,
            "seconds": task.seconds,
            "memory": task.memory,
            "stack": task.memory if task.stack is None else task.stack,
        },
        "seed": judgement.seed,
        "program": judgement.program,
        "guess": judgement.guess,
        "sandbox": judgement.sandbox,
        "counts": {verdict.name: count for verdict, count in judgement.counts.items()},
        "left_out": judgement.left_out,
        "score": total,
        "cap": float(100 * judgement.scoring.cap),
        "groups": [
            {**asdict(group), "worth": worth, "score": mine}
            for group, (mine, worth) in zip(judgement.score.groups, by_group, strict=True)
        ],
        "slowest_seconds": judgement.slowest.seconds,
        "smallest_failure": judgement.shrunk and _json_outcome(judgement, judgement.shrunk),
        "mistakes": [
            {"name": each.name, "meaning": each.meaning, "explains": each.explains and each.explains.name}
            for each in judgement.mistakes
        ],
        "runs": [_json_outcome(judgement, outcome) for outcome in judgement.outcomes],
    }


def _json_words(command: Sequence[str]) -> list[str]:
    """The words of a command; bytes that are not UTF-8 are replaced."""
    return [os.fsencode(word).decode(errors="replace") for word in command]


def _json_outcome(judgement: Judgement, outcome: Outcome) -> dict[str, Any]:
    described = {
        "group": outcome.trial.group,
        "rows": outcome.trial.rows,
        "verdict": outcome.verdict.name,
        "note": outcome.note,
        "expected": outcome.expected,
        "got": outcome.got,
        "seconds": outcome.seconds,
        "wall_seconds": outcome.wall,
        "memory": outcome.memory,
    }
    if outcome is judgement.shrunk:
        described["input"] = judgement.task.write(outcome.trial.rows).decode()
        if line := _proof(judgement.task, outcome):
            described["line"] = line
    return described


def _json_bot(judgement: BotJudgement) -> dict[str, Any]:
    return {
        "command": _json_words(judgement.command),
        "verdict": judgement.verdict.name,
        "accepted": judgement.accepted,
        "seed": judgement.seed,
        "left_out": judgement.left_out,
        "plays_like": judgement.plays_like,
        "fouls": [*map(_json_foul, judgement.fouls)],
        "records": [
            {"against": str(record.against)}
            | {each.name: json_number(getattr(record, each.name)) for each in fields(record)[1:]}
            for record in judgement.records
        ],
        "games": [
            {
                "notation": write(played.game),
                "yours": json_number(played.game.yours),
                "theirs": json_number(played.game.theirs),
                "best": json_number(played.show(played.best)),
                "losses": [json_number(played.show(loss)) for loss in played.losses],
                "foul": played.foul and _json_foul(played.foul),
            }
            for played in judgement.games
        ],
    }


def _json_foul(foul: Foul) -> dict[str, str]:
    return {"verdict": foul.verdict.name, "note": foul.sentence}
