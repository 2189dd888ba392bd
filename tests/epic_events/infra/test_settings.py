"""Settings from the environment, each in a separate process."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings

from tests.conftest import ROOT

# What is read here stands when the settings are read: the apps need not be loaded for it.
SHOW = """
import json
from django.conf import settings
print(json.dumps({name: getattr(settings, name) for name in (%s)}, default=str))
"""


def with_defaults(tmp_path: Path, environment: dict[str, str]) -> dict[str, str]:
    own = {"PATH": os.environ["PATH"], "DJANGO_SETTINGS_MODULE": "epic_events.settings", "VAR_DIR": str(tmp_path)}
    return own | environment


def run(tmp_path: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run code in a new Python process."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=with_defaults(tmp_path, environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


@pytest.fixture(scope="module")
def forks() -> Iterator[subprocess.Popen[str]]:
    """Yield the process that forks one per question; see ``settings_forked``."""
    command = [sys.executable, "-m", "tests.epic_events.infra.settings_forked"]
    bare = {"PATH": os.environ["PATH"]}
    with subprocess.Popen(
        command, cwd=ROOT, env=bare, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture
def forked(forks: subprocess.Popen[str], tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function like ``run`` that forks from a process with all imports done."""

    def run_forked(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
        assert forks.stdin is not None
        assert forks.stdout is not None
        print(json.dumps([code, with_defaults(tmp_path, environment)]), file=forks.stdin, flush=True)
        return subprocess.CompletedProcess([], *json.loads(forks.stdout.readline()))

    return run_forked


def settings_with(forked: Any, *names: str, **environment: str) -> dict[str, Any]:
    done = forked(SHOW % ", ".join(repr(name) for name in (*names, "DEBUG")), **environment)
    assert done.returncode == 0, done.stderr
    shown: dict[str, Any] = json.loads(done.stdout)
    return shown


@pytest.mark.parametrize(
    ("environment", "named"),
    [
        ({"SECRET_KEY": "short"}, "SECRET_KEY is too short"),
        ({"DEBUG": "perhaps"}, "DEBUG"),
        ({"HTTPS": "2"}, "HTTPS"),
        ({"PROXIES": "some"}, "PROXIES"),
        ({"DATABASE_URL": "mysql://root@localhost/epic"}, "DATABASE_URL"),
        ({"DATABASE_URL": "nonsense"}, "DATABASE_URL|environment holds a value"),
        ({"REDIS_URL": "http://localhost"}, "REDIS_URL"),
        ({"REDIS_URL": "redis://localhost:6379?db=2"}, "REDIS_URL names its database by ?db=: write it as redis://"),
        ({"EMAIL_URL": "pigeon://loft"}, "EMAIL_URL"),
        ({"JOB_HEARTBEAT_TIMEOUT": "soon"}, "JOB_HEARTBEAT_TIMEOUT"),
        ({"JOB_HEARTBEAT_TIMEOUT": "0"}, "JOB_HEARTBEAT_TIMEOUT is 0: give at least 1 second"),
        ({"ADDRESS_DAYS": "0"}, "ADDRESS_DAYS is 0: addresses are kept for at least a day"),
        ({"REPLAY_MEMORY": "8"}, "REPLAY_MEMORY is 8: a replay needs at least 64 megabytes"),
        ({"PROXIES": "-1"}, "PROXIES is -1: it counts the proxies in front of the site, from 0"),
        ({"ALLOWED_HOSTS": ""}, "ALLOWED_HOSTS is empty"),
    ],
)
def test_settings_invalid_value_is_named(forked, environment, named):
    done = forked("from django.conf import settings; settings.DEBUG", **environment)
    assert done.returncode != 0
    last = done.stderr.strip().splitlines()[-1]
    assert "ImproperlyConfigured" in last
    assert any(part in last for part in named.split("|"))


def test_settings_defaults_are_safe(tmp_path):
    names = ("SECRET_KEY", "ALLOWED_HOSTS", "SESSION_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SESSION_COOKIE_HTTPONLY")
    shown = settings_with(partial(run, tmp_path), *names)
    assert shown.pop("SECRET_KEY") == (tmp_path / "secret-key").read_text()
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
    assert shown == {
        "DEBUG": False,
        "ALLOWED_HOSTS": ["localhost", "127.0.0.1", "[::1]"],
        "SESSION_COOKIE_SECURE": False,
        "SECURE_SSL_REDIRECT": False,
        "SESSION_COOKIE_HTTPONLY": True,
    }


@pytest.mark.parametrize(
    ("environment", "address"),
    [
        ({}, "http://localhost:8000"),
        ({"PORT": "8080"}, "http://localhost:8080"),
        ({"PORT": ""}, "http://localhost:8000"),
        ({"PORT": "8080", "ALLOWED_HOSTS": "hall.example"}, "http://hall.example:8080"),
        ({"PORT": "8080", "ALLOWED_HOSTS": "hall.example", "HTTPS": "on"}, "https://hall.example"),
        ({"PORT": "8080", "SITE_ADDRESS": "https://events.example/"}, "https://events.example"),
    ],
)
def test_site_address_contains_port(forked, environment, address):
    assert settings_with(forked, "SITE_ADDRESS", **environment)["SITE_ADDRESS"] == address


def test_secret_key_of_machine_is_stable(forked, tmp_path):
    first = settings_with(forked, "SECRET_KEY")["SECRET_KEY"]
    assert settings_with(forked, "SECRET_KEY")["SECRET_KEY"] == first
    (tmp_path / "secret-key").write_text("")  # a machine that lost its power in the wrong moment
    assert len(settings_with(forked, "SECRET_KEY")["SECRET_KEY"]) > 40


KEEP = """
import django; django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute("create table kept (word text)")
    print(cursor.execute("PRAGMA synchronous").fetchone()[0])
"""


def test_data_directory_is_private_and_database_is_synchronous(tmp_path):
    """2 is FULL: a commit waits until the write-ahead log is on disk."""
    var = tmp_path / "kept"
    done = run(var, KEEP)
    assert (done.returncode, done.stdout.strip()) == (0, "2"), done.stderr
    assert {path.name: oct(path.stat().st_mode & 0o777) for path in (var, *var.iterdir())} == {
        "kept": "0o700",
        "epic.sqlite3": "0o600",
        "metrics": "0o700",
        "secret-key": "0o600",
        "static": "0o700",
    }


def test_database_file_world_readable_is_made_private(forked, tmp_path):
    (tmp_path / "epic.sqlite3").touch()
    (tmp_path / "epic.sqlite3").chmod(0o644)
    settings_with(forked, "VAR_DIR")
    assert oct((tmp_path / "epic.sqlite3").stat().st_mode & 0o777) == "0o600"


@pytest.mark.parametrize(
    ("redis", "broker"),
    [
        ("redis://localhost:6379/2", "redis://localhost:6379/2"),
        ("unix:///run/redis.sock", "redis+socket:///run/redis.sock"),
        ("unix:///run/redis.sock?db=2", "redis+socket:///run/redis.sock?virtual_host=2"),
    ],
)
def test_broker_url_uses_database_of_redis_url(forked, redis, broker):
    assert settings_with(forked, "CELERY_BROKER_URL", REDIS_URL=redis)["CELERY_BROKER_URL"] == broker


@pytest.mark.parametrize(
    ("environment", "subject"),
    [
        ({}, "mailto:desk@localhost"),
        ({"DEFAULT_FROM_EMAIL": "Desk <desk@events.example.org>"}, "mailto:desk@events.example.org"),
        ({"SITE_ADDRESS": "https://events.example.org"}, "https://events.example.org"),
    ],
)
def test_push_contact_is_address_that_push_services_accept(forked, environment, subject):
    assert settings_with(forked, "VAPID_SUBJECT", **environment)["VAPID_SUBJECT"] == subject


def test_settings_behind_https_proxy_are_secure(forked):
    names = ("SESSION_COOKIE_SECURE", "CSRF_COOKIE_SECURE", "SECURE_SSL_REDIRECT", "SECURE_HSTS_SECONDS")
    shown = settings_with(
        forked, *names, "ALLAUTH_TRUSTED_PROXY_COUNT", HTTPS="true", PROXIES="1", ALLOWED_HOSTS="epic.example"
    )
    assert shown == {
        "DEBUG": False,
        "SESSION_COOKIE_SECURE": True,
        "CSRF_COOKIE_SECURE": True,
        "SECURE_SSL_REDIRECT": True,
        "SECURE_HSTS_SECONDS": 31_536_000,
        "ALLAUTH_TRUSTED_PROXY_COUNT": 1,
    }


def test_deployment_check_has_no_warnings(tmp_path):
    code = "from django.core.management import execute_from_command_line as run; run(['', 'check', '--deploy'])"
    done = run(tmp_path, code, HTTPS="true", ALLOWED_HOSTS="epic.example", SECRET_KEY="x1" * 40 + "abcdefghijkl")
    assert done.returncode == 0, done.stderr
    assert (done.stdout, done.stderr) == ("System check identified no issues (2 silenced).\n", "")
    silenced = set(re.findall(r"security\.W\d+", (ROOT / "docs" / "threats.md").read_text(encoding="utf-8")))
    assert silenced == set(django_settings.SILENCED_SYSTEM_CHECKS)


POSTGRESQL = {"DATABASE_URL": "postgresql://epic@localhost/epic"}
ELSEWHERE = {"ALLOWED_HOSTS": "localhost,events.example.org"}


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({}, True),
        ({"ALLOWED_HOSTS": "localhost,127.0.0.1"}, True),
        (POSTGRESQL, False),
        (ELSEWHERE, False),
        ({"ALLOWED_HOSTS": "*"}, False),
        ({"ALLOWED_HOSTS": "localhost,192.168.1.20"}, False),
        ({"DEMO": "off"}, False),
        ({"DEMO": "on", **POSTGRESQL}, True),
        ({"DEMO": "on", **ELSEWHERE}, True),
    ],
)
def test_demo_is_on_by_default_only_on_localhost(forked, environment, shown):
    assert settings_with(forked, "DEMO", **environment)["DEMO"] is shown
