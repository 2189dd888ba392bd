"""Too few players for the next stage: every suggested size is accepted."""

import re
from dataclasses import replace

import pytest
from django.db import transaction
from django.test import Client

from epic_events.accounts.models import User
from epic_events.events import services as events
from epic_events.events.models import Event, Participation, Registration, StaffRole
from epic_events.events.stage_plans import StagePlan, plan_of
from epic_events.infra.errors import StateError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.brackets import double_elimination, largest_full_size, single_elimination
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Round
from epic_events.pairings.rounds.progress import Step, get_next_step
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db
ELIMINATIONS = ("elimination", "double")


def after_one_round(players: int, *later: StagePlan) -> tuple[Event, User]:
    """Return an event after one Swiss round."""
    organiser = make_user("Olga Organiser")
    event = make_event(organiser=organiser)
    events.plan_stages(organiser, event, (StagePlan(rounds=1), *later))
    for number in range(1, players + 1):
        make_registration(event, name=f"Player {number:02}", status=Registration.Status.CHECKED_IN)
    round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=1))
    for match in selectors.open_tables(round_):
        services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, round_)
    event.refresh_from_db()
    return event, organiser


def leave(event: Event, number: int) -> None:
    """Drop that many players after the round."""
    gone = list(event.registrations.order_by("-pk").values_list("pk", flat=True)[:number])
    event.registrations.filter(pk__in=gone).update(status=Registration.Status.DROPPED)
    Participation.objects.filter(registration__in=gone).update(last_round=1)


def begin(organiser: User, event: Event, size: int | None = None) -> Round:
    """Run the next steps until the second stage has its first round."""
    step = get_next_step(event, selectors.load_event_plan(event).latest_round)
    if step == Step.CUT:
        return services.start_cut(organiser, event, size=size)
    if step == Step.SEAT_PODS:
        services.seat_pods(organiser, event)
    return services.pair_round(organiser, event)


def ways_out(message: str) -> list[int]:
    """Return the numbers of players that an error suggests."""
    advice = message.partition(": ")[2]
    assert advice, message
    return [int(number) for number in re.findall(r"(?:cut to the top|to all|let at most) (\d+)", advice)]


def follow(event: Event, organiser: User, kind: str, size: int) -> None:
    """Follow each suggestion of an error, starting from the same state."""
    with pytest.raises(StateError) as refused:
        begin(organiser, event)
    message = str(refused.value)
    numbers = ways_out(message)
    if not numbers:
        assert "finish the event" in message
        assert services.finish_event(organiser, event, reason="Too few are left.").status == Event.Status.FINISHED
    for number in numbers:
        with transaction.atomic():
            if kind not in ELIMINATIONS:
                lower = "to the stages after it" in message
                plans = [
                    replace(plan, cut_size=number)
                    if order == 1 or (order > 1 and lower and (plan.cut_size or 0) > number)
                    else plan
                    for order, plan in enumerate(plan_of(event))
                ]
                events.plan_stages(organiser, event, plans)
            begun = begin(organiser, event, number if kind in ELIMINATIONS else None)
            assert begun.stage.kind == kind
            assert begun.stage.participations.count() == number
            transaction.set_rollback(True)
    event.refresh_from_db()


@pytest.mark.parametrize("size", [2, 5, 8])
@pytest.mark.parametrize("kind", ["swiss", "pods", "round_robin", *ELIMINATIONS])
def test_too_few_players_error_suggests_accepted_size(kind, size):
    later = [StagePlan(kind=kind, cut_size=size)]
    if kind not in ELIMINATIONS:
        later.append(StagePlan(kind="elimination", cut_size=min(size, 4)))
    event, organiser = after_one_round(size, *later)
    for missing in range(1, size + 1):
        with transaction.atomic():
            leave(event, missing)
            follow(event, organiser, kind, size)
            transaction.set_rollback(True)
        event.refresh_from_db()


@pytest.mark.parametrize("kind", ELIMINATIONS)
def test_start_cut_accepts_31_of_32_players(kind):
    event, organiser = after_one_round(32, StagePlan(kind=kind, cut_size=32))
    leave(event, 1)
    with pytest.raises(
        StateError,
        match="Only 31 players are left for a cut to the top 32: cut to the top 16 instead, or to all 31 players",
    ):
        services.start_cut(organiser, event)
    follow(event, organiser, kind, 32)


def test_brackets_exist_for_every_accepted_cut_size():
    for left in range(2, 65):
        full = largest_full_size(left)
        assert full is not None
        assert full <= left < 2 * full
        for size in (full, left):
            assert single_elimination(size).players == double_elimination(size).players == size
    assert [largest_full_size(left) for left in (0, 1)] == [None, None]


def test_control_page_offers_exactly_accepted_cut_sizes():
    """Players who did not qualify for the last stage do not count."""
    event, organiser = after_one_round(
        9, StagePlan(rounds=1, cut_size=7), StagePlan(kind="elimination", cut_size=8 - 2)
    )
    round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=1))
    for match in selectors.open_tables(round_):
        services.enter_result(organiser, match, Score(1, 0))
    services.finish_round(organiser, round_)
    inside = Client()
    inside.force_login(organiser)
    assert offered(inside, event) == (["2", "4", "6", "7"], "6")
    events.drop(organiser, event.registrations.get(pk=round_.seats.order_by("pk")[0].registration_id))
    events.drop(organiser, event.registrations.get(pk=round_.seats.order_by("pk")[2].registration_id))
    assert offered(inside, event) == (["2", "4", "5"], "4")
    for size in ("2", "4", "5"):
        with transaction.atomic():
            assert services.start_cut(organiser, event, size=int(size)).seats.count() == int(size)
            transaction.set_rollback(True)


def offered(inside: Client, event: Event) -> tuple[list[str], str]:
    page = inside.get(f"/events/{event.slug}/desk/").content.decode()
    sizes = re.findall(r'<option value="(\d+)"( selected)?>', page)
    return [size for size, _chosen in sizes], next(size for size, chosen in sizes if chosen)


def test_control_page_without_players_for_cut_says_so():
    event, organiser = after_one_round(2, StagePlan(kind="elimination", cut_size=2))
    leave(event, 1)
    inside = Client()
    inside.force_login(organiser)
    assert (
        "Fewer than two players are left. Finish the event."
        in inside.get(f"/events/{event.slug}/desk/").content.decode()
    )


def test_cut_draft_with_too_few_players_can_be_restarted_smaller():
    event, organiser = after_one_round(4, StagePlan(kind="elimination", cut_size=4))
    draft = services.start_cut(organiser, event)
    events.drop(organiser, draft.seats.order_by("pk")[0].registration)
    with pytest.raises(StateError, match="Discard its unpublished pairings and seed it again"):
        services.publish_round(organiser, draft)
    services.discard_round(organiser, draft)
    with pytest.raises(
        StateError, match="Only 3 players are left for a cut to the top 4: cut to the top 2 instead, or to all 3"
    ):
        services.start_cut(organiser, event)
    assert services.publish_round(organiser, services.start_cut(organiser, event, size=3)).seats.count() == 3


@pytest.mark.parametrize(("kind", "most"), [("round_robin", 32), ("elimination", 64), ("double", 64)])
def test_start_event_with_too_many_players_for_first_stage_raises(kind, most):
    organiser = make_user("Olga Organiser")
    event = make_event(organiser=organiser)
    events.plan_stages(organiser, event, [StagePlan(kind=kind)])
    for number in range(most + 1):
        make_registration(event, name=f"Player {number}", status=Registration.Status.CHECKED_IN)
    with pytest.raises(
        StateError, match=f"at most {most} players, but {most + 1} are checked in: change the stage plan"
    ):
        services.pair_round(organiser, event)
    with transaction.atomic():
        events.plan_stages(organiser, event, [StagePlan(kind="swiss")])
        services.pair_round(organiser, event)
        transaction.set_rollback(True)
    event.refresh_from_db()
    last = event.registrations.order_by("-pk")[0]
    Registration.objects.filter(pk=last.pk).update(status=Registration.Status.WITHDRAWN)
    services.discard_round(organiser, services.pair_round(organiser, event))
    event.refresh_from_db()
    events.add_player(organiser, event, name="Late 1")
    with pytest.raises(StateError, match=f"at most {most} players, but {most + 1} are checked in: drop 1 player."):
        services.pair_round(organiser, event)
    events.drop(organiser, event.registrations.get(name="Late 1"))
    assert services.pair_round(organiser, event).stage.entered == most


def test_too_few_players_error_names_contact_for_unauthorised_user():
    event, organiser = after_one_round(6, StagePlan(rounds=1, cut_size=4))
    leave(event, 3)
    scorekeeper = make_staff(event, StaffRole.Role.SCOREKEEPER)
    message = "“Swiss” needs 4 players, but only 3 are left: "
    for actor, advice in (
        (organiser, "in the stage plan, let at most 3 players advance to it."),
        (None, "in the stage plan, let at most 3 players advance to it."),
        (scorekeeper, "ask an organiser to change the stage plan."),
    ):
        with pytest.raises(StateError) as refused:
            services.pair_round(actor, event)
        assert str(refused.value) == message + advice
