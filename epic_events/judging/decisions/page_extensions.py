"""The page of a decision as other apps see it: a place for what they add to it."""

from dataclasses import dataclass

from epic_events.judging.models import Case
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class CaseSubject:
    """The case whose page somebody looks at, who may."""

    case: Case


case_panels: Panels[CaseSubject] = Panels()
"""What is added to the page of a decision: the disputed play by the app above."""
