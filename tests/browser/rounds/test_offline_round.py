"""Offline copy of a round: tables, scanned codes, and no personal data."""

import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
import segno
from django.conf import settings
from django.templatetags.static import static
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.judging.clock import services as clocks
from epic_events.pairings.models import Match
from epic_events.web import demo
from tests.browser.conftest import MAIL
from tests.browser.demo_pages import EVENT
from tests.browser.reference.test_offline import IS_CACHED

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CACHED_TEXT = """async (path) => {
    for (let tries = 0; tries < 2400; tries += 1) {
        const found = await (await caches.open("offline round")).match(path);
        if (found) return found.text();
        await new Promise((soon) => setTimeout(soon, 100));
    }
    return "";
}"""
CODE = """(address) => {
    window.BarcodeDetector = class {
        static async getSupportedFormats() { return ["qr_code"]; }
        async detect() { return [{ rawValue: address }]; }
    };
    const canvas = document.createElement("canvas");
    canvas.getContext("2d").fillRect(0, 0, 1, 1);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(5);
}"""
PAPER = """(picture) => {
    delete window.BarcodeDetector;
    const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
    const paper = new Image();
    paper.src = picture;
    const draw = () => {
        const pen = canvas.getContext("2d");
        pen.fillStyle = "#ccc";
        pen.fillRect(0, 0, 640, 480);
        pen.setTransform(1, 0.08, -0.08, 1, 0, 0);
        if (paper.complete) pen.drawImage(paper, 220, 90, 260, 260);
        pen.setTransform(1, 0, 0, 1, 0, 0);
    };
    window.setInterval(draw, 100);
    draw();
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
}"""
SECRET = "a judge was asked for a rule"


def longer_table() -> Match:
    """Return a table of the current round with a time extension of five minutes."""
    organiser = User.objects.get(email=MAIL["organiser"])
    match = Match.objects.filter(round__stage__event__slug=demo.SLUG, table=3).latest("round__number")
    clocks.extend_time(match, 5, SECRET, organiser)
    return match


def open_offline_round(page: Page, address: str) -> str:
    """Open a page of the event, wait for the offline copy, and go offline."""
    page.goto(address)
    stored = str(page.evaluate(CACHED_TEXT, f"{EVENT}/offline-tables/"))
    assert page.evaluate(IS_CACHED)
    page.goto("about:blank")  # a page that is open goes on asking
    page.context.set_offline(True)
    return stored


def test_offline_event_page_lists_the_tables(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    match = longer_table()
    page = open_as("organiser", keeps=True, width=390)
    stored = open_offline_round(page, f"{EVENT}/desk/")
    assert SECRET not in stored
    assert MAIL["organiser"] not in stored
    assert 'data-owner=""' in stored
    page.goto(f"{EVENT}/t/3/")
    assert page.url.endswith(f"/offline-tables/?for={EVENT.replace('/', '%2F')}%2Ft%2F3%2F#table-3")
    row = page.locator("#table-3")
    for seat in match.seats.select_related("registration"):
        expect(row).to_contain_text(seat.registration.name)
    expect(row).to_contain_text("+5 min")
    expect(page.get_by_text("This is the last copy of the tables on this device")).to_be_visible()
    page.get_by_label("Table or name").fill("3")
    expect(page.locator("#offline-tables tbody tr:visible")).to_have_count(1)
    page.goto(f"{EVENT}/scan/")
    page.get_by_label("Table number").fill("2")
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#table-2")).to_be_visible()
    assert page.url.endswith("#table-2")
    page.goto(f"{EVENT}/decks/")
    expect(page.get_by_role("link", name="Offline copy of the round")).to_have_attribute(
        "href", f"{EVENT}/offline-tables/"
    )


def test_requested_page_opens_when_online_again(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    page = open_as("", keeps=True, width=390)
    assert open_offline_round(page, f"{EVENT}/")
    page.goto(f"{EVENT}/rounds/")
    expect(page.get_by_role("link", name="Pairings", exact=True).last).to_have_attribute("href", f"{EVENT}/rounds/")
    page.context.set_offline(False)
    page.wait_for_url(f"**{EVENT}/rounds/")


@pytest.mark.parametrize(
    "site", ["https://events.example.org", pytest.param("http://localhost:8000", marks=pytest.mark.sweep)]
)
def test_scanned_code_opens_its_table(hall: str, open_as: Callable[..., Page], site: str) -> None:
    del hall
    page = open_as("judge", width=390)
    page.add_init_script(f"({CODE})('{site}{EVENT}/t/3/')")
    page.goto(f"{EVENT}/scan/")
    page.get_by_role("button", name="Open the camera").click()
    page.wait_for_url(re.compile(r"/rounds/tables/\d+/$"))
    expect(page.get_by_role("heading", name="table 3")).to_be_visible()


def test_browser_without_a_barcode_api_loads_a_reader(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    page = open_as("judge", width=390)
    picture = segno.make(f"http://localhost:8000{EVENT}/t/3/", error="m", micro=False).png_data_uri(scale=6, border=4)
    page.add_init_script(f"({PAPER})('{picture}')")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(urlsplit(request.url).path))
    reader = [static("vendor/qr/decode.js"), static("vendor/qr/index.js")]
    page.goto(f"{EVENT}/scan/")
    expect(page.get_by_role("button", name="Open the camera")).to_be_visible()
    assert [path for path in asked if path in reader] == []
    page.get_by_role("button", name="Open the camera").click()
    page.wait_for_url(re.compile(r"/rounds/tables/\d+/$"))
    expect(page.get_by_role("heading", name="table 3")).to_be_visible()
    assert [path for path in asked if path in reader] == reader


def test_online_event_without_a_connection_does_not_navigate(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    page = open_as("", keeps=True, width=390)
    assert open_offline_round(page, f"{EVENT}/")
    page.goto(f"{EVENT}/t/3/")
    page.evaluate("window.here = true")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/no-connection/")):
        page.evaluate("window.dispatchEvent(new Event('online'))")
    with page.expect_event("requestfailed", lambda request: request.url.endswith("/no-connection/")):
        pass  # and it goes on looking
    assert page.evaluate("window.here")
    assert "/offline-tables/?for=" in page.url


def test_reconnect_during_typing_shows_a_link_and_does_not_navigate(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    page = open_as("", keeps=True, width=390)
    assert open_offline_round(page, f"{EVENT}/")
    page.goto(f"{EVENT}/t/3/")
    page.get_by_label("Table or name").fill("2")
    page.context.set_offline(False)
    back = page.locator("#back")
    expect(back).to_contain_text("The connection is back.")
    expect(page.get_by_label("Table or name")).to_have_value("2")
    assert "/offline-tables/?for=" in page.url
    back.get_by_role("link").click()
    page.wait_for_url(re.compile(r"/rounds/tables/\d+/$"))


def test_offline_copy_is_in_the_language_of_its_user(hall: str, open_as: Callable[..., Page], live_server: Any) -> None:
    del hall
    page = open_as("", keeps=True, width=390)
    page.context.add_cookies([{"name": settings.LANGUAGE_COOKIE_NAME, "value": "de", "url": live_server.url}])
    stored = open_offline_round(page, f"{EVENT}/")
    assert '<html lang="de"' in stored
    page.goto(f"{EVENT}/t/3/")
    expect(page.get_by_label("Tisch oder Name")).to_be_visible()
    expect(page.get_by_text("Keine Verbindung").first).to_be_visible()
    page.goto("/events/")
    expect(page.get_by_role("heading", name="Keine Verbindung")).to_be_visible()
    page.goto("/rules/")
    expect(page.get_by_role("heading", name="Offline suchen")).to_be_visible()


def test_scan_of_a_foreign_code_is_ignored_and_a_number_opens_the_table(
    hall: str, open_as: Callable[..., Page]
) -> None:
    del hall
    page = open_as("judge", width=390)
    page.add_init_script(f"({CODE})('https://evil.example.com/steal/')")
    page.goto(f"{EVENT}/scan/")
    page.get_by_role("button", name="Open the camera").click()
    expect(page.get_by_text("This code does not belong to a table on this site.")).to_be_visible()
    assert page.url.endswith(f"{EVENT}/scan/")
    plain = open_as("", width=390, scripts=False)
    plain.goto(f"{EVENT}/scan/")
    assert plain.get_by_role("button", name="Open the camera").count() == 0
    plain.get_by_label("Table number").fill("3")
    plain.get_by_role("button", name="Show").click()
    plain.wait_for_url(re.compile(r"/rounds/tables/\d+/$"))
