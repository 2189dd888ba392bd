"""Conversion between node trees and the plain data of card files.

Nodes are frozen dataclasses. A node is a table whose ``is`` key names its class and whose other keys are its fields. A
node without fields may be written as its name alone; ``is`` is left out where only one class is possible. Fields with
default values are left out.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Draw:
...     count: int
>>> @dataclass(frozen=True)
... class Shuffle:
...     twice: bool = False
>>> nodes = Nodes({"instruction": Draw | Shuffle}, {})
>>> nodes.write((Draw(2), Shuffle()), tuple[Draw | Shuffle, ...])
[{'is': 'draw', 'count': 2}, 'shuffle']
>>> nodes.read([{"is": "drw", "count": 2}], tuple[Draw | Shuffle, ...])[1]
[NodeError(path=(0, 'is'), message="no instruction 'drw'; did you mean 'draw'?")]
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import StrEnum
from functools import cache, cached_property, reduce
from operator import or_
from types import GenericAlias, NoneType, UnionType
from typing import Any, Final, NamedTuple, TypeAlias, Union, get_args, get_origin, get_type_hints

from rules.decks.names import fold, suggest, words

KEY: Final = "is"
"""Key that names the node class."""
MAX_NODES: Final = 200
"""Maximum number of nodes in a tree; published cards have up to 24."""
MAX_DEPTH: Final = 16
"""Maximum nesting depth; published cards have up to 7 levels."""
MAX_ENTRIES: Final = 24
"""Maximum number of items in a list."""
MAX_TEXT_LENGTH: Final = 200
"""Maximum number of characters of a text."""
MAX_INTEGER: Final = 99
"""Maximum absolute value of an integer."""
Path: TypeAlias = tuple[int | str, ...]
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


class NodeError(NamedTuple):
    """A validation error in a tree of nodes.

    Attributes:
        path: indices and keys that lead to the invalid value.
        message: what is wrong and what to write instead.
    """

    path: Path
    message: str


def format_path(field: str, path: Path) -> str:
    """Return a path as text: ``effects[0].to.what``."""
    return field + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


class Nodes:
    """The node classes of a game, with conversion from and to plain data.

    Args:
        kinds: unions of node classes, by the noun used in messages, such as ``instruction``.
        names: extra names for resolving the type annotations of fields.
        signed: names of integer fields that may be negative.
        families: unions of node classes, by the base class used in annotations.
    """

    def __init__(
        self,
        kinds: Mapping[str, Any],
        names: Mapping[str, Any],
        signed: frozenset[str] = frozenset(),
        families: Mapping[Any, Any] | None = None,
    ) -> None:
        self.kinds: Final = {noun: node_classes(kind) for noun, kind in kinds.items()}
        self.signed: Final = signed
        self._names: Final = dict(names)
        self._families: Final = dict(families or {})
        self._hints: Final[dict[type, dict[str, Any]]] = {}

    def read(self, value: object, hint: object) -> tuple[Any, list[NodeError]]:
        """Convert plain data to a tree; if errors are returned, the tree must not be used.

        Args:
            value: lists, dicts, strings and numbers.
            hint: the type to convert to.

        Returns:
            The tree and its errors.
        """
        reading = _NodeReader(self)
        node = reading.of(value, hint, ())
        return node, reading.wrong

    def write(self, value: object, hint: object) -> Any:
        """Convert a tree to plain data that ``read`` accepts."""
        if isinstance(value, tuple):
            (inner,) = {each for member in _members(hint) for each in get_args(member) if each is not ...}
            return [self.write(each, inner) for each in value]
        if not is_dataclass(value) or isinstance(value, type):
            return str(value) if isinstance(value, StrEnum) else value
        fields = {name: self.write(getattr(value, name), kind) for name, kind in self.explicit_fields(value)}
        several = len(node_classes(hint)) > 1
        if not fields and (several or not self.fields_of(type(value))):
            return node_name(type(value))
        return {KEY: node_name(type(value)), **fields} if several else fields

    def walk(self, value: object, path: Path = ()) -> Iterator[tuple[Path, Any]]:
        """Yield all nodes of a tree with their paths, in preorder."""
        if isinstance(value, tuple):
            for number, each in enumerate(value):
                yield from self.walk(each, (*path, number))
        elif is_dataclass(value) and not isinstance(value, type):
            yield path, value
            for name in self.fields_of(type(value)):
                yield from self.walk(getattr(value, name), (*path, name))

    def explicit_fields(self, node: Any) -> Iterator[tuple[str, Any]]:
        """Yield name and type of each field that differs from its default."""
        for name, (kind, usual) in self.fields_of(type(node)).items():
            value = getattr(node, name)
            if value != usual and not (value is None and NoneType in _members(kind)):
                yield name, kind

    def fields_of(self, kind: type) -> dict[str, tuple[Any, Any]]:
        """Return the fields of a node class with type and default.

        The default is ``MISSING`` without one.
        """
        if kind not in self._hints:
            hints = get_type_hints(kind, localns=self._names)
            self._hints[kind] = {
                each.name: (self._members_of(hints[each.name]), each.default) for each in fields(kind) if each.init
            }
        return self._hints[kind]

    def _members_of(self, hint: Any) -> Any:
        """Return ``hint``, or the union of node classes if it is their base class."""
        if isinstance(hint, type) and hint in self._families:
            return self._families[hint]
        locate_path = tuple(map(self._members_of, get_args(hint)))
        if get_origin(hint) is tuple:
            return GenericAlias(tuple, (locate_path[0], ...))
        return reduce(or_, locate_path) if get_origin(hint) in (Union, UnionType) else hint

    def noun(self, classes: tuple[type, ...]) -> str:
        """Return the noun for a union of node classes, for messages."""
        return next((noun for noun, members in self.kinds.items() if set(classes) <= set(members)), "node")

    @cached_property
    def forms(self) -> dict[str, dict[str, str]]:
        """Return fields and meaning of all node classes, by noun and name.

        They are used as documentation.
        """
        return {noun: dict(self._document_node(kind) for kind in members) for noun, members in self.kinds.items()}

    def _document_node(self, kind: type) -> tuple[str, str]:
        fields = [name if usual is MISSING else f"[{name}]" for name, (_, usual) in self.fields_of(kind).items()]
        meaning = (kind.__doc__ or "").strip().partition("\n")[0].replace("``", "")
        return f"{node_name(kind)}: {', '.join(fields)}" if fields else node_name(kind), meaning


class _NodeReader:
    """Converts one tree; collects its errors and limits its number of nodes."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.wrong: list[NodeError] = []
        self.count = 0

    def of(self, value: object, hint: Any, path: Path) -> Any:
        """Convert a value; record an error and return ``None`` if it is invalid."""
        members, classes, inner = _members(hint), node_classes(hint), _item_type(_members(hint))
        result: Any = None
        if isinstance(value, list) and inner is not None:
            result = self._list(value, inner, path)
        elif classes and isinstance(value, dict):
            result = self._table(value, classes, path)
        elif isinstance(value, str):
            result = self._text(value, hint, path)
        elif type(value) is bool and bool in members:
            result = value
        elif type(value) is int and int in members:
            result = self._number(value, path)
        elif value is not None or NoneType not in members:
            self._add_error(path, f"{_abbreviate(value)}: expected {self._expected_message(hint)}")
        return result

    def _list(self, value: list[Any], inner: Any, path: Path) -> tuple[Any, ...] | None:
        if len(value) > MAX_ENTRIES:
            self._add_error(path, f"{len(value)} entries: at most {MAX_ENTRIES}")
            return None
        return tuple(self.of(each, inner, (*path, number)) for number, each in enumerate(value))

    def _number(self, value: int, path: Path) -> int | None:
        least = -MAX_INTEGER if path and path[-1] in self.nodes.signed else 0
        if not least <= value <= MAX_INTEGER:
            self._add_error(path, f"{_abbreviate(value)}: expected a whole number from {least} to {MAX_INTEGER}")
            return None
        return value

    def _text(self, value: str, hint: Any, path: Path) -> Any:
        """Convert a string to an enumeration member, a string or a node without fields."""
        members, classes = _members(hint), node_classes(hint)
        enums = [each for each in members if isinstance(each, type) and issubclass(each, StrEnum)]
        for each in (member for enum in enums for member in enum):
            if fold(each) == fold(value):
                return each
        if enums:
            return self._add_error(path, _unknown_value_message(value, list(enums[0])))
        if str in members:
            if len(value) <= MAX_TEXT_LENGTH and value.isprintable():
                return value
            return self._add_error(
                path, f"{_abbreviate(value)}: expected a text of at most {MAX_TEXT_LENGTH} characters in one line"
            )
        if classes:
            kind = self._kind(value, classes, path)
            return None if kind is None else self._node(kind, {}, path)
        return self._add_error(path, f"{_abbreviate(value)}: expected {self._expected_message(hint)}")

    def _table(self, value: dict[str, Any], classes: tuple[type, ...], path: Path) -> Any:
        fields = {key: each for key, each in value.items() if key != KEY}
        if len(classes) == 1 and KEY not in value:
            return self._node(classes[0], fields, path)
        if not isinstance(value.get(KEY), str):
            noun = self.nodes.noun(classes)
            self._add_error(path, f"which {noun} it is has to be said: {KEY} = {node_name(classes[0])!r}, for one")
            return None
        kind = self._kind(value[KEY], classes, (*path, KEY))
        return None if kind is None else self._node(kind, fields, path)

    def _kind(self, name: str, classes: tuple[type, ...], path: Path) -> type | None:
        node_class = next((each for each in classes if fold(node_name(each)) == fold(name)), None)
        if node_class is None:
            names = list(map(node_name, classes))
            self._add_error(path, f"no {self.nodes.noun(classes)} {_abbreviate(name)}{_suggestion(name, names)}")
        return node_class

    def _node(self, kind: type, fields: dict[str, Any], path: Path) -> Any:
        self.count += 1
        if self.count > MAX_NODES or sum(isinstance(step, str) for step in path) > MAX_DEPTH:
            # Report this once: all further values exceed the limit too.
            if not any(each.message.startswith(_TOO_MUCH) for each in self.wrong):
                self._add_error(path, f"{_TOO_MUCH} at most {MAX_NODES} tables, nested at most {MAX_DEPTH} deep")
            return None
        error_count, node_fields = len(self.wrong), self.nodes.fields_of(kind)
        for key in fields:
            if key not in node_fields:
                self._add_error(
                    (*path, key), f"{node_name(kind)} has no {_abbreviate(key)}{_suggestion(key, list(node_fields))}"
                )
        values: dict[str, Any] = {}
        for name, (hint, usual) in node_fields.items():
            if name in fields:
                values[name] = self.of(fields[name], hint, (*path, name))
            elif usual is MISSING and NoneType in _members(hint):
                values[name] = None
            elif usual is MISSING:
                self._add_error(path, f"{node_name(kind)} needs {name!r}: {self._expected_message(hint)}")
        return None if len(self.wrong) > error_count else kind(**values)

    def _add_error(self, path: Path, message: str) -> None:
        self.wrong.append(NodeError(path, message))

    def _expected_message(self, hint: Any) -> str:
        """Describe the values allowed for a type."""
        members, expected = _members(hint), list[str]()
        classes = node_classes(hint)
        for each in members:
            if each is bool:
                expected.append("true or false")
            elif each is int:
                expected.append(f"a whole number up to {MAX_INTEGER}")
            elif each is str:
                expected.append("a text")
            elif isinstance(each, type) and issubclass(each, StrEnum):
                expected.append(f"one of {', '.join(each)}")
            elif get_origin(each) is tuple:
                expected.append(f"a list, each entry {self._expected_message(get_args(each)[0])}")
        if len(classes) == 1:
            expected.append(f"a table of {node_name(classes[0])}: {', '.join(self.nodes.fields_of(classes[0]))}")
        elif classes:
            noun = self.nodes.noun(classes)
            expected.append(f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}")
        return " or ".join(expected)


_TOO_MUCH: Final = "the card is too complex:"


def node_name(kind: type) -> str:
    """Return the name of a node class in files: ``create token``."""
    return _HUMP.sub(" ", kind.__name__).lower()


@cache
def _members(hint: Any) -> tuple[Any, ...]:
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def node_classes(hint: Any) -> tuple[type, ...]:
    """Return the members of a union that are node classes."""
    return tuple(each for each in _members(hint) if is_dataclass(each) and isinstance(each, type))


def _item_type(members: tuple[Any, ...]) -> Any:
    return next((get_args(each)[0] for each in members if get_origin(each) is tuple), None)


def _unknown_value_message(value: str, allowed: list[Any]) -> str:
    suggestion = _suggestion(value, list(map(str, allowed)), listed=False)
    return f"{_abbreviate(value)} is none of {', '.join(allowed)}{suggestion}"


def _suggestion(text: str, candidates: list[str], *, listed: bool = True) -> str:
    """Return "did you mean ...?" for the most similar known name.

    Return the list of known names if none is similar.
    """
    close = suggest(text, {name: words(name) for name in candidates}, 1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known: {', '.join(candidates) or 'nothing'}" if listed else ""


def _abbreviate(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
