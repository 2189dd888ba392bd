"""Completion in the card search field, for every game."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    ("game", "typed", "offered"),
    [
        ("epic", "a:wi", "a:wild"),
        pytest.param("hex", "sh:wi", "sh:wild", marks=pytest.mark.sweep),
        pytest.param("epic-tcg", "a:wi", "a:wild", marks=pytest.mark.sweep),
    ],
)
def test_card_field_completes_names_of_the_game(
    transactional_db: None, open_as: Callable[..., Page], game: str, typed: str, offered: str
) -> None:
    page = open_as(width=390)
    page.goto(f"/cards/?game={game}")
    box = page.get_by_role("combobox", name="Search")
    box.fill(typed)  # at once, so that one answer comes
    options = page.get_by_role("option")
    expect(options.first).to_be_visible()
    box.press("ArrowDown")
    box.press("Tab")
    expect(box).to_have_value(f"{offered} ")
