"""Views of deck checks."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from epic_events.accounts.idempotency import once
from epic_events.decks.context import DeckContext
from epic_events.decks.presentation import build_sections
from epic_events.events.models import Event
from epic_events.events.selectors import get_entry_or_404
from epic_events.events.views.shared import get_event_for_staff, signed_in_user
from epic_events.infra.errors import MissingError, StateError
from epic_events.infra.form_errors import errors_as_message, errors_in_form
from epic_events.judging.deck_checks import services
from epic_events.judging.deck_checks.forms import DrawForm, FinishForm
from epic_events.judging.models import CheckDraw, DeckCheck
from epic_events.judging.penalties.policy import get_policy
from epic_events.judging.permissions import Permission, require_permission
from epic_events.pairings.models import Match, Round

MAX_SHOWN = 50
MAX_DRAWS_SHOWN = 5


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once
def checks(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw tables, and render drawn tables and deck checks.

    Permission: judges of the event.
    """
    event, event_rights = get_event_for_staff(request, slug)
    actor = signed_in_user(request)
    require_permission(actor, event, Permission.CHECK_DECKS)
    round_ = Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED).select_related("stage__event")
    played = round_.order_by("-stage__order", "-number").first()
    form = DrawForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        with errors_in_form(form):
            if played is None:
                raise StateError(_("You can draw tables only while a round is being played."))
            draw = services.draw_tables(actor, played, **form.cleaned_data)
            tables = ", ".join(map(str, draw.tables))
            messages.success(request, _("Tables drawn: %(tables)s.") % {"tables": tables})
            return redirect("judging:checks", event.slug)
    deck_checks = DeckCheck.objects.filter(event=event).select_related("registration", "by", "ended_by", "penalty")
    draws = CheckDraw.objects.filter(event=event).select_related("round__stage").order_by("-pk")[:MAX_DRAWS_SHOWN]
    context = {
        "event": event,
        "rights": event_rights,
        "form": form,
        "played": played,
        "draws": [(draw, _list_drawn_matches(draw)) for draw in draws],
        "checks": list(deck_checks.order_by("-pk")[:MAX_SHOWN]),
    }
    return render(request, "judging/checks.html", context, status=400 if form.errors else 200)


def _list_drawn_matches(draw: CheckDraw) -> list[Match]:
    """Return the matches of a draw in draw order, with their players."""
    matches = draw.round.matches.filter(table__in=draw.tables).prefetch_related("seats__registration")
    by_table = {match.table: match for match in matches}
    return [by_table[table] for table in draw.tables if table in by_table]


@login_required
@require_POST
@once
def begin(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Begin a deck check.

    Permission: judges of the event, checked by the service.
    """
    event, _held = get_event_for_staff(request, slug)
    entry = get_entry_or_404(event, pk)
    key = request.POST.get("match", "")
    number = int(key) if key.isascii() and key.isdecimal() and len(key) < 19 else 0
    match = Match.objects.filter(pk=number, round__stage__event=event).first()
    with errors_as_message(request):
        check = services.begin_check(signed_in_user(request), entry, match)
        return redirect("judging:check", event.slug, check.pk)
    return redirect("judging:checks", event.slug)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@once
def check(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Render the decklist of a deck check, or end the check.

    Permission: judges of the event.
    """
    event, event_rights = get_event_for_staff(request, slug)
    actor = signed_in_user(request)
    require_permission(actor, event, Permission.CHECK_DECKS)
    deck_check = _get_check_or_404(event, pk)
    form = FinishForm(get_policy(event.game), request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        data = form.cleaned_data
        with errors_in_form(form):
            finished = services.finish_check(
                actor, deck_check, data["outcome"], note=data["note"], minutes=data["minutes"], penalty=form.penalty
            )
            message = _("Deck check ended: %(outcome)s. The table has a time extension of %(minutes)d minutes.")
            messages.success(
                request, message % {"outcome": finished.get_outcome_display(), "minutes": finished.minutes}
            )
            return redirect("judging:checks", event.slug)
    context: dict[str, Any] = {
        "event": event,
        "rights": event_rights,
        "check": deck_check,
        "form": form if not deck_check.outcome else None,
        "sections": _build_sections(event, deck_check),
    }
    return render(request, "judging/check.html", context, status=400 if form.errors else 200)


def _build_sections(event: Event, deck_check: DeckCheck) -> list[tuple[Any, list[tuple[Any, range]]]]:
    """Return the sections of the decklist, with one range of copies per card."""
    if deck_check.list is None:
        return []
    sections = build_sections(deck_check.list, DeckContext(event).game, event)
    return [(section, [(card, range(card.quantity)) for card in section.cards]) for section in sections]


def _get_check_or_404(event: Event, pk: int) -> DeckCheck:
    """Return a deck check of an event.

    Raises:
        MissingError: there is no such deck check.
    """
    deck_checks = DeckCheck.objects.filter(event=event, pk=pk).select_related(
        "registration", "list", "match__round__stage"
    )
    check_ = deck_checks.first()
    if check_ is None:
        raise MissingError(_("This deck check does not exist."))
    check_.event = event
    return check_
