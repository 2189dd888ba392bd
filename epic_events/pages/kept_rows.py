"""Rows of long lists: each is made once and kept under all that it shows, so that a change makes the rows it changes.

A row is found by its facts: the stored values of everything its template reads. Where one of them is another, so is
the name under which the row is looked for; nothing has to say that a row is stale. Like a page that is kept
(:mod:`epic_events.pages.kept`) a row is made for nobody: what is a reader's own, and the keys of its forms, are gaps.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from django.core.cache import cache
from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from epic_events.pages.kept import Gaps
from epic_events.running import kept

CSRF: Final = "csrf"
REQUEST_KEY: Final = "request_key"
"""The gaps for what the forms of a row send, beside those that its template names."""


def made(
    template: str,
    facts: Sequence[object],
    context: Callable[[int], dict[str, Any]],
    *,
    common: object = None,
) -> list[SafeString]:
    """Return the rows with these facts, those that are not kept made now; one look into the cache for all of them.

    Args:
        template: what makes a row. It is given no request: a form's token and key are ``CSRF`` and ``REQUEST_KEY``.
        facts: of each row everything that it is made of, as plain values.
        context: makes what the template needs for the row at an index.
        common: what all rows are made of besides, as plain values.
    """
    head = kept.name_of("row", template, get_language(), common)
    keys = [kept.name_of(head, each) for each in facts]
    found = cache.get_many(keys)
    gaps = Gaps(None)
    forms = {"csrf_token": gaps[CSRF], "navigation": {REQUEST_KEY: gaps[REQUEST_KEY]}, "own": gaps}
    new: dict[str, str] = {}
    for index, key in enumerate(keys):
        if key not in found and key not in new:
            new[key] = get_template(template).render({**forms, **context(index)})
    if new:
        cache.set_many(new, timeout=kept.FOR)
    # Templates have escaped what people typed before it was kept.
    return [mark_safe(found.get(key) or new[key]) for key in keys]  # noqa: S308  # nosec B308 B703
