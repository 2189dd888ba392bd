"""Import of the decklists of many players from a text or file, with a preview.

The lists may be blocks, tables or JSON.

:data:`COLUMNS` has the known columns of tables. They include the columns of this site's two decklist exports and of
the export of melee.gg (``OwnerDisplayName``, ``OwnerNameFirstLast``, ``OwnerUsername`` and ``Records``). Melee.gg
publishes no specification; its columns are taken from a public program that reads them. ``Records`` is a list of
objects with the card name ``n``, the quantity ``q`` and the section ``c``, where 99 is the sideboard. The JSON export
of Tabletop.to, which closed in 2022, is supported if its lists are texts.
"""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.bulk_import.people_columns import guess_key
from epic_events.bulk_import.tables import (
    SIGNS,
    Columns,
    Table,
    TableError,
    TableRow,
    is_like_json,
    looks_like_table,
    normalise_title,
    players_of,
    read_table,
    rows_as_table,
    shortened,
    split_cells,
    unknown_columns,
)
from epic_events.decks.checking import MAX_LENGTH, check_stored
from epic_events.decks.context import DeckContext, can_have_decklist
from epic_events.decks.models import CardPool, DeckVersion
from epic_events.decks.player_blocks import Block, Entries, InvalidImportError, LineError, split_blocks
from epic_events.decks.services import CheckedSubmission, build_version, store_versions
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_staff
from epic_events.events.selectors import lock_event
from epic_events.infra.errors import StateError
from epic_events.infra.limits import check_length
from epic_events.infra.names import isolated, normalised
from rules.decks.spreadsheets import parse_copies
from rules.games import GAMES

MAX_ROWS: Final = 40_000
"""Maximum number of rows: 500 lists of 80 different cards."""
COLUMNS: Final[Columns] = {
    "player": ("player", "playername", "ownerdisplayname", "ownernamefirstlast", "ownerusername", "spieler"),
    "name": ("name",),
    "text": ("text", "decklist", "deckliste"),
    "records": ("records",),
    "card": ("card", "cardname", "karte", "kartenname"),
    "quantity": ("quantity", "qty", "count", "copies", "amount", "anzahl"),
    "part": ("part", "board", "section", "zone"),
    "id": ("id", "registration", "entry"),
    "format": ("format",),
}
"""Known column titles by field."""
NEEDED: Final = tuple(frozenset({who, what}) for what in ("text", "card", "records") for who in ("player", "name"))
_LIST_WORDS: Final = frozenset({"list", "decklist", "deckliste", "liste"})
_SIDE: Final = frozenset({"sideboard", "side", "side board", "sb"})
_SIDEBOARD_OF_MELEE: Final = 99


@dataclass(frozen=True, slots=True)
class ParsedList:
    """One list of an imported text.

    Attributes:
        block: the player, the first line and the lines of the list.
        number: entry number, if the text has one.
        format: format stated by the text; empty if it states none.
    """

    block: Block
    number: int | None = None
    format: str = ""


@dataclass
class _Cards:
    """The cards of one player in a table with one row per card."""

    parsed_list: ParsedList
    side: list[tuple[int, str]] = field(default_factory=list)


def parse_lists(text: str) -> tuple[list[ParsedList], list[LineError]]:
    """Return the lists of a text in order, and its errors.

    Raises:
        TableError: the text is a table or JSON that cannot be parsed.
    """
    errors: list[LineError] = []
    text = rows_as_table(text) or text
    if is_like_json(text):
        return list(_parse_json(text, errors)), errors
    is_table = _is_not_block_header(text)
    table = read_table(text, _columns_of(text), NEEDED, most_rows=MAX_ROWS) if is_table else None
    if table is not None:
        return list(_parse_table(table, errors)), errors
    if looks_like_table(text):
        raise unknown_columns(text, COLUMNS, NEEDED)
    lines = text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\N{BYTE ORDER MARK}").split("\n")
    missing_player = _("This line belongs to no player. Start each list with a line like “Player: Ada”.")
    blocks, errors = split_blocks(lines, missing_player)
    if not blocks and is_table and any(len(split_cells(_first_line(text), sign)) > 1 for sign in SIGNS):
        raise unknown_columns(text, COLUMNS, NEEDED)
    if not blocks and not errors:
        errors.append(LineError(1, missing_player))
    return [ParsedList(block) for block in blocks], errors


def _is_not_block_header(text: str) -> bool:
    """Return False for a first line like “Player: Ada”.

    It could also be a column title.
    """
    return ":" not in _first_line(text)


def _first_line(text: str) -> str:
    return next((line for line in text.removeprefix("\N{BYTE ORDER MARK}").splitlines() if line.strip()), "")


def _columns_of(text: str) -> Columns:
    """Return the known columns.

    Questions of a form that ask for a name or a list are included.
    """
    cells = max((split_cells(_first_line(text), sign) for sign in SIGNS), key=len)
    titles = [normalise_title(cell) for cell in cells]
    known = {title for column in COLUMNS.values() for title in column}
    columns = dict(COLUMNS)
    same = {"text": ("text", "card", "records"), "player": ("player", "name")}
    for cell, title in zip(cells, titles, strict=True):
        words = set(re.findall(r"[^\W\d_]+", cell.casefold()))
        key = "text" if words & _LIST_WORDS else "player" if guess_key(cell) == "name" else ""
        is_needed = key and not {title for other in same[key] for title in COLUMNS[other]} & set(titles)
        if is_needed and len(cells) > 1 and title not in known:
            columns[key] = (*columns[key], title)
    return columns


def _parse_table(table: Table, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the lists of a table with one row per list or per card."""
    if "card" in table.keys and not {"text", "records"} & table.keys:
        yield from _parse_card_rows(table, errors)
        return
    for row in table.rows:
        text = row.cell("text")
        if not text and (records := row.cell("records")):
            text = _parse_records(records, row.line, errors)
        if row.too_many or not _name(row):
            errors.append(LineError(row.line, _row_is_wrong(row)))
        elif text:
            yield _parse_row(row, [(row.line, line) for line in text.replace("\r\n", "\n").split("\n")])


def _parse_card_rows(table: Table, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the lists of a table with one row per card.

    Players come in the order in which they first appear.
    """
    cards_by_player: dict[tuple[str, str], _Cards] = {}
    for row in table.rows:
        quantity = parse_copies(row.cell("quantity")) if "quantity" in table.keys else 1
        if row.too_many or not _name(row) or not row.cell("card"):
            errors.append(LineError(row.line, _row_is_wrong(row)))
        elif not quantity:
            words = _("“%(cell)s” is not a valid number of copies.")
            errors.append(LineError(row.line, words % {"cell": isolated(shortened(row.cell("quantity")))}))
        else:
            key = (normalised(_name(row)).casefold(), row.cell("id"))
            cards = cards_by_player.setdefault(key, _Cards(_parse_row(row, [])))
            lines = cards.side if row.cell("part").casefold() in _SIDE else cards.parsed_list.block.lines
            lines.append((row.line, f"{quantity} {row.cell('card')}"))
    for cards in cards_by_player.values():
        if cards.side:
            cards.parsed_list.block.lines += [(cards.side[0][0], "Sideboard"), *cards.side]
        yield cards.parsed_list


def _row_is_wrong(row: TableRow) -> str:
    if row.too_many:
        return _("This row has more cells than the header row. Put names with a comma in quotation marks.")
    return _("Each row needs a player, and a card or a list.")


def _name(row: TableRow) -> str:
    return row.cell("player") or row.cell("name")


def _parse_row(row: TableRow, lines: list[tuple[int, str]]) -> ParsedList:
    number = row.cell("id")
    known_id = int(number) if number.isascii() and number.isdigit() and len(number) < 19 else None
    return ParsedList(Block(_name(row), row.line, lines), known_id, row.cell("format"))


def _parse_records(records: str, line: int, errors: list[LineError]) -> str:
    """Convert the ``Records`` of melee.gg to a list.

    They are a list, or objects separated by ``|``.
    """
    error = LineError(line, _("The records in this row are not valid. Each must be an object with the keys n and q."))
    text = records if records.startswith("[") else f"[{'},{'.join(records.split('}|{'))}]"
    try:
        cards: Any = json.loads(text)
        parts: dict[bool, list[str]] = {False: [], True: []}
        for card in cards:
            parts[card.get("c") == _SIDEBOARD_OF_MELEE].append(f"{int(card['q'])} {normalised(str(card['n']))}")
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        errors.append(error)
        return ""
    side = ["Sideboard", *parts[True]] if parts[True] else []
    return "\n".join([*parts[False], *side])


def _parse_json(text: str, errors: list[LineError]) -> Iterator[ParsedList]:
    """Yield the text lists of a Tabletop.to export; other games have objects instead.

    Raises:
        TableError: the text is not JSON or has no players.
    """
    for number, player in enumerate(players_of(text), 1):
        name, listed = player.get("name"), player.get("list")
        if not isinstance(name, str) or not name.strip():
            errors.append(LineError(number, _("Each row needs a player, and a card or a list.")))
        elif isinstance(listed, str) and listed.strip():
            yield ParsedList(Block(name, number, [(number, line) for line in listed.splitlines()]))
        elif listed:
            errors.append(
                LineError(number, _("The list of this player is not a text list. It may be for another game."))
            )


MAX_IMPORTS_PER_HOUR: Final = 60
MAX_IMPORT_LENGTH: Final = 1_000_000
"""Maximum number of characters; 500 lists of 60 lines have about 600,000."""
MAX_LISTS: Final = 600


class InvalidDecklistsError(InvalidImportError):
    """Raised if imported decklists have errors; nothing of them is stored."""

    code = "bad_lists"


@dataclass(frozen=True)
class DecklistPreview:
    """The list that an import would store for one player.

    Attributes:
        registration: the entry of the player.
        line: first line of the list in the text.
        judged: the list with its deck check.
        replaces: the latest stored version; None without one.
        same: True if that version has the same content.
    """

    registration: Registration
    line: int
    judged: CheckedSubmission
    replaces: DeckVersion | None
    same: bool

    @property
    def counts(self) -> bool:
        """True if the list will be accepted because no problems are known."""
        return self.judged.report.acceptable

    @property
    def problems(self) -> list[str]:
        """Messages of the problems found by the deck check."""
        return [problem.message for problem in self.judged.report.problems]


@dataclass(frozen=True)
class DecklistImport:
    """Result of an import of decklists.

    Attributes:
        previews: every list of the text, with the version that it replaces.
        versions: the new versions.
    """

    previews: list[DecklistPreview]
    versions: list[DeckVersion]


def preview_import(actor: User | None, event: Event, text: str) -> list[DecklistPreview]:
    """Return what an import would store, in the order of the text, without storing it.

    The number of queries does not depend on the number of lists. A list with problems is stored but not accepted, as
    in a single submission; staff can accept it with a reason on its own page.

    Args:
        actor: staff of the event; None for the command line.
        event: the event.
        text: blocks, a table or JSON, see :mod:`epic_events.decks.bulk_import`. Lists of other formats of the game
            are ignored.

    Raises:
        InvalidDecklistsError: the text has errors, such as an unknown or repeated player.
        NotAllowedError: the actor is not staff of the event.
        StateError: the event is over.
        TableError: the table cannot be parsed.
        TooLargeError, TooOftenError: a limit is exceeded.
    """
    _require_import_allowed(actor, event)
    return _parse_import(event, text)


def import_decklists(actor: User | None, event: Event, text: str, *, reason: str = "") -> DecklistImport:
    """Store the decklists of many players, all or none; unchanged lists are skipped.

    Raises:
        InvalidDecklistsError, NotAllowedError, StateError, TableError, TooLargeError, TooOftenError: as
            :func:`preview_import`.
    """
    _require_import_allowed(actor, event)
    with transaction.atomic():
        event = lock_event(event)
        previews = _parse_import(event, text)
        versions = []
        for preview in previews:
            if preview.same:
                continue
            number = preview.replaces.number + 1 if preview.replaces else 1
            version = build_version(preview.registration, preview.judged, number=number, accepted=preview.counts)
            version.submitted_by, version.by_staff, version.reason = actor, True, reason.strip()
            versions.append(version)
        return DecklistImport(previews, store_versions(actor, event, versions))


def _require_import_allowed(actor: User | None, event: Event) -> None:
    require_staff(actor, event)
    if event.is_over:
        raise StateError(_("This event is over. Its decklists can no longer be changed."))
    if actor is not None:
        limit_rate("deck.paste", actor.pk, limit=MAX_IMPORTS_PER_HOUR, seconds=3600)


def _parse_import(event: Event, text: str) -> list[DecklistPreview]:
    if event.is_over:
        raise StateError(_("This event is over. Its decklists can no longer be changed."))
    lists, errors = parse_lists(check_length(text, MAX_IMPORT_LENGTH, "text").replace("\0", ""))
    if len(lists) > MAX_LISTS:
        words = _("The text has %(count)d lists. Import at most %(most)d at once.")
        raise TableError(words % {"count": len(lists), "most": MAX_LISTS})
    formats = set(GAMES[event.game].formats) if event.game in GAMES else set()
    deck = DeckContext(event)
    others = formats - {deck.format_slug}
    lists_by_entry = _match_players(event, [each for each in lists if each.format.casefold() not in others], errors)
    if errors:
        raise InvalidDecklistsError(sorted(errors, key=lambda each: each.line))
    if not lists_by_entry:
        raise TableError(_("The text contains no list. Enter a line with the player, then one card per line."))
    return _check_submission(deck, lists_by_entry)


def _match_players(
    event: Event, parsed_lists: Sequence[ParsedList], errors: list[LineError]
) -> list[tuple[Registration, ParsedList]]:
    """Return each list with its entry.

    Append errors of lists without one to ``errors``.
    """
    entries = Entries(event)
    matched: dict[int, tuple[Registration, ParsedList]] = {}
    for each in parsed_lists:
        entry = entries.find_entry(each.block, each.number)
        if isinstance(entry, LineError):
            errors.append(entry)
        elif entry.pk in matched:
            words = _("%(name)s already has a list, which starts at line %(line)d.")
            first_lines = matched[entry.pk][1].block.line
            errors.append(LineError(each.block.line, words % {"name": isolated(entry.name), "line": first_lines}))
        elif not can_have_decklist(entry):
            words = _("%(name)s is no longer in the event.")
            errors.append(LineError(each.block.line, words % {"name": isolated(entry.name)}))
        elif len(each.block.text) > MAX_LENGTH or not each.block.text.strip():
            words = _("The list of one player must have 1 to %(most)d characters.")
            errors.append(LineError(each.block.line, words % {"most": MAX_LENGTH}))
        else:
            matched[entry.pk] = (entry, each)
    return list(matched.values())


def _check_submission(deck: DeckContext, matched: Sequence[tuple[Registration, ParsedList]]) -> list[DecklistPreview]:
    event, cards, deck_format = deck.event, deck.cards, deck.format_slug
    game, today = cards.game, event.local_date
    pools: dict[int, CardPool] = {}
    if deck.uses_pools:
        latest_pools = CardPool.objects.counting().filter(
            registration__event=event, game=event.game, format=deck_format
        )
        pools = {pool.registration_id: pool for pool in latest_pools}
    newer = DeckVersion.objects.filter(registration=OuterRef("registration"), number__gt=OuterRef("number"))
    newest = DeckVersion.objects.filter(~Exists(newer), registration__event=event).defer("report", "deck")
    last = {version.registration_id: version for version in newest}
    lists = []
    for entry, parsed in matched:
        entry.event = event
        pool, before = pools.get(entry.pk), last.get(entry.pk)
        checked = check_stored(game, deck_format, today, parsed.block.text, pool.text if pool else None)
        judged = CheckedSubmission(checked, cards, pool)
        lists.append(DecklistPreview(entry, parsed.block.line, judged, before, _is_unchanged(before, judged)))
    return lists


def _is_unchanged(version: DeckVersion | None, judged: CheckedSubmission) -> bool:
    """Return True if a version has the same lines, cards, format and acceptance."""
    if version is None or judged.report.acceptable > version.accepted:
        return False
    pool = judged.pool.pk if judged.pool else None
    now = (judged.report.format, judged.cards.pool, pool)
    return now == (version.format, version.card_pool, version.pool_id) and _lines(version.text) == _lines(
        judged.checked.text
    )


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").strip()
