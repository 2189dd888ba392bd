"""Database constraints of rounds, matches and seats, for byes, matches and pods."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.events.models import Event
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from tests.epic_events.factories import make_registration, make_running_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_running_event(9)


@pytest.fixture
def a_round(event):
    return Round.objects.create(stage=event.stages.get(), number=1, seed=2**62)


def seat_all(a_round: Round, match: Match, event: Event, number: int) -> None:
    entries = event.registrations.exclude(seats__round=a_round)[:number]
    for place, entry in enumerate(entries, start=1):
        Seat.objects.create(match=match, round=a_round, registration=entry, place=place)


def test_bye_match_and_pod_have_seats(event, a_round):
    for _ in range(2):
        make_registration(event)
    for table, seats in ((1, 8), (2, 2), (None, 1)):
        seat_all(a_round, Match.objects.create(round=a_round, table=table), event, seats)
    assert [(str(match), match.seats.count(), match.is_bye) for match in a_round.matches.order_by("pk")] == [
        ("Table 1", 8, False),
        ("Table 2", 2, False),
        ("Bye", 1, True),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"place": 0},
        {"place": 9},
        {"place": 1},
        {"place": 3, "outcome": "win"},
        {"place": 3, "points": 3},
        {"place": 3, "outcome": "king", "points": 3},
    ],
)
def test_seat_constraints_are_enforced_by_database(event, a_round, wrong):
    match = Match.objects.create(round=a_round, table=1)
    seat_all(a_round, match, event, 2)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(match=match, round=a_round, registration=event.registrations.order_by("-pk")[0], **wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"table": 1},
        {"table": 0},
        {"table": 2, "bracket_position": 1},
        {"table": 2, "status": "king"},
        {"table": 2, "status": "confirmed"},
        {"table": 2, "status": "confirmed", "result_kind": "played"},
        {"table": 2, "status": "confirmed", "confirmed_at": timezone.now()},
    ],
)
def test_match_constraints_are_enforced_by_database(a_round, wrong):
    Match.objects.create(round=a_round, table=1, bracket_position=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Match.objects.create(round=a_round, **wrong)


@pytest.mark.parametrize(
    "wrong",
    [
        {"number": 1},
        {"number": 0},
        {"number": 2, "status": "king"},
        {"number": 2, "status": "published"},
        {"number": 2, "status": "finished", "published_at": timezone.now()},
    ],
)
def test_round_constraints_are_enforced_by_database(a_round, wrong):
    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(stage=a_round.stage, seed=1, **wrong)


def test_result_reports_are_append_only(event, a_round):
    match = Match.objects.create(round=a_round, table=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultReport.objects.create(match=match, kind="player", values={})
    report = ResultReport.objects.create(match=match, kind="staff", values={"game_wins": [2, 0]})
    report.values = {"game_wins": [0, 2]}
    with pytest.raises(AppendOnlyError):
        report.save()
    ResultReport.objects.create(match=match, kind="staff", values={"game_wins": [0, 2]}, supersedes=report)
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultReport.objects.create(match=match, kind="staff", values={}, supersedes=report)
    a_round.delete()
    assert ResultReport.objects.count() == 0
