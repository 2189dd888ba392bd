"""Parser for card files of Epic.

A file may override facts of published cards; those it leaves out stay unchanged. Other cards are marked as
not published.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, NamedTuple

from rules.decks.card_files import (
    MAX_TITLE_LENGTH,
    NAMELESS,
    CardFileError,
    CardText,
    FieldError,
    LocatedError,
    OwnCards,
    Source,
    card_count_error,
    is_name,
    locate_cards,
    locate_header,
    read_fields,
    read_table,
    require_length,
    unknown_key_message,
)
from rules.decks.card_files.nodes import format_path
from rules.decks.catalogue import Catalogue
from rules.decks.messages import join_and
from rules.decks.names import fold
from rules.epic.cards import CATALOGUE, HEADINGS, PRINTINGS, Card, CardSet, CardType
from rules.epic.cards.aliases import ALIASES
from rules.epic.own_cards.fields import ABILITIES, FIELDS, FORMAT, HEAD, NODES, TEXT, TOKENS
from rules.epic.own_cards.text_validation import find_text_errors
from rules.epic.text.validation import NOT_ABILITIES, markers_of, validation_errors

SOURCE: Final = "the organiser's card file"
NEEDED: Final = {
    CardType.CHAMPION: ("alignments", "cost", "offense", "defense"),
    CardType.EVENT: ("alignments", "cost"),
    CardType.DEITY: ("alignments",),
}
"""Required fields of a card that is not published, by type."""
_NO_NAME: Final = re.compile(r"[:;()#\[\]{}<>\"]|^\d")
"""Characters that names must not contain, because records use them as syntax."""
_RESERVED: Final = frozenset(
    ["none", "nothing", "empty", "rest", "card", "cards", "unknown", "hidden", "yes", "no", "pass", "keep", "decline"]
)
"""Folded words with a meaning in records."""


class _FileCard(NamedTuple):
    """A card in a card file.

    Attributes:
        place: its position in the file.
        name: its name.
        facts: its facts by attribute.
        known: the published printings that it changes.
    """

    place: CardText
    name: str
    facts: Mapping[str, Any]
    known: tuple[Card, ...]


def parse_card_file(text: str) -> OwnCards[Card]:
    """Parse a card file.

    Args:
        text: the file, TOML or JSON; fields are in ``rules.epic.own_cards.fields``.

    Raises:
        CardFileError: the file is invalid; lists all errors.
    """
    require_length(text)
    table = read_table(text, f'{{"format": "{FORMAT}", "cards": [...]}}')
    rows = table.get("cards", [])
    listed = isinstance(rows, list) and all(isinstance(row, dict) for row in rows)
    places = locate_cards(text, "cards", len(rows) if listed else 0)
    errors = [each.locate_in_header(locate_header(text, places)) for each in _file_errors(table, listed=listed)]
    if errors and (not listed or card_count_error(len(rows))):
        raise CardFileError(*errors)
    file_cards = [card for place, row in zip(places, rows, strict=True) if (card := _parse_card(row, place, errors))]
    title = str(table.get("title") or "").strip()
    cards = _merge_cards(file_cards, title, errors)
    every = _catalogue(cards)
    for each in file_cards:
        errors += [error.locate(each.place, each.name) for error in _token_errors(each, every)]
    if errors:
        raise CardFileError(*sorted(errors, key=lambda each: (each.line, each.column)))
    sources = {each.name: Source.OVERRIDDEN if each.known else Source.INVENTED for each in file_cards}
    unplayed = {name: (f"{TEXT} missing",) for name in sources if not every.card(name).playable}
    return OwnCards(text=text, title=title, cards=every, sources=sources, unplayed=unplayed)


def _file_errors(table: Mapping[str, Any], *, listed: bool) -> Iterator[FieldError]:
    """Yield the errors outside the list of cards."""
    if table.get("format") != FORMAT:
        yield FieldError(f'the file does not say that it is a card file: write format = "{FORMAT}"', "format")
    title = table.get("title", "")
    if not isinstance(title, str) or len(title) > MAX_TITLE_LENGTH or not title.isprintable():
        yield FieldError(
            f'name the file in one line of at most {MAX_TITLE_LENGTH} characters: title = "City event"', "title"
        )
    for unknown in sorted(set(table) - set(HEAD)):
        yield FieldError(unknown_key_message(unknown, HEAD, "here"), unknown)
    if not listed:
        yield FieldError('"cards" is no list of cards: begin each with [[cards]]', "cards")
    elif not table.get("cards"):
        yield FieldError("the file tells of no card: begin each with [[cards]]")
    elif error := card_count_error(len(table["cards"])):
        yield FieldError(error)


def _parse_card(row: Mapping[str, Any], place: CardText, errors: list[LocatedError]) -> _FileCard | None:
    """Parse one card; append its errors and return ``None`` if it has any."""
    raw_name = row.get("name")
    name = raw_name.strip() if isinstance(raw_name, str) and is_name(raw_name) else ""
    name_errors = [] if name else [FieldError(NAMELESS, "name")]
    match = CATALOGUE.find(name) if name else None
    printings = CATALOGUE.printings(match.card.name) if match else ()
    if name and not printings and (_NO_NAME.search(name) or fold(name) in _RESERVED):
        name_errors.append(FieldError(f"{name!r} means something else in a record: give the card another name", "name"))
    values = {key: value for key, value in row.items() if key not in ("name", TEXT)}
    misread, facts = read_fields(values, FIELDS)
    name_errors += misread
    if TEXT in row:
        text, invalid = NODES.read(row[TEXT], ABILITIES)
        name_errors += (
            FieldError(f"{format_path(TEXT, each.path)}: {each.message}", TEXT, each.path) for each in invalid
        )
        facts |= {"text": text, "playable": True}
    printings, elsewhere = _match_printings(printings, facts)
    if elsewhere:
        name_errors.append(FieldError(elsewhere, "set"))
    errors += (error.locate(place, name) for error in name_errors)
    return None if name_errors else _FileCard(place, printings[0].name if printings else name, facts, printings)


def _match_printings(printings: tuple[Card, ...], facts: Mapping[str, Any]) -> tuple[tuple[Card, ...], str]:
    """Return the published printings that a card overrides, and an error of its set."""
    set_of_file = facts.get("set")
    if set_of_file is None:
        return printings, ""
    if not printings:
        fits = set_of_file in (CardSet.TOKEN, CardSet.INVENTED)
        return (
            (),
            "" if fits else f"set {set_of_file}: no card of this name is in it; leave the set out, or write Token",
        )
    meant = tuple(card for card in printings if card.set is set_of_file)
    sets = " or ".join(dict.fromkeys(card.set for card in printings))
    return meant or printings, "" if meant else f"set {set_of_file}: {printings[0].name} is of {sets}"


def _merge_cards(file_cards: list[_FileCard], title: str, errors: list[LocatedError]) -> list[Card]:
    """Return the published cards merged with those of the file; append errors."""
    over: dict[int, Card] = {}
    new: list[Card] = []
    seen: set[tuple[str, str]] = set()
    for each in file_cards:
        keys = {(fold(each.name), str(card.set)) for card in each.known} or {(fold(each.name), "")}
        if keys & seen:
            errors.append(
                FieldError(f"the file has a card called {each.name} already", "name").locate(each.place, each.name)
            )
            continue
        seen |= keys
        missing = [] if each.known else list(_missing_fields(each.facts))
        if missing:
            message = f"nothing is known of this card yet: tell {join_and(missing)} as well"
            errors.append(FieldError(message).locate(each.place, each.name))
            continue
        cards = [_override_card(card, each.facts) for card in each.known] or [
            _make_invented_card(each.name, each.facts, title)
        ]
        for card in cards:
            errors += [error.locate(each.place, each.name) for error in _consistency_errors(card, each.facts)]
        over |= {id(printing): card for printing, card in zip(each.known, cards, strict=False)}
        new += [] if each.known else cards
    return [*(over.get(id(card), card) for card in PRINTINGS), *new]


def _missing_fields(facts: Mapping[str, Any]) -> Iterator[str]:
    if "type" not in facts:
        yield "type"
    for field in NEEDED.get(facts.get("type", CardType.EVENT), ()):
        if field not in facts:
            yield field


def _override_card(card: Card, facts: Mapping[str, Any]) -> Card:
    """Return a published card with its facts replaced by those in the file."""
    laid = replace(card, **facts)
    if "sources" not in facts:
        laid = replace(laid, sources=(*card.sources, SOURCE))
    return add_markers(laid) if "text" in facts and "markers" not in facts else laid


def _make_invented_card(name: str, facts: Mapping[str, Any], title: str) -> Card:
    """Return a card that exists only in the file."""
    usual = {"set": CardSet.INVENTED, "pack": title, "cost": None, "sources": (SOURCE,)}
    card = Card(**{"name": name, **usual, **facts})
    return card if "markers" in facts else add_markers(card)


def add_markers(card: Card) -> Card:
    """Return ``card`` with the ability markers that its text implies."""
    return replace(card, markers=(*sorted(markers_of(card)), *(sorted(NOT_ABILITIES) if card.is_token else ())))


def _consistency_errors(card: Card, facts: Mapping[str, Any]) -> Iterator[FieldError]:
    """Yield errors for inconsistent facts and for texts that cannot be executed."""
    if card.type is not CardType.CHAMPION:
        for field in ("offense", "defense"):
            if facts.get(field) is not None:
                yield FieldError(f"{field}: only a champion has it", field)
        if card.is_token:
            yield FieldError("a token is a champion (2.3.1)", "type")
    if card.type is CardType.DEITY and card.cost is not None:
        yield FieldError("cost: a deity is not played from hand and has none", "cost")
    if not card.alignments:
        yield FieldError("alignments: every card has one", "alignments")
    if "text" not in facts:
        return
    errors = [*find_text_errors(card)]
    for path, message in errors:
        yield FieldError(f"{format_path(TEXT, path)}: {message}", TEXT, path)
    for problem in () if errors else validation_errors(card):
        yield FieldError(problem.removeprefix(f"{card.name}: "), TEXT)


def _token_errors(file_card: _FileCard, cards: Catalogue[Card]) -> Iterator[FieldError]:
    """Yield an error for each token that a text creates but that does not exist."""
    tokens = {fold(card.name): card.name for card in cards if card.is_token}
    for path, node in NODES.walk(file_card.facts.get("text", ())):
        field = TOKENS.get(type(node), "")
        if field and tokens.get(fold(getattr(node, field))) != getattr(node, field):
            message = unknown_key_message(getattr(node, field), tokens.values(), "as a token")
            yield FieldError(f"{format_path(TEXT, (*path, field))}: {message}", TEXT, (*path, field))


def _catalogue(cards: list[Card]) -> Catalogue[Card]:
    return Catalogue(cards, ALIASES, HEADINGS)
