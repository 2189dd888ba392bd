"""Concurrent actions of different kinds."""

import random
from typing import Any

import pytest
from django.db import connection

from epic_events.accounts.idempotency import run_once
from epic_events.accounts.services import claim_token
from epic_events.audit_log.models import Entry
from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from epic_events.disputes.replays import worker
from epic_events.events import services as events
from epic_events.events.models import Event, Invitation, Registration
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from tests.epic_events.disputes.records import LEGAL, judge
from tests.epic_events.events.test_races import at_once
from tests.epic_events.events.test_setup import PLAN
from tests.epic_events.factories import make_event, make_player, make_staff, make_user
from tests.epic_events.pairings.play import matches_of, published_round, running_event, users_at

pytestmark = [pytest.mark.race, pytest.mark.django_db(transaction=True)]

FILE = "stage,round,player1,player2,p1_game_wins,p2_game_wins,games_drawn,is_bye\nswiss,1,Ann,Ben,2,1,0,0\n"


@pytest.fixture(autouse=True)
def _connections_of_their_own():
    if connection.vendor != "postgresql":
        pytest.skip("two connections at once need PostgreSQL")


@pytest.mark.parametrize("_time", range(4))
def test_report_form_sent_concurrently_counts_once(_time):
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]

    def arrive() -> tuple[dict[str, Any], bool]:
        def do() -> dict[str, Any]:
            return {"status": services.report_result(users_at(match)[0], match, Score(1, 0)).status}

        return run_once(organiser, "k", do)

    answers = at_once(*[arrive] * 4)
    reported = {"status": "reported"}
    assert [answers.count((reported, before)) for before in (False, True)] == [1, 3]
    assert match.reports.count() == 1


@pytest.mark.parametrize("_time", range(4))
def test_claim_and_register_concurrently_create_one_entry(_time):
    event, user = make_event(), make_user()
    make_player(user=user)
    entry = events.add_player(None, event, name="Cy")
    token = claim_token(entry.player)
    results = at_once(lambda: events.claim(user, token), lambda: events.register(user, event, consent=True))
    assert sum(isinstance(result, UserError) for result in results) == 1
    assert Registration.objects.of_user(user).count() == 1


@pytest.mark.parametrize("_time", range(4))
def test_claim_and_register_elsewhere_concurrently_both_succeed(_time):
    event, other, user = make_event(), make_event(), make_user()
    entry = events.add_player(None, event, name="Cy")
    token = claim_token(entry.player)
    results = at_once(lambda: events.claim(user, token), lambda: events.register(user, other, consent=True))
    assert not any(isinstance(result, UserError) for result in results)
    assert {each.event_id for each in Registration.objects.of_user(user)} == {event.pk, other.pk}


def test_revoke_role_concurrently_revokes_once():
    event = make_event(organiser=make_user())
    make_staff(event, "judge")
    role = event.staff.get(role="judge")
    results = at_once(*[lambda: events.revoke_role(None, role)] * 3)
    assert sum(isinstance(result, StateError) for result in results) == 2
    assert Entry.objects.filter(verb="staff.revoked").count() == 1


def test_accept_invitation_concurrently_accepts_once():
    event, owner = make_event(organiser=make_user()), make_user(email="owner@example.com", confirmed=False)
    made = events.assign_role(None, event, email=owner.email, role="judge", address=lambda path: path)
    assert isinstance(made, Invitation)
    results = at_once(*[lambda: events.accept_invitation(owner, made.token)] * 3)
    assert sum(isinstance(result, MissingError) for result in results) == 2
    assert event.staff.filter(user=owner).count() == 1
    assert Entry.objects.filter(verb="staff.accepted").count() == 1


def test_create_event_same_name_concurrently_gets_unique_slugs():
    users = [make_user() for _ in range(4)]
    at_once(*[lambda user=user: events.create_event(user, PLAN) for user in users])
    assert Event.objects.count() == 4


def test_run_dispute_concurrently_is_claimed_once():
    dispute = disputes.open_dispute(judge(), title="T", record=LEGAL)
    results = at_once(*[lambda: worker.run(dispute.pk)] * 3)
    assert sorted(results, key=str) == [False, False, True]
    dispute.refresh_from_db()
    assert dispute.boards.count() == 5


def test_change_record_during_replay_replays_new_record():
    actor = judge()
    dispute = disputes.open_dispute(actor, title="T", record=LEGAL)
    at_once(lambda: worker.run(dispute.pk), lambda: disputes.change_record(actor, dispute, LEGAL + "# more\n"))
    dispute.refresh_from_db()
    assert dispute.record is not None
    assert dispute.record.number == 2
    assert dispute.status in ("queued", "done")


def test_open_dispute_and_pair_again_concurrently_do_not_deadlock():
    event, organiser = running_event(4)
    round_ = services.pair_round(organiser, event)
    table = matches_of(round_)[0]
    at_once(
        lambda: disputes.open_dispute(organiser, title="T", record=LEGAL, match=table),
        lambda: services.pair_again(organiser, round_),
    )
    assert not Match.objects.filter(pk=table.pk).exists()


def test_import_results_concurrently_leaves_one_event():
    results = at_once(*[lambda: services.import_results(None, "old", FILE)] * 3)
    assert sum(isinstance(result, Event) for result in results) >= 1
    event = Event.objects.get()
    assert (event.registrations.count(), Match.objects.count(), event.stages.count()) == (2, 1, 1)
    results = at_once(*[lambda: services.import_results(None, "old", FILE)] * 3)
    assert all(isinstance(result, Event) for result in results)
    assert (event.registrations.count(), Match.objects.count(), event.stages.count()) == (2, 1, 1)


def test_busy_round_has_no_deadlock():
    """Report, confirm, enter, drop, add, finish and pair at once."""
    event, organiser = running_event(8, stage={"rounds": 3})
    round_ = published_round(event, organiser)
    acts: list[Any] = []
    for match in matches_of(round_):
        first, second = users_at(match)
        acts += [
            lambda match=match, first=first: services.report_result(first, match, Score(1, 0)),
            lambda match=match, second=second: services.report_result(second, match, Score(1, 0)),
            lambda match=match, second=second: services.confirm_result(second, match),
            lambda match=match: services.enter_result(
                organiser, match, Score(0, 1), reason="The slip says so.", overrides=services.ANY_REPORT
            ),
        ]
    entry = event.registrations.order_by("pk")[0]
    acts += [
        lambda: events.drop(organiser, entry),
        lambda: events.add_player(organiser, event, name="Late"),
        lambda: services.pair_round(organiser, event),
        lambda: services.finish_round(organiser, round_),
        lambda: events.edit_event(organiser, event, events.EventPlan.of(event)),
    ]
    random.Random(1).shuffle(acts)
    at_once(*acts)
    for match in matches_of(Round.objects.get(number=1)):
        points = set(match.seats.values_list("points", flat=True))
        assert (match.status, points) == ("confirmed", {0, 3})
    assert not selectors.open_tables(round_)


def test_open_dispute_concurrently_respects_waiting_limit():
    actor = judge()

    def ask():
        def do():
            return {"id": disputes.open_dispute(actor, title="T", record=LEGAL).pk}

        return run_once(actor, f"{random.random()}", do)

    results = at_once(*[ask] * (disputes.MAX_WAITING + 3))
    assert sum(isinstance(result, disputes.TooManyWaitingError) for result in results) == 3
    assert Dispute.objects.count() == disputes.MAX_WAITING
