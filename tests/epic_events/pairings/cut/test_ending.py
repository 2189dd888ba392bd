"""Cut and end of an event."""

import pytest

from epic_events.audit_log.models import Entry
from epic_events.events.models import Event
from epic_events.events.services import drop, reinstate
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.cut.selectors import cut_placings
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.results import table_rows
from epic_events.pairings.rounds.progress import Step, get_next_step
from epic_events.pairings.standings import ranking
from tests.epic_events.factories import make_user
from tests.epic_events.pairings.play import (
    cut,
    entry_of,
    matches_of,
    played_round,
    published_round,
    running_event,
    swiss,
)

pytestmark = pytest.mark.django_db


def step(event: Event) -> Step:
    event.refresh_from_db()
    return get_next_step(event, selectors.load_event_plan(event).latest_round)


def test_event_with_cut_is_run_to_its_champion():
    event, organiser = running_event(8, cut=4, stage={"rounds": 2})
    steps = [step(event)]
    first = services.pair_round(organiser, event, seed=1)
    steps.append(step(event))
    services.publish_round(organiser, first)
    steps.append(step(event))
    for match in matches_of(first):
        services.enter_result(organiser, match, Score(1, 0))
    steps.append(step(event))
    played_round(event, organiser)
    steps.append(step(event))
    with pytest.raises(StateError, match=r"All 2 Swiss rounds have been played\. Start the cut\."):
        services.pair_round(organiser, event)
    semis = services.start_cut(organiser, event)
    seeds = list(semis.stage.participations.order_by("seed").values_list("registration_id", flat=True))
    places = {row.player: row.rank for row in ranking.standings(swiss(event))}
    assert [places[player] for player in seeds] == sorted(places.values())[:4]
    assert [[seat.registration_id for seat in row.seats] for row in table_rows.tables(semis)] == [
        [seeds[0], seeds[3]],
        [seeds[1], seeds[2]],
    ]
    services.publish_round(organiser, semis)
    upset, expected = matches_of(semis)
    services.enter_result(organiser, upset, Score(0, 1))
    services.enter_result(organiser, expected, Score(1, 0))
    final = published_round(event, organiser)
    assert [[seat.registration_id for seat in row.seats] for row in table_rows.tables(final)] == [[seeds[1], seeds[3]]]
    services.enter_result(organiser, matches_of(final)[0], Score(1, 0))
    steps.append(step(event))
    with pytest.raises(StateError, match="The final has been played"):
        services.pair_round(organiser, event)
    services.finish_event(organiser, event)
    steps.append(step(event))
    assert steps == [Step.PAIR, Step.PUBLISH, Step.RESULTS, Step.PAIR, Step.CUT, Step.FINISH, Step.NOTHING]
    assert [(row.rank, entry.pk) for row, entry in cut_placings(cut(event))] == [
        (1, seeds[1]),
        (2, seeds[3]),
        (3, seeds[0]),
        (3, seeds[2]),
    ]


def test_start_cut_dropped_player_is_replaced_by_next():
    event, organiser = running_event(8, cut=4, stage={"rounds": 1})
    played_round(event, organiser)
    order = [row.player for row in ranking.standings(swiss(event))]
    drop(organiser, event.registrations.get(pk=order[0]))
    round_ = services.start_cut(organiser, event)
    seeded = set(round_.seats.values_list("registration_id", flat=True))
    assert order[0] not in seeded
    assert set(order[1:4]) <= seeded
    assert len(seeded) == 4


def test_start_cut_before_last_swiss_round_raises():
    event, organiser = running_event(8, cut=4, stage={"rounds": 2})
    with pytest.raises(StateError, match="follows the Swiss rounds"):
        services.start_cut(organiser, event)
    played_round(event, organiser)
    with pytest.raises(StateError, match=r"follows round 2\. The last round played was round 1"):
        services.start_cut(organiser, event)


def test_start_cut_without_planned_cut_or_twice_raises():
    event, organiser = running_event(4, stage={"rounds": 1})
    played_round(event, organiser)
    with pytest.raises(StateError, match="No cut is planned"):
        services.start_cut(organiser, event)
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    services.start_cut(organiser, event)
    with pytest.raises(StateError, match="already started"):
        services.start_cut(organiser, event)


def test_start_cut_too_few_players_suggests_size():
    event, organiser = running_event(6, cut=8, stage={"rounds": 1})
    played_round(event, organiser)
    with pytest.raises(StateError, match="Only 6 players are left for a cut to the top 8: cut to the top 4 instead"):
        services.start_cut(organiser, event)
    for wrong in (0, 1, 65):
        with pytest.raises(UserError, match="2 to 64"):
            services.start_cut(organiser, event, size=wrong)
    assert services.start_cut(organiser, event, size=4).seats.count() == 4
    assert cut(event).cut_size == 4


def test_start_cut_after_discard_is_allowed():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    services.discard_round(organiser, services.start_cut(organiser, event))
    assert services.start_cut(organiser, event).number == 1


def test_pair_again_bracket_round_raises():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    with pytest.raises(StateError, match="bracket determines"):
        services.pair_again(organiser, services.start_cut(organiser, event))


def test_correct_cut_result_after_next_round_is_paired_raises():
    event, organiser = running_event(8, cut=4, stage={"rounds": 1})
    played_round(event, organiser)
    semis = services.publish_round(organiser, services.start_cut(organiser, event))
    first, second = matches_of(semis)
    services.enter_result(organiser, first, Score(1, 0))
    services.enter_result(organiser, second, Score(1, 0))
    final = services.pair_round(organiser, event)
    with pytest.raises(StateError, match="Discard that round while it is not published"):
        services.enter_result(organiser, first, Score(0, 1), reason="Wrong slip.")
    services.discard_round(organiser, final)
    services.enter_result(organiser, first, Score(0, 1), reason="Wrong slip.")
    again = services.pair_round(organiser, event)
    assert again.seats.filter(registration=entry_of(first, 2)).exists()


def test_finish_event_early_requires_reason():
    event, organiser = running_event(4, cut=2, stage={"rounds": 2})
    with pytest.raises(UserError, match=r"No round has been played\."):
        services.finish_event(organiser, event)
    played_round(event, organiser)
    with pytest.raises(UserError, match="1 of 2 Swiss rounds"):
        services.finish_event(organiser, event)
    played_round(event, organiser)
    with pytest.raises(UserError, match="The cut has not been played"):
        services.finish_event(organiser, event)
    assert services.finish_event(organiser, event, reason="The hall closes.").status == "finished"


def test_finish_event_during_round_raises():
    event, organiser = running_event(4, stage={"rounds": 1})
    round_ = services.pair_round(organiser, event)
    with pytest.raises(StateError, match="are not published"):
        services.finish_event(organiser, event, reason="x")
    services.publish_round(organiser, round_)
    with pytest.raises(StateError, match="results of 2 tables are missing"):
        services.finish_event(organiser, event, reason="x")


def test_enter_result_after_event_is_finished_raises():
    event, organiser = running_event(2, stage={"rounds": 1})
    round_ = played_round(event, organiser)
    services.finish_event(organiser, event)
    with pytest.raises(StateError, match="results are final"):
        services.enter_result(organiser, matches_of(round_)[0], Score(0, 1), reason="Too late.")


def test_finish_event_needs_organiser_and_running_event():
    event, organiser = running_event(2, stage={"rounds": 1})
    played_round(event, organiser)
    with pytest.raises(NotAllowedError):
        services.finish_event(make_user(), event)
    services.finish_event(organiser, event)
    assert [entry.verb for entry in Entry.objects.of_event(event.pk)[:1]] == ["event.finished"]
    with pytest.raises(StateError, match=r"over\. Its results are final"):
        services.finish_event(organiser, event)


def test_publish_cut_after_seeded_player_drops_needs_new_draft():
    event, organiser = running_event(6, cut=4, stage={"rounds": 1})
    played_round(event, organiser)
    draft = services.start_cut(organiser, event)
    dropped = entry_of(matches_of(draft)[0], 1)
    drop(organiser, dropped)
    with pytest.raises(StateError, match="changed since the cut was seeded"):
        services.publish_round(organiser, draft)
    services.discard_round(organiser, draft)
    again = services.start_cut(organiser, event)
    assert not again.seats.filter(registration=dropped).exists()
    assert again.seats.count() == 4
    assert services.publish_round(organiser, again).status == "published"


def test_publish_cut_after_seeding_result_is_corrected_raises():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    round_ = played_round(event, organiser)
    draft = services.start_cut(organiser, event)
    services.enter_result(organiser, matches_of(round_)[0], Score(0, 1), reason="Wrong slip.")
    with pytest.raises(StateError, match="changed since the cut was seeded"):
        services.publish_round(organiser, draft)


def test_reinstate_player_dropped_during_cut_draft_succeeds_after_discard():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    draft = services.start_cut(organiser, event)
    outside = event.registrations.exclude(seats__round=draft).first()
    assert outside is not None
    drop(organiser, outside)
    services.discard_round(organiser, draft)
    assert reinstate(organiser, outside).status == "checked_in"
    assert outside.participations.get().last_round is None
