"""Make mutants: a module's syntax tree with one node changed.

Only function bodies are changed, since the code of a loaded function can be replaced. Log entries, messages and bare
citations are not changed: the golden playthroughs test them.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import CodeType
from typing import Final

import rules.epic
from tools.mutants.operators import LOGGING_FUNCTIONS, mutate

FOLDER: Final = Path(rules.epic.__file__).parent

Definition = ast.FunctionDef
Key = tuple[str, str, str, str]
"""Module, function, line and change of a mutant."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A function with one change.

    Attributes:
        module: such as ``battle/attack``. function: qualified name of the changed function.
        line: the line of code on which the change begins, without indentation.
        change: original and replacement, ``a < b -> a <= b``; numbered from the second equal change of a line on.
        first: line number of the function, which distinguishes functions of the same name.
        reach: line numbers of the changed statement.
        code: the changed body.
    """

    module: str
    function: str
    line: str
    change: str
    first: int
    reach: range
    code: CodeType

    @property
    def key(self) -> Key:
        """The identity of the mutant, which does not depend on line numbers."""
        return (self.module, self.function, self.line, self.change)

    def __str__(self) -> str:
        return f"{self.module}.{self.function}: {self.line}\n      {self.change}"


class Source:
    """A module of ``rules.epic``, such as ``battle/attack``.

    It comes from its file or from a text.
    """

    def __init__(self, module: str, text: str = "") -> None:
        self.module = module
        self.path = FOLDER / f"{module}.py"
        self.text = text or self.path.read_text(encoding="utf-8")
        self.lines = self.text.splitlines()
        self.tree = ast.parse(self.text)

    @cached_property
    def functions(self) -> list[tuple[str, Definition]]:
        """Functions and methods by qualified name, in order.

        Nested functions belong to the outer.
        """
        return list(_functions(self.tree, ""))

    def text_of(self, definition: Definition) -> str:
        """Return the lines of a function, including comments."""
        return "\n".join(self.lines[definition.lineno - 1 : definition.end_lineno])

    def mutants(self, name: str, definition: Definition, only: Collection[Key] | None = None) -> Iterator[Mutant]:
        """Yield every mutant of a function, or those with the keys ``only``.

        The syntax tree is restored after each.
        """
        first = min([definition.lineno, *(each.lineno for each in definition.decorator_list)])
        occurrences = Counter[tuple[str, str]]()
        for place in _locations(definition):
            line = self.lines[place.node.lineno - 1].strip()
            for change in mutate(place.node, place.parent):
                words = f"{ast.unparse(place.node)} -> {ast.unparse(change)}"
                occurrences[line, words] += 1
                words += f" (no. {occurrences[line, words]})" if occurrences[line, words] > 1 else ""
                if only is not None and (self.module, name, line, words) not in only:
                    continue
                place.put(change)
                try:
                    code = compile(ast.fix_missing_locations(self.tree), str(self.path), "exec", dont_inherit=True)
                finally:
                    place.put(place.node)
                body = _body(code, name, first)
                if body is not None:
                    yield Mutant(
                        self.module,
                        name,
                        line,
                        words,
                        first,
                        place.reach,
                        body,
                    )


def fingerprint(definition: Definition) -> str:
    """Return a hash of a function's code, without comments, layout and docstring."""
    bare = ast.parse(ast.unparse(definition)).body[0]
    assert isinstance(bare, ast.FunctionDef)
    if ast.get_docstring(bare) is not None:
        bare.body = bare.body[1:]
    return hashlib.sha256(ast.dump(bare).encode()).hexdigest()[:10]


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Definition]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            yield f"{prefix}{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


@dataclass(frozen=True, slots=True)
class _Location:
    """A node with its parent and its field.

    The index is given if the field is a list.
    """

    node: ast.expr | ast.stmt
    parent: ast.AST
    field: str
    number: int
    reach: range

    def put(self, node: ast.AST) -> None:
        if self.number < 0:
            setattr(self.parent, self.field, node)
        else:
            getattr(self.parent, self.field)[self.number] = node


def _locations(definition: Definition) -> list[_Location]:
    found: list[_Location] = []
    for statement in definition.body:
        _gather(statement, definition, "body", definition.body.index(statement), range(0), found)
    return found


def _gather(node: ast.AST, parent: ast.AST, field: str, number: int, reach: range, found: list[_Location]) -> None:
    if isinstance(node, ast.stmt):
        body: list[ast.stmt] = getattr(node, "body", [])
        last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
        reach = range(node.lineno, max(last, node.lineno) + 1)
    if _is_output_only(node):
        return
    if isinstance(node, ast.expr | ast.stmt):
        found.append(_Location(node, parent, field, number, reach))
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_params"}:
            continue
        if isinstance(value, ast.AST):
            _gather(value, node, name, -1, reach, found)
        elif isinstance(value, list):
            for index, each in enumerate(value):
                if isinstance(each, ast.AST):
                    _gather(each, node, name, index, reach, found)


def _is_output_only(node: ast.AST) -> bool:
    """Return True if a node has no effect on the game.

    It only builds a message, writes the log or selects citations.
    """
    if isinstance(node, ast.IfExp):
        return _cites(node.body) and _cites(node.orelse)
    if isinstance(node, ast.If | ast.For):
        return not node.orelse and all(map(_is_output_only, node.body))
    if isinstance(node, ast.Assign | ast.AugAssign):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        is_rules_field = isinstance(target, ast.Subscript) and ast.unparse(target.slice) == "'rules'"
        return (is_rules_field or isinstance(target, ast.Name)) and _cites(node.value)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        return isinstance(node.value.func, ast.Name) and node.value.func.id in LOGGING_FUNCTIONS
    return isinstance(node, ast.JoinedStr)


def _cites(node: ast.expr) -> bool:
    if isinstance(node, ast.Starred):
        return isinstance(node.value, ast.Name) and node.value.id == "rules"
    if isinstance(node, ast.Tuple):
        return all(map(_cites, node.elts))
    if isinstance(node, ast.IfExp):
        return _cites(node.body) and _cites(node.orelse)
    if isinstance(node, ast.JoinedStr):
        return True
    named = isinstance(node, ast.Name) and (node.id.isupper() or node.id == "rules")
    return named or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _body(code: CodeType, name: str, first: int) -> CodeType | None:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_qualname == name and constant.co_firstlineno == first:
                return constant
            if found := _body(constant, name, first):
                return found
    return None
