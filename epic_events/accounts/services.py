"""Services for accounts, players and claim links."""

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.email_addresses import mark_confirmed
from epic_events.accounts.models import Player, User
from epic_events.accounts.permissions import require_site_admin
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.infra.names import clean_name

CLAIM_DAYS = 90
_CLAIM_SALT = "epic_events.accounts.claim"


def player_of(user: User) -> Player:
    """Return the player of a user; create it if it does not exist."""
    with transaction.atomic():
        player, created = Player.objects.get_or_create(user=user, defaults={"name": user.name or str(user)})
        if created:
            audit_log.record(user, "player.created", subject=player)
    return player


def create_account(actor: User | None, *, email: str, name: str) -> User:
    """Create an account without a password; the user signs in by an e-mailed code.

    Args:
        actor: a site administrator; None for the command line.
        email: address, stored as confirmed.
        name: display name.

    Raises:
        NotAllowedError: the actor is not a site administrator.
        StateError: the account exists.
        UserError: the address or the name is invalid.
    """
    require_site_admin(actor)
    name = clean_name(name)
    try:
        validate_email(email.strip())
    except ValidationError as error:
        message = _("Enter a valid e-mail address.")
        raise UserError(message, fields={"email": message}) from error
    with transaction.atomic():
        if User.objects.filter(email=email.strip().lower()).exists():
            raise StateError(_("An account with this e-mail address already exists."))
        user = User.objects.create_user(email, name=name)
        mark_confirmed(user)  # only a reader of its mail can sign in
        audit_log.record(actor, "account.opened", subject=user)
    return user


def claim_token(player: Player) -> str:
    """Return the signed token of the link by which a person claims a player entry."""
    return signing.dumps(player.pk, salt=_CLAIM_SALT)


def player_from_claim(token: str) -> Player:
    """Return the player of a claim link.

    Raises:
        MissingError: the link is invalid, expired or already used.
    """
    try:
        key: int = signing.loads(token, salt=_CLAIM_SALT, max_age=CLAIM_DAYS * 24 * 3600)
    except signing.BadSignature as error:
        raise MissingError(_("This link is invalid or has expired. Ask the organiser for a new one.")) from error
    player = Player.objects.current().filter(pk=key, user=None).first()
    if player is None:
        raise MissingError(_("This player entry has already been claimed."))
    return player
