"""Champions registers as a complete game."""

from datetime import date

from rules.card_search import parse_query
from rules.champions.card_facts import describe, facts
from rules.champions.card_fields import FIELDS
from rules.champions.cards import CATALOGUE
from rules.champions.formats import FORMATS
from rules.champions.interpretations import INTERPRETATIONS
from rules.champions.rulebooks import RULEBOOKS
from rules.champions.versions import VERSIONS
from rules.decks import parse
from rules.games import Game

CHAMPIONS = Game(
    slug="champions",
    name="Warhammer Age of Sigmar: Champions",
    cards=CATALOGUE,
    card_facts=facts,
    describe_card=describe,
    card_fields=FIELDS,
    formats=FORMATS,
    rulebooks=RULEBOOKS,
    versions=VERSIONS,
    interpretations=INTERPRETATIONS,
)


def test_registered_game_parts_fit_together():
    assert (CHAMPIONS.is_playable, CHAMPIONS.usual_version, CHAMPIONS.usual_format) == (
        False,
        "CR-2018-11",
        "constructed",
    )
    assert {book.game for book in CHAMPIONS.rulebooks.values()} == {CHAMPIONS.slug}
    assert {book.version for book in CHAMPIONS.rulebooks.values()} <= set(CHAMPIONS.versions)
    (book,) = CHAMPIONS.rulebooks.values()
    assert {unit for point in CHAMPIONS.interpretations.values() for unit in point.rules if unit not in book} == set()


def test_registered_game_searches_describes_and_checks_cards():
    found = parse_query("tag:grot is:stacking", CHAMPIONS.card_fields).find(CHAMPIONS.cards, CHAMPIONS.card_fields)
    assert [card.name for card in found] == ["Cowardly Grots", "Grot Slashas", "Show-Off Grots", "Surprising Skulkers"]
    assert [CHAMPIONS.card_facts(card)["alliance"] for card in found] == ["Destruction"] * 4
    assert CHAMPIONS.describe_card(found[0]).startswith("Cowardly Grots\n  Destruction Unit")
    report = CHAMPIONS.formats["constructed"].check(parse("4 Cowardly Grots", CHAMPIONS.cards), date(2019, 1, 1))
    assert "copies" in {problem.code for problem in report.problems}
