"""Reading: files of rows, boards and games, and the inputs of contests."""
