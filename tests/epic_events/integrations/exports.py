"""Download event files in tests and parse their rows."""

import csv
import io
import json
from typing import Any

from django.test import Client

from epic_events.events.models import Event


def sign_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def get_file(client: Client, event: Event, name: str) -> Any:
    return client.get(f"/events/{event.slug}/files/{name}")


def rows(client: Client, event: Event, name: str) -> list[dict[str, Any]]:
    """Return the rows of a file, equal in CSV and JSON."""
    read: list[dict[str, Any]] = json.loads(get_file(client, event, f"{name}.json").getvalue())
    table = list(csv.DictReader(io.StringIO(get_file(client, event, f"{name}.csv").getvalue().decode())))
    assert table == [{key: _cell(value) for key, value in row.items()} for row in read]
    return read


def _cell(value: object) -> str:
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return "" if value is None else str(value)
