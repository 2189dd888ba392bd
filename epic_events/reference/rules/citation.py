"""Citation of a rule for use outside this site."""

from django.utils import dateformat

from epic_events.reference.rules.markup import rule_plain_text
from rules.rulebooks import Rule, Rulebook


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
