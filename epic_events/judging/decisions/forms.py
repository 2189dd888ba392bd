"""Forms for decisions and appeals."""

import re
from typing import Any, Final, TypeVar

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from epic_events.events.models import Registration
from epic_events.events.permissions import Rights
from epic_events.judging.decisions.validation import DecisionContent, NewPenalty
from epic_events.judging.models import MAX_APPEAL_LENGTH, MAX_MINUTES, MAX_REMEDY_LENGTH, MAX_TEXT_LENGTH, Penalty
from epic_events.judging.penalties.forms import get_infraction_choices, get_level_choices
from epic_events.judging.penalties.policy import Policy, get_policy
from epic_events.judging.permissions import Permission, grants
from epic_events.pairings.models import Match

MAX_CITATIONS_LENGTH = 600
NEW_PENALTY_FIELDS: Final = ("fined", "infraction", "level")
"""Fields of the new penalty."""


class DecisionForm(forms.Form):
    """A decision with remedy, cited rules, time extension and optional penalty.

    The penalty is one of ``penalties``, given earlier, or a new one for one of ``players`` according to ``policy``.
    """

    text = forms.CharField(
        label=gettext_lazy("Ruling"),
        widget=forms.Textarea(attrs={"rows": 4}),
        max_length=MAX_TEXT_LENGTH,
        help_text=gettext_lazy("Explain the ruling in words that both players understand. It is shown to them."),
    )
    remedy = forms.CharField(
        label=gettext_lazy("How the game continues"),
        widget=forms.Textarea(attrs={"rows": 2}),
        max_length=MAX_REMEDY_LENGTH,
        required=False,
        help_text=gettext_lazy("For example: rewind to an earlier point, continue as it is, or restart the game."),
    )
    citations = forms.CharField(
        label=gettext_lazy("Rules"),
        max_length=MAX_CITATIONS_LENGTH,
        required=False,
        help_text=gettext_lazy("Rule numbers separated by commas. Example: 4.4.6, 5.2.1"),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Time extension in minutes"), min_value=0, max_value=MAX_MINUTES, required=False, initial=0
    )
    penalty = forms.ModelChoiceField(Penalty.objects.none(), label=gettext_lazy("Existing penalty"), required=False)
    fined = forms.ModelChoiceField(
        Registration.objects.none(),
        label=gettext_lazy("Player to penalise"),
        required=False,
        empty_label=gettext_lazy("No player"),
        help_text=gettext_lazy("The penalty is given together with the decision."),
    )
    infraction = forms.ChoiceField(label=gettext_lazy("Infraction"), required=False)
    level = forms.ChoiceField(
        label=gettext_lazy("Level"),
        required=False,
        help_text=gettext_lazy("Leave empty for the level that the policy recommends for this player."),
    )

    def __init__(
        self,
        *args: Any,
        penalties: QuerySet[Penalty] | None = None,
        players: QuerySet[Registration] | None = None,
        policy: Policy | None = None,
        disqualifies: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        if penalties is None or not penalties.exists():
            del self.fields["penalty"]
        else:
            _get_field(self, "penalty", forms.ModelChoiceField).queryset = penalties
        if players is None or policy is None:
            for name in NEW_PENALTY_FIELDS:
                del self.fields[name]
            return
        _get_field(self, "fined", forms.ModelChoiceField).queryset = players
        _get_field(self, "infraction", forms.ChoiceField).choices = get_infraction_choices(policy)
        _get_field(self, "level", forms.ChoiceField).choices = get_level_choices(policy, disqualifies=disqualifies)

    def clean(self) -> dict[str, Any]:
        """Reject a new penalty without player or without infraction."""
        data = super().clean() or {}
        if data.get("fined") and not data.get("infraction"):
            self.add_error("infraction", _("Choose an infraction."))
        if not data.get("fined") and (data.get("infraction") or data.get("level")) and "fined" not in self.errors:
            self.add_error("fined", _("Choose the player to penalise."))
        if data.get("fined") and data.get("penalty"):
            self.add_error("fined", _("Choose an existing penalty or give a new one, not both."))
        return data

    @property
    def content(self) -> DecisionContent:
        """The submitted content."""
        data = self.cleaned_data
        cited = tuple(one.strip() for one in re.split(r"[,;\s]+", data["citations"]) if one.strip())
        return DecisionContent(data["text"], data["remedy"], cited, data.get("minutes") or 0)

    @property
    def new_penalty(self) -> NewPenalty | None:
        """The submitted new penalty, or None."""
        data = self.cleaned_data
        return NewPenalty(data["fined"], data["infraction"], data["level"]) if data.get("fined") else None


class CorrectionForm(DecisionForm):
    """A corrected decision and the reason for the correction."""

    reason = forms.CharField(label=gettext_lazy("Reason for the change"), max_length=500)


class AppealForm(forms.Form):
    """The reason for an appeal."""

    reason = forms.CharField(
        label=gettext_lazy("What is wrong with the decision?"),
        widget=forms.Textarea(attrs={"rows": 3}),
        max_length=MAX_APPEAL_LENGTH,
        required=False,
    )


class AppealDecisionForm(DecisionForm):
    """The head judge's decision on an appeal."""

    outcome = forms.ChoiceField(
        label=gettext_lazy("Outcome of the appeal"),
        choices=(("uphold", gettext_lazy("Uphold the decision")), ("change", gettext_lazy("Change the decision"))),
        widget=forms.RadioSelect,
    )

    field_order = ("outcome", "text", "remedy", "citations", "minutes", "fined", "infraction", "level")

    @property
    def upheld(self) -> bool:
        """True if the appealed decision stands."""
        return bool(self.cleaned_data["outcome"] == "uphold")


Field = TypeVar("Field", bound=forms.Field)


def _get_field(form: forms.Form, name: str, kind: type[Field]) -> Field:
    field = form.fields[name]
    assert isinstance(field, kind)
    return field


def get_penalty_choices(match: Match | None, event_rights: Rights) -> dict[str, Any]:
    """Return the penalty arguments of ``DecisionForm`` for a match.

    Empty if there is none.
    """
    if match is None:
        return {}
    event = match.round.stage.event
    players = Registration.objects.filter(seats__match=match).select_related("player").order_by("seats__place")
    return {
        "players": players,
        "policy": get_policy(event.game),
        "disqualifies": grants(event_rights, Permission.DISQUALIFY),
    }


def get_initial_data(decision: Any) -> dict[str, Any]:
    """Return the initial form data for correcting a decision."""
    return {
        "text": decision.text,
        "remedy": decision.remedy,
        "citations": ", ".join(decision.citations),
        "minutes": decision.minutes,
    }
