"""words.js has the page's words, so that a translator need not look for them in the other modules."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import static_site

MODULES = sorted(path for path in static_site.PAGE.glob("*.js") if path.name != "words.js")

SENTENCE = re.compile(r"""["'`>}]\s?[A-Z][a-z’]*[,:]? (?:[A-Za-z]|\$\{)""")
"""Where a string begins, or goes on after a value: a capital letter's word, and another word or a value."""

COMMENT = re.compile(r"/\*.*?\*/|(?:^|\s)//.*?$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.name)
def test_no_other_module_has_a_sentence(module: Path) -> None:
    code = COMMENT.sub("", module.read_text("utf-8"))
    assert not SENTENCE.findall(code), "move it to words.js"
