"""No write leaves an outdated cached page: every form is sent."""

from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from epic_events.audit_log.models import Entry
from epic_events.audit_log.services import version_tokens
from tests.epic_events.page_cache.pages import (
    cached_page_urls,
    captured_queries,
    control_page_urls,
    outdated_pages,
    rendered_for,
    restored_cache,
    writes_of,
)
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.world import World, make_world

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

READERS = ("anonymous", "opponent")
SENDERS = ("organiser", "seated")
OF_ONE_USER = ("api:", "account_", "access:", "language:", "portal:")
"""Forms that are not sent: the API calls the same services, the others change what one user sees."""


def signed_in(world: World, who: str) -> Client:
    client, user = Client(), world.people[who]
    if user is not None:
        client.force_login(user)
    return client


def outdated_after_writes(senders: tuple[str, ...], apps: tuple[str, ...]) -> tuple[list[Any], set[str], set[str]]:
    """Send the forms of some apps and compare each cached page with a fresh one.

    Returns:
        The cached pages that were outdated, the forms that wrote without a new version, the audit entries seen.
    """
    world = make_world()
    paths = cached_page_urls(world.playing, world.between)
    readers = {signed_in(world, name): paths for name in READERS}
    readers[signed_in(world, "organiser")] = control_page_urls(world.playing, world.between)
    rendered_for(readers)
    silent: list[tuple[str, str]] = []
    stale: list[tuple[str, str, int, str]] = []
    compared: set[frozenset[str]] = set()
    for who in senders:
        for name, (path, body, how) in requests_of(world).items():
            if not name.startswith(apps) or name.startswith(OF_ONE_USER):
                continue
            client = signed_in(world, who)
            undo, before, version_token = transaction.savepoint(), Entry.objects.count(), version_tokens().latest
            with captured_queries() as asked:
                client.post(path, body, **how)
            verbs = frozenset(Entry.objects.order_by("pk").values_list("verb", flat=True)[before:])
            if writes_of(asked) and version_tokens().latest == version_token:
                silent.append((who, name))
            if verbs - frozenset().union(*compared):
                compared.add(verbs)
                with restored_cache():
                    stale += [(who, name, *found) for found in outdated_pages(readers)]
                    transaction.savepoint_rollback(undo)
            else:
                transaction.savepoint_rollback(undo)
    return stale, {name.split()[0] for _who, name in silent}, set().union(*compared)


# A repair is tried and undone to be looked at; an upload that waits to be read, and a paper that waits to be typeset,
# stand on no such page.
UNVERSIONED = {"disputes:pdf", "pairings:pack", "pairings:repair_new", "reference:upload_new"}
"""The forms that write without a new version of a page."""


def test_writes_of_rounds_and_results_renew_the_cached_pages_that_show_them():
    outdated, unversioned, seen = outdated_after_writes(("organiser",), ("pairings:",))
    assert outdated == []
    assert unversioned == {name for name in UNVERSIONED if name.startswith("pairings:")}
    assert len(seen) >= 7


@pytest.mark.sweep
def test_every_write_renews_the_cached_pages_that_show_it():
    outdated, unversioned, seen = outdated_after_writes(SENDERS, ("",))
    assert outdated == []
    assert unversioned == UNVERSIONED
    assert len(seen) >= 34
