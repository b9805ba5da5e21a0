"""What a program is asked: how rows are written, which rows are allowed, how its answers read. No process."""

from __future__ import annotations

from dataclasses import replace

import pytest

from twoends.judge import TASKS, Task, TaskError, task
from twoends.judge.proofs import proof
from twoends.judge.tasks import FormError, Values, count_cards, printable
from twoends.rules.opponents import opponent

OWN = Task("own", "the tests", opponent("greedy left"), "first", "values")

ROWS: tuple[Values, ...] = ((8, -15, 3), (7,))


@pytest.mark.parametrize(
    ("form", "written"),
    [
        ("count-then-values", "3\n8 -15 3\n"),
        ("count-then-lines", "3\n8 -15 3\n"),
        ("values", "8 -15 3\n"),
        ("lines", "8 -15 3\n7\n"),
        ("counted-lines", "3 8 -15 3\n1 7\n0\n"),
        ("cases", "2\n3\n8 -15 3\n1\n7\n"),
    ],
)
def test_a_row_is_written_in_the_form_of_the_task(form: str, written: str) -> None:
    asked = replace(OWN, form=form)
    assert asked.write(ROWS) == written.encode()
    assert asked.many == ("7" in written)


def test_twenty_values_stand_on_a_line() -> None:
    asked = replace(OWN, form="count-then-lines")
    twenty = " ".join(["5"] * 20)
    assert asked.write([(5,) * 20]) == f"20\n{twenty}\n".encode()
    assert asked.write([(5,) * 41]) == f"41\n{twenty}\n{twenty}\n5\n".encode()


@pytest.mark.parametrize(
    ("changed", "row", "objection"),
    [
        ({}, (1,) * 100, ""),
        ({}, (1,) * 101, "101 cards, where 1 to 100 are allowed"),
        ({}, (), "0 cards, where 1 to 100 are allowed"),
        ({"least": 2}, (1,), "1 card, where 2 to 100 are allowed"),
        ({"least": 2}, (1, 1), ""),
        ({"even_only": True}, (1, 2, 3), "3 cards, where their number must be even"),
        ({"even_only": True}, (1, 2), ""),
        ({}, (-1000, 1000), ""),
        ({}, (5, -1001, 1001), "the value -1001, where -1000 to 1000 are allowed"),
        ({}, (5, 1001), "the value 1001, where -1000 to 1000 are allowed"),
        ({"odd_sum": True}, (1, 3), "the sum 4, where it must be odd"),
        ({"odd_sum": True}, (1, 2), ""),
        ({"most_sum": 6}, (3, 4), "the sum 7, where 6 is the largest"),
        ({"most_sum": 6}, (3, 3), ""),
        (
            {"ties_open": True},
            (300, 100, 10, 500, 1000, 100),
            "two answers, for the task does not say which of two equal ends its opponent takes",
        ),
        ({"ties_open": True}, (4, 1, 9, 1), ""),
        ({"ties_open": True}, (1, 2), ""),
    ],
)
def test_a_row_outside_of_a_limit_is_told_which(
    changed: dict[str, object], row: Values, objection: str
) -> None:
    asked = replace(OWN, **changed)  # type: ignore[arg-type]  # fields by name
    assert asked.objection(row) == objection
    assert asked.allows(row) == (objection == "")


def test_a_task_says_what_it_asks_and_what_a_row_may_be() -> None:
    assert {name: (each.phrase, each.limits) for name, each in TASKS.items()} == {
        "removal-game": (
            "your total moving first, against optimal",
            "1 to 5000 cards, values from -1000000000 to 1000000000",
        ),
        "deque": (
            "your margin moving first, against optimal",
            "1 to 3000 cards, values from 1 to 1000000000",
        ),
        "two-ends": (
            "your margin moving first, against greedy left",
            "2 to 1000 cards, values from 1 to 1000000, an even number of cards, a sum of at most 1000000",
        ),
        "predict-the-winner": (
            "whether you, moving first, win or draw, against optimal",
            "1 to 20 cards, values from 0 to 10000000",
        ),
        "stone-game": (
            "whether you, moving first, win, against optimal",
            "2 to 500 cards, values from 1 to 500, an even number of cards, an odd sum",
        ),
        "handout-281": (
            "your total moving first, against greedy right",
            "1 to 100 cards, values from 0 to 1000",
        ),
        "dumb-smart": (
            "your totals against a generous and against an optimal opponent",
            "1 to 100 cards, values from 1 to 1000",
        ),
        "usaco-game": (
            "your total moving first, and the opponent's, against optimal",
            "2 to 100 cards, values from 1 to 200",
        ),
        "stone-game-ii": (
            "your total moving first, against optimal, by the rules take 1-2M left",
            "1 to 100 cards, values from 1 to 10000",
        ),
        "stone-game-iii": (
            "who wins: Alice, who moves first, Bob, or a Tie, against optimal, by the rules take 1-3 left",
            "1 to 50000 cards, values from -1000 to 1000",
        ),
        "stone-game-vii": (
            "your margin moving first, against optimal, by the rules score rest",
            "2 to 1000 cards, values from 1 to 1000",
        ),
        "stone-game-viii": (
            "your margin moving first, against optimal, by the rules take 2-any left, merge",
            "2 to 100000 cards, values from -10000 to 10000",
        ),
        "game-of-sum": (
            "your margin moving first, against optimal, by the rules take any either",
            "1 to 100 cards, values from -1000 to 1000",
        ),
        "max-cards": (
            "your total moving first, alone, by the rules turns A, stop K",
            "1 to 100000 cards, values from 1 to 10000",
        ),
        "treats": (
            "your total moving first, alone, by the rules score turn, turns A",
            "1 to 2000 cards, values from 1 to 1000",
        ),
    }
    asks = {ask: replace(OWN, asks=ask).phrase for ask in ("second", "winner")}
    assert asks == {
        "second": "your total moving second, against greedy left",
        "winner": "who wins: first, second or draw, against greedy left",
    }


def test_the_limits_of_a_preset_are_those_of_its_source() -> None:
    used = {name: (each.seconds, each.memory >> 20, each.stack) for name, each in TASKS.items()}
    assert used == {
        "removal-game": (1, 512, None),
        "deque": (2, 1024, None),
        "two-ends": (1, 256, None),
        "predict-the-winner": (2, 256, None),
        "stone-game": (2, 256, None),
        "handout-281": (2, 256, None),
        "dumb-smart": (2, 256, None),
        "usaco-game": (1, 256, None),
        **dict.fromkeys(["stone-game-ii", "stone-game-iii", "stone-game-viii", "max-cards"], (2, 256, None)),
        "stone-game-vii": (4, 256, None),
        "game-of-sum": (3, 256, None),
        "treats": (1, 256, None),
    }
    with pytest.raises(TaskError) as fault:
        task("nim")
    assert str(fault.value) == f"there is no task 'nim': choose {', '.join(TASKS)}"
    assert task("deque") is TASKS["deque"]


# --- answers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asks", "values", "answer"),
    [
        ("first", (1, 30, 100, 15, 2), "103"),
        ("second", (1, 30, 100, 15, 2), "101"),
        ("margin", (1, 30, 100, 15, 2), "58"),
        ("both", (1, 30, 100, 15, 2), "103 45"),
        ("winner", (1, 30, 100, 15, 2), "first"),
        ("winner", (1, 2, 9, 2, 1, 15), "first"),
        ("winner", (3, 3), "draw"),
        ("winner", (0, 5, 0), "second"),
        ("not-beaten", (0, 5, 0), "false"),
        ("not-beaten", (3, 3), "true"),
        ("wins", (3, 3), "false"),
        ("wins", (3, 4), "true"),
        ("cases", (5, 7, 9, 1, 4, 2), "21 18"),
    ],
)
def test_a_question_has_its_answer(asks: str, values: Values, answer: str) -> None:
    assert replace(OWN, asks=asks).answer(values) == answer


READ = [
    ("first", "7\n", ["7"]),
    ("first", "\n  7  \n\n", ["7"]),
    ("first", "-007", ["-7"]),
    ("first", f"{'1' * 1000}", ["1" * 1000]),
    ("first", "1" * 1001, f"line 1 is '{'1' * 57}...', not a whole number"),
    ("first", "+7", "line 1 is '+7', not a whole number"),
    ("first", "٧", "line 1 is '٧', not a whole number"),
    ("first", "7 8", "line 1 is '7 8', not a whole number"),
    ("both", "7 -8", ["7 -8"]),
    ("both", "7", "line 1 is '7', not two whole numbers"),
    ("both", "7 8 9", "line 1 is '7 8 9', not two whole numbers"),
    ("cases", " 7\t8 ", ["7 8"]),
    ("winner", "First", ["first"]),
    ("winner", "DRAW", ["draw"]),
    ("winner", "me", "line 1 is 'me', not first or second or draw"),
    ("wins", "True", ["true"]),
    ("wins", "true true", "line 1 is 'true true', not true or false"),
    ("wins", "1", "line 1 is '1', not true or false"),
    ("first", "", "0 lines of output, 1 expected"),
    ("first", "7\n8", "2 lines of output, 1 expected: line 2 is '8'"),
    ("first", "7\n8\n9", "3 lines of output, 1 expected: line 2 is '8'"),
    ("first", "a\u2060", "line 1 is 'a·', not a whole number: it holds WORD JOINER (U+2060)"),
    ("first", "a" * 59, f"line 1 is '{'a' * 59}', not a whole number"),
    ("first", "a" * 60, f"line 1 is '{'a' * 57}...', not a whole number"),
]


@pytest.mark.parametrize(("asks", "output", "expected"), READ)
def test_an_answer_is_read_or_refused_in_a_sentence(
    asks: str, output: str, expected: list[str] | str
) -> None:
    asked = replace(OWN, asks=asks)
    if isinstance(expected, list):
        assert asked.read(output.encode(), 1) == expected
        return
    with pytest.raises(FormError) as fault:
        asked.read(output.encode(), 1)
    assert str(fault.value) == expected


def test_several_answers_are_read_line_by_line() -> None:
    assert OWN.read(b"7\n\n 8\n-0\n", 3) == ["7", "8", "0"]
    with pytest.raises(FormError, match=r"^1 line of output, 3 expected$"):
        OWN.read(b"7\n", 3)
    with pytest.raises(FormError, match=r"^line 2 is 'x', not a whole number$"):
        OWN.read(b"7\nx\n", 2)
    assert OWN.read(b"7\r\n8\r\n", 2) == ["7", "8"]
    with pytest.raises(FormError, match=r"^line 1 is '7\ufffd', not a whole number$"):
        OWN.read(b"7\xff", 1)


def test_an_answer_stands_in_a_sentence_where_the_task_has_one() -> None:
    asked = replace(OWN, sentence="In game {game} it is {answer} points.")
    assert asked.show("7") == "In game 1 it is 7 points."
    assert asked.show("-7", 12) == "In game 12 it is -7 points."
    assert asked.read(b"In game 1 it is 7 points.\nIn game 2 it is  -8  points.\n", 2) == ["7", "-8"]
    for line, wanted in {
        "In game 2 it is 7 points.": "not 'In game 1 it is … points.'",
        "In game 1 it is 7 points": "not 'In game 1 it is … points.'",
        "7": "not 'In game 1 it is … points.'",
        "In game 1 it is many points.": "not a whole number",
        "In game 1 it is  points.": "not a whole number",
    }.items():
        with pytest.raises(FormError) as fault:
            asked.read(line.encode(), 1)
        assert str(fault.value) == f"line 1 is '{line}', {wanted}"
    assert OWN.show("7", 3) == "7"


def test_the_line_of_play_proves_the_answer() -> None:
    row = (8, 15, 3, 7)
    assert proof(OWN, row) == (
        "against greedy left: you right 7, opponent left 8, you left 15, opponent left 3; "
        "you have 22, the opponent 11"
    )
    assert proof(replace(OWN, asks="second", opponent=opponent("optimal")), row) == (
        "against optimal: opponent right 7, you left 8, opponent left 15, you left 3; "
        "you have 11, the opponent 22"
    )
    assert proof(TASKS["dumb-smart"], row) == (
        "against generous: you left 8, opponent right 7, you left 15, opponent left 3; "
        "you have 23, the opponent 10\n"
        "against optimal: you right 7, opponent left 8, you left 15, opponent left 3; "
        "you have 22, the opponent 11"
    )


def test_cards_are_counted_in_words_and_signs_are_made_visible() -> None:
    assert [count_cards(n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert printable("8 ä\t\u200b\n…") == "8 ä···…"
