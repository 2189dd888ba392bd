"""Rows of the database and their audit entries, by kind and key of the writes."""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable

from epic_events.audit_log.models import Entry
from epic_events.decks.models import DeckVersion
from epic_events.disputes.models import Dispute, Evidence
from epic_events.events.models import Registration
from epic_events.integrations.webhooks.changes import OWN
from epic_events.integrations.webhooks.changes import change_of as body_of
from epic_events.judging.clock.models import ClockMove, TimeExtension
from epic_events.judging.models import Call, Penalty
from epic_events.pairings.models import ResultReport, Round
from tools.faults.event import Cast

Key = tuple[object, ...]
Rows = dict[Key, list[dict[str, object]]]
"""The values of each row by key; a second row of a key was stored twice."""

VERBS = {
    "result": ("result.reported",), "entry": ("result.entered",), "confirm": ("result.confirmed",),
    "registration": ("registration.added",), "list": ("deck.submitted",), "lock": ("deck.locked", "deck.unlocked"),
    "call": ("call.opened",), "penalty": ("penalty.given",), "dispute": ("dispute.opened",),
    "photo": ("dispute.evidence_added",), "pair": ("round.paired",), "publish": ("round.published",),
    "clock": ("clock.started", "clock.paused", "clock.resumed", "clock.added"), "extension": ("match.extended",),
}  # fmt: skip
"""Verbs of the audit entries of each kind of write."""


def load_rows(cast: Cast) -> dict[str, Rows]:
    """Return the rows of all kinds of writes."""
    return {kind: load(cast) for kind, load in _LOADERS.items()}


def count_entries() -> dict[str, int]:
    """Return the number of audit entries of each kind of write."""
    return {kind: Entry.objects.filter(verb__in=verbs).count() for kind, verbs in VERBS.items()}


def _rows(pairs: Iterable[tuple[Key, dict[str, object]]]) -> Rows:
    rows: Rows = defaultdict(list)
    for key, values in pairs:
        rows[key].append(values)
    return dict(rows)


def _score(report: ResultReport) -> dict[str, object]:
    return {name: report.values[name] for name in ("game_wins", "result_kind")}


def _reports(kind: str) -> Iterable[ResultReport]:
    return ResultReport.objects.filter(kind=kind, withdraws=False).select_related("match")


def _results(cast: Cast) -> Rows:
    reports = [report for report in _reports("player") if report.match_id not in cast.confirmations]
    return _rows(((report.match_id, report.by_id), _score(report)) for report in reports)


def _confirmations(cast: Cast) -> Rows:
    """Return the second reports of the matches whose first report was made before."""
    first = set(cast.confirmations.values())
    reports = [report for report in _reports("player") if report.match_id in cast.confirmations]
    return _rows(((report.match_id,), _score(report)) for report in reports if report.pk not in first)


def _entries(_cast: Cast) -> Rows:
    return _rows(((report.match.round_id, report.match.table), _score(report)) for report in _reports("staff"))


def _registrations(cast: Cast) -> Rows:
    rows = Registration.objects.filter(event__slug=cast.entries)
    return _rows(((row.name,), {"name": row.name, "status": row.status}) for row in rows)


def _lists(_cast: Cast) -> Rows:
    rows = DeckVersion.objects.select_related("registration__player")
    return _rows(
        ((row.registration.player.user_id,), {"text": row.text, "registration": row.registration_id}) for row in rows
    )


def _locks(_cast: Cast) -> Rows:
    """Return the locks from the audit log, with the stored state of the decklist."""
    rows = Entry.objects.filter(verb__in=VERBS["lock"])
    entries = Registration.objects.select_related("deck_lock", "player__user").in_bulk([row.subject_id for row in rows])

    def values(key: int) -> dict[str, object]:
        entry = entries[key]
        assert entry.player.user is not None
        return {"locked": entry.deck_lock.locked, "to": entry.player.user.email, "registration": key}

    return _rows(((row.reason,), values(row.subject_id)) for row in rows)


def _calls(_cast: Cast) -> Rows:
    return _rows(((row.reason,), {"match": row.match_id, "reason": row.reason}) for row in Call.objects.all())


def _penalties(_cast: Cast) -> Rows:
    fields = ("registration_id", "infraction", "level", "note")
    return _rows(
        ((row["note"],), {name.removesuffix("_id"): value for name, value in row.items()})
        for row in Penalty.objects.values(*fields)
    )


def _disputes(cast: Cast) -> Rows:
    prepared = {dispute.pk for _judge, dispute in cast.judges}
    rows = Dispute.objects.exclude(pk__in=prepared).select_related("event", "record")
    return _rows(
        (
            (row.title,),
            {
                "title": row.title,
                "record": row.record.text if row.record else "",
                "event": row.event.slug if row.event else "",
            },
        )
        for row in rows
    )


def _photos(_cast: Cast) -> Rows:
    return _rows(
        ((row.who,), {"statement": row.statement, "digest": hashlib.sha256(row.photo or b"").hexdigest()})
        for row in Evidence.objects.iterator(50)
    )


def _rounds(cast: Cast) -> Iterable[Round]:
    rounds = Round.objects.filter(stage__event_id__in=[side.event_id for side in cast.sides])
    return rounds.select_related("stage__event").prefetch_related("matches__seats")


def _pairs(cast: Cast) -> Rows:
    def values(row: Round) -> dict[str, object]:
        matches = list(row.matches.all())
        seated = sorted(seat.registration_id for match in matches for seat in match.seats.all())
        return {"id": row.pk, "seed": row.seed, "players": seated, "matches": len(matches)}

    return _rows(((row.stage.event.slug, row.number), values(row)) for row in _rounds(cast))


def _published(cast: Cast) -> Rows:
    return _rows(
        ((row.stage.event.slug, row.number), {"published_at": row.published_at.isoformat().replace("+00:00", "Z")})
        for row in _rounds(cast)
        if row.published_at
    )


def _clocks(_cast: Cast) -> Rows:
    return _rows(
        ((row.round_id, row.kind), {"minutes": row.seconds // 60, "reason": row.reason})
        for row in ClockMove.objects.all()
    )


def _extensions(_cast: Cast) -> Rows:
    return _rows(
        ((row.match_id,), {"minutes": row.minutes, "reason": row.reason}) for row in TimeExtension.objects.all()
    )


_LOADERS: dict[str, Callable[[Cast], Rows]] = {
    "result": _results, "entry": _entries, "confirm": _confirmations, "registration": _registrations,
    "list": _lists, "lock": _locks, "call": _calls, "penalty": _penalties, "dispute": _disputes, "photo": _photos,
    "pair": _pairs, "publish": _published, "clock": _clocks, "extension": _extensions,
}  # fmt: skip


def expected_deliveries(cast: Cast) -> Rows:
    """Return the body of each change that a webhook has to receive."""
    rows: Rows = {}
    for side in cast.sides:
        for line in Entry.objects.filter(event_id=side.event_id).exclude(verb__startswith=OWN):
            rows[(f"{side.webhook} {line.pk}",)] = [body_of(line, side.slug)]
    return rows
