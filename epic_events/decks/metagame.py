"""Metagame of an event: how often cards and alignments occur in public decklists.

The result is the same for every viewer. It includes only lists that everyone may read, so that it reveals nothing
about hidden lists.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from epic_events.decks.context import DeckContext
from epic_events.decks.models import DeckCard, DeckVersion
from epic_events.decks.presentation import deck_card_url
from epic_events.events.models import Event
from epic_events.infra.errors import MissingError, StateError
from rules.games import Game

MAX_CARDS: Final = 20
"""Maximum number of cards shown."""


@dataclass(frozen=True)
class MetagameGroup:
    """A group of cards, such as those of one alignment.

    Attributes:
        word: name of the group.
        lists: number of lists with a card of the group.
        copies: copies of its cards in all lists; a card in two groups counts for both.
        percent: share of all copies, rounded.
    """

    word: str
    lists: int
    copies: int
    percent: int


@dataclass(frozen=True)
class MetagameCard:
    """A card with the number of lists that contain it.

    Attributes:
        name: name of the card.
        url: page of the card; empty if the card is no longer known.
        lists: number of lists with the card.
        copies: copies in all lists.
        percent: share of all counted lists, rounded.
    """

    name: str
    url: str
    lists: int
    copies: int
    percent: int


@dataclass(frozen=True)
class Metagame:
    """Metagame of an event; deck and sideboard are counted together.

    Attributes:
        lists: number of public lists.
        of: number of accepted lists, public or not.
        called: what the game calls the groups, such as "alignment"; empty if it has none.
        words: groups by number of copies, in descending order.
        cards: at most :data:`MAX_CARDS` cards by number of lists, in descending order.
        by_entry: groups of each public list by entry key, by number of copies.
    """

    lists: int = 0
    of: int = 0
    called: str = ""
    words: tuple[MetagameGroup, ...] = ()
    cards: tuple[MetagameCard, ...] = ()
    by_entry: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


def event_metagame(event: Event) -> Metagame:
    """Return the metagame of an event's public decklists; a fixed number of queries."""
    current_versions = DeckVersion.objects.counting().filter(
        registration__in=event.registrations.counted(), game=event.game, registration__event=event
    )
    total = current_versions.count()
    open_lists = dict(
        current_versions.filter(pk__in=DeckVersion.objects.visible_to(None).values("pk")).values_list(
            "pk", "registration_id"
        )
    )
    game = _game(event)
    if not open_lists or game is None:
        return Metagame(of=total)
    rows = DeckCard.objects.filter(version__in=open_lists).order_by().values_list("version_id", "name", "quantity")
    lists, copies = Counter[str](), Counter[str]()
    groups: dict[int, Counter[str]] = defaultdict(Counter)
    printings: dict[str, tuple[str, ...]] = {}
    for version, name, quantity in rows:
        lists[name] += 1
        copies[name] += quantity
        if name not in printings:
            card = game.cards.get(name)
            printings[name] = tuple(str(word) for word in card.deck_alignments) if card else ()
        for word in printings[name]:
            groups[version][word] += quantity
    most = sorted(lists, key=lambda name: (-lists[name], -copies[name], name))[:MAX_CARDS]
    return Metagame(
        lists=len(open_lists),
        of=total,
        called=game.card_fields.display_fields.coloured_field,
        words=_words(groups, copies.total()),
        cards=tuple(
            MetagameCard(
                name, deck_card_url(name, game, event), lists[name], copies[name], _share(lists[name], len(open_lists))
            )
            for name in most
        ),
        by_entry={open_lists[version]: _in_order(counted) for version, counted in groups.items()},
    )


def _game(event: Event) -> Game | None:
    """Return the game with the event's cards.

    None if its card file is no longer valid.
    """
    try:
        return DeckContext(event).game
    except (MissingError, StateError):
        return None


def _words(by_list: Mapping[int, Counter[str]], total: int) -> tuple[MetagameGroup, ...]:
    all_copies = sum(by_list.values(), Counter[str]())
    return tuple(
        MetagameGroup(word, sum(word in counted for counted in by_list.values()), copies, _share(copies, total))
        for word in _in_order(all_copies)
        if (copies := all_copies[word])
    )


def _in_order(counted: Counter[str]) -> tuple[str, ...]:
    """Return words by descending count, then alphabetically."""
    return tuple(sorted(counted, key=lambda word: (-counted[word], word)))


def _share(part: int, total: int) -> int:
    """Return ``part`` of ``total`` in percent, rounded half up."""
    return (200 * part + total) // (2 * total) if total else 0
