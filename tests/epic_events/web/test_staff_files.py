"""Event files about stages, rounds, pools, repairs and judging."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from epic_events.decks.models import CardPool
from epic_events.decks.pools import services as pools
from epic_events.events import services as events
from epic_events.events.models import Event
from epic_events.events.stage_plans import StagePlan
from epic_events.judging.clock import services as clocks
from epic_events.judging.clock.models import ClockMove
from epic_events.judging.decisions import services as decisions
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.judging.deck_checks import services as checks
from epic_events.pairings import services
from epic_events.pairings.models import PodSeat
from epic_events.pairings.repairs import services as repairing
from epic_events.pairings.repairs.services.kinds import RepairKind
from epic_events.pairings.repairs.services.seats import ChangeTableNumber
from epic_events.pairings.repairs.services.undo import Undo
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.pools.dark_draft import NAMES, cards, dealt_event
from tests.epic_events.factories import make_dispute, make_registration, make_staff, make_user
from tests.epic_events.integrations.exports import get_file, rows, sign_in
from tests.epic_events.pairings.play import (
    entry_of,
    first_entry,
    matches_of,
    played_round,
    published_round,
    running_event,
    users_at,
)
from tests.epic_events.pairings.stages import planned

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def listed_files(user: object, event: Event) -> set[str]:
    """Return the names of the files that the page lists."""
    page = sign_in(user).get(reverse("web:files", args=[event.slug])).content.decode()
    parts = page.split(f'href="/events/{event.slug}/files/')[1:]
    return {part.partition(".")[0] for part in parts if part.partition('"')[0]}


def test_stages_and_rounds_files_are_public_except_drafts():
    event, organiser = running_event(3, stage={"rounds": 2, "minutes": 40}, cut=2)
    first = played_round(event, organiser)
    services.pair_round(organiser, event, seed=2)
    shown = Client().get(f"/api/v1/events/{event.slug}/stages/").json()
    stages = rows(Client(), event, "stages")
    assert [(row["stage"], row["kind"], row["minutes"]) for row in stages] == [
        (1, "swiss", 40),
        (2, "elimination", None),
    ]
    assert stages == [
        {name: one["order"] if name == "stage" else one[name] for name in stages[0]}
        | {"tie_breaks": " ".join(one["tie_breaks"])}
        for one in shown
    ]
    [public] = rows(Client(), event, "rounds")
    assert first.published_at is not None
    assert first.finished_at is not None
    assert public == {
        "stage": 1, "round": 1, "round_name": "Round 1", "status": "finished", "seed": 1,
        "tables": 1, "byes": 1, "open": 0,
        "paired_at": first.paired_at.isoformat(), "published_at": first.published_at.isoformat(),
        "time_called_at": None, "finished_at": first.finished_at.isoformat(),
    }  # fmt: skip
    known, draft = rows(sign_in(organiser), event, "rounds")
    assert known == public
    assert (draft["round"], draft["status"], draft["open"]) == (2, "draft", 1)


def test_pods_file_is_public_once_published():
    event, organiser = planned(8, StagePlan(kind="pods", rounds=2, minutes=50))
    assert "pods" not in listed_files(organiser, event)
    services.seat_pods(organiser, event, seed=16)
    assert "pods" in listed_files(organiser, event)
    seats = PodSeat.objects.order_by("pod", "seat").select_related("registration")
    output = [
        {"stage": 1, "pod": one.pod, "seat": one.seat, "id": one.registration_id, "name": one.registration.name}
        for one in seats
    ]
    assert (rows(Client(), event, "pods"), rows(sign_in(organiser), event, "pods")) == ([], output)
    services.publish_pods(organiser, event)
    assert rows(Client(), event, "pods") == output


def test_participations_file_lists_from_and_to_rounds():
    event, organiser = running_event(4)
    published_round(event, organiser)
    gone = first_entry(event)
    events.drop(organiser, gone)
    assert get_file(Client(), event, "taking-part.csv").status_code == 403
    found = rows(sign_in(make_staff(event, "judge")), event, "taking-part")
    assert found == [
        {
            "stage": 1, "id": entry.pk, "name": entry.name, "from_round": 1,
            "last_round": 1 if entry == gone else None, "seed": None,
        }
        for entry in event.registrations.order_by("name")
    ]  # fmt: skip


def test_staff_file_is_for_staff_only():
    event, _organiser = running_event(2)
    judge = make_staff(event, "judge", make_user("Jo Judge"))
    assert get_file(Client(), event, "staff.json").status_code == 403
    held = {role.role: role for role in event.staff.all()}
    assert rows(sign_in(judge), event, "staff") == [
        {"name": name, "role": role, "given_at": held[role].given_at.isoformat()}
        for name, role in (("Jo Judge", "judge"), ("Olga Organiser", "organiser"))
    ]


def test_avoidances_file_is_for_pairing_staff_only():
    event, organiser = running_event(2)
    lower, upper = event.registrations.order_by("pk")
    pair = services.add_avoidance(organiser, event, upper, lower, strength="soft", reason="=Siblings")
    judge, scorekeeper = make_staff(event, "judge"), make_staff(event, "scorekeeper")
    for viewer in (Client(), sign_in(judge)):
        assert get_file(viewer, event, "kept-apart.json").status_code == 403
    assert ("kept-apart" in listed_files(judge, event), "kept-apart" in listed_files(scorekeeper, event)) == (
        False,
        True,
    )
    [found] = json.loads(get_file(sign_in(scorekeeper), event, "kept-apart.json").getvalue())
    assert found == {
        "pair": pair.pk, "at": pair.at.isoformat(),
        "first_id": lower.pk, "first_name": lower.name, "second_id": upper.pk, "second_name": upper.name,
        "strength": "soft", "reason": "=Siblings", "by": "Olga Organiser",
    }  # fmt: skip
    assert b",'=Siblings," in get_file(sign_in(organiser), event, "kept-apart.csv").getvalue()


def test_repairs_file_lists_reason_and_user():
    event, organiser = running_event(4)
    match = matches_of(published_round(event, organiser))[0]

    def repaired(kind: RepairKind, why: str) -> int:
        seen = repairing.preview(organiser, event, kind, reason=why)
        return repairing.repair(organiser, event, kind, reason=why, fingerprint=seen.fingerprint).pk

    first = repaired(ChangeTableNumber(match.pk, 7), "The lamp broke")
    second = repaired(Undo(first), "It burns again")
    assert get_file(sign_in(users_at(match)[0]), event, "repairs.csv").status_code == 403
    found = rows(sign_in(make_staff(event, "judge")), event, "repairs")
    at = {repair.pk: repair.at.isoformat() for repair in event.repairs.all()}
    same = {"rounds": "Round 1", "by": "Olga Organiser"}
    assert found == [
        {
            "repair": first, "at": at[first], "kind": "table", "what": "A match has the wrong table number",
            "parameters": {"match": match.pk, "table": 7}, "reason": "The lamp broke", "takes_back": None, **same,
        },
        {
            "repair": second, "at": at[second], "kind": "undo", "what": "Undo of a repair",
            "parameters": {"repair": first}, "reason": "It burns again", "takes_back": first, **same,
        },
    ]  # fmt: skip


def test_appeals_file_lists_player_and_outcome():
    event, organiser = running_event(2)
    match = matches_of(published_round(event, organiser))[0]
    player, judge = users_at(match)[0], make_staff(event, "judge")
    decided = decisions.decide(judge, match, DecisionContent("It stands."))
    appeal = decisions.appeal(player, decided.case, reason="It was my turn.")
    assert get_file(sign_in(player), event, "appeals.csv").status_code == 403
    [found] = rows(sign_in(judge), event, "appeals")
    entry = entry_of(match, 1)
    assert found == {
        "appeal": appeal.pk, "case": decided.case_id, "at": appeal.at.isoformat(), "round": "Round 1", "table": 1,
        "id": entry.pk, "name": entry.name, "reason": "It was my turn.", "status": "open", "by": player.name,
        "ended_at": None,
    }  # fmt: skip
    decisions.decide_appeal(organiser, appeal, DecisionContent("It was."), upheld=False)
    appeal.refresh_from_db()
    assert appeal.ended_at is not None
    [found] = rows(sign_in(judge), event, "appeals")
    assert (found["status"], found["ended_at"]) == ("changed", appeal.ended_at.isoformat())
    answers = [row["appeal"] for row in rows(sign_in(judge), event, "decisions")]
    assert answers == [None, appeal.pk]


def test_clock_and_deck_check_files_list_steps_and_draws():
    event, organiser = running_event(4)
    round_ = published_round(event, organiser)
    clocks.start_clock(organiser, round_, 40)
    clocks.add_minutes(organiser, round_, 5, "The power failed")
    draw = checks.draw_tables(organiser, round_, 1)
    scorekeeper, judge = make_staff(event, "scorekeeper"), make_staff(event, "judge")
    assert get_file(Client(), event, "clock-steps.csv").status_code == 403
    assert get_file(sign_in(scorekeeper), event, "check-draws.csv").status_code == 403
    assert listed_files(judge, event) - listed_files(scorekeeper, event) == {"check-draws", "deck-checks"}
    started, added = ClockMove.objects.order_by("pk")
    same = {"round": "Round 1", "by": organiser.name}
    assert rows(sign_in(scorekeeper), event, "clock-steps") == [
        {"step": started.pk, "at": started.at.isoformat(), "kind": "start", "seconds": 2400, "reason": "", **same},
        {
            "step": added.pk, "at": added.at.isoformat(), "kind": "add", "seconds": 300, "reason": "The power failed",
            **same,
        },
    ]  # fmt: skip
    assert rows(sign_in(judge), event, "check-draws") == [
        {
            "draw": draw.pk, "at": draw.at.isoformat(), "round": "Round 1", "tables": str(draw.tables[0]),
            "candidates": 2, "prefer_leaders": False, "prefer_unchecked": True, "seed": draw.seed, "by": organiser.name,
        }
    ]  # fmt: skip


def test_disputes_file_unpublished_dispute_is_for_staff_only():
    event, organiser = running_event(2)
    found = make_dispute("Was it legal?", event, opened_by=organiser)
    output = {
        "dispute": found.slug, "opened_at": found.opened_at.isoformat(), "title": "Was it legal?",
        "rules_version": found.rules_version, "status": "draft", "verdict": "", "published_at": None,
    }  # fmt: skip
    assert (rows(Client(), event, "disputes"), rows(sign_in(organiser), event, "disputes")) == ([], [output])


def test_card_pools_file_follows_visibility_and_hides_typed_text():
    olga, ada = make_user("Olga"), make_user("Ada")
    event = dealt_event(organiser=olga)
    assert "card-pools" not in listed_files(olga, event)
    mine, other = make_registration(event, user=ada, name="Ada"), make_registration(event, name="Ben")
    pools.save_pool(olga, mine, cards(0, 2))
    pools.save_pool(olga, mine, cards())
    pools.save_pool(olga, other, cards(1))
    assert {"card-pools", "pool-cards"} < listed_files(olga, event)
    counting = {pool.registration_id: pool for pool in CardPool.objects.counting()}
    output = [
        {
            "pool": counting[entry.pk].pk, "id": entry.pk, "player": entry.name, "number": number,
            "format": "dark-draft", "cards": 30, "at": counting[entry.pk].at.isoformat(), "text": text,
        }
        for entry, number, text in ((mine, 2, cards()), (other, 1, cards(1)))
    ]  # fmt: skip
    assert rows(sign_in(olga), event, "card-pools") == output
    assert rows(sign_in(ada), event, "card-pools") == output[:1]
    assert rows(Client(), event, "card-pools") == rows(Client(), event, "pool-cards") == []
    first = {"pool": counting[mine.pk].pk, "id": mine.pk, "player": "Ada", "quantity": 1}
    assert rows(sign_in(ada), event, "pool-cards") == [{**first, "card": name} for name in NAMES[:30]]
    text = get_file(sign_in(olga), event, "pool-cards.csv").getvalue().decode()
    again = pools.preview_import(olga, event, text)
    assert [(each.registration, each.text.strip()) for each in again] == [
        (mine, cards().strip()),
        (other, cards(1).strip()),
    ]
    Event.objects.filter(pk=event.pk).update(status="finished")
    assert rows(Client(), event, "card-pools") == [{**row, "text": None} for row in output]
    assert len(rows(Client(), event, "pool-cards")) == 60


@pytest.mark.parametrize("name", ["card-pools", "pool-cards"])
def test_card_pools_file_query_count_is_constant(name):
    taken = []
    for players in (1, 4):
        olga = make_user()
        event = dealt_event(organiser=olga)
        for _ in range(players):
            pools.save_pool(olga, make_registration(event), cards())
        client = sign_in(olga)
        get_file(client, event, f"{name}.csv").getvalue()
        taken.append(queries_of(lambda: get_file(client, event, f"{name}.csv").getvalue()))  # noqa: B023 - run at once
    assert taken[0] == taken[1]
