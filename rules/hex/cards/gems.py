"""The gems that sockets take: no list of them is public, so that most is read off the names players write.

Twenty exist for the first two sets, two minor and two major ones of each shard; a judge who has a list gives it to
:func:`rules.hex.formats.formats`.

>>> read_gem("Minor Ruby of Ferocity")
GemFacts(key='minorrubyofferocity', size='minor', known=False)
>>> read_gem("Ruby of Ferocity", ["Minor Ruby of Ferocity"])
GemFacts(key='minorrubyofferocity', size='minor', known=True)
"""

import re
from collections.abc import Collection
from typing import Final

from rules.decks.constraints.gems import GemFacts
from rules.decks.names import fold, words
from rules.hex.cards.model import Shard, Socket

_SIZED: Final = re.compile(rf"(?P<size>{'|'.join(Socket)}) (?P<rest>.+)")
_OF_A_SHARD: Final = re.compile(rf"(?:{'|'.join(shard.lower() for shard in Shard)})(?: orb)? of .+")


def is_gem(written: str) -> bool:
    """Return whether a text is a gem's name: it begins with a size, or is of a shard as in "Sapphire of Sky"."""
    text = words(written)
    return _SIZED.fullmatch(text) is not None or _OF_A_SHARD.fullmatch(text) is not None


def read_gem(written: str, known: Collection[str] = ()) -> GemFacts:
    """Return what is known of a gem by its written name.

    Args:
        written: The name, with its size in front or without.
        known: The gems of a list, each with its size in front.
    """
    size, name = _parts(written)
    listed = [each for each in map(_parts, known) if each[1] == name and size in (None, each[0])]
    if len(listed) == 1:
        size = listed[0][0]
    return GemFacts(f"{size or ''}{name}", size, known=len(listed) == 1)


def _parts(written: str) -> tuple[str | None, str]:
    """Return a gem's size, if its name begins with one, and the folded rest of the name."""
    sized = _SIZED.fullmatch(words(written))
    return (sized["size"], fold(sized["rest"])) if sized else (None, fold(written))
