"""One table of fields per class of a state: it drives JSON, comparison and the digest, so that they cannot drift apart.

A class that stores facts can be made without arguments and lists each of its slots once, with how the slot is written
to JSON and read back and how it counts in the digest. A test asserts that table and slots agree and that the
hand-written copies share nothing.
"""

import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar

from rules.frozen import values_getter

R = TypeVar("R")


def identity(value: Any) -> Any:
    """Return ``value`` unchanged: it is JSON data already."""
    return value


def as_list(value: Any) -> list[Any]:
    """Return a new list of the same items."""
    return list(value)


def deep_tuple(value: Any) -> Any:
    """Return JSON data with every list made a tuple, so that it cannot be changed in place."""
    if isinstance(value, list | tuple):
        return tuple(deep_tuple(item) for item in value)
    return value


@dataclass(frozen=True, slots=True)
class Field:
    """One slot of a class that stores facts.

    Attributes:
        name: the slot.
        to_json: makes JSON data of the value.
        from_json: makes the value of JSON data.
        for_digest: makes canonical JSON data of the value (order-free zones sorted); ``None`` when the slot is no fact
            of the game (its log) and the digest ignores it.
        key: under what it stands in JSON and in the digest, where that is not the slot's name: what was stored before
            a slot was given a better name is read for ever.
    """

    name: str
    to_json: Callable[[Any], Any] = identity
    from_json: Callable[[Any], Any] = deep_tuple
    for_digest: Callable[[Any], Any] | None = identity
    key: str = ""

    @property
    def stored(self) -> str:
        """Under what it stands in JSON."""
        return self.key or self.name


def equal_facts(one: Any, other: Any, *, but: tuple[str, ...] = ()) -> bool:
    """Whether two values are the same, slot by slot where they store facts.

    Args:
        one: a value.
        other: the one it is compared with.
        but: slots of these two in which they may differ.
    """
    kind: Any = type(one)
    values = _values(kind, but)
    if values is None or kind is not type(other):
        if isinstance(one, list) and isinstance(other, list):
            return len(one) == len(other) and all(map(equal_facts, one, other))
        return bool(one is other or one == other)
    mine, its = values(one), values(other)
    # Most slots hold the very same thing, or nothing that would have to be looked into.
    return mine == its or all(this is that or equal_facts(this, that) for this, that in zip(mine, its, strict=True))


@cache
def _values(kind: type, but: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]] | None:
    """Return what gives the slots of a class that stores facts; None for another class."""
    facts: tuple[Field, ...] | None = getattr(kind, "FIELDS", None)
    return values_getter([fact.name for fact in facts if fact.name not in but]) if facts is not None else None


def records(cls: type[Any]) -> tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], Any]]:
    """Return the three functions of a field that holds a list of ``cls`` objects."""
    return (
        lambda value: [to_json(item) for item in value],
        lambda value: [from_json(cls, item) for item in value],
        lambda value: [canonical(item) for item in value],
    )


def to_json(record: Any) -> dict[str, Any]:
    """Return ``record`` as JSON data, by its class's field table."""
    return {field.stored: field.to_json(getattr(record, field.name)) for field in record.FIELDS}


def from_json(cls: type[R], data: dict[str, Any]) -> R:
    """Return the record of class ``cls`` that ``data`` describes.

    Raises:
        ValueError: a field is missing or unknown; names all of them.
    """
    names = {field.stored for field in cls.FIELDS}  # type: ignore[attr-defined]  # every state class has the table
    if names != data.keys():
        missing, unknown = sorted(names - data.keys()), sorted(data.keys() - names)
        raise ValueError(f"{cls.__name__}: missing {missing or 'nothing'}, unknown {unknown or 'nothing'}")
    record = cls()
    for field in cls.FIELDS:  # type: ignore[attr-defined]  # as above
        setattr(record, field.name, field.from_json(data[field.stored]))
    return record


def canonical(record: Any) -> dict[str, Any]:
    """Return the facts of ``record`` as JSON data in which what has no order is sorted."""
    return {
        field.stored: field.for_digest(getattr(record, field.name))
        for field in record.FIELDS
        if field.for_digest is not None
    }


def digest(record: Any) -> str:
    """Return a hash of the facts of ``record``: equal facts give equal digests on every machine."""
    text = json.dumps(canonical(record), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def differences(before: Any, after: Any) -> list[tuple[str, Any, Any]]:
    """Return each fact that differs between two records as ``(path, before, after)``, in the order of the fields."""
    return list(_compare("", canonical(before), canonical(after)))


def _compare(path: str, before: Any, after: Any) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(before, dict) and isinstance(after, dict):
        for key in [*before, *(key for key in after if key not in before)]:
            yield from _compare(f"{path}.{key}" if path else str(key), before.get(key), after.get(key))
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _compare(f"{path}[{index}]", one, other)
    elif before != after:
        yield path, before, after
