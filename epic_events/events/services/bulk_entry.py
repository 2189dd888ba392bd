"""Entering many players at once from a pasted list or a table: looked over line by line, then all of them or nobody."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.bulk_import.json_data import is_like_json, players_of
from epic_events.bulk_import.tables import (
    SIGNS,
    Columns,
    looks_like_table,
    normalised_title,
    read_table,
    unknown_columns,
)
from epic_events.events.locking import lock_event
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.services.entry import add_player
from epic_events.infra.display_names import clean_name, isolated
from epic_events.infra.errors import UserError
from epic_events.infra.limits import check_length

MOST_PLAYERS: Final = 500
MOST_CHARACTERS: Final = 100_000
PASTES_AN_HOUR: Final = 60
MOST_ROWS: Final = 10_000
COLUMNS: Final[Columns] = {
    "name": ("name", "player", "playername", "displayname", "spieler"),
    "first_name": ("firstname", "vorname"),
    "last_name": ("lastname", "surname", "nachname"),
    "user_name": ("username",),
}
"""What a table may tell of a player, by the titles of its columns.

``name`` is ours. ``FirstName`` with ``LastName``, and ``UserName``, are what melee.gg says of its own tables of players
(https://help.melee.gg/docs/mass-data-importing/); addresses beside them are not read. ``Player`` and ``Player Name``
are what such tables are commonly headed by. Of Tabletop.to, which closed in 2022, no table is known: what is read is
the JSON that it gave out at ``/listjuggler``, as public programs read it.
"""
NEEDED: Final = (frozenset({"name"}), frozenset({"first_name", "last_name"}), frozenset({"user_name"}))
TITLES_ALONE: Final = frozenset({"name", "player", "playername", "username"})
"""What makes a text a table although it has one column: nobody is called so."""


@dataclass(frozen=True)
class ParsedPlayer:
    """A player of a pasted list.

    Attributes:
        line: the line of the list, from 1.
        name: as it will be shown; as it was typed where it cannot be.
        problem: what is wrong with it and what would be right; empty when it can be entered.
        stands: whether somebody of that name is in the event already, who is not entered once more.
        left: whether that one has withdrawn or dropped.
    """

    line: int
    name: str
    problem: str = ""
    stands: bool = False
    left: bool = False


def check_player_list(event: Event, text: str) -> list[ParsedPlayer]:
    """Return the players of a pasted list with what is wrong with each; nothing is written.

    A list is a name a line; or a table (CSV, with commas, semicolons or tabs) whose first line names its columns, among
    them those of :data:`COLUMNS`; or JSON. Empty lines have no meaning. One query.

    Raises:
        TableError: it is a table, and its columns do not tell names.
        TooLargeError: more than :data:`MOST_CHARACTERS` characters.
        UserError: nobody is named, or more than :data:`MOST_PLAYERS` players are; or the table cannot be read.
    """
    check_length(text, MOST_CHARACTERS, "text")
    named = [(line, name) for line, name in _named(text) if name]
    if not named:
        message = _("No players found. Enter one name per line, or a table with a column “name”.")
        raise UserError(message, fields={"text": message})
    if len(named) > MOST_PLAYERS:
        message = _("The list has %(count)d players. Enter at most %(most)d at once.")
        message = message % {"count": len(named), "most": MOST_PLAYERS}
        raise UserError(message, fields={"text": message})
    here = dict(event.registrations.order_by().values_list(Lower("name"), "status"))
    seen: dict[str, int] = {}
    return [_looked_over(line, name, here, seen) for line, name in named]


def _looked_over(line: int, typed: str, here: Mapping[str, str], seen: dict[str, int]) -> ParsedPlayer:
    try:
        name = clean_name(typed)
    except UserError as error:
        return ParsedPlayer(line, typed, str(error))
    before = seen.setdefault(name.lower(), line)
    words = {"name": isolated(name), "line": before}
    if before != line:
        return ParsedPlayer(line, name, _("“%(name)s” is already on line %(line)d. Add an initial.") % words)
    status = here.get(name.lower())
    left = status in (Registration.Status.WITHDRAWN, Registration.Status.DROPPED)
    return ParsedPlayer(line, name, stands=status is not None, left=left)


def _named(text: str) -> Iterator[tuple[int, str]]:
    """Yield each line's number and the name in it.

    Raises:
        TableError: it is a table that cannot be read.
    """
    if is_like_json(text):
        yield from _of_json(text)
        return
    table = read_table(text, COLUMNS, NEEDED, most_rows=MOST_ROWS) if _has_cells(text) else None
    if table is not None:
        for row in table.rows:
            whole = " ".join(filter(None, (row.cell("first_name"), row.cell("last_name"))))
            yield row.line, row.cell("name") or whole or row.cell("user_name")
        return
    if looks_like_table(text):
        raise unknown_columns(text, COLUMNS, NEEDED)
    lines = text.removeprefix("\N{BYTE ORDER MARK}").replace("\0", "").replace("\r\n", "\n").replace("\r", "\n")
    yield from ((number, line.strip()) for number, line in enumerate(lines.split("\n"), 1))


def _has_cells(text: str) -> bool:
    """Whether the first line has several cells, or is nothing but the title of a column of names."""
    first = next((line for line in text.splitlines() if line.strip()), "").strip("\N{BYTE ORDER MARK} ")
    return any(sign in first for sign in SIGNS) or normalised_title(first.strip('"')) in TITLES_ALONE


def _of_json(text: str) -> Iterator[tuple[int, str]]:
    """Yield the players of Tabletop.to's JSON, numbered from 1.

    Raises:
        TableError: it is no JSON, or tells of no players.
    """
    for number, player in enumerate(players_of(text), 1):
        name = player.get("name")
        yield number, name.strip() if isinstance(name, str) else ""


def add_players(actor: User | None, event: Event, text: str) -> list[Registration]:
    """Enter everybody of a pasted list, in its order, as :func:`add_player` does; nobody where one cannot be entered.

    Who stands there already stays as they are: a list can be mended and pasted once more.

    Returns:
        The new entries.

    Raises:
        NotAllowedError: for everybody but organisers, head judges and scorekeepers.
        StateError: when the event is over, or the cut is being played.
        UserError: with every line that cannot be entered; see also :func:`look_over_players`.
    """
    require_scorekeeper(actor, event)
    if actor is not None:
        limit_rate("players.paste", actor.pk, limit=PASTES_AN_HOUR, seconds=3600)
    with transaction.atomic():
        event = lock_event(event)
        players = check_player_list(event, text)
        wrong = [_("line %(line)d: %(problem)s") % vars(each) for each in players if each.problem]
        if wrong:
            raise UserError("\n".join(wrong), fields={"text": _("No players were entered. Fix the marked lines.")})
        return [add_player(actor, event, name=each.name) for each in players if not each.stands]
