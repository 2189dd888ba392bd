"""Queries on the rules documents of all games, and current texts of citations."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from types import MappingProxyType

from django.urls import reverse
from django.utils.translation import gettext as _

from epic_events.infra.errors import MissingError
from rules.games import GAMES, Game
from rules.rulebooks import Reference, Rule, Rulebook, Term, UnknownRuleError, library
from rules.search import rulebook_index

MAX_CACHED_CITATIONS = 4096
"""Number of cached citations; more than there are units, but bounded against arbitrary input."""


@cache
def rulebooks() -> Mapping[str, Rulebook]:
    """Return the documents of all games by slug, in the order of the games."""
    return {slug: book for game in GAMES.values() for slug, book in game.rulebooks.items()}


def prepare() -> None:
    """Build the search indexes at start-up, so that the first request is fast."""
    for book in rulebooks().values():
        rulebook_index(book).search(book.title, limit=1)


def rulebook(slug: str) -> Rulebook:
    """Return the document with this slug.

    Raises:
        MissingError: there is no such document; the message lists the available ones.
    """
    book = rulebooks().get(slug)
    if book is None:
        slugs = ", ".join(rulebooks())
        raise MissingError(
            _("There is no rules document “%(slug)s”. Available documents: %(known)s.") % {"slug": slug, "known": slugs}
        )
    return book


def rule(book: Rulebook, slug: str) -> Rule:
    """Return the unit with this slug.

    Raises:
        MissingError: there is no such unit; the message suggests similar ones.
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
    """Target of a citation: label, heading and URL."""

    label: str
    heading: str
    url: str


@lru_cache(maxsize=MAX_CACHED_CITATIONS)
def cited(citation: str, game: str = "") -> Cited | None:
    """Return the target of a citation.

    Citations are like ``4.4.6[2]``, ``RB:battle-phase`` or ``I-40``.

    Args:
        citation: the canonical citation.
        game: slug of its game, because games may share numbers; empty if unknown.

    Returns:
        The target; None if there is none.
    """
    for book in sorted(rulebooks().values(), key=lambda book: book.game != game):
        if citation in book:
            unit = book.get(citation)
            name = unit.id if unit.number else rule_name(unit)
            return Cited(name, unit.heading or unit.title, rule_url(book, unit))
    for game_definition in GAMES.values():
        if citation in game_definition.interpretations:
            address = f"{reverse('reference:interpretations')}#{citation}"
            return Cited(citation, game_definition.interpretations[citation].problem, address)
    return None


def find_moved_rule(book: Rulebook, slug: str) -> Cited | None:
    """Return the rule for a citation used in place of a slug.

    None if ``slug`` is no citation.
    """
    try:
        book.by_slug(slug)
    except UnknownRuleError:
        return cited(slug, book.game)
    return None


def find_referenced_rule(book: Rulebook, reference: Reference) -> tuple[Rulebook, Rule] | None:
    """Return the unit and document of a cross-reference; None if it matches no rule."""
    return library.resolve_reference(rulebooks(), book, reference)


def game_of(book: Rulebook) -> Game:
    """Return the game of a document."""
    return GAMES[book.game]


def rule_name(unit: Rule) -> str:
    """Return the display name of a unit, which two units with the same number share."""
    return unit.id if unit.twice else unit.label


def rule_url(book: Rulebook, unit: Rule) -> str:
    """Return the permanent URL of a unit."""
    return reverse("reference:rule", args=[book.slug, unit.slug])


@dataclass(frozen=True)
class Definition:
    """A term with the unit that defines it."""

    book: Rulebook
    term: Term
    rule: Rule


def definition(game: Game, word: str) -> Definition | None:
    """Return the definition of a term from the first document that has one.

    None if there is none. The first word of a longer term is found too: "ally" finds the ally ability.
    """
    folded = word.casefold()
    for book in game.rulebooks.values():
        terms = sorted(book.glossary, key=lambda term: len(term.name))
        for term in terms:
            name = term.name.casefold()
            if term.rules and (name == folded or name.startswith(f"{folded} ")):
                return Definition(book, term, book.get(term.rules[0]))
    return None


@dataclass(frozen=True)
class CitedText:
    """Current text of a citation.

    Attributes:
        rulebook: slug of the document, or ``interpretations``.
        version: rules version of the document; empty for an interpretation.
        text_hash: hash of the text, to detect changes.
    """

    rulebook: str
    version: str
    text_hash: str


def cited_text(game: str, citation: str, altered: Mapping[str, str] = MappingProxyType({})) -> CitedText | None:
    """Return the unit or interpretation of a canonical citation.

    None if there is none.

    Args:
        game: slug of the game.
        citation: the canonical citation.
        altered: hashes of rules altered by official texts, as returned by ``load_altered_rules``.
    """
    for book in rulebooks().values():
        if book.game == game and citation in book:
            digest = book.get(citation).text_hash
            if citation in altered:
                digest = sha256(f"{digest} {altered[citation]}".encode()).hexdigest()[:16]
            return CitedText(book.slug, book.version, digest)
    entry = GAMES[game].interpretations.get(citation)
    if entry is None:
        return None
    by_version = "".join(str(index) for _version, index in entry.version_options) or "0"
    words = "\n".join((entry.problem, *entry.options, by_version))
    return CitedText("interpretations", "", sha256(words.encode()).hexdigest()[:16])


def text_hashes(game: str, citations: tuple[str, ...], altered: Mapping[str, str]) -> dict[str, str]:
    """Return the current text hash of each citation; unknown citations are omitted."""
    hashes = {citation: cited_text(game, citation, altered) for citation in citations}
    return {citation: text.text_hash for citation, text in hashes.items() if text is not None}


def changed_citations(game: str, hashes: Mapping[str, str], altered: Mapping[str, str]) -> frozenset[str]:
    """Return the citations whose text changed or disappeared.

    They are compared with the stored hashes.
    """
    now = text_hashes(game, tuple(hashes), altered)
    return frozenset(citation for citation, was in hashes.items() if now.get(citation) != was)
