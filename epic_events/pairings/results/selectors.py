"""Queries for rounds and matches named by a URL or form, limited by permission."""

from typing import Any, Final

from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _

from epic_events.events.extensions import EVENT
from epic_events.events.models import Event, Stage
from epic_events.infra.database.compiled_queries import CompiledQuery, columns_of, instance_from
from epic_events.infra.errors import MissingError
from epic_events.pairings.models import Match, Round, is_visible_to_all
from epic_events.pairings.results import match_state


def visible_rounds(request: HttpRequest, event: Event) -> QuerySet[Round]:
    """Return the rounds of an event that the user may see, in order."""
    rounds = Round.objects.visible_to(request.user).filter(stage__event=event)
    return rounds.select_related("stage").order_by("stage__order", "number")


def published_rounds(event: Event) -> list[Round]:
    """Return the published rounds of a published event, in order."""
    published = []
    for row in _PUBLISHED.rows(event=event.pk):
        round_ = instance_from(Round, row)
        round_.stage = instance_from(Stage, row[len(columns_of(Round)) :])
        round_.stage.event = event
        published.append(round_)
    return published


def _published() -> QuerySet[Round, tuple[Any, ...]]:
    rounds = Round.objects.filter(stage__event_id=EVENT).exclude(status=Round.Status.DRAFT)
    stages = [f"stage__{column}" for column in columns_of(Stage)]
    return rounds.order_by("stage__order", "number").values_list(*columns_of(Round), *stages)


_PUBLISHED: Final = CompiledQuery(_published)


def get_round_or_404(request: HttpRequest, event: Event, number: int, *, cut: bool) -> Round:
    """Return the round with this number, in the cut or in the stages before it.

    Rounds before the cut are numbered consecutively across stages.

    Raises:
        MissingError: there is no such round that the user may see.
    """
    rounds = visible_rounds(request, event).filter(number=number)
    brackets = Q(stage__kind__in=Stage.ELIMINATIONS)
    round_ = rounds.filter(brackets if cut else ~brackets).first()
    if round_ is None:
        raise MissingError(_("This round has not been published."))
    round_.stage.event = event
    return round_


def find_visible_match(viewer: object, key: int) -> Match | None:
    """Return a match with its seats, or `None` if there is none that the user may see."""
    match = match_state.load_with_seats(key)
    if match is None or is_visible_to_all(match.round) or Match.objects.visible_to(viewer).filter(pk=key).exists():
        return match
    return None


def get_match_or_404(request: HttpRequest, event: Event, pk: int) -> Match:
    """Return a match of the event with its seats.

    Raises:
        MissingError: there is no such match that the user may see.
    """
    match = find_visible_match(request.user, pk)
    if match is None or match.round.stage.event_id != event.pk:
        raise MissingError(_("This table does not exist. The round may have been paired again."))
    return match


def get_submitted_round(request: HttpRequest, event: Event) -> Round:
    """Return the round named by the submitted form.

    Forms name the round so that a stale page cannot change a newer round.

    Raises:
        MissingError: the round no longer exists.
    """
    pk = request.POST.get("round", "")
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
    round_ = rounds.filter(pk=pk).first() if pk.isdecimal() and len(pk) < 19 else None
    if round_ is None:
        raise MissingError(_("This round no longer exists. Open the desk to see the current state."))
    return round_
