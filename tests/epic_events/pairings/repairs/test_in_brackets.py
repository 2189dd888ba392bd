"""Repairs in brackets, with dropped players."""

import pytest

from epic_events.events.services import drop
from epic_events.events.stage_plans import StagePlan
from epic_events.infra.errors import StateError
from epic_events.pairings import selectors, services
from epic_events.pairings.models import Match, Round
from epic_events.pairings.repairs.services.corrections import CorrectResult, DropPairedPlayer
from epic_events.pairings.repairs.services.undo import RollbackChoice, RollBackRound
from epic_events.pairings.results import match_state, table_rows
from tests.epic_events.pairings.repairs.state import apply_repair, dump, undo_repair
from tests.epic_events.pairings.stages import planned, play_all, win

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["elimination", "double"])
@pytest.mark.parametrize("then", [RollbackChoice.DRAFT, RollbackChoice.DISCARD])
def test_roll_back_cut_round_with_dropped_player_and_undo(kind, then):
    event, organiser = planned(4, StagePlan(kind=kind))
    first = play_all(organiser, services.pair_round(organiser, event, seed=1))
    drop(organiser, first.seats.filter(outcome="win").order_by("pk")[0].registration)
    second = services.publish_round(organiser, services.pair_round(organiser, event, seed=2))
    assert second.matches.filter(result_kind=Match.ResultKind.AWARDED).count() == 1
    whole = dump(event)
    repair = apply_repair(organiser, event, RollBackRound(second.pk, then.value))
    undo_repair(organiser, event, repair)
    assert dump(event) == whole


@pytest.mark.parametrize("kind", ["elimination", "double"])
def test_publish_rolled_back_cut_round_with_dropped_player(kind):
    event, organiser = planned(4, StagePlan(kind=kind))
    first = play_all(organiser, services.pair_round(organiser, event, seed=1))
    drop(organiser, first.seats.filter(outcome="win").order_by("pk")[0].registration)
    second = services.publish_round(organiser, services.pair_round(organiser, event, seed=2))
    whole = dump(event)
    apply_repair(organiser, event, RollBackRound(second.pk))
    services.publish_round(organiser, Round.objects.get(pk=second.pk))
    now = dump(event)
    assert {pk: row["status"] for pk, row in now["pairings.match"].items()} == {
        pk: row["status"] for pk, row in whole["pairings.match"].items()
    }
    assert now["pairings.seat"] == whole["pairings.seat"]


def test_undo_correction_with_dependent_double_elimination_round_fails():
    event, organiser = planned(4, StagePlan(kind="double"))
    first = play_all(organiser, services.pair_round(organiser, event, seed=1))
    match = first.matches.order_by("table")[0]
    won = table_rows.build_table_row(match_state.with_seats(Match.objects.filter(pk=match.pk)).get()).score
    assert won is not None
    repair = apply_repair(organiser, event, CorrectResult(match.pk, won.second, won.first))
    services.publish_round(organiser, services.pair_round(organiser, event, seed=2))
    whole = dump(event)
    with pytest.raises(StateError, match="conflicts with later rounds"):
        undo_repair(organiser, event, repair)
    assert dump(event) == whole


def test_undo_of_award_with_dependent_cut_round_fails():
    event, organiser = planned(6, StagePlan(rounds=1), StagePlan(kind="double", cut_size=4))
    round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=1))
    gone = round_.seats.order_by("pk")[0].registration
    repair = apply_repair(organiser, event, DropPairedPlayer(gone.pk))
    for match in selectors.open_tables(round_):
        win(organiser, match)
    draft = services.start_cut(organiser, event, seed=1)
    whole = dump(event)
    with pytest.raises(StateError, match="Round 1 is finished, but its table 1 would have no result"):
        undo_repair(organiser, event, repair)
    assert dump(event) == whole
    services.discard_round(organiser, draft)


@pytest.mark.parametrize("choice", [RollbackChoice.DISCARD, RollbackChoice.DRAFT])
@pytest.mark.parametrize("plan", [StagePlan(kind="double"), StagePlan(rounds=3)], ids=["double", "swiss"])
def test_discard_of_a_played_round_leaves_its_dropped_players_out(plan: StagePlan, choice: RollbackChoice) -> None:
    event, organiser = planned(6, plan)
    round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=1))
    played = selectors.open_tables(round_)[0]
    win(organiser, played)
    gone = played.seats.get(place=2).registration
    drop(organiser, gone)
    apply_repair(organiser, event, RollBackRound(round_.pk, choice.value))
    if choice == RollbackChoice.DRAFT:
        services.discard_round(organiser, Round.objects.get(pk=round_.pk))
    again = services.pair_round(organiser, event, seed=2)
    assert gone.pk not in again.seats.values_list("registration_id", flat=True)
