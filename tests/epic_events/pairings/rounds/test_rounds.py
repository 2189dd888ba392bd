"""Rounds: life cycle and permissions."""

import pytest
from django.db import IntegrityError, transaction

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.services import drop, reinstate
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.rounds import inputs
from epic_events.pairings.standings import ranking
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user
from tests.epic_events.pairings.play import (
    first_entry,
    line,
    matches_of,
    played_round,
    published_round,
    running_event,
    user_of,
)

pytestmark = pytest.mark.django_db


def verbs(event: Event) -> list[str]:
    return list(Entry.objects.filter(event_id=event.pk).order_by("pk").values_list("verb", flat=True))


def test_pair_round_starts_open_event_with_checked_in_players():
    organiser = make_user()
    event = make_event(organiser=organiser)
    here = {make_registration(event, status=Registration.Status.CHECKED_IN).pk for _ in range(5)}
    make_registration(event)
    round_ = services.pair_round(organiser, event, seed=7)
    event.refresh_from_db()
    assert (event.status, round_.number, round_.status, round_.seed) == ("running", 1, "draft", 7)
    assert set(round_.seats.values_list("registration_id", flat=True)) == here
    assert [(row.match.table, len(row.seats)) for row in table_rows.tables(round_)] == [(1, 2), (2, 2), (None, 1)]
    assert event.stages.get(order=1).rounds == 3
    assert verbs(event) == ["event.started", "stage.rounds_fixed", "round.paired"]


def test_pair_round_with_fixed_number_of_rounds_does_not_change_it():
    event, organiser = running_event(4, stage={"rounds": 2})
    services.pair_round(organiser, event)
    assert event.stages.get(order=1).rounds == 2


@pytest.mark.parametrize(
    ("role", "may"),
    [
        (StaffRole.Role.ORGANISER, True),
        (StaffRole.Role.HEAD_JUDGE, True),
        (StaffRole.Role.SCOREKEEPER, True),
        (StaffRole.Role.JUDGE, False),
    ],
)
def test_pair_round_permissions(role, may):
    event, _organiser = running_event(4)
    person = make_staff(event, role)
    if may:
        assert services.pair_round(person, event).number == 1
    else:
        with pytest.raises(NotAllowedError, match="scorekeepers"):
            services.pair_round(person, event)


def test_player_cannot_pair_publish_or_finish():
    event, organiser = running_event(4)
    player = user_of(first_entry(event))
    with pytest.raises(NotAllowedError):
        services.pair_round(player, event)
    round_ = services.pair_round(organiser, event)
    attempts = (
        lambda: services.publish_round(player, round_),
        lambda: services.pair_again(player, round_),
        lambda: services.discard_round(player, round_),
        lambda: services.finish_round(player, round_),
        lambda: services.start_cut(player, event),
        lambda: services.finish_event(player, event),
    )
    for attempt in attempts:
        with pytest.raises(NotAllowedError):
            attempt()


def test_unpublished_round_is_visible_to_staff_only():
    event, organiser = running_event(4)
    round_ = services.pair_round(organiser, event)
    player = user_of(first_entry(event))
    assert list(Round.objects.visible_to(player)) == []
    assert list(Round.objects.visible_to(organiser)) == [round_]
    services.publish_round(organiser, round_)
    assert list(Round.objects.visible_to(player)) == [round_]


def test_pair_round_with_unpublished_round_fails():
    event, organiser = running_event(4)
    services.pair_round(organiser, event)
    with pytest.raises(StateError, match="are not published"):
        services.pair_round(organiser, event)
    assert Round.objects.count() == 1


def test_pair_round_with_open_tables_fails_and_names_them():
    event, organiser = running_event(8)
    first, second, third, _fourth = matches_of(published_round(event, organiser))
    services.enter_result(organiser, second, Score(1, 0))
    with pytest.raises(StateError, match=r"results of 3 tables are missing: 1, 3, 4\."):
        services.pair_round(organiser, event)
    services.enter_result(organiser, first, Score(1, 0))
    services.enter_result(organiser, third, Score(1, 0))
    with pytest.raises(StateError, match=r"result of table 4 is missing\."):
        services.pair_round(organiser, event)
    assert Round.objects.count() == 1


def test_pair_round_finishes_previous_round():
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    for match in matches_of(round_):
        services.enter_result(organiser, match, Score(1, 0))
    assert services.pair_round(organiser, event).number == 2
    round_.refresh_from_db()
    assert round_.status == "finished"
    assert verbs(event)[-2:] == ["round.finished", "round.paired"]


def test_same_seed_gives_same_pairing_and_pair_again_new_seed():
    event, organiser = running_event(16)
    round_ = services.pair_round(organiser, event, seed=5)
    before = list(round_.seats.order_by("match__table", "place").values_list("registration_id", flat=True))
    again = services.pair_again(organiser, round_, seed=6)
    assert list(again.seats.order_by("match__table", "place").values_list("registration_id", flat=True)) != before
    back = services.pair_again(organiser, again, seed=5)
    assert list(back.seats.order_by("match__table", "place").values_list("registration_id", flat=True)) == before
    assert Match.objects.count() == 8


def test_published_round_cannot_be_paired_again_discarded_or_published():
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    for act in (services.pair_again, services.discard_round, services.publish_round):
        with pytest.raises(StateError, match="Round 1 is already published"):
            act(organiser, round_)


def test_discard_round_leaves_only_audit_entry():
    event, organiser = running_event(4)
    round_ = services.pair_round(organiser, event)
    services.discard_round(organiser, round_)
    assert (Round.objects.count(), Match.objects.count(), Seat.objects.count()) == (0, 0, 0)
    assert verbs(event)[-1] == "round.discarded"
    with pytest.raises(StateError, match="no longer exists"):
        services.publish_round(organiser, round_)


def test_publish_round_finalises_byes():
    event, organiser = running_event(3)
    round_ = services.pair_round(organiser, event)
    bye = round_.matches.get(table=None)
    assert (bye.status, line(bye)) == ("pending", [(0, None, "")])
    services.publish_round(organiser, round_)
    bye.refresh_from_db()
    assert (bye.status, bye.result_kind, line(bye)) == ("confirmed", "bye", [(2, 3, "win")])
    assert bye.explanation == {"reasons": [{"kind": "bye_lowest", "amount": 0}], "points": [0]}


def test_publish_with_dropped_player_fails_until_paired_again():
    event, organiser = running_event(5)
    round_ = services.pair_round(organiser, event)
    gone = round_.seats.all()[0].registration
    drop(organiser, gone)
    with pytest.raises(StateError, match=f"changed after it was paired: {gone.name}"):
        services.publish_round(organiser, round_)
    services.publish_round(organiser, services.pair_again(organiser, round_))
    assert not round_.seats.filter(registration=gone).exists()
    assert round_.seats.count() == 4


def test_publish_after_correction_fails_until_paired_again():
    event, organiser = running_event(4)
    before = played_round(event, organiser)
    round_ = services.pair_round(organiser, event)
    services.enter_result(organiser, matches_of(before)[0], Score(0, 1), reason="The slip was read wrongly.")
    with pytest.raises(StateError, match="Pair this round again"):
        services.publish_round(organiser, round_)
    assert services.publish_round(organiser, services.pair_again(organiser, round_)).status == "published"


def test_dropped_player_can_return_between_rounds():
    event, organiser = running_event(5, stage={"rounds": 4})
    played_round(event, organiser)
    gone = first_entry(event)
    drop(organiser, gone)
    second = played_round(event, organiser)
    assert not second.seats.filter(registration=gone).exists()
    reinstate(organiser, Registration.objects.get(pk=gone.pk))
    assert published_round(event, organiser).seats.filter(registration=gone).exists()


def test_player_dropped_before_round_one_is_not_in_standings():
    event, organiser = running_event(5)
    gone = first_entry(event)
    drop(organiser, gone)
    round_ = played_round(event, organiser)
    assert gone.pk not in {row.player for row in ranking.standings(round_.stage)}
    assert len(ranking.standings(round_.stage)) == 4


def test_awarded_byes_are_excluded_from_pairing():
    event, organiser = running_event(5)
    lucky = first_entry(event)
    Registration.objects.filter(pk=lucky.pk).update(awarded_byes=1)
    round_ = published_round(event, organiser)
    bye = round_.matches.get(table=None)
    assert bye.seats.get().registration == lucky
    assert bye.explanation["reasons"] == [{"kind": "awarded_bye", "amount": 0}]
    assert len(matches_of(round_)) == 2
    assert event.stages.get(order=1).rounds == 3


def test_reserved_table_is_used_only_by_its_player():
    event, organiser = running_event(8)
    keeper = first_entry(event)
    Registration.objects.filter(pk=keeper.pk).update(fixed_table=2)
    for seed in range(1, 4):
        round_ = played_round(event, organiser, seed)
        assert round_.seats.get(registration=keeper).match.table == 2
        assert sorted(m.table or 0 for m in matches_of(round_)) == [1, 2, 3, 4]


def test_pair_round_with_one_player_fails():
    event, organiser = running_event(2, stage={"rounds": 3})
    played_round(event, organiser)
    drop(organiser, first_entry(event))
    with pytest.raises(StateError, match="at least two players"):
        services.pair_round(organiser, event)
    assert Round.objects.count() == 1


def test_pair_round_after_last_round_fails():
    event, organiser = running_event(4, stage={"rounds": 1})
    played_round(event, organiser)
    with pytest.raises(StateError, match=r"has been played\. Finish the event\."):
        services.pair_round(organiser, event)


@pytest.mark.parametrize(
    ("status", "output"),
    [
        ("draft", "The event is not published. Open it for registration first."),
        ("finished", "The event is over. Its results are final."),
        ("cancelled", "The event is cancelled. No more rounds can be played."),
    ],
)
def test_pair_round_requires_open_or_running_event(status, output):
    event, organiser = running_event(4)
    Event.objects.filter(pk=event.pk).update(status=status)
    for step in (services.pair_round, services.start_cut, services.finish_event):
        with pytest.raises(StateError) as refused:
            step(organiser, event)
        assert str(refused.value) == output


def test_running_event_actions_fail_for_open_event():
    event, organiser = running_event(4)
    Event.objects.filter(pk=event.pk).update(status="open")
    for step in (services.start_cut, services.finish_event):
        with pytest.raises(StateError, match=r"^The event has not started\. It starts when you pair"):
            step(organiser, event)


def test_finish_round_twice_fails():
    event, organiser = running_event(4)
    round_ = played_round(event, organiser)
    with pytest.raises(StateError, match="already finished"):
        services.finish_round(organiser, round_)


def test_seat_constraint_allows_player_once_per_round():
    event, organiser = running_event(4)
    round_ = services.pair_round(organiser, event)
    first, second = matches_of(round_)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(match=second, round=round_, registration=first.seats.get(place=1).registration, place=3)


def test_eight_players_play_seven_rounds_without_rematch():
    event, organiser = running_event(8, stage={"rounds": 7})
    for seed in range(7):
        round_ = played_round(event, organiser, seed)
        assert round_.seats.count() == 8
        assert {e.points for e in inputs.load_entrants(round_.stage, round_.number)} <= set(range(22))
    assert sum(row.match_points for row in ranking.standings(event.stages.get(order=1))) == 7 * 4 * 3


def test_pair_round_query_count_is_constant(django_assert_max_num_queries):
    event, organiser = running_event(40)
    with django_assert_max_num_queries(27):
        services.pair_round(organiser, event)
