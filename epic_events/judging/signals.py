"""What others are told of the floor once it is stored: notices on phones, e-mail, webhooks.

Each signal goes out after the transaction has been committed, so that nobody is told of what did not happen. A receiver
that fails is logged and stops neither the others nor the request.
"""

import logging
from typing import Any, Final

from django.db import transaction
from django.dispatch import Signal

logger = logging.getLogger(__name__)

call_changed: Final = Signal()
"""``call`` (its id), ``event`` (its id), ``table``, ``step``: opened, or a step of ``calls.states``."""
decision_changed: Final = Signal()
"""``case`` (its id), ``event`` (its id), ``table``, ``step``: given, corrected, appealed, withdrawn, appeal_decided.
"""
penalty_changed: Final = Signal()
"""``penalty`` (its id), ``event`` (its id), ``step``: given or revoked."""


def send_on_commit(signal: Signal, sender: type, **facts: Any) -> None:
    """Send a signal when the transaction under way has been committed."""

    def send() -> None:
        for receiver, answer in signal.send_robust(sender, **facts):
            if isinstance(answer, Exception):
                logger.error("A receiver of the floor's news failed: %r", receiver, exc_info=answer)

    transaction.on_commit(send)
