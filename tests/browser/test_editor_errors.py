"""Dispute editor: errors focus their field and keep all input."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.disputes.models import Dispute
from tests.browser.page_width import width_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
DESK = "/disputes/describe/"
IN_VIEW = """element => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}"""


def submit(page: Page) -> None:
    page.get_by_role("button", name="Get the verdict").click()
    page.wait_for_load_state()


@pytest.mark.parametrize("width", [390, pytest.param(1366, marks=pytest.mark.sweep)])
def test_refused_description_focuses_its_first_error(hall: str, open_as: Callable[..., Page], width: int) -> None:
    before = Dispute.objects.count()
    page = open_as("judge", width=width)
    page.goto(DESK)
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_label("Name of player 1").press("Tab")
    expect(page.get_by_role("heading", name="Ana", exact=True)).to_be_visible()
    page.get_by_role("spinbutton", name="Ana: health", exact=True).fill("12")
    page.get_by_role("spinbutton", name="Ana: health", exact=True).press("Tab")
    expect(page.locator("#id_record")).to_have_value(re.compile("Ana health: 12\n"))
    page.get_by_label("Or in plain words").fill("frobnicate everything")
    page.get_by_label("What is in question?").fill("May he?")
    submit(page)
    message = page.get_by_label("Or in plain words")
    expect(message).to_be_focused()
    assert message.evaluate(IN_VIEW)
    expect(message).to_have_value("frobnicate everything")
    expect(page.get_by_role("spinbutton", name="Ana: health", exact=True)).to_have_value("12")
    expect(page.get_by_label("What is in question?")).to_have_value("May he?")
    expect(page.get_by_role("alert").first).to_contain_text(
        "The dispute was not submitted. Everything you entered is still here."
    )
    assert Dispute.objects.count() == before
    assert width_of(page) <= width


def test_editor_without_scripts_returns_errors_to_fix(hall: str, open_as: Callable[..., Page]) -> None:
    before = Dispute.objects.count()
    page = open_as("judge", scripts=False)
    page.goto(DESK)
    page.get_by_label("Name of player 1").fill("Ana")
    page.get_by_role("spinbutton", name="Player 2: health", exact=True).fill("7")
    page.get_by_label("Card for Player 1, in play", exact=True).fill("Kong")
    page.get_by_label("Or in plain words").fill("attack with Kng")
    submit(page)
    expect(page.get_by_label("Or in plain words")).to_have_value("attack with Kng")
    page.get_by_label("Or in plain words").fill("Ana: attack with Kong")
    submit(page)
    page.wait_for_url(lambda address: "/describe/" not in address and "/new/" not in address)
    dispute = Dispute.objects.latest("pk")
    assert Dispute.objects.count() == before + 1
    assert dispute.record is not None
    assert "\nPlayer 2 health: 7\n" in dispute.record.text
    assert dispute.record.text.endswith("\nPlays\n1. Ana: attack with Kong\n")


def test_ambiguous_line_offers_a_button_for_each_meaning(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(DESK)
    for zone, card in (("in play", "2 Wolf Token"), ("hand", "Rage")):
        box = page.get_by_label(f"Card for Player 1, {zone}", exact=True)
        box.fill(card)
        box.press("Enter")
        expect(page.locator(".desk-tile > summary", has_text=card[2:]).first).to_be_visible()
    page.get_by_label("Or in plain words").fill("Player 1: play Rage")
    page.get_by_label("Or in plain words").press("Enter")
    expect(page.locator(".desk-timeline mark")).to_have_text("Rage")
    page.get_by_role("button", name="draw 2 cards").click()
    expect(page.locator(".desk-timeline .badge")).to_have_text("legal")


def test_new_dispute_starts_empty_and_offers_the_draft(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge")
    page.goto(DESK)
    page.get_by_label("What is in question?").fill("Yesterday's question")
    page.goto("/")
    page.goto(DESK)
    expect(page.get_by_label("What is in question?")).to_have_value("")
    page.locator("#desk-form button", has_text="Restore").first.click()
    expect(page.get_by_label("What is in question?")).to_have_value("Yesterday's question")


def test_play_is_edited_by_keyboard(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=1366)
    page.goto(DESK)
    message = page.get_by_label("Or in plain words")
    for play in ("Player 1: pas", "Player 2: pass"):
        message.fill(play)
        message.press("Enter")
        expect(message).to_have_value("")
    expect(page.locator("#play-0 .badge")).to_have_text("not recognised")
    page.get_by_role("button", name="Edit play 1").press("Enter")
    expect(message).to_have_value("Player 1: pas")
    expect(message).to_be_focused()
    message.press("End")
    message.press_sequentially("s")
    message.press("Enter")
    expect(page.locator(".desk-timeline li .badge.is-ok")).to_have_count(2)
    expect(page.locator("#id_record")).to_have_value(re.compile(r"1\. Player 1: pass\n2\. Player 2: pass\n$"))
