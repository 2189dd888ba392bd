"""What an event's own card file adds to what is known of the Champions cards."""

from typing import Final

from rules.champions.cards import CATALOGUE, Card, CardFile, Origin, catalogue, house_set_file, layered, read_card_file
from rules.champions.cards.fields import FIELDS
from rules.champions.cards.instructions import VOCABULARY
from rules.champions.cards.lines import EVENTS, PLAYED
from rules.champions.cards.reading import HEAD
from rules.champions.cards.writing import written
from rules.champions.effects import not_yet
from rules.champions.formats import Known, formats
from rules.decks.card_files import CardFileForm, OwnCards, Source, describe_fields, require_length


def house_set_text() -> str:
    """Return the card file of the invented set, which comes along for tests and demonstration."""
    return house_set_file().decode()


def own_cards(text: str) -> OwnCards[Card]:
    """Return the cards as an organiser's card file has them.

    Facts of published cards are laid over what is known. Invented cards are never mixed with those of the published
    game: an event with a file of them is played with these alone. A file that says it is complete has every card there
    is, so that formats take any other name for a mistake.

    Args:
        text: the file, in the form of :mod:`rules.champions.cards.reading`.

    Raises:
        CardFileError: it has another form, or says something of a card that cannot be; names every mistake.
    """
    require_length(text)
    file = read_card_file(text.encode())
    if file.origin is Origin.INVENTED:
        cards, sources = file.cards, {card.name: Source.INVENTED for card in file.cards}
    else:
        cards = layered(CATALOGUE.all_printings(), file)
        told = {card.name: CATALOGUE.get(card.name) for card in file.cards}
        sources = {
            known.name if known else name: Source.OVER if known else Source.BESIDE for name, known in told.items()
        }
    every = catalogue(cards)
    return OwnCards(
        text=text,
        title=file.title,
        cards=every,
        sources=sources,
        formats=formats(Known(every_card=True)) if file.complete else None,
        unplayed={name: missing for name in sources if (missing := not_yet(every.card(name)))},
    )


LINE_BEGINS: Final = "How a line of text begins"
IT_WAITS_FOR: Final = "What `when` and `turn when` can wait for"
IT_DOES: Final = "What stands behind the colon, several with a semicolon between them"
FORM: Final = CardFileForm(
    language="TOML or JSON",
    head=HEAD,
    fields=describe_fields(FIELDS),
    effects=(
        "What a card does stands in `text`, line by line, in these words: `now 2,3: damage v foe; draw 1` does both "
        "on its second and third corner. Disputes of the event are replayed with just these lines. A line that these "
        "words cannot say begins with a question mark (`? leaves: draw 1`): it is kept and shown, and its card can be "
        "put into decks, but no record in which it stands can be replayed. That goes for cards of which a fact is "
        "not told as well, and for Stacking Units; bringing the file in says which they are and what is missing."
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
text = ["now: damage v foe", "turn when own unit deployed", "? leaves: draw 1"]

[[cards]]
name = "Big Stabbas"
behaviour = "Read off the card: what it does, in your own words."
""",
    read=own_cards,
    write=lambda cards: written(CardFile("", Origin.ORGANISER, complete=False, cards=tuple(cards), decks=(), hash="")),
)
"""How an organiser's card file of Champions is written."""
