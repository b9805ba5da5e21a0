"""Submissions that are alike after renaming: which pairs an instructor should read side by side.

A program is taken as its tokens, without comments and layout, and cut into windows of SIZE tokens. Within a
window names count by their order of appearance, and numbers and texts only as such: so another name changes
nothing. Windows that most of a class have, as of a given frame, tell nothing and are left out.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Mapping
from itertools import combinations
from typing import NamedTuple

SIZE = 10
"""Tokens in a window."""

FEWEST = 20
"""Windows of a program: shorter ones are alike without anybody's help."""

SHARE = 0.8
"""From this share of common windows on a pair is listed."""

FEWEST_OF_A_CLASS = 10
"""In a class as large as this, windows that more than half of it have are left out."""

_KEYWORDS = {
    *keyword.kwlist, *keyword.softkwlist, "auto", "bool", "case", "catch", "char", "const", "default", "do",
    "double", "else", "fn", "for", "func", "function", "int", "let", "long", "mut", "namespace", "new",
    "package", "public", "static", "struct", "switch", "this", "throw", "unsigned", "using", "var", "void",
}  # fmt: skip
_TOKEN = re.compile(
    r"(?P<text>[\"'`](?:\\.|[^\\\n])*?[\"'`])|(?P<number>\d[\w.]*)|(?P<name>[^\W\d]\w*)|(?P<sign>[^\s\w])"
)
_COMMENTS = {
    "#": re.compile(r"#.*|(?s:\"\"\".*?\"\"\"|'''.*?''')"),
    "//": re.compile(r"//.*|^\s*#.*|(?s:/\*.*?\*/)", re.MULTILINE),
}


class Pair(NamedTuple):
    """Two submissions, and the share of their windows that both have, from SHARE to 1."""

    one: str
    other: str
    share: float


def windows(texts: Mapping[str, str]) -> frozenset[tuple[str, ...]]:
    """The windows of a program, given the texts of its files by their names; O(tokens)."""
    found: set[tuple[str, ...]] = set()
    for name, text in texts.items():
        bare = _COMMENTS["#" if name.endswith(".py") else "//"].sub(" ", text)
        tokens = [(str(match.lastgroup), match.group()) for match in _TOKEN.finditer(bare)]
        for at in range(len(tokens) - SIZE + 1):
            names: dict[str, int] = {}
            window = []
            for kind, word in tokens[at : at + SIZE]:
                if kind == "name" and word not in _KEYWORDS:
                    window.append(str(names.setdefault(word, len(names))))
                else:
                    window.append(word if kind in ("name", "sign") else kind)
            found.add(tuple(window))
    return frozenset(found)


def alike(programs: Mapping[str, frozenset[tuple[str, ...]]]) -> list[Pair]:
    """The pairs of programs, by their keys, that are alike, the most alike first; O(programs² · windows)."""
    known = Counter(window for each in programs.values() for window in each)
    most = len(programs) / 2 if len(programs) >= FEWEST_OF_A_CLASS else len(programs)
    own = {key: {window for window in each if known[window] <= most} for key, each in programs.items()}
    pairs = [
        Pair(one, other, 2 * len(own[one] & own[other]) / (len(own[one]) + len(own[other])))
        for one, other in combinations(sorted(own), 2)
        if min(len(own[one]), len(own[other])) >= FEWEST
    ]
    return sorted((pair for pair in pairs if pair.share >= SHARE), key=lambda pair: -pair.share)
