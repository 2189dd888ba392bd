"""Upload of a card file in a browser: errors by line, then use."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from rules.games import HEX
from tests.browser.conftest import MAIL
from tests.browser.page_width import width_of
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.sweep)])
def test_card_file_is_corrected_and_used(
    hall: str, open_as: Callable[..., Page], tmp_path: Path, scripts: bool
) -> None:
    assert HEX.card_files is not None
    example = HEX.card_files.example
    event = make_event(game="hex", format="constructed-1-2", organiser=User.objects.get(email=MAIL["organiser"]))
    file = tmp_path / "cards.toml"
    page = open_as("organiser", width=390, scripts=scripts)
    page.goto(f"/events/{event.slug}/cards/files/")
    page.get_by_text("Example file").click()
    assert page.locator("pre.code").inner_text().strip() == example.strip()
    file.write_text(example.replace("cost = 3", 'cost = "three"'), encoding="utf-8")
    page.get_by_label("Or upload a file").set_input_files(file)
    page.get_by_role("button", name="Upload card file").click()
    expect(page.get_by_role("alert")).to_contain_text("The card file has 1 error. Nothing was saved.")
    expect(page.get_by_role("table", name="Errors").get_by_role("row").last).to_have_text(
        re.compile(r"12:1\s+Icy Troop: cost 'three': expected a whole number from 0 to 99")
    )
    assert width_of(page) == 390
    file.write_text(example, encoding="utf-8")
    page.get_by_label("Or upload a file").set_input_files(file)
    page.get_by_role("button", name="Upload card file").click()
    expect(page.get_by_text("Version 1 is now in use.")).to_be_visible()
    assert event.card_files.get().text == example
