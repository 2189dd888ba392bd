"""Bulk entry of players from a list or a table; all of them or none are entered."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.db.models.functions import Lower
from django.utils.translation import gettext as _

from epic_events.accounts.models import User
from epic_events.accounts.rate_limits import limit_rate
from epic_events.bulk_import.people import Person, parse_people
from epic_events.events.models import Event, Registration
from epic_events.events.permissions import require_scorekeeper
from epic_events.events.selectors import lock_event
from epic_events.events.services.entry import add_player
from epic_events.infra.errors import UserError
from epic_events.infra.limits import check_length
from epic_events.infra.names import clean_name, isolated

MAX_PLAYERS: Final = 500
MAX_CHARACTERS: Final = 100_000
IMPORTS_PER_HOUR: Final = 60


@dataclass(frozen=True)
class ParsedPlayer:
    """A player of a parsed list.

    Attributes:
        line: line number, from 1.
        name: the cleaned name, or the text as typed if it is not a valid name.
        problem: error message with advice; empty if the player can be entered.
        is_entered: True if the event already has an entry with this name, so that the line is skipped.
        has_left: True if that entry is cancelled or dropped.
    """

    line: int
    name: str
    problem: str = ""
    is_entered: bool = False
    has_left: bool = False


def check_player_list(event: Event, text: str) -> list[ParsedPlayer]:
    """Parse a list of players and check each of them, without writing; one query.

    The list has one name per line; or it is a table (CSV, with commas, semicolons or tabs) whose first line names
    columns of :data:`COLUMNS`; or it is JSON. Empty lines are ignored.

    Raises:
        TableError: the table has no column with names.
        TooLargeError: the text has more than :data:`MAX_CHARACTERS` characters.
        UserError: there are no players, or more than :data:`MAX_PLAYERS`; or the table cannot be read.
    """
    check_length(text, MAX_CHARACTERS, "text")
    named_lines = parse_people(text).people
    if not named_lines:
        message = _("No players found. Enter one name per line, or a table with a column “name”.")
        raise UserError(message, fields={"text": message})
    if len(named_lines) > MAX_PLAYERS:
        message = _("The list has %(count)d players. Enter at most %(most)d at once.")
        message = message % {"count": len(named_lines), "most": MAX_PLAYERS}
        raise UserError(message, fields={"text": message})
    here = dict(event.registrations.order_by().values_list(Lower("name"), "status"))
    seen: dict[str, int] = {}
    return [_check_player(person, here, seen) for person in named_lines]


def ignored_notice(text: str) -> str:
    """Return a sentence about everything in a list that is no player.

    Empty if there is nothing.

    Raises:
        TableError: as for :func:`check_player_list`.
    """
    return parse_people(text).notice


def _check_player(person: Person, here: Mapping[str, str], seen: dict[str, int]) -> ParsedPlayer:
    line = person.line
    if person.problem:
        return ParsedPlayer(line, person.name, person.problem)
    try:
        name = clean_name(person.name)
    except UserError as error:
        return ParsedPlayer(line, person.name, str(error))
    before = seen.setdefault(name.lower(), line)
    words = {"name": isolated(name), "line": before}
    if before != line:
        return ParsedPlayer(line, name, _("“%(name)s” is already on line %(line)d. Add an initial.") % words)
    status = here.get(name.lower())
    left = status in (Registration.Status.WITHDRAWN, Registration.Status.DROPPED)
    return ParsedPlayer(line, name, is_entered=status is not None, has_left=left)


def add_players(actor: User | None, event: Event, text: str) -> list[Registration]:
    """Enter all players of a list in order, or none if one of them is not valid.

    Players who are already entered are skipped, so a corrected list can be submitted again as a whole.

    Returns:
        The new entries.

    Raises:
        NotAllowedError: the user is not an organiser, head judge or scorekeeper.
        StateError: the event is over, or the cut has begun.
        UserError: players cannot be entered; lists every such line. See also :func:`check_player_list`.
    """
    require_scorekeeper(actor, event)
    if actor is not None:
        limit_rate("players.paste", actor.pk, limit=IMPORTS_PER_HOUR, seconds=3600)
    with transaction.atomic():
        event = lock_event(event)
        players = check_player_list(event, text)
        problems = [_("line %(line)d: %(problem)s") % vars(each) for each in players if each.problem]
        if problems:
            raise UserError("\n".join(problems), fields={"text": _("No players were entered. Fix the marked lines.")})
        return [add_player(actor, event, name=each.name) for each in players if not each.is_entered]
