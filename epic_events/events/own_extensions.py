"""The tabs of an event that this app brings, and the words for what its services log."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from epic_events.events.extensions import LogScope, Tab, event_tabs, log_kinds, log_scopes, log_words
from epic_events.events.forms import EventForm


def _changed(data: dict[str, Any]) -> str:
    """Return what was changed about an event, by the names that the form has for it."""
    fields = EventForm.base_fields
    named = [
        f"“{fields[name].label}”" if name in fields else name.replace("_", " ") for name in data.get("fields") or []
    ]
    if not named:
        return gettext("changed the event")
    return gettext("changed the event: %(fields)s") % {"fields": ", ".join(named)}


def entries_in(scope: LogScope) -> Mapping[str, QuerySet[Any]]:
    """Return the entries that lines of the log in a scope are about; in no round, at no table."""
    if scope.registrations is None or scope.round_id is not None or scope.table is not None:
        return {}
    return {"events.registration": scope.registrations}


def register() -> None:
    """Put tabs and words in place."""
    log_scopes.append(entries_in)
    log_kinds.update(
        {
            "event": _("The event"),
            "stages": _("Stages"),
            "staff": _("Staff"),
            "registration": _("Entries"),
            "player": _("Players"),
        }
    )
    event_tabs.register(Tab(10, _("Overview"), "events:detail", lambda _event, _rights: True, alone=True))
    event_tabs.register(Tab(20, _("Players"), "events:players", lambda _event, _rights: True))
    event_tabs.register(Tab(80, _("Staff"), "events:staff", lambda _event, rights: rights.staff, staff=True))
    event_tabs.register(Tab(90, _("Log"), "events:log", lambda _event, rights: rights.staff, staff=True))
    log_words.update(
        {
            "event.created": _("created the event"),
            "event.duplicated": _("made it as a copy of the event at the address %(source)s, with its staff"),
            "event.readings_chosen": _("chose interpretations: %(readings)s"),
            "event.printings_chosen": _("chose printings: %(printings)s"),
            "event.changed": _changed,
            "stages.planned": _("changed the plan of stages"),
            "event.opened": _("opened the event"),
            "event.cancelled": _("cancelled the event"),
            "event.started": _("began the event"),
            "event.finished": _("ended the event"),
            "staff.given": _("gave a role"),
            "staff.taken": _("took a role away"),
            "staff.invited": _("invited somebody to a role"),
            "staff.accepted": _("accepted a role"),
            "staff.declined": _("declined a role"),
            "staff.invitation_withdrawn": _("withdrew an invitation"),
            "registration.made": _("registered"),
            "registration.added": _("entered a player"),
            "registration.promoted": _("freed a place for the next on the waitlist"),
            "registration.admitted": _("gave a place"),
            "registration.withdrawn": _("withdrew"),
            "registration.checked_in": _("checked in"),
            "registration.check_in_undone": _("took a check-in back"),
            "registration.amended": _("changed an entry"),
            "registration.claimed": _("claimed an entry"),
            "registration.merged": _("made one player of two"),
            "registration.dropped": _("dropped"),
            "registration.reinstated": _("brought back"),
            "registration.person_removed": _("removed the person behind an entry"),
        }
    )
