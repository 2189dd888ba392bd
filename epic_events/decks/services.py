"""Writes about decklists: submitting a version, judging one again, locking and unlocking a player's list."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.decks.checking import CheckedList, EventCards, cards_of, check, format_of, read_text
from epic_events.decks.models import CardPool, DeckCard, DeckLock, DeckVersion
from epic_events.decks.permissions import can_have_decklist, can_manage_decklists, has_own_lock, is_locked
from epic_events.decks.pools.current import current_pool
from epic_events.decks.requirements.deadlines import is_before_opening
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, owns_registration, require_staff
from epic_events.events.times import format_event_time
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from rules.decks import DeckReport, Verdict

MAX_SUBMISSIONS_PER_HOUR = 120


def submit(
    actor: User | None,
    registration: Registration,
    text: str,
    *,
    accept_problems: bool = False,
    reason: str = "",
    open_list_consent: bool | None = None,
    expected_version: str | None = None,
) -> DeckVersion:
    """Store a list as a new version, with its verdict.

    A list counts as the player's from now on when nothing known speaks against it. A list with problems is kept as
    well, but does not count: the one before it does, if there is one. The same text again, judged by the same rules, is
    the version that is there.

    Args:
        actor: the player, or staff who type or correct a list; None for the site's own command line.
        registration: whose list it is.
        text: the list as typed.
        accept_problems: staff take the list although it has problems; needs a reason.
        reason: why staff submit it, in their words; the player reads it.
        seen: the stamp of the version that was open while the list was written; None where that is not known.
        open_list_consent: agrees to the list being open to opponents in the cut; None leaves it as it is.

    Raises:
        ChangedMeanwhileError: another version than the one ``expected_version`` is the latest by now.
        NotAllowedError: for everybody but the player and the event's staff.
        StateError: when the list is locked for the player, the entry is out or the event is over.
        UserError: for a text that cannot be a list.
    """
    own = owns_registration(actor, registration)
    if not own and actor is not None and not can_manage_decklists(actor, registration):
        raise build_permission_error(
            actor, registration.event, _("Only the player and the staff of this event may submit this decklist.")
        )
    if actor is not None:
        limit_rate("deck.submit", actor.pk, limit=MAX_SUBMISSIONS_PER_HOUR, seconds=3600)
    if accept_problems and (own or not reason.strip()):
        message = _("Only staff may accept a decklist with problems, and they must give a reason.")
        raise UserError(message, fields={"reason": message})
    text = read_text(text)
    with transaction.atomic():
        event = lock_event(registration.event)
        registration = Registration.objects.select_related("player").get(pk=registration.pk)
        registration.event = event
        _require_open(registration, own=own)
        if own and open_list_consent is not None and open_list_consent != registration.open_list_consent:
            registration.open_list_consent = open_list_consent
            registration.save(update_fields=["open_list_consent"])
            audit_log.record(actor, "deck.consent", event=event, subject=registration, open=open_list_consent)
        judged = _judged(registration, text)
        accepted = judged.report.acceptable or accept_problems
        last = registration.deck_versions.order_by("-number").first()
        if last is not None and _is_same(last, judged, accepted=accepted):
            return last
        if last is not None and last.text != judged.checked.text:
            words = _("Version %(number)d") % {"number": last.number}
            require_unchanged(expected_version, decklist_token(last), [(words, last.text)])
        return _store(actor, registration, judged, accepted=accepted, by_staff=not own, reason=reason.strip())


def recheck_decklist(actor: User | None, registration: Registration, format_slug: str) -> DeckVersion | None:
    """Judge the newest list of an entry in a format anew, after its pool has changed, and store that as a version.

    The versions before stay as they were. What the staff took with its problems counts on while nothing else is wrong
    with it. Expects the event to be locked, and to take lists of the format now.

    Returns:
        The new version; None where there is no list, or the pool that counts is the one that it was judged against.
    """
    event = registration.event
    last = registration.deck_versions.filter(game=event.game, format=format_slug).order_by("-number").first()
    if last is None:
        return None
    judged = _judged(registration, last.text)
    if last.pool_id == (judged.pool.pk if judged.pool else None):
        return None
    known = {(problem["code"], problem["card"]) for problem in last.report["problems"]}
    found = {(problem.code, problem.card) for problem in judged.report.problems}
    return _store(
        actor,
        registration,
        judged,
        accepted=not found or (last.accepted and found <= known),
        by_staff=last.by_staff,
        reason="Judged again: the pool was changed.",
        verb="deck.judged_again",
    )


def decklist_token(last: DeckVersion | None) -> str:
    """Return what is another word as soon as the latest version of a list has another text."""
    return version_token(last.text if last else "")


@dataclass(frozen=True)
class CheckedSubmission:
    """A text with what it was judged by.

    Attributes:
        checked: the text and the verdict.
        cards: those of the event.
        pool: what the list is built from; None while nobody has written it down.
    """

    checked: CheckedList
    cards: EventCards
    pool: CardPool | None

    @property
    def report(self) -> DeckReport:
        """The verdict."""
        return self.checked.report


def _judged(registration: Registration, text: str) -> CheckedSubmission:
    """Judge a text of an entry by what counts now: the rules of its event, its cards and the entry's pool."""
    event = registration.event
    cards, pool = cards_of(event), current_pool(registration, format_of(event))
    return CheckedSubmission(check(event, text, cards, pool), cards, pool)


def _require_open(registration: Registration, *, own: bool) -> None:
    """Stop a submission that comes at the wrong time.

    Raises:
        StateError: says who can help.
    """
    if registration.event.is_over:
        raise StateError(_("This event is over. Its decklists can no longer be changed."))
    if own and not can_have_decklist(registration):
        raise StateError(_("You are no longer in this event."))
    if own and is_locked(registration):
        event = registration.event
        if is_before_opening(event) and event.decks_open_at and not has_own_lock(registration):
            raise StateError(
                _("You can submit decklists from %(when)s.") % {"when": format_event_time(event.decks_open_at, event)}
            )
        raise StateError(_("Your decklist is locked. Ask the staff to unlock it."))


def _is_same(last: DeckVersion, judged: CheckedSubmission, *, accepted: bool) -> bool:
    """Whether a version of a list says already what a new one would say."""
    return (last.text, last.format, last.checked_on, last.card_pool, last.pool_id, last.accepted) == (
        judged.checked.text,
        judged.report.format,
        judged.report.on,
        judged.cards.pool,
        judged.pool.pk if judged.pool else None,
        accepted,
    )


def _store(
    actor: User | None,
    registration: Registration,
    judged: CheckedSubmission,
    *,
    accepted: bool,
    by_staff: bool,
    reason: str,
    verb: str = "deck.submitted",
) -> DeckVersion:
    """Add the next version of a list whose event is locked."""
    last: int | None = registration.deck_versions.aggregate(last=Max("number"))["last"]
    version = build_version(registration, judged, number=(last or 0) + 1, accepted=accepted)
    version.submitted_by, version.by_staff, version.reason = actor, by_staff, reason
    return store_versions(actor, registration.event, [version], verb=verb)[0]


def build_version(registration: Registration, judged: CheckedSubmission, *, number: int, accepted: bool) -> DeckVersion:
    """Return a version of a list with its verdict, not stored yet; who submits it and why is not said of it."""
    checked, cards = judged.checked, judged.cards
    return DeckVersion(
        registration=registration,
        number=number,
        text=checked.text,
        deck=checked.stored_deck(),
        game=registration.event.game,
        format=checked.report.format,
        card_pool=cards.pool,
        card_file=cards.file,
        deck_rules=cards.rules,
        pool=judged.pool,
        checked_on=checked.report.on,
        report=checked.report.to_json(),
        legal=checked.report.legal,
        as_far_as_known=checked.report.verdict is Verdict.AS_FAR_AS_KNOWN,
        accepted=accepted,
        fingerprint=_fingerprint(registration, checked.text),
    )


def store_versions(
    actor: User | None, event: Event, versions: Sequence[DeckVersion], *, verb: str = "deck.submitted"
) -> list[DeckVersion]:
    """Store versions of lists of an event that is locked, their cards and their lines in the log; three queries."""
    stored = DeckVersion.objects.bulk_create(versions)
    DeckCard.objects.bulk_create(
        DeckCard(version=version, name=name, quantity=many)
        for version in stored
        for name, many in _copies(version).items()
    )
    audit_log.record_all(
        audit_log.unsaved_entry(
            actor,
            verb,
            event=event,
            subject=version.registration,
            reason=version.reason,
            version=version.number,
            legal=version.legal,
            accepted=version.accepted,
            by_staff=version.by_staff,
        )
        for version in stored
    )
    return stored


def _copies(version: DeckVersion) -> Counter[str]:
    """Return how many copies of each card a version has, in all its parts."""
    copies: Counter[str] = Counter()
    for card in chain.from_iterable(version.deck.values()):
        copies[card["name"]] += card["quantity"]
    return copies


def _fingerprint(registration: Registration, text: str) -> str:
    """Return the short hash on the receipt, salted for event and entry so that it tells nothing of the list."""
    return hashlib.sha256(f"{registration.event.salt}:{registration.pk}:{text}".encode()).hexdigest()[:8]


def set_lock(actor: User | None, registration: Registration, *, to_locked: bool, reason: str = "") -> DeckLock:
    """Lock or unlock one player's list, whatever the event's own deadline says.

    Raises:
        NotAllowedError: for everybody but the event's staff.
        StateError: when the event is over.
    """
    if actor is not None and not can_manage_decklists(actor, registration):
        raise build_permission_error(
            actor, registration.event, _("Only the staff of this event may lock and unlock decklists.")
        )
    with transaction.atomic():
        event = lock_event(registration.event)
        if event.is_over:
            raise StateError(_("This event is over. Its decklists can no longer be changed."))
        lock, _made = DeckLock.objects.update_or_create(
            registration=registration,
            defaults={"locked": to_locked, "changed_by": actor, "changed_at": timezone.now()},
        )
        verb = "deck.locked" if to_locked else "deck.unlocked"
        audit_log.record(actor, verb, event=event, subject=registration, reason=reason.strip())
    return lock


def set_event_lock(actor: User | None, event: Event, *, to_locked: bool | None, reason: str = "") -> Event:
    """Lock or open the lists of all players at once, whatever the times say; what is said of one player stays.

    Args:
        actor: of the event's staff; None for the site's command line.
        event: the event.
        to_locked: whether lists are locked; None: as the event's times say again.
        reason: why, for the log.

    Raises:
        NotAllowedError: for everybody but the event's staff.
        StateError: when the event is over.
    """
    require_staff(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is over. Its decklists can no longer be changed."))
        event.decks_locked = to_locked
        event.save(update_fields=["decks_locked"])
        verb = {True: "deck.all_locked", False: "deck.all_opened", None: "deck.all_by_times"}[to_locked]
        audit_log.record(actor, verb, event=event, subject=event, reason=reason.strip())
    return event
