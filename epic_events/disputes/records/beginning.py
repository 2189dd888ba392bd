"""How the record of a dispute begins that comes from a match: what the site knows of it is filled in."""

import re

from epic_events.pairings.models import Match
from rules.games import GAMES, playable

_NO_PART_OF_A_NAME = re.compile(r"[:,#{}\[\]()]+")
RESERVED = "chance"
"""The name under which a record tells what no player chose."""


def record_of_match(match: Match) -> str:
    """Return the headers of a record with the players, and a position to fill in; see ``rules/judge/RECORD.md``.

    Who took the first turn, and whose turn it is, nobody has told: the first seat stands there until somebody does. The
    interpretations and printings of the event are added when the record is read.
    """
    event = match.round.stage.event
    names = _apart([_record_name(seat.registration.name) for seat in match.seats.select_related("registration")])
    if len(names) < 2:
        return ""
    headers = [
        "Record: 1",
        f"Game: {event.game}",
        f"Rules: {event.rules_version}",
        f"Players: {', '.join(names)}",
        f"First: {names[0]}",
    ]
    game = playable(GAMES[event.game])
    headers += [f"Cards: {name}" for name in list(game.card_sets)[:1]]
    position = ["Position", *(f"{key}: {text}" for key, text in game.notation.blank(names))]
    return "\n".join([*headers, "", *position, "", "Plays"]) + "\n"


def _record_name(name: str) -> str:
    """Return a name without the signs that mean something in a record."""
    plain = " ".join(_NO_PART_OF_A_NAME.sub(" ", name).split()) or "Player"
    return f"Player {plain}" if plain.casefold() == RESERVED else plain


def _apart(names: list[str]) -> list[str]:
    """Return the names with a number behind those that would otherwise be the same, or nobody's."""
    seen: list[str] = []
    for name in names:
        same = sum(name.casefold() == other.casefold() for other in seen)
        seen.append(f"{name} {same + 1}" if same else name)
    return seen
