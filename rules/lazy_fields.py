"""Fields of a value that are worked out when they are first read: much is told of a game that one question never asks.

>>> from dataclasses import dataclass
>>> @dataclass(frozen=True)
... class Shelf:
...     books: Late[list[str]] = Late(list)
>>> Shelf().books, Shelf(["one"]).books, Shelf(later(lambda: ["read", "now"])).books
([], ['one'], ['read', 'now'])
"""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, cast, overload

T = TypeVar("T")


class _Lazy(Generic[T]):
    """A value that is not worked out yet."""

    def __init__(self, make: Callable[[], T]) -> None:
        self.make: Final = make


def lazy(make: Callable[[], T]) -> T:
    """Return what stands for a value until a field that is :class:`Late` is read; good for nothing else.

    Args:
        make: works the value out; it may be called more than once where several threads come together.
    """
    return cast("T", _Lazy(make))


class LazyField(Generic[T]):
    """A field of a dataclass that takes a value, or one that comes :func:`later`.

    Args:
        default: works out the value of an instance that is given none; without it the field has to be given.
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
        if held is None:  # a dataclass asks for the default
            if self._default is None:
                raise AttributeError(self._name)
            return lazy(self._default)
        value = held.__dict__[self._name]
        if isinstance(value, _Lazy):
            value = held.__dict__[self._name] = value.make()
        return value

    def __set__(self, held: object, value: T) -> None:
        held.__dict__[self._name] = value
