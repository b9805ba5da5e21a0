"""words.js and chapter-words.js have the words of the page, so that a translator need look nowhere else."""

from __future__ import annotations

import re

import static_site

WORDS = ("words.js", "chapter-words.js")

MODULES = sorted(path for path in static_site.PAGE.glob("*.js") if path.name not in WORDS)

SENTENCE = re.compile(r"""["'`>}]\s?[A-Z][a-z’]*[,:]? (?:[A-Za-z]|\$\{)""")
"""Where a string begins, or goes on after a value: a capital letter's word, and another word or a value."""

COMMENT = re.compile(r"/\*.*?\*/|(?:^|\s)//.*?$", re.DOTALL | re.MULTILINE)


def test_no_other_module_has_a_sentence() -> None:
    for module in MODULES:
        code = COMMENT.sub("", module.read_text("utf-8"))
        assert not SENTENCE.findall(code), f"{module.name}: move it to {' or '.join(WORDS)}"
