"""How an event ends: the cut, and the final standings."""

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.errors import StateError, UserError
from epic_events.events.locking import locked
from epic_events.events.models import Event, Participation, Stage
from epic_events.events.permissions import require_scorekeeper
from epic_events.journal import services as journal
from epic_events.pairings import reads
from epic_events.pairings.brackets import CUT_SIZES, first_round
from epic_events.pairings.models import Round
from epic_events.pairings.progress import left_to_play
from epic_events.pairings.services.qualifying import qualified
from epic_events.pairings.services.rounds import close, new_seed, require_running
from epic_events.pairings.services.seating import bracket_draft, store


def start_cut(actor: User | None, event: Event, *, size: int | None = None, seed: int | None = None) -> Round:
    """Take the best of the Swiss rounds into single elimination; its first round is a draft.

    Players who have dropped make room for the next. Where the standings are level, chance decides, drawn from the
    seed that the round stores.

    Args:
        actor: who starts it; None for the site's own command line.
        event: the event.
        size: 2, 4 or 8 when the plan's size does not fit the field any more.
        seed: decides between players who are level; drawn when not given.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: before the Swiss rounds are over, without a planned cut, or with too few players.
        UserError: for another size.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = locked(event)
        require_running(event)
        swiss, last = _swiss_to_cut(actor, event)
        cut = reads.cut_stage(event)
        if cut is None:
            raise StateError(_("No cut is planned for this event: finish it."))
        size = size or cut.cut_size or 0
        if size not in CUT_SIZES:
            raise UserError(_("A cut goes to 2, 4 or 8 players."), fields={"size": _("Choose 2, 4 or 8.")})
        seed = new_seed() if seed is None else seed
        seeded = qualified(swiss, last, size, seed)
        if cut.cut_size != size:
            cut.cut_size = size
            cut.save(update_fields=["cut_size"])
        Participation.objects.bulk_create(
            Participation(stage=cut, registration_id=player, seed=place) for place, player in enumerate(seeded, 1)
        )
        round_ = Round.objects.create(stage=cut, number=1, seed=seed)
        store(round_, bracket_draft(first_round(seeded), {player: at for at, player in enumerate(seeded, 1)}))
        journal.record(actor, "cut.started", event=event, subject=round_, stage=cut, size=size, seeds=seeded, seed=seed)
    return round_


def _swiss_to_cut(actor: User | None, event: Event) -> tuple[Stage, Round]:
    """Return the Swiss stage and its last round, finished.

    Raises:
        StateError: when the cut has begun or Swiss rounds are still to be played.
    """
    last = reads.latest_round(event)
    if last is not None and last.stage.is_elimination:
        raise StateError(_("The cut has begun already."))
    swiss = reads.swiss_stage(event)
    if last is None or swiss is None:
        raise StateError(_("The cut comes after the Swiss rounds: pair the first one."))
    close(actor, event, last)
    if swiss.rounds is not None and last.number < swiss.rounds:
        raise StateError(
            _("The cut comes after round %(rounds)d; round %(number)d was the last one played.")
            % {"rounds": swiss.rounds, "number": last.number}
        )
    return swiss, last


def finish_event(actor: User | None, event: Event, *, reason: str = "") -> Event:
    """End the event: the last round is finished and the final standings are public.

    Args:
        actor: who ends it; None for the site's own command line.
        event: the event.
        reason: needed when it ends before all that was planned has been played.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when it is not running, or a round is a draft or waits for results.
        UserError: without a reason when something planned is left.
    """
    require_scorekeeper(actor, event)
    with transaction.atomic():
        event = locked(event)
        require_running(event)
        last = reads.latest_round(event)
        if last is not None:
            close(actor, event, last)
        left = left_to_play(event, last)
        if left and not reason.strip():
            raise UserError(
                _("%(left)s Say why the event ends here.") % {"left": left}, fields={"reason": _("Say why.")}
            )
        if left and last is not None:
            journal.record(actor, "event.cut_short", event=event, subject=last, reason=reason.strip())
        event.status = Event.Status.FINISHED
        event.save(update_fields=["status"])
        journal.record(actor, "event.finished", event=event, subject=event)
    return event
