"""What judges and players fill in about decisions and appeals."""

import re
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from epic_events.floor.decisions.wording import Ruling
from epic_events.floor.models import Penalty
from epic_events.floor.models.decision import LONGEST_PLEA, LONGEST_REMEDY, LONGEST_RULING, MOST_MINUTES

LONGEST_CITATIONS = 600


class RulingForm(forms.Form):
    """A decision: the ruling, the remedy, the rules it rests on, the extension, the penalty that goes with it."""

    text = forms.CharField(
        label=gettext_lazy("Ruling"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=LONGEST_RULING,
        help_text=gettext_lazy("What was right, in words that both players understand; they read it."),
    )
    remedy = forms.CharField(
        label=gettext_lazy("How the game goes on"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=LONGEST_REMEDY,
        required=False,
        help_text=gettext_lazy("Back to a point, as it is, or begun anew."),
    )
    citations = forms.CharField(
        label=gettext_lazy("Rules"),
        max_length=LONGEST_CITATIONS,
        required=False,
        help_text=gettext_lazy("Their numbers, with commas: 4.4.6, 5.2.1"),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Extension in minutes"), min_value=0, max_value=MOST_MINUTES, required=False, initial=0
    )
    penalty = forms.ModelChoiceField(Penalty.objects.none(), label=gettext_lazy("Penalty given"), required=False)

    def __init__(self, *args: Any, penalties: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if penalties is None or not penalties.exists():
            del self.fields["penalty"]
        else:
            field = self.fields["penalty"]
            assert isinstance(field, forms.ModelChoiceField)
            field.queryset = penalties

    @property
    def ruling(self) -> Ruling:
        """What was filled in."""
        data = self.cleaned_data
        cited = tuple(one.strip() for one in re.split(r"[,;\s]+", data["citations"]) if one.strip())
        return Ruling(data["text"], data["remedy"], cited, data["minutes"] or 0)


class CorrectForm(RulingForm):
    """A decision anew, and why."""

    reason = forms.CharField(label=gettext_lazy("Why it changes"), max_length=500)


class AppealForm(forms.Form):
    """Why a player appeals."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong with the decision?"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=LONGEST_PLEA,
        required=False,
    )


class AppealDecisionForm(RulingForm):
    """The head judge's own decision, and whether the judge's stands."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("The judge's decision"),
        choices=(("uphold", gettext_lazy("stands")), ("change", gettext_lazy("is changed"))),
        widget=forms.RadioSelect,
    )

    field_order = ("outcome", "text", "remedy", "citations", "minutes")

    @property
    def upheld(self) -> bool:
        """Whether the judge's decision stands."""
        return bool(self.cleaned_data["outcome"] == "uphold")


def initial_of(decision: Any) -> dict[str, Any]:
    """Return what a form begins with that corrects a decision."""
    return {
        "text": decision.text,
        "remedy": decision.remedy,
        "citations": ", ".join(decision.citations),
        "minutes": decision.minutes,
    }
