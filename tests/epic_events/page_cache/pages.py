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
    r'(name="(?:csrfmiddlewaretoken|request_key)" value=")[^"]*|((?:As of|Stand) )[^(<]*|((?:seen=|data-now="))[^"&]*'
)
"""Tokens and keys that are drawn for each answer, and the moment of asking."""
NOT_OF_PAGES = ("django_session", "usersessions", "limits", "journal_", "accounts_sentform")


def kept_pages(*events: Event) -> list[str]:
    """The address of every page of these events that is kept."""
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


def desks(*events: Event) -> list[str]:
    """The address of the desk of each of these events, whose rows are kept."""
    return [reverse("pairings:control", args=[event.slug]) for event in events]


def shown(client: Client, path: str) -> str:
    """What a page shows, without what is another in each answer."""
    answer: Any = client.get(path)
    text = _OF_ONE_ANSWER.sub(r"\1\2\3", answer.content.decode())
    return f"{answer.status_code} {text}"


def shown_to(readers: dict[Client, list[str]]) -> dict[tuple[int, str], str]:
    """What each page shows to its readers, who are told by their place."""
    asked = [(who, client, path) for who, (client, paths) in enumerate(readers.items()) for path in paths]
    return {(who, path): shown(client, path) for who, client, path in asked}


def stale_for(readers: dict[Client, list[str]]) -> list[tuple[int, str]]:
    """The readers and pages that look otherwise than they would if nothing had been kept."""
    stored = shown_to(readers)
    cache.clear()
    fresh = shown_to(readers)
    return [each for each, text in stored.items() if text != fresh[each]]


@contextmanager
def kept_as_it_is() -> Iterator[None]:
    """Keep what is kept now, whatever is thrown away meanwhile: to make it anew takes longer than anything asked."""
    held: Any = caches["default"]
    before = [dict(part) for part in (held._cache, held._expire_info)]
    yield
    cache.clear()
    held._cache.update(before[0])
    held._expire_info.update(before[1])


def writes_of(asked: CaptureQueriesContext) -> list[str]:
    """The statements that changed what pages may show."""
    found = [query["sql"] for query in asked if re.match(r"(INSERT|UPDATE|DELETE)", query["sql"])]
    return [sql for sql in found if not any(table in sql[:80] for table in NOT_OF_PAGES)]


def watched() -> CaptureQueriesContext:
    """What is asked of the database meanwhile."""
    return CaptureQueriesContext(connection)
