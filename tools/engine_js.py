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
from collections.abc import Iterable, Mapping
from copy import deepcopy
from pathlib import Path
from typing import NoReturn, TypeGuard

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

BUILTINS = {"len": 1, "abs": 1, "max": 2, "min": 2}
"""Python's functions that a text may call, with the number of their arguments."""

WORDS = """
    arguments await case catch const debugger default delete do enum eval export extends function implements
    instanceof interface let new null package private protected public static super switch this throw typeof
    undefined var void Math
"""
RESERVED = frozenset(WORDS.split())
"""What cannot be a name in a text, because it means something else in JavaScript."""

ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Mod: "%"}
COMPARISONS = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}


class RefusedError(Exception):
    """What a text may not contain: the line, the fault, and what to write instead."""


def refuse(node: ast.AST, fault: str, mend: str) -> NoReturn:
    """Raise RefusedError for a node: its line, what it is, the fault, and what to write instead."""
    line, source = getattr(node, "lineno", 1), ast.unparse(node).splitlines()[0]
    raise RefusedError(f"line {line}: {source} {fault}: {mend}")


def refuse_kind(node: ast.AST) -> NoReturn:
    """Raise RefusedError for what has no translation at all."""
    refuse(node, "is nothing that a text can have", "write it with what CONTRIBUTING.md lists")


# --- what nodes say ------------------------------------------------------------------------------


def names(nodes: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    """Return the names that are read (Load) or assigned (Store) in some nodes."""
    found = (each for node in nodes for each in ast.walk(node) if isinstance(each, ast.Name))
    return {each.id for each in found if isinstance(each.ctx, context)}


def shown_lines(node: ast.FunctionDef) -> list[str]:
    """Return a function as the page shows it: without docstring, annotations and comments."""
    bare = deepcopy(node)
    bare.body, bare.returns = bare.body[1:], None
    for each in bare.args.args:
        each.annotation = None
    return ast.unparse(bare).splitlines()


def has(node: ast.AST, *kinds: type[ast.AST]) -> bool:
    """Whether there is a node of some kinds in a node."""
    return any(isinstance(each, kinds) for each in ast.walk(node))


def base(node: ast.expr) -> str:
    """Return the name of the sequence that an expression is, or is a part of; "" if it is none."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def is_named(annotation: ast.expr | None, *types: str) -> bool:
    """Whether an annotation is one of some names."""
    return isinstance(annotation, ast.Name) and annotation.id in types


def is_statement(node: ast.AST) -> TypeGuard[ast.stmt]:
    """Whether a node is a statement."""
    return isinstance(node, ast.stmt)


def is_sequential(targets: list[ast.expr], values: list[ast.expr]) -> bool:
    """Whether assigning values one after the other is the same as all at once."""
    for place, target in enumerate(targets):
        later = ast.Tuple(values[place + 1 :])
        if base(target) in names([later], ast.Load):
            return False
        if isinstance(target, ast.Subscript) and has(later, ast.Subscript, ast.Call):
            return False  # two names may be of one sequence
    return True


# --- one function --------------------------------------------------------------------------------


class Function:
    """A function of a text, translated in one pass: what is known of its names grows with each statement.

    scope       what all texts before it define: functions by name, and None for a constant
    parameters  by name whether it is a boolean
    names       the same of all names: parameters, variables so far, and variables of the loops around
    loops       the names that are or were variables of loops
    sources     by variable the names of what was assigned to it, some of whose entries it may share
    written     the names of the sequences whose entries are assigned
    """

    keyword = "function"

    def __init__(self, node: ast.FunctionDef, scope: Mapping[str, Function | None]) -> None:
        if node.decorator_list:
            refuse(node.decorator_list[0], "is a decorator", "write a plain function")
        match node.args:
            case ast.arguments(posonlyargs=[], vararg=None, kwonlyargs=[], kwarg=None, defaults=[]):
                self.parameters = {each.arg: is_named(each.annotation, "bool") for each in node.args.args}
            case _:
                refuse(node, "has a default or a special parameter", "pass every argument by its place")
        self.node, self.scope = node, scope
        self.returns_boolean = is_named(node.returns, "bool")
        self.names = dict(self.parameters)
        self.loops, self.written = set[str](), set[str]()
        self.sources: dict[str, set[str]] = {}

    def lines(self) -> list[str]:
        """The function in JavaScript."""
        described = (ast.get_docstring(self.node) or "").partition("\n")[0]
        body = self.block(self.node.body)
        while more := {name for each in self.written for name in self.sources.get(each, ())} - self.written:
            self.written |= more
        variables = [name for name in self.names if name not in self.parameters]
        declared = [f"  let {', '.join(variables)};"] if variables else []
        opening = f"export {self.keyword} {self.node.name}({', '.join(self.parameters)}) {{"
        return ["", f"// {described}", opening, *declared, *body, "}"]

    # Statements.

    def block(self, body: list[ast.stmt]) -> list[str]:
        """The lines of a block."""
        return [f"  {line}" for node in body for line in self.statement(node)]

    def statement(self, node: ast.stmt) -> list[str]:
        """The lines of a statement."""
        match node:
            case ast.Expr(ast.Constant(value=str())) | ast.Pass():
                return []
            case ast.Expr(ast.Call() as call):
                return [f"{self.expression(call)};"]
            case ast.Assign([ast.Tuple(targets)], value):
                return self.parallel(targets, value)
            case ast.Assign([first, *others], value) if all(isinstance(each, ast.Name) for each in others):
                return [self.assignment(first, value), *(self.assignment(each, first) for each in others)]
            case ast.AugAssign(target, operator, value) if type(operator) in ARITHMETIC:
                right = self.number(value)
                return [f"{self.target(target, value)} {ARITHMETIC[type(operator)]}= {right};"]
            case ast.Return(ast.expr() as value):
                return [f"return {self.truth(value) if self.returns_boolean else self.several(value)};"]
            case ast.Return() | ast.Break() | ast.Continue():
                return [f"{ast.unparse(node)};"]
            case ast.If(test, body, other):
                opening, inner = f"if ({self.truth(test)}) {{", self.block(body)
                return [opening, *inner, *(["} else {", *self.block(other)] if other else []), "}"]
            case ast.While(test, body, []):
                return [f"while ({self.truth(test)}) {{", *self.block(body), "}"]
            case ast.For(ast.Name(name), ast.Call(ast.Name("range"), [_, *_] as given, []), body, []):
                return self.loop(node, name, given, body)
        refuse_kind(node)

    def loop(self, node: ast.For, name: str, given: list[ast.expr], body: list[ast.stmt]) -> list[str]:
        """The lines of a loop over a range."""
        start, stop = given[:2] if len(given) > 1 else (ast.Constant(0), given[0])
        step = ast.unparse(given[2]) if len(given) > 2 else "1"
        if not step.removeprefix("-").isdecimal():
            refuse(given[2], "is a step, and no literal", "write a number")
        for each in sorted(names(body, ast.Store) & names([stop], ast.Load)):
            refuse(stop, f"ends a range, and the loop assigns {each}", "use another name")
        if has(stop, ast.Subscript) or any(map(self.scope.get, names([stop], ast.Load))):
            refuse(stop, "ends a range, and is computed in each step", "give it a name before the loop")
        sign = ">" if step.startswith("-") else "<"
        head = f"let {name} = {self.number(start)}; {name} {sign} {self.number(stop)}"
        if name in self.names:
            refuse(node, f"has the variable {name}, which is something else, too", "use another name")
        self.loops.add(name)
        self.names[name] = False
        inner = self.block(body)
        following = self.following(node, f"{name} += {step}")
        del self.names[name]
        return [f"for ({head}; {following}) {{", *inner, "}"]

    def following(self, _: ast.For, increment: str) -> str:
        """What a loop over a range does after each round."""
        return increment

    def parallel(self, targets: list[ast.expr], value: ast.expr) -> list[str]:
        """The lines of an assignment to several targets."""
        if isinstance(value, ast.Tuple) and is_sequential(targets, value.elts):
            return [self.assignment(*pair) for pair in zip(targets, value.elts, strict=True)]
        right = self.several(value)  # makes an array, which hot loops avoid
        return [f"[{', '.join(self.target(each, value) for each in targets)}] = {right};"]

    def assignment(self, target: ast.expr, value: ast.expr) -> str:
        """One assignment; a sequence does not hold booleans."""
        right = self.expression(value) if isinstance(target, ast.Name) else self.number(value)
        return f"{self.target(target, value)} = {right};"

    def target(self, node: ast.expr, value: ast.expr) -> str:
        """What is assigned to, given what of."""
        match node:
            case ast.Name(name):
                if name in self.loops:
                    refuse(node, "is the variable of a loop, and assigned", "use another name")
                boolean = self.is_boolean(value)
                if self.names.setdefault(name, boolean) != boolean:
                    refuse(node, "is a boolean in one place and none in another", "use two names")
                self.sources.setdefault(name, set()).update(names([value], ast.Load))
                return name
            case ast.Subscript():
                self.written.add(base(node))
                return self.expression(node)
        refuse_kind(node)

    # Expressions: what is no single name or call is in brackets.

    def is_boolean(self, node: ast.expr) -> bool:
        """Whether an expression is a boolean."""
        match node:
            case ast.Constant(value=bool()) | ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Name(name):
                return self.names.get(name, False)
            case ast.IfExp(_, body, other):
                return self.is_boolean(body) and self.is_boolean(other)
            case ast.Call(ast.Name(name)):
                called = self.scope.get(name)
                return called is not None and called.returns_boolean
        return False

    def truth(self, node: ast.expr) -> str:
        """An expression that decides something, which must be a boolean."""
        if not self.is_boolean(node):
            refuse(node, "is no boolean, but its truth is asked", "compare it, or annotate it as bool")
        return self.expression(node)

    def number(self, node: ast.expr) -> str:
        """An expression that may not be a boolean."""
        if self.is_boolean(node):
            mend = "annotate it as bool, or write 1 if ... else 0, or a constant times a comparison"
            refuse(node, "is a boolean, used as a number", mend)
        return self.expression(node)

    def several(self, node: ast.expr) -> str:
        """An expression that may be several: an array."""
        if isinstance(node, ast.Tuple):
            return f"[{', '.join(map(self.number, node.elts))}]"
        return self.number(node)

    def expression(self, node: ast.expr) -> str:
        """An expression of either kind."""
        match node:
            case ast.Constant(value=None):
                return "null"
            case ast.Constant(value=bool(value)):
                return "true" if value else "false"
            case ast.Constant(value=int(value)) if value < 2**53:
                return str(value)
            case ast.Name(name):
                if name not in self.names.keys() | self.scope.keys() - self.loops:
                    refuse(node, "is unknown here", "assign it before, but not as the variable of a loop")
                return name
            case ast.BinOp(ast.Name(name), ast.Mult(), ast.Compare()) if name in self.scope:
                return f"({name} * {self.expression(node.right)})"
            case ast.BinOp(left, ast.FloorDiv(), right):
                return f"Math.floor({self.number(left)} / {self.number(right)})"
            case ast.BinOp(left, operator, right) if type(operator) in ARITHMETIC:
                return f"({self.number(left)} {ARITHMETIC[type(operator)]} {self.number(right)})"
            case ast.UnaryOp(ast.USub(), value):
                return f"(-{self.number(value)})"
            case ast.UnaryOp(ast.Not(), value):
                return f"!{self.truth(value)}"
            case ast.BoolOp(operator, values):
                word = " && " if isinstance(operator, ast.And) else " || "
                return f"({word.join(map(self.truth, values))})"
            case ast.Compare(left, [ast.Is() | ast.IsNot() as operator], [ast.Constant(value=None)]):
                return f"({self.number(left)} {'===' if isinstance(operator, ast.Is) else '!=='} null)"
            case ast.Compare(ops=operators) if all(type(each) in COMPARISONS for each in operators):
                return self.comparison(node)
            case ast.IfExp(test, body, other):
                side = self.truth if self.is_boolean(node) else self.number
                return f"({self.truth(test)} ? {side(body)} : {side(other)})"
            case ast.Subscript(_, ast.Slice()):
                refuse(node, "is a copy in lists and a view in arrays", "only pass it, to what only reads it")
            case ast.Subscript(_, ast.UnaryOp()):
                refuse(node, "counts from the end", "subtract from len")
            case ast.Subscript(value, index):
                return f"{self.number(value)}[{self.number(index)}]"
            case ast.Tuple() | ast.List():
                refuse(node, "makes a sequence", "write [i][j], and compare and assign each entry")
            case ast.Call(ast.Name(name), given, []):
                return self.call(node, name, given)
        refuse_kind(node)

    def comparison(self, node: ast.Compare) -> str:
        """A comparison, of two terms or of each two in a chain."""
        terms, out = [node.left, *node.comparators], []
        for each in terms[1:-1]:
            if has(each, ast.Call):
                refuse(each, "is computed twice", "give it a name first")
        for left, operator, right in zip(terms, node.ops, terms[1:], strict=False):
            side = self.truth if self.is_boolean(left) and self.is_boolean(right) else self.number
            out.append(f"{side(left)} {COMPARISONS[type(operator)]} {side(right)}")
        return f"({' && '.join(out)})"

    def call(self, node: ast.Call, name: str, given: list[ast.expr]) -> str:
        """A call of a function of the texts, or of one that the translation has."""
        if name in BUILTINS:
            if len(given) != BUILTINS[name]:
                refuse(node, f"has {len(given)} arguments", f"{name} takes {BUILTINS[name]}")
            arguments = [self.number(each) for each in given]
            return f"{arguments[0]}.length" if name == "len" else f"{name}({', '.join(arguments)})"
        called, arguments = self.scope.get(name), []
        if called is None:
            refuse(node.func, "is unknown", "define it in a text, before what calls it")
        for value, (parameter, boolean) in zip(given, called.parameters.items(), strict=True):
            writes = parameter in called.written
            if writes:
                self.written.add(base(value))
            match value:
                case ast.Subscript(sequence, ast.Slice(lower, upper, None)) if not writes:
                    ends = [self.number(each) for each in (lower or ast.Constant(0), upper) if each]
                    arguments.append(f"{self.number(sequence)}.slice({', '.join(ends)})")
                case _:
                    arguments.append(self.truth(value) if boolean else self.number(value))
        return self.calling(node, called, f"{name}({', '.join(arguments)})")

    def calling(self, node: ast.Call, called: Function, call: str) -> str:
        """A call of a function of the texts, given what a plain call would be."""
        if isinstance(called, Method):
            refuse(node.func, "is a method, which runs step by step", "call it from methods only")
        return call


class Method(Function):
    """A function as a generator, which may call itself.

    places     by statement its line among those shown, where the docstring stands for the definition
    sequences  the parameters that are neither numbers nor booleans
    """

    keyword = "function*"

    def __init__(self, node: ast.FunctionDef, scope: Mapping[str, Function | None]) -> None:
        super().__init__(node, {**scope, node.name: self})
        if ast.get_docstring(node) is None:
            refuse(node, "has no docstring", "say what it returns")
        shown = ast.parse("\n".join(shown_lines(node)))
        lines = [each.lineno - 1 for each in filter(is_statement, ast.walk(shown))]
        _, *given = filter(is_statement, ast.walk(node))
        self.places = dict(zip(given, lines, strict=True))
        self.sequences = {each.arg for each in node.args.args if not is_named(each.annotation, "int", "bool")}

    def lines(self) -> list[str]:
        """The generator in JavaScript."""
        self.block(self.node.body)  # finds all variables, because a loop returns to lines before them
        return super().lines()

    def statement(self, node: ast.stmt) -> list[str]:
        """The lines of a statement, after the step to it."""
        step = self.step(node)
        match node:
            case ast.While(test, body, []):
                return [f"for ({step}; {self.truth(test)}; {step}) {{", *self.block(body), "}"]
        return [f"{step};", *super().statement(node)]

    def following(self, node: ast.For, increment: str) -> str:
        """The step back to a loop, and what it does after each round."""
        return f"({self.step(node)}), {increment}"

    def step(self, node: ast.stmt) -> str:
        """What yields the line of a statement, with all numbers and booleans."""
        variables = [name for name in self.names if name not in self.sequences]
        return f"yield [{self.places[node]}, {{ {', '.join(variables)} }}]"

    def calling(self, node: ast.Call, called: Function, call: str) -> str:
        """A call, step by step if it is of a method."""
        return f"(yield* {call})" if isinstance(called, Method) else super().calling(node, called, call)


# --- all texts -----------------------------------------------------------------------------------


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
    refuse(value, "is no constant of a text", "write whole numbers or a range")


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
