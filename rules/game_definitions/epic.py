"""The definition of the Epic Card Game; parts that replays do not need are lazy."""

from typing import TYPE_CHECKING, Any

from rules.epic import cards, rulebooks
from rules.epic.engine import ENGINE
from rules.epic.interpretations import INTERPRETATIONS
from rules.epic.interpretations.procedure import PROCEDURE
from rules.epic.notation.answers import NOTATION
from rules.epic.notation.sample import SAMPLE
from rules.epic.text import card_facts as facts
from rules.epic.view import DRAWING, VIEWS
from rules.games import PlayableGame
from rules.lazy_fields import lazy
from rules.pattern import Pattern

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rules.card_search import Vocabulary
    from rules.decks import Format
    from rules.decks.card_files import CardFileForm
    from rules.notation.position.form import PositionForm
    from rules.precedents import Precedent
    from rules.rulebooks.coverage import RuleCoverage


def _card_fields() -> "Vocabulary[Any]":
    from rules.epic.text.search_fields import FIELDS  # noqa: PLC0415 - as the others: slow to load

    return FIELDS


def _formats() -> "Mapping[str, Format]":
    from rules.epic.formats import FORMATS  # noqa: PLC0415 - the same

    return FORMATS


def _card_files() -> "CardFileForm[Any]":
    from rules.epic.own_cards.file_format import FILE_FORMAT  # noqa: PLC0415 - the same

    return FILE_FORMAT


def _positions() -> "PositionForm":
    from rules.epic.notation.position.form import FORM  # noqa: PLC0415 - the same

    return FORM


def _precedents() -> "Mapping[str, Precedent]":
    from rules.epic.precedents import PRECEDENTS  # noqa: PLC0415 - the same

    return PRECEDENTS


def _coverage() -> "Mapping[str, RuleCoverage]":
    from rules.epic.coverage import coverage  # noqa: PLC0415 - the same

    return coverage()


GAME = PlayableGame(
    slug="epic",
    name="Epic Card Game",
    short="Epic",
    cards=cards.CATALOGUE,
    card_facts=facts.facts,
    describe_card=facts.describe,
    card_fields=lazy(_card_fields),
    formats=lazy(_formats),
    rulebooks=rulebooks.RULEBOOKS,
    versions={"RB-2017": "Rule Book 2017", "CR-2016-03": "Complete Rules, March 2016"},
    interpretations=INTERPRETATIONS,
    procedure=PROCEDURE,
    precedents=lazy(_precedents),
    play_first=(
        "Chance before the first game is what the tournament procedures say (6.3); the better seed in the deciding "
        "game is how the qualifiers of 2016 did it (13.1.2). On the games between them no Epic document speaks."
    ),
    time_called="EP:12.2",
    card_files=lazy(_card_files),
    engine=ENGINE,
    notation=NOTATION,
    views=VIEWS,
    layout=DRAWING,
    sample=SAMPLE,
    positions=lazy(_positions),
    coverage=_coverage,
    pattern=Pattern(
        tiles={"triangle": 5, "quarter": 4, "diamond": 2, "disc": 2, "square": 2, "wedge": 2, "half": 1},
        mark="M-19-11A8 8 0 1 1-3-11A8 8 0 1 1-19-11ZM11-20L20-11L11-2L2-11ZM-19 3H-3V19H-19ZM11 3L20 19H2Z",
    ),
)
