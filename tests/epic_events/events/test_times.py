"""Times are shown in the time zone of the venue, with its name."""

from datetime import UTC, datetime

import pytest
from django.conf import settings
from django.test import Client

from epic_events.events.times import format_event_time, zone_name
from tests.epic_events.factories import at, make_event


@pytest.mark.parametrize(
    ("zone", "expected"),
    [
        ("Europe/Berlin", "12 Jul, 12:05 CEST"),
        ("UTC", "12 Jul, 10:05 UTC"),
        ("America/Sao_Paulo", "12 Jul, 07:05 UTC-03"),
        ("Asia/Kathmandu", "12 Jul, 15:50 UTC+0545"),
        ("America/New_York", "12 Jul, 06:05 EDT"),
        ("Pacific/Auckland", "12 Jul, 22:05 NZST"),
    ],
)
@pytest.mark.django_db
def test_event_time_is_shown_in_venue_zone_with_its_name(zone: str, expected: str):
    assert format_event_time(at("2026-07-12T10:05"), make_event(time_zone=zone)) == expected


def test_time_without_event_is_shown_in_utc():
    assert format_event_time(at("2026-07-12T10:05"), None, "j M Y, H:i") == "12 Jul 2026, 10:05 UTC"
    assert zone_name(datetime(2026, 7, 12, tzinfo=UTC)) == "UTC"


@pytest.mark.django_db
def test_pages_show_event_start_with_zone(client: Client):
    event = make_event(time_zone="America/New_York", starts_at=at("2031-07-12T01:30"), capacity=None)
    for path in ("/", "/events/", event.get_absolute_url()):
        assert "Fri 11 Jul 2031, 21:30 EDT</time>" in client.get(path).content.decode()


def test_templates_render_no_time_in_server_zone():
    sources = {path: path.read_text(encoding="utf-8") for path in (settings.BASE_DIR / "templates").rglob("*.html")}
    hours = [
        (path.name, line.strip())
        for path, source in sources.items()
        for line in source.splitlines()
        if '|date:"' in line and any(f'|date:"{form}"' in line for form in ("H:i", "j M Y, H:i", "j M, H:i"))
    ]
    assert hours == []
