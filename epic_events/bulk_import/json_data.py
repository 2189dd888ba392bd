"""Import of JSON exported by other sites."""

import json
from collections.abc import Mapping

from django.utils.translation import gettext as _

from epic_events.bulk_import.tables import TableError, first_character


def is_like_json(text: str, signs: str = "{") -> bool:
    """Return True if a text starts with one of ``signs``, after a byte order mark and blanks."""
    first = first_character(text)
    return first != "" and first in signs


def read_json(text: str) -> object:
    """Parse JSON.

    Raises:
        TableError: the text is not valid JSON.
    """
    try:
        data: object = json.loads(text.removeprefix("\N{BYTE ORDER MARK}"))
    except (ValueError, RecursionError) as error:
        raise TableError(_("This is not valid JSON. Paste the whole file.")) from error
    return data


def tabletop_section(data: Mapping[str, object], part: str) -> object:
    """Return a section of Tabletop.to's JSON (exported until 2022), or None."""
    inner = data.get("tournament")
    return (inner if isinstance(inner, Mapping) else data).get(part)


def players_of(text: str) -> list[Mapping[str, object]]:
    """Return the players in Tabletop.to's JSON; entries that are no objects become empty.

    Raises:
        TableError: the text is not valid JSON or has no players.
    """
    data = read_json(text)
    players = tabletop_section(data, "players") if isinstance(data, Mapping) else None
    if not isinstance(players, list):
        raise TableError(
            _("This JSON has no players. Paste an export from Tabletop.to with “tournament” and “players”.")
        )
    return [player if isinstance(player, Mapping) else {} for player in players]
