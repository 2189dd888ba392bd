"""An event run and repaired on the command line."""

import re
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Repair
from epic_events.pairings.results import table_rows
from epic_events.pairings.services import enter_result
from tests.epic_events.factories import make_event

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def command(*words: str) -> str:
    """Return the output of a command."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


@pytest.fixture
def event() -> Event:
    made = make_event()
    for name in ("Ada", "Ben", "Cleo", "Dora"):
        command("event_entry", made.slug, "--add", name)
    for key in made.registrations.values_list("pk", flat=True):
        command("event_entry", made.slug, f"--check-in={key}")
    return made


def test_event_commands_run_round_and_correct_result(event: Event) -> None:
    assert "2 tables" in command("event_round", event.slug, "pair")
    command("event_round", event.slug, "again")
    assert "2 tables without a result" in command("event_round", event.slug, "publish")
    with pytest.raises(CommandError):
        command("event_round", event.slug, "finish")
    matches = list(Match.objects.filter(round__stage__event=event).order_by("table"))
    for match in matches:
        enter_result(None, match, Score(1, 0))
    command("event_round", event.slug, "finish")
    command("event_round", event.slug, "pair")
    command("event_round", event.slug, "publish")

    listed = command("event_repair", event.slug)
    assert f"match={matches[0].pk}  table 1: " in listed
    asked = ["event_repair", event.slug, "result", f"match={matches[0].pk}", "first=0", "second=1"]
    with pytest.raises(CommandError, match="Enter a reason"):
        command(*asked)
    shown = command(*asked, "--reason", "The slip was read upside down")
    word = re.search(r"--do (\w+)$", shown.strip())
    assert word
    assert not Repair.objects.exists()
    assert "Done" in command(*asked, "--reason", "The slip was read upside down", "--do", word[1])
    assert table_rows.build_table_row(Match.objects.get(pk=matches[0].pk)).score == Score(0, 1)
    entry = Entry.objects.get(verb="event.repaired")
    assert (entry.actor_id, entry.reason) == (None, "The slip was read upside down")
    with pytest.raises(CommandError, match="The event has changed"):
        command(*asked[:4], "first=1", "second=0", "--reason", "Back", "--do", "0" * 32)


def test_event_entry_command_drops_and_reinstates(event: Event) -> None:
    command("event_round", event.slug, "pair")
    command("event_round", event.slug, "publish")
    key = event.registrations.values_list("pk", flat=True)[0]
    assert "Dropped" in command("event_entry", event.slug, f"--drop={key}")
    assert "Dropped" not in command("event_entry", event.slug, f"--reinstate={key}")


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["event_round", "nowhere"], "There is no event"),
        (["event_repair", "nowhere"], "There is no event"),
        (["event_entry", "nowhere"], "There is no event"),
        (["event_round", "SLUG", "publish"], "No round has been paired yet"),
        (["event_entry", "SLUG", "--drop=99999999"], "has no entry"),
        (["event_repair", "SLUG", "result", "match"], "is not a parameter"),
        (["event_repair", "SLUG", "result", "table=1"], "Unknown parameters: table."),
        (["event_repair", "SLUG", "reopen", "--reason", "R"], "event"),
    ],
)
def test_event_commands_impossible_action_raises_reason(words: list[str], output: str) -> None:
    slug = make_event().slug
    with pytest.raises(CommandError, match=output):
        command(*(word.replace("SLUG", slug) for word in words))
