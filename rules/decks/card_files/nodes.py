"""Trees of typed nodes, as the texts of cards are, in the plain data of a card file, and back.

A node is a frozen dataclass. In a file it is a table whose ``is`` names it and whose other keys are its fields; a node
of which nothing more is said may be its name alone, and where only one kind of node can stand, ``is`` is left out. A
field at its usual value is left out as well, and so is one that may be nothing and is.

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
[Misread(path=(0, 'is'), message="no instruction 'drw'; did you mean 'draw'?")]
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
"""Names what a table stands for."""
MOST_NODES: Final = 200
"""Of one tree; the longest text of a published card has 24."""
DEEPEST: Final = 16
"""Tables inside each other; those of published cards are 7 deep at most."""
MOST_ENTRIES: Final = 24
"""Of one list."""
LONGEST: Final = 200
"""Characters of a text."""
HIGHEST: Final = 99
"""The highest whole number, and below 0 the lowest where there is one."""
Path: TypeAlias = tuple[int | str, ...]
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")


class Misread(NamedTuple):
    """One thing wrong with a tree.

    Attributes:
        path: to where it is, by indices and keys.
        message: what is wrong, and what would be right.
    """

    path: Path
    message: str


def written_path(field: str, path: Path) -> str:
    """Return a path as it is told: ``effects[0].to.what``."""
    return field + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)


class Nodes:
    """The nodes that a game's texts are built of.

    Args:
        kinds: unions of nodes, by what one of them is called: ``instruction``.
        names: what annotations of their fields name beside what their modules import.
        signed: fields whose numbers may be below 0.
        families: unions of nodes, by the class that annotations name for them.
    """

    def __init__(
        self,
        kinds: Mapping[str, Any],
        names: Mapping[str, Any],
        signed: frozenset[str] = frozenset(),
        families: Mapping[Any, Any] | None = None,
    ) -> None:
        self.kinds: Final = {noun: classes_in(kind) for noun, kind in kinds.items()}
        self.signed: Final = signed
        self._names: Final = dict(names)
        self._families: Final = dict(families or {})
        self._hints: Final[dict[type, dict[str, Any]]] = {}

    def read(self, value: object, hint: object) -> tuple[Any, list[Misread]]:
        """Return what plain data stand for, and what is wrong with them; where anything is, the first is no use.

        Args:
            value: lists, tables, texts, numbers.
            hint: the type of what they stand for.
        """
        reading = _Reading(self)
        found = reading.of(value, hint, ())
        return found, reading.wrong

    def write(self, value: object, hint: object) -> Any:
        """Return a tree as the plain data that ``read`` reads."""
        if isinstance(value, tuple):
            (inner,) = {each for member in _members(hint) for each in get_args(member) if each is not ...}
            return [self.write(each, inner) for each in value]
        if not is_dataclass(value) or isinstance(value, type):
            return str(value) if isinstance(value, StrEnum) else value
        told = {name: self.write(getattr(value, name), kind) for name, kind in self.told_of(value)}
        several = len(classes_in(hint)) > 1
        if not told and (several or not self.fields_of(type(value))):
            return name_of(type(value))
        return {KEY: name_of(type(value)), **told} if several else told

    def walk(self, value: object, path: Path = ()) -> Iterator[tuple[Path, Any]]:
        """Yield every node of a tree with its path, in reading order."""
        if isinstance(value, tuple):
            for number, each in enumerate(value):
                yield from self.walk(each, (*path, number))
        elif is_dataclass(value) and not isinstance(value, type):
            yield path, value
            for name in self.fields_of(type(value)):
                yield from self.walk(getattr(value, name), (*path, name))

    def told_of(self, node: Any) -> Iterator[tuple[str, Any]]:
        """Yield the fields of a node that are not at their usual values, each with its type."""
        for name, (kind, usual) in self.fields_of(type(node)).items():
            value = getattr(node, name)
            if value != usual and not (value is None and NoneType in _members(kind)):
                yield name, kind

    def fields_of(self, kind: type) -> dict[str, tuple[Any, Any]]:
        """Return the fields of a kind of node, each with its type and its usual value, ``MISSING`` without one."""
        if kind not in self._hints:
            hints = get_type_hints(kind, localns=self._names)
            self._hints[kind] = {
                each.name: (self._members_of(hints[each.name]), each.default) for each in fields(kind) if each.init
            }
        return self._hints[kind]

    def _members_of(self, hint: Any) -> Any:
        """Return a type with the nodes that are meant in place of the class that stands for them."""
        if isinstance(hint, type) and hint in self._families:
            return self._families[hint]
        inside = tuple(map(self._members_of, get_args(hint)))
        if get_origin(hint) is tuple:
            return GenericAlias(tuple, (inside[0], ...))
        return reduce(or_, inside) if get_origin(hint) in (Union, UnionType) else hint

    def noun(self, classes: tuple[type, ...]) -> str:
        """Return what one of several kinds of node is called together."""
        return next((noun for noun, members in self.kinds.items() if set(classes) <= set(members)), "node")

    @cached_property
    def forms(self) -> dict[str, dict[str, str]]:
        """The nodes by what they are called together, each with its fields and what it stands for, for readers."""
        return {noun: dict(self._form(kind) for kind in members) for noun, members in self.kinds.items()}

    def _form(self, kind: type) -> tuple[str, str]:
        told = [name if usual is MISSING else f"[{name}]" for name, (_, usual) in self.fields_of(kind).items()]
        meaning = (kind.__doc__ or "").strip().partition("\n")[0].replace("``", "")
        return f"{name_of(kind)}: {', '.join(told)}" if told else name_of(kind), meaning


class _Reading:
    """One tree being read: what is wrong with it so far, and how much of it there is."""

    def __init__(self, nodes: Nodes) -> None:
        self.nodes = nodes
        self.wrong: list[Misread] = []
        self.count = 0

    def of(self, value: object, hint: Any, path: Path) -> Any:
        """Return what a value stands for; ``None`` where it is wrong, which is noted."""
        members, classes, inner = _members(hint), classes_in(hint), _inner(_members(hint))
        found: Any = None
        if isinstance(value, list) and inner is not None:
            found = self._list(value, inner, path)
        elif classes and isinstance(value, dict):
            found = self._table(value, classes, path)
        elif isinstance(value, str):
            found = self._text(value, hint, path)
        elif type(value) is bool and bool in members:
            found = value
        elif type(value) is int and int in members:
            found = self._number(value, path)
        elif value is not None or NoneType not in members:
            self._say(path, f"{_short(value)}: expected {self._said(hint)}")
        return found

    def _list(self, value: list[Any], inner: Any, path: Path) -> tuple[Any, ...] | None:
        if len(value) > MOST_ENTRIES:
            self._say(path, f"{len(value)} entries: at most {MOST_ENTRIES}")
            return None
        return tuple(self.of(each, inner, (*path, number)) for number, each in enumerate(value))

    def _number(self, value: int, path: Path) -> int | None:
        least = -HIGHEST if path and path[-1] in self.nodes.signed else 0
        if not least <= value <= HIGHEST:
            self._say(path, f"{_short(value)}: expected a whole number from {least} to {HIGHEST}")
            return None
        return value

    def _text(self, value: str, hint: Any, path: Path) -> Any:
        """Return a member of an enumeration, a text, or a node that is its name alone."""
        members, classes = _members(hint), classes_in(hint)
        enums = [each for each in members if isinstance(each, type) and issubclass(each, StrEnum)]
        for each in (member for enum in enums for member in enum):
            if fold(each) == fold(value):
                return each
        if enums:
            return self._say(path, _none_of(value, list(enums[0])))
        if str in members:
            if len(value) <= LONGEST and value.isprintable():
                return value
            return self._say(path, f"{_short(value)}: expected a text of at most {LONGEST} characters in one line")
        if classes:
            kind = self._kind(value, classes, path)
            return None if kind is None else self._node(kind, {}, path)
        return self._say(path, f"{_short(value)}: expected {self._said(hint)}")

    def _table(self, value: dict[str, Any], classes: tuple[type, ...], path: Path) -> Any:
        told = {key: each for key, each in value.items() if key != KEY}
        if len(classes) == 1 and KEY not in value:
            return self._node(classes[0], told, path)
        if not isinstance(value.get(KEY), str):
            noun = self.nodes.noun(classes)
            self._say(path, f"which {noun} it is has to be said: {KEY} = {name_of(classes[0])!r}, for one")
            return None
        kind = self._kind(value[KEY], classes, (*path, KEY))
        return None if kind is None else self._node(kind, told, path)

    def _kind(self, name: str, classes: tuple[type, ...], path: Path) -> type | None:
        found = next((each for each in classes if fold(name_of(each)) == fold(name)), None)
        if found is None:
            known = list(map(name_of, classes))
            self._say(path, f"no {self.nodes.noun(classes)} {_short(name)}{_guess(name, known)}")
        return found

    def _node(self, kind: type, told: dict[str, Any], path: Path) -> Any:
        self.count += 1
        if self.count > MOST_NODES or sum(isinstance(step, str) for step in path) > DEEPEST:
            # Said once: what follows would be as much too long.
            if not any(each.message.startswith(_TOO_MUCH) for each in self.wrong):
                self._say(path, f"{_TOO_MUCH} at most {MOST_NODES} tables, and {DEEPEST} inside each other")
            return None
        before, known = len(self.wrong), self.nodes.fields_of(kind)
        for key in told:
            if key not in known:
                self._say((*path, key), f"{name_of(kind)} has no {_short(key)}{_guess(key, list(known))}")
        values: dict[str, Any] = {}
        for name, (hint, usual) in known.items():
            if name in told:
                values[name] = self.of(told[name], hint, (*path, name))
            elif usual is MISSING and NoneType in _members(hint):
                values[name] = None
            elif usual is MISSING:
                self._say(path, f"{name_of(kind)} needs {name!r}: {self._said(hint)}")
        return None if len(self.wrong) > before else kind(**values)

    def _say(self, path: Path, message: str) -> None:
        self.wrong.append(Misread(path, message))

    def _said(self, hint: Any) -> str:
        """Return what may stand in a place."""
        members, said = _members(hint), list[str]()
        classes = classes_in(hint)
        for each in members:
            if each is bool:
                said.append("true or false")
            elif each is int:
                said.append(f"a whole number up to {HIGHEST}")
            elif each is str:
                said.append("a text")
            elif isinstance(each, type) and issubclass(each, StrEnum):
                said.append(f"one of {', '.join(each)}")
            elif get_origin(each) is tuple:
                said.append(f"a list, each entry {self._said(get_args(each)[0])}")
        if len(classes) == 1:
            said.append(f"a table of {name_of(classes[0])}: {', '.join(self.nodes.fields_of(classes[0]))}")
        elif classes:
            noun = self.nodes.noun(classes)
            said.append(f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}")
        return " or ".join(said)


_TOO_MUCH: Final = "this is more than is read of one card:"


def name_of(kind: type) -> str:
    """Return what a kind of node is called in a file: ``create token``."""
    return _HUMP.sub(" ", kind.__name__).lower()


@cache
def _members(hint: Any) -> tuple[Any, ...]:
    """Return the types of which something is one."""
    return get_args(hint) if get_origin(hint) in (Union, UnionType) else (hint,)


def classes_in(hint: Any) -> tuple[type, ...]:
    """Return the kinds of node that something may be."""
    return tuple(each for each in _members(hint) if is_dataclass(each) and isinstance(each, type))


def _inner(members: tuple[Any, ...]) -> Any:
    return next((get_args(each)[0] for each in members if get_origin(each) is tuple), None)


def _none_of(value: str, known: list[Any]) -> str:
    return f"{_short(value)} is none of {', '.join(known)}{_guess(value, list(map(str, known)), listed=False)}"


def _guess(written: str, known: list[str], *, listed: bool = True) -> str:
    """Return what may be meant, or else what there is."""
    close = suggest(written, {name: words(name) for name in known}, 1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; known: {', '.join(known) or 'nothing'}" if listed else ""


def _short(value: object) -> str:
    written = repr(value)
    return written if len(written) <= 60 else f"{written[:57]}..."
