"""Middleware that activates the user's language and time zone."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from epic_events.accounts.language.services import in_time_zone, preferred_language, preferred_zone


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
        if "Content-Language" not in response:  # otherwise the view chose the language itself, without the cookie
            patch_vary_headers(response, ("Cookie",))
        return response

    def _reader(self, request: HttpRequest) -> object:
        """Return the signed-in user; None without a session cookie."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        return request.user if request.user.is_authenticated else None
