"""The decklists of a match, as a record tells them, for who may read them."""

from collections.abc import Collection

from epic_events.decks.models import DeckVersion
from epic_events.decks.reads import are_secret, lists_played
from epic_events.disputes.models import Dispute
from epic_events.pairings.models import Match
from rules.decks import Section
from rules.judge.record import parse


def lists_of_match(match: Match, viewer: object) -> dict[int, tuple[str, ...]]:
    """Return the main decks of a match's entries by their keys, a card a line; one query.

    Left out is what the viewer may not read. So is, in a match of several games, a list with a sideboard: nobody has
    told which of its cards are in the deck in this game.
    """
    stage = match.round.stage
    found = lists_played(viewer, stage, _entries(match))
    return {
        entry: _lines(version) for entry, version in found.items() if stage.best_of == 1 or not _is_changed(version)
    }


def tells_a_secret_list(dispute: Dispute) -> bool:
    """Whether the record of a dispute lists decks, and those of its match are not open to everybody yet."""
    match, record = dispute.match, dispute.record
    if match is None or record is None or not any(deck.lines for deck in parse(record.text).decks):
        return False
    return are_secret(_entries(match))


def _entries(match: Match) -> Collection[int]:
    return [seat.registration_id for seat in match.seats.all()]


def _is_changed(version: DeckVersion) -> bool:
    """Whether its deck may be another one from the second game on."""
    return bool(version.deck.get(Section.SIDEBOARD))


def _lines(version: DeckVersion) -> tuple[str, ...]:
    return tuple(f"{entry['quantity']} {entry['name']}" for entry in version.deck[Section.MAIN])
