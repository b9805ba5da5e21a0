"""An instructor's own exercise: a reference gives the right answer, a checker may accept others.

Both are trusted and run outside any sandbox, with a limit on time only. A checker is an output validator in
the Kattis and ICPC format: CHECKER INPUT ANSWER FEEDBACK_FOLDER, with the program's output on standard input,
exit status 42 for right and 43 for wrong, and messages in the feedback folder.
"""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from twoends.judge.containment.contained import temporary_folder
from twoends.judge.questions import FORMS
from twoends.rules.errors import TwoEndsError

SECONDS = 20.0
"""The wall-clock limit for each run of an instructor's program."""

RIGHT, WRONG = 42, 43
"""The exit statuses of a checker."""


class ProgramError(TwoEndsError):
    """An instructor's program that fails."""


@dataclass(frozen=True, slots=True)
class Own:
    """The instructor's programs of an exercise.

    form       the input format of the reference, a key of FORMS
    reference  the command that prints the right answer to one row
    checker    the command that may accept other answers; empty: there is one right answer
    folder     the working directory of both
    hidden     files of the exercise that submissions must not read, as real paths
    digest     a hash of these files; a class is judged again if it changes
    statement  the exercise text for students, in Markdown; may be empty
    """

    form: str
    reference: tuple[str, ...]
    checker: tuple[str, ...] = ()
    folder: str = "."
    hidden: tuple[str, ...] = ()
    digest: str = ""
    statement: str = ""

    def answer(self, values: tuple[int, ...]) -> str:
        """The right answer to a row, as words separated by single spaces. Raises ProgramError."""
        return _answer(self, values)

    def objection(self, values: tuple[int, ...], answer: str) -> str | None:
        """None if an answer is right, else the checker's message on it, which may be empty.

        An answer with the reference's words, ignoring case, is always right. Raises ProgramError.
        """
        right = self.answer(values)
        if answer.casefold().split() == right.casefold().split():
            return None
        return self._ask_checker(values, right, answer) if self.checker else ""

    def require_works(self, values: tuple[int, ...]) -> None:
        """Raise ProgramError if the reference changes its answer, or the checker rejects it."""
        right = self.answer(values)
        if _answer.__wrapped__(self, values) != right:
            raise ProgramError(f"the reference gave two answers to the row {_row(values)}: it must have one")
        if self.checker and self._ask_checker(values, right, right) is not None:
            raise ProgramError(f"the checker rejects the answer of the reference to the row {_row(values)}")

    def _ask_checker(self, values: tuple[int, ...], right: str, answer: str) -> str | None:
        with temporary_folder() as folder:
            feedback = folder / "feedback"
            feedback.mkdir()
            (folder / "input").write_bytes(self._text(values))
            (folder / "answer").write_bytes(f"{right}\n".encode())
            command = (*self.checker, f"{folder / 'input'}", f"{folder / 'answer'}", f"{feedback}{os.sep}")
            status, _ = run("the checker", command, self.folder, answer.encode())
            if status not in (RIGHT, WRONG):
                raise ProgramError(
                    f"the checker ended with exit status {status} on the row {_row(values)}: "
                    f"it must be {RIGHT} for right or {WRONG} for wrong"
                )
            files = [feedback / name for name in ("teammessage.txt", "judgemessage.txt")]
            message = next((file.read_text("utf-8", "replace") for file in files if file.is_file()), "")
            return None if status == RIGHT else " ".join(message.split())[:200]

    def _text(self, values: tuple[int, ...]) -> bytes:
        return FORMS[self.form].write([values]).encode()


@lru_cache(maxsize=20_000)
def _answer(own: Own, values: tuple[int, ...]) -> str:
    who = f"on the row {_row(values)} the reference"
    status, output = run(who, own.reference, own.folder, own._text(values))
    if status:
        raise ProgramError(f"{who} ended with exit status {status}")
    if not (words := output.decode(errors="replace").split()):
        raise ProgramError(f"{who} printed nothing")
    return " ".join(words)


def _row(values: tuple[int, ...]) -> str:
    shown = " ".join(map(str, values[:20]))
    return shown if len(values) <= 20 else f"{shown} … of {len(values)} values"


def run(who: str, command: tuple[str, ...], folder: str, text: bytes = b"") -> tuple[int, bytes]:
    """Run a trusted program in a folder and return its exit status and output; then kill its process group.

    Raises ProgramError, which names the program by `who`.
    """
    try:
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            cwd=folder, start_new_session=True,
        )  # fmt: skip
    except OSError as fault:
        raise ProgramError(f"{who} does not start: {fault.strerror}") from None
    with process:
        try:
            output, _ = process.communicate(text, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise ProgramError(f"{who} was still running after {SECONDS:g} s") from None
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    if process.returncode < 0:
        raise ProgramError(f"{who} was killed by {signal.Signals(-process.returncode).name}")
    return process.returncode, output
