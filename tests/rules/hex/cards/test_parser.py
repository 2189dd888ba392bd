"""Parser of HEX card data and its errors."""

import json
from pathlib import Path
from typing import Any

import pytest

from rules.hex.cards import Ability, Card, CardDataError, CardSet, Fact, Keyword, Shard, Threshold
from rules.hex.cards.model import Tunneling
from rules.hex.cards.parser import read_cards

TROOP: dict[str, Any] = {
    "name": "Mole",
    "number": 1,
    "rarity": "Common",
    "types": ["Troop"],
    "cost": 2,
    "threshold": "BBW",
    "stats": "2/3",
    "keywords": ["Flight", "Rage 2", "Tunneling 4"],
    "tunneling": {"cost": 2, "threshold": "W"},
    "single": ["cost"],
    "sources": ["deck builder"],
}


def read(tmp_path: Path, rows: object) -> list[Card]:
    file = tmp_path / "moles.json"
    file.write_text(json.dumps(rows), encoding="utf-8")
    return list(read_cards(file, CardSet.SHARDS_OF_FATE))


def test_read_card_has_its_facts(tmp_path: Path) -> None:
    (card,) = read(tmp_path, [TROOP])
    assert (card.cost, card.attack, card.defense, card.set) == (2, 2, 3, CardSet.SHARDS_OF_FATE)
    assert card.threshold == Threshold("BBW")
    assert card.threshold is not None
    assert (card.threshold.of(Shard.BLOOD), card.threshold.of(Shard.RUBY), card.threshold.total) == (2, 0, 3)
    assert card.shards == (Shard.BLOOD, Shard.WILD)
    assert card.keywords == (Ability(Keyword.FLIGHT), Ability(Keyword.RAGE, 2), Ability(Keyword.TUNNELING, 4))
    assert card.tunneling == Tunneling(2, Threshold("W"))
    assert card.single == (Fact.COST,)
    assert card.sources[0].startswith("https://")


def test_read_card_with_every_fact_of_single_source(tmp_path: Path) -> None:
    (card,) = read(tmp_path, [{**TROOP, "single": "every"}])
    assert card.single == card.assessed
    assert Fact.STATS in card.single


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"wings": 2}, "'wings' is nothing that is known of cards"),
        ({"keywords": ["Fligth"]}, "'Fligth' is none of Crush, Defensive"),
        ({"keywords": ["Rage"]}, "Rage lacks its number"),
        ({"keywords": ["Flight 2"]}, "'Flight 2' is none of Crush"),
        ({"keywords": "Flight"}, "'Flight' is no list"),
        ({"threshold": "WB"}, "threshold 'WB' is not in the order B D R S W"),
        ({"threshold": "BX"}, "threshold 'BX' "),
        ({"threshold": None}, "the threshold of a card is known"),
        ({"stats": "2"}, "stats '2' are no two numbers like 2/3"),
        ({"traits": "Mole"}, "'Mole' is no word of a trait line that is known"),
        ({"race": "Mole"}, "'Mole' is none of Coyotle"),
        ({"race": "Orc", "traits": "Elf Mage"}, "the race is a word of its traits"),
        ({"rarity": "Odd"}, "'Odd' is none of Basic resource"),
        ({"sources": ["hearsay"]}, "there is no 'hearsay'"),
        ({"sockets": ["huge"]}, "'huge' is none of minor, major"),
        ({"tunneling": {"cost": 2}}, "there is no 'threshold'"),
        ({"keywords": []}, "Tunneling has a number and a cost"),
        ({"made_by": ["Another Mole"]}, "only created cards are made by others"),
        ({"number": None}, "a deck card has a number"),
        ({"types": ["Action"]}, "ATK and DEF are what troops have, and only they"),
        ({"types": ["Champion", "Troop"]}, "everything has a cost but resources and champions"),
        ({"single": ["charges"]}, "only a fact that is there can have a single source"),
    ],
)
def test_invalid_data_is_reported_with_file_and_card(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(CardDataError) as caught:
        read(tmp_path, [{**TROOP, **change}])
    assert str(caught.value).startswith(f"moles.json: Mole: {message}")


@pytest.mark.parametrize("missing", ["name", "rarity", "types", "sources"])
def test_read_card_without_required_fact_raises(tmp_path: Path, missing: str) -> None:
    with pytest.raises(CardDataError, match=f"there is no '{missing}'"):
        read(tmp_path, [{key: value for key, value in TROOP.items() if key != missing}])


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ({}, "moles.json: a data file is a list of cards"),
        (["Mole"], "moles.json: card 1 is no object with a name"),
    ],
)
def test_read_file_of_other_form_raises(tmp_path: Path, rows: object, message: str) -> None:
    with pytest.raises(CardDataError) as caught:
        read(tmp_path, rows)
    assert str(caught.value) == message


def test_read_file_that_is_not_json_raises(tmp_path: Path) -> None:
    file = tmp_path / "moles.json"
    file.write_text("[{", encoding="utf-8")
    with pytest.raises(CardDataError, match=r"^moles\.json: invalid JSON"):
        list(read_cards(file, CardSet.SHARDS_OF_FATE))
