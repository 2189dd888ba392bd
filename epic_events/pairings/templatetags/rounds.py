"""What templates need to show rounds: names of rounds, shares as percentages, reasons as sentences."""

from fractions import Fraction

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from epic_events.events.models import Stage
from epic_events.pairings.models import Match, ResultReport, Round, Seat
from epic_events.pairings.reads import TableRow
from epic_events.pairings.reasons import notes, sentences

register = template.Library()


@register.filter
def percent(share: Fraction) -> str:
    """Return a share of 1 as a percentage with two digits, in the reader's way of writing numbers."""
    return str(number_format(round(float(share) * 100, 2), decimal_pos=2))


@register.filter
def round_name(round_: Round) -> str:
    """Return how people call a round: its number, or its place before the final."""
    if round_.stage.kind != Stage.Kind.ELIMINATION:
        return _("Round %(number)d") % {"number": round_.number}
    return matches_name((round_.stage.cut_size or 2) >> round_.number)


@register.filter
def matches_name(matches: int) -> str:
    """Return how people call a round of a bracket by how many matches it has."""
    names = {1: _("Final"), 2: _("Semi-finals"), 4: _("Quarter-finals")}
    return names.get(matches) or _("Last %(players)d") % {"players": 2 * matches}


@register.filter
def signed_score(seat: Seat, row: TableRow) -> str:
    """Return the games a seat has won, where the result stands; else nothing."""
    return str(seat.game_wins) if row.score is not None else ""


@register.filter
def told(report: ResultReport, row: TableRow) -> str:
    """Return in words what a report says: who won, and with which score."""
    return row.told(report.values)


@register.filter
def why(match: Match) -> list[str]:
    """Return the reasons for a pairing, one sentence each."""
    return sentences(match.explanation)


@register.filter
def notable(match: Match) -> str:
    """Return what is out of the ordinary about a pairing, in a few words; empty for most."""
    return ", ".join(notes(match.explanation))
