"""The initial record of a dispute.

It has the decklists and other data that the site has of its match.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from django.utils.translation import gettext as _

from epic_events.decks.models import DeckVersion
from epic_events.decks.selectors import decklists_by_entry, has_hidden_decklists
from epic_events.disputes.models import Dispute
from epic_events.disputes.records import CARDS, current_game, event_headers
from epic_events.events.models import Event
from epic_events.infra.names import isolated
from epic_events.pairings.models import Match
from rules.decks import Section
from rules.games import GAMES, PlayableGame, game_for_record, require_engine
from rules.judge.record import RecordError, parse
from rules.judge.setup.initial_state import initial_state


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
    """Return the current decklists that the viewer may read, by registration key.

    One query. A list with a sideboard has no cards unless it is the first game, because sideboarded cards are unknown.

    Args:
        match: the match.
        viewer: the user.
        first_game: True for the first game of the match.
    """
    stage = match.round.stage
    decklists = decklists_by_entry(viewer, stage, _entries(match))
    as_registered = first_game or stage.best_of == 1
    return {
        entry: PlayedList(version.number, _cards(version) if as_registered or not _is_changed(version) else None)
        for entry, version in decklists.items()
    }


def has_secret_decklist(dispute: Dispute) -> bool:
    """Return True if the record contains decklists that are not public yet.

    They are those of its match.
    """
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


_NO_PART_OF_A_NAME = re.compile(r"[:,#{}\[\]()]+")
Cards: TypeAlias = tuple[tuple[int, str], ...]
"""Pairs of quantity and name."""
RESERVED = "chance"
"""Actor name of random outcomes in records."""


@dataclass(frozen=True)
class InitialRecord:
    """The initial record of a dispute.

    Attributes:
        text: the record; empty for a match with fewer than two players.
        lists: a message for each decklist that the viewer may read.
        sideboarded: True if a list is left unknown that would be known for the first game.
    """

    text: str
    lists: tuple[str, ...] = ()
    sideboarded: bool = False


def record_of_match(match: Match, viewer: object) -> str:
    """Return the text of :func:`initial_record_of_match`."""
    return initial_record_of_match(match, viewer).text


def initial_record_of_match(match: Match, viewer: object, *, first_game: bool = False) -> InitialRecord:
    """Return a record with the players and decklists of a match and an empty position.

    The first seat stands for the unknown first player. For the format see ``rules/judge/RECORD.md``.

    Args:
        match: a match with at least two players.
        viewer: the user; only lists that they may read are included.
        first_game: True for the first game of the match, before sideboarding.
    """
    event, seats = match.round.stage.event, list(match.seats.select_related("registration"))
    names = _make_unique([_record_name(seat.registration.name) for seat in seats])
    if len(names) < 2:
        return InitialRecord("")
    game, chosen = _game_of(event), _option_headers(event)
    decklists = decklists_of_match(match, viewer, first_game=first_game)
    entries = zip(names, seats, strict=True)
    lists = {name: decklists[seat.registration_id] for name, seat in entries if seat.registration_id in decklists}
    begin = partial(_to_fill_in, game, event.rules_version, names, chosen)
    without_lists = _errors(begin(), game)
    # A list with unknown or unplayable cards must not add errors to the record.
    decks = {
        name: listed.cards
        for name, listed in lists.items()
        if listed.cards is not None and _errors(begin({name: listed.cards}), game) <= without_lists
    }
    notes = tuple(_note_of_list(name, listed, filled_in=name in decks) for name, listed in lists.items())
    return InitialRecord(begin(decks), notes, any(listed.cards is None for listed in lists.values()))


def _errors(text: str, game: PlayableGame) -> set[str]:
    """Return the errors of a record whose initial position is not complete yet."""
    try:
        record = parse(text, game=game.slug)
        initial_state(game_for_record(record, game), record)
    except RecordError as error:
        return {problem.message for problem in error.problems}
    return set()


def _note_of_list(name: str, listed: PlayedList, *, filled_in: bool) -> str:
    """Return the message for a decklist."""
    values = {"name": isolated(name), "number": listed.number}
    if listed.cards is None:
        words = _(
            "%(name)s: list %(number)d has a sideboard, and the cards swapped after the first game are not known. "
            "The deck is left unknown."
        )
        return words % values
    if not filled_in:
        words = _("%(name)s: list %(number)d contains cards that cannot be replayed. The deck is left unknown.")
        return words % values
    return _("%(name)s: the current list, number %(number)d, is filled in.") % values


def record_of_event(event: Event | None, slug: str) -> str:
    """Return a record of two unnamed players with an empty position.

    Args:
        event: the event whose game, rules version and interpretations apply; ``None`` without one.
        slug: the game if there is no event; the first game with an engine if it has none.
    """
    names = [_("Player 1"), _("Player 2")]
    if event is not None:
        return _to_fill_in(_game_of(event), event.rules_version, names, _option_headers(event))
    return blank_record(slug, names)


def blank_record(slug: str, names: list[str]) -> str:
    """Return a record of a game with these players and an empty position."""
    game = _playable_game(slug)
    return _to_fill_in(game, game.usual_version, names)


def _option_headers(event: Event) -> dict[str, str]:
    """Return the headers with the interpretations and printings of an event."""
    return {key: value for key, value in event_headers(event).items() if key != CARDS}


def _game_of(event: Event) -> PlayableGame:
    game = current_game(event)
    return require_engine(GAMES[event.game] if game is None else game)


def _playable_game(slug: str) -> PlayableGame:
    playable = [game for game in GAMES.values() if isinstance(game, PlayableGame)]
    return next((game for game in playable if game.slug == slug), playable[0])


def sample_record(slug: str) -> str:
    """Return an example record of a game; a blank record if the game has no example.

    Args:
        slug: the game; the first game with an engine if it has none.
    """
    game = _playable_game(slug)
    return game.sample or _to_fill_in(game, game.usual_version, ["Anna", "Ben"])


def _to_fill_in(
    game: PlayableGame,
    version: str,
    names: list[str],
    chosen: Mapping[str, str] | None = None,
    decks: Mapping[str, Cards] | None = None,
) -> str:
    headers = [
        "Record: 1",
        f"Game: {game.slug}",
        f"Rules: {version}",
        f"Players: {', '.join(names)}",
        f"First: {names[0]}",
    ]
    if not game.cards_reference and game.card_sets:
        game = game.with_set(next(iter(game.card_sets)))
    headers += [f"{CARDS}: {game.cards_reference}"] if game.cards_reference else []
    headers += [f"{key}: {value}" for key, value in (chosen or {}).items()]
    cards_by_player = {name: [card for _count, card in cards] for name, cards in (decks or {}).items()}
    position = [
        "Position",
        *(f"{key}: {text}" for key, text in game.notation.position_template(names, game.cards, cards_by_player)),
    ]
    listed = [
        line
        for name, cards in (decks or {}).items()
        for line in (f"Deck {name}", *(f"{count} {card}" for count, card in cards), "")
    ]
    return "\n".join([*headers, "", *listed, *position, "", "Plays"]) + "\n"


def _record_name(name: str) -> str:
    """Return a name without the characters that are reserved in a record."""
    plain = " ".join(_NO_PART_OF_A_NAME.sub(" ", name).split()) or "Player"
    return f"Player {plain}" if plain.casefold() == RESERVED else plain


def _make_unique(names: list[str]) -> list[str]:
    """Return unique, non-empty names by adding numbers."""
    seen: list[str] = []
    for name in names:
        same = sum(name.casefold() == other.casefold() for other in seen)
        seen.append(f"{name} {same + 1}" if same else name)
    return seen
