"""The page and its HTTP API (`twoends serve`). The page draws; Python computes."""
