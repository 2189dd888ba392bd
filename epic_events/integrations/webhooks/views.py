"""Page of an event's webhooks and their latest deliveries."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form
from epic_events.integrations.webhooks import services
from epic_events.integrations.webhooks.models import MAX_ADDRESS_LENGTH, Webhook
from epic_events.integrations.webhooks.sending import visible_secret

SHOWN = 20


class WebhookForm(forms.Form):
    """URL and kinds of changes of a new webhook."""

    address = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=MAX_ADDRESS_LENGTH,
        help_text=gettext_lazy("The https:// URL that receives the events as JSON."),
        widget=forms.URLInput(attrs={"autocomplete": "off"}),
    )
    kinds = forms.CharField(
        label=gettext_lazy("Event types"),
        max_length=300,
        required=False,
        help_text=gettext_lazy(
            "Separated by spaces, for example: round result match registration. Leave empty for all."
        ),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def webhooks(request: HttpRequest, slug: str) -> HttpResponse:
    """List and create webhooks of an event. Permission: the event's organisers."""
    event, event_rights = get_event_for_staff(request, slug)
    require_organiser(signed_in_user(request), event)
    form, new_webhook = WebhookForm(request.POST if request.method == "POST" else None), None
    if request.method == "POST" and form.is_valid():
        data = form.cleaned_data
        with errors_in_form(form):
            new_webhook = services.create_webhook(
                signed_in_user(request), event, address=data["address"], kinds=data["kinds"].replace(",", " ").split()
            )
            form = WebhookForm()
    rows = [
        {"webhook": webhook, "deliveries": webhook.deliveries.order_by("-line")[:SHOWN]}
        for webhook in event.webhooks.order_by("pk")
    ]
    context = {
        "event": event,
        "rights": event_rights,
        "form": form,
        "rows": rows,
        "made": new_webhook,
        "secret": visible_secret(new_webhook.secret) if new_webhook else "",
    }
    return render(request, "webhooks/webhooks.html", context, status=400 if form.errors else 200)


def _webhook(event: Event, key: int) -> Webhook:
    webhook = event.webhooks.filter(pk=key).first()
    if webhook is None:
        raise MissingError(_("This webhook has been deleted."))
    webhook.event = event
    return webhook


@login_required
@require_POST
def toggle_webhook(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Turn a webhook on or off. Permission: the event's organisers."""
    event, _held = get_event_for_staff(request, slug)
    require_organiser(signed_in_user(request), event)
    active = request.POST.get("active") == "1"
    services.update_webhook(signed_in_user(request), _webhook(event, key), active=active)
    messages.success(request, _("Webhook enabled.") if active else _("Webhook disabled."))
    return redirect("webhooks:page", slug)


@login_required
@require_POST
def delete_webhook(request: HttpRequest, slug: str, key: int) -> HttpResponse:
    """Delete a webhook. Permission: the event's organisers."""
    event, _held = get_event_for_staff(request, slug)
    require_organiser(signed_in_user(request), event)
    services.delete_webhook(signed_in_user(request), _webhook(event, key))
    messages.success(request, _("Webhook deleted."))
    return redirect("webhooks:page", slug)
