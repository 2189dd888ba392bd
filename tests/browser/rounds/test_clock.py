"""Round clock on phones and on the clock page."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, Page, expect

from epic_events.accounts.models import User
from epic_events.events.models import StaffRole
from epic_events.judging.clock import services
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WRONG = datetime(2001, 2, 3, 4, 5, tzinfo=UTC)
LAID = """() => {
  window.laid = [];
  document.addEventListener("htmx:afterSwap", () => {
    for (const digits of document.querySelectorAll("[data-clock] .clock")) window.laid.push(digits.textContent);
  });
}"""
Open = Callable[..., Page]


@pytest.fixture
def open_at(chromium: Browser, live_server: object) -> Iterator[Open]:
    """Return a function that opens a page on a phone with a wrong clock."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []
    url = str(live_server)

    def open_page(
        user: User | None,
        address: str,
        size: tuple[int, int] = (390, 844),
        *,
        scheme: str = "light",
        wrong: bool = True,
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]},
            base_url=url,
            locale="en-GB",
            service_workers="block",
            color_scheme="dark" if scheme == "dark" else "light",
        )
        contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            name = settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": url}])
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(f"{page.url}: {error}"))
        if wrong:
            page.clock.install(time=WRONG)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def test_clock_on_a_phone_with_a_wrong_time_shows_the_remaining_time_and_updates(open_at: Open) -> None:
    event, organiser = running_event(4, stage={"minutes": 40})
    judge = make_staff(event, StaffRole.Role.JUDGE)
    round_ = published_round(event, organiser)
    match = matches_of(round_)[0]
    services.start_clock(organiser, round_)
    page = open_at(users_at(match)[0], f"/events/{event.slug}/rounds/tables/{match.pk}/")
    digits = page.locator(".clock")
    expect(digits).to_have_text(re.compile(r"^39:\d\d$"))
    page.reload()
    expect(digits).to_have_text(re.compile(r"^39:\d\d$"))
    screen = open_at(None, f"/events/{event.slug}/screen/", (1280, 720), wrong=False)
    expect(screen.locator(".clock")).to_have_text(re.compile(r"^39:\d\d$"))
    services.extend_time(match, 5, "deck check", judge)
    expect(page.locator("#notices")).to_contain_text("This table has a time extension of 5 minutes.", timeout=9_000)
    services.pause_clock(organiser, round_)
    expect(screen.locator(".face")).to_contain_text("The clock is paused.", timeout=20_000)


def test_replaced_clock_shows_its_time_at_once(open_at: Open) -> None:
    event, organiser = running_event(4, stage={"minutes": 40})
    round_ = published_round(event, organiser)
    services.start_clock(organiser, round_)
    page = open_at(organiser, reverse("clock:page", args=[event.slug]), wrong=False)
    digits = page.locator("#clock-now .clock")
    expect(digits).to_have_text(re.compile(r"^39:\d\d$"))
    page.evaluate(LAID)
    services.add_minutes(organiser, round_, 5)
    page.evaluate("htmx.trigger('#clock-now', 'ask')")
    expect(digits).to_have_text(re.compile(r"^44:\d\d$"))
    assert [re.sub(r"\d\d$", "..", seen) for seen in page.evaluate("laid")] == ["44:.."]
