"""Rules in templates: their text, their addresses, their citations."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from urllib.parse import urlsplit

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from epic_events.infra.labels import within_sentence
from epic_events.reference.cards import catalogue
from epic_events.reference.chosen_game import PARAMETER
from epic_events.reference.documents.official import OfficialText
from epic_events.reference.models import DocumentUnit
from epic_events.reference.rules import citation, markup, selectors
from rules.games import GAMES
from rules.rulebooks import Interpretation, Rule, Rulebook

register = template.Library()
register.filter("within_sentence", within_sentence)


@register.simple_tag
def rule_text(book: Rulebook, text: str) -> SafeString:
    """Render a rule's text or example."""
    return markup.rule_html(book, text)


@register.simple_tag
def rule_note(book: Rulebook, text: str) -> SafeString:
    """Render a remark on a rule."""
    return markup.note_html(book, text)


@register.simple_tag
def official_text(book: Rulebook | None, unit: DocumentUnit, symbols: Mapping[str, Sequence[str]]) -> SafeString:
    """Render the official wording of a unit, with what was filled in where symbols are lost, by citation."""
    return markup.official_html(book, unit.passages, unit.citation, symbols.get(unit.citation, ()))


@register.filter
def unit_of(official: object, rule: Rule) -> DocumentUnit | None:
    """Give the official unit of one of our rules; None where there is none, or no official text at all."""
    return official.units.get(rule.id) if isinstance(official, OfficialText) else None


@register.filter
def plain_words(text: str) -> str:
    """Give a text in light markup as one line of plain words."""
    return markup.rule_plain_text(text)


@register.filter
def is_altered(official: object, rule: Rule) -> bool:
    """Whether the official wording of one of our rules is another by now than that which ours restates."""
    return isinstance(official, OfficialText) and rule.id in official.altered


@register.filter
def rule_name(rule: Rule) -> str:
    """Give a rule's name: its number, or its heading where the document has no numbers."""
    return selectors.rule_name(rule)


@register.simple_tag
def rule_url(book: Rulebook, rule: Rule) -> str:
    """Give a rule's permanent address."""
    return selectors.rule_url(book, rule)


@register.simple_tag(takes_context=True)
def rule_citation(context: template.Context, book: Rulebook, rule: Rule) -> str:
    """Give the line that quotes a rule, with its full address."""
    return citation.cite(book, rule, context["request"].build_absolute_uri(selectors.rule_url(book, rule)))


@lru_cache(maxsize=selectors.MOST_REMEMBERED)
def _link_to(found: selectors.Cited) -> SafeString:
    """Render a link to a rule, the same in every language; the page of a dispute has more than a thousand."""
    return format_html('<a class="rule-chip" href="{}" title="{}">{}</a>', found.url, found.heading, found.label)


@register.simple_tag
def rule_chip(citation: str, game: str = "") -> SafeString:
    """Render the source of a verdict: a link to the rule, a link to the site of an address, else its words.

    ``game`` is the slug of the game it is said of.
    """
    if found := selectors.cited(citation, game):
        return _link_to(found)
    if citation.startswith("https://"):
        host = urlsplit(citation).hostname
        return format_html('<a class="rule-chip" href="{}" rel="noreferrer">{}</a>', citation, host)
    return format_html('<span class="rule-chip">{}</span>', citation)


@register.simple_tag
def rule_chips(citations: Iterable[str], game: str = "") -> SafeString:
    """Render several sources one behind the other, as ``rule_chip`` each."""
    # Each is escaped already, and there are too many on a page to have them looked at once more.
    return mark_safe(" ".join([rule_chip(citation, game) for citation in citations]))  # noqa: S308 - as said


@register.filter
def cite_links(text: str, game: str = "") -> SafeString:
    """Escape a sentence and link the rules it cites; ``game`` is the slug of the game it is about."""
    return markup.linked_citations(text, game)


@register.simple_tag
def card_url(game: str, name: str) -> str:
    """Give the address of a card of a game."""
    return catalogue.card_url(GAMES[game], name)


@register.simple_tag
def cards_url(game: str) -> str:
    """Give the address of the list of a game's cards."""
    return catalogue.cards_url(GAMES[game])


@register.filter
def decision(entry: Interpretation, version: str) -> str:
    """Give the reading that an interpretation takes under a version of the rules."""
    return entry.default_text(version)


@register.filter
def asked_game(game: object) -> str:
    """Return what an address of the reference goes on with to be about a game; nothing for one that is not known."""
    return f"?{PARAMETER}={game}" if game in GAMES else ""
