"""Mutation testing: one small fault at a time is put into a function, and a test has to notice it.

mutmut makes the mutants, and they run here: pytest collects the tests once, and every mutant is a fork of
that process, so that it costs the time of the tests that kill it. Threads do not survive a fork: where tests
start some (servers, Polars), `--fresh` gives every mutant a new process, which takes seconds to begin. Of the
tests that reach its function the cheapest go first. Time is processor time, so that a busy machine changes
no result; the clock ends only who waits for ever. A mutant's code takes the place of its function's
(`chosen_mutant.py`), without mutmut's trampolines. Mutmut leaves alone what is decorated (properties, context
managers) and what stands outside of functions.

    python tools/mutants.py                    all mutants of rules/ and solvers/
    python tools/mutants.py --fresh --sample 300 --without src/twoends/web/app.py src/twoends/web tests/web
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from difflib import ndiff
from functools import partial
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from random import Random

import chosen_mutant
import pytest
from _pytest.runner import runtestprotocol
from _pytest.warnings import catch_warnings_for_item
from mutmut.mutation.data import LineSpan
from mutmut.mutation.file_mutation import mutate_file_contents
from mutmut.mutation.trampoline_templates import trampoline_imports

ROOT = Path(__file__).resolve().parents[1]

SOURCES = ("src/twoends/rules", "src/twoends/solvers")

TESTS = tuple(
    f"tests/test_{name}.py"
    for name in (
        *("errors", "rows", "row_texts", "numbers", "reading", "opponents", "play", "methods"),
        *("method_limits", "oracles", "boards", "circles", "shapes"),
        *("intervals", "one_verb", "wrong_arguments", "faults_of_use", "games_in_progress"),
        *("estimates", "reviews", "long_reviews", "drawing", "proofs", "theory"),
        *("sources", "tour", "batch", "batch_games", "batch_answers", "frames", "exact_arrays"),
        *("rules", "rule_sweeps", "rule_limits", "rules_commands", "add_an_opponent", "another_shape"),
        *("published", "many", "told_answers", "whole_answers", "tournament", "limits", "search"),
        *("kernels", "chain", "sweep", "threads", "valleys", "compiled_intervals", "own_rules"),
    )
)

OPTIONS = (
    "-qx",
    "-mnot slow",
    "--capture=no",
    "--tb=native",  # any other one reads and parses the file, which is as long as all of its mutants
    "--hypothesis-profile=mutants",
    "-pno:xdist",
    "-pno:cacheprovider",
)

CHECKED_LENGTHS = re.compile(r",\s*(strict=\w+)?\s*(\)|$)")
"""How a call of zip may end: that what is zipped has one length is our own check, which never fails."""

OURS = "from chosen_mutant import MutantDict, keep as _mutmut_mutated, reached as _mutmut_reached"
"""In place of the import of mutmut's trampolines, through which each call would take two more frames."""

LAST = "__import__('chosen_mutant').loaded(__name__)"
"""The last line of a file with mutants."""

UNDECORATED = {"staticmethod", "classmethod"}
"""Under these decorators mutmut changes a function, and under no others."""

EQUIVALENT = ROOT / "tools" / "equivalent_mutants.json"
"""Mutants that no test can tell from the code: the function, its lines before and after, and the reason."""

MOST_SECONDS = 20.0
"""A mutant is given the cheapest tests that reach its function, up to so many seconds in all."""

PATIENCE = 5.0
"""A mutant has no end if it takes three times as long as its tests and so many seconds."""

MOST_BYTES = 4 << 30
"""Memory that a test may take: a mutant may ask for all there is."""


@dataclass(frozen=True)
class Mutant:
    """A function with one small fault: mutmut's name for it, the function, its lines before and after."""

    name: str
    function: str
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.function}\n    - {self.was}\n    + {self.becomes}"


def main() -> int:
    """Run the mutants, print those that survive and the share that was killed; 1 if it is below the floor."""
    parser = argparse.ArgumentParser(description="Mutation testing.")
    parser.add_argument("paths", nargs="*", help="what to mutate, and the test files that have to notice")
    parser.add_argument("--without", action="append", default=[], help="a file that is not mutated")
    parser.add_argument("--sample", type=int, help="so many of the mutants, drawn at random")
    parser.add_argument("--fresh", action="store_true", help="a new process for each mutant, not a fork")
    parser.add_argument("--seed", type=int, default=0, help="of the sample")
    parser.add_argument("--floor", type=float, default=97.0, help="the least share to be killed, in percent")
    parser.add_argument("--log", type=Path, help="what became of each mutant, a line of JSON each")
    asked = parser.parse_args()
    tests = [path for path in asked.paths if path.startswith("tests/")] or TESTS
    sources = [path for path in asked.paths if not path.startswith("tests/")] or SOURCES
    os.chdir(ROOT)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    with tempfile.TemporaryDirectory(prefix="twoends-mutants-") as folder:
        copy = Path(folder)
        shutil.copytree("src", copy / "src")  # with its compiled kernels, which keep their times
        shutil.copy(chosen_mutant.__file__, copy / "src")
        mutants = [
            mutant
            for source in map(Path, sources)
            for path in (sorted(source.rglob("*.py")) if source.is_dir() else [source])
            if str(path) not in asked.without
            for mutant in mutate(path, copy / path)
        ]
        if asked.sample:
            mutants = Random(asked.seed).sample(mutants, asked.sample)
        os.environ["PYTHONPATH"] = str(copy / "src")  # for the processes that tests start
        sys.path.insert(0, str(copy / "src"))
        runner = Runner(mutants, asked.log, asked.fresh)
        pytest.main([*tests, *OPTIONS], plugins=[runner])
    return report(runner.fates, asked.floor)


# --- making mutants ----------------------------------------------------------------------------


def mutate(path: Path, into: Path) -> Iterator[Mutant]:
    """Write a file that holds all of its mutants, of which one is chosen later."""
    module = ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")
    mutated = mutate_file_contents(str(path), telling(path.read_text("utf-8"), module))
    assert trampoline_imports.strip() in mutated.code
    code = mutated.code.replace(trampoline_imports.strip(), OURS)
    into.write_text(f"{code}\n{LAST}\n", "utf-8")
    lines = code.splitlines()
    for name in mutated.mutant_names:
        yield described(module, name, lines, mutated.line_span_by_function_name)


def telling(code: str, module: str) -> str:
    """A file in which each function that mutmut changes begins by telling that it is reached."""
    bodies = {f"{module}.": ast.parse(code).body}
    classes = [node for node in bodies[f"{module}."] if isinstance(node, ast.ClassDef)]
    bodies |= {f"{module}.{node.name}.": node.body for node in classes}
    told = {}
    for prefix, body in bodies.items():
        for node in body:
            if (
                isinstance(node, ast.FunctionDef)
                and set(map(ast.unparse, node.decorator_list)) <= UNDECORATED
            ):
                first = node.body[0]
                above = min(each.lineno for each in (first, *getattr(first, "decorator_list", ()))) - 1
                after = first.end_lineno if ast.get_docstring(node) else above
                tells = f"_mutmut_reached.add('{prefix}{node.name}')  # pragma: no mutate"
                told[after] = [" " * first.col_offset + tells]
    lines = [[line, *told.get(number, [])] for number, line in enumerate(code.splitlines(), 1)]
    return "\n".join(chain(*lines)) + "\n"


def described(module: str, name: str, lines: list[str], spans: Mapping[str, LineSpan]) -> Mutant:
    """A mutant with the lines in which it differs from its function."""
    function = name.partition("__mutmut_")[0]
    before, after = (
        [
            line.strip().replace(called, function)
            for line in lines[spans[called].start - 1 : spans[called].end]
        ]
        for called in (f"{function}__mutmut_orig", name)
    )
    changed = list(ndiff(before, after))
    was, becomes = (" ".join(line[2:] for line in changed if line[0] == sign) for sign in "-+")
    plain = function.removeprefix("x").removeprefix("_").strip("ǁ").replace("ǁ", ".")
    return Mutant(f"{module}.{name}", f"{module}.{plain}", was, becomes)


# --- running them ------------------------------------------------------------------------------


class Runner:
    """A plugin of pytest: once the tests are collected, they run for one mutant after another."""

    def __init__(self, mutants: list[Mutant], log: Path | None, fresh: bool) -> None:
        self.mutants, self.log, self.fresh = mutants, log, fresh
        self.fates: list[tuple[Mutant, str]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find which tests reach which function, and give each mutant those that reach it."""
        reached, seconds = reach(session.items) if self.fresh else reach_in_a_fork(session.items)
        print(f"{len(self.mutants)} mutants, {sum(seconds):.0f} s of tests", flush=True)
        for number, mutant in enumerate(self.mutants, 1):
            places = reached.get(mutant.function, [])
            places = sorted(places, key=seconds.__getitem__)
            fate = fate_of(mutant, session.items, places, seconds, self.fresh)
            self.fates.append((mutant, fate))
            if self.log:
                with self.log.open("a") as file:
                    file.write(json.dumps([fate, mutant.function, mutant.was, mutant.becomes]) + "\n")
            if fate in ("survived", "untested") or number % 100 == 0:
                print(f"{number}: {fate}: {mutant}", flush=True)
        return True


def reach(items: list[pytest.Item]) -> tuple[dict[str, list[int]], list[float]]:
    """The places of the tests that reach each function, and the seconds of each test."""
    reached, seconds = defaultdict(list), []
    for place, item in enumerate(items):
        chosen_mutant.reached.clear()
        began = time.process_time()
        passed = passes(item)
        seconds.append(time.process_time() - began)
        for function in tuple(chosen_mutant.reached) if passed else ():
            reached[function].append(place)
        if not passed:
            print(f"left out, because it fails without a mutant: {item.nodeid}", flush=True)
    return reached, seconds


def reach_in_a_fork(items: list[pytest.Item]) -> tuple[dict[str, list[int]], list[float]]:
    """The same, so that every fork begins where the first test would."""
    reading, writing = os.pipe()
    if (pid := os.fork()) == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            json.dump(reach(items), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        found: tuple[dict[str, list[int]], list[float]] = json.load(pipe)
    os.waitpid(pid, 0)
    return found


def fate_of(
    mutant: Mutant, items: list[pytest.Item], places: list[int], seconds: list[float], fresh: bool
) -> str:
    """What becomes of a mutant under its tests: killed, endless, survived, or untested."""
    chosen: list[pytest.Item] = []
    spent = 0.0
    for place in places:
        if chosen and spent + seconds[place] > MOST_SECONDS:
            break
        chosen.append(items[place])
        spent += seconds[place]
    if not chosen:
        return "untested"

    def survives() -> object:
        chosen_mutant.choose(mutant.name)
        return all(map(passes, chosen))

    def begin_anew(name: str, *more: str) -> None:
        chosen_mutant.choose(name)
        tests = (item.nodeid for item in chosen)
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *OPTIONS, *more, *tests])

    def not_found(ended: int) -> bool:
        return os.WEXITSTATUS(ended) == pytest.ExitCode.USAGE_ERROR

    most = 3 * (spent + PATIENCE)
    ended = in_a_fork(partial(begin_anew, mutant.name) if fresh else survives, most)
    # A test file that the mutant breaks has no tests either: they have to be there without it.
    if not_found(ended) and not_found(in_a_fork(partial(begin_anew, "", "--collect-only"), most)):
        return "survived"
    return "endless" if os.WIFSIGNALED(ended) else "killed" if ended else "survived"


def in_a_fork(holds: Callable[[], object], seconds: float) -> int:
    """How a process ended that finds out whether something holds, with its children: with 0 if it does."""
    if (pid := os.fork()) == 0:
        ended = 1
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)  # of processor time; its signal ends the process
            signal.setitimer(signal.ITIMER_REAL, 3 * seconds)  # and the clock's ends who only waits
            os.setsid()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            ended = int(not holds())
        finally:
            os._exit(ended)
    ended = os.waitpid(pid, 0)[1]
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    return ended


def passes(item: pytest.Item) -> bool:
    """Run one test, under the warnings that it asks for."""
    with catch_warnings_for_item(config=item.config, ihook=item.ihook, when="runtest", item=item):
        return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


# --- what came out -----------------------------------------------------------------------------


def report(fates: list[tuple[Mutant, str]], floor: float) -> int:
    """Print what became of the mutants; 1 if fewer were killed than should be."""
    same = {(each["function"], each["was"], each["becomes"]) for each in json.loads(EQUIVALENT.read_text())}
    counts = Counter(
        "equivalent"
        if fate == "survived"
        and (
            (mutant.function, mutant.was, mutant.becomes) in same
            or CHECKED_LENGTHS.sub(")", mutant.was) == CHECKED_LENGTHS.sub(")", mutant.becomes)
        )
        else fate
        for mutant, fate in fates
    )
    killed, counted = counts["killed"] + counts["endless"], len(fates) - counts["equivalent"]
    share = 100 * killed / counted if counted else 0.0
    print(
        f"{share:.1f} % killed: of {len(fates)} mutants of mutmut {version('mutmut')} {killed} were killed, "
        f"{counts['survived']} survived, no test reached {counts['untested']}, "
        f"and {counts['equivalent']} are no fault ({EQUIVALENT.name}, and lengths that zip checks)"
    )
    return int(share < floor)


if __name__ == "__main__":
    sys.exit(main())
