"""What a phone shows before it is moved, and what is folded: it opens below its line, which stays as it was."""

from collections.abc import Callable

import pytest
from django.urls import reverse
from playwright.sync_api import Page

from epic_events.accounts.models import User
from epic_events.decks import services as decks
from tests.browser.conftest import MAIL
from tests.browser.demo_pages import EVENT
from tests.epic_events.factories import make_event, make_registration

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

UNLISTED = "".join(f"3 Unseen {letter}\n" for letter in "abcdefghijklmnopqrst")


@pytest.mark.parametrize("width", [390, 1280])
def test_what_could_not_be_checked_opens_below_its_line(hall: str, open_as: Callable[..., Page], width: int) -> None:
    del hall
    player = User.objects.get(email=MAIL["player"])
    event = make_event(game="epic-tcg", format="designed", rules_version="")
    decks.submit(player, make_registration(event, user=player), UNLISTED)
    page = open_as("player", width=width)
    page.goto(reverse("decks:edit", args=[event.slug]))
    line = page.locator("summary", has_text="things could not be checked")
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
def test_the_answer_begins_in_the_first_third_of_a_phone(
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
