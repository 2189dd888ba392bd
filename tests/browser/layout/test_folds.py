"""Collapsed sections and the first screen of a phone."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from epic_events.accounts.models import User
from epic_events.decks import services as decks
from epic_events.pairings import services
from tests.browser.conftest import MAIL
from tests.browser.demo_pages import EVENT
from tests.browser.page_width import width_of
from tests.epic_events.factories import make_event, make_registration
from tests.epic_events.pairings.play import played_round, published_round, running_event

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNLISTED = "".join(f"3 Unseen {letter}\n" for letter in "abcdefghijklmnopqrst")


@pytest.mark.parametrize("width", [390, pytest.param(1280, marks=pytest.mark.sweep)])
def test_unchecked_lines_open_below_their_summary(hall: str, open_as: Callable[..., Page], width: int) -> None:
    del hall
    player = User.objects.get(email=MAIL["player"])
    event = make_event(game="epic-tcg", format="designed", rules_version="")
    decks.submit(player, make_registration(event, user=player), UNLISTED)
    page = open_as("player", width=width)
    page.goto(reverse("decks:edit", args=[event.slug]))
    line = page.locator("summary", has_text="rules could not be checked")
    closed = line.bounding_box()
    line.click()
    listed = page.locator("details[open]", has=line).locator("li").first
    listed.wait_for(state="visible")
    opened, first = line.bounding_box(), listed.bounding_box()
    assert closed
    assert opened
    assert first
    assert (opened["width"], opened["height"]) == (closed["width"], closed["height"])
    assert first["y"] >= opened["y"] + opened["height"]


@pytest.mark.parametrize(
    ("role", "answers"),
    [
        (
            "",
            [
                ("/", ".event-card"),
                ("/events/", "main table"),
                (f"{EVENT}/", "main .panel"),
                (f"{EVENT}/rounds/", "#round"),
                (f"{EVENT}/standings/", "main .stack"),
                ("/events/club-night/result/", ".answer"),
            ],
        ),
        ("player", [("/me/", ".my-seat"), (f"{EVENT}/", "main .panel"), (f"{EVENT}/rounds/mine/", "main .answer")]),
        ("judge", [(f"{EVENT}/judges/", "main form.search")]),
        (
            "organiser",
            [
                (f"{EVENT}/desk/", "#open-tables"),
                (f"{EVENT}/desk/", "#desk .desk-open tbody tr"),
                (f"{EVENT}/desk/board/", "#board .tile"),
                (f"{EVENT}/players/", "main .answer"),
                (f"{EVENT}/decks/", "main .answer"),
            ],
        ),
    ],
)
def test_main_content_starts_in_the_first_third_of_a_phone(
    hall: str, open_as: Callable[..., Page], role: str, answers: list[tuple[str, str]]
) -> None:
    del hall
    page = open_as(role, width=390)
    page.set_viewport_size({"width": 390, "height": 844})
    for address, answer in answers:
        page.goto(address)
        assert page.evaluate("scrollY") == 0, address  # the page begins with its own heading
        begins = page.locator(answer).first.bounding_box()
        assert begins, (address, answer)
        assert begins["y"] <= 844 / 3, (address, answer)


@pytest.mark.parametrize("name", ["pairings:rounds", pytest.param("pairings:standings", marks=pytest.mark.sweep)])
def test_current_round_of_many_is_visible_on_a_phone(
    live_server: object, open_as: Callable[..., Page], name: str
) -> None:
    """Ten rounds overflow: the row scrolls on its own and starts at the current round."""
    del live_server
    event, organiser = running_event(4, stage={"rounds": 10})
    for _round in range(9):
        played_round(event, organiser)
    last = published_round(event, organiser)
    page = open_as("", width=390)
    page.goto(reverse(name, args=[event.slug]))

    def seen() -> tuple[int, bool]:
        here = page.locator(".chip[aria-current=page]").bounding_box()
        assert here
        return width_of(page), 0 <= here["x"] <= 390 - here["width"]

    assert seen() == (390, True)
    if name == "pairings:rounds":  # an open page is laid again with each result
        services.enter_lines(organiser, last, "1 1-0")
        page.evaluate("htmx.trigger('#round', 'ask')")
        page.get_by_text("1 of 2 results").wait_for()
        assert seen() == (390, True)
