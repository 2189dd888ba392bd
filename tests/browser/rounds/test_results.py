"""Result entry: reports on two phones, and keyboard entry."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, Route, expect

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings.methods.scores import DASH
from epic_events.pairings.models import Match
from epic_events.web import demo
from tests.browser.conftest import MAIL
from tests.browser.page_width import width_of
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = 390


@pytest.fixture
def newcomer(hall: str) -> tuple[Match, User]:
    """Return the current table of the demo player, whose opponent has an account."""
    del hall
    player = User.objects.get(email=MAIL["player"])
    match = Match.objects.filter(round__stage__event__slug=demo.SLUG, seats__registration__player__user=player)
    found = match.latest("pk")
    theirs = found.seats.exclude(registration__player__user=player).get().registration
    theirs.player.user = make_user(theirs.name)
    theirs.player.save()
    return found, theirs.player.user


def sign_in(page: Page, user: User, address: str) -> None:
    """Sign a user in without the sign-in page."""
    client = Client()
    client.force_login(user)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": address}])


def test_conflicting_reports_are_resolved_by_matching_ones(
    newcomer: tuple[Match, User], open_as: Callable[..., Page], live_server: Any
) -> None:
    match, opponent = newcomer
    mine, theirs = open_as("player", width=PHONE), open_as(width=PHONE)
    sign_in(theirs, opponent, live_server.url)
    own_table = f"/events/{demo.SLUG}/t/{match.table}/"  # what the code on the table leads to

    mine.goto(own_table)
    mine.get_by_role("button", name=f"I won 2{DASH}1").click()
    expect(mine.get_by_role("heading", name=f"You reported: you won 2{DASH}1.")).to_be_visible()

    theirs.goto(own_table)
    expect(
        theirs.get_by_role("heading", name=re.compile(f"reported: you lost 1{DASH}2. Is that right?"))
    ).to_be_visible()
    theirs.get_by_text("No, it ended differently").click()
    theirs.get_by_role("button", name=f"I won 2{DASH}0").click()
    expect(theirs.get_by_text("Your reports differ.")).to_be_visible()

    # The other phone hears of it without a tap, and what stands under the thumb stays there until it is asked for.
    news = mine.locator("#notices")
    expect(news.get_by_text("Your reports differ.")).to_be_visible(timeout=60_000)
    expect(mine.get_by_text("Reports differ", exact=True)).to_have_count(0)
    news.get_by_role("link", name="Show").click()
    expect(mine.get_by_text("Reports differ", exact=True)).to_be_visible()
    theirs.get_by_role("button", name="Undo my report").click()
    theirs.get_by_role("button", name=f"Confirm: you lost 1{DASH}2").click()
    expect(theirs.get_by_text("Confirmed").first).to_be_visible()
    expect(news.get_by_text(f"The result is confirmed: you won 2{DASH}1.")).to_be_visible(timeout=60_000)
    news.get_by_role("link", name="Show").click()
    expect(mine.get_by_text("The result is confirmed. If it is wrong, tell the staff.")).to_be_visible()
    for page in (mine, theirs):
        assert width_of(page) <= PHONE


def test_report_without_scripts_is_stored(newcomer: tuple[Match, User], open_as: Callable[..., Page]) -> None:
    match, _opponent = newcomer
    page = open_as("player", width=PHONE, scripts=False)
    page.goto(f"/events/{demo.SLUG}/t/{match.table}/")
    page.get_by_text("Time ran out, or a player conceded").click()
    page.get_by_role("button", name=f"I won 1{DASH}0{DASH}1").click()
    expect(
        page.get_by_role("heading", name=f"You reported: you won 1{DASH}0{DASH}1 when time ran out.")
    ).to_be_visible()


@pytest.fixture
def desk(hall: str) -> tuple[Event, User]:
    """Return an event of twelve players with a published round and no results."""
    del hall
    event, organiser = running_event(12, stage={"best_of": 3})
    published_round(event, organiser)
    return event, organiser


@pytest.fixture
def entry(desk: tuple[Event, User], open_as: Callable[..., Page], live_server: Any) -> Page:
    """Return the keyboard entry page of the organiser."""
    event, organiser = desk
    page = open_as()
    sign_in(page, organiser, live_server.url)
    page.goto(f"/events/{event.slug}/desk/entry/")
    return page


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.sweep)])
def test_round_is_entered_by_keyboard(
    desk: tuple[Event, User], open_as: Callable[..., Page], live_server: Any, scripts: bool
) -> None:
    event, organiser = desk
    page = open_as(scripts=scripts, width=PHONE)
    sign_in(page, organiser, live_server.url)
    page.goto(f"/events/{event.slug}/desk/entry/")
    for table, typed in enumerate(("21", "2-0", "101", "id", "ns2", "c1 x1"), 1):
        expect(page.locator("#line")).to_be_focused()
        page.keyboard.type(f"{table} {typed}")
        page.keyboard.press("Enter")
        expect(page.get_by_text(f"{table} of 6 results are in")).to_be_visible()
        expect(page.locator("#line")).to_have_value("")
    expect(page.get_by_text("Every result is in.")).to_be_visible()
    kinds = [match.result_kind for match in matches_of(event.stages.get().round_set.get())]
    assert kinds == ["played", "played", "time", "agreed_draw", "no_show", "conceded"]


def test_changed_result_asks_for_a_reason_and_keyboard_entry_continues(desk: tuple[Event, User], entry: Page) -> None:
    event, page = desk[0], entry
    page.keyboard.type("1 21\n")
    expect(page.get_by_text("1 of 6 results are in")).to_be_visible()
    page.keyboard.type("1 12\n")
    expect(page.get_by_label("Reason for the change")).to_be_focused()
    page.keyboard.type("Slip was turned.\n")
    entered = page.locator("#entry-queue li").filter(has_text="1 12")
    expect(entered.get_by_text(re.compile(f"Table 1: .+ won 2{DASH}1"))).to_be_visible()
    expect(page.locator("#line")).to_be_focused()
    first = matches_of(event.stages.get().round_set.get())[0]
    assert first.seats.get(place=2).outcome == "win"
    page.get_by_role("button", name="Undo table 1").click()
    expect(page.locator("#messages").get_by_text("was undone")).to_be_visible()
    assert first.seats.get(place=1).outcome == "win"


@pytest.mark.parametrize("by", ["finger", pytest.param("key", marks=pytest.mark.sweep)])
def test_pressed_button_stays_until_release(entry: Page, by: str) -> None:
    page = entry
    page.keyboard.type("1 21\n")
    undo = page.get_by_role("button", name="Undo table 1")
    expect(undo).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "GET":
            held.append(route)
        else:
            route.continue_()

    page.route("**/desk/entry/", hold)
    page.keyboard.type("2 21\n")
    wait_until(lambda: page.title() and held, "the list below is asked for anew")
    if by == "finger":
        undo.hover()
        page.mouse.down()
    else:
        undo.focus()
        page.keyboard.down(" ")
    with page.expect_response(lambda response: response.url.endswith("/desk/entry/")):
        held[0].continue_()
    page.wait_for_timeout(300)  # what was fetched would be there by now
    if by == "finger":
        page.mouse.up()
    else:
        page.keyboard.up(" ")
    page.unroute_all()
    expect(page.locator("#messages").get_by_text("was undone")).to_be_visible()


def test_slips_and_table_cards_fill_their_sheets(
    desk: tuple[Event, User], open_as: Callable[..., Page], live_server: Any
) -> None:
    event, organiser = desk
    page = open_as()
    sign_in(page, organiser, live_server.url)
    round_ = event.stages.get().round_set.get()
    sheets = {}
    for address in (f"slips/{round_.pk}/", f"slips/{round_.pk}/?large=1", "table-cards/?from=1&to=4"):
        page.goto(f"/events/{event.slug}/desk/{address}")
        sheets[address] = len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))
    assert list(sheets.values()) == [1, 2, 2]
