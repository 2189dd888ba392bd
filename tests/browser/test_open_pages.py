"""Pages that stay open while the site behind them goes away, comes back, or signs their reader out."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, expect

from epic_events.accounts.models import User
from epic_events.disputes import services as disputes
from epic_events.events.models import Event
from epic_events.pairings.models import Match
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import make_running_event
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at
from tests.live import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STALE = re.compile(r"Not up to date since .+\. Trying again\.")
AWAY = (None, 503, 403)
"""How the site is away: nothing answers, or a proxy before it refuses."""


def sign_in(context: BrowserContext, user: User, address: str) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])


@pytest.fixture
def open_at(chromium: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Return what opens a page of the running site for somebody; whatever breaks in its scripts fails the test."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(user: User | None, address: str, *, width: int = 390) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 800}, base_url=site.url, locale="en-GB", service_workers="block"
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        if user is not None:
            sign_in(context, user, site.url)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def leave(site: Site, away: int | None) -> None:
    if away is None:
        site.stop()
    else:
        site.refuse(away)


def ask_now(page: Page) -> None:
    """Let a page ask as it does when its reader comes back to it, instead of waiting for its time."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def told(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#notices").get_by_text(words)).to_be_visible(timeout=60_000)


def shown(page: Page) -> str:
    return page.locator("main").inner_text()


@pytest.fixture
def event(site: Site) -> tuple[Event, User]:
    """An event of four with its first round under way, and its organiser."""
    del site
    found, organiser = running_event(4, stage={"best_of": 3})
    published_round(found, organiser)
    return found, organiser


def table_of(event: Event) -> tuple[Match, User, User]:
    match = matches_of(event.stages.get().round_set.get())[0]
    return match, *users_at(match)


@pytest.mark.parametrize("away", AWAY)
def test_an_open_page_keeps_what_it_shows_and_recovers(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page], away: int | None
) -> None:
    found, _organiser = event
    match, player, _other = table_of(found)
    dispute = disputes.open_dispute(judge(), title="Does it get through?", record=LEGAL)
    pages = {
        "round": open_at(player, f"/events/{found.slug}/rounds/"),
        "table": open_at(player, f"/events/{found.slug}/rounds/tables/{match.pk}/"),
        "no round": open_at(None, f"/events/{make_running_event(4).slug}/rounds/"),
        "dispute": open_at(dispute.opened_by, dispute.get_absolute_url()),
    }
    before = {name: shown(page) for name, page in pages.items()}
    leave(site, away)
    for page in pages.values():
        ask_now(page)
        told(page, STALE)
    assert {name: shown(page) for name, page in pages.items()} == before
    site.start()
    for page in pages.values():
        expect(page.locator("#notices")).to_be_empty(timeout=90_000)
    assert {name: shown(page) for name, page in pages.items()} == before


def test_an_expired_session_is_told_as_that_and_leads_back(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, _organiser = event
    match, player, _other = table_of(found)
    for address in (f"/events/{found.slug}/rounds/?by=name", f"/events/{found.slug}/rounds/tables/{match.pk}/"):
        page = open_at(player, address)
        before = shown(page)
        Session.objects.all().delete()
        ask_now(page)
        told(page, "You have been signed out.")
        assert shown(page) == before
        sign_in(page.context, player, site.url)  # as in another tab: the open page notices by itself
        ask_now(page)
        expect(page.locator("#notices")).to_be_empty(timeout=60_000)
        Session.objects.all().delete()
        ask_now(page)
        told(page, "You have been signed out.")
        page.locator("#notices").get_by_role("link", name="Sign in again").click()
        expect(page.get_by_label("Password")).to_be_visible()
        sign_in(page.context, player, site.url)
        page.reload()
        expect(page).to_have_url(f"{site.url}{address}")
