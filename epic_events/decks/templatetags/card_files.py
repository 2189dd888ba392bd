"""Template filter for descriptions of card files."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def backticks(text: str) -> SafeString:
    """Return HTML in which text between backticks is code; an unpaired backtick stays.

    >>> backticks("`is` names <one> of them")
    '<code>is</code> names &lt;one&gt; of them'
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts[-2:] = ["`".join(parts[-2:])]
    shown = (format_html("<code>{}</code>", part) if at % 2 else part for at, part in enumerate(parts))
    return format_html_join("", "{}", ((part,) for part in shown))
