"""What frames and triggers remember under a name (``Frame.data``, ``Trigger.data``), and what its values mean.

Whoever stores something under a new name says here what it means; a test looks for names that are missing. A game is
numbered anew for its digest, and put into words for a position, by this table.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, Final

from rules.engine.ids import FIRST_OBJECT


class Meaning(StrEnum):
    """What the values under one name are."""

    REF = "one reference: a player, a card, something in play"
    REFS = "references, in order; what was picked together is a group of its own"
    SHARES = "shares of damage: source, target and points each"
    NUMBER = "a number, or yes or no"
    PATH = "where in the text of a card: ability, mode, position of each nested list"
    RULES = "citations for the log; no fact of the game"
    PASSING = "worked out anew whenever the frame goes on; no fact of the game"
    PLAIN = "plain data of any shape, in which only numbers of things in play are references"


MEANING: Final[dict[str, Meaning]] = {
    "affected": Meaning.REFS,
    "allies": Meaning.NUMBER,
    "at": Meaning.NUMBER,
    "by": Meaning.REF,
    "count": Meaning.NUMBER,
    "doomed": Meaning.REFS,
    "earlier": Meaning.NUMBER,
    "gain": Meaning.NUMBER,
    "given": Meaning.REFS,
    "gone": Meaning.PLAIN,
    "health": Meaning.NUMBER,
    "hearing": Meaning.REFS,
    "left": Meaning.NUMBER,
    "mode": Meaning.NUMBER,
    "number": Meaning.NUMBER,
    "path": Meaning.PATH,
    "picked": Meaning.REFS,
    "picks": Meaning.REFS,
    "revealed": Meaning.REFS,
    "rules": Meaning.RULES,
    "seats": Meaning.REFS,
    "shares": Meaning.SHARES,
    "side": Meaning.NUMBER,
    "text": Meaning.PLAIN,
    "that": Meaning.REFS,
    "used": Meaning.PASSING,
}
"""The meaning of each name; a name that is missing is ``PLAIN``."""

NO_FACTS: Final = (Meaning.RULES, Meaning.PASSING)


def meaning(name: str) -> Meaning:
    """Return what the values under ``name`` mean."""
    return MEANING.get(name, Meaning.PLAIN)


def facts(data: dict[str, Any]) -> dict[str, Any]:
    """Return the part of ``data`` that is a fact of the game, sorted by name."""
    return {name: data[name] for name in sorted(data) if meaning(name) not in NO_FACTS}


def references(name: str, value: Any) -> Iterator[int]:
    """Yield the references in a value, in order."""
    match meaning(name):
        case Meaning.REF:
            yield value
        case Meaning.REFS:
            yield from _flat(value)
        case Meaning.SHARES:
            yield from (ref for source, target, _ in value for ref in (source, target))
        case Meaning.PLAIN:
            yield from _objects(value)


def _flat(refs: tuple[Any, ...]) -> Iterator[int]:
    for ref in refs:
        yield from ref if isinstance(ref, tuple) else (ref,)


def _objects(value: Any) -> Iterator[int]:
    if isinstance(value, tuple | list):
        for item in value:
            yield from _objects(item)
    elif isinstance(value, int) and value >= FIRST_OBJECT:
        yield value


def with_numbers(name: str, value: Any, numbers: dict[int, int]) -> Any:
    """Return a value with its references replaced by ``numbers``; what has no new number keeps its own."""
    match meaning(name):
        case Meaning.REF:
            return numbers.get(value, value)
        case Meaning.REFS:
            return tuple(
                tuple(numbers.get(one, one) for one in ref) if isinstance(ref, tuple) else numbers.get(ref, ref)
                for ref in value
            )
        case Meaning.SHARES:
            return tuple((numbers.get(one, one), numbers.get(other, other), points) for one, other, points in value)
        case Meaning.PLAIN:
            return _with_objects(value, numbers)
    return value


def _with_objects(value: Any, numbers: dict[int, int]) -> Any:
    if isinstance(value, tuple | list):
        return tuple(_with_objects(item, numbers) for item in value)
    return numbers.get(value, value) if isinstance(value, int) and value >= FIRST_OBJECT else value
