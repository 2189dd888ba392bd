"""The definition of the Epic TCG of 2009."""

from rules.epic_tcg import card_facts, card_fields, cards, formats, interpretations, own_cards, rulebooks
from rules.games import Game
from rules.pattern import Pattern

GAME = Game(
    slug="epic-tcg",
    name="Epic TCG (2009)",
    short="Epic TCG",
    cards=cards.CATALOGUE,
    card_facts=card_facts.facts,
    describe_card=card_facts.describe,
    card_fields=card_fields.FIELDS,
    formats=formats.FORMATS,
    rulebooks=rulebooks.RULEBOOKS,
    versions={"RB-2009": "Rulebook, first edition"},
    interpretations=interpretations.INTERPRETATIONS,
    card_files=own_cards.FORM,
    pattern=Pattern(
        tiles={"leaf": 6, "half": 3, "quarter": 3, "bar": 2, "dot": 1},
        mark="M0-23Q3-3 23 0Q3 3 0 23Q-3 3-23 0Q-3-3 0-23Z",
    ),
)
