"""Study: the same questions asked of millions of rows, reproducibly, from a laptop to a cluster.

A description (`Study`) fixes the rows and who meets whom; `run` measures them chunk by chunk and
returns `Results`: exact counts of every margin, and what they say with intervals; `load` has those of a
folder, `read` the description that a TOML file holds.

    description   what a study is, as TOML             folder       chunks on disk, resumed after any stop
    draw          the rows of a chunk                  running      this process, several, or a Dask cluster
    measure       what a chunk says, as counts         statistics   rates, means, quantiles
    standings     players ranked                       tables       results as text and data
    charts        results as pictures          provenance   what made a chunk, told by its file
                                               verifying    chunks measured again and compared
"""

from twoends.study.description import Chunk, Pairing, Study, read
from twoends.study.files import StudyError
from twoends.study.measure import Measured, measure
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
