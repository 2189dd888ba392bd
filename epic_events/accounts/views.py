"""Pages of accounts: sessions and tokens, language, and site roles."""

from dataclasses import dataclass
from typing import Any, Final

from allauth.account.adapter import get_adapter
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts import languages, services
from epic_events.accounts.access import sessions, tokens
from epic_events.accounts.access.sign_ins import recent_sign_in_required, sign_ins_of
from epic_events.accounts.models import SiteRole, User
from epic_events.accounts.permissions import require_site_admin
from epic_events.audit_log.models import Entry
from epic_events.infra.collation import name_order
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.form_errors import errors_in_form
from epic_events.infra.time_zones import by_region

DAYS = ((7, gettext_lazy("A week")), (30, gettext_lazy("A month")), (90, gettext_lazy("Three months")),
        (tokens.MAX_DAYS, gettext_lazy("A year")))  # fmt: skip


class TokenForm(forms.Form):
    """Form for a new API token."""

    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=80,
        help_text=gettext_lazy("The program and the machine it runs on, so that you recognise the token later."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Permissions"),
        choices=tokens.Scope.choices,
        initial=[tokens.Scope.READ],
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("A token never has more permissions than you. Select only what the program needs."),
    )
    days = forms.TypedChoiceField(label=gettext_lazy("Expires after"), choices=DAYS, coerce=int, initial=30)


def _render_access(request: HttpRequest, user: User, form: TokenForm, **more: Any) -> HttpResponse:
    context = {
        "form": form,
        "sessions": sessions.sessions_of(request, user),
        "tokens": [
            {"token": token, "may": [str(tokens.Scope(scope).label) for scope in token.scopes]}
            for token in tokens.tokens_of(user)
        ],
        "sign_ins": sign_ins_of(user),
        **more,
    }
    return render(request, "account/access.html", context, status=400 if form.errors else 200)


@login_required
@require_safe
@never_cache
def access(request: HttpRequest) -> HttpResponse:
    """Show own sessions, tokens and sign-ins. Permission: signed-in users."""
    assert isinstance(request.user, User)
    return _render_access(request, request.user, TokenForm())


@login_required
@require_POST
@never_cache
@recent_sign_in_required
def new_token(request: HttpRequest) -> HttpResponse:
    """Create and show a token. Permission: signed-in users, after reauthentication."""
    assert isinstance(request.user, User)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _render_access(request, request.user, form)
    data = form.cleaned_data
    with errors_in_form(form) as result:
        token, secret = tokens.create_token(request.user, data["name"], data["scopes"], days=data["days"])
    if result.error:
        return _render_access(request, request.user, form)
    return _render_access(request, request.user, TokenForm(), made=token, secret=secret)


@login_required
@require_POST
def revoke_token(request: HttpRequest, key: int) -> HttpResponse:
    """Revoke a token. Permission: its owner."""
    assert isinstance(request.user, User)
    token = tokens.revoke_token(request.user, key)
    messages.success(request, _("Token “%(name)s” revoked.") % {"name": token.name})
    return redirect("access:page")


@login_required
@require_POST
def end_session(request: HttpRequest, key: int) -> HttpResponse:
    """Sign out of one device. Permission: its owner."""
    assert isinstance(request.user, User)
    sessions.end_session(request.user, key)
    messages.success(request, _("The device is signed out."))
    return redirect("access:page")


@login_required
@require_POST
def end_other_sessions(request: HttpRequest) -> HttpResponse:
    """Sign out of all other devices. Permission: signed-in users, their own."""
    assert isinstance(request.user, User)
    ended = sessions.end_other_sessions(request, request.user)
    message = ngettext("You are signed out on %(n)d other device.", "You are signed out on %(n)d other devices.", ended)
    messages.success(request, message % {"n": ended})
    return redirect("access:page")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def sign_in_again(request: HttpRequest) -> HttpResponse:
    """Reauthenticate by a new sign-in code. Permission: signed-in users."""
    requested = request.POST.get("next", request.GET.get("next", ""))
    safe = url_has_allowed_host_and_scheme(requested, {request.get_host()}, require_https=request.is_secure())
    next_url = requested if safe else reverse("access:page")
    if request.method != "POST":
        return render(request, "account/sign_in_again.html", {"next": next_url})
    get_adapter().logout(request)
    return redirect(f"{reverse('account_request_login_code')}?{urlencode({'next': next_url})}")


_YEAR: Final = 365 * 24 * 3600  # seconds


def _languages() -> list[tuple[str, str]]:
    return [("", _("Browser language")), *languages.available_languages().items()]


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
def language_settings(request: HttpRequest) -> HttpResponse:
    """Change language and time zone. Permission: public, for themselves."""
    user = _reader(request)
    now = languages.preferred_language(user) if user else request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    form = LanguageForm(request.POST if request.method == "POST" else None, user=user, now=now)
    if request.method == "POST" and form.is_valid():
        query_data = form.cleaned_data
        with errors_in_form(form) as refusal:
            if user:
                languages.choose(user, language=query_data["language"], time_zone=query_data["time_zone"])
        if not refusal.error:
            with translation.override(query_data["language"] or translation.get_language()):
                messages.success(request, _("Saved."))
            return _remember(redirect("language:page"), query_data["language"])
    return render(request, "account/language.html", {"form": form}, status=400 if form.errors else 200)


@csrf_exempt  # the form is on cached pages without a token; SameSite keeps the session out of forms of other sites
@require_POST
def switch_language(request: HttpRequest) -> HttpResponse:
    """Switch the language. Permission: public, for themselves.

    Raises:
        UserError: the language is not available.
    """
    language, after = request.POST.get("language", ""), request.POST.get("next", "")
    if language not in languages.available_languages():
        raise UserError(_("This language is not available."))
    user = _reader(request)
    if user:
        languages.choose(user, language=language)
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


DESCRIPTIONS = {
    ("site_role.given", SiteRole.Role.JUDGE): gettext_lazy("is now a site judge"),
    ("site_role.taken", SiteRole.Role.JUDGE): gettext_lazy("is no longer a site judge"),
    ("site_role.given", SiteRole.Role.ORGANISER): gettext_lazy("can now create events"),
    ("site_role.taken", SiteRole.Role.ORGANISER): gettext_lazy("can no longer create events"),
}
VERBS = {verb for verb, _role in DESCRIPTIONS}
LINES_SHOWN = 100


class SiteRoleForm(forms.Form):
    """Form to assign a site role."""

    email = forms.EmailField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("The account must have confirmed this address."),
    )
    role = forms.ChoiceField(
        label=gettext_lazy("Role"), choices=SiteRole.Role.choices, initial=SiteRole.Role.JUDGE, required=False
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=services.MAX_REASON_LENGTH)


@dataclass(frozen=True)
class RoleLogLine:
    """An audit entry about a site role with the names of its users."""

    entry: Entry
    who: User | None
    words: str


def _lines() -> list[RoleLogLine]:
    """Return the latest role changes, newest first."""
    entries = list(Entry.objects.filter(verb__in=VERBS).select_related("actor").order_by("-pk")[:LINES_SHOWN])
    people = User.objects.in_bulk([entry.subject_id for entry in entries])
    return [RoleLogLine(entry, people.get(entry.subject_id), _describe(entry)) for entry in entries]


def _describe(entry: Entry) -> str:
    return str(DESCRIPTIONS[entry.verb, SiteRole.Role(entry.data.get("role", SiteRole.Role.JUDGE))])


def _success_message(user: User, verb: str, role: str) -> str:
    return f"{user} {DESCRIPTIONS[verb, SiteRole.Role(role)]}."


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def site_roles(request: HttpRequest) -> HttpResponse:
    """List and assign site roles. Permission: site administrators."""
    assert isinstance(request.user, User)
    require_site_admin(request.user)
    form = SiteRoleForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            data = {**form.cleaned_data, "role": form.cleaned_data["role"] or SiteRole.Role.JUDGE}
            site_role = services.assign_site_role(request.user, **data)
            messages.success(request, _success_message(site_role.user, "site_role.given", site_role.role))
            return redirect("site:judges")
    site_roles_held = SiteRole.objects.select_related("user", "given_by")
    context = {
        "form": form,
        "judges": site_roles_held.order_by("role", name_order("user__name"), "pk"),
        "lines": _lines(),
    }
    return render(request, "site/judges.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def remove_role(request: HttpRequest, key: int) -> HttpResponse:
    """Remove a site role with a reason. Permission: site administrators."""
    assert isinstance(request.user, User)
    require_site_admin(request.user)
    site_role = SiteRole.objects.filter(pk=key).select_related("user").first()
    if site_role is None:
        raise MissingError(_("This role has already been revoked."))
    services.remove_site_role(request.user, site_role.user, reason=request.POST.get("reason", ""), role=site_role.role)
    messages.success(request, _success_message(site_role.user, "site_role.taken", site_role.role))
    return redirect("site:judges")
