"""What an event's own card file adds to what is known of the Champions cards."""

from typing import Final

from rules.champions.cards import CATALOGUE, Card, Origin, catalogue, house_set_file, layered, read_card_file
from rules.champions.cards.reading import FIELDS, HEAD
from rules.champions.formats import Known, formats
from rules.decks.card_files import CardFileForm, OwnCards, Source, explained, require_length


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
    return OwnCards(
        text=text,
        title=file.title,
        cards=catalogue(cards),
        sources=sources,
        formats=formats(Known(every_card=True)) if file.complete else None,
    )


FORM: Final = CardFileForm(
    language="JSON or TOML",
    head=HEAD,
    fields=explained(FIELDS),
    effects=(
        "The lines of what a card does are kept and shown beside it. Their form is checked and nothing else: disputes "
        "are replayed with the invented set that comes with the site, so no line of a card file is carried out."
    ),
    example="""\
{"format": "champions-cards 1",
 "title": "City event",
 "source": "organiser",
 "complete": false,
 "cards": [
  {"name": "Marshal of the Bridge", "type": "champion", "alliance": "Order", "class": "warrior",
   "cost": 4, "health": 2, "unique": false, "tags": ["Watch"],
   "quest": ["unit:Watch", "gain", "unit", "damage"],
   "text": ["while: damage to you by opposite -1"]},
  {"name": "Morning Bells", "type": "blessing", "alliance": "Order", "duration": "instant", "corners": [],
   "text": ["does: heal 2 you; draw 1"]},
  {"name": "Bridge Pikes", "type": "action", "category": "unit", "alliance": "Order",
   "tags": ["Watch", "Stacking"], "corners": ["(1)", "[2]", "(X)", ""],
   "text": ["now: damage v+support foe"]},
  {"name": "Big Stabbas", "behaviour": "Read off the card: what it does, in your own words."}
 ]}
""",
    read=own_cards,
)
"""How an organiser's card file of Champions is written."""
