"""Views of the table page for staff."""

from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from epic_events.decks.context import DeckContext
from epic_events.decks.requirements import check_decklists, versions_by_entry
from epic_events.events.views.shared import get_event_for_staff, get_event_or_404, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.judging.calls.selectors import list_judges
from epic_events.judging.decisions.selectors import list_announced_cases
from epic_events.judging.models import MAX_ANSWER_LENGTH
from epic_events.judging.panels import TableSubject, table_panels
from epic_events.judging.penalties.selectors import get_penalties_by_entry
from epic_events.judging.permissions import Permission, grants, require_permission
from epic_events.pairings.models import Match, Round
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.match_state import get_match_or_404

MAX_CALLS_SHOWN = 20


@require_safe
@login_required
@never_cache
def find_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Redirect from a table number to the page of the table.

    Permission: any role at the event. The latest match at the table is shown.
    """
    event, _held = get_event_for_staff(request, slug)
    number = request.GET.get("table", "")
    match = None
    if number.isascii() and number.isdecimal() and len(number) < 10:
        played = Match.objects.filter(round__stage__event=event, table=int(number))
        played = played.exclude(round__status=Round.Status.DRAFT)
        match = played.order_by(F("round__finished_at").desc(nulls_first=True), "-round__stage__order", "-pk").first()
    if match is None:
        raise MissingError(_("No match has been played at this table."))
    return redirect("judging:table", event.slug, match.pk)


@require_safe
@login_required
@never_cache
def table(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Render the page of a table.

    Permission: any role at the event.
    """
    event = get_event_or_404(request, slug)
    _event, event_rights = get_event_for_staff(request, slug)
    require_permission(signed_in_user(request), event, Permission.SEE_BOARD)
    match = get_match_or_404(request, event, pk)
    match.round.stage.event = event
    row = table_rows.build_table_row(match, request.user)
    keys = [seat.registration_id for seat in row.seats]
    penalties = get_penalties_by_entry(event, keys)
    deck = DeckContext(event)
    lists = check_decklists(deck, deck.format_slug, versions_by_entry(keys))
    can_take_calls = grants(event_rights, Permission.WORK_CALLS)
    context = {
        "event": event,
        "rights": event_rights,
        "row": row,
        "round": match.round,
        "players": [(seat, penalties[seat.registration_id], lists.get(seat.registration_id)) for seat in row.seats],
        "calls": list(match.calls.with_names().order_by("-pk")[:MAX_CALLS_SHOWN]),
        "can_take_calls": can_take_calls,
        "cases": list_announced_cases(match),
        "can_decide": grants(event_rights, Permission.DECIDE),
        "can_give_penalties": grants(event_rights, Permission.GIVE_PENALTIES),
        "judges": list_judges(event) if can_take_calls else [],
        "max_answer_length": MAX_ANSWER_LENGTH,
        "panels": table_panels.of(request, TableSubject(match, event_rights)),
    }
    return render(request, "judging/table.html", context)
