"""Template tags of the dispute editor."""

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
    """Return text as HTML with the parts between backticks as code."""
    return mark_safe(_CODE.sub(r"<code>\1</code>", escape(text)))  # noqa: S308  escaped before


@register.filter
def mark_part(text: str, part: str) -> SafeString:
    """Return an error message as HTML with the typed text marked.

    It is prepended if the message does not quote it.
    """
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
    """Render a button of the editor.

    Args:
        context: the template context, for the URL.
        words: the label.
        value: the tap, see ``disputes.editor.taps``.
        label: the accessible name if the label alone is not clear.
        kind: the CSS classes.
        pressed: the state of a toggle button; ``None`` for other buttons.
    """
    query = context.get("query", "")
    address = f"{reverse('disputes:describe')}{'?' if query else ''}{query}"
    return {"words": words, "value": value, "label": label, "kind": kind, "pressed": pressed, "address": address}
