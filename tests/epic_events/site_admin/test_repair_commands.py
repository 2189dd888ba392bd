"""Management commands that repair an event."""

import re
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class

from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.judging.clock.models import TimeExtension
from epic_events.judging.models import Penalty
from epic_events.judging.penalties.services import give_penalty
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match
from epic_events.pairings.results import table_rows
from tests.conftest import ROOT
from tests.epic_events.api.cast import Cast, make_cast
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.disputes.records import LEGAL

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def command(*words: str) -> list[str]:
    """Return the output lines of a command."""
    out = StringIO()
    call_command(*words, stdout=out)
    return out.getvalue().splitlines()


def last_line() -> tuple[str, int | None, str]:
    """Return verb, actor and reason of the newest audit entry."""
    found = Entry.objects.order_by("-pk")[0]
    return found.verb, found.actor_id, found.reason


@pytest.fixture
def cast(db: None) -> Cast:
    return make_cast()


def test_operation_guide_lists_every_repair_command_with_options() -> None:
    guide = (ROOT / "docs" / "operation.md").read_text(encoding="utf-8").partition("**Repair commands**")[2]
    rows = [row.split("|")[2] for row in re.findall(r"^\| .* \|$", guide, re.MULTILINE)[2:]]
    output = [words for row in rows for words in re.findall(r"`([^`]+)`", row)]
    named, known = "", get_commands()
    for words in output:
        first, *rest = words.split()
        named, asked = (first, rest) if first in known else (named, [first, *rest])
        manual = load_command_class(known[named], named).create_parser("manage.py", named).format_help()
        steps = [word for word in asked if word.startswith("--") or re.fullmatch(r"[a-z_-]+", word)]
        assert [step for step in steps if not re.search(rf"(?<![\w-]){step}(?![\w-])", manual)] == [], words
    assert len(rows) == 13


def test_event_decks_command_submits_shows_locks_and_unlocks(cast: Cast, tmp_path: Path) -> None:
    slug, entry = cast.event.slug, cast.event.registrations.order_by("pk")[0]
    file = tmp_path / "list.txt"
    file.write_text(legal_text(), encoding="utf-8")
    output = command("event_decks", slug, f"--submit={entry.pk}", f"--file={file}", "--reason=On paper")
    assert output[:1] == [f"{entry.pk:6}  ok         locked   {entry.name}"]
    stored = DeckVersion.objects.get()
    assert (stored.registration, stored.by_staff, stored.submitted_by) == (entry, True, None)
    assert last_line() == ("deck.submitted", None, "On paper")
    assert "\n".join(command("event_decks", slug, f"--show={entry.pk}")).strip() == stored.text.strip()
    output = command("event_decks", slug, f"--lock={entry.pk}", "--reason=Checked")
    assert f"{entry.pk:6}  ok         locked   {entry.name}" in output
    assert last_line() == ("deck.locked", None, "Checked")
    for step, state in (("--lock-all", "locked"), ("--open-all", "open"), ("--by-times", "locked")):
        command("event_decks", slug, f"--open={entry.pk}")
        rows = [row.split()[2] for row in command("event_decks", slug, step)]
        assert sorted(rows) == sorted(["open", state, state, state])


def test_event_decks_command_invalid_list_needs_reason(cast: Cast, tmp_path: Path) -> None:
    slug, entry = cast.event.slug, cast.event.registrations.order_by("pk")[0]
    file = tmp_path / "list.txt"
    file.write_text(short_text(), encoding="utf-8")
    asked = ["event_decks", slug, f"--submit={entry.pk}", f"--file={file}", "--accept-problems"]
    with pytest.raises(CommandError, match="must give a reason"):
        command(*asked)
    command(*asked, "--reason=The judge has seen it")
    assert DeckVersion.objects.get().accepted


def test_event_results_command_enters_results(cast: Cast) -> None:
    slug = cast.event.slug
    assert len(command("event_results", slug)) == 2
    with pytest.raises(CommandError, match="table 9"):
        command("event_results", slug, "1 10", "9 10")
    assert len(command("event_results", slug)) == 2
    output = command("event_results", slug, "1 10")
    assert (output[0], len(output)) == ("1 results were entered", 2)
    assert table_rows.build_table_row(Match.objects.get(pk=cast.match.pk)).score == Score(1, 0)
    with pytest.raises(CommandError, match="Enter a reason"):
        command("event_results", slug, "1 01")
    assert len(command("event_results", slug, "1 01", "2 id", "--reason=The slip was read upside down")) == 1


def test_event_clock_command_corrects_clock(cast: Cast) -> None:
    slug = cast.event.slug
    assert command("event_clock", slug) == ["not started"]
    assert re.fullmatch(r"running, (2999|3000) seconds left", command("event_clock", slug, "start", "--minutes=50")[0])
    assert command("event_clock", slug, "pause", "--reason=Fire alarm")[0].startswith("paused, ")
    assert last_line() == ("clock.paused", None, "Fire alarm")
    assert command("event_clock", slug, "resume")[0].startswith("running, ")
    assert re.search(r" 35\d\d seconds", command("event_clock", slug, "add", "--minutes=10")[0])
    output = command("event_clock", slug, "extend", f"--table={cast.match.table}", "--minutes=4", "--reason=A spill")
    assert (output[1], TimeExtension.objects.get().match) == (
        f"table {cast.match.table}: time extension of 4 minutes",
        cast.match,
    )
    assert command("event_clock", slug, "reset")[0] == "not started"


def test_event_penalties_command_revokes_penalty(cast: Cast) -> None:
    one, two, *_ = cast.event.registrations.order_by("pk")
    given = [
        give_penalty(cast.user("judge"), entry, infraction="slow-play", level="warning").pk for entry in (one, two)
    ]
    assert [line.split()[:2] for line in command("event_penalties", cast.event.slug)] == [
        [str(key), "counts"] for key in given
    ]
    output = command("event_penalties", cast.event.slug, f"--revoke={given[0]}", "--reason=It was Ben")
    assert [line.split()[1] for line in output] == ["revoked", "counts"]
    assert last_line() == ("penalty.revoked", None, "It was Ben")
    assert Penalty.objects.get(pk=given[0]).revoked_because == "It was Ben"


def test_replays_command_lists_retries_and_cancels(cast: Cast) -> None:
    one, two = (
        disputes.open_dispute(cast.user("judge"), title=title, record=LEGAL, event=cast.event)
        for title in ("One?", "Two?")
    )
    Dispute.objects.filter(pk=two.pk).update(status=Dispute.Status.FAILED, failure="It was stopped.")
    output = command("replays")
    assert sorted(output) == sorted(
        [
            f"{one.slug}  queued   {cast.event.slug}  One?",
            f"{two.slug}  failed   {cast.event.slug}  Two?: It was stopped.",
        ]
    )
    assert command("replays", f"--cancel={one.slug}") == [line for line in output if line.startswith(two.slug)]
    assert last_line() == ("dispute.replay_cancelled", None, "")
    assert command("replays", "--failed-again")[0] == "1 replays are queued again"
    with pytest.raises(CommandError, match="already queued or running"):
        command("replays", f"--again={two.slug}")
    assert len(command("replays", f"--again={one.slug}")) == 2
    assert last_line() == ("dispute.replay_asked", None, "")
    assert (worker.run(one.pk), worker.run(two.pk)) == (True, True)
    assert command("replays") == []


@pytest.mark.parametrize(
    ("words", "output"),
    [
        (["event_decks", "nowhere"], "There is no event"),
        (["event_results", "nowhere"], "There is no event"),
        (["event_clock", "nowhere"], "There is no event"),
        (["event_penalties", "nowhere"], "There is no event"),
        (["replays", "--again=nowhere"], "There is no dispute"),
        (["event_decks", "SLUG", "--show=99999999"], "has no entry"),
        (["event_decks", "SLUG", "--submit=KEY"], "Name the list by --file"),
        (["event_decks", "SLUG", "--submit=KEY", "--file=/nowhere"], "cannot be read"),
        (["event_decks", "SLUG", "--show=KEY"], "has no list that counts"),
        (["event_clock", "SLUG", "add"], "with --minutes"),
        (["event_clock", "SLUG", "extend", "--minutes=3", "--table=99"], "Enter a table"),
        (["event_clock", "SLUG", "pause"], "started"),
        (["event_penalties", "SLUG", "--revoke=99999999"], "has no penalty"),
    ],
)
def test_repair_commands_impossible_action_raises_reason(cast: Cast, words: list[str], output: str) -> None:
    key = str(cast.event.registrations.order_by("pk")[0].pk)
    with pytest.raises(CommandError, match=output):
        command(*(word.replace("SLUG", cast.event.slug).replace("KEY", key) for word in words))
