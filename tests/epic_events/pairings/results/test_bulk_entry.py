"""Bulk entry of results: constant query count, equal to single entries."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from rest_framework.test import APIClient

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from epic_events.infra.errors import StateError
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.results.entry_lines import parse_line
from epic_events.pairings.results.table_rows import tables_for_entry
from tests.epic_events.factories import make_running_event, make_user
from tests.epic_events.pairings.play import matches_of, played_round, published_round, running_event, users_at

pytestmark = pytest.mark.django_db

CountedQueries = Callable[[int], AbstractContextManager[Any]]
SCORES = ("21", "20", "12", "02", "id", "101", "c1", "ns2", "dl", "aw1")


def large_round(tables: int) -> tuple[Event, Round, User]:
    """Return a published best-of-three round with that many tables, and the organiser."""
    organiser = make_user("Olga Organiser")
    event = make_running_event(2 * tables, organiser=organiser, stage={"best_of": 3, "rounds": 3})
    return event, published_round(event, organiser), organiser


def block(tables: int) -> str:
    return "\n".join(f"{table} {SCORES[table % len(SCORES)]}" for table in range(1, tables + 1))


@pytest.mark.parametrize("tables", [10, 90, 150])
def test_enter_lines_query_count_is_constant(tables: int, django_assert_num_queries: CountedQueries) -> None:
    _event, round_, organiser = large_round(tables)
    with django_assert_num_queries(15):
        # roles (2), transaction (2), event, round, tables with seats and reports (3), reports, matches, seats, log,
        # the version tokens of the event and of the site (2)
        entered = services.enter_lines(organiser, round_, block(tables))
    assert len(entered) == tables == round_.matches.filter(status="confirmed").count()


@pytest.mark.parametrize("tables", [10, 90])
def test_tables_for_entry_loads_only_named_tables(tables: int) -> None:
    _event, round_, _organiser = large_round(tables)
    seats = [seat.pk for row in tables_for_entry(round_, {3, 7}) for seat in row.seats]
    assert sorted(seats) == sorted(
        Seat.objects.filter(round=round_, match__table__in=(3, 7)).values_list("pk", flat=True)
    )


@pytest.mark.parametrize("tables", [10, 90])
def test_correcting_lines_query_count_is_constant(tables: int, django_assert_num_queries: CountedQueries) -> None:
    _event, round_, organiser = large_round(tables)
    services.enter_lines(organiser, round_, block(tables))
    other = "\n".join(f"{table} {'02' if table % 2 else '20'}" for table in range(1, tables + 1))
    with django_assert_num_queries(15):
        services.enter_lines(organiser, round_, other, reason="sheet was upside down")
    assert Entry.objects.filter(verb="result.corrected").count() == sum(
        SCORES[table % len(SCORES)] != ("02" if table % 2 else "20") for table in range(1, tables + 1)
    )


@pytest.mark.parametrize("tables", [10, 90])
def test_bulk_entry_of_page_and_api_query_count_is_constant(
    tables: int, django_assert_num_queries: CountedQueries
) -> None:
    event, round_, organiser = large_round(tables)
    client, api = Client(), APIClient()
    client.force_login(organiser)
    api.force_authenticate(organiser)
    with django_assert_num_queries(24):
        answer = client.post(
            reverse("pairings:entry_block", args=[event.slug]),
            {"round": round_.pk, "text": block(tables), "save": "all"},
        )
    assert answer.status_code == 302
    again = {"lines": block(tables).replace(" 21", " 12"), "reason": "sheet was upside down"}
    with django_assert_num_queries(16):
        output = api.post(reverse("api:round-results", args=[round_.pk]), again, format="json")
    assert len(output.json()) == tables


def everything(event: Event) -> dict[str, list[Any]]:
    """Return all rows that results write, without keys and times."""
    rounds = Round.objects.filter(stage__event=event)
    table_of = dict(Match.objects.filter(round__in=rounds).values_list("pk", "table"))
    reports = ResultReport.objects.filter(match__round__in=rounds).order_by("pk")
    place = {report.pk: at for at, report in enumerate(reports)}
    lines = Entry.objects.of_event(event.pk).order_by("pk")
    return {
        "matches": list(
            Match.objects.filter(round__in=rounds)
            .order_by("table")
            .values_list("table", "status", "result_kind", "games_drawn")
        ),
        "seats": list(
            Seat.objects.filter(round__in=rounds)
            .order_by("match__table", "place")
            .values_list("place", "game_wins", "points", "outcome", "health", "registration__status")
        ),
        "reports": [
            (table_of[one.match_id], one.kind, one.values, one.reason, place.get(one.supersedes_id or 0))
            for one in reports
        ],
        "log": [
            (line.verb, line.reason, {**line.data, "report": place.get(line.data.get("report", 0)), "stage": None})
            for line in lines
            if line.verb.startswith(("result.", "registration."))
        ],
    }


def test_enter_lines_equals_single_entries() -> None:
    text = "1 21 x2\n2 id\n3 101\n4 c1 # shook hands\n5 ns2 x1\n"
    correction = "2 20 # misread\n4 c1\n1 12 # sides\n"
    left = []
    organiser = make_user("Olga Organiser")
    for at_once in (True, False):
        event = make_running_event(12, organiser=organiser, stage={"best_of": 3})
        round_ = published_round(event, organiser, seed=7)
        player, _other = (seat.registration for seat in matches_of(round_)[1].seats.order_by("place"))
        player.player.user = make_user()
        player.player.save()
        services.report_result(player.player.user, matches_of(round_)[1], Score(2, 1), drops=True)
        for part in (text, correction):
            if at_once:
                services.enter_lines(organiser, round_, part, overrides=services.ANY_REPORT)
                continue
            for typed in part.splitlines():
                message = parse_line(typed, 3)
                match = matches_of(round_)[message.table - 1]
                services.enter_result(
                    organiser,
                    match,
                    message.score,
                    reason=message.reason,
                    drops=message.drops,
                    overrides=services.ANY_REPORT,
                )
        left.append(everything(event))
    assert left[0] == left[1]
    assert [line[0] for line in left[0]["log"]][:5] == [
        "result.reported", "result.entered", "registration.dropped", "result.entered", "registration.dropped",
    ]  # fmt: skip


def test_enter_lines_with_dependent_cut_round_enters_none() -> None:
    event, organiser = running_event(4, cut=4, stage={"rounds": 1})
    played_round(event, organiser)
    semis = services.publish_round(organiser, services.start_cut(organiser, event))
    services.enter_lines(organiser, semis, "1 1\n2 1")
    services.pair_round(organiser, event)
    with pytest.raises(StateError, match=r"^Line 2: The next round of the cut was paired from this result"):
        services.enter_lines(organiser, semis, "1 1\n2 2", reason="sheet was upside down")
    assert ResultReport.objects.filter(match__round=semis).count() == 2


def test_enter_lines_keeps_equal_confirmed_result() -> None:
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    match = matches_of(round_)[0]
    for user, score in zip(users_at(match), (Score(1, 0), Score(1, 0)), strict=True):
        services.report_result(user, match, score)
    services.enter_lines(organiser, round_, "1 1\n2 2")
    assert [one.kind for one in ResultReport.objects.filter(match=match)] == ["player", "player"]


def test_enter_lines_finds_tables_by_names() -> None:
    _event, round_, organiser = large_round(3)
    match = round_.matches.filter(table=2).get()
    first, second = (seat.registration.name for seat in match.seats.order_by("place"))
    services.enter_lines(organiser, round_, f"1 2:1\n{second} 2\N{EM DASH}0 {first}\n")
    assert list(match.seats.order_by("place").values_list("game_wins", flat=True)) == [0, 2]
    assert round_.matches.filter(status="confirmed").count() == 2
