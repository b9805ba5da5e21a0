"""A problem package in the Kattis format: statement, rows, validators, right and wrong submissions."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from pprint import pformat
from uuid import NAMESPACE_URL, uuid5

from twoends.answers import questions
from twoends.answers.questions import QUESTIONS
from twoends.judge import bounds
from twoends.judge.exports import answer, validate
from twoends.judge.tasks import Task
from twoends.judge.trials import trials
from twoends.reading import formats
from twoends.reading.formats import FORMATS
from twoends.rules.opponents import Opponent

ROWS = 60
"""The default number of rows of a package."""

SAMPLES = 2

MAX_CARDS = 100
"""The longest rows on which a wrong submission is checked to be wrong, at a cost of O(n²) each."""

WRONG = {"plays greedily": "greedily", "one answer to everything": "one answer to everything"}
"""Known mistakes included as wrong submissions, and the value of PLAYS in answer.py that makes them."""


def package(task: Task, count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """The files of the package: path and content."""
    yield "problem.yaml", _configuration(task).encode()
    # The legacy format's problem.yaml has no time limit; DOMjudge and BAPCtools read it from this file.
    yield ".timelimit", f"{task.seconds:.10g}\n".encode()
    if task.statement:
        text = f"{task.statement.strip()}\n\n## Input\n\n{_input(task)}\n\n## Output\n\n{_output(task)}\n"
        yield "problem_statement/problem.en.md", text.encode()
    else:
        yield "problem_statement/problem.en.tex", statement(task).encode()
    yield "input_validators/validate.py", _program(validate.__file__, task.bounds._asdict()).encode()
    chosen = [trial.answered(task) for trial in trials(task, count, seed)]
    for at, trial in enumerate(chosen):
        group = re.sub(r"[^\w.-]", "-", trial.group, flags=re.ASCII)  # an instructor's may have a slash
        name = f"{'sample' if at < SAMPLES else 'secret'}/{at + 1:03}-{group}"
        answers = [task.show(answer, game) for game, answer in enumerate(trial.answers, 1)]
        yield f"data/{name}.in", task.write(trial.rows)
        yield f"data/{name}.ans", "".join(f"{line}\n" for line in answers).encode()
    question = {
        "format": task.format,
        "question": task.question,
        "player": ["best", None] if task.player is None else [task.player.name, task.player.ties],
        "opponents": [[who.name, who.ties if who.looks_at_cards else None] for who in task.opponents],
        "sentence": task.sentence,
    }
    right = _program(answer.__file__, question)
    yield "submissions/accepted/answer.py", right.encode()
    short = [row for trial in chosen for row in trial.rows if len(row) <= MAX_CARDS]
    for mistake, plays in WRONG.items():
        # In games that the first player always wins, the same answer to everything is right.
        if any(answer.answer(list(row), question, plays) != task.answer(row) for row in short):
            wrong = right.replace('PLAYS = "as asked"', f'PLAYS = "{plays}"')
            yield f"submissions/wrong_answer/{mistake.replace(' ', '_')}.py", wrong.encode()


MARK = "TASK: dict[str, Any] = {}"


def _program(source: str, task: Mapping[str, object]) -> str:
    """A program of this folder with its TASK, and with our modules in place of their imports."""
    text = Path(source).read_text("utf-8")
    for module in (questions, formats, bounds):
        ours = Path(str(module.__file__)).read_text("utf-8").partition("import annotations\n\n")[2]
        found = re.search(rf"from {re.escape(module.__name__)} import .*\n", text)
        text = text.replace(found[0], ours) if found else text
    return text.replace(MARK, f"{MARK[:-2]}{pformat(task, sort_dicts=False)}")


def _configuration(task: Task) -> str:
    uuid = uuid5(NAMESPACE_URL, f"twoends {task!r}")
    return (
        f"name: {json.dumps(task.title or task.name, ensure_ascii=False)}\n"
        f"uuid: {uuid}\nsource: twoends\nlicense: unknown\n"
        "validation: default\n"
        f"limits:\n  memory: {task.memory >> 20}\n"
    )


def statement(task: Task) -> str:
    """The statement in LaTeX."""
    playing = _opponents_text(task.opponents)
    if task.player is not None:
        playing = f"You always take {_end_text(task.player)}. {playing}"
    first = "the opponent goes" if task.question == "second" else "you go"
    return f"""\\problemname{{{_tex(task.title or task.name)}}}

Cards with numbers on them lie in a row. You and an opponent take turns, and {first} first. On each turn,
a player takes either the leftmost or the rightmost card, until no cards are left. Your total is the sum
of the cards that you take, and the opponent's total is the sum of the others.
{playing}

\\section*{{Input}}
{_tex(_input(task))}

\\section*{{Output}}
{_tex(_output(task))}
"""


def _input(task: Task) -> str:
    """Describe the format of the input and the limits of a row."""
    form = FORMATS[task.format].text
    return f"{form[0].upper()}{form[1:]}. {'Each' if task.many else 'The'} row has {task.bounds.text}."


def _output(task: Task) -> str:
    """Describe what to print."""
    choices = QUESTIONS[task.question].choices
    text = f"Print one line{' per row' if task.many else ''}: {task.asked}."
    text += f" Print one of: {', '.join(choices)}." if choices else ""
    if task.sentence is None:
        return text
    number = "{game} is the number of the row, counted from 1, and " * ("{game}" in task.sentence)
    return f"{text} Print it in this form, where {number}{{answer}} is the answer: {task.sentence}"


def _opponents_text(opponents: Sequence[Opponent]) -> str:
    """Describe how the opponents play, in a sentence."""
    if len(opponents) == 1:
        return f"The opponent {_play_text(opponents[0])}."
    each = "; ".join(f"one who {_play_text(who)}" for who in opponents)
    return f"Answer for {len(opponents)} opponents, in this order: {each}."


def _play_text(who: Opponent) -> str:
    """Describe how an opponent plays."""
    if who.name == "optimal":
        return "plays optimally and minimises your total"
    if who.name == "generous":
        return "wants you to win and maximises your total"
    return f"always takes {_end_text(who)}"


def _end_text(who: Opponent) -> str:
    """Describe the end that a player who looks at the cards alone takes."""
    if who.takes_one_end:
        return f"the {who.name} end"
    return (
        f"the {'larger' if who.name == 'greedy' else 'smaller'} end, and of two equal ends the {who.ties} one"
    )


def _tex(text: str) -> str:
    return re.sub(r"([{}_%&#$])", r"\\\1", text)
