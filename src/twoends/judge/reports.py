"""Reports on a judgement: text for people, JSON, JUnit XML, and Gradescope's results.json.

Both kinds of judgement, of answers and of players, are first cut into cases; the two formats for
other tools are written from these alone.
"""

from __future__ import annotations

import json
import shlex
import textwrap
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, Literal, get_args
from xml.etree import ElementTree

from twoends.judge.answers import Judgement
from twoends.judge.games import Played, PlayerJudgement, Record
from twoends.judge.tasks import TaskError
from twoends.judge.verdicts import Outcome, Verdict
from twoends.notation import write_game
from twoends.report import json_number, number
from twoends.rows import TwoEndsError

Visibility = Literal["visible", "hidden", "after_due_date", "after_published"]
"""When Gradescope shows a test to the student."""

MOST_CARDS_OF_A_PROOF = 40
MOST_LINES, MOST_COLUMNS = 12, 100
"""Inputs are shown up to here; the JSON report has all of them."""


class ReportError(TwoEndsError):
    """A report that cannot be written."""


@dataclass(frozen=True, slots=True)
class Case:
    """One test in a report: its group, its name, its verdict, what to say about it, its seconds."""

    group: str
    name: str
    verdict: Verdict
    text: str
    seconds: float


def cases(judgement: Judgement | PlayerJudgement) -> list[Case]:
    """Cut a judgement into the cases that a report lists."""
    if isinstance(judgement, Judgement):
        return [
            Case(each.trial.group, _title(each, at), each.verdict, _failure(judgement, each), each.seconds)
            for at, each in enumerate(judgement.outcomes, 1)
        ]
    listed = [_game_case(judgement, played, at) for at, played in enumerate(judgement.games, 1)]
    if judgement.ending is not None:
        listed.append(Case("the end", "the end", judgement.ending.verdict, judgement.ending.sentence, 0.0))
    return listed


def _title(outcome: Outcome, at: int) -> str:
    rows = outcome.trial.rows
    if len(rows) > 1:
        return f"{at}: {len(rows)} rows"
    return f"{at}: {_cut(' '.join(map(str, rows[0])), 60)}"


def _game_case(judgement: PlayerJudgement, played: Played, at: int) -> Case:
    verdict, text = Verdict.AC, ""
    if played.foul is not None:
        verdict, text = played.foul
    elif judgement.perfect and played.loss:
        verdict, text = Verdict.WA, f"its moves gave away {number(played.game.row.show(played.loss))}"
    notation = write_game(played.game, played.against)
    return Case(f"against {played.against}", f"{at}: {notation}", verdict, text, 0.0)


# --- text --------------------------------------------------------------------------------------


def text(judgement: Judgement | PlayerJudgement) -> str:
    """The whole judgement as a person reads it."""
    lines = _answers_text(judgement) if isinstance(judgement, Judgement) else _player_text(judgement)
    return "\n".join(lines)


def _answers_text(judgement: Judgement) -> list[str]:
    task, slowest = judgement.task, judgement.slowest
    runs = len(judgement.outcomes)
    time = f"{slowest.seconds:.2f} s of {task.seconds:g} s"
    lines = [
        f"{judgement.verdict}  {judgement.verdict.value}: {shlex.join(judgement.command)}",
        f"task {task.name} ({task.source}), {task.phrase}",
        f"{runs} {'run' if runs == 1 else 'runs'}: {_counts(judgement.counts)}; slowest {time} "
        f"({slowest.trial.group}, {max(map(len, slowest.trial.rows))} cards); "
        f"seed {judgement.seed}",
    ]
    if judgement.left_out:
        lines.append(f"{judgement.left_out} more runs were left out: too many used up their limits")
    if judgement.shrunk is not None:
        lines += ["", "The smallest failure:", _failure(judgement, judgement.shrunk, indent="  ")]
        lines += ["", *_mistakes_text(judgement)]
    return lines


def _mistakes_text(judgement: Judgement) -> list[str]:
    if not judgement.mistakes:
        return ["No known mistake explains all that was seen."]
    if len(judgement.mistakes) == 1:
        (mistake,) = judgement.mistakes
        return [f"The mistake: {mistake.name}.", f"  {_sentence(mistake.meaning)}"]
    lines = ["Each of these mistakes explains all that was seen:"]
    return lines + [f"  {mistake.name}. {_sentence(mistake.meaning)}" for mistake in judgement.mistakes]


def _sentence(phrase: str) -> str:
    return f"{phrase[:1].upper()}{phrase[1:]}."


def _counts(counts: Mapping[Verdict, int]) -> str:
    return ", ".join(f"{count} {verdict}" for verdict, count in counts.items())


def _failure(judgement: Judgement, outcome: Outcome, indent: str = "") -> str:
    """Input, expected, got, and the line of play that proves the expected value; empty if accepted."""
    if outcome.verdict is Verdict.AC:
        return ""
    task, rows = judgement.task, outcome.trial.rows
    expected = [task.show(answer, game) for game, answer in enumerate(outcome.expected, 1)]
    parts = [
        ("verdict", f"{outcome.verdict}: {outcome.note}"),
        ("input", task.write(rows).decode().rstrip("\n")),
    ]
    parts.append(("expected", "\n".join(expected)))
    if outcome.got is not None:
        parts.append(
            ("got", "\n".join(task.show(answer, game) for game, answer in enumerate(outcome.got, 1)))
        )
        wrong = [
            row for row, one, other in zip(rows, outcome.got, outcome.expected, strict=True) if one != other
        ]
        if len(wrong[0]) <= MOST_CARDS_OF_A_PROOF:
            parts.append(("line", _wrapped(task.proof(wrong[0]))))
    return "\n".join(
        f"{indent}{name if at == 0 else '':<10}{line}"
        for name, content in parts
        for at, line in enumerate(_cut_lines(content))
    )


def _player_text(judgement: PlayerJudgement) -> list[str]:
    games = len(judgement.games)
    lines = [
        f"{judgement.verdict}  {judgement.verdict.value}: {shlex.join(judgement.player)}",
        f"{games} {'game' if games == 1 else 'games'}; seed {judgement.seed}",
        "",
        f"  {'against':<16}{'won':>5}{'drawn':>6}{'lost':>6}{'yours':>9}{'theirs':>9}"
        f"{'best moves':>13}{'loss a move':>13}",
    ]
    for record in judgement.records:
        share = f"{record.best_moves}/{record.moves}"
        mean = f"{float(record.loss / record.moves) if record.moves else 0:.3f}"
        lines.append(
            f"  {record.against!s:<16}{record.won:>5}{record.drawn:>6}{record.lost:>6}"
            f"{number(record.yours):>9}{number(record.theirs):>9}{share:>13}{mean:>13}"
        )
    if worst := judgement.worst:
        loss = number(worst.game.row.show(worst.loss))
        best = number(worst.game.row.show(worst.best))
        lines += [
            "",
            f"The game that gave away most, {loss} of {best}:",
            f"  {write_game(worst.game, worst.against)}",
        ]
    if judgement.plays_like:
        lines += ["", f"Every move is that of: {', '.join(judgement.plays_like)}."]
    if judgement.fouls:
        lines += ["", "Fouls:"]
        for played in judgement.games:
            if played.foul is not None:
                lines.append(f"  {played.foul.verdict}: {played.foul.sentence}")
                lines.append(f"      in {_cut(write_game(played.game, played.against))}")
        if judgement.ending is not None:
            lines.append(f"  {judgement.ending.verdict}: {judgement.ending.sentence}")
    if judgement.left_out:
        lines.append(f"{judgement.left_out} more games were left out after so many fouls")
    return lines


def _wrapped(content: str) -> str:
    return "\n".join(part for line in content.split("\n") for part in textwrap.wrap(line, MOST_COLUMNS))


def _cut(line: str, most: int = MOST_COLUMNS) -> str:
    return line if len(line) <= most else f"{line[: most - 2]} …"


def _cut_lines(content: str) -> list[str]:
    lines = content.split("\n")
    shown = [_cut(line) for line in lines[:MOST_LINES]]
    return shown if len(lines) <= MOST_LINES else [*shown, f"… {len(lines)} lines"]


# --- JSON --------------------------------------------------------------------------------------


def json_judgement(judgement: Judgement | PlayerJudgement) -> dict[str, Any]:
    """A judgement as a JSON object, with every run or game."""
    if isinstance(judgement, PlayerJudgement):
        return _json_player(judgement)
    task = judgement.task
    return {
        "command": list(judgement.command),
        "verdict": judgement.verdict.name,
        "accepted": judgement.accepted,
        "task": {
            "name": task.name,
            "opponent": str(task.opponent),
            "asks": task.asks,
            "input": task.form,
            "seconds": task.seconds,
            "memory": task.memory,
        },
        "seed": judgement.seed,
        "counts": {verdict.name: count for verdict, count in judgement.counts.items()},
        "left_out": judgement.left_out,
        "slowest_seconds": judgement.slowest.seconds,
        "smallest_failure": None if judgement.shrunk is None else _json_outcome(judgement, judgement.shrunk),
        "mistakes": [{"name": each.name, "meaning": each.meaning} for each in judgement.mistakes],
        "runs": [_json_outcome(judgement, outcome) for outcome in judgement.outcomes],
    }


def _json_outcome(judgement: Judgement, outcome: Outcome) -> dict[str, Any]:
    rows = outcome.trial.rows
    proof = outcome is judgement.shrunk and max(map(len, rows)) <= MOST_CARDS_OF_A_PROOF
    return {
        "group": outcome.trial.group,
        "rows": [list(row) for row in rows],
        "verdict": outcome.verdict.name,
        "note": outcome.note,
        "expected": list(outcome.expected),
        "got": None if outcome.got is None else list(outcome.got),
        "seconds": outcome.seconds,
        "memory": outcome.memory,
    } | (
        {"input": judgement.task.write(rows).decode(), "line": judgement.task.proof(rows[0])} if proof else {}
    )


def _json_player(judgement: PlayerJudgement) -> dict[str, Any]:
    return {
        "player": list(judgement.player),
        "verdict": judgement.verdict.name,
        "accepted": judgement.accepted,
        "seed": judgement.seed,
        "left_out": judgement.left_out,
        "plays_like": list(judgement.plays_like),
        "fouls": [{"verdict": foul.verdict.name, "note": foul.sentence} for foul in judgement.fouls],
        "records": [_json_record(record) for record in judgement.records],
        "games": [
            {
                "notation": write_game(played.game, played.against),
                "yours": json_number(played.game.row.show(played.game.yours)),
                "theirs": json_number(played.game.row.show(played.game.theirs)),
                "best": json_number(played.game.row.show(played.best)),
                "losses": [json_number(played.game.row.show(loss)) for loss in played.losses],
                "foul": played.foul and {"verdict": played.foul.verdict.name, "note": played.foul.sentence},
            }
            for played in judgement.games
        ],
    }


def _json_record(record: Record) -> dict[str, Any]:
    return {
        "against": str(record.against),
        "won": record.won,
        "drawn": record.drawn,
        "lost": record.lost,
        "yours": json_number(record.yours),
        "theirs": json_number(record.theirs),
        "moves": record.moves,
        "best_moves": record.best_moves,
        "loss": json_number(record.loss),
    }


# --- for other tools ---------------------------------------------------------------------------


def junit(judgement: Judgement | PlayerJudgement) -> str:
    """JUnit XML: a wrong answer is a failure, a program that does not get so far is an error."""
    listed = cases(judgement)
    wrong = [case for case in listed if case.verdict in (Verdict.WA, Verdict.PE)]
    broken = [case for case in listed if case.verdict not in (Verdict.AC, Verdict.WA, Verdict.PE)]
    suite = ElementTree.Element(
        "testsuite",
        name=f"twoends judge {judgement.task.name if isinstance(judgement, Judgement) else 'bot'}",
        tests=str(len(listed) + (judgement.left_out > 0)),
        failures=str(len(wrong)),
        errors=str(len(broken)),
        skipped=str(int(judgement.left_out > 0)),
        time=f"{sum(case.seconds for case in listed):.3f}",
    )
    for case in listed:
        element = ElementTree.SubElement(
            suite, "testcase", classname=case.group, name=case.name, time=f"{case.seconds:.3f}"
        )
        if case.verdict is not Verdict.AC:
            kind = "failure" if case in wrong else "error"
            fault = ElementTree.SubElement(element, kind, type=case.verdict.name, message=case.verdict.value)
            fault.text = case.text
    if judgement.left_out:
        element = ElementTree.SubElement(suite, "testcase", classname="left out", name="left out", time="0")
        ElementTree.SubElement(element, "skipped", message=f"{judgement.left_out} were left out")
    suites = ElementTree.Element("testsuites")
    suites.append(suite)
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(suites, "unicode")}\n'


def gradescope(
    judgement: Judgement | PlayerJudgement, points: float, visibility: Mapping[str, Visibility]
) -> str:
    """Gradescope's results.json: one test for each group of rows, or for each opponent.

    The points are shared by the groups according to how many cases they have. `visibility` is by
    group; groups that it does not name are visible. Raises TaskError for a group that is not there.
    """
    listed = sorted(cases(judgement), key=lambda case: case.group)
    groups = {name: list(group) for name, group in groupby(listed, key=lambda case: case.group)}
    if strange := set(visibility) - set(groups):
        raise TaskError(f"there is no group '{min(strange)}' here: choose {', '.join(groups)}")
    total = len(listed) + judgement.left_out
    tests: list[dict[str, Any]] = []
    for name, group in groups.items():
        passed = sum(case.verdict is Verdict.AC for case in group)
        failed = next((case for case in group if case.verdict is not Verdict.AC), None)
        tests.append(
            {
                "name": name,
                "score": round(points * (passed / total), 4),
                "max_score": round(points * (len(group) / total), 4),
                "status": "failed" if failed else "passed",
                "output": f"{passed} of {len(group)} accepted"
                + (f"\n{failed.name}\n{failed.text}" if failed else ""),
                "output_format": "text",
                "visibility": visibility.get(name, "visible"),
            }
        )
    passed = sum(case.verdict is Verdict.AC for case in listed)
    results = {
        "score": round(points * (passed / total), 4),
        "output": text(judgement),
        "output_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests,
    }
    return json.dumps(results, indent=2, ensure_ascii=False, allow_nan=False) + "\n"


def read_visibility(words: Iterable[str]) -> dict[str, Visibility]:
    """Read GROUP=WHEN pairs. Raises ReportError."""
    chosen: dict[str, Visibility] = {}
    for word in words:
        group, _, when = word.partition("=")
        if when not in get_args(Visibility):
            raise ReportError(f"'{word}' is no GROUP=WHEN: WHEN is {', '.join(get_args(Visibility))}")
        chosen[group] = when  # type: ignore[assignment]  # tested to be one of them
    return chosen


def write_whole(path: Path, content: str) -> None:
    """Write a file whole or not at all. Raises ReportError."""
    unfinished = None
    try:
        with NamedTemporaryFile("w", dir=path.parent, encoding="utf-8", delete=False) as file:
            unfinished = Path(file.name)
            file.write(content)
        unfinished.chmod(0o644)
        unfinished.replace(path)
    except OSError as fault:
        if unfinished is not None:
            unfinished.unlink(missing_ok=True)
        raise ReportError(f"{path} cannot be written: {fault.strerror}; mend that and run again") from None
