"""Who may do what with rounds and at a table."""

from epic_events.accounts.models import User
from epic_events.events.models import Event
from epic_events.events.permissions import can_score, is_staff_of
from epic_events.pairings.models import Match, Round, Seat


def can_pair(user: object, event: Event) -> bool:
    """Whether this visitor may pair, publish and finish rounds: organisers, head judges and scorekeepers."""
    return can_score(user, event)


def can_see_round(user: object, round_: Round) -> bool:
    """Whether this visitor may see the pairings: a draft is for the staff of its event."""
    return Round.objects.visible_to(user).filter(pk=round_.pk).exists()


def can_enter_results(user: object, event: Event) -> bool:
    """Whether this visitor may write down results at any table: everybody with a role at the event."""
    return is_staff_of(user, event)


def is_seated(user: object, match: Match) -> bool:
    """Whether this visitor plays in the match."""
    return own_seat(user, match) is not None


def own_seat(user: object, match: Match) -> Seat | None:
    """Return the visitor's own seat at the table."""
    if not isinstance(user, User):
        return None
    return Seat.objects.filter(match=match, registration__player__user=user).select_related("registration").first()


def can_report(user: object, match: Match) -> bool:
    """Whether this visitor may report the result: who plays in the match, and the staff."""
    return is_seated(user, match) or can_enter_results(user, match.round.stage.event)
