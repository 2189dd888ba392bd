"""Accessibility in a browser: axe, keyboard navigation, and pages without scripts."""

import re
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from epic_events.web import demo
from tests.browser.conftest import MAIL
from tests.browser.demo_pages import EVENT, pages_of
from tests.browser.layout.keyboard import stops_out_of_sight
from tests.conftest import ROOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ALL = {"resultTypes": ["violations"], "preload": False}
"""All rules; no style sheet is fetched besides the page: the one rule that needs them is not among these."""
CONTRAST = {**ALL, "runOnly": {"type": "rule", "values": ["color-contrast"]}}
"""All that can differ between light and dark."""
FOUND = "options => axe.run(document, options).then((found) => found.violations)"


@pytest.fixture
def axe(open_as: Callable[..., Page]) -> Callable[[str], Page]:
    """Return a function that opens the site for a role with axe on each page."""

    def opened(role: str) -> Page:
        page = open_as(role)
        page.add_init_script(AXE_SCRIPT)
        return page

    return opened


def violations(page: Page, options: dict[str, Any] = ALL) -> list[str]:
    """Return the axe violations of a loaded page: rule and element."""
    page.wait_for_load_state()
    return [
        f"{one['id']}: {node['target']} {node['html'][:120]}"
        for one in page.evaluate(FOUND, options)
        for node in one["nodes"]
    ]


def faults_of(page: Page, address: str) -> list[str]:
    """Return the axe violations of a page in light and dark mode."""
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    page.goto(address)
    light = violations(page)
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    return [f"{address} {fault}" for fault in (*light, *(f"in the dark {one}" for one in violations(page, CONTRAST)))]


def faults_and_hidden_stops(page: Page, addresses: Iterable[str]) -> str:
    """Return axe violations and hidden keyboard stops of pages, one per line."""
    faults: list[str] = []
    for address in addresses:
        page.set_viewport_size({"width": 1280, "height": 900})
        faults += faults_of(page, address)
        faults += [f"{address} {fault}" for fault in stops_out_of_sight(page)]
    return "\n".join(faults)


@pytest.mark.parametrize(
    ("role", "addresses"),
    [
        ("", ["/", f"{EVENT}/rounds/"]),
        ("player", ["/me/", f"{EVENT}/deck/"]),
        ("judge", ["{dispute}?step=4"]),
        ("organiser", [f"{EVENT}/desk/", f"{EVENT}/players/"]),
    ],
)
def test_main_pages_pass_axe_and_show_keyboard_focus(
    hall: str, axe: Callable[[str], Page], role: str, addresses: list[str]
) -> None:
    pages = [address.replace("{dispute}", hall) for address in addresses]
    assert faults_and_hidden_stops(axe(role), pages) == ""


@pytest.mark.sweep
@pytest.mark.parametrize("role", ["", "player", "judge", "organiser"])
def test_every_page_passes_axe_and_shows_keyboard_focus(hall: str, axe: Callable[[str], Page], role: str) -> None:
    assert faults_and_hidden_stops(axe(role), pages_of(role, hall)) == ""


def test_desk_and_bracket_of_the_cut_pass_axe(hall: str, axe: Callable[[str], Page]) -> None:
    organiser, event = User.objects.get(email=MAIL["organiser"]), Event.objects.get(slug=demo.SLUG)
    for match in Match.objects.open().filter(round__stage__event=event):
        services.enter_result(organiser, match, Score(2, 0))
    page = axe("organiser")
    addresses = [f"{EVENT}/desk/"]
    assert faults_of(page, addresses[0]) == []
    page.get_by_role("button", name="Seed the cut").click()
    publish = page.get_by_role("button", name="Publish", exact=True)
    expect(publish).to_be_visible()
    assert violations(page) == []
    publish.click()
    expect(publish).to_have_count(0)
    assert Round.objects.filter(stage__event=event, stage__kind="elimination", status="published").exists()
    for address in (f"{EVENT}/desk/", f"{EVENT}/bracket/", f"{EVENT}/rounds/"):
        assert faults_of(page, address) == []


def test_live_deck_check_passes_axe(hall: str, axe: Callable[[str], Page]) -> None:
    page = axe("player")
    page.goto("/events/winter-open/register/")
    page.get_by_label(re.compile("may be shown")).check()
    page.get_by_role("button", name="Register").click()
    page.goto("/events/winter-open/deck/")
    page.get_by_label("Decklist", exact=True).fill("4 Kong\n3 Wihte Knigth\n3 Fumble\n1 Human Token")
    expect(page.locator(".verdict-word", has_text="Not legal")).to_be_visible()
    assert violations(page) == []


def test_keyboard_reaches_search_and_steps(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge")
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to main content")).to_be_focused()
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


def test_current_tab_is_in_view(hall: str, open_as: Callable[..., Page]) -> None:
    for scripts in (True, False):
        page = open_as("organiser", width=360, scripts=scripts)
        page.goto(f"{EVENT}/log/")
        expect(page.get_by_role("link", name="Audit log", exact=True)).to_be_in_viewport(ratio=1)


def test_pairings_page_updates_without_a_reload(hall: str, open_as: Callable[..., Page]) -> None:
    organiser, event = User.objects.get(email=MAIL["organiser"]), Event.objects.get(slug=demo.SLUG)
    page = open_as("player")
    page.clock.install()
    page.goto(f"{EVENT}/rounds/")
    expect(page.get_by_text("of 4 results are in")).to_be_visible()
    for match in Match.objects.open().filter(round__stage__event=event):
        services.enter_result(organiser, match, Score(2, 0))
    page.clock.run_for(21_000)
    expect(page.get_by_text("4 of 4 results are in")).to_be_visible()


def test_site_works_without_scripts(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("player", width=390, scripts=False)
    page.goto("/events/winter-open/")
    page.get_by_role("link", name="Register").click()
    page.get_by_label(re.compile("may be shown")).check()
    page.get_by_role("button", name="Register").click()
    expect(page.get_by_text("You are registered.")).to_be_visible()

    page.get_by_role("link", name="Submit a decklist").click()
    humans = (ROOT / "fixtures" / "decks" / "humans.txt").read_text(encoding="utf-8")
    page.get_by_label("Decklist", exact=True).fill(humans.replace("3 White Knight", "3 Wihte Knigth"))
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
