"""Services that give and revoke penalties."""

from collections import Counter

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.events.selectors import lock_event
from epic_events.events.services import drop
from epic_events.infra.errors import NotAllowedError, StateError, UserError
from epic_events.judging.models import MAX_NOTE_LENGTH, Penalty
from epic_events.judging.penalties.policy import Effect, Level, load_policy
from epic_events.judging.permissions import Permission, has_permission, require_permission
from epic_events.judging.signals import penalty_changed, send_on_commit
from epic_events.pairings.methods.scores import Kind, Score
from epic_events.pairings.models import Match, Round
from epic_events.pairings.services import ANY_REPORT, enter_result, record_penalty_wins

MAX_PENALTIES_PER_EVENT = 5000


def give_penalty(
    actor: User | None,
    entry: Registration,
    *,
    infraction: str,
    level: str,
    match: Match | None = None,
    note: str = "",
    apply: bool = True,
) -> Penalty:
    """Give a player a penalty and apply its effect in the same transaction.

    A match loss, and a game loss in a single-game match, awards an unfinished match to the opponent. A
    disqualification also drops the player from the event. A game loss in a longer match counts as a game won by the
    opponent; enough of them award the match.

    Args:
        actor: the judge; None for the command line.
        entry: the player's entry.
        infraction: slug of an infraction of the game's policy.
        level: slug of a level of the policy.
        match: the match in which it happened; None if not related to a match.
        note: what happened, for the staff.
        apply: False to record the penalty without its effect.

    Raises:
        NotAllowedError: the user is not a judge, or not a head judge for a disqualification.
        StateError: the event is not open, the match no longer exists, its result cannot be changed, or the player is
            already disqualified.
        UserError: the infraction or level is unknown, the player is not seated in the match, or the note is too long.
    """
    with transaction.atomic():
        event = lock_event(entry.event)
        require_permission(actor, event, Permission.GIVE_PENALTIES)
        entry = Registration.objects.select_related("player").get(pk=entry.pk)
        entry.event = event
        policy = load_policy(event.game)  # names are stored untranslated
        infraction_type, how = policy.infraction(infraction), policy.level(level)
        if infraction_type is None or how is None:
            message = _("This is not in the penalty policy of this game. Choose a value from the list.")
            raise UserError(message, fields={"infraction" if infraction_type is None else "level": message})
        if how.effect is Effect.DISQUALIFICATION:
            require_permission(actor, event, Permission.DISQUALIFY)
            _require_not_disqualified(entry)
        _require_valid(event, note)
        match = _get_seated_match(entry, match)
        applied = apply and _apply_effect(actor, entry, match, how, reason=f"{how.name}: {infraction_type.name}")
        penalty = Penalty.objects.create(
            event=event,
            registration=entry,
            match=match,
            table=match.table if match else None,
            infraction=infraction_type.slug,
            infraction_name=infraction_type.name,
            level=how.slug,
            level_name=how.name,
            effect=how.effect.value,
            applied=applied,
            note=note.strip(),
            given_by=actor,
        )
        audit_log.record(
            actor,
            "penalty.given",
            event=event,
            subject=penalty,
            penalty=penalty,
            infraction=infraction_type.slug,
            level=how.name,
            match=match,
            applied=applied,
        )
        _notify(penalty, "given")
    return penalty


def revoke_penalty(actor: User | None, penalty: Penalty, *, reason: str) -> Penalty:
    """Revoke a penalty. It remains readable but is no longer active.

    Results and drops that the penalty caused are not undone; they are corrected separately. In an unfinished match,
    the opponent loses the game that was awarded for the penalty.

    Raises:
        NotAllowedError: the user is neither a head judge nor the judge who gave it.
        StateError: the penalty is already revoked.
        UserError: the reason is missing.
    """
    reason = reason.strip()
    if not reason:
        message = _("Enter a reason for revoking the penalty.")
        raise UserError(message, fields={"reason": message})
    with transaction.atomic():
        event = lock_event(penalty.event)
        stored = Penalty.objects.select_related("registration", "match__round__stage").get(pk=penalty.pk)
        stored.event = event
        if actor is not None and not can_revoke(actor, stored):
            raise NotAllowedError(_("Only a head judge or the judge who gave the penalty may revoke it."))
        if stored.revoked_at is not None:
            raise StateError(_("This penalty is already revoked."))
        stored.revoked_at, stored.revoked_by, stored.revoked_because = timezone.now(), actor, reason[:MAX_NOTE_LENGTH]
        stored.save(update_fields=["revoked_at", "revoked_by", "revoked_because"])
        audit_log.record(
            actor,
            "penalty.revoked",
            event=event,
            subject=stored,
            reason=reason,
            penalty=stored,
            level=stored.level_name,
        )
        if stored.effect == Effect.GAME_LOSS and stored.match is not None:
            _award_lost_games(actor, stored.match)
        _notify(stored, "revoked")
    return stored


def can_revoke(user: User, penalty: Penalty) -> bool:
    """Return True for head judges and for the judge who gave the penalty."""
    if has_permission(user, penalty.event, Permission.REVOKE_PENALTIES):
        return True
    return penalty.given_by_id == user.pk and has_permission(user, penalty.event, Permission.GIVE_PENALTIES)


def _require_valid(event: Event, note: str) -> None:
    """Raise if a penalty cannot be stored.

    Raises:
        StateError: the event is not open, or has too many penalties.
        UserError: the note is too long.
    """
    if event.status in (Event.Status.DRAFT, Event.Status.CANCELLED):
        raise StateError(_("Open the event before you give penalties."))
    if len(note) > MAX_NOTE_LENGTH:
        message = _("Enter at most %(most)d characters. This text has %(length)d.")
        message %= {"most": MAX_NOTE_LENGTH, "length": len(note)}
        raise UserError(message, fields={"note": message})
    if event.penalties.count() >= MAX_PENALTIES_PER_EVENT:
        raise StateError(
            _("This event has reached the limit of %(most)d penalties.") % {"most": MAX_PENALTIES_PER_EVENT}
        )


def _require_not_disqualified(entry: Registration) -> None:
    """Raise if an active penalty disqualifies the player.

    Raises:
        StateError: the player is already disqualified.
    """
    if entry.penalties.active().filter(effect=Effect.DISQUALIFICATION.value).exists():
        raise StateError(
            _("%(player)s is already disqualified. Revoke that penalty before you give another.")
            % {"player": entry.name}
        )


def _get_seated_match(entry: Registration, match: Match | None) -> Match | None:
    """Return the reloaded match.

    Raises:
        StateError: the match no longer exists.
        UserError: the player is not seated in the match.
    """
    if match is None:
        return None
    stored = Match.objects.select_related("round__stage__event").filter(pk=match.pk).first()
    if stored is None:
        raise StateError(_("This table no longer exists: the round was paired again."))
    if not stored.seats.filter(registration=entry).exists():
        message = _("This player is not seated at this table.")
        raise UserError(message, fields={"match": message})
    return stored


def _apply_effect(actor: User | None, entry: Registration, match: Match | None, level: Level, *, reason: str) -> bool:
    """Apply the effect of a level. Return True if anything changed."""
    changed = False
    ends = level.effect in (Effect.MATCH_LOSS, Effect.DISQUALIFICATION)
    if level.effect is Effect.GAME_LOSS and match is not None:
        ends = _count_lost_games(match).get(entry.pk, 0) + 1 >= _wins_needed(match)
        changed = not ends and _award_lost_games(actor, match, entry)
    if ends:
        played = match or _get_current_match(entry)
        changed = played is not None and _award_match(actor, entry, played, reason)
    plays = entry.status == Registration.Status.CHECKED_IN and entry.event.status == Event.Status.RUNNING
    if level.effect is Effect.DISQUALIFICATION and plays:
        drop(actor, entry, reason=reason)
        changed = True
    return changed


def _get_current_match(entry: Registration) -> Match | None:
    """Return the player's unfinished match in the current round, or None."""
    playing = Match.objects.filter(seats__registration=entry, round__status=Round.Status.PUBLISHED).open()
    return playing.select_related("round__stage__event").first()


def _wins_needed(match: Match) -> int:
    """Return the number of games that wins a match."""
    return match.round.stage.best_of // 2 + 1


def _count_lost_games(match: Match) -> Counter[int]:
    """Return the number of games lost by active penalties, by entry id."""
    penalties = match.penalties.active().filter(effect=Effect.GAME_LOSS.value, applied=True)
    return Counter(penalties.values_list("registration_id", flat=True))


def _award_lost_games(actor: User | None, match: Match, entry: Registration | None = None) -> bool:
    """Award games lost by penalties, plus one more of ``entry``, to the opponents.

    Returns:
        False if the result is final and must be corrected by hand.
    """
    seats = [seat.registration_id for seat in match.seats.order_by("place")]
    if match.status == Match.Status.CONFIRMED or match.round.status != Round.Status.PUBLISHED or len(seats) != 2:
        return False
    lost = _count_lost_games(match)
    if entry is not None:
        lost[entry.pk] += 1
    record_penalty_wins(actor, match, (lost[seats[1]], lost[seats[0]]))
    return True


def _award_match(actor: User | None, entry: Registration, match: Match, reason: str) -> bool:
    """Award an unfinished match to the opponent.

    Returns:
        False if the result is final and must be corrected by hand.
    """
    seats = list(match.seats.order_by("place"))
    if match.status == Match.Status.CONFIRMED or match.round.status != Round.Status.PUBLISHED or len(seats) != 2:
        return False
    needed = _wins_needed(match)
    lost = next(seat.place for seat in seats if seat.registration_id == entry.pk)
    score = Score(0, needed, kind=Kind.AWARDED) if lost == 1 else Score(needed, 0, kind=Kind.AWARDED)
    enter_result(actor, match, score, reason=reason, overrides=ANY_REPORT)
    return True


def _notify(penalty: Penalty, step: str) -> None:
    send_on_commit(penalty_changed, Penalty, penalty=penalty.pk, event=penalty.event_id, step=step)
