"""Signals of the pairings app."""

from typing import Final

from django.dispatch import Signal

traffic_expected: Final = Signal()
"""``event``: everybody there will look in a moment, at a round that is published, at the standings. Sent within the
transaction as its last deed, when all is stored; who receives it changes nothing of the event."""
