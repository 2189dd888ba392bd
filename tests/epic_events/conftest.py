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
    """Let no test speak as the last reader of another one did."""
    translation.activate(settings.LANGUAGE_CODE)


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> Iterator[None]:
    """Let no test inherit what another one counted in the cache."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def _no_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold no stream open: whoever asks every address reads its answer to the end."""
    monkeypatch.setattr(settings, "CHANGE_STREAMS", 0)


@pytest.fixture
def one_minute() -> Iterator[None]:
    """Stand the clock still, for who asks twice for the same: a page tells its minute, and a code lasts half of one."""
    with time_machine.travel(timezone.now(), tick=False):
        yield


def _with_the_commit_or_now(keep: Callable[[], None], *, robust: bool) -> None:
    """Keep what was made ahead; in the transaction of a test at once: it ends with a rollback, and readers wait."""
    blocks = connection.atomic_blocks
    if blocks and blocks[0]._from_testcase:  # type: ignore[attr-defined]  # a test's own; unknown to the stubs
        keep()
    else:
        transaction.on_commit(keep, robust=robust)


@pytest.fixture(autouse=True)
def _made_ahead_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whoever reads in the transaction of a test find what was made ahead in it."""
    monkeypatch.setattr(cached_values, "on_commit", _with_the_commit_or_now)
