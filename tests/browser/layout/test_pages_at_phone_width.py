"""No page of the demo scrolls sideways on the narrowest phone, and what is tapped is large enough for a thumb."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.demo_pages import pages_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NARROW = 360
TARGET = 44
"""The least height of a button or a field, in CSS pixels."""
TOO_SMALL = f"""() => [...document.querySelectorAll("button, .button, select, input:not([type=hidden], [type=radio],"
  + "[type=checkbox]), .tabs a, .site-nav a")].filter(one => one.checkVisibility())
  .filter(one => one.getBoundingClientRect().height < {TARGET - 0.5}).map(one => one.outerHTML.slice(0, 100))"""


@pytest.mark.parametrize("role", ["", "player", "judge", "organiser"])
def test_pages_fit_the_narrowest_phone(hall: str, open_as: Callable[..., Page], role: str) -> None:
    page = open_as(role, width=NARROW)
    faults: list[str] = []
    for address in pages_of(role, hall):
        page.goto(address)
        width = page.evaluate("document.documentElement.scrollWidth")
        faults += [f"{address} is {width} pixels wide"] * (width > NARROW)
        faults += [f"{address} {small}" for small in page.evaluate(TOO_SMALL)]
    assert faults == []
