"""Services for accounts, players, claim links and site roles."""

from django.core import signing
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.confirmation import find_confirmed_user
from epic_events.accounts.models import Player, SiteRole, User, mark_confirmed
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
        user, created = User.objects.get_or_create(email=email.strip().lower(), defaults={"name": name})
        if not created:
            raise StateError(_("An account with this e-mail address already exists."))
        user.set_unusable_password()
        user.save(update_fields=["password"])
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


MAX_REASON_LENGTH = 500  # characters


def assign_site_role(actor: User | None, *, email: str, reason: str, role: str = SiteRole.Role.JUDGE) -> SiteRole:
    """Assign a site role to the user with this address.

    Args:
        actor: a site administrator; None for the command line.
        email: confirmed address of an account.
        reason: for the audit log.
        role: the role.

    Raises:
        NotAllowedError: the actor is not a site administrator.
        StateError: the user already has the role.
        UserError: the reason is missing, the role is unknown, or no account has confirmed the address.
    """
    require_site_admin(actor)
    if role not in SiteRole.Role.values:
        raise UserError(_("Select a valid role."), fields={"role": _("Select a valid role.")})
    reason = _reason(reason)
    user = find_confirmed_user(email)
    if user is None:
        message = _(
            "No account has confirmed this address. Ask the person to sign up, or to sign in once with a code sent "
            "to it."
        )
        raise UserError(message, fields={"email": message})
    with transaction.atomic():
        site_role, created = SiteRole.objects.get_or_create(user=user, role=role, defaults={"given_by": actor})
        if not created:
            raise StateError(_("This person already has the role."))
        audit_log.record(actor, "site_role.given", subject=user, reason=reason, role=role)
    return site_role


def remove_site_role(actor: User | None, user: User, *, reason: str, role: str = SiteRole.Role.JUDGE) -> None:
    """Remove a site role; published content stays published.

    Raises:
        NotAllowedError: the actor is not a site administrator.
        StateError: the user does not have the role.
        UserError: the reason is missing.
    """
    require_site_admin(actor)
    reason = _reason(reason)
    with transaction.atomic():
        deleted, _rows = SiteRole.objects.filter(user=user, role=role).delete()
        if not deleted:
            raise StateError(_("This person does not have the role."))
        audit_log.record(actor, "site_role.taken", subject=user, reason=reason, role=role)


def _reason(typed: str) -> str:
    """Return the reason in one line.

    Raises:
        UserError: the reason is empty or too long.
    """
    reason = " ".join(typed.replace("\0", "").split())
    if not reason or len(reason) > MAX_REASON_LENGTH:
        words = _("Enter a reason of at most %(most)d characters. It is shown in the audit log.")
        message = words % {"most": MAX_REASON_LENGTH}
        raise UserError(message, fields={"reason": message})
    return reason
