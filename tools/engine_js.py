"""Translate the texts of the engine into JavaScript for the page: engine_js.py [--check].

Writes `engine.js` of the page: all texts in one file, in one scope; and `teaching.js`: the four methods as
generators that yield the line that runs next. Texts are written in a subset of Python (CONTRIBUTING.md); what
would mean something else in JavaScript is refused, with the line and what to write instead. `--check` writes
nothing: it says in one sentence, with exit status 1, what is refused or differs.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from subset import (
    BUILTINS,
    RESERVED,
    Function,
    Method,
    RefusedError,
    names,
    refuse,
    refuse_kind,
    shown_lines,
)

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "src" / "twoends" / "engine"
PAGE = ROOT / "src" / "twoends" / "web" / "page"

TEXTS = ("coins", "sweep", "turns", "judge", "looks", "records", "play", "teaching")
"""Each imports only from those before it."""

NOT_ON_THE_PAGE = {"records", "play"}
"""Texts that keep to the subset as well, and share the scope, but that the page has no use for."""

METHODS = ("exhaustive", "top_down", "bottom_up", "contract")
"""The functions of the text `teaching` that the page shows and runs step by step."""

ENGINE_HEAD = """\
// Translated from twoends/engine by tools/engine_js.py: change the texts, not this file.
//
// Values are BigInt; counts and indices are Number. == compares as in Python: 1n == 1.

export const max = (a, b) => (b > a ? b : a);
export const min = (a, b) => (b < a ? b : a);
export const abs = (a) => (a < 0 ? -a : a);
"""

TEACHING_HEAD = """\
// Translated from twoends/engine/teaching.py by tools/engine_js.py: change the text, not this file.
//
// All values are Number. A method yields [line, variables] when it is called and before each statement,
// each test and each round of a loop: the line in its SOURCES, from 0, and its numbers and booleans. They are
// undefined before they are assigned; the variable of a loop is left out elsewhere.
"""


def translate(sources: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the lines of texts, by name and in an order in which each imports only from those before it.

    Raises RefusedError.
    """
    scope: dict[str, Function | None] = dict.fromkeys(BUILTINS)
    before, made = {"__future__", "typing"}, dict[str, list[str]]()
    for name, source in sources.items():
        try:
            made[name] = [line for node in ast.parse(source).body for line in definition(node, scope, before)]
        except RefusedError as error:
            raise RefusedError(f"engine/{name}.py, {error}") from None
        before.add(f"twoends.engine.{name}")
    return made


def definition(node: ast.stmt, scope: dict[str, Function | None], before: set[str]) -> list[str]:
    """The lines of a statement of a text, whose names the scope takes up, given the modules before it."""
    for each in ast.walk(node):
        if RESERVED & {getattr(each, kind, None) for kind in ("id", "arg", "name")}:
            refuse(each, "is a reserved name", "choose another name")
    match node:
        case ast.ImportFrom(module=module) if module not in before:
            refuse(node, "imports what is no text before this one", "import only from texts")
        case ast.Expr(ast.Constant(value=str())) | ast.ImportFrom():
            return []
        case ast.FunctionDef(name):
            function = (Method if name in METHODS else Function)(node, scope)
            lines, new = function.lines(), dict[str, Function | None]({name: function})
        case ast.Assign([target], value):
            values = constants(target, value)
            lines, new = [f"export const {name} = {values[name]};" for name in values], dict.fromkeys(values)
        case _:
            refuse_kind(node)
    for name in scope.keys() & new.keys():
        refuse(node, f"defines {name} again", "choose another name, because all texts share one file")
    scope |= new
    return lines


def constants(target: ast.expr, value: ast.expr) -> dict[str, int]:
    """Return the constants that a statement of a module defines: whole numbers, or a range."""
    match target, value:
        case ast.Tuple(targets), ast.Call(ast.Name("range"), [ast.Constant(value=int(count))]):
            return dict(zip(map(ast.unparse, targets), range(count), strict=True))
        case ast.Tuple(targets), ast.Tuple(values):
            each = map(constants, targets, values)
            return {name: number for found in each for name, number in found.items()}
        case ast.Name(name), ast.Constant(value=int(number)):
            return {name: number}
        case _:
            return refuse(value, "is no constant of a text", "write whole numbers or a range")


def files() -> dict[str, str]:
    """Return the files for the page by name. Raises RefusedError."""
    sources = {name: (ENGINE / f"{name}.py").read_text("utf-8") for name in TEXTS}
    made = translate(sources)
    methods = teaching_file(sources["teaching"], made.pop("teaching"))
    parts = [
        "\n".join([f"// --- {name}.py", "", *made[name], ""]) for name in made if name not in NOT_ON_THE_PAGE
    ]
    return {"engine.js": "\n".join([ENGINE_HEAD, *parts]), "teaching.js": methods}


def teaching_file(source: str, lines: list[str]) -> str:
    """Return `teaching.js`, given the text and the lines of its translation."""
    body = ast.parse(source).body
    taken = names(body, ast.Load) & BUILTINS.keys() - {"len"}
    for node in body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("twoends."):
            taken |= {each.name for each in node.names}
    shown = {
        each.name: shown_lines(each)
        for each in body
        if isinstance(each, ast.FunctionDef) and each.name in METHODS
    }
    opening = f'import {{ {", ".join(sorted(taken))} }} from "./engine.js";'
    return "\n".join(
        [TEACHING_HEAD, opening, *lines, "", f"export const SOURCES = {json.dumps(shown, indent=2)};", ""]
    )


def main() -> None:
    """Write the files, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a file differs")
    checks = parser.parse_args().check
    try:
        made = files()
    except RefusedError as error:
        sys.exit(str(error))
    for name, text in made.items():
        if not checks:
            (PAGE / name).write_text(text, "utf-8")
        elif text != (PAGE / name).read_text("utf-8"):
            sys.exit(f"{name} is not what the texts give: run python tools/engine_js.py")


if __name__ == "__main__":
    main()
