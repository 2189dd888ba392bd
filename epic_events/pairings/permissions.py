"""The viewer's own seat in a match. Other permissions are those of the event."""

from epic_events.accounts.models import User
from epic_events.pairings.models import Match, Seat


def own_seat(user: object, match: Match) -> Seat | None:
    """Return the user's seat in a match, in one query unless the seats are prefetched."""
    if not isinstance(user, User):
        return None
    if "seats" in getattr(match, "_prefetched_objects_cache", {}):
        return next((seat for seat in match.seats.all() if seat.registration.player.user_id == user.pk), None)
    return Seat.objects.filter(match=match, registration__player__user=user).select_related("registration").first()
