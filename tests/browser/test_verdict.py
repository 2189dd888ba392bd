"""Verdict page: step controls, rules, interpretations, and pages without scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.disputes import services as disputes
from epic_events.disputes.initial_state import sample_record
from epic_events.disputes.replays import worker
from tests.browser.conftest import MAIL
from tests.browser.page_width import width_of
from tests.browser.slow_network import Slow

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def stands_at(page: Page, step: int) -> None:
    """Expect a step to be shown and its script to be ready."""
    expect(page.get_by_text(re.compile(rf"^Step {step} of \d+$"))).to_be_visible()
    expect(page.locator(".htmx-settling")).to_have_count(0)


def last_step(page: Page) -> int:
    return int(page.locator("#step-slider").get_attribute("max") or "0")


def test_verdict_slider_accepts_keys_and_citations_open_rules(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(hall)
    last = last_step(page)
    page.locator("#step-slider").focus()
    for key, step in (("ArrowLeft", last - 1), ("k", last - 2), ("j", last - 1), ("ArrowLeft", last - 2)):
        page.keyboard.press(key)
        stands_at(page, step)
        expect(page.locator("#step-slider")).to_be_focused()
    page.locator("#step-slider").fill("1")
    stands_at(page, 1)
    page.go_back()
    stands_at(page, last - 2)
    page.goto(f"{hall}?step=1")
    cited = page.locator(".now-rules details").first
    cited.locator("summary").click()
    expect(cited.locator(".rule-text")).to_be_visible()
    assert page.url.endswith("?step=1")


def test_verdict_switches_to_another_interpretation_and_back(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(hall)
    word = page.locator(".verdict-word").inner_text()
    page.locator("section[aria-labelledby=rests] details > summary").first.click()
    page.get_by_role("link", name=re.compile("^View with ")).first.click()
    expect(page.locator(".imagined")).to_contain_text("With another interpretation")
    expect(page.locator(".imagined")).to_contain_text("The verdict is")
    expect(page.locator(".verdict-word")).to_have_text(word)
    page.get_by_role("link", name="Back to the verdict").click()
    expect(page.locator(".imagined")).to_have_count(0)


def test_verdict_without_scripts_has_a_page_for_each_step(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390, scripts=False)
    page.goto(hall)
    last = last_step(page)
    page.get_by_role("link", name="Back", exact=True).click()
    stands_at(page, last - 1)
    page.locator("#step-slider").fill("1")
    page.get_by_role("button", name="Show", exact=True).click()
    stands_at(page, 1)


@pytest.mark.parametrize(("width", "moves"), [(390, True), pytest.param(1280, False, marks=pytest.mark.sweep)])
def test_tapped_step_is_shown_on_the_board(hall: str, open_as: Callable[..., Page], width: int, moves: bool) -> None:
    page = open_as("judge", width=width)
    page.goto(hall)
    start = page.get_by_role("link", name="The start", exact=True)
    start.evaluate("element => element.scrollIntoView({block: 'start'})")
    before = page.evaluate("scrollY")
    start.click()
    stands_at(page, 0)
    expect(page.locator(".board")).to_be_in_viewport(ratio=0.5)
    expect(start).to_be_focused()
    # If the page has become shorter, scrolling ends at its end.
    stays = "before => scrollY >= Math.min(before, document.documentElement.scrollHeight - innerHeight) - 1"
    assert page.evaluate(stays, before) != moves


@pytest.mark.parametrize("place", [100, pytest.param(400, marks=pytest.mark.sweep)])
def test_step_controls_stay_in_position(hall: str, open_as: Callable[..., Page], place: int) -> None:
    page = open_as("judge", width=390)
    page.goto(hall)
    last = last_step(page)
    for pressed, step in (("#step-back", last - 1), ("#step-next", last), ("#step-back", last - 1)):
        button = page.locator(pressed)
        top = "element => element.getBoundingClientRect().top"
        button.evaluate("(element, place) => scrollBy(0, element.getBoundingClientRect().top - place)", place)
        before = button.evaluate(top)
        button.click()
        stands_at(page, step)
        same = page.locator(pressed) if step < last else page.locator("#step-back")
        assert same.evaluate(top) == pytest.approx(before, abs=1)


STEP = re.compile(r"/disputes/[a-z0-9]+/\?step=")


def test_two_tapped_steps_show_the_last_one(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(hall)
    slow = Slow(page, STEP)
    for step in (3, 2):
        page.locator(f"#to-{step}").click()
    slow.wait_for(2)
    slow.let_go()
    stands_at(page, 2)
    assert page.url.endswith("?step=2")
    page.reload()
    stands_at(page, 2)


def test_each_press_of_back_and_next_moves_one_step(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(hall)
    last = last_step(page)
    slow = Slow(page, STEP)
    back = page.locator("#step-back")
    for _ in range(3):
        back.click()
    slow.wait_for()
    slow.let_go()
    stands_at(page, last - 3)
    assert page.url.endswith(f"?step={last - 3}")
    for _ in range(5):
        page.keyboard.press("j")
    stands_at(page, last)


def test_held_key_stops_at_release(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(hall)
    last = last_step(page)
    slow = Slow(page, STEP)
    for _ in range(5):
        page.keyboard.down("k")  # the first time it is pressed, then it is held
    page.keyboard.up("k")
    slow.wait_for()
    slow.let_go()
    stands_at(page, last - 1)
    page.keyboard.press("j")
    stands_at(page, last)


def test_response_during_a_drag_does_not_move_the_slider(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=1280)
    page.goto(hall)
    last = last_step(page)
    slider = page.locator("#step-slider")
    box = slider.bounding_box()
    assert box
    slow = Slow(page, STEP)
    slider.focus()
    page.keyboard.press("ArrowLeft")
    slow.wait_for()
    x, y = box["x"], box["y"] + box["height"] / 2
    page.mouse.move(x + box["width"] * (last - 1) / last, y)
    page.mouse.down()
    with page.expect_response(re.compile(r"\?step=")):
        slow.let_go()
    page.mouse.move(x + 2, y, steps=5)
    page.mouse.up()
    stands_at(page, 0)
    assert slider.input_value() == "0"


def long_step() -> str:
    """Replay a record with a step that cites many rules; return the URL of that step."""
    actor = User.objects.get(email=MAIL["judge"])
    dispute = disputes.open_dispute(actor, title="May it be led?", record=sample_record("champions"))
    worker.run(dispute.pk)
    return f"{dispute.get_absolute_url()}?step=1"


@pytest.mark.parametrize("scripts", [True, pytest.param(False, marks=pytest.mark.sweep)])
def test_phone_shows_the_board_below_the_first_rules(hall: str, open_as: Callable[..., Page], scripts: bool) -> None:
    del hall
    page = open_as("judge", width=390, scripts=scripts)
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(long_step())
    fold = page.locator(".now-more > summary")
    expect(fold).to_have_text(re.compile(r"^\s*\d+ more rules\s*$"))
    expect(page.locator(".now-rules .rule-chip:visible")).to_have_count(4)
    viewer, board = page.locator("#viewer").bounding_box(), page.locator(".board").bounding_box()
    assert viewer
    assert board
    assert board["y"] - viewer["y"] <= 844 / 2
    fold.click()
    folded = page.locator(".now-more details").last
    folded.locator("summary").click()
    expect(folded.locator(".rule-text")).to_be_visible()
    assert width_of(page) <= 390


def test_wide_screen_shows_every_rule_of_a_step(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    page = open_as("judge")
    page.goto(long_step())
    expect(page.locator(".now-more > summary")).to_be_hidden()
    chips = page.locator(".now-more .rule-chip")
    assert chips.count() > 4
    for chip in chips.all():
        expect(chip).to_be_visible()
