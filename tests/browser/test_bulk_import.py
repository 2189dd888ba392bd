"""Bulk import: text of a file in the field, edited or unchanged."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.epic_events.forms.test_bulk_import_pages import ANOTHER, Pasting, lists, players, pools, results

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(
    "make",
    [players, lists, pytest.param(pools, marks=pytest.mark.sweep), pytest.param(results, marks=pytest.mark.sweep)],
)
def test_bulk_import_text_unchanged_in_form_is_not_sent_as_new(
    live_server: Any, open_as: Callable[..., Page], make: Callable[[], Pasting]
) -> None:
    pasting = make()
    before = pasting.saved.count()
    page = open_as(pasting.user)
    page.goto(pasting.address)
    text = "\N{BYTE ORDER MARK}\r\n\r\n" + pasting.texts[0][0].replace("\n", "\r\n")
    file = FilePayload(name="sent.csv", mimeType="text/csv", buffer=text.encode())
    page.get_by_label("Or upload a file").set_input_files(file)
    page.get_by_role("button", name="Preview").click()
    save = page.locator(f"button[name={pasting.save[0]}][value='{pasting.save[1]}']")
    expect(page.get_by_text(ANOTHER)).to_have_count(0)
    page.locator(f"textarea[name={pasting.name}]").press("Control+End")
    page.keyboard.insert_text(pasting.texts[1][0].removeprefix(pasting.texts[0][0]))
    save.click()
    expect(page.get_by_text(ANOTHER)).to_be_visible()
    assert pasting.saved.count() == before
    save.click()
    page.wait_for_url(lambda url: not url.endswith(pasting.address))
    assert pasting.saved.count() == before + 2
