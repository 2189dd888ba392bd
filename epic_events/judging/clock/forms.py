"""What the staff types about clocks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from epic_events.judging.clock.models import MOST_MINUTES
from epic_events.judging.clock.services import LONGEST_REASON, LONGEST_ROUND

USUAL_EXTENSION = 3
_MOST_TABLE = 1_000_000


class StartForm(forms.Form):
    """How long the clock of a round runs."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=1,
        max_value=LONGEST_ROUND,
        required=False,
        help_text=_("Leave empty to use the planned round length."),
    )


class AddForm(forms.Form):
    """How much longer a whole round takes, and why."""

    minutes = forms.IntegerField(
        label=_("Minutes"),
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        initial=5,
        help_text=_("Applies to all tables. Enter a negative number to shorten the round."),
    )
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON, required=False)


class ExtendForm(forms.Form):
    """Which table plays how much longer, and why."""

    table = forms.IntegerField(label=_("Table"), min_value=1, max_value=_MOST_TABLE)
    minutes = forms.IntegerField(label=_("Minutes"), min_value=1, max_value=MOST_MINUTES, initial=USUAL_EXTENSION)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("Shown to the players at the table. Example: “deck check”."),
    )

    def __init__(self, data: Any = None, *, table: int | None = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        if table is not None:
            self.fields["table"].widget = forms.HiddenInput()
            self.fields["table"].initial = table
