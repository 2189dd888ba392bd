"""HEX card files of an organiser: overridden facts, later sets, errors by line."""

from dataclasses import replace
from datetime import date

import pytest

from rules.decks import Verdict, parse
from rules.decks.card_files import MAX_CARDS, CardFileError, Source
from rules.games import HEX
from rules.hex.cards import CATALOGUE, CardSet, DeckRule, Fact
from rules.hex.formats import OrganiserFacts, formats
from rules.hex.own_cards import own_cards

HEAD = 'file = 1\ngame = "hex"\nset = "City event"\n'
DAY = date(2018, 3, 5)


def card(name: str, of: str = "Frostheart", rarity: str = "common", kind: str = "troop", more: str = "") -> str:
    facts = f'set = "{of}"\nrarity = "{rarity}"\ntypes = ["{kind}"]\nsockets = []\n'
    return f'[[card]]\nname = "{name}"\n{facts}{more}'


def reported_errors(text: str) -> list[tuple[int, str, str]]:
    with pytest.raises(CardFileError) as raised:
        HEX.with_cards(text)
    return [(each.line, each.card, each.message) for each in raised.value.errors]


def test_card_file_overrides_known_and_adds_new_cards() -> None:
    single = next(each for each in CATALOGUE if Fact.COST in each.single and each.is_deck_card)
    text = f'{HEAD}[[card]]\nname = "{single.name.upper()}"\ncost = 9\n{card("Icy", more="deck_rule = { cards = 99 }")}'
    own = own_cards(text)
    assert (own.title, own.sources) == ("City event", {single.name: Source.OVERRIDDEN, "Icy": Source.ADDED})
    output = own.cards.card(single.name)
    assert output == replace(
        single,
        cost=9,
        single=tuple(fact for fact in single.single if fact is not Fact.COST),
        sources=(*single.sources, "the organiser's card file"),
    )
    icy = own.cards.card("icy")
    assert (icy.set, icy.number, icy.deck_rule, len(icy.doubtful)) == ("Frostheart", None, DeckRule(cards=99), 1)
    assert len(own.cards) == len(CATALOGUE) + 1
    assert CATALOGUE.get("Icy") is None, "the game itself stays as it was"


def test_card_of_later_set_makes_standard_known() -> None:
    own = own_cards(HEAD + card("Icy") + card("Ada", rarity="champion", kind="champion"))
    deck = "Champion: Ada\n4 Icy\n56 Ruby Shard"
    standard = formats(OrganiserFacts(gems=("Minor Wild Orb",), bans=()))["standard"]
    assert standard.check(parse(deck, own.cards), DAY).verdict is Verdict.LEGAL
    without = {each.code for each in standard.check(parse(deck, CATALOGUE), DAY).unchecked}
    assert {"card-unknown", "champion-unknown"} <= without
    early = formats()["constructed-1-2"].check(parse(deck, own.cards), DAY)
    assert ("not-in-format", "Icy") in [(each.code, each.card) for each in early.problems]


def test_known_set_is_matched_ignoring_case() -> None:
    own = own_cards(HEAD + card("Icy", of="shattered destiny"))
    assert own.cards.card("Icy").set is CardSet.SHATTERED_DESTINY


def test_complete_card_file_makes_unknown_name_an_error() -> None:
    deck = parse("Champion: Gozzog\n4 Icy\n1 Somebody\n56 Ruby Shard", own_cards(HEAD + card("Icy")).cards)
    game = HEX.with_cards(f"complete = true\n{HEAD}{card('Icy')}")
    assert [each.code for each in game.formats["immortal"].check(deck, DAY).problems] == ["unknown-card"]
    assert HEX.formats["immortal"].check(deck, DAY).problems == ()
    assert HEX.with_cards(HEAD + card("Icy")).formats is HEX.formats


def test_card_file_errors_are_reported_with_their_line() -> None:
    known = "name, set, rarity, types, cost, sockets, deck_rule, charges, health"
    text = (
        'file = 1\ngame = "chess"\nset = 3\ncomplete = "yes"\nstuff = 1\n\n'
        '[[card]]\nname = "Burn"\ncost = "two"\nrarity = "rarest"\nbogus = 2\n\n'
        '[[card]]\nname = "Icy"\nset = ""\n\n'
        '[[card]]\nname = "Icy"\nset = "Frostheart"\nsockets = "minor"\ndeck_rule = { copies = 3 }\n\n'
        '[[card]]\nname = "Icy"\nset = "Frostheart"\n\n'
        '[[card]]\nname = "Gozzog"\ntypes = ["troop"]\n\n'
        '[[card]]\nname = "Flash"\nset = "A"\nrarity = "rare"\ntypes = ["action"]\nsockets = ["minor"]\n\n'
        '[[card]]\nname = "Turbulence"\ncost = 3\n\n[[card]]\nname = "turbulence"\n\n[[card]]\nname = " "\n'
    )
    rarities = "basic resource, common, uncommon, rare, legendary, token, champion"
    assert reported_errors(text) == [
        (2, "", 'a card file begins with  file = 1  and  game = "hex"'),
        (3, "", 'name the file in one line of at most 400 characters:  set = "City event"'),
        (4, "", "complete 'yes': expected true or false"),
        (5, "", "'stuff' is not known here; known: file, game, set, complete, card"),
        (9, "Burn", "cost 'two': expected a whole number from 0 to 99"),
        (10, "Burn", f"rarity 'rarest': did you mean rare? expected {rarities}"),
        (11, "Burn", f"'bogus' is not known of a card; known: {known}"),
        (15, "Icy", "set '': expected the name of a set"),
        (20, "Icy", "sockets 'minor': expected a list, [] for none, of minor, major"),
        (21, "Icy", "deck_rule {'copies': 3}: expected different_names, cards, cards_in_limited, like { cards = 150 }"),
        (23, "Icy", "nothing is known of this card yet: tell rarity, types and sockets as well"),
        (29, "Gozzog", "only cards of the type champion have that rarity"),
        (35, "Flash", "only troops have sockets"),
        (43, "turbulence", "the file has a card called Turbulence already"),
        (46, " ", "a card has a name of 1 to 80 characters"),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (HEAD, "the file contains no cards: start each with [[card]]"),
        (f"{HEAD}card = 3", "a card is a table: begin each with [[card]]"),
        (HEAD + '[[card]]\nname = "A"\n' * (MAX_CARDS + 1), "2,001 cards: a card file has at most 2,000"),
    ],
)
def test_card_file_without_or_with_too_many_cards_is_error(text: str, message: str) -> None:
    assert message in [output for _, _, output in reported_errors(text)]
