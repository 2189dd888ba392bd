"""Card search language with the fields of HEX cards."""

import pytest

from rules.card_search import QueryError, complete, parse_query
from rules.hex.card_fields import FIELDS, text_of
from rules.hex.cards import CATALOGUE, Card, CardSet, Rarity, Shard, Speed


def find_names(question: str) -> list[str]:
    return [card.name for card in parse_query(question, FIELDS).find(CATALOGUE.all_printings(), FIELDS)]


def matching_names(fits) -> list[str]:
    """The names of the cards that fit, in the catalogue's order."""
    return list(dict.fromkeys(card.name for card in CATALOGUE.all_printings() if fits(card)))


def takes(card: Card, shard: Shard) -> int:
    return card.threshold.of(shard) if card.threshold else 0


def words(card: Card) -> list[str]:
    return [str(each) for each in card.keywords]


@pytest.mark.parametrize(
    ("question", "fits"),
    [
        ("", lambda _card: True),
        ("shard:blood", lambda c: Shard.BLOOD in c.shards),
        ("sh=ruby", lambda c: c.shards == (Shard.RUBY,)),
        ("c:red", lambda c: Shard.RUBY in c.shards),
        ("c:2", lambda c: c.cost == 2),
        ("color:sapphire", lambda c: Shard.SAPPHIRE in c.shards),
        ("is:multi", lambda c: c.name == "The Triumvirate"),
        ("is:shardless", lambda c: not c.shards),
        ("ruby>=2", lambda c: takes(c, Shard.RUBY) >= 2),
        ("blood=0", lambda c: c.threshold is not None and not takes(c, Shard.BLOOD)),
        ("threshold>=3", lambda c: c.threshold is not None and c.threshold.total >= 3),
        ("threshold:none", lambda c: c.threshold is None),
        ("cost:none", lambda c: c.cost is None),
        ("mana<=1 t:troop", lambda c: "Troop" in c.types and c.cost is not None and c.cost <= 1),
        ("t=troop", lambda c: c.types == ("Troop",)),
        ("t:artifact t:troop", lambda c: len(c.types) == 2),
        ("t:robot", lambda c: "Robot" in c.traits.split()),
        ("atk>def", lambda c: c.attack is not None and c.attack > c.defense),
        ("power>=7", lambda c: c.attack is not None and c.attack >= 7),
        ("k:flight", lambda c: "Flight" in words(c)),
        ("k:rage", lambda c: any(word.startswith("Rage") for word in words(c))),
        ('k:"rage 2"', lambda c: "Rage 2" in words(c)),
        ("rage>=2", lambda c: bool({"Rage 2", "Rage 4"} & set(words(c)))),
        ("tunneling:none t:troop", lambda c: "Troop" in c.types and c.tunneling is None),
        ("tunneling>4", lambda c: "Tunneling 15" in words(c)),
        ("tribe:cleric", lambda c: "Cleric" in c.traits.split()),
        ("race:vennen", lambda c: c.race == "Vennen"),
        ("faction:ardent", lambda c: c.faction == "Ardent"),
        ("socket:major", lambda c: "major" in c.sockets),
        ("sockets>=2", lambda c: len(c.sockets) == 2),
        ("is:socketable", lambda c: bool(c.sockets)),
        ("speed:quick", lambda c: c.speed is Speed.QUICK),
        ("charges<=3", lambda c: c.charges is not None and c.charges <= 3),
        ("r:legendary", lambda c: c.rarity is Rarity.LEGENDARY),
        ("s:2", lambda c: c.set is CardSet.SHATTERED_DESTINY),
        ('set:"shards of fate"', lambda c: c.set is CardSet.SHARDS_OF_FATE),
        ("cn:30", lambda c: c.number == 30),
        ('x:"enters play"', lambda c: "enters play" in text_of(c).casefold()),
        ('o:"major socket"', lambda c: "major" in c.sockets),
        ('maker:"plant garden"', lambda c: "Plant Garden" in c.made_by),
        ("sure:sourced", lambda c: not c.single),
        ("unsure:cost", lambda c: "cost" in c.single),
        ("is:token", lambda c: c.is_token),
        ("is:champion", lambda c: c.is_champion),
        ("is:deck", lambda c: c.is_deck_card),
        ("is:basic", lambda c: c.unlimited),
        ("is:unique", lambda c: c.unique),
        ("is:xcost", lambda c: c.name in ("Life Siphon", "Burn to the Ground", "Eye of Creation")),
        ("is:deckrule", lambda c: c.name in ("Jank Bot", "Servant of Shathak")),
        ("is:doubtful", lambda c: c.is_champion),
        ("is:plain t:troop", lambda c: "Troop" in c.types and not text_of(c)),
        ("is:namesake", lambda c: c.name == "Battle Hopper"),
    ],
)
def test_query_finds_matching_cards(question, fits):
    expected = matching_names(fits)
    assert find_names(question) == expected
    assert expected


def test_query_by_name_finds_every_card():
    assert [name for name in CATALOGUE.names if name not in find_names(f'"{name}"')] == []


def test_query_values_of_fields_exist_on_cards():
    asked = [f'{field.name}:"{value}"' for field in FIELDS.fields for value in getattr(field.kind, "values", ())]
    assert [question for question in asked if not find_names(question)] == []


@pytest.mark.parametrize(
    ("question", "says"), [("k:fligth", "fligth"), ("shrad:ruby", "shrad"), ("race:robot", "robot")]
)
def test_parse_query_invalid_raises_with_message(question, says):
    with pytest.raises(QueryError, match=says):
        parse_query(question, FIELDS)


def test_complete_knows_fields():
    assert [each.shown for each in complete("race:s", 6, FIELDS, ())] == ['race:"Shin\'hare"']
    assert [each.shown for each in complete("socket:m", 8, FIELDS, ())] == ["socket:minor", "socket:major"]


@pytest.mark.parametrize("asked", ["a:wild", "c:wild", "a=wild", "color:wild"])
def test_query_shard_name_means_shard(asked: str):
    """Each shard is the name of a number too, the threshold of it: that is compared under the long names only."""
    sign = asked[asked.index("wild") - 1]
    query = parse_query(asked, FIELDS)
    named = parse_query(f"shard{sign}Wild", FIELDS)
    assert query.find(CATALOGUE, FIELDS) == named.find(CATALOGUE, FIELDS)
    assert [(each.asked, each.used) for each in query.substitutions] == [(asked, f"shard{sign}Wild")]


def test_query_number_is_compared_with_threshold_by_sign():
    above = [
        card
        for card in CATALOGUE
        if card.threshold and card.attack is not None and card.attack > card.threshold.of(Shard.WILD)
    ]
    assert set(parse_query("a>wild", FIELDS).find(CATALOGUE, FIELDS)) == set(above)
    assert parse_query("attack:wild", FIELDS).substitutions == ()
