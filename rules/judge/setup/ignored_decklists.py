"""Decklists that a judge ignores, so that the deck counts as unknown.

A decklist may contradict the game although the record is right: a champion was stolen, or the list is late or the wrong
one. The header ``Without decklist Ben: the list was handed in late`` ignores it.
"""

from collections.abc import Iterator
from typing import Final

from rules.decks.names import fold
from rules.frozen import frozen
from rules.judge.record.errors import Problem
from rules.judge.record.model import Header, Record

KEY: Final = "Without decklist"
"""The beginning of the header's key; the player's name follows."""


@frozen
class IgnoredDecklist:
    """A decklist that is ignored when a record is judged.

    Attributes:
        player: the owner.
        reason: why it is ignored.
    """

    player: str
    reason: str

    def __str__(self) -> str:
        """Return the sentence for the verdict."""
        return f"Played without {self.player}'s decklist: {self.reason.rstrip('.')}."


def header_key(player: str) -> str:
    """Return the key of the header that ignores a player's decklist."""
    return f"{KEY} {player}"


def ignored_decklists(record: Record) -> tuple[IgnoredDecklist, ...]:
    """Return the ignored decklists of a record, in the order of its headers."""
    players_by_name = {fold(player): player for player in record.players}
    return tuple(
        IgnoredDecklist(players_by_name[player_name], header.value)
        for header, player_name in _headers(record)
        if player_name in players_by_name and header.value
    )


def ignored_decklist_errors(record: Record) -> Iterator[Problem]:
    """Yield the errors of headers that ignore a decklist.

    The player is unknown or the reason missing.
    """
    folded_names = {fold(player) for player in record.players}
    for header, player_name in _headers(record):
        place = header.place
        if player_name not in folded_names:
            names = " or ".join(record.players)
            message = f"{header.key!r} names no player: write `{KEY} {record.players[0]}`, for {names}"
            yield Problem(place.line, place.column, message, header.key, record.players)
        elif not header.value:
            message = f"give the reason why {header.key[len(KEY) :].strip()}'s decklist does not count"
            yield Problem(place.line, place.column, message, header.key)


def _headers(record: Record) -> Iterator[tuple[Header, str]]:
    """Yield the headers that ignore a decklist.

    Each comes with the folded name of the player.
    """
    for header in record.headers:
        if fold(header.key).startswith(fold(KEY)):
            yield header, fold(header.key[len(KEY) :].strip())
