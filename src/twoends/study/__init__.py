"""Studies: measure millions of rows reproducibly, on a laptop or on a cluster.

A description (`Study`) fixes the rows and the pairings. `run` measures them in chunks and returns
`Results`: exact counts of every measure, and statistics with intervals. `load` returns the results in a
folder, `read` the description in a TOML file.

    description   what a study is, as TOML         pairings      the two players of a game, by name
    measure       random rows, a chunk as counts   bots          programs that play
    folder        chunks on disk, resumed          running       one process, several, or a Dask cluster
    statistics    rates, means, standings          tables        results as text and data
    charts        results as pictures
"""

from twoends.study.description import Chunk, Study, read
from twoends.study.measure import measure
from twoends.study.pairings import Pairing, StudyError
from twoends.study.running import load, run
from twoends.study.statistics import Results, Standing, Summary, round_robin, standings, wilson

__all__ = [
    "Chunk",
    "Pairing",
    "Results",
    "Standing",
    "Study",
    "StudyError",
    "Summary",
    "load",
    "measure",
    "read",
    "round_robin",
    "run",
    "standings",
    "wilson",
]
