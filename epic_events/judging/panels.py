"""Extension points for panels of judging.

Panels appear on the judges' board, a case's page and a table's page.
"""

from dataclasses import dataclass
from typing import Final

from epic_events.events.extensions import EventSubject
from epic_events.events.permissions import Rights
from epic_events.judging.models import Case
from epic_events.pairings.models import Match
from epic_events.reference.extensions import Panels

board_panels: Final[Panels[EventSubject]] = Panels()
"""Panels on the judges' board, such as open appeals."""


@dataclass(frozen=True)
class CaseSubject:
    """The case whose page is rendered; the user may read it."""

    case: Case


case_panels: Panels[CaseSubject] = Panels()
"""Panels on the page of a case, such as the disputed play."""


@dataclass(frozen=True)
class TableSubject:
    """The match whose table page is rendered, and the user's rights.

    The round, stage and event of the match are loaded.
    """

    match: Match
    rights: Rights


table_panels: Panels[TableSubject] = Panels()
"""Panels on the page of a table, such as its disputes."""
