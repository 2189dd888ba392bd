"""Form drafts in local storage."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from playwright.sync_api import Page, Route, expect

from epic_events.accounts.models import User
from epic_events.disputes.models import Dispute
from epic_events.events.models import Registration
from epic_events.judging.decisions.services import write_draft
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.models import Decision
from epic_events.web import demo
from tests.browser import conftest
from tests.browser.conftest import MAIL
from tests.browser.rounds.test_results import sign_in
from tests.epic_events.factories import make_event, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BACK = re.compile("Your unsent text from .+ has been restored.")


@pytest.fixture(autouse=True)
def _faults_on_purpose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conftest, "EXPECTED", (*conftest.EXPECTED, "status of 403", "net::ERR_FAILED"))


def forms(hall: str) -> dict[str, tuple[str, str, str]]:
    """Return pages with a text field: role, URL, label."""
    return {
        "ruling": ("judge", "/rulings/new/", "Answer"),
        "decision": ("judge", hall, "Ruling"),
        "event": ("organiser", f"/events/{demo.SLUG}/edit/", "Information for players"),
    }


def count_drafts(page: Page) -> int:
    count: int = page.evaluate("Object.keys(localStorage).filter(key => key.includes('/draft/')).length")
    return count


def wait_for_drafts(page: Page, count: int) -> None:
    page.wait_for_function(
        "count => Object.keys(localStorage).filter(key => key.includes('/draft/')).length === count", arg=count
    )


@pytest.mark.parametrize(
    "which",
    ["ruling", pytest.param("decision", marks=pytest.mark.sweep), pytest.param("event", marks=pytest.mark.sweep)],
)
def test_draft_is_restored_after_a_reload(hall: str, open_as: Callable[..., Page], which: str) -> None:
    role, address, label = forms(hall)[which]
    page = open_as(role)
    page.goto(address)
    field = page.get_by_label(label, exact=False).first
    field.fill("A first thought\nand a second")
    wait_for_drafts(page, 1)
    other = page.context.new_page()  # the page before was lost with its tab
    page.close()
    other.goto(address)
    field = other.get_by_label(label, exact=False).first
    expect(field).to_have_value("A first thought\nand a second")
    expect(other.locator(".draft-note", has_text=BACK)).to_be_visible()
    other.get_by_role("button", name="Discard").click()
    expect(other.locator(".draft-note", has_text=BACK)).to_have_count(0)
    wait_for_drafts(other, 0)
    expect(field).not_to_have_value("A first thought\nand a second")


def test_draft_is_deleted_after_a_successful_save(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge")
    page.goto(hall)
    page.get_by_label("Ruling").first.fill("All of it gets through.")
    wait_for_drafts(page, 1)
    page.get_by_role("button", name="Save the decision").click()
    expect(page.get_by_text("Decision saved. It is not published yet.")).to_be_visible()
    assert Decision.objects.latest("pk").text == "All of it gets through."
    wait_for_drafts(page, 0)
    page.reload()
    expect(page.locator(".draft-note", has_text=BACK)).to_have_count(0)


def test_draft_survives_an_expired_session_and_a_lost_connection(
    hall: str, open_as: Callable[..., Page], live_server: Any
) -> None:
    page = open_as("judge")
    page.goto(hall)
    page.get_by_label("Ruling").first.fill("Written for an hour.")
    Session.objects.all().delete()
    page.get_by_role("button", name="Save the decision").click()
    expect(page.get_by_role("heading", name="You have been signed out")).to_be_visible()
    sign_in(page, User.objects.get(email=MAIL["judge"]), live_server.url)
    page.goto(hall)
    expect(page.get_by_label("Ruling").first).to_have_value("Written for an hour.")
    expect(page.locator(".draft-note", has_text=BACK)).to_be_visible()
    page.get_by_role("button", name="Save the decision").click()
    expect(page.get_by_text("Decision saved. It is not published yet.")).to_be_visible()
    wait_for_drafts(page, 0)


def test_form_with_an_expired_token_is_resent_by_one_button(
    hall: str, open_as: Callable[..., Page], live_server: Any
) -> None:
    page = open_as("judge")
    page.goto(hall)
    page.get_by_label("Ruling").first.fill("Kept <b>whole</b>.")
    page.context.clear_cookies(name="csrftoken")  # what signing in in another tab does to this one
    page.get_by_role("button", name="Save the decision").click()
    expect(page.get_by_role("heading", name="The form has expired")).to_be_visible()
    expect(page.get_by_text("Kept <b>whole</b>.")).to_be_visible()
    page.get_by_role("button", name="Send the form again").click()
    expect(page.get_by_text("Decision saved. It is not published yet.")).to_be_visible()
    assert Decision.objects.latest("pk").text == "Kept <b>whole</b>."
    wait_for_drafts(page, 0)


def test_draft_after_an_edit_conflict_overwrites_nothing(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge")
    page.goto(hall)
    page.get_by_label("Ruling").first.fill("Mine")
    wait_for_drafts(page, 1)
    write_draft(None, Dispute.objects.get(published_at=None).case, DecisionContent("Theirs"), game="epic")
    page.goto("/")
    page.goto(hall)
    field = page.get_by_label("Ruling").first
    expect(field).to_have_value("Theirs")
    expect(page.locator(".draft-note", has_text=re.compile("You have unsent text from .+"))).to_be_visible()
    page.get_by_role("button", name="Restore").click()
    expect(field).to_have_value("Mine")


def test_draft_is_hidden_from_another_user(hall: str, open_as: Callable[..., Page], live_server: Any) -> None:
    page = open_as("judge")
    page.goto(hall)
    page.get_by_label("Ruling").first.fill("For judges only")
    wait_for_drafts(page, 1)
    sign_in(page, make_user("Somebody Else"), live_server.url)
    page.goto("/")
    assert count_drafts(page) == 0


def test_signing_out_deletes_drafts(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge")
    page.goto(hall)
    page.get_by_label("Ruling").first.fill("For judges only")
    wait_for_drafts(page, 1)
    page.goto("/me/")
    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate("Object.keys(localStorage).filter(key => key.startsWith('typed/'))") == []


def test_draft_contains_no_password(open_as: Callable[..., Page], hall: str) -> None:
    page = open_as("judge")
    page.goto("/accounts/password/change/")
    page.get_by_label("Current Password").fill("secret words")
    page.wait_for_timeout(1000)  # longer than a draft takes to be kept
    assert "secret words" not in page.evaluate("JSON.stringify({...localStorage})")


def test_late_response_preserves_newer_input(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    entry = Registration.objects.filter(event__slug=demo.SLUG).earliest("pk")
    page = open_as("organiser")
    page.goto(f"/events/{demo.SLUG}/decks/{entry.pk}/edit/")
    text = page.get_by_label("Decklist", exact=True)
    text.fill("1 Dark Asassin")
    suggestion = page.get_by_role("button", name="Dark Assassin").first
    expect(suggestion).to_be_visible()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/edit/", hold)
    with page.expect_request("**/edit/"):
        suggestion.click()
    text.press_sequentially("\n2 Rage")
    page.wait_for_function("() => document.querySelector('#id_text').value.includes('Rage')")
    held.pop(0).continue_()
    output = page.get_by_text("You kept typing while the page was loading")
    expect(output).to_be_visible()
    assert "2 Rage" in text.input_value()
    page.unroute("**/edit/")
    expect(page.locator("#answer").get_by_text("Rage").first).to_be_visible()  # the live answer is about both lines
    expect(output).to_be_visible()  # and takes back nothing of what was said
    # By the keyboard: a second press of the pointer so soon after a swap would not count, as it should.
    page.get_by_role("button", name="Dark Assassin").first.press("Enter")
    expect(text).to_have_value(re.compile("1 Dark Assassin"))
    assert "2 Rage" in text.input_value()
    page.reload()
    expect(text).to_have_value(re.compile("2 Rage"))


def test_draft_of_a_refused_form_survives_a_reload(hall: str, open_as: Callable[..., Page]) -> None:
    del hall
    page = open_as("judge")
    page.goto("/rulings/new/")
    page.get_by_label("Summary of the situation").fill("A situation")
    page.get_by_label("Answer").first.fill("An answer")
    page.get_by_label("Question").first.fill("A question?")
    page.get_by_label("Cited rules").first.fill("there is no such rule")
    page.get_by_role("button", name="Record for judges only").click()
    expect(page.locator(".errors").first).to_be_visible()
    wait_for_drafts(page, 1)
    page.goto("/rulings/new/")
    expect(page.get_by_label("Answer").first).to_have_value("An answer")
    expect(page.locator(".draft-note", has_text=BACK)).to_be_visible()


def test_button_that_changes_the_form_preserves_the_draft(open_as: Callable[..., Page], live_server: Any) -> None:
    event = make_event(organiser=(organiser := make_user()))
    page = open_as()
    sign_in(page, organiser, live_server.url)
    page.goto(f"/events/{event.slug}/stages/")
    page.get_by_label("Name").first.fill("Opening rounds")
    page.locator("button[name=do][value^='add:']").first.click()
    expect(page.get_by_label("Name")).to_have_count(2)
    expect(page.locator(".draft-note")).to_have_count(0)
    page.goto("/")
    page.goto(f"/events/{event.slug}/stages/")
    expect(page.locator(".draft-note")).to_be_visible()
    expect(page.get_by_label("Name").first).to_have_value("Opening rounds")
