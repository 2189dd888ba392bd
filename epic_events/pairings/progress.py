"""How far an event has come: what has been played, what is left, what the staff can do next."""

from enum import StrEnum

from django.utils.translation import gettext as _

from epic_events.events.models import Event
from epic_events.pairings import reads
from epic_events.pairings.brackets import rounds_of
from epic_events.pairings.models import Round


class Step(StrEnum):
    """What comes next for the staff."""

    PAIR = "pair"
    PUBLISH = "publish"
    RESULTS = "results"
    CUT = "cut"
    FINISH = "finish"
    NOTHING = "nothing"


def left_to_play(event: Event, last: Round | None) -> str:
    """Return a sentence on what was planned and has not been played; empty when nothing is left.

    Args:
        event: the event.
        last: its latest round.
    """
    if last is None:
        return _("No round has been played.")
    if last.stage.is_elimination:
        rounds = rounds_of(last.stage.cut_size or 2)
        return "" if last.number >= rounds else _("The final has not been played.")
    if last.stage.rounds is not None and last.number < last.stage.rounds:
        return _("%(played)d of %(rounds)d Swiss rounds have been played.") % {
            "played": last.number,
            "rounds": last.stage.rounds,
        }
    return _("The cut has not been played.") if reads.cut_stage(event) is not None else ""


def next_step(event: Event, last: Round | None) -> Step:
    """Return what the staff can do next, the event's latest round being ``last``."""
    if event.status not in (Event.Status.OPEN, Event.Status.RUNNING):
        return Step.NOTHING
    if last is None:
        return Step.PAIR
    if last.status == Round.Status.DRAFT:
        return Step.PUBLISH
    if last.matches.open().exists():
        return Step.RESULTS
    if not left_to_play(event, last):
        return Step.FINISH
    swiss_over = not last.stage.is_elimination and last.number >= (last.stage.rounds or 0)
    return Step.CUT if swiss_over else Step.PAIR
