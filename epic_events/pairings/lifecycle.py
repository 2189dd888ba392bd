"""Checks and steps shared by all changes of a round's status.

The locking of its event is here too.
"""

import secrets
from typing import Final

from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.events.readiness import Waiver, has_requirements, require_ready
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError
from epic_events.pairings import selectors
from epic_events.pairings.models import Round
from epic_events.pairings.round_names import name_of_round, round_facts

_SEED_BITS = 48
MAX_TABLES_LISTED = 12


def generate_seed() -> int:
    """Return an unpredictable random seed, to be stored with the draw."""
    return secrets.randbits(_SEED_BITS)


def require_running(event: Event) -> None:
    """Raise `StateError` unless the event is running; the message names its status."""
    messages = {
        Event.Status.DRAFT: _("The event is not published. Open it for registration first."),
        Event.Status.OPEN: _(
            "The event has not started. It starts when you pair its first round or seat its first pods."
        ),
        Event.Status.FINISHED: _("The event is over. Its results are final."),
        Event.Status.CANCELLED: _("The event is cancelled. No more rounds can be played."),
    }
    if event.status != Event.Status.RUNNING:
        raise StateError(messages[Event.Status(event.status)])


def require_players_ready(actor: User | None, round_: Round, waiver: Waiver | None) -> None:
    """Raise unless every player meets the event's requirements.

    The round must not be published yet.

    Raises:
        NotReadyError: players who are not ready and not named in the waiver, for example without a valid decklist.
        UserError: the waiver has no reason.
    """
    event = round_.stage.event
    if has_requirements(event):
        here = Registration.objects.filter(seats__round=round_, status=Registration.Status.CHECKED_IN)
        require_ready(actor, event, round_.stage, list(here.values_list("pk", flat=True)), waiver)


def close_round(actor: User | None, event: Event, round_: Round) -> None:
    """Finish a published round; do nothing if it is finished. Callers lock the event.

    Raises:
        StateError: the round is not published, or results are missing.
    """
    if round_.status == Round.Status.FINISHED:
        return
    if round_.status == Round.Status.DRAFT:
        raise StateError(
            _("The pairings of this round are not published: %(round)s. Publish them, pair again or discard them.")
            % {"round": name_of_round(round_)}
        )
    missing = selectors.open_tables(round_)
    if missing:
        tables = ", ".join(str(match.table) for match in missing[:MAX_TABLES_LISTED])
        more = "" if len(missing) <= MAX_TABLES_LISTED else " …"
        raise StateError(
            ngettext(
                "%(round)s: the result of table %(tables)s is missing.",
                "%(round)s: the results of %(count)d tables are missing: %(tables)s.",
                len(missing),
            )
            % {"round": name_of_round(round_), "count": len(missing), "tables": tables + more}
        )
    round_.status, round_.finished_at = Round.Status.FINISHED, timezone.now()
    round_.save(update_fields=["status", "finished_at"])
    audit_log.record(actor, "round.finished", event=event, subject=round_, **round_facts(round_))


def lock_and_reload(round_: Round) -> Round:
    """Lock the event of a round until the transaction ends and reload the round.

    Raises:
        StateError: the round no longer exists.
    """
    event = lock_event(round_.stage.event)
    stored = Round.objects.select_related("stage").filter(pk=round_.pk).first()
    if stored is None:
        raise StateError(_("This round no longer exists. Check the current rounds of the event."))
    stored.stage.event = event
    return stored


traffic_expected: Final = Signal()
"""Sent with ``event`` when many users are about to load its pages, because a round or standings were published.

Sent at the end of the transaction; receivers must not change the event."""
