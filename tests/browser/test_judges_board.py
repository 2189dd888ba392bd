"""Judges' board: calls and appeals appear without a reload."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.judging.calls import services as calls
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.models import Case
from tests.browser.test_open_pages import event, open_at, table_of
from tests.epic_events.factories import make_staff
from tests.live import Site

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
__all__ = ["event", "open_at"]

WITHIN = 5_000  # milliseconds in which a call appears


@pytest.mark.parametrize("width", [390, pytest.param(1366, marks=pytest.mark.sweep)])
def test_judges_board_adds_new_calls_and_appeals_and_removes_decided_ones(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page], width: int
) -> None:
    found, _organiser = event
    match, player, _other = table_of(found)
    head = make_staff(found, "head_judge")
    board = open_at(head, f"/events/{found.slug}/judges/", width=width)
    if width == 390:
        board.evaluate("window.matchMedia = () => ({ matches: false })")  # a phone: no pointer that is seen coming
    else:
        board.locator("#board").hover()  # a pointer that rests where it was left
    expect(board.get_by_text("No calls are waiting.")).to_be_visible()
    board.wait_for_timeout(1500)

    calls.call_judge(player, match, reason="May it block?")
    expect(board.get_by_text("May it block?")).to_be_visible(timeout=WITHIN)
    expect(board.get_by_role("button", name="Take the call")).to_be_enabled(timeout=WITHIN)

    case = decisions.decide(make_staff(found, "judge"), match, DecisionContent("It may.")).case
    expect(board.get_by_role("heading", name="0 calls are waiting")).to_be_visible(timeout=WITHIN)

    decisions.appeal(player, Case.objects.select_related("event", "match").get(pk=case.pk))
    expect(board.get_by_role("heading", name="Appeals to the head judge")).to_be_visible(timeout=WITHIN)
    expect(board.locator("#notices")).to_be_empty()


def test_judges_board_during_typing_announces_an_appeal(
    site: Site, event: tuple[Event, User], open_at: Callable[..., Page]
) -> None:
    found, _organiser = event
    match, player, _other = table_of(found)
    judge = make_staff(found, "judge")
    case = decisions.decide(judge, match, DecisionContent("It may.")).case
    calls.take_call(judge, calls.call_judge(player, match, reason="Again"))
    board = open_at(judge, f"/events/{found.slug}/judges/", width=1366)
    answer = board.get_by_role("textbox", name="Answer given at table")
    answer.fill("Shown to bo")
    decisions.appeal(player, Case.objects.select_related("event", "match").get(pk=case.pk))
    expect(board.locator("#notices").get_by_text(f"1 appeal is waiting: table {match.table}.")).to_be_visible(
        timeout=WITHIN
    )
    expect(answer).to_have_value("Shown to bo")
