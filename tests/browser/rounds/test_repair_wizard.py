"""Repair wizard on a phone without JavaScript."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.events.models import Event
from epic_events.pairings.models import Match, Repair
from epic_events.web import demo
from tests.browser.page_width import width_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = 390
REASON = "Both players showed the slip."


def fits(page: Page) -> bool:
    return width_of(page) <= PHONE


@pytest.mark.usefixtures("hall")
def test_repair_of_a_wrong_result_is_applied_and_undone(open_as: Callable[..., Page]) -> None:
    page = open_as("organiser", width=PHONE, scripts=False)
    match = Match.objects.filter(round__stage__event__slug=demo.SLUG, round__number=1, table=1).get()
    seats = list(match.seats.select_related("registration").order_by("place"))
    loser = next(seat for seat in seats if seat.outcome != "win")
    page.goto(f"/events/{demo.SLUG}/desk/")
    page.get_by_role("link", name="Repair", exact=True).click()
    assert fits(page)
    page.get_by_role("link", name="A result is wrong").click()
    page.get_by_label("Round").select_option(str(match.round_id))
    page.get_by_label("Table").fill("1")
    page.get_by_role("button", name="Continue").click()
    assert fits(page)
    words = [
        text for text in page.locator("select option").all_inner_texts() if loser.registration.name + " won" in text
    ]
    page.get_by_label("How did it end?").select_option(label=words[0])
    page.get_by_label("Reason").fill(REASON)
    page.get_by_role("button", name="Preview the repair").click()
    expect(page.get_by_role("heading", name="Nothing has changed yet")).to_be_visible()
    assert fits(page)
    assert Repair.objects.count() == 0
    page.get_by_role("button", name="Make this repair").click()
    expect(page.get_by_text("The repair was made.")).to_be_visible()
    assert fits(page)
    assert match.seats.get(place=loser.place).outcome == "win"
    page.get_by_role("link", name="Undo").click()
    page.get_by_label("Reason").fill("It was right before.")
    page.get_by_role("button", name="Preview the repair").click()
    page.get_by_role("button", name="Make this repair").click()
    assert match.seats.get(place=loser.place).outcome == loser.outcome
    assert Event.objects.get(slug=demo.SLUG).repairs.count() == 2
    page.goto(f"/events/{demo.SLUG}/desk/repair/")
    expect(page.get_by_text("Undone", exact=True)).to_be_visible()
    assert fits(page)
