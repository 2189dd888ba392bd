"""Forms of the desk: how many go on, and why an event ends early."""

from django import forms
from django.utils.translation import gettext_lazy

from epic_events.pairings.methods.brackets import FULL_SIZES, MOST_PLAYERS, full_size_within


class CutForm(forms.Form):
    """How many go on."""

    size = forms.TypedChoiceField(label=gettext_lazy("Players in the cut"), coerce=int)

    def __init__(self, *, left: int, planned: int | None, chosen: int | None = None) -> None:
        """Offer every size without byes, the one planned, and everybody who is left, as far as they fit.

        Args:
            left: how many are left.
            planned: the size of the plan; None for as many as fit.
            chosen: what was chosen in this form before it was refused.
        """
        most = min(left, MOST_PLAYERS)
        offered = sorted(size for size in {*FULL_SIZES, planned or most, most} if 2 <= size <= most)
        first = planned if planned in offered else full_size_within(most) if planned else most
        super().__init__(initial={"size": chosen if chosen in offered else first})
        field = self.fields["size"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(size, str(size)) for size in offered]


class FinishForm(forms.Form):
    """Why an event ends before all that was planned has been played."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)
