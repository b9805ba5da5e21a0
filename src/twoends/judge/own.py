"""An exercise of an instructor's own: a reference says what is right, and a checker what else is.

Both are trusted and run outside of any sandbox, bounded in time alone. A checker is an output
validator as Kattis and the ICPC have them: CHECKER INPUT ANSWER FEEDBACK_FOLDER, the program's
output on standard input, exit status 42 for right and 43 for wrong, and its words in the folder.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from twoends.judge.containment.contained import room
from twoends.judge.questions import FORMS
from twoends.rules.errors import TwoEndsError

SECONDS = 20.0
"""By the clock on the wall, for each run of an instructor's program."""

RIGHT, WRONG = 42, 43
"""The exit statuses of a checker."""


class ProgramError(TwoEndsError):
    """An instructor's program that does not do its work."""


@dataclass(frozen=True, slots=True)
class Own:
    """The programs of an exercise.

    form       how the reference reads a row, a key of FORMS
    reference  the command that prints the right answer to one row
    checker    the command that accepts other answers, too; empty: there is one right answer
    folder     where they run
    hidden     files of the exercise that no program on trial may read, as real paths
    digest     of these files, so that a class is judged anew where one has changed
    statement  the exercise as students read it, in Markdown; may be empty
    """

    form: str
    reference: tuple[str, ...]
    checker: tuple[str, ...] = ()
    folder: str = "."
    hidden: tuple[str, ...] = ()
    digest: str = ""
    statement: str = ""

    def answer(self, values: tuple[int, ...]) -> str:
        """The right answer to a row, its words with single blanks between them. Raises ProgramError."""
        return _answer(self, values)

    def objection(self, values: tuple[int, ...], said: str) -> str | None:
        """None if an answer is right; if not, what the checker says of it, which may be nothing.

        An answer is right if it has the reference's words, in capitals or not. Raises ProgramError.
        """
        answer = self.answer(values)
        if said.casefold().split() == answer.casefold().split():
            return None
        return self._ask_checker(values, answer, said) if self.checker else ""

    def require_works(self, values: tuple[int, ...]) -> None:
        """Raise ProgramError where the reference changes its answer, or the checker refuses it."""
        answer = self.answer(values)
        if _answer.__wrapped__(self, values) != answer:
            raise ProgramError(f"the reference gave two answers to the row {_row(values)}: it must have one")
        if self.checker and self._ask_checker(values, answer, answer) is not None:
            raise ProgramError(f"the checker refuses the answer of the reference to the row {_row(values)}")

    def _ask_checker(self, values: tuple[int, ...], answer: str, said: str) -> str | None:
        with room() as here:
            feedback = here / "feedback"
            feedback.mkdir()
            files = [here / "input", here / "answer"]
            for file, content in zip(files, (self._text(values), f"{answer}\n".encode()), strict=True):
                file.write_bytes(content)
            command = (*self.checker, *map(str, files), f"{feedback}{os.sep}")
            status, _ = run("the checker", command, self.folder, said.encode())
            if status not in (RIGHT, WRONG):
                raise ProgramError(
                    f"the checker ended with exit status {status} on the row {_row(values)}: "
                    f"{RIGHT} says right, {WRONG} wrong"
                )
            words = [feedback / name for name in ("teammessage.txt", "judgemessage.txt")]
            told = next((each.read_text("utf-8", "replace") for each in words if each.is_file()), "")
            return None if status == RIGHT else " ".join(told.split())[:200]

    def _text(self, values: tuple[int, ...]) -> bytes:
        return FORMS[self.form].write([values]).encode()


@lru_cache(maxsize=20_000)
def _answer(own: Own, values: tuple[int, ...]) -> str:
    what = f"on the row {_row(values)} the reference"
    status, output = run(what, own.reference, own.folder, own._text(values))
    if status:
        raise ProgramError(f"{what} ended with exit status {status}")
    if not (words := output.decode(errors="replace").split()):
        raise ProgramError(f"{what} printed nothing")
    return " ".join(words)


def _row(values: tuple[int, ...]) -> str:
    shown = " ".join(map(str, values[:20]))
    return shown if len(values) <= 20 else f"{shown} … of {len(values)} values"


def run(what: str, command: tuple[str, ...], folder: str, text: bytes = b"") -> tuple[int, bytes]:
    """Run a trusted program in a folder: its exit status and its output; all that it started ends with it.

    Raises ProgramError.
    """
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=folder, start_new_session=True,
        )  # fmt: skip
    except OSError as fault:
        raise ProgramError(f"{what} does not start: {fault.strerror}") from None
    with process:
        try:
            output, _ = process.communicate(text, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise ProgramError(f"{what} was still running after {SECONDS:g} s") from None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode < 0:
        raise ProgramError(f"{what} was killed by {signal.Signals(-process.returncode).name}")
    return process.returncode, output
