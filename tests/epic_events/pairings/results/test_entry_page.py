"""Keyboard entry page for the results of a round."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.events.models import Event, StaffRole
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Match, ResultReport, Round
from epic_events.pairings.results.services.bulk_entry import LinesError
from epic_events.pairings.results.views import entry
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_staff
from tests.epic_events.pairings.play import entry_of, line, matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Desk = tuple[Event, Round, User]


@pytest.fixture
def desk() -> Desk:
    event, organiser = running_event(8, stage={"best_of": 3})
    return event, published_round(event, organiser), organiser


def post_entry(desk: Desk, **data: Any) -> str:
    """Return the page after submitting a line or block, following redirects."""
    event, round_, user = desk
    client = Client()
    client.force_login(user)
    name = "pairings:entry_block" if "text" in data else "pairings:entry"
    answer = client.post(reverse(name, args=[event.slug]), {"round": round_.pk, **data}, follow=True)
    return re.sub(r"\s+", " ", answer.content.decode())


def table(desk: Desk, number: int) -> Match:
    return matches_of(desk[1])[number - 1]


def test_entry_saves_line_and_clears_input(desk):
    html = post_entry(desk, line="2 21")
    assert line(table(desk, 2)) == [(2, 3, "win"), (1, 0, "loss")]
    winner = entry_of(table(desk, 2), 1).name
    assert f"Table 2: {winner} won 2{DASH}1." in html
    assert re.search(r'name="line" id="line" value="" [^>]*autofocus', html)
    assert "1 of 4 results are in" in html
    missing = html[html.index('class="entry-missing"') : html.index('id="last-entries"')]
    assert re.findall(r'<b class="num">(\d)</b>', missing) == ["1", "3", "4"]


def test_entry_keeps_invalid_line_with_error(desk):
    html = post_entry(desk, line="2 31")
    assert "no player can win more" in html
    assert re.search(r'value="2 31" [^>]*aria-invalid="true"', html)
    assert not ResultReport.objects.exists()
    for wrong in ("", "9 21", "x", "2 21 x9", "2 21\n2 12"):
        post_entry(desk, line=wrong)
    assert not ResultReport.objects.exists()


def test_entry_changes_result_only_with_reason(desk):
    post_entry(desk, line="2 21")
    html = post_entry(desk, line="2 12")
    assert "Enter a reason for the change" in html
    assert re.search(r'name="reason" id="line-reason" [^>]*autofocus', html)
    assert line(table(desk, 2))[0] == (2, 3, "win")
    post_entry(desk, line="2 12", reason="Slip was turned.")
    assert line(table(desk, 2))[0] == (1, 0, "loss")
    assert Entry.objects.about(table(desk, 2)).latest("pk").reason == "Slip was turned."
    post_entry(desk, line="2 20 # One game was not played.")
    assert line(table(desk, 2))[0] == (2, 3, "win")


def test_entry_same_line_twice_is_idempotent(desk):
    for _tap in range(2):
        post_entry(desk, line="2 21")
    assert ResultReport.objects.count() == 1


def test_entry_undoes_own_entry(desk):
    post_entry(desk, line="1 20")
    html = post_entry(desk, line="2 21")
    address = reverse("pairings:undo_entry", args=[desk[0].slug, table(desk, 2).pk])
    assert html.count("Undo") == 2
    client = Client()
    client.force_login(desk[2])
    answer = client.post(address, {"from": "entry"}, follow=True)
    assert answer.redirect_chain == [(reverse("pairings:entry", args=[desk[0].slug]), 302)]
    assert "1 of 4 results are in" in re.sub(r"\s+", " ", answer.content.decode())


def test_bulk_entry_offers_only_new_results(desk):
    post_entry(desk, text="1 20\n2 21", save="all")
    more = post_entry(desk, text="1 20\n2 21\n3 20")
    assert more.count("Already entered</span>") == 2
    assert "Save this result" in more
    extra = post_entry(desk, text="1 20\n9 20\n3 20")
    assert "Save the valid result" in extra
    for lines in ("1 20\n2 21", "1 20\n9 20"):
        same = post_entry(desk, text=lines)
        assert "These results are already recorded. There is nothing to save." in same
        assert 'name="save"' not in same
    assert "1 result was entered" in post_entry(desk, text="1 20\n2 21\n3 20", save="all")


def test_bulk_entry_previews_before_saving(desk):
    block = "1 21\n\n2 id\n3 12 x1"
    html = post_entry(desk, text=block)
    assert html.count("New</span>") == 3
    assert f"drops: {entry_of(table(desk, 3), 1).name}" in html
    assert "Save these 3 results" in html
    assert not ResultReport.objects.exists()
    assert "3 results were entered" in post_entry(desk, text=block, save="all")
    assert table(desk, 2).result_kind == "agreed_draw"
    assert entry_of(table(desk, 3), 1).status == "dropped"


def test_bulk_entry_with_errors_lists_every_line_and_saves_none(desk):
    block = "1 21\n2 31\n3 12\n3 21\n77 20\nrubbish\n4 c1"
    for save in ("", "all", "0-valid"):
        html = post_entry(desk, text=block, save=save)
        assert html.count("Not entered</span>") == 5
        assert html.count("is listed more than once") == 2
        assert "There is no match at table 77" in html
        assert "Save the 2 valid results" in html
        assert not ResultReport.objects.exists()
    assert "2 results were entered" in post_entry(desk, text=block, save="5-valid")
    assert [match.status for match in matches_of(desk[1])] == ["confirmed", "pending", "pending", "confirmed"]


def test_bulk_entry_failure_stores_nothing(desk):
    event, round_, organiser = desk
    Match.objects.filter(pk=table(desk, 2).pk).update(explanation={})
    judge = make_staff(event, StaffRole.Role.JUDGE)
    with pytest.raises(LinesError, match="Only organisers"):
        services.enter_lines(judge, round_, "1 21\n2 21 x1")
    assert not ResultReport.objects.exists()
    with pytest.raises(NotAllowedError):
        services.enter_lines(users_at(table(desk, 1))[0], round_, "1 21")
    with pytest.raises(UserError, match="at least one line"):
        services.enter_lines(organiser, round_, " \n ")
    with pytest.raises(UserError, match="Too many lines"):
        services.enter_lines(organiser, round_, "1 21\n" * 6001)


def test_enter_lines_in_unpublished_round_fails():
    event, organiser = running_event(4)
    draft = services.pair_round(organiser, event)
    with pytest.raises(StateError, match="Line 1: This round is not published yet"):
        services.enter_lines(organiser, draft, "1 1")
    client = Client()
    client.force_login(organiser)
    answer = client.get(reverse("pairings:entry", args=[event.slug]))
    assert "No round is in progress" in answer.content.decode()


def test_entry_page_of_older_round_does_not_change_newer_one(desk):
    event, _round, organiser = desk
    other_event, other = running_event(4)
    other_round = published_round(other_event, other)
    html = post_entry((event, other_round, organiser), line="1 21")
    assert "This round no longer exists" in html
    assert not ResultReport.objects.exists()


def test_entry_page_query_count_is_independent_of_tables(desk):
    def asked(event: Event, user: User) -> int:
        client = Client()
        client.force_login(user)
        return queries_of(lambda: client.get(reverse("pairings:entry", args=[event.slug])))

    services.enter_result(desk[2], table(desk, 1), Score(2, 0))
    few = asked(desk[0], desk[2])
    event, organiser = running_event(40, stage={"best_of": 3})
    round_ = published_round(event, organiser)
    for match in matches_of(round_)[:10]:
        services.enter_result(organiser, match, Score(2, 0))
    assert asked(event, organiser) == few


def entry_page(desk: Desk, page: int = 1) -> str:
    client = Client()
    client.force_login(desk[2])
    answer = client.get(reverse("pairings:entry", args=[desk[0].slug]), {"page": page})
    return re.sub(r"\s+", " ", answer.content.decode())


def test_entry_page_with_many_missing_tables_lists_them_in_pages(desk, monkeypatch):
    monkeypatch.setattr(entry, "MISSING_A_PAGE", 3)
    post_entry(desk, line="2 21")
    services.enter_result(desk[2], table(desk, 1), Score(2, 0))
    services.undo_staff_entry(desk[2], table(desk, 1))
    pages = [entry_page(desk, page) for page in (1, 2)]
    listed = [html[html.index('class="entry-missing"') : html.index('id="last-entries"')] for html in pages]
    assert re.findall(r'<b class="num">(\d)</b>', listed[0]) == ["1", "3", "4"]
    assert "Page 1 of" not in pages[0]
    monkeypatch.setattr(entry, "MISSING_A_PAGE", 2)
    pages = [entry_page(desk, page) for page in (1, 2)]
    listed = [html[html.index('class="entry-missing"') : html.index('id="last-entries"')] for html in pages]
    assert [re.findall(r'<b class="num">(\d)</b>', html) for html in listed] == [["1", "3"], ["4"]]
    assert all("1 of 4 results are in" in html for html in pages)


@pytest.mark.parametrize("at_a_time", [1, 2, 3, 64])
def test_entry_page_recent_entries_are_current_and_newest_first(desk, monkeypatch, at_a_time):
    monkeypatch.setattr(entry, "REPORTS_A_QUERY", at_a_time)
    monkeypatch.setattr(entry, "MAX_RECENT_ENTRIES", 2)
    organiser, round_ = desk[2], desk[1]
    services.enter_lines(organiser, round_, "1 20\n2 20\n3 20\n4 20")
    services.enter_lines(organiser, round_, "1 21", reason="Slip was turned.")
    services.undo_staff_entry(organiser, table(desk, 4))
    html = entry_page(desk)
    last = html[html.index('id="last-entries"') :]
    assert re.findall(r'<b class="num">(\d)</b>', last) == ["1", "3"]
