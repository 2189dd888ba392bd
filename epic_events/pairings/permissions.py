"""Who may do what at a table."""

from epic_events.accounts.models import User
from epic_events.pairings.models import Match, Seat


def is_seated(user: object, match: Match) -> bool:
    """Whether this visitor plays in the match."""
    return isinstance(user, User) and Seat.objects.filter(match=match, registration__player__user=user).exists()
