"""Study: the same questions asked of millions of rows, reproducibly, from a laptop to a cluster.

A description (`Study`) fixes the rows and who meets whom; `run` measures them chunk by chunk and
returns `Results`: exact counts of every margin, and what they say with intervals; `load` has those of a
folder, `read` the description that a TOML file holds.

    description   what a study is, as TOML         pairings      who meets whom, by name
    draw          the rows of a chunk              measure       what a chunk says, as counts
    files         the rows of a file               bots          programs that play
    folder        chunks on disk, resumed          running       this process, several, or a Dask cluster
    provenance    what made a chunk                verifying     chunks measured again and compared
    statistics    rates, means, quantiles          standings     players ranked
    tables        results as text and data         charts        results as pictures
"""

from twoends.study.description import Chunk, Study, read
from twoends.study.files import StudyError
from twoends.study.measure import Measured, measure
from twoends.study.pairings import Pairing
from twoends.study.running import load, run
from twoends.study.standings import Standing, round_robin, standings
from twoends.study.statistics import Results, Summary, wilson
from twoends.study.verifying import Verified, verify

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
