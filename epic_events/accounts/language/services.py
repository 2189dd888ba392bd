"""What somebody reads and is written to in: the language of the account, and the zone of its clock."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import translation
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import UserError
from epic_events.infra.time_zones import check_time_zone

_zone: Final[ContextVar[tzinfo | None]] = ContextVar("zone_of_reader", default=None)


def available_languages() -> dict[str, str]:
    """Return the languages of the site by code, each called as its own speakers call it."""
    return dict(settings.LANGUAGES)


def preferred_language(user: Any) -> str:
    """Return what the account chose; empty where it chose nothing, or a language that is offered no more."""
    language = str(getattr(user, "language", ""))
    return language if language in available_languages() else ""


def preferred_zone(user: Any) -> tzinfo | None:
    """Return the zone that the account chose; None where it chose none."""
    name = str(getattr(user, "time_zone", ""))
    return ZoneInfo(name) if name else None


@contextmanager
def in_language_of(user: Any, default: str = "") -> Iterator[None]:
    """Have everything inside said in the language and the zone of one person: a mail, a notice.

    Args:
        user: who will read it.
        otherwise: the language for who chose none; empty for the usual one of the site.
    """
    with (
        translation.override(preferred_language(user) or default or settings.LANGUAGE_CODE),
        in_time_zone(preferred_zone(user)),
    ):
        yield


@contextmanager
def in_time_zone(zone: tzinfo | None) -> Iterator[None]:
    """Have everything inside told on a reader's clock; None for a page that is made for all."""
    before = _zone.set(zone)
    try:
        yield
    finally:
        _zone.reset(before)


def reader_zone() -> tzinfo | None:
    """Return the zone of who reads what is being made; None where nobody chose one, or all read it."""
    return _zone.get()


def display_zone() -> tzinfo:
    """Return on whose clock to tell what belongs to no event's place: the reader's, or UTC."""
    return _zone.get() or UTC


def choose(user: User, *, language: str | None = None, time_zone: str | None = None) -> None:
    """Keep what somebody chose; None leaves it as it is, an empty word takes the choice back.

    Raises:
        UserError: the site does not speak the language, or there is no such zone.
    """
    asked = {"language": language, "time_zone": time_zone}
    if language and language not in available_languages():
        message = _("This language is not available.")
        raise UserError(message, fields={"language": message})
    if time_zone:
        try:
            check_time_zone(time_zone)
        except ValidationError as error:
            raise UserError(error.messages[0], fields={"time_zone": error.messages[0]}) from error
    with transaction.atomic():
        stored = User.objects.select_for_update().get(pk=user.pk)
        changed: dict[str, Any] = {
            name: value for name, value in asked.items() if value is not None and getattr(stored, name) != value
        }
        for name, value in changed.items():
            setattr(stored, name, value)
            setattr(user, name, value)
        if changed:
            stored.save(update_fields=list(changed))
            audit_log.record(user, "access.language_chosen", subject=user, **changed)


def save_initial_language(*, user: User, **_more: Any) -> None:
    """Keep the language in which somebody made the account, for the mails to come; called by allauth."""
    language = translation.get_language() or ""
    if not user.language and language in available_languages():
        choose(user, language=language)
