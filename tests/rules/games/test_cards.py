"""Cards and formats of every game: facts, descriptions, search and cited rules."""

from datetime import date

from rules.card_search import parse_query
from rules.decks import parse
from rules.decks.names import words
from rules.games import Game
from tests.rules.games.arranged import EVERY_GAME, citations

DAY = date(2020, 1, 1)


@EVERY_GAME
def test_printings_all_have_facts_and_description(game: Game) -> None:
    for card in game.cards.all_printings():
        output = game.card_facts(card)
        assert output["name"] == card.name
        assert game.describe_card(card).startswith(card.name)
        assert plain(output), card.name


def plain(value: object) -> bool:
    """Whether a value is as JSON has it."""
    if isinstance(value, dict):
        return all(type(key) is str and plain(each) for key, each in value.items())
    if isinstance(value, (list, tuple)):
        return all(plain(each) for each in value)
    return value is None or isinstance(value, (str, int, float))


@EVERY_GAME
def test_card_search_fields_are_read_for_every_card(game: Game) -> None:
    vocabulary = game.card_fields
    for card in game.cards.all_printings():
        name, text = vocabulary.texts(card)
        assert words(card.name) in name
        assert isinstance(text, str)
        for field in vocabulary.fields:
            assert all(isinstance(word, str) for word in field.written(card, DAY)), (card.name, field.name)


@EVERY_GAME
def test_card_search_finds_every_card_by_name(game: Game) -> None:
    cards, missed = list(game.cards), []
    for name in game.cards.names:
        asked = name.replace('"', "")
        for question in (f'"{asked}"', f'name:"{asked}"'):
            found = parse_query(question, game.card_fields).find(cards, game.card_fields)
            if name not in {card.name for card in found}:
                missed.append(question)
        assert game.cards.card(name).name == name
    assert missed == []


@EVERY_GAME
def test_formats_cite_existing_rules(game: Game) -> None:
    known = citations(game)
    assert game.formats
    for slug, each in game.formats.items():
        assert each.slug == slug
        assert each.name
        assert each.about
        assert each.rule
        cited = [each.rule]
        for constraint in each.constraints:
            cited += [getattr(constraint, name) for name in dir(constraint) if name.endswith("rule")]
        # What no rules document says has its source: an address, or an announcement in words.
        sources = {rule for rule in cited if rule.startswith(("https://", "http://")) or " " in rule}
        assert set(filter(None, cited)) - sources - known == set(), slug


@EVERY_GAME
def test_errors_of_formats_cite_existing_rules(game: Game) -> None:
    lists = ("", "\n".join(f"9 {name}" for name in game.cards.names), "1 No Such Card\nnonsense 7\n")
    for each in game.formats.values():
        for text in lists:
            report = each.check(parse(text, game.cards), DAY)
            assert [problem.code for problem in (*report.problems, *report.warnings) if not problem.rule] == []
            assert report.problems or report.unchecked
