"""Audit log of an event: filters and downloads."""

import csv
import io
import json
from functools import partial
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.audit_log.models import Entry
from epic_events.events.audit_pages import AuditLogFilter, build_audit_log_lines
from epic_events.events.models import Event
from epic_events.events.services import withdraw
from tests.epic_events.counting import queries_of
from tests.epic_events.factories import make_event, make_registration, make_user
from tests.epic_events.pairings.play import entry_of, matches_of, played_round, running_event

pytestmark = pytest.mark.django_db


def file_of(client: Client, event: Event, kind: str, **asked: str) -> str:
    response: Any = client.get(reverse("events:log_file", args=[event.slug, kind]), asked)
    return b"".join(response.streaming_content).decode()


def filtered_verbs(event, **asked: str) -> list[str]:
    """Return the verbs of the filtered audit entries, oldest first."""
    return [entry.verb for entry in reversed(AuditLogFilter(asked or None, event).lines())]


@pytest.fixture
def played():
    event, organiser = running_event(4)
    return event, organiser, played_round(event, organiser), played_round(event, organiser, seed=2)


def test_event_log_filters_by_round_and_table(played):
    event, _, first, second = played
    of_first = filtered_verbs(event, round=str(first.pk))
    assert of_first == ["round.paired", "round.published", "result.entered", "result.entered", "round.finished"]
    assert filtered_verbs(event, round=str(second.pk)) == of_first
    assert filtered_verbs(event, round=str(first.pk), table="1") == ["result.entered"]
    assert filtered_verbs(event, table="1") == ["result.entered"] * 2
    assert filtered_verbs(event, table="3") == []


def test_event_log_filters_by_user_and_category(played):
    event, organiser, first, _ = played
    entry = entry_of(matches_of(first)[0], 1)
    entry.name = "Nobody Else"
    entry.save()
    of_one = filtered_verbs(event, q="nobody")
    assert [verb for verb in of_one if verb.startswith("result.")] == ["result.entered"] * 2
    assert filtered_verbs(event, q="nobody", kind="result") == ["result.entered"] * 2
    assert filtered_verbs(event, q="nobody", kind="result", round=str(first.pk)) == ["result.entered"]
    by_organiser = Entry.objects.filter(event_id=event.pk, actor=organiser).count()
    assert len(filtered_verbs(event, q=organiser.name)) == by_organiser


def test_event_log_invalid_filter_shows_error(client: Client, played):
    event, organiser, *_ = played
    client.force_login(organiser)
    response = client.get(reverse("events:log", args=[event.slug]), {"table": "none"})
    assert response.context["lines"] == []
    assert "Enter a whole number." in response.content.decode()


def test_event_log_filter_matches_reasons(client: Client):
    organiser = make_user("Olga")
    event = make_event(organiser=organiser)
    withdraw(organiser, make_registration(event), reason="Missed the train")
    assert filtered_verbs(event, q="train") == ["registration.withdrawn"]


def test_event_log_files_equal_page(client: Client, played):
    event, organiser, first, _ = played
    client.force_login(organiser)
    asked = {"round": str(first.pk)}
    shown = build_audit_log_lines(AuditLogFilter(asked, event).lines())
    rows = list(csv.DictReader(io.StringIO(file_of(client, event, "csv", **asked))))
    listed = json.loads(file_of(client, event, "json", **asked))
    assert [(row["who"], row["what"], row["about"]) for row in listed] == [
        (line.who, line.words, line.about) for line in shown
    ]
    assert [(row["number"], row["verb"]) for row in rows] == [(str(row["number"]), row["verb"]) for row in listed]
    assert [json.loads(row["data"]) for row in rows] == [row["data"] for row in listed]
    assert listed[0]["at"] == shown[0].entry.at.isoformat()


def test_event_log_csv_escapes_formulas(client: Client):
    organiser = make_user("Olga")
    event = make_event(organiser=organiser)
    withdraw(organiser, make_registration(event), reason="=1+1")
    client.force_login(organiser)
    rows = csv.DictReader(io.StringIO(file_of(client, event, "csv")))
    assert [row["reason"] for row in rows if row["reason"]] == ["'=1+1"]


def test_event_log_filtered_query_count_is_constant(client: Client):
    counts = []
    for players in (4, 8):
        event, organiser = running_event(players)
        first = played_round(event, organiser)
        client.force_login(organiser)
        address = reverse("events:log", args=[event.slug])
        asked = {"round": str(first.pk), "q": "a", "kind": "result"}
        counts.append(queries_of(partial(client.get, address, asked)))
    assert counts[0] == counts[1]
