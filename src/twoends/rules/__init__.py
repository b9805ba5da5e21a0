"""The rules: exact numbers, shapes, games, opponents and notation, as pure data without NumPy."""
