"""Event tab and audit log texts of webhooks."""

from django.utils.translation import gettext_lazy as _

from epic_events.events.extensions import Tab, audit_action_labels, audit_categories, event_tabs
from epic_events.events.models import Event
from epic_events.events.permissions import Rights


def _shown(_event: Event, held: Rights) -> bool:
    return held.organise


def register() -> None:
    """Register the event tab and audit log texts."""
    event_tabs.register(Tab(95, _("Webhooks"), "webhooks:page", _shown, staff=True))
    audit_categories["webhook"] = _("Webhooks")
    audit_action_labels.update(
        {
            "webhook.made": _("made a webhook"),
            "webhook.changed": _("changed what a webhook is sent"),
            "webhook.switched_on": _("switched a webhook on"),
            "webhook.switched_off": _("switched a webhook off"),
            "webhook.gave_up": _("switched a webhook off that took nothing any more: %(answer)s"),
            "webhook.taken_away": _("took a webhook away"),
        }
    )
