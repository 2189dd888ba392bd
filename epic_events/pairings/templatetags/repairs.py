"""Template tags that show notes about repairs next to rounds and standings."""

from typing import Any

from django import template

from epic_events.events.models import Event, Stage
from epic_events.events.permissions import Rights
from epic_events.pairings.models import Round
from epic_events.pairings.repairs.summaries import public_notes

register = template.Library()


@register.inclusion_tag("pairings/partials/repair_notes.html")
def round_repairs(event: Event, round_: Round, rights: Rights) -> dict[str, Any]:
    """Show the repairs of a round. Staff also see the reasons."""
    return {"event": event, "rights": rights, "notes": public_notes(event, [(round_.stage.order, round_.number)])}


@register.inclusion_tag("pairings/partials/repair_notes.html")
def standings_repairs(event: Event, stage: Stage, after: int, rights: Rights) -> dict[str, Any]:
    """Show the repairs that affect the standings after a round."""
    rounds = [(order, number) for order in range(1, stage.order + 1) for number in range(1, after + 1)]
    return {"event": event, "rights": rights, "notes": public_notes(event, rounds, of_standings=True)}
