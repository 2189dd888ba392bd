"""The card of a table as other apps see it: a place for what they add to it."""

from dataclasses import dataclass

from epic_events.events.permissions import Rights
from epic_events.pairings.models import Match
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class TableSubject:
    """The match whose card a judge looks at, its round, stage and event at hand, and what the judge may do."""

    match: Match
    rights: Rights


table_panels: Panels[TableSubject] = Panels()
"""What is added to the card of a table: disputes by the app above, extensions by the clock."""
