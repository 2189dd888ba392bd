"""Open pages during an outage, an update, or after the session expires."""

import re
from collections.abc import Callable, Iterator

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from epic_events.accounts.models import User
from epic_events.disputes import services as disputes
from epic_events.events.models import Event
from epic_events.pairings import services as rounds
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Match
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.factories import make_event, make_registration, make_running_event, make_staff, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at
from tests.live import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STALE = re.compile(r"Not updated since .+\. Trying again\.")
OUTAGES = (None, 503, 403)
"""Kinds of outage: nothing answers, or a proxy answers with a status."""


@pytest.fixture(params=[OUTAGES[:1], pytest.param(OUTAGES, marks=pytest.mark.sweep)], ids=["no answer", "every outage"])
def outages(request: pytest.FixtureRequest) -> tuple[int | None, ...]:
    """Return the outages of a test."""
    found: tuple[int | None, ...] = request.param
    return found


def sign_in(context: BrowserContext, user: User, address: str) -> None:
    client = Client()
    client.force_login(user)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": address}])


@pytest.fixture
def open_at(chromium: Browser, site: Site) -> Iterator[Callable[..., Page]]:
    """Return a function that opens a page of the running site for a user."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(user: User | None, address: str, *, width: int = 390, own_time: bool = False) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 800}, base_url=site.url, locale="en-GB", service_workers="block"
        )
        context.set_default_timeout(60_000)
        contexts.append(context)
        if own_time:
            context.clock.install()
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
    """Make a page poll now, as when it becomes visible again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def after_a_minute(page: Page) -> None:
    """Advance the clock of the page by its longest polling interval."""
    page.clock.fast_forward("01:00")


def expect_notice(page: Page, words: str | re.Pattern[str]) -> None:
    expect(page.locator("#notices").get_by_text(words)).to_be_visible(timeout=60_000)


def main_text(page: Page) -> str:
    return page.locator("main").inner_text()


@pytest.fixture
def event(site: Site) -> tuple[Event, User]:
    """Return an event of four players in its first round, and its organiser."""
    del site
    found, organiser = running_event(4, stage={"best_of": 3})
    published_round(found, organiser)
    return found, organiser


def table_of(event: Event) -> tuple[Match, User, User]:
    match = matches_of(event.stages.get().round_set.get())[0]
    return match, *users_at(match)


def test_open_pages_during_an_outage_show_their_content_and_recover(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page], outages: tuple[int | None, ...]
) -> None:
    found, organiser = event
    match, player, _other = table_of(found)
    dispute = disputes.open_dispute(judge(), title="Does it get through?", record=LEGAL)
    addresses = {
        "round": (player, f"/events/{found.slug}/rounds/"),
        "table": (player, f"/events/{found.slug}/rounds/tables/{match.pk}/"),
        "no round": (None, f"/events/{make_running_event(4).slug}/rounds/"),
        "dispute": (dispute.opened_by, dispute.get_absolute_url()),
        "home": (player, "/"),
        "overview": (player, f"/events/{found.slug}/"),
        "players": (None, f"/events/{found.slug}/players/"),
        "desk": (organiser, f"/events/{found.slug}/desk/"),
    }
    pages = {name: open_at(user, address, own_time=True) for name, (user, address) in addresses.items()}
    before = {name: main_text(page) for name, page in pages.items()}
    for away in outages:
        leave(site, away)
        for page in pages.values():
            ask_now(page)
            expect_notice(page, STALE)
        assert {name: main_text(page) for name, page in pages.items()} == before
        site.start()
        for page in pages.values():
            after_a_minute(page)
            expect(page.locator("#notices")).to_be_empty(timeout=90_000)
        assert {name: main_text(page) for name, page in pages.items()} == before


AS_IT_WAS = re.compile(r"The server is not responding\. This page was last updated at \d\d:\d\d\. Trying again\.")


def test_pages_without_polling_content_report_the_outage_and_recover(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page], outages: tuple[int | None, ...]
) -> None:
    """Decklist rules, keyboard entry, and a table with a final result."""
    found, organiser = event
    match, player, _other = table_of(found)
    for table in matches_of(match.round):
        rounds.enter_result(organiser, table, Score(2, 0))
    rounds.finish_round(organiser, match.round)
    at = f"/events/{found.slug}"
    seen_by_player = (f"{at}/decks/rules/", f"{at}/rounds/tables/{match.pk}/")
    pages = [open_at(player, address, own_time=True) for address in seen_by_player]
    pages.append(open_at(organiser, f"{at}/desk/entry/", own_time=True))
    before = [main_text(page) for page in pages]
    for away in outages:
        leave(site, away)
        for page in pages:
            ask_now(page)
        for page in pages:
            expect_notice(page, AS_IT_WAS)
        assert [main_text(page) for page in pages] == before
        site.start()
        for page in pages:
            after_a_minute(page)
            expect(page.locator("#notices")).to_be_empty(timeout=90_000)
    Session.objects.all().delete()
    for page in pages:
        ask_now(page)
        expect_notice(page, "You have been signed out.")
        expect(page.locator("#notices .notice")).to_have_count(1)
    assert [main_text(page) for page in pages] == before


def test_open_page_with_an_expired_session_links_to_sign_in_and_back(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, _organiser = event
    match, player, _other = table_of(found)
    for address in (f"/events/{found.slug}/rounds/?by=name", f"/events/{found.slug}/rounds/tables/{match.pk}/"):
        page = open_at(player, address)
        before = main_text(page)
        Session.objects.all().delete()
        ask_now(page)
        expect_notice(page, "You have been signed out.")
        assert main_text(page) == before
        sign_in(page.context, player, site.url)  # as in another tab: the open page notices by itself
        ask_now(page)
        expect(page.locator("#notices")).to_be_empty(timeout=60_000)
        Session.objects.all().delete()
        ask_now(page)
        expect_notice(page, "You have been signed out.")
        page.locator("#notices").get_by_role("link", name="Sign in again").click()
        expect(page.get_by_label("Password")).to_be_visible()
        sign_in(page.context, player, site.url)
        page.reload()
        expect(page).to_have_url(f"{site.url}{address}")


def buttons(page: Page) -> list[str]:
    return page.locator("#table-now button:visible, #round a.button:visible").all_inner_texts()


def test_match_page_update_waits_for_show_before_replacing_buttons(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, _organiser = event
    match, player, other = table_of(found)
    page = open_at(player, f"/events/{found.slug}/rounds/tables/{match.pk}/")
    offered = buttons(page)
    assert f"I won 2{DASH}0" in offered
    rounds.report_result(other, match, Score(2, 1))
    ask_now(page)
    expect_notice(page, re.compile(f"reported: you (won|lost) .{DASH}.\\."))
    assert buttons(page) == offered

    # What is reported answers for itself when the page asks again, and the way there leads to it and keeps the focus.
    ask_now(page)
    expect(page.locator("#notices .notice")).to_have_count(1)
    page.locator("#notices").get_by_role("link", name="Show").click()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    expect(page.locator("#table-now")).to_be_focused()
    expect(page.locator("#notices")).to_be_empty()
    expect(page.locator("#table-reports").get_by_text("Nothing yet.")).to_have_count(0)


def test_show_during_a_poll_displays_the_update(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    """A poll under way when the user presses "Show" must not replace the update."""
    found, _organiser = event
    match, player, other = table_of(found)
    page = open_at(player, f"/events/{found.slug}/rounds/tables/{match.pk}/")
    rounds.report_result(other, match, Score(2, 1))
    ask_now(page)
    expect_notice(page, re.compile("reported"))
    held: list[Route] = []
    page.route("**/tables/**", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/tables/**"):
        ask_now(page)
    page.locator("#notices").get_by_role("link", name="Show").click()
    held[0].continue_()
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    expect(page.locator("#table-now")).to_be_focused()
    expect(page.locator("#notices")).to_be_empty()


def test_withdrawn_update_removes_its_notice(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, _organiser = event
    match, player, other = table_of(found)
    page = open_at(player, f"/events/{found.slug}/rounds/tables/{match.pk}/")
    before = main_text(page)
    rounds.report_result(other, match, Score(2, 1))
    ask_now(page)
    expect_notice(page, re.compile("reported"))
    rounds.undo_report(other, match)
    ask_now(page)
    expect(page.locator("#notices")).to_be_empty(timeout=60_000)
    assert main_text(page) == before


def test_new_round_is_announced_with_the_table_and_shown_on_demand(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, organiser = event
    match, player, _other = table_of(found)
    page, spectator = (open_at(user, f"/events/{found.slug}/rounds/") for user in (player, None))
    offered = buttons(page)
    for table in matches_of(match.round):
        rounds.enter_result(organiser, table, Score(2, 0))
    rounds.finish_round(organiser, match.round)
    published_round(found, organiser)
    for each in (page, spectator):
        ask_now(each)
    expect_notice(page, re.compile(r"Round 2 is published\. You play at table \d against .+\."))
    assert buttons(page) == offered
    expect(spectator.get_by_role("heading", name="Round 2")).to_be_visible(timeout=60_000)
    expect(spectator.locator("#live")).to_have_text("Round 2 is published.")
    page.locator("#notices").get_by_role("link", name="Show").click()
    expect(page.get_by_role("heading", name="Round 2")).to_be_visible()


def test_home_shows_the_new_table_without_a_reload(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, organiser = event
    match, player, _other = table_of(found)
    for table in matches_of(match.round):
        rounds.enter_result(organiser, table, Score(2, 0))
    rounds.finish_round(organiser, match.round)
    home, visitor = open_at(player, "/"), open_at(None, "/")
    expect(home.locator(".my-seat")).to_have_count(0)
    home.get_by_label("Search the rules").fill("ambush")
    published_round(found, organiser)
    for page in (home, visitor):
        ask_now(page)
    expect(home.locator(".my-seat .answer")).to_contain_text("Table", timeout=60_000)
    expect(home.get_by_label("Search the rules")).to_have_value("ambush")
    expect(home.get_by_label("Search the rules")).to_be_focused()
    expect(visitor.locator("#home-events").get_by_text("Round 2")).to_be_visible(timeout=60_000)

    # The next table is another button: it is reported, and comes when it is asked for.
    offered = home.locator("#home-now a.button").get_attribute("href")
    second = found.stages.get().round_set.get(number=2)
    for table in matches_of(second):
        rounds.enter_result(organiser, table, Score(2, 0))
    rounds.finish_round(organiser, second)
    third = published_round(found, organiser)
    ask_now(home)
    expect_notice(home, re.compile(r"Round 3: table \d\."))
    assert home.locator("#home-now a.button").get_attribute("href") == offered
    home.locator("#notices").get_by_role("link", name="Show").click()
    expect(home.locator("#home-now").get_by_text("Round 3")).to_be_visible()
    assert home.locator("#home-now a.button").get_attribute("href") != offered
    assert third.number == 3


def test_desk_updates_itself_when_idle_and_shows_a_notice_when_in_use(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, organiser = event
    tables = matches_of(table_of(found)[0].round)
    desk, phone = (open_at(organiser, f"/events/{found.slug}/desk/", width=width) for width in (1280, 390))
    phone.evaluate("window.matchMedia = () => ({ matches: false })")  # no pointer that is seen coming
    desk.mouse.move(5, 5)
    rounds.enter_result(organiser, tables[0], Score(2, 0))
    desk.wait_for_timeout(3200)  # what counts as an idle page
    ask_now(desk)
    expect(desk.locator("#desk .answer")).to_contain_text("1", timeout=60_000)
    expect(desk.locator("#notices")).to_be_empty()
    ask_now(phone)
    expect_notice(phone, "1 of 2 results are in.")
    expect(phone.locator("#desk .answer")).to_contain_text("2")

    # A result that is being chosen stays where it is, and what has changed is reported.
    desk.locator("#desk select").select_option(index=1)
    rounds.enter_result(organiser, tables[1], Score(2, 0))
    desk.wait_for_timeout(3200)
    ask_now(desk)
    expect_notice(desk, "All results are in.")
    expect(desk.locator("#desk select")).to_have_count(1)
    for page in (desk, phone):
        page.locator("#notices").get_by_role("link", name="Show").click()
        expect(page.get_by_role("button", name="Pair the round")).to_be_visible()
        expect(page.locator("#desk")).to_be_focused()


TYPED = (("White Knight", "trample", "Kong"), ("Fumble", "ambush", "Kong"), ("Lash", "blitz", "Kong"))
"""A card and a question for each outage, and the card typed afterwards."""


def test_live_check_after_an_outage_resumes(
    site: Site, open_at: Callable[..., Page], outages: tuple[int | None, ...]
) -> None:
    player, event = make_user(), make_event()
    make_registration(event, user=player)
    deck = open_at(player, f"/events/{event.slug}/deck/", own_time=True)
    search = open_at(None, "/rules/", own_time=True)
    for away, (card, words, other) in zip(outages, TYPED, strict=False):
        before = [deck.locator("#answer").inner_text(), search.locator("#results").inner_text()]
        leave(site, away)
        deck.fill("textarea[name=text]", f"3 {card}")
        search.fill("#q", words)
        for page in (deck, search):
            expect_notice(page, "The server is not responding. Trying again.")
        assert [deck.locator("#answer").inner_text(), search.locator("#results").inner_text()] == before
        site.start()
        for page in (deck, search):
            after_a_minute(page)
        expect(deck.locator("#answer").get_by_text(card).first).to_be_visible(timeout=90_000)
        expect(search.locator(".hit").first).to_be_visible(timeout=90_000)
        for page, field in ((deck, "textarea[name=text]"), (search, "#q")):
            expect(page.locator("#notices")).to_be_empty()
            expect(page.locator(field)).to_be_focused()
        deck.fill("textarea[name=text]", f"2 {other}")  # and the next change is looked at as well
        expect(deck.locator("#answer").get_by_text(card)).to_have_count(0)
        search.fill("#q", "")
        expect(search.locator(".hit")).to_have_count(0)


def test_replaced_fragment_preserves_focus_and_is_announced(site: Site, open_at: Callable[..., Page]) -> None:
    event = make_event()
    organiser = make_staff(event)
    entry = make_registration(event)
    page = open_at(organiser, f"/events/{event.slug}/players/", width=1280)
    check_in, undo = (page.locator(f"#entry-{entry.pk} button", has_text=label) for label in ("Check in", "Undo"))
    page.evaluate("document.getElementById('live').dataset.same = 'yes'")
    check_in.press("Enter")
    expect(undo).to_be_visible()
    expect(page.locator(f"#entry-{entry.pk}")).to_be_focused()
    expect(page.locator("#live")).to_have_text(f"{entry.name}: Checked in")
    assert page.evaluate("document.getElementById('live').dataset.same") == "yes"

    site.refuse(503)
    undo.press("Enter")
    expect_notice(page, "Not saved: the server is not responding. Your input is still here.")
    expect(undo).to_be_focused()
    site.start()
    undo.press("Enter")
    expect(check_in).to_be_visible()
    expect(page.locator("#notices")).to_be_empty()


def test_message_after_a_form_has_focus(site: Site, event: tuple[Event, User], open_at: Callable[..., Page]) -> None:
    del site
    found, _organiser = event
    match, player, _other = table_of(found)
    page = open_at(player, f"/events/{found.slug}/rounds/tables/{match.pk}/")
    page.get_by_role("button", name=f"I won 2{DASH}0", exact=True).click()
    expect(page.locator("#messages .message")).to_be_focused()
