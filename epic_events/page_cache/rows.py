"""Cached rows of long lists, so that a change renders only the rows it changes.

The key of a row is a hash of its facts: the stored values of everything that its template reads. A changed fact gives
another key, so no row has to be invalidated. Like a cached page (:mod:`epic_events.page_cache.pages`) a row is rendered
for no user in particular: per-user data and form tokens are placeholders.

Reading all facts takes most of the time. While the version token ``lasting`` stays the same (it changes with everything
except results and lists, see ``audit_log.version_tokens``), the whole list is cached and only results are read again.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Protocol

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from epic_events.infra import cached_values
from epic_events.page_cache.pages import Placeholders

CSRF: Final = "csrf"
REQUEST_KEY: Final = "request_key"
"""Placeholders for form data of a row, in addition to those of its template."""


class Rows(Protocol):
    """Rows of one list."""

    @property
    def keys(self) -> Sequence[int]:
        """Return the identifier of each row within its list."""

    @property
    def changing_values(self) -> Sequence[object]:
        """Return for each row the values that change with results and submitted decklists."""

    def facts_at(self, places: Sequence[int]) -> list[object]:
        """Return all values that the rows at these indices show."""


def render_changed_rows(
    template: str,
    rows: Rows,
    context: Callable[[int], dict[str, Any]],
    *,
    common: object,
    name: tuple[object, ...],
    lasting: str,
) -> list[SafeString]:
    """Return the rows of a list like :func:`made`, looking up only changed rows.

    Args:
        template: as for :func:`made`.
        rows: the rows.
        context: as for :func:`made`.
        common: as for :func:`made`.
        name: identifier of the list.
        lasting: version token of everything in a row except ``changing_values``, read before the rows.
    """
    key = cached_values.cache_key("rows", template, get_language(), *name)
    cached_rows: tuple[str, dict[int, tuple[object, str]]] | None = cached_values.get(key)
    before = cached_rows[1] if cached_rows is not None and cached_rows[0] == lasting else {}
    now = list(zip(rows.keys, rows.changing_values, strict=True))
    changed = [
        at for at, (row, changing_values) in enumerate(now) if row not in before or before[row][0] != changing_values
    ]
    if changed:
        new = render_rows(template, rows.facts_at(changed), lambda at: context(changed[at]), common=common)
        texts = {now[at][0]: str(text) for at, text in zip(changed, new, strict=True)}
        before = {row: (changing_values, texts.get(row) or before[row][1]) for row, changing_values in now}
        cached_values.set_many({key: (lasting, before)})
    return [mark_safe(before[row][1]) for row, _passing in now]  # noqa: S308 - as below


def render_rows(
    template: str,
    facts: Sequence[object],
    context: Callable[[int], dict[str, Any]],
    *,
    common: object = None,
) -> list[SafeString]:
    """Return rendered rows.

    Render and cache those that are missing. One cache request for all.

    Args:
        template: template of a row. It gets no request; CSRF token and idempotency key are ``CSRF`` and
        ``REQUEST_KEY``.
        facts: for each row all values that it shows, as plain data.
        context: returns the template context of the row at an index.
        common: further values that all rows show, as plain data.
    """
    head = cached_values.cache_key("row", template, get_language(), common)
    keys = [cached_values.cache_key(head, fact) for fact in facts]
    cached_parts = cached_values.get_many(keys)
    gaps = Placeholders(None)
    forms = {"csrf_token": gaps[CSRF], "navigation": {REQUEST_KEY: gaps[REQUEST_KEY]}, "own": gaps}
    new: dict[str, str] = {}
    row_template = get_template(template)
    for index, key in enumerate(keys):
        if key not in cached_parts and key not in new:
            new[key] = row_template.render({**forms, **context(index)})
    if new:
        cached_values.set_many(new)
    # Templates have escaped user input before it was cached.
    return [mark_safe(cached_parts.get(key) or new[key]) for key in keys]  # noqa: S308
