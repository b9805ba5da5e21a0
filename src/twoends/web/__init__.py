"""The page and the HTTP API behind it: `twoends serve`. The page draws, Python decides."""
