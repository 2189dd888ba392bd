"""The documented example program runs an event with a generated client."""

import importlib.util
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from django.core.management import call_command

from epic_events.events.models import Event
from tests.conftest import ROOT
from tests.epic_events.factories import make_key, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

DOCS = ROOT / "docs" / "api"


def test_generated_client_example_runs_event_of_eight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema, package = tmp_path / "schema.yml", tmp_path / "epic_events_api_client"
    call_command("spectacular", "--generator-class", "epic_events.api.schema.Generator", "--file", str(schema))
    made = [sys.executable, "-m", "openapi_python_client", "generate", "--path", str(schema), "--meta", "none"]
    subprocess.run(
        [*made, "--config", str(DOCS / "client.yml"), "--output-path", str(package)], check=True, capture_output=True
    )
    monkeypatch.syspath_prepend(tmp_path)
    spec = importlib.util.spec_from_file_location("run_an_event", DOCS / "run_an_event.py")
    assert spec is not None
    assert spec.loader is not None
    program = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(program)
    from epic_events.wsgi import application  # prepares all that a web process has: not while tests are collected

    site = httpx.WSGITransport(app=application)
    client = program.AuthenticatedClient(
        base_url="http://testserver", token=make_key(make_user()), httpx_args={"transport": site}
    )
    with client:
        order = program.run(client)
    assert sorted(order) == sorted(program.PLAYERS)
    event = Event.objects.get()
    assert (event.status, event.stages.count()) == (Event.Status.FINISHED, 2)
    assert event.registrations.get(name="Hana").status == "dropped"
