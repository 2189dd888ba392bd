"""Errors of a form: the summary leads to the fields, with and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.demo_pages import EVENT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize("scripts", [True, False])
def test_error_summary_leads_keyboard_to_each_invalid_field(
    hall: str, open_as: Callable[..., Page], scripts: bool
) -> None:
    page = open_as("organiser", width=390, scripts=scripts)
    page.goto(f"{EVENT}/edit/")
    page.get_by_label("Name", exact=True).fill(" ")
    page.get_by_role("button", name="Save").click()
    summary = page.locator("main").get_by_role("alert").get_by_role("link")
    expect(summary).to_have_text(["Name"])
    expect(page.locator("#id_name")).to_be_focused()
    page.locator("#id_description").focus()
    summary.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#id_name")).to_be_focused()
