"""Mutation testing: put one small fault at a time into a function, and check that a test notices it.

mutmut makes the mutants. pytest collects the tests once, and each mutant runs in a fork of that process, so
it costs only the time of the tests that kill it. Threads do not survive a fork: for tests that start threads
(servers, Polars), `--fresh` runs each mutant in a new process, which takes seconds to start. Of the tests
that reach the mutant's function the fastest run first. Limits are in processor time, so that a busy machine
changes no result; a limit of wall-clock time ends only mutants that wait forever. A mutant's code replaces
that of its function (`chosen_mutant.py`), without mutmut's trampolines. Mutmut does not change decorated
functions (properties, context managers) or code outside functions.

    python tools/mutants.py                    all mutants of rules/ and engine/
    python tools/mutants.py --fresh --without src/twoends/web/page_server.py src/twoends/web tests/web
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

SOURCES = ("src/twoends/rules", "src/twoends/engine")

TESTS = tuple(
    f"tests/test_{name}.py"
    for name in (
        *("rows", "row_texts", "numbers", "reading", "opponents", "play", "methods"),
        *("circles", "shapes", "intervals", "one_verb", "wrong_arguments"),
        *("estimates", "reviews", "drawing", "proofs", "theory"),
        *("sources", "tour", "batch", "batch_games"),
        *("rules", "rule_sweeps", "rules_commands", "opponents_by_cards", "another_shape"),
        *("many", "uncommon_answers", "whole_answers", "tournament", "limits", "best_moves"),
        *("kernels", "records", "teaching", "threads", "compiled_intervals"),
    )
)

OPTIONS = (
    "-qx",
    "-mnot slow",
    "--capture=no",
    "--tb=native",  # other styles parse the file, which contains all of its mutants
    "--hypothesis-profile=mutants",
    "-pno:xdist",
    "-pno:cacheprovider",
)

CHECKED_LENGTHS = re.compile(r",\s*(strict=\w+)?\s*(\)|$)")
"""The end of a call of zip: `strict` is a check of equal lengths that never fails here."""

OURS = "from chosen_mutant import MutantDict, keep as _mutmut_mutated, reached as _mutmut_reached"
"""Replaces the import of mutmut's trampolines, which add two frames to each call."""

LAST = "__import__('chosen_mutant').loaded(__name__)"
"""The last line of a file with mutants."""

UNDECORATED = {"staticmethod", "classmethod"}
"""The only decorators under which mutmut changes a function."""

EQUIVALENT = ROOT / "tools" / "equivalent_mutants.json"
"""Mutants that behave like the original: the function, its lines before and after, and the reason."""

MOST_SECONDS = 20.0
"""Total time of the tests that a mutant is given, the fastest that reach its function."""

GRACE_SECONDS = 5.0
"""A mutant is endless if it takes three times as long as its tests and this time together."""

MOST_BYTES = 4 << 30
"""Memory limit of a test: a mutant may ask for any amount."""


@dataclass(frozen=True)
class Mutant:
    """A function with one small fault: mutmut's name for it, the function, the lines before and after."""

    name: str
    function: str
    was: str
    becomes: str

    def __str__(self) -> str:
        return f"{self.function}\n    - {self.was}\n    + {self.becomes}"


def main() -> int:
    """Run the mutants, print the survivors and the share killed; return 1 if it is below the floor."""
    parser = argparse.ArgumentParser(description="Mutation testing.")
    parser.add_argument("paths", nargs="*", help="sources to mutate, and test files to run")
    parser.add_argument("--without", action="append", default=[], help="a file to leave unmutated")
    parser.add_argument("--sample", type=int, help="number of mutants to draw at random")
    parser.add_argument("--fresh", action="store_true", help="run each mutant in a new process, not a fork")
    parser.add_argument("--seed", type=int, default=0, help="seed of the sample")
    parser.add_argument("--floor", type=float, default=97.0, help="percentage that has to be killed")
    parser.add_argument("--log", type=Path, help="file for one line of JSON per mutant")
    options = parser.parse_args()
    tests = [path for path in options.paths if path.startswith("tests/")] or TESTS
    sources = [path for path in options.paths if not path.startswith("tests/")] or SOURCES
    os.chdir(ROOT)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    with tempfile.TemporaryDirectory(prefix="twoends-mutants-") as folder:
        copy = Path(folder)
        shutil.copytree("src", copy / "src")  # with the compiled kernels, whose file times are kept
        shutil.copy(chosen_mutant.__file__, copy / "src")
        mutants = [
            mutant
            for source in map(Path, sources)
            for path in (sorted(source.rglob("*.py")) if source.is_dir() else [source])
            if str(path) not in options.without
            for mutant in mutate(path, copy / path)
        ]
        if options.sample:
            mutants = Random(options.seed).sample(mutants, options.sample)
        os.environ["PYTHONPATH"] = str(copy / "src")  # for processes started by tests
        sys.path.insert(0, str(copy / "src"))
        runner = Runner(mutants, options.log, options.fresh)
        pytest.main([*tests, *OPTIONS], plugins=[runner])
    return report(runner.fates, options.floor)


# --- making mutants ----------------------------------------------------------------------------


def mutate(path: Path, into: Path) -> Iterator[Mutant]:
    """Write a copy of a file with all of its mutants, of which one is chosen later; yield the mutants."""
    module = ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")
    mutated = mutate_file_contents(str(path), record_calls(path.read_text("utf-8"), module))
    assert trampoline_imports.strip() in mutated.code
    code = mutated.code.replace(trampoline_imports.strip(), OURS)
    into.write_text(f"{code}\n{LAST}\n", "utf-8")
    lines = code.splitlines()
    for name in mutated.mutant_names:
        yield describe(module, name, lines, mutated.line_span_by_function_name)


def record_calls(code: str, module: str) -> str:
    """Return the code with a first statement, in each function that mutmut changes, that records the call."""
    bodies = {f"{module}.": ast.parse(code).body}
    classes = [node for node in bodies[f"{module}."] if isinstance(node, ast.ClassDef)]
    bodies |= {f"{module}.{node.name}.": node.body for node in classes}
    added = {}
    for prefix, body in bodies.items():
        for node in body:
            if (
                isinstance(node, ast.FunctionDef)
                and set(map(ast.unparse, node.decorator_list)) <= UNDECORATED
            ):
                first = node.body[0]
                above = min(each.lineno for each in (first, *getattr(first, "decorator_list", ()))) - 1
                after = first.end_lineno if ast.get_docstring(node) else above
                record = f"_mutmut_reached.add('{prefix}{node.name}')  # pragma: no mutate"
                added[after] = [" " * first.col_offset + record]
    lines = [[line, *added.get(number, [])] for number, line in enumerate(code.splitlines(), 1)]
    return "\n".join(chain(*lines)) + "\n"


def describe(module: str, name: str, lines: list[str], spans: Mapping[str, LineSpan]) -> Mutant:
    """Return a mutant with the lines in which it differs from its function."""
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


# --- running mutants ---------------------------------------------------------------------------


class Runner:
    """A pytest plugin that runs the collected tests for one mutant after another."""

    def __init__(self, mutants: list[Mutant], log: Path | None, fresh: bool) -> None:
        self.mutants, self.log, self.fresh = mutants, log, fresh
        self.fates: list[tuple[Mutant, str]] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Find the tests that reach each function, and run those of each mutant."""
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
    """Return the indices of the tests that reach each function, and the seconds of each test."""
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
    """Call `reach` in a fork, so that the tests leave no traces in this process."""
    reading, writing = os.pipe()
    if (pid := os.fork()) == 0:
        os.close(reading)
        with os.fdopen(writing, "w") as pipe:
            json.dump(reach(items), pipe)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        result: tuple[dict[str, list[int]], list[float]] = json.load(pipe)
    os.waitpid(pid, 0)
    return result


def fate_of(
    mutant: Mutant, items: list[pytest.Item], places: list[int], seconds: list[float], fresh: bool
) -> str:
    """Run the tests of a mutant and return its fate: killed, endless, survived or untested."""
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

    def restart(name: str, *more: str) -> None:
        chosen_mutant.choose(name)
        tests = (item.nodeid for item in chosen)
        os.execv(sys.executable, [sys.executable, "-m", "pytest", *OPTIONS, *more, *tests])

    def no_tests(ended: int) -> bool:
        return os.WEXITSTATUS(ended) == pytest.ExitCode.USAGE_ERROR

    most = 3 * (spent + GRACE_SECONDS)
    ended = in_a_fork(partial(restart, mutant.name) if fresh else survives, most)
    # A mutant that breaks the import of a test file hides its tests: check that they exist without it.
    if no_tests(ended) and no_tests(in_a_fork(partial(restart, "", "--collect-only"), most)):
        return "survived"
    return "endless" if os.WIFSIGNALED(ended) else "killed" if ended else "survived"


def in_a_fork(predicate: Callable[[], object], seconds: float) -> int:
    """Evaluate a predicate in a fork, end the fork's children, and return its wait status: 0 if it holds."""
    if (pid := os.fork()) == 0:
        ended = 1
        try:
            signal.setitimer(signal.ITIMER_PROF, seconds)  # processor time; the signal ends the process
            signal.setitimer(signal.ITIMER_REAL, 3 * seconds)  # wall-clock time
            os.setsid()
            nowhere = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nowhere, 1)
            os.dup2(nowhere, 2)
            ended = int(not predicate())
        finally:
            os._exit(ended)
    ended = os.waitpid(pid, 0)[1]
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    return ended


def passes(item: pytest.Item) -> bool:
    """Run one test with its warning filters, and return whether it passes."""
    with catch_warnings_for_item(config=item.config, ihook=item.ihook, when="runtest", item=item):
        return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=None))


# --- the report -------------------------------------------------------------------------------


def report(fates: list[tuple[Mutant, str]], floor: float) -> int:
    """Print the fates of the mutants; return 1 if fewer than `floor` percent were killed."""
    equivalent = {
        (each["function"], each["was"], each["becomes"]) for each in json.loads(EQUIVALENT.read_text())
    }
    counts = Counter(
        "equivalent"
        if fate == "survived"
        and (
            (mutant.function, mutant.was, mutant.becomes) in equivalent
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
        f"and {counts['equivalent']} are equivalent ({EQUIVALENT.name}, and lengths that zip checks)"
    )
    return int(share < floor)


if __name__ == "__main__":
    sys.exit(main())
