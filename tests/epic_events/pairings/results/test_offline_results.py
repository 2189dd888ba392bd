"""Results entered on the offline copy of a round."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.accounts.idempotency import OUTBOX_HEADER, owner_key
from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from epic_events.pairings.models import Match, ResultReport
from epic_events.pairings.results.forms import list_score_choices
from tests.epic_events.factories import make_staff, make_user
from tests.epic_events.pairings.play import entry_of, line, matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

Table = tuple[Event, Match, User]


@pytest.fixture
def table() -> Table:
    event, organiser = running_event(4, stage={"best_of": 3})
    return event, matches_of(published_round(event, organiser))[0], organiser


def enter_offline(who: User, match: Match, score: str, key: str = "one") -> tuple[int, dict[str, Any]]:
    """Return the response to a result that was entered offline."""
    client = Client(headers={OUTBOX_HEADER: owner_key(who)})
    client.force_login(who)
    slug = match.round.stage.event.slug
    answer: Any = client.post(reverse("pairings:note", args=[slug, match.pk]), {"score": score, "request_key": key})
    return answer.status_code, answer.json()


def stored_reports(match: Match) -> list[tuple[str, list[int]]]:
    return [(report.kind, report.values["game_wins"]) for report in match.reports.order_by("pk")]


def test_offline_result_by_staff_is_entered_once(table: Table) -> None:
    event, match, _organiser = table
    judge = make_staff(event, "judge")
    winner = entry_of(match, 2).name
    for _ in range(2):
        assert enter_offline(judge, match, "1-2-0-played") == (200, {"messages": [f"{winner} won 2{DASH}1"]})
    assert line(match) == [(1, 0, "loss"), (2, 3, "win")]
    assert stored_reports(match) == [(ResultReport.Kind.STAFF, [1, 2])]


def test_offline_results_by_both_players_are_confirmed(table: Table) -> None:
    _event, match, _organiser = table
    first, second = users_at(match)
    enter_offline(second, match, "2-0-0-played")
    assert stored_reports(match) == [(ResultReport.Kind.PLAYER, [2, 0])]
    match.refresh_from_db()
    assert match.status == Match.Status.REPORTED
    enter_offline(first, match, "2-0-0-played")
    assert line(match) == [(2, 3, "win"), (0, 0, "loss")]


def test_offline_result_by_playing_staff_is_a_report(table: Table) -> None:
    event, match, _organiser = table
    first, _second = users_at(match)
    make_staff(event, "judge", user=first)
    enter_offline(first, match, "2-0-0-played")
    match.refresh_from_db()
    assert (match.status, stored_reports(match)) == (Match.Status.REPORTED, [(ResultReport.Kind.PLAYER, [2, 0])])


def test_offline_result_rejected_shows_reason(table: Table) -> None:
    _event, match, organiser = table
    first, _second = users_at(match)
    status, output = enter_offline(make_user("Somebody"), match, "2-0-0-played")
    assert (status, output["problem"]) == (403, "Only staff of this event can do this.")
    assert enter_offline(first, match, "2-0-0-awarded")[0] == 400
    services.enter_result(organiser, match, Score(0, 2))
    status, output = enter_offline(first, match, "2-0-0-played", "two")
    assert (status, output["problem"]) == (409, "This result is confirmed. If it is wrong, call the staff.")
    status, output = enter_offline(organiser, match, "2-0-0-played", "three")
    assert (status, output["problem"]) == (400, "This result is confirmed. Enter a reason for the change.")
    assert stored_reports(match) == [(ResultReport.Kind.STAFF, [0, 2])]


def test_score_choices_are_equal_for_all_tables(table: Table) -> None:
    scores = list_score_choices(3, needs_winner=False)
    assert [(score.value, score.winner, score.words) for score in scores[:4]] == [
        ("2-0-0-played", 1, f"2{DASH}0"),
        ("0-2-0-played", 2, f"2{DASH}0"),
        ("2-1-0-played", 1, f"2{DASH}1"),
        ("1-2-0-played", 2, f"2{DASH}1"),
    ]
    assert (scores[-1].winner, scores[-1].words) == (0, "Agreed draw")
    assert {score.winner for score in list_score_choices(3, needs_winner=True)} == {1, 2}
    page: Any = Client().get(f"/events/{table[0].slug}/offline-tables/")
    html = page.content.decode()
    assert [html.count(f'value="{score.value}"') for score in scores] == [1] * len(scores)
    assert html.count("data-match=") == 2
