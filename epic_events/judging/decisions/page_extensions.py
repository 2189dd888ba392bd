"""The page of a decision as other apps see it: a place for what they add to it."""

from dataclasses import dataclass

from epic_events.judging.models import Matter
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class MatterSubject:
    """The matter whose page somebody looks at, who may."""

    matter: Matter


matter_panels: Panels[MatterSubject] = Panels()
"""What is added to the page of a decision: the disputed play by the app above."""
