"""The definition of Warhammer Age of Sigmar: Champions."""

from rules.champions import (
    card_facts,
    card_fields,
    cards,
    coverage,
    formats,
    interpretations,
    own_cards,
    rulebooks,
    versions,
)
from rules.champions.engine import ENGINE
from rules.champions.notation.position_form import FORM
from rules.champions.notation.record_notation import NOTATION
from rules.champions.notation.sample import SAMPLE
from rules.champions.view import DRAWING, VIEWS
from rules.games import PlayableGame

GAME = PlayableGame(
    slug="champions",
    name="Warhammer Age of Sigmar: Champions",
    short="Champions",
    cards=cards.CATALOGUE,
    card_facts=card_facts.facts,
    describe_card=card_facts.describe,
    card_fields=card_fields.FIELDS,
    formats=formats.FORMATS,
    rulebooks=rulebooks.RULEBOOKS,
    versions=versions.VERSIONS,
    interpretations=interpretations.INTERPRETATIONS,
    card_files=own_cards.FORM,
    card_sets={"house set": own_cards.read_house_set_text},
    engine=ENGINE,
    notation=NOTATION,
    views=VIEWS,
    layout=DRAWING,
    sample=SAMPLE,
    positions=FORM,
    coverage=coverage.coverage,
    deck_facts=formats.FACTS,
    formats_with_event_rules=formats.formats_for_event,
)
