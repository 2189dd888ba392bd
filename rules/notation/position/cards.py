"""Card names in position fields.

Lists, groups of a deck, and resolution of one name.

>>> from rules.decks import Catalogue
>>> no_cards = Catalogue((), {})
>>> card_names("2 Kong, Lash, 3 unknown cards", no_cards)
['Kong', 'Kong', 'Lash', '?', '?', '?']
>>> cards_text(["Lash", "?", "Kong", "Kong", "?"])
'2 Kong, Lash, 2 ?'
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final, TypeVar

from rules.decks.abbreviations import expand
from rules.decks.catalogue import Catalogue, DeckCard
from rules.decks.names import fold
from rules.notation.lists import split_names
from rules.notation.references import UNKNOWN_NAME

C = TypeVar("C", bound=DeckCard)

MAX_CARDS: Final = 500
"""Maximum number of cards of one player in a position."""
NO_CARD: Final = frozenset({"none", "nothing", "empty", "0"})
"""Text for no card or an empty pile."""
_NO_NAME: Final = frozenset(
    {"card", "cards", "unknown", "unknowncard", "unknowncards", "hidden", "hiddencard", "hiddencards"}
    | {"othercard", "othercards", "morecards", "more", "others"}
)
"""Words for an unknown card."""
_ONLY_COUNTED: Final = re.compile(r"^(\d{1,3})\s+(?:unknown |hidden )?cards?$", re.IGNORECASE)


def card_names(text: str, cards: Catalogue[Any]) -> list[str]:
    """Return the names in a list of cards.

    ``3 ?`` is three unknown cards, ``none`` is empty.
    """
    if fold(text) in NO_CARD:
        return []
    normalized = _ONLY_COUNTED.sub(r"\1", text.strip())
    if normalized.isdecimal():
        return [UNKNOWN_NAME] * min(int(normalized), MAX_CARDS + 1)
    names = split_names(cards, text, lambda name: name.strip() == UNKNOWN_NAME)[: MAX_CARDS + 1]
    return [UNKNOWN_NAME if fold(name) in _NO_NAME else name for name in names]


def cards_text(names: Iterable[str]) -> str:
    """Return the list that ``card_names`` parses.

    Names have counts; it is ``none`` if empty.
    """
    counts = Counter(names)
    name_texts = [
        f"{counts[name]} {name}" if counts[name] > 1 else name for name in sorted(counts) if name != UNKNOWN_NAME
    ]
    if counts[UNKNOWN_NAME]:
        name_texts.append(f"{counts[UNKNOWN_NAME]} {UNKNOWN_NAME}")
    return ", ".join(name_texts) or "none"


def groups(text: str, between: str = " / ") -> list[str]:
    """Split the text of a deck into its groups, from the top.

    ``none`` is an empty deck.
    """
    return [] if fold(text) in NO_CARD else [part.strip() for part in text.split(between.strip())]


def groups_text(parts: Sequence[Sequence[str]], between: str = " / ") -> str:
    """Return the text that ``groups`` and ``card_names`` parse."""
    return between.join(cards_text(part) for part in parts) or "none"


def called(cards: Catalogue[C], name: str, name_lists: Iterable[Sequence[str]]) -> tuple[C | None, tuple[str, ...]]:
    """Return the card with a name, and all names that an abbreviation can mean.

    Args:
        cards: the cards of the game.
        name: as written.
        name_lists: names to try in order for an abbreviation.

    Returns:
        The card, None if there is none or several match; and the possible names.
    """
    match = cards.find(name) or (cards.find(name[:-1]) if name.lower().endswith("s") else None)
    if match is not None:
        return match.card, ()
    fitting = next((names for among in name_lists if (names := tuple(expand(name, among)))), ())
    return (cards.card(fitting[0]) if len(fitting) == 1 else None), fitting
