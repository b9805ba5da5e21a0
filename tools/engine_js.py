"""Translate the texts of the engine into JavaScript for the page: engine_js.py [--check].

Writes `engine.js` of the page: all texts in one file, in one scope. CONTRIBUTING.md describes the subset of
Python in which they are written. What would mean something else in JavaScript is refused, with the line and
what to write instead. With `--check` nothing is written: one sentence says what is refused or differs, and
the exit status is 1.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
ENGINE = ROOT / "src" / "twoends" / "engine"
TARGET = ROOT / "src" / "twoends" / "web" / "page" / "engine.js"

TEXTS = ("coins", "sweep", "turns", "judge", "records", "play")
"""Each imports only from those before it."""

NOT_ON_THE_PAGE = {"records", "play"}
"""Texts that keep to the subset as well, and share the scope, but that the page has no use for."""

HEAD = """\
// Translated from twoends/engine by tools/engine_js.py: change the texts, not this file.
//
// Values are BigInt; counts and indices are Number. == compares as in Python: 1n == 1.

const max = (a, b) => (b > a ? b : a);
const min = (a, b) => (b < a ? b : a);
const abs = (a) => (a < 0 ? -a : a);
"""

BUILTINS = {"len": 1, "abs": 1, "max": 2, "min": 2}
"""Python's functions that a text may call, with the number of their arguments."""

WORDS = """
    arguments async await break case catch class const continue debugger default delete do else enum eval
    export extends false finally for function get if implements import in instanceof interface let new null of
    package private protected public return set static super switch this throw true try typeof undefined var
    void while with yield Math NaN Infinity range
"""
RESERVED = {*WORDS.split(), *BUILTINS}
"""What cannot be the name of anything in a text: words of JavaScript, and names that the translation uses."""

COMPARE = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}
ARITHMETIC = {ast.Add: ("+", 6), ast.Sub: ("-", 6), ast.Mult: ("*", 7), ast.Mod: ("%", 7)}
"""Operators with their precedence, which is the same in both languages."""

TERNARY, OR, AND, COMPARISON, UNARY, ATOM = 1, 2, 3, 4, 8, 9

WIDTH = 110


class RefusedError(Exception):
    """What a text may not contain: the line, the fault, and what to write instead."""


def refuse(node: ast.AST, fault: str, mend: str) -> RefusedError:
    """Return the error of a node: its line, what it is, the fault, and what to write instead."""
    return RefusedError(
        f"line {getattr(node, 'lineno', 1)}: {ast.unparse(node).splitlines()[0]} {fault}: {mend}"
    )


# --- the scope -----------------------------------------------------------------------------------


@dataclass
class Function:
    """A function of a text: its parameters, which of them are booleans or written to, and its result."""

    parameters: list[str]
    booleans: set[str]
    returns_boolean: bool
    writes: set[str] = field(default_factory=set)


@dataclass
class Scope:
    """The names that all texts share: functions, and constants with their values."""

    functions: dict[str, Function] = field(default_factory=dict)
    constants: set[str] = field(default_factory=set)
    homes: dict[str, str] = field(default_factory=dict)

    def add(self, node: ast.AST, name: str, home: str) -> None:
        """Take a name that nothing else may have."""
        require_name(node, name)
        if name in self.homes:
            raise refuse(
                node,
                f"has the name {name}, as something in {self.homes[name]} has",
                "choose another, because all texts share one file",
            )
        self.homes[name] = home


def require_name(node: ast.AST, name: str) -> None:
    """Raise RefusedError for a name that JavaScript or the translation reserves."""
    if name in RESERVED:
        raise refuse(node, f"has the name {name}, which is reserved", "choose another name")


def is_boolean_annotation(node: ast.expr | None) -> bool:
    """Whether an annotation says bool."""
    return isinstance(node, ast.Name) and node.id == "bool"


def signature(node: ast.FunctionDef) -> Function:
    """Return a function's signature. Raises RefusedError for all but plain positional parameters."""
    given = node.args
    if node.decorator_list:
        raise refuse(node, "has a decorator", "write a plain function")
    if given.vararg or given.kwarg or given.kwonlyargs or given.posonlyargs:
        raise refuse(node, "has parameters of a special kind", "write plain positional parameters")
    if given.defaults:
        raise refuse(node, "has a default", "pass every argument")
    for each in given.args:
        require_name(each, each.arg)
    booleans = {each.arg for each in given.args if is_boolean_annotation(each.annotation)}
    return Function([each.arg for each in given.args], booleans, is_boolean_annotation(node.returns))


# --- names in a function -------------------------------------------------------------------------


def names(node: ast.AST | Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    """Return the names that occur in a node, or in several, in a context."""
    nodes = [node] if isinstance(node, ast.AST) else node
    found = (each for one in nodes for each in ast.walk(one) if isinstance(each, ast.Name))
    return {each.id for each in found if isinstance(each.ctx, context)}


def pairs(target: ast.expr, value: ast.expr | None) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Return the single targets of an assignment, each with its value if that is an expression of its own."""
    if not isinstance(target, ast.Tuple):
        yield target, value
        return
    values: list[ast.expr | None] = [None] * len(target.elts)
    if isinstance(value, ast.Tuple) and len(value.elts) == len(target.elts):
        values = list(value.elts)
    for each, one in zip(target.elts, values, strict=True):
        yield from pairs(each, one)


def assignments(function: ast.FunctionDef) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Return all targets of a function, each with the value assigned; None if it is not one expression."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                yield from pairs(target, node.value)
        elif isinstance(node, ast.AugAssign):
            yield node.target, None


def base(node: ast.expr) -> str | None:
    """Return the name of the sequence that an expression of indices and slices starts from."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else None


def writes_of(function: ast.FunctionDef, functions: Mapping[str, Function]) -> set[str]:
    """Return the parameters whose entries a function assigns, itself or by a function that it calls."""
    sources: dict[str, set[str]] = {}  # what a local name may be another name of
    for target, value in assignments(function):
        if isinstance(target, ast.Name) and value is not None:
            read = {base(each) for each in ast.walk(value) if isinstance(each, (ast.Name, ast.Subscript))}
            sources.setdefault(target.id, set()).update(name for name in read if name)
    written = {base(target) or "" for target, _ in assignments(function) if isinstance(target, ast.Subscript)}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            called = functions[node.func.id]
            by_name = zip(called.parameters, node.args, strict=False)
            written |= {base(value) or "" for name, value in by_name if name in called.writes}
    reached: set[str] = set()
    while written - reached:
        name = (written - reached).pop()
        reached.add(name)
        written |= sources.get(name, set())
    return {each.arg for each in function.args.args} & reached


# --- one function --------------------------------------------------------------------------------


class Translator:
    """Translates one function."""

    def __init__(self, function: ast.FunctionDef, scope: Scope, visible: set[str]) -> None:
        self.node, self.scope, self.visible = function, scope, visible
        self.signature = scope.functions[function.name]
        self.parameters = set(self.signature.parameters)
        self.locals = names(function, ast.Store)
        self.names = self.parameters | self.locals
        for node in ast.walk(function):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                require_name(node, node.id)
        self.loops = self._loop_variables()
        self.booleans = self._booleans()
        self.stores = self._count_stores()
        self.declared, self.at_top = self._places_of_declarations()

    def lines(self) -> list[str]:
        """The function in JavaScript."""
        described = ast.get_docstring(self.node)
        if described is None:
            raise refuse(self.node, "has no docstring", "write one")
        opening = f"export function {self.node.name}("
        out = [f"// {described.splitlines()[0]}"]
        out += filled(opening, self.signature.parameters, ") {", "  ")
        if self.at_top:
            out += filled("  let ", self.at_top, ";", "    ")
        return [*out, *self.block(self.node.body[1:], 1), "}"]

    # What is known of the names.

    def _loop_variables(self) -> set[str]:
        loops = [node for node in ast.walk(self.node) if isinstance(node, ast.For)]
        variables = {node.target.id for node in loops if isinstance(node.target, ast.Name)}
        for target, _ in assignments(self.node):
            if isinstance(target, ast.Name) and target.id in variables:
                raise refuse(target, "is the variable of a loop, and assigned", "use another name")
        inside = {
            id(each)
            for loop in loops
            for statement in loop.body
            for each in ast.walk(statement)
            if isinstance(each, ast.Name) and isinstance(loop.target, ast.Name) and each.id == loop.target.id
        }
        for node in ast.walk(self.node):
            if not isinstance(node, ast.Name) or node.id not in variables:
                continue
            if isinstance(node.ctx, ast.Load) and id(node) not in inside:
                raise refuse(node, "is the variable of a loop, and read outside of it", "use another name")
            if isinstance(node.ctx, ast.Store) and id(node) in inside:
                raise refuse(node, "is the variable of a loop within its own loop", "use another name")
        for name in variables & self.parameters:
            raise refuse(self.node, f"has the parameter {name}, the variable of a loop", "use another name")
        return variables

    def _booleans(self) -> set[str]:
        """The names whose every value is a boolean. Raises RefusedError for one that mixes kinds."""
        given: dict[str, list[ast.expr | None]] = {}
        for target, value in assignments(self.node):
            if isinstance(target, ast.Name):
                given.setdefault(target.id, []).append(value)
        self.booleans = (set(given) - self.parameters - self.loops) | self.signature.booleans
        while True:
            mixed = {
                name
                for name in self.booleans - self.parameters
                if not all(value is not None and self.is_boolean(value) for value in given[name])
            }
            if not mixed:
                break
            self.booleans -= mixed
        for target, value in assignments(self.node):
            if isinstance(target, ast.Name):
                boolean = value is not None and self.is_boolean(value)
                if boolean != (target.id in self.booleans):
                    raise refuse(target, "is a boolean in one place and none in another", "use two names")
            elif value is not None and self.is_boolean(value):
                raise refuse(target, "would hold a boolean", "store 1 or 0")
        return self.booleans

    def _count_stores(self) -> dict[str, int]:
        counts: dict[str, int] = {}
        for node in ast.walk(self.node):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                counts[node.id] = counts.get(node.id, 0) + 1
        return counts

    def _places_of_declarations(self) -> tuple[dict[str, ast.stmt], list[str]]:
        """By name the assignment that declares it, which comes before all else; and the names without one."""
        paths: dict[str, list[list[tuple[int, int]]]] = {}
        statements: dict[tuple[int, int], ast.stmt] = {}

        def visit(body: list[ast.stmt], before: list[tuple[int, int]]) -> None:
            for number, statement in enumerate(body):
                step = id(body), number
                statements[step] = statement
                path = [*before, step]
                blocks = [
                    block for block in (getattr(statement, name, []) for name in ("body", "orelse")) if block
                ]
                within = {id(each) for block in blocks for one in block for each in ast.walk(one)}
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name) and id(node) not in within:
                        paths.setdefault(node.id, []).append(path)
                for block in blocks:
                    visit(block, path)

        visit(self.node.body, [])
        declared: dict[str, ast.stmt] = {}
        for name in self.locals - self.parameters - self.loops:
            # All occurrences are in one block, whose first statement with the name has to assign it.
            steps = list(zip(*paths[name], strict=False))
            shared = next((at for at, step in enumerate(steps) if len(set(step)) > 1), len(steps) - 1)
            if len({block for block, _ in steps[shared]}) > 1:
                continue
            block = paths[name][0][shared][0]
            first = statements[block, min(path[shared][1] for path in paths[name])]
            if isinstance(first, ast.Assign) and name in names(first.targets, ast.Store):
                declared[name] = first
        # One statement declares all of its names or none.
        for statement in {id(each): each for each in declared.values()}.values():
            assert isinstance(statement, ast.Assign)
            whole = len(statement.targets) == 1 and all(
                isinstance(target, ast.Name) and declared.get(target.id) is statement
                for target, _ in pairs(statement.targets[0], None)
            )
            if not whole and not self.splits(statement):
                declared = {name: each for name, each in declared.items() if each is not statement}
        top = self.locals - self.parameters - self.loops - set(declared)
        order = [node.id for node in ast.walk(self.node) if isinstance(node, ast.Name)]
        return declared, sorted(top, key=order.index)

    # Booleans.

    def is_boolean(self, node: ast.expr) -> bool:
        """Whether an expression is a boolean."""
        match node:
            case ast.Constant(value=bool()) | ast.Compare() | ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
                return True
            case ast.Name(id=name):
                return name in self.booleans
            case ast.IfExp(body=body, orelse=other):
                return self.is_boolean(body) and self.is_boolean(other)
            case ast.Call(func=ast.Name(id=name)):
                return name in self.scope.functions and self.scope.functions[name].returns_boolean
        return False

    def truth(self, node: ast.expr, above: int = 0) -> str:
        """An expression that decides something, which must be a boolean."""
        if not self.is_boolean(node):
            raise refuse(node, "is no boolean, but its truth is asked", "compare it, or annotate it as bool")
        return self.expression(node, above)

    def number(self, node: ast.expr, above: int = 0) -> str:
        """An expression that may not be a boolean."""
        if self.is_boolean(node):
            raise refuse(
                node,
                "is a boolean, used as a number",
                "write 1 if ... else 0, or a constant times a comparison",
            )
        return self.expression(node, above)

    # Expressions.

    def expression(self, node: ast.expr, above: int = 0) -> str:
        """An expression, in brackets if it binds less than what is around it."""
        text, precedence = self._parts(node)
        return f"({text})" if precedence < above else text

    def _parts(self, node: ast.expr) -> tuple[str, int]:
        match node:
            case ast.Constant(value=None):
                return "null", ATOM
            case ast.Constant(value=bool(value)):
                return ("true" if value else "false"), ATOM
            case ast.Constant(value=int(value)) if value < 2**53:
                return str(value), ATOM
            case ast.Constant():
                raise refuse(node, "is no whole number below 2**53", "write one")
            case ast.Name(id=name):
                return self._name(node, name), ATOM
            case ast.BinOp():
                return self._arithmetic(node)
            case ast.UnaryOp(ast.USub(), value):
                return f"-{self.number(value, ATOM)}", UNARY
            case ast.UnaryOp(ast.Not(), value):
                return f"!{self.truth(value, UNARY)}", UNARY
            case ast.BoolOp(op, values):
                sign, level = (" && ", AND) if isinstance(op, ast.And) else (" || ", OR)
                return sign.join(self.truth(each, level + 1) for each in values), level
            case ast.Compare():
                return self._comparison(node)
            case ast.IfExp(test, body, other):
                if self.is_boolean(body) != self.is_boolean(other):
                    raise refuse(node, "is a boolean in one case only", "make both or none")
                parts = self.truth(test, OR), self.expression(body, OR), self.expression(other, TERNARY)
                return "{} ? {} : {}".format(*parts), TERNARY
            case ast.Subscript():
                return self._subscript(node), ATOM
            case ast.Call():
                return self._call(node), ATOM
            case ast.Tuple() | ast.List():
                raise refuse(node, "makes a sequence", "give each value a name")
        raise refuse(node, "cannot be translated", "use what CONTRIBUTING.md lists for texts")

    def _name(self, node: ast.expr, name: str) -> str:
        if name in self.names or (name in self.visible and name in self.scope.constants):
            return name
        if name in self.scope.functions:
            raise refuse(node, "is a function, used as a value", "call it")
        raise refuse(node, "is unknown", "define it in a text, and import it")

    def _arithmetic(self, node: ast.BinOp) -> tuple[str, int]:
        if isinstance(node.op, ast.FloorDiv):
            return f"Math.floor({self.number(node.left, 7)} / {self.number(node.right, 8)})", ATOM
        if type(node.op) not in ARITHMETIC:
            raise refuse(node, "has an operator that texts do not use", "use + - * // %")
        sign, level = ARITHMETIC[type(node.op)]
        counts = (  # LEFT * (a >= b)
            isinstance(node.op, ast.Mult)
            and isinstance(node.left, ast.Name)
            and node.left.id in self.scope.constants - self.names
            and isinstance(node.right, ast.Compare)
        )
        right = self.expression(node.right, level + 1) if counts else self.number(node.right, level + 1)
        return f"{self.number(node.left, level)} {sign} {right}", level

    def _comparison(self, node: ast.Compare) -> tuple[str, int]:
        terms = [node.left, *node.comparators]
        for each in terms[1:-1]:
            if any(isinstance(part, ast.Call) for part in ast.walk(each)):
                raise refuse(each, "is computed twice", "give it a name first")
        out = []
        for left, op, right in zip(terms, node.ops, terms[1:], strict=False):
            nothing = [isinstance(each, ast.Constant) and each.value is None for each in (left, right)]
            if isinstance(op, (ast.Is, ast.IsNot)):
                if nothing != [False, True]:
                    raise refuse(node, "compares identity", "use `is` only for None")
                sign = "===" if isinstance(op, ast.Is) else "!=="
                out.append(f"{self.number(left, COMPARISON + 1)} {sign} null")
                continue
            if type(op) not in COMPARE:
                raise refuse(node, "has an operator that texts do not use", "use < or ==")
            if any(nothing):
                raise refuse(node, "compares with None", "write `is None`")
            both = self.is_boolean(left) and self.is_boolean(right)
            side = self.expression if both and isinstance(op, (ast.Eq, ast.NotEq)) else self.number
            out.append(f"{side(left, COMPARISON + 1)} {COMPARE[type(op)]} {side(right, COMPARISON + 1)}")
        return " && ".join(out), AND if len(out) > 1 else COMPARISON

    def _subscript(self, node: ast.Subscript) -> str:
        if isinstance(node.slice, ast.Slice):
            raise refuse(
                node,
                "is a copy in one place and not in another",
                "only pass a slice to a function that does not write to it",
            )
        return f"{self.number(node.value, ATOM)}[{self._index(node.slice)}]"

    def _index(self, node: ast.expr) -> str:
        if isinstance(node, ast.Tuple):
            raise refuse(node, "are several indices", "write [i][j]")
        if isinstance(node, ast.UnaryOp):
            raise refuse(node, "counts from the end", "subtract from len")
        return self.number(node)

    def _slice(self, node: ast.Subscript) -> str:
        cut = node.slice
        assert isinstance(cut, ast.Slice)
        if cut.step is not None:
            raise refuse(node, "has a step", "write a loop")
        bounds = [self._index(each) for each in (cut.lower or ast.Constant(0), cut.upper) if each is not None]
        return f"{self.number(node.value, ATOM)}.slice({', '.join(bounds)})"

    def _call(self, node: ast.Call) -> str:
        if not isinstance(node.func, ast.Name) or node.keywords:
            raise refuse(node, "is no plain call", "call functions by name, without keywords")
        name, given = node.func.id, node.args
        if any(isinstance(each, ast.Starred) for each in given):
            raise refuse(node, "unpacks arguments", "pass each of them")
        if name in self.names:
            raise refuse(node.func, "is a variable here", "rename it, or the function")
        if name in BUILTINS:
            if len(given) != BUILTINS[name]:
                raise refuse(node, f"has {len(given)} arguments", f"{name} takes {BUILTINS[name]}")
            arguments = [self.number(each, ATOM if name == "len" else 0) for each in given]
            return f"{arguments[0]}.length" if name == "len" else f"{name}({', '.join(arguments)})"
        if name not in self.scope.functions or name not in self.visible:
            raise refuse(node.func, "is unknown", "define it in a text, and import it")
        called = self.scope.functions[name]
        if len(given) != len(called.parameters):
            raise refuse(node, f"has {len(given)} arguments", f"{name} takes {len(called.parameters)}")
        arguments = []
        for parameter, value in zip(called.parameters, given, strict=True):
            if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Slice):
                if parameter in called.writes:
                    raise refuse(
                        value,
                        f"is a copy in lists, and {name} writes to it",
                        "pass the sequence and where to start",
                    )
                arguments.append(self._slice(value))
            elif parameter in called.booleans:
                arguments.append(self.truth(value))
            else:
                arguments.append(self.number(value))
        return f"{name}({', '.join(arguments)})"

    # Statements.

    def block(self, body: list[ast.stmt], depth: int) -> list[str]:
        """The lines of a block."""
        return [line for node in body for line in self.statement(node, depth)]

    def statement(self, node: ast.stmt, depth: int) -> list[str]:
        """The lines of a statement."""
        pad = "  " * depth
        match node:
            case ast.Expr(ast.Call() as call):
                return [f"{pad}{self.expression(call)};"]
            case ast.Assign():
                return [f"{pad}{self.assignment(node)}"]
            case ast.AugAssign(target, op, value):
                if not isinstance(op, (ast.Add, ast.Sub, ast.Mult)):
                    raise refuse(node, "has an operator that texts do not use", "use + - *")
                sign = ARITHMETIC[type(op)][0]
                return [f"{pad}{self.target(target)} {sign}= {self.number(value)};"]
            case ast.Return(value):
                return [f"{pad}{self.result(node, value)};"]
            case ast.If():
                return self.condition(node, depth)
            case ast.While(test, inner, []):
                return [f"{pad}while ({self.truth(test)}) {{", *self.block(inner, depth + 1), f"{pad}}}"]
            case ast.For(body=inner, orelse=[]):
                return [f"{pad}for ({self.loop(node)}) {{", *self.block(inner, depth + 1), f"{pad}}}"]
            case ast.While() | ast.For():
                raise refuse(node, "has an else", "use a boolean")
            case ast.Break():
                return [f"{pad}break;"]
            case ast.Continue():
                return [f"{pad}continue;"]
            case ast.Pass():
                return []
        raise refuse(node, "cannot be translated", "use what CONTRIBUTING.md lists for texts")

    def condition(self, node: ast.If, depth: int) -> list[str]:
        """The lines of an if, with the branches that follow."""
        pad = "  " * depth
        out = [f"{pad}if ({self.truth(node.test)}) {{", *self.block(node.body, depth + 1)]
        match node.orelse:
            case []:
                return [*out, f"{pad}}}"]
            case [ast.If() as other]:
                first, *rest = self.condition(other, depth)
                return [*out, f"{pad}}} else {first.strip()}", *rest]
        return [*out, f"{pad}}} else {{", *self.block(node.orelse, depth + 1), f"{pad}}}"]

    def loop(self, node: ast.For) -> str:
        """The head of a loop over a range."""
        match node:
            case ast.For(ast.Name(id=name), ast.Call(ast.Name(id="range"), [_, *_] as given, [])):
                pass
            case _:
                raise refuse(node, "is not over a range", "write for k in range(...)")
        start, stop, step = "0", given[0], 1
        if len(given) > 1:
            start, stop = self.number(given[0]), given[1]
        if len(given) > 2:
            match given[2]:
                case ast.Constant(value=int(step)) if step > 0:
                    pass
                case ast.UnaryOp(ast.USub(), ast.Constant(value=int(size))) if size > 0:
                    step = -size
                case _:
                    raise refuse(given[2], "is a step, and no literal", "write a number")
        changed = names(node.body, ast.Store) & names(stop, ast.Load)
        for each in sorted(changed):
            raise refuse(stop, f"ends a range, and the loop assigns {each}", "use another name")
        reads = any(isinstance(each, ast.Subscript) for each in ast.walk(stop))
        calls = {
            each.func.id
            for each in ast.walk(stop)
            if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
        }
        if reads or calls - set(BUILTINS):
            raise refuse(stop, "ends a range, and is read in each step", "give it a name before the loop")
        sign, change = ("<", f"+= {step}") if step > 0 else (">", f"-= {-step}")
        return f"let {name} = {start}; {name} {sign} {self.number(stop, COMPARISON + 1)}; {name} {change}"

    def result(self, node: ast.Return, value: ast.expr | None) -> str:
        """A return statement."""
        if value is None:
            return "return"
        if isinstance(value, ast.Tuple):
            return f"return [{', '.join(map(self.number, value.elts))}]"
        if self.signature.returns_boolean:
            return f"return {self.truth(value)}"
        if self.is_boolean(value):
            raise refuse(node, "returns a boolean", "annotate the result as bool")
        return f"return {self.expression(value)}"

    def target(self, node: ast.expr) -> str:
        """What is assigned to."""
        if isinstance(node, ast.Name):
            return node.id
        if isinstance(node, ast.Subscript):
            if isinstance(node.slice, ast.Slice):
                raise refuse(node, "is a slice, and assigned to", "write a loop")
            return self._subscript(node)
        raise refuse(node, "cannot be assigned to", "assign names and entries")

    def splits(self, node: ast.Assign) -> bool:
        """Whether a parallel assignment is the same as one assignment after another."""
        match node:
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if len(targets) == len(values):
                pass
            case ast.Assign([ast.Tuple(targets)], ast.Name(id=name)):
                return all(isinstance(each, ast.Name) and each.id != name for each in targets)
            case _:
                return False
        for number, target in enumerate(targets):
            for later in values[number + 1 :]:
                if isinstance(target, ast.Name) and target.id in names(later, ast.Load):
                    return False
                if not isinstance(target, ast.Name) and any(  # two names may be of one sequence
                    isinstance(each, (ast.Subscript, ast.Call)) for each in ast.walk(later)
                ):
                    return False
        return True

    def assignment(self, node: ast.Assign) -> str:
        """An assignment: destructuring takes an array, which hot loops avoid wherever it is the same."""
        value = node.value
        if len(node.targets) > 1 or not isinstance(node.targets[0], ast.Tuple):
            if len(node.targets) > 1 and not all(isinstance(each, ast.Name) for each in node.targets):
                raise refuse(node, "assigns one value to several entries", "assign one by one")
            if isinstance(value, ast.Tuple):
                raise refuse(node, "makes a sequence", "give each value a name")
            if isinstance(value, ast.Constant) and value.value is None:
                raise refuse(node, "assigns None", "use a boolean")
            targets = " = ".join(map(self.target, node.targets))
            return f"{self.keyword(node, node.targets)}{targets} = {self.expression(value)};"
        targets_ = node.targets[0].elts
        if self.splits(node):
            if isinstance(value, ast.Tuple):
                values = [self.expression(each) for each in value.elts]
            else:
                values = [f"{self.expression(value)}[{k}]" for k in range(len(targets_))]
            out, before = "", ""
            for target, each in zip(targets_, values, strict=True):
                if ast.unparse(target) == "_":
                    continue
                keyword = self.keyword(node, [target])
                joins = keyword and keyword == before
                out = f"{out[:-1]}, " if joins else f"{out} {keyword}" if out else keyword
                out += f"{self.target(target)} = {each};"
                before = keyword
            return out
        if isinstance(value, ast.Tuple):
            if len(value.elts) != len(targets_):
                raise refuse(node, "has sides of different lengths", "assign one by one")
            right = f"[{', '.join(map(self.expression, value.elts))}]"
        elif isinstance(value, ast.Call):
            right = self.expression(value)
        else:
            raise refuse(value, "is unpacked", "assign one by one")
        left = ", ".join(map(self.target, targets_))
        return f"{self.keyword(node, targets_)}[{left}] = {right};"

    def keyword(self, node: ast.Assign, targets: list[ast.expr]) -> str:
        """`const `, `let `, or nothing if the targets are declared elsewhere."""
        of = [target.id for target in targets if isinstance(target, ast.Name)]
        if not of or any(self.declared.get(name) is not node for name in of):
            return ""
        return "const " if all(self.stores[name] == 1 for name in of) else "let "


def filled(opening: str, items: list[str], closing: str, indent: str) -> list[str]:
    """Items with commas between, on as many lines as they take."""
    lines, line = [], opening
    for number, item in enumerate(items):
        last = number == len(items) - 1
        piece = item + (closing if last else ",")
        if len(line) + len(piece) + 1 > WIDTH and line != opening:
            lines.append(line.rstrip())
            line = indent
        line += piece + ("" if last else " ")
    return [*lines, line if items else opening + closing]


# --- all texts -----------------------------------------------------------------------------------


def constants(node: ast.Assign) -> dict[str, int]:
    """Return the constants that a statement of a module defines: whole numbers, or a range."""
    target = node.targets[0]
    elements = target.elts if isinstance(target, ast.Tuple) else [target]
    found = [each.id for each in elements if isinstance(each, ast.Name)]
    values: list[object] = []
    match node.value:
        case ast.Call(ast.Name(id="range"), [ast.Constant(value=int(count))], []):
            values = list(range(count))
        case ast.Tuple(given):
            values = [each.value for each in given if isinstance(each, ast.Constant)]
        case ast.Constant(value=value):
            values = [value]
    whole = [value for value in values if type(value) is int]
    if len(node.targets) > 1 or not len(whole) == len(found) == len(elements):
        raise refuse(node, "is no constant of a text", "write whole numbers or a range")
    return dict(zip(found, whole, strict=True))


def translate(sources: Mapping[str, str], left_out: Iterable[str] = ()) -> str:
    """Translate texts, by name and in an order in which each imports only from those before it.

    left_out  the names of the texts that are only checked

    Raises RefusedError.
    """
    scope, out = Scope(), [HEAD]
    for name, source in sources.items():
        try:
            lines = _translate_one(name, source, scope, set(sources))
        except RefusedError as error:
            raise RefusedError(f"engine/{name}.py, {error}") from None
        if name not in left_out:
            out.append("\n".join([f"// --- {name}.py\n", *lines, ""]))
    return "\n".join(out)


def _translate_one(home: str, source: str, scope: Scope, texts: set[str]) -> list[str]:
    visible: set[str] = set()
    functions: list[ast.FunctionDef] = []
    out: list[str] = []
    for node in ast.parse(source).body:
        match node:
            case ast.Expr(ast.Constant(value=str())):
                continue
            case ast.ImportFrom(module="__future__" | "typing"):
                continue
            case ast.ImportFrom(module=str(module), names=imported, level=0):
                text = module.removeprefix("twoends.engine.")
                if module != f"twoends.engine.{text}" or text not in texts:
                    raise refuse(node, "imports what is no text", "import only from texts")
                for each in imported:
                    if scope.homes.get(each.name) != f"engine/{text}.py" or each.asname:
                        raise refuse(
                            node,
                            f"imports {each.name}, which no text before this one has",
                            "list that text first",
                        )
                    visible.add(each.name)
            case ast.Import():
                raise refuse(node, "imports what is no text", "import only from texts")
            case ast.Assign():
                found = constants(node)
                for name in found:
                    scope.add(node, name, f"engine/{home}.py")
                scope.constants |= set(found)
                visible |= set(found)
                items = [f"{name} = {value}" for name, value in found.items()]
                out += filled("export const ", items, ";", "  ")
            case ast.FunctionDef(name=name):
                scope.add(node, name, f"engine/{home}.py")
                scope.functions[name] = signature(node)
                visible.add(name)
                functions.append(node)
            case _:
                raise refuse(node, "cannot be translated", "write functions and constants")
    grows = True
    while grows:
        grows = False
        for function in functions:
            written = writes_of(function, scope.functions)
            grows = grows or written != scope.functions[function.name].writes
            scope.functions[function.name].writes = written
    for function in functions:
        out += ["", *Translator(function, scope, visible).lines()]
    return out


def engine() -> str:
    """Translate the engine. Raises RefusedError."""
    sources = {name: (ENGINE / f"{name}.py").read_text("utf-8") for name in TEXTS}
    return translate(sources, NOT_ON_THE_PAGE)


def main() -> int:
    """Write the file, or check it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if it differs")
    checks = parser.parse_args().check
    try:
        text = engine()
    except RefusedError as error:
        print(error, file=sys.stderr)
        return 1
    if not checks:
        TARGET.write_text(text, "utf-8")
    elif not TARGET.exists() or TARGET.read_text("utf-8") != text:
        shown = TARGET.relative_to(ROOT)
        print(f"{shown} is not what the texts give: run python tools/engine_js.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
