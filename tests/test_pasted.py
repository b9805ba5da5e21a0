"""What people paste is read as they mean it, by `parse`, on the command line and from files alike."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from command_line import run
from twoends import parse
from twoends.engine import counters
from twoends.reading import sources
from twoends.rules.errors import TwoEndsError

PASTED = {
    "int n = 4; int a[] = {8, 15, 3, 7};": "8 15 3 7",
    "deck = 8 15 3": "8 15 3",
    "[8, 15,]": "8 15",
    "1,5,20": "1 5 20",
    "8 , 15": "8 15",
    "10,0": "10 0",
    "(8;15)": "8 15",
    "8, -15, +3, 007": "8 -15 3 7",
    "[1, 2],": "1 2",
    '["8", "2.50"]': "8 2.50",
    "['8', '15']": "8 15",
    "[np.int64(8), np.int64(15)]": "8 15",
    "[Fraction(1, 2), Fraction(1,3), Decimal('2.50')]": "1/2 1/3 2.50",
    "| 8 | 15 | 3 |": "8 15 3",
    '{"values": [8, 2.50, 3]}': "8 2.50 3",
    '{"nums": ["8", "K"]}': "8 K",
    '{"seed": 7, "notation": "8 15 / first / L", "values": [8, 15]}': "8 15 / first / L",
    '{"comment": "see # 3",\n "notation":\n "8 15"}': "8 15",
    "[\n  8,\n  15\n]": "8 15",
    "8\n15\n3": "8 15 3",
    "8,\n15,\n3": "8 15 3",
}
"""Texts as they are copied from problems, programs and our own output, and their notation."""

VARIABLES = (
    *("", "x = ", "piles := ", "Input: nums = ", "example : ", "let x = ", "var x = ", "val x = ", "a[] = "),
    *("const int x[3] = ", "final long[] x = ", "static double x[] = ", "float x[n] = ", "auto x = "),
    *("vector<int> x = ", "std::vector<float> x = ", "List<Integer> x = ", "nums: List[int] = "),
)
LISTS = (
    *("[{}]", "({})", "{{{}}}", "[[{}]]", "new int[]{{{}}}", "new int[3] {{{}}}", "Row({})", "Row.of([{}])"),
    *("np.array([ {}])", "numpy.array([{}])", "jnp.asarray([{}])", "torch.tensor([{}])", "tf.array([{}])"),
    *("pd.Series([{}])", "array([{}], dtype=int64)", "tensor([{}], device='cuda:0')", "tuple([{}])"),
    *("deque([{}], maxlen=9)", "list(({}))", "c({})", "vec![{}]", "List.of({})", "Arrays.asList({})"),
    *("Array.of({})", "listOf({})", "arrayOf({})", "intArrayOf({})", "[]int{{{}}}", "[]float32{{{}}}"),
    *("[]long{{{}}}", "[]double{{{}}}", "std::vector<int>{{{}}}", "vector<int> v{{{}}}", "vector{{{}}}"),
)
COUNTS = ("", ";", ", n = 3;", "; m = 3", "; int size = 3;", "\nlength = 3", "; len = 3", ", count = 3")
"""What programs and problems write before, around and after the values of a list."""

REFUSED = {
    "cardPoints = [1,2,3], k = 3": "it is the rules 'turns A, stop 3'",
    '{"cardPoints": [1,2,3], "k": 3}': "it is the rules 'turns A, stop 3'",
    "n = 5, nums = [1,2,3]": "'n = 5' is not a row: leave it out",
    "nums = [1,2,3], multipliers = [3,2,1]": "two lists: give the values of one alone; weights are rules",
    "nums = [0] * 4": "'* 4' is more than a row",
    "a, b = 1, 2": "is more than a row",
    "[8, 15] 7": "'7' follows the list",
    "[[1,2],[3,4]]": "several lists: write each row on a line of its own",
    "8 15; 3 7": "may be several rows",
    '"1,234","5,678"': "may be one number or several",
    "8\t15\t\t3": "an empty place",
    "Input:": "no values",
    "5\n1 30 100 15 2": "the first line, 5, counts the values after it: leave it out",
    "8 15\n3 7": "there are 2 lines: give one row",
    '{"a": [1], "b": [2]}': "a and b are two lists",
    '{"values": [8], "values": [3]}': "a name twice",
    '{"values": [8, null]}': "null in 'values' is not a value",
    '{"shape": "circle", "values": [2, 8, 1]}': "'shape = circle' is not a row",
    '{"a":' * 9999: "is not a value",
    "[" * 9999 + "1" + "]" * 9999: "is not a value",
    "8\u200b": "'8<U+200B>' is not a value",
    "3/-4": "'3/-4' is not a value",
}
"""Texts that cannot be meant as one row, and what their sentence says."""


@pytest.mark.parametrize(("text", "notation"), PASTED.items())
def test_a_pasted_text_is_its_notation(text: str, notation: str) -> None:
    assert parse(text) == parse(notation), text


def test_a_list_of_any_language_is_the_row_of_its_values() -> None:
    texts = [variable + each.format("8, -15, 3") for variable, each in product(VARIABLES, LISTS)]
    for text in (*texts, *(f"x = [8, -15, 3]{count}" for count in COUNTS)):
        assert parse(text) == parse("8 -15 3"), text


@pytest.mark.parametrize(
    "text", ["int n = 4; int a[] = {8, 15, 3, 7};", '{"see": "# 3",\n "notation":\n "8 15 3 7"}']
)
def test_the_command_reads_what_is_pasted(text: str) -> None:
    shown = run("solve", "8 15 3 7", "--json").out
    assert run("solve", text, "--json").out == run("solve", "-", "--json", stdin=f"{text}\n").out == shown


@pytest.mark.parametrize(("text", "sentence"), REFUSED.items())
def test_what_cannot_be_one_row_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(TwoEndsError) as fault:
        parse(text)
    assert sentence in str(fault.value), (text, str(fault.value))


FILES = {
    "value\n8\n15\n3\n": ("11", "line 1: the header 'value' is skipped"),
    "a,b,c\n1,2,3\n4,5,6\n": ("4 10", "the header 'a,b,c' is skipped; its 3 columns are cards of a row"),
    "K,Q,x\n1,2,3\n": ("4", "the header 'K,Q,x' is skipped"),
    "| a | b |\n|---|---|\n| 8 | 15 |\n": ("15", "the header '| a | b |' is skipped"),
    "K\n2\n3\n": ("15", "line 1: 'K' is read as a card, which counts 13"),
    "K\nQ\n3\n": ("16", ""),
    "8;\n15,\n3\n": ("11", ""),
    "1\n5\n": ("5", ""),
    "7\n9\n2 3 4\n": ("7 9 6", ""),
    "[1,\n2\n": ("1 2", ""),
    "[8,\n15]\n[3,\n7]\n": ("15 7", ""),
    '"Unit price, net"\n8\n15\n': ("15", "the header"),
    "[1,2,3,4,5,6,1]\n7\n": ("10 7", "did you mean --rules 'turns A, stop 7' for the row above?"),
    "[1,2]\n3\n": ("2 3", ""),
    "5\n1 30 100 15 2\n": ("5 47", "did you mean --format count-then-values"),
    "2\n3\n1 2 3\n2\n1 5\n": ("2 3 4 2 5", "did you mean --format cases"),
    "3\n1\n[5]\n": ("3 1 5", ""),
    "5\n1\n3\n1\n5\n2\n": ("13", "did you mean --format count-then-column"),
    "1.5\n2.5\n3 4\n": ("3/2 5/2 4", ""),
    "2\n3 4 5\n": ("2 8", ""),
    "1,2,3,\n4,5,6,\n": ("4 10", ""),
    "garbage x\n8 15 3\n": ("11", "line 1: 'garbage' is not a value"),
    "8x,y,z\n1,2,3\n": ("4", "line 1: '8x' is not a value"),
    "board y\n1 2\n": ("2", "line 1: component 1 of 1: 'y' is not a value"),
    '"a","b"\n"1","2"\n': ("2", "line 1: the header"),
    "garbage x\n": ("", "line 1: 'garbage' is not a value"),
    "NaN\n8\n": ("", "line 1: 'NaN' is not a value"),
    "Value\n8\nn/a\n7\n": ("", "line 3: 'n/a' is not a value"),
    "[8,\n15,\nx]\n1 2\n": ("2", "line 1: 'x' is not a value"),
    "5/first/L\n8 15\n": ("0 15", ""),
    "row 8 15\n1 2 3\n": ("15 4", ""),
    "Row K y\n1 2 3\n": ("4", "line 1: 'y' is not a value"),
    "row,a,b\n1,2,3\n": ("4", "the header 'row,a,b' is skipped"),
    "9 9\n[ 8 15\n  3  7]\n": ("9 15 3", "line 3 closes a bracket: for one row, write it on one line"),
}
"""Files, the totals of their rows, and what is said about them."""


def test_a_large_file_gets_the_same_hint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LARGE_FILE", 1)
    monkeypatch.setattr(counters, "SECONDS_OF_ARRAYS", 0)
    texts = {"count-then-values": "5\n1 30 100 15 2", "cases": "2\n3\n1 2 3", "count-then-column": "2\n8\n7"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
        said = run("solve", str(tmp_path / name), "--question", "first").err
        assert said.endswith(f"did you mean --format {name}?\n"), (name, said)


@pytest.mark.parametrize(("text", "totals", "said"), [(text, *wanted) for text, wanted in FILES.items()])
def test_headers_counts_and_bad_lines_are_named(text: str, totals: str, said: str) -> None:
    ran = run("solve", "-", "--question", "first", stdin=text)
    assert (ran.status, ran.out.split()) == (2 if "not a value" in said else 0, totals.split()), text
    assert said in ran.err, (text, ran.err)
    assert bool(said) == bool(ran.err), (text, ran.err)


def test_a_line_that_is_no_game_is_named_and_does_not_end_a_review() -> None:
    ran = run("review", "-", "--json", stdin="8 15\n1 y\ncircle 2 8 1\n[3 4\n5 6 / first / LL")
    assert (ran.status, len(ran.out.splitlines())) == (2, 1), ran
    named = ("line 1 is a row", "line 2: 'y'", "line 3 is a circle", "line 4 is a board")
    for line, part in zip(ran.err.splitlines(), named, strict=True):
        assert f"standard input, {part}" in line, line


def test_one_fault_among_rows_that_are_solved_together_costs_one_row(tmp_path: Path) -> None:
    (tmp_path / "picky.py").write_text(
        "def p(position):\n    if 99 in position.cards:\n        raise ValueError\n    return 'L'\n"
    )
    ran = run("solve", "-", "-o", "picky:p", "--csv", stdin="1 2 3\n4 5 99 6\n7 8 9\n", cwd=tmp_path)
    assert [line[0] for line in ran.out.splitlines()] == ["r", "1", "3"], ran
    assert "line 2: picky:p failed" in ran.err, ran


def test_a_method_that_never_suits_is_refused_once() -> None:
    ran = run("solve", "-", "-o", "greedy", "--method", "contraction", stdin="1 2\n3 4\n")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1), ran


@pytest.mark.parametrize("text", ["a = array{many}[1]{many}x", "int{many}a{many}:{many}b{many}x"])
def test_very_many_blanks_are_read_without_trying_them_twice(text: str) -> None:
    """Trying each run of them from each of its blanks would take hours."""
    with pytest.raises(TwoEndsError):
        parse(text.format(many=" " * 300_000))
