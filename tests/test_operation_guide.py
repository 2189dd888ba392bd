"""Commands of the operation guide: run where possible, otherwise parsed.

Commands that are also in the user guides run in ``tests/test_readme.py``. Missing tools (nginx, Caddy, systemd) are
skipped.
"""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command, get_commands, load_command_class
from django.db import connection
from django.test import override_settings

from epic_events.accounts.models import SiteRole, User
from epic_events.judging.rulings.models import Ruling
from tests.conftest import ROOT
from tests.test_deployment import DEPLOY, GUIDE, UNITS, USER_GUIDES, compose

MANAGE = ".venv/bin/python manage.py "


def lines(kind: str) -> list[str]:
    """Return the lines of the guide's code blocks of a language."""
    blocks = re.findall(rf"^```{kind}\n(.*?)^```", GUIDE, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip()]


def tool(name: str) -> str:
    """Return the path of a tool; skip the test if it is missing."""
    found = shutil.which(name) or shutil.which(name, path="/usr/sbin:/sbin")
    if found is None:
        pytest.skip(f"not run: {name} is not installed here")
    return found


def run_tool(*words: str | Path, **more: str) -> tuple[int, str]:
    """Return exit code and output of a tool."""
    done = subprocess.run(
        list(map(str, words)), env={"PATH": "/usr/bin:/bin", **more}, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def test_compose_file_follows_the_specification(tmp_path: Path) -> None:
    check: list[str | Path] = [
        Path(sys.executable).with_name("check-jsonschema"),
        "--builtin-schema",
        "vendor.compose-spec",
    ]
    assert run_tool(*check, DEPLOY / "compose.yaml") == (0, "ok -- validation done\n")
    wrong = tmp_path / "compose.yaml"
    wrong.write_text((DEPLOY / "compose.yaml").read_text().replace("cap_drop:", "drop_caps:"), encoding="utf-8")
    code, output = run_tool(*check, wrong)
    assert (code, "drop_caps" in output) == (1, True)


@pytest.mark.django_db
@pytest.mark.any_database
def test_shell_commands_of_the_operation_guide_run(tmp_path: Path) -> None:
    in_user_guides = set(re.findall(r"^\.venv/bin/python manage\.py .*$", USER_GUIDES, re.MULTILINE))
    ran = []
    for line in lines("sh"):
        assert line.startswith(MANAGE), line
        words = shlex.split(line.removeprefix(MANAGE))
        if words[0] in ("migrate", "backup", "restore", "copy_database"):  # of a whole database: with the USER_GUIDES
            assert any(one.startswith(f"{MANAGE}{words[0]}") for one in in_user_guides), line
            continue
        with override_settings(STATIC_ROOT=str(tmp_path / "static")):
            call_command(*words)
        ran.append(words[0])
    assert ran == [
        "collectstatic", "project_rulebooks", "load_bundled_rulings", "check", "createsuperuser", "open_account",
        "site_organisers",
    ]  # fmt: skip
    assert (tmp_path / "static" / "css").is_dir()
    assert Ruling.objects.exists()
    assert User.objects.get(email="you@example.org").is_superuser
    assert SiteRole.objects.get(role=SiteRole.Role.ORGANISER).user.email == "club@example.org"


@pytest.mark.django_db
def test_sql_of_the_operation_guide_returns_tables_and_indexes() -> None:
    if connection.vendor != "postgresql":
        pytest.skip("statements for PostgreSQL")
    largest, indexes = lines("sql")
    with connection.cursor() as cursor:
        cursor.execute(largest)
        assert len(cursor.fetchall()) == 10
        cursor.execute(indexes)
        output = {name for _table, name, _scans, _size in cursor.fetchall()}
        cursor.execute("SELECT indexname FROM pg_indexes WHERE schemaname = 'public'")
        assert output == {name for (name,) in cursor.fetchall()}


def test_container_commands_of_the_operation_guide_name_existing_services() -> None:
    services = compose()["services"]
    for line in lines("console"):
        words = shlex.split(line)
        if words[0] == "cp":
            assert (ROOT / words[1]).is_file()
            assert (ROOT / words[2]).parent.is_dir()
        elif words[:2] == ["docker", "compose"]:
            assert (words[2], (ROOT / words[3]).is_file()) == ("-f", True)
            if words[4] == "run":
                assert words[5] == "--rm"
                assert services[words[6]]["entrypoint"] == ["python", "manage.py"]
                parser = load_command_class(get_commands()[words[7]], words[7]).create_parser("manage.py", words[7])
                parser.parse_args(words[8:])
            else:
                assert words[4:] == ["up", "-d", "--build"]
        else:
            assert words[:3] == ["systemctl", "enable", "--now"]
            files = {unit.name for unit in UNITS}
            for unit, at, instance in (word.partition("@") for word in words[3:]):
                assert f"{unit}{at}.service" in files
                of = (DEPLOY / "systemd" / f"{unit}{at}.service").read_text(encoding="utf-8")
                assert ("%i" in of) == bool(instance)
                if unit == "epic-worker":
                    assert set(instance.split(",")) <= set(settings.QUEUES)
    started = [word.partition("@")[2] for word in shlex.split(lines("console")[-1]) if word.startswith("epic-worker@")]
    assert sorted(",".join(started).split(",")) == sorted(settings.QUEUES)


def test_systemd_accepts_the_units(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze")
    here = str(Path(sys.executable).parent)
    for unit in UNITS:
        text = unit.read_text(encoding="utf-8").replace("/srv/epic/site/.venv/bin", here)
        (tmp_path / unit.name).write_text(text, encoding="utf-8")
    assert run_tool(analyze, "verify", "--man=no", *sorted(tmp_path.iterdir())) == (0, "")


def test_caddy_accepts_the_caddyfile() -> None:
    code, output = run_tool(
        tool("caddy"),
        "validate",
        "--config",
        DEPLOY / "Caddyfile",
        "--adapter",
        "caddyfile",
        SITE="localhost",
        HOME="/tmp",
    )
    assert (code, "Valid configuration" in output.splitlines()) == (0, True)


def test_nginx_accepts_its_configuration(tmp_path: Path) -> None:
    nginx, openssl = tool("nginx"), tool("openssl")
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    asked = [openssl, "req", "-x509", "-newkey", "ed25519", "-nodes", "-subj", "/CN=events.example.org"]
    assert run_tool(*asked, "-keyout", key, "-out", certificate)[0] == 0
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("/etc/letsencrypt/live/events.example.org", str(tmp_path))
    whole = tmp_path / "nginx.conf"
    temporary = "".join(f"{name}_temp_path {tmp_path};" for name in ("client_body", "proxy"))
    whole.write_text(f"pid {tmp_path}/pid; events {{}} http {{ {temporary} access_log off; {text} }}", encoding="utf-8")
    code, output = run_tool(nginx, "-t", "-q", "-c", whole, "-e", tmp_path / "errors.log")
    assert (code, [line for line in output.splitlines() if "[emerg]" in line]) == (0, [])
