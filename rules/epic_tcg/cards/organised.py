"""What an organiser's card file may tell of published cards: the facts that deck checks and card pages ask for."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from rules.card_files import CardForm, several, text_of, whole_number, word_of, yes_or_no
from rules.decks.catalogue import Catalogue
from rules.epic_tcg.cards.model import Alignment, Card, CardSet, CardType, Fact, Origin, Speed, Sureness
from rules.epic_tcg.cards.reading import COSTS

SOURCE: Final = "the organiser's card file"


def _cost(value: object) -> int:
    if not isinstance(value, str) or value.strip().casefold() not in COSTS:
        raise ValueError(f"{value!r} is none of {', '.join(COSTS)}")
    return COSTS[value.strip().casefold()]


_TOLD: Final[Mapping[str, tuple[str, Fact, Callable[[object], Any]]]] = {
    "gift": ("gift", Fact.GIFT, yes_or_no),
    "cost": ("cost", Fact.COST, _cost),
    "speed": ("speed", Fact.SPEED, word_of(Speed)),
    "type": ("type_", Fact.TYPE, word_of(CardType)),
    "alignment": ("alignment", Fact.ALIGNMENT, word_of(Alignment)),
    "origin": ("origin", Fact.ORIGIN, word_of(Origin)),
    "offense": ("offense", Fact.STATS, whole_number(0, 99)),
    "defense": ("defense", Fact.STATS, whole_number(0, 99)),
    "keywords": ("keywords", Fact.KEYWORDS, several(text_of)),
}
"""Of each key of a file: the attribute, the fact whose sureness changes, and how it is read."""


def _lay(name: str, card: Card | None, facts: Mapping[str, Any]) -> Card:
    """Return a card with an organiser's facts over it."""
    if card is not None and card.is_invented:
        raise ValueError("this card is invented, and a card file tells of published ones")
    before = card or Card(name, CardSet.PUBLISHED, sureness={Fact.NAME: Sureness.ORGANISED})
    told = {_TOLD[key][0]: value for key, value in facts.items()}
    sureness = {**(before.sureness or {}), **{_TOLD[key][1]: Sureness.ORGANISED for key in facts}}
    laid = replace(before, **told, sureness=sureness, sources=(*before.sources, SOURCE))
    if laid.type_ not in (CardType.CHAMPION, None) and (laid.offense, laid.defense) != (None, None):
        raise ValueError("only a champion has offense and defense")
    return laid


def form_of(
    known: Callable[[], Iterable[Card]], catalogue: Callable[[Iterable[Card]], Catalogue[Card]]
) -> CardForm[Card]:
    """Return what the card files of this game tell.

    Args:
        known: gives every card.
        catalogue: makes cards a catalogue.
    """
    facts = {key: read for key, (_, _, read) in _TOLD.items()}
    return CardForm("epic-tcg", facts, (), known, _lay, catalogue)
