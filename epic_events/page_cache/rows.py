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

from epic_events.infra import cache_store, cached_values
from epic_events.page_cache.pages import Gaps

CSRF: Final = "csrf"
REQUEST_KEY: Final = "request_key"
"""The gaps for what the forms of a row send, beside those that its template names."""


class Rows(Protocol):
    """The rows of one list."""

    @property
    def keys(self) -> Sequence[int]:
        """Of each row what tells it from the others of its list."""

    @property
    def passing(self) -> Sequence[object]:
        """Of each row what it shows that changes while results come in and lists are submitted."""

    def facts_at(self, places: Sequence[int]) -> list[object]:
        """Return everything that the rows at these places show."""


def followed(
    template: str,
    rows: Rows,
    context: Callable[[int], dict[str, Any]],
    *,
    common: object,
    name: tuple[object, ...],
    lasting: str,
) -> list[SafeString]:
    """Return the rows of a list as :func:`made` does, but look for those alone that have changed.

    Args:
        template: as there.
        rows: the rows.
        context: as there.
        common: as there.
        name: which list it is.
        lasting: changes with everything that a row shows but what is ``passing``; read before the rows.
    """
    key = cached_values.cache_key("rows", template, get_language(), *name)
    found: tuple[str, dict[int, tuple[object, str]]] | None = cache_store.get(key)
    before = found[1] if found is not None and found[0] == lasting else {}
    now = list(zip(rows.keys, rows.passing, strict=True))
    changed = [at for at, (row, passing) in enumerate(now) if row not in before or before[row][0] != passing]
    if changed:
        new = made(template, rows.facts_at(changed), lambda at: context(changed[at]), common=common)
        texts = {now[at][0]: str(text) for at, text in zip(changed, new, strict=True)}
        before = {row: (passing, texts.get(row) or before[row][1]) for row, passing in now}
        cache_store.set_many({key: (lasting, before)})
    return [mark_safe(before[row][1]) for row, _passing in now]  # noqa: S308 - as below


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
    head = cached_values.cache_key("row", template, get_language(), common)
    keys = [cached_values.cache_key(head, each) for each in facts]
    found = cache_store.get_many(keys)
    gaps = Gaps(None)
    forms = {"csrf_token": gaps[CSRF], "navigation": {REQUEST_KEY: gaps[REQUEST_KEY]}, "own": gaps}
    new: dict[str, str] = {}
    for index, key in enumerate(keys):
        if key not in found and key not in new:
            new[key] = get_template(template).render({**forms, **context(index)})
    if new:
        cache_store.set_many(new)
    # Templates have escaped what people typed before it was kept.
    return [mark_safe(found.get(key) or new[key]) for key in keys]  # noqa: S308
