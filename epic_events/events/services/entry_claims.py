"""An entry made by an organiser becomes the entry of the person it was made for."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from epic_events.accounts.confirmation import require_confirmed
from epic_events.accounts.models import Player, User
from epic_events.accounts.services import claimed_player
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event, Registration
from epic_events.events.services.merging import find_shared_event, move_entries
from epic_events.infra.display_names import isolated
from epic_events.infra.errors import NotAllowedError, StateError


def claim(actor: User, token: str) -> Player:
    """Make the entries behind a claim link those of a signed-in person.

    Somebody who never played becomes that player; for somebody who did, the entries move over and the other player
    remains as a pointer to this one.

    Raises:
        NotAllowedError: for a visitor who is not signed in, or has not confirmed an address.
        MissingError: for a link that is damaged, too old or used.
        StateError: when both players are entered in the same event.
    """
    if not isinstance(actor, User):
        raise NotAllowedError(_("Sign in to claim this entry."))
    require_confirmed(actor)
    try:
        return _claim(actor, token)
    except IntegrityError:  # the person registered somewhere in this moment and became a player; now there is one
        return _claim(actor, token)


def _claim(actor: User, token: str) -> Player:
    with transaction.atomic():
        found = claimed_player(token)
        # The events come first, as in everything that changes who takes part in them.
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
                _("You already have an entry in %(event)s. Ask its staff to cancel one of the two.")
                % {"event": isolated(both.name)}
            )
        _log_entries(actor, player)
        move_entries(actor, player, own)
    return own


def _log_entries(actor: User, player: Player) -> None:
    """Tell the log of every event the player is entered in."""
    for entry in Registration.objects.filter(player=player).select_related("event"):
        audit_log.record(actor, "registration.claimed", event=entry.event, subject=entry, player=player)
