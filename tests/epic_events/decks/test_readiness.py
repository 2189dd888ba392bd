"""Rounds need valid decklists or a waiver."""

from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from epic_events.accounts.models import User
from epic_events.audit_log.append_only import AppendOnlyError
from epic_events.audit_log.models import Entry
from epic_events.decks import services as decks
from epic_events.decks.context import DeckContext
from epic_events.decks.models import ListWaiver
from epic_events.decks.requirements import ListState, check_decklists, versions_by_entry
from epic_events.decks.selectors import build_decklist_rows
from epic_events.events import services as events
from epic_events.events.models import Event, Participation, Registration, Stage
from epic_events.events.readiness import NotReadyError, Waiver, load_readiness
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Round
from epic_events.pairings.repairs.services import preview, repair
from epic_events.pairings.repairs.services.corrections import CurrentRoundSeat, ReinstatePlayer
from tests.epic_events.counting import queries_of
from tests.epic_events.decks.lists import legal_text, short_text
from tests.epic_events.factories import make_event, make_registration, make_staff, make_user

pytestmark = pytest.mark.django_db

BANNED_LATER = "3 Fumble\n" + "".join(legal_text().splitlines(keepends=True)[1:])
"""Legal until Fumble was banned on 1 August 2017."""


def field(players: int, **fields: Any) -> tuple[Event, User, list[Registration]]:
    """Return an open event with required decklists, organiser and players."""
    organiser = make_user("Olga Organiser")
    event = make_event(organiser=organiser, decklists_required=True, **fields)
    entries = [make_registration(event, name=f"Player {at:03}", status="checked_in") for at in range(1, players + 1)]
    return event, organiser, entries


def word(*entries: Registration, reason: str = "lists on paper") -> Waiver:
    return Waiver(frozenset(entry.pk for entry in entries), reason)


def play(organiser: User, round_: Round) -> None:
    services.publish_round(organiser, round_)
    for match in selectors.open_tables(round_):
        services.enter_result(organiser, match, Score(1, 0))


def states(event: Event) -> list[str]:
    return [row.code for row in build_decklist_rows(DeckContext(event))]


def test_pair_round_without_required_list_raises():
    event, organiser, entries = field(11)
    decks.submit(None, entries[0], legal_text())
    decks.submit(None, entries[1], short_text())
    with pytest.raises(NotReadyError) as refused:
        services.pair_round(organiser, event)
    assert [(one.name, one.readiness.code) for one in refused.value.lacking] == [
        (entry.name, "problems" if entry == entries[1] else "missing") for entry in entries[1:]
    ]
    assert str(refused.value).startswith("10 players are not ready: Player 002 (Decklist: has problems), Player 003")
    event.refresh_from_db()
    assert (event.status, Round.objects.count(), ListWaiver.objects.count()) == ("open", 0, 0)


def test_pair_round_waiver_needs_names_and_reason_and_is_stored():
    event, organiser, (ada, ben, cy, dan) = field(4)
    decks.submit(None, ada, legal_text())
    decks.submit(None, ben, short_text())
    with pytest.raises(NotReadyError, match=r"^1 player is not ready: Player 004 \(Decklist: not submitted\)\."):
        services.pair_round(organiser, event, waiver=word(ben, cy))
    with pytest.raises(UserError, match=r"^Enter a reason"):
        services.pair_round(organiser, event, waiver=word(ben, cy, dan, reason="  "))
    round_ = services.pair_round(organiser, event, waiver=word(ada, ben, cy, dan))
    stored = ListWaiver.objects.order_by("registration")
    assert [(one.registration, one.stage, one.problem, one.reason, one.by) for one in stored] == [
        (ben, round_.stage, "problems", "lists on paper", organiser),
        (cy, round_.stage, "missing", "lists on paper", organiser),
        (dan, round_.stage, "missing", "lists on paper", organiser),
    ]
    lines = Entry.objects.filter(verb="deck.waived").order_by("pk")
    assert [(line.subject_id, line.actor, line.event_id, line.reason, line.data) for line in lines] == [
        (entry.pk, organiser, event.pk, "lists on paper", {"stage": round_.stage_id, "title": "Swiss", "problem": what})
        for entry, what in ((ben, "problems"), (cy, "missing"), (dan, "missing"))
    ]
    # It holds for the stage: publishing and the next rounds do not ask again.
    play(organiser, round_)
    play(organiser, services.pair_round(organiser, event))
    with pytest.raises(AppendOnlyError):
        stored[0].save()
    for wrong in ({"reason": ""}, {"problem": "ok"}, {"problem": "problems"}):
        fields = {"registration": ben, "stage": round_.stage, "problem": "illegal", "reason": "x", **wrong}
        with pytest.raises(IntegrityError), transaction.atomic():
            ListWaiver.objects.create(**fields)


def test_pair_round_waived_list_that_gets_worse_needs_new_waiver():
    event, organiser, entries = field(2, stage={"rounds": 3})
    play(organiser, services.pair_round(organiser, event, waiver=word(*entries)))
    decks.submit(None, entries[0], short_text())
    with pytest.raises(NotReadyError, match=r"Player 001 \(Decklist: has problems\)"):
        services.pair_round(organiser, event)
    decks.submit(None, entries[0], legal_text())
    assert services.pair_round(organiser, event).number == 2


def test_publish_round_list_no_longer_valid_raises():
    event, organiser, entries = field(2)
    for entry in entries:
        decks.submit(None, entry, legal_text())
    round_ = services.pair_round(organiser, event)
    Stage.objects.filter(pk=round_.stage_id).update(format="dark-draft")
    with pytest.raises(NotReadyError, match=r"^2 players are not ready: Player 001 \(Decklist: for another format\)"):
        services.publish_round(organiser, round_)
    assert services.publish_round(organiser, round_, waiver=word(*entries)).status == "published"


def test_pair_round_late_player_needs_list():
    event, organiser, entries = field(2, stage={"rounds": 3})
    for entry in entries:
        decks.submit(None, entry, legal_text())
    play(organiser, services.pair_round(organiser, event))
    late = events.add_player(organiser, event, name="Late Lea")
    with pytest.raises(NotReadyError, match=r"^1 player is not ready: Late Lea \(Decklist: not submitted\)"):
        services.pair_round(organiser, event)
    decks.submit(organiser, late, legal_text(), reason="typed at the desk")
    assert services.pair_round(organiser, event).number == 2


def test_repair_reinstated_player_without_list_is_waived_by_its_reason():
    event, organiser, (ada, ben, cy, dan) = field(4, stage={"rounds": 3})
    for entry in (ada, ben, cy):
        decks.submit(None, entry, legal_text())
    event = events.start_event(organiser, event)
    events.drop(organiser, dan)
    round_ = services.publish_round(organiser, services.pair_round(organiser, event))
    back = ReinstatePlayer(dan.pk, missed=CurrentRoundSeat.OPPONENT.value)
    shown = preview(organiser, event, back, reason="was in the queue")
    assert "Player 004 has a table although a requirement is not met: Decklist: not submitted." in (
        sentence.replace("\u2068", "").replace("\u2069", "") for sentence in shown.warnings
    )
    assert ListWaiver.objects.count() == 0
    repair(organiser, event, back, reason="was in the queue", fingerprint=shown.fingerprint)
    stored = ListWaiver.objects.get()
    assert (stored.registration, stored.stage, stored.problem, stored.reason, stored.by) == (
        *(dan, round_.stage, "missing", "was in the queue"),
        organiser,
    )
    assert Entry.objects.filter(verb="deck.waived", subject_id=dan.pk).count() == 1


def test_pair_round_reinstated_player_without_list_raises():
    event, organiser, (ada, ben, cy, dan) = field(4, stage={"rounds": 3})
    for entry in (ada, ben, cy):
        decks.submit(None, entry, legal_text())
    event = events.start_event(organiser, event)
    events.drop(organiser, dan)
    round_ = services.publish_round(organiser, services.pair_round(organiser, event))
    back = ReinstatePlayer(dan.pk)
    shown = preview(organiser, event, back, reason="was in the queue")
    repair(organiser, event, back, reason="was in the queue", fingerprint=shown.fingerprint)
    assert ListWaiver.objects.count() == 0
    for match in selectors.open_tables(round_):
        services.enter_result(organiser, match, Score(1, 0))
    with pytest.raises(NotReadyError, match=r"Player 004 \(Decklist: not submitted\)"):
        services.pair_round(organiser, event)


def test_pair_round_list_with_card_banned_by_event_date_raises():
    before, after = date(2017, 7, 1), date(2017, 9, 1)
    event, organiser, entries = field(2)

    def moved(day: date) -> None:
        event.starts_at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
        event.save()

    moved(before)
    decks.submit(None, entries[0], BANNED_LATER)
    decks.submit(None, entries[1], legal_text())
    assert states(event) == ["ok", "ok"]
    moved(after)
    assert states(event) == ["illegal", "stale"]
    with pytest.raises(NotReadyError, match=r"Player 001 \(Decklist: no longer legal\)"):
        services.pair_round(organiser, event)
    assert services.pair_round(organiser, event, waiver=word(entries[0])).number == 1


def test_accepted_list_counts_until_another_error_appears():
    event, organiser, entries = field(2)
    event.starts_at = datetime(2017, 7, 1, 12, tzinfo=UTC)
    event.save()
    short = "".join(BANNED_LATER.splitlines(keepends=True)[:-1])
    for entry, text in zip(entries, (short, short_text()), strict=True):
        decks.submit(organiser, entry, text, accept_problems=True, reason="three cards are on their way")
    assert states(event) == ["taken", "taken"]
    event.starts_at += timedelta(days=90)
    event.save()
    assert states(event) == ["illegal", "taken"]


def test_start_cut_with_other_format_needs_its_lists():
    event, organiser, entries = field(4, cut=2, stage={"rounds": 1})
    cut = event.stages.get(order=2)
    cut.format = "dark-draft"
    cut.save()
    for entry in entries:
        decks.submit(None, entry, legal_text())
    first = event.stages.get(order=1)
    assert (DeckContext(event).stage, [DeckContext.of(entry).is_locked for entry in entries[:1]]) == (first, [False])
    round_ = services.pair_round(organiser, event)
    event.refresh_from_db()
    # In the last round before it, lists for the cut can be handed in, and those of before are not asked for.
    assert DeckContext(event).stage == cut
    entry = event.registrations.get(pk=entries[0].pk)
    assert not DeckContext.of(entry).is_locked
    play(organiser, round_)
    with pytest.raises(NotReadyError, match=r"^2 players are not ready: .*for another format"):
        services.start_cut(organiser, event)
    event.refresh_from_db()
    assert event.status == "running"
    for entry in entries:
        handed_in = decks.submit(None, entry, "".join(legal_text().splitlines(keepends=True)[:10]))
        assert (handed_in.format, handed_in.accepted) == ("dark-draft", True)
    services.start_cut(organiser, event)
    entry = event.registrations.get(pk=entries[0].pk)
    assert DeckContext.of(entry).is_locked
    # What was played before is still judged by what it was played with.
    judged = check_decklists(DeckContext(event), "full-constructed", versions_by_entry([entry.pk]))
    assert judged[entry.pk].state is ListState.OK


def test_start_cut_needs_its_own_waiver():
    event, organiser, entries = field(4, cut=2, stage={"rounds": 1})
    play(organiser, services.pair_round(organiser, event, waiver=word(*entries)))
    with pytest.raises(NotReadyError, match=r"^2 players are not ready"):
        services.start_cut(organiser, event)
    draft = services.start_cut(organiser, event, waiver=word(*entries, reason="seen by the head judge"))
    inside = set(draft.seats.values_list("registration_id", flat=True))
    stored = ListWaiver.objects.filter(stage=draft.stage)
    assert {(one.registration_id, one.reason) for one in stored} == {(key, "seen by the head judge") for key in inside}
    # A cut that is seeded again does not ask again.
    services.discard_round(organiser, draft)
    services.start_cut(organiser, event)


def test_pods_collect_lists_after_draft():
    stage = {"kind": "pods", "pod_size": 4, "pod_order": "chance", "rounds": 2, "format": "cube-draft"}
    event, organiser, entries = field(4)
    event.stages.update(**stage)
    services.seat_pods(organiser, event)
    services.publish_pods(organiser, event)
    event.refresh_from_db()
    entry = event.registrations.get(pk=entries[0].pk)
    assert not DeckContext.of(entry).is_locked
    with pytest.raises(NotReadyError):
        services.pair_round(organiser, event)
    for each in entries:
        decks.submit(None, each, "".join(legal_text().splitlines(keepends=True)[:10]))
    services.pair_round(organiser, event)
    assert DeckContext.of(event.registrations.get(pk=entries[0].pk)).is_locked


def test_pair_round_lists_not_required_succeeds():
    event, organiser, _entries = field(2)
    event.decklists_required = False
    event.save()
    assert services.pair_round(organiser, event).number == 1


@pytest.mark.parametrize("players", [4, 40])
def test_list_readiness_query_count_is_constant(players, django_assert_num_queries):
    event, organiser, entries = field(players)
    for entry in entries[: players // 2]:
        decks.submit(None, entry, legal_text())
    keys = [entry.pk for entry in entries]
    with django_assert_num_queries(5):  # stage, lists, what is said of decks, card file, the staff's word
        found = load_readiness(event, None, keys)
    assert sum(state.ready for each in found.values() for state in each) == players // 2
    client = Client()
    client.force_login(organiser)
    counts = [queries_of(lambda: client.get(reverse("pairings:desk", args=[event.slug])))]
    counts.append(queries_of(lambda: client.get(reverse("events:players", args=[event.slug]))))
    assert counts == [12, 12]


def test_pair_round_with_waiver_query_count_is_constant():
    asked = []
    for players in (4, 4, 40):  # the first change of all makes the row of the site's version token
        event, organiser, entries = field(players)
        asked.append(queries_of(partial(services.pair_round, organiser, event, waiver=word(*entries))))
    assert asked[1] == asked[2]


# --- pages ----------------------------------------------------------------------------------------------------------


@pytest.fixture
def desk() -> tuple[Client, Event, list[Registration]]:
    event, organiser, entries = field(4)
    decks.submit(None, entries[0], legal_text())
    client = Client()
    client.force_login(organiser)
    return client, event, entries


def shown(client: Client, name: str, *args: object) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_control_page_lists_missing_lists_and_pairs_with_waiver(desk):
    client, event, entries = desk
    page = shown(client, "pairings:desk", event.slug)
    assert "3 players are not ready" in page
    assert [f'name="without" value="{entry.pk}"' in page for entry in entries] == [False, True, True, True]
    act = reverse("pairings:act_on_desk", args=[event.slug, "pair"])
    answer = client.post(act, follow=True).content.decode()
    assert "3 players are not ready: Player 002 (Decklist: not submitted)" in answer
    named = [entry.pk for entry in entries[1:]]
    assert "Enter a reason" in client.post(act, {"without": named}, follow=True).content.decode()
    assert not Round.objects.exists()
    answer = client.post(act, {"without": named, "waiver_reason": "paper <lists>"}, follow=True).content.decode()
    assert "Round 1 is paired" in answer
    for name in ("pairings:desk", "decks:list"):
        assert "paper &lt;lists&gt;" in shown(client, name, event.slug)
    log = shown(client, "events:audit_log", event.slug)
    assert "allowed a player to play “Swiss” without an accepted decklist (not submitted)" in log
    assert "paper &lt;lists&gt;" in log
    assert "allowed this player to play without an accepted decklist" in shown(
        client, "decks:detail", event.slug, named[0]
    )


def test_control_page_refused_waiver_keeps_reason_and_adds_new_players(desk):
    client, event, entries = desk
    late = make_registration(event, name="Late Lea", status="checked_in")
    typed = {"without": [entry.pk for entry in entries[1:]], "waiver_reason": 'paper "lists"'}
    answer = client.post(reverse("pairings:act_on_desk", args=[event.slug, "pair"]), typed)
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "1 player is not ready: Late Lea (Decklist: not submitted)" in page
    assert 'value="paper &quot;lists&quot;"' in page
    assert f'name="without" value="{late.pk}"' in page
    assert not Round.objects.exists()


def test_players_page_shows_staff_state_of_each_list(desk):
    client, event, _entries = desk
    page = shown(client, "events:players", event.slug)
    assert (page.count("Decklist: legal"), page.count("Decklist: not submitted")) == (1, 3)
    stranger = Client()
    assert "Decklist:" not in stranger.get(reverse("events:players", args=[event.slug])).content.decode()
    late = make_registration(event, name="Lea")
    answer = client.post(
        reverse("events:act_on_player", args=[event.slug, late.pk, "check-in"]), headers={"hx-request": "true"}
    )
    assert "Decklist: not submitted" in answer.content.decode()
    answer = client.post(reverse("events:check_in_all", args=[event.slug]), follow=True).content.decode()
    assert (
        "These players are not ready, and the next round waits for them: Lea (Decklist: not submitted), Player 002"
        in answer
    )


def test_check_in_page_tells_player_of_missing_list():
    event, _organiser, _entries = field(0, starts_at=timezone.now() + timedelta(minutes=5))
    user = make_user("Ada")
    make_registration(event, user=user)
    client = Client()
    client.force_login(user)
    page = client.post(reverse("events:check_in", args=[event.slug]), follow=True).content.decode()
    assert "Still missing, and the first round waits for it: Decklist (not submitted)." in page


def test_control_page_start_cut_asks_for_waiver():
    event, organiser, entries = field(4, cut=2, stage={"rounds": 1})
    play(organiser, services.pair_round(organiser, event, waiver=word(*entries)))
    client = Client()
    client.force_login(organiser)
    assert "Seed the cut anyway" in shown(client, "pairings:desk", event.slug)
    named = {"without": [entry.pk for entry in entries], "waiver_reason": "paper", "size": "2"}
    act = reverse("pairings:act_on_desk", args=[event.slug, "start-cut"])
    refused = client.post(act, {"without": [entries[0].pk], "waiver_reason": "seen by the judge", "size": "4"})
    assert '<option value="4" selected>' in refused.content.decode()
    assert 'value="seen by the judge"' in refused.content.decode()
    assert "The cut is seeded." in client.post(act, named, follow=True).content.decode()
    assert "Playing under an exception" in shown(client, "pairings:desk", event.slug)


def test_desk_shows_waivers_only_until_their_round_is_published():
    event, organiser, entries = field(4, stage={"rounds": 2})
    client = Client()
    client.force_login(organiser)
    round_ = services.pair_round(organiser, event, waiver=word(*entries))
    assert "Playing under an exception" in shown(client, "pairings:desk", event.slug)
    play(organiser, round_)
    assert "Playing under an exception" not in shown(client, "pairings:desk", event.slug)
    services.pair_round(organiser, event)
    assert "Playing under an exception" not in shown(client, "pairings:desk", event.slug)


# --- API ------------------------------------------------------------------------------------------------------------


def test_waiver_api_pairs_publishes_and_starts_cut():
    event, organiser, entries = field(4, cut=2, stage={"rounds": 1})
    client = APIClient()
    client.force_authenticate(organiser)
    pair, start_cut = reverse("api:pair", args=[event.slug]), reverse("api:start-cut", args=[event.slug])
    refused = client.post(pair, {}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "not_ready")
    assert refused.json()["fields"] == {
        f"registration {entry.pk}": f"{entry.name} (Decklist: not submitted)" for entry in entries
    }
    named = {"without": [entry.pk for entry in entries]}
    assert client.post(pair, named, format="json").json()["fields"]["reason"].startswith("Enter a reason")
    made = client.post(pair, {**named, "reason": "paper"}, format="json")
    assert (made.status_code, made.json()["status"]) == (201, "draft")
    published = client.post(reverse("api:publish", args=[made.json()["id"]]), {}, format="json")
    assert (published.status_code, published.json()["status"]) == (200, "published")
    for match in selectors.open_tables(Round.objects.get()):
        services.enter_result(organiser, match, Score(1, 0))
    assert client.post(start_cut, {}, format="json").json()["code"] == "not_ready"
    seeded = client.post(start_cut, {**named, "reason": "paper", "size": 4}, format="json")
    assert (seeded.status_code, seeded.json()["kind"], ListWaiver.objects.count()) == (201, "elimination", 8)


def test_registrations_api_shows_staff_readiness():
    event, organiser, entries = field(2)
    decks.submit(None, entries[0], legal_text())
    client = APIClient()
    address = reverse("api:registrations", args=[event.slug])
    assert [row["readiness"] for row in client.get(address).json()["results"]] == [None, None]
    client.force_authenticate(organiser)
    output = [row["readiness"] for row in client.get(address).json()["results"]]
    assert [[(one["code"], one["ready"], one["waived"]) for one in each] for each in output] == [
        [("ok", True, "")],
        [("missing", False, "")],
    ]


def test_waiver_judge_may_read_but_not_give(desk):
    _client, event, entries = desk
    judge_client = Client()
    judge_client.force_login(make_staff(event, "judge"))
    page = shown(judge_client, "pairings:desk", event.slug)
    assert "3 players are not ready for the next round." in page
    assert 'name="without"' not in page
    act = reverse("pairings:act_on_desk", args=[event.slug, "pair"])
    named = {"without": [entry.pk for entry in entries], "waiver_reason": "paper"}
    assert judge_client.post(act, named).status_code == 403
    assert not ListWaiver.objects.exists()


def test_pair_round_dropped_player_without_list_is_ignored():
    event, organiser, entries = field(3)
    for entry in entries[:2]:
        decks.submit(None, entry, legal_text())
    events.withdraw(organiser, entries[2])
    assert services.pair_round(organiser, event).number == 1
    assert Participation.objects.count() == 2
    with pytest.raises(StateError):
        services.pair_round(organiser, event)
