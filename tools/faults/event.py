"""The event that clients write to, and the writes, each with its own key."""

import hashlib
import io
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import count, cycle
from random import Random

from django.urls import reverse
from PIL import Image

from epic_events.accounts.models import User
from epic_events.disputes import services as disputes
from epic_events.disputes.models import Dispute
from epic_events.events.models import StaffRole
from epic_events.infra.photos import reencode
from epic_events.pairings import services
from epic_events.pairings.methods.scores import Score
from epic_events.pairings.models import Match, ResultReport, Seat
from tests.epic_events.decks.lists import legal_text
from tests.epic_events.disputes.records import LEGAL, full_table
from tests.epic_events.factories import make_event, make_key, make_staff, make_user
from tools.faults import side_events
from tools.faults.receivers import Receivers
from tools.faults.side_events import Lives, SideEvent, entry, match_page
from tools.faults.writers import Write, api_request, form_request, upload_request
from tools.load import event as load
from tools.load.event import Phone

JUDGES = 16
SIDE_ORGANISERS = 4
LONG = full_table(30, 16)
"""A record whose replay takes about a second, so that a worker can be killed during one."""
ORDER = (
    "result", "life", "call", "life", "entry", "life", "list", "life", "dispute", "life", "confirm", "life", "photo",
    "life", "registration", "result", "life", "penalty", "life", "lock", "life",
)  # fmt: skip
"""Order of the writes; ``life`` is the next step of a side event."""
SIDE_KINDS = ("pair", "publish", "clock", "extension")
KINDS = (
    "result", "entry", "confirm", "registration", "list", "lock", "call", "penalty", "dispute", "photo", *SIDE_KINDS,
)  # fmt: skip
"""Kinds of writes."""


@dataclass(frozen=True)
class Cast:
    """The users who write.

    Attributes:
        stage: the event with a published round, and the next event, open for registration.
        entries: slug of an event to which players are added.
        phones: its players, with the table of each.
        judges: by cookie and token, each with a dispute to which photos are added.
        organiser: token and cookie of the organiser.
        tables: table numbers of the matches by key.
        confirmations: reports of first players that their opponents confirm, by match.
        places: seat of each user.
        numbers: key of the registration of each user in both events.
        sides: small events that run their rounds.
        reader: a site administrator, who compares the pages.
    """

    stage: load.Stage
    entries: str
    phones: list[Phone]
    judges: list[tuple[Phone, Dispute]]
    organiser: Phone
    tables: dict[int, int]
    confirmations: dict[int, int]
    places: dict[int, int]
    numbers: dict[int, tuple[int, int]]
    sides: list[SideEvent]
    reader: Phone


def prepare(players: int, receivers: Receivers) -> Cast:
    """Create an event with a published round and all users who write."""
    stage = load.build(players, 1, players)
    services.publish_round(stage.organiser, stage.draft)
    entries = make_event(organiser=stage.organiser, name="Entries", slug="the-entries")
    phones = load.create_plan(stage, "", 1, 1, "").phones
    judges = []
    for number in range(JUDGES):
        judge = make_staff(stage.event, StaffRole.Role.JUDGE, make_user(f"Judge {number}", password=None))
        dispute = disputes.open_dispute(judge, title=f"Photos {number}", record=LEGAL, event=stage.event)
        judges.append((_phone(judge), dispute))
    tables = {match.pk: match.table for match in stage.draft.matches.all() if match.table is not None}
    seats = Seat.objects.filter(round=stage.draft).select_related("registration__player")
    places = {seat.registration.player.user_id or 0: seat.place for seat in seats}
    organisers = [make_user(f"Organiser {number}", password=None) for number in range(SIDE_ORGANISERS)]
    sides = side_events.prepare(max(8, players // 10), organisers, receivers)
    reader = make_user("Reader", password=None, is_superuser=True)
    return Cast(
        stage, entries.slug, phones, judges, _phone(stage.organiser), tables, _report_some(stage, phones),
        places, _registrations(stage), sides, _phone(reader),
    )  # fmt: skip


def _phone(user: User) -> Phone:
    return Phone(load.create_session_cookie(user), make_key(user))


def _part(match: int) -> str:
    """Return the kind of write that finishes a match."""
    return ("result", "entry", "result", "confirm", "entry", "confirm")[match % 6]


def _report_some(stage: load.Stage, phones: list[Phone]) -> dict[int, int]:
    """Report the matches that the opponents confirm, as their first players."""
    reports = {}
    for phone, user in zip(phones, stage.users, strict=True):
        if phone.match and phone.match not in reports and _part(phone.match) == "confirm":
            match = Match.objects.get(pk=phone.match)
            services.report_result(user, match, Score(*_wins(match.pk)))
            reports[match.pk] = ResultReport.objects.get(match=match).pk
    return reports


def _registrations(stage: load.Stage) -> dict[int, tuple[int, int]]:
    of_event = {
        event.pk: dict(event.registrations.values_list("player__user_id", "pk"))
        for event in (stage.event, stage.following)
    }
    return {user.pk: (of_event[stage.event.pk][user.pk], of_event[stage.following.pk][user.pk]) for user in stage.users}


def _wins(match: int) -> tuple[int, int]:
    return (1, 0) if match % 4 < 2 else (0, 1)


def _noise(seed: int, width: int) -> bytes:
    """Return a PNG of random noise, which does not compress."""
    made = io.BytesIO()
    Image.frombytes("RGB", (width, width), Random(seed).randbytes(3 * width * width)).save(made, "PNG")
    return made.getvalue()


def writes(cast: Cast, ended: set[str], kinds: Collection[str] = ORDER) -> Iterator[Write | None]:
    """Yield the writes of all kinds in turn until there are no more.

    None: every side event waits for a response.

    Args:
        cast: the users.
        ended: receives the kinds of which there are no more writes.
        kinds: kinds of ``ORDER`` to write.
    """
    of_kind: dict[str, Iterator[Write | None]] = {
        "result": _results(cast), "entry": _entries(cast), "confirm": _confirmations(cast),
        "registration": _registered(cast), "list": _lists(cast), "lock": _locks(cast), "call": _calls(cast),
        "penalty": _penalties(cast), "dispute": _disputes(cast), "photo": _photos(cast),
        "life": Lives(cast.sides),
    }  # fmt: skip
    left = [kind for kind in ORDER if kind in kinds]
    for kind in cycle(left):
        try:
            yield next(of_kind[kind])
        except StopIteration:
            ended |= set(SIDE_KINDS) if kind == "life" else {kind}
        if all(one in ended or (one == "life" and ended >= set(SIDE_KINDS)) for one in left):
            return


def _results(cast: Cast) -> Iterator[Write]:
    """Yield a result report of each player, alternately through the API and the page."""
    for number, (phone, user) in enumerate(zip(cast.phones, cast.stage.users, strict=True)):
        if not phone.match or _part(phone.match) != "result":
            continue
        key, wins = f"result-{number}", _wins(phone.match)
        if number % 4 < 2:
            path = f"/api/v1/matches/{phone.match}/result/"
            request = api_request(path, phone.token, key, {"game_wins": wins})
        else:
            path = reverse("pairings:report", args=[cast.stage.event.slug, phone.match])
            own = wins if cast.places[user.pk] == 1 else wins[::-1]  # the form counts from the player
            request = form_request(path, phone.cookie, key, {"score": f"{own[0]}-{own[1]}-0-played"})
        yield _of_match(cast, Write("result", (phone.match, user.pk), request), phone.match)


def _of_match(cast: Cast, write: Write, match: int) -> Write:
    """Add the result of a match, and its page, to a write."""
    write.fields = {"game_wins": list(_wins(match)), "result_kind": "played"}
    write.page = partial(match_page, cast.stage.event.slug, cast.stage.draft.pk, cast.tables[match])
    return write


def _entries(cast: Cast) -> Iterator[Write]:
    """Yield the entries of results by the staff."""
    for match, table in cast.tables.items():
        if _part(match) == "entry":
            slug, number = cast.stage.event.slug, cast.stage.draft.number
            yield entry(slug, number, cast.organiser.token, cast.stage.draft.pk, table)


def _confirmations(cast: Cast) -> Iterator[Write]:
    """Yield the confirmation of each report by the opponent."""
    reported: set[int] = set()
    for phone in cast.phones:
        if phone.match in cast.confirmations and phone.match not in reported:
            reported.add(phone.match)
        elif phone.match in reported:
            body, key = {"report": cast.confirmations[phone.match]}, f"confirm-{phone.match}"
            request = api_request(reverse("api:confirm", args=[phone.match]), phone.token, key, body)
            yield _of_match(cast, Write("confirm", (phone.match,), request), phone.match)


def _registered(cast: Cast) -> Iterator[Write]:
    """Yield players whom the staff add to an event."""
    path = reverse("api:registrations", args=[cast.entries])
    for number in count():
        name = f"Entry {number}"
        request = api_request(path, cast.organiser.token, name, {"name": name})
        write = Write("registration", (name,), request, {"name": name, "status": "registered"})
        write.page = partial(_answer_page, write, "events:player", cast.entries, "id", name)
        yield write


def _answer_page(write: Write, url: str, slug: str, field: str, words: str) -> tuple[str, tuple[str, ...]]:
    """Return the page of the object in the response to a write."""
    return reverse(url, args=[slug, write.answer[field]]), (words,)


def _calls(cast: Cast) -> Iterator[Write]:
    """Yield one judge call from each table."""
    slug, seen = cast.stage.event.slug, set()
    path = reverse("api:calls", args=[slug])
    for phone in cast.phones:
        if phone.match and phone.match not in seen:
            seen.add(phone.match)
            key = f"call-{phone.match}"
            body = {"match": phone.match, "reason": key}
            write = Write("call", (key,), api_request(path, phone.token, key, body), dict(body))
            write.page = lambda key=key: (reverse("judging:board", args=[slug]), (key,))
            yield write


def _penalties(cast: Cast) -> Iterator[Write]:
    """Yield penalties of the judges in turn, without effect on a match."""
    slug = cast.stage.event.slug
    path = reverse("api:penalties", args=[slug])
    for number, (user, (judge, _dispute)) in enumerate(zip(cast.stage.users, cycle(cast.judges), strict=False)):
        key, level = f"penalty-{number}", ("warning", "game-loss")[number % 2]
        entry_id = cast.numbers[user.pk][0]
        body = {"registration": entry_id, "infraction": "slow-play", "level": level, "note": key, "apply": False}
        fields = {name: body[name] for name in ("registration", "infraction", "level", "note")}
        write = Write("penalty", (key,), api_request(path, judge.token, key, body), fields)
        write.page = partial(_answer_page, write, "judging:player", slug, "registration", key)
        yield write


def _lists(cast: Cast) -> Iterator[Write]:
    """Yield a decklist of each player for the next event."""
    path = reverse("api:decklists", args=[cast.stage.following.slug])
    for number, (phone, user) in enumerate(zip(cast.phones, cast.stage.users, strict=True)):
        text = legal_text(number % 3)
        fields = {"text": text, "registration": cast.numbers[user.pk][1]}
        request = api_request(path, phone.token, f"list-{user.pk}", {"text": text})
        write = Write("list", (user.pk,), request, fields)
        name = text.splitlines()[0].partition(" ")[2]
        write.page = partial(_answer_page, write, "decks:detail", cast.stage.following.slug, "registration", name)
        yield write


def _locks(cast: Cast) -> Iterator[Write]:
    """Yield locks of decklists from the last player on; each sends a mail."""
    slug = cast.stage.following.slug
    for number, user in enumerate(reversed(cast.stage.users)):
        key, entry_id = f"lock-{number}", cast.numbers[user.pk][1]
        request = api_request(
            reverse("api:decklist-lock", args=[entry_id]), cast.organiser.token, key,
            {"locked": number % 2 == 0, "reason": key},
        )  # fmt: skip
        write = Write("lock", (key,), request, {"locked": number % 2 == 0, "to": user.email, "registration": entry_id})
        write.page = lambda key=key: (reverse("events:log_file", args=[slug, "json"]), (key,))
        yield write


def _disputes(cast: Cast) -> Iterator[Write]:
    """Yield disputes of the judges in turn; every third replay is long."""
    path, slug = reverse("api:disputes"), cast.stage.event.slug
    for number, (judge, _photos_of) in zip(count(), cycle(cast.judges)):
        title = f"dispute-{number}"
        body = {"title": title, "record": LONG if number % 3 == 0 else LEGAL, "event": slug}
        write = Write("dispute", (title,), api_request(path, judge.token, title, body), dict(body))
        write.page = partial(_dispute_page, write, title)
        yield write


def _dispute_page(write: Write, title: str) -> tuple[str, tuple[str, ...]]:
    return reverse("disputes:detail", args=[write.answer["slug"]]), (title,)


def _photos(cast: Cast) -> Iterator[Write]:
    """Yield photos too large for memory, as many as a dispute accepts."""
    sent = [_noise(seed, 1000) for seed in range(2)]
    digests = [hashlib.sha256(reencode(photo).data).hexdigest() for photo in sent]
    for number in range(12):
        for judge, dispute in cast.judges:
            key, which = f"photo-{number}-{dispute.pk}", (number + dispute.pk) % 2
            path = reverse("disputes:add_evidence", args=[dispute.slug])
            file = ("photo", "table.png", sent[which])
            request = upload_request(path, judge.cookie, key, {"who": key, "statement": key}, file)
            write = Write("photo", (key,), request, {"digest": digests[which], "statement": key})
            write.page = partial(_photo_page, dispute.slug, key)
            yield write


def _photo_page(slug: str, key: str) -> tuple[str, tuple[str, ...]]:
    return reverse("disputes:detail", args=[slug]), (key,)
