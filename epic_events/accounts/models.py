"""Users sign in, players play. A player entered by an organiser may have no user."""

import hashlib
from functools import cache
from typing import Any, ClassVar, Final, Self

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import IntegrityError, models, transaction
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from epic_events.infra.collation import name_order
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.infra.errors import StateError
from epic_events.infra.time_zones import check_time_zone

_KEYS_END = 1 << 63
"""Upper bound of primary keys; databases raise for larger numbers."""


class UserManager(BaseUserManager["User"]):
    """Manager of users; stores e-mail addresses in lower case."""

    def create_user(self, email: str, password: str | None = None, *, name: str = "", **fields: Any) -> "User":
        """Create a user; without a password the user signs in by a code sent by e-mail.

        Raises:
            ValueError: the e-mail address is empty.
        """
        if not email:
            raise ValueError("A user needs an e-mail address.")
        user = self.model(email=email.strip().lower(), name=name, **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, *, name: str = "", **fields: Any) -> "User":
        """Create a site administrator with a confirmed address."""
        user = self.create_user(email, password, name=name, is_staff=True, is_superuser=True, **fields)
        mark_confirmed(user)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        """Return the user with this e-mail address, case-insensitive."""
        return self.get(email=(username or "").strip().lower())

    def get(self, *conditions: Any, **conditions_by_name: Any) -> "User":
        """Return the user. A lookup by primary key uses a compiled query."""
        key = conditions_by_name.get("pk")
        if conditions or len(conditions_by_name) != 1 or not isinstance(key, int) or not 0 < key < _KEYS_END:
            return super().get(*conditions, **conditions_by_name)
        rows = _by_key().rows(key=key)
        if not rows:
            raise self.model.DoesNotExist("There is no user of this key.")
        return instance_from(User, rows[0])


class User(AbstractBaseUser, PermissionsMixin):
    """A user who signs in by e-mail address with a password or a code."""

    email = models.EmailField(
        _("e-mail address"),
        unique=True,
        error_messages={"unique": _("An account with this e-mail address already exists.")},
    )
    name = models.CharField(_("name"), max_length=80)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False, help_text=_("Site administrator."))
    date_joined = models.DateTimeField(default=timezone.now, editable=False)
    language = models.CharField(
        _("language"),
        max_length=12,
        blank=True,
        help_text=_("Language of pages and e-mails; empty for the browser's language."),
    )
    time_zone = models.CharField(
        _("time zone"),
        max_length=60,
        blank=True,
        validators=[check_time_zone],
        help_text=_("Time zone of the local times shown next to event times; empty to show event times only."),
    )

    objects = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    class Meta:
        constraints = (models.UniqueConstraint(Lower("email"), name="user_email_any_case"),)

    def __str__(self) -> str:
        return display_name(self)

    def clean(self) -> None:
        """Convert the e-mail address to lower case."""
        super().clean()
        self.email = self.email.strip().lower()

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save the user with the e-mail address in lower case."""
        self.email = self.email.strip().lower()
        super().save(*args, **kwargs)

    def check_password(self, raw_password: str | None) -> bool:
        """Return True if the password is correct.

        Tokens stay valid when the password hash is upgraded.
        """
        before = self.password
        right = super().check_password(raw_password)
        if self.password != before:
            AccessToken.objects.filter(user=self, password_digest=digest_of(before)).update(
                password_digest=digest_of(self.password)
            )
        return right

    def get_full_name(self) -> str:
        """Return the display name."""
        return display_name(self)

    def get_short_name(self) -> str:
        """Return the display name."""
        return display_name(self)


@cache
def _by_key() -> CompiledQuery:
    key = Parameter("key", models.BigAutoField())
    return CompiledQuery(lambda: User.objects.filter(pk=key).values_list(*columns_of(User)))


class PlayerQuerySet(models.QuerySet["Player"]):
    """Queries of players."""

    def current(self) -> Self:
        """Return the players that were not merged into another."""
        return self.filter(merged_into=None)


class Player(models.Model):
    """A person who plays; the same in all events, with or without an account.

    A player entered by an organiser has no user until the person claims the entry through a signed link.
    """

    name = models.CharField(_("name"), max_length=80)
    user = models.OneToOneField(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="player")
    merged_into = models.ForeignKey("self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged")
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    objects = PlayerQuerySet.as_manager()

    class Meta:
        ordering = (name_order("name"), "pk")
        constraints = (
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | models.Q(user=None), name="player_merged_has_no_user"
            ),
        )

    def __str__(self) -> str:
        return self.name


class SiteRole(models.Model):
    """A role for the whole site, assigned by a site administrator."""

    class Role(models.TextChoices):
        """The roles of the site."""

        JUDGE = "judge", _("Site judge")
        ORGANISER = "organiser", _("Site organiser")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="site_roles", db_index=False)
    role = models.CharField(_("role"), max_length=12, choices=Role.choices, default=Role.JUDGE)
    given_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    given_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=["user", "role"], name="site_role_once"),
            models.CheckConstraint(condition=models.Q(role__in=["judge", "organiser"]), name="site_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


def digest_of(secret: str) -> str:
    """Return the SHA-256 digest of a token or a password hash."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def display_name(user: Any) -> str:
    """Return the name of a user, or the local part of the e-mail address."""
    name = str(getattr(user, "name", ""))
    return name or str(getattr(user, "email", "")).partition("@")[0]


class SentForm(models.Model):
    """A processed form submission or API request with its stored answer.

    Answers of forms contain IDs and values, no names. Answers of API requests are stored for a day. Expired rows are
    deleted.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+", db_index=False)
    key = models.CharField(max_length=64, help_text=_("Digest of the idempotency key, the path and the form data."))
    answer = models.JSONField(default=dict)
    at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["user", "key"], name="sent_form_once"),)
        indexes = (models.Index(fields=["user", "at"], name="sent_form_age"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.key[:8]}"


class AccessToken(models.Model):
    """An API token with scopes and an expiry date.

    Only the digest is stored. The token ends when it is revoked, when it expires and when the password changes.
    """

    class Scope(models.TextChoices):
        """Scopes of a token; a token never has more permissions than its user."""

        READ = "read", _("Read all data that you may view")
        RESULTS = "results", _("Report, confirm and enter results; call time")
        DECKS = "decks", _("Submit decklists")
        JUDGE = "judge", _("Manage disputes and rulings")
        ORGANISE = "organise", _("Pair, publish and repair rounds; plan stages")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="access_tokens")
    name = models.CharField(_("name"), max_length=80)
    scopes = models.JSONField(default=list)
    digest = models.CharField(max_length=64, unique=True, help_text=_("SHA-256 of the token."))
    hint = models.CharField(max_length=12, help_text=_("First characters of the token."))
    password_digest = models.CharField(
        max_length=64, help_text=_("Digest of the stored password when the token was created.")
    )
    made_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()
    last_used_on = models.DateField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("-made_at", "-pk")
        constraints = (
            models.CheckConstraint(condition=~models.Q(name=""), name="access_token_has_a_name"),
            models.CheckConstraint(
                condition=models.Q(expires_at__gt=models.F("made_at")), name="access_token_lives_for_a_while"
            ),
        )

    def __str__(self) -> str:
        return f"{self.name} ({self.hint}…)"


DEMO_ADDRESSES: Final = {
    "organiser": "organiser@demo.example",
    "judge": "judge@demo.example",
    "player": "player@demo.example",
}
"""E-mail addresses of the demo accounts by role, in a reserved domain that receives no mail.

Their password is public, so they are active only if ``DEMO`` is set.
"""


def demo_accounts() -> models.QuerySet[User]:
    """Return the demo accounts."""
    return User.objects.filter(email__in=DEMO_ADDRESSES.values())


def closed_demo_accounts() -> models.QuerySet[User]:
    """Return the demo accounts if the demo is off: their content is hidden then."""
    return demo_accounts() if not settings.DEMO else User.objects.none()


def mark_confirmed(user: AbstractBaseUser) -> None:
    """Mark the user's e-mail address as confirmed.

    Raises:
        StateError: another account has confirmed it.
    """
    from allauth.account.models import EmailAddress  # noqa: PLC0415 - it needs the models

    email = getattr(user, AbstractBaseUser.get_email_field_name())
    taken = EmailAddress.objects.filter(email=email, verified=True).exclude(user=user)
    try:
        with transaction.atomic():
            if not taken.exists():
                EmailAddress.objects.filter(user=user).exclude(email=email).update(primary=False)
                values = {"verified": True, "primary": True}
                EmailAddress.objects.update_or_create(user=user, email=email, defaults=values)
                return
    except IntegrityError:  # confirmed by another account since the check
        if not taken.exists():
            raise
    raise StateError(str(_("Another account has already confirmed this e-mail address.")))
