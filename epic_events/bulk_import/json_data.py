"""JSON that people paste or read from a file: other sites give some of theirs out so."""

import json
from collections.abc import Mapping

from django.utils.translation import gettext as _

from epic_events.bulk_import.tables import TableError, first_sign


def begins_like_json(text: str, signs: str = "{") -> bool:
    """Whether a text begins with one of the ``signs``, behind a byte order mark and blanks."""
    first = first_sign(text)
    return first != "" and first in signs


def read_json(text: str) -> object:
    """Return what JSON says.

    Raises:
        TableError: it is none.
    """
    try:
        data: object = json.loads(text.removeprefix("\N{BYTE ORDER MARK}"))
    except (ValueError, RecursionError) as error:
        raise TableError(_("This begins like JSON and is none: paste the whole file.")) from error
    return data


def part_of_tabletop(data: Mapping[str, object], part: str) -> object:
    """Return a part of the JSON that Tabletop.to gave out until 2022: of its tournament, or beside it; None without."""
    inner = data.get("tournament")
    return (inner if isinstance(inner, Mapping) else data).get(part)


def players_of(text: str) -> list[Mapping[str, object]]:
    """Return the players of Tabletop.to's JSON; one that is no object is an empty one.

    Raises:
        TableError: it is no JSON, or tells of no players.
    """
    data = read_json(text)
    players = part_of_tabletop(data, "players") if isinstance(data, Mapping) else None
    if not isinstance(players, list):
        raise TableError(_("This JSON has no players: read is that of Tabletop.to, with tournament and players."))
    return [player if isinstance(player, Mapping) else {} for player in players]
