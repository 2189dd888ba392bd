"""Forms for deck checks."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from epic_events.judging.deck_checks.services import MAX_TABLES_DRAWN
from epic_events.judging.models import MAX_NOTE_LENGTH, DeckCheck
from epic_events.judging.penalties.policy import Policy

MAX_MINUTES = 120


class DrawForm(forms.Form):
    """Number and preferences for drawing tables."""

    count = forms.IntegerField(label=gettext_lazy("Tables"), min_value=1, max_value=MAX_TABLES_DRAWN, initial=2)
    prefer_leaders = forms.BooleanField(label=gettext_lazy("Prefer tables of leading players"), required=False)
    prefer_unchecked = forms.BooleanField(
        label=gettext_lazy("Prefer decks that have not been checked"), required=False, initial=True
    )


class FinishForm(forms.Form):
    """The outcome of a deck check."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("Outcome of the check"),
        choices=[choice for choice in DeckCheck.Outcome.choices if choice[0]],
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=gettext_lazy("Findings"),
        required=False,
        max_length=MAX_NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Time extension in minutes"),
        min_value=0,
        max_value=MAX_MINUTES,
        required=False,
        help_text=gettext_lazy(
            "Leave empty to give the table the duration of the check plus three minutes for shuffling."
        ),
    )
    infraction = forms.ChoiceField(label=gettext_lazy("Penalty if a problem was found"), required=False)
    level = forms.ChoiceField(label=gettext_lazy("Level"), required=False)

    def __init__(self, policy: Policy, data: Any = None) -> None:
        super().__init__(data)
        self._policy = policy
        infractions, levels = self.fields["infraction"], self.fields["level"]
        assert isinstance(infractions, forms.ChoiceField)
        assert isinstance(levels, forms.ChoiceField)
        infractions.choices = [("", gettext_lazy("No penalty"))] + [(one.slug, one.name) for one in policy.infractions]
        levels.choices = [("", gettext_lazy("Recommended level"))] + [(one.slug, one.name) for one in policy.levels]

    @property
    def penalty(self) -> tuple[str, str] | None:
        """Slugs of infraction and level, or None for no penalty."""
        infraction = self._policy.infraction(self.cleaned_data["infraction"])
        return (infraction.slug, self.cleaned_data["level"] or infraction.first_level) if infraction else None
