"""Reading: files of rows, boards and games, arrays, and the inputs of contests."""
