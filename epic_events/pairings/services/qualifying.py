"""Who goes on from the Swiss rounds to the cut. Every function expects the event to be locked."""

from django.utils.translation import gettext as _

from epic_events.errors import StateError
from epic_events.events.models import Event, Registration, Stage
from epic_events.pairings import reads
from epic_events.pairings.brackets import CUT_SIZES
from epic_events.pairings.models import ResultReport, Round
from epic_events.pairings.swiss import chance


def qualified(swiss: Stage, last: Round, size: int | None, seed: int) -> list[int]:
    """Return the registrations that go on, best first; where the standings are level, chance decides by the seed.

    Without a size everybody still in goes on.

    Raises:
        StateError: when fewer are left.
    """
    playing = Registration.objects.playing(swiss, last.number + 1).filter(status=Registration.Status.CHECKED_IN)
    still_in = set(playing.values_list("pk", flat=True))
    rows = [row for row in reads.standings(swiss, last.number) if row.player in still_in]
    if size is not None and len(rows) < size:
        fitting = [number for number in CUT_SIZES if number <= len(rows)]
        advice = _("cut to %(size)d instead") % {"size": fitting[-1]} if fitting else _("finish the event")
        raise StateError(
            _("Only %(left)d players are left for a cut to %(size)d: %(advice)s.")
            % {"left": len(rows), "size": size, "advice": advice}
        )
    rows.sort(key=lambda row: (row.rank, chance(seed, row.player)))
    return [row.player for row in rows[:size]]


def outdated_seeds(event: Event) -> bool:
    """Whether a corrected result of the Swiss rounds has moved the standings away from the seeds of a published cut.

    The cut is played on as it was seeded; everybody who reads its bracket is told.
    """
    cut, swiss = reads.cut_stage(event), reads.swiss_stage(event)
    first = cut.round_set.exclude(status=Round.Status.DRAFT).filter(number=1).first() if cut else None
    last = swiss.round_set.order_by("-number").first() if swiss else None
    if cut is None or swiss is None or first is None or last is None:
        return False
    corrections = ResultReport.objects.filter(match__round__stage__in=reads.run_of(swiss), kind=ResultReport.Kind.STAFF)
    if not corrections.filter(at__gt=first.paired_at).exists():
        return False
    seeded = list(
        cut.participations.filter(seed__isnull=False).order_by("seed").values_list("registration_id", flat=True)
    )
    # Who was in the Swiss rounds to their end; who has dropped since, without being in the cut, cannot be missed there.
    playing = Registration.objects.playing(swiss, last.number + 1)
    here = set(playing.filter(status=Registration.Status.CHECKED_IN).values_list("pk", flat=True)) | set(seeded)
    rows = [row for row in reads.standings(swiss, last.number) if row.player in here]
    rows.sort(key=lambda row: (row.rank, chance(first.seed, row.player)))
    return [row.player for row in rows[: len(seeded)]] != seeded


def require_still_qualified(first: Round, entered: int) -> None:
    """Stop the publication of a cut whose players are not, or not in this order, those that qualify by now.

    Args:
        first: the draft of its first round.
        entered: how many players it was seeded with.

    Raises:
        StateError: somebody dropped, or a result before the cut was corrected since it was seeded.
    """
    swiss = reads.swiss_stage(first.stage.event)
    last = swiss.round_set.order_by("-number").first() if swiss else None
    if swiss is None or last is None:
        return
    seeded = first.stage.participations.filter(seed__isnull=False).order_by("seed")
    if qualified(swiss, last, entered, first.seed) != list(seeded.values_list("registration_id", flat=True)):
        raise StateError(
            _("Discard this draft and start the cut again: since it was seeded, somebody left or a result changed.")
        )
