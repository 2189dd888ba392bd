"""Splits lists of card names, with counts."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from rules.decks.catalogue import Catalogue
from rules.decks.names import fold

NUMBER: Final = re.compile(r"\s*#\s*(\d{1,3})$")
"""Matches the number of one of several objects with the same name: ``Wolf Token#2``."""
_COUNT: Final = re.compile(r"^(\d{1,2})\s*[x×]?\s+(?=\S)|^(\d{1,2})\s*[x×]\s*(?=\S)", re.IGNORECASE)  # noqa: RUF001 - people type the multiplication sign
_COUNT_AFTER: Final = re.compile(r"\s*[x×]\s*(\d{1,2})$|\s*\(\s*[x×]\s*(\d{1,2})\s*\)$", re.IGNORECASE)  # noqa: RUF001 - as above
"""Matches ``Wolf Token x3``."""
_AND: Final = re.compile(r"\s+(?:and|plus)\s+|\s*[&+]\s*", re.IGNORECASE)
"""Separators of names other than the comma, also after a comma: ``Kong, and Lash``."""
_AND_BEFORE: Final = re.compile(r"^(?:and|&|\+)\s+", re.IGNORECASE)
COUNTS: Final = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip
_COUNT_WORD: Final = re.compile(
    rf"^({'|'.join(COUNTS)})\s+(?:of\s+)?(?:(?:the|her|his|my|their)\s+)?(?=\S)", re.IGNORECASE
)


def split_names(cards: Catalogue[Any], text: str, is_name: Callable[[str], bool]) -> list[str]:
    """Split a list of names at commas and "and".

    ``3 Name`` yields the name three times.

    Args:
        cards: the cards of the game.
        text: the list; a card name that contains a comma or "and" is not split.
        is_name: returns True if a text names something; decides whether a separator may be part of a name.
    """
    names: list[str] = []
    for piece in _whole_names(cards, [part.strip() for part in text.split(",")], ", "):
        joined = _AND.search(piece) and not cards.find(piece) and not is_name(piece)
        parts = _whole_names(cards, _AND.split(piece), " and ") if joined else [piece]
        for part in parts:
            names += _counted(cards, _AND_BEFORE.sub("", part))
    return names


def _counted(cards: Catalogue[Any], part: str) -> list[str]:
    """Return a name repeated by its count: ``3 Name``, ``Name x3``, ``three Names``."""
    if not part or cards.find(part):
        return [part] if part else []
    count = _COUNT.match(part)
    if count:
        return [part[count.end() :].strip()] * int(count[1] or count[2])
    count = _COUNT_AFTER.search(part)
    if count and count.start():
        return [part[: count.start()].strip()] * int(count[1] or count[2])
    count = _COUNT_WORD.match(part)
    return [part[count.end() :].strip()] * COUNTS[count[1].casefold()] if count else [part]


def _whole_names(cards: Catalogue[Any], pieces: list[str], glue: str) -> list[str]:
    """Join neighbouring pieces that together are one card name.

    For example ``Markus, Watch Captain``.
    """
    names: list[str] = []
    start = 0
    while start < len(pieces):
        for end in range(min(start + 3, len(pieces)), start + 1, -1):
            # A piece without a name of its own (`2 ?`) is not part of a longer name.
            if not all(fold(_COUNT.sub("", piece)) for piece in pieces[start:end]):
                continue
            joined = glue.join(pieces[start:end])
            name_without_number = NUMBER.sub("", joined)
            name_without_number = _COUNT.sub("", name_without_number)
            if cards.find(name_without_number) or any(
                cards.find(rest) for rest in _without_owner(name_without_number, glue)
            ):
                names.append(joined)
                start = end
                break
        else:
            names.append(pieces[start])
            start += 1
    return names


def _without_owner(text: str, glue: str) -> Iterator[str]:
    """Yield the texts after each owner; ``glue`` joins a name and the next owner."""
    for sign in ("' ", "'s "):
        owner, separator, rest = text.partition(sign)
        if separator and owner and glue not in owner:
            yield rest
