"""Fixtures of API tests."""

import pytest

from tests.epic_events.api.cast import Cast, make_cast


@pytest.fixture
def cast(db: None) -> Cast:
    """An event under way, and everybody around it."""
    return make_cast()
