"""Loading of an organiser's card file.

It has facts of published cards, or invented cards.
"""

from typing import Final

from rules.champions.cards import (
    CATALOGUE,
    Card,
    CardFile,
    Origin,
    catalogue,
    house_set_file,
    read_card_file,
    with_overrides,
)
from rules.champions.cards.fields import FIELDS
from rules.champions.cards.instructions import VOCABULARY
from rules.champions.cards.line_validation import EVENTS, PLAYED
from rules.champions.cards.parser import HEAD
from rules.champions.cards.serialization import to_toml
from rules.champions.effects import unsupported_lines
from rules.champions.formats import OrganiserFacts, formats
from rules.decks.card_files import CardFileForm, OwnCards, Source, describe_fields, require_length


def read_house_set_text() -> str:
    """Return the card file of the invented house set as text.

    For tests and demonstration.
    """
    return house_set_file().decode()


def own_cards(text: str) -> OwnCards[Card]:
    """Load an organiser's card file.

    Facts of published cards override the known ones. Invented cards replace the published game. In a file marked as
    complete, any other card name is an error.

    Args:
        text: the file, in the format of :mod:`rules.champions.cards.parser`.

    Raises:
        CardFileError: malformed or contradictory; contains all errors.
    """
    require_length(text)
    file = read_card_file(text.encode())
    if file.origin is Origin.INVENTED:
        cards, sources = file.cards, {card.name: Source.INVENTED for card in file.cards}
    else:
        cards = with_overrides(CATALOGUE.all_printings(), file)
        by_name = {card.name: CATALOGUE.get(card.name) for card in file.cards}
        sources = {
            printings.name if printings else name: Source.OVERRIDDEN if printings else Source.ADDED
            for name, printings in by_name.items()
        }
    every = catalogue(cards)
    return OwnCards(
        text=text,
        title=file.title,
        cards=every,
        sources=sources,
        formats=formats(OrganiserFacts(every_card=True)) if file.complete else None,
        unplayed={name: missing for name in sources if (missing := unsupported_lines(every.card(name)))},
    )


LINE_BEGINS: Final = "Timings of a line of text"
IT_WAITS_FOR: Final = "Events for `when`, `turn when` and `would`"
IT_DOES: Final = "Instructions after the colon, separated by semicolons"
FORM: Final = CardFileForm(
    language="TOML or JSON",
    head=HEAD,
    fields=describe_fields(FIELDS),
    effects=(
        "`text` contains the effects of a card, one per line, in these words: `now 2,3: damage v foe; draw 1` does "
        "both on its second and third corner. Disputes of the event are replayed with these lines. Start a line that "
        "these words cannot express with a question mark (`? now: shuffle the deck`): it is stored and shown, and its "
        "card can be put into decks, but records with it cannot be replayed. The same applies to cards with an unknown "
        "fact; uploading the file lists them and what is missing."
    ),
    words={
        LINE_BEGINS: {str(when): meaning for when, meaning in PLAYED.items()},
        IT_WAITS_FOR: EVENTS,
        IT_DOES: VOCABULARY,
    },
    example="""\
format = "champions-cards 2"
title = "City event"

[[cards]]
name = "Marshal of the Bridge"
type = "champion"
alliance = "Order"
class = "warrior"
cost = 4
health = 2
unique = false
tags = ["Watch"]
quest = ["unit:Watch", "gain", "unit", "damage"]
text = ["while: damage to you by opposite -1"]

[[cards]]
name = "Morning Bells"
type = "blessing"
alliance = "Order"
duration = "instant"
corners = []
text = ["does: heal 2 you; draw 1"]

[[cards]]
name = "Bridge Pikes"
type = "action"
category = "unit"
alliance = "Order"
tags = ["Watch"]
corners = ["(1)", "[2]", "(X)", ""]
text = ["now: damage v foe", "turn when own unit deployed", "leaves: draw 1"]

[[cards]]
name = "Big Stabbas"
behaviour = "Read off the card: what it does, in your own words."
""",
    read=own_cards,
    write=lambda cards: to_toml(CardFile("", Origin.ORGANISER, complete=False, cards=tuple(cards), decks=(), hash="")),
)
"""The card file format of Champions."""
