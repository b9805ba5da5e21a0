"""Pasted text: rows as programs, statements of problems, JSON and printouts write them, in our notation."""

from __future__ import annotations

import json
import re
from typing import Any

from twoends.rules.errors import RowError, shortened
from twoends.rules.text import split_words

_ASSIGNED = r"(?:^|(?<=[\s,;>*&]))([A-Za-z_]\w*)\s*(?:\[\s*\w*\s*\]\s*)*(?::[^=,;]*)?:?="
"""A variable and its =, as in `const int piles[4] =` and `nums: list[int] =`."""

_TYPED = r"(?:[\w:<>]+[\s&*]+)*(?:\[\])?[A-Za-z_][\w.:<>]*(?:\[\s*\w*\s*\])*([\[({].*[\])}])"
"""A list after its type or constructor, as in `new int[]{8, 15}`, `vector<int> v{8}` and `array([8, 15])`."""

_PRINTED = {
    r"\bFraction\((-?[0-9]+), ([0-9]+)\)": r"\1/\2",
    r"\bDecimal\('([^']*)'\)": r"\1",
    r"\bnp\.\w+\(([^()]*)\)": r"\1",
    r",\s*dtype=[\w.]+": "",
    r"^(?:input|example)\s*:\s*": "",
}
"""How Python prints numbers and arrays, and the word before an example, with what stays."""

_COUNTS = ("n", "m", "size", "length", "len", "count")
"""The names of a number of values."""


def notation_in(text: str) -> str:
    """Return the notation in a pasted text, or any other text unchanged; O(n).

    A variable may be assigned, with its number of values; a list may have a type, a constructor, one more
    pair of brackets and a semicolon; a JSON object may be one that twoends prints. Raises RowError.

    >>> notation_in("int arr[] = {8, 15, 3, 7}; n = 4"), notation_in("[[8,15,3,7]]")
    ('{8, 15, 3, 7}', '[8,15,3,7]')
    """
    text = text.strip()
    if not any(sign in text for sign in '={"(:\n') and text[:2] != "[[" and text[-2:] not in ("];", "],"):
        return text  # as nearly all are
    if text.startswith("{") and '"' in text and (fields := _json_object(text)) is not None:
        return _notation_of_json(fields)
    for printed, kept in _PRINTED.items():
        text = re.sub(printed, kept, text, flags=re.IGNORECASE)
    if "=" in text:
        text = _assigned(text)
    elif "\n" in text:
        _refuse_a_count(text)
    text = re.sub(r"(?<=[\])}])\s*[;,]$", "", text)
    if printed_shape := re.fullmatch(r"(board|circle)\((.*)\)", text, re.DOTALL | re.IGNORECASE):
        return f"{printed_shape[1]} {printed_shape[2]}"
    if (typed := re.fullmatch(_TYPED, text, re.DOTALL)) and re.match(r"[A-Za-z_]\w|\[\]", text):
        text = typed[1]
    while re.match(r"[\[({]\s*[\[({]", text) and re.search(r"[\])}]\s*[\])}]$", text):
        text = text[1:-1].strip()
        if re.search(r"[\])}]\s*,?\s*[\[({]", text):
            raise RowError(f"'{shortened(text)}' has several lists: write each row on a line of its own")
    return text


def _json_object(text: str) -> dict[str, Any] | None:
    """The object that the text is in JSON, with its numbers as text; None if it is none."""
    try:
        fields = json.loads(text, parse_int=str, parse_float=str, parse_constant=str)
    except (ValueError, RecursionError):
        return None
    return fields if isinstance(fields, dict) else None


def _notation_of_json(fields: dict[str, Any]) -> str:
    """The notation that one of our objects holds; the values of any other one. Raises RowError."""
    if isinstance(fields.get("notation"), str):
        return str(fields["notation"])
    lists = [each for each in fields.values() if isinstance(each, list)]
    if len(lists) != 1:
        raise RowError(
            "this JSON object has neither 'notation' nor a single list: give its values alone, as in 8, 15, 3"
        )
    return " ".join(str(value) for value in lists[0]) or "[]"


def _assigned(text: str) -> str:
    """The list that a text assigns to a variable. Raises RowError for anything else beside it."""
    names = list(re.finditer(_ASSIGNED, text))
    if not names:
        raise RowError(f"'{shortened(text)}' has a = that follows no name: give the values alone")
    ends = [name.start() for name in names[1:]] + [len(text)]
    values = {name[1]: text[name.end() : end].strip(" ,;\n") for name, end in zip(names, ends, strict=True)}
    lists = [name for name, value in values.items() if re.search(r"[\])}]", value)] or list(values)
    if len(lists) > 1:
        raise RowError(
            f"{' and '.join(lists[:2])} are two lists: give the values of one alone; weights are rules, "
            "as in 'turns A, score 3/2/1'"
        )
    (row,) = lists
    if not values[row]:
        raise RowError(f"{row} = has no values: write them after it, as in {row} = [8, 15, 3]")
    whole = re.match(r".*[\])}]", values[row], re.DOTALL)
    written = whole[0] if whole else values[row]
    if sum(map(written.count, "[({")) != sum(map(written.count, "])}")):
        raise RowError(f"'{shortened(text)}' has a bracket without its pair: complete the list")
    for name, value in values.items():
        if name != row and not (name.lower() in _COUNTS and value == str(len(split_words(written)))):
            raise RowError(
                f"'{name} = {shortened(value)}' is not part of a row: leave it out; if it is the number of "
                f"cards that you take alone, add the rules 'turns A, stop {shortened(value)}'"
            )
    return written


def _refuse_a_count(text: str) -> None:
    """Raise RowError if the first of several lines is the number of values in the others."""
    first, *others = text.split("\n")
    if first.strip().isdecimal() and len(" ".join(others).split()) == int(first) > len(others):
        raise RowError(f"the first line, {first.strip()}, counts the values after it: leave it out")
