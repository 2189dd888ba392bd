"""Consistency checks of an event: seats, participations, results and brackets.

A repair that would add an inconsistency is rejected. Every function expects the event to be locked.
"""

from collections import Counter
from collections.abc import Iterator

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _

from epic_events.events.models import Event, Participation, Stage
from epic_events.infra.names import isolated
from epic_events.pairings.cut.selectors import Elimination, position_of
from epic_events.pairings.methods.brackets import playable_ties
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.round_names import name_of


def find_inconsistencies(event: Event) -> list[str]:
    """Return one sentence per inconsistency of an event."""
    errors = [*_outside(event), *_without_result(event)]
    for stage in event.stages.filter(kind__in=Stage.ELIMINATIONS):
        seats = Seat.objects.filter(round__stage=stage).select_related("match", "round", "registration")
        found = list(seats.order_by("round__number", "pk"))
        placed = all(seat.match.bracket_position is not None for seat in found)
        errors += _against_bracket(stage, found) if placed else _losers_playing_on(stage, found)
    return errors


def _outside(event: Event) -> Iterator[str]:
    """Yield players who sit in a published round without participating in it.

    Elimination stages are excluded because a bracket also seats players who dropped.
    """
    stretches = Participation.objects.filter(
        Q(last_round=None) | Q(last_round__gte=OuterRef("round__number")),
        registration=OuterRef("registration"),
        stage=OuterRef("round__stage"),
        from_round__lte=OuterRef("round__number"),
    )
    seats = Seat.objects.filter(round__stage__event=event).exclude(round__stage__kind__in=Stage.ELIMINATIONS)
    outside = seats.exclude(round__status=Round.Status.DRAFT).filter(~Exists(stretches))
    for seat in outside.select_related("registration", "round__stage").order_by("round", "pk"):
        yield _("%(name)s is paired in %(round)s but would not take part in it.") % {
            "name": isolated(seat.registration.name),
            "round": name_of(seat.round.stage, seat.round.number),
        }


def _without_result(event: Event) -> Iterator[str]:
    """Yield tables of finished rounds that have no result."""
    finished = Match.objects.filter(round__stage__event=event, round__status=Round.Status.FINISHED)
    for match in finished.open().select_related("round__stage").order_by("round", "pk"):
        yield _("%(round)s is finished, but its table %(table)s would have no result.") % {
            "round": name_of(match.round.stage, match.round.number),
            "table": match.table,
        }


def _against_bracket(stage: Stage, seats: list[Seat]) -> Iterator[str]:
    """Yield players whose seat in an elimination round contradicts the results."""
    state = Elimination(stage)
    seated = {(position_of(seat.match, seat.round.number), seat.registration_id): seat.registration for seat in seats}
    steps = sorted({seat.round.number for seat in seats})
    led = {
        (tie.place, player): state.entries[player]
        for step in steps
        for tie in playable_ties(state.ties, step)
        for player in tie.players
    }
    for at in sorted(seated.keys() | led.keys()):
        if at in seated and at in led:
            continue
        sentence = (
            _("The earlier results would not put %(name)s at this table of %(round)s.")
            if at in seated
            else _("%(name)s should play in %(round)s but is not paired there.")
        )
        entry = seated.get(at) or led[at]
        yield sentence % {"name": isolated(entry.name), "round": name_of(stage, at[0].step)}


def _losers_playing_on(stage: Stage, seats: list[Seat]) -> Iterator[str]:
    """Yield players who play on after elimination, in a bracket without positions.

    The match for third place is exempt.
    """
    allowed = 1 if stage.kind == Stage.Kind.DOUBLE_ELIMINATION else 0
    lost: Counter[int] = Counter()
    for seat in seats:
        if seat.match.bracket == Match.Bracket.THIRD:
            continue
        if lost[seat.registration_id] > allowed:
            yield _("%(name)s plays in %(round)s but would already be eliminated.") % {
                "name": isolated(seat.registration.name),
                "round": name_of(stage, seat.round.number),
            }
        lost[seat.registration_id] += seat.outcome == Seat.Outcome.LOSS
