"""Right for the Stone Game, where the first player always wins; wrong for Predict the Winner."""

print("true")
