"""The small faults that `tools.mutants` puts into a module.

Examples: a comparison inverted, a number off by one, a condition negated, a call left out. Code that no test could check is
left alone: annotations, assertions, docstrings, texts of errors, checks of our own.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

import msgspec

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.Add: ast.Sub, ast.Sub: ast.Add,
    ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult, ast.And: ast.Or, ast.Or: ast.And,
    ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip

OWN_FAULTS = {"AssertionError", "NotImplementedError", "TypeError", "ValueError", "UnreadableSnapshot"}
"""Errors whose texts only developers read."""


class Mutant(msgspec.Struct, frozen=True):
    """One fault: its line, what it does, and the node (in walking order) that it changes."""

    line: int
    what: str
    node: int
    part: int = 0
    first: int = 0
    """The first line of its statement; of an `if`, a loop or a function, of its head."""
    last: int = 0
    """The last line of the same."""


def mutants(source: str) -> list[Mutant]:
    """Returns all mutants of a module, in the order of its lines."""
    found = []
    first = last = 0
    for number, node in enumerate(_walk(ast.parse(source))):
        if isinstance(node, ast.stmt):
            first, last = node.lineno, _head_ends(node)
        line = node.target.lineno if isinstance(node, ast.comprehension) else getattr(node, "lineno", 0)
        within = (first, last) if first <= line <= last else (line, line)
        found += [Mutant(line, what, number, part, *within) for part, what in _faults(node)]
    return found


def mutated(source: str, mutant: Mutant) -> ast.Module:
    """Returns the module with the fault in it."""
    tree = ast.parse(source)
    node = list(_walk(tree))[mutant.node]
    _apply(node, mutant.part)
    return ast.fix_missing_locations(tree)


def _head_ends(node: ast.stmt) -> int:
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return node.end_lineno or node.lineno
    begins = body[0].lineno if isinstance(body[0], ast.stmt) else body[0].pattern.lineno
    return int(max(node.lineno, begins - 1))


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yields the nodes whose change would be a fault of the rules."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "bases", "keywords"} and not isinstance(node, ast.Call):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _left_alone(child):
                yield from _walk(child)


def _left_alone(node: ast.AST) -> bool:
    match node:
        case ast.Assert() | ast.Import() | ast.ImportFrom() | ast.JoinedStr() | ast.FunctionDef(name="__repr__"):
            return True
        case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.keyword(arg="strict"):
            return True
        case ast.Raise(exc=ast.Call(func=ast.Name(id=name))):
            return name in OWN_FAULTS
    return False


def _faults(node: ast.AST) -> Iterator[tuple[int, str]]:
    """Yields the faults that can be made of a node: a number for `_apply`, and a name."""
    match node:
        case ast.Compare(ops=ops):
            for place, op in enumerate(ops):
                if type(op) in SWAPS:
                    yield place, f"{type(op).__name__} → {SWAPS[type(op)].__name__}"
        case ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op) if type(op) in SWAPS:
            yield 0, f"{type(op).__name__} → {SWAPS[type(op)].__name__}"
        case ast.UnaryOp(op=ast.Not()):
            yield 0, "not left out"
        case ast.Constant(value=bool() as value):
            yield 0, f"{value} → {not value}"
        case ast.Constant(value=int() as value):
            yield 0, f"{value} → {value + 1}"
        case ast.If() | ast.While() | ast.IfExp():
            yield 0, "condition negated"
        case ast.Return(value=ast.expr() as value) if not (isinstance(value, ast.Constant) and value.value is None):
            yield 0, "returns None"
        case ast.Expr(value=ast.Call()):
            yield 0, "call left out"
        case ast.comprehension(ifs=[_, *_]):
            yield 0, "filter left out"
        case ast.Break():
            yield 0, "break → continue"
        case ast.Continue():
            yield 0, "continue → break"


def _apply(node: ast.AST, part: int) -> None:
    match node:
        case ast.Compare(ops=ops):
            ops[part] = SWAPS[type(ops[part])]()  # type: ignore[call-overload]
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp():
            node.op = SWAPS[type(node.op)]()  # type: ignore[assignment]
        case ast.UnaryOp(operand=operand):
            _become(node, operand)
        case ast.Constant(value=bool() as value):
            node.value = not value
        case ast.Constant(value=int() as value):
            node.value = value + 1
        case ast.If() | ast.While() | ast.IfExp():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Return():
            node.value = ast.Constant(None)
        case ast.Expr():
            node.value = ast.Constant(None)
        case ast.comprehension():
            node.ifs = []
        case ast.Break():
            _become(node, ast.Continue())
        case ast.Continue():
            _become(node, ast.Break())


def _become(node: ast.AST, other: ast.AST) -> None:
    kept = copy.copy(other.__dict__)
    node.__class__ = type(other)
    node.__dict__.clear()
    node.__dict__.update(kept)
