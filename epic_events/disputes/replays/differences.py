"""Differences between JSON values, used to store boards that change little from step to step.

A difference is a list whose first item is its kind:

- ``["=", value]``: another value;
- ``["{}", {key: difference}, [key]]``: changed or added keys, and removed keys;
- ``["[]", {index: difference}]``: changed items of a list of the same length;
- ``["[:]", start, end, [value]]``: the slice from ``start`` to ``end`` (old indices) is replaced.

>>> difference({"gold": 1, "hand": ["Kong"]}, {"gold": 0, "hand": ["Kong"]})
['{}', {'gold': ['=', 0]}, []]
>>> applied({"gold": 1, "hand": ["Kong"]}, ['{}', {'gold': ['=', 0]}, []])
{'gold': 0, 'hand': ['Kong']}
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

Difference: TypeAlias = list[Any]


Known: TypeAlias = dict[tuple[int, int], Difference | None]
"""Cached differences, by the identities of the compared objects, which must stay alive."""


def difference(before: Any, after: Any, known: Known | None = None) -> Difference | None:
    """Return the difference from ``before`` to ``after``; ``None`` if they are equal. Tuples count as lists.

    Equality is that of Python, so 1 and true are equal.

    Args:
        before: JSON data.
        after: JSON data.
        known: cache of differences for data with shared parts; it is extended.
    """
    if before == after:
        return None
    known = {} if known is None else known
    place = id(before), id(after)
    if place not in known:
        known[place] = _difference(before, after, known)
    return known[place]


def _difference(before: Any, after: Any, known: Known) -> Difference | None:
    """Return the difference of two unequal values."""
    if isinstance(before, dict) and isinstance(after, dict):
        changed = {
            key: difference(before[key], value, known) if key in before else ["=", value]
            for key, value in after.items()
            if key not in before or before[key] != value
        }
        return ["{}", changed, [key for key in before if key not in after]]
    if isinstance(before, list | tuple) and isinstance(after, list | tuple):
        return _of_lists(before, after, known)
    return ["=", after]


def _of_lists(before: Sequence[Any], after: Sequence[Any], known: Known) -> Difference | None:
    """Return the difference of two lists: item by item if they have the same length, else as a slice."""
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        changed = {str(index): difference(one, other, known) for index, (one, other) in pairs if one != other}
        return ["[]", changed] if changed else None  # ``None`` if only a tuple has become a list
    shorter = min(len(before), len(after))
    start = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    alike = next((n for n in range(shorter - start) if before[-1 - n] != after[-1 - n]), shorter - start)
    return ["[:]", start, len(before) - alike, list(after[start : len(after) - alike])]


def applied(before: Any, change: Difference | None) -> Any:
    """Return ``before`` with a difference applied; ``before`` is not changed.

    Args:
        before: JSON data.
        change: a result of :func:`difference`.
    """
    if change is None:
        return before
    match change:
        case ["{}", changed, gone]:
            remaining = {key: value for key, value in before.items() if key not in gone}
            return remaining | {key: applied(before.get(key), nested_change) for key, nested_change in changed.items()}
        case ["[]", changed]:
            entries = list(before)
            for index, nested_change in changed.items():
                entries[int(index)] = applied(entries[int(index)], nested_change)
            return entries
        case ["[:]", start, end, entries]:
            return [*before[:start], *entries, *before[end:]]
        case _:
            return change[1]
