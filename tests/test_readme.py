"""The commands and tables of the README and of the guides for users."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from tests.conftest import ROOT
from tests.test_launch import environment, running
from tools import artifacts, services

pytestmark = pytest.mark.worker

EXAMPLE_DATABASE = "postgresql://epic:secret@localhost/epic"
EXAMPLE_REDIS = "redis://localhost:6379/0"


GUIDES = ("README.md", "docs/command-line.md", "docs/configuration.md")


def commands() -> list[str]:
    """Return the lines of the shell blocks of README and guides, in order."""
    text = "\n".join((ROOT / name).read_text(encoding="utf-8") for name in GUIDES)
    blocks = re.findall(r"^```sh\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return [line for block in blocks for line in block.splitlines() if line.strip() and not line.startswith("#")]


@pytest.fixture
def postgresql_database() -> Iterator[str]:
    """Yield the URL of a temporary prepared database."""
    with services.postgresql() as server:
        yield artifacts.create_migrated_database(server, "epic_readme")
        with psycopg.connect(server, autocommit=True) as connection:
            connection.execute("drop database epic_readme with (force)")


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[str]:
    """Yield the URL of a temporary Redis."""
    with services.redis(str(tmp_path)) as url:
        yield url


def start_and_stop(settings: dict[str, str]) -> None:
    with running(settings) as (_, printed):
        demo = "DATABASE_URL" not in settings
        assert ("Demo sign-ins" in printed, "manage.py createsuperuser" in printed) == (demo, not demo)


@pytest.mark.sweep
def test_every_command_of_the_guides_runs(tmp_path: Path, postgresql_database: str, redis_server: str) -> None:
    settings = environment(tmp_path / "var")
    artifacts.copy_migrated_sqlite(tmp_path / "var" / "epic.sqlite3")  # from nothing it is started in test_launch.py
    starts = ran = 0
    for line in commands():
        if line == "make test":
            continue
        if line == "make run":
            # What make adds to this is the installation that this very run has already made.
            start_and_stop(settings)
            starts += 1
        elif line.startswith("export "):
            name, _, value = line.removeprefix("export ").partition("=")
            settings[name] = {EXAMPLE_DATABASE: postgresql_database, EXAMPLE_REDIS: redis_server}[value]
        else:
            shown = line.replace(".venv/bin/python", sys.executable).replace("var/", f"{tmp_path}/var/")
            done = subprocess.run(
                shown, shell=True, cwd=ROOT, env=settings, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, (line, done.stdout[-500:], done.stderr[-2000:])
            ran += 1
    assert starts == 2
    assert ran == len(commands()) - 5  # two starts, two exports and the tests themselves


def test_readme_lists_every_runtime_dependency() -> None:
    direct = (ROOT / "requirements.txt").read_text(encoding="utf-8").partition("\n\n")[0]
    pinned = {re.split(r"[=\s;]", line)[0].lower() for line in direct.splitlines() if not line.startswith("#")}
    table = (ROOT / "README.md").read_text(encoding="utf-8").partition("<summary>Runtime dependencies</summary>")[2]
    named = [re.split(r", ", row.split("|")[1].strip()) for row in table.splitlines() if row.startswith("| ")]
    assert {name.lower() for row in named for name in row} - {"package", "---"} == pinned


def test_readme_fits_one_screen() -> None:
    shown = (ROOT / "README.md").read_text(encoding="utf-8").partition("<details>")[0]
    assert len(shown.splitlines()) <= 60


@pytest.mark.parametrize("document", sorted(path.relative_to(ROOT) for path in (ROOT / "docs").glob("*.md")))
def test_documents_link_to_existing_files(document: Path) -> None:
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / document).read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / document).parent.joinpath(link).exists()] == []


def test_readme_links_to_every_document() -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert [link for link in links if not (ROOT / link).exists()] == []
    documents = {str(path.relative_to(ROOT)) for path in (ROOT / "docs").glob("*.md")}
    assert documents - set(links) == {"docs/development.md"}  # linked from CONTRIBUTING.md


def test_configuration_lists_every_setting() -> None:
    settings = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "epic_events" / "settings").glob("*.py"))
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', settings)) - {"TEST_DATABASE_FILE"}
    guide = (ROOT / "docs" / "configuration.md").read_text(encoding="utf-8")
    missing = {name for name in read if f"`{name}`" not in guide}
    assert missing == set()
