"""HEX catalogue: published counts and properties of all cards."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from rules.decks.names import fold
from rules.hex.cards import CATALOGUE, Card, CardSet, CardType, Keyword, Rarity, Shard, Socket, Speed, created_card
from rules.hex.cards.traits import FACTIONS, RACES, TRAITS

ROOT = Path(__file__).parents[4]
CARDS = CATALOGUE.all_printings()
BY_NAME = {card.name: card for card in CARDS}


def kind(card: Card) -> str:
    """What the cards of a set are counted by: for collectible ones the shard, else the kind of thing it is."""
    if not card.is_deck_card:
        return str(card.rarity)
    if CardType.RESOURCE in card.types:
        return "Resource"
    return "/".join(card.shards) or "none"


def test_import_of_game_reads_no_cards() -> None:
    asked = "import sys, rules.hex.card_facts, rules.hex.card_fields; from rules.hex.cards import CATALOGUE as cards"
    read = f"{asked}; before = '_by_key' in vars(cards); len(cards); print(before, '_by_key' in vars(cards))"
    run = subprocess.run([sys.executable, "-c", read], capture_output=True, text=True, check=True, cwd=ROOT)
    assert run.stdout.split() == ["False", "True"]


def test_catalogue_has_every_card_and_name() -> None:
    assert len(CARDS) == 684
    assert len(CATALOGUE) == 683
    assert sum(card.is_deck_card for card in CARDS) == 594
    assert sum(card.unlimited for card in CARDS) == 5


@pytest.mark.parametrize(
    ("card_set", "shard", "shardless", "resources", "tokens", "champions"),
    [(CardSet.SHARDS_OF_FATE, 60, 40, 6, 48, 4), (CardSet.SHATTERED_DESTINY, 40, 37, 11, 33, 5)],
)
def test_catalogue_counts_by_set_and_shard(
    card_set: CardSet, shard: int, shardless: int, resources: int, tokens: int, champions: int
) -> None:
    counts = Counter(kind(card) for card in CARDS if card.set is card_set)
    rest = {"none": shardless, "Resource": resources, "Token": tokens, "Champion": champions}
    assert counts == {**{str(each): shard for each in Shard}, **rest}


@pytest.mark.parametrize(
    ("card_set", "counts"),
    [
        (CardSet.SHARDS_OF_FATE, (5, 113, 99, 106, 23, 48, 4)),
        (CardSet.SHATTERED_DESTINY, (0, 93, 66, 71, 18, 33, 5)),
    ],
)
def test_catalogue_counts_by_rarity(card_set: CardSet, counts: tuple[int, ...]) -> None:
    of_set = [card.rarity for card in CARDS if card.set is card_set]
    assert tuple(of_set.count(rarity) for rarity in Rarity) == counts


def test_catalogue_counts_by_type() -> None:
    counts = Counter(card.type for card in CARDS)
    assert counts == {
        "Troop": 393,
        "Action": 129,
        "Artifact": 46,
        "Constant": 44,
        "Artifact Troop": 41,
        "Resource": 22,
        "Champion": 9,
    }


def test_catalogue_counts_by_keyword() -> None:
    assert Counter(str(each.keyword) for card in CARDS for each in card.keywords) == {
        "Flight": 60,
        "Crush": 23,
        "Tunneling": 21,
        "Inspire": 19,
        "1-shot power": 14,
        "Speed": 12,
        "Steadfast": 12,
        "Defensive": 11,
        "Lifedrain": 11,
        "Rage": 11,
        "Swiftstrike": 7,
        "Spellshield": 6,
        "Escalation": 5,
        "Lethal": 4,
        "Skyguard": 3,
        "Unblockable": 3,
        "Quick": 2,
        "Invincible": 1,
    }


def test_catalogue_counts_of_speed_sockets_and_uniqueness() -> None:
    assert Counter(card.speed for card in CARDS if CardType.ACTION in card.types) == {Speed.BASIC: 66, Speed.QUICK: 63}
    quick = [card.name for card in CARDS if card.speed is Speed.QUICK and CardType.ACTION not in card.types]
    assert sorted(quick) == sorted(
        card.name for card in CARDS if any(each.keyword == "Quick" for each in card.keywords)
    )
    assert sum(bool(card.sockets) for card in CARDS) == 28
    assert Counter(tuple(sorted(card.sockets)) for card in CARDS if card.sockets) == {
        (Socket.MINOR,): 11,
        (Socket.MAJOR,): 5,
        (Socket.MINOR, Socket.MINOR): 6,
        (Socket.MAJOR, Socket.MINOR): 6,
    }
    assert sum(card.unique for card in CARDS) == 48


def test_catalogue_names_are_unique_except_one_pair_of_created_cards() -> None:
    assert len({card.key for card in CARDS}) == len(CARDS)
    assert len({fold(card.name) for card in CARDS}) == len(CARDS) - 1
    hoppers = CATALOGUE.printings("Battle Hopper")
    assert [card.key for card in hoppers] == ["Battle Hopper (Blood)", "Battle Hopper (Wild)"]
    assert [created_card("Battle Hopper", card.shards[0]) for card in hoppers] == list(hoppers)
    assert CATALOGUE.reworded == {}


def test_created_card_has_shard_of_its_maker() -> None:
    for hopper in CATALOGUE.printings("Battle Hopper"):
        assert {BY_NAME[maker].shards for maker in hopper.made_by} == {hopper.shards}
    with pytest.raises(ValueError, match="no card called 'Battle Hopper' of the Ruby shard"):
        created_card("Battle Hopper", Shard.RUBY)


def test_makers_are_cards_and_four_created_cards_have_none() -> None:
    assert {maker for card in CARDS for maker in card.made_by} <= set(BY_NAME)
    assert sorted(card.name for card in CARDS if card.is_token and not card.made_by) == [
        "Abomination",
        "Adamanthian Elite",
        "Mammoth Squirrel Titan",
        "Rock Elemental",
    ]


def test_card_named_like_a_set_is_found() -> None:
    card = CATALOGUE.card("Shards of Fate")
    assert (card.types, card.is_deck_card, card.unlimited) == ((CardType.RESOURCE,), True, False)


@pytest.mark.parametrize(
    "written", ["shinhare eulogist", "SHIN\N{RIGHT SINGLE QUOTATION MARK}HARE EULOGIST", "Shin'hare Eulogist"]
)
def test_card_name_ignores_apostrophes(written: str) -> None:
    assert CATALOGUE.card(written).name == "Shin'hare Eulogist"


def test_card_name_includes_dots_and_colons() -> None:
    assert CATALOGUE.card("spam bot").name == "S.P.A.M. Bot"
    assert CATALOGUE.card("polymorph dingler").name == "Polymorph: Dingler"
    assert CATALOGUE.card("luck sack 1").name == "Luck Sack 1"


def test_card_numbers_are_unique_within_set_except_one_pair() -> None:
    twice = []
    for card_set in CardSet:
        numbers = [card.number for card in CARDS if card.set is card_set and card.is_deck_card and not card.unlimited]
        counted = Counter(numbers)
        twice += [number for number, times in counted.items() if times > 1]
        missing = set(range(1, max(filter(None, numbers)) + 1)) - set(numbers)
        assert missing == (set() if card_set is CardSet.SHARDS_OF_FATE else {31})
    assert twice == [30]
    assert sorted(card.name for card in CARDS if card.notes) == ["Immortal Tears", "Inductocopter Bot"]


def test_trait_words_races_and_factions_are_all_used() -> None:
    assert {word for card in CARDS for word in card.trait_words} == set(TRAITS)
    assert list(TRAITS) == sorted(TRAITS)
    assert {card.race for card in CARDS if card.race} == set(RACES)
    assert {card.faction for card in CARDS if card.faction} == set(FACTIONS)


def test_behaviour_text_agrees_with_keywords() -> None:
    for card in CARDS:
        own = {each.keyword for each in card.keywords}
        assert (Keyword.ONE_SHOT in own) == ("1-shot" in card.behaviour.casefold()), card.name
        assert (Keyword.ESCALATION in own) == ("Escalation" in card.behaviour), card.name
        assert (Keyword.INSPIRE in own) <= ("Inspire" in card.behaviour), card.name


def test_deck_rules_exist_on_two_cards() -> None:
    rules = {card.name: card.deck_rule for card in CARDS if card.deck_rule}
    assert sorted(rules) == ["Jank Bot", "Servant of Shathak"]
    assert rules["Jank Bot"] is not None
    assert (rules["Jank Bot"].cards, rules["Jank Bot"].cards_in_limited) == (150, 75)
    assert rules["Servant of Shathak"] is not None
    assert rules["Servant of Shathak"].different_names == 20


def test_unknown_facts_of_champions_are_listed() -> None:
    champions = [card for card in CARDS if card.is_champion]
    assert len(champions) == 9
    for card in champions:
        assert card.health is None
        assert "health: no source tells it" in card.doubtful
        assert (card.threshold is None) == ("threshold: no source tells it" in card.doubtful)
    assert [card.name for card in CARDS if card.doubtful and not card.is_champion] == []


def test_behaviour_uses_explained_words_only() -> None:
    shorthand = {"ETB", "SOT", "EOT", "Exh", "tt", "mk", "opp"}
    for card in CARDS:
        assert shorthand.isdisjoint(card.behaviour.replace(",", " ").replace(":", " ").replace(".", " ").split())
        assert card.behaviour == card.behaviour.strip()
