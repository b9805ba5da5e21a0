"""Answers: the value of a shape, the values of its positions, and the review of a game."""
