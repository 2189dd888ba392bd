"""What an event's own card file adds to the known cards of HEX: those of later sets, champions, missing facts.

A file is TOML; a fact of a known card that is left out stays as it is known::

    file = 1
    game = "hex"
    set = "City event"            # what the file calls itself
    complete = false              # true: every card that may be played is known or in the file

    [[card]]
    name = "Icy Troop"
    set = "Frostheart"
    rarity = "common"
    types = ["troop"]
    sockets = []                  # [] says that there is none
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final, TypeVar

from rules.decks.card_files import (
    LONGEST_TITLE,
    CardFileError,
    Mistake,
    OwnCards,
    Source,
    read_toml,
    require_length,
    table_lines,
)
from rules.decks.names import fold
from rules.decks.wording import all_of
from rules.hex.cards import CATALOGUE, Card, CardSet, CardType, DeckRule, Fact, Rarity, Socket, catalogue_of
from rules.hex.formats import FORMATS

E = TypeVar("E", bound=StrEnum)

MOST_CARDS: Final = 2_000
LONGEST: Final = 80
"""Characters of a name."""
NEEDED: Final = ("set", "rarity", "types", "sockets")
"""Without these a check would take a card of which nobody told them for one that has none."""
SOURCE: Final = "the organiser's card file"
_TOP: Final = ("file", "game", "set", "complete", "card")


def own_cards(text: str) -> OwnCards[Card]:
    """Return the cards as an organiser's card file has them.

    Args:
        text: the file.

    Raises:
        CardFileError: it has another form, or tells what cannot be of a card; names every mistake.
    """
    require_length(text)
    tree = read_toml(text)
    entries = tree.get("card", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise CardFileError(*_about_the_file(tree), "a card is a table: begin each with [[card]]")
    mistakes = [*_about_the_file(tree)]
    printings: dict[str, list[Card]] = {}
    for card in CATALOGUE.all_printings():
        printings.setdefault(fold(card.name), []).append(card)
    sources: dict[str, Source] = {}
    for line, entry in zip(table_lines(text, "card", len(entries)), entries, strict=True):
        wrong, facts = _read(entry)
        name = entry["name"] if isinstance(entry.get("name"), str) else ""
        same = printings.setdefault(fold(name), [])
        source = Source.OVER if same else Source.BESIDE
        if not wrong:
            wrong += _laid(name, facts, same, sources)
            sources[same[0].name if same else name] = source
        mistakes += (Mistake(each, line, name) for each in wrong)
    if mistakes:
        raise CardFileError(*mistakes)
    closed = {slug: each.with_every_card_known() for slug, each in FORMATS.items()}
    return OwnCards(
        text=text,
        title=str(tree.get("set", "")),
        cards=catalogue_of(card for same in printings.values() for card in same),
        sources=sources,
        formats=closed if tree.get("complete") else None,
    )


def _about_the_file(tree: Mapping[str, Any]) -> Iterator[Mistake]:
    """Yield what is wrong above the cards."""
    if tree.get("file") != 1 or tree.get("game") != "hex":
        yield Mistake('a card file begins with  file = 1  and  game = "hex"')
    title = tree.get("set", "")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE or not title.isprintable():
        yield Mistake(f'name the file in one line of at most {LONGEST_TITLE} characters:  set = "City event"')
    if not isinstance(tree.get("complete", False), bool):
        yield Mistake(f"complete {tree['complete']!r}: expected true or false")
    for unknown in sorted(set(tree) - set(_TOP)):
        yield Mistake(f"{unknown!r} is not known here; known: {', '.join(_TOP)}")
    cards = tree.get("card", [])
    if not cards:
        yield Mistake("the file tells of no card: begin each with [[card]]")
    elif isinstance(cards, list) and len(cards) > MOST_CARDS:
        yield Mistake(f"{len(cards):,} cards: a card file has at most {MOST_CARDS:,}")


def _read(entry: Mapping[str, Any]) -> tuple[list[str], dict[str, Any]]:
    """Return what is wrong with an entry, and its facts as read."""
    wrong: list[str] = []
    facts: dict[str, Any] = {}
    name = entry.get("name")
    if not isinstance(name, str) or not fold(name) or len(name) > LONGEST or not name.isprintable():
        wrong.append(f"a card has a name of 1 to {LONGEST} characters")
    for key, value in entry.items():
        if key in _FACTS:
            try:
                facts[key] = _FACTS[key](value)
            except ValueError as error:
                wrong.append(f"{key} {error}")
        elif key != "name":
            wrong.append(f"{key!r} is not known of a card; known: {', '.join(('name', *_FACTS))}")
    return wrong, facts


def _laid(name: str, facts: Mapping[str, Any], same: list[Card], told: Mapping[str, Source]) -> Iterator[str]:
    """Lay facts over the printings of a name, or add a card of that name; yield what keeps one from it."""
    if same and same[0].name in told:
        yield f"the file has a card called {same[0].name} already"
        return
    missing = [key for key in NEEDED if key not in facts]
    if missing and not same:
        yield f"nothing is known of this card yet: tell {all_of(missing)} as well"
        return
    laid = [_over(card, facts) for card in same] or [_new(name.strip(), facts)]
    wrong = next(filter(None, map(_contradiction, laid)), "")
    if wrong:
        yield wrong
    else:
        same[:] = laid


def _new(name: str, facts: Mapping[str, Any]) -> Card:
    """Return a card that only the file knows."""
    unsaid = f"all but {', '.join(facts)}: {SOURCE} tells no more"
    return Card(name, number=None, sources=(SOURCE,), doubtful=(unsaid,), **facts)


def _over(card: Card, facts: Mapping[str, Any]) -> Card:
    """Return a known card with the facts of the file over it."""
    told = {_SURE[key] for key in facts if key in _SURE}
    single = tuple(fact for fact in card.single if fact not in told)
    return replace(card, **facts, single=single, sources=(*card.sources, SOURCE))


def _contradiction(card: Card) -> str:
    """Return what cannot be true together of the facts that a file tells; empty if everything can."""
    if (CardType.CHAMPION in card.types) != card.is_champion:
        return "what is of the type champion is of that rarity as well, and nothing else"
    return "only troops have sockets" if card.sockets and CardType.TROOP not in card.types else ""


def _one_of(kind: type[E]) -> Callable[[object], E]:
    known = {str(each).casefold(): each for each in kind}

    def read(value: object) -> E:
        found = known.get(value.strip().casefold()) if isinstance(value, str) else None
        if found is None:
            raise ValueError(f"{value!r}: expected {', '.join(known)}")
        return found

    return read


def _several(kind: type[E]) -> Callable[[object], tuple[E, ...]]:
    one = _one_of(kind)

    def read(value: object) -> tuple[E, ...]:
        if not isinstance(value, list) or len(value) > len(kind):
            raise ValueError(f"{value!r}: expected a list, [] for none")
        return tuple(map(one, value))

    return read


def _number(least: int, most: int) -> Callable[[object], int]:
    def read(value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise ValueError(f"{value!r}: expected a whole number from {least} to {most}")
        return value

    return read


def _set(value: object) -> str:
    """Return a set as the catalogue writes it, or one that it does not know as it is written."""
    if not isinstance(value, str) or not value.strip() or len(value) > LONGEST or not value.isprintable():
        raise ValueError(f"{str(value)[:LONGEST]!r}: expected the name of a set")
    written = value.strip()
    return next((each for each in CardSet if each.casefold() == written.casefold()), written)


def _deck_rule(value: object) -> DeckRule:
    keys = ("different_names", "cards", "cards_in_limited")
    if not isinstance(value, dict) or not set(value) <= set(keys):
        raise ValueError(f"{value!r}: expected {', '.join(keys)}, like {{ cards = 150 }}")
    return DeckRule(**{key: _number(0, 999)(number) for key, number in value.items()})


_FACTS: Final[Mapping[str, Callable[[object], Any]]] = {
    "set": _set,
    "rarity": _one_of(Rarity),
    "types": _several(CardType),
    "cost": _number(0, 99),
    "sockets": _several(Socket),
    "deck_rule": _deck_rule,
    "charges": _number(0, 99),
    "health": _number(1, 99),
}
"""What a file may tell of a card beside its name, and how it is read."""
_SURE: Final = {"set": Fact.SET, "rarity": Fact.RARITY, "types": Fact.TYPE, "cost": Fact.COST, "charges": Fact.CHARGES}
