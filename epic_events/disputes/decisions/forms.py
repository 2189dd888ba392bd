"""The form for a decision on a dispute."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from epic_events.disputes.models import Dispute
from epic_events.events.permissions import Rights
from epic_events.judging.decisions.forms import DecisionForm, get_initial_data, get_penalty_choices
from epic_events.judging.decisions.validation import DecisionContent
from epic_events.reference.rules.selectors import Cited


class DisputeDecisionForm(DecisionForm):
    """A decision on a dispute, with the rules of the verdict as checkboxes."""

    suggested = forms.MultipleChoiceField(
        label=gettext_lazy("Rules of the verdict"), required=False, widget=forms.CheckboxSelectMultiple
    )

    field_order = ("text", "remedy", "suggested", "citations", "minutes", "fined", "infraction", "level")

    def __init__(
        self,
        *args: Any,
        dispute: Dispute,
        held: Rights,
        cited: Sequence[tuple[str, Cited]],
        prefilled: Mapping[str, Any],
        **more: Any,
    ) -> None:
        written = get_initial_data(dispute.decision) if dispute.decision else {}
        super().__init__(*args, initial={**written, **prefilled}, **get_penalty_choices(dispute.match, held), **more)
        if dispute.match is None:
            del self.fields["minutes"]
        field = self.fields["suggested"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [(citation, _name_rule(named)) for citation, named in cited]
        if not cited:
            del self.fields["suggested"]

    @property
    def content(self) -> DecisionContent:
        """The decision with the selected rules of the verdict."""
        given = super().content
        return replace(given, citations=(*self.cleaned_data.get("suggested", ()), *given.citations))


def _name_rule(rule: Cited) -> str:
    return rule.label if rule.heading in ("", rule.label) else f"{rule.label} {rule.heading}"
