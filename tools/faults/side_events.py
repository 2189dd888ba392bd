"""Small events that run their rounds meanwhile: pair, publish, clock, results."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from django.urls import reverse

from epic_events.accounts.models import User
from epic_events.events.models import StaffRole
from epic_events.integrations.webhooks.sending import visible_secret
from epic_events.integrations.webhooks.services import create_webhook
from epic_events.pairings.models import Match, Seat
from tests.epic_events.factories import make_key, make_running_event, make_staff
from tools.faults.receivers import Receivers
from tools.faults.writers import Write, api_request

PLAYERS, ROUNDS = 4, 3
CLOCK_STEPS = (("start", 300), ("pause", 0), ("resume", 0), ("add", 5))
"""Steps of the clock of a round, with minutes; it must not end when the clock of the site jumps."""
AT_ONCE = 6
"""Side events that run at the same time."""


@dataclass(frozen=True)
class SideEvent:
    """A small event with a webhook.

    Attributes:
        slug: slug of the event.
        event_id, webhook: its key, and the name of its webhook.
        token: API token of an organiser.
        players: keys of its registrations.
    """

    slug: str
    event_id: int
    webhook: str
    token: str
    players: list[int]


def prepare(number: int, organisers: list[User], receivers: Receivers) -> list[SideEvent]:
    """Create running events without a round, each with a webhook."""
    tokens = [make_key(organiser) for organiser in organisers]
    made = []
    for each in range(number):
        place = each % len(organisers)
        event = make_running_event(PLAYERS, name=f"Side {each}", slug=f"side-{each}", stage={"rounds": ROUNDS})
        make_staff(event, StaffRole.Role.ORGANISER, organisers[place])
        name = f"side-{each}"
        webhook = create_webhook(organisers[place], event, address=receivers.address(name))
        receivers.received.secrets[name] = visible_secret(webhook.secret)
        players = sorted(event.registrations.values_list("pk", flat=True))
        made.append(SideEvent(event.slug, event.pk, name, tokens[place], players))
    return made


class Lives:
    """Writes of several side events in turn, each after the one before."""

    def __init__(self, events: list[SideEvent]) -> None:
        self._coming = iter(events)
        self._running: list[tuple[Iterator[Write], Write | None]] = []

    def __iter__(self) -> "Lives":
        return self

    def __next__(self) -> Write | None:
        """Return the next write, or None if every side event waits for a response."""
        while len(self._running) < AT_ONCE and (event := next(self._coming, None)):
            self._running.append((_live(event), None))
        if not self._running:
            raise StopIteration
        for _each in range(len(self._running)):
            steps, last = self._running.pop(0)
            if last is not None and not last.ended:
                self._running.append((steps, last))
            elif (last is None or last.answer) and (write := next(steps, None)) is not None:
                self._running.append((steps, write))
                return write
        return None


def _live(event: SideEvent) -> Iterator[Write]:
    """Yield the writes of an event, each after the one before was accepted."""
    for number in range(1, ROUNDS + 1):
        key = (event.slug, number)
        pair = _write(event, "pair", key, reverse("api:pair", args=[event.slug]))
        pair.fields |= {"players": event.players, "matches": PLAYERS // 2}
        pair.page = partial(_round_page, event.slug, number)
        yield pair
        round_id = pair.answer["id"]
        pair.fields |= {"id": round_id, "seed": pair.answer["seed"]}
        publish = _write(event, "publish", key, reverse("api:publish", args=[round_id]))
        publish.page = pair.page
        yield publish
        if datetime.fromisoformat(publish.answer["published_at"]) < datetime.now(UTC) + timedelta(minutes=30):
            publish.fields["published_at"] = publish.answer["published_at"]  # one in the future is corrected later
        last = None
        for step, minutes in CLOCK_STEPS:
            last = _clock(event, round_id, step, minutes)
            yield last
        assert last is not None
        table = last.answer["open_tables"][0]
        yield _extension(event, table["match"], 1 + round_id % 9)
        for table in last.answer["open_tables"]:
            yield entry(event.slug, number, event.token, round_id, table["table"])


def _write(
    event: SideEvent, kind: str, key: tuple[object, ...], path: str, body: dict[str, Any] | None = None
) -> Write:
    request = api_request(path, event.token, "-".join(map(str, (kind, *key))), body or {})
    return Write(kind, key, request, dict(body or {}))


def _clock(event: SideEvent, round_id: int, step: str, minutes: int) -> Write:
    body: dict[str, Any] = {"action": step}
    if minutes:
        body["minutes"] = minutes
    if step in ("pause", "add"):
        body["reason"] = f"{step}-{round_id}"
    write = _write(event, "clock", (round_id, step), reverse("api:round-clock", args=[round_id]), body)
    write.fields = {"minutes": minutes, "reason": body.get("reason", "")}
    write.page = lambda: (reverse("events:log_file", args=[event.slug, "json"]), (body.get("reason", ""),))
    return write


def _extension(event: SideEvent, match: int, minutes: int) -> Write:
    body = {"minutes": minutes, "reason": f"extension-{match}"}
    write = _write(event, "extension", (match,), reverse("api:extensions", args=[match]), body)
    write.page = lambda: (reverse("events:log_file", args=[event.slug, "json"]), (str(body["reason"]),))
    return write


def entry(slug: str, number: int, token: str, round_id: int, table: int) -> Write:
    """Return the entry of a table's result by the staff, as a line."""
    wins = [table % 2, 1 - table % 2]
    key = f"entry-{round_id}-{table}"
    request = api_request(
        reverse("api:round-results", args=[round_id]), token, key, {"lines": f"{table} {wins[0]}-{wins[1]}"}
    )
    write = Write("entry", (round_id, table), request, {"game_wins": wins, "result_kind": "played"})
    write.page = partial(match_page, slug, round_id, table)
    return write


def match_page(slug: str, round_id: int, table: int) -> tuple[str, tuple[str, ...]]:
    """Return the page of a table and the names of its players."""
    match = Match.objects.get(round_id=round_id, table=table)
    names = match.seats.values_list("registration__name", flat=True)
    return reverse("pairings:match", args=[slug, match.pk]), ("1\N{EN DASH}0", *names)


def _round_page(slug: str, number: int) -> tuple[str, tuple[str, ...]]:
    names = Seat.objects.filter(round__stage__event__slug=slug, round__number=number)
    return reverse("pairings:round", args=[slug, number]), tuple(names.values_list("registration__name", flat=True))
