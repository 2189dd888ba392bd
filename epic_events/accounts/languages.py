"""Language and time zone of users, and the middleware that activates them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, tzinfo
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.audit_log import services as audit_log
from epic_events.infra.errors import UserError
from epic_events.infra.time_zones import check_time_zone

_zone: Final[ContextVar[tzinfo | None]] = ContextVar("zone_of_reader", default=None)


def available_languages() -> dict[str, str]:
    """Return the languages of the site: code to native name."""
    return dict(settings.LANGUAGES)


def preferred_language(user: Any) -> str:
    """Return the available language chosen by the user, or an empty string."""
    language = str(getattr(user, "language", ""))
    return language if language in available_languages() else ""


def preferred_zone(user: Any) -> tzinfo | None:
    """Return the time zone of the account, or None."""
    name = str(getattr(user, "time_zone", ""))
    return ZoneInfo(name) if name else None


@contextmanager
def in_language_of(user: Any, default: str = "") -> Iterator[None]:
    """Activate the language and time zone of a user, such as the recipient of a mail.

    Args:
        user: the recipient.
        default: language if the user chose none; empty for the default of the site.
    """
    with (
        translation.override(preferred_language(user) or default or settings.LANGUAGE_CODE),
        in_time_zone(preferred_zone(user)),
    ):
        yield


@contextmanager
def in_time_zone(zone: tzinfo | None) -> Iterator[None]:
    """Activate the time zone of a user; None for shared pages."""
    before = _zone.set(zone)
    try:
        yield
    finally:
        _zone.reset(before)


def reader_zone() -> tzinfo | None:
    """Return the active time zone of the user; None for shared pages."""
    return _zone.get()


def display_zone() -> tzinfo:
    """Return the time zone for times without an event: the user's, or UTC."""
    return _zone.get() or UTC


def choose(user: User, *, language: str | None = None, time_zone: str | None = None) -> None:
    """Save language and time zone; None keeps the value, an empty string clears it.

    Raises:
        UserError: the language or time zone is not available.
    """
    preferences = {"language": language, "time_zone": time_zone}
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
            name: value for name, value in preferences.items() if value is not None and getattr(stored, name) != value
        }
        for name, value in changed.items():
            setattr(stored, name, value)
            setattr(user, name, value)
        if changed:
            stored.save(update_fields=list(changed))
            audit_log.record(user, "access.language_chosen", subject=user, **changed)


def save_initial_language(*, user: User, **_more: Any) -> None:
    """Save the active language of the sign-up. Signal handler of allauth."""
    language = translation.get_language() or ""
    if not user.language and language in available_languages():
        choose(user, language=language)


class ReaderLanguageMiddleware:
    """Activates the language of the account, if the user chose one.

    Place it after Django's ``LocaleMiddleware``, which uses the cookie and ``Accept-Language``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Process the request in the user's language; the response varies on cookies."""
        user = self._reader(request)
        language = preferred_language(user)
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        with in_time_zone(preferred_zone(user)):
            response = self.get_response(request)
        if "Content-Language" not in response:  # a view that sets it has chosen the language itself, without the cookie
            patch_vary_headers(response, ("Cookie",))
        return response

    def _reader(self, request: HttpRequest) -> object:
        """Return the signed-in user; None without a session cookie."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        return request.user if request.user.is_authenticated else None
