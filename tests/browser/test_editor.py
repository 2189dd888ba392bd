"""Dispute editor: number of taps, keyboard, and pages without scripts."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from epic_events.decks.services import submit
from epic_events.disputes import services as disputes
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.pairings.models import Match
from epic_events.web import demo
from tests.browser.conftest import MAIL
from tests.browser.page_width import width_of
from tests.epic_events.disputes.records import ILLEGAL
from tests.epic_events.factories import make_staff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_TAPS = 14
LIST = "breakthrough-after-ban"
"""The list that both players of the table bring; it holds the cards that these tests lay out."""
TELL = """
addEventListener("click", event => { if (event.isTrusted && event.detail) tell("tap", ""); }, true);
addEventListener("keydown", event => { if (event.isTrusted && event.key === "Enter") tell("tap", ""); }, true);
addEventListener("input", event => tell("typed", event.target.value), true);
"""
"""The browser itself tells of every tap, the one on a phone's Enter too, and of every text that is typed."""


class TapCounter:
    """Count the taps on a page and record typed texts.

    Attributes:
        taps: number of taps.
        typed: typed texts, as the fields held them.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.typed: list[str] = []
        page.expose_function("tell", self._record_message)
        page.add_init_script(TELL)

    def _record_message(self, what: str, text: str) -> None:
        self.taps += what == "tap"
        self.typed += [text] if what == "typed" else []

    def card(self, field: str, name: str) -> None:
        """Tap a field, type a card name and submit it."""
        box = self.page.get_by_label(field, exact=True)
        box.click()
        box.fill(name)
        box.press("Enter")
        expect(self.page.locator(".desk-tile > summary", has_text=name).first).to_be_visible()


def table() -> Match:
    """Return a table of the demo whose players both have the test decklist."""
    return give_test_decklists(
        Match.objects.filter(round__stage__event__slug=demo.SLUG, seats__isnull=False).earliest("pk")
    )


def table_of_the_player() -> Match:
    """Return the table of the demo player; both players have the test decklist."""
    playing = Match.objects.filter(round__status="published", round__stage__event__slug=demo.SLUG)
    return give_test_decklists(playing.get(seats__registration__player__user__email=MAIL["player"]))


def give_test_decklists(match: Match) -> Match:
    """Give both players of a table the test decklist."""
    for seat in match.seats.select_related("registration"):
        submit(None, seat.registration, (demo.FIXTURES / "decks" / f"{LIST}.txt").read_text(encoding="utf-8"))
    return match


def address_of_a_table() -> str:
    return f"/disputes/describe/?match={table().pk}"


def names(page: Page) -> list[str]:
    page.wait_for_load_state()  # a click is done when the answer to it begins to arrive
    return page.locator(".desk-player .seat-name").all_inner_texts()


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.sweep)])
def test_dispute_editor_simple_dispute_needs_few_taps(hall: str, open_as: Callable[..., Page], width: int) -> None:
    page, match = open_as("judge", width=width), table()
    thumb = TapCounter(page)
    page.goto(reverse("pairings:match", args=[demo.SLUG, match.pk]))
    page.get_by_role("link", name="Describe a disputed play").click()
    ana, ben = names(page)
    thumb.card(f"Card for {ana}, in play", "Kong")
    thumb.card(f"Card for {ben}, in play", "Palace Guard")
    page.locator(".desk-tile > summary", has_text="Kong").click()
    page.get_by_role("button", name="deploying", exact=True).locator("visible=true").click()
    expect(page.get_by_role("button", name="deploying", exact=True).locator("visible=true")).to_have_attribute(
        "aria-pressed", "true"
    )
    page.get_by_role("button", name="attacks", exact=True).locator("visible=true").click()
    expect(page.locator(".desk-timeline li.is-bad")).to_contain_text("not legal")
    page.get_by_role("button", name="Get the verdict").click()
    page.wait_for_url("**/disputes/*/")
    assert thumb.typed == ["Kong", "Palace Guard"]
    assert (thumb.taps, thumb.taps <= MOST_TAPS) == (9, True)
    assert width_of(page) <= width

    dispute = Dispute.objects.latest("pk")
    assert dispute.title == f"{ana}: attack with Kong"
    assert dispute.record is not None
    assert dispute.record.text.count("\n3 Kong\n") == 2  # both lists are in it, and no one typed them
    worker.run(dispute.pk)
    page.reload()
    expect(page.locator(".verdict-word")).to_have_text("Illegal")
    what_if(page, ana)
    page.get_by_label("Ruling").fill("The attack is undone.")
    page.get_by_role("button", name="Save the decision").click()
    page.get_by_role("button", name="Publish").click()
    expect(page.get_by_text("The decision is published.")).to_be_visible()


def what_if(page: Page, ana: str) -> None:
    """Describe a what-if from the start, save it, view it and return to the verdict."""
    page.get_by_role("link", name="What if from here").click()
    page.get_by_role("button", name=f"{ana}: pass", exact=True).click()
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(1)
    page.get_by_label("Name of this what-if").fill("No attack")
    page.get_by_role("button", name="Save this what-if").click()
    expect(page.get_by_text("What if: No attack").first).to_be_visible()
    expect(page.get_by_text("The verdict changes.")).to_be_visible()
    expect(page.locator(".verdict-word")).to_have_text("Illegal")
    page.keyboard.press("k")
    expect(page.get_by_text("Step 0 of 1", exact=True)).to_be_visible()
    expect(page.get_by_text("What if: No attack").first).to_be_visible()  # a step of the what-if, not of the record
    page.get_by_role("link", name="Back to the verdict").click()


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.sweep)])
def test_battle_is_described_by_keyboard(hall: str, open_as: Callable[..., Page], width: int) -> None:
    page = open_as("judge", width=width)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    box = page.get_by_label(f"Card for {ana}, in play", exact=True)
    box.focus()
    page.keyboard.type("Triceratops")
    page.keyboard.press("Enter")
    tile = page.locator(".desk-tile > summary", has_text="Triceratops")
    expect(tile).to_be_visible()
    tile.focus()
    page.keyboard.press("Enter")
    attacks = page.get_by_role("button", name="attacks", exact=True)
    attacks.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(1)
    expect(attacks).to_be_focused()  # where the hand was, though the page has changed around it
    message = page.get_by_label("Or in plain words")
    message.focus()
    page.keyboard.type(f"{ana} passes")
    page.keyboard.press("Enter")
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(2)
    page.get_by_role("button", name=f"{ben}: pass").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(3)
    expect(page.get_by_role("button", name=f"{ben}: no block")).to_have_count(0)
    text = page.locator("#id_record")
    output = rf"1\. {ana}: attack with Triceratops\n2\. {ana}: passes\n3\. {ben}: pass\n$"
    expect(text).to_have_value(re.compile(output))
    page.locator("#desk-text summary").click()
    text.fill(text.input_value().replace(f"{ben} health: 30", f"{ben} health: 0"))
    expect(page.get_by_text("has lost (1.5.4)")).to_be_visible()


def test_dispute_editor_works_without_scripts(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390, scripts=False)
    page.goto(address_of_a_table())
    ana, _ = names(page)
    page.get_by_label(f"Card for {ana}, in play", exact=True).fill("Kong")
    page.get_by_label(f"Card for {ana}, in play", exact=True).press("Enter")
    tile = page.locator(".desk-tile > summary", has_text="Kong")
    expect(tile).to_be_visible()
    tile.click()
    page.get_by_role("button", name="attacks", exact=True).click()
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(1)
    page.get_by_role("button", name="Get the verdict").click()
    expect(page.get_by_role("heading", name=f"{ana}: attack with Kong")).to_be_visible()


def test_appeal_is_made_decided_and_published_by_keyboard_on_a_phone(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    match = table_of_the_player()
    judge = make_staff(match.round.stage.event, "judge")
    dispute = disputes.open_dispute(judge, title="May Kong attack?", record=ILLEGAL, match=match)
    worker.run(dispute.pk)
    deciding.announce(judge, dispute, DecisionContent("Kong cannot attack yet.", citations=("5.17.1",)))

    player, head = open_as("player", width=390), open_as("judge", width=390)
    player.goto(dispute.get_absolute_url())
    follow(player, "Appeal to the head judge")
    player.locator("#appeal summary").focus()
    player.keyboard.press("Enter")
    player.get_by_label("What is wrong with the decision?").focus()
    player.keyboard.type("It has blitz.")
    player.keyboard.press("Tab")
    player.keyboard.press("Enter")
    expect(player.get_by_text("Your appeal was sent to the head judge.")).to_be_visible()

    head.goto(dispute.get_absolute_url())
    follow(head, "Decide on the appeal")
    expect(head.get_by_text("It has blitz.")).to_be_visible()
    head.get_by_label("Uphold the decision", exact=True).focus()
    head.keyboard.press("Space")
    head.get_by_label("Ruling").focus()
    head.keyboard.type("It has none.")
    head.get_by_role("button", name="Decide the appeal").focus()
    head.keyboard.press("Enter")
    expect(head.get_by_text("Decision saved. The players at the table are notified.")).to_be_visible()
    follow(head, "May Kong attack?")
    head.get_by_role("button", name="Publish").focus()
    head.keyboard.press("Enter")
    expect(head.get_by_text("The decision is published.")).to_be_visible()
    for page in (player, head):
        page.goto(dispute.get_absolute_url())
        expect(page.get_by_text("It has none.")).to_be_visible()
        assert width_of(page) <= 390


def follow(page: Page, name: str) -> None:
    """Follow a link by keyboard."""
    page.get_by_role("link", name=name, exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_load_state()
