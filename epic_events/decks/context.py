"""What decklists of an event are checked against: stage, submission period, card file, deck rules and pool."""

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS
from django.db.models import BigIntegerField, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.decks.models import CardFile, CardFileChoice, CardPool, DeckRules
from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.infra.errors import MissingError, StateError
from epic_events.pairings import selectors
from epic_events.pairings.selectors import stage_after
from rules.decks.card_files import CardFileError
from rules.games import GAMES, Game, NoCardFileError


def decklist_stage(event: Event) -> Stage | None:
    """Return the stage for which lists are submitted now; None for an event without stages.

    This is the first stage before the start and the current stage afterwards. From the last round of a stage on, it is
    the next stage, so that players can submit another list before it starts.
    """
    last = selectors.latest_round(event) if event.has_started else None
    if last is None:
        stage = selectors.first_stage(event)
    else:
        done = not last.stage.is_elimination and last.stage.last_round is not None
        over = done and last.number >= (last.stage.last_round or 0)
        stage = (stage_after(last.stage) if over else None) or last.stage
    if stage is not None:
        stage.event = event
    return stage


def is_before_opening(event: Event) -> bool:
    """Return True before the submission period, unless the staff unlocked all lists."""
    awaited = event.decks_open_at is not None and timezone.now() < event.decks_open_at
    return awaited and event.decks_locked is None and not event.has_started


def are_decklists_closed(event: Event) -> bool:
    """Return True if players cannot change their lists, apart from unlocks of single players.

    A lock or unlock of all lists by the staff takes precedence. Otherwise lists are due at the event's deadline, at
    the latest at its start. A later stage with another format accepts lists until its first round is paired, and so
    does a stage whose cards are drafted in pods after the start.
    """
    if event.is_over:
        return True
    if event.decks_locked is not None:
        return event.decks_locked
    if is_before_opening(event):
        return True
    if not event.has_started:
        return event.decks_due_at is not None and timezone.now() >= event.decks_due_at
    stage = decklist_stage(event)
    if stage is None:
        return True
    before = event.stages.filter(order__lt=stage.order).order_by("-order").first()
    if before is not None:
        before.event = event
    opens_again = stage.kind == Stage.Kind.PODS if before is None else before.deck_format != stage.deck_format
    return not opens_again or stage.round_set.exists()


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


def current_deck_rules(event: Event) -> DeckRules | None:
    """Return the current deck rules; None if there are none for the event's game. One query."""
    deck_rules = next((instance_from(DeckRules, row) for row in _CURRENT_RULES.rows(event=event.pk)), None)
    if deck_rules is None or deck_rules.game != event.game:
        return None
    return (
        deck_rules if deck_rules.banned is not None or deck_rules.restricted is not None or deck_rules.facts else None
    )


def _current_rules() -> QuerySet[DeckRules, tuple[Any, ...]]:
    deck_rules = DeckRules.objects.filter(event_id=Parameter("event", BigIntegerField())).order_by("-number")
    return deck_rules.values_list(*columns_of(DeckRules))[:1]


_CURRENT_RULES: Final = CompiledQuery(_current_rules)


def uses_pools(event: Event, format_slug: str) -> bool:
    """Return True if decks of this format are built from pools."""
    game = GAMES.get(event.game)
    return game is not None and game.needs_pool(format_slug)


def current_pool(entry: Registration, format_slug: str) -> CardPool | None:
    """Return the current pool of an entry in a format; None without one.

    One query if the format uses pools, else none.
    """
    if not uses_pools(entry.event, format_slug):
        return None
    written = CardPool.objects.filter(registration=entry, game=entry.event.game, format=format_slug)
    newest = written.order_by("-number").first()
    return newest if newest is not None and newest.text else None


def current_pools(event: Event, format_slug: str, entries: Collection[int]) -> dict[int, CardPool]:
    """Return the current pool, without its text, of each entry that has one.

    One query if the format uses pools, else none.
    """
    if not uses_pools(event, format_slug):
        return {}
    latest_pool = CardPool.objects.counting().filter(registration__in=entries, game=event.game, format=format_slug)
    return {pool.registration_id: pool for pool in latest_pool.select_related("by").defer("text")}
