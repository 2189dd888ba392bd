"""Printouts of a round: result slips, table cards and the round PDF."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Final, TypeVar

import segno
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString, mark_safe
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from epic_events.documents import responses
from epic_events.documents.content import Block, Document, Heading, Part, Slip, Slips, Table
from epic_events.events.models import Stage
from epic_events.events.permissions import require_staff, rights
from epic_events.events.views.shared import get_event_or_404, signed_in_user
from epic_events.infra.errors import MissingError
from epic_events.pairings import selectors
from epic_events.pairings.methods.scores import games_needed
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.table_rows import FirstTurn, TableRow, first_turn
from epic_events.pairings.round_names import name_of
from epic_events.pairings.standings.rows import columns_with_values, standing_rows

QUIET_ZONE = 4
"""Empty modules around the code, required by the standard."""


@lru_cache(maxsize=2048)
def qr_svg(address: str) -> SafeString:
    """Return a URL as an ``<svg>`` element of class ``qr`` that fills its container.

    Error correction level M tolerates 15 % of damage.

    Raises:
        segno.DataOverflowError: the URL has more than 2,000 characters.
    """
    code = segno.make(address, error="m", micro=False)
    drawn: str = code.svg_inline(border=QUIET_ZONE, omitsize=True, svgclass="qr", lineclass=None)
    return mark_safe(drawn)  # noqa: S308 - drawn by the library: numbers only, no address


MAX_PACK_SIZE: Final = 600_000
"""In bytes of input. This is enough for about 2,500 players, which take a worker 10 to 20 seconds."""


PARTS: Final = ("pairings", "slips", "standings")
"""Parts of the round PDF that are printed on their own; the names are part of file names."""


def build_pack(round_: Round, address: str, address_of: Callable[[Match], str], part: str = "") -> Document:
    """Build the document with the printouts of a round.

    Args:
        round_: the round, with its stage and event loaded.
        address: URL of the public page of the round, which players scan.
        address_of: returns the absolute URL of a match page, for the code on its slip.
        part: one of `PARTS`; empty for all of them.
    """
    rows = table_rows.tables(round_)
    blocks: list[Block] = []
    if part in ("", "pairings"):
        blocks += _pairings(rows)
    if part in ("", "standings"):
        blocks += _standings(round_.stage)
    if part in ("", "slips"):
        blocks += _slips(round_, rows, address_of)
    if part and not blocks:
        raise MissingError(_("There is nothing to print yet."))
    instead = _("Print the pairings, standings and result slips from their own pages instead.")
    return Document(_round_name(round_), round_.stage.event.name, address, tuple(blocks), MAX_PACK_SIZE, instead)


def file_name(round_: Round, part: str = "") -> str:
    """Return the name of a round's PDF without extension.

    It consists of event, round and part, in English. Standings have the name of the round that they follow.
    """
    stage, number = round_.stage, round_.number
    if part == "standings":
        plan = selectors.event_plan(stage.event)
        stage = plan.counting_stage or stage
        number = plan.last_finished(plan.counting_stage) or number
    with translation.override("en"):
        name = slugify(name_of(stage, number)) or f"round-{number}"
    return "-".join(word for word in (round_.stage.event.slug, name, part) if word)


def _round_name(round_: Round) -> str:
    return name_of(round_.stage, round_.number)


def _names(seats: Sequence[Seat]) -> str:
    return ", ".join(seat.registration.name for seat in seats)


def _table(row: TableRow) -> str:
    return "" if row.match.table is None else str(row.match.table)


def _pairings(rows: Sequence[TableRow]) -> Iterator[Block]:
    bye = _("Bye")
    by_table = ((_table(row), _names(row.seats[:1]), _names(row.seats[1:]) or bye) for row in rows)
    yield Heading(_("Pairings by table"))
    yield Table((_("Table"), _("Player"), _("Opponent")), tuple(by_table), shares=(0, 1, 1))
    by_name = (
        (each.seat.registration.name, _table(each.row), _names(each.others) or bye) for each in table_rows.by_name(rows)
    )
    yield Part(_("Pairings by name"))
    yield Table((_("Player"), _("Table"), _("Opponent")), tuple(by_name), shares=(1, 0, 1))


def _standings(stage: Stage) -> Iterator[Block]:
    """Yield the standings after the last finished round. Nothing before the first."""
    plan = selectors.event_plan(stage.event)
    swiss = plan.counting_stage
    after = plan.last_finished(swiss)
    if swiss is None or not after:
        return
    rows = standing_rows(swiss, after)
    says = columns_with_values(rows)
    head = [cell.label for cell in rows[0].cells if cell.name in says] if rows else []
    title = _("Swiss standings after round %(number)d") if plan.cut else _("Standings after round %(number)d")
    yield Part(title % {"number": after})
    yield Table(
        (_("Rank"), _("Player"), _("Points"), _("W\N{EN DASH}L\N{EN DASH}D"), *head),
        tuple(
            (
                str(row.standing.rank),
                row.registration.name,
                str(row.standing.match_points),
                row.record,
                *(cell.text for cell in row.cells if cell.name in says),
            )
            for row in rows
        ),
        shares=(0, 1, 0, 0, *(0 for _label in head)),
    )


def _slips(round_: Round, rows: Sequence[TableRow], address_of: Callable[[Match], str]) -> Iterator[Block]:
    """Yield a result slip for each table, byes excluded."""
    stage = round_.stage
    heading = (stage.event.name, _round_name(round_))
    slips = tuple(_pack_slip(row, heading, address_of(row.match)) for row in rows if not row.is_bye)
    if slips:
        yield Slips(
            slips,
            games=_("Games won"),
            boxes=games_needed(stage.best_of),
            drops=_("Drops"),
            drawn=_("Drawn"),
            draws=min(stage.best_of, 2),
            blanks=(_("Health 1"), _("2")) if stage.records_health else (),
            signed=_("Signature"),
        )


def _pack_slip(row: TableRow, location: tuple[str, ...], address: str) -> Slip:
    first = first_turn(row)
    notes = (_("%(name)s chooses who plays first.") % {"name": first.chooser},) if first else ()
    if any(seat.registration.fixed_table == row.match.table for seat in row.seats):
        notes = (_("Table reserved for a player."), *notes)
    table = _("Table %(number)d") % {"number": row.match.table or 0}
    return Slip(location, table, tuple(seat.registration.name for seat in row.seats), notes, address)


SLIPS_PER_SHEET, LARGE_SLIPS_PER_SHEET, CARDS_PER_SHEET = 8, 3, 2
SHEETS_PER_PAGE = 15
"""Maximum number of paper sheets per web page, because rendering many QR codes is slow."""
MAX_CARDS = 60

Item = TypeVar("Item")


@dataclass(frozen=True)
class SlipRow:
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


def _slip(request: HttpRequest, slug: str, row: TableRow) -> SlipRow:
    address = _address_of(request, slug, row.match)
    fixed = any(seat.registration.fixed_table == row.match.table for seat in row.seats)
    return SlipRow(row, fixed, first_turn(row), qr_svg(address))


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
        (number, qr_svg(request.build_absolute_uri(reverse("pairings:table", args=[slug, number]))))
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


def _requested_part(request: HttpRequest) -> str:
    part = request.GET.get("part", "")
    return part if part in PARTS else ""


def _pack(request: HttpRequest, round_: Round) -> Document:
    slug = round_.stage.event.slug
    name = "pairings:cut_round" if round_.stage.is_elimination else "pairings:round"
    address = request.build_absolute_uri(reverse(name, args=[slug, round_.number]))
    return build_pack(round_, address, partial(_address_of, request, slug), _requested_part(request))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
@never_cache
def pack(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Show the progress page of the round PDF; ``?part=`` is one of `PARTS`.

    Permission: everyone with a role at the event.
    """
    round_ = _round_of_staff(request, slug, pk)
    waits = responses.poll_response(request)
    if waits is not None:
        return waits
    part = _requested_part(request)
    query = f"?part={part}" if part else ""
    back, file = reverse("pairings:desk", args=[slug]), reverse("pairings:pack_file", args=[slug, pk]) + query
    every = _("The PDF contains the pairings by table and by name, the standings and a result slip for each table.")
    holds = {
        "pairings": _("The PDF contains the pairings by table and by name."),
        "slips": _("The PDF contains a result slip for each table."),
        "standings": _("The PDF contains the standings."),
    }.get(part, every)
    return responses.page(request, _pack(request, round_), back=back, file=file, holds=holds)


@require_safe
@login_required
@never_cache
def pack_file(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Return the round PDF or a part of it.

    Permission: everyone with a role at the event.
    """
    round_ = _round_of_staff(request, slug, pk)
    page = responses.url_with_query(request, reverse("pairings:pack", args=[slug, pk]))
    return responses.file(_pack(request, round_), name=file_name(round_, _requested_part(request)), page=page)
