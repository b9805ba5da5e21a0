"""Similar submissions: which pairs an instructor should read side by side.

A program is reduced to its tokens, without comments and layout, and to the set of its windows of SIZE
consecutive tokens (k-grams). Within a window each name is replaced by the order of its first appearance, each
number and string by its kind, so that renaming changes nothing. Windows shared by most of a class, as those
of given code are, do not count.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations

SIZE = 10
"""Tokens in a window."""

MIN_WINDOWS = 20
"""Programs with fewer windows are not compared: short programs resemble each other by chance."""

MIN_SHARE = 0.8
"""The share of common windows from which a pair is listed."""

MIN_CLASS = 10
"""In a class of at least this many, windows that more than half of it have do not count."""

MOST_COMPARED = 1 << 18
"""Characters of a program that are compared: the windows of 50 MB would take gigabytes of memory."""

_KEYWORDS = {
    *keyword.kwlist, *keyword.softkwlist, "auto", "bool", "case", "catch", "char", "const", "default", "do",
    "double", "else", "fn", "for", "func", "function", "int", "let", "long", "mut", "namespace", "new",
    "package", "public", "static", "struct", "switch", "this", "throw", "unsigned", "using", "var", "void",
}  # fmt: skip
_TOKEN = re.compile(
    r"(?P<string>[\"'`](?:\\.|[^\\\n])*?[\"'`])|(?P<number>\d[\w.]*)|(?P<name>[^\W\d]\w*)"
    r"|(?P<sign>\\.|[^\s\w])"
)
_COMMENTS = {
    "#": re.compile(r"#.*|(?s:\"\"\".*?\"\"\"|'''.*?''')"),
    "//": re.compile(r"//.*|^[^\S\n]*#.*|(?s:/\*.*?(?:\*/|\Z))", re.MULTILINE),
}
"""Linear even on hostile text: at most one start in a line, or in the text, scans far and fails."""


def windows(texts: Mapping[str, str]) -> frozenset[tuple[str, ...]]:
    """The windows of a program, given the text of each file by name; O(tokens)."""
    result: set[tuple[str, ...]] = set()
    left = MOST_COMPARED
    for file, text in texts.items():
        code = _COMMENTS["#" if file.endswith(".py") else "//"].sub(" ", text[:left])
        left = max(0, left - len(text))
        tokens = [(str(match.lastgroup), match.group()) for match in _TOKEN.finditer(code)]
        for at in range(len(tokens) - SIZE + 1):
            names: dict[str, int] = {}
            window = []
            for kind, word in tokens[at : at + SIZE]:
                if kind == "name" and word not in _KEYWORDS:
                    window.append(str(names.setdefault(word, len(names))))
                else:
                    window.append(word if kind in ("name", "sign") else kind)
            result.add(tuple(window))
    return frozenset(result)


def similar_pairs(programs: Mapping[str, frozenset[tuple[str, ...]]]) -> list[tuple[str, str, float]]:
    """The similar pairs of programs, given the windows of each; the most similar first.

    With each pair goes the share of windows that both have, from MIN_SHARE to 1. O(programs² · windows).
    """
    users = Counter(window for each in programs.values() for window in each)
    most = len(programs) / 2 if len(programs) >= MIN_CLASS else len(programs)
    own = {key: {window for window in each if users[window] <= most} for key, each in programs.items()}
    pairs = [
        (one, other, 2 * len(own[one] & own[other]) / (len(own[one]) + len(own[other])))
        for one, other in combinations(sorted(own), 2)
        if min(len(own[one]), len(own[other])) >= MIN_WINDOWS
    ]
    return sorted((pair for pair in pairs if pair[2] >= MIN_SHARE), key=lambda pair: -pair[2])
