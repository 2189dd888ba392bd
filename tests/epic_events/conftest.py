"""Fixtures of the site's tests."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _nothing_counted_yet() -> Iterator[None]:
    """Let no test inherit what another one counted in the cache."""
    cache.clear()
    yield
    cache.clear()
