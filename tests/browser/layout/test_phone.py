"""On a phone, tabs and filters scroll in one row and the content of event pages begins in the first third."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from epic_events.web import demo
from tests.browser.demo_pages import ANYBODY, EVENT, MAIN, pages_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WIDTH, HEIGHT, NARROW = 390, 844, 320
FAULTS = """(height) => {
  const faults = [];
  const shown = (element) => element.checkVisibility() && element.getBoundingClientRect().height > 0;
  for (const row of document.querySelectorAll(".tabs, .tools ul, .one-row, .one-row .chips")) {
    if (!shown(row)) continue;
    const lines = [...row.children].filter(shown).map((each) => each.getBoundingClientRect());
    const first = lines[0];
    if (lines.some((each) => each.top >= first.bottom)) faults.push(`wraps: ${row.className}`);
  }
  const wide = document.scrollingElement.scrollWidth;
  if (wide > window.innerWidth) faults.push(`is ${wide} pixels wide`);
  const bars = [...document.querySelectorAll("main nav:has(> .tabs), main nav.tools")].filter(shown).slice(0, 2);
  if (height && bars.length) {
    const bar = bars.at(-1);
    const parts = ".empty, h2, h3, p, form, table, ul, ol, dl, button, input, a, section, article, .card, details";
    const content = [...document.querySelectorAll("main :is(" + parts + ")")].find(
      (each) => bar.compareDocumentPosition(each) === Node.DOCUMENT_POSITION_FOLLOWING && shown(each)
        && !each.closest(".sr-only"));
    const top = content ? content.getBoundingClientRect().top + window.scrollY : 0;
    if (top > height / 3) faults.push(`begins at ${Math.round(top)}: ${content.textContent.trim().slice(0, 40)}`);
  }
  return faults;
}"""


def faults_of(page: Page, address: str) -> Iterator[str]:
    """Yield what is wrong with a page on a phone and on the narrowest screen."""
    page.set_viewport_size({"width": WIDTH, "height": HEIGHT})
    page.goto(address)
    yield from (f"{address} {fault}" for fault in page.evaluate(FAULTS, HEIGHT))
    page.set_viewport_size({"width": NARROW, "height": HEIGHT})
    yield from (f"{address} at {NARROW}: {fault}" for fault in page.evaluate(FAULTS, 0))


def linked_event_pages(page: Page) -> list[str]:
    """Return the addresses of event pages that a page links to."""
    found = page.eval_on_selector_all("main a[href^='/events/']", "links => links.map(link => link.pathname)")
    files = re.compile(r"/(pdf|log|export|embed|screen|files/[^/]+)/|\.\w+$")
    return [address for address in found if address.startswith(f"/events/{demo.SLUG}/") and not files.search(address)]


@pytest.mark.parametrize("role", ["", "player", "organiser"])
def test_event_pages_on_a_phone_begin_in_the_first_third(hall: str, open_as: Callable[..., Page], role: str) -> None:
    own = pages_of(role, hall) if role else [address for address in ANYBODY if address.startswith(EVENT)]
    page = open_as(role, width=WIDTH)
    addresses = dict.fromkeys(address for address in (*MAIN[role], *own) if address.startswith("/events/"))
    assert "\n".join(fault for address in addresses for fault in faults_of(page, address)) == ""


@pytest.mark.sweep
@pytest.mark.parametrize("role", ["", "player", "judge", "organiser"])
def test_every_linked_event_page_on_a_phone_begins_in_the_first_third(
    hall: Any, open_as: Callable[..., Page], role: str
) -> None:
    del hall
    page = open_as(role, width=WIDTH)
    waiting, kinds, faults = [f"{EVENT}/"], set[str](), list[str]()
    while waiting:
        address = waiting.pop()
        kind = re.sub(r"/\d+", "/N", address)
        if kind in kinds:
            continue
        kinds.add(kind)
        faults += faults_of(page, address)
        waiting += linked_event_pages(page)
    assert len(kinds) > 10
    assert "\n".join(faults) == ""
