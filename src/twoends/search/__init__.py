"""Search: the rows that maximise an objective, found exhaustively or by hill climbing.

`search` tries every row of a given length and values, up to its mirror image, or climbs from random rows if
there are too many. The result depends on the seed and not on the number of workers.

    objectives  the functions to maximise: by name, or a user's function
    searching   exhaustive search and hill climbing
"""

from twoends.rules.extras import require_fast

require_fast("a search")

from twoends.search.objectives import OBJECTIVES, Objective, SearchError
from twoends.search.searching import SearchResult, search

__all__ = ["OBJECTIVES", "Objective", "SearchError", "SearchResult", "search"]
