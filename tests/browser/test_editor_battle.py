"""A battle entered by tapping, up to the published decision."""

import re
from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.web import demo
from tests.browser.page_width import width_of
from tests.browser.test_editor import names, table_of_the_player
from tests.epic_events.factories import make_staff

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


class Hand:
    """Operate a page by touch or mouse; only card names are typed.

    Attributes:
        page: operated page.
        touches: True for touch.
    """

    def __init__(self, page: Page, *, touches: bool) -> None:
        self.page = page
        self.touches = touches

    def on(self, what: Locator) -> None:
        """Tap a visible element."""
        shown = what.locator("visible=true").first
        if self.touches:
            shown.tap()
        else:
            shown.click()

    def button(self, name: str, times: int = 1) -> None:
        for _ in range(times):
            self.on(self.page.get_by_role("button", name=name, exact=True))

    def link(self, name: str) -> None:
        self.on(self.page.get_by_role("link", name=name, exact=True))

    def card(self, player: str, zone: str, name: str) -> Locator:
        """Type the name of a card into a zone and leave the field."""
        box = self.page.get_by_label(f"Card for {player}, {zone}", exact=True)
        self.on(box)
        box.press_sequentially(name)
        self.on(self.page.get_by_role("heading", level=1))
        tile = self.page.get_by_role("region", name=player).locator(".desk-zone").filter(
            has=self.page.get_by_role("heading", name=zone, exact=True)
        ).locator(".desk-tile > summary", has_text=name)  # fmt: skip
        expect(tile).to_be_visible()
        return tile

    def say(self, tile: Locator, *words: str) -> None:
        """Open the details of a card, tap an option and close them."""
        self.on(tile)
        for word in words:
            tapped = self.page.get_by_role("button", name=word, exact=True).locator("visible=true")
            self.on(tapped)
            if "1" not in word:
                expect(tapped).to_have_attribute("aria-pressed", "true")
        self.on(tile)

    def choose(self, field: str, choice: str) -> None:
        """Choose an option of a drop-down list."""
        self.page.get_by_label(field, exact=True).select_option(choice)
        expect(self.page.locator("#id_record")).to_have_value(re.compile(rf"^{field}: {choice}", re.MULTILINE))


POSITION = """\
Turn: {ana} 7
Phase: before blocks
Initiative: {ana}
{ana} health: 19
{ana} hand: 2 ?, Palace Guard
{ana} champion: Triceratops (expended, attacking, 3 damage)
{ana} champion: Kong (deploying)
{ana} gold: 0
{ben} health: 24
{ben} hand: ?
{ben} champion: Palace Guard (flipped)
{ben} champion: Noble Unicorn (2 counters)
{ben} discard: Palace Guard
"""


def lay_out(hand: Hand, ana: str, ben: str) -> Locator:
    """Enter the middle of a battle; return the flipped card."""
    hand.choose("Turn", ana)
    hand.button("Turn: +1", 2)
    hand.choose("Phase", "before blocks")
    hand.choose("Initiative", ana)
    hand.button(f"{ana} health -5", 2)
    hand.button(f"{ana} health -1")
    hand.button(f"{ana} gold -1")
    dinosaur = hand.card(ana, "in play", "Triceratops")
    hand.say(dinosaur, "expended", "attacking", *["damage +1"] * 4, "damage -1")
    hand.say(hand.card(ana, "in play", "Kong"), "deploying")
    hand.button(f"Unknown card for {ana}, hand", 2)
    hand.card(ana, "hand", "Palace Guard")
    hand.button(f"Unknown card for {ben}, hand")
    hand.button(f"{ben} health -5")
    hand.button(f"{ben} health -1")
    flipped = hand.card(ben, "in play", "Palace Guard")
    hand.say(flipped, "flipped")
    hand.say(hand.card(ben, "in play", "Noble Unicorn"), "counters +1", "counters +1")
    hand.card(ben, "discard pile", "Palace Guard")
    return flipped


def swipe(page: Page, across: int) -> None:
    """Swipe over the board by that many pixels to the right and pause before release.

    Without the pause the page scrolls on, and the next tap only stops the scrolling.
    """
    page.locator(".board").scroll_into_view_if_needed()
    box = page.locator(".board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, max(box["y"], 0) + 200  # below what stays at the top of the window
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.5, 1):
        point = {"x": x + across * part, "y": y + 2}
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [point]})
    page.wait_for_timeout(300)
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x + across, "y": y + 3}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    session.detach()


def look_through(page: Page, *, touches: bool) -> None:
    """Go through the steps by swiping or by keys."""

    def turn(by: int) -> None:
        if touches:
            swipe(page, -150 * by)
        else:
            page.keyboard.press("ArrowRight" if by > 0 else "ArrowLeft")

    expect(page.get_by_text("Step 2 of 2", exact=True)).to_be_visible()
    for by, step in ((-1, 1), (-1, 0), (1, 1)):
        turn(by)
        expect(page.get_by_text(f"Step {step} of 2", exact=True)).to_be_visible()
        expect(page.locator(".htmx-settling")).to_have_count(0)


def branch(hand: Hand, ben: str) -> None:
    """Save a what-if from the current step under its suggested name and return."""
    page = hand.page
    hand.link("What if from here")
    hand.button(f"{ben}: pass")
    hand.button(f"{ben}: no block")
    expect(page.locator(".desk-timeline .badge.is-ok")).to_have_count(3)
    hand.on(page.get_by_label("Name of this what-if"))  # the first tap after the last step is lost
    hand.button("Save this what-if")
    expect(page.get_by_text(f"What if: {ben}: no block").first).to_be_visible()
    expect(page.get_by_text("The verdict changes.")).to_be_visible()
    hand.link("Back to the verdict")
    expect(page.locator(".imagined")).to_have_count(0)


def tell_the_players(hand: Hand) -> None:
    """Announce the recommended decision; only the ruling itself is typed."""
    hand.link("Use in the decision : Game rule violation")
    hand.page.get_by_label("Ruling").fill("The block is undone.")
    hand.button("Decide and notify the players")
    expect(hand.page.get_by_text("Decision saved. The players at the table are notified.")).to_be_visible()


def appeal(hand: Hand, dispute: Dispute) -> None:
    """Appeal as a player without a reason."""
    hand.page.goto(dispute.get_absolute_url())
    expect(hand.page.get_by_text("The block is undone.")).to_be_visible()
    hand.link("Appeal to the head judge")
    hand.on(hand.page.locator("#appeal summary"))
    hand.button("Appeal")
    expect(hand.page.get_by_text("Your appeal was sent to the head judge.")).to_be_visible()


def decide_and_publish(hand: Hand, dispute: Dispute) -> None:
    """Uphold the decision as head judge and publish it."""
    hand.page.goto(dispute.get_absolute_url())
    hand.link("Decide on the appeal")
    hand.on(hand.page.get_by_label("Uphold the decision", exact=True))
    hand.page.get_by_label("Ruling").fill("A flipped champion stays out of it.")
    hand.button("Decide the appeal")
    hand.link(dispute.title)
    hand.button("Publish")
    expect(hand.page.get_by_text("The decision is published.")).to_be_visible()


@pytest.mark.parametrize(("width", "touches"), [(390, True), pytest.param(1280, False, marks=pytest.mark.sweep)])
def test_battle_entered_by_tapping_is_judged_branched_appealed_and_published(
    hall: str, open_as: Callable[..., Page], width: int, touches: bool
) -> None:
    del hall
    match = table_of_the_player()

    def hand_of(who: str | User) -> Hand:
        return Hand(open_as(who, width=width, touch=touches), touches=touches)

    hand = hand_of(make_staff(match.round.stage.event, "judge"))
    page = hand.page
    page.goto(reverse("pairings:match", args=[demo.SLUG, match.pk]))
    hand.link("Describe a disputed play")
    page.wait_for_url("**/disputes/describe/**")
    ana, ben = names(page)
    flipped = lay_out(hand, ana, ben)
    output = re.escape(POSITION.format(ana=ana, ben=ben))
    expect(page.locator("#id_record")).to_have_value(re.compile(output))

    hand.button(f"{ana}: pass")
    hand.button(f"{ben}: pass")
    expect(page.get_by_role("button", name=f"{ben}: block with Noble Unicorn", exact=True)).to_be_visible()
    hand.on(flipped)
    hand.button("blocks")
    wrong = page.locator(".desk-timeline li.is-bad")
    expect(wrong).to_contain_text(f"{ben}: block with Palace Guard")
    expect(wrong).to_contain_text("Legal here")
    assert width_of(page) <= width
    hand.button("Get the verdict")
    page.wait_for_url(re.compile("/disputes/(?!describe)[a-z0-9]+/$"))
    dispute = Dispute.objects.latest("pk")
    worker.run(dispute.pk)
    page.reload()
    expect(page.locator(".verdict-word")).to_have_text("Illegal")
    look_through(page, touches=touches)
    branch(hand, ben)
    tell_the_players(hand)
    appeal(hand_of("player"), dispute)
    decide_and_publish(hand_of("judge"), dispute)
    visitor = hand_of("").page
    visitor.goto(dispute.get_absolute_url())
    expect(visitor.locator(".verdict-word")).to_have_text("Illegal")
    expect(visitor.get_by_text("A flipped champion stays out of it.")).to_be_visible()
    assert visitor.get_by_text("2 ?").count() == 0
    assert width_of(visitor) <= width
