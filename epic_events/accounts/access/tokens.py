"""API tokens with scopes and an expiry date; only a digest is stored."""

import secrets
from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet, TextField
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from epic_events.accounts.models import AccessToken, User, digest_of
from epic_events.audit_log import services as audit_log
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, instances_from, prefixed_columns
from epic_events.infra.errors import MissingError, StateError, UserError
from epic_events.infra.names import clean_name

DEFAULT_DAYS: Final = 90
MAX_DAYS: Final = 366
MAX_TOKENS: Final = 20
"""Active tokens per user."""
PREFIX: Final = "epic_"
"""Prefix of all tokens, so that secret scanners recognise them."""
_HINT: Final = len(PREFIX) + 4

Scope = AccessToken.Scope


@transaction.atomic
def create_token(
    user: User, name: str, scopes: Collection[str] = (Scope.READ,), *, days: int = DEFAULT_DAYS
) -> tuple[AccessToken, str]:
    """Create an API token.

    Args:
        user: the owner.
        name: label chosen by the owner.
        scopes: values of :class:`AccessToken.Scope`.
        days: lifetime, 1 to :data:`MAX_DAYS`.

    Returns:
        The stored token and its secret, which cannot be read again.

    Raises:
        UserError: invalid name, scopes or lifetime.
        StateError: the user has :data:`MAX_TOKENS` active tokens.
    """
    valid_scopes = _scopes(scopes)
    if not 1 <= days <= MAX_DAYS:
        message = _("Enter a number of days from 1 to %(most)d.") % {"most": MAX_DAYS}
        raise UserError(message, fields={"days": message})
    cleaned_name = clean_name(name)
    locked = User.objects.select_for_update().get(pk=user.pk)
    if tokens_of(locked).count() >= MAX_TOKENS:
        raise StateError(
            _("You have reached the limit of %(most)d tokens. Revoke one that you do not need.") % {"most": MAX_TOKENS}
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    now = timezone.now()
    token = AccessToken.objects.create(
        user=locked,
        name=cleaned_name,
        scopes=valid_scopes,
        digest=digest_of(secret),
        hint=secret[:_HINT],
        password_digest=digest_of(locked.password),
        made_at=now,
        expires_at=now + timedelta(days=days),
    )
    audit_log.record(user, "token.made", subject=user, token=token.pk, scopes=valid_scopes, days=days)
    return token, secret


def _scopes(scopes: Collection[str]) -> list[str]:
    """Return the scopes in their defined order.

    Raises:
        UserError: no scope or an unknown one.
    """
    unknown = sorted(set(scopes) - set(Scope.values))
    if unknown or not scopes:
        message = _("Select one or more of: %(scopes)s.") % {"scopes": ", ".join(Scope.values)}
        raise UserError(message, fields={"scopes": message})
    return [scope for scope in Scope.values if scope in scopes]


def tokens_of(user: User) -> QuerySet[AccessToken]:
    """Return the active tokens of a user, newest first."""
    return AccessToken.objects.filter(
        user=user, ended_at=None, expires_at__gt=timezone.now(), password_digest=digest_of(user.password)
    )


def find_token(secret: str) -> AccessToken | None:
    """Return the active token with this secret and its user, or None.

    The lookup by digest prevents timing attacks. The day of last use is updated once a day.
    """
    rows = _BY_DIGEST.rows(digest=digest_of(secret))
    if not rows:
        return None
    token: AccessToken
    token, token.user = instances_from(rows[0], AccessToken, User)
    if not token.user.is_active or token.expires_at <= timezone.now():
        return None
    if not constant_time_compare(token.password_digest, digest_of(token.user.password)):
        return None
    today = timezone.localdate()
    if token.last_used_on != today:
        token.last_used_on = today
        token.save(update_fields=["last_used_on"])
    return token


def _by_digest() -> QuerySet[AccessToken, tuple[Any, ...]]:
    token = AccessToken.objects.filter(digest=Parameter("digest", TextField()), ended_at=None).order_by("pk")
    return token.values_list(*prefixed_columns({"": AccessToken, "user__": User}))[:1]


_BY_DIGEST: Final = CompiledQuery(_by_digest)


@transaction.atomic
def revoke_token(user: User, key: int) -> AccessToken:
    """Revoke one of the user's own tokens.

    Raises:
        MissingError: the user has no such active token.
    """
    token = tokens_of(user).select_for_update().filter(pk=key).first()
    if token is None:
        raise MissingError(_("This token does not exist or was already revoked."))
    token.ended_at = timezone.now()
    token.save(update_fields=["ended_at"])
    audit_log.record(user, "token.taken_back", subject=user, token=token.pk)
    return token


@transaction.atomic
def revoke_tokens(actor: User | None, user: User) -> int:
    """Revoke all tokens of a user and return their number.

    Args:
        actor: the user who revokes; None for the site.
        user: the owner of the tokens.
    """
    keys = list(AccessToken.objects.select_for_update().filter(user=user, ended_at=None).values_list("pk", flat=True))
    if keys:
        AccessToken.objects.filter(pk__in=keys).update(ended_at=timezone.now())
        audit_log.record(actor, "token.taken_back", subject=user, tokens=keys)
    return len(keys)
