"""Handling of unpublished pairings that depend on what a repair changes.

Every function expects the event to be locked.
"""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.infra.errors import UserError
from epic_events.pairings import selectors
from epic_events.pairings.models import Round
from epic_events.pairings.rounds.services.ending import start_cut
from epic_events.pairings.rounds.services.pairing import discard_round, pair_round


class UnpublishedChoice(StrEnum):
    """What to do with unpublished pairings."""

    KEEP = "keep"
    DISCARD = "discard"
    AGAIN = "again"


@dataclass(frozen=True)
class DiscardedRound:
    """Parameters for pairing a discarded round again."""

    seeds_cut: bool
    size: int | None
    seed: int


def find_unpublished_round(event: Event) -> Round | None:
    """Return the paired but unpublished round, or `None`."""
    last = selectors.latest_round(event)
    return last if last is not None and last.status == Round.Status.DRAFT else None


def unpublished_round_ids(event: Event) -> set[int]:
    """Return the key of the unpublished round as a set, empty without one."""
    draft = find_unpublished_round(event)
    return {draft.pk} if draft else set()


def discard_unpublished(actor: User | None, event: Event, choice: str) -> DiscardedRound | None:
    """Discard the unpublished pairings unless they are kept.

    Returns:
        What is needed to pair the round again, if that was chosen.

    Raises:
        UserError: an invalid choice.
    """
    if choice not in set(UnpublishedChoice):
        message = _("Choose what to do with the unpublished pairings: keep, discard or again.")
        raise UserError(message, fields={"draft": message})
    draft = find_unpublished_round(event)
    if draft is None or choice == UnpublishedChoice.KEEP:
        return None
    waiting = DiscardedRound(draft.stage.is_elimination and draft.number == 1, draft.stage.cut_size, draft.seed)
    discard_round(actor, draft)
    return waiting if choice == UnpublishedChoice.AGAIN else None


def pair_discarded_again(actor: User | None, event: Event, waiting: DiscardedRound | None) -> None:
    """Pair a discarded round again with the current data and the same random seed."""
    if waiting is None:
        return
    if waiting.seeds_cut:
        start_cut(actor, event, size=waiting.size, seed=waiting.seed)
    else:
        pair_round(actor, event, seed=waiting.seed)
