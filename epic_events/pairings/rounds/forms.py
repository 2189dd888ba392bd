"""Forms of the desk: size of the cut, and reason for ending an event early."""

from django import forms
from django.utils.translation import gettext_lazy

from epic_events.pairings.methods.brackets import FULL_SIZES, MAX_PLAYERS, largest_full_size


class CutForm(forms.Form):
    """The number of players in the cut."""

    size = forms.TypedChoiceField(label=gettext_lazy("Players in the cut"), coerce=int)

    def __init__(self, *, left: int, planned: int | None, chosen: int | None = None) -> None:
        """Offer the planned size, all sizes without byes, and all remaining players.

        Args:
            left: the number of remaining players.
            planned: the planned size. `None` for as many as possible.
            chosen: the size in a rejected form.
        """
        most = min(left, MAX_PLAYERS)
        offered = sorted(size for size in {*FULL_SIZES, planned or most, most} if 2 <= size <= most)
        first = planned if planned in offered else largest_full_size(most) if planned else most
        super().__init__(initial={"size": chosen if chosen in offered else first})
        field = self.fields["size"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [(size, str(size)) for size in offered]


class FinishForm(forms.Form):
    """The reason for ending an event before all planned rounds are played."""

    reason = forms.CharField(label=gettext_lazy("Reason"), required=False, max_length=500)
