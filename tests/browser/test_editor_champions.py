"""Dispute editor for Champions, from the match page to the printout."""

import io
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect
from pypdf import PdfReader

from epic_events.accounts.models import User
from epic_events.decks import services as decks
from epic_events.decks.card_files import services as card_files
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.documents import services as prints
from epic_events.documents.models import Print
from epic_events.pairings.models import Match
from tests.browser.conftest import MAIL
from tests.browser.page_width import width_of
from tests.epic_events.factories import make_registration, make_running_event, make_staff, make_user
from tests.epic_events.games.test_champions import CITY_LIST, city_file
from tests.epic_events.web.test_home import seat_at_table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


CRAMPED = """
[...document.querySelectorAll(".zone-lanes")].flatMap(row => {
  const all = [...row.children].map(piece => [piece, piece.getBoundingClientRect()]);
  const right = row.getBoundingClientRect().right;
  return all.filter(([piece, box], at) => piece.scrollWidth > piece.clientWidth || box.right > right
    || all.some(([, other], later) => later > at && other.left < box.right && other.top < box.bottom))
    .map(([piece]) => piece.innerText);
})
"""
"""Elements of the board that overlap a neighbour or their own text."""


def table_of_champions() -> Match:
    """Return a table of a Champions event with a card file and the demo judge."""
    olga = make_user("Olga")
    event = make_running_event(
        players=0, organiser=olga, game="champions", format="constructed", rules_version="CR-2018-11"
    )
    make_staff(event, "head_judge", User.objects.get(email=MAIL["judge"]))
    card_files.upload(olga, event, city_file())
    entries = [make_registration(event, name=name, user=make_user(name)) for name in ("Ana", "Ben")]
    for entry in entries:
        decks.submit(olga, entry, CITY_LIST, accept_problems=True, reason="Looked through.")
    return seat_at_table(event, *entries)


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).locator("visible=true").first.click()


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.sweep)])
def test_champions_play_is_entered_judged_branched_decided_published_and_printed(
    hall: str, open_as: Callable[..., Page], width: int
) -> None:
    del hall
    page, match = open_as("judge", width=width), table_of_champions()
    page.goto(reverse("pairings:match", args=[match.round.stage.event.slug, match.pk]))
    page.get_by_role("link", name="Describe a disputed play").click()
    expect(page.get_by_text("Ana: the current list, number 1, is filled in.")).to_be_visible()
    expect(page.locator(".desk-tile > summary", has_text="Marshal 2").first).to_be_visible()
    box = page.get_by_label("Card for Ana, hand", exact=True)
    box.fill("Bridge Pikes")
    box.press("Enter")
    expect(page.locator(".desk-tile > summary", has_text="Bridge Pikes").first).to_be_visible()
    page.get_by_label("Or in plain words").fill("Ana: play Bridge Pikes with Marshal 1")
    page.get_by_label("Or in plain words").press("Enter")
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(1)
    page.get_by_role("button", name="Get the verdict").click()
    page.wait_for_url("**/disputes/*/")
    dispute = Dispute.objects.latest("pk")
    assert (dispute.game, dispute.match, dispute.rules_version) == ("champions", match, "CR-2018-11")
    worker.run(dispute.pk)
    page.reload()
    expect(page.locator(".verdict-word")).to_have_text("Legal")
    expect(page.locator(".zone-lanes .piece .name", has_text="Bridge Pikes")).to_be_visible()
    assert width_of(page) <= width
    assert page.evaluate(CRAMPED) == []

    page.get_by_role("link", name="What if from here").click()
    tap(page, "Ana: pass")
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(2)
    page.get_by_label("Name of this what-if").fill("Waiting")
    page.get_by_role("button", name="Save this what-if").click()
    expect(page.get_by_text("What if: Waiting").first).to_be_visible()
    page.get_by_role("link", name="Back to the verdict").click()

    page.get_by_label("Ruling").fill("It may be led.")
    page.get_by_role("button", name="Save the decision").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The decision is published.")).to_be_visible()
    text = read_pdf(open_as("", width=width), dispute)
    assert text.startswith("Ana: play Bridge Pikes with Marshal 1 ")
    assert "Bridge Pikes" in text
    assert "It may be led." in text
    assert "This is the public view of the board" in text


def read_pdf(page: Page, dispute: Dispute) -> str:
    """Return the text of the PDF of a published decision."""
    page.goto(dispute.get_absolute_url())
    page.get_by_role("button", name="As PDF").click()
    expect(page.get_by_text("Waiting for a worker")).to_be_visible()
    prints.run(Print.objects.latest("pk").pk)
    link = page.get_by_role("link", name="Open the PDF")
    expect(link).to_be_visible()  # the page has changed by itself
    fetched = page.request.get(link.get_attribute("href") or "")
    assert fetched.headers["content-type"] == "application/pdf"
    read = (found.extract_text() for found in PdfReader(io.BytesIO(fetched.body())).pages)
    return " ".join(" ".join(read).split())
