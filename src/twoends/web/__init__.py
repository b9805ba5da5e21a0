"""The page (`twoends serve`). The page draws; Python computes."""
