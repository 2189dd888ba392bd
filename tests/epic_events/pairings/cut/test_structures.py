"""Round robins, brackets with byes, pods and power pairing in whole events."""

from collections import Counter

import pytest
from django.test import Client

from epic_events.events import services as events
from epic_events.events.models import Registration, Stage
from epic_events.events.stage_plans import StagePlan
from epic_events.infra.errors import StateError
from epic_events.pairings import selectors, services
from epic_events.pairings.cut.selectors import (
    Elimination,
    compute_final_standings,
    cut_placings,
    cut_winner,
    position_of,
)
from epic_events.pairings.methods.brackets import DropOrder, double_elimination, resolve_ties
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.methods.standings import winner as winner_of
from epic_events.pairings.models import Match, Podding, PodSeat, Round, Seat
from epic_events.pairings.rounds.progress import Step, get_next_step
from epic_events.pairings.standings import ranking
from tests.epic_events.pairings.stages import planned, play_all, played, strength, win

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def pages_answer(event, organiser) -> None:
    inside = Client()
    inside.force_login(organiser)
    for name in ("", "rounds/", "standings/", "desk/", *(["bracket/"] if selectors.load_event_plan(event).cut else [])):
        assert inside.get(f"/events/{event.slug}/{name}").status_code == 200, name
    assert Client().get(f"/api/v1/events/{event.slug}/bracket/").status_code == 200


@pytest.mark.parametrize(("players", "legs"), [(5, 1), (4, 2)])
def test_round_robin_everyone_meets_once_per_leg(players, legs):
    event, organiser = planned(players, StagePlan(kind="round_robin", legs=legs))
    rounds = played(organiser, event, 1)
    stage = event.stages.get()
    assert stage.rounds == (5 if players == 5 else 6)
    with pytest.raises(StateError, match="schedule determines"):
        services.pair_again(organiser, services.pair_round(organiser, event))
    play_all(organiser, Round.objects.get(stage=stage, number=2))
    rounds += played(organiser, event, stage.rounds - 2)
    rows = ranking.standings(stage)
    assert [strength(Registration.objects.get(pk=row.player)) for row in rows] == list(range(1, players + 1))
    pages_answer(event, organiser)
    with pytest.raises(StateError, match="Finish the event"):
        services.pair_round(organiser, event)
    services.finish_event(organiser, event)


def test_round_robin_late_entry_is_refused_and_dropped_player_gives_bye():
    event, organiser = planned(4, StagePlan(kind="round_robin"))
    played(organiser, event, 1)
    with pytest.raises(StateError, match="cannot join a round robin"):
        events.add_player(organiser, event, name="Late 99")
    gone = event.registrations.get(name="Player 04")
    events.drop(organiser, gone)
    second = services.pair_round(organiser, event)
    assert sorted(match.seats.count() for match in second.matches.all()) == [1, 2]
    services.discard_round(organiser, second)
    events.reinstate(organiser, gone)
    third = services.pair_round(organiser, event)
    assert [match.seats.count() for match in third.matches.all()] == [2, 2]


def test_single_elimination_six_players_with_third_place_match():
    event, organiser = planned(6, StagePlan(kind="elimination", third_place=True))
    first = services.pair_round(organiser, event, seed=3)
    assert sorted(match.seats.count() for match in first.matches.all()) == [1, 1, 2, 2]
    play_all(organiser, first)
    byes = first.matches.filter(result_kind=Match.ResultKind.BYE)
    seeds = {row.registration_id: row.seed or 0 for row in event.stages.get().participations.all()}
    assert sorted(seeds[bye.seats.get().registration_id] for bye in byes) == [1, 2]
    semis, finals = played(organiser, event, 2)
    assert semis.matches.count() == 2
    assert sorted(match.bracket for match in finals.matches.all()) == ["", "third"]
    assert [row.rank for row, _entry in cut_placings(event.stages.get())] == [1, 2, 3, 4, 5, 5]
    pages_answer(event, organiser)
    event.refresh_from_db()
    assert get_next_step(event, selectors.load_event_plan(event).latest_round) == Step.FINISH
    services.finish_event(organiser, event)


@pytest.mark.parametrize("upset", [False, True])
def test_double_elimination_with_and_without_grand_final_reset(upset):
    event, organiser = planned(5, StagePlan(kind="swiss", rounds=1), StagePlan(kind="double", cut_size=5, best_of=3))
    played(organiser, event, 1)
    play_all(organiser, services.start_cut(organiser, event), best_of=3)
    cut = event.stages.get(order=2)
    for _ in range(4):
        play_all(organiser, services.pair_round(organiser, event), best_of=3)
    final = services.publish_round(organiser, services.pair_round(organiser, event))
    assert final.number == 6
    match = final.matches.get()
    assert match.bracket == "final"
    win(organiser, match, 3, upset=upset)
    event.refresh_from_db()
    assert get_next_step(event, selectors.load_event_plan(event).latest_round) == (Step.PAIR if upset else Step.FINISH)
    if upset:
        play_all(organiser, services.pair_round(organiser, event), best_of=3)
    ranks = [(row.rank, strength(entry)) for row, entry in cut_placings(cut)]
    assert [rank for rank, _ in ranks] == [1, 2, 3, 4, 5]
    assert ranks[0] == (1, 1)
    pages_answer(event, organiser)
    page = Client().get(f"/events/{event.slug}/bracket/").content.decode()
    assert ("Grand final reset" in page, "Losers' bracket" in page) == (upset, True)
    services.finish_event(organiser, event)


def test_bracket_dropped_player_gives_opponent_walkover():
    event, organiser = planned(4, StagePlan(kind="elimination", best_of=3))
    play_all(organiser, services.pair_round(organiser, event, seed=1), best_of=3)
    winner = event.registrations.get(name="Player 01")
    final = services.pair_round(organiser, event)
    events.drop(organiser, winner)
    with pytest.raises(StateError, match="a player dropped or returned"):
        services.publish_round(organiser, final)
    services.discard_round(organiser, final)
    final = services.publish_round(organiser, services.pair_round(organiser, event))
    match = final.matches.get()
    assert (match.status, match.result_kind) == ("confirmed", "awarded")
    assert cut_winner(event) != winner
    assert [row.rank for row, _entry in cut_placings(final.stage)] == [1, 2, 3, 3]
    services.finish_event(organiser, event)


def test_bracket_both_finalists_dropped_has_no_winner():
    event, organiser = planned(4, StagePlan(kind="elimination"))
    play_all(organiser, services.pair_round(organiser, event, seed=1))
    for seat in Seat.objects.filter(round__stage__event=event, outcome="win"):
        events.drop(organiser, seat.registration)
    final = services.publish_round(organiser, services.pair_round(organiser, event))
    assert final.matches.get().result_kind == "double_loss"
    assert cut_winner(event) is None
    placed = cut_placings(final.stage)
    assert [(row.rank, row.still_in) for row, _entry in placed] == [(2, False), (2, False), (3, False), (3, False)]
    services.finish_event(organiser, event)


def test_bracket_two_dropped_before_semi_final_are_eliminated_and_not_tied_first():
    event, organiser = planned(8, StagePlan(kind="elimination", third_place=True))
    play_all(organiser, services.pair_round(organiser, event, seed=1))
    for slot in (0, 1):
        match = Match.objects.get(round__stage__event=event, bracket_position=slot)
        events.drop(organiser, match.seats.get(outcome="win").registration)
    play_all(organiser, services.pair_round(organiser, event))  # no one is left whom the other finalist could meet
    services.finish_event(organiser, event)
    event.refresh_from_db()
    cut = event.stages.get()
    placed = cut_placings(cut)
    assert [row.rank for row, _entry in placed] == [1, 3, 4, 4, 5, 5, 5, 5]
    assert not any(row.still_in for row, _entry in placed)
    assert cut_winner(event) == placed[0][1]
    assert winner_of(compute_final_standings(event)) == placed[0][1].pk


def test_last_rounds_use_power_pairing():
    event, organiser = planned(8, StagePlan(kind="swiss", rounds=3, power_from=3))
    played(organiser, event, 2)
    stage = event.stages.get()
    rows = {row.player: row for row in ranking.standings(stage, 2)}
    third = services.pair_round(organiser, event, seed=9)
    assert third.explanation["method"] == "by_standing"
    leaders = [seat.registration_id for seat in third.matches.get(table=1).seats.all()]
    assert [rows[player].match_points for player in leaders] == [6, 6]
    page = Client()
    page.force_login(organiser)
    shown = page.get(f"/events/{event.slug}/rounds/tables/{third.matches.get(table=1).pk}/").content.decode()
    assert "Power pairing by standings" in shown


def test_power_pairing_respects_avoidances_and_explains_bye():
    event, organiser = planned(5, StagePlan(kind="swiss", rounds=6, power_from=2))
    played(organiser, event, 4)
    stage = event.stages.get()
    last = [row.player for row in ranking.standings(stage, 4)]
    standing = {row.player: row.match_points for row in ranking.standings(stage, 4)}
    hard, soft = (event.registrations.get(pk=pk) for pk in (last[0], last[1]))
    other, third = (event.registrations.get(pk=pk) for pk in (last[2], last[4]))
    services.add_avoidance(organiser, event, hard, other, strength="hard", reason="siblings")
    services.add_avoidance(organiser, event, soft, third, strength="soft", reason="a team")
    fifth = services.pair_round(organiser, event, seed=9)
    output = fifth.explanation
    assert (output["method"], output["found"], output["proven"]) == ("by_standing", "whole_field", 7)
    assert output["forbidden"] == [sorted((hard.pk, other.pk))]
    assert output["avoided"] == [sorted((soft.pk, third.pk))]
    tables = {frozenset(seat.registration_id for seat in match.seats.all()) for match in fifth.matches.all()}
    assert {hard.pk, other.pk} not in tables
    bye = fifth.matches.get(table=None)
    above = standing[bye.seats.get().registration_id] - min(standing.values())
    assert bye.explanation["reasons"][0] == (
        {"kind": "bye_above_lowest", "amount": above} if above else {"kind": "bye_lowest", "amount": 0}
    )
    play_all(organiser, fifth)
    played(organiser, event, 1)
    byes = [match.seats.get().registration_id for match in Match.objects.filter(round__stage=stage, table=None)]
    assert sorted(Counter(byes).values()) == [1, 1, 1, 1, 2]


def test_second_swiss_stage_contains_qualified_players_only():
    event, organiser = planned(8, StagePlan(kind="swiss", rounds=2), StagePlan(kind="swiss", rounds=1, cut_size=4))
    played(organiser, event, 3)
    second = event.stages.get(order=2)
    assert (second.first_round, second.entered) == (3, 4)
    assert sorted(len(row.lines) for row in ranking.standings(second)) == [2, 2, 2, 2, 3, 3, 3, 3]


def test_stage_without_carried_points_starts_at_zero():
    event, organiser = planned(4, StagePlan(kind="swiss", rounds=2), StagePlan(kind="swiss", rounds=1, carries=False))
    played(organiser, event, 3)
    assert sum(row.match_points for row in ranking.standings(event.stages.get(order=2))) == 2 * 3
    assert sum(row.match_points for row in ranking.standings(event.stages.get(order=1))) == 4 * 3
    assert Client().get(f"/events/{event.slug}/rounds/3/").status_code == 200


def test_pods_are_reseated_undone_and_completed():
    event, organiser = planned(9, StagePlan(kind="pods", rounds=2))
    services.seat_pods(organiser, event, seed=1)
    events.drop(organiser, event.registrations.get(name="Player 09"))
    with pytest.raises(StateError, match=r"dropped since they were seated: Player 09\."):
        services.publish_pods(organiser, event)
    services.seat_pods(organiser, event, seed=2)
    assert PodSeat.objects.count() == 8
    services.discard_pods(organiser, event)
    assert not Podding.objects.exists()
    services.seat_pods(organiser, event, seed=2)
    services.publish_pods(organiser, event)
    with pytest.raises(StateError, match="no unpublished pods"):
        services.discard_pods(organiser, event)
    events.add_player(organiser, event, name="Late 10")
    first = play_all(organiser, services.pair_round(organiser, event))
    assert PodSeat.objects.filter(registration__name="Late 10", seat=9).exists()
    assert sum(match.seats.count() for match in first.matches.all()) == 9
    with pytest.raises(StateError, match="rounds of these pods have started"):
        services.seat_pods(organiser, event)
    swiss, swiss_organiser = planned(2, StagePlan())
    with pytest.raises(StateError, match="not played in pods"):
        services.seat_pods(swiss_organiser, swiss)


def test_correct_bracket_result_needs_next_round_to_be_discarded():
    event, organiser = planned(4, StagePlan(kind="double"))
    first = play_all(organiser, services.pair_round(organiser, event, seed=1))
    second = services.pair_round(organiser, event)
    match = first.matches.get(table=1)
    turned = Score(0, 1) if match.seats.get(place=1).outcome == "win" else Score(1, 0)
    with pytest.raises(StateError, match="Discard"):
        services.enter_result(organiser, match, turned, reason="The slip was read upside down.")
    services.discard_round(organiser, second)
    services.enter_result(organiser, match, turned, reason="The slip was read upside down.")


@pytest.mark.parametrize("order", DropOrder)
def test_double_elimination_is_played_in_stored_drop_order(order):
    event, organiser = planned(12, StagePlan(kind="double"))
    first = services.pair_round(organiser, event, seed=5)
    stage = event.stages.get()
    assert stage.drop_order == DropOrder.FEWEST_REMATCHES
    event.stages.update(drop_order=order)  # as a bracket that began when there was this order only
    play_all(organiser, first)
    event.refresh_from_db()
    while get_next_step(event, selectors.load_event_plan(event).latest_round) == Step.PAIR:
        played(organiser, event, 1)
    state = Elimination(event.stages.get())
    ties = resolve_ties(double_elimination(12, order=order), state.seeded, state.winners)
    seated = {}
    for match in Match.objects.filter(round__stage=stage).select_related("round").prefetch_related("seats"):
        place = position_of(match, match.round.number)
        seated[place] = tuple(seat.registration_id for seat in match.seats.all())
    assert seated == {place: tie.players for place, tie in ties.items() if tie.players}
    pages_answer(event, organiser)


def test_double_elimination_starts_with_fewest_rematches_order():
    event, organiser = planned(5, StagePlan(kind="double"))
    event.stages.update(drop_order=DropOrder.FIRST)
    services.pair_round(organiser, event)
    assert event.stages.get().drop_order == DropOrder.FEWEST_REMATCHES
    assert [order.value for order in DropOrder] == Stage.DropOrder.values
