"""The buttons of the page on which a play is described."""

from typing import Any

from django import template
from django.urls import reverse

register = template.Library()


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
