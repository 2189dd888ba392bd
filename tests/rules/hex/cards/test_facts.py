"""Facts of HEX cards on the command line and in the API."""

import json

from rules.hex.card_facts import describe, facts
from rules.hex.cards import AS_OF, CATALOGUE

CARDS = CATALOGUE.all_printings()


def test_facts_are_plain_values() -> None:
    for card in CARDS:
        output = facts(card)
        assert json.loads(json.dumps(output)) == output


def test_facts_of_tunneling_troop_are_complete() -> None:
    output = facts(CATALOGUE.card("Burrow Bunny"))
    assert {name: output[name] for name in ("cost", "threshold", "attack", "defense", "keywords", "tunneling")} == {
        "cost": 4,
        "threshold": "B",
        "attack": 4,
        "defense": 1,
        "keywords": ["Tunneling 2"],
        "tunneling": {"cost": 2, "threshold": "B"},
    }
    assert (output["race"], output["faction"], output["type"]) == ("Shin'hare", "Underworld", "Troop")
    assert set(output["sure"].values()) == {"single"}


def test_describe_card_for_terminal() -> None:
    assert describe(CATALOGUE.card("Hellhound")).splitlines() == [
        "Hellhound",
        "  cost 6, threshold R, troop 4/4, Beast (Shards of Fate 187, uncommon)",
        "  minor socket",
        "  {1}: itself +1/+0 this turn.",
        "  engine: not yet",
        f"  as of {AS_OF}",
    ]


def test_describe_special_cards() -> None:
    described = {card.key: describe(card) for card in CARDS}
    assert "cost 1 + X, threshold RR, basic action" in described["Burn to the Ground"]
    assert "  only in a deck of at least 150 cards, or 75 where" in described["Jank Bot"]
    assert "at least 20 different names among its cards that are no resources" in described["Servant of Shathak"]
    assert "  to tunnel it: 2 B" in described["Burrow Bunny"]
    assert "  resource 0/1 (Shattered Destiny 8, uncommon)" in described["Shard of Life"]
    assert "  power for 6 charges, threshold not known, champion, Dwarf" in described["Wyatt the Sapper"]
    assert "  doubtful: health: no source tells it" in described["Gozzog"]
    assert "  made by Feeding the Young Ones, Shroomshaw" in described["Battle Hopper (Blood)"]
    assert "  in the alpha of 2013: other wording" in described["Adaptable Infusion Device"]
    assert "  note: The source gives number 30" in described["Immortal Tears"]
    assert all(AS_OF in each for each in described.values())
