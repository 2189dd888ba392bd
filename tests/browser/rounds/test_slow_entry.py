"""Result entry on a slow network: in order and each once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Match, ResultReport
from tests.browser import conftest
from tests.browser.reference.test_offline import IS_CACHED
from tests.browser.rounds.test_results import sign_in
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LATENCY = 1000  # milliseconds
BETWEEN = 200  # milliseconds from one line to the next
LINES = ("1 21", "2 20", "3 12", "4 id")
SCORES = [[2, 1], [2, 0], [1, 2], [0, 0]]
ON_PURPOSE = (
    "status of 401",
    "status of 403",
    "status of 409",
    "status of 503",
    "net::ERR_FAILED",
    "htmx:afterRequest",
    "htmx:sendError",
)


@pytest.fixture(autouse=True)
def _faults_on_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "EXPECTED", (*conftest.EXPECTED, *ON_PURPOSE))


@pytest.fixture
def desk(live_server: Any) -> tuple[Event, User]:
    """Return an event of twelve players with a published round and no results."""
    del live_server
    event, organiser = running_event(12, stage={"best_of": 3})
    published_round(event, organiser)
    return event, organiser


@pytest.fixture
def entry(desk: tuple[Event, User], open_as: Callable[..., Page], live_server: Any) -> Page:
    """Return the keyboard entry page on a slow network."""
    page = open_as()
    sign_in(page, desk[1], live_server.url)
    page.goto(f"/events/{desk[0].slug}/desk/entry/")
    slow(page)
    return page


def slow(page: Page) -> None:
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send(
        "Network.emulateNetworkConditions",
        {"offline": False, "latency": LATENCY, "downloadThroughput": -1, "uploadThroughput": -1},
    )


def write(page: Page, *lines: str) -> None:
    expect(page.locator("#line")).to_be_focused()
    for line in lines:
        page.keyboard.type(line)
        page.keyboard.press("Enter")
        page.wait_for_timeout(BETWEEN)  # how fast lines come, nothing that is waited for


def queue(page: Page) -> Any:
    return page.locator("#entry-queue li")


def saved(event: Event) -> list[list[int]]:
    """Return the stored scores in order of entry."""
    reports = ResultReport.objects.filter(match__round__stage__event=event).order_by("pk")
    return [report.values["game_wins"] for report in reports]


def all_in(page: Page, event: Event) -> None:
    """Wait until all four results are in; check that each is stored once in order."""
    expect(page.get_by_text("4 of 6 results are in")).to_be_visible(timeout=60_000)
    assert saved(event) == SCORES
    expect(page.get_by_text("not sent yet")).to_have_count(0)
    stored = "Object.keys(localStorage).filter(key => key.endsWith('/outbox')).map(key => localStorage[key]).join('')"
    assert page.evaluate(stored) == "[]"


def test_lines_typed_on_a_slow_network_are_entered_in_order(desk: tuple[Event, User], entry: Page) -> None:
    write(entry, *LINES)
    expect(entry.get_by_text("not sent yet").first).to_be_visible()
    all_in(entry, desk[0])
    expect(entry.locator("#line")).to_be_focused()
    expect(queue(entry).last).to_contain_text("entered")


@pytest.mark.parametrize("status", [503, pytest.param(403, marks=pytest.mark.sweep)])
def test_failed_request_is_retried(desk: tuple[Event, User], entry: Page, status: int) -> None:
    """The second line gets an error page of a proxy instead of a response of the site."""
    failed: list[int] = []

    def refuse(route: Route) -> None:
        if route.request.method == "POST" and "2+20" in (route.request.post_data or "") and len(failed) < 2:
            failed.append(1)
            route.fulfill(status=status, body="<html><body>Busy</body></html>", content_type="text/html")
        else:
            route.continue_()

    entry.route("**/desk/entry/", refuse)
    write(entry, *LINES)
    all_in(entry, desk[0])
    assert len(failed) == 2


def test_lost_response_enters_nothing_twice(desk: tuple[Event, User], entry: Page) -> None:
    """The line is stored but its response is lost; another user then corrects it."""
    event, organiser = desk
    lost: list[int] = []

    def lose(route: Route) -> None:
        if route.request.method == "POST" and not lost:
            route.fetch()
            lost.append(1)
            route.abort()
        else:
            route.continue_()

    entry.route("**/desk/entry/", lose)
    write(entry, *LINES)
    all_in(entry, event)
    assert lost == [1]
    assert matches_of(event.stages.get().round_set.get())[0].reports.get().by == organiser


def test_reload_preserves_unsent_lines(desk: tuple[Event, User], entry: Page) -> None:
    write(entry, *LINES[:2])
    entry.keyboard.type(LINES[2])
    entry.keyboard.press("Enter")
    entry.reload()
    write(entry, LINES[3])
    all_in(entry, desk[0])


def test_unsent_lines_wait_for_their_user_to_sign_in(desk: tuple[Event, User], entry: Page, live_server: Any) -> None:
    event, organiser = desk
    write(entry, LINES[0])
    expect(entry.get_by_text("1 of 6 results are in")).to_be_visible()
    Session.objects.all().delete()
    write(entry, *LINES[1:3])
    expect(entry.locator("#entry-queue-state")).to_contain_text("2 lines are not sent yet: you have been signed out.")
    expect(queue(entry).filter(has_text="not sent yet")).to_have_count(2)
    entry.get_by_role("link", name="Sign in again").click()
    expect(entry).to_have_url(re.compile(r"/accounts/login/\?next=.*entry"))
    sign_in(entry, organiser, live_server.url)
    entry.goto(f"/events/{event.slug}/desk/entry/")
    write(entry, LINES[3])
    all_in(entry, event)


def test_unsent_lines_are_hidden_from_another_user(desk: tuple[Event, User], entry: Page, live_server: Any) -> None:
    Session.objects.all().delete()
    write(entry, *LINES[:2])
    expect(entry.locator("#entry-queue-state")).to_contain_text("signed out")
    sign_in(entry, make_user("Somebody Else"), live_server.url)
    entry.evaluate("import(document.querySelector('script[src*=every_page]').src).then(({ outbox }) => outbox.now())")
    expect(entry.locator("#entry-queue-state")).to_contain_text("another user has signed in")
    entry.goto("/")
    assert entry.evaluate("Object.keys(localStorage).filter(key => key.startsWith('typed/'))") == []
    assert saved(desk[0]) == []


def test_lines_typed_offline_are_sent_when_online(desk: tuple[Event, User], entry: Page) -> None:
    write(entry, LINES[0])
    entry.context.route("**/*", lambda route: route.abort("internetdisconnected"))
    write(entry, *LINES[1:])
    expect(entry.locator("#entry-queue-state")).to_contain_text("no response from the site")
    expect(queue(entry).filter(has_text="not sent yet").last).to_be_visible()
    entry.context.unroute_all()
    all_in(entry, desk[0])


def test_refused_line_stays_and_others_are_entered(desk: tuple[Event, User], entry: Page) -> None:
    write(entry, LINES[0], "77 21", *LINES[1:])
    all_of = entry.get_by_text("4 of 6 results are in")
    expect(all_of).to_be_visible(timeout=60_000)
    assert saved(desk[0]) == SCORES
    refused = queue(entry).filter(has_text="77 21")
    expect(refused.get_by_role("alert")).to_have_text("There is no match at table 77.")
    entry.reload()
    expect(refused.get_by_role("alert")).to_have_text("There is no match at table 77.")
    refused.get_by_role("button", name="Correct 77 21").click()
    expect(entry.locator("#line")).to_have_value("77 21")
    expect(entry.locator("#line")).to_be_focused()
    entry.locator("#line").fill("5 21")
    entry.keyboard.press("Enter")
    expect(entry.get_by_text("5 of 6 results are in")).to_be_visible()
    write(entry, "nonsense")
    queue(entry).get_by_role("button", name="Discard nonsense").click()
    expect(queue(entry).filter(has_text="nonsense")).to_have_count(0)
    expect(entry.locator("#line")).to_be_focused()


@pytest.fixture
def table(desk: tuple[Event, User], open_as: Callable[..., Page], live_server: Any) -> tuple[Page, Match]:
    """Return a phone of a player at the player's own table."""
    match = matches_of(desk[0].stages.get().round_set.get())[0]
    page = open_as(width=390)
    sign_in(page, users_at(match)[0], live_server.url)
    page.goto(f"/events/{desk[0].slug}/rounds/tables/{match.pk}/")
    return page, match


def test_offline_report_is_stored_and_sent_once(table: tuple[Page, Match]) -> None:
    page, match = table
    page.context.set_offline(True)
    page.get_by_role("button", name=f"I won 2{DASH}0").click()
    expect(page.locator("#unsent")).to_contain_text("Not sent yet: the server is not responding.")
    expect(page.locator("#unsent li")).to_contain_text(f"I won 2{DASH}0 not sent yet")
    page.get_by_role("button", name=f"I won 2{DASH}1").first.click()  # the word said last counts
    expect(page.locator("#unsent li")).to_have_count(1)
    page.context.set_offline(False)
    expect(page.get_by_role("heading", name=f"You reported: you won 2{DASH}1.")).to_be_visible(timeout=30_000)
    expect(page.locator("#unsent")).to_be_hidden()
    assert [report.values["game_wins"] for report in match.reports.all()] == [[2, 1]]


def test_stored_report_is_sent_from_the_next_page(table: tuple[Page, Match]) -> None:
    page, match = table
    page.route("**/report/", lambda route: route.abort())
    page.get_by_role("button", name=f"I won 2{DASH}0").click()
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    page.goto("/events/")
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    page.unroute("**/report/")
    expect(page.locator("#unsent")).to_be_hidden(timeout=30_000)
    assert [report.values["game_wins"] for report in match.reports.all()] == [[2, 0]]


def test_refused_report_shows_its_reason(desk: tuple[Event, User], table: tuple[Page, Match]) -> None:
    page, match = table
    services.enter_result(desk[1], match, Score(0, 2))
    page.get_by_role("button", name=f"I won 2{DASH}0").click()
    expect(page.get_by_text("The result of this table is final. If it is wrong, call the staff.")).to_be_visible()
    assert match.reports.count() == 1


def test_offline_page_shows_unsent_reports(
    desk: tuple[Event, User], open_as: Callable[..., Page], live_server: Any
) -> None:
    match = matches_of(desk[0].stages.get().round_set.get())[0]
    page = open_as(width=390, keeps=True)
    sign_in(page, users_at(match)[0], live_server.url)
    page.goto("/rules/")
    assert page.evaluate(IS_CACHED)
    page.goto(f"/events/{desk[0].slug}/rounds/tables/{match.pk}/")
    page.context.set_offline(True)
    page.get_by_role("button", name=f"I won 2{DASH}0").click()
    expect(page.locator("#unsent")).to_contain_text("Not sent yet")
    page.goto("/rules/")  # a copy that does not know whose device it is
    expect(page.get_by_role("heading", name="Search offline")).to_be_visible()
    expect(page.locator("#unsent")).to_have_text(
        re.compile("1 entry is not sent yet. It is stored on this device and will be sent when the server responds[.]")
    )
    expect(page.locator("#unsent")).not_to_contain_text("I won")
    page.goto("/")
    expect(page.get_by_role("heading", name="No connection")).to_be_visible()
    expect(page.locator("#unsent")).to_contain_text("1 entry is not sent yet")
    page.context.set_offline(False)
    expect(page.get_by_role("link", name="My page").first).to_be_visible(timeout=60_000)
    expect(page.locator("#unsent")).to_be_hidden(timeout=30_000)
    assert [report.values["game_wins"] for report in match.reports.all()] == [[2, 0]]


def test_rejected_line_stays_at_its_field(desk: tuple[Event, User], entry: Page) -> None:
    """A line that the site rejects is listed below its field and on no other page."""
    entry.keyboard.type("4 7x\n")
    expect(queue(entry)).to_contain_text("“7x” is not a result.")
    entry.goto(f"/events/{desk[0].slug}/desk/")
    expect(entry.get_by_role("heading", name="Open tables")).to_be_visible()
    expect(entry.locator("#unsent")).to_be_hidden()
    entry.goto(f"/events/{desk[0].slug}/desk/entry/")
    expect(queue(entry)).to_contain_text("“7x” is not a result.")
    entry.get_by_role("button", name="Correct 4 7x").click()
    expect(entry.locator("#line")).to_have_value("4 7x")
    expect(entry.locator("#entry-queue")).to_be_hidden()


def test_line_that_differs_from_report_asks_before_it_is_entered(desk: tuple[Event, User], entry: Page) -> None:
    match = matches_of(desk[0].stages.get().round_set.get())[0]
    player = users_at(match)[0]
    services.report_result(player, match, Score(2, 1))
    entry.keyboard.type("1 12\n")
    expect(queue(entry)).to_contain_text("This result differs from the report of")
    assert not match.reports.filter(kind=ResultReport.Kind.STAFF).exists()
    entry.get_by_role("button", name="Enter it anyway 1 12").click()
    expect(entry.get_by_text("1 of 6 results are in")).to_be_visible()
    assert match.reports.get(kind=ResultReport.Kind.STAFF).values["game_wins"] == [1, 2]
