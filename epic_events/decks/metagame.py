"""What was played at an event, of the lists that everybody may read: alignments and cards, counted.

It is the same for every reader. A list that is closed to anybody counts nowhere in it, not even for its own player: so
no difference between two readings tells of a card in it.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from epic_events.decks.checking import game_of
from epic_events.decks.models import DeckCard, DeckVersion
from epic_events.decks.presentation import url_of
from epic_events.events.models import Event
from epic_events.infra.errors import MissingError, StateError
from rules.games import Game

MOST_CARDS: Final = 20
"""Cards that are told, those in most lists first."""


@dataclass(frozen=True)
class MetagameGroup:
    """A word that tells the cards of the game apart, such as an alignment.

    Attributes:
        word: as the game writes it.
        lists: lists that play a card of it.
        copies: copies of cards of it in all lists; a card of two words counts for both.
        percent: these copies of all copies, rounded.
    """

    word: str
    lists: int
    copies: int
    percent: int


@dataclass(frozen=True)
class MetagameCard:
    """A card and in how many lists it is.

    Attributes:
        name: of the card. url: its page; empty when nobody knows it any more.
        lists: lists that play it. copies: in all of them.
        percent: these lists of all that are counted, rounded.
    """

    name: str
    url: str
    lists: int
    copies: int
    percent: int


@dataclass(frozen=True)
class Metagame:
    """What the open lists of an event play, deck and sideboard together.

    Attributes:
        lists: lists that everybody may read. of: lists that count at the event, open or not.
        called: what the words are in the game ("alignment", "shard"); empty where it tells cards apart by nothing.
        words: those that somebody plays, the most copies first.
        cards: in most lists first, at most :data:`MOST_CARDS`.
        by_entry: the words of each open list by the key of its entry, most copies first.
    """

    lists: int = 0
    of: int = 0
    called: str = ""
    words: tuple[MetagameGroup, ...] = ()
    cards: tuple[MetagameCard, ...] = ()
    by_entry: Mapping[int, tuple[str, ...]] = field(default_factory=dict)


def event_metagame(event: Event) -> Metagame:
    """Return what the lists of an event play that everybody may read; a few queries, however many lists there are."""
    counting = DeckVersion.objects.counting().filter(
        registration__in=event.registrations.counted(), game=event.game, registration__event=event
    )
    total = counting.count()
    open_lists = dict(
        counting.filter(pk__in=DeckVersion.objects.visible_to(None).values("pk")).values_list("pk", "registration_id")
    )
    game = _game(event)
    if not open_lists or game is None:
        return Metagame(of=total)
    rows = DeckCard.objects.filter(version__in=open_lists).order_by().values_list("version_id", "name", "quantity")
    lists, copies = Counter[str](), Counter[str]()
    words: dict[int, Counter[str]] = defaultdict(Counter)
    known: dict[str, tuple[str, ...]] = {}
    for version, name, quantity in rows:
        lists[name] += 1
        copies[name] += quantity
        if name not in known:
            card = game.cards.get(name)
            known[name] = tuple(str(word) for word in card.deck_alignments) if card else ()
        for word in known[name]:
            words[version][word] += quantity
    most = sorted(lists, key=lambda name: (-lists[name], -copies[name], name))[:MOST_CARDS]
    return Metagame(
        lists=len(open_lists),
        of=total,
        called=game.card_fields.display_fields.coloured_field,
        words=_words(words, copies.total()),
        cards=tuple(
            MetagameCard(
                name, url_of(name, game, event), lists[name], copies[name], _share(lists[name], len(open_lists))
            )
            for name in most
        ),
        by_entry={open_lists[version]: _in_order(counted) for version, counted in words.items()},
    )


def _game(event: Event) -> Game | None:
    """Return the game with the event's own cards; None where they cannot be read any more."""
    try:
        return game_of(event)
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
    """Return words by how often they are counted; equals by the alphabet, so that the answer is always the same."""
    return tuple(sorted(counted, key=lambda word: (-counted[word], word)))


def _share(part: int, whole: int) -> int:
    """Return a part of a whole in hundredths, rounded half up."""
    return (200 * part + whole) // (2 * whole) if whole else 0
