"""Results board by keyboard."""

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, expect

from epic_events.pairings.models import Match
from tests.epic_events.pairings.play import matches_of, published_round, running_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_board_accepts_results_by_arrows_and_digits(chromium: Browser, live_server: object) -> None:
    event, organiser = running_event(12, stage={"minutes": 40})
    round_ = published_round(event, organiser)
    context = chromium.new_context(base_url=str(live_server), service_workers="block")
    client = Client()
    client.force_login(organiser)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": str(live_server)}])
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(f"/events/{event.slug}/desk/board/")
    page.locator("#t1").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#t2")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#t2")).to_be_focused()
    page.keyboard.press("1")
    expect(page.locator("#messages")).to_contain_text("The result of table 2 was entered.")
    expect(page.locator("#t2")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("2")
    expect(page.locator("#messages")).to_contain_text("The result of table 3 was entered.")
    settled = [match.table for match in matches_of(round_) if match.status == Match.Status.CONFIRMED]
    context.close()
    assert (settled, faults) == ([2, 3], [])
