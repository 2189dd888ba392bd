"""Every exported file that claims to be importable is read by the page for its content."""

import re

import pytest

from epic_events.accounts.models import User
from epic_events.decks import services as decks
from epic_events.decks.bulk_import import preview_import
from epic_events.decks.pools import services as pools
from epic_events.events.models import Event, Stage
from epic_events.events.services.bulk_entry import check_player_list
from epic_events.infra.responses import WRITERS
from epic_events.integrations.exports.programs import PROGRAMS
from epic_events.integrations.exports.views import files_of, find_table
from epic_events.pairings import services
from epic_events.pairings.cut.selectors import cut_placings
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.standings import ranking
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.decks.pools.dark_draft import cards, dealt_event
from tests.epic_events.factories import make_event, make_registration, make_staff
from tests.epic_events.pairings.play import cut, matches_of, played_round, published_round, running_event, swiss

pytestmark = pytest.mark.django_db


def written(event: Event, name: str, kind: str) -> str:
    table = find_table(event, make_staff(event), name)
    return "".join(WRITERS[kind][0](table.columns, table.rows))


def points(event: Event) -> list[tuple[str, int]]:
    rows = ranking.standings(swiss(event))
    return sorted((event.registrations.get(pk=row.player).name, row.match_points) for row in rows)


@pytest.mark.parametrize("kind", WRITERS)
def test_files_of_a_played_event_are_read(kind: str) -> None:
    event, organiser = running_event(5)
    played_round(event, organiser)
    played_round(event, organiser)
    names = sorted(event.registrations.values_list("name", flat=True))
    importable = [file.name for file in files_of(event, organiser) if file.importable]
    assert {"players", "results", "pairings-1", "pairings-2", "standings-1", "standings-2"} <= set(importable)
    for name in importable:
        text = written(event, name, kind)
        if name == "results":
            assert points(services.import_results(None, f"{event.slug}-{name}", text)) == points(event)
        elif name.startswith("pairings"):
            round_ = swiss(event).round_set.get(number=int(name.rpartition("-")[2]))
            lines = services.preview_lines(None, round_, text)
            assert [(each.problem, each.same or bool(each.left_out)) for each in lines] == [("", True)] * 3
        elif name.startswith(("players", "standings", "final")):
            found = check_player_list(make_event(), text)
            assert (sorted(each.name for each in found), [each.problem for each in found if each.problem]) == (
                names,
                [],
            )


def event_with_cut() -> tuple[Event, User]:
    """Return a finished event with two Swiss rounds and a cut of four, and its organiser."""
    event, organiser = running_event(8, cut=4, stage={"rounds": 2})
    for _each in range(2):
        played_round(event, organiser)
    services.publish_round(organiser, services.start_cut(organiser, event))
    for number in (1, 2):
        round_ = cut(event).round_set.get(number=number)
        for place, match in enumerate(matches_of(round_)):
            services.enter_result(organiser, match, Score(place % 2, 1 - place % 2))
        if number == 1:
            published_round(event, organiser)
    services.finish_event(organiser, event)
    event.refresh_from_db()
    return event, organiser


def final_places(event: Event) -> list[tuple[int, str]]:
    """Return rank and name of the players of the cut."""
    return [(row.rank, entry.name) for row, entry in cut_placings(cut(event))]


@pytest.mark.parametrize("kind", WRITERS)
def test_files_of_an_event_with_cut_are_read(kind: str) -> None:
    event, organiser = event_with_cut()
    names = sorted(event.registrations.values_list("name", flat=True))
    importable = [file.name for file in files_of(event, organiser) if file.importable]
    assert {"cut-pairings-1", "cut-pairings-2", "final-standings", "results"} <= set(importable)
    for name in importable:
        text = written(event, name, kind)
        if name == "results":
            copy = services.import_results(None, f"{event.slug}-{name}", text)
            assert (points(copy), final_places(copy)) == (points(event), final_places(event))
        elif "pairings" in name:
            stage = cut(event) if name.startswith("cut") else swiss(event)
            round_ = stage.round_set.get(number=int(name.rpartition("-")[2]))
            lines = services.preview_lines(None, round_, text)
            assert [(each.problem, each.same) for each in lines] == [("", True)] * round_.matches.count()
        else:
            found = check_player_list(make_event(), text)
            assert sorted(each.name for each in found) == names
            assert [each.problem for each in found if each.problem] == []


def test_results_of_a_double_elimination_do_not_claim_to_be_importable() -> None:
    event, organiser = running_event(8, cut=4, stage={"rounds": 2})
    Stage.objects.filter(event=event, kind=Stage.Kind.ELIMINATION).update(kind=Stage.Kind.DOUBLE_ELIMINATION)
    assert [file.importable for file in files_of(event, organiser) if file.name == "results"] == [False]


def test_every_importable_file_of_the_list_is_covered() -> None:
    """A new file that claims to be importable needs a test that reads it."""
    event, _organiser = event_with_cut()
    decks_event = make_event(decklists_required=True)
    pools_event = dealt_event()
    pools.import_pools(None, pools_event, f"Player: {make_registration(pools_event).name}\n{cards()}")
    found = [file.name for each in (event, decks_event, pools_event) for file in files_of(each, make_staff(each))
             if file.importable]  # fmt: skip
    kinds = {re.sub(r"-\d+$", "", name) for name in found}
    assert kinds == {
        "players", "results", "final-standings", "decklists", "deck-cards", "card-pools", "pool-cards", "pairings",
        "cut-pairings", "standings",
    }  # fmt: skip


@pytest.mark.parametrize("kind", WRITERS)
def test_files_of_decklists_are_read(kind: str) -> None:
    event, other = make_event(decklists_required=True), make_event(decklists_required=True)
    for shift, name in enumerate(("Ada Lovelace", "=Ben")):
        decks.submit(None, make_registration(event, name=name), legal_text(shift))
        make_registration(other, name=name)
    names = {file.name for file in files_of(event, make_staff(event)) if file.importable}
    assert {"decklists", "deck-cards"} <= names
    for name in ("decklists", "deck-cards"):
        found = preview_import(None, other, written(event, name, kind))
        assert sorted((each.registration.name, each.counts) for each in found) == [
            ("=Ben", True),
            ("Ada Lovelace", True),
        ]


@pytest.mark.parametrize("kind", WRITERS)
def test_files_of_pools_are_read(kind: str) -> None:
    event, other = dealt_event(), dealt_event()
    for each in (event, other):
        make_registration(each, name="Ada Lovelace")
    pools.import_pools(None, event, f"Player: Ada Lovelace\n{cards()}")
    names = {file.name for file in files_of(event, make_staff(event)) if file.importable}
    assert {"card-pools", "pool-cards"} <= names
    for name in ("card-pools", "pool-cards"):
        found = pools.preview_import(None, other, written(event, name, kind))
        assert [(each.registration.name, each.cards) for each in found] == [("Ada Lovelace", 30)]


@pytest.mark.parametrize("program", PROGRAMS)
def test_files_for_other_programs_are_read_with_the_same_points(program: str) -> None:
    event, organiser = running_event(5)
    played_round(event, organiser)
    played_round(event, organiser)
    text = PROGRAMS[program][2](event, organiser)
    copy = services.import_results(None, f"{event.slug}-copy", text)
    assert points(copy) == points(event)
    names = sorted(event.registrations.values_list("name", flat=True))
    assert sorted(each.name for each in check_player_list(make_event(), text)) == names
