"""No page scrolls sideways or cuts off text on narrow screens or with long names.

Every URL of the permission matrix and every page of the demo is opened; the demo also checks the size of touch targets.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page

from epic_events.accounts.models import User
from tests.browser.conftest import MAIL
from tests.browser.demo_pages import MAIN, pages_of
from tests.browser.long_names import give_long_names
from tests.epic_events.permissions.requests import requests_of
from tests.epic_events.world import make_world

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

USUAL, LARGE = 16, 32
"""Letters as browsers come, and as a reader may set them, in CSS pixels."""
LAYOUTS = ((USUAL, 320), (USUAL, 390), (USUAL, 768), (USUAL, 1280), (LARGE, 1280), (LARGE, 320))
"""Letters and widths, each like the one before but for one of the two. Lengths and break points are given in letters:
large ones at 320 pixels are the narrowest page that anyone sees, ten letters wide, and at 1280 forty letters, where
pages begin to stand side by side; large ones at 768 are the usual at 384, and at 390 they are laid out as at 320."""
NARROWEST = ((USUAL, 320), (LARGE, 320))
PHONE = (USUAL, 390)
TOKENS = re.compile(rb'(?<=name="csrfmiddlewaretoken" value=")[^"]*|(?<=name="request_key" value=")[^"]*')
"""What differs from one answer to the next, and no one sees."""
TARGET = 44
"""The least height of a button or a field, in CSS pixels."""
TOO_SMALL = f"""() => [...document.querySelectorAll("button, .button, select, input:not([type=hidden], [type=radio],"
  + "[type=checkbox]), .tabs a, .site-nav a")].filter(one => one.checkVisibility())
  .filter(one => one.getBoundingClientRect().height < {TARGET - 0.5})
  .map(one => "is too small to tap: " + one.outerHTML.slice(0, 100))"""
FAULTS = """(letters) => {
  const faults = [];
  const set = parseFloat(getComputedStyle(document.documentElement).fontSize);
  if (set !== letters) faults.push(`has letters of ${set}`);
  const wide = document.scrollingElement.scrollWidth;
  if (wide > window.innerWidth) faults.push(`is ${wide} pixels wide`);
  const told = (element) => `${element.tagName} ${element.className} ${element.textContent.trim().slice(0, 30)}`;
  const reachable = (element) =>
    (element.tabIndex >= 0 && element.matches("[aria-label], [aria-labelledby]")) ||
    (element.closest("nav[aria-label]") && element.querySelector("a"));
  const kept = ".sr-only, .skip, svg *, thead, input, select, textarea";
  for (const element of document.body.querySelectorAll("*")) {
    const beside = element.scrollWidth > element.clientWidth + 1;
    const below = element.scrollHeight > element.clientHeight + 2;
    if (!beside && !below) continue;
    if (!element.checkVisibility() || element.closest(kept)) continue;
    const style = getComputedStyle(element);
    const moves = ["auto", "scroll"].includes(style.overflowX);
    if (style.overflowX === "visible" || !beside) {
      if (style.overflowY !== "hidden" || style.webkitLineClamp !== "none") continue;
      if (below) faults.push(`cuts off below: ${told(element)}`);
    } else if (!moves) faults.push(`cuts off: ${told(element)}`);
    else if (!reachable(element)) faults.push(`moves under nobody's hand: ${told(element)}`);
  }
  return faults;
}"""


@pytest.fixture
def reader(chromium: Browser, live_server: Any) -> Iterator[Callable[[User | None], tuple[Page, Client]]]:
    """Return a function that opens a browser for a user, and a client of theirs."""
    contexts = []

    def signed_in(user: User | None) -> tuple[Page, Client]:
        context = chromium.new_context(base_url=live_server.url, locale="en-GB", service_workers="block")
        contexts.append(context)
        client = Client()
        if user is not None:
            client.force_login(user)
            cookie = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": cookie, "value": client.cookies[cookie].value, "url": live_server.url}])
        return context.new_page(), client

    yield signed_in
    for context in contexts:
        context.close()


class Fitting:
    """Open URLs one after another in every layout.

    The next URL starts in the layout of the previous one, because a change of layout is expensive.
    """

    def __init__(self, page: Page, layouts: Sequence[tuple[int, int]] = LAYOUTS) -> None:
        self._page = page
        self._letters = page.context.new_cdp_session(page)
        self._layouts = list(layouts)
        self._size, self._width = 0, 0

    def faults_of(self, address: str, *, thumbs: bool = False) -> list[str]:
        """Return overflowing elements and, with ``thumbs``, too small touch targets."""
        self._lay_out(*self._layouts[0])
        self._page.goto(address)
        found = []
        for size, width in self._layouts:
            self._lay_out(size, width)
            faults = self._page.evaluate(FAULTS, size)
            if thumbs and (size, width) == PHONE:
                faults += self._page.evaluate(TOO_SMALL)
            found += [f"{address} at {width} pixels, letters of {size}: {fault}" for fault in faults]
        self._layouts.reverse()
        return found

    def _lay_out(self, size: int, width: int) -> None:
        if size != self._size:
            self._letters.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
        if width != self._width:
            self._page.set_viewport_size({"width": width, "height": 800})
        self._size, self._width = size, width


class Answer(NamedTuple):
    """Response of a URL: status, whether it is a page, and its own content."""

    status: int
    is_page: bool
    held: bytes


def answer_of(client: Client, address: str) -> Answer:
    """Return the response of a URL."""
    answer = client.get(address)
    page = getattr(answer, "content", b"")
    is_page = answer.status_code not in (204, 302, 405) and b"</html>" in page
    return Answer(answer.status_code, is_page, TOKENS.sub(b"", page.partition(b"<main")[2] or page))


def pages_among(answers: Mapping[str, Answer]) -> list[str]:
    """Return the URLs that respond with distinct whole pages."""
    refused_cases: set[Answer] = set()
    pages = []
    for address, answer in answers.items():
        if not answer.is_page or answer in refused_cases:
            continue
        pages.append(address)
        if answer.status >= 400:
            refused_cases.add(answer)
    return pages


Reader = Callable[[User | None], tuple[Page, Client]]


def german_faults(reader: Reader, site: str, role: str, layouts: Sequence[tuple[int, int]]) -> list[str]:
    """Return overflowing elements of the main pages of a role in German."""
    page, _client = reader(User.objects.get(email=MAIL[role]) if role else None)
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": site}])
    fitting, faults = Fitting(page, layouts), []
    for address in MAIN[role]:
        faults += fitting.faults_of(address, thumbs=True)
        assert page.locator("html").get_attribute("lang") == "de"
    return faults


def test_main_pages_in_german_fit_the_narrowest_screens(hall: str, live_server: Any, reader: Reader) -> None:
    del hall
    faults = [fault for role in MAIN for fault in german_faults(reader, live_server.url, role, NARROWEST)]
    assert "\n".join(faults) == ""


@pytest.mark.sweep
@pytest.mark.parametrize("role", MAIN)
def test_main_pages_in_german_fit_every_layout(hall: str, live_server: Any, reader: Reader, role: str) -> None:
    del hall
    assert "\n".join(german_faults(reader, live_server.url, role, LAYOUTS)) == ""


@pytest.mark.sweep
def test_every_address_fits_every_layout(reader: Reader) -> None:
    """A page that is equal for organiser and seated player is laid out once."""
    world = make_world()
    asked = requests_of(world)
    give_long_names()
    paths = dict.fromkeys(path for name, (path, _, _) in asked.items() if not name.startswith("api:"))
    readers = {who: reader(world.people[who]) for who in ("seated", "organiser")}
    answers = {
        who: {path: answer_of(client, path) for path in paths if "/logout/" not in path}
        for who, (_page, client) in readers.items()
    }
    seated, own = answers["seated"], answers["organiser"]
    pages = {
        "seated": pages_among(seated),
        "organiser": [path for path in pages_among(own) if own[path].held != seated[path].held],
    }
    assert all(len(found) > 20 for found in pages.values())
    fitting = {who: Fitting(page) for who, (page, _client) in readers.items()}
    faults = [fault for who, found in pages.items() for path in found for fault in fitting[who].faults_of(path)]
    assert "\n".join(faults) == ""


@pytest.mark.sweep
@pytest.mark.parametrize("role", ["", "player", "judge", "organiser"])
def test_every_page_of_the_demo_fits_every_layout(hall: str, reader: Reader, role: str) -> None:
    addresses = pages_of(role, hall)
    give_long_names()
    page, _client = reader(User.objects.get(email=MAIL[role]) if role else None)
    fitting = Fitting(page)
    faults = [fault for address in addresses for fault in fitting.faults_of(address, thumbs=True)]
    assert "\n".join(faults) == ""
