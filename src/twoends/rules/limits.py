"""Limits on what may be given, solved or shown. An error says what exceeds a limit."""

# --- What may be given ----------------------------------------------------------------------------

MAX_DIGITS = 1000
"""The most digits of a number in a text; a longer one is a mistake or an attack."""

MAX_DIGITS_OF_AN_EXPONENT = 9
"""Counting its e and sign; Decimal accepts any such exponent."""

MAX_MOVES = 10_000_000
"""The most moves of a game in a text."""

MAX_TURNS = 100
"""The most letters in an order of turns."""

MAX_WEIGHTS = 1_000
"""The most weights."""

# --- Solving --------------------------------------------------------------------------------------

MAX_CARDS_EXACT_BY_CHANCE = 200
"""Expectations of longer rows are floats: exact fractions grow by a digit every few cards."""

MAX_POSITIONS = 501_500
"""The positions of a row of 1,000 cards: a memo of that size takes some seconds and 200 MB."""

MAX_GAMES = 2**19
"""The games of a row of 20 cards, which take seconds; one more card doubles them."""

MAX_GAMES_BY_RULES = MAX_GAMES // 4
"""The same limit under other rules, where a move takes about four times as long."""

MAX_CARDS_OF_A_POLICY = 20_000
"""The decisions for n cards take n²/2 bytes: 200 MB at this limit, or twice as much in huge pages."""

MAX_CELLS = 2**27
"""The most positions of other rules that are kept on arrays: two gigabytes."""

MAX_CELLS_ON_LISTS = 2**24
"""The same on lists, whose numbers take some 40 bytes each."""

MAX_MOVES_SIDE_BY_SIDE = 2**18
"""The most moves in all positions of a vector environment under other rules: their graph takes seconds, or of
rows of hundreds of cards half a minute."""

MAX_POSITIONS_SIDE_BY_SIDE = 2**26
"""The most positions in all environments of one that deal their own rows: a gigabyte."""

MAX_VALUES = 2**22
"""The most moves in all states that are asked for at once: one and a half gigabytes."""

MAX_DECISIONS = 2**28
"""The most moves kept for a line: two gigabytes."""

# --- What is shown --------------------------------------------------------------------------------

MAX_CARDS_OF_A_TABLE = 2_000
"""A table has two cells for each of about n²/2 positions."""

MAX_STEPS_OF_A_TABLE = 1_000_000
"""A table under other rules with this many moves to examine takes about ten seconds and 200 MB."""

MAX_CARDS_OF_A_CONTRACTION = 2_000
"""The steps of this many cards hold about a million coins."""

MAX_POSITIONS_ON_LINES = 1_000_000
"""This many positions with their counts take 200 MB or more."""

MAX_POSITIONS_OF_A_GRAPH = 20_300
"""Enough for 200 cards; programs that draw graphs cannot handle more."""

MAX_CARDS_OF_A_DEPTH = 16
"""The most cards of a look ahead under other rules than the default: longer games take seconds."""

MAX_DIGITS_OF_A_TOTAL = 100_000
"""Python writes at most 4,300 digits by default; some exact expectations have more."""
