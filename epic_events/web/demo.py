"""Demo data of ``make run``: a running event with decklists and a dispute.

It is created by the services that pages and API use. Loading it again changes nothing.
"""

import re
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Final

from django.apps.registry import Apps
from django.apps.registry import apps as installed
from django.conf import settings
from django.core.exceptions import FieldDoesNotExist
from django.db import transaction
from django.utils import timezone

from epic_events.accounts.access.sessions import revoke_access
from epic_events.accounts.models import DEMO_ADDRESSES, Player, User, demo_accounts, mark_confirmed
from epic_events.accounts.services import assign_site_role
from epic_events.audit_log import services as audit_log
from epic_events.decks.services import submit
from epic_events.disputes import services as disputes
from epic_events.disputes.decisions import services as deciding
from epic_events.disputes.replays import worker
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.events.services import (
    EventPlan,
    add_player,
    assign_role,
    check_in,
    create_event,
    edit_event,
    open_event,
    register,
    start_event,
)
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.pairings.imports.parsers import EventFacts
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results import match_state
from epic_events.pairings.services import (
    enter_result,
    finish_round,
    import_results,
    pair_round,
    publish_round,
)

FIXTURES: Final = Path(settings.BASE_DIR) / "fixtures"
PASSWORD: Final = "play-epic-events"  # noqa: S105 - printed for everybody; open only while the site shows the demo
SIGN_INS: Final = tuple((role, email, PASSWORD) for role, email in DEMO_ADDRESSES.items())
NAMES: Final = {"organiser": "Hanna Vogt", "judge": "Teo Marin", "player": "Nora Lindqvist"}
SLUG: Final = "friday-night-epic"
FIELD: Final = (
    ("Nora Lindqvist", "humans"),
    ("Ben Okafor", "tall-after-ban"),
    ("Carla Reyes", "wide"),
    ("Dmitri Sokol", "burn-after-ban"),
    ("Emi Tanaka", "humans"),
    ("Farid Nasser", "breakthrough-after-ban"),
    ("Greta Holm", "wide"),
    ("Hugo Laurent", "recursion-after-ban"),
)
SCORES: Final = ((2, 0), (2, 1), (1, 2), (2, 1))
SEEDS: Final = (11, 12, 13)
DISPUTE: Final = "May a champion attack in the turn it was played?"
DECISION: Final = (
    "The attack is undone. A champion that came under your control this turn is deploying and cannot attack "
    "(5.17.1) unless it has blitz (5.8.1), and this one has none.\n\nThe turn goes on in the main phase, before the "
    "attack was declared. The rest of the position stays. No penalty: an honest mistake, noticed immediately."
)


def _person(role: str) -> User:
    """Return a demo user with the public password; create or reactivate it if needed."""
    email = DEMO_ADDRESSES[role]
    user = User.objects.filter(email=email).first()
    if user is None or not user.is_active:
        user = user or User(email=email, name=NAMES[role])
        user.is_active = True
        user.set_password(PASSWORD)
        user.save()
    mark_confirmed(user)
    return user


def _deck(name: str) -> str:
    return (FIXTURES / "decks" / f"{name}.txt").read_text(encoding="utf-8")


def _register_players(organiser: User, player: User, event: Event) -> None:
    """Register eight players, submit their decklists and check them in."""
    for name, deck in FIELD:
        entry = (
            register(player, event, consent=True) if name == player.name else add_player(organiser, event, name=name)
        )
        submit(None, entry, _deck(deck))
        check_in(organiser, entry)


def _enter_results(organiser: User, round_: Round, tables: int) -> None:
    """Enter the results of the first tables of a round."""
    matches = round_.matches.filter(table__isnull=False).order_by("table")[:tables]
    for match, (first, second) in zip(matches, SCORES, strict=False):
        enter_result(organiser, match, Score(first, second))


def _mark_as_demo(event: Event) -> Event:
    """Mark the event as part of the demo, so that it is hidden when the demo is off."""
    event.is_demo = True
    event.save(update_fields=["is_demo"])
    return event


def _running_event(organiser: User, judge: User, player: User) -> Event:
    """Return an event of eight players with two finished rounds and a running third."""
    plan = EventPlan(
        name="Friday Night Epic",
        place="The Card Cellar, Leipzig",
        time_zone="Europe/Berlin",
        starts_at=timezone.now() + timedelta(minutes=5),
        description="Three Swiss rounds, then a top four. Bring sleeves and a pen.",
        capacity=16,
        best_of=3,
        minutes=50,
        cut=4,
        cut_best_of=3,
        rounds=3,
    )
    event = open_event(organiser, _mark_as_demo(create_event(organiser, plan, slug=SLUG)))
    assign_role(organiser, event, email=judge.email, role=StaffRole.Role.HEAD_JUDGE)
    _register_players(organiser, player, event)
    # Decklists are due at the start: move it into the past only after they are submitted.
    event = edit_event(organiser, event, replace(plan, starts_at=timezone.now() - timedelta(hours=2)))
    event = start_event(organiser, event)
    for number, seed in enumerate(SEEDS, start=1):
        round_ = publish_round(organiser, pair_round(organiser, event, seed=seed))
        under_way = number == len(SEEDS)
        _enter_results(organiser, round_, tables=_finished_tables(round_, player) if under_way else len(SCORES))
        if not under_way:
            finish_round(organiser, round_)
    return event


def _finished_tables(round_: Round, player: User) -> int:
    """Return the number of tables before the table of the demo player."""
    own = round_.matches.get(seats__registration__player__user=player).table or 1
    return min(own - 1, 2)


def _upcoming_event(organiser: User, judge: User) -> None:
    """Create an event that is open for registration."""
    plan = EventPlan(
        name="Winter Open",
        place="Kulturhalle Nord, Hamburg",
        time_zone="Europe/Berlin",
        starts_at=(timezone.now() + timedelta(days=15)).replace(hour=9, minute=0, second=0, microsecond=0),
        description="Full constructed, rounds by the number of players, cut to a top eight.",
        capacity=32,
        best_of=3,
        minutes=60,
        cut=8,
        cut_best_of=3,
    )
    event = open_event(organiser, _mark_as_demo(create_event(organiser, plan, slug="winter-open")))
    assign_role(organiser, event, email=judge.email, role=StaffRole.Role.HEAD_JUDGE)
    for name, _ in FIELD[2:6]:
        add_player(organiser, event, name=name)


def _past_event() -> None:
    """Import the results of an event three weeks ago."""
    results = (FIXTURES / "results" / "club-night.csv").read_text(encoding="utf-8")
    evening = (timezone.now() - timedelta(days=21)).replace(hour=18, minute=0, second=0, microsecond=0)
    _mark_as_demo(import_results(None, "club-night", results, facts=EventFacts("Club Night", evening)))


def _disputed_play(judge: User, event: Event) -> None:
    """Create a dispute about a match of round two, replay it and publish the decision."""
    match = Match.objects.filter(round__stage__event=event, round__number=2, table=1).get()
    first, second = (
        seat.registration.name.split()[0]
        for seat in match_state.with_seats(Match.objects.filter(pk=match.pk)).get().seats.all()
    )
    record = (FIXTURES / "records" / "kong-attack.rec").read_text(encoding="utf-8")
    names = {"Anna": first, "Ben": second}
    record = re.sub(
        "Anna|Ben", lambda name_match: names[name_match[0]], record
    )  # in one pass: the first name may be Ben
    dispute = disputes.open_dispute(judge, title=DISPUTE, record=record, match=match)
    worker.run(dispute.pk)
    deciding.decide(judge, dispute, DecisionContent(DECISION))
    deciding.publish(judge, dispute)


@transaction.atomic
def load() -> bool:
    """Create the demo unless it exists; return True if it was created."""
    organiser, judge, player = (_person(role) for role in ("organiser", "judge", "player"))
    if Event.objects.filter(slug=SLUG).exists():
        return False
    Player.objects.get_or_create(user=player, defaults={"name": player.name})
    assign_site_role(None, email=judge.email, reason="The judge of the demo shows what site judges do.")
    event = _running_event(organiser, judge, player)
    _upcoming_event(organiser, judge)
    _past_event()
    _disputed_play(judge, event)
    assert Registration.objects.filter(event=event).count() == len(FIELD)
    return True


@transaction.atomic
def close() -> bool:
    """Close the demo if it was loaded before; return True if anything changed.

    Its accounts are deactivated, and its events and the events of its accounts are hidden. Loading it reverses this.
    """
    people = list(demo_accounts().select_for_update().filter(is_active=True))
    for user in people:
        revoke_access(None, user, reason="The site does not show the demo any more.")
        User.objects.filter(pk=user.pk).update(is_active=False)
        audit_log.record(None, "account.closed", subject=user, reason="The site does not show the demo any more.")
    closed = Event.objects.filter(created_by__in=demo_accounts(), is_demo=False).update(is_demo=True)
    return bool(people or closed)


def close_unless_demo(*, apps: Apps = installed, **_more: object) -> None:
    """Close the demo after migrate or flush, unless ``DEMO`` is set."""
    try:
        apps.get_model("events", "Event")._meta.get_field("is_demo")  # noqa: SLF001 - Django's public _meta
    except (LookupError, FieldDoesNotExist):  # migrated back to a state without these models or fields
        return
    if not settings.DEMO:
        close()
