"""Fixtures of the site's tests."""

from collections.abc import Callable, Iterator

import pytest
import time_machine
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone, translation

from epic_events.infra import cached_values


@pytest.fixture(autouse=True)
def _usual_language() -> None:
    """Reset the language before each test."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> Iterator[None]:
    """Clear the cache before each test."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _no_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Close streams at once, because tests read responses to the end."""
    monkeypatch.setattr(settings, "CHANGE_STREAMS", 0)


@pytest.fixture
def one_minute() -> Iterator[None]:
    """Stop the clock for tests that compare two responses: pages contain the minute."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def _with_the_commit_or_now(keep: Callable[[], None], *, robust: bool) -> None:
    """Warm the cache on commit or, within a test transaction, at once."""
    blocks = connection.atomic_blocks
    if blocks and blocks[0]._from_testcase:  # type: ignore[attr-defined]  # a test's own; unknown to the stubs
        keep()
    else:
        transaction.on_commit(keep, robust=robust)


@pytest.fixture(autouse=True)
def _made_ahead_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make warmed pages visible within the transaction of a test."""
    monkeypatch.setattr(cached_values, "on_commit", _with_the_commit_or_now)
