"""Page on which users close their account."""

from django import forms
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from epic_events.accounts.access.sign_ins import recent_sign_in_required
from epic_events.accounts.models import User
from epic_events.events.services import close_account
from epic_events.infra.form_errors import errors_in_form


class CloseForm(forms.Form):
    """Confirmation checkbox."""

    sure = forms.BooleanField(label=gettext_lazy("Close my account permanently"))


@login_required
@recent_sign_in_required
@require_http_methods(["GET", "HEAD", "POST"])
def close(request: HttpRequest) -> HttpResponse:
    """Close the own account. Permission: its user, after reauthentication."""
    assert isinstance(request.user, User)
    form = CloseForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            close_account(request.user, request.user)
            logout(request)
            messages.success(request, _("Your account is closed. Your results are kept without your name."))
            return redirect("web:home")
    return render(request, "web/close.html", {"form": form}, status=400 if form.errors else 200)
