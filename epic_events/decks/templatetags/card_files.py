"""How the explanations of card files are written in HTML."""

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@register.filter
def backticks(text: str) -> SafeString:
    """Return a sentence in HTML in which what stands between backticks is code; a lone backtick stays one.

    >>> backticks("`is` names <one> of them")
    '<code>is</code> names &lt;one&gt; of them'
    """
    parts = text.split("`")
    if len(parts) % 2 == 0:
        parts[-2:] = ["`".join(parts[-2:])]
    shown = (format_html("<code>{}</code>", part) if at % 2 else part for at, part in enumerate(parts))
    return format_html_join("", "{}", ((part,) for part in shown))
