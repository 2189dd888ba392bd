"""Current card file of an event, and games extended by the cards of a file."""

from functools import lru_cache
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS
from django.db.models import BigIntegerField, QuerySet
from django.utils.translation import gettext as _

from epic_events.decks.models import CardFile, CardFileChoice, DeckRules
from epic_events.events.models import Event
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of
from epic_events.infra.errors import MissingError, StateError
from rules.decks.card_files import CardFileError
from rules.games import GAMES, Game, NoCardFileError

MAX_CACHED_GAMES = 16
"""Number of cached games with card files; loading the largest file takes a third of a second."""


def get_game(slug: str) -> Game:
    """Return the game with this slug.

    Raises:
        MissingError: there is no such game.
    """
    try:
        return GAMES[slug]
    except KeyError as error:
        raise MissingError(_("The game “%(game)s” does not exist on this site.") % {"game": slug}) from error


def supports_card_files(event: Event) -> bool:
    """Return True if the event's game supports card files."""
    game = GAMES.get(event.game)
    return game is not None and game.supports_card_files


def current_card_file(event: Event) -> CardFile | None:
    """Return the card file version in use, without its text; None without one.

    One query if the game supports card files, else none. A file for another game than the event's is ignored.
    """
    if not supports_card_files(event):
        return None
    rows = _CHOSEN.rows(event=event.pk)
    if not rows or rows[0][0] is None:
        return None
    file = CardFile.from_db(DEFAULT_DB_ALIAS, _BUT_TEXT, rows[0])
    return file if file.game == event.game else None


_BUT_TEXT: Final = [column for column in columns_of(CardFile) if column != "text"]


def _chosen() -> QuerySet[CardFileChoice, tuple[Any, ...]]:
    choices = CardFileChoice.objects.filter(event_id=Parameter("event", BigIntegerField())).order_by("-number")
    return choices.values_list(*(f"file__{column}" for column in _BUT_TEXT))[:1]


_CHOSEN: Final = CompiledQuery(_chosen)


@lru_cache(maxsize=MAX_CACHED_GAMES)
def load_game_with_cards(slug: str, file_hash: str, rules_hash: str = "") -> Game:
    """Return a game extended by a card file and deck rules; cached after the first call.

    Args:
        slug: slug of the game.
        file_hash: hash of the card file; empty for none.
        rules_hash: hash of the :class:`DeckRules`; empty for none.

    Raises:
        MissingError: there is no such game, card file or deck rules.
        StateError: the stored card file is no longer valid.
    """
    game = _with_file(get_game(slug), file_hash)
    if not rules_hash:
        return game
    deck_rules = DeckRules.objects.filter(game=slug, hash=rules_hash).first()
    if deck_rules is None:
        raise MissingError(_("No event has these deck rules."))
    return game.with_event_rules(deck_rules.values)


def _with_file(game: Game, file_hash: str) -> Game:
    if not file_hash:
        return game
    text = CardFile.objects.filter(game=game.slug, hash=file_hash).values_list("text", flat=True).first()
    if text is None:
        raise MissingError(_("This card file does not exist."))
    try:
        return game.with_cards(text)
    except (CardFileError, NoCardFileError) as error:
        message = _("The card file of this event is no longer valid. An organiser must upload a new version.")
        raise StateError(message) from error
