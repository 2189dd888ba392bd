"""Template tags for texts, URLs and citations of rules."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from epic_events.infra.names import within_sentence
from epic_events.reference.cards import catalogue
from epic_events.reference.chosen_game import PARAMETER
from epic_events.reference.documents.editions import OfficialText
from epic_events.reference.models import DocumentUnit
from epic_events.reference.rules import markup, selectors
from rules.games import GAMES
from rules.rulebooks import Interpretation, Rule, Rulebook

register = template.Library()
register.filter("within_sentence", within_sentence)


@register.simple_tag
def rule_text(book: Rulebook, text: str) -> SafeString:
    """Render the text or example of a rule."""
    return markup.rule_html(book, text)


@register.simple_tag
def rule_note(book: Rulebook, text: str) -> SafeString:
    """Render a remark on a rule."""
    return markup.note_html(book, text)


@register.simple_tag
def official_text(book: Rulebook | None, unit: DocumentUnit, symbols: Mapping[str, Sequence[str]]) -> SafeString:
    """Render the official text of a unit with the texts of its missing symbols."""
    return markup.official_html(book, unit.passages, unit.citation, symbols.get(unit.citation, ()))


@register.filter
def unit_of(official: object, rule: Rule) -> DocumentUnit | None:
    """Return the official unit of one of our rules; None if there is none."""
    return official.units.get(rule.id) if isinstance(official, OfficialText) else None


@register.filter
def plain_words(text: str) -> str:
    """Return a text in light markup as one line of plain text."""
    return markup.rule_plain_text(text)


@register.filter
def is_altered(official: object, rule: Rule) -> bool:
    """Return True if a rule's official text differs from the edition of ours.

    That edition is the one that our text restates.
    """
    return isinstance(official, OfficialText) and rule.id in official.altered


@register.filter
def rule_name(rule: Rule) -> str:
    """Return the number of a rule, or its heading in documents without numbers."""
    return selectors.rule_name(rule)


@register.simple_tag
def rule_url(book: Rulebook, rule: Rule) -> str:
    """Return the permanent URL of a rule."""
    return selectors.rule_url(book, rule)


@register.simple_tag(takes_context=True)
def rule_citation(context: template.Context, book: Rulebook, rule: Rule) -> str:
    """Return the citation of a rule with its absolute URL."""
    return markup.cite(book, rule, context["request"].build_absolute_uri(selectors.rule_url(book, rule)))


@lru_cache(maxsize=selectors.MAX_CACHED_CITATIONS)
def _link_to(target: selectors.Cited) -> SafeString:
    """Render a link to a rule.

    Cached, because a dispute page has more than a thousand of them.
    """
    return format_html('<a class="rule-chip" href="{}" title="{}">{}</a>', target.url, target.heading, target.label)


@register.simple_tag
def rule_chip(citation: str, game: str = "") -> SafeString:
    """Render the source of a verdict: a link to a rule or external URL, else its text.

    ``game`` is the slug of its game.
    """
    if target := selectors.cited(citation, game):
        return _link_to(target)
    if citation.startswith("https://"):
        host = urlsplit(citation).hostname
        return format_html('<a class="rule-chip" href="{}" rel="noreferrer">{}</a>', citation, host)
    return format_html('<span class="rule-chip">{}</span>', citation)


@register.simple_tag
def rule_chips(citations: Iterable[str], game: str = "") -> SafeString:
    """Render several sources with ``rule_chip``, separated by spaces."""
    # All parts are escaped already; escaping them again is slow on pages with many citations.
    return mark_safe(" ".join([rule_chip(citation, game) for citation in citations]))  # noqa: S308 - as said


@register.filter
def cite_links(text: str, game: str = "") -> SafeString:
    """Escape a sentence and link the rules that it cites.

    ``game`` is the slug of its game.
    """
    return markup.linked_citations(text, game)


@register.simple_tag
def card_url(game: str, name: str) -> str:
    """Return the URL of a card."""
    return catalogue.card_url(GAMES[game], name)


@register.simple_tag
def cards_url(game: str) -> str:
    """Return the URL of a game's card list."""
    return catalogue.cards_url(GAMES[game])


@register.filter
def decision(entry: Interpretation, version: str) -> str:
    """Return the option that an interpretation chooses under a rules version."""
    return entry.default_text(version)


@register.filter
def asked_game(game: object) -> str:
    """Return the query string that selects a game; empty for an unknown one."""
    return f"?{PARAMETER}={game}" if game in GAMES else ""
