"""Permissions of disputes, and the check for an engine of an event's game."""

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.permissions import SITE_JUDGES_ONLY, is_site_judge
from epic_events.disputes.models import Dispute
from epic_events.events.models import Event
from epic_events.events.permissions import build_permission_error, can_judge, is_staff_of, rights
from epic_events.infra.errors import NotAllowedError, StateError
from rules.games import GAMES


def can_open(user: object, event: Event | None) -> bool:
    """Return True if the user may open a dispute: judges of the event.

    Without one, site judges.
    """
    return can_judge(user, event) if event else is_site_judge(user)


def require_open(user: object, event: Event | None) -> None:
    """Raise ``NotAllowedError`` unless the user may open a dispute.

    Raises:
        NotAllowedError: the message says who may.
    """
    if not can_open(user, event):
        if event is None:
            raise NotAllowedError(str(SITE_JUDGES_ONLY))
        raise build_permission_error(user, event, _("Only judges may open a dispute here."))


def can_judge_dispute(user: object, dispute: Dispute) -> bool:
    """Return True if the user may change the record and decide."""
    if dispute.event:
        return can_judge(user, dispute.event)
    return isinstance(user, User) and user.is_active and (user.is_superuser or dispute.opened_by_id == user.pk)


def can_see_record(user: object, dispute: Dispute) -> bool:
    """Return True if the user may read the full record.

    Staff may, and everyone once it is released.
    """
    if dispute.published_at and dispute.record_released:
        return True
    if dispute.event:
        return is_staff_of(user, dispute.event)
    return can_judge_dispute(user, dispute)


def can_publish(user: object, dispute: Dispute) -> bool:
    """Return True if the user may publish the decision: judges of the event.

    Without one, site judges.
    """
    return can_judge_dispute(user, dispute) and (dispute.event_id is not None or is_site_judge(user))


def can_release(user: object, dispute: Dispute) -> bool:
    """Return True if the user may release the full record: the head judge."""
    if dispute.event:
        return rights(user, dispute.event).head_judge
    return can_publish(user, dispute)


def require_judge_of(user: object, dispute: Dispute) -> None:
    """Raise ``NotAllowedError`` unless ``user`` may judge the dispute.

    ``None`` means the command line, which may.

    Raises:
        NotAllowedError: the user may not judge it.
    """
    if user is not None and not can_judge_dispute(user, dispute):
        words = _("Only judges of the event may change this dispute.")
        raise build_permission_error(user, dispute.event, words) if dispute.event else NotAllowedError(words)


def require_publish(user: object, dispute: Dispute) -> None:
    """Raise ``NotAllowedError`` unless the user may publish the decision.

    Raises:
        NotAllowedError: the message says who may.
    """
    require_judge_of(user, dispute)
    if not can_publish(user, dispute):
        raise NotAllowedError(str(SITE_JUDGES_ONLY))


def has_engine(event: Event | None) -> bool:
    """Return True if an engine plays the game of an event.

    Always True without an event.
    """
    if event is None:
        return True
    game = GAMES.get(event.game)
    return game is not None and game.is_playable


def no_engine_message(event: Event) -> str:
    """Return the message for an event whose game has no engine."""
    game = GAMES.get(event.game)
    return _(
        "Disputes in %(game)s cannot be replayed because there is no engine for this game. Its rules, cards and deck "
        "checks are available."
    ) % {"game": game.name if game else event.game}


def require_engine(event: Event | None) -> None:
    """Raise ``StateError`` if the game of an event has no engine.

    Raises:
        StateError: no engine plays the game.
    """
    if event is not None and not has_engine(event):
        raise StateError(no_engine_message(event))
