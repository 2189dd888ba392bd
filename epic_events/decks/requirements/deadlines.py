"""The stage for which decklists are submitted, and their submission period."""

from django.utils import timezone

from epic_events.events.models import Event, Stage
from epic_events.pairings import selectors
from epic_events.pairings.selectors import stage_after


def decklist_stage(event: Event) -> Stage | None:
    """Return the stage for which lists are submitted now; None for an event without stages.

    This is the first stage before the start and the current stage afterwards. From the last round of a stage on, it is
    the next stage, so that players can submit another list before it starts.
    """
    last = selectors.latest_round(event) if event.has_started else None
    if last is None:
        found = selectors.first_stage(event)
    else:
        done = not last.stage.is_elimination and last.stage.last_round is not None
        over = done and last.number >= (last.stage.last_round or 0)
        found = (stage_after(last.stage) if over else None) or last.stage
    if found is not None:
        found.event = event
    return found


def is_before_opening(event: Event) -> bool:
    """Return True before the submission period, unless the staff unlocked all lists."""
    awaited = event.decks_open_at is not None and timezone.now() < event.decks_open_at
    return awaited and event.decks_locked is None and not event.has_started


def are_decklists_closed(event: Event) -> bool:
    """Return True if players cannot change their lists, apart from unlocks of single players.

    A lock or unlock of all lists by the staff takes precedence. Otherwise lists are due at the event's deadline, at
    the latest at its start. A later stage with another format accepts lists until its first round is paired, and so
    does a stage whose cards are drafted in pods after the start.
    """
    if event.is_over:
        return True
    if event.decks_locked is not None:
        return event.decks_locked
    if is_before_opening(event):
        return True
    if not event.has_started:
        return event.decks_due_at is not None and timezone.now() >= event.decks_due_at
    stage = decklist_stage(event)
    if stage is None:
        return True
    before = event.stages.filter(order__lt=stage.order).order_by("-order").first()
    if before is not None:
        before.event = event
    opens_again = stage.kind == Stage.Kind.PODS if before is None else before.deck_format != stage.deck_format
    return not opens_again or stage.round_set.exists()
