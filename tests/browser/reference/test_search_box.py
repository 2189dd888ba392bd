"""Rules search field on a phone."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from epic_events.accounts.models import User
from epic_events.reference.models import OpenedInstead, UnansweredQuestion
from tests.browser.conftest import MAIL

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

BETWEEN, STOOD = 1000, 2100
"""Milliseconds between two words, after which their answer is asked for, and after which a question has stood."""
NO_WIDER = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"


def test_slang_query_finds_the_rule_and_reports_why(transactional_db: None, open_as: Callable[..., Page]) -> None:
    page = open_as(width=390)
    page.goto("/rules/")
    page.locator("#q").press_sequentially("trampl over a dmgd blocker")
    page.wait_for_selector(".hit[href='/rules/epic-complete/5.7.5/']")
    expect(page.locator(".hit mark").first).to_be_visible()
    expect(page.locator(".change").first).to_contain_text("breakthrough")
    assert page.evaluate(NO_WIDER)


def test_partial_queries_are_not_counted(hall: str, open_as: Callable[..., Page]) -> None:
    page = open_as("player", width=390)
    page.clock.install()  # the test sets the typing speed, independent of the load of the machine
    page.goto("/rules/")
    page.clock.pause_at(timezone.now() + timedelta(hours=1))
    box = page.locator("#q")
    for typed, so_far in (("zzzz", "zzzz"), (" qqqq", "zzzz%20qqqq"), (" xyxy", "zzzz%20qqqq%20xyxy")):
        box.press_sequentially(typed)
        page.clock.run_for(BETWEEN)
        expect(page.locator(f".empty[hx-get*='q={so_far}&']")).to_be_attached()
    with page.expect_response(lambda response: "settled=1" in response.url):
        page.clock.run_for(STOOD)
    assert list(UnansweredQuestion.objects.values_list("question", "times")) == [("zzzz qqqq xyxy", 1)]
    page.goto("/rules/epic-complete/5.2.1/")
    assert list(OpenedInstead.objects.values_list("citation", "times")) == [("5.2.1", 1)]

    User.objects.filter(email=MAIL["player"]).update(is_superuser=True)
    page.goto("/rules/unanswered/")
    expect(page.get_by_role("link", name="zzzz qqqq xyxy")).to_be_visible()
    assert page.evaluate(NO_WIDER)
