"""Services that preview, execute, log and undo repairs.

:func:`preview` and :func:`repair` are the entry points. :data:`KINDS` lists the kinds of repairs.
"""

from epic_events.pairings.repairs.services.execution import KINDS, Preview, StalePreviewError, preview, repair
from epic_events.pairings.repairs.services.undo import can_undo

__all__ = ["KINDS", "Preview", "StalePreviewError", "can_undo", "preview", "repair"]
