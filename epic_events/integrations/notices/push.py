"""Web push to subscribed browsers (RFC 8030, 8291, 8292)."""

import json
from typing import Final

from django.conf import settings
from requests import RequestException

from epic_events.infra import http_client
from epic_events.integrations.notices.messages import Message
from epic_events.integrations.notices.models import Device

LASTS: Final = 3600  # seconds that a push service keeps a notice for a device that is off
MAX_TEXT_LENGTH: Final = 300  # characters; push services take 4 KB
GONE: Final = frozenset({404, 410})


class GoneError(Exception):
    """Raised when a push subscription no longer exists."""


class RejectedError(Exception):
    """Raised when a push service fails or is unreachable; retry later."""


def send(device: Device, words: Message, *, key: str, topic: str) -> None:
    """Send a notice to a device.

    Args:
        device: push subscription.
        words: text of the notice.
        key: private VAPID key.
        topic: a later notice with the same topic replaces this one on the device.

    Raises:
        GoneError: the subscription no longer exists.
        RejectedError: the push service failed; retry later.
    """
    from pywebpush import WebPushException, webpush  # noqa: PLC0415 - slow to load, and few processes send

    payload = {"title": words.title, "body": words.text[:MAX_TEXT_LENGTH], "url": words.path, "tag": topic}
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    try:
        with http_client.session() as session:
            webpush(
                {"endpoint": device.endpoint, "keys": keys},
                data=json.dumps(payload),
                vapid_private_key=key,
                vapid_claims={"sub": settings.VAPID_SUBJECT},
                ttl=LASTS,
                headers={"Urgency": "high"},
                timeout=http_client.READ,
                requests_session=session,
            )
    except WebPushException as error:
        if error.response is not None and error.response.status_code in GONE:
            raise GoneError from error
        raise RejectedError(f"The push service answered {error.status_code}.") from error
    except (RequestException, ValueError, TypeError) as error:
        raise RejectedError(f"The push service was not reached: {type(error).__name__}.") from error
