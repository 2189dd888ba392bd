"""Views that list, add and remove avoidances ("do not pair")."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.collation import name_order
from epic_events.infra.errors import MissingError
from epic_events.infra.form_errors import errors_in_form
from epic_events.pairings.models import Avoidance
from epic_events.pairings.rounds.services.avoidance import add_avoidance, remove_avoidance

MAX_SUGGESTED_NAMES = 300
"""Maximum number of players for which name suggestions are sent."""


class EntryField(forms.CharField):
    """A player of the event, by name or registration key."""

    def __init__(self, event: Event | None = None, **kwargs: Any) -> None:
        super().__init__(
            max_length=80, widget=forms.TextInput(attrs={"list": "names", "autocomplete": "off"}), **kwargs
        )
        self.event = event

    def clean(self, value: Any) -> Any:
        """Return the registration.

        Raises:
            forms.ValidationError: no player, or more than one, has this name.
        """
        typed = str(super().clean(value)).strip()
        assert self.event is not None
        entries = Registration.objects.filter(event=self.event).exclude(status=Registration.Status.WITHDRAWN)
        matching_entries = list(entries.filter(name__iexact=typed)[:2])
        if not matching_entries and typed.isascii() and typed.isdigit() and len(typed) < 19:
            matching_entries = list(entries.filter(pk=int(typed)))
        if not matching_entries:
            raise forms.ValidationError(_("No player in this event has this name."))
        if len(matching_entries) > 1:
            raise forms.ValidationError(
                _("Several players have this name. Enter the number at the end of the player's page address.")
            )
        return matching_entries[0]


class AvoidanceForm(forms.Form):
    """A new avoidance: two players, strength and reason."""

    first = EntryField(label=gettext_lazy("Player"))
    second = EntryField(label=gettext_lazy("Other player"))
    strength = forms.ChoiceField(
        label=gettext_lazy("Do not pair"),
        choices=Avoidance.Strength.choices,
        initial=Avoidance.Strength.SOFT,
        widget=forms.RadioSelect,
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        help_text=gettext_lazy("For staff only: recorded in the audit log and never shown to players."),
    )

    def __init__(self, event: Event, data: Any = None) -> None:
        super().__init__(data)
        for name in ("first", "second"):
            field = self.fields[name]
            assert isinstance(field, EntryField)
            field.event = event


@login_required
@never_cache
def avoidances(request: HttpRequest, slug: str) -> HttpResponse:
    """List and add avoidances. Permission: organisers, head judges and scorekeepers."""
    event, event_rights = get_event_for_staff(request, slug)
    actor = signed_in_user(request)
    require_scorekeeper(actor, event)
    form = AvoidanceForm(event, request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with errors_in_form(form):
            add_avoidance(actor, event, **form.cleaned_data)
            messages.success(request, _("These players will not be paired with each other from the next round on."))
            return redirect("pairings:avoidances", slug)
    entries = event.registrations.exclude(status=Registration.Status.WITHDRAWN)
    names = list(entries.order_by(name_order("name")).values_list("name", flat=True)[: MAX_SUGGESTED_NAMES + 1])
    context = {
        "event": event,
        "rights": event_rights,
        "form": form,
        "names": names if len(names) <= MAX_SUGGESTED_NAMES else [],
        "rows": event.avoidances.select_related("first", "second", "by").order_by(name_order("first__name"), "pk"),
    }
    return render(request, "pairings/avoidances.html", context, status=400 if form.errors else 200)


@login_required
@require_POST
def remove(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Remove an avoidance.

    Permission: organisers, head judges and scorekeepers, checked by the service.
    """
    event, _held = get_event_for_staff(request, slug)
    require_scorekeeper(signed_in_user(request), event)
    avoidance = event.avoidances.filter(pk=pk).first()
    if avoidance is None:
        raise MissingError(_("These players can already be paired."))
    avoidance.event = event
    remove_avoidance(signed_in_user(request), avoidance)
    messages.success(request, _("These players can be paired again."))
    return redirect("pairings:avoidances", slug)
