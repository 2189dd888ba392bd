"""The buttons of the page on which a play is described."""

import re
from typing import Any, Final

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()

_CODE: Final = re.compile(r"`([^`]+)`")


@register.filter
def with_code(text: str) -> SafeString:
    """Return text as HTML in which examples between backticks are code."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(text)))  # noqa: S308  escaped before


@register.filter
def mark_part(text: str, part: str) -> SafeString:
    """Return an error message as HTML with the typed text marked, put in front if the message does not quote it."""
    marked = f"<mark>{escape(part)}</mark>"
    quoted, message = escape(f"'{part}'"), with_code(text)
    return mark_safe(message.replace(quoted, marked, 1) if quoted in message else f"{marked}: {message}")  # noqa: S308


@register.inclusion_tag("disputes/desk/tap.html", takes_context=True)
def tap(
    context: template.Context,
    words: str,
    value: str,
    label: str = "",
    kind: str = "button",
    pressed: bool | None = None,
) -> dict[str, Any]:
    """Render a button that is one tap.

    Args:
        context: of the page, for its address.
        words: what stands on the button.
        value: what the tap does, see ``disputes.desk.taps``.
        label: what it is called where the words alone do not say it.
        kind: its classes.
        pressed: whether what it says holds; None for a button that does something.
    """
    query = context.get("query", "")
    address = f"{reverse('disputes:describe')}{'?' if query else ''}{query}"
    return {"words": words, "value": value, "label": label, "kind": kind, "pressed": pressed, "address": address}
