"""Page with the user's sessions, API tokens and recent sign-ins."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.access import sessions, tokens
from epic_events.accounts.access.recent_sign_in import recent_sign_in_required
from epic_events.accounts.access.sign_ins import sign_ins_of
from epic_events.accounts.models import User
from epic_events.infra.form_errors import errors_in_form

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


def _page(request: HttpRequest, user: User, form: TokenForm, **more: Any) -> HttpResponse:
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
    return _page(request, request.user, TokenForm())


@login_required
@require_POST
@never_cache
@recent_sign_in_required
def new_token(request: HttpRequest) -> HttpResponse:
    """Create and show a token. Permission: signed-in users, after reauthentication."""
    assert isinstance(request.user, User)
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, request.user, form)
    data = form.cleaned_data
    with errors_in_form(form) as result:
        token, secret = tokens.create_token(request.user, data["name"], data["scopes"], days=data["days"])
    if result.error:
        return _page(request, request.user, form)
    return _page(request, request.user, TokenForm(), made=token, secret=secret)


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
