"""Tabs and audit log labels of the events app."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from epic_events.events.extensions import (
    AuditScope,
    Tab,
    audit_action_labels,
    audit_categories,
    audit_scopes,
    event_tabs,
)
from epic_events.events.forms import EventForm


def _describe_change(data: dict[str, Any]) -> str:
    """Return the label of an event change, with the form labels of the changed fields."""
    fields = EventForm.base_fields
    labels = [
        f"“{fields[name].label}”" if name in fields else name.replace("_", " ") for name in data.get("fields") or []
    ]
    if not labels:
        return gettext("changed the event")
    return gettext("changed the event: %(fields)s") % {"fields": ", ".join(labels)}


def entries_in(scope: AuditScope) -> Mapping[str, QuerySet[Any]]:
    """Return the entries that a scope of the audit log selects by registration."""
    if scope.registrations is None or scope.round_id is not None or scope.table is not None:
        return {}
    return {"events.registration": scope.registrations}


def register() -> None:
    """Register the tabs and audit log labels of the events app."""
    audit_scopes.append(entries_in)
    audit_categories.update(
        {
            "event": _("The event"),
            "stages": _("Stages"),
            "staff": _("Staff"),
            "registration": _("Entries"),
            "player": _("Players"),
        }
    )
    event_tabs.register(Tab(10, _("Overview"), "events:detail", lambda _event, _rights: True, is_exact=True))
    event_tabs.register(Tab(20, _("Players"), "events:players", lambda _event, _rights: True))
    event_tabs.register(Tab(80, _("Staff"), "events:staff", lambda _event, rights: rights.staff, staff=True))
    event_tabs.register(Tab(90, _("Audit log"), "events:audit_log", lambda _event, rights: rights.staff, staff=True))
    audit_action_labels.update(
        {
            "event.created": _("created the event"),
            "event.duplicated": _("copied the event “%(source)s” with its staff"),
            "event.interpretations_chosen": _("chose interpretations: %(readings)s"),
            "event.printings_chosen": _("chose printings: %(printings)s"),
            "event.changed": _describe_change,
            "stages.planned": _("changed the stage plan"),
            "event.opened": _("opened registration"),
            "event.cancelled": _("cancelled the event"),
            "event.started": _("started the event"),
            "event.finished": _("ended the event"),
            "staff.assigned": _("assigned a role"),
            "staff.revoked": _("revoked a role"),
            "staff.invited": _("sent an invitation to a role"),
            "staff.accepted": _("accepted a role"),
            "staff.declined": _("declined a role"),
            "staff.invitation_revoked": _("revoked an invitation"),
            "registration.created": _("registered"),
            "registration.added": _("entered a player"),
            "registration.promoted": _("freed a place for the next player on the waitlist"),
            "registration.admitted": _("admitted a player from the waitlist"),
            "registration.withdrawn": _("cancelled a registration"),
            "registration.checked_in": _("checked in"),
            "registration.check_in_undone": _("undid a check-in"),
            "registration.changed": _("changed an entry"),
            "registration.claimed": _("claimed an entry"),
            "registration.merged": _("merged two players"),
            "registration.dropped": _("recorded a drop"),
            "registration.reinstated": _("reinstated a player"),
            "registration.anonymised": _("removed personal data"),
        }
    )
