"""Services of decklists: submit, recheck, lock, unlock and change deck rules."""

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.decks.checking import CheckedList, check, read_text
from epic_events.decks.context import (
    DeckContext,
    EventCards,
    current_card_file,
    load_game_with_cards,
)
from epic_events.decks.models import CardPool, DeckCard, DeckLock, DeckRules, DeckVersion
from epic_events.decks.permissions import can_manage_decklists
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import build_permission_error, owns_registration, require_organiser, require_staff
from epic_events.events.selectors import lock_event
from epic_events.events.times import format_event_time
from epic_events.infra.edit_conflicts import require_unchanged, version_token
from epic_events.infra.errors import StateError, UserError
from rules.decks import DeckReport, Verdict, parse
from rules.decks.event_rules import FactValue, InvalidFactError, parse_fact, parse_names
from rules.decks.names import fold
from rules.games import Game

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
    """Store a decklist as a new version with its verdict.

    A list without known problems is accepted and becomes the current one. A list with problems is stored but not
    accepted; the last accepted list stays current. The same text checked by the same rules returns the existing
    version.

    Args:
        actor: the player, or staff who enter or correct a list; None for the command line.
        registration: the entry.
        text: the list as typed.
        accept_problems: staff accept the list despite its problems; needs a reason.
        reason: reason of the staff, shown to the player.
        expected_version: version token of the list that was edited; None if unknown.
        open_list_consent: consent to show the list to other players in the cut; None leaves it unchanged.

    Raises:
        ChangedMeanwhileError: the list has changed since ``expected_version``.
        NotAllowedError: the actor is neither the player nor staff of the event.
        StateError: the list is locked, the player is no longer in the event, or the event is over.
        UserError: the text is not a decklist.
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
        deck = DeckContext.of(registration)
        _require_open(deck, own=own)
        if own and open_list_consent is not None and open_list_consent != registration.open_list_consent:
            registration.open_list_consent = open_list_consent
            registration.save(update_fields=["open_list_consent"])
            audit_log.record(actor, "deck.consent", event=event, subject=registration, open=open_list_consent)
        judged = _check_submission(deck, text)
        accepted = judged.report.acceptable or accept_problems
        last = registration.deck_versions.order_by("-number").first()
        if last is not None and _is_same(last, judged, accepted=accepted):
            return last
        if last is not None and last.text != judged.checked.text:
            label = _("Version %(number)d") % {"number": last.number}
            require_unchanged(expected_version, decklist_token(last), [(label, last.text)])
        number = last.number + 1 if last else 1
        return _store(
            actor, registration, judged, number=number, accepted=accepted, by_staff=not own, reason=reason.strip()
        )


def recheck_decklist(actor: User | None, deck: DeckContext) -> DeckVersion | None:
    """Recheck the latest list of an entry after a change of its pool.

    The result is a new version. A list that the staff accepted with problems stays accepted unless it has new
    problems. The event must be locked.

    Args:
        actor: the user who changed the pool; None for the command line.
        deck: context of the entry, with its new pool.

    Returns:
        The new version; None if there is no list or the pool is unchanged.
    """
    assert deck.entry is not None
    versions = deck.entry.deck_versions.filter(game=deck.event.game, format=deck.format_slug)
    last = versions.order_by("-number").first()
    if last is None:
        return None
    judged = _check_submission(deck, last.text)
    if last.pool_id == (judged.pool.pk if judged.pool else None):
        return None
    latest: int = deck.entry.deck_versions.aggregate(latest=Max("number"))["latest"]
    known_problems = {(problem["code"], problem["card"]) for problem in last.report["problems"]}
    problems = {(problem.code, problem.card) for problem in judged.report.problems}
    return _store(
        actor,
        deck.entry,
        judged,
        number=latest + 1,
        accepted=not problems or (last.accepted and problems <= known_problems),
        by_staff=last.by_staff,
        reason="Judged again: the pool was changed.",
        verb="deck.judged_again",
    )


def decklist_token(last: DeckVersion | None) -> str:
    """Return the version token of the latest version for edit conflict checks."""
    return version_token(last.text if last else "")


@dataclass(frozen=True)
class CheckedSubmission:
    """A text with its deck check.

    Attributes:
        checked: the text and its report.
        cards: the event's cards used for the check.
        pool: the pool used for the check; None without one.
    """

    checked: CheckedList
    cards: EventCards
    pool: CardPool | None

    @property
    def report(self) -> DeckReport:
        """The report of the deck check."""
        return self.checked.report


def _check_submission(deck: DeckContext, text: str) -> CheckedSubmission:
    return CheckedSubmission(check(deck, text), deck.cards, deck.pool)


def _require_open(deck: DeckContext, *, own: bool) -> None:
    """Raise StateError if the list cannot be submitted now."""
    event = deck.event
    if event.is_over:
        raise StateError(_("This event is over. Its decklists can no longer be changed."))
    if own and not deck.takes_part:
        raise StateError(_("You are no longer in this event."))
    if own and deck.is_locked:
        if deck.is_before_opening and event.decks_open_at and deck.lock is None:
            raise StateError(
                _("You can submit decklists from %(when)s.") % {"when": format_event_time(event.decks_open_at, event)}
            )
        if deck.lock is None and deck.waits_for_draft:
            raise StateError(_("You can submit your decklist after the draft."))
        raise StateError(_("Your decklist is locked. Ask the staff to unlock it."))


def _is_same(last: DeckVersion, judged: CheckedSubmission, *, accepted: bool) -> bool:
    """Return True if a new version would equal the latest one."""
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
    number: int,
    accepted: bool,
    by_staff: bool,
    reason: str,
    verb: str = "deck.submitted",
) -> DeckVersion:
    """Add the next version of a list; the event must be locked."""
    version = build_version(registration, judged, number=number, accepted=accepted)
    version.submitted_by, version.by_staff, version.reason = actor, by_staff, reason
    return store_versions(actor, registration.event, [version], verb=verb)[0]


def build_version(registration: Registration, judged: CheckedSubmission, *, number: int, accepted: bool) -> DeckVersion:
    """Return an unsaved version of a list with its verdict, without author and reason."""
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
    """Store versions with their cards and audit entries.

    Three queries. The event must be locked.
    """
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
    """Return the copies of each card in all sections of a version."""
    copies: Counter[str] = Counter()
    for card in chain.from_iterable(version.deck.values()):
        copies[card["name"]] += card["quantity"]
    return copies


def _fingerprint(registration: Registration, text: str) -> str:
    """Return the short salted hash for the receipt.

    It reveals nothing about the list.
    """
    return hashlib.sha256(f"{registration.event.salt}:{registration.pk}:{text}".encode()).hexdigest()[:8]


def set_lock(actor: User | None, registration: Registration, *, to_locked: bool, reason: str = "") -> DeckLock:
    """Lock or unlock one player's list, regardless of the event's deadline.

    Raises:
        NotAllowedError: the actor is not staff of the event.
        StateError: the event is over.
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
    """Lock or unlock all lists; locks and unlocks of single players are unchanged.

    Args:
        actor: staff of the event; None for the command line.
        event: the event.
        to_locked: True to lock, False to unlock, None to follow the submission period.
        reason: reason for the audit log.

    Raises:
        NotAllowedError: the actor is not staff of the event.
        StateError: the event is over.
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


MAX_CHANGES_PER_HOUR = 120


@dataclass(frozen=True)
class DeckRulesInput:
    """Deck rules as entered by an organiser.

    Attributes:
        banned: banned cards, one per line; None if not stated.
        restricted: cards limited to one copy, one per line; None if not stated.
        facts: lines by slug of the deck fact; omitted or empty facts are not stated.
    """

    banned: Sequence[str] | None = None
    restricted: Sequence[str] | None = None
    facts: Mapping[str, Sequence[str]] = field(default_factory=dict)


def set_deck_rules(
    actor: User | None, event: Event, values: DeckRulesInput, *, expected_version: str | None = None
) -> DeckRules | None:
    """Store the deck rules of an event as a new version.

    Unchanged rules create no version. Lists are rechecked when they are next viewed.

    Args:
        actor: an organiser of the event; None for the command line.
        event: the event.
        values: the complete rules; omitted values are removed.
        expected_version: version token of the rules that were edited; None if unknown.

    Returns:
        The current version; None if there never were any rules.

    Raises:
        ChangedMeanwhileError: the rules have changed since ``expected_version``.
        NotAllowedError: the actor is not an organiser of the event.
        StateError: the event is over.
        UserError: values are invalid; has a message for each field.
    """
    require_organiser(actor, event)
    if actor is not None:
        limit_rate("deck.rules", actor.pk, limit=MAX_CHANGES_PER_HOUR, seconds=3600)
    with transaction.atomic():
        event = lock_event(event)
        if event.is_over:
            raise StateError(_("This event is over. Its deck rules can no longer be changed."))
        file = current_card_file(event)
        read = _parse_input(load_game_with_cards(event.game, file.hash if file else ""), values)
        last = DeckRules.objects.filter(event=event).order_by("-number").first()
        changed = _changed_names(last if last is not None and last.game == event.game else None, read)
        if not changed:
            return last
        require_unchanged(expected_version, deck_rules_token(last), _summary(last))
        version = DeckRules.objects.create(
            event=event,
            number=(last.number if last else 0) + 1,
            game=event.game,
            by=actor,
            hash=_hash(event, read),
            **read,
        )
        changed_names = ", ".join(changed)
        audit_log.record(
            actor, "decks.rules_said", event=event, subject=event, version=version.number, changed=changed_names
        )
    return version


def deck_rules_token(last: DeckRules | None) -> str:
    """Return the version token of deck rules for edit conflict checks."""
    return version_token(last.number if last else 0)


def _summary(last: DeckRules | None) -> list[tuple[str, str]]:
    """Return the rules as pairs of label and text."""
    if last is None:
        return []
    facts = [f"{slug}: {', '.join(map(str, answer))}" for slug, answer in last.facts.items()]
    texts = ((_("Banned"), last.banned), (_("Restricted"), last.restricted), (_("Facts"), facts))
    return [(label, "\n".join(lines)) for label, lines in texts if lines]


def _parse_input(game: Game, values: DeckRulesInput) -> dict[str, object]:
    """Return the values of the new version.

    Raises:
        UserError: has a message for each invalid field.
    """
    errors: dict[str, str] = {}
    lists: dict[str, list[str] | None] = {}
    for name, lines in (("banned", values.banned), ("restricted", values.restricted)):
        try:
            lists[name] = None if lines is None else _parse_cards(game, lines)
        except InvalidFactError as error:
            errors[name] = str(error)
    both = {fold(name) for name in lists.get("banned") or ()} & {fold(name) for name in lists.get("restricted") or ()}
    for name in lists.get("restricted") or ():
        if fold(name) in both:
            errors.setdefault(
                "restricted",
                _("%(card)s is both banned and restricted. Remove it from one of the lists.") % {"card": name},
            )
    facts_by_slug = {fact.slug: fact for fact in game.deck_facts}
    facts: dict[str, FactValue] = {}
    for slug, lines in values.facts.items():
        if slug not in facts_by_slug:
            slugs = ", ".join(facts_by_slug) or "-"
            errors["facts"] = _("%(game)s has no deck fact “%(fact)s”. Valid facts: %(known)s.") % {
                "game": game.name,
                "fact": slug[:40],
                "known": slugs,
            }
            continue
        try:
            answer = parse_fact(facts_by_slug[slug], lines)
        except InvalidFactError as error:
            errors[f"fact_{slug}"] = str(error)
        else:
            facts |= {slug: answer} if answer else {}
    if errors:
        raise UserError(" ".join(errors.values()), fields=errors)
    return {**lists, "facts": {slug: list(answer) for slug, answer in sorted(facts.items())}}


def _parse_cards(game: Game, lines: Sequence[str]) -> list[str]:
    """Return card names in the spelling of the game, in alphabetical order.

    Raises:
        InvalidFactError: a name matches no card of a game with a complete catalogue.
    """
    names: dict[str, str] = {}
    open_ended = any(each.settled_by for each in game.formats.values())
    for name in parse_names(lines):
        card = game.cards.get(name)
        if card is None and not open_ended:
            line = next(iter(parse(f"1 {name}", game.cards).unknown), None)
            raise InvalidFactError(line.message if line else _("no card is called “%(name)s”") % {"name": name})
        names[fold(card.name if card else name)] = card.name if card else name
    return sorted(names.values(), key=fold)


def _changed_names(before: DeckRules | None, read: Mapping[str, object]) -> list[str]:
    """Return the names of the changed values."""
    names = ("banned", "restricted")
    changed = [name for name in names if (getattr(before, name) if before else None) != read[name]]
    old, new = before.facts if before else {}, read["facts"]
    assert isinstance(new, dict)  # set by _parse_input
    return changed + [slug for slug in sorted({*old, *new}) if old.get(slug) != new.get(slug)]


def _hash(event: Event, read: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps([event.game, read], sort_keys=True).encode()).hexdigest()
