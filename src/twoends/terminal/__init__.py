"""The game on a terminal: an immutable session, its drawing, and the keys."""
