"""Forms for round clocks and time extensions."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy

from epic_events.judging.clock.models import MAX_EXTENSION_MINUTES
from epic_events.judging.clock.services import MAX_REASON_LENGTH, MAX_ROUND_MINUTES

DEFAULT_EXTENSION_MINUTES = 3
_MAX_TABLE = 1_000_000


class StartForm(forms.Form):
    """The length of the round."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        min_value=1,
        max_value=MAX_ROUND_MINUTES,
        required=False,
        help_text=gettext_lazy("Leave empty to use the planned round length."),
    )


class PreparationForm(forms.Form):
    """The length of drafting or building."""

    omit_optional_marks: ClassVar[bool] = True

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=1, max_value=MAX_ROUND_MINUTES, required=False
    )


class AddMinutesForm(forms.Form):
    """Minutes to add to the whole round, and the reason."""

    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"),
        min_value=-MAX_EXTENSION_MINUTES,
        max_value=MAX_EXTENSION_MINUTES,
        initial=5,
        help_text=gettext_lazy("Applies to all tables. Enter a negative number to shorten the round."),
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=MAX_REASON_LENGTH, required=False)


class ExtensionForm(forms.Form):
    """A time extension for one table."""

    table = forms.IntegerField(label=gettext_lazy("Table"), min_value=1, max_value=_MAX_TABLE)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes"), min_value=1, max_value=MAX_EXTENSION_MINUTES, initial=DEFAULT_EXTENSION_MINUTES
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=MAX_REASON_LENGTH,
        help_text=gettext_lazy("Shown to the players at the table. Example: “deck check”."),
    )

    def __init__(self, data: Any = None, *, table: int | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if table is not None:
            self.fields["table"].widget = forms.HiddenInput()
            self.fields["table"].initial = table
