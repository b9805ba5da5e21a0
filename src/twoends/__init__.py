"""The row game: two players alternate, a move takes the leftmost or the rightmost card."""

__version__ = "0.1.0"
