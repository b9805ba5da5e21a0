"""Studies: measure millions of rows reproducibly, on a laptop or on a cluster.

A description (`Study`) fixes the rows and the pairings. `run` measures them in chunks and returns
`Results`: exact counts of every measure, and statistics with intervals. `load` returns the results in a
folder, `read` the description in a TOML file.

    description   what a study is, as TOML         pairings      the two players of a game, by name
    files         rows of a file                   measure       random rows, and a chunk as counts
    bots          programs that play               running       one process, several, or a Dask cluster
    folder        chunks on disk, resumed; what made them
    statistics    rates, means, standings          tables        results as text and data
    charts        results as pictures
"""

from twoends.study.description import Chunk, Study, read
from twoends.study.files import StudyError
from twoends.study.measure import Measured, measure
from twoends.study.pairings import Pairing
from twoends.study.running import Verified, load, run, verify
from twoends.study.statistics import Results, Standing, Summary, round_robin, standings, wilson

__all__ = [
    "Chunk",
    "Measured",
    "Pairing",
    "Results",
    "Standing",
    "Study",
    "StudyError",
    "Summary",
    "Verified",
    "load",
    "measure",
    "read",
    "round_robin",
    "run",
    "standings",
    "verify",
    "wilson",
]
