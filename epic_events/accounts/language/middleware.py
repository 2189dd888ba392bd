"""Has every page speak the language, and tell the time on the clock, that its reader chose."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from epic_events.accounts.language.services import in_time_zone, preferred_language, preferred_zone


class ReaderLanguageMiddleware:
    """Speaks as the account chose, wherever it is signed in; before it the cookie and the browser were asked.

    Stands behind Django's ``LocaleMiddleware``, which takes the cookie of the switch first, then ``Accept-Language``.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer in the reader's language; nobody keeps the answer for a reader with other cookies."""
        user = self._reader(request)
        language = preferred_language(user)
        if language:
            translation.activate(language)
            request.LANGUAGE_CODE = language
        with in_time_zone(preferred_zone(user)):
            response = self.get_response(request)
        if "Content-Language" not in response:  # else the page has chosen by itself, without looking at the cookie
            patch_vary_headers(response, ("Cookie",))
        return response

    def _reader(self, request: HttpRequest) -> object:
        """Return who is signed in; None for a request without a session."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES:
            return None
        return request.user if request.user.is_authenticated else None
