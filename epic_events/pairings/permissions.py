"""Whose seat at a table it is. Who may pair, enter results and repair is said by the event's permissions."""

from epic_events.accounts.models import User
from epic_events.pairings.models import Match, Seat


def own_seat(user: object, match: Match) -> Seat | None:
    """Return the visitor's own seat at the table; one query where the seats have not been read along with the match."""
    if not isinstance(user, User):
        return None
    if "seats" in getattr(match, "_prefetched_objects_cache", {}):
        return next((seat for seat in match.seats.all() if seat.registration.player.user_id == user.pk), None)
    return Seat.objects.filter(match=match, registration__player__user=user).select_related("registration").first()
