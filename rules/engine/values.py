"""Immutable value objects that are cheaper to construct than frozen dataclasses."""

from typing import ClassVar


class ValueObject:
    """A value object: compared and hashed by its parts, never changed.

    ``PARTS`` names the slots in order. They are declared ``Final`` and checked by mypy only; a check at run time would
    make construction four times slower, and millions are constructed.
    """

    PARTS: ClassVar[tuple[str, ...]] = ()

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return self is other or (type(other) is type(self) and self._parts() == other._parts())

    def __hash__(self) -> int:
        return hash(self._parts())

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.PARTS)
        return f"{type(self).__name__}({parts})"

    def _parts(self) -> tuple[object, ...]:
        return tuple([getattr(self, name) for name in self.PARTS])
