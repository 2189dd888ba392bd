"""Invented cards are separate from published ones in every game."""

from collections import Counter

import pytest

from rules.__main__ import main
from rules.card_search import parse_query
from rules.games import GAMES
from rules.invented_cards import FLAG, card_facts_of, catalogue_with, invented_cards, searched_cards

HOUSE = pytest.mark.parametrize(("slug", "count"), [("champions", 46), ("epic-tcg", 55)])


def find_names(slug: str, asked: str) -> list[str]:
    game = GAMES[slug]
    query = parse_query(asked, game.card_fields)
    return [card.name for card in query.find(searched_cards(game, query), game.card_fields)]


@HOUSE
def test_card_search_includes_invented_cards_only_on_request(slug: str, count: int):
    apart = {card.name for card in invented_cards(GAMES[slug])}
    assert len(apart) == count
    assert apart & set(find_names(slug, "")) == set()
    assert set(find_names(slug, "is:invented")) == apart
    assert find_names(slug, "-is:invented") == find_names(slug, "")
    assert set(find_names(slug, "is:invented or t:champion")) > apart


@pytest.mark.parametrize("slug", ["epic", "hex"])
def test_game_without_invented_cards_has_none(slug: str):
    assert invented_cards(GAMES[slug]) == ()
    assert len(find_names(slug, "")) == len(GAMES[slug].cards.names)


def test_card_file_of_organiser_is_searched_completely():
    game = GAMES["champions"].with_set("house set")
    query = parse_query("ilse", game.card_fields)
    assert [card.name for card in query.find(searched_cards(game, query), game.card_fields)] == ["Ilse Lampwright"]


def test_catalogue_with_card_returns_its_catalogue():
    game = GAMES["champions"]
    assert catalogue_with(game, "Archaon") is game.cards
    home = catalogue_with(game, "Ilse Lampwright")
    assert home is not None
    assert game.card_facts(home.printings("Ilse Lampwright")[0])[FLAG] is True
    assert catalogue_with(game, "Nobody at All") is None


def test_house_set_facts_state_what_engine_plays():
    game = GAMES["champions"]
    engines = [card_facts_of(game, card)["engine"] for card in invented_cards(game)]
    assert Counter(engines) == {"plays": 46}
    published = game.cards.printings("Archaon")[0]
    assert card_facts_of(game, published) == game.card_facts(published)


def test_cards_command_mentions_invented_cards(capsys: pytest.CaptureFixture[str]):
    assert main(["cards", "--game", "champions", "ilse"]) == 1
    assert "1 invented card fits besides; is:invented shows them" in capsys.readouterr().err
    assert main(["cards", "--game", "champions", "ilse is:invented"]) == 0
    assert capsys.readouterr().out.startswith("Ilse Lampwright\n  This card is invented")
    assert main(["card", "--game", "champions", "ilse lampwright"]) == 0
    assert "it is no card of the published game" in capsys.readouterr().out
