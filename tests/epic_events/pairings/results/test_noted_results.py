"""Results noted on a copy of the tables that knows nobody: whose word it is, the server says."""

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


def note(who: User, match: Match, score: str, key: str = "one") -> tuple[int, dict[str, Any]]:
    """What a phone that was without a signal gets for its answer."""
    client = Client(headers={OUTBOX_HEADER: owner_key(who)})
    client.force_login(who)
    slug = match.round.stage.event.slug
    answer: Any = client.post(reverse("pairings:note", args=[slug, match.pk]), {"score": score, "request_key": key})
    return answer.status_code, answer.json()


def said(match: Match) -> list[tuple[str, list[int]]]:
    return [(report.kind, report.values["game_wins"]) for report in match.reports.order_by("pk")]


def test_the_staff_enter_it_once_however_often_it_arrives(table: Table) -> None:
    event, match, _organiser = table
    judge = make_staff(event, "judge")
    winner = entry_of(match, 2).name
    for _ in range(2):
        assert note(judge, match, "1-2-0-played") == (200, {"told": [f"{winner} won 2{DASH}1"]})
    assert line(match) == [(1, 0, "loss"), (2, 3, "win")]
    assert said(match) == [(ResultReport.Kind.STAFF, [1, 2])]


def test_players_report_it_as_the_seats_see_it_and_agree(table: Table) -> None:
    _event, match, _organiser = table
    first, second = users_at(match)
    note(second, match, "2-0-0-played")
    assert said(match) == [(ResultReport.Kind.PLAYER, [2, 0])]
    match.refresh_from_db()
    assert match.status == Match.Status.REPORTED
    note(first, match, "2-0-0-played")
    assert line(match) == [(2, 3, "win"), (0, 0, "loss")]


def test_staff_who_play_at_the_table_report_like_any_player(table: Table) -> None:
    event, match, _organiser = table
    first, _second = users_at(match)
    make_staff(event, "judge", user=first)
    note(first, match, "2-0-0-played")
    match.refresh_from_db()
    assert (match.status, said(match)) == (Match.Status.REPORTED, [(ResultReport.Kind.PLAYER, [2, 0])])


def test_what_is_refused_says_why(table: Table) -> None:
    _event, match, organiser = table
    first, _second = users_at(match)
    status, told = note(make_user("Somebody"), match, "2-0-0-played")
    assert (status, told["problem"]) == (403, "Only staff of this event can do this.")
    assert note(first, match, "2-0-0-awarded")[0] == 400
    services.enter_result(organiser, match, Score(0, 2))
    status, told = note(first, match, "2-0-0-played", "two")
    assert (status, told["problem"]) == (409, "This result is confirmed. If it is wrong, call the staff.")
    status, told = note(organiser, match, "2-0-0-played", "three")
    assert (status, told["problem"]) == (400, "This result is confirmed. Enter a reason for the change.")
    assert said(match) == [(ResultReport.Kind.STAFF, [0, 2])]


def test_the_scores_are_the_same_for_every_table(table: Table) -> None:
    scores = list_score_choices(3, needs_winner=False)
    assert [(score.value, score.winner, score.words) for score in scores[:4]] == [
        ("2-0-0-played", 1, f"2{DASH}0"),
        ("0-2-0-played", 2, f"2{DASH}0"),
        ("2-1-0-played", 1, f"2{DASH}1"),
        ("1-2-0-played", 2, f"2{DASH}1"),
    ]
    assert (scores[-1].winner, scores[-1].words) == (0, "Agreed draw")
    assert {score.winner for score in list_score_choices(3, needs_winner=True)} == {1, 2}
    page: Any = Client().get(f"/events/{table[0].slug}/at-hand/")
    html = page.content.decode()
    assert [html.count(f'value="{score.value}"') for score in scores] == [1] * len(scores)
    assert html.count("data-match=") == 2
