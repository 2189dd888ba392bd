"""Decklists of a match for its record."""

from collections.abc import Collection
from dataclasses import dataclass

from epic_events.decks.models import DeckVersion
from epic_events.decks.selectors import decklists_by_entry, has_hidden_decklists
from epic_events.disputes.models import Dispute
from epic_events.pairings.models import Match
from rules.decks import Section
from rules.judge.record import parse


@dataclass(frozen=True)
class PlayedList:
    """The decklist of a registration in a game of a match.

    Attributes:
        number: the number of its version.
        cards: copies and names in list order; ``None`` if sideboarding makes them unknown.
    """

    number: int
    cards: tuple[tuple[int, str], ...] | None


def decklists_of_match(match: Match, viewer: object, *, first_game: bool = False) -> dict[int, PlayedList]:
    """Return the current decklists that the viewer may read, by registration key; one query.

    A list with a sideboard has no cards unless it is the first game, because sideboarded cards are unknown.

    Args:
        match: the match.
        viewer: the user.
        first_game: True for the first game of the match.
    """
    stage = match.round.stage
    found = decklists_by_entry(viewer, stage, _entries(match))
    as_registered = first_game or stage.best_of == 1
    return {
        entry: PlayedList(version.number, _cards(version) if as_registered or not _is_changed(version) else None)
        for entry, version in found.items()
    }


def has_secret_decklist(dispute: Dispute) -> bool:
    """Return True if the record contains decklists of its match that are not public yet."""
    match, record = dispute.match, dispute.record
    if match is None or record is None or not any(deck.lines for deck in parse(record.text).decks):
        return False
    return has_hidden_decklists(_entries(match))


def _entries(match: Match) -> Collection[int]:
    return [seat.registration_id for seat in match.seats.all()]


def _is_changed(version: DeckVersion) -> bool:
    """Return True if the deck may change after the first game."""
    return bool(version.deck.get(Section.SIDEBOARD))


def _cards(version: DeckVersion) -> tuple[tuple[int, str], ...]:
    """Return all cards of a list except the sideboard."""
    parts = [version.deck.get(section, ()) for section in Section if section is not Section.SIDEBOARD]
    return tuple((entry["quantity"], entry["name"]) for entries in parts for entry in entries)
