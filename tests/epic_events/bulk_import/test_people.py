"""Lists of players as people paste and upload them: only names become players."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from epic_events.bulk_import.people import parse_people
from epic_events.bulk_import.tables import TableError

ENTRIES = tomllib.loads(Path(__file__).with_name("player_lists.toml").read_text(encoding="utf-8"))["list"]
LISTS: dict[str, dict[str, Any]] = {entry["kind"]: entry for entry in ENTRIES}


def counts(text: str) -> dict[str, int]:
    """Return the parts of ``"heading 1, total 2"`` as numbers by kind."""
    parts = [part.strip().rsplit(" ", 1) for part in text.split(",") if part.strip()]
    return {kind: int(number) for kind, number in parts}


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("kind", LISTS)
def test_list_of_players_has_its_names_and_reports_what_it_ignores(kind: str, ends: str) -> None:
    entry = LISTS[kind]
    text = entry["text"].replace("\n", ends)
    error = entry.get("error", "")
    if error and not entry["names"]:
        with pytest.raises(TableError, match=error):
            parse_people(text)
        return
    parsed = parse_people(text)
    assert [each.name for each in parsed.people if not each.problem] == entry["names"]
    assert {str(each): number for each, number in parsed.ignored.items()} == counts(entry.get("ignored", ""))
    problems = [each.problem for each in parsed.people if each.problem]
    assert (error in " ".join(problems)) if error else problems == []


@pytest.mark.parametrize("text", ["Player 1\nPlayer 2\n", "Doe, John\nRoe, Jane\n", "ADA\nBO\n"])
def test_lines_that_look_like_something_else_stay_names(text: str) -> None:
    assert [each.name for each in parse_people(text).people] == text.splitlines()


def test_message_names_found_known_and_missing_columns() -> None:
    with pytest.raises(TableError) as refused:
        parse_people("FirstName,Town\nAda,Ulm\n")
    words = str(refused.value)
    assert [
        part in words for part in ("The column lastname is missing.", "Known columns: name,", "FirstName, Town.")
    ] == [
        True,
        True,
        True,
    ]
