"""Model of invitations to staff roles."""

from typing import Self

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.accounts.models import User
from epic_events.events.models.event import Event, StaffRole

_SALT = "epic_events.events.invitation"


class InvitationQuerySet(models.QuerySet["Invitation"]):
    """Queryset of invitations."""

    def pending(self) -> Self:
        """Return the invitations that can still be accepted."""
        return self.filter(expires_at__gt=timezone.now())

    def of(self, user: object) -> Self:
        """Return a user's pending invitations by confirmed address, next event first."""
        if not isinstance(user, User):
            return self.none()
        confirmed = EmailAddress.objects.filter(user=user, email=models.OuterRef("email"), verified=True)
        return (
            self.pending()
            .filter(models.Exists(confirmed), email=user.email)
            .select_related("event")
            .order_by("event__starts_at", "pk")
        )

    def at(self, token: str) -> Self:
        """Return the invitation of a signed token, or none if the signature is invalid."""
        try:
            key: int = signing.loads(token, salt=_SALT)
        except signing.BadSignature:
            return self.none()
        return self.filter(pk=key)


class Invitation(models.Model):
    """Invitation to a staff role, sent to an address that no account has confirmed.

    Deleted when it is accepted, declined or revoked, so that no addresses are kept; the audit log records the action.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="invitations", db_index=False)
    email = models.EmailField(_("e-mail address"), help_text=_("In lower case."))
    role = models.CharField(_("role"), max_length=12, choices=StaffRole.Role.choices)
    invited_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+")
    by_the_site = models.BooleanField(default=False, help_text=_("Created on the command line."))
    invited_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True, blank=True, help_text=_("Empty until the e-mail has been sent."))

    objects = InvitationQuerySet.as_manager()

    class Meta:
        ordering = ("event", "pk")
        constraints = (
            models.UniqueConstraint(fields=["event", "email", "role"], name="invitation_once"),
            models.CheckConstraint(
                condition=Q(role__in=["organiser", "head_judge", "judge", "scorekeeper"]), name="invitation_role_known"
            ),
        )
        indexes = (models.Index(fields=["email"], name="invitation_email"),)

    def __str__(self) -> str:
        return f"{self.role} {self.event_id}"

    @property
    def token(self) -> str:
        """Signed token of the invitation link, which proves access to the mailbox."""
        return signing.dumps(self.pk, salt=_SALT)

    @property
    def is_pending(self) -> bool:
        """True if the invitation can still be accepted."""
        return self.expires_at > timezone.now()
