"""Conversion of light markup to HTML with links, and citations.

All other text is escaped.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from operator import itemgetter

from django.utils import dateformat
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from epic_events.reference.rules.selectors import Cited, cited, find_referenced_rule, rule_url
from rules.rulebooks import Reference, Rule, Rulebook
from rules.rulebooks.importer import LOST_SYMBOL, reference_corrections

AS_PRINTED: Mapping[str, str] = {}
"""Corrections for a text without misprinted references."""
_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITEM = re.compile(r"^- ", re.MULTILINE)
_CITATION = re.compile(
    r"(?<![\w.])(?:\d+(?:\.\d+)+[a-z]?(?:\[\d\])?"
    r"|[A-Z]{2,4}:(?:\d+(?:\.\d+)*[a-z]?(?:/[a-z]+(?:-[a-z]+)*)?(?![-/])|[a-z\d-]+(?:/[a-z\d-]+)*)|[A-Z]{1,2}-\d+)"
    r"(?![\w\[]|\.\d)"
)


def rule_html(book: Rulebook, text: str) -> SafeString:
    """Return a text of a document as HTML paragraphs and lists."""
    blocks = (block for block in text.split("\n\n") if block.strip())
    return _safe("".join(_block(book, block) for block in blocks))


def note_html(book: Rulebook, text: str) -> SafeString:
    """Return a one-paragraph remark as HTML with cross-references as links."""
    return _safe(_inline(book, text))


def official_html(
    book: Rulebook | None,
    passages: Iterable[Mapping[str, str]],
    citation: str = "",
    symbols: Iterable[str] = (),
) -> SafeString:
    """Return the official text of a unit as HTML, with a mark for each missing symbol.

    Args:
        book: our document, to whose rules references link; None without one.
        passages: ``{kind, text}``, in light markup.
        citation: citation of the unit, for known misprints in it.
        symbols: texts of the missing symbols in order; empty for those without one.
    """
    every = reference_corrections(book.slug) if book else {}
    meant = {printed: rule for (unit, printed), rule in every.items() if unit == citation}
    parts: list[str] = []
    words = iter(symbols)
    for kind, group in groupby(passages, key=itemgetter("kind")):
        texts = [_official_inline(book, passage["text"], meant, words) for passage in group]
        if kind == "item":
            parts.append(f"<ul>{''.join(f'<li>{text}</li>' for text in texts)}</ul>")
        elif kind in ("example", "note"):
            parts += [f'<div class="rule-example"><p>{text}</p></div>' for text in texts]
        else:
            parts += [f"<p>{text}</p>" for text in texts]
    return _safe("".join(parts))


def official_plain_text(text: str, symbols: Iterator[str]) -> str:
    """Return a passage of an official text as one line of plain text.

    Args:
        text: the passage, in light markup.
        symbols: texts of missing symbols; as many are consumed as the passage lacks. They are shown in square
        brackets.
    """
    first, *rest = text.split(LOST_SYMBOL)
    return rule_plain_text(first + "".join(f"[{next(symbols, '') or _('symbol missing')}]{part}" for part in rest))


def _official_inline(book: Rulebook | None, text: str, meant: Mapping[str, str], symbols: Iterator[str]) -> str:
    html = _inline(book, text, meant) if book else _BOLD.sub(r"<strong>\1</strong>", escape(text))
    first, *rest = html.split(LOST_SYMBOL)
    return first + "".join(f"{_symbol(next(symbols, ''))}{part}" for part in rest)


def _symbol(words: str) -> SafeString:
    """Return the HTML for a missing symbol: its text, or a mark."""
    if not words:
        return format_html('<span class="unresolved">[{}]</span>', _("symbol missing"))
    note = _("Added by hand: the uploaded copy lacks a symbol here.")
    return format_html('<span class="filled-in" title="{}">[{}]</span>', note, words)


def rule_plain_text(text: str) -> str:
    """Return the text of a rule as one line of plain text."""
    plain = re.sub(r"\[([^\]\[]+)\]\([^)\s]+\)", r"\1", text)
    return " ".join(_ITEM.sub("", plain).replace("**", "").split())


def highlight(text: str, spans: Iterator[tuple[int, int]] | tuple[tuple[int, int], ...]) -> SafeString:
    """Return text as HTML with ``<mark>`` around the spans (start, end)."""
    parts: list[str] = []
    at = 0
    for start, end in sorted(spans):
        if start < at:
            continue
        parts += [escape(text[at:start]), format_html("<mark>{}</mark>", text[start:end])]
        at = end
    return _safe("".join([*parts, escape(text[at:])]))


def linked_citations(text: str, game: str = "") -> SafeString:
    """Return text as HTML with citations of rules and interpretations as links.

    ``game`` is the slug of its game; empty if unknown. Unknown citations stay text.
    """
    parts: list[str] = []
    at = 0
    for match in _CITATION.finditer(text):
        citation_names = _cited_target(match[0], game)
        if citation_names is not None:
            link = format_html('<a href="{}" title="{}">{}</a>', citation_names.url, citation_names.heading, match[0])
            parts += [escape(text[at : match.start()]), link]
            at = match.end()
    return _safe("".join([*parts, escape(text[at:])]))


def _cited_target(citation: str, game: str) -> Cited | None:
    """Return the target of a citation.

    For a number used twice, the first, whose page shows both.
    """
    return cited(citation, game) or cited(f"{citation}[1]", game)


def _block(book: Rulebook, block: str) -> str:
    """Return the HTML of a paragraph, a list, or a paragraph followed by a list."""
    lead, *items = _ITEM.split(block)
    paragraph = f"<p>{_inline(book, lead.strip())}</p>" if lead.strip() else ""
    listed = "".join(f"<li>{_inline(book, item.strip())}</li>" for item in items)
    return paragraph + (f"<ul>{listed}</ul>" if listed else "")


def _inline(book: Rulebook, text: str, meant: Mapping[str, str] = AS_PRINTED) -> str:
    """Return text as HTML with cross-references as links.

    Args:
        book: the document.
        text: the text.
        meant: correct number by misprinted number; empty if it refers to no rule.
    """
    parts: list[str] = []
    at = 0
    for reference in book.references(text):
        misprinted = reference.words in meant
        link = _corrected(book, reference.words, meant[reference.words]) if misprinted else _link(book, reference)
        parts += [escape(text[at : reference.start]), link]
        at = reference.end
    parts.append(escape(text[at:]))
    return _BOLD.sub(r"<strong>\1</strong>", "".join(parts))


def _corrected(book: Rulebook, printed: str, meant: str) -> str:
    """Return a misprinted reference as a link to the correct rule.

    As text if there is none.
    """
    if not meant:
        return format_html('<span title="{}">{}</span>', _("Misprint. This number refers to no rule."), printed)
    unit = book.find(meant)[0]
    title = _("Misprint. The correct number is %(number)s.") % {"number": meant}
    return format_html('<a href="{}" title="{}">{}</a>', rule_url(book, unit), title, printed)


def _link(book: Rulebook, reference: Reference) -> str:
    """Return a cross-reference as a link, or as marked text if it matches no rule."""
    referenced_rule = find_referenced_rule(book, reference)
    if referenced_rule is None:
        note = _("This reference matches no rule.")
        return format_html(
            '<span class="unresolved" title="{}">{}<sup aria-hidden="true">?</sup></span>'
            '<span class="sr-only"> ({})</span>',
            note,
            reference.words,
            note,
        )
    rulebook, unit = referenced_rule
    title = unit.title if rulebook is book else f"{rulebook.title}: {unit.title}"
    return format_html('<a href="{}" title="{}">{}</a>', rule_url(rulebook, unit), title, reference.words)


def _safe(html: str) -> SafeString:
    """Mark HTML as safe that this module built from escaped parts."""
    return mark_safe(html)  # noqa: S308 - every part passed through escape or format_html


def cite(book: Rulebook, rule: Rule, address: str) -> str:
    """Return the citation of a rule: document, number, date, text and URL.

    >>> from rules.games import GAMES
    >>> book = GAMES["epic"].rulebooks["epic-complete"]
    >>> cite(book, book.get("1.1"), "https://example.org/1.1").partition(":")[0]
    'Epic Complete Rules 1.1 (28 Mar 2016)'
    """
    text = rule_plain_text(rule.text) or rule.heading
    name = rule.id.removeprefix(book.prefix)
    revised = dateformat.format(book.revised, "j M Y")
    return f"{book.title} {name} ({revised}): “{text}” {address}"
