"""Fixtures of API tests."""

import pytest

from tests.epic_events.api.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """Return a running event and its users."""
    return make_cast()
