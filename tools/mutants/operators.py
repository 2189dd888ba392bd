"""Mutation operators: small faults that a programmer could make."""

import ast
from collections.abc import Iterator
from functools import singledispatch
from typing import Final

NEIGHBOURS: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}
"""Comparisons that are off by one."""

OPPOSITES: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
OTHER_WAY: Final[dict[type[ast.operator], ast.operator]] = {
    ast.Add: ast.Sub(),
    ast.Sub: ast.Add(),
    ast.Mult: ast.Add(),
    ast.FloorDiv: ast.Mult(),
    ast.Mod: ast.FloorDiv(),
}
OTHER_FUNCTION: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}
BARE: Final = frozenset({"sorted", "reversed", "max", "min", "abs"})
"""Functions whose call is replaced by each argument."""
LOGGING_FUNCTIONS: Final = frozenset({"log_event", "report_automatic_decision"})
"""Functions that only log: without the call the game plays the same."""


@singledispatch
def _changes(node: ast.AST, _parent: ast.AST) -> Iterator[ast.AST]:
    yield from ()


def mutate(node: ast.AST, parent: ast.AST) -> Iterator[ast.AST]:
    """Yield the replacements of ``node`` one after the other."""
    if isinstance(node, ast.expr) and _is_condition(node, parent):
        if not isinstance(parent, ast.While):
            yield ast.Constant(True)
        yield ast.Constant(False)
    yield from _changes(node, parent)


def _is_condition(node: ast.expr, parent: ast.AST) -> bool:
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    return isinstance(parent, ast.If | ast.IfExp | ast.While) and node is parent.test


@_changes.register
def _compare(node: ast.Compare, parent: ast.AST) -> Iterator[ast.AST]:
    decides = isinstance(parent, ast.BoolOp) or _is_condition(node, parent)
    for number, operator in enumerate(node.ops):
        others = [NEIGHBOURS[type(operator)]] if type(operator) in NEIGHBOURS else []
        if not decides:
            others.append(OPPOSITES[type(operator)])
        for other in others:
            ops = [*node.ops[:number], other(), *node.ops[number + 1 :]]
            yield ast.Compare(node.left, ops, node.comparators)


@_changes.register
def _all_or_any(node: ast.BoolOp, _parent: ast.AST) -> Iterator[ast.AST]:
    for number in range(len(node.values)):
        left = [*node.values[:number], *node.values[number + 1 :]]
        yield left[0] if len(left) == 1 else ast.BoolOp(node.op, left)


@_changes.register
def _opposite(node: ast.UnaryOp, parent: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not) and not _is_condition(node, parent):
        yield node.operand


@_changes.register
def _arithmetic(node: ast.BinOp, _parent: ast.AST) -> Iterator[ast.AST]:
    if type(node.op) in OTHER_WAY:
        yield ast.BinOp(node.left, OTHER_WAY[type(node.op)], node.right)


@_changes.register
def _constant(node: ast.Constant, parent: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int) and not isinstance(parent, ast.FormattedValue):
        yield ast.Constant(node.value + 1)


@_changes.register
def _call(node: ast.Call, _parent: ast.AST) -> Iterator[ast.AST]:
    if not isinstance(node.func, ast.Name) or not node.args:
        return
    if node.func.id in OTHER_FUNCTION:
        yield ast.Call(ast.Name(OTHER_FUNCTION[node.func.id], ast.Load()), node.args, node.keywords)
    if node.func.id in BARE and (len(node.args) > 1 or node.func.id not in OTHER_FUNCTION):
        yield from node.args


@_changes.register
def _added(node: ast.AugAssign, parent: ast.AST) -> Iterator[ast.AST]:
    if type(node.op) in OTHER_WAY and isinstance(node.op, ast.Add | ast.Sub):
        yield ast.AugAssign(node.target, OTHER_WAY[type(node.op)], node.value)
    yield from _left_out(node, parent)


@_changes.register
def _assigned(node: ast.Assign, parent: ast.AST) -> Iterator[ast.AST]:
    if all(isinstance(target, ast.Attribute | ast.Subscript) for target in node.targets) or _changes_itself(node):
        yield from _left_out(node, parent)


@_changes.register
def _done(node: ast.Expr, parent: ast.AST) -> Iterator[ast.AST]:
    value = node.value
    tells = isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in LOGGING_FUNCTIONS
    if not tells and not isinstance(value, ast.Constant):
        yield from _left_out(node, parent)


def _changes_itself(node: ast.Assign) -> bool:
    names = {each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    return bool(names & {each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)})


def _left_out(node: ast.stmt, parent: ast.AST) -> Iterator[ast.AST]:
    """Leave a statement out.

    Not where it is the same as a condition that never holds.
    """
    if not (isinstance(parent, ast.If) and parent.body == [node]):
        yield ast.Pass()
