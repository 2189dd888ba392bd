"""Bidirectional names in sentences: isolated on pages, unchanged in the API."""

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.events import services as events
from epic_events.events.models import Registration
from epic_events.infra.names import isolated
from epic_events.pairings import services
from epic_events.pairings.methods.scores import DASH, Score
from tests.epic_events.pairings.play import matches_of, published_round, running_event

pytestmark = pytest.mark.django_db

HEBREW, ARABIC = "אורי כהן", "محمد علي"
MARKS = "\u2068\u2069"


def page(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_bidirectional_names_are_isolated_in_sentences():
    event, organiser = running_event(2)
    for entry, name in zip(event.registrations.order_by("pk"), (HEBREW, ARABIC), strict=True):
        Registration.objects.filter(pk=entry.pk).update(name=name)
    match = matches_of(published_round(event, organiser))[0]
    staff = Client()
    staff.force_login(organiser)
    names = [seat.registration.name for seat in match.seats.order_by("place")]
    first, second = (isolated(name) for name in names)
    desk = page(staff, "pairings:control", event.slug)
    assert f"{first} 1{DASH}0</option>" in desk
    assert f"{second} did not show up</option>" in desk
    services.enter_result(organiser, match, Score(1, 0))
    assert f"{first} won 1{DASH}0." in page(Client(), "pairings:match", event.slug, match.pk)
    assert f"Round 1, {first} {DASH} {second}" in page(staff, "events:log", event.slug)
    assert f"{first} had 0 match points" in page(Client(), "pairings:why", event.slug, match.pk)


def test_api_returns_bidirectional_names_unchanged():
    event, organiser = running_event(4)
    for entry, name in zip(event.registrations.order_by("pk"), (HEBREW, ARABIC, "Ada", "Bo"), strict=True):
        Registration.objects.filter(pk=entry.pk).update(name=name)
    client = Client()
    client.force_login(organiser)
    round_ = published_round(event, organiser)
    for match in matches_of(round_):
        services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, round_)
    draft = services.pair_round(organiser, event)
    events.drop(organiser, event.registrations.get(name=HEBREW))
    first = matches_of(round_)[0]
    addresses = [
        reverse("api:match", args=[first.pk]),
        reverse("api:why", args=[first.pk]),
        reverse("api:standings", args=[event.slug]),
    ]
    answers = [client.get(address) for address in addresses]
    refused = client.post(reverse("api:publish", args=[draft.pk]), {}, content_type="application/json")
    assert ([answer.status_code for answer in answers], refused.status_code) == ([200, 200, 200], 409)
    bodies = [str(answer.json()) for answer in (*answers, refused)]
    assert all(name in " ".join(bodies) for name in (HEBREW, ARABIC))
    assert not any(mark in body for mark in MARKS for body in bodies)
