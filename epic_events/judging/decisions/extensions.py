"""Panels that show decisions on match and event pages and appeals on the board."""

from typing import Final

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from epic_events.events.extensions import EVENT, READER, EventSubject, Panel
from epic_events.events.models import Event
from epic_events.events.permissions import is_staff_of
from epic_events.judging.decisions import selectors
from epic_events.judging.models import Case
from epic_events.judging.permissions import Permission, grants
from epic_events.pairings.results.extensions import MatchSubject
from epic_events.pairings.selectors import own_seat

MAX_TABLES_NAMED: Final = 5
"""Maximum number of tables named in the update message."""


def match_panel(request: HttpRequest, subject: MatchSubject) -> Panel | None:
    """Return the panel with the decisions at a match, or None without any.

    Permission: players of the match and event staff.
    """
    cases = selectors.list_announced_cases(subject.match)
    event = subject.match.round.stage.event
    if not cases or not (own_seat(request.user, subject.match) or is_staff_of(request.user, event)):
        return None
    return _panel(cases, event)


def event_panel(request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with the decisions at the user's own matches, or None."""
    cases = selectors.list_player_cases(request.user, subject.event) if subject.event.has_started else []
    return _panel(cases, subject.event) if cases else None


def select_event_rows() -> QuerySet[Case]:
    """Return the rows that make the event panel non-empty."""
    return Case.objects.filter(event_id=EVENT, match__seats__registration__player__user_id=READER)


def board_panel(_request: HttpRequest, subject: EventSubject) -> Panel | None:
    """Return the panel with open appeals, highlighted for head judges."""
    cases = selectors.list_appealed_cases(subject.event)
    if not cases:
        return None
    mine = grants(subject.rights, Permission.DECIDE_APPEALS)
    tables = ", ".join(str(case.table or "-") for case in cases[:MAX_TABLES_NAMED])
    words = ngettext(
        "%(count)d appeal is waiting: table %(tables)s.",
        "%(count)d appeals are waiting: tables %(tables)s.",
        len(cases),
    )
    news = words % {"count": len(cases), "tables": tables}
    context = {"cases": cases, "event": subject.event, "news": news}
    return Panel(_("Appeals to the head judge"), "judging/partials/appeals.html", context, mine=mine)


def _panel(cases: list[Case], event: Event) -> Panel:
    rows = [(case, next(iter(case.decisions.all()), None)) for case in cases]
    return Panel(_("Judges' decisions"), "judging/partials/decisions.html", {"rows": rows, "event": event})
