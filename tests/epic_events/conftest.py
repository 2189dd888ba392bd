"""Fixtures of the site's tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> Iterator[None]:
    """Let no test inherit what another one counted in the cache."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def two_languages(settings: Any) -> None:
    """Have the site offer English and German."""
    settings.LANGUAGES = [("en", "English"), ("de", "Deutsch")]
