"""Extension point for panels on the page of a table."""

from dataclasses import dataclass

from epic_events.events.permissions import Rights
from epic_events.pairings.models import Match
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class TableSubject:
    """The match whose table page is rendered, and the user's rights.

    The round, stage and event of the match are loaded.
    """

    match: Match
    rights: Rights


table_panels: Panels[TableSubject] = Panels()
"""Panels on the page of a table, such as its disputes."""
