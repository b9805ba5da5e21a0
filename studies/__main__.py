"""Run the gallery and write docs/studies.md with its pictures: python -m studies [--workers N] [NAME]...

A function below writes the findings of each study from its results. The studies are deterministic:
running them again writes the same page.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import fill

from twoends.study import Results, Summary, run, standings
from twoends.study.charts import save
from twoends.study.description import read
from twoends.study.statistics import mean_margins
from twoends.study.tables import mean, rate, subject

HERE = Path(__file__).parent
DOCS = HERE.parent / "docs"
PICTURES = DOCS / "pictures" / "studies"

INTRODUCTION = """\
# Studies

Each study below is one small file and one command, which prints the tables behind its findings. Its rows are
drawn from its seed, so you get the same numbers, to the last digit, with any number of workers. Brackets and
± give 95 % intervals: Wilson score intervals for rates, the normal approximation for means. A margin is your
total minus the opponent's, in points; in a deck a jack counts 11 and an ace 14. `python -m studies` writes
this page.

Studies need [the extra](index.md#install) `study`. To write a study of your own, start from the file that
`twoends study --example` prints; `twoends study --help` lists the same settings as options.
"""

CLOSING = """\
## Larger studies

With `--out FOLDER`, a study is stored chunk by chunk: the description (`study.toml`), the exact counts
(`counts/`, Parquet), the results as Markdown, CSV and JSON, and the charts as PNG and SVG. Each chunk
stores how many rows have each value of each measure, so even a billion deals take little space;
`--keep-rows` keeps every row.

**Resume.** If you stop it with Ctrl-C, or if the machine fails, the same command resumes it, as does
`twoends study --out FOLDER` alone; nothing is lost or counted twice.

**Enlarge.** `twoends study --out FOLDER --count 2000000` keeps all existing chunks except a last short one,
and the files end up byte for byte as if the larger study had been run at once. Settings that you do not
repeat are taken from the folder.

**Provenance.** Each Parquet file records the version of twoends, the description (with a digest of the file
of rows, if there is one), the rows that it covers, and a digest of each player that is not built in: for a
function, of the whole file of its module; for a bot, of the program and every file that its command names;
not of what these import. A folder is resumed, summed and printed only if all of this matches.

**Checksums.** `sha256sum -c SHA256SUMS` checks the files of a finished study, as does resuming or printing
it: a damaged, changed or copied chunk is refused, and a missing one is measured again. To check somebody's
study, run it again in another folder and compare the two lists; both need the same version of Polars.

**Workers.** `--workers 2` uses two processes. `--dask` uses a Dask cluster (the extra `cluster` on every
machine); the study continues if a worker dies:

```
dask scheduler                                    # on one machine
dask worker tcp://HOST:8786 --nthreads 1          # on each of the others
twoends study studies/decks.toml --count 1000000000 --out decks --dask tcp://HOST:8786
```

**How rows are drawn.** Row r of a given length comes from a Philox generator whose key is derived from the
seed and the length, and whose counter starts at the position of row r. The same rows are therefore drawn
however the study is cut into chunks, in any order and on any machine. Players who move at random use one
random stream for each chunk instead, so their games also depend on `chunk_cards`.

**Other rules.** `--rules 'take 1-3 left'`, or `rules = "take 1-3 left"` in a description, studies [other
rules](rules.md), each row on its own, at hundreds of rows a second. If the two totals have no fixed sum,
losses and the value of the first move are measured in margins. Single-player games, contracted rows and
bots are refused.
"""


def decks(results: Results) -> list[str]:
    """Say what greed is worth on decks, and how often to go second."""
    greedy = "greedy right against optimal"
    first, second = (results.summary(greedy, f"margin {turn}") for turn in ("first", "second"))
    right, random, itself = (
        results.summary(f"greedy right against {other}", "margin first")
        for other in ("optimal right", "optimal random", "greedy right")
    )
    sentences = [
        f"**Greedy against optimal, ties left.** Greedy wins {_won(first)} of the deals moving first and "
        f"{_won(second)} moving second. The mean margins are {mean(first)} and {mean(second)} points.",
        "**This depends on the tie rule of the optimal player**, who often has two optimal moves. Moving "
        f"first, greedy wins {_won(right)} if the optimal player takes the right of equal moves and "
        f"{_won(random)} if it tosses a coin. The mean margins are then {mean(right)} and {mean(random)} "
        "points. [The findings](findings.md#what-the-ties-of-optimal-play-decide) show the most and the "
        "least that ties can bring.",
        f"**Greedy against greedy.** The first player wins {_won(itself)} of the deals, draws "
        f"{rate(itself.zero, itself.rows)} and loses {rate(itself.negative, itself.rows)}.",
    ]
    for ties in ("right", "left"):
        pairing = f"best against greedy {ties}"
        first, second, edge = (
            results.summary(pairing, name) for name in ("margin first", "margin second", "edge")
        )
        by = -float(edge.mean_of_negative or 0)
        sentences.append(
            f"**The best response to greedy, ties {ties}**, wins {_won(first)} of the deals moving first "
            f"and {_won(second)} moving second. Moving first is worth {mean(edge)} points on average, but "
            f"in {rate(edge.negative, edge.rows)} of the deals moving second is better, by {by:.2f} points "
            "on average."
        )
    return sentences


def edge(results: Results) -> list[str]:
    """Describe how the value of moving first depends on the number of cards."""
    sentences = []
    for pairing, who in (
        ("best against optimal", "Between two optimal players,"),
        ("best against greedy right", "For the best response to a greedy player,"),
    ):
        edges = {length: results.summary(pairing, "edge", length) for length in results.study.lengths}
        even, odd = max(n for n in edges if n % 2 == 0), max(n for n in edges if n % 2 == 1)
        sentence = (
            f"**{who}** moving first is worth {mean(edges[2])} points with 2 cards and "
            f"{mean(edges[even])} with {even}. With an odd number of cards, it is worth "
            f"{mean(edges[3])} with 3 and {mean(edges[odd])} with {odd}."
        )
        reversed_lengths = [n for n, summary in edges.items() if n % 2 and summary.mean_interval[1] < 0]
        if reversed_lengths:
            sentence += f" On odd rows of {reversed_lengths[0]} cards or more, moving second is better."
        sentences.append(sentence)
    return sentences


def wrong_opponent(results: Results) -> list[str]:
    """Describe the cost of mistaking a greedy player for an optimal one."""
    sentences = []
    for ties in ("right", "left"):
        pairing = f"optimal against greedy {ties}"
        first, second = (results.summary(pairing, f"loss {name}") for name in ("first", "second"))
        sentences.append(
            f"**Against greedy, ties {ties}**, optimal play loses {mean(first)} points a deal moving first "
            f"and {mean(second)} moving second, compared with the best response. It falls short of the best "
            f"response in {_won(first)} and {_won(second)} of the deals."
        )
    right, random = (
        mean(results.summary(f"optimal {ties} against greedy right", "loss second"))
        for ties in ("right", "random")
    )
    sentences.append(
        "**The loss depends on the tie rule.** The figures above are for taking the left of two moves that "
        "are equally good against an optimal opponent. Against greedy, ties right, moving second, the loss "
        f"is {right} points for taking the right one and {random} for tossing a coin."
    )
    return sentences


def coins(results: Results) -> list[str]:
    """Describe how slowly the reduced row grows."""
    shown = {length: results.summary("", "coins", length) for length in results.study.lengths}
    last = shown[100_000]
    decade = (float(last.mean) - float(shown[1000].mean)) / 2
    return [
        f"**Contraction leaves few coins**: on average {mean(shown[100])} of 100 cards, "
        f"{mean(shown[10_000])} of 10,000 and {mean(last)} of 100,000. From 1,000 cards on, ten times as "
        f"many cards leave {decade:.1f} more coins.",
        f"The longest reduced row among {last.rows:,} rows of 100,000 cards had {last.values[-1]} coins. "
        "These are all that an optimal player still has to merge.",
    ]


def players(results: Results) -> list[str]:
    """Describe the ranking."""
    ranked = standings(results)
    order = ", ".join(f"{each.player} {100 * each.score:.1f} %" for each in ranked)
    margins = mean_margins(results)
    return [
        f"**The players rank as follows**: {order} of the points, where a draw counts half.",
        "**Greed pays only against weak players**: greedy is "
        f"{margins['optimal', 'greedy right']:.1f} points a game behind an optimal player and "
        f"{margins['best', 'greedy right']:.1f} behind the best response to it, but "
        f"{margins['greedy right', 'random']:.1f} ahead of random play.",
    ]


GALLERY: dict[str, tuple[str, Callable[[Results], list[str]]]] = {
    "decks": ("A deck of 52: greedy, optimal, and who should go first", decks),
    "edge": ("The value of moving first, by number of cards", edge),
    "wrong-opponent": ("The cost of mistaking a greedy player for an optimal one", wrong_opponent),
    "players": ("A round robin: every player against every other", players),
    "coins": ("Coins left after contracting a random row", coins),
}
"""The studies by file name: the title on the page, and the function that writes the findings."""


def main() -> None:
    """Run the studies, draw their pictures and write the page."""
    parser = argparse.ArgumentParser(description="Run the gallery and write docs/studies.md.")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("names", nargs="*", metavar="NAME", help="the studies to run; the others stay")
    options = parser.parse_args()
    for name in options.names:
        if name not in GALLERY:
            parser.error(f"there is no study '{name}': choose {', '.join(GALLERY)}")
    PICTURES.mkdir(parents=True, exist_ok=True)
    page = (DOCS / "studies.md").read_text("utf-8")
    sections = [
        _section(name, title, findings, options.workers)
        if not options.names or name in options.names
        else _existing_section(page, title)
        for name, (title, findings) in GALLERY.items()
    ]
    (DOCS / "studies.md").write_text("\n".join([INTRODUCTION, *sections, CLOSING]), "utf-8")


def _existing_section(page: str, title: str) -> str:
    heading = f"## {title}\n"
    return heading + page.partition(heading)[2].partition("\n## ")[0]


def _section(name: str, title: str, findings: Callable[[Results], list[str]], workers: int) -> str:
    file = HERE / f"{name}.toml"
    results = run(read(file), workers=workers)
    lines = [
        f"## {title}\n",
        "```",
        f"twoends study studies/{name}.toml --out {name} --workers 2",
        "```\n",
    ]
    wrap = partial(fill, width=142, subsequent_indent="  ", break_on_hyphens=False)
    lines += [wrap(f"- {finding}") for finding in findings(results)]
    lines.append("")
    with TemporaryDirectory() as folder:
        for picture in save(results, Path(folder)):
            shutil.copyfile(picture.with_suffix(".svg"), PICTURES / f"{name}-{picture.stem}.svg")
            lines.append(f"![{title}: {picture.stem}](pictures/studies/{name}-{picture.stem}.svg)\n")
    lines.append(f"{subject(results.study)}.\n")
    return "\n".join(lines)


def _won(summary: Summary) -> str:
    return rate(summary.positive, summary.rows)


if __name__ == "__main__":
    main()
