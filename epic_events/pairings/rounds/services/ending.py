"""Services that start the cut and finish an event."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Stage
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.readiness import Waiver
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError, UserError
from epic_events.pairings import selectors
from epic_events.pairings.cut.services import begin_stage, has_all_rounds
from epic_events.pairings.lifecycle import (
    close_round,
    generate_seed,
    require_players_ready,
    require_running,
    traffic_expected,
)
from epic_events.pairings.models import Round
from epic_events.pairings.rounds.progress import describe_remaining_rounds
from epic_events.pairings.rounds.services.drafts import compute_pairing, store


def start_cut(
    actor: User | None,
    event: Event,
    *,
    size: int | None = None,
    seed: int | None = None,
    waiver: Waiver | None = None,
) -> Round:
    """Seed the cut from the standings and pair its first round without publishing it.

    The next players in the standings replace dropped players. Ties are broken at random with the seed stored in the
    round.

    Args:
        actor: who starts it. `None` for the command line.
        event: the event.
        size: 2 to 64, if the planned size no longer fits the number of players.
        seed: random seed. A new one is drawn if not given.
        waiver: players without a valid decklist who may play, and why.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        NotReadyError: a player of the cut has no valid decklist and no waiver.
        StateError: earlier rounds are not finished, no cut is planned, or there are too few players.
        UserError: an invalid size.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        require_running(event)
        cut = selectors.load_event_plan(event).cut
        last = _last_before(actor, event, cut)
        if cut is None:
            raise StateError(_("No cut is planned for this event. Finish the event."))
        if size is not None and not 2 <= size <= Stage.MAX_BRACKET_SIZE:
            raise UserError(_("A cut has 2 to 64 players."), fields={"size": _("Choose a number from 2 to 64.")})
        if size is not None and cut.cut_size != size:
            cut.cut_size = size
            cut.save(update_fields=["cut_size"])
        cut.event, seed = event, generate_seed() if seed is None else seed
        seeded = begin_stage(actor, event, cut, last, seed=seed)
        round_ = Round(stage=cut, number=1, seed=seed)
        draft = compute_pairing(round_)
        round_.explanation = draft.explanation
        round_.save()
        store(round_, draft)
        facts: dict[str, Any] = {"size": len(seeded), "seeds": seeded, "seed": seed}
        audit_log.record(actor, "cut.started", event=event, subject=round_, stage=cut, **facts)
        require_players_ready(actor, round_, waiver)
    return round_


def _last_before(actor: User | None, event: Event, cut: Stage | None) -> Round:
    """Return the last round before the cut, finished.

    Raises:
        StateError: the cut has started, or earlier rounds are not finished.
    """
    last = selectors.load_event_plan(event).latest_round
    if last is not None and last.stage.is_elimination:
        raise StateError(_("The cut has already started."))
    if last is None:
        raise StateError(_("The cut follows the Swiss rounds. Pair the first Swiss round."))
    close_round(actor, event, last)
    if not has_all_rounds(last.stage, last):
        raise StateError(
            _("The cut follows round %(rounds)d. The last round played was round %(number)d.")
            % {"rounds": last.stage.last_round or 0, "number": last.number}
        )
    following = selectors.stage_after(last.stage)
    if cut is not None and following is not None and following != cut:
        raise StateError(_("The cut follows “%(stage)s”. Play that stage first.") % {"stage": following.title})
    return last


def finish_event(actor: User | None, event: Event, *, reason: str = "") -> Event:
    """Finish the event: finish its last round and make the final standings public.

    Args:
        actor: who finishes it. `None` for the command line.
        event: the event.
        reason: required if not all planned rounds were played.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the event is not running, or a round is unpublished or waits for results.
        UserError: no reason although planned rounds remain.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        require_running(event)
        last = selectors.load_event_plan(event).latest_round
        if last is not None:
            close_round(actor, event, last)
        left = describe_remaining_rounds(last)
        if left and not reason.strip():
            raise UserError(
                _("%(left)s Enter a reason for ending the event now.") % {"left": left},
                fields={"reason": _("Enter a reason.")},
            )
        if left and last is not None:
            audit_log.record(actor, "event.ended_early", event=event, subject=last, reason=reason.strip())
        event.status = Event.Status.FINISHED
        event.save(update_fields=["status"])
        audit_log.record(actor, "event.finished", event=event, subject=event)
        traffic_expected.send(Event, event=event)
    return event
