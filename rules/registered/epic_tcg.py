"""The Epic TCG of 2009, as the registry knows it."""

from rules.epic_tcg import card_fields, cards, facts, formats, interpretations, own_cards, rulebooks
from rules.games import Game

GAME = Game(
    slug="epic-tcg",
    name="Epic TCG (2009)",
    short="Epic TCG",
    cards=cards.CATALOGUE,
    card_facts=facts.facts,
    describe_card=facts.describe,
    card_fields=card_fields.FIELDS,
    formats=formats.FORMATS,
    rulebooks=rulebooks.RULEBOOKS,
    versions={"RB-2009": "Rulebook, first edition"},
    interpretations=interpretations.INTERPRETATIONS,
    card_files=own_cards.FORM,
)
