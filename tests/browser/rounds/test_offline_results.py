"""Results and judge calls entered offline are sent once when online."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Locator, Page, expect

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.judging.models import Call
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Match, ResultReport
from tests.browser import conftest
from tests.browser.reference.test_offline import IS_CACHED
from tests.browser.rounds.test_offline_round import CACHED_TEXT
from tests.browser.rounds.test_results import sign_in
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import entry_of, matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ON_PURPOSE = ("status of 401", "status of 403", "status of 409", "htmx:sendError")


@pytest.fixture(autouse=True)
def _faults_on_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "EXPECTED", (*conftest.EXPECTED, *ON_PURPOSE))


@pytest.fixture
def round_of_two(live_server: Any) -> tuple[Event, User, list[Match]]:
    """Return an event of four players with a published round and no results."""
    del live_server
    event, organiser = running_event(4, stage={"best_of": 3})
    return event, organiser, matches_of(published_round(event, organiser))


Hall = tuple[Event, User, list[Match]]


def phone(open_as: Callable[..., Page], who: User, address: str, path: str) -> Page:
    """Return a phone that has stored the round of an event and gone offline."""
    page = open_as(width=390, keeps=True)
    sign_in(page, who, address)
    page.goto(path)
    assert page.evaluate(CACHED_TEXT, f"/events/{path.split('/')[2]}/offline-tables/")
    assert page.evaluate(IS_CACHED)
    page.goto("about:blank")
    page.context.set_offline(True)
    return page


def row(page: Page, match: Match) -> Locator:
    return page.locator(f"#table-{match.table}")


def press(page: Page, match: Match, words: str) -> None:
    """Expand a table of the offline copy and press one of its buttons."""
    row(page, match).get_by_role("button", name="Report a result or call a judge").click()
    page.locator(".note-row").get_by_role("button", name=words).click()


def stored_reports(match: Match) -> list[tuple[str, list[int]]]:
    return [(report.kind, report.values["game_wins"]) for report in match.reports.order_by("pk")]


def test_results_noted_offline_by_a_judge_are_entered_once_when_online(
    round_of_two: Hall, open_as: Callable[..., Page], live_server: Any
) -> None:
    event, organiser, (first, second) = round_of_two
    page = phone(open_as, organiser, live_server.url, f"/events/{event.slug}/desk/")
    page.goto(f"/events/{event.slug}/t/1/")
    press(page, first, f"{entry_of(first, 1).name} 2{DASH}0")
    press(page, second, f"{entry_of(second, 2).name} 2{DASH}1")
    press(page, first, f"{entry_of(first, 2).name} 2{DASH}0")  # the word said last counts
    expect(page.locator("#unsent")).to_contain_text("Not sent yet: the server is not responding.")
    expect(page.locator("#unsent li")).to_have_count(2)
    expect(page.locator("#unsent li").last).to_contain_text(f"Table 1: {entry_of(first, 2).name} 2{DASH}0 not sent yet")
    expect(row(page, second)).to_contain_text("not sent yet")
    assert ResultReport.objects.count() == 0
    page.reload()  # a copy again, which still knows
    expect(row(page, first)).to_contain_text("not sent yet")
    page.context.set_offline(False)
    page.wait_for_url("**/rounds/tables/*/")  # what the code of the table leads to
    expect(page.locator("#unsent")).to_be_hidden()
    assert stored_reports(first) == [(ResultReport.Kind.STAFF, [0, 2])]
    assert stored_reports(second) == [(ResultReport.Kind.STAFF, [1, 2])]


def test_player_offline_enters_own_table_only_and_calls_judge(
    round_of_two: Hall, open_as: Callable[..., Page], live_server: Any
) -> None:
    event, _organiser, (first, second) = round_of_two
    player = users_at(first)[1]
    page = phone(open_as, player, live_server.url, f"/events/{event.slug}/")
    page.goto(f"/events/{event.slug}/rounds/mine/")
    expect(row(page, second).get_by_role("button")).to_have_count(0)
    press(page, first, f"{entry_of(first, 2).name} 2{DASH}1")
    row(page, first).get_by_role("button", name="Report a result or call a judge").click()
    page.get_by_label("Reason for the call").fill("A missed trigger")
    page.locator(".note-row").get_by_role("button", name="Call a judge").click()
    expect(page.locator("#unsent li")).to_have_count(2)
    page.context.set_offline(False)
    page.wait_for_url("**/rounds/tables/*/")
    expect(page.locator("#unsent")).to_be_hidden()
    assert stored_reports(first) == [(ResultReport.Kind.PLAYER, [1, 2])]
    assert [(call.match_id, call.opened_by, call.reason) for call in Call.objects.all()] == [
        (first.pk, player, "A missed trigger")
    ]


def test_signed_out_device_offline_accepts_no_results(
    round_of_two: Hall, open_as: Callable[..., Page], live_server: Any
) -> None:
    event, organiser, (first, _second) = round_of_two
    page = phone(open_as, organiser, live_server.url, f"/events/{event.slug}/desk/")
    page.context.set_offline(False)
    page.goto("/accounts/logout/")
    page.locator("main button[type=submit]").click()
    page.wait_for_url("**/")
    page.goto("about:blank")
    page.context.set_offline(True)
    page.goto(f"/events/{event.slug}/offline-tables/")
    expect(row(page, first)).to_be_visible()
    expect(page.locator("#offline-tables").get_by_role("button")).to_have_count(0)


def test_refused_noted_result_stays_with_its_reason_and_others_are_sent(
    round_of_two: Hall, open_as: Callable[..., Page], live_server: Any
) -> None:
    event, organiser, (first, second) = round_of_two
    player = users_at(first)[0]
    page = phone(open_as, player, live_server.url, f"/events/{event.slug}/")
    services.enter_result(organiser, first, Score(0, 2))
    page.goto(f"/events/{event.slug}/offline-tables/")
    press(page, first, f"{entry_of(first, 1).name} 2{DASH}0")
    row(page, first).get_by_role("button", name="Report a result or call a judge").click()
    page.locator(".note-row").get_by_role("button", name="Call a judge").click()
    page.context.set_offline(False)
    expect(page.locator("#unsent li").filter(has_text="rejected")).to_contain_text(
        "rejected This result is confirmed. If it is wrong, call the staff."
    )
    expect(page.locator("#unsent li")).to_have_count(1)
    assert stored_reports(first) == [(ResultReport.Kind.STAFF, [0, 2])]
    assert Call.objects.get().match == first
    assert stored_reports(second) == []
    page.locator("#unsent").get_by_role("button", name="Discard").click()
    expect(page.locator("#unsent")).to_be_hidden()


def test_noted_results_wait_for_their_user_and_are_deleted_for_another(
    round_of_two: Hall, open_as: Callable[..., Page], live_server: Any
) -> None:
    event, organiser, (first, _second) = round_of_two
    page = phone(open_as, organiser, live_server.url, f"/events/{event.slug}/desk/")
    Session.objects.all().delete()
    page.goto(f"/events/{event.slug}/offline-tables/")
    press(page, first, f"{entry_of(first, 1).name} 2{DASH}0")
    page.context.set_offline(False)
    expect(page.locator("html[data-offline]")).to_have_count(0)
    assert stored_reports(first) == []
    sign_in(page, make_user("Somebody Else"), live_server.url)
    page.goto("/")
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('typed/'))") == []
    assert stored_reports(first) == []
