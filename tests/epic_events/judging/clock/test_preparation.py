"""Drafting and building before the first round: services, decklists and what players see."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client

from epic_events.audit_log.models import Entry
from epic_events.decks import services as decks
from epic_events.decks.context import DeckContext
from epic_events.events import services as events
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.readiness import Waiver
from epic_events.events.stage_plans import StagePlan
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.clock import preparation
from epic_events.judging.clock.selectors import ClockState
from epic_events.pairings import selectors
from epic_events.pairings import services as pairings
from epic_events.pairings.models import PodSeat, Preparation
from epic_events.pairings.rounds.progress import get_next_step
from tests.epic_events.factories import make_staff, make_user
from tests.epic_events.pairings.stages import planned, play_all

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NOON = datetime(2030, 5, 1, 12, tzinfo=UTC)
DRAFTING, BUILDING = Preparation.Kind.DRAFTING.value, Preparation.Kind.BUILDING.value
PODS = StagePlan(kind="pods", rounds=3)
LIST = "30 Kong\n"


def draft_event(players: int = 8, *stages: StagePlan, deck_format: str = "cube-draft") -> tuple[Event, Any]:
    """Return a draft event whose pods are published and which asks for decklists, and its organiser."""
    event, organiser = planned(players, *(stages or [PODS]), format=deck_format)
    Event.objects.filter(pk=event.pk).update(decklists_required=True)
    event.refresh_from_db()
    if event.stages.get(order=1).kind == "pods":
        pairings.seat_pods(organiser, event, seed=4)
        pairings.publish_pods(organiser, event)
    return reload(event), organiser


def reload(event: Event) -> Event:
    return Event.objects.get(pk=event.pk)


def step(event: Event) -> str:
    return get_next_step(reload(event), selectors.load_event_plan(event).latest_round).value


def verbs(event: Event) -> list[str]:
    entries = Entry.objects.filter(event_id=event.pk, verb__startswith="preparation.").order_by("pk")
    return [entry.verb.removeprefix("preparation.") for entry in entries]


def entry_of(event: Event) -> Registration:
    return event.registrations.select_related("player__user", "event").order_by("pk")[0]


def is_open(event: Event) -> bool:
    return not DeckContext(reload(event)).is_closed


def test_draft_event_drafts_and_builds_before_the_first_round() -> None:
    with time_machine.travel(NOON, tick=False) as traveller:
        event, organiser = draft_event()
        assert step(event) == "drafting"
        shown = preparation.start(organiser, event, DRAFTING)
        assert (shown.state, shown.left_seconds) == (ClockState.RUNNING, 30 * 60)
        assert shown.end_for_table == NOON + timedelta(minutes=30)
        traveller.shift(timedelta(minutes=10))
        assert preparation.pause(organiser, event, DRAFTING, "Fire alarm").left_seconds == 20 * 60
        traveller.shift(timedelta(minutes=10))
        preparation.resume(organiser, event, DRAFTING)
        assert preparation.add_minutes(organiser, event, DRAFTING, 5).left_seconds == 25 * 60
        traveller.shift(timedelta(minutes=30))
        current = preparation.load_current(reload(event))
        assert current is not None
        assert preparation.load_clock(current, DRAFTING).state is ClockState.UP
        assert preparation.end(organiser, event, DRAFTING).state is ClockState.CALLED
        assert step(event) == "building"
        assert preparation.start(organiser, event, BUILDING, 15).left_seconds == 15 * 60
        with pytest.raises(StateError, match=r"Building is in progress\. End it before"):
            pairings.pair_round(organiser, event)
        preparation.end(organiser, event, BUILDING)
        assert step(event) == "pair"
    assert verbs(event) == ["started", "paused", "resumed", "added", "ended", "started", "ended"]


@pytest.mark.parametrize(
    ("deck_format", "stage", "steps"),
    [
        ("full-constructed", PODS, ["pair"]),
        ("random-30", StagePlan(), ["pair"]),
        ("sealed", StagePlan(), ["building", "pair"]),
        ("cube-draft", StagePlan(), ["drafting", "building", "pair"]),
        ("cube-draft", StagePlan(kind="pods", draft_minutes=0), ["building", "pair"]),
        ("full-constructed", StagePlan(draft_minutes=20), ["drafting", "pair"]),
        ("cube-draft", StagePlan(draft_minutes=0, build_minutes=0), ["pair"]),
    ],
)
def test_steps_follow_format_and_stage(deck_format: str, stage: StagePlan, steps: list[str]) -> None:
    event, organiser = draft_event(4, stage, deck_format=deck_format)
    seen = [step(event)]
    while seen[-1] in (DRAFTING, BUILDING):
        preparation.start(organiser, event, seen[-1])
        preparation.end(organiser, event, seen[-1])
        seen.append(step(event))
    assert seen == steps
    assert reload(event).status == ("running" if len(steps) > 1 or stage.kind == "pods" else "open")


def test_preparation_actions_are_idempotent() -> None:
    event, organiser = draft_event()
    for action in ("start", "start", "pause", "pause", "resume", "resume", "end", "end", "reopen", "reopen", "end"):
        preparation.apply(organiser, event, DRAFTING, action)
    assert verbs(event) == ["started", "paused", "resumed", "ended", "reopened", "ended"]
    for action in ("skip", "skip", "reopen", "skip"):
        preparation.apply(organiser, event, BUILDING, action)
    assert verbs(event)[6:] == ["skipped", "reopened", "skipped"]
    assert step(event) == "pair"


def test_preparation_impossible_actions_are_rejected() -> None:
    event, organiser = planned(8, PODS, format="cube-draft")
    with pytest.raises(StateError, match=r"Drafting is not in progress\."):
        preparation.pause(organiser, event, DRAFTING)
    with pytest.raises(StateError, match="Seat the pods and publish them first"):
        preparation.start(organiser, event, DRAFTING)
    assert reload(event).status == "open"
    pairings.seat_pods(organiser, event)
    pairings.publish_pods(organiser, event)
    with pytest.raises(StateError, match=r"Building does not come next\."):
        preparation.skip(organiser, event, BUILDING)
    with pytest.raises(UserError, match="Enter 1 to 600 minutes"):
        preparation.start(organiser, event, DRAFTING, 601)
    with pytest.raises(StateError, match=r"Drafting has not been started\."):
        preparation.reopen(organiser, event, DRAFTING)
    preparation.start(organiser, event, DRAFTING)
    for minutes, message in ((0, "Enter 1 to 120"), (-31, "more minutes than are left")):
        with pytest.raises(UserError, match=message):
            preparation.add_minutes(organiser, event, DRAFTING, minutes)
    with pytest.raises(StateError, match=r"Drafting is in progress\. End it first\."):
        preparation.start(organiser, event, BUILDING)
    with pytest.raises(StateError, match="Their seats stay"):
        pairings.seat_pods(organiser, event)
    preparation.end(organiser, event, DRAFTING)
    with pytest.raises(StateError, match=r"Drafting is over\. Reopen it"):
        preparation.start(organiser, event, DRAFTING)
    preparation.start(organiser, event, BUILDING)
    with pytest.raises(StateError, match="Drafting cannot be reopened: building has begun"):
        preparation.reopen(organiser, event, DRAFTING)
    preparation.end(organiser, event, BUILDING)
    round_ = pairings.pair_round(organiser, event, waiver=Waiver(frozenset(), ""))
    with pytest.raises(StateError, match="nothing to draft or build now"):
        preparation.reopen(organiser, event, BUILDING)
    pairings.discard_round(organiser, round_)
    assert preparation.reopen(organiser, event, BUILDING).state is ClockState.RUNNING


def test_preparation_needs_a_role() -> None:
    event, organiser = draft_event()
    judge = make_staff(event, StaffRole.Role.JUDGE)
    for action in ("start", "skip", "end", "reopen"):
        with pytest.raises(NotAllowedError):
            preparation.apply(judge, event, DRAFTING, action)
    preparation.start(organiser, event, DRAFTING)
    assert preparation.pause(judge, event, DRAFTING).state is ClockState.PAUSED
    preparation.resume(judge, event, DRAFTING)
    preparation.add_minutes(judge, event, DRAFTING, 1)
    for action in ("pause", "resume", "add"):
        with pytest.raises(NotAllowedError):
            preparation.apply(make_user(), event, DRAFTING, action, 1)


def test_decklists_open_with_building_and_close_with_its_end() -> None:
    event, organiser = planned(8, PODS, format="cube-draft")
    Event.objects.filter(pk=event.pk).update(decklists_required=True)
    entry = entry_of(event)
    player = entry.player.user
    with pytest.raises(StateError, match=r"You can submit your decklist after the draft\."):
        decks.submit(player, entry, LIST)
    pairings.seat_pods(organiser, event)
    pairings.publish_pods(organiser, event)
    assert is_open(event)  # the organiser may do without the clocks
    preparation.start(organiser, event, DRAFTING)
    assert not is_open(event)
    preparation.end(organiser, event, DRAFTING)
    preparation.start(organiser, event, BUILDING)
    assert is_open(event)
    assert decks.submit(player, entry, LIST).number == 1
    preparation.end(organiser, event, BUILDING)
    assert not is_open(event)
    with pytest.raises(StateError, match="decklist is locked"):
        decks.submit(player, entry, LIST)
    preparation.reopen(organiser, event, BUILDING)
    assert decks.submit(player, entry, LIST + "1 Rage\n").number == 2


def test_decklists_stay_open_until_pairing_if_building_is_skipped() -> None:
    event, organiser = draft_event()
    for kind in (DRAFTING, BUILDING):
        preparation.skip(organiser, event, kind)
    assert is_open(event)
    everyone = frozenset(event.registrations.values_list("pk", flat=True))
    pairings.pair_round(organiser, event, waiver=Waiver(everyone, "Paper lists"))
    assert not is_open(event)


def test_missing_lists_are_asked_for_once_after_building() -> None:
    event, organiser = draft_event()
    client = Client()
    client.force_login(organiser)

    def desk() -> str:
        return client.get(f"/events/{event.slug}/desk/").content.decode()

    def act(kind: str, action: str) -> None:
        assert client.post(f"/events/{event.slug}/desk/preparation/{kind}/{action}/").status_code == 302

    for kind in (DRAFTING, BUILDING):
        assert "waiver_reason" not in desk()
        act(kind, "skip" if kind == DRAFTING else "start")
    act(BUILDING, "end")
    assert desk().count('name="waiver_reason"') == 1
    names = [str(pk) for pk in event.registrations.values_list("pk", flat=True)]
    client.post(f"/events/{event.slug}/desk/pair/", {"without": names, "waiver_reason": "Paper lists"})
    assert step(event) == "publish"
    assert 'name="waiver_reason"' not in desk()
    client.post(f"/events/{event.slug}/desk/publish/", {"round": selectors.load_event_plan(event).rounds[0].pk})
    assert step(event) == "results"


def test_late_and_dropped_players_during_the_draft() -> None:
    event, organiser = draft_event(8)
    preparation.start(organiser, event, DRAFTING)
    events.drop(organiser, entry_of(event))
    late = events.add_player(organiser, event, name="Late")
    for kind in (DRAFTING, BUILDING):
        preparation.apply(organiser, event, kind, "end" if kind == DRAFTING else "skip")
    everyone = frozenset(event.registrations.values_list("pk", flat=True))
    first = pairings.pair_round(organiser, event, waiver=Waiver(everyone, "Paper lists"))
    assert first.matches.count() == 4
    assert late.pod_seats.get().seat == 9


def test_late_player_gets_a_seat_during_the_draft() -> None:
    event, organiser = draft_event(7)
    preparation.start(organiser, event, DRAFTING)
    events.add_player(organiser, event, name="Late")
    client = Client()
    client.force_login(organiser)
    assert "Seat late players" in client.get(f"/events/{event.slug}/desk/").content.decode()
    for message in ("1 player got a seat in the pods.", "0 players got a seat in the pods."):
        page = client.post(f"/events/{event.slug}/desk/seat-late-players/", follow=True).content.decode()
        assert message in page
        assert "Seat late players" not in page
    assert PodSeat.objects.get(registration__name="Late").seat == 8
    assert Entry.objects.filter(event_id=event.pk, verb="pods.late_seated").count() == 1


def test_late_players_need_published_pods_before_the_first_round() -> None:
    event, organiser = planned(4, PODS, format="cube-draft")
    with pytest.raises(StateError, match="has not started"):
        pairings.seat_late_players(organiser, event)
    pairings.seat_pods(organiser, event)
    with pytest.raises(StateError, match="in published pods before the first round"):
        pairings.seat_late_players(organiser, event)
    with pytest.raises(NotAllowedError):
        pairings.seat_late_players(make_user(), event)


def test_second_draft_follows_the_first_one() -> None:
    one = StagePlan(kind="pods", rounds=1)
    event, organiser = draft_event(4, one, one)
    Event.objects.filter(pk=event.pk).update(decklists_required=False)
    for kind in (DRAFTING, BUILDING):
        preparation.skip(organiser, event, kind)
    play_all(organiser, pairings.pair_round(organiser, event))
    assert step(event) == "seat_pods"
    pairings.seat_pods(organiser, event)
    pairings.publish_pods(organiser, event)
    assert step(event) == "drafting"
    preparation.start(organiser, event, DRAFTING)
    assert [row.stage.order for row in Preparation.objects.filter(started_at__isnull=False)] == [2]
