"""Event archives: export, import, errors."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from epic_events.accounts.models import Player, User
from epic_events.decks import services as decks
from epic_events.events import services as events
from epic_events.events.models import Event
from epic_events.events.stage_plans import StagePlan
from epic_events.infra.errors import NotAllowedError, UserError
from epic_events.integrations.archives.digests import to_text, with_digest
from epic_events.integrations.archives.services import (
    TABLES,
    ArchiveError,
    check_archive,
    export_event,
    import_archive,
    read,
)
from epic_events.judging.calls import services as calls
from epic_events.judging.clock import preparation
from epic_events.judging.clock import services as clocks
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.penalties import services as penalties
from epic_events.pairings import services as pairings
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Seat
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at
from tests.epic_events.pairings.stages import planned

pytestmark = pytest.mark.django_db


def event_with_everything() -> Event:
    event, organiser = running_event(5, name="Open", slug="open", cut=2, stage={"rounds": 2, "best_of": 3})
    one, two, *_ = event.registrations.order_by("pk")
    pairings.add_avoidance(organiser, event, one, two, strength="hard", reason="siblings")
    decks.submit(organiser, one, legal_text())
    decks.submit(organiser, two, short_text(), accept_problems=True, reason="lost a card")
    decks.set_lock(organiser, two, to_locked=True)
    round_ = published_round(event, organiser)
    clocks.start_clock(organiser, round_, 50)
    match = matches_of(round_)[0]
    clocks.undo_extension(organiser, clocks.extend_time(match, 3, "spill", organiser))
    call = calls.call_judge(users_at(match)[0], match, reason="Two at once")
    made = decisions.decide(organiser, match, DecisionContent("It stands."), call=call)
    assert made.case_id
    penalties.give_penalty(organiser, one, infraction="slow-play", level="warning", note="Slow.")
    for each, score in zip(matches_of(round_), (Score(2, 1), Score(0, 2)), strict=False):
        pairings.enter_result(organiser, each, score)
    pairings.enter_result(organiser, match, Score(1, 1, 1), reason="misread")
    pairings.finish_round(organiser, round_)
    events.drop(organiser, two)
    published_round(event, organiser, seed=2)
    return event


def import_elsewhere(output: dict[str, Any], slug: str = "there") -> Event:
    """Return the event imported from its archive text; the digest is that of the content."""
    return import_archive(None, read(json.dumps(with_digest(output)).encode()), slug=slug)


def without_address(archive: dict[str, Any]) -> dict[str, Any]:
    """Return an archive without the slug of its event and without its digest."""
    event = {**archive["event"][0], "slug": ""}
    return {**archive, "event": [event], "digest": ""}


def test_event_archive_round_trips() -> None:
    event = event_with_everything()
    output = export_event(None, event)
    there = import_elsewhere(output)
    again = export_event(None, there)
    assert (again["event"][0]["slug"], output["event"][0]["slug"]) == ("there", "open")
    assert without_address(again) == without_address(output)
    filled = {table.name for table in TABLES if output[table.name]}
    assert filled == {table.name for table in TABLES} - {
        "poddings", "pod_seats", "deck_rules", "card_files", "card_file_choices", "card_pools", "list_waivers",
        "event_clocks", "check_draws", "deck_checks", "appeals", "preparations",
    }  # fmt: skip
    assert not Player.objects.filter(registrations__event=there).exclude(user=None).exists()


def test_event_archive_of_draft_event_round_trips() -> None:
    event, organiser = planned(4, StagePlan(kind="pods"), format="cube-draft")
    pairings.seat_pods(organiser, event)
    pairings.publish_pods(organiser, event)
    preparation.start(organiser, event, "drafting")
    preparation.end(organiser, event, "drafting")
    preparation.skip(organiser, event, "building")
    output = export_event(None, event)
    assert [(row["kind"], row["round"], row["preparation"]) for row in output["clock_moves"]] == [
        ("start", None, 1),
        ("pause", None, 1),
    ]
    there = import_elsewhere(output)
    assert without_address(export_event(None, there)) == without_address(output)
    assert [row.kind for row in there.stages.get().preparations.all()] == ["drafting", "building"]


def test_event_archive_without_later_tables_and_fields_is_accepted() -> None:
    output = export_event(None, event_with_everything())
    del output["preparations"]
    for name, fields in (("stages", ("draft_minutes", "build_minutes")), ("clock_moves", ("preparation",))):
        output[name] = [{key: value for key, value in row.items() if key not in fields} for row in output[name]]
    there = import_elsewhere(output)
    assert there.stages.get(order=1).draft_minutes is None


def test_imported_event_can_be_continued() -> None:
    there = import_elsewhere(export_event(None, event_with_everything()))
    last = there.stages.get(order=1).round_set.get(number=2)
    for match in matches_of(last):
        pairings.enter_result(None, match, Score(2, 0))
    pairings.finish_round(None, last)
    final = pairings.start_cut(None, there)
    assert Seat.objects.filter(round=final).count() == 2


RESULTS = st.lists(st.sampled_from([Score(2, 0), Score(0, 2), Score(2, 1), Score(1, 1, 1)]), min_size=6, max_size=6)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    players=st.integers(2, 7), rounds=st.integers(0, 2), scores=RESULTS, drops=st.booleans(),
    name=st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=30).filter(str.strip),
)  # fmt: skip
def test_event_archive_of_any_event_round_trips(
    db: None, players: int, rounds: int, scores: list[Score], drops: bool, name: str
) -> None:
    event, organiser = running_event(players, name=name, stage={"rounds": 3, "best_of": 3})
    left = iter(scores)
    for seed in range(rounds):
        round_ = published_round(event, organiser, seed=seed)
        for match in matches_of(round_):
            pairings.enter_result(organiser, match, next(left))
        pairings.finish_round(organiser, round_)
        if drops and players > 3 and seed == 0:
            events.drop(organiser, event.registrations.order_by("pk")[0])
    output = export_event(organiser, event)
    there = import_elsewhere(output, f"there-{event.pk}")
    again = export_event(None, there)
    assert without_address(again) == without_address(output)


def test_import_archive_removes_addresses_from_names() -> None:
    event, organiser = running_event(2)
    output = export_event(organiser, event)
    output["registrations"][0]["name"] = "Ana <ana@x.example>"
    output["registrations"][1]["name"] = "ben@x.example"
    there = import_elsewhere(output)
    assert sorted(there.registrations.values_list("name", flat=True)) == ["Ana", "ben"]


INVALID_ARCHIVES = [
    (lambda data: data.update(format="x"), "This is not an event archive"),
    (lambda data: data.update(version=3), "The file has version 3, but this site supports version 2."),
    (lambda data: data.pop("rounds"), "rounds: the table is missing."),
    (lambda data: data["event"].append(data["event"][0]), "event: exactly one row is required."),
    (lambda data: data["seats"][0].pop("place"), "seats 1: these fields are missing or unknown: place"),
    (lambda data: data["seats"][0].update(more=1), "seats 1: these fields are missing or unknown: more"),
    (lambda data: data["seats"].__setitem__(1, 7), "seats 2: these fields are missing or unknown: game_wins"),
    (lambda data: data["seats"][1].update(match=99), "seats 2: match: there is no row 99 in matches."),
    (lambda data: data["seats"][1].update(match=True), "seats 2: match: there is no row True in matches."),
    (lambda data: data["reports"][0].update(supersedes=1), "reports 1: supersedes: there is no row 1 in reports."),
    (lambda data: data["matches"][0].update(status="won"), "matches 1: status: This is not a valid choice."),
    (lambda data: data["matches"][0].update(table="1"), "matches 1: table: This must be a whole number."),
    (lambda data: data["rounds"][0].update(paired_at="2026-01-01T10:00"), "rounds 1: paired_at: This must include"),
    (lambda data: data["rounds"][0].update(paired_at=None), "rounds 1: paired_at: This must not be empty."),
    (lambda data: data["registrations"][0].update(name="x" * 81), "registrations 1: name: Ensure this value"),
    (lambda data: data["seats"][1].update(place=data["seats"][0]["place"]), "The file is inconsistent:"),
]  # fmt: skip


def test_import_archive_invalid_file_raises_errors_and_stores_nothing() -> None:
    event, organiser = running_event(2, name="Open", slug="open")
    published = published_round(event, organiser)
    pairings.enter_result(organiser, matches_of(published)[0], Score(1, 0))
    output = export_event(organiser, event)
    counted = Event.objects.count(), Player.objects.count(), Seat.objects.count()
    for spoil, message in INVALID_ARCHIVES:
        wrong = copy.deepcopy(output)
        spoil(wrong)
        with pytest.raises(ArchiveError) as refused:
            import_elsewhere(wrong)
        assert refused.value.problems[0].startswith(message), (message, refused.value.problems)
    for text in ("{", "[1]", '{"format": NaN}', "[" * 100_000):
        with pytest.raises(ArchiveError):
            read(text.encode())
    with pytest.raises(UserError, match="already uses the address open"):
        import_elsewhere(output, "open")
    assert (Event.objects.count(), Player.objects.count(), Seat.objects.count()) == counted


def test_read_archive_with_any_flipped_bit_is_refused() -> None:
    event, _organiser = running_event(2, name="Öp\x1fen", slug="open")
    content = to_text(export_event(None, event)).encode()
    assert b"\\u001f" in content
    assert read(content)
    accepted = []
    for place in range(len(content)):
        for bit in range(8):
            damaged = bytearray(content)
            damaged[place] ^= 1 << bit
            try:
                read(bytes(damaged))
            except ArchiveError:
                continue
            accepted.append((place, bit, content[max(0, place - 20) : place + 20]))
    assert accepted == []


def test_read_archive_laid_out_by_other_programs_is_accepted() -> None:
    event, _organiser = running_event(2, slug="open")
    archive = export_event(None, event)
    for text in (json.dumps(archive), json.dumps(archive, indent=4, sort_keys=True), to_text(archive) + "\n"):
        assert read(text.encode()) == archive


def test_read_archive_without_digest_is_accepted_from_earlier_version_only() -> None:
    event, _organiser = running_event(2, slug="open")
    archive = export_event(None, event)
    del archive["digest"]
    with pytest.raises(ArchiveError, match="it has no digest"):
        read(json.dumps(archive).encode())
    assert import_archive(None, read(json.dumps({**archive, "version": 1}).encode()), slug="there").name == event.name


def test_event_archive_export_needs_organiser_and_import_needs_administrator() -> None:
    event, organiser = running_event(2)
    with pytest.raises(NotAllowedError):
        export_event(make_user(), event)
    with pytest.raises(NotAllowedError):
        import_archive(organiser, export_event(organiser, event), slug="there")


def make_administrator() -> User:
    return make_user(is_superuser=True, is_staff=True)


def test_import_archive_page_previews_then_imports(client: Client) -> None:
    _event, organiser = running_event(2, name="Open", slug="open")
    client.force_login(organiser)
    content = client.get("/events/open/files/archive.json").content
    client.force_login(make_administrator())

    def send(text: bytes, **more: str) -> Any:
        return client.post("/site/archives/", {"file": SimpleUploadedFile("e.json", text), **more}, follow=True)

    assert "The address open is already in use" in send(content, look="1").text
    assert Event.objects.count() == 1
    assert "“Open” imported." in send(content, slug="there").text
    assert Event.objects.get(slug="there").staff.count() == 1
    assert "version 7" in send(content.replace(b'"version": 2', b'"version": 7')).text


def test_event_archive_command_exports_and_imports(tmp_path: Path) -> None:
    running_event(2, name="Open", slug="open")
    path = tmp_path / "open.json"
    call_command("event_archive", "export", "open", str(path))
    call_command("event_archive", "import", str(path), "--dry-run")
    assert Event.objects.count() == 1
    with pytest.raises(CommandError, match="already uses the address open"):
        call_command("event_archive", "import", str(path))
    call_command("event_archive", "import", str(path), "--slug", "there")
    assert check_archive(export_event(None, Event.objects.get(slug="there"))).rows["registrations"] == 2
