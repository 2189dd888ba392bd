"""The Epic TCG registers as a complete game."""

from datetime import date

from rules.decks import Verdict, parse
from rules.games import GAMES

GAME = GAMES["epic-tcg"]


def test_registered_game_parts_fit_together():
    assert {book.game for book in GAME.rulebooks.values()} == {GAME.slug}
    assert {book.version for book in GAME.rulebooks.values()} == set(GAME.versions)
    known = {rule.id for book in GAME.rulebooks.values() for rule in book.rules}
    assert {rule for entry in GAME.interpretations.values() for rule in entry.rules} <= known
    assert all(each.slug == slug and each.rule in known for slug, each in GAME.formats.items())


def test_check_published_cards_is_never_fully_legal():
    text = "".join(f"3 {name}\n" for name in GAME.cards.names if not GAME.card_facts(GAME.cards.card(name))["invented"])
    report = GAME.formats["designed"].check(parse(text, GAME.cards), date(2010, 5, 1))
    assert report.verdict is Verdict.NOT_LEGAL, "38 gift cards are known, nine are allowed"
    report = GAME.formats["designed"].check(parse("60 Tim", GAME.cards), date(2010, 5, 1))
    assert report.unchecked
