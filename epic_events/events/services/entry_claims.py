"""Claims: a user takes over an entry that an organiser created for them."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.models import Player, User
from epic_events.accounts.services import player_from_claim
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.events.services.merging import find_shared_event, move_entries
from epic_events.infra.errors import NotAllowedError, StateError
from epic_events.infra.names import isolated


def claim(actor: User, token: str) -> Player:
    """Assign the entries of a claim link to a signed-in user.

    If the user has no player yet, they become the player of the link. Otherwise its entries move to the user's player,
    and
    the other player is marked as merged into it.

    Raises:
        NotAllowedError: the user is not signed in or has no confirmed address.
        MissingError: the link is invalid, expired or used.
        StateError: both players are entered in the same event.
    """
    if not isinstance(actor, User):
        raise NotAllowedError(_("Sign in to claim this entry."))
    require_confirmed(actor)
    try:
        return _claim(actor, token)
    except IntegrityError:  # the user has registered elsewhere at the same time, so that the player exists now
        return _claim(actor, token)


def _claim(actor: User, token: str) -> Player:
    with transaction.atomic():
        found = player_from_claim(token)
        # Events are locked first, as in all writes that change who takes part.
        list(Event.objects.select_for_update().filter(registrations__player=found).order_by("pk"))
        player = Player.objects.select_for_update().get(pk=found.pk)
        own = Player.objects.select_for_update().filter(user=actor).first()
        if player.user_id is not None or player.merged_into_id is not None:
            raise StateError(_("This player entry has already been claimed."))
        if own is None:
            player.user = actor
            player.save(update_fields=["user"])
            audit_log.record(actor, "player.claimed", subject=player)
            _log_entries(actor, player)
            return player
        both = find_shared_event(player, own)
        if both is not None:
            raise StateError(
                _("You already have an entry in %(event)s, so you cannot claim this one.")
                % {"event": isolated(both.name)}
            )
        _log_entries(actor, player)
        move_entries(actor, player, own)
    return own


def _log_entries(actor: User, player: Player) -> None:
    """Record the claim in the audit log of every event of the player."""
    for entry in Registration.objects.filter(player=player).select_related("event"):
        audit_log.record(actor, "registration.claimed", event=entry.event, subject=entry, player=player)
