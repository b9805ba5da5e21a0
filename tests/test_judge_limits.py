"""The judge at each of its limits, and one step beyond."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import pytest

import command_line
from judged import OWN, Pretended, fact, judge_moves
from twoends import Row
from twoends.judge import (
    Limits,
    Verdict,
    answers,
    classes,
    grades,
    languages,
    naming,
    reports,
    submissions,
)
from twoends.judge.building import BuiltProgram, first_error
from twoends.judge.games import OPPONENTS
from twoends.judge.mistakes import Mistake, out_of_range
from twoends.judge.outcomes import MAX_BYTES_KEPT, MAX_CARDS_FILLED, Program
from twoends.judge.submissions import Submission
from twoends.judge.tasks import FormError, Values
from twoends.judge.trials import Trial, trials
from twoends.programs import bots, client, sandbox
from twoends.programs.client import Run
from twoends.programs.server import SECONDS_BETWEEN_LOOKS
from twoends.rules.errors import TwoEndsError
from twoends.rules.moves import LEFT
from twoends.rules.rules import Rules


def tried(rows: Sequence[Values], try_out: Callable[[Any, list[Any]], object]) -> int:
    """How often `try_out` runs a right program after each of these rows was tried."""
    program = Pretended(OWN.answer)
    outcomes = [program.try_out(Trial("small", (row,))) for row in rows]
    program.tried.clear()
    try_out(program, outcomes)
    return len(program.tried)


def run(cards: int, output: bytes) -> tuple[bool, int]:
    """Whether the memory of a program is filled, and how much of its output in the wrong form is kept."""
    environments: list[dict[str, str]] = []

    def ran(command: object, text: bytes, limits: Limits, environment: dict[str, str]) -> Run:
        environments.append(environment)
        return Run("by itself", 0, output, b"", 0.1, 0.1, 1 << 20, replace(limits, output=1 << 20))

    supervisor: Any = SimpleNamespace(run=ran)
    outcome = Program(supervisor, ["it"], OWN).try_out(Trial("small", ((0,) * cards,)))
    return bool(environments[0]), len(outcome.output)


def draws_more(count: int) -> bool:
    """Whether new rows are tried if `count` rows have one answer and one mistake explains it."""
    program: Any = Pretended(lambda values: "-7777")
    outcomes = [program.try_out(Trial("small", ((at, 1),))) for at in range(count)]
    program.tried.clear()
    naming.name_mistakes(program, outcomes, (), Random(0))
    return any(trial.rows not in [each.trial.rows for each in outcomes] for trial in program.tried)


def proved(cards: int) -> bool:
    """Whether a line of play proves the answer to a row of this many cards."""
    program: Any = Pretended(lambda values: "-7777")
    return bool(reports._proof(OWN, program.try_out(Trial("small", ((1,) * cards,)))))


def played(cards: int) -> str:
    """The error of a game with this many cards; empty if it is judged."""
    return refusal(lambda: judge_moves(lambda at: LEFT, rows=[Row.of([1] * cards)], opponents=OPPONENTS[:1]))


def small(content: dict[str, bytes]) -> bool:
    """Whether a submission may contain these files."""
    try:
        submissions._require_small(content)
    except submissions.CompileError:
        return False
    return True


def unpacks(size: int) -> bool:
    """Whether an archive of `size` bytes is unpacked if 2000 are allowed."""
    with mock.patch.object(submissions, "MAX_BYTES", 2000):
        content = gzip.compress(bytes(size))
        return "unpacks to more than" not in refusal(lambda: list(submissions._unpack("it.tgz", content)))


def zeros_are_drawn(most: int) -> bool:
    """Whether rows of zeros, on which a cache that takes 0 for not computed is slow, are drawn."""
    drawn = trials(replace(OWN, most=most), 300, seed=0)
    return any(not any(*trial.rows) for trial in drawn if trial.group == "not computed")


def memory_of_a_right_program(memory: int) -> int:
    """The memory of the sample programs of a task that allows this much."""
    used: list[Limits] = []

    def run(command: object, text: bytes, limits: Limits, **more: str) -> Run:
        used.append(limits)
        return Run("by itself", 0, b"33", b"", 0.0, 0.0, 0, limits)

    supervisor: Any = SimpleNamespace(share=str, run=run)
    with client.temporary_folder() as here:
        languages.require_samples_run({".py"}, here, supervisor, memory)
    return used[-1].memory


def of_a_script(line: str, ask: Callable[[str], Any]) -> Any:
    """Apply a function to a file that begins with `#!` and this line."""
    with client.temporary_folder() as here:
        (here / "it").write_text(f"#!{line}")
        return ask(str(here / "it"))


def says_why(program: str) -> str:
    """The reason that a program does not start."""
    return client.why_not_started(program, "")


def refusal(ask: Callable[[], object]) -> str:
    """The sentence of an error; empty if there is none."""
    try:
        ask()
    except (TwoEndsError, FormError, submissions.CompileError) as fault:
        return str(fault)
    return ""


AT_ITS_LIMITS: tuple[tuple[Callable[[int], object], int, object, object], ...] = (
    (lambda n: tried([(at,) for at in range(n)], answers._check), 20, 20, 20),
    (lambda n: tried([(at,) for at in range(n)], answers._check), 19, 19, 20),
    (lambda n: tried([(0,) * n], answers._check), MAX_CARDS_FILLED, 1, 0),
    (lambda n: run(n, b"7")[0], 200, True, False),
    (lambda n: run(1, b"x" * n)[1], MAX_BYTES_KEPT, 4000, 4000),
    (lambda n: run(1, b"x" * n)[1], MAX_BYTES_KEPT - 1, 3999, 4000),
    (draws_more, 11, True, False),
    (played, 200, "", "a row has 201 cards: games are judged on at most 200"),
    (lambda n: small(dict.fromkeys(map(str, range(n)), b"")), 2000, True, False),
    (lambda n: small({"it": bytes(n)}), 50 << 20, True, False),
    (unpacks, 2000, True, False),
    (lambda n: refusal(lambda: OWN.read(b"9" * n, 1)) == "", 1000, True, False),
    (lambda n: refusal(lambda: OWN.read(b"x" * n, 1)).count("x"), 60, 60, 57),
    (zeros_are_drawn, 17, False, True),
    (proved, 40, True, False),
    (memory_of_a_right_program, (512 << 20) - 1, 512 << 20, 512 << 20),
    (memory_of_a_right_program, 512 << 20, 512 << 20, (512 << 20) + 1),
    (lambda n: len(of_a_script("x" * n, sandbox._first_line)[0]), 254, 254, 254),
    (lambda n: len(of_a_script("x" * n, sandbox._first_line)[0]), 253, 253, 254),
    (lambda n: "CR LF" in of_a_script("x" * n + "\r\n", says_why), 252, True, False),
)
"""A function, a number, and the values of the function there and one further."""


@pytest.mark.parametrize(("ask", "limit", "at", "beyond"), AT_ITS_LIMITS)
def test_a_limit_may_be_reached_and_not_passed(
    ask: Callable[[int], object], limit: int, at: object, beyond: object
) -> None:
    assert (ask(limit), ask(limit + 1)) == (at, beyond)


def test_forty_rows_tell_mistakes_apart_and_twelve_look_for_a_counterexample() -> None:
    def says(name: str) -> Mistake:
        return Mistake(name, "", lambda values: "7" if values == (4,) else name)

    fails: Any = Pretended(lambda values: Verdict.RE)
    naming._explanations(fails, [fact((4,), "7")], [[says("1"), says("2")]], Random(0))
    assert len(fails.tried) == 40
    mistake = Mistake("m", "", lambda values: None, lambda values: False, min_share=0.5)
    seek = naming._counterexamples
    assert tried([], lambda program, outcomes: list(seek(program, mistake, Random(0)))) == 12


def test_a_failure_is_shrunk_for_three_seconds_in_a_class() -> None:
    supervisor: Any = SimpleNamespace(share=print)
    with (
        mock.patch.multiple(classes, copy=mock.DEFAULT, build=lambda *asked: BuiltProgram(())),
        mock.patch.object(classes, "judge_answers", return_value=answers.reject([], OWN, "")) as judge,
    ):
        classes.judge_submission(Submission("it", ()), classes.Assignment(OWN), supervisor)
    assert judge.call_args.kwargs["shrink_seconds"] == 3


def not_right(text: str) -> str:
    """The error if a right program prints this in the sandbox."""
    ran = Run("by itself", 0, text.encode(), b"", 0.0, 0.0, 0, Limits())
    supervisor: Any = SimpleNamespace(share=str, run=lambda *asked, **more: ran)
    with client.temporary_folder() as here:
        return refusal(lambda: languages.require_samples_run({".py"}, here, supervisor, 1 << 20))


def broken(text: str) -> str:
    """The error of an archive that cannot be unpacked for this reason."""
    with mock.patch("zipfile.ZipFile", side_effect=ValueError(text)):
        return refusal(lambda: list(submissions._unpack("it.zip", b"")))


def heard(*lines: str, rules: str = "take 1") -> str:
    """The error of our own bot if the referee sends these lines."""
    player: Any = lambda row, first: lambda position: LEFT  # noqa: E731  # a function of one expression, typed as Any
    return refusal(lambda: list(bots.answers(player, lines, Rules.of(rules))))


def impossible(answer: str) -> str:
    """The mistake of a program that prints a number that no cards add up to."""
    return next(out_of_range([fact((1,), answer), fact((2,), answer)])).meaning


QUOTED: tuple[tuple[Callable[[str], str], int], ...] = (
    (not_right, 200),
    (broken, 100),
    (lambda text: refusal(lambda: submissions._safe(f"/{text}")), 99),
    (heard, 40),
    (lambda text: heard("row 1 2", f"took {text}"), 20),
    (lambda text: heard("row 1 2", f"took {text}", rules="take 1-2"), 20),
    (lambda text: first_error([text]), 300),
    (lambda text: first_error([f"error: {text}"]), 300 - len("error: ")),
    (impossible, 30),
    (lambda text: refusal(lambda: grades._points(text, Path("it.csv"), 0, "Points")), 20),
)
"""Sentences that quote foreign text, and how many characters of it they quote."""


@pytest.mark.parametrize(("quote", "most"), QUOTED)
def test_a_quotation_is_cut_at_its_limit(quote: Callable[[str], str], most: int) -> None:
    quoted = [quote("9" * count).count("9") for count in (most, most + 1)]
    assert quoted == [most, most]


def test_classes_and_packages_have_their_default_numbers_of_rows(tmp_path: Path) -> None:
    assert classes.Assignment(OWN).count == 120
    with mock.patch("twoends.judge.exports.kattis.package", return_value={}) as package:
        command_line.run("judge", "export", "kattis", str(tmp_path / "it"), "--task", "deque")
    assert package.call_args.args[1] == 60


DOCUMENTED: tuple[tuple[str, float, float], ...] = (
    ("(five more for the first one", bots.SECONDS_TO_START, 5),
    ("is checked every 20 milliseconds", SECONDS_BETWEEN_LOOKS, 0.02),
    ("Shrinking stops after ten seconds (three in a class) or 1000 runs", answers.MAX_SECONDS, 10),
    ("(three in a class) or 1000 runs", answers.MAX_RUNS, 1000),
    ("slowest 0.02 s of 2 s", Limits().seconds, 2),
    ("2 s, 256 MB", Limits().memory, 256 << 20),
    ("more than 64 processes", Limits().processes, 64),
    ("or more than 1 MB of it", Limits().output, 1 << 20),
    ("64 MB allowed for all its files", Limits().disk, 64 << 20),
)
"""A phrase of docs/judge.md, the limit that it describes, and its value."""


@pytest.mark.parametrize(("phrase", "limit", "value"), DOCUMENTED)
def test_a_limit_has_its_documented_value(phrase: str, limit: float, value: float) -> None:
    text = (Path(__file__).parent.parent / "docs" / "judge.md").read_text("utf-8")
    assert phrase in " ".join(text.split())
    assert limit == value
