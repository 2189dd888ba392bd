"""The round PDF: pairings by table and by name, standings, and result slips."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from django.utils.translation import gettext as _

from epic_events.documents.content import Block, Document, Heading, Part, Slip, Slips, Table
from epic_events.events.models import Stage
from epic_events.pairings import selectors
from epic_events.pairings.methods.scores import games_needed
from epic_events.pairings.models import Match, Round, Seat
from epic_events.pairings.results import table_rows
from epic_events.pairings.results.table_notes import first_turn
from epic_events.pairings.results.table_rows import TableRow
from epic_events.pairings.round_names import name_of
from epic_events.pairings.standings import ranking
from epic_events.pairings.standings.rows import columns_with_values, standing_rows

MAX_PACK_SIZE: Final = 600_000
"""In bytes of input. This is enough for about 2,500 players, which take a worker 10 to 20 seconds."""


def pack(round_: Round, address: str, address_of: Callable[[Match], str]) -> Document:
    """Build the document with all printouts of a round.

    Args:
        round_: the round, with its stage and event loaded.
        address: URL of the page that is printed.
        address_of: returns the absolute URL of a match page, for the code on its slip.
    """
    rows = table_rows.tables(round_)
    blocks = (*_pairings(rows), *_standings(round_.stage), *_slips(round_, rows, address_of))
    instead = _("Print the pairings, standings and result slips from their own pages instead.")
    return Document(_round_name(round_), round_.stage.event.name, address, blocks, MAX_PACK_SIZE, instead)


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
    swiss = selectors.swiss_stage(stage.event)
    after = ranking.last_finished(swiss) if swiss else None
    if swiss is None or not after:
        return
    rows = standing_rows(swiss, after)
    says = columns_with_values(rows)
    head = [cell.label for cell in rows[0].cells if cell.name in says] if rows else []
    yield Part(_("Standings after round %(after)d") % {"after": after})
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
    slips = tuple(_slip(row, heading, address_of(row.match)) for row in rows if not row.is_bye)
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


def _slip(row: TableRow, heading: tuple[str, ...], address: str) -> Slip:
    first = first_turn(row)
    notes = (_("%(name)s chooses who plays first.") % {"name": first.chooser},) if first else ()
    if any(seat.registration.fixed_table == row.match.table for seat in row.seats):
        notes = (_("Table reserved for a player."), *notes)
    table = _("Table %(number)d") % {"number": row.match.table or 0}
    return Slip(heading, table, tuple(seat.registration.name for seat in row.seats), notes, address)
