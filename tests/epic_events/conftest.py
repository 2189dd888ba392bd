"""Fixtures of the site's tests."""

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.utils import translation


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
