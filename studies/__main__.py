"""Run the gallery and write docs/studies.md with its pictures: python -m studies [--workers N] [NAME]...

What the page says of a study is written by a function below, from the results alone. The studies
are deterministic: running them again writes the same page.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from twoends.study import Results, Summary, run, standings
from twoends.study.charts import save
from twoends.study.description import parse
from twoends.study.standings import mean_margins
from twoends.study.tables import markdown, mean, rate, subject

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
PICTURES = DOCS / "pictures" / "studies"

INTRODUCTION = """\
# Studies

Each study below is one small file and one command. It draws its rows from its seed, so that you get
the same numbers, to the last digit, with any number of workers. Brackets and ± give 95 % intervals:
rates by Wilson's score, means by the normal approximation. A margin is your total minus the
opponent's, in points; in a deck a jack is worth 11 and an ace 14. This page is written by
`python -m studies`.

A study of your own is as short: `twoends study --example` prints a file to start from, and
`twoends study --help` shows the same as options.
"""

CLOSING = """\
## Larger studies

A study with `--out FOLDER` is stored chunk by chunk. Stop it with Ctrl-C, or lose the machine: the
same command, or just `twoends study --out FOLDER`, resumes where it was, and nothing is lost or
counted twice. The folder holds the description (`study.toml`), the exact counts (`counts/`, Parquet),
the results as Markdown, CSV and JSON, and the pictures as PNG and SVG. A chunk's counts say how many
rows have which value of which measure, so a billion deals stay small; `--keep-rows` keeps every row.

The count may grow: `twoends study --out FOLDER --count 2000000` keeps the chunks that are there, all but
a last short one, and ends with the bytes that the larger study would have had at once; what other options
do not say stays as the folder has it. A player who is not built in, a function of yours or a bot, gets
chunks of seconds.

Each Parquet file says in its metadata what made it: the version of twoends, the description with a digest
of a file of rows, which rows, a digest of each player who is not built in, and a digest of itself. A folder
is resumed, summed and printed only if all of this matches. An edited bot or function, a copied or damaged
chunk, a seed changed in `study.toml` or another version of twoends is refused in one sentence that says
what differs and what to do; a chunk that is empty or cut off is measured again.
`twoends study --verify FOLDER` checks every file so, measures ten chunks again, drawn by chance, and
compares them byte by byte; with `--all` it measures every one. Exit status 1 means that some differ.
Another version of Polars may write the same counts as other bytes. For a function, the digest covers the
whole file of its module; for a bot, the program and every file that its command names. What these import
in turn is not covered.

`--workers 2` uses two processes. `--dask` uses a Dask cluster (`pip install "twoends[cluster]"` on
every machine); a worker that dies is survived:

```
dask scheduler                                    # on one machine
dask worker tcp://HOST:8786 --nthreads 1          # on each of the others
twoends study --file studies/decks.toml --count 1000000000 --out decks --dask tcp://HOST:8786
```

How it is done: row r of a length is drawn by a Philox generator whose key comes from the seed and the
length, and whose counter starts where row r does. So any cut into chunks, in any order, on any
machine, draws the same rows. Players who move by chance draw once for each chunk instead, so their
games depend on `chunk_cards` too.
"""

MOST_LENGTHS_OF_A_TABLE = 14


def decks(results: Results) -> list[str]:
    """Say what greed is worth on decks, and how often to go second."""
    greedy = "greedy right against optimal"
    first, second = (results.summary(greedy, f"margin {turn}") for turn in ("first", "second"))
    right, random, itself = (
        results.summary(f"greedy right against {other}", "margin first")
        for other in ("optimal right", "optimal random", "greedy right")
    )
    least, most = (results.summary(greedy, f"margin first {end}") for end in ("least", "most"))
    said = [
        f"**Greedy against optimal, ties left.** Greedy wins {_won(first)} of the deals moving first and "
        f"{_won(second)} moving second. The mean margin is {mean(first)} and {mean(second)} points.",
        "**That depends on the ties of the optimal player**, who often has two optimal moves. Moving first, "
        f"greedy wins {_won(right)} if they take the right of equal moves and {_won(random)} if they toss a "
        f"coin. If they break each tie against greedy, it is {_won(least)}, and if for greedy, {_won(most)}; "
        f"the mean margin is then {mean(least)} and {mean(most)}.",
        f"**Greedy against greedy.** Who moves first wins {_won(itself)} of the deals, "
        f"{rate(itself.zero, itself.rows)} are drawn, and {rate(itself.negative, itself.rows)} are lost.",
    ]
    for ties in ("right", "left"):
        pairing = f"best against greedy {ties}"
        first, second, edge = (
            results.summary(pairing, name) for name in ("margin first", "margin second", "edge")
        )
        by = -float(edge.mean_of_negative or 0)
        said.append(
            f"**The best response to greedy, ties {ties}**, wins {_won(first)} of the deals moving first "
            f"and {_won(second)} moving second. Moving first is worth {mean(edge)} points on average; "
            f"but letting them go first is better in {rate(edge.negative, edge.rows)} of the deals, "
            f"there by {by:.2f} points on average."
        )
    return said


def edge(results: Results) -> list[str]:
    """Say how the edge grows with the number of cards."""
    said = []
    for pairing, who in (
        ("best against optimal", "Between two optimal players"),
        ("best against greedy right", "For the best response to a greedy player"),
    ):
        edges = {length: results.summary(pairing, "edge", length) for length in results.study.lengths}
        even, odd = max(n for n in edges if n % 2 == 0), max(n for n in edges if n % 2 == 1)
        sentence = (
            f"**{who}** moving first is worth {mean(edges[2])} points with 2 cards and "
            f"{mean(edges[even])} with {even}. With an odd number of cards it is worth "
            f"{mean(edges[3])} with 3 and {mean(edges[odd])} with {odd}."
        )
        turned = [n for n, summary in edges.items() if n % 2 and summary.mean_interval[1] < 0]
        if turned:
            sentence += f" Among odd rows it is better to move second from {turned[0]} cards on."
        said.append(sentence)
    return said


def wrong_opponent(results: Results) -> list[str]:
    """Say what it costs to take a greedy player for an optimal one."""
    said = []
    for ties in ("right", "left"):
        pairing = f"optimal against greedy {ties}"
        first, second = (results.summary(pairing, f"loss {name}") for name in ("first", "second"))
        said.append(
            f"**Against greedy, ties {ties}**, playing as if they were optimal loses {mean(first)} points a "
            f"deal moving first and {mean(second)} moving second, compared with the best response. "
            f"Something is lost in {_won(first)} and {_won(second)} of the deals."
        )
    of_ties = [
        results.summary(f"{you} against greedy right", f"loss second{end}")
        for you, end in (
            *(("optimal right", ""), ("optimal random", "")),
            *(("optimal", " least"), ("optimal", " most")),
        )
    ]
    right, random, least, most = map(mean, of_ties)
    said.append(
        "Tie rule of who plays as if they were optimal: of moves that are exactly equal against an optimal "
        f"opponent, the left one. Against greedy, ties right, moving second, it is {right} points with the "
        f"right one, {random} with a coin, and from {least} to {most} if each tie is broken as well, or as "
        "badly, as can be."
    )
    return said


def coins(results: Results) -> list[str]:
    """Say how slowly the reduced row grows."""
    shown = {length: results.summary("", "coins", length) for length in results.study.lengths}
    last = shown[100_000]
    decade = (float(last.mean) - float(shown[1000].mean)) / 2
    return [
        f"**A random row keeps few coins**: {mean(shown[100])} of 100 cards, {mean(shown[10_000])} of "
        f"10,000, {mean(last)} of 100,000. From 1,000 cards on, ten times the cards add {decade:.1f} coins.",
        f"The longest reduced row among {last.rows:,} rows of 100,000 cards had {last.values[-1]} coins. "
        "That is all an optimal player still has to merge.",
    ]


def players(results: Results) -> list[str]:
    """Say who beats whom."""
    ranked = standings(results)
    order = ", ".join(f"{each.player} {100 * each.score:.1f} %" for each in ranked)
    margins = mean_margins(results)
    optimal = next(each for each in ranked if each.player == "optimal")
    return [
        f"**The order is** {order} of the points, a draw counting half. "
        f"How optimal breaks ties moves its score from {100 * optimal.ties[0]:.1f} to "
        f"{100 * optimal.ties[1]:.1f} %.",
        "**Greed pays only against weak players**: greedy is "
        f"{margins['optimal', 'greedy right']:.1f} points a game behind an optimal player and "
        f"{margins['best', 'greedy right']:.1f} behind the best response to it, but "
        f"{margins['greedy right', 'random']:.1f} ahead of chance.",
    ]


GALLERY: dict[str, tuple[str, Callable[[Results], list[str]]]] = {
    "decks": ("A deck of 52: greedy, optimal, and who should go first", decks),
    "edge": ("What moving first is worth, over the number of cards", edge),
    "wrong-opponent": ("What it costs to take a greedy player for an optimal one", wrong_opponent),
    "players": ("Everybody against everybody", players),
    "coins": ("How much of a random row is left when it is contracted", coins),
}
"""Every study by the name of its file: its title on the page, and what it says."""


def main() -> None:
    """Run every study, draw its pictures, write the page."""
    parser = argparse.ArgumentParser(description="Run the gallery and write docs/studies.md.")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the studies to run; the others stay")
    asked = parser.parse_args()
    PICTURES.mkdir(parents=True, exist_ok=True)
    page = (DOCS / "studies.md").read_text("utf-8")
    sections = [
        _section(name, title, say, asked.workers)
        if not asked.names or name in asked.names
        else _as_it_stands(page, title)
        for name, (title, say) in GALLERY.items()
    ]
    speed = (HERE / "speed.md").read_text("utf-8")
    (DOCS / "studies.md").write_text("\n".join([INTRODUCTION, *sections, CLOSING, speed]), "utf-8")


def _as_it_stands(page: str, title: str) -> str:
    heading = f"## {title}\n"
    return heading + page.partition(heading)[2].partition("\n## ")[0]


def _section(name: str, title: str, say: Callable[[Results], list[str]], workers: int) -> str:
    file = HERE / f"{name}.toml"
    results = run(parse(file.read_text("utf-8"), str(file)), workers=workers)
    lines = [
        f"## {title}\n",
        "```",
        f"twoends study --file studies/{name}.toml --out {name} --workers 2",
        "```\n",
    ]
    lines += [f"- {sentence}" for sentence in say(results)]
    lines.append("")
    with TemporaryDirectory() as folder:
        for picture in save(results, Path(folder)):
            shutil.copyfile(picture.with_suffix(".svg"), PICTURES / f"{name}-{picture.stem}.svg")
            lines.append(f"![{title}: {picture.stem}](pictures/studies/{name}-{picture.stem}.svg)\n")
    few = len({summary.length for summary in results.summaries}) <= MOST_LENGTHS_OF_A_TABLE
    lines.append(markdown(results) if few else f"{subject(results.study)}.\n")
    return "\n".join(lines)


def _won(summary: Summary) -> str:
    return rate(summary.positive, summary.rows)


if __name__ == "__main__":
    main()
