"""A lightweight replacement for frozen dataclasses with slots.

``dataclass(frozen=True, slots=True)`` generates and compiles five functions for each class. For the hundreds of effect
classes of Epic that took a sixth of the run time of a command, while their methods need not be fast.

>>> @frozen
... class Ring:
...     times: int
...     loud: bool = False
>>> Ring(2), Ring(times=2) == Ring(2, False), {Ring(2)} == {Ring(3)}
(Ring(times=2, loud=False), True, False)
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """Turn a class into a frozen dataclass with slots, without generated code.

    ``fields``, ``replace`` and ``match`` work as for dataclasses. Fields with ``init=False`` are set by
    ``__post_init__``; they are not compared or shown.

    Raises:
        TypeError: a field has a default factory or is keyword-only; use a dataclass for that.
    """
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    init_fields = [each for each in fields(made) if each.init]
    if any(each.default_factory is not MISSING or each.kw_only for each in init_fields):
        raise TypeError(f"{cls.__name__} has a field that only dataclass knows how to make")
    names = tuple(each.name for each in init_fields)
    facts = values_getter(names)

    def equal(self: Any, other: object) -> Any:
        return facts(self) == facts(other) if other.__class__ is self.__class__ else NotImplemented

    made.__init__ = _initialiser(made, init_fields)
    made.__eq__ = equal
    made.__hash__ = lambda self: hash(facts(self))
    made.__repr__ = _repr
    made.__reduce__ = lambda self: (self.__class__, facts(self))
    made.__setattr__ = made.__delattr__ = _raise_frozen_error
    frozen_type: type[T] = made
    return frozen_type


def values_getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that returns the values of some attributes as a tuple.

    >>> values_getter(("real", "imag"))(1j), values_getter(("real",))(1j), values_getter(())(1j)
    ((0.0, 1.0), (0.0,), ())
    """
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _initialiser(cls: Any, init_fields: "list[Field[Any]]") -> Callable[..., None]:
    """Return the ``__init__`` of a class with these fields."""
    names = tuple(each.name for each in init_fields)
    defaults = {each.name: each.default for each in init_fields if each.default is not MISSING}
    post_init = getattr(cls, "__post_init__", None)
    put = object.__setattr__

    def fill(self: Any, *values: Any, **named: Any) -> None:
        values_by_name = {**defaults, **dict(zip(names, values, strict=False)), **named}
        if (
            len(values_by_name) != len(names)
            or len(values) > len(names)
            or (named and not named.keys().isdisjoint(names[: len(values)]))
        ):
            raise TypeError(f"{cls.__name__} takes {', '.join(names) or 'nothing'}, each once; not {values}, {named}")
        for name, value in values_by_name.items():
            put(self, name, value)
        if post_init is not None:
            post_init(self)

    return fill


def _repr(self: Any) -> str:
    arguments = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__match_args__)
    return f"{self.__class__.__qualname__}({arguments})"


def _raise_frozen_error(_self: object, name: str, *_value: object) -> None:
    raise FrozenInstanceError(f"cannot change field {name!r}")
