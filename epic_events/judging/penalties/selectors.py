"""Queries of penalties and recommended levels."""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import BigIntegerField, QuerySet

from epic_events.accounts.models import User
from epic_events.events.models import Event, Registration
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.judging.models import Penalty
from epic_events.judging.penalties.policy import Infraction, Level, Policy, get_policy

MAX_SHOWN = 200


@dataclass(frozen=True)
class InfractionGuide:
    """An infraction with the recommended level for one player.

    Attributes:
        infraction: the infraction.
        level: the recommended level.
        previous_count: earlier infractions of this kind by the player at this event.
    """

    infraction: Infraction
    level: Level | None
    previous_count: int


def list_penalty_history(entry: Registration) -> list[Penalty]:
    """Return a player's penalties at all events, newest first."""
    penalties = Penalty.objects.filter(registration__player=entry.player_id).with_names()
    return list(penalties.order_by("-at", "-pk")[:MAX_SHOWN])


def list_infraction_guides(event: Event, history: Collection[Penalty]) -> list[InfractionGuide]:
    """Return all infractions with their recommended levels, given a player's history."""
    policy = get_policy(event.game)
    counts = Counter(one.infraction for one in history if one.event_id == event.pk and one.revoked_at is None)
    return [
        InfractionGuide(one, policy.level(policy.get_usual_level(one, counts[one.slug])), counts[one.slug])
        for one in policy.infractions
    ]


def get_usual_level(event: Event, entry: Registration, infraction: str) -> str:
    """Return the slug of the recommended level; empty for an unknown infraction."""
    policy = get_policy(event.game)
    infraction_type = policy.infraction(infraction)
    previous_count = event.penalties.active().filter(registration=entry, infraction=infraction).count()
    return policy.get_usual_level(infraction_type, previous_count) if infraction_type else ""


def get_event_policy(event: Event) -> Policy:
    """Return the penalty policy for an event's game."""
    return get_policy(event.game)


def get_penalties_by_entry(event: Event, entries: Collection[int]) -> Mapping[int, list[Penalty]]:
    """Return the active penalties at an event by entry id. One query."""
    penalties: dict[int, list[Penalty]] = {key: [] for key in entries}
    for one in event.penalties.active().filter(registration__in=entries).order_by("pk"):
        penalties[one.registration_id].append(one)
    return penalties


def list_own_penalties(user: object, event: Event) -> list[Penalty]:
    """Return the user's active penalties at an event.

    One query, none for an anonymous visitor.
    """
    if not isinstance(user, User):
        return []
    return [instance_from(Penalty, row) for row in _OWN.rows(event=event.pk, user=user.pk)]


def _select_own() -> QuerySet[Penalty, tuple[Any, ...]]:
    parameters = {name: Parameter(name, BigIntegerField()) for name in ("event", "user")}
    own = Penalty.objects.active().filter(
        event_id=parameters["event"], registration__player__user_id=parameters["user"]
    )
    return own.order_by("-pk").values_list(*columns_of(Penalty))[:MAX_SHOWN]


_OWN: Final = CompiledQuery(_select_own)
