"""Filter of an event's audit log by name, reason, category, round and table."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from epic_events.audit_log.models import Entry, EntryQuerySet
from epic_events.events.extensions import AuditScope, audit_categories, audit_rounds, audit_scopes
from epic_events.events.models import Event

MAX_TABLE_NUMBER = 2**31 - 1


class AuditLogFilter(forms.Form):
    """Form that filters the audit log of an event."""

    q = forms.CharField(
        label=_("Name or reason"), required=False, max_length=80, widget=forms.TextInput(attrs={"type": "search"})
    )
    kind = forms.ChoiceField(label=_("Category"), required=False)
    round = forms.ChoiceField(label=_("Round"), required=False)
    table = forms.IntegerField(label=_("Table"), required=False, min_value=1, max_value=MAX_TABLE_NUMBER)

    def __init__(self, data: Any, event: Event) -> None:
        super().__init__(data)
        self.event = event
        self.fields["kind"].choices = [("", _("All")), *_category_choices(event)]  # type: ignore[attr-defined]  # a choice field
        rounds = [(str(key), name) for rounds_of in audit_rounds for key, name in rounds_of(event)]
        self.fields["round"].choices = [("", _("All")), *rounds]  # type: ignore[attr-defined]  # a choice field

    def lines(self) -> EntryQuerySet:
        """Return the matching audit entries, newest first, or none if the form is invalid."""
        entries = Entry.objects.of_event(self.event.pk)
        if not self.is_bound:
            return entries
        if not self.is_valid():
            return entries.none()
        asked = self.cleaned_data
        if asked["kind"]:
            entries = entries.filter(verb__startswith=f"{asked['kind']}.")
        if words := asked["q"].strip():
            of = self.event.registrations.filter(name__icontains=words)
            entries = entries.filter(
                Q(actor__name__icontains=words)
                | Q(reason__icontains=words)
                | _subjects_q(AuditScope(self.event, registrations=of))
            )
        if asked["round"] or asked["table"]:
            there = AuditScope(
                self.event, round_id=int(asked["round"]) if asked["round"] else None, table=asked["table"]
            )
            entries = entries.filter(_subjects_q(there))
        return entries


def _category_choices(event: Event) -> Sequence[tuple[str, str]]:
    """Return the categories that occur in the event's audit log, sorted by label."""
    verbs = Entry.objects.filter(event_id=event.pk).order_by().values_list("verb", flat=True).distinct()
    found = {verb.partition(".")[0] for verb in verbs}
    return sorted(
        ((kind, str(audit_categories.get(kind, kind.capitalize()))) for kind in found), key=lambda each: each[1]
    )


def _subjects_q(scope: AuditScope) -> Q:
    """Return the condition that selects audit entries about the subjects of a scope."""
    fits = Q(pk__in=())
    for subjects_of in audit_scopes:
        for kind, found in subjects_of(scope).items():
            fits |= Q(subject_type=kind, subject_id__in=found.order_by().values("pk"))
    return fits
