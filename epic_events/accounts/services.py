"""Writes about people: their player, and the signed link by which an entry made for them becomes theirs."""

from django.core import signing
from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import Player, User
from epic_events.errors import MissingError
from epic_events.journal import services as journal

CLAIM_DAYS = 90
_CLAIM_SALT = "epic_events.accounts.claim"


def player_of(user: User) -> Player:
    """Return the player that this user is, made now when the user never played before."""
    with transaction.atomic():
        player, made = Player.objects.get_or_create(user=user, defaults={"name": user.name or str(user)})
        if made:
            journal.record(user, "player.created", subject=player)
    return player


def claim_token(player: Player) -> str:
    """Return what stands in the link by which the person behind an entry makes it theirs."""
    return signing.dumps(player.pk, salt=_CLAIM_SALT)


def claimed_player(token: str) -> Player:
    """Return the player a claim link is about.

    Raises:
        MissingError: for a link that was altered, is too old or was used already.
    """
    try:
        key: int = signing.loads(token, salt=_CLAIM_SALT, max_age=CLAIM_DAYS * 24 * 3600)
    except signing.BadSignature as error:
        raise MissingError(
            _("This link is damaged or too old: ask the organiser who sent it for a new one.")
        ) from error
    player = Player.objects.current().filter(pk=key, user=None).first()
    if player is None:
        raise MissingError(_("This entry has been claimed already."))
    return player
