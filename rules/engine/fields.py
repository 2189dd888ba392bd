"""Field tables of state classes: one declaration for JSON, comparison and digest.

A class with a field table can be constructed without arguments and declares each of its slots once: how it is
converted to JSON and back, and how it enters the digest. A test asserts that table and slots agree and that copies
share nothing.
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
    """Return ``value`` unchanged: the converter of slots that are JSON data already."""
    return value


def as_list(value: Any) -> list[Any]:
    """Return a new list of the items."""
    return list(value)


def deep_tuple(value: Any) -> Any:
    """Return JSON data with every list converted to a tuple."""
    if isinstance(value, list | tuple):
        return tuple(deep_tuple(item) for item in value)
    return value


@dataclass(frozen=True, slots=True)
class Field:
    """One slot of a state class.

    Attributes:
        name: the slot.
        to_json: converts the value to JSON data.
        from_json: converts JSON data to the value.
        for_digest: converts the value to canonical JSON data (unordered zones sorted); ``None`` if the digest ignores
            it.
        key: the key in JSON and digest, if it is not the name: slots may be renamed, stored data stays readable.
    """

    name: str
    to_json: Callable[[Any], Any] = identity
    from_json: Callable[[Any], Any] = deep_tuple
    for_digest: Callable[[Any], Any] | None = identity
    key: str = ""

    @property
    def storage_key(self) -> str:
        """The key in JSON and in the digest."""
        return self.key or self.name


def equal_facts(one: Any, other: Any, *, but: tuple[str, ...] = ()) -> bool:
    """Return True if two values are equal, comparing state objects field by field.

    Args:
        one: the first value.
        other: the second value.
        but: names of fields of the two objects to ignore.
    """
    kind: Any = type(one)
    values = _values(kind, but)
    if values is None or kind is not type(other):
        if isinstance(one, list) and isinstance(other, list):
            return len(one) == len(other) and all(map(equal_facts, one, other))
        return bool(one is other or one == other)
    mine, its = values(one), values(other)
    # Most slots are identical or hold nothing that needs a comparison by fields.
    return mine == its or all(a is b or equal_facts(a, b) for a, b in zip(mine, its, strict=True))


@cache
def _values(kind: type, but: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]] | None:
    """Return a getter of the fields of a state class; ``None`` for any other class."""
    facts: tuple[Field, ...] | None = getattr(kind, "FIELDS", None)
    return values_getter([fact.name for fact in facts if fact.name not in but]) if facts is not None else None


def records(cls: type[Any]) -> tuple[Callable[[Any], Any], Callable[[Any], Any], Callable[[Any], Any]]:
    """Return the three converters of a field with a list of ``cls`` objects.

    They are the functions ``to_json``, ``from_json`` and ``for_digest`` of :class:`Field`.
    """
    return (
        lambda value: [to_json(item) for item in value],
        lambda value: [from_json(cls, item) for item in value],
        lambda value: [canonical(item) for item in value],
    )


def to_json(record: Any) -> dict[str, Any]:
    """Return a state object as JSON data."""
    return {field.storage_key: field.to_json(getattr(record, field.name)) for field in record.FIELDS}


def from_json(cls: type[R], data: dict[str, Any]) -> R:
    """Return the state object of class ``cls`` from JSON data.

    Raises:
        ValueError: fields are missing or unknown; lists all of them.
    """
    names = {field.storage_key for field in cls.FIELDS}  # type: ignore[attr-defined]  # every state class has the table
    if names != data.keys():
        missing, unknown = sorted(names - data.keys()), sorted(data.keys() - names)
        raise ValueError(f"{cls.__name__}: missing {missing or 'nothing'}, unknown {unknown or 'nothing'}")
    record = cls()
    for field in cls.FIELDS:  # type: ignore[attr-defined]  # as above
        setattr(record, field.name, field.from_json(data[field.storage_key]))
    return record


def canonical(record: Any) -> dict[str, Any]:
    """Return a state object as JSON data for the digest, with unordered parts sorted."""
    return {
        field.storage_key: field.for_digest(getattr(record, field.name))
        for field in record.FIELDS
        if field.for_digest is not None
    }


def digest(record: Any) -> str:
    """Return a hash of the state that is the same on every machine."""
    text = json.dumps(canonical(record), sort_keys=True, separators=(",", ":"))
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def differences(before: Any, after: Any) -> list[tuple[str, Any, Any]]:
    """Return each differing field as ``(path, before, after)``, in field order."""
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
