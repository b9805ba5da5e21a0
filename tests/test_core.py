"""The core alone, with Click and Rich: what works without NumPy and Numba, and the errors of the rest."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from importlib.metadata import distribution, packages_distributions
from pathlib import Path

import click
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import twoends
from command_line import commands_in
from twoends.rules import errors

ROOT = Path(__file__).parent.parent

TESTS = "methods", "intervals", "play", "rules", "puzzles", "web_questions", "web_server"
"""Files of tests that need nothing but the core."""


def with_dependencies(name: str, known: set[str]) -> None:
    """Add a distribution and all that it requires without an extra."""
    if name in known:
        return
    known.add(name)
    for requirement in map(Requirement, distribution(name).requires or ()):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            with_dependencies(requirement.name, known)


def brought(*extras: str) -> set[str]:
    """The distributions that the core and some extras bring."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    required, names = [*project["dependencies"], *(f"twoends[{extra}]" for extra in extras)], set[str]()
    for requirement in map(Requirement, required):  # which grow on the way
        if requirement.name == "twoends":
            for extra in requirement.extras:
                required += project["optional-dependencies"][extra]
        else:
            with_dependencies(requirement.name, names)
    return names


def environment(folder: Path, *extras: str) -> dict[str, str]:
    """The variables of a Python that finds the core, some extras, pytest and Hypothesis, and nothing else."""
    names = brought(*extras)
    for tool in ("pytest", "hypothesis"):
        with_dependencies(tool, names)
    for name in (*names, "twoends"):
        files = distribution(name).files or ()
        for top in {file.parts[0]: file for file in files if file.parts[0] not in ("..", "__pycache__")}:
            if not (folder / top).exists():
                os.symlink(str(distribution(name).locate_file(top)), folder / top)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT / "src")))}


@pytest.fixture(scope="module")
def core(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The core alone."""
    return environment(tmp_path_factory.mktemp("core"))


def python(core: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run Python without its site-packages."""
    return subprocess.run([sys.executable, "-S", *words], env=core, cwd=ROOT, capture_output=True, text=True)


def run_tests(core: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    """Run pytest there, without the options that need its plugins."""
    return python(core, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts=", *words)


@pytest.mark.slow
def test_the_tests_of_the_core_pass_with_the_core_alone(core: dict[str, str]) -> None:
    files = [f"tests/test_{name}.py" for name in TESTS]
    ran = run_tests(core, "-m", "not slow", *files)
    assert ran.returncode == 0, ran.stdout + ran.stderr


RUN_EXAMPLES = """
import os, pathlib, sys, document_examples
document, folder = map(pathlib.Path, sys.argv[1:])
os.chdir(folder)
document_examples.check_examples(document, folder)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tutorial", "extras"), [("puzzler", ()), ("instructor", ()), ("researcher", ("study",))]
)
def test_a_tutorial_needs_only_the_extras_that_it_names(
    tmp_path: Path, tutorial: str, extras: tuple[str, ...]
) -> None:
    path = f"docs/tutorials/{tutorial}.md"
    head = (ROOT / path).read_text("utf-8").partition("\n## ")[0]
    assert "[installed](../index.md#install)" in head
    assert re.findall("the extra `(.*?)`", head) == [*extras]
    (folder := tmp_path / "examples").mkdir()
    variables = environment(tmp_path, *extras)
    variables["PYTHONPATH"] += f"{os.pathsep}{ROOT / 'tests'}"
    ran = python(variables, "-c", RUN_EXAMPLES, str(ROOT / path), str(folder))
    assert ran.returncode == 0, ran.stdout + ran.stderr


EXTRAS = {
    "study": "study",
    "study/running.py": "cluster",
    "interop": "pettingzoo",
    "interop/openspiel.py": "openspiel",
}
"""The extra that a folder or a file needs; all others need `fast`."""


def test_an_extra_brings_every_package_that_its_files_import() -> None:
    """At the top or late."""
    source, imported = ROOT / "src" / "twoends", defaultdict[str, set[str]](set)
    for path in source.rglob("*.py"):
        at = path.relative_to(source)
        extra = EXTRAS.get(at.as_posix(), EXTRAS.get(at.parts[0], "fast"))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                imported[extra] |= {each.name.partition(".")[0] for each in node.names}
            elif isinstance(node, ast.ImportFrom) and not node.level:
                imported[extra].add(str(node.module).partition(".")[0])
    ours = sys.stdlib_module_names | {"twoends", "typing_extensions"}  # the latter for type checkers only
    providers = packages_distributions()
    assert imported.keys() == {"fast", *EXTRAS.values()}
    for extra, packages in imported.items():
        brings = {canonicalize_name(name) for name in brought(extra)}
        for package in packages - ours:
            by = set(map(canonicalize_name, providers.get(package, ())))
            assert by & brings, f"{extra} lacks {package}"


NEED_FAST = ("Solutions", "play_rows", "regret", "solve_rows")  # of all public names
STUDIES = ("run(Study(lengths=(4,), count=9))", "load('/nowhere')")

ASK = """
import sys, twoends
from twoends.study import Study, load, run
for code in sys.argv[1:]:
    try:
        eval(code)
    except ImportError as fault:
        print(fault)
"""


def test_a_call_that_needs_more_than_is_installed_names_its_extra(
    core: dict[str, str], tmp_path: Path
) -> None:
    fast = [f"twoends.{name} needs NumPy and Numba: {errors.install('fast')}" for name in NEED_FAST]
    study = [f"a study needs NumPy, Numba and Polars: {errors.install('study')}"] * len(STUDIES)
    ran = python(core, "-c", ASK, *(f"twoends.{name}" for name in twoends.__all__), *STUDIES)
    assert ran.stdout.splitlines() == [*fast, *study], ran.stderr
    ran = python(environment(tmp_path, "fast"), "-c", ASK, *STUDIES)
    assert ran.stdout.splitlines() == study, ran.stderr


def test_the_command_line_solves_with_the_core_alone_and_says_what_needs_numpy(
    core: dict[str, str], tmp_path: Path
) -> None:
    rows = tmp_path / "rows.txt"
    rows.write_text("8 15 3 7\n" * 4_000, "utf-8")  # large enough for columns, where there are any
    ran = python(core, "-m", "twoends", "solve", "--question", "first", str(rows))
    assert (ran.returncode, set(ran.stdout.split())) == (0, {"22"}), ran.stderr
    ran = python(core, "-m", "twoends", "solve", "x.npy")
    assert (ran.returncode, ran.stdout) == (2, ""), ran
    advice = re.escape(errors.install("fast"))
    assert re.fullmatch(rf"twoends: .* needs? NumPy and Numba: {advice}\n", ran.stderr)


EXAMPLES = {
    context.command_path: re.findall(
        r"^ *(?:\x08)?(twoends .*?)(?: +#.*)?$", command.help or "", re.MULTILINE
    )
    for command, context in commands_in()
    if not isinstance(command, click.Group)
}
"""The examples on the help page of each command."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in EXAMPLES if name != "twoends serve"])  # which goes on
def test_every_command_works_or_names_its_extra(core: dict[str, str], tmp_path: Path, name: str) -> None:
    """Its examples, with the core alone and without the files that they name: never a traceback."""
    program = f'twoends() {{ "{sys.executable}" -S -m twoends "$@"; }}\n'
    for example in EXAMPLES[name] or [name]:
        ran = subprocess.run(
            ["bash", "-c", program + re.sub(r" \| (dot|source)\b.*", "", example)],
            env=core,
            cwd=tmp_path,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )
        assert ran.returncode in (0, 1, 2), (example, ran)
        assert "Traceback" not in ran.stderr, (example, ran.stderr)
        if ran.returncode == 2:
            assert re.search(r"^twoends: .+", ran.stderr, re.MULTILINE), (example, ran.stderr)
            assert not any(tmp_path.iterdir()), (example, list(tmp_path.iterdir()))
