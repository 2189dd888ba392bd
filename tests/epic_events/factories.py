"""Factories for users, events and registrations."""

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

from allauth.account.models import EmailAddress
from django.utils import timezone

from epic_events.accounts.access.tokens import Scope, create_token
from epic_events.accounts.models import Player, SiteRole, User
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event, Participation, Registration, StaffRole, Stage
from epic_events.judging.models import Case, Decision

_numbers = count(1)
PASSWORD = "correct horse battery"


def make_user(name: str = "", **fields: Any) -> User:
    """Return a user with a confirmed address and the password ``PASSWORD``."""
    number, confirmed = next(_numbers), fields.pop("confirmed", True)
    fields.setdefault("email", f"person{number}@example.com")
    fields.setdefault("password", PASSWORD)
    user = User.objects.create_user(name=name or f"Person {number}", **fields)
    if confirmed:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def make_users(*names: str) -> list[User]:
    """Return users as ``make_user`` does, in bulk."""
    people = [User(name=name, email=f"person{next(_numbers)}@example.com") for name in names]
    for person in people:
        person.set_password(PASSWORD)
    users = User.objects.bulk_create(people)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=user, email=user.email, verified=True, primary=True) for user in users
    )
    return users


def make_site_judge(user: User | None = None) -> User:
    """Return a user with the site role of judge."""
    user = user or make_user()
    SiteRole.objects.create(user=user)
    return user


def make_key(user: User, *scopes: str) -> str:
    """Return an API token with all scopes or the given ones, used today."""
    token, secret = create_token(user, "A program", scopes or Scope.values)
    token.last_used_on = timezone.localdate()
    token.save()
    return secret


def make_player(name: str = "", user: User | None = None) -> Player:
    """Return a player, optionally with a user."""
    return Player.objects.create(name=name or (user.name if user else f"Player {next(_numbers)}"), user=user)


def make_event(
    *, organiser: User | None = None, cut: int = 0, stage: dict[str, Any] | None = None, **fields: Any
) -> Event:
    """Return an open event with a Swiss stage and optionally a cut."""
    number = next(_numbers)
    fields.setdefault("name", f"Event {number}")
    fields.setdefault("slug", f"event-{number}")
    fields.setdefault("place", "Hall 3, Leipzig")
    fields.setdefault("time_zone", "Europe/Berlin")
    fields.setdefault("starts_at", timezone.now() + timedelta(days=7))
    fields.setdefault("status", Event.Status.OPEN)
    fields.setdefault("decklists_required", False)  # who tests decklists says so: rounds wait for them
    event = Event.objects.create(created_by=organiser, **fields)
    Stage.objects.create(event=event, order=1, kind=Stage.Kind.SWISS, **(stage or {}))
    if cut:
        Stage.objects.create(event=event, order=2, kind=Stage.Kind.ELIMINATION, cut_size=cut)
    if organiser is not None:
        make_staff(event, StaffRole.Role.ORGANISER, organiser)
    return event


def make_staff(event: Event, role: str = StaffRole.Role.ORGANISER, user: User | None = None) -> User:
    """Return a user with a role at the event."""
    user = user or make_user()
    StaffRole.objects.create(event=event, user=user, role=role)
    return user


def make_registration(
    event: Event, *, player: Player | None = None, user: User | None = None, **fields: Any
) -> Registration:
    """Return a registration of the given player or user, or of a new player."""
    if player is None:
        player = Player.objects.filter(user=user).first() if user else None
        player = player or make_player(user=user)
    if fields.get("status") == Registration.Status.WAITLISTED:
        fields.setdefault("waitlist_order", next(_numbers))
    fields.setdefault("name", player.name)
    return Registration.objects.create(event=event, player=player, **fields)


def make_dispute(title: str, event: Event, *, decision: str = "", **fields: Any) -> Dispute:
    """Return a dispute without a replay, optionally with an announced decision."""
    case = Case.objects.create(event=event, match=fields.get("match"), status="stands" if decision else "draft")
    if decision:
        Decision.objects.create(case=case, number=1, text=decision)
    return Dispute.objects.create(title=title, event=event, case=case, **fields)


def make_running_event(players: int = 4, **fields: Any) -> Event:
    """Return a running event with checked-in players in round 1 and no round."""
    event = make_event(**{"status": Event.Status.RUNNING, "starts_at": timezone.now() - timedelta(hours=1), **fields})
    stage = event.stages.get(order=1)
    who = Player.objects.bulk_create(Player(name=f"Player {next(_numbers)}") for _ in range(players))
    there = {"event": event, "status": Registration.Status.CHECKED_IN}
    entries = Registration.objects.bulk_create(
        Registration(player=player, name=player.name, checked_in_at=timezone.now(), **there) for player in who
    )
    Participation.objects.bulk_create(Participation(stage=stage, registration=entry) for entry in entries)
    return event


def at(text: str) -> datetime:
    """Return a time in UTC from its ISO form."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)
