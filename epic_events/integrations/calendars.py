"""iCalendar files (RFC 5545) of single events, and a calendar feed for each user."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core import signing
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from icalendar import Calendar, vText
from icalendar import Event as Entry

from epic_events.accounts.languages import in_language_of
from epic_events.accounts.models import User, digest_of
from epic_events.audit_log import models as audit_log
from epic_events.events.models import Event, Registration, StaffRole, Stage
from epic_events.events.times import format_event_time
from epic_events.events.views.shared import get_event_or_404
from epic_events.infra.errors import MissingError
from epic_events.infra.markdown import as_plain
from epic_events.pairings.cut.selectors import load_final_ranks

BETWEEN_ROUNDS: Final = 10
"""Estimated minutes between two rounds, for results, standings and pairings."""
REFRESH: Final = timedelta(hours=1)
"""Refresh interval suggested to calendar apps."""
# RFC 5545 has no status for an event that is over: a finished one stays confirmed.
_STATUS: Final = {Event.Status.DRAFT: "TENTATIVE", Event.Status.CANCELLED: "CANCELLED"}


def calendar_of(events: Iterable[Event], name: str, owner: User | None = None) -> bytes:
    """Return events as an iCalendar file with times in UTC.

    Args:
        events: events, already filtered by what the user may see.
        name: name of the calendar.
        owner: user whose final rank is shown at each finished event.
    """
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE_NAME}//{urlsplit(settings.SITE_ADDRESS).hostname}//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("x-wr-calname", vText(name))
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    chosen = list(events)
    lines = _latest_entries(chosen)
    results = _results(chosen, owner)
    for event in chosen:
        calendar.add_component(_entry(event, lines.get(event.pk), results.get(event.pk, [])))
    content: bytes = calendar.to_ical()
    return content


def planned_length(event: Event) -> timedelta | None:
    """Return the planned duration of an event.

    Returns:
        None if a stage has no round time or no number of rounds.
    """
    minutes = 0
    for stage in event.stages.all():
        rounds = stage.rounds
        if stage.kind == Stage.Kind.ELIMINATION and stage.cut_size:
            rounds = stage.cut_size.bit_length() - 1
        if stage.minutes is None or rounds is None:
            return None
        minutes += rounds * (stage.minutes + BETWEEN_ROUNDS)
    return timedelta(minutes=minutes) if minutes else None


def _entry(event: Event, last: audit_log.Entry | None, result: list[str]) -> Entry:
    """Return the iCalendar entry of an event.

    Args:
        event: the event.
        last: its latest audit entry, from which DTSTAMP and SEQUENCE are derived.
        result: lines on its result, which begin the description.
    """
    address = settings.SITE_ADDRESS + event.get_absolute_url()
    entry = Entry()
    entry.add("uid", f"event-{event.pk}@{urlsplit(settings.SITE_ADDRESS).hostname}")
    entry.add("dtstamp", last.at if last else event.created_at)
    entry.add("sequence", last.pk % 2**31 if last else 0)
    entry.add("summary", event.name)
    entry.add("dtstart", event.starts_at)
    length = planned_length(event)
    if length is not None:
        entry.add("duration", length)
    if event.place:
        entry.add("location", event.place)
    local = format_event_time(event.starts_at, event, "DATETIME_FORMAT")
    about = as_plain(event.description)
    starts = _("Starts at the venue's local time: %(time)s.") % {"time": local}
    description = [part for part in (*result, event.game_name, starts, about, address) if part]
    entry.add("description", "\n".join(description))
    entry.add("url", address)
    entry.add("status", _STATUS.get(Event.Status(event.status), "CONFIRMED"))
    return entry


def _results(events: list[Event], owner: User | None) -> dict[int, list[str]]:
    """Return champion and rank of the owner at each finished event, as lines."""
    ranks = load_final_ranks(events)
    first = {key: [entry for entry, rank in ranked.items() if rank == 1] for key, ranked in ranks.items()}
    sole = {key: entries[0] for key, entries in first.items() if len(entries) == 1}
    names = dict(Registration.objects.filter(pk__in=sole.values()).values_list("pk", "name")) if sole else {}
    own = {}
    if owner is not None and ranks:
        own = dict(Registration.objects.of_user(owner).filter(event__in=ranks).values_list("event_id", "pk"))
    lines: dict[int, list[str]] = {}
    for key, ranked in ranks.items():
        lines[key] = [_("Champion: %(name)s") % {"name": names[sole[key]]}] if key in sole else []
        if (rank := ranked.get(own.get(key, 0))) is not None:
            lines[key].append(_("Your rank: %(rank)d of %(players)d") % {"rank": rank, "players": len(ranked)})
    return lines


def _latest_entries(events: list[Event]) -> dict[int, audit_log.Entry]:
    """Return the latest audit entry of each event, by event key."""
    written = audit_log.Entry.objects.filter(event_id__in=[event.pk for event in events])
    last = written.order_by().values("event_id").annotate(key=Max("pk")).values("key")
    lines = audit_log.Entry.objects.filter(pk__in=last).only("event_id", "at")
    return {line.event_id: line for line in lines if line.event_id is not None}


_SALT: Final = "epic_events.calendar"


def feed_address(user: User) -> str:
    """Return the absolute URL of a user's feed; changing the password revokes it."""
    token = signing.dumps([user.pk, _mark(user)], salt=_SALT)
    return settings.SITE_ADDRESS + reverse("web:my_calendar", args=[token])


def reader_of(token: str) -> User:
    """Return the user whose feed has this token.

    Raises:
        MissingError: the token is invalid or was revoked.
    """
    ended = MissingError(
        _("This calendar address is invalid or no longer works. Copy the current address from My page.")
    )
    try:
        key, mark = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError) as error:
        raise ended from error
    user = User.objects.filter(pk=key, is_active=True).first()
    if user is None or not constant_time_compare(mark, _mark(user)):
        raise ended
    return user


def events_of(user: User) -> QuerySet[Event]:
    """Return a user's events as player or staff, including past ones, latest first."""
    entries = Registration.objects.of_user(user).exclude(status=Registration.Status.WITHDRAWN)
    mine = Q(pk__in=entries.values("event_id")) | Q(pk__in=StaffRole.objects.filter(user=user).values("event_id"))
    return Event.objects.visible_to(user).filter(mine).prefetch_related("stages").order_by("-starts_at", "pk")


def _mark(user: User) -> str:
    return digest_of(user.password)[:16]


@require_safe
def event_calendar(request: HttpRequest, slug: str) -> HttpResponse:
    """Download an event as an iCalendar file. Permission: users who may see the event."""
    calendar_event = get_event_or_404(request, slug)
    return _file(calendar_of([calendar_event], calendar_event.name), f"{calendar_event.slug}.ics")


@require_safe
def user_calendar(request: HttpRequest, token: str) -> HttpResponse:
    """Return a user's calendar feed.

    Permission: the secret URL, because calendar programs cannot sign in.
    """
    del request
    user = reader_of(token)
    with in_language_of(user, default=get_language() or ""):
        return _file(calendar_of(events_of(user), _("My events"), user), "my-events.ics")


def _file(content: bytes, name: str) -> HttpResponse:
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    response["Cache-Control"] = "private, no-cache"
    return response
