"""Forms for penalties."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.judging.models import MAX_NOTE_LENGTH
from epic_events.judging.penalties.policy import Effect, Kind, Policy
from epic_events.judging.penalties.selectors import InfractionGuide


class PenaltyForm(forms.Form):
    """A new penalty: infraction, level, note and whether to apply its effect."""

    infraction = forms.ChoiceField(label=gettext_lazy("Infraction"))
    level = forms.ChoiceField(
        label=gettext_lazy("Level"),
        required=False,
        help_text=gettext_lazy("Leave empty for the level that the policy recommends for this player."),
    )
    note = forms.CharField(
        label=gettext_lazy("What happened"),
        required=False,
        max_length=MAX_NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Visible to the staff of this and later events, not to the player."),
    )
    apply = forms.BooleanField(
        label=gettext_lazy("Apply the effect of the level: enter the match loss or drop the player"),
        required=False,
        initial=True,
    )

    def __init__(self, policy: Policy, guides: list[InfractionGuide], *, disqualifies: bool, data: Any = None) -> None:
        super().__init__(data)
        self._usual = {guide.infraction.slug: guide.level.slug for guide in guides if guide.level}
        infractions = self.fields["infraction"]
        assert isinstance(infractions, forms.ChoiceField)
        labels = {guide.infraction.slug: _infraction_label(guide) for guide in guides}
        infractions.choices = get_infraction_choices(policy, labels)
        levels = self.fields["level"]
        assert isinstance(levels, forms.ChoiceField)
        levels.choices = get_level_choices(policy, disqualifies=disqualifies)

    def clean(self) -> dict[str, Any]:
        """Set the recommended level if none was chosen."""
        data = super().clean() or {}
        if data.get("infraction") and not data.get("level"):
            data["level"] = self._usual.get(data["infraction"], "")
        return data


Choices = list[tuple[str, Any]]


def get_infraction_choices(policy: Policy, labels: Mapping[str, str] = MappingProxyType({})) -> Choices:
    """Return the infractions of a policy as choices, grouped by severity.

    Args:
        policy: the policy.
        labels: labels by slug that replace the names of infractions.
    """
    names = {Kind.MINOR: _("Minor"), Kind.MAJOR: _("Major")}
    return [("", "")] + [
        (names[kind], [(one.slug, labels.get(one.slug, one.name)) for one in policy.infractions if one.kind is kind])
        for kind in Kind
    ]


def get_level_choices(policy: Policy, *, disqualifies: bool) -> Choices:
    """Return the levels of a policy as choices, with disqualification if allowed."""
    return [("", _("Recommended level"))] + [
        (level.slug, level.name)
        for level in policy.levels
        if disqualifies or level.effect is not Effect.DISQUALIFICATION
    ]


def _infraction_label(guide: InfractionGuide) -> str:
    """Return the name of an infraction with its recommended level."""
    level = guide.level.name if guide.level else ""
    if not guide.previous_count:
        return f"{guide.infraction.name} ({level})"
    return _("%(name)s (%(level)s: repeat infraction)") % {"name": guide.infraction.name, "level": level}
