"""Notices from audit entries and approaching deadlines.

They are written to the outbox by the user's preferences.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from epic_events.audit_log.models import Entry
from epic_events.audit_log.version_tokens import LATE
from epic_events.decks.context import DeckContext
from epic_events.decks.models import DeckLock, DeckVersion
from epic_events.events.models import Event, Registration, StaffRole
from epic_events.integrations.notices.models import (
    SOURCES,
    USUAL,
    ByMail,
    Choice,
    Device,
    Gathered,
    Kind,
    Notice,
    Way,
    Wish,
)
from epic_events.judging.models import Call, Case
from epic_events.judging.permissions import HEAD_JUDGES, JUDGES
from epic_events.pairings.models import Match, Preparation, Seat

DIGEST_AT = time(7)  # UTC


@dataclass(frozen=True)
class News:
    """Occurrence to notify users about.

    Attributes:
        kind: kind of notice.
        key: identifier of the occurrence; each user is notified once per kind and key.
        users: keys of the accounts to notify.
        event: key of the event.
        facts: ids from which ``messages`` compiles the text.
    """

    kind: Kind
    key: str
    users: frozenset[int]
    event: int | None
    facts: Mapping[str, Any] = field(default_factory=dict)


def enqueue(news: Iterable[News]) -> int:
    """Add notices to the outbox unless they exist.

    Call it in the transaction that stores the read position.

    Returns:
        Number of rows, including existing ones.
    """
    with_users = [one for one in news if one.users]
    recipients = set().union(*(one.users for one in with_users)) if with_users else set()
    wishes = preferences_of(recipients)
    devices: dict[int, list[int]] = {}
    for user, device in Device.objects.filter(user__in=recipients).values_list("user_id", "pk"):
        devices.setdefault(user, []).append(device)
    rows = [row for one in with_users for user in sorted(one.users) for row in _rows(one, user, wishes, devices)]
    Notice.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    return len(rows)


def preferences_of(users: Iterable[int]) -> dict[tuple[int, str], Wish]:
    """Return stored preferences by account and kind, without defaults."""
    chosen = Choice.objects.filter(user__in=list(users))
    return {(one.user_id, one.kind): Wish(ByMail(one.mail), one.push) for one in chosen}


def next_digest(now: datetime) -> datetime:
    """Return the time of the next daily mail."""
    today = datetime.combine(now.date(), DIGEST_AT, tzinfo=now.tzinfo)
    return today if now < today else today + timedelta(days=1)


def _rows(
    news: News, user: int, wishes: Mapping[tuple[int, str], Wish], devices: Mapping[int, list[int]]
) -> Iterable[Notice]:
    wish, now = wishes.get((user, news.kind), USUAL[news.kind]), timezone.now()
    base = {"user_id": user, "event_id": news.event, "kind": news.kind, "facts": dict(news.facts)}
    key = f"{news.kind}:{news.key}:{user}"
    if wish.mail != ByMail.OFF:
        daily = wish.mail == ByMail.DAILY
        due = next_digest(now) if daily else now
        yield Notice(way=Way.MAIL, key=f"{key}:mail", daily=daily, due_at=due, **base)
    if wish.push:
        for device in devices.get(user, ()):
            yield Notice(way=Way.PUSH, device_id=device, key=f"{key}:{device}", due_at=now, **base)


TOO_OLD: Final = timedelta(hours=24)
"""Older changes are skipped: no worker ran in time to notify anyone. What is no longer current is not sent either."""


def gather() -> int:
    """Add notices for new audit entries to the outbox; each entry is processed once.

    Can be called concurrently: one caller does the work, the others return 0.

    Returns:
        Number of processed audit entries.
    """
    with transaction.atomic():
        Gathered.objects.get_or_create(pk=1)
        state = Gathered.objects.select_for_update(skip_locked=True).filter(pk=1).first()
        if state is None:
            return 0
        now = timezone.now()
        lines = list(
            Entry.objects.filter(pk__gt=state.upto, verb__in=SOURCES, at__gt=now - TOO_OLD)
            .exclude(pk__in=state.done)
            .order_by("pk")
        )
        enqueue(news for line in lines for news in _news_of(line))
        settled = Entry.objects.filter(pk__gt=state.upto, at__lt=now - LATE).aggregate(last=Max("pk"))["last"]
        upto = settled or state.upto
        done = [key for key in (*state.done, *(line.pk for line in lines)) if key > upto]
        if (upto, done) != (state.upto, state.done):
            state.upto, state.done = upto, done
            state.save()
    return len(lines)


def _news_of(line: Entry) -> Iterator[News]:
    kind = SOURCES[line.verb]
    yield from _READERS[kind](line)


def accounts_at(**seats: Any) -> frozenset[int]:
    """Return the user keys of the players at seats, with one query."""
    return _accounts(Registration.objects.filter(pk__in=Seat.objects.filter(**seats).values("registration_id")))


def _accounts(entries: QuerySet[Registration]) -> frozenset[int]:
    entries_with_account = entries.filter(player__user__is_active=True)
    return frozenset(entries_with_account.values_list("player__user__pk", flat=True))


def _staff(event: int | None, roles: Collection[str]) -> frozenset[int]:
    staff_roles = StaffRole.objects.filter(event=event, role__in=roles, user__is_active=True)
    return frozenset(staff_roles.values_list("user__pk", flat=True))


def _by_itself(line: Entry, users: frozenset[int]) -> frozenset[int]:
    """Return the users without the actor of the entry, who knows about it."""
    return users - {line.actor_id or 0}


def _pairings(line: Entry) -> Iterator[News]:
    if line.verb == "pods.published":
        seated = _accounts(Registration.objects.filter(pod_seats__podding__stage=line.subject_id))
        yield News(Kind.PAIRINGS, str(line.pk), seated, line.event_id, {"pods": line.subject_id})
        return
    users = accounts_at(round=line.subject_id)
    yield News(Kind.PAIRINGS, str(line.pk), users, line.event_id, {"round": line.subject_id})


def _own_entry(line: Entry) -> Iterator[News]:
    """Yield the notice about a player's entry or decklist."""
    if line.verb == "deck.submitted" and not line.data.get("by_staff"):
        return
    users = _by_itself(line, _accounts(Registration.objects.filter(pk=line.subject_id)))
    facts = {"entry": line.subject_id, "verb": line.verb, "line": line.pk, "version": line.data.get("version")}
    yield News(SOURCES[line.verb], str(line.pk), users, line.event_id, facts)


def _differ(line: Entry) -> Iterator[News]:
    match = Match.objects.filter(pk=line.subject_id, status=Match.Status.DISPUTED).first()
    if match is not None:
        last = match.reports.order_by("-pk").values_list("pk", flat=True).first()  # both entries report it
        users = accounts_at(match=match)
        yield News(Kind.DIFFER, f"{match.pk}.{last}", users, line.event_id, {"match": match.pk})


def _extension(line: Entry) -> Iterator[News]:
    users = _by_itself(line, accounts_at(match=line.subject_id))
    facts = {"match": line.subject_id, "given": line.data.get("given")}
    yield News(Kind.EXTENSION, str(line.pk), users, line.event_id, facts)


def _decision(line: Entry) -> Iterator[News]:
    case = Case.objects.filter(pk=line.subject_id, match__isnull=False).first()
    if case is not None:
        users = _by_itself(line, accounts_at(match=case.match_id))
        facts = {"case": case.pk, "verb": line.verb}
        yield News(Kind.DECISION, str(line.pk), users, line.event_id, facts)


def _call(line: Entry) -> Iterator[News]:
    if line.verb == "appeal.made":
        users = _by_itself(line, _staff(line.event_id, HEAD_JUDGES))
        yield News(Kind.CALL, str(line.pk), users, line.event_id, {"case": line.subject_id})
        yield from _decision(line)  # the opponent must know that the decision may be overturned
    elif Call.objects.filter(pk=line.subject_id).exists():
        users = _by_itself(line, _staff(line.event_id, JUDGES))
        yield News(Kind.CALL, str(line.pk), users, line.event_id, {"call": line.subject_id})


BEFORE: Final = timedelta(hours=24)


def remind() -> int:
    """Remind players without a valid decklist once, 24 hours before the deadline.

    A changed deadline leads to a new reminder. Two queries if nothing is due.

    Returns:
        Number of outbox rows, including existing ones.
    """
    now = timezone.now()
    due = Coalesce(F("decks_due_at"), F("starts_at"))
    soon = Event.objects.filter(status=Event.Status.OPEN, decklists_required=True).annotate(due=due)
    news = [
        _missing(event)
        for event in soon.filter(due__gt=now, due__lte=now + BEFORE)
        if not event.builds_decks_first and not DeckContext(event).is_closed
    ]
    return enqueue(news)


def _missing(event: Event) -> News:
    due = event.decks_due_at or event.starts_at
    return News(Kind.LIST_MISSING, f"{event.pk}.{int(due.timestamp())}", _without_list(event), event.pk)


def _building(line: Entry) -> Iterator[News]:
    """Yield the notice that asks for decklists when building starts."""
    event = Event.objects.filter(pk=line.event_id or 0, decklists_required=True).first()
    if event is not None and line.data.get("preparation") == Preparation.Kind.BUILDING:
        facts = {"minutes": line.data.get("minutes", 0)}
        yield News(Kind.LIST_MISSING, f"{event.pk}.{line.pk}", _without_list(event), event.pk, facts)


def _without_list(event: Event) -> frozenset[int]:
    """Return the user keys of active players who can still submit a first list."""
    current_versions = DeckVersion.objects.counting().filter(registration__event=event).values("registration_id")
    locked = DeckLock.objects.filter(registration__event=event, locked=True).values("registration_id")
    entries = (
        Registration.objects.filter(event=event, player__user__is_active=True)
        .filter(Q(status__in=Registration.ACTIVE_STATUSES))
        .exclude(pk__in=current_versions)
        .exclude(pk__in=locked)
    )
    return frozenset(entries.values_list("player__user__pk", flat=True))


_READERS: Final[dict[Kind, Callable[[Entry], Iterator[News]]]] = {
    Kind.PAIRINGS: _pairings,
    Kind.PLACE: _own_entry,
    Kind.LIST_MISSING: _building,
    Kind.LIST_CHANGED: _own_entry,
    Kind.DIFFER: _differ,
    Kind.EXTENSION: _extension,
    Kind.DECISION: _decision,
    Kind.CALL: _call,
}
