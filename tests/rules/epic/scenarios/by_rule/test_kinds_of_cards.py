"""Chapter 2 and the rule book's pages on events and champions: types of cards."""

from rules.engine.ids import FIRST_TOKEN_KIND
from rules.epic.cards import CATALOGUE, Alignment, CardType, Keyword
from rules.epic.cards.game_cards import PUBLISHED
from rules.epic.text.rendering import render_card
from tests.rules.epic.scenarios.claims import does, does_not, shows
from tests.rules.epic.scenarios.table import Put, Start, Table


@shows("2.0", "2.0.1", "RB:events/card-type")
def test_2_0_every_card_is_champion_event_or_god() -> None:
    assert {card.type for card in CATALOGUE} == {CardType.CHAMPION, CardType.EVENT, CardType.DEITY}
    assert all(card.is_token <= (card.type is CardType.CHAMPION) for card in CATALOGUE)


@shows("2.1", "2.1.1", "2.1.2", "2.1.3", "2.2", "2.2.1", "2.2.2", "2.5.1", "RB:events", "RB:events/alignment")
def test_2_1_2_deck_cards_have_alignment_and_cost() -> None:
    deck_cards = [card for card in CATALOGUE if card.is_deck_card]
    assert {alignment for card in deck_cards for alignment in card.alignments} == set(Alignment)
    assert all(card.alignments for card in deck_cards)
    assert {card.cost for card in deck_cards} == {0, 1}
    assert all((card.offense is not None) == (card.type is CardType.CHAMPION) for card in deck_cards)


@shows("2.1.4", "5.0.5", "RB:champions/class")
def test_2_1_4_class_is_used_by_other_cards() -> None:
    table = Table(a=Start(in_play=["Faithful Pegasus", "Human Token", "Human Token", "Kong"]))
    table.a.attacks("Faithful Pegasus")
    table.a.says_yes()
    assert table.candidates == ["Human Token", "Human Token"]


@shows("2.3", "2.0.2", "2.1.8", "2.3.1", "2.3.3", "RB:keywords-and-terms/token-champions")
@does("Human Token", "Wolf Token", "Zombie Token", "Demon Token")
def test_2_3_1_token_champion_attacks_and_blocks() -> None:
    table = Table(a=Start(in_play=["Wolf Token", "Human Token"]), b=Start(in_play=["Zombie Token", "Demon Token"]))
    table.a.attacks("Wolf Token")
    table.all_pass()
    table.b.blocks("Zombie Token")
    table.all_pass()
    assert (table.a.in_play, table.b.in_play) == (["Human Token"], ["Demon Token"])


@shows("2.3.4")
def test_2_3_4_common_tokens_have_printed_values() -> None:
    values = {card.name: (card.offense, card.defense, *card.alignments) for card in CATALOGUE if card.is_token}
    assert {name: values[name] for name in ("Wolf Token", "Zombie Token", "Human Token", "Demon Token")} == {
        "Wolf Token": (2, 2, Alignment.WILD),
        "Zombie Token": (2, 2, Alignment.EVIL),
        "Human Token": (1, 1, Alignment.GOOD),
        "Demon Token": (4, 4, Alignment.EVIL),
    }


@shows("2.3.5", "2.3.1")
@does_not("Human Token", "Wolf Token", "Zombie Token", "Demon Token")
def test_2_3_5_token_leaving_play_reaches_no_zone() -> None:
    tokens = ["Human Token", "Wolf Token", "Zombie Token", "Demon Token"]
    table = Table(a=Start(hand=["Divine Judgment"], in_play=tokens))
    before = table.a.deck
    table.a.plays("Divine Judgment", mode=1)
    assert (table.a.in_play, table.a.hand, table.a.discard) == ([], [], ["Divine Judgment"])
    assert table.a.deck == before
    table = Table(a=Start(hand=["Sea Titan"], in_play=["Wolf Token"]))
    table.a.plays("Sea Titan")
    assert (table.a.in_play, table.a.hand) == (["Sea Titan"], [])


@shows("2.3.7", "2.3.1")
def test_2_3_7_token_is_no_deck_card() -> None:
    assert [name for name in PUBLISHED.tokens if CATALOGUE.card(name).is_deck_card] == []
    assert FIRST_TOKEN_KIND not in Table().state.owners


@shows("2.4.3", "2.4.4")
def test_2_4_3_gods_goddesses_and_demigods_are_one_type() -> None:
    words = {word for card in CATALOGUE if card.type is CardType.DEITY for word in card.classes}
    assert words == {"God", "Goddess", "Elder God", "Elder Goddess"}
    assert [card.name for card in CATALOGUE if card.type is CardType.DEITY and card.is_deck_card] == []


@shows("2.5.2", "5.0.5")
def test_2_5_2_alignment_is_used_by_effects() -> None:
    table = Table(a=Start(in_play=["Jungle Queen", "Kong", "Muse"]))
    assert (table.offense("Kong"), table.offense("Muse")) == (14, 2)


@shows("2.7[2]", "2.7.2", "2.7.3")
def test_2_7_3_counters_add_up() -> None:
    table = Table(a=Start(in_play=[Put("Wurm Hatchling", plus=2)], hand=["Lash", "Kong"]))
    table.a.plays("Kong")
    table.a.resolves("Wurm Hatchling", 0)
    assert table.champion("Wurm Hatchling").plus == 4


@shows("5.1", "RB:champions/keywords", "RB:keywords-and-terms", "RB:events/rules-text")
def test_5_1_keywords_are_first_in_card_text() -> None:
    for card in CATALOGUE:
        if card.playable and card.keywords:
            first = render_card(card)[0].casefold()
            assert [str(word) for word in card.keywords if str(word) not in first] == []
    assert {word for card in CATALOGUE for word in card.keywords} <= set(Keyword)
