"""Every example in the README, in docs/ and in the docstrings runs and prints what it shows."""

from __future__ import annotations

import doctest
import io
import math
import re
import shlex
from collections.abc import Callable
from contextlib import redirect_stdout
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from pkgutil import walk_packages
from runpy import run_path
from typing import Any
from unittest import mock

import numpy as np
import pytest
from benchmarks import speed
from studies import extreme_rows, ties_of_optimal

import twoends
from cases import slow_but
from command_line import PATIENCE, run
from document_examples import FLAGS, check_examples, run_console
from expected import is_expected
from twoends.judge.task_files import TASKS

ROOT = Path(__file__).parent.parent
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
TAKES_LONG = [
    ROOT / "docs" / name
    for name in ("judge.md", "findings.md", "how-to/opponents.md", "tutorials/instructor.md")
]


@pytest.mark.parametrize(
    "path",
    [pytest.param(each, marks=pytest.mark.slow if each in TAKES_LONG else ()) for each in DOCUMENTS],
    ids=lambda path: str(path.relative_to(ROOT)),
)
def test_the_examples_of_a_document_print_what_it_shows(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    check_examples(path, tmp_path)


PROBLEMS = re.findall(
    r"^\| (.+?) \| `(twoends .+?)` \| `(.+?)` \|(?: `(.+?)`)? \|",
    (ROOT / "docs" / "find-your-problem.md").read_text("utf-8"),
    re.MULTILINE,
)
"""Each problem, its line, a line that this prints, and the task of the judge."""


@pytest.mark.parametrize(("line", "answer"), [(line, answer) for _, line, answer, _ in PROBLEMS])
def test_the_line_of_a_problem_prints_what_its_page_shows(line: str, answer: str, tmp_path: Path) -> None:
    ran = run(*shlex.split(line.replace(r"\|", "|"))[1:], cwd=tmp_path)
    assert answer in ran.out.splitlines(), ran


def test_the_page_of_problems_names_every_task_of_the_judge_and_no_other() -> None:
    assert {task for *_, task in PROBLEMS if task} == set(TASKS)


@pytest.mark.slow
def test_the_first_example_of_the_judge_prints_what_it_shows(tmp_path: Path) -> None:
    """Its block has no language, because it shows the times and the sandbox of one machine."""
    shown = re.search(r"^```\n(\$ cp .*?)^```$", (ROOT / "docs" / "judge.md").read_text("utf-8"), re.M | re.S)
    assert shown, "the first example of docs/judge.md is gone"
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    anywhere = re.sub(r"(?<=slowest ).*(?=; seed)|(?<=^sandbox: ).*", "...", shown[1], flags=re.MULTILINE)
    run_console(anywhere, tmp_path, "docs/judge.md")


@pytest.mark.parametrize(
    "name", sorted(module.name for module in walk_packages(twoends.__path__, "twoends."))
)
def test_the_examples_of_docstrings_print_what_they_show(name: str) -> None:
    if name.endswith("__main__"):
        return
    module = import_module(name)
    printed: list[str] = []
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in doctest.DocTestFinder(exclude_empty=True).find(module, module.__name__):
        runner.run(test, out=printed.append)
    assert not printed, "".join(printed)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_links_of_a_document_exist_and_it_embeds_nothing_from_another_host(path: Path) -> None:
    text = path.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not re.match(r"https?:|mailto:", target):
            assert (path.parent / target).exists(), f"{path.name} links to {target}, which does not exist"
    assert not re.findall(r"!\[[^]]*\]\((https?:[^)]*)\)|<(?:img|script|link)\b[^>]*https?:", text)


# --- tables of the documents ---------------------------------------------------------------------


def lines_of(document: str, title: str, line: str) -> list[Any]:
    """The groups of every line of a section that a pattern matches."""
    text = (ROOT / "docs" / document).read_text("utf-8").partition(f"# {title}\n")[2].partition("\n#")[0]
    return re.findall(line, text, re.MULTILINE)


def test_the_totals_of_the_sources_are_those_that_solve_gives() -> None:
    lines = lines_of("sources.md", "One table for all of them", r"^\| `(.*?)` \| (.*) \|$")
    assert len(lines) == 7
    for row, totals in lines:
        for who, pair in zip(("optimal", "greedy", "generous", "random"), totals.split(" | "), strict=True):
            solution = twoends.solve(map(int, row.split()), who)
            assert [*map(Fraction, pair.split(" / "))] == [solution.first, solution.second], (row, who)


def test_the_documentation_has_a_figure_for_each_ratio() -> None:
    figures = lines_of("performance.md", "Ratios", r"^\| ([^|]+?) \| ([\d,]+) \| [\d.e-]+ \|")
    assert [title for title, _ in figures] == [title for title, _, _ in speed.RATIOS]
    for (title, n), (_, *cases) in zip(figures, speed.RATIOS, strict=True):
        assert all(int(n.replace(",", "")) in speed.case_of(case).sizes for case in cases), title


# --- findings ------------------------------------------------------------------------------------

FINDINGS = (ROOT / "docs" / "findings.md").read_text("utf-8")
STUDIES = " ".join((ROOT / "docs" / "studies.md").read_text("utf-8").split())

Row = tuple[int, ...]

WANTS: dict[str, Callable[[int, Row, int], Any]] = {
    "any": lambda card, rest, side: 0,
    "greedy": lambda card, rest, side: (card, side),
    "optimal": lambda card, rest, side: card - minimax(rest),
    "optimal left": lambda card, rest, side: (card - minimax(rest), -side),
}
"""What a player takes the most of, given a card, the cards that it leaves, and its side, 0 or 1."""


def minimax(row: Row) -> int:
    """The margin of the player who moves first, both optimal."""
    return max(games(row, "any", "optimal"))


@cache
def games(row: Row, mover: str, other: str) -> frozenset[int]:
    """The margins that the player who moves first may get."""
    ends = [(row[0], row[1:], 0), (row[-1], row[:-1], 1)] if row else []
    most = max((WANTS[mover](*end) for end in ends), default=None)
    rests = [(card, rest) for card, rest, side in ends if WANTS[mover](card, rest, side) == most]
    return frozenset(card - margin for card, rest in rests for margin in games(rest, other, mover)) or ENDED


ENDED = frozenset({0})


def lost(row: Row, you: str, other: str, of_ties: Callable[..., int]) -> int:
    """What a player loses in their total, moving first, compared with the best response."""
    return int(max(games(row, "any", other)) - of_ties(games(row, you, other))) // 2


OBJECTIVES: dict[str, Callable[[Row], int]] = {
    "greedy loss": lambda row: lost(row, "greedy", "optimal left", max),
    "greedy loss most": lambda row: lost(row, "greedy", "optimal", min),
    "optimal loss": lambda row: lost(row, "optimal left", "greedy", max),
    "optimal loss least": lambda row: lost(row, "optimal", "greedy", max),
    "optimal loss most": lambda row: lost(row, "optimal", "greedy", min),
    "first": minimax,
    "second": lambda row: -minimax(row),
    "second against greedy": lambda row: (
        -(min(games(row, "greedy", "any")) + max(games(row, "any", "greedy"))) // 2
    ),
}


@pytest.mark.parametrize("objective", extreme_rows.OBJECTIVES)
def test_the_script_finds_the_rows_that_brute_force_finds(
    objective: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extreme_rows, "ROWS_AT_ONCE", 100)
    for length, largest in ((1, 5), (2, 2), (5, 2), (7, 1)):
        values = {row: OBJECTIVES[objective](row) for row in product(range(largest + 1), repeat=length)}
        most = max(values.values())
        attain = {row for row in values if values[row] == most}
        rows, extremes = (len({min(row, row[::-1]) for row in each}) for each in (values, attain))
        assert extreme_rows.extreme(objective, length, largest) == (rows, most, extremes, min(attain))


GREEDY, BEST, OPTIMAL = extreme_rows.greedy, extreme_rows.best_response, extreme_rows.optimal


@pytest.mark.parametrize(
    ("you", "other", "seat", "sentence"),
    [
        (GREEDY, OPTIMAL, 0, r"Greedy wins (\S+) % \S+ of the deals moving first"),
        (GREEDY, ties_of_optimal.optimal_right, 0, r"greedy wins (\S+) % \S+ if the optimal player"),
        (GREEDY, extreme_rows.optimal_against_you, 0, r"shuffled decks\n(?:.*\n)*?worst +(\S+) %"),
        (GREEDY, GREEDY, 0, r"The first player wins (\S+) %"),
        (BEST, GREEDY, 1, r"ties right\*\*, wins \S+ % \S+ of the deals moving first and (\S+) %"),
    ],
)
def test_shares_of_won_deals_match_the_pages(
    you: extreme_rows.Player, other: extreme_rows.Player, seat: int, sentence: str
) -> None:
    decks = ties_of_optimal.SOURCES["shuffled decks"](np.random.default_rng(276168), 2_000)
    found = re.search(sentence, STUDIES + FINDINGS)
    assert found, sentence
    share = float(found[1]) / 100
    won = (extreme_rows.play(decks, you, other)[seat] > 0).mean()
    assert abs(won - share) < 5 * math.sqrt(share * (1 - share) / 2_000), f"{won} here, {share} on the page"


SHOWN = [each for each in extreme_rows.TABLES if f"\n{each[0]}, cards from 0 to {each[2]}\n" in FINDINGS]


SMALL = [each for each in SHOWN if (each[2] + 1) ** each[1][-1] <= extreme_rows.ROWS_AT_ONCE]


@pytest.mark.parametrize(("objective", "lengths", "largest"), slow_but(SMALL, SHOWN))
def test_the_findings_show_the_extreme_rows_that_the_script_prints(
    objective: str, lengths: range, largest: int
) -> None:
    assert f"```\n{extreme_rows.table(objective, lengths, largest)}\n```\n" in FINDINGS


@pytest.mark.slow
@pytest.mark.parametrize("shown", ties_of_optimal.TABLES)
def test_the_findings_show_the_ties_that_the_script_prints(shown: tuple[str, int]) -> None:
    assert f"```\n{ties_of_optimal.table(*shown)}\n```\n" in FINDINGS


def test_every_table_of_the_findings_is_printed_by_the_script() -> None:
    titles = re.findall(r"\n\n```\n(.*, cards from 0 to .*)", FINDINGS)
    assert titles
    assert {*titles} <= {f"{objective}, cards from 0 to {largest}" for objective, _, largest in SHOWN}


# --- examples ------------------------------------------------------------------------------------


def output_of(example: str, *arguments: object) -> str:
    out = io.StringIO()
    with mock.patch("sys.argv", [example, *map(str, arguments)]), redirect_stdout(out):
        run_path(str(ROOT / "examples" / example), run_name="__main__")
    return out.getvalue()


TOUR = ROOT / "examples" / "tour.ipynb"
TUTORIALS = {path.name: path.read_text("utf-8") for path in (ROOT / "docs" / "tutorials").glob("*.md")}


def test_the_tutorials_show_what_the_examples_print() -> None:
    pytest.importorskip("networkx", reason="needs networkx: pip install networkx")
    shown = re.findall(r"^\$ python examples/(.*)\n((?:.+\n)+)```", "".join(TUTORIALS.values()), re.MULTILINE)
    assert sorted(command.split()[0] for command, _ in shown) == ["first_move.py", "graph.py"]
    for command, expected in shown:
        assert output_of(*command.split()) == expected
    positions, lines = re.findall(r"^\d+", output_of("graph.py", *range(30)), re.MULTILINE)
    told = f"For 30 cards that is {int(lines):,} lines, but {positions}\npositions"
    assert (int(lines), told in TUTORIALS["instructor.md"]) == (2**29, True)
    with pytest.raises(SystemExit, match="'x' is not a value: write a number "):
        output_of("graph.py", 8, "x")


@pytest.mark.filterwarnings("ignore")  # of the kernel's own libraries
def test_the_tour_runs_and_shows_its_stored_outputs() -> None:
    nbformat = pytest.importorskip("nbformat", reason="needs a notebook kernel: make test installs one")
    nbclient = pytest.importorskip("nbclient", reason="needs a notebook kernel: make test installs one")
    notebook = nbformat.read(TOUR, as_version=4)
    nbclient.NotebookClient(notebook, timeout=PATIENCE, record_timing=False).execute()
    notebook.metadata.language_info = {"name": "python"}  # without the version that ran it
    text = f"{nbformat.writes(notebook)}\n"
    assert text.count("<svg") >= 6, "the tour has lost its pictures"
    is_expected(str(TOUR), text)


def test_the_regret_of_the_tabular_agent_falls_as_it_learns() -> None:
    means = re.findall(r"(\d+\.\d+) ± \d+\.\d+$", output_of("tabular.py", 3000), re.MULTILINE)
    random, greedy, *learned = map(float, means)
    assert random > greedy > 0
    assert learned[0] > greedy
    assert learned[0] > learned[1] > learned[-1] > 0


def test_a_league_ranks_its_players_and_every_margin_is_there_twice() -> None:
    _, *lines = output_of("league.py", 40).splitlines()
    assert [re.split(" {2,}", lines[at])[0] for at in (0, -1)] == ["optimal", "random"]
    table = [re.findall(r"–(?= |$)|-?[\d.]+ ± [\d.]+", line) for line in lines]
    for i, j in product(range(5), repeat=2):
        assert (table[i][j] == "–") == (i == j)
        assert table[i][j].lstrip("-") == table[j][i].lstrip("-")
    overall = [float(line.split()[-1]) for line in lines]
    assert overall == sorted(overall, reverse=True)
    assert abs(sum(overall)) < 0.1, "what one wins another loses"


def test_alpha_beta_of_openspiel_gives_our_values() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")
    _, _, *lines, end = output_of("alpha_beta.py", 8).splitlines()
    assert [int(line.split()[0]) for line in lines] == [4, 6, 8]
    assert end == "every value is the same"


@pytest.mark.slow
def test_tree_search_lists_every_player_and_only_optimal_play_loses_nothing() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: the extra openspiel")
    head, names, *lines = output_of("mcts.py", 1).splitlines()
    assert head == "mean loss of 1 games of 12 cards, moving first against an optimal opponent"
    assert names.split() == ["player", "row", "board", "circle"]
    losses = {line[:22].strip(): sum(map(float, line[22:].split())) for line in lines}
    assert [*losses.values()].count(0) == 1, losses
    assert (len(losses), losses["optimal"], min(losses.values())) == (7, 0, 0)


@pytest.mark.slow
def test_the_agent_learns_and_the_docs_describe_its_picture(tmp_path: Path) -> None:
    pytest.importorskip("gymnasium", reason="needs Gymnasium: the extra pettingzoo")
    out = output_of("regret.py", tmp_path / "regret.png")
    numbers = re.search(r"random (\S+), greedy (\S+), the agent (\S+) at first and (\S+) after 50,176", out)
    assert numbers, out
    random, greedy, at_first, learned = map(float, numbers.groups())
    assert random > greedy > 2 * learned > 0, out
    text = (
        f"agent falls from {at_first:.0f} to {learned:.0f} points a game; "
        f"greedy play stays at {greedy:.0f}, chance at {random:.0f}"
    )
    assert text in TUTORIALS["researcher.md"], text
    assert (tmp_path / "regret.png").read_bytes().startswith(b"\x89PNG")
