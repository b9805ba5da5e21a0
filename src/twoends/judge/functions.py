"""Judging a Python function instead of a program: the same rows, the same limits, the same containment."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from twoends.judge.containment import calling
from twoends.judge.languages import Built, Workshop, build
from twoends.judge.tasks import Task, TaskError


def calls(path: str, function: str, python: str = sys.executable) -> tuple[str, ...]:
    """The command that calls a function of a file for every row.

    >>> calls("answer.py", "solve")[-1]
    'solve'
    """
    if not function.isidentifier():
        raise TaskError(f"'{function}' is not a name of a function: give one as in --function solve")
    return (python, "-I", calling.__file__, os.path.abspath(path), function)


def build_function(
    files: Sequence[Path], workshop: Workshop, function: str, task: Task, entry: str = ""
) -> Built:
    """Make a command that calls a function of one of the files for every row. Raises CompileError."""
    built = build([each for each in files if each.suffix == ".py"], workshop, entry)
    return replace(built, command=calls(built.command[-1], function))


def of_functions(task: Task) -> Task:
    """The same task for functions: from a list of values to an answer, several rows in one process."""
    return replace(task, form="lines", sentence=None)
