"""The page of a verdict as its readers go through it: slider and keys, rules in place, another reading, no scripts."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def stands_at(page: Page, step: int) -> None:
    """Expect a step to be shown, and the part that shows it to work: before it does, its links are links alone."""
    expect(page.get_by_text(re.compile(rf"^Step {step} of \d+$"))).to_be_visible()
    expect(page.locator(".htmx-settling")).to_have_count(0)


def last_step(page: Page) -> int:
    return int(page.locator("#step-slider").get_attribute("max") or "0")


def test_the_slider_takes_arrows_and_letters_and_rules_open_where_they_are_cited(
    hall: str, open_as: Callable[..., Page]
) -> None:
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


def test_another_reading_is_one_tap_away_and_back(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("judge", width=390)
    page.goto(hall)
    word = page.locator(".verdict-word").inner_text()
    page.locator("section[aria-labelledby=rests] details > summary").first.click()
    page.get_by_role("link", name=re.compile("^See it with ")).first.click()
    expect(page.locator(".imagined")).to_contain_text("Read otherwise")
    expect(page.locator(".imagined")).to_contain_text("The verdict is")
    expect(page.locator(".verdict-word")).to_have_text(word)
    page.get_by_role("link", name="Back to the verdict").click()
    expect(page.locator(".imagined")).to_have_count(0)


def test_without_scripts_the_steps_are_pages_and_the_slider_has_a_button(
    hall: str, open_as: Callable[..., Page]
) -> None:
    page = open_as("judge", width=390, scripts=False)
    page.goto(hall)
    last = last_step(page)
    page.get_by_role("link", name="Back", exact=True).click()
    stands_at(page, last - 1)
    page.locator("#step-slider").fill("1")
    page.get_by_role("button", name="Show").click()
    stands_at(page, 1)
