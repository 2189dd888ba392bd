"""The definition of HEX: Shards of Fate."""

from rules.games import Game
from rules.hex import card_facts, card_fields, cards, formats, interpretations, own_cards, rulebooks
from rules.hex.interpretations import versions

GAME = Game(
    slug="hex",
    name="HEX: Shards of Fate",
    short="HEX",
    cards=cards.CATALOGUE,
    card_facts=card_facts.facts,
    describe_card=card_facts.describe,
    card_fields=card_fields.FIELDS,
    formats=formats.FORMATS,
    rulebooks=rulebooks.RULEBOOKS,
    versions=versions.VERSIONS,
    interpretations=interpretations.INTERPRETATIONS,
    card_files=own_cards.FORM,
    deck_facts=formats.FACTS,
    formats_with_event_rules=formats.formats_for_event,
)
