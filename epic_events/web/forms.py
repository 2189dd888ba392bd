"""Forms to find a table, to duplicate an event and to close an account."""

from datetime import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.events.defaults import check_slug
from epic_events.events.forms import LocalDateTimeField, to_aware_datetime
from epic_events.events.models import Event


class DuplicateForm(forms.Form):
    """Start, name and address of the copy.

    Args:
        event: the source; the start is in its time zone.
    """

    name = forms.CharField(label=_("Name"), max_length=120)
    starts_at = LocalDateTimeField(label=_("Start"), help_text=_("In the time zone of the venue."))
    slug = forms.SlugField(
        label=_("Address"),
        max_length=80,
        required=False,
        validators=[check_slug],
        help_text=_("The last part of the event's address. Leave empty to use the name."),
    )

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"name": event.name})
        super().__init__(*args, **kwargs)
        self.event = event

    def clean_starts_at(self) -> datetime:
        """Return the start as an aware datetime in the time zone of the event."""
        return to_aware_datetime(self.cleaned_data["starts_at"], self.event.zone)


class TableNumberForm(forms.Form):
    """Number of the table to open."""

    table = forms.RegexField(
        r"^[0-9]{1,6}\Z",
        label=_("Table number"),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "size": 6, "autocomplete": "off"}),
        error_messages={"invalid": _("Enter a table number, such as 12.")},
    )


class CloseForm(forms.Form):
    """Confirmation that the account is to be closed."""

    sure = forms.BooleanField(label=_("Close my account permanently"))
