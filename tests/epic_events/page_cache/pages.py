"""Cached pages, and their comparison with fresh ones."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache import cache, caches
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from epic_events.events.models import Event

_OF_ONE_ANSWER = re.compile(
    r'(name="(?:csrfmiddlewaretoken|request_key)" value=")[^"]*|((?:As of|Stand) )[^(<]*'
    r'|((?:expected_version=|data-now="))[^"&]*'
)
"""Tokens and keys that are drawn for each answer, and the moment of asking."""
NOT_OF_PAGES = ("django_session", "usersessions", "limits", "journal_", "accounts_sentform")


def cached_page_urls(*events: Event) -> list[str]:
    """Return the URL of every cached page of these events."""
    found = [reverse("web:home")]
    for event in events:
        rounds = reverse("pairings:rounds", args=[event.slug])
        found += [
            rounds,
            f"{rounds}?by=name",
            event.get_absolute_url(),
            reverse("pairings:standings", args=[event.slug]),
        ]
    return found


def control_page_urls(*events: Event) -> list[str]:
    """Return the URL of the control page of each event, whose rows are cached."""
    return [reverse("pairings:desk", args=[event.slug]) for event in events]


def shown(client: Client, path: str) -> str:
    """Return a page without parts that differ on every request."""
    answer: Any = client.get(path)
    text = _OF_ONE_ANSWER.sub(r"\1\2\3", answer.content.decode())
    return f"{answer.status_code} {text}"


def rendered_for(readers: dict[Client, list[str]]) -> dict[tuple[int, str], str]:
    """Return each page as each viewer sees it."""
    asked = [(who, client, path) for who, (client, paths) in enumerate(readers.items()) for path in paths]
    return {(who, path): shown(client, path) for who, client, path in asked}


def outdated_pages(readers: dict[Client, list[str]]) -> list[tuple[int, str]]:
    """Return viewers and pages whose cached page differs from a fresh one."""
    stored = rendered_for(readers)
    cache.clear()
    fresh = rendered_for(readers)
    return [each for each, text in stored.items() if text != fresh[each]]


@contextmanager
def restored_cache() -> Iterator[None]:
    """Restore the cache after the block, because filling it is slow."""
    held: Any = caches["default"]
    before = [dict(part) for part in (held._cache, held._expire_info)]
    yield
    cache.clear()
    held._cache.update(before[0])
    held._expire_info.update(before[1])


def writes_of(asked: CaptureQueriesContext) -> list[str]:
    """Return the statements that changed data shown on pages."""
    found = [query["sql"] for query in asked if re.match(r"(INSERT|UPDATE|DELETE)", query["sql"])]
    return [sql for sql in found if not any(table in sql[:80] for table in NOT_OF_PAGES)]


def captured_queries() -> CaptureQueriesContext:
    """Record the queries of the block."""
    return CaptureQueriesContext(connection)
