"""Numbers printed more than once: duplicate rules and overviews of titles."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

_APART = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Repeats:
    """Numbered lines that start no unit.

    Attributes:
        first_lines: index of the line that starts the unit, by index of the repeating line.
        duplicates: repeating lines with the same text; the others belong to an overview of titles.
    """

    first_lines: Mapping[int, int]
    duplicates: frozenset[int]


def find_repeats(numbered: Iterable[tuple[int, str, str]], is_title: Callable[[str], bool]) -> Repeats:
    """Return the lines that repeat the number of another line.

    Of titles the last occurrence counts, of rules the first. Rules with the same number and different text are
    separate.

    Args:
        numbered: index, number and text of each numbered line, in order.
        is_title: returns whether a text is only a title.
    """
    by_number: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    for index, number, text in numbered:
        by_number[number].append((index, text))
    first_lines: dict[int, int] = {}
    duplicates: set[int] = set()
    for printed in by_number.values():
        first, last = printed[0], printed[-1]
        if len(printed) > 1 and is_title(last[1]):
            first_lines |= dict.fromkeys((index for index, _ in printed[:-1]), last[0])
            continue
        for index, text in printed[1:]:
            if _APART.sub("", text) == _APART.sub("", first[1]):
                duplicates.add(index)
                first_lines[index] = first[0]
    return Repeats(first_lines, frozenset(duplicates))
