"""Services for disputes: record, disputed play, replays, what-ifs, evidence."""

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log.services import record as log
from epic_events.disputes import permissions
from epic_events.disputes.models import Dispute, Evidence, RecordVersion, WhatIf
from epic_events.disputes.permissions import require_engine
from epic_events.disputes.queue import Urgency, urgency_of
from epic_events.disputes.records import (
    MAX_INLINE_RECORD_LENGTH,
    disputed_line,
    list_plays,
    parse_stored,
    read_record,
    with_event_headers,
)
from epic_events.disputes.replays.disputed_play import answer
from epic_events.events.models import Event
from epic_events.events.selectors import lock_event
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from epic_events.infra.names import normalised
from epic_events.infra.photos import NotAPhotoError, Photo, reencode
from epic_events.jobs import leased
from epic_events.jobs.models import UNFINISHED
from epic_events.judging.decisions import services as decisions
from epic_events.pairings.models import Match
from rules.judge.record import RecordError, parse
from rules.judge.setup.ignored_decklists import ignored_decklists

MAX_STATEMENT_LENGTH = 4_000
MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_EVIDENCE = 12
PHOTOS_AN_HOUR = 60


@dataclass(frozen=True)
class ValidatedEvidence:
    """A validated statement or photo.

    Attributes:
        who: its author; may be empty.
        statement: the text; empty for a photo alone.
        photo: the re-encoded photo; ``None`` for a statement alone.
    """

    who: str
    statement: str
    photo: Photo | None


def validate_evidence(actor: User, *, author: str, statement: str, photo: bytes | None = None) -> ValidatedEvidence:
    """Validate a statement and photo.

    Call it outside of a transaction, because re-encoding takes time.

    Args:
        actor: the user who uploads it.
        author: its author; may be empty.
        statement: the text; may be empty if there is a photo.
        photo: the uploaded file; ``None`` for a statement alone.

    Raises:
        UserError: both are empty, or the file is not a photo. TooOftenError: too many photos.
    """
    statement = statement.strip()
    if not statement and not photo:
        message = _("Enter a statement or choose a photo.")
        raise UserError(message, fields={"statement": message})
    encoded_photo = _photo(actor, photo) if photo else None
    return ValidatedEvidence(author.strip()[:80], statement[:MAX_STATEMENT_LENGTH], encoded_photo)


@transaction.atomic
def store_evidence(actor: User, dispute: Dispute, evidence_data: ValidatedEvidence) -> Evidence:
    """Store validated evidence with a dispute.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: it has too much evidence.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    number = dispute.evidence.count() + 1
    if number > MAX_EVIDENCE:
        raise StateError(_("A dispute can have at most %(most)d statements and photos.") % {"most": MAX_EVIDENCE})
    photo = evidence_data.photo
    added = Evidence.objects.create(
        dispute=dispute,
        number=number,
        who=evidence_data.who,
        statement=evidence_data.statement,
        photo=photo.data if photo else None,
        width=photo.width if photo else 0,
        height=photo.height if photo else 0,
        by=actor,
    )
    log(actor, "dispute.evidence_added", event=dispute.event, subject=dispute, evidence=added)
    return added


def add_evidence(actor: User, dispute: Dispute, *, author: str, statement: str, photo: bytes | None = None) -> Evidence:
    """Validate and store evidence; see ``validate_evidence`` for the arguments.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: it has too much evidence.
        UserError: both are empty, or the file is not a photo. TooOftenError: too many photos.
    """
    permissions.require_judge_of(actor, dispute)
    return store_evidence(actor, dispute, validate_evidence(actor, author=author, statement=statement, photo=photo))


def _photo(actor: User, content: bytes) -> Photo:
    """Re-encode a photo, outside of a transaction."""
    limit_rate("dispute.photo", actor.pk, limit=PHOTOS_AN_HOUR, seconds=3600)
    try:
        return reencode(content)
    except NotAPhotoError as error:
        message = _("This photo cannot be used: %(why)s. Upload a JPEG, PNG or WebP.") % {"why": error}
        raise UserError(message, fields={"photo": message}) from error


REPLAYS_AN_HOUR = 120
MAX_WAITING = 5  # queued and running replays of one user


@dataclass(frozen=True)
class ValidatedRecord:
    """A validated record.

    It has the text with Unix line ends, game, rules version, and the line of the disputed play.
    """

    text: str
    game: str
    version: str
    disputed_line: int | None = None


def _validate_record(text: str, game: str, event: Event | None, disputed_play: str) -> ValidatedRecord:
    """Validate a record and add the event's headers.

    They are its interpretations, printings and card file.

    Raises:
        UserError: it is invalid, with the line, or the disputed play is not in it.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        read = read_record(text, game, event)
        record_text = with_event_headers(text, event)
        line = disputed_line(parse(text, game=game), disputed_play) if disputed_play.strip() else None
        # Headers of the event are inserted above all plays.
        added = record_text.count("\n") - text.count("\n")
        return ValidatedRecord(record_text, read.game, read.version, line and line + added)
    except RecordError as error:
        raise UserError(str(error), fields={"record": str(error)}) from error


class TooManyWaitingError(UserError):
    """The user has reached the limit of queued and running replays.

    The message names them.
    """

    status = 429
    code = "too_many_waiting"


def _require_free_slot(actor: User, dispute: Dispute | None = None) -> None:
    """Raise if the user has too many queued and running replays.

    The row of the user stays locked until the transaction ends, so that concurrent requests are counted.

    Args:
        actor: the user.
        dispute: the dispute to replay, which is not counted; ``None`` for a new one.

    Raises:
        TooManyWaitingError: too many replays are queued or running.
        TooOftenError: too many replays in the last hour.
    """
    # Without a lock on the key, so that inserts with a foreign key to this user neither wait nor deadlock.
    User.objects.select_for_update(no_key=True).get(pk=actor.pk)
    waiting_count = Dispute.objects.filter(asked_by=actor, status__in=UNFINISHED)
    if dispute is not None:
        waiting_count = waiting_count.exclude(pk=dispute.pk)
    titles = list(waiting_count.order_by("enqueued_at").values_list("title", flat=True)[: MAX_WAITING + 1])
    if len(titles) >= MAX_WAITING:
        words = _(
            "%(count)d of your replays are still queued or running (%(titles)s). Wait until one of them is finished."
        )
        raise TooManyWaitingError(words % {"count": len(titles), "titles": ", ".join(titles)})
    limit_rate("dispute.replay", actor.pk, limit=REPLAYS_AN_HOUR, seconds=3600)


def _log_ignored_decklists(actor: User, dispute: Dispute, version: RecordVersion, before: str = "") -> None:
    """Log each newly ignored decklist with its reason.

    Those that the record ``before`` ignores too are omitted.
    """
    ignored = ignored_decklists(parse_stored(before, dispute.game)) if before else ()
    record = parse_stored(version.text, dispute.game)
    for each in ignored_decklists(record):
        if each not in ignored:
            seat = record.players.index(each.player)
            log(
                actor, "dispute.decklist_set_aside", event=dispute.event, subject=dispute, reason=each.reason,
                record=version, seat=seat,
            )  # fmt: skip


def _next_number(versions: QuerySet[RecordVersion]) -> int:
    """Return the next version number; the caller holds the lock on the dispute."""
    last: int | None = versions.aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _add_record(dispute: Dispute, record: ValidatedRecord, actor: User) -> RecordVersion:
    """Store the next version of the record and queue its replay.

    The caller holds the lock on the dispute.
    """
    dispute.rules_version = record.version
    dispute.disputed_line = record.disputed_line
    dispute.asked_by = actor
    version = RecordVersion.objects.create(
        dispute=dispute, number=_next_number(dispute.records.all()), text=record.text, by=actor
    )
    dispute.record = version
    queue_replay(dispute)
    return version


def queue_replay(dispute: Dispute, urgency: Urgency | None = None) -> None:
    """Queue a replay after the others with the same priority.

    The caller holds the lock on the dispute.

    Args:
        dispute: the dispute.
        urgency: the priority; ``None`` to derive it from the state of the round.
    """
    dispute.status = Dispute.Status.QUEUED
    dispute.priority = urgency_of(dispute) if urgency is None else urgency
    dispute.enqueued_at = timezone.now()
    dispute.lease = dispute.sent_at = dispute.started_at = dispute.finished_at = dispute.heartbeat_at = None
    dispute.failure = dispute.task = ""
    dispute.verdict = Dispute.Verdict.NONE
    dispute.stored = None
    dispute.attempts = 0
    dispute.save()
    transaction.on_commit(lambda: leased.enqueue(Dispute, dispute.pk) and None)


@transaction.atomic
def open_dispute(
    actor: User,
    *,
    title: str,
    record: str,
    event: Event | None = None,
    match: Match | None = None,
    evidence: ValidatedEvidence | None = None,
    disputed_play: str = "",
) -> Dispute:
    """Open a dispute at a match, at an event or without one, and queue its replay.

    Args:
        actor: a judge.
        title: the question in one line.
        record: the record in the format of ``rules.judge``.
        event: the event, whose interpretations apply; taken from ``match`` if that is given.
        match: the match.
        evidence: a statement or photo to store with it; ``None`` without one.
        disputed_play: the disputed play, in the format of ``records.disputed_play``; empty for the last play.

    Raises:
        NotAllowedError: ``actor`` does not judge the event, or is not a site judge if there is none.
        StateError: the match no longer exists, or no engine plays the game.
        TooManyWaitingError: ``actor`` has too many queued or running replays.
        UserError: the title is empty, the record is invalid, or the disputed play is not in it.
    """
    if match:
        event = match.round.stage.event
    permissions.require_open(actor, event)
    title = normalised(title)
    if not title:
        message = _("Enter what is in question, in one line.")
        raise UserError(message, fields={"title": message})
    require_engine(event)
    _require_free_slot(actor)
    checked = _validate_record(record, event.game if event else "", event, disputed_play)
    game = event.game if event else checked.game
    if match:
        lock_event(match.round.stage.event)
        if not Match.objects.filter(pk=match.pk).exists():
            raise StateError(_("This table no longer exists: the round was paired again."))
    case = decisions.open_case(event, match)
    dispute = Dispute.objects.create(title=title, event=event, match=match, game=game, opened_by=actor, case=case)
    version = _add_record(dispute, checked, actor)
    log(actor, "dispute.opened", event=event, subject=dispute, match=match, record=version)
    _log_ignored_decklists(actor, dispute, version)
    if evidence is not None:
        store_evidence(actor, dispute, evidence)
    return dispute


def record_version_token(dispute: Dispute) -> str:
    """Return the version token of the record."""
    return version_token(dispute.record.text if dispute.record else "")


def _lock_dispute(dispute: Dispute) -> Dispute:
    return Dispute.objects.select_for_update().get(pk=dispute.pk)


@transaction.atomic
def change_record(
    actor: User,
    dispute: Dispute,
    record: str,
    *,
    reason: str = "",
    expected_version: str | None = None,
    disputed_play: str = "",
) -> RecordVersion:
    """Add a new version of the record and queue its replay.

    Args:
        actor: a judge of the dispute.
        dispute: the dispute.
        record: the new record.
        reason: the reason, for the audit log.
        expected_version: the version token that the actor has seen; ``None`` to skip the check.
        disputed_play: the disputed play, in the format of ``records.disputed_play``; empty for the last play.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: already published. UserError: the record is invalid.
        TooManyWaitingError: ``actor`` has too many queued or running replays.
        ChangedMeanwhileError: the record has changed since ``expected_version``.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = _lock_dispute(dispute)
    if dispute.published_at:
        raise StateError(_("The decision is published. To judge another play, open a new dispute."))
    if dispute.record is not None and dispute.record.text != record:
        require_unchanged(expected_version, record_version_token(dispute), [(_("Record"), dispute.record.text)])
    _require_free_slot(actor, dispute)
    before = dispute.record.text if dispute.record else ""
    version = _add_record(dispute, _validate_record(record, dispute.game, dispute.event, disputed_play), actor)
    log(actor, "dispute.record_changed", event=dispute.event, subject=dispute, reason=reason, record=version)
    _log_ignored_decklists(actor, dispute, version, before)
    return version


@transaction.atomic
def choose_disputed_play(actor: User, dispute: Dispute, line: int | None) -> Dispute:
    """Set the disputed play and update the verdict from the stored replay.

    Args:
        actor: a judge of the dispute.
        dispute: the dispute.
        line: the line of the play; ``None`` for the last play.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: already published. UserError: the line is not a play.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = _lock_dispute(dispute)
    if dispute.published_at:
        raise StateError(_("The decision is published. Its verdict can no longer be changed."))
    text = dispute.record.text if dispute.record else ""
    if line is not None and line not in [each for each, _words in list_plays(text, dispute.game)]:
        message = _("Line %(line)d is not a play. Select one of the plays.") % {"line": line}
        raise UserError(message, fields={"disputed_play": message})
    if dispute.disputed_line != line:
        dispute.disputed_line = line
        if dispute.stored is not None and dispute.result is not None:
            dispute.verdict = answer(dispute.stored.verdict, dispute.result, line, full=True).verdict
        dispute.save(update_fields=["disputed_line", "verdict"])
        log(actor, "dispute.disputed_play_chosen", event=dispute.event, subject=dispute, line=line)
    return dispute


@transaction.atomic
def replay_again(actor: User | None, dispute: Dispute) -> None:
    """Queue the replay again, after a failure or for a newer engine.

    Args:
        actor: a judge of the dispute; ``None`` for the command line.
        dispute: the dispute.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: already queued, running or published.
        TooManyWaitingError: ``actor`` has too many queued or running replays.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = _lock_dispute(dispute)
    if dispute.published_at:
        raise StateError(_("The decision is published. Its verdict can no longer be changed."))
    if dispute.is_open:
        raise StateError(_("The replay is already queued or running."))
    if actor is not None:
        _require_free_slot(actor, dispute)
    dispute.asked_by = actor
    queue_replay(dispute)
    log(actor, "dispute.replay_asked", event=dispute.event, subject=dispute)


MAX_ALTERNATIVES = 20


@transaction.atomic
def save_what_if(actor: User, dispute: Dispute, *, name: str, step: int, text: str) -> WhatIf:
    """Save an alternative continuation; the record of the dispute is not changed.

    Args:
        actor: a judge of the dispute.
        dispute: the dispute.
        name: the name of the what-if.
        step: the step of the replay at which it begins.
        text: its record.

    Raises:
        NotAllowedError: ``actor`` does not judge it. StateError: it has too many what-ifs.
        UserError: the name is empty, or the record is invalid or too long.
    """
    permissions.require_judge_of(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    name = normalised(name)
    if not name:
        message = _("Enter a name for the what-if.")
        raise UserError(message, fields={"title": message})
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if len(text) > MAX_INLINE_RECORD_LENGTH:
        words = _("The record has %(length)d characters; a what-if can have at most %(most)d.")
        raise UserError(words % {"length": len(text), "most": MAX_INLINE_RECORD_LENGTH})
    try:
        read_record(text, dispute.game, dispute.event)
        text = with_event_headers(text, dispute.event)
    except RecordError as error:
        raise UserError(str(error), fields={"record": str(error)}) from error
    if dispute.what_ifs.count() >= MAX_ALTERNATIVES:
        raise StateError(_("A dispute can have at most %(most)d what-ifs.") % {"most": MAX_ALTERNATIVES})
    last = dispute.what_ifs.aggregate(last=Max("number"))["last"] or 0
    what_if = WhatIf.objects.create(dispute=dispute, number=last + 1, name=name[:160], step=step, text=text, by=actor)
    log(actor, "dispute.what_if_kept", event=dispute.event, subject=dispute, what_if=what_if)
    return what_if


@transaction.atomic
def publish_what_if(actor: User, dispute: Dispute, number: int) -> WhatIf:
    """Publish a what-if to all readers of the decision, without hidden information.

    Raises:
        NotAllowedError: ``actor`` may not publish the dispute. StateError: there is no such what-if, it is already
            published, or the decision is not.
    """
    permissions.require_publish(actor, dispute)
    dispute = Dispute.objects.select_for_update().get(pk=dispute.pk)
    what_if = dispute.what_ifs.filter(number=number).first()
    if what_if is None:
        raise StateError(_("This what-if does not exist."))
    if not dispute.published_at:
        raise StateError(_("Publish the decision before you publish a what-if."))
    if what_if.published_at:
        raise StateError(_("This what-if is already published."))
    what_if.published_at = timezone.now()
    what_if.save()
    log(actor, "dispute.what_if_published", event=dispute.event, subject=dispute, what_if=what_if)
    return what_if
