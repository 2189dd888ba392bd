"""Putting notices into the outbox, for each person by the ways that person chose."""

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
    """Something that people are to be told.

    Attributes:
        kind: what it is about.
        key: a word for what happened; whoever was told something under it is not told again.
        users: the keys of the accounts to tell.
        event: the key of its event.
        facts: ids by which ``wording`` finds the words.
    """

    kind: Kind
    key: str
    users: frozenset[int]
    event: int | None
    facts: Mapping[str, Any] = field(default_factory=dict)


def put(news: Iterable[News]) -> int:
    """Store what is to be sent, unless it was before; call it inside the transaction that notes what was read.

    Returns:
        How many rows were asked for.
    """
    told = [one for one in news if one.users]
    everybody = set().union(*(one.users for one in told)) if told else set()
    wishes = wishes_of(everybody)
    devices: dict[int, list[int]] = {}
    for user, device in Device.objects.filter(user__in=everybody).values_list("user_id", "pk"):
        devices.setdefault(user, []).append(device)
    rows = [row for one in told for user in sorted(one.users) for row in _rows(one, user, wishes, devices)]
    Notice.objects.bulk_create(rows, batch_size=500, ignore_conflicts=True)
    return len(rows)


def wishes_of(users: Iterable[int]) -> dict[tuple[int, str], Wish]:
    """Return what people chose, by account and kind; who chose nothing for a kind is not in it."""
    chosen = Choice.objects.filter(user__in=list(users))
    return {(one.user_id, one.kind): Wish(ByMail(one.mail), one.push) for one in chosen}


def next_digest(now: datetime) -> datetime:
    """Return when the next mail of a day goes out."""
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
