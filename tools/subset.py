"""The subset of Python in which the texts of the engine are written (CONTRIBUTING.md), in JavaScript.

A function of a text becomes a function, or a generator that yields the line that runs next. What would mean
something else in JavaScript is refused, with the line and what to write instead.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import NoReturn, TypeGuard

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
