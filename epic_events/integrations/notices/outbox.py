"""Adds notices to the outbox, for each user by the preferred channels."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any

from django.utils import timezone

from epic_events.integrations.notices.kinds import USUAL, ByMail, Kind, Way, Wish
from epic_events.integrations.notices.models import Choice, Device, Notice

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
