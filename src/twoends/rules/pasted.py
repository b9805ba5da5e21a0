"""Pasted text: rows as programs, statements of problems, JSON and printouts write them, in our notation.

Nothing beside the values is dropped unless it is known to say nothing about them: a text that does not have
one of these forms as a whole is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

from twoends.rules.errors import RowError, shortened
from twoends.rules.text import is_value, split_words

_ASSIGNED = (
    r"\s*+(?:(?:const|let|var|val|int|long|double|float|auto|final|static|(?:std::)?vector|list)\b[\w<>\[\]&*]*\s++)*"
    r"([A-Za-z_]\w*)\s*+(?:\[\s*+\w*\s*+\]\s*+)*(?::\s*+[\w.]+(?:\[\w+\])?\s*+)?:?="
)
"""A variable and its =, as in `const int piles[4] =` and `nums: list[int] =`."""

_LIST = (
    r"\s*+(?:new\s*+)?(?:(?:np|numpy|jnp|torch|tf|pd)\.)?"
    r"(?:(?:as)?array|list|tuple|deque|tensor|series|row(?:\.of)?|c|vec!|vector|list\.of|arrays\.aslist|array\.of"
    r"|listof|arrayof|intarrayof|(?:\[(?:[0-9]*|\.{3})\])?(?:int|long|double|float)(?:32|64)?"
    r"|(?:std::)?vector<\w+>\s*+\w*)?"
    r"\s*+(?:\[\s*+[0-9]*\s*+\](?=\s*+[\[({]))*\s*+(?=[\[({])"
)
"""What may stand before a list: nothing, its type or its constructor, as in `new int[]{8}` and `c(8, 15)`.

No run of blanks is tried twice (`*+`), so that a long one takes linear time.
"""

_PRINTED = {
    r"\bFraction\((-?[0-9]+),\s*([0-9]+)\)": r"\1/\2",
    r"\bDecimal\(['\"]([^'\"]*)['\"]\)": r"\1",
    r"\bnp\.(?:u?int|float|longdouble)\w*\(([-+.e0-9]*)\)": r"\1",
    r",\s*(?:dtype|device|maxlen)=['\w.:]+(?=\s*\))": "",
    r"^\s*(?:input|example)\s*:\s*": "",
}
"""How Python prints numbers and arrays, and the word before an example, with what stays."""

_COUNTS = ("n", "m", "size", "length", "len", "count")
"""The names of a number of values."""

_MOVES = ("k", "moves", "turns", "steps")
"""The names of the number of moves of one player."""


def notation_in(text: str) -> str:
    """Return the notation in a pasted text, or any other text unchanged; O(n).

    A variable may be assigned, with its number of values; a list may have a type, a constructor, one more
    pair of brackets and a semicolon; a JSON object may be one that twoends prints. Raises RowError.

    >>> notation_in("int arr[] = {8, 15, 3, 7}; n = 4"), notation_in("[[8,15]]"), notation_in("| 8 | 15 |")
    ('[8, 15, 3, 7]', '[8,15]', '8   15')
    """
    if not any(sign in text for sign in "={[(:|\n"):
        return text  # as nearly all are
    if not (text := text.strip()):
        return ""
    if text.startswith("{") and '"' in text and (fields := _json_object(text)) is not None:
        return _notation_of_json(fields)
    for printed, kept in _PRINTED.items():
        text = re.sub(printed, kept, text, flags=re.IGNORECASE)
    if re.match(r"(?:board|circle)\(.*\)$", text, re.DOTALL | re.IGNORECASE):  # as we print them
        return text.replace("(", " ", 1)[:-1]
    if "=" in text:
        return _assigned_list(text)
    if "|" in text or re.search(r"/\s*(?:first|second)\b", text, re.IGNORECASE):
        in_markdown = text.startswith("|") and text.endswith("|") and "[" not in text
        return text.replace("|", " ").strip() if in_markdown else text
    if not text:
        raise RowError("there are no values after the word: write them there")
    values, rest = _list(text)
    if values and rest.strip(" ;,\n"):
        raise RowError(f"'{shortened(rest.strip())}' follows the list: leave it out")
    if not values and "," in text and text.count("[") != text.count("]"):
        raise RowError(f"'{shortened(text)}' has a bracket without its pair: complete the list")
    if not values and "\n" in text:
        _refuse_lines(text.split("\n"))
    return values or text


def _list(text: str, levels: int = 3) -> tuple[str, str]:
    """The list that a text begins with, in one pair of brackets, and what follows; "" and all for none.

    `levels` is how many lists may be one in the other.
    """
    before = re.match(_LIST, text, re.IGNORECASE)
    if not levels or before is None or (text[before.end()] != "{" and "new" in before[0].lower()):
        return "", text
    start, depth, place = before.end(), 0, before.end()
    for place in range(start, len(text)):
        depth += (text[place] in "[({") - (text[place] in "])}")
        if depth == 0:
            break
    if depth:
        return "", text
    inside, rest = text[start + 1 : place].strip(), text[place + 1 :]
    if not re.search(r"[\[({]", inside):
        return f"[{inside.removesuffix(',')}]", rest
    values, more = _list(inside, levels - 1)
    if values and more.strip(" ,\n"):
        raise RowError(f"'{shortened(text.strip())}' has several lists: write each row on a line of its own")
    return (values, rest) if values else ("", text)


def _assigned_list(text: str) -> str:
    """The list that a text assigns to a variable. Raises RowError for anything else beside it."""
    lists: dict[str, str] = {}
    words: dict[str, str] = {}
    rest = text
    while rest := rest.strip(" ;,\n"):
        assigned = re.match(_ASSIGNED, rest, re.IGNORECASE)
        if assigned is None or assigned[1] in lists | words:
            raise RowError(f"'{shortened(rest)}' is more than a row: give its values alone, as in 8, 15, 3")
        name, rest = assigned[1], rest[assigned.end() :]
        values, rest = _list(rest)
        if values:
            lists[name] = values
            continue
        # No brackets are needed around the values of a single variable.
        is_single = "=" not in text.partition("=")[2]
        words[name] = rest if is_single else re.split(r"[,;=\n]", rest, maxsplit=1)[0]
        rest = rest[len(words[name]) :]
    return _only_list(lists, {name: word.strip() for name, word in words.items()}, text)


def _only_list(lists: dict[str, str], words: dict[str, str], text: str) -> str:
    """The one list, if everything beside it is its number of values. Raises RowError."""
    if not lists and len(words) == 1:
        ((name, word),) = words.items()
        is_number = name.lower() in (*_COUNTS, *_MOVES) or re.search(r"[\[({]", word)
        if not is_number and len(split_words(word.rstrip(" ;"))) > 1:
            return word.rstrip(" ;")
    if len(lists) > 1:
        raise RowError(
            f"{' and '.join([*lists][:2])} are two lists: give the values of one alone; weights are rules, "
            "as in 'turns A, score 3/2/1'"
        )
    if not lists:
        raise RowError(f"'{shortened(text)}' has no list of values: write one, as in nums = [8, 15, 3]")
    (values,) = lists.values()
    for name, word in words.items():
        if name.lower() not in _COUNTS or word != str(len(split_words(values))):
            moves = name.lower() in _MOVES and word.isdecimal()
            hint = f"; as a number of cards that you take alone, it is the rules 'turns A, stop {word}'"
            raise RowError(f"'{name} = {shortened(word)}' is not a row: leave it out{hint * moves}")
    return values


def _json_object(text: str) -> list[tuple[str, Any]] | None:
    """The names and values of the object that a text is in JSON, numbers as text; None if it is none."""
    try:
        fields: list[tuple[str, Any]] = json.loads(
            text, parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=lambda pairs: pairs
        )
    except (ValueError, RecursionError):
        return None
    return fields


def _notation_of_json(fields: list[tuple[str, Any]]) -> str:
    """The notation that one of our objects holds; the only list of any other one. Raises RowError."""
    known = dict(fields)
    if isinstance(notation := known.get("notation"), str) and notation.strip():
        return notation
    lists = {name: each for name, each in fields if isinstance(each, list)}
    if len(known) < len(fields) or not lists:
        raise RowError(
            "this JSON object has no list of values, or a name twice: give one list, as in [8, 15]"
        )
    for name, values in lists.items():
        if any(isinstance(value, list) for value in values):
            raise RowError(f"'{name}' has several lists: write each row on a line of its own")
        for value in values:
            if not isinstance(value, str) or not is_value(value):
                raise RowError(f"{shortened(json.dumps(value))} in '{name}' is not a value: write a number")
    words = {name: str(each) for name, each in fields if name not in lists}
    return _only_list({name: f"[{', '.join(each)}]" for name, each in lists.items()}, words, "")


def _refuse_lines(lines: Sequence[str]) -> None:
    """Raise RowError for several lines, unless each has a single value."""
    words = [line.split() for line in lines if line.strip()]
    if all(len(each) == 1 for each in words):
        return
    if words[0][0].isdecimal() and len(words[0]) == 1 and sum(map(len, words[1:])) == int(words[0][0]):
        raise RowError(f"the first line, {words[0][0]}, counts the values after it: leave it out")
    raise RowError(f"there are {len(words)} lines: give one row, on one line or with one value on each")
