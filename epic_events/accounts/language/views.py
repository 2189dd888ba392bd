"""Language switch of every page, and the settings page of language and time zone."""

from typing import Any, Final

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from epic_events.accounts.language import services
from epic_events.accounts.models import User
from epic_events.infra.errors import UserError
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.time_zones import by_region

_YEAR: Final = 365 * 24 * 3600  # seconds


def _languages() -> list[tuple[str, str]]:
    return [("", _("Browser language")), *services.available_languages().items()]


def _zones() -> list[tuple[str, Any]]:
    return [("", _("Event time zone only")), *by_region()]


class LanguageForm(forms.Form):
    """Form for language and time zone; the zone only for signed-in users."""

    language = forms.ChoiceField(
        label=gettext_lazy("Language"),
        choices=_languages,
        required=False,
        help_text=gettext_lazy("Used for pages, e-mails and notifications."),
    )
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        choices=_zones,
        required=False,
        help_text=gettext_lazy(
            "Event times are shown in the time zone of the venue. If yours differs, your local time is shown as well."
        ),
    )

    def __init__(self, data: Any = None, *, user: User | None, now: str) -> None:
        super().__init__(data, initial={"language": now, "time_zone": user.time_zone if user else ""})
        if user is None:
            del self.fields["time_zone"]


def _reader(request: HttpRequest) -> User | None:
    return request.user if isinstance(request.user, User) else None


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Change language and time zone. Permission: public, for themselves."""
    user = _reader(request)
    now = services.preferred_language(user) if user else request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    form = LanguageForm(request.POST if request.method == "POST" else None, user=user, now=now)
    if request.method == "POST" and form.is_valid():
        asked = form.cleaned_data
        with errors_in_form(form) as refusal:
            if user:
                services.choose(user, language=asked["language"], time_zone=asked["time_zone"])
        if not refusal.error:
            with translation.override(asked["language"] or translation.get_language()):
                messages.success(request, _("Saved."))
            return _remember(redirect("language:page"), asked["language"])
    return render(request, "account/language.html", {"form": form}, status=400 if form.errors else 200)


@csrf_exempt  # the form is on cached pages without a token; SameSite keeps the session out of forms of other sites
@require_POST
def switch(request: HttpRequest) -> HttpResponse:
    """Switch the language. Permission: public, for themselves.

    Raises:
        UserError: the language is not available.
    """
    language, after = request.POST.get("language", ""), request.POST.get("next", "")
    if language not in services.available_languages():
        raise UserError(_("This language is not available."))
    user = _reader(request)
    if user:
        services.choose(user, language=language)
    safe = url_has_allowed_host_and_scheme(after, {request.get_host()}, require_https=request.is_secure())
    return _remember(HttpResponseRedirect(after if safe else "/"), language)


def _remember(response: HttpResponse, language: str) -> HttpResponse:
    """Set the language cookie; delete it if ``language`` is empty."""
    if not language:
        response.delete_cookie(settings.LANGUAGE_COOKIE_NAME)
        return response
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language, max_age=_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax"
    )
    return response
