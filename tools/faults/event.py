"""The event that clients write to, and the writes, each with its own key."""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, cycle
from random import Random

from django.urls import reverse
from PIL import Image

from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from epic_events.events.models import StaffRole
from epic_events.pairings import services
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.disputes.records import LEGAL, full_table
from tests.epic_events.factories import make_key, make_staff, make_user
from tools.faults.writers import Write, api_request, form_request, upload_request
from tools.load import event as load
from tools.load.event import Phone

JUDGES = 16
LONG = full_table(30, 16)
"""A record whose replay takes about a second, so that a worker can be killed during one."""
ORDER = ("result", "call", "result", "list", "result", "dispute", "result", "photo")


@dataclass(frozen=True)
class Cast:
    """The users who write.

    Attributes:
        stage: the event with a published round, and the next event, open for registration.
        phones: its players, with the table of each.
        judges: by cookie and token, each with a dispute to which photos are added.
    """

    stage: load.Stage
    phones: list[Phone]
    judges: list[tuple[Phone, Dispute]]


def prepare(players: int) -> Cast:
    """Create an event with a published round and all users who write."""
    stage = load.build(players, 1, players)
    services.publish_round(stage.organiser, stage.draft)
    phones = load.create_plan(stage, "", 1, 1, "").phones
    judges = []
    for number in range(JUDGES):
        judge = make_staff(stage.event, StaffRole.Role.JUDGE, make_user(f"Judge {number}", password=None))
        dispute = disputes.open_dispute(judge, title=f"Photos {number}", record=LEGAL, event=stage.event)
        judges.append((Phone(load.create_session_cookie(judge), make_key(judge)), dispute))
    return Cast(stage, phones, judges)


def _noise(seed: int, width: int) -> bytes:
    """Return a PNG of random noise, which does not compress."""
    made = io.BytesIO()
    Image.frombytes("RGB", (width, width), Random(seed).randbytes(3 * width * width)).save(made, "PNG")
    return made.getvalue()


def writes(cast: Cast) -> Iterator[Write]:
    """Yield the writes of all kinds in turn until every player has reported."""
    of_kind = {
        "result": _results(cast), "call": _calls(cast), "list": _lists(cast), "dispute": _disputes(cast),
        "photo": _photos(cast),
    }  # fmt: skip
    for kind in cycle(ORDER):
        write = next(of_kind[kind], None)
        if write is not None:
            yield write
        elif kind == "result":
            return


def _results(cast: Cast) -> Iterator[Write]:
    """Yield a result report of each player, alternately through the API and the page."""
    for number, (phone, user) in enumerate(zip(cast.phones, cast.stage.users, strict=True)):
        if not phone.match:
            continue
        key = f"result-{number}"
        if number % 2:
            body = {"game_wins": [1, 0]}
            request = api_request(f"/api/v1/matches/{phone.match}/result/", phone.token, key, body)
        else:
            path = reverse("pairings:report", args=[cast.stage.event.slug, phone.match])
            request = form_request(path, phone.cookie, key, {"score": "1-0-0-played"})
        yield Write("result", (phone.match, user.pk), request)


def _calls(cast: Cast) -> Iterator[Write]:
    """Yield one judge call from each table."""
    path, seen = reverse("api:calls", args=[cast.stage.event.slug]), set()
    for phone in cast.phones:
        if phone.match and phone.match not in seen:
            seen.add(phone.match)
            key = f"call-{phone.match}"
            yield Write("call", (key,), api_request(path, phone.token, key, {"match": phone.match, "reason": key}))


def _lists(cast: Cast) -> Iterator[Write]:
    """Yield a decklist of each player for the next event."""
    path, text = reverse("api:decklists", args=[cast.stage.following.slug]), legal_text()
    for phone, user in zip(cast.phones, cast.stage.users, strict=True):
        yield Write("list", (user.pk,), api_request(path, phone.token, f"list-{user.pk}", {"text": text}))


def _disputes(cast: Cast) -> Iterator[Write]:
    """Yield disputes of the judges in turn; every third replay is long."""
    path, slug = reverse("api:disputes"), cast.stage.event.slug
    for number, (judge, _photos_of) in zip(count(), cycle(cast.judges)):
        title = f"dispute-{number}"
        body = {"title": title, "record": LONG if number % 3 == 0 else LEGAL, "event": slug}
        yield Write("dispute", (title,), api_request(path, judge.token, title, body))


def _photos(cast: Cast) -> Iterator[Write]:
    """Yield photos too large for memory, as many as a dispute accepts."""
    sent = [_noise(seed, 1000) for seed in range(2)]
    for number in range(12):
        for judge, dispute in cast.judges:
            key = f"photo-{number}-{dispute.pk}"
            path = reverse("disputes:add_evidence", args=[dispute.slug])
            file = ("photo", "table.png", sent[number % 2])
            yield Write("photo", (key,), upload_request(path, judge.cookie, key, {"who": key, "statement": ""}, file))
