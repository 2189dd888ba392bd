"""The page of a match as other apps see it: a place for what they add to it."""

from dataclasses import dataclass

from epic_events.pairings.models import Match
from epic_events.reference.panels import Panels


@dataclass(frozen=True)
class MatchSubject:
    """The match whose page is shown, its round, stage and event at hand."""

    match: Match


match_panels: Panels[MatchSubject] = Panels()
"""What apps above this one add to the page of a match."""
