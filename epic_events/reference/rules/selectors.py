"""The documents of every game as the pages find them: by slug, with a sentence for what is not there."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from django.urls import reverse
from django.utils.translation import gettext as _

from epic_events.infra.errors import MissingError
from rules.games import GAMES, Game
from rules.rulebooks import Reference, Rule, Rulebook, Term, UnknownRuleError, library
from rules.search import rulebook_index

MOST_REMEMBERED = 4096
"""Citations looked up that are remembered: more than there are units, and what visitors make up does not pile up."""


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """Return the documents of every game by slug, in the order in which the games list them."""
    return {slug: book for game in GAMES.values() for slug, book in game.rulebooks.items()}


def prepare() -> None:
    """Build what a search needs before the server takes requests: the first visitor does not wait for it."""
    for book in rulebooks().values():
        rulebook_index(book).search(book.title, limit=1)


def rulebook(slug: str) -> Rulebook:
    """Return a document.

    Raises:
        MissingError: if there is none of that name; the sentence lists those that there are.
    """
    found = rulebooks().get(slug)
    if found is None:
        known = ", ".join(rulebooks())
        raise MissingError(
            _("There is no rules document “%(slug)s”. Available documents: %(known)s.") % {"slug": slug, "known": known}
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
            near = ", ".join(rule_name(near) for near in error.nearest)
            sentence = f"{sentence} {_('Nearest: %(near)s.') % {'near': near}}"
        raise MissingError(sentence) from error


@dataclass(frozen=True)
class Cited:
    """What a citation names: its short form, what it is about, and where it stands on this site."""

    label: str
    heading: str
    url: str


@lru_cache(maxsize=MOST_REMEMBERED)
def cited(citation: str, game: str = "") -> Cited | None:
    """Return what a canonical citation names (``4.4.6[2]``, ``RB:battle-phase``, ``I-40``); None for anything else.

    Args:
        citation: as it is stored.
        game: slug of the game in which it is said: two games may number their rules alike. Empty where nobody knows.
    """
    for book in sorted(rulebooks().values(), key=lambda book: book.game != game):
        if citation in book:
            unit = book.get(citation)
            name = unit.id if unit.number else rule_name(unit)
            return Cited(name, unit.heading or unit.title, rule_url(book, unit))
    for known in GAMES.values():
        if citation in known.interpretations:
            address = f"{reverse('reference:interpretations')}#{citation}"
            return Cited(citation, known.interpretations[citation].problem, address)
    return None


def find_moved_rule(book: Rulebook, slug: str) -> Cited | None:
    """Return where a citation leads that stands in place of a unit's part of the address; None for such a part."""
    try:
        book.by_slug(slug)
    except UnknownRuleError:
        return cited(slug, book.game)
    return None


def find_referenced_rule(book: Rulebook, reference: Reference) -> tuple[Rulebook, Rule] | None:
    """Return the unit that a reference in a document's text names, with its document; None where none answers to it."""
    return library.resolve_reference(rulebooks(), book, reference)


def game_of(book: Rulebook) -> Game:
    """Return the game a document belongs to."""
    return GAMES[book.game]


def rule_name(unit: Rule) -> str:
    """Return what a reader sees as a unit's name; two under one number are told apart by their citations only."""
    return unit.id if unit.twice else unit.label


def rule_url(book: Rulebook, unit: Rule) -> str:
    """Return a unit's permanent address on this site."""
    return reverse("reference:rule", args=[book.slug, unit.slug])


@dataclass(frozen=True)
class Definition:
    """A word of the game and the unit that defines it."""

    book: Rulebook
    term: Term
    rule: Rule


def definition(game: Game, word: str) -> Definition | None:
    """Return what defines a word of the game, in its first document that explains it; None when none does.

    A word that begins a longer term is found too: "ally" is the ally ability.
    """
    asked = word.casefold()
    for book in game.rulebooks.values():
        terms = sorted(book.glossary, key=lambda term: len(term.name))
        for term in terms:
            name = term.name.casefold()
            if term.rules and (name == asked or name.startswith(f"{asked} ")):
                return Definition(book, term, book.get(term.rules[0]))
    return None
