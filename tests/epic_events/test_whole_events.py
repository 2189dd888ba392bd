"""Whole events with unusual courses: drops, late entries, corrections."""

import json
import random
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from epic_events.accounts.models import User
from epic_events.audit_log.models import Entry
from epic_events.events import services as events
from epic_events.events.forms import EventForm
from epic_events.events.models import Event, Registration
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings import selectors, services
from epic_events.pairings.cut.selectors import cut_placings
from epic_events.pairings.methods.scores import Kind, Score, kind_of_games
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.rounds.services.drafts import plan_swiss_round
from epic_events.pairings.standings import ranking
from tests.epic_events.factories import at, make_event, make_staff, make_user
from tests.epic_events.pairings.play import cut, entry_of, matches_of, played_round, running_event, swiss

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

NAMES = [
    "Ann",
    "Änn",
    "Žofie",
    "🐉 龍",
    "<script>alert(1)</script>",
    '=HYPERLINK("x")',
    "x" * 80,
    "O'Hara; DROP",
    "%s %(n)s",
]


def opened(players: int, **plan: Any) -> tuple[Event, User]:
    """Return an event created, opened, and entered through the services."""
    organiser = make_user("Olga Organiser")
    soon = timezone.now() + timedelta(minutes=30)
    event = events.create_event(
        organiser, events.EventPlan(name="Odd Cup", starts_at=soon, decklists_required=False, **plan)
    )
    events.open_event(organiser, event)
    for number in range(players):
        again, place = divmod(number, len(NAMES))
        name = f"{NAMES[place]} {again}" if again else NAMES[place]
        entry = events.register(make_user(name), event, name=name, consent=True)
        if entry.status == Registration.Status.REGISTERED:
            events.check_in(None, entry)
    return event, organiser


def check_round(round_: Round) -> None:
    """Check the invariants of a published round."""
    rows = table_rows.tables(round_)
    seated = [seat.registration_id for row in rows for seat in row.seats]
    playing = list(Registration.objects.playing(round_.stage, round_.number).values_list("pk", flat=True))
    assert sorted(seated) == sorted(playing)
    tables = [row.match.table for row in rows if not row.is_bye]
    assert len(tables) == len(set(tables))
    byes = [row for row in rows if row.is_bye]
    chosen_byes = [row for row in byes if row.match.explanation["reasons"][0]["kind"] != "awarded_bye"]
    assert len(chosen_byes) == (len(seated) - len(byes) + len(chosen_byes)) % 2


def pages(event: Event, organiser: User) -> None:
    """Check that every page of the event responds to visitors and staff."""
    event.refresh_from_db()
    inside = Client()
    inside.force_login(organiser)
    names = ["", "players/", "rounds/", "rounds/?by=name", "standings/", "decks/", "log/", "desk/", "staff/"]
    names += ["bracket/"] if selectors.load_event_plan(event).cut else []
    for client in (Client(), inside):
        for name in names:
            path = f"/events/{event.slug}/{name}"
            staff_only = client is not inside and name in {"log/", "desk/", "staff/"}
            answer = client.get(path, follow=name == "standings/")  # those of a finished event are the final ones
            assert answer.status_code == (200 if not staff_only else 302), path
            assert b"<script>alert" not in answer.content
    for name in ("", "registrations/", "rounds/", "matches/", "standings/", "decklists/"):
        assert Client().get(f"/api/v1/events/{event.slug}/{name}").status_code == 200


def some_score(chance: random.Random, best_of: int, *, cut: bool) -> Score:
    needed = best_of // 2 + 1
    won = Score(needed, chance.randrange(needed))
    options = [won, Score(won.second, won.first)]
    if not cut:
        options += [Score(0, 0, 0, Kind.AGREED_DRAW), Score(0, 0, 0, Kind.DOUBLE_LOSS), Score(0, 0, 0, Kind.NO_SHOW)]
        level = [(0, 0, 1), (1, 1, 1)] if best_of > 1 else [(0, 0, 1)]
        options += [Score(*games, kind_of_games(*games, best_of)) for games in level]
    return chance.choice(options)


@pytest.mark.parametrize("seed", range(12))
def test_random_event_from_start_to_end_violates_no_invariant(seed: int) -> None:
    """Play a whole event with random actions of staff and players.

    Every page is opened at the end, and for every third seed after each round.
    """
    chance = random.Random(seed)
    looks = seed % 3 == 0
    players = chance.choice([2, 3, 5, 7, 8, 11])
    best_of = chance.choice([1, 3, 5])
    size = chance.choice([0, 2, 4, 8])
    event, organiser = opened(
        players,
        best_of=best_of,
        cut=size,
        cut_best_of=3,
        rounds=chance.choice([None, 3, 7]),
        capacity=chance.choice([None, 64]),
    )
    bye_player = chance.choice(list(event.registrations.all()))
    events.edit_entry(organiser, bye_player, name="Bye Winner", fixed_table=3, awarded_byes=1)
    for _number in range(12):
        event.refresh_from_db()
        try:
            round_ = services.pair_round(organiser, event)
        except StateError:
            break
        act_at_random(chance, event, organiser)
        if not publish_or_pair_again(organiser, round_):
            break
        round_.refresh_from_db()
        check_round(round_)
        assert draft_again(round_) == as_stored(round_)
        act_at_random(chance, event, organiser)
        for match in selectors.open_tables(round_):
            services.enter_result(organiser, match, some_score(chance, best_of, cut=False))
        act_at_random(chance, event, organiser)
        for match in matches_of(round_)[:1]:
            services.enter_result(organiser, match, Score(best_of // 2 + 1, 0), reason="Wrong slip.")
        if looks:
            pages(event, organiser)
    play_cut(chance, event, organiser, size)
    services.finish_event(organiser, event, reason="That is it.")
    pages(event, organiser)
    ranks = [row.rank for row in ranking.standings(swiss(event))]
    assert ranks == sorted(ranks)
    finished = Entry.objects.filter(event_id=event.pk, verb="event.finished")
    assert finished.count() == 1
    output = json.dumps(list(Entry.objects.values_list("data", flat=True)))
    people = [*User.objects.values_list("email", flat=True), *event.registrations.values_list("name", flat=True)]
    assert [name for name in people if json.dumps(name) in output] == []


def publish_or_pair_again(organiser: User, round_: Round) -> bool:
    """Publish, pairing again if players changed; return False if too few are left."""
    try:
        services.publish_round(organiser, round_)
    except StateError:
        try:
            services.publish_round(organiser, services.pair_again(organiser, round_))
        except StateError:
            services.discard_round(organiser, round_)
            return False
    return True


def act_at_random(chance: random.Random, event: Event, organiser: User) -> None:
    """Run one random action outside the tables, if allowed."""
    entries = list(event.registrations.all())
    entry = chance.choice(entries)
    act = chance.choice([events.drop, events.reinstate, events.withdraw, None, None, "late"])
    try:
        if act == "late":
            events.add_player(organiser, event, name=f"Late {len(entries)}")
        elif callable(act):
            act(organiser, entry)
    except UserError:
        pass


def as_stored(round_: Round) -> list[tuple[int, ...]]:
    return [tuple(seat.registration_id for seat in row.seats) for row in table_rows.tables(round_)]


def draft_again(round_: Round) -> list[tuple[int, ...]]:
    """Return the pairing computed again from the stored seed."""
    planned = [match.players for match in plan_swiss_round(round_.stage, round_.number, round_.seed).matches]
    stored = as_stored(round_)
    assert len(planned) == len(stored)
    return sorted(planned, key=stored.index)


def play_cut(chance: random.Random, event: Event, organiser: User, size: int) -> None:
    for smaller in [each for each in (8, 4, 2) if each <= size]:
        try:
            round_ = services.start_cut(organiser, event, size=smaller)
        except StateError:
            continue
        break
    else:
        return
    while True:
        round_ = services.publish_round(organiser, round_)
        for match in selectors.open_tables(round_):
            services.enter_result(organiser, match, some_score(chance, 3, cut=True))
        pages(event, organiser)
        try:
            round_ = services.pair_round(organiser, event)
        except StateError:
            break
    placings = cut_placings(cut(event))
    assert [row.rank for row, _entry in placings][:2] == [1, 2]
    assert len(placings) == cut(event).cut_size


def test_event_all_players_drop_can_be_finished():
    event, organiser = running_event(4, cut=2, stage={"rounds": 3})
    played_round(event, organiser)
    for entry in event.registrations.all():
        events.drop(organiser, entry)
    with pytest.raises(StateError, match="at least two players"):
        services.pair_round(organiser, event)
    pages(event, organiser)
    assert services.finish_event(organiser, event, reason="Everybody went home.").status == "finished"
    assert len(ranking.standings(swiss(event))) == 4


def test_enter_result_draw_in_cut_raises():
    event, organiser = running_event(4, cut=2, stage={"rounds": 1})
    played_round(event, organiser)
    final = services.publish_round(organiser, services.start_cut(organiser, event))
    for score in (Score(0, 0, 1), Score(0, 0, 0, Kind.AGREED_DRAW), Score(0, 0, 0, Kind.DOUBLE_LOSS)):
        with pytest.raises(UserError, match="needs a winner"):
            services.enter_result(organiser, matches_of(final)[0], score)


def fewest_rematches(players: frozenset[int], met: set[frozenset[int]]) -> int:
    """Return the lowest possible number of rematches of a round, by brute force."""
    if not players:
        return 0
    first, others = min(players), players - {min(players)}
    return min((frozenset((first, other)) in met) + fewest_rematches(others - {other}, met) for other in sorted(others))


@pytest.mark.parametrize(("players", "rounds"), [(2, 3), (3, 5), (5, 7), (7, 7), (8, 7)])
def test_small_field_many_rounds_repeats_only_when_exhausted(players, rounds):
    """Rematches and second byes occur only when nothing else is possible.

    Each round is optimal by itself, so the sixth of seven rounds of eight players may need a rematch.
    """
    event, organiser = running_event(players, stage={"rounds": rounds})
    met: set[frozenset[int]] = set()
    for _ in range(rounds):
        round_ = played_round(event, organiser)
        check_round(round_)
        pairs = {frozenset(table) for table in as_stored(round_) if len(table) == 2}
        if players % 2 == 0:
            assert len(pairs & met) == fewest_rematches(frozenset().union(*pairs), met)
        met |= pairs
    if players % 2:
        byes = list(Seat.objects.filter(match__table=None).values_list("registration", flat=True))
        counts = [byes.count(entry.pk) for entry in event.registrations.all()]
        assert max(counts) - min(counts) <= 1


def test_correct_result_after_next_round_is_paired_needs_pairing_again():
    event, organiser = running_event(4, stage={"rounds": 3})
    first = played_round(event, organiser)
    draft = services.pair_round(organiser, event)
    match = matches_of(first)[0]
    services.enter_result(organiser, match, Score(0, 1), reason="Wrong slip.")
    with pytest.raises(StateError, match="Pair this round again"):
        services.publish_round(organiser, draft)
    services.publish_round(organiser, services.pair_again(organiser, draft))
    services.enter_result(organiser, match, Score(1, 0), reason="It was right.")
    best = ranking.standings(swiss(event), after=1)[0]
    assert best.player in {entry_of(each, 1).pk for each in matches_of(first)}
    assert Entry.objects.about(match).count() == 3


def test_edit_event_capacity_changes_promote_waitlist():
    event, organiser = opened(3, capacity=3)
    for _ in range(3):
        events.register(make_user(), event, consent=True)
    plan = events.EventPlan.of(event)
    smaller = events.EventPlan(**{**vars(plan), "capacity": 2})
    assert events.edit_event(organiser, event, smaller).registrations.with_active_status().count() == 3
    events.withdraw(organiser, event.registrations.with_active_status()[0])
    assert event.registrations.with_active_status().count() == 2
    bigger = events.EventPlan(**{**vars(plan), "capacity": 5})
    assert events.edit_event(organiser, event, bigger).registrations.with_active_status().count() == 5
    assert event.registrations.waiting().count() == 0


def test_cancelled_event_is_readable_and_read_only():
    event, organiser = running_event(4, stage={"rounds": 3})
    round_ = services.publish_round(organiser, services.pair_round(organiser, event))
    events.cancel_event(organiser, event, reason="The hall burnt down.")
    pages(event, organiser)
    for act in (
        lambda: services.enter_result(organiser, matches_of(round_)[0], Score(1, 0)),
        lambda: services.pair_round(organiser, event),
        lambda: services.finish_event(organiser, event, reason="x"),
        lambda: events.add_player(organiser, event, name="New"),
        lambda: events.open_event(organiser, event),
        lambda: events.drop(organiser, event.registrations.all()[0]),
    ):
        with pytest.raises(StateError):
            act()


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Niue", "Asia/Kathmandu", "America/St_Johns"])
def test_event_pages_in_far_time_zones_render(zone):
    event = make_event(time_zone=zone)
    staff = make_staff(event)
    pages(event, staff)


def as_sent(form: EventForm) -> dict[str, Any]:
    """Return the data a browser sends for an unchanged form."""
    fields = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in fields.items() if value is not None and value is not False}


def test_edit_running_event_keeps_start_time(client):
    """The start has seconds and lies in a repeated hour; the form shows minutes only."""
    event, organiser = running_event(2, time_zone="Europe/Berlin")
    event.starts_at = at("2026-10-25T01:30:17")
    event.save()
    client.force_login(organiser)
    form = client.get(f"/events/{event.slug}/edit/").context["form"]
    shown = as_sent(form)
    shown["starts_at"] = shown["starts_at"].strftime("%Y-%m-%dT%H:%M")
    answer = client.post(f"/events/{event.slug}/edit/", {**shown, "place": "Elsewhere"})
    assert answer.status_code == 302
    before = event.starts_at
    event.refresh_from_db()
    assert (event.place, event.starts_at) == ("Elsewhere", before)


@pytest.mark.parametrize("moment", ["0001-01-01T00:00", "9999-12-31T23:59"])
@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York"])
def test_create_event_in_far_century_is_refused(client, moment, zone):
    client.force_login(make_user())
    form = client.get("/events/create/").context["form"]
    shown = as_sent(form)
    answer = client.post("/events/create/", {**shown, "name": "Then", "starts_at": moment, "time_zone": zone})
    assert answer.status_code == 400
    assert "starts_at" in answer.context["form"].errors
    assert not Event.objects.exists()
    assert not Match.objects.exists()
