"""Folding and suggesting names, and finding cards by them."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.decks import Catalogue
from rules.decks.names import fold, suggest, words
from tests.rules.decks.decks import CARDS, Piece


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Fire Shaman", "fireshaman"),
        ("  FIRE   shaman ", "fireshaman"),
        ("Raging T-Rex", "ragingtrex"),
        ("Wolf's Call", "wolfscall"),
        ("Wolf\u2019s Call", "wolfscall"),
        ("Wolf`s Call", "wolfscall"),
        ("Krieg, Dark One's Chosen", "kriegdarkoneschosen"),
        ("\u00c6ther & \u00d8l", "aetherandol"),
        ("\u00c9tang", "etang"),
        ("E\u0301tang", "etang"),
        ("Stra\u00dfe", "strasse"),
        ("\uff2b\uff4f\uff4e\uff47", "kong"),
        ("---", ""),
    ],
)
def test_fold_returns_key(written: str, key: str) -> None:
    assert fold(written) == key


@example("\ua78b")
@given(st.text(max_size=40))
def test_fold_is_idempotent(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert words(words(text)) == words(text)
    assert fold(text.upper()) == fold(text.upper().lower())


def suggestions(written: str, *names: str, limit: int = 3) -> tuple[str, ...]:
    return suggest(written, {name: words(name) for name in names}, limit)


def test_suggestions_are_ordered_by_similarity() -> None:
    assert suggestions("Fire Shamen", "Fire Spirit", "Tire Shamin", "Fire Shaman") == (
        "Fire Shaman",
        "Tire Shamin",
        "Fire Spirit",
    )
    assert suggestions("Bran", "Bram", "Gran") == ("Bram", "Gran")


def test_suggestions_are_few_and_similar() -> None:
    assert len(suggestions("Wolf", *(f"Wolf {letter}" for letter in "abcdefgh"))) == 3
    assert suggestions("Zzyzx", "Fire Shaman") == ()
    assert suggestions("", "Fire Shaman") == ()
    assert suggestions("...", "Fire Shaman") == ()


def test_catalogue_with_names_of_equal_key_is_rejected() -> None:
    with pytest.raises(ValueError, match="cannot be told apart"):
        Catalogue([Piece("T-Rex"), Piece("T Rex")], {})
    with pytest.raises(ValueError, match="no card named 'Gone'"):
        Catalogue([Piece("Ember")], {"Gon": "Gone"})
    with pytest.raises(ValueError, match="is itself the name of a card"):
        Catalogue([Piece("Ember"), Piece("Tide")], {"Tide": "Ember"})


def test_find_alias_returns_card_and_alias() -> None:
    found = CARDS.find("EMBRE")
    assert found is not None
    assert (found.card.name, found.alias) == ("Ember", "EMBRE")
    exact = CARDS.find("ember")
    assert exact is not None
    assert exact.alias is None
    assert CARDS.find("Emb") is None
    assert CARDS.get("Embre") is None


def test_printings_are_in_order() -> None:
    first, second, other = Piece("Ember", cost=1), Piece("Ember", cost=0), Piece("Coal")
    cards = Catalogue([first, second, other], {})
    assert cards.card("ember") is first
    assert cards.printings("EMBER") == (first, second)
    assert cards.printings("Nobody") == ()
    assert cards.names == ("Coal", "Ember")
    assert cards.all_printings() == (other, first, second)
    assert list(cards) == [other, first]
    with pytest.raises(ValueError, match="no card named 'Nobody'"):
        cards.card("Nobody")


def test_search_completes_names() -> None:
    assert [card.name for card in CARDS.search("s")] == ["Spark", "Steam", "Champions of Salt", "The Sun"]
    assert [card.name for card in CARDS.search("s", limit=1)] == ["Spark"]
    assert CARDS.search("...") == ()
