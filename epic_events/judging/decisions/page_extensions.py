"""Extension point for panels on the page of a case."""

from dataclasses import dataclass

from epic_events.judging.models import Case
from epic_events.reference.extensions import Panels


@dataclass(frozen=True)
class CaseSubject:
    """The case whose page is rendered; the user may read it."""

    case: Case


case_panels: Panels[CaseSubject] = Panels()
"""Panels on the page of a case, such as the disputed play."""
