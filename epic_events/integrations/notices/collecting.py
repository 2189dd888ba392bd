"""Reads the audit log and adds the resulting notices to the outbox."""

from collections.abc import Callable, Collection, Iterator
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from epic_events.audit_log.models import Entry
from epic_events.audit_log.version_tokens import LATE
from epic_events.events.models import Registration, StaffRole
from epic_events.integrations.notices.kinds import SOURCES, Kind
from epic_events.integrations.notices.models import Gathered
from epic_events.integrations.notices.outbox import News, enqueue
from epic_events.judging.models import Call, Case
from epic_events.judging.permissions import HEAD_JUDGES, JUDGES
from epic_events.pairings.models import Match, Seat

TOO_OLD: Final = timedelta(hours=2)
"""Older changes are skipped: no worker ran in time to notify anyone."""


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
    found = entries.filter(player__user__is_active=True)
    return frozenset(found.values_list("player__user__pk", flat=True))


def _staff(event: int | None, roles: Collection[str]) -> frozenset[int]:
    found = StaffRole.objects.filter(event=event, role__in=roles, user__is_active=True)
    return frozenset(found.values_list("user__pk", flat=True))


def _by_itself(line: Entry, users: frozenset[int]) -> frozenset[int]:
    """Return the users without the actor of the entry, who knows about it."""
    return users - {line.actor_id or 0}


def _pairings(line: Entry) -> Iterator[News]:
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
        last = match.reports.order_by("-pk").values_list("pk", flat=True).first()  # both lines tell of one difference
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
        yield from _decision(line)  # the other player has to know that the decision may not be the last word
    elif Call.objects.filter(pk=line.subject_id).exists():
        users = _by_itself(line, _staff(line.event_id, JUDGES))
        yield News(Kind.CALL, str(line.pk), users, line.event_id, {"call": line.subject_id})


_READERS: Final[dict[Kind, Callable[[Entry], Iterator[News]]]] = {
    Kind.PAIRINGS: _pairings,
    Kind.PLACE: _own_entry,
    Kind.LIST_CHANGED: _own_entry,
    Kind.DIFFER: _differ,
    Kind.EXTENSION: _extension,
    Kind.DECISION: _decision,
    Kind.CALL: _call,
}
