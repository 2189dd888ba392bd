"""A whole event on phones, including a dispute replayed by a real worker."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, expect

from epic_events.accounts.models import User
from tests.browser.page_width import width_of
from tests.conftest import ROOT
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import PASSWORD, make_user
from tests.live import worker

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE: ViewportSize = {"width": 390, "height": 844}
HUMANS = (ROOT / "fixtures" / "decks" / "humans.txt").read_text(encoding="utf-8")
PLAYERS = ("Ann", "Bo", "Cy", "Di")


@pytest.fixture
def visit(chromium: Browser, live_server: Any) -> Iterator[Callable[..., Page]]:
    """Return a function that opens the site on a phone, optionally signed in."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on(
            "console",
            lambda message: faults.append(message.text) if "Content Security Policy" in message.text else None,
        )

    def open_phone(user: User | None = None) -> Page:
        # Each phone with a service worker downloads the offline copy and builds its index: one is enough here.
        workers: Literal["allow", "block"] = "block" if contexts else "allow"
        context = chromium.new_context(
            viewport=PHONE, base_url=live_server.url, locale="en-GB", service_workers=workers
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        page = context.new_page()
        watch(page)
        if user is not None:
            page.goto("/accounts/login/")
            page.get_by_label("Email").fill(user.email)
            page.get_by_label("Password").fill(PASSWORD)
            page.get_by_role("button", name="Sign in", exact=True).click()
            expect(page.get_by_role("link", name="My page").first).to_be_visible()
        return page

    yield open_phone
    for context in contexts:
        context.close()
    assert faults == []


def create_event(page: Page) -> str:
    """Create and open an event as its organiser; return its URL."""
    page.goto("/events/create/")
    page.get_by_label("Name", exact=True).fill("Phone Night")
    page.get_by_label("Venue", exact=False).first.fill("Hall 3")
    page.get_by_label("Start").fill("2030-05-04T10:00")
    page.get_by_text("More settings").click()
    page.get_by_label("Swiss rounds").fill("1")
    page.get_by_label("Cut", exact=False).first.select_option("2")
    page.get_by_role("button", name="Create event").click()
    page.get_by_role("button", name="Open registration").click()
    page.get_by_role("link", name="Go to the event").click()
    expect(page.get_by_text("Open for registration")).to_be_visible()
    return page.url


def assign_role(page: Page, event: str, user: User) -> None:
    page.goto(f"{event}staff/")
    page.get_by_label("E-mail").fill(user.email)
    page.get_by_role("combobox", name="Role").select_option("judge")
    page.get_by_role("button", name="Assign", exact=True).click()
    expect(page.get_by_role("rowheader", name=user.name)).to_be_visible()


def register_with_deck(page: Page, event: str, *, first: bool) -> None:
    """Register and submit a decklist; the first player accepts a suggestion."""
    page.goto(f"{event}register/")
    page.get_by_label(re.compile("may be shown")).check()
    page.get_by_role("button", name="Register").click()
    page.goto(f"{event}deck/")
    box = page.get_by_label("Decklist", exact=True)
    if first:
        box.fill(HUMANS.replace("3 White Knight", "3 Wihte Knigth"))
        expect(page.locator(".verdict-word", has_text="Not legal")).to_be_visible()  # answered while typing
        page.get_by_role("button", name="White Knight").click()
        expect(page.locator(".verdict-word", has_text=re.compile("^\\s*Legal"))).to_be_visible()
    else:
        box.fill(HUMANS)
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Version 1").first).to_be_visible()


def start_round(page: Page, event: str) -> None:
    page.goto(f"{event}desk/")
    page.get_by_role("button", name="Pair the round").click()
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("is being played")).to_be_visible()


def report(page: Page, event: str) -> None:
    page.goto(f"{event}rounds/mine/")
    page.get_by_role("button", name="I won").first.click()
    expect(page.get_by_role("heading", name=re.compile("^You reported: "))).to_be_visible(timeout=60_000)


def confirm(page: Page, event: str) -> None:
    page.goto(f"{event}rounds/mine/")
    page.get_by_role("button", name=re.compile("^Confirm: you ")).click()
    expect(page.get_by_text("The result is confirmed. If it is wrong, tell the staff.")).to_be_visible(timeout=60_000)


def play_round(phones: dict[str, Page], event: str) -> None:
    """Report and confirm the result of every table."""
    done: set[str] = set()
    for name, page in phones.items():
        if name in done:
            continue
        page.goto(f"{event}rounds/mine/")
        if not page.get_by_role("button", name="I won").count():
            continue  # not in the cut
        opponent = next(other for other in phones if other != name and page.locator(".versus", has_text=other).count())
        report(page, event)
        confirm(phones[opponent], event)
        done |= {name, opponent}


def find_rule(page: Page) -> None:
    page.goto("/rules/")
    page.get_by_role("searchbox").first.fill("can a deploying champion attack")
    expect(page.locator("#results").get_by_text("5.17.1").first).to_be_visible()


def dispute(page: Page, event: str) -> str:
    """Open, decide and publish a dispute about the first match; return its URL."""
    page.goto(f"{event}rounds/")
    page.get_by_role("link", name=re.compile("^Table 1$")).first.click()
    page.get_by_role("link", name="Open a dispute").click()
    page.get_by_label("What is in question?").fill("Was the block legal?")
    page.get_by_label("Record of the play").fill(LEGAL.replace("Ben: block", "Zoe: block"))
    expect(page.locator("#record-check .is-bad")).to_be_visible()
    page.get_by_label("Record of the play").fill(LEGAL)
    expect(page.get_by_text("The record is valid.")).to_be_visible()
    page.get_by_role("button", name="Get the verdict").click()
    expect(page.locator(".verdict-word", has_text="Legal")).to_be_visible(timeout=60_000)  # without a reload
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text("Step 3 of 4", exact=True)).to_be_visible()
    page.get_by_label("Ruling").fill("The block stands; damage is dealt.")
    page.get_by_role("button", name="Save the decision").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The decision is published.")).to_be_visible()
    return page.url


def test_event_runs_from_creation_to_final_standings(visit: Callable[..., Page]) -> None:
    desk = visit(make_user("Olga"))
    event = create_event(desk)
    judge = make_user("Judith")
    assign_role(desk, event, judge)

    phones = {name: visit(make_user(name)) for name in PLAYERS}
    for index, page in enumerate(phones.values()):
        register_with_deck(page, event, first=index == 0)

    desk.goto(f"{event}players/")
    desk.get_by_role("button", name="Check in all 4 players").click()
    start_round(desk, event)
    play_round(phones, event)

    desk.goto(f"{event}desk/")
    desk.get_by_role("button", name="Seed the cut").click()
    desk.get_by_role("button", name="Publish", exact=True).click()
    play_round(phones, event)
    desk.goto(f"{event}desk/")
    desk.get_by_role("button", name="Finish the event").click()

    visitor = visit()
    visitor.goto(f"{event}standings/")
    expect(visitor.get_by_role("heading", name="Standings")).to_be_visible()
    assert visitor.locator("tbody tr").count() >= 4
    assert width_of(visitor) <= PHONE["width"]

    bench = visit(judge)
    find_rule(bench)
    with worker():
        address = dispute(bench, event)
    visitor.goto(address)
    expect(visitor.get_by_text("The block stands; damage is dealt.")).to_be_visible()
    expect(visitor.locator(".verdict-word", has_text="Legal")).to_be_visible()
    assert visitor.get_by_text("Lash").count() == 0
