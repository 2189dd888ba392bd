"""Context of deck checks: stage, period, card file, deck rules and pool."""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import Any, Final, Self

from django.db import DEFAULT_DB_ALIAS
from django.db.models import BigIntegerField, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from epic_events.decks.models import CardFile, CardFileChoice, CardPool, DeckLock, DeckRules
from epic_events.events.models import Event, Registration, Stage
from epic_events.infra.database.compiled_queries import CompiledQuery, Parameter, columns_of, instance_from
from epic_events.infra.errors import MissingError, StateError
from epic_events.pairings import selectors
from epic_events.pairings.models import Preparation
from epic_events.pairings.preparation import StagePreparation, load_preparation
from rules.decks import Format
from rules.decks.card_files import CardFileError
from rules.games import GAMES, Game, NoCardFileError

DRAFTING: Final = Preparation.Kind.DRAFTING.value
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
    """Return the card file version in use, without its text; None if there is none.

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


def _card_file_query() -> QuerySet[CardFileChoice, tuple[Any, ...]]:
    choices = CardFileChoice.objects.filter(event_id=Parameter("event", BigIntegerField())).order_by("-number")
    return choices.values_list(*(f"file__{column}" for column in _BUT_TEXT))[:1]


_CHOSEN: Final = CompiledQuery(_card_file_query)


@lru_cache(maxsize=MAX_CACHED_GAMES)
def load_game_with_cards(slug: str, file_hash: str, rules_hash: str = "") -> Game:
    """Return a game extended by a card file and deck rules.

    Cached after the first call.

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
    """Return the current deck rules.

    None if there are none for the event's game. One query.
    """
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


def uses_pools(game_slug: str, format_slug: str) -> bool:
    """Return True if decks of this format are built from pools."""
    game = GAMES.get(game_slug)
    return game is not None and game.needs_pool(format_slug)


def current_pools(event: Event, format_slug: str, entries: Collection[int]) -> dict[int, CardPool]:
    """Return the current pool, without its text, of each entry that has one.

    One query if the format uses pools, else none.
    """
    if not uses_pools(event.game, format_slug):
        return {}
    counting = CardPool.objects.counting().filter(registration__in=entries, game=event.game, format=format_slug)
    return {pool.registration_id: pool for pool in counting.select_related("by").defer("text")}


@cache
def card_pool(game: str) -> str:
    """Return a version of a game's catalogue, which changes if any card changes."""
    facts = sorted(
        f"{card.name}|{card.cost}|{','.join(card.deck_alignments)}|{card.is_deck_card}" for card in GAMES[game].cards
    )
    return f"{game}-{len(facts)}-{hashlib.sha256(chr(10).join(facts).encode()).hexdigest()[:12]}"


@dataclass(frozen=True)
class EventCards:
    """The cards and deck rules used to check an event's decklists.

    Attributes:
        slug: slug of the game.
        file: the current card file; None without one.
        rules: the current deck rules; None without any.
    """

    slug: str
    file: CardFile | None = None
    rules: DeckRules | None = None

    @property
    def hashes(self) -> tuple[str, str]:
        """Hashes of the card file and the deck rules; empty for none."""
        return self.file.hash if self.file else "", self.rules.hash if self.rules else ""

    @property
    def game(self) -> Game:
        """The game with these cards.

        Raises:
            MissingError: there is no such game.
            StateError: the card file is no longer valid.
        """
        return load_game_with_cards(self.slug, *self.hashes)

    @property
    def pool(self) -> str:
        """Version of these cards, stored with each list.

        It changes if any card or rule changes.
        """
        return "+".join([card_pool(self.slug), *(each[:12] for each in self.hashes if each)])


class DeckContext:
    """Context of deck checks for an event or one of its entries.

    Create one for each request, task or locked section and pass it down. Each part is loaded once, when it is first
    used.

    Attributes:
        event: the event.
        entry: the entry whose list is checked; None for the event in general.
    """

    def __init__(self, event: Event, entry: Registration | None = None) -> None:
        self.event = event
        self.entry = entry

    @classmethod
    def of(cls, entry: Registration) -> Self:
        """Return the context of an entry."""
        return cls(entry.event, entry)

    def for_entry(self, entry: Registration, pool: CardPool | None) -> Self:
        """Return the context of an entry with a loaded pool.

        Stage and cards are those of this context.
        """
        context = type(self)(self.event, entry)
        context.stage, context.cards, context.pool = self.stage, self.cards, pool
        return context

    @cached_property
    def stage(self) -> Stage | None:
        """Stage for which lists are submitted now; None for an event without stages.

        This is the first stage before the start and the current stage afterwards. From the last round of a stage on,
        it is the next stage, so that players can submit another list before it starts.
        """
        plan = selectors.load_event_plan(self.event)
        last = plan.latest_round if self.event.has_started else None
        if last is None:
            return next(iter(plan.stages), None)
        has_end = not last.stage.is_elimination and last.stage.last_round is not None
        is_over = has_end and last.number >= (last.stage.last_round or 0)
        return (plan.next_stage(last.stage) if is_over else None) or last.stage

    @property
    def format_slug(self) -> str:
        """Slug of the format of the stage for which lists are submitted now."""
        return self.stage.deck_format if self.stage else self.event.format

    @cached_property
    def cards(self) -> EventCards:
        """Current cards and deck rules.

        One query, and a second one if the game supports card files.
        """
        return EventCards(self.event.game, current_card_file(self.event), current_deck_rules(self.event))

    @property
    def game(self) -> Game:
        """The game with the current cards and deck rules.

        Raises:
            MissingError: there is no such game.
            StateError: the card file is no longer valid.
        """
        get_game(self.event.game)
        return self.cards.game

    @property
    def format(self) -> Format | None:
        """The format of the current stage; None if the game no longer has it."""
        return self.game.formats.get(self.format_slug)

    @property
    def uses_pools(self) -> bool:
        """True if decks of the current format are built from pools."""
        return uses_pools(self.event.game, self.format_slug)

    @cached_property
    def pool(self) -> CardPool | None:
        """Current pool of the entry, or None.

        It is the latest one of the current format that was not removed.
        """
        if self.entry is None or not self.uses_pools:
            return None
        pools = CardPool.objects.filter(registration=self.entry, game=self.event.game, format=self.format_slug)
        latest = pools.order_by("-number").first()
        return latest if latest is not None and latest.text else None

    @cached_property
    def lock(self) -> DeckLock | None:
        """Lock or unlock of the entry's list by the staff; None if there is none."""
        return DeckLock.objects.filter(registration=self.entry).first() if self.entry else None

    @property
    def is_before_opening(self) -> bool:
        """True before the submission period, unless the staff unlocked all lists."""
        event = self.event
        is_early = event.decks_open_at is not None and timezone.now() < event.decks_open_at
        return is_early and event.decks_locked is None and not event.has_started

    @property
    def waits_for_draft(self) -> bool:
        """True before the start if the cards are drafted then."""
        return not self.event.has_started and self.stage is not None and self.stage.is_drafted

    @property
    def preparation(self) -> StagePreparation | None:
        """Drafting and building of the current stage.

        None for an event without stages.
        """
        return load_preparation(self.stage) if self.stage is not None else None

    @cached_property
    def is_closed(self) -> bool:
        """True if players cannot change their lists, apart from unlocks of single players.

        A lock or unlock of all lists by the staff takes precedence. Otherwise lists are due at the event's deadline,
        at the latest at its start. Where decks are built before the first round, lists are due at the end of building;
        if cards are drafted, they open after that. A later stage with another format accepts lists until its first
        round is paired, and so does a stage in pods.
        """
        event = self.event
        if event.is_over:
            return True
        if event.decks_locked is not None:
            return event.decks_locked
        if self.is_before_opening:
            return True
        if not event.has_started:
            is_overdue = event.decks_due_at is not None and timezone.now() >= event.decks_due_at
            return is_overdue or self.waits_for_draft
        return self._is_closed_in_play

    @property
    def _is_closed_in_play(self) -> bool:
        event, stage = self.event, self.stage
        if stage is None:
            return True
        before = event.stages.filter(order__lt=stage.order).order_by("-order").first() if stage.order > 1 else None
        if before is not None:
            before.event = event
        preparation = load_preparation(stage, before)
        if preparation.builds:
            return preparation.are_lists_due or preparation.running == DRAFTING or stage.round_set.exists()
        opens_again = stage.kind == Stage.Kind.PODS if before is None else before.deck_format != stage.deck_format
        return not opens_again or stage.round_set.exists()

    @property
    def is_locked(self) -> bool:
        """True if the player cannot change the list now.

        A lock or unlock of this player by the staff takes precedence over :attr:`is_closed`.
        """
        if self.event.is_over:
            return True
        return self.is_closed if self.lock is None else self.lock.locked

    @property
    def takes_part(self) -> bool:
        """True if the entry is registered or on the waitlist."""
        return self.entry is not None and can_have_decklist(self.entry)


def can_have_decklist(entry: Registration) -> bool:
    """Return True if the entry is registered or on the waitlist."""
    return entry.status in (*Registration.ACTIVE_STATUSES, Registration.Status.WAITLISTED)
