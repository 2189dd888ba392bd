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
from rules.pattern import Pattern

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
    pattern=Pattern(
        tiles={"corners": 5, "quarter": 4, "ring": 4, "square": 1, "dot": 1},
        mark=(
            "M-20-20H-3A17 17 0 0 1-20-3ZM20-20V-3A17 17 0 0 1 3-20Z"
            "M20 20H3A17 17 0 0 1 20 3ZM-20 20V3A17 17 0 0 1-3 20Z"
            "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0Z"
        ),
    ),
)
