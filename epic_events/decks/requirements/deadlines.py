"""For which stage of an event lists are handed in now, and whether its players may still change them."""

from django.utils import timezone

from epic_events.events.models import Event, Stage
from epic_events.pairings import selectors
from epic_events.pairings.selectors import stage_after


def decklist_stage(event: Event) -> Stage | None:
    """Return the stage whose lists are handed in now; None for an event without stages.

    Before the start the first one. During play the one that is played; from its last round on the one after it, so that
    its players can hand in another list before it begins.
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
    """Whether the time from which lists are taken is still to come, and the staff has not opened them before."""
    awaited = event.decks_open_at is not None and timezone.now() < event.decks_open_at
    return awaited and event.decks_locked is None and not event.has_started


def are_decklists_closed(event: Event) -> bool:
    """Whether players cannot change their lists now, unless the staff unlocks one.

    The staff's word for the whole event goes before its times. Without it lists are due when the event says so, at the
    start of play at the latest. A later stage that is played in another format takes lists until its first round is
    paired, and so does one whose cards are picked after the start, in pods.
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
