"""Staff entries that differ from an unconfirmed report of a player ask once more, on every path."""

import re
from io import StringIO
from typing import Any, NamedTuple

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from epic_events.accounts.idempotency import OUTBOX_HEADER, owner_key
from epic_events.accounts.models import Player, User
from epic_events.events.models import Event
from epic_events.infra.names import plain
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Match, ResultReport
from epic_events.pairings.repairs.services.corrections import CorrectResult
from epic_events.pairings.repairs.services.execution import preview
from epic_events.pairings.results.report_conflicts import ReportConflictError
from epic_events.pairings.results.services.bulk_entry import LinesError
from tests.epic_events.pairings.play import entry_of, line, matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

REPORTED, ENTERED = Score(2, 1), Score(1, 2)
WON = [(2, 3, "win"), (1, 0, "loss")]
LOST = [(1, 0, "loss"), (2, 3, "win")]
OPEN = [(0, None, ""), (0, None, "")]


class Table(NamedTuple):
    """A table with an unconfirmed report of its first player."""

    event: Event
    match: Match
    organiser: User
    report: ResultReport

    @property
    def sentence(self) -> str:
        name = entry_of(self.match, 1).name
        return f"This result differs from the report of {name}: {name} won 2{DASH}1."

    def client(self, **more: Any) -> Client:
        client = Client(**more)
        client.force_login(self.organiser)
        return client

    def url(self, name: str, *args: object) -> str:
        return reverse(f"pairings:{name}", args=[self.event.slug, *args])


@pytest.fixture
def table() -> Table:
    event, organiser = running_event(4, stage={"best_of": 3})
    match = matches_of(published_round(event, organiser))[0]
    services.report_result(users_at(match)[0], match, REPORTED)
    return Table(event, match, organiser, match.reports.get())


def text(response: Any) -> str:
    return plain(re.sub(r"\s+", " ", response.content.decode()))


def test_enter_result_that_differs_from_report_asks_once(table: Table) -> None:
    with pytest.raises(ReportConflictError) as refusal:
        services.enter_result(table.organiser, table.match, ENTERED)
    assert (plain(str(refusal.value)), line(table.match)) == (table.sentence, OPEN)
    services.enter_result(table.organiser, table.match, ENTERED, overrides=refusal.value.reports)
    assert line(table.match) == LOST


def test_enter_result_equal_to_report_does_not_ask(table: Table) -> None:
    services.enter_result(table.organiser, table.match, REPORTED)
    assert line(table.match) == WON


def test_enter_result_after_newer_report_asks_again(table: Table) -> None:
    services.report_result(users_at(table.match)[0], table.match, Score(2, 0))
    with pytest.raises(ReportConflictError, match=rf"won 2{DASH}0"):
        services.enter_result(table.organiser, table.match, ENTERED, overrides=[table.report.pk])


def test_enter_result_after_undone_report_does_not_ask(table: Table) -> None:
    services.undo_report(users_at(table.match)[0], table.match)
    services.enter_result(table.organiser, table.match, ENTERED)
    assert line(table.match) == LOST


def test_enter_result_between_different_reports_names_those_that_differ(table: Table) -> None:
    second = users_at(table.match)[1]
    services.report_result(second, table.match, ENTERED)
    with pytest.raises(ReportConflictError) as refusal:
        services.enter_result(table.organiser, table.match, ENTERED)
    assert refusal.value.reports == [table.report.pk]
    with pytest.raises(ReportConflictError) as refusal:
        services.enter_result(table.organiser, table.match, Score(2, 0))
    assert refusal.value.reports == [table.report.pk, table.report.pk + 1]
    services.uphold_report(table.organiser, table.match, table.report.pk)
    assert line(table.match) == WON


def test_enter_result_correction_of_final_result_needs_only_reason(table: Table) -> None:
    services.confirm_result(table.organiser, table.match)
    services.enter_result(table.organiser, table.match, ENTERED, reason="Slip was turned.")
    assert line(table.match) == LOST


@pytest.mark.parametrize("place", ["", "desk", "board"])
@pytest.mark.parametrize(
    "form",
    [{"score": "1-2-0-played"}, {"first": "1", "second": "2", "drawn": "0", "kind": "played"}],
    ids=["quick", "full"],
)
def test_enter_page_that_differs_from_report_asks_and_then_returns(table: Table, form: Any, place: str) -> None:
    client = table.client()
    sent = {**form, "from": place} if place else form
    response = client.post(table.url("enter", table.match.pk), sent)
    page = text(response)
    assert (response.status_code, table.sentence in page, line(table.match)) == (409, True, OPEN)
    assert f"Confirm the report: {entry_of(table.match, 1).name} won 2{DASH}1" in page
    question = page[page.index('id="override"') : page.index('id="table-now"')]
    fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', question.partition("</form>")[0]))
    hidden = ("csrfmiddlewaretoken", "request_key")
    assert {name: value for name, value in fields.items() if name not in hidden} == {
        **sent,
        "overrides_reports": str(table.report.pk),
    }
    response = client.post(table.url("enter", table.match.pk), fields)
    after = table.url(place) if place else table.url("match", table.match.pk)
    assert (response.status_code, response["Location"], line(table.match)) == (302, after, LOST)


def test_entry_line_that_differs_from_report_asks_and_then_enters(table: Table) -> None:
    client, sent = table.client(), {"round": table.match.round_id, "line": "1 12"}
    response = client.post(table.url("entry"), sent)
    page = text(response)
    assert (response.status_code, table.sentence in page, line(table.match)) == (400, True, OPEN)
    assert re.search(rf'name="overrides_reports" value="{table.report.pk}">Enter it anyway', page)
    client.post(table.url("entry"), {**sent, "overrides_reports": str(table.report.pk)})
    assert line(table.match) == LOST


def test_entry_line_sent_by_script_names_reports_to_override(table: Table) -> None:
    client = table.client(headers={OUTBOX_HEADER: owner_key(table.organiser)})
    sent = {"round": table.match.round_id, "line": "1 12", "request_key": "one"}
    response = client.post(table.url("entry"), sent)
    assert response.status_code == 400
    assert {**response.json(), "problem": plain(response.json()["problem"])} == {
        "problem": table.sentence,
        "asks_reason": False,
        "overrides": str(table.report.pk),
    }
    again = {**sent, "request_key": "two", "overrides_reports": str(table.report.pk)}
    assert (client.post(table.url("entry"), again).status_code, line(table.match)) == (200, LOST)


def test_bulk_entry_that_differs_from_report_offers_both_choices(table: Table) -> None:
    client = table.client()
    sent = {"round": table.match.round_id, "text": "1 12\n2 20\n9 20"}
    page = text(client.post(table.url("entry_block"), sent))
    assert table.sentence in page
    assert re.findall(r'name="save" value="([^"]+)"[^>]*>([^<]+)<', page) == [
        ("2-valid", "Save the valid result"),
        (f"1-valid-override-{table.report.pk}", "Save 2 results and override 1 report of a player"),
    ]
    client.post(table.url("entry_block"), {**sent, "save": "all"})
    assert line(table.match) == OPEN
    client.post(table.url("entry_block"), {**sent, "save": f"1-valid-override-{table.report.pk}"})
    assert line(table.match) == LOST


def test_bulk_entry_valid_lines_leave_conflict_open(table: Table) -> None:
    sent = {"round": table.match.round_id, "text": "1 12\n2 20", "save": "1-valid"}
    table.client().post(table.url("entry_block"), sent)
    assert [match.status for match in matches_of(table.match.round)] == ["reported", "confirmed"]


def test_enter_lines_that_differ_from_report_enter_none(table: Table) -> None:
    with pytest.raises(LinesError) as refusal:
        services.enter_lines(table.organiser, table.match.round, "1 12\n2 20")
    assert (refusal.value.status, refusal.value.code) == (409, "report_differs")
    services.enter_lines(table.organiser, table.match.round, "1 12\n2 20", overrides=[table.report.pk])
    assert line(table.match) == LOST


def test_api_result_that_differs_from_report_is_409_until_overridden(table: Table) -> None:
    client = APIClient()
    client.force_authenticate(table.organiser)
    url, body = f"/api/v1/matches/{table.match.pk}/result/", {"game_wins": [1, 2]}
    response = client.post(url, body, format="json")
    name = entry_of(table.match, 1).name
    report = {
        "id": table.report.pk,
        "match": table.match.pk,
        "seat": 1,
        "player": name,
        "game_wins": [2, 1],
        "games_drawn": 0,
        "result_kind": "played",
        "words": f"{name} won 2{DASH}1",
    }
    error = {"code": "report_differs", "message": table.sentence, "fields": {}, "reports": [report]}
    assert (response.status_code, response.json(), line(table.match)) == (409, error, OPEN)
    response = client.post(url, {**body, "overrides_reports": [table.report.pk]}, format="json")
    assert (response.status_code, line(table.match)) == (200, LOST)


def test_api_lines_that_differ_from_report_are_409_until_overridden(table: Table) -> None:
    client = APIClient()
    client.force_authenticate(table.organiser)
    url, body = f"/api/v1/rounds/{table.match.round_id}/results/", {"lines": "1 12\n2 20"}
    response = client.post(url, body, format="json")
    assert (response.status_code, response.json()["code"]) == (409, "report_differs")
    assert [report["id"] for report in response.json()["reports"]] == [table.report.pk]
    response = client.post(url, {**body, "overrides_reports": [table.report.pk]}, format="json")
    assert (response.status_code, line(table.match)) == (200, LOST)


def test_command_that_differs_from_report_needs_option(table: Table) -> None:
    with pytest.raises(CommandError, match="differs from the report of"):
        call_command("event_results", table.event.slug, "1 12", stdout=StringIO())
    call_command("event_results", table.event.slug, "1 12", "--override-reports", stdout=StringIO())
    assert line(table.match) == LOST


def test_offline_result_of_staff_that_differs_from_report_asks(table: Table) -> None:
    client, sent = table.client(), {"score": "1-2-0-played"}
    response = client.post(table.url("note", table.match.pk), sent)
    assert (response.status_code, table.sentence in text(response), line(table.match)) == (409, True, OPEN)
    sending = table.client(headers={OUTBOX_HEADER: owner_key(table.organiser)})
    response = sending.post(table.url("note", table.match.pk), {**sent, "request_key": "one"})
    assert (response.status_code, [report["id"] for report in response.json()["reports"]]) == (409, [table.report.pk])


def test_repair_preview_names_report_that_differs(table: Table) -> None:
    looked = preview(table.organiser, table.event, CorrectResult(table.match.pk, 1, 2, 0), reason="Misread.")
    assert [plain(warning) for warning in looked.warnings] == [table.sentence]


@pytest.mark.parametrize("has_account", [True, False])
def test_report_page_knows_whether_opponent_has_account(table: Table, *, has_account: bool) -> None:
    player = users_at(table.match)[0]
    if not has_account:
        Player.objects.filter(pk=entry_of(table.match, 2).player_id).update(user=None)
    client = Client()
    client.force_login(player)
    response = client.post(table.url("report", table.match.pk), {"score": "2-0-0-played"}, follow=True)
    page, name = text(response), entry_of(table.match, 2).name
    assert ("Your opponent must confirm it on their own phone." in page) is has_account
    assert (f"Waiting for <bdi>{name}</bdi> to confirm." in page) is has_account
    assert ("Your opponent has no account on this site, so the staff confirm the result." in page) is not has_account
    assert (f"<bdi>{name}</bdi> has no account on this site" in page) is not has_account
