"""Page of notice preferences, and the unsubscribe page linked in every mail."""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from epic_events.accounts.access.sign_ins import device_name
from epic_events.accounts.confirmation import CONFIRM_FIRST, is_confirmed
from epic_events.accounts.models import User
from epic_events.infra.form_errors import ErrorDisplay, errors_as_message
from epic_events.integrations.notices import services
from epic_events.integrations.notices.availability import Availability, is_secure, load_availability
from epic_events.integrations.notices.models import ByMail, Kind, Wish


class PreferencesForm(forms.Form):
    """Preferences for e-mail and push, by kind of notice.

    Channels that are unavailable have no fields.
    """

    def __init__(self, *args: Any, wishes: Mapping[Kind, Wish], channels: Availability, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._wishes = wishes
        for kind, wish in wishes.items():
            if channels.mail:
                self.fields[f"{kind}-mail"] = forms.ChoiceField(
                    label=_("%(kind)s: e-mail") % {"kind": kind.label}, choices=ByMail.choices, initial=wish.mail
                )
            if channels.push:
                self.fields[f"{kind}-push"] = forms.BooleanField(
                    label=_("%(kind)s: device") % {"kind": kind.label}, required=False, initial=wish.push
                )

    def rows(self) -> Iterator[tuple[Kind, forms.BoundField | None, forms.BoundField | None]]:
        """Yield each kind with its fields for e-mail and push."""
        for kind in Kind:
            mail, push = f"{kind}-mail", f"{kind}-push"
            yield kind, self[mail] if mail in self.fields else None, self[push] if push in self.fields else None

    def wished(self) -> dict[Kind, Wish]:
        """Return the preferences by kind; those of unavailable channels are unchanged."""
        data = self.cleaned_data
        return {
            kind: Wish(ByMail(data.get(f"{kind}-mail", wish.mail)), data.get(f"{kind}-push", wish.push))
            for kind, wish in self._wishes.items()
        }


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
    channels = load_availability(request)
    form = PreferencesForm(
        request.POST if request.method == "POST" else None, wishes=services.wishes(request.user), channels=channels
    )
    if request.method == "POST" and form.is_valid():
        services.choose(request.user, form.wished())
        messages.success(request, _("Saved."))
        return redirect("notices:page")
    this_device = request.session.get(services.SESSION_DEVICE)
    devices = [(device, device.pk == this_device) for device in services.devices_of(request.user)]
    context = {
        "form": form,
        "channels": channels,
        "missing": channels.missing if request.user.is_superuser else (),
        "is_secure": is_secure(request),
        "devices": devices,
        "has_this_device": any(is_this for _device, is_this in devices),
        "public_key": channels.push_key,
        "confirm_first": "" if is_confirmed(request.user) else CONFIRM_FIRST,
    }
    return render(request, "notices/choices.html", context, status=400 if form.errors else 200)


@login_required
@require_safe
@never_cache
def question(request: HttpRequest) -> HttpResponse:
    """Return the question whether to notify this device, or 204 if it is not asked.

    The response is a fragment. A browser whose user has agreed before asks with ``renew`` and renews its subscription
    without asking, unless the subscription of its session was deleted: by the user, by the push service or with the
    key of the site.

    Permission: signed-in users, for themselves.
    """
    assert isinstance(request.user, User)
    channels = load_availability(request)
    device = request.session.get(services.SESSION_DEVICE)
    renews = device is None or any(each.pk == device for each in services.devices_of(request.user))
    asks = services.wishes(request.user)[Kind.PAIRINGS].push or (renews and "renew" in request.GET)
    if not channels.push or not asks:
        return HttpResponse(status=204)
    return render(request, "notices/question.html", {"public_key": channels.push_key, "renews": renews})


@login_required
@require_POST
def add_device(request: HttpRequest) -> HttpResponse:
    """Subscribe the requesting browser to push.

    A script that does not accept HTML gets 204, or 400 with a message.

    Permission: signed-in users, for themselves.
    """
    assert isinstance(request.user, User)
    is_script = not request.accepts("text/html")
    form = DeviceForm(request.POST)
    with ErrorDisplay() if is_script else errors_as_message(request) as display:
        data = form.cleaned_data if form.is_valid() else {"endpoint": "", "p256dh": "", "auth": ""}
        device = services.add_device(request.user, name=device_name(request.headers.get("User-Agent", "")), **data)
        request.session[services.SESSION_DEVICE] = device.pk
        if not is_script:
            messages.success(request, _("Device added. It now shows notifications."))
    if is_script and display.error:
        return JsonResponse({"message": str(display.error)}, status=400)
    return HttpResponse(status=204) if is_script else redirect("notices:page")


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
