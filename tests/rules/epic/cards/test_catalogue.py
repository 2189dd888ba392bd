"""Epic catalogue: published counts and sums, and the choice between printings."""

from collections import Counter

import pytest

from rules.decks.names import fold
from rules.epic.cards import CATALOGUE, PRINTINGS, Alignment, Card, CardSet, CardType, Keyword

PRINTED_TWICE = {
    "Forbidden Research",
    "Hunting Pterosaur",
    "Knight of the Dawn",
    "Necromancer Apprentice",
    "New Dawn",
    "Scrap Golem",
    "Teleport",
}


def of(card_set: CardSet) -> list[Card]:
    return [card for card in PRINTINGS if card.set is card_set]


def test_catalogue_has_every_printing_and_name() -> None:
    assert len(PRINTINGS) == 297
    assert len(CATALOGUE) == 290
    assert len(CATALOGUE.names) == 290
    assert sorted(card.name for card in CATALOGUE.all_printings()) == sorted(card.name for card in PRINTINGS)


@pytest.mark.parametrize(
    ("card_set", "good", "evil", "sage", "wild"),
    [
        (CardSet.BASE, 30, 30, 30, 30),
        (CardSet.TYRANTS, 12, 12, 12, 12),
        (CardSet.UPRISING, 12, 12, 12, 12),
        (CardSet.PANTHEON, 13, 13, 13, 13),
        (CardSet.PROMO, 5, 5, 5, 5),
        (CardSet.TOKEN, 1, 2, 1, 1),
    ],
)
def test_catalogue_counts_by_set_and_alignment(card_set: CardSet, good: int, evil: int, sage: int, wild: int) -> None:
    single = Counter(card.deck_alignments[0] for card in of(card_set) if len(card.deck_alignments) == 1)
    assert single == {Alignment.GOOD: good, Alignment.EVIL: evil, Alignment.SAGE: sage, Alignment.WILD: wild}


def test_catalogue_counts_of_base_set_by_cost_and_type() -> None:
    counts = Counter((card.cost, card.type) for card in of(CardSet.BASE))
    assert counts == {
        (0, CardType.CHAMPION): 18,
        (0, CardType.EVENT): 14,
        (1, CardType.CHAMPION): 51,
        (1, CardType.EVENT): 37,
    }


@pytest.mark.parametrize(
    ("alignment", "cost", "total"),
    [(Alignment.GOOD, 1, 72), (Alignment.GOOD, 0, 13), (Alignment.WILD, 1, 116)],
)
def test_catalogue_sums_of_base_offense_equal_published_ones(alignment: Alignment, cost: int, total: int) -> None:
    cards = [card for card in of(CardSet.BASE) if card.alignments == (alignment,) and card.cost == cost]
    assert sum(card.offense or 0 for card in cards) == total


def test_catalogue_first_three_sets_have_21_champions_with_defense_above_9() -> None:
    cards = [*of(CardSet.BASE), *of(CardSet.TYRANTS), *of(CardSet.UPRISING)]
    champions = [card for card in cards if card.type is CardType.CHAMPION]
    assert (len(champions), sum((card.defense or 0) > 9 for card in champions)) == (121, 21)


def test_catalogue_card_printed_twice_uses_pantheon_text() -> None:
    twice = {name for name in CATALOGUE.names if len(CATALOGUE.printings(name)) > 1}
    assert twice == PRINTED_TWICE
    for name in twice:
        assert [card.set for card in CATALOGUE.printings(name)] == [CardSet.PANTHEON, CardSet.PROMO]
        assert CATALOGUE.card(name).set is CardSet.PANTHEON


def test_catalogue_has_facts_of_each_kind_of_card() -> None:
    kong = CATALOGUE.card("kong")
    assert (kong.alignments, kong.cost, kong.type) == ((Alignment.WILD,), 1, CardType.CHAMPION)
    assert CATALOGUE.card("Demon Token").is_token
    assert not CATALOGUE.card("Demon Token").is_deck_card
    maligus = CATALOGUE.card("Maligus, the Dark One")
    assert (maligus.cost, maligus.alignments) == (None, (Alignment.EVIL, Alignment.SAGE))
    assert not maligus.is_deck_card
    assert CATALOGUE.card("Avenging Angel").keywords == (Keyword.AIRBORNE, Keyword.BLITZ, Keyword.RIGHTEOUS)


def test_erwin_has_every_alignment_in_play_and_sage_in_decks() -> None:
    erwin = CATALOGUE.card("Erwin, Architect of War")
    assert erwin.alignments == tuple(Alignment)
    assert erwin.deck_alignments == (Alignment.SAGE,)


def test_catalogue_cards_are_well_formed(subtests: pytest.Subtests) -> None:
    for card in PRINTINGS:
        with subtests.test(card=f"{card.name}-{card.set}"):
            assert card.name == card.name.strip()
            assert card.summary
            assert card.sources
            assert len(set(card.alignments)) == len(card.alignments) > 0
            assert (card.cost is None) == (card.type is CardType.DEITY)
            assert card.cost in {None, 0, 1}
            is_champion = card.type is CardType.CHAMPION
            assert (card.offense is not None) == (card.defense is not None) == is_champion
            assert len(set(card.keywords)) == len(card.keywords)
            assert all(": " in doubt for doubt in card.doubtful)
            assert card.engine == ("plays" if card.playable else "not yet")


def test_catalogue_doubtful_facts_are_marked() -> None:
    doubtful = {card.name for card in PRINTINGS if any(doubt.startswith("behaviour:") for doubt in card.doubtful)}
    assert {
        "Cast Out",
        "Scarros, Hound of Draka",
        "Scrap Token",
        "Spore Beast",
        "Velden, Frost Titan",
        "Village Protector",
    } < doubtful
    assert [doubt.split(":")[0] for doubt in CATALOGUE.card("Rampaging Wurm").doubtful] == ["offense"]
    assert CATALOGUE.card("Palace Guard").doubtful == ()


def test_catalogue_aliases_name_cards_and_are_distinct() -> None:
    assert CATALOGUE.card("Divine Judgment").name == "Divine Judgment"
    assert CATALOGUE.get("Divine Judgement") is None
    for alias, name in CATALOGUE.aliases.items():
        found = CATALOGUE.find(alias)
        assert found is not None
        assert found.card.name == name
    assert CATALOGUE.aliases_of("Divine Judgment") == ("Divine Judgement",)


def test_catalogue_finds_names_regardless_of_case_accents_and_punctuation() -> None:
    for written in (
        "wolfs call",
        "WOLF\N{RIGHT SINGLE QUOTATION MARK}S CALL",
        "W\N{LATIN SMALL LETTER O WITH DIAERESIS}lf's call",
    ):
        assert CATALOGUE.card(written).name == "Wolf's Call"
    assert CATALOGUE.card("Raging T Rex").name == "Raging T-Rex"
    assert CATALOGUE.card("Krieg Dark Ones Chosen").name == "Krieg, Dark One's Chosen"


def test_catalogue_search_lists_prefix_matches_first() -> None:
    assert [card.name for card in CATALOGUE.search("kon")] == ["Kong"]
    names = [card.name for card in CATALOGUE.search("wolf", limit=20)]
    assert names[0].startswith("Wolf")
    assert all("wolf" in fold(name) for name in names)
    assert CATALOGUE.search("  ") == ()
