"""Dispute editor: taps and input before the response to an earlier tap."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from epic_events.disputes.models import Dispute
from epic_events.disputes.records import MAX_RECORD_LENGTH
from tests.browser.slow_network import Slow
from tests.browser.test_editor import address_of_a_table, names
from tests.browser.test_editor_battle import Hand
from tests.waiting import wait_until

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def health(page: Page) -> Locator:
    """Return the health field of the first player."""
    return page.locator(".desk-player").first.locator(".desk-numbers .desk-number").first


def test_quick_taps_are_all_recorded(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    less = page.get_by_role("button", name=f"{ana} health -1", exact=True)
    for left in ("29", "28", "27"):
        less.click()
        expect(health(page)).to_have_value(left)
    page.get_by_role("button", name=f"{ana}: pass", exact=True).click()
    page.get_by_role("button", name=f"{ben}: pass", exact=True).click()  # it came where the other one was
    expect(page.locator(".desk-timeline li")).to_have_count(2)


def test_taps_before_the_response_are_recorded_or_reported_as_gone(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    held: list[Route] = []
    page.route("**/disputes/describe/**", lambda route: held.append(route) if not held else route.continue_())
    passes = page.get_by_role("button", name=f"{ana}: pass", exact=True)
    passes.click()
    passes.click()
    for name in ("health -1", "health -1", "gold +1"):
        page.get_by_role("button", name=f"{ben} {name}", exact=True).click()
    page.get_by_label(f"Card for {ben}, in play", exact=True).fill("Kong")
    page.get_by_label("What is in question?").press_sequentially("May he")  # leaves the card's field, and is not done
    wait_until(lambda: page.evaluate("1") and held, "the tap is not sent")
    held[0].continue_()
    expect(page.locator("#missed")).to_contain_text("was ignored because the page changed")
    expect(page.locator(".desk-timeline li")).to_have_count(1)
    expect(page.locator("#id_record")).to_have_value(re.compile(f"{ben} health: 28\n"))
    expect(page.locator("#id_record")).to_have_value(re.compile(f"{ben} gold: 2\n"))
    expect(page.locator("#id_record")).to_have_value(re.compile(f"{ben} champion: Kong\n(?!{ben} champion)"))
    expect(page.get_by_label("What is in question?")).to_have_value("May he")


DESK = "**/disputes/describe/**"
WHERE = "element => element.getBoundingClientRect().top"


@pytest.mark.parametrize(("width", "touches"), [(390, True), pytest.param(1280, False, marks=pytest.mark.sweep)])
def test_tapped_element_stays_in_position(hall: str, open_as: Callable[..., Page], width: int, touches: bool) -> None:
    page = open_as("judge", width=width, touch=touches)
    page.goto(address_of_a_table())
    _, ben = names(page)
    hand = Hand(page, touches=touches)
    less = page.get_by_role("button", name=f"{ben} health -1", exact=True)
    less.evaluate("element => element.scrollIntoView({block: 'center'})")
    where = less.evaluate(WHERE)
    hand.on(less)
    expect(page.locator("#id_record")).to_have_value(re.compile(f"{ben} health: 29\n"))
    assert less.evaluate(WHERE) == pytest.approx(where, abs=1)


@pytest.mark.parametrize("name", ["Whit Knigt", pytest.param("Kong", marks=pytest.mark.sweep)])
@pytest.mark.parametrize(("width", "touches"), [(390, True), pytest.param(1280, False, marks=pytest.mark.sweep)])
def test_tapped_element_below_a_typed_card_stays_in_position(
    hall: str, open_as: Callable[..., Page], width: int, touches: bool, name: str
) -> None:
    """The card is sent when its field loses focus, before the tap on the element."""
    page = open_as("judge", width=width, touch=touches)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    hand = Hand(page, touches=touches)
    box = page.get_by_label(f"Card for {ana}, discard pile", exact=True)
    less = page.get_by_role("button", name=f"{ben} health -1", exact=True)
    if width > 390:  # where players stand side by side that is below another field
        box = page.get_by_label(f"Card for {ana}, in play", exact=True)
        less = page.get_by_role("button", name=f"Unknown card for {ana}, hand", exact=True)
    slow = Slow(page, DESK)
    box.evaluate("element => element.scrollIntoView({block: 'center'})")
    hand.on(box)
    box.press_sequentially(name)
    where = less.evaluate(WHERE)
    hand.on(less)
    slow.wait_for()
    slow.let_go()
    if name == "Kong":
        expect(page.locator(".desk-tile > summary", has_text="Kong")).to_be_visible()
    else:
        expect(page.get_by_text("There is no card named Whit Knigt.")).to_be_visible()
    expect(page.locator("form[data-taps] .htmx-request")).to_have_count(0)
    assert less.evaluate(WHERE) == pytest.approx(where, abs=1)


def test_message_at_the_top_of_the_page_is_visible(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    page.get_by_label("Turn", exact=True).select_option(index=1)
    expect(page.locator("#id_record")).to_have_value(re.compile("^Turn: ", re.MULTILINE))
    assert page.evaluate("scrollY") == 0


def test_input_right_after_a_response_is_processed(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, _ = names(page)
    page.evaluate(
        """([ana]) => document.addEventListener("htmx:afterSwap", () => setTimeout(() => {
            const record = document.getElementById("id_record");
            record.value = record.value.replace("health: 29", "health: 12");
            record.dispatchEvent(new Event("input", {bubbles: true}));
        }), {once: true})""",
        [ana],
    )
    page.get_by_role("button", name=f"{ana} health -1", exact=True).click()
    expect(health(page)).to_have_value("12")


def test_card_typed_before_the_response_is_placed_on_blur(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    slow = Slow(page, DESK)
    page.get_by_role("button", name=f"{ben} health -1", exact=True).click()
    box = page.get_by_label(f"Card for {ana}, in play", exact=True)
    box.press_sequentially("Kong")
    slow.wait_for()
    slow.let_go()
    expect(page.locator("#id_record")).to_have_value(re.compile(f"{ben} health: 29\n"))
    expect(box).to_have_value("Kong")
    expect(box).to_be_focused()
    page.get_by_role("heading", level=1).click()
    expect(page.locator(".desk-tile > summary", has_text="Kong")).to_have_count(1)
    expect(box).to_have_value("")


def test_record_edit_during_a_pending_tap_preserves_both(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    page.get_by_role("button", name=f"{ana} health -1", exact=True).click()
    record = page.locator("#id_record")
    expect(record).to_have_value(re.compile(f"{ana} health: 29\n"))
    page.locator("#desk-text summary").click()
    slow = Slow(page, DESK)
    page.get_by_role("button", name=f"{ben} health -1", exact=True).click()
    slow.wait_for()
    record.fill(record.input_value().replace("health: 29", "health: 7"))
    slow.let_go()
    expect(record).to_have_value(re.compile(f"{ben} health: 29\n"))
    expect(record).to_have_value(re.compile(f"{ana} health: 7\n"))
    expect(health(page)).to_have_value("7")


def test_typed_play_reappears_after_the_record_is_fixed(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, _ = names(page)
    message = page.get_by_label("Or in plain words")
    message.fill(f"{ana} passes")
    page.locator("#desk-text summary").click()
    record = page.locator("#id_record")
    right = record.input_value()
    record.fill(right.replace("Game:", "Gme:"))
    expect(page.locator("#desk .problems")).to_be_visible()
    expect(message).to_have_count(0)
    record.fill(right)
    expect(message).to_have_value(f"{ana} passes")


REFUSAL = {"X-Fragment": "1", "HX-Retarget": "#messages", "HX-Reswap": "innerHTML show:top"}
"""How the site answers what it does not take."""


@pytest.mark.parametrize("headers", [REFUSAL, {}], ids=["the site", "who stands before it"])
def test_taps_queued_behind_a_refused_tap_are_reported_and_dropped(
    hall: str, open_as: Callable[..., Page], headers: dict[str, str]
) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    slow = Slow(page, DESK)
    page.get_by_role("button", name=f"{ana} health -1", exact=True).click()
    page.get_by_role("button", name=f"{ben} health -5", exact=True).click()
    slow.wait_for()
    slow.held.pop().fulfill(status=400, headers=headers, body='<p class="message is-bad">Not now.</p>')
    slow.let_go()
    expect(page.locator("#missed")).to_contain_text("was ignored because the page changed")
    expect(page.get_by_text("Not now.")).to_have_count(1 if headers else 0)
    page.get_by_role("button", name=f"{ana} gold +1", exact=True).click()
    record = page.locator("#id_record")
    expect(record).to_have_value(re.compile(f"{ana} gold: 2\n"))
    page.get_by_role("button", name=f"{ana} gold -1", exact=True).click()
    expect(record).not_to_have_value(re.compile(f"{ana} gold: 2\n"))
    assert "health: 25" not in record.input_value()


def test_reason_of_a_refused_tap_is_visible(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, _ = names(page)
    page.get_by_label("What is in question?").fill("May he attack?")
    page.locator("#desk-text summary").click()
    page.locator("#id_record").evaluate(
        "(element, size) => { element.value = '#'.repeat(size); }", MAX_RECORD_LENGTH + 1
    )
    page.get_by_role("button", name=f"{ana} health -1", exact=True).click()
    output = page.locator("#messages").get_by_text(re.compile("record"))
    expect(output).to_be_visible()
    expect(output).to_be_in_viewport()
    expect(page.get_by_text("You kept typing while")).to_have_count(0)
    expect(page.get_by_label("What is in question?")).to_have_value("May he attack?")


BUSY = """
const { setTimeout: later } = window, { port1, port2 } = new MessageChannel(), asked = [];
port1.onmessage = () => asked.shift()();
const soon = done => { asked.push(done); port2.postMessage(""); };
window.setTimeout = (done, time, ...more) => time === 50 ? soon(done) : later(done, time, ...more);
"""
"""Lets a page look between any two things that happen whether what it waits for is over, not every 50 milliseconds."""


def test_submit_waits_for_pending_taps(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.add_init_script(BUSY)
    page.goto(address_of_a_table())
    ana, ben = names(page)
    box = page.get_by_label(f"Card for {ana}, in play", exact=True)
    box.fill("Kong")
    box.press("Enter")
    page.locator(".desk-tile > summary", has_text="Kong").click()
    slow = Slow(page, DESK)
    page.get_by_role("button", name="attacks", exact=True).locator("visible=true").click()
    page.get_by_role("button", name=f"{ben} health -5", exact=True).click()
    page.get_by_role("button", name=f"{ben} gold +1", exact=True).click()
    page.get_by_role("button", name="Get the verdict").click()
    slow.wait_for()
    slow.let_go()
    page.wait_for_url("**/disputes/*/")
    record = Dispute.objects.latest("pk").record
    assert record is not None
    assert record.text.endswith(f"1. {ana}: attack with Kong\n")
    assert f"\n{ben} health: 25\n" in record.text
    assert f"\n{ben} gold: 2\n" in record.text


def test_submit_after_a_refused_tap_is_blocked(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(address_of_a_table())
    ana, _ = names(page)
    there = Dispute.objects.count()
    page.get_by_label("What is in question?").fill("May he attack?")
    slow = Slow(page, DESK)
    page.get_by_role("button", name=f"{ana} health -1", exact=True).click()
    hand_in = page.get_by_role("button", name="Get the verdict")
    hand_in.click()
    slow.wait_for()
    slow.held.pop().fulfill(status=400, headers=REFUSAL, body='<p class="message is-bad">Not now.</p>')
    slow.let_go()
    expect(page.get_by_text("Not now.")).to_be_visible()
    page.get_by_role("button", name=f"{ana} health -1", exact=True).click()
    expect(health(page)).to_have_value("29")
    assert (Dispute.objects.count(), "/describe/" in page.url) == (there, True)
    hand_in.click()
    page.wait_for_url(re.compile("/disputes/(?!describe)[a-z0-9]+/$"))
