"""Creating, changing and deleting webhooks."""

from collections.abc import Iterable
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.audit_log import services as audit_log
from epic_events.events.models import Event
from epic_events.events.permissions import require_organiser
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import MissingError, UserError
from epic_events.infra.http_client import require_sendable
from epic_events.integrations.webhooks.changes import validate_kinds
from epic_events.integrations.webhooks.models import MAX_ADDRESS_LENGTH, Webhook

MAX_WEBHOOKS: Final = 5
A_DAY: Final = 50


def create_webhook(actor: User, event: Event, *, address: str, kinds: Iterable[str] = ()) -> Webhook:
    """Create a webhook for the changes of an event from now on.

    Args:
        actor: an organiser of the event.
        event: the event.
        address: HTTPS URL.
        kinds: kinds of changes; empty for all.

    Raises:
        NotAllowedError: the actor is not an organiser.
        UserError: the URL is invalid or in use, or the event has too many webhooks.
        TooOftenError: the rate limit is exceeded.
    """
    require_organiser(actor, event)
    limit_rate("webhook.make", actor.pk, limit=A_DAY, seconds=24 * 3600)
    address = address.strip()
    if len(address) > MAX_ADDRESS_LENGTH:
        message = _("Enter a URL of at most %(most)d characters.") % {"most": MAX_ADDRESS_LENGTH}
        raise UserError(message, fields={"address": message})
    require_sendable(address, "address")
    valid_kinds = validate_kinds(kinds)
    with transaction.atomic():
        event = lock_event(event)
        require_organiser(actor, event)
        addresses = list(event.webhooks.values_list("address", flat=True))
        if address in addresses:
            message = _("The event already has a webhook with this URL.")
            raise UserError(message, fields={"address": message})
        if len(addresses) >= MAX_WEBHOOKS:
            raise UserError(
                _("The event has reached the limit of %(most)d webhooks. Delete one first.") % {"most": MAX_WEBHOOKS}
            )
        last = audit_log.last_key()
        new_webhook = Webhook.objects.create(
            event=event, address=address, kinds=valid_kinds, made_by=actor, begins_after=last, upto=last
        )
        audit_log.record(actor, "webhook.made", event=event, subject=new_webhook, kinds=valid_kinds)
    return new_webhook


def update_webhook(
    actor: User, webhook: Webhook, *, active: bool | None = None, kinds: Iterable[str] | None = None
) -> Webhook:
    """Turn a webhook on or off, or change its kinds.

    Deliveries that waited while it was off are sent once it is on.

    Raises:
        NotAllowedError: the actor is not an organiser.
        MissingError: the webhook was deleted.
        UserError: a kind is invalid.
    """
    valid_kinds = None if kinds is None else validate_kinds(kinds)
    with transaction.atomic():
        stored = _lock_webhook(actor, webhook)
        if active is not None and stored.active != active:
            stored.active = active
            stored.save(update_fields=["active"])
            verb = "webhook.switched_on" if active else "webhook.switched_off"
            audit_log.record(actor, verb, event=stored.event, subject=stored)
        if valid_kinds is not None and stored.kinds != valid_kinds:
            stored.kinds = valid_kinds
            stored.save(update_fields=["kinds"])
            audit_log.record(actor, "webhook.changed", event=stored.event, subject=stored, kinds=valid_kinds)
    return stored


def delete_webhook(actor: User, webhook: Webhook) -> None:
    """Delete a webhook and its deliveries.

    Raises:
        NotAllowedError: the actor is not an organiser.
        MissingError: the webhook was deleted.
    """
    with transaction.atomic():
        stored = _lock_webhook(actor, webhook)
        audit_log.record(actor, "webhook.taken_away", event=stored.event, subject=stored)
        stored.delete()


def _lock_webhook(actor: User, webhook: Webhook) -> Webhook:
    event = lock_event(webhook.event)
    require_organiser(actor, event)
    stored = Webhook.objects.select_for_update().filter(pk=webhook.pk).first()
    if stored is None:
        raise MissingError(_("This webhook has been deleted."))
    stored.event = event
    return stored
