"""Page of notice preferences, and the unsubscribe page linked in every mail."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from epic_events.accounts.access.sign_ins import device_name
from epic_events.accounts.confirmation import CONFIRM_FIRST, is_confirmed
from epic_events.accounts.models import User
from epic_events.infra.form_errors import errors_as_message
from epic_events.integrations.notices import push, services
from epic_events.integrations.notices.models import ByMail, Kind, Wish


class PreferencesForm(forms.Form):
    """Preferences for e-mail and push, by kind of notice."""

    def __init__(self, *args: Any, wishes: Mapping[Kind, Wish], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind, wish in wishes.items():
            self.fields[f"{kind}-mail"] = forms.ChoiceField(
                label=_("%(kind)s: e-mail") % {"kind": kind.label}, choices=ByMail.choices, initial=wish.mail
            )
            self.fields[f"{kind}-push"] = forms.BooleanField(
                label=_("%(kind)s: device") % {"kind": kind.label}, required=False, initial=wish.push
            )

    def rows(self) -> Iterator[tuple[Kind, forms.BoundField, forms.BoundField]]:
        """Yield each kind with its two fields."""
        for kind in Kind:
            yield kind, self[f"{kind}-mail"], self[f"{kind}-push"]

    def wished(self) -> dict[Kind, Wish]:
        """Return the submitted preferences by kind."""
        data = self.cleaned_data
        return {kind: Wish(ByMail(data[f"{kind}-mail"]), data[f"{kind}-push"]) for kind in Kind}


class DeviceForm(forms.Form):
    """Push subscription sent by a browser."""

    endpoint = forms.CharField(max_length=1000)
    p256dh = forms.CharField(max_length=120)
    auth = forms.CharField(max_length=40)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def choices(request: HttpRequest) -> HttpResponse:
    """Show and change notice preferences. Permission: signed-in users, their own."""
    assert isinstance(request.user, User)
    form = PreferencesForm(request.POST if request.method == "POST" else None, wishes=services.wishes(request.user))
    if request.method == "POST" and form.is_valid():
        services.choose(request.user, form.wished())
        messages.success(request, _("Saved."))
        return redirect("notices:page")
    context = {
        "form": form,
        "devices": services.devices_of(request.user),
        "public_key": push.public_key(),
        "confirm_first": "" if is_confirmed(request.user) else CONFIRM_FIRST,
    }
    return render(request, "notices/choices.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def add_device(request: HttpRequest) -> HttpResponse:
    """Subscribe the requesting browser to push.

    Permission: signed-in users, for themselves.
    """
    assert isinstance(request.user, User)
    form = DeviceForm(request.POST)
    with errors_as_message(request):
        data = form.cleaned_data if form.is_valid() else {"endpoint": "", "p256dh": "", "auth": ""}
        services.add_device(request.user, name=device_name(request.headers.get("User-Agent", "")), **data)
        messages.success(request, _("Device added. It now shows notifications."))
    return redirect("notices:page")


@login_required
@require_POST
def remove_device(request: HttpRequest, key: int) -> HttpResponse:
    """Remove a device. Permission: signed-in users, their own devices."""
    assert isinstance(request.user, User)
    services.remove_device(request.user, key)
    messages.success(request, _("Device removed. It no longer shows notifications."))
    return redirect("notices:page")


@csrf_exempt  # mail programs send it without a token (RFC 8058); the link is signed
@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
def end(request: HttpRequest, token: str) -> HttpResponse:
    """Unsubscribe from mails of a kind by POST; GET asks for confirmation.

    Permission: the signed link.
    """
    ending = services.read_unsubscribe_link(token)
    done = request.method == "POST"
    if done:
        services.unsubscribe_user(ending)
    kind = None if ending.kind == services.EVERYTHING else Kind(ending.kind)
    return render(request, "notices/unsubscribe.html", {"kind": kind, "done": done, "token": token})
