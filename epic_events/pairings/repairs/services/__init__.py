"""Putting right what has gone wrong at an event: previewed, done as shown, logged, and taken back if need be.

:func:`preview` and :func:`repair` are the two verbs; the kinds in :data:`KINDS` say what there is to repair.
"""

from epic_events.pairings.repairs.services.performing import KINDS, Preview, StalePreviewError, preview, repair
from epic_events.pairings.repairs.services.undoing import can_undo

__all__ = ["KINDS", "Preview", "StalePreviewError", "can_undo", "preview", "repair"]
