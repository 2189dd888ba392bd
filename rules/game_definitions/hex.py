"""The definition of HEX: Shards of Fate."""

from rules.games import Game
from rules.hex import card_facts, card_fields, cards, formats, interpretations, own_cards, rulebooks
from rules.hex.interpretations import versions
from rules.pattern import Pattern

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
    pattern=Pattern(
        tiles={"triangle": 4, "hexagon": 5, "wedge": 4, "square": 1},
        mark="M0-22L19-11V11L0 22L-19 11V-11ZM0-11L9.5-5.5V5.5L0 11L-9.5 5.5V-5.5Z",
        is_triangular=True,
    ),
)
