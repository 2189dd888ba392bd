"""The decklists of a match, as a record tells them, for who may read them."""

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
    """The list of an entry as it is played in a game of a match.

    Attributes:
        number: of the version that counts.
        cards: copies and names, in the order of the list; None where nobody has told what was sideboarded.
    """

    number: int
    cards: tuple[tuple[int, str], ...] | None


def lists_of_match(match: Match, viewer: object, *, first_game: bool = False) -> dict[int, PlayedList]:
    """Return the lists of a match's entries by their keys, as far as the viewer may read them; one query.

    The version that counts now is taken. From the second game of a match on nobody has told which cards of a sideboard
    are in the deck: such a list is told without its cards, unless it is the first game that is meant.

    Args:
        match: of which.
        viewer: who reads.
        first_game: whether it is known to be about the first game of the match.
    """
    stage = match.round.stage
    found = decklists_by_entry(viewer, stage, _entries(match))
    as_registered = first_game or stage.best_of == 1
    return {
        entry: PlayedList(version.number, _cards(version) if as_registered or not _is_changed(version) else None)
        for entry, version in found.items()
    }


def tells_a_secret_list(dispute: Dispute) -> bool:
    """Whether the record of a dispute lists decks, and those of its match are not open to everybody yet."""
    match, record = dispute.match, dispute.record
    if match is None or record is None or not any(deck.lines for deck in parse(record.text).decks):
        return False
    return has_hidden_decklists(_entries(match))


def _entries(match: Match) -> Collection[int]:
    return [seat.registration_id for seat in match.seats.all()]


def _is_changed(version: DeckVersion) -> bool:
    """Whether its deck may be another one from the second game on."""
    return bool(version.deck.get(Section.SIDEBOARD))


def _cards(version: DeckVersion) -> tuple[tuple[int, str], ...]:
    """Return what is played of a list: every part of it but the sideboard, however its game divides a deck."""
    parts = [version.deck.get(section, ()) for section in Section if section is not Section.SIDEBOARD]
    return tuple((entry["quantity"], entry["name"]) for entries in parts for entry in entries)
