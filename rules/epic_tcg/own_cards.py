"""Loading of an organiser's card file.

A file contains all facts of its cards. Published cards are added to the known ones or replace them; with
``source = "invented"`` the cards are not part of the published game, and its formats reject them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final

from rules.decks.card_files import (
    CardFileError,
    CardFileForm,
    LocatedError,
    OwnCards,
    Source,
    locate_cards,
    read_toml,
    require_length,
)
from rules.decks.names import fold
from rules.epic_tcg.cards import CATALOGUE, Card, CardSet, Certainty, Fact, build_catalogue, read_cards
from rules.epic_tcg.cards.parser import FIELDS, HEAD

_FROM_FILE: Final[Mapping[Fact, Certainty]] = {fact: Certainty.ORGANISER for fact in Fact if fact is not Fact.BEHAVIOUR}


def own_cards(text: str) -> OwnCards[Card]:
    """Load an organiser's card file and merge it with the catalogue.

    Args:
        text: the file, TOML in the format of :mod:`rules.epic_tcg.cards.parser`.

    Raises:
        CardFileError: malformed, or a card has the name of one it may not replace; contains all errors.
    """
    require_length(text)
    tree = read_toml(text)
    invented = tree.get("source") == "invented"
    file_cards = read_cards(text, CardSet.HOUSE if invented else CardSet.ORGANISER)
    lines = [place.line for place in locate_cards(text, "card", len(file_cards))]
    if errors := list(_name_clashes(file_cards, lines)):
        raise CardFileError(*errors)
    over = {fold(card.name): card if invented else _with_known_facts(card) for card in file_cards}
    names = {fold(card.name) for card in CATALOGUE}
    sources = {card.name: Source.OVERRIDDEN if key in names else Source.ADDED for key, card in over.items()}
    unchanged = [card for card in CATALOGUE.all_printings() if fold(card.name) not in over]
    return OwnCards(
        text=text,
        title=str(tree["set"]),
        cards=build_catalogue((*unchanged, *over.values())),
        sources=dict.fromkeys(sources, Source.INVENTED) if invented else sources,
    )


def _name_clashes(file_cards: tuple[Card, ...], lines: list[int]) -> Iterator[LocatedError]:
    """Yield errors for invented cards named like published ones, and the reverse."""
    for card, line in zip(file_cards, lines, strict=True):
        published = CATALOGUE.get(card.name)
        if published is not None and published.is_invented:
            yield LocatedError("the invented house set has a card of that name: give this one another", line, card.name)
        elif published is not None and card.is_invented:
            yield LocatedError(
                "the published game has a card of that name: give the invented one another", line, card.name
            )


def _with_known_facts(card: Card) -> Card:
    """Return a card of the file with spelling, set and sources of the known card."""
    published = CATALOGUE.get(card.name)
    if published is None:
        return replace(card, certainty=_FROM_FILE)
    return replace(
        card,
        name=published.name,
        set=published.set,
        behaviour=published.behaviour,
        certainty={**(published.certainty or {}), **_FROM_FILE},
        sources=published.sources,
        notes=published.notes,
    )


FORM: Final = CardFileForm(
    language="TOML",
    head=HEAD,
    fields=FIELDS,
    effects=(
        "The effects of a card are stored as lines and shown with the card. Only their form is "
        "checked, as there is no engine for this game."
    ),
    example="""\
file = 1
game = "epic-tcg"
set = "City event"
source = "organiser"

[[card]]
name = "Marsh Lamplighter"
cost = "action"
speed = "build"
type = "champion"
alignment = "wild"
origin = "magical"
offense = 2
defense = 4
keywords = ["range"]
gift = false
ability = [
  { power = "expend", speed = "fast", do = ["damage 2 to target champion"] },
  { when = "this enters play", do = ["draw 1"] },
]

[[card]]
name = "Sudden Thaw"
cost = "free"
speed = "fast"
type = "event"
alignment = "good"
origin = "natural"
gift = false
do = ["draw 1"]
""",
    read=own_cards,
)
"""The card file format of the Epic TCG."""
