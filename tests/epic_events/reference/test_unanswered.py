"""Unanswered searches: counting, privacy, page."""

import re
from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from hypothesis import given
from hypothesis import strategies as st

from epic_events.accounts.models import User
from epic_events.reference import tasks
from epic_events.reference.models import OpenedInstead, UnansweredQuestion
from epic_events.reference.search import unanswered
from tests.epic_events.factories import make_site_judge, make_user
from tests.epic_events.reference.test_search_page import FRAGMENT

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NOTHING = "zzzzqqqq xyxyxy"


def counted() -> list[tuple[str, str, int]]:
    return sorted(UnansweredQuestion.objects.values_list("rulebook", "question", "times"))


def opened() -> list[tuple[str, str, int]]:
    return sorted(OpenedInstead.objects.values_list("question__question", "citation", "times"))


@pytest.fixture
def keeper() -> User:
    return User.objects.create_superuser("keeper@example.org", "secret words here", name="Keeper")


def test_search_without_results_is_counted_per_day(client: Client):
    for _ in range(2):
        client.get("/rules/", {"q": NOTHING.upper() + "?"})
    assert counted() == [("epic-complete", NOTHING, 2)]
    assert UnansweredQuestion.objects.get().day == timezone.localdate()


def test_search_with_results_is_not_counted(client: Client):
    client.get("/rules/", {"q": "airborne"})
    client.get("/rules/", {"q": "Kong"})
    client.get("/rules/", {"q": NOTHING, "chapter": "3"})
    assert counted() == []


def test_live_search_without_results_is_counted_only_when_settled(client: Client):
    html = client.get("/rules/", {"q": NOTHING, "live": "1"}, headers=FRAGMENT).content.decode()
    assert counted() == []
    again = re.search(r'hx-get="([^"]+)" hx-trigger="load delay:2s"', " ".join(html.split()))
    assert again is not None
    response = client.get(again[1].replace("&amp;", "&"), headers=FRAGMENT)
    assert (response.status_code, response.content) == (204, b"")
    assert counted() == [("epic-complete", NOTHING, 1)]


def test_settled_search_is_counted_only_without_results(client: Client):
    assert client.get("/rules/", {"q": "airborne", "settled": "1"}, headers=FRAGMENT).status_code == 204
    assert counted() == []


def test_rule_opened_after_unanswered_search_is_counted_once(client: Client):
    client.get("/rules/", {"q": NOTHING})
    client.get("/rules/epic-complete/5.2.1/")
    client.get("/rules/epic-complete/5.3.1/")
    assert opened() == [(NOTHING, "5.2.1", 1)]


def test_rule_opened_without_unanswered_search_stores_nothing(client: Client):
    response = client.get("/rules/epic-complete/5.2.1/")
    assert opened() == []
    assert dict(response.cookies) == {}


@pytest.mark.parametrize("cookie", ["", "no such thing", "a:b:c", "WyJ4Il0:1:2"])
def test_unanswered_cookie_forged_counts_nothing(client: Client, cookie: str):
    client.get("/rules/", {"q": NOTHING})
    client.cookies["unanswered"] = cookie
    assert client.get("/rules/epic-complete/5.2.1/").status_code == 200
    assert opened() == []


@pytest.mark.parametrize(
    ("asked", "stored"),
    [
        ("zzzz me@example.org QQQQ", "zzzz qqqq"),
        ("zzzz https://example.org/x?y=1 qqqq", "zzzz qqqq"),
        ("zzzz 0151 2345678 4.4.6", "zzzz"),
        ("z" * 40, ""),
        ("Zzzz\u2019s  'qqqq'", "zzzz qqqq"),
    ],
)
def test_normalise_question_removes_personal_data(asked: str, stored: str):
    assert unanswered.normalise_question(asked) == stored


@given(st.text(max_size=300))
def test_normalise_question_is_short_and_alphabetic(text: str):
    stored = unanswered.normalise_question(text)
    assert len(stored) <= UnansweredQuestion.MAX_LENGTH
    assert all(word.isalpha() for word in stored.split())
    assert unanswered.normalise_question(stored) == stored


def test_unanswered_new_questions_per_day_are_limited(client: Client, monkeypatch):
    monkeypatch.setattr(unanswered, "MAX_NEW_PER_DAY", 2)
    for word in ("zzzzq", "zzzzx", "zzzzy", "zzzzq"):
        client.get("/rules/", {"q": f"{word}qq"})
    assert counted() == [("epic-complete", "zzzzqqq", 2), ("epic-complete", "zzzzxqq", 1)]


def test_unanswered_counts_per_visitor_are_limited(client: Client, monkeypatch):
    monkeypatch.setattr(unanswered, "MAX_COUNTED_PER_HOUR", 1)
    assert [client.get("/rules/", {"q": NOTHING}).status_code for _ in range(3)] == [200, 200, 200]
    assert counted() == [("epic-complete", NOTHING, 1)]


def test_unanswered_known_question_costs_one_update(client: Client, django_assert_num_queries):
    client.get("/rules/", {"q": NOTHING})
    with django_assert_num_queries(4) as captured:  # the rulings, a savepoint, the update, its release
        client.get("/rules/", {"q": NOTHING})
    assert [query["sql"].split()[0] for query in captured.captured_queries].count("UPDATE") == 1


def test_unanswered_database_error_does_not_break_search(client: Client, monkeypatch):
    def fail(*_arguments: object) -> bool:
        raise DatabaseError("away")

    monkeypatch.setattr(unanswered, "_increment", fail)
    assert client.get("/rules/", {"q": NOTHING}).status_code == 200


def test_unanswered_page_shows_question_count_and_rule(client: Client, keeper: User, django_assert_max_num_queries):
    client.get("/rules/", {"q": NOTHING})
    client.get("/rules/epic-complete/5.2.1/")
    UnansweredQuestion.objects.create(
        rulebook="epic-complete", question=NOTHING, day=timezone.localdate() - timedelta(days=1), times=4
    )
    UnansweredQuestion.objects.create(rulebook="gone", question="qq", day=timezone.localdate(), times=9)
    (gap,) = unanswered.unanswered_questions()
    assert (gap.question, gap.times, gap.last) == (NOTHING, 5, timezone.localdate())
    assert [(one.rule.id, one.times) for one in gap.opened] == [("5.2.1", 1)]
    client.force_login(keeper)
    with django_assert_max_num_queries(4):
        html = client.get("/rules/unanswered/").content.decode()
    assert NOTHING in html
    assert 'href="/rules/epic-complete/5.2.1/"' in html


def test_unanswered_page_without_entries_says_so(client: Client, keeper: User):
    client.force_login(keeper)
    assert "Every search in this period had results." in client.get("/rules/unanswered/").content.decode()


def test_forget_unanswered_deletes_old_questions():
    today = timezone.localdate()
    for days in (unanswered.RETENTION_DAYS, unanswered.RETENTION_DAYS + 1):
        UnansweredQuestion.objects.create(rulebook="epic-complete", question="qq", day=today - timedelta(days=days))
    assert tasks.forget_unanswered() == 1
    assert [row.day for row in UnansweredQuestion.objects.all()] == [today - timedelta(days=unanswered.RETENTION_DAYS)]


def test_unanswered_page_is_for_site_judges_and_administrators(client: Client, keeper: User):
    assert client.get("/rules/unanswered/").status_code == 302
    answers = []
    for reader in (keeper, make_site_judge(), make_user()):
        client.force_login(reader)
        answers.append((client.get("/rules/unanswered/").status_code, client.post("/rules/unanswered/").status_code))
    assert answers == [(200, 405), (200, 405), (403, 405)]
