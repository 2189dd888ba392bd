"""The event of the load test.

Registrations are stored in bulk, rounds made by the services.
"""

from dataclasses import asdict, dataclass, field
from random import Random
from typing import Any

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.urls import reverse
from django.utils import timezone

from epic_events.accounts.models import Player, User
from epic_events.disputes import services as disputes
from epic_events.events.models import Event, Participation, Registration, StaffRole
from epic_events.pairings import services
from epic_events.pairings.models import Match, Round
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.disputes.records import LEGAL
from tests.epic_events.factories import make_event, make_key, make_staff, make_user

LISTS = 200
"""Registrations of the next event that submit decklists during the load."""


@dataclass
class Phone:
    """A signed-in player: the cookie for pages, the token for the API."""

    cookie: str
    token: str
    match: int = 0


@dataclass
class Plan:
    """Input of the load generator.

    Attributes:
        pages: paths by kind.
        phones: signed-in players.
        desk: session cookie of the organiser.
        lists: path for decklists; ``text`` is a legal one.
    """

    base: str
    rate: float
    seconds: float
    out: str
    pages: dict[str, str]
    phones: list[Phone]
    desk: str
    lists: str
    text: str = field(default_factory=legal_text)

    def plain(self) -> dict[str, Any]:
        return asdict(self)


@dataclass(frozen=True)
class Stage:
    """The event before the load: its next round is paired but not published."""

    event: Event
    following: Event
    organiser: User
    draft: Round
    users: list[User]


def build(players: int, rounds: int, phones: int) -> Stage:
    """Create an event with played rounds, an unpublished round, and a next event."""
    organiser = make_user("Olga Organiser", password=None)
    event = make_event(
        organiser=organiser, name="The Hall", slug="the-hall", status=Event.Status.RUNNING, stage={"rounds": rounds}
    )
    following = make_event(organiser=organiser, name="Next", slug="the-next", decklists_required=True)
    users = [make_user(f"Phone {number}", password=None) for number in range(min(phones, players))]
    owners: list[User | None] = [*users, *[None] * (players - len(users))]
    people = Player.objects.bulk_create(
        Player(name=user.name if user else f"Player {number}", user=user) for number, user in enumerate(owners)
    )
    now = timezone.now()
    entries = Registration.objects.bulk_create(
        Registration(event=event, player=one, name=one.name, status=Registration.Status.CHECKED_IN, checked_in_at=now)
        for one in people
    )
    stage = event.stages.get()
    Participation.objects.bulk_create(Participation(stage=stage, registration=entry) for entry in entries)
    Registration.objects.bulk_create(
        Registration(event=following, player=one, name=one.name) for one in people[: len(users)]
    )
    chance = Random(20170811)
    for number in range(1, rounds):
        round_ = services.publish_round(organiser, services.pair_round(organiser, event, seed=number))
        tables = round_.matches.filter(table__isnull=False).values_list("table", flat=True)
        lines = [f"{table} {chance.choice(('1-0', '0-1'))}" for table in tables]
        for first in range(0, len(lines), 500):
            services.enter_lines(organiser, round_, "\n".join(lines[first : first + 500]))
        services.finish_round(organiser, round_)
    return Stage(event, following, organiser, services.pair_round(organiser, event, seed=rounds), users)


def create_session_cookie(user: User) -> str:
    """Create a session of a user and return its cookie."""
    store = SessionStore()
    store[SESSION_KEY], store[HASH_SESSION_KEY] = str(user.pk), user.get_session_auth_hash()
    store[BACKEND_SESSION_KEY] = "django.contrib.auth.backends.ModelBackend"
    store["seen_at"] = int(timezone.now().timestamp())
    store.create()
    return str(store.session_key)


def create_plan(stage: Stage, base: str, rate: float, seconds: float, out: str) -> Plan:
    """Return the plan of the load generator for an event."""
    slug = stage.event.slug
    tables = dict(
        Match.objects.filter(round=stage.draft, table__isnull=False, seats__registration__player__user__isnull=False)
        .order_by("seats__registration__player__user", "pk")
        .values_list("seats__registration__player__user", "pk")
    )
    return Plan(
        base=base,
        rate=rate,
        seconds=seconds,
        out=out,
        pages={
            "plain": "/load/plain/",
            "pairings": reverse("pairings:rounds", args=[slug]),
            "by name": reverse("pairings:rounds", args=[slug]) + "?by=name",
            "standings": reverse("pairings:standings", args=[slug]),
            "event": reverse("events:detail", args=[slug]),
            "home": reverse("web:home"),
            "desk": reverse("pairings:desk", args=[slug]),
        },
        phones=[Phone(create_session_cookie(user), make_key(user), tables.get(user.pk, 0)) for user in stage.users],
        desk=create_session_cookie(stage.organiser),
        lists=reverse("api:decklists", args=[stage.following.slug]),
    )


@dataclass(frozen=True)
class DisputeRequest:
    """A dispute to open: token of the judge and body of the API request."""

    token: str
    body: dict[str, str]


def dispute_requests(stage: Stage, number: int) -> list[DisputeRequest]:
    """Return requests for disputes.

    They come from as many judges as the limit of waiting ones needs. Each has a different record, because the verdict
    of a known record is reused.
    """
    judges = [make_staff(stage.event, StaffRole.Role.JUDGE) for _each in range(-(-number // disputes.MAX_WAITING))]
    tokens = [make_key(judge) for judge in judges]
    return [
        DisputeRequest(
            tokens[each // disputes.MAX_WAITING],
            {
                "title": f"Load {each}",
                "record": LEGAL.replace("Anna health: 21", f"Anna health: {each + 1}"),
                "event": stage.event.slug,
            },
        )
        for each in range(number)
    ]
