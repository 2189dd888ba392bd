"""Loading of an organiser's card file.

Cards of later sets, champions and missing facts. A file is TOML, see ``FORM``; facts left out for a known card stay
unchanged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from rules.decks.card_files import (
    MAX_NAME_LENGTH,
    MAX_TITLE_LENGTH,
    NAMELESS,
    CardFileError,
    CardFileForm,
    Field,
    FieldError,
    OwnCards,
    Source,
    Values,
    card_count_error,
    describe_fields,
    is_name,
    list_of,
    locate_cards,
    locate_header,
    one_of,
    read_fields,
    read_toml,
    require_length,
    unknown_key_message,
    whole_number,
)
from rules.decks.messages import join_and
from rules.decks.names import fold
from rules.hex.cards import CATALOGUE, Card, CardSet, CardType, DeckRule, Fact, Rarity, Socket, build_catalogue
from rules.hex.formats import FORMATS

NEEDED: Final = ("set", "rarity", "types", "sockets")
"""Required facts; without them, checks would treat unknown as absent."""
SOURCE: Final = "the organiser's card file"
_HEAD: Final = {
    "file": "1, the form of the file",
    "game": '"hex"',
    "set": "what the file calls itself",
    "complete": "true: every card that may be played is known or in the file, any other name is a mistake",
    "card": "begins a card: [[card]]",
}


def own_cards(text: str) -> OwnCards[Card]:
    """Load an organiser's card file and merge it with the catalogue.

    Args:
        text: the file.

    Raises:
        CardFileError: malformed or contradictory; contains all errors.
    """
    require_length(text)
    tree = read_toml(text)
    entries = tree.get("card", [])
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        head = locate_header(text, [])
        raise CardFileError(
            *(each.locate_in_header(head) for each in _header_errors(tree)),
            "a card is a table: begin each with [[card]]",
        )
    file_cards = locate_cards(text, "card", len(entries))
    errors = [error.locate_in_header(locate_header(text, file_cards)) for error in _header_errors(tree)]
    printings: dict[str, list[Card]] = {}
    for card in CATALOGUE.all_printings():
        printings.setdefault(fold(card.name), []).append(card)
    sources: dict[str, Source] = {}
    for place, entry in zip(file_cards, entries, strict=True):
        card_errors, facts = _parse_card(entry)
        name = entry["name"] if isinstance(entry.get("name"), str) else ""
        same = printings.setdefault(fold(name), [])
        source = Source.OVERRIDDEN if same else Source.ADDED
        if not card_errors:
            card_errors += _apply_facts(name, facts, same, sources)
            sources[same[0].name if same else name] = source
        errors += (each.locate(place, name) for each in card_errors)
    if errors:
        raise CardFileError(*errors)
    closed = {slug: each.with_complete_catalogue() for slug, each in FORMATS.items()}
    return OwnCards(
        text=text,
        title=str(tree.get("set", "")),
        cards=build_catalogue(card for same in printings.values() for card in same),
        sources=sources,
        formats=closed if tree.get("complete") else None,
    )


def _header_errors(tree: Mapping[str, Any]) -> Iterator[FieldError]:
    """Yield the errors in the keys above the cards."""
    if tree.get("file") != 1 or tree.get("game") != "hex":
        yield FieldError(
            'a card file begins with  file = 1  and  game = "hex"', "file" if tree.get("file") != 1 else "game"
        )
    title = tree.get("set", "")
    if not isinstance(title, str) or len(title) > MAX_TITLE_LENGTH or not title.isprintable():
        yield FieldError(
            f'name the file in one line of at most {MAX_TITLE_LENGTH} characters:  set = "City event"', "set"
        )
    if not isinstance(tree.get("complete", False), bool):
        yield FieldError(f"complete {tree['complete']!r}: expected true or false", "complete")
    for unknown in sorted(set(tree) - set(_HEAD)):
        yield FieldError(unknown_key_message(unknown, _HEAD, "here"), unknown)
    cards = tree.get("card", [])
    if not cards:
        yield FieldError("the file contains no cards: start each with [[card]]")
    elif isinstance(cards, list) and (message := card_count_error(len(cards))):
        yield FieldError(message)


def _parse_card(entry: Mapping[str, Any]) -> tuple[list[FieldError], dict[str, Any]]:
    """Parse the table of a card; return its errors and its facts by attribute."""
    row = {key: value for key, value in entry.items() if key != "name"}
    errors, facts = read_fields(row, _FACTS)
    return ([] if is_name(entry.get("name")) else [FieldError(NAMELESS, "name")]) + errors, facts


def _apply_facts(
    name: str, facts: Mapping[str, Any], same: list[Card], sources: Mapping[str, Source]
) -> Iterator[FieldError]:
    """Replace each printing in ``same`` by one with new facts, or append a new card.

    Yields errors if the facts contradict each other or are missing.
    """
    if same and same[0].name in sources:
        yield FieldError(f"the file has a card called {same[0].name} already", "name")
        return
    missing = [key for key in NEEDED if key not in facts]
    if missing and not same:
        yield FieldError(f"nothing is known of this card yet: tell {join_and(missing)} as well")
        return
    updated = [_override(card, facts) for card in same] or [_new_card(name.strip(), facts)]
    inconsistency = next(filter(None, map(_fact_inconsistency, updated)), "")
    if inconsistency:
        yield FieldError(inconsistency, "types" if "types" in facts else "")
    else:
        same[:] = updated


def _new_card(name: str, facts: Mapping[str, Any]) -> Card:
    """Return a card that the catalogue does not contain."""
    uncertain = f"all but {', '.join(facts)}: {SOURCE} gives no more"
    return Card(name, number=None, sources=(SOURCE,), doubtful=(uncertain,), **facts)


def _override(card: Card, facts: Mapping[str, Any]) -> Card:
    facts_in_file = {_SURE[key] for key in facts if key in _SURE}
    single = tuple(fact for fact in card.single if fact not in facts_in_file)
    return replace(card, **facts, single=single, sources=(*card.sources, SOURCE))


def _fact_inconsistency(card: Card) -> str:
    """Return the error message for contradictory facts, in the words of card files.

    Empty if none.
    """
    if (CardType.CHAMPION in card.types) != card.is_champion:
        return "only cards of the type champion have that rarity"
    return "only troops have sockets" if card.sockets and CardType.TROOP not in card.types else ""


def _parse_set(value: object) -> str:
    """Return the catalogue's spelling of a set name.

    An unknown set is kept as written.
    """
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_NAME_LENGTH or not value.isprintable():
        raise ValueError(f"{str(value)[:MAX_NAME_LENGTH]!r}: expected the name of a set")
    name = value.strip()
    return next((each for each in CardSet if each.casefold() == name.casefold()), name)


def _parse_deck_rule(value: object) -> DeckRule:
    if not isinstance(value, dict) or not set(value) <= set(_DECK_RULES):
        raise ValueError(f"{value!r}: expected {_DECK_RULE}")
    return DeckRule(**{key: whole_number(0, 999).read(number) for key, number in value.items()})


def _enum_list(kind: type[StrEnum]) -> Values:
    """Return a parser for lists of enumeration members."""
    parse_item = one_of(kind)
    return list_of(parse_item.read, len(kind), f"a list, [] for none, of {parse_item.expected}")


_DECK_RULES: Final = ("different_names", "cards", "cards_in_limited")
_DECK_RULE: Final = f"{', '.join(_DECK_RULES)}, like {{ cards = 150 }}"
_FACTS: Final[Mapping[str, Field]] = {
    "name": Field("what it is called; capitals make no difference", Values(f"1 to {MAX_NAME_LENGTH} characters", str)),
    "set": Field("the set it is from", Values("the name of a set", _parse_set)),
    "rarity": Field("how rare it is", one_of(Rarity)),
    "types": Field("its types", _enum_list(CardType)),
    "cost": Field("what it costs", whole_number(0, 99)),
    "sockets": Field("its sockets for gems", _enum_list(Socket)),
    "deck_rule": Field("what it asks of a deck", Values(_DECK_RULE, _parse_deck_rule)),
    "charges": Field("what a champion's power costs", whole_number(0, 99)),
    "health": Field("a champion's health", whole_number(1, 99)),
}
"""The fields of a card except its name, with their parsers."""
_SURE: Final = {"set": Fact.SET, "rarity": Fact.RARITY, "types": Fact.TYPE, "cost": Fact.COST, "charges": Fact.CHARGES}
FORM: Final = CardFileForm(
    language="TOML",
    head=_HEAD,
    fields=describe_fields(_FACTS),
    effects=(
        "Effects of cards are not included: a file contains the facts that deck checks need. For a new card set, "
        "rarity, types and sockets are required; omitted facts of a known card stay unchanged. There is no engine for "
        "this game."
    ),
    example="""\
file = 1
game = "hex"
set = "City event"
complete = false

# A card that the site does not know.
[[card]]
name = "Icy Troop"
set = "Frostheart"
rarity = "common"
types = ["troop"]
cost = 3
sockets = ["minor"]

# A champion.
[[card]]
name = "Keeper of the Snow"
set = "Frostheart"
rarity = "champion"
types = ["champion"]
sockets = []
charges = 4
health = 20

# A fact of a card that the site knows.
[[card]]
name = "Turbulence"
cost = 2
""",
    read=own_cards,
)
"""The card file format of HEX."""
