"""Dataclass fields whose values are computed when they are first read.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Library:
...     books: LazyField[list[str]] = LazyField(list)
>>> Library().books, Library(["one"]).books, Library(lazy(lambda: ["read", "now"])).books
([], ['one'], ['read', 'now'])
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, cast, overload

T = TypeVar("T")


class _Lazy(Generic[T]):
    """A value that is not computed yet."""

    def __init__(self, make: Callable[[], T]) -> None:
        self.make: Final = make


def lazy(make: Callable[[], T]) -> T:
    """Return a placeholder that a :class:`LazyField` replaces by a computed value.

    Args:
        make: computes the value; concurrent threads may call it more than once.
    """
    return cast("T", _Lazy(make))


class LazyField(Generic[T]):
    """A descriptor for dataclass fields that accept :func:`lazy` placeholders.

    They accept values too.

    Args:
        default: computes the default value; without it the field is required.
    """

    def __init__(self, default: Callable[[], T] | None = None) -> None:
        self._default: Final = default

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, held: None, _owner: type) -> T: ...
    @overload
    def __get__(self, held: object, _owner: type) -> T: ...
    def __get__(self, held: object | None, _owner: type) -> Any:
        if held is None:  # The dataclass decorator reads the default.
            if self._default is None:
                raise AttributeError(self._name)
            return lazy(self._default)
        value = held.__dict__[self._name]
        if isinstance(value, _Lazy):
            value = held.__dict__[self._name] = value.make()
        return value

    def __set__(self, held: object, value: T) -> None:
        held.__dict__[self._name] = value
