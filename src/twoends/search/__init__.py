"""Search: the rows on which something is as large as it gets, all of them or by climbing.

`search` looks at every row of some length and values, up to its mirror image, or climbs from random rows
where there are too many; the same seed finds the same, with any number of workers.

    objectives  what is to be large: by name, or a function of yours
    searching   all small rows, or climbs on larger ones
"""

from twoends.rules.extras import require_fast

require_fast("a search")

from twoends.search.objectives import OBJECTIVES, Objective, SearchError
from twoends.search.searching import SearchResult, search

__all__ = ["OBJECTIVES", "Objective", "SearchError", "SearchResult", "search"]
