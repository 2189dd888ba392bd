"""Signals of the pairings app."""

from typing import Final

from django.dispatch import Signal

traffic_expected: Final = Signal()
"""Sent with ``event`` when many users are about to load its pages, because a round or standings were published.

Sent at the end of the transaction; receivers must not change the event."""
