"""The card file of a record: the version that it names, else the current one of its event."""

from epic_events.decks.context import current_card_file, load_game_with_cards
from epic_events.decks.models import CardFile
from epic_events.events.models import Event
from rules.games import Game, PlayableGame, card_file_hash
from rules.judge.record import Record


def current_game(event: Event | None) -> Game | None:
    """Return the game of an event with its current card file; ``None`` without one."""
    file = current_card_file(event) if event is not None else None
    return load_game_with_cards(file.game, file.hash) if file is not None else None


def game_of_record(record: Record, event: Event | None) -> Game | None:
    """Return the game with the card file of a record; ``None`` if it needs none or the file is unavailable.

    A record that names a version of the event's card file is replayed with that version.
    """
    named = card_file_hash(record)
    if not named:
        return current_game(event) if record.header("Cards") is None else None
    if event is None:
        return None
    files = CardFile.objects.filter(event=event, game=event.game, hash__startswith=named)
    file_hash = files.order_by("-number").values_list("hash", flat=True).first()
    return load_game_with_cards(event.game, file_hash) if file_hash else None


def cards_header(event: Event | None) -> str:
    """Return the value of the header ``Cards`` for an event; empty without a card file."""
    game = current_game(event)
    return game.cards_reference if isinstance(game, PlayableGame) else ""
