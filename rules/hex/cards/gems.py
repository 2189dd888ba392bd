"""Gems for sockets.

No gem list is public, so most facts are derived from their names.

Twenty exist for the first two sets, two minor and two major ones of each shard; a judge can provide a list to
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


def is_gem(name: str) -> bool:
    """Return True if a text is the name of a gem.

    Such as "Minor ..." or "Sapphire of Sky".
    """
    text = words(name)
    return _SIZED.fullmatch(text) is not None or _OF_A_SHARD.fullmatch(text) is not None


def read_gem(text: str, known_gems: Collection[str] = ()) -> GemFacts:
    """Return the facts about a gem that follow from its name and the known names.

    Args:
        text: The name, with or without its size.
        known_gems: Known gem names, each with its size.
    """
    size, name = _split_size(text)
    listed = [each for each in map(_split_size, known_gems) if each[1] == name and size in (None, each[0])]
    if len(listed) == 1:
        size = listed[0][0]
    return GemFacts(f"{size or ''}{name}", size, known=len(listed) == 1)


def _split_size(text: str) -> tuple[str | None, str]:
    """Split a gem's name into its size (``None`` if not given) and the folded rest."""
    sized = _SIZED.fullmatch(words(text))
    return (sized["size"], fold(sized["rest"])) if sized else (None, fold(text))
