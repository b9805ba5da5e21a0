"""Answers: what a shape is worth, what its positions hold, how a game was played."""
