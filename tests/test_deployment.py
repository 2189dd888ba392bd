"""Deployment files: threats and their tests, image, compose file, units, settings."""

import configparser
import re
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings
from dockerfile_parse import DockerfileParser

from epic_events import launch
from epic_events.launch import KEEP_ALIVE
from tests.conftest import ROOT

DEPLOY = ROOT / "deploy"
USER_GUIDES = "\n".join(
    (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "docs/configuration.md", "docs/command-line.md")
)
GUIDE = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8")
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def test_threats_name_existing_tests() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs" / "threats.md").read_text(encoding="utf-8"))
    written = {path: (ROOT / path).read_text(encoding="utf-8") for path, _name in named}
    gone = [f"{path}::{name}" for path, name in named if f"def {name}(" not in written[path]]
    assert (len(named) > 25, gone) == (True, [])


def test_dockerfile_passes_hadolint() -> None:
    hadolint = Path(sys.executable).with_name("hadolint")
    done = subprocess.run([hadolint, DEPLOY / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_dockerfile_has_two_stages_and_an_unprivileged_user() -> None:
    steps = DockerfileParser(fileobj=BytesIO((DEPLOY / "Dockerfile").read_bytes())).structure
    assert [step["value"].split()[1:] for step in steps if step["instruction"] == "FROM"] == [["AS", "built"], []]
    assert [step["value"] for step in steps if step["instruction"] == "USER"] == ["10001:10001"]
    copied = [
        step["value"].split()[0] for step in steps if step["instruction"] == "COPY" and "--from" not in step["value"]
    ]
    assert [name for name in copied if not (ROOT / name).exists()] == []
    ignored = (DEPLOY / "Dockerfile.dockerignore").read_text().splitlines()
    assert {name.removeprefix("./") for name in copied} <= {line.removeprefix("!") for line in ignored}


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8")))


def test_compose_services_have_image_dependencies_volumes_and_health_check() -> None:
    written = compose()
    services: dict[str, dict[str, Any]] = written["services"]
    assert set(services) == {
        "prepare", "web", "worker-replays", "worker-documents", "beat", "manage", "postgresql", "pool", "redis",
        "proxy",
    }  # fmt: skip
    for name, service in services.items():
        assert "image" in service, name
        assert set(service.get("depends_on", {})) <= set(services), name
        assert service["restart"] in {"no", "unless-stopped"}, name
    stored = [volume.partition(":")[0] for one in services.values() for volume in one.get("volumes", ())]
    assert {volume for volume in stored if not volume.startswith(".")} == set(written["volumes"])
    for name in ("web", "worker-replays", "worker-documents", "beat"):
        assert (services[name]["read_only"], services[name]["cap_drop"]) == (True, ["ALL"])
    queues = [name for one in services.values() for name in queues_of(one.get("command", []))]
    assert sorted(queues) == sorted(settings.QUEUES)


def test_backup_volume_belongs_to_unprivileged_user() -> None:
    """A new named volume takes over the owner of the folder in the image; a folder of the host belongs to root."""
    mounted = dict(volume.split(":")[:2] for volume in compose()["services"]["manage"]["volumes"])
    assert mounted == {"backups": "/backups"}
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    made, owned = (re.search(pattern, dockerfile) for pattern in (r"mkdir -p (.*?) \\", r"chown -R epic:epic (.*?) \\"))
    assert made is not None
    assert owned is not None
    assert "/backups" in made[1].split()
    assert "/backups" in owned[1].split()


def test_web_servers_need_no_home() -> None:
    """The control socket of gunicorn is in HOME by default."""
    image = DockerfileParser(fileobj=BytesIO((DEPLOY / "Dockerfile").read_bytes())).cmd
    commands = [image, *(unit.read_text() for unit in UNITS if unit.name.startswith("epic-web")), supervised()]
    assert ["--no-control-socket" in command for command in commands] == [True] * 3


def test_workers_have_lower_priority_than_web_servers() -> None:
    services = compose()["services"]
    usual = 1024  # what Docker gives who asks for nothing
    shares = {name: service.get("cpu_shares", usual) for name, service in services.items()}
    assert {name for name, share in shares.items() if share < usual} == {"worker-replays", "worker-documents"}
    weighed = {unit.name for unit in UNITS if re.search(r"^CPUWeight=\d\d$", unit.read_text(), re.MULTILINE)}
    assert weighed == {"epic-worker@.service"}


def supervised() -> str:
    """Return the command with which ``make run`` starts the web server."""
    manager = launch._supervisor("127.0.0.1", 8000, None)
    return str(manager._processes["web"]["obj"].cmd)


def test_keep_alive_is_longer_than_that_of_the_proxies() -> None:
    """A request sent over a connection that is being closed is lost and not retried."""
    image = DockerfileParser(fileobj=BytesIO((DEPLOY / "Dockerfile").read_bytes())).cmd
    commands = [image, *(unit.read_text() for unit in UNITS if unit.name.startswith("epic-web")), supervised()]
    closed = [int(found) for each in commands for found in re.findall(r'--keep-alive"?,? "?(\d+)', each)]
    let_go = [
        int(re.findall(pattern, (DEPLOY / name).read_text())[0])
        for name, pattern in (("nginx.conf", r"keepalive_timeout (\d+)s;"), ("Caddyfile", r"\tkeepalive (\d+)s"))
    ]
    assert (closed, let_go) == ([KEEP_ALIVE] * 3, [60, 60])
    assert max(let_go) < KEEP_ALIVE


def queues_of(words: Any) -> list[str]:
    """Return the queues of a worker command; none for another command."""
    words = words.split() if isinstance(words, str) else list(words)
    return words[words.index("--queues") + 1].split(",") if "--queues" in words else []


def test_deployment_files_use_existing_settings_only() -> None:
    known = set(re.findall(r"`([A-Z_]{4,})`", USER_GUIDES)) | {"SITE", "POSTGRES_PASSWORD"}
    example = (DEPLOY / "example.env").read_text(encoding="utf-8")
    named = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    for service in compose()["services"].values():
        if "env_file" in service:
            named |= set(service["environment"])
    for unit in UNITS:
        named |= set(re.findall(r"([A-Z_]{4,})=", unit.read_text().partition("Environment=")[2].partition("\n")[0]))
    assert named - known == set()
    asked = set(re.findall(r"\$\{(\w+):\?", (DEPLOY / "compose.yaml").read_text()))
    assert asked <= set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_units_run_existing_commands_without_privileges(unit: Path) -> None:
    read = configparser.ConfigParser(interpolation=None, strict=False)
    read.optionxform = str  # type: ignore[assignment,method-assign]
    read.read_string(unit.read_text(encoding="utf-8"))
    service = read["Service"]
    program = Path(service["ExecStart"].split()[0])
    assert (program.parent, Path(sys.executable).with_name(program.name).exists()) == (
        Path("/srv/epic/site/.venv/bin"),
        True,
    )
    hardened = {name: service[name] for name in ("User", "NoNewPrivileges", "ProtectSystem", "UMask", "Restart")}
    assert hardened == {
        "User": "epic", "NoNewPrivileges": "yes", "ProtectSystem": "strict", "UMask": "0077", "Restart": "always",
    }  # fmt: skip
    assert set(queues_of(service["ExecStart"])) <= {*settings.QUEUES, "%i"}


def test_operation_guide_names_existing_files_only() -> None:
    """Files, units, services, addresses, metrics and commands; another test runs them."""
    services = set(compose()["services"])
    for line in re.findall(r"^docker compose .*$", GUIDE, re.MULTILINE):
        words = line.split()
        assert (ROOT / words[words.index("-f") + 1]).exists()
        assert "run" not in words or words[words.index("--rm") + 1] in services
    units = {unit.name.partition(".")[0].rstrip("@") for unit in UNITS}
    started = re.findall(r"\b(epic-\w+)(?:@[\w,]+)?", "\n".join(re.findall(r"^systemctl .*$", GUIDE, re.MULTILINE)))
    assert set(started) == units
    measured = (ROOT / "epic_events/infra/metrics.py").read_text() + (
        ROOT / "epic_events/site_admin/queues.py"
    ).read_text()
    output = {name.removesuffix("_total") for name in re.findall(r"`(epic_\w+)`", GUIDE)}
    assert [name for name in output if f'"{name}"' not in measured] == []
    commands = set(re.findall(r"manage\.py (\w+)", GUIDE))
    ours = {path.stem for path in (ROOT / "epic_events").rglob("management/commands/*.py")}
    assert commands - ours <= {"migrate", "collectstatic", "check", "createsuperuser", "help"}
