"""Descriptions of stages for players."""

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.events.models import Stage
from rules.games import GAMES


def describe_structure(stage: Stage) -> str:
    """Return the pairing method and the number of rounds of a stage."""
    parts = [_kind(stage)]
    if stage.cut_size and not stage.is_elimination:
        parts.append(_("for the top %(size)d players") % {"size": stage.cut_size})
    if stage.carries:
        parts.append(_("points carried over"))
    if stage.power_from:
        parts.append(_("paired by rank from round %(round)d of the stage") % {"round": stage.power_from})
    if stage.third_place:
        parts.append(_("with a third-place match"))
    return ", ".join(parts)


def _kind(stage: Stage) -> str:
    if stage.is_elimination:
        kind = _("single elimination") if stage.kind == Stage.Kind.ELIMINATION else _("double elimination")
        return _("top %(size)d, %(kind)s") % {"size": stage.cut_size, "kind": kind} if stage.cut_size else kind
    if stage.kind == Stage.Kind.ROUND_ROBIN:
        return _("each pair of players meets twice") if stage.legs == 2 else _("each pair of players meets once")
    if stage.rounds:
        rounds = ngettext("%(rounds)d round", "%(rounds)d rounds", stage.rounds) % {"rounds": stage.rounds}
    else:
        rounds = _("recommended number of rounds")
    if stage.kind == Stage.Kind.PODS:
        return _("%(rounds)s in pods of %(size)d") % {"rounds": rounds, "size": stage.pod_size}
    return rounds


def describe_matches(stage: Stage) -> str:
    """Return the format (if not the event's), games per match and clock of a stage."""
    parts = []
    if stage.format:
        known = GAMES[stage.event.game].formats.get(stage.format)
        parts.append(known.name if known else stage.format)
    parts.append(_("one game per match") if stage.best_of == 1 else _("best of %(games)d") % {"games": stage.best_of})
    if stage.minutes:
        parts.append(_("%(minutes)d minutes") % {"minutes": stage.minutes})
    return ", ".join(parts)
