"""Event tab and audit log texts of webhooks."""

from django.utils.translation import gettext_lazy as _

from epic_events.events.extensions import Tab, audit_action_labels, audit_categories, event_tabs
from epic_events.events.models import Event
from epic_events.events.permissions import Rights


def _is_tab_visible(_event: Event, event_rights: Rights) -> bool:
    return event_rights.organise


def register() -> None:
    """Register the event tab and audit log texts."""
    event_tabs.register(Tab(95, _("Webhooks"), "webhooks:page", _is_tab_visible, staff=True))
    audit_categories["webhook"] = _("Webhooks")
    audit_action_labels.update(
        {
            "webhook.made": _("created a webhook"),
            "webhook.changed": _("changed the event types of a webhook"),
            "webhook.switched_on": _("enabled a webhook"),
            "webhook.switched_off": _("disabled a webhook"),
            "webhook.gave_up": _("disabled a webhook because deliveries failed: %(answer)s"),
            "webhook.taken_away": _("deleted a webhook"),
        }
    )
