"""Cards of the Epic TCG: published ones with the certainty of their facts, and invented ones."""

import json
from collections import Counter
from pathlib import Path

import pytest

from rules.card_search import parse_query
from rules.epic_tcg.card_facts import describe, facts
from rules.epic_tcg.card_fields import FIELDS
from rules.epic_tcg.cards import CATALOGUE, HOUSE_SET, PUBLISHED, CardSet, Certainty, Fact
from rules.epic_tcg.rulebooks import RULEBOOKS


def test_catalogue_counts_by_set():
    assert (len(PUBLISHED), len(HOUSE_SET), len(CATALOGUE)) == (43, 55, 98)
    assert Counter(str(card.set) for card in CATALOGUE) == {
        "first set (2009)": 38,
        "published, set not known": 5,
        "House set (invented)": 55,
    }


@pytest.mark.shared
def test_published_cards_have_collected_facts_only(shared_dir: Path):
    collected = {entry["name"]: entry for entry in json.loads((shared_dir / "cards/epic_tcg.json").read_text())}
    assert set(PUBLISHED.names) == set(collected)
    for card in PUBLISHED:
        output = collected[card.name]
        ours = facts(card)
        for name in ("gift", "cost", "speed", "type", "alignment", "origin", "offense", "defense", "keywords"):
            assert ours[name] == output[name], (card.name, name)
        assert bool(ours["summary"]) == bool(output["behaviour"])
        unsure = {"none": "not known"}
        sure = {name: unsure.get(message, message) for name, message in output["confidence"].items()}
        assert ours["sure"] == sure, card.name


def test_gifts_are_all_in_restated_list():
    listed = RULEBOOKS["epic-tcg"].get("TCG:4.8").text
    gifts = [card.name for card in PUBLISHED if card.gift]
    assert len(gifts) == 38
    assert [name for name in gifts if name not in listed] == []


def test_certainty_of_facts_is_known():
    tim = CATALOGUE.card("Tim")
    assert [(fact, tim.certainty_of(fact)) for fact in (Fact.TYPE, Fact.COST)] == [
        (Fact.TYPE, Certainty.SINGLE),
        (Fact.COST, Certainty.UNKNOWN),
    ]
    assert CATALOGUE.card("Rescue").certainty_of(Fact.GIFT) is Certainty.SOURCED
    assert {HOUSE_SET.card("Spark").certainty_of(fact) for fact in Fact} == {Certainty.INVENTED}


def test_invented_card_is_marked_in_every_text():
    for card in HOUSE_SET:
        assert card.is_invented
        assert "invented" in str(card.set)
        assert card.label == f"{card.name} (invented)"
        assert facts(card)["invented"] is True
        assert "(House set (invented))" in describe(card).splitlines()[1]
    for card in PUBLISHED:
        assert not card.is_invented
        assert "invented" not in describe(card)
        assert card.label == card.name


def test_house_set_has_known_counts():
    cards = [card for card in HOUSE_SET if not card.is_token]
    assert Counter(card.cost for card in cards) == {1: 32, 0: 21}
    assert Counter(card.type for card in cards) == {"champion": 23, "object": 10, "event": 20}
    assert {card.name for card in cards if card.gift} == {"Wake-Up Bell", "Blind Grab", "Spare Hour"}
    assert {card.name for card in HOUSE_SET if card.is_token} == {"Rook", "Lamp"}
    assert {word for card in cards for word in card.keyword_names} == {
        "airborne", "breakthrough", "damage ward", "deadly", "hunter", "range", "unbanishable", "unblockable",
        "unbreakable", "untargetable", "veiled", "ward",
    }  # fmt: skip
    assert all(card.set is CardSet.HOUSE and not card.sources for card in HOUSE_SET)
    assert all(card.text for card in cards if card.type != "champion")


def test_invented_cards_have_no_published_names():
    assert set(PUBLISHED.names) & set(HOUSE_SET.names) == set()


def test_describe_card_in_short():
    assert describe(CATALOGUE.card("Watch Fire")).splitlines() == [
        "Watch Fire",
        "  free, build, Good Magical object (House set (invented))",
        "  invented for this site, no card of the published game",
        "  expend, fast instantaneous: target champion gains range until end of turn",
        "  engine: not yet",
    ]
    assert describe(CATALOGUE.card("Rescue")).splitlines() == [
        "Rescue",
        "  gift card (first set (2009))",
        "  not known: cost, speed, type, alignment, origin, stats, keywords, behaviour",
        "  engine: not yet",
        "  source: rule book of the Epic TCG, first edition, 2009: the list of gift cards (TCG:4.8)",
    ]


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("is:published t:champion", ["Ancient Red Dragon", "Blue Dragon", "Tim", "T-Rex"]),
        ("is:published a:wild", ["Ancient Red Dragon", "T-Rex"]),
        ("is:gift is:invented", ["Blind Grab", "Spare Hour", "Wake-Up Bell"]),
        ("is:token", ["Lamp", "Rook"]),
        ("k:ward", ["Chapel Keeper", "Glass Stag"]),
        ('k:"damage ward"', ["Slate Warden"]),
        ("is:instantaneous", ["Blind Grab", "Dune Charger", "Quick Bargain", "Wake-Up Bell"]),
        ("o>=6", ["Kite Lion", "Quarry Ram", "Root Elder"]),
        ("known:behaviour is:published", ["Ancient Red Dragon", "Blue Dragon", "Tim", "T-Rex"]),
        ("origin:constructed type:champion", ["Buried Engine", "Iron Idol", "Slate Warden"]),
        ("format:house-designed is:published", []),
        ("format:designed is:invented", []),
        ("c:green is:free type:event", ["Reed Veil", "Show of Tusks", "Spark", "Turn the Soil"]),
    ],
)
def test_card_query_finds_names(asked: str, names: list[str]):
    query = parse_query(f"{asked} on:2010-05-01", FIELDS)
    assert [card.name for card in query.find(CATALOGUE, FIELDS)] == names
