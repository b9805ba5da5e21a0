"""What people paste is read as they mean it, by `parse`, on the command line and from files alike."""

from __future__ import annotations

import pytest

from command_line import run
from twoends import parse
from twoends.rules.errors import TwoEndsError

PASTED = {
    "piles = [5,3,4,5]": "5 3 4 5",
    "nums = [1, 5, 2]": "1 5 2",
    "arr[] = {8, 15, 3, 7}": "8 15 3 7",
    "Input: N = 4, arr[] = {8, 15, 3, 7}": "8 15 3 7",
    "int piles[4] = {5, 3, 4, 5}, n = 4;": "5 3 4 5",
    "int[] piles = new int[]{5,3,4,5};": "5 3 4 5",
    "std::vector<int> v{1,2,3};": "1 2 3",
    "piles := []int{1, 2}": "1 2",
    "nums: List[int] = [1, 2]": "1 2",
    "const piles = [1, -2];": "1 -2",
    "List.of(1, 2)": "1 2",
    "deck = 8 15 3": "8 15 3",
    "[[8,15,3,7]]": "8 15 3 7",
    "{8, 15, 3, 7};": "8 15 3 7",
    "[1, 2],": "1 2",
    '["8", "2.50"]': "8 2.50",
    "['8', '15']": "8 15",
    "array([ 8, 15], dtype=int64)": "8 15",
    "[np.int64(8), np.int64(15)]": "8 15",
    "[Fraction(1, 2), Decimal('2.50')]": "1/2 2.50",
    "Row(8 15 3 7)": "8 15 3 7",
    "Circle(2 8 1)": "circle 2 8 1",
    '{"values": [8, 2.50, 3]}': "8 2.50 3",
    '{"seed": 7, "notation": "8 15 / first / L", "values": [8, 15]}': "8 15 / first / L",
    "[\n  8,\n  15\n]": "8 15",
    "8\n15\n3": "8 15 3",
    "8,\n15,\n3": "8 15 3",
}
"""Texts as they are copied from problems, programs and our own output, and their notation."""

REFUSED = {
    "cardPoints = [1,2,3], k = 3": "add the rules 'turns A, stop 3'",
    "n = 5, nums = [1,2,3]": "'n = 5' is not part of a row: leave it out",
    "nums = [1,2,3], multipliers = [3,2,1]": "two lists: give the values of one alone; weights are rules",
    "[[1,2],[3,4]]": "several lists: write each row on a line of its own",
    "nums = ": "has no values",
    "= 3": "a = that follows no name",
    "5\n1 30 100 15 2": "the first line, 5, counts the values after it: leave it out",
    '{"a": [1], "b": [2]}': "neither 'notation' nor a single list",
    '{"a":' * 9999: "is not a value",
    "nums = [1,2": "a bracket without its pair",
    "3/-4": "'3/-4' is not a value",
}
"""Texts that cannot be meant as one row, and what their sentence says."""


@pytest.mark.parametrize(("text", "notation"), PASTED.items())
def test_a_pasted_text_is_its_notation(text: str, notation: str) -> None:
    shown = "\n".join(line for line in run("solve", notation, "--json").out.splitlines())
    assert parse(text) == parse(notation), text
    assert run("solve", text, "--json").out.strip() == shown, text
    assert run("solve", "-", "--json", stdin=f"{text}\n").out.strip() == shown, text


@pytest.mark.parametrize(("text", "sentence"), REFUSED.items())
def test_what_cannot_be_one_row_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TwoEndsError) as fault:
        parse(text)
    assert sentence in str(fault.value), (text, str(fault.value))


def test_a_printed_shape_is_read_back() -> None:
    for shape in map(parse, ("8 15", "circle 2 8 1", "[1 2 | 3")):
        assert parse(repr(shape)) == shape, repr(shape)


FILES = {
    "value\n8\n15\n3\n": ("11", "line 1: the header 'value' is skipped"),
    "a,b,c\n1,2,3\n4,5,6\n": ("4 10", "line 1: the header 'a,b,c' is skipped"),
    "K\n2\n3\n": ("15", ""),
    "5\n1 30 100 15 2\n": ("5 47", "5 is the number of values after it: did you mean --format count"),
    "2\n3\n1 2 3\n2\n1 5\n": (
        "2 3 4 2 5",
        "3 is the number of values after it: did you mean --format",
    ),
    "1\n4 8 15 3 7\n": ("1 18", "4 is the number of values after it: did you mean --format cases"),
    "3\n1\n[5]\n": ("3 1 5", ""),
    "5\n1\n3\n1\n5\n2\n": (
        "13",
        "5 is the number of values after it: did you mean --format count-then-column",
    ),
    "1.5\n2.5\n3 4\n": ("3/2 5/2 4", ""),
    "2\n3 4 5\n": ("2 8", ""),
}
"""Files, the totals of their rows, and what is said about them."""


@pytest.mark.parametrize(("text", "totals", "said"), [(text, *wanted) for text, wanted in FILES.items()])
def test_headers_and_counts_are_named(text: str, totals: str, said: str) -> None:
    ran = run("solve", "-", "--question", "first", stdin=text)
    assert (ran.status, ran.out.split()) == (0, totals.split()), text
    assert said in ran.err, (text, ran.err)
    assert bool(said) == bool(ran.err), (text, ran.err)


BAD_LINES = "8 15\n1 y\ncircle 2 8 1\n[3 4\n5 6 / first / LL"


@pytest.mark.parametrize(
    ("command", "answered", "named"),
    [
        (("solve", "-", "--question", "first"), 4, ("line 2: 'y'",)),
        (("solve", "-", "--csv"), 5, ("line 2: 'y'",)),
        (("solve", "-", "--json", "--rules", "score rest"), 2, ("line 2: 'y'", "line 3: ", "line 4: ")),
        (("explain", "-", "--json"), 2, ("line 2: 'y'", "line 3: ", "line 4: ")),
        (("match", "-", "--json"), 4, ("line 2: 'y'",)),
        (("review", "-", "--json"), 1, ("line 1 is a row", "line 2: 'y'", "line 3 is a circle", "line 4 is")),
    ],
)
def test_a_bad_line_is_named_and_does_not_end_a_file(
    command: tuple[str, ...], answered: int, named: tuple[str, ...]
) -> None:
    ran = run(*command, stdin=BAD_LINES)
    assert (ran.status, len(ran.out.splitlines())) == (2, answered), ran
    assert [place in line for line, place in zip(ran.err.splitlines(), named, strict=True)].count(False) == 0


def test_a_row_of_csv_keeps_its_number_after_a_bad_line() -> None:
    ran = run("solve", "-", "--csv", stdin="8 15\n1 y\n3 4\n")
    assert [line.split(",")[0] for line in ran.out.splitlines()] == ["row", "1", "3"]
