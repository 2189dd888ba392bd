"""JSON data told as its difference from other JSON data: boards of a replay are alike from one step to the next.

A difference is a list whose first word says what it is:

- ``["=", value]``: another value;
- ``["{}", {key: difference}, [key]]``: fields that changed or came, and those that are gone;
- ``["[]", {index: difference}]``: entries that changed in a list as long as before;
- ``["[:]", start, end, [value]]``: what stands in a list from ``start`` to ``end`` (counted as before) is replaced.

>>> difference({"gold": 1, "hand": ["Kong"]}, {"gold": 0, "hand": ["Kong"]})
['{}', {'gold': ['=', 0]}, []]
>>> applied({"gold": 1, "hand": ["Kong"]}, ['{}', {'gold': ['=', 0]}, []])
{'gold': 0, 'hand': ['Kong']}
"""

from collections.abc import Sequence
from typing import Any, TypeAlias

Difference: TypeAlias = list[Any]


Known: TypeAlias = dict[tuple[int, int], Difference | None]
"""Differences that have been told, by the identities of what was compared, which is kept meanwhile."""


def difference(before: Any, after: Any, known: Known | None = None) -> Difference | None:
    """Return what makes ``after`` of ``before``; None when they are the same. Tuples count as lists.

    What Python takes for equal is the same here: a field does not turn from 1 to true.

    Args:
        before: JSON data.
        after: what it became.
        known: differences of other data that shares parts with this; what is told here is added.
    """
    if before == after:
        return None
    known = {} if known is None else known
    place = id(before), id(after)
    if place not in known:
        known[place] = _difference(before, after, known)
    return known[place]


def _difference(before: Any, after: Any, known: Known) -> Difference | None:
    """Return the difference of two values that are not the same."""
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
    """Return the difference of two lists: entry by entry where they are as long, else of what is not alike."""
    if len(before) == len(after):
        pairs = enumerate(zip(before, after, strict=True))
        changed = {str(index): difference(one, other, known) for index, (one, other) in pairs if one != other}
        return ["[]", changed] if changed else None  # none where a tuple has become a list
    shorter = min(len(before), len(after))
    start = next((n for n in range(shorter) if before[n] != after[n]), shorter)
    alike = next((n for n in range(shorter - start) if before[-1 - n] != after[-1 - n]), shorter - start)
    return ["[:]", start, len(before) - alike, list(after[start : len(after) - alike])]


def applied(before: Any, change: Difference | None) -> Any:
    """Return what a difference makes of ``before``, which stays as it is.

    Args:
        before: what it was told against.
        change: of :func:`difference`.
    """
    if change is None:
        return before
    match change:
        case ["{}", changed, gone]:
            kept = {key: value for key, value in before.items() if key not in gone}
            return kept | {key: applied(before.get(key), told) for key, told in changed.items()}
        case ["[]", changed]:
            entries = list(before)
            for index, told in changed.items():
                entries[int(index)] = applied(entries[int(index)], told)
            return entries
        case ["[:]", start, end, entries]:
            return [*before[:start], *entries, *before[end:]]
        case _:
            return change[1]
