"""Two web servers and two workers on one PostgreSQL and one Redis."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.conftest import ROOT
from tests.live import PATIENCE, Servers, free_port
from tests.waiting import wait_until
from tools import artifacts, services

pytestmark = [pytest.mark.worker, pytest.mark.sweep]

FILL = """
import django; django.setup()
import json
from epic_events.events.models import StaffRole
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_key, make_staff
from tests.epic_events.pairings.play import running_event
event, organiser = running_event(8)
judges = [make_key(make_staff(event, StaffRole.Role.JUDGE)) for _each in range(2)]
print(json.dumps({"slug": event.slug, "organiser": make_key(organiser), "judges": judges, "record": LEGAL}))
"""
COUNT = """
import django; django.setup()
import json
from epic_events.disputes.models import Dispute
from epic_events.audit_log.models import Entry
from epic_events.pairings.models import Round
print(json.dumps({
    "verdicts": list(Dispute.objects.order_by("pk").values_list("status", "verdict", "attempts")),
    "replays": Entry.objects.filter(verb="dispute.replayed").count(),
    "rounds": list(Round.objects.values_list("number", "status")),
}))
"""
_OF_ONE_ANSWER = re.compile(
    r'(name="(?:csrfmiddlewaretoken|request_key)" value=")[^"]*|(As of )[^(]*|(expected_version=)[^"&]*'
)


class TwoServers:
    """Two web servers on one database.

    Attributes:
        urls: their URLs.
        test_data: test data.
    """

    def __init__(self, urls: tuple[str, str], output: dict[str, Any], environment: dict[str, str]) -> None:
        self.urls, self.test_data, self._environment = urls, output, environment

    def page(self, which: int, path: str) -> str:
        """Return a page of one server for an anonymous visitor."""
        with urllib.request.urlopen(self.urls[which] + path, timeout=PATIENCE) as answer:
            return _OF_ONE_ANSWER.sub(r"\1\2\3", answer.read().decode())

    def ask(self, which: int, path: str, token: str = "", body: Any = None) -> tuple[int, Any]:
        """Return status and JSON of an API request to one server."""
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {token}"} if token else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.urls[which]}/api/v1/{path}", data=data, headers=headers)
        try:
            answer = urllib.request.urlopen(request, timeout=PATIENCE)
        except urllib.error.HTTPError as refused:
            answer = refused
        with answer:
            return int(answer.status), json.loads(answer.read())

    def counted(self) -> dict[str, Any]:
        """Return counts of the database."""
        return dict(json.loads(_run(COUNT, self._environment)))


def _run(program: str, environment: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()[-1]


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TwoServers]:
    folder = tmp_path_factory.mktemp("two")
    with ExitStack() as stack:
        server = stack.enter_context(services.postgresql())
        name = f"epic_two_{os.getpid()}"
        url = artifacts.create_migrated_database(server, name)
        stack.callback(_drop, server, name)
        environment = {
            **os.environ,
            "DATABASE_URL": url,
            "REDIS_URL": stack.enter_context(services.redis(str(folder))),
            "VAR_DIR": str(folder),
            "DJANGO_SETTINGS_MODULE": "epic_events.settings",
            "DEMO": "off",
        }
        output = json.loads(_run(FILL, environment))
        servers = Servers(environment)
        stack.callback(servers.close)
        for number in range(2):
            stack.enter_context(_worker(environment, folder / f"worker-{number}"))
        one, two = (stack.enter_context(servers.serving(free_port())) for _each in range(2))
        yield TwoServers((one, two), output, environment)


def _drop(server: str, name: str) -> None:
    with psycopg.connect(server, autocommit=True) as own:
        own.execute(f'drop database "{name}" with (force)'.encode())


def _worker(environment: dict[str, str], var: Path) -> ExitStack:
    """Run a worker with its own folder, as on another host, until the context ends."""
    var.mkdir()
    command = [sys.executable, "-m", "celery", "--quiet", "-A", "epic_events", "worker", "-c", "1", "-l", "WARNING"]
    own = {**environment, "VAR_DIR": str(var), "SECRET_KEY": (var.parent / "secret-key").read_text()}
    process = subprocess.Popen(command, cwd=ROOT, env=own, start_new_session=True)
    ended = ExitStack()
    ended.callback(process.wait, 30)
    ended.callback(os.killpg, process.pid, signal.SIGTERM)
    return ended


def test_two_servers_pair_round_once_and_serve_no_stale_page(both: TwoServers) -> None:
    slug, organiser = both.test_data["slug"], both.test_data["organiser"]
    pages = ("/", f"/events/{slug}/", f"/events/{slug}/rounds/", f"/events/{slug}/standings/")
    assert [both.page(0, path) == both.page(1, path) for path in pages] == [True] * 4
    with ThreadPoolExecutor(2) as at_once:
        paired = list(at_once.map(lambda which: both.ask(which, f"events/{slug}/rounds/pair/", organiser, {}), (0, 1)))
    assert min(status for status, _body in paired) in (200, 201), paired
    assert [number for number, _status in both.counted()["rounds"]] == [1]
    drawn = next(body for status, body in paired if status in (200, 201))
    before = [both.page(which, pages[2]) for which in (0, 1)]
    status, _round = both.ask(1, f"rounds/{drawn['id']}/publish/", organiser, {})
    assert status == 200
    published = [both.page(which, pages[2]) for which in (0, 1)]
    assert (published[0] == published[1], published[0] == before[0]) == (True, False)
    tables = [both.ask(which, f"events/{slug}/matches/")[1]["results"] for which in (0, 1)]
    assert (tables[0] == tables[1], len(tables[0])) == (True, 4)
    for number, match in enumerate(tables[0]):  # written through one, read through the other
        result = {"game_wins": [1, 0], "as_staff": True}
        assert both.ask(number % 2, f"matches/{match['id']}/result/", organiser, result)[0] == 200
        after = [both.page(which, pages[2]) for which in (1 - number % 2, number % 2)]
        assert (after[0] == after[1], after[0] == published[0]) == (True, False)
        published = after
    assert both.page(0, pages[3]) == both.page(1, pages[3])


def test_two_workers_replay_each_dispute_once(both: TwoServers) -> None:
    bodies = [{"title": f"T{n}", "record": both.test_data["record"], "event": both.test_data["slug"]} for n in range(8)]
    for number, body in enumerate(bodies):
        assert both.ask(number % 2, "disputes/", both.test_data["judges"][number % 2], body)[0] == 201
    wait_until(lambda: all(status == "done" for status, *_more in both.counted()["verdicts"]), both.counted, pause=0.5)
    found = both.counted()
    assert (found["verdicts"], found["replays"]) == ([["done", "legal", 1]] * 8, 8)


def test_two_servers_share_rate_limits(both: TwoServers) -> None:
    wrong = {"email": "nobody@example.org", "password": "wrong"}
    statuses = [both.ask(number % 2, "token/", "", wrong)[0] for number in range(7)]
    assert statuses == [401] * 5 + [429] * 2
