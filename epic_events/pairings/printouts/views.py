"""Views of printouts: result slips, table cards and the round PDF."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.documents import responses
from epic_events.documents.content import Document
from epic_events.events.permissions import require_staff, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.pairings.methods.scores import games_needed
from epic_events.pairings.models import Match, Round
from epic_events.pairings.printouts.pack import pack as pack_of
from epic_events.pairings.printouts.qr_codes import qr_svg
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.table_notes import FirstTurn, first_turn
from epic_events.pairings.results.table_rows import TableRow

SLIPS_PER_SHEET, LARGE_SLIPS_PER_SHEET, CARDS_PER_SHEET = 8, 3, 2
SHEETS_PER_PAGE = 15
"""Maximum number of paper sheets per web page, because rendering many QR codes is slow."""
MAX_CARDS = 60

Item = TypeVar("Item")


@dataclass(frozen=True)
class Slip:
    """A result slip: table, reserved table, first player choice and QR code."""

    row: TableRow
    fixed: bool
    first: FirstTurn | None
    code: SafeString


def _round_of_staff(request: HttpRequest, slug: str, pk: int) -> Round:
    """Return a round with its stage and event, for staff of the event.

    Raises:
        ForbiddenError: the user has no role at the event.
        MissingError: the round does not exist.
    """
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    round_ = Round.objects.filter(stage__event=event, pk=pk).select_related("stage").first()
    if round_ is None:
        raise MissingError(_("This round no longer exists. Open the desk to see the current state."))
    round_.stage.event = event
    return round_


def _sheets(items: Sequence[Item], size: int) -> list[Sequence[Item]]:
    """Split the items into sheets of paper."""
    return [items[start : start + size] for start in range(0, len(items), size)]


@require_safe
@login_required
@never_cache
def slips(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the result slips of a round, byes excluded.

    ``?large=1`` uses large print, three slips per sheet. Permission: everyone with a role at the event.
    """
    round_ = _round_of_staff(request, slug, pk)
    event = round_.stage.event
    large = request.GET.get("large") == "1"
    rows = [row for row in table_rows.tables(round_) if not row.is_bye]
    a_sheet = LARGE_SLIPS_PER_SHEET if large else SLIPS_PER_SHEET
    page = Paginator(rows, a_sheet * SHEETS_PER_PAGE).get_page(request.GET.get("page"))
    drawn = [_slip(request, slug, row) for row in page.object_list]
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "round": round_,
        "sheets": _sheets(drawn, a_sheet),
        "page": page,
        "large": large,
        "boxes": range(games_needed(round_.stage.best_of)),
        "draws": range(min(round_.stage.best_of, 2)),
    }
    return render(request, "pairings/slips.html", context)


def _address_of(request: HttpRequest, slug: str, match: Match) -> str:
    return request.build_absolute_uri(reverse("pairings:match", args=[slug, match.pk]))


def _slip(request: HttpRequest, slug: str, row: TableRow) -> Slip:
    address = _address_of(request, slug, row.match)
    fixed = any(seat.registration.fixed_table == row.match.table for seat in row.seats)
    return Slip(row, fixed, first_turn(row), qr_svg(address))


@require_safe
@login_required
@never_cache
def table_cards(request: HttpRequest, slug: str) -> HttpResponse:
    """Show cards with QR codes for the tables, valid for every round.

    ``?from=1&to=20`` selects the tables. Permission: everyone with a role at the event.
    """
    event = get_event_or_404(request, slug)
    require_staff(signed_in_user(request), event)
    first = max(1, _number(request, "from", 1))
    last = min(max(first, _number(request, "to", first + 7)), first + MAX_CARDS - 1)
    cards = [
        (number, qr_svg(request.build_absolute_uri(reverse("pairings:at_table", args=[slug, number]))))
        for number in range(first, last + 1)
    ]
    context = {
        "event": event,
        "rights": rights(request.user, event),
        "first": first,
        "last": last,
        "most": MAX_CARDS,
        "sheets": _sheets(cards, CARDS_PER_SHEET),
    }
    return render(request, "pairings/table_cards.html", context)


def _number(request: HttpRequest, name: str, default: int) -> int:
    """Return a number in the URL query, or the default."""
    text = request.GET.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 5 else default


def _pack(request: HttpRequest, round_: Round) -> Document:
    slug = round_.stage.event.slug
    address = request.build_absolute_uri(reverse("pairings:pack", args=[slug, round_.pk]))
    return pack_of(round_, address, partial(_address_of, request, slug))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def pack(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the progress page of the round PDF.

    Permission: everyone with a role at the event.
    """
    round_ = _round_of_staff(request, slug, pk)
    waits = responses.poll_response(request)
    if waits is not None:
        return waits
    back, file = reverse("pairings:control", args=[slug]), reverse("pairings:pack_file", args=[slug, pk])
    holds = _("The PDF contains the pairings by table and by name, the standings and a result slip for each table.")
    return responses.page(request, _pack(request, round_), back=back, file=file, holds=holds)


@require_safe
@login_required
@never_cache
def pack_file(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Return the round PDF. Permission: everyone with a role at the event."""
    round_ = _round_of_staff(request, slug, pk)
    page = reverse("pairings:pack", args=[slug, pk])
    return responses.file(_pack(request, round_), name=f"{slug}-round-{pk}", page=page)
