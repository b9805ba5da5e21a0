"""The value of a state of a game: `values.values`, and the methods that compute it.

The texts: each recurrence written once, plain Python for exact numbers, compiled as it stands for arrays. A
text uses functions with positional parameters, assignments, `if`, `while`, `for` over `range`, arithmetic,
comparisons, indices, and slices that are only read; it imports nothing but other texts.

    records  two optimal players on a whole row
    coins    two optimal players on any interval of a row
    sweep    anyone else, one card a move, on rows and circles, one or many
    play     whole games between two players
    turns    other rules: any opponent, any order of turns, all positions of a row

The methods, each a class that calls its text and returns both totals from any state on:

    contraction  two optimal players on a row or a circle: records and coins
    boards       two optimal players on a board
    bottom_up    any opponent on a row or a circle: sweep
    other_rules  built-in opponents under other rules: turn_tasks, turns; window for one player alone
    search       every game that is small enough, from the rulebook alone: the specification
    circles      the first card of a circle, one ply before one of these

Around them, `method` says what a value is and which moves are best, and `values` chooses the method;
`playing` and `oracle` use these. `replies` and `sequences` put opponents and cards in the terms of the texts;
`compiled` rules out overflow, `kernels` compile the texts, and `counters` decide when. `options` says how a
method runs, and `costs` estimates the work.
"""
