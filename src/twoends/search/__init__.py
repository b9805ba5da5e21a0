"""Search: the rows that maximise an objective, found exhaustively or by hill climbing.

`search` tries every row of a given length and values, up to its mirror image, or climbs from random rows if
there are too many. The result depends on the seed and not on the number of workers.
"""

from twoends.rules.extras import require_fast

require_fast("a search")

from twoends.search.searching import OBJECTIVES, Objective, SearchError, SearchResult, search

__all__ = ["OBJECTIVES", "Objective", "SearchError", "SearchResult", "search"]
