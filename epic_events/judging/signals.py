"""Signals of judging, for notifications, e-mail and webhooks.

They are sent after the transaction has committed. An exception in a receiver is logged and affects neither the other
receivers nor the request.
"""

import logging
from typing import Any, Final

from django.db import transaction
from django.dispatch import Signal

logger = logging.getLogger(__name__)

call_changed: Final = Signal()
"""Sent with ``call`` and ``event`` (ids), ``table`` and ``step``: ``opened`` or an action of ``calls.states``."""
decision_changed: Final = Signal()
"""Sent with ``case`` and ``event`` (ids), ``table`` and ``step``.

The step is ``given``, ``corrected``, ``appealed``, ``withdrawn`` or ``appeal_decided``.
"""
penalty_changed: Final = Signal()
"""Sent with ``penalty`` and ``event`` (ids) and ``step``: ``given`` or ``revoked``."""


def send_on_commit(signal: Signal, sender: type, **facts: Any) -> None:
    """Send a signal after the current transaction has committed."""

    def send() -> None:
        for receiver, answer in signal.send_robust(sender, **facts):
            if isinstance(answer, Exception):
                logger.error("A receiver of the floor's news failed: %r", receiver, exc_info=answer)

    transaction.on_commit(send)
