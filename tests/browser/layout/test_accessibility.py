"""Every page for everybody: axe finds nothing in light or dark, the keyboard reaches all, scripts are not needed."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from epic_events.portal import demo
from tests.browser.conftest import MAIL
from tests.browser.demo_pages import EVENT, pages_of
from tests.conftest import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE = Axe()
ALL = {"resultTypes": ["violations"]}
CONTRAST = {**ALL, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""All that can differ between light and dark."""


def violations(page: Page) -> list[str]:
    """Return what axe finds on a page: the rule, and where."""
    return in_words(AXE.run(page, options=ALL).response)


def violations_in_the_dark(page: Page) -> list[str]:
    """Return what axe, which is on the page already, finds when the scheme changes."""
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    found = page.evaluate("options => axe.run(document, options)", CONTRAST)
    return [f"in the dark {fault}" for fault in in_words(found)]


def in_words(answer: Mapping[str, Any]) -> list[str]:
    """Return each violation in an answer of axe as one line."""
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]}" for one in answer["violations"] for node in one["nodes"]
    ]


def faults_of(page: Page, address: str) -> list[str]:
    """Return what is wrong with a page in light and in dark."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(address)
    return [f"{address} {fault}" for fault in (*violations(page), *violations_in_the_dark(page))]


@pytest.mark.parametrize("role", ["", "player", "judge", "organiser"])
def test_axe_finds_nothing(hall: str, open_as: Callable[..., Page], role: str) -> None:
    page = open_as(role)
    assert [fault for address in pages_of(role, hall) for fault in faults_of(page, address)] == []


def test_axe_finds_nothing_in_the_cut(hall: str, open_as: Callable[..., Page]) -> None:
    organiser, event = User.objects.get(email=MAIL["organiser"]), Event.objects.get(slug=demo.SLUG)
    for match in Match.objects.open().filter(round__stage__event=event):
        services.enter_result(organiser, match, Score(2, 0))
    page = open_as("organiser")
    addresses = [f"{EVENT}/desk/"]
    assert faults_of(page, addresses[0]) == []
    page.get_by_role("button", name="Seed the cut").click()
    assert violations(page) == []
    page.get_by_role("button", name="Publish", exact=True).click()
    assert Round.objects.filter(stage__event=event, stage__kind="elimination", status="published").exists()
    for address in (f"{EVENT}/desk/", f"{EVENT}/bracket/", f"{EVENT}/rounds/"):
        assert faults_of(page, address) == []


def test_axe_finds_nothing_in_the_answer_to_a_list_being_typed(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("player")
    page.goto("/events/winter-open/register/")
    page.get_by_label(re.compile("may be shown")).check()
    page.get_by_role("button", name="Register").click()
    page.goto("/events/winter-open/deck/")
    page.get_by_label("Decklist").fill("4 Kong\n3 Wihte Knigth\n3 Fumble\n1 Human Token")
    expect(page.locator(".verdict-word", has_text="Not legal")).to_be_visible()
    assert violations(page) == []


def test_the_keyboard_reaches_everything(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge")
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
    page.keyboard.press("/")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.type("/")
    expect(page.get_by_role("searchbox")).to_have_value("/")

    page.goto(hall)
    expect(page.get_by_text("Step 7 of 7", exact=True)).to_be_visible()
    page.keyboard.press("k")
    expect(page.get_by_text("Step 6 of 7", exact=True)).to_be_visible()
    page.keyboard.press("j")
    expect(page.get_by_text("Step 7 of 7", exact=True)).to_be_visible()
    first = page.locator("#to-1")
    first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Step 1 of 7", exact=True)).to_be_visible()
    expect(first).to_be_focused()  # where the reader was, though the page has changed around it
    expect(page.locator("#live")).to_contain_text("Step 1 of 7")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text("Step 2 of 7", exact=True)).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_text("Step 1 of 7", exact=True)).to_be_visible()


def test_tabs_begin_where_the_reader_is(hall: str, open_as: Callable[..., Page]) -> None:
    for scripts in (True, False):
        page = open_as("organiser", width=360, scripts=scripts)
        page.goto(f"{EVENT}/log/")
        expect(page.get_by_role("link", name="Log", exact=True)).to_be_in_viewport(ratio=1)


def test_pairings_change_by_themselves(hall: str, open_as: Callable[..., Page]) -> None:
    organiser, event = User.objects.get(email=MAIL["organiser"]), Event.objects.get(slug=demo.SLUG)
    page = open_as("player")
    page.clock.install()
    page.goto(f"{EVENT}/rounds/")
    expect(page.get_by_text("of 4 results are in")).to_be_visible()
    for match in Match.objects.open().filter(round__stage__event=event):
        services.enter_result(organiser, match, Score(2, 0))
    page.clock.run_for(21_000)
    expect(page.get_by_text("4 of 4 results are in")).to_be_visible()


def test_nothing_needs_scripts(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("player", width=390, scripts=False)
    page.goto("/events/winter-open/")
    page.get_by_role("link", name="Register").click()
    page.get_by_label(re.compile("may be shown")).check()
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("You are registered.")).to_be_visible()

    page.get_by_role("link", name="Submit a decklist").click()
    humans = (ROOT / "fixtures" / "decks" / "humans.txt").read_text(encoding="utf-8")
    page.get_by_label("Decklist").fill(humans.replace("3 White Knight", "3 Wihte Knigth"))
    page.get_by_role("button", name="Submit").click()
    expect(page.locator(".verdict-word", has_text="Not legal")).to_be_visible()
    page.get_by_role("button", name="White Knight").click()
    page.get_by_role("button", name="Submit").click()
    expect(page.get_by_text("Version 1").first).to_be_visible()

    page.goto(f"{EVENT}/rounds/mine/")
    page.get_by_role("button", name=re.compile("I won 2")).first.click()
    expect(page.get_by_text("Reported").first).to_be_visible()

    page.goto("/")
    page.get_by_role("searchbox").fill("can a deploying champion attack")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("link", name=re.compile("5.17.1")).first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("5.17.1")

    page.goto("/")
    page.get_by_role("link", name=re.compile("May a champion attack")).click()
    expect(page.locator(".verdict-word", has_text="Illegal")).to_be_visible()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.get_by_text("Step 1 of 2", exact=True)).to_be_visible()
