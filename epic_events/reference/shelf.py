"""The documents of every game as the pages find them: by slug, with a sentence for whoever asks for what is not there."""

from collections.abc import Mapping
from functools import cache

from django.urls import reverse
from django.utils.translation import gettext as _

from epic_events.errors import MissingError
from rules.games import GAMES, Game
from rules.rulebooks import Rule, Rulebook, Term, UnknownRuleError


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """Return the documents of every game by slug, in the order in which the games list them."""
    return {slug: book for game in GAMES.values() for slug, book in game.rulebooks.items()}


def rulebook(slug: str) -> Rulebook:
    """Return a document.

    Raises:
        MissingError: if there is none of that name; the sentence lists those that there are.
    """
    found = rulebooks().get(slug)
    if found is None:
        known = ", ".join(rulebooks())
        raise MissingError(
            _("There is no rules document “%(slug)s”. The documents are: %(known)s.") % {"slug": slug, "known": known}
        )
    return found


def rule(book: Rulebook, slug: str) -> Rule:
    """Return a unit by its part of the address.

    Raises:
        MissingError: if the document has no such unit; the sentence names the nearest ones.
    """
    try:
        return book.by_slug(slug)
    except UnknownRuleError as error:
        sentence = _("%(title)s has no rule “%(slug)s”.") % {"title": book.title, "slug": slug[:80]}
        if error.nearest:
            near = ", ".join(near.label for near in error.nearest)
            sentence = f"{sentence} {_('Nearest: %(near)s.') % {'near': near}}"
        raise MissingError(sentence) from error


def game_of(book: Rulebook) -> Game:
    """Return the game a document belongs to."""
    return GAMES[book.game]


def rule_url(book: Rulebook, unit: Rule) -> str:
    """Return a unit's permanent address on this site."""
    return reverse("reference:rule", args=[book.slug, unit.slug])


def term_url(game: Game, name: str) -> str | None:
    """Return the address of the rule that defines a word of the game, from its first document that explains it."""
    found = defining_rule(game, name)
    return rule_url(*found) if found else None


def defining_rule(game: Game, name: str) -> tuple[Rulebook, Rule] | None:
    """Return the document and the unit that define a word of the game, or None when no document explains it."""
    for book in game.rulebooks.values():
        term = _terms(book).get(name.casefold())
        if term is not None and term.rules:
            return book, book.get(term.rules[0])
    return None


def _terms(book: Rulebook) -> Mapping[str, Term]:
    return {term.name.casefold(): term for term in book.glossary}
