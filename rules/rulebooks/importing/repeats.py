"""Numbers that a document prints again: the same rule once more, or an overview of titles that follow below."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

_APART = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Repeats:
    """Lines that carry a number and open no unit.

    Attributes:
        kept: for the position of each, that of the line that opens the unit of its number.
        again: those of them that say once more what that line says; the others are of an overview, which names the
            title and belongs to the unit in which it stands.
    """

    kept: Mapping[int, int]
    again: frozenset[int]


def repeats(numbered: Iterable[tuple[int, str, str]], is_title: Callable[[str], bool]) -> Repeats:
    """Return which lines repeat the number of another.

    A title printed again counts where it stands last, a rule where it stands first. Two rules with one number and other
    words stay two.

    Args:
        numbered: position, number and text of each line that carries a number, in order.
        is_title: whether a text is only a title.
    """
    by_number: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for at, number, text in numbered:
        by_number[number].append((at, text))
    kept: dict[int, int] = {}
    again: set[int] = set()
    for printed in by_number.values():
        first, last = printed[0], printed[-1]
        if len(printed) > 1 and is_title(last[1]):
            kept |= dict.fromkeys((at for at, _ in printed[:-1]), last[0])
            continue
        for at, text in printed[1:]:
            if _APART.sub("", text) == _APART.sub("", first[1]):
                again.add(at)
                kept[at] = first[0]
    return Repeats(kept, frozenset(again))
