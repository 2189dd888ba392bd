"""Roles that wait for their person."""

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
    """Reads of invitations."""

    def pending(self) -> Self:
        """Return those that can still be accepted."""
        return self.filter(expires_at__gt=timezone.now())

    def of(self, user: object) -> Self:
        """Return those that wait for a person, by the account's confirmed address, the next event first."""
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
        """Return the one that a link leads to; none for a link that was altered."""
        try:
            key: int = signing.loads(token, salt=_SALT)
        except signing.BadSignature:
            return self.none()
        return self.filter(pk=key)


class Invitation(models.Model):
    """A role at an event, offered by mail to an address that no account has confirmed yet.

    It is gone once it is accepted, declined or withdrawn: the log keeps what happened, this table no addresses.
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
        """What stands in the link to it; whoever has it has read the mail."""
        return signing.dumps(self.pk, salt=_SALT)

    @property
    def is_pending(self) -> bool:
        """Whether it can still be accepted."""
        return self.expires_at > timezone.now()
