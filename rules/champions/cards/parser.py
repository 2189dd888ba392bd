"""Parser for card files: published cards, an event's card file, the invented set.

A file is JSON or equivalent TOML; ``HEAD`` and ``FIELDS`` define its keys. A missing or ``null`` fact is unknown,
``[]`` means none. Corners: ``(2)`` Smooth, ``[2]`` Clunky, with a number, ``X`` or nothing inside; ``""`` without
symbol; ``?2 damage 2`` with unknown symbol. Images: ``own 0``, ``foe -1``, ``own *``. Text lines that the engine does
not support start with a question mark (:mod:`rules.champions.cards.line_validation`), except in version 1 files.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Final

from rules.champions.cards.fields import FIELDS, MAX_ENTRIES, TEXT, read_line, read_text, texts
from rules.champions.cards.line_validation import line_error
from rules.champions.cards.model import (
    Card,
    Line,
    Origin,
)
from rules.champions.cards.validation import find_inconsistency
from rules.decks.card_files import (
    NAMELESS,
    TRUE_OR_FALSE,
    CardFileError,
    CardText,
    Field,
    FieldError,
    LocatedError,
    card_count_error,
    is_name,
    locate_cards,
    locate_header,
    one_of,
    read_fields,
    read_table,
    unknown_key_message,
    whole_number,
)
from rules.decks.names import fold

FORMAT: Final = "champions-cards 2"
FIRST_FORMAT: Final = "champions-cards 1"
"""File version whose unsupported lines have no mark."""
MAX_BYTES: Final = 2_000_000

MARK: Final = "?"
"""Mark of an unsupported line."""


@dataclass(frozen=True, slots=True)
class NamedDeck:
    """A deck included in a card file.

    Attributes:
        name: its name.
        champions: names of its four Champions.
        blessings: names of its four Blessings.
        actions: names of its Action cards, each with its number of copies.
    """

    name: str
    champions: tuple[str, ...]
    blessings: tuple[str, ...]
    actions: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class CardFile:
    """A parsed card file.

    Attributes:
        title: its title.
        origin: origin of its facts.
        complete: whether it contains all cards that may be played.
        cards: its cards, in order.
        decks: the decks included.
        hash: hash of its content, 16 hexadecimal digits.
        lines: line number of each card, from 1, by name; without unknown ones.
    """

    title: str
    origin: Origin
    complete: bool
    cards: tuple[Card, ...]
    decks: tuple[NamedDeck, ...]
    hash: str
    lines: Mapping[str, int] = field(default_factory=dict)


def read_card_file(content: bytes) -> CardFile:
    """Parse a card file.

    Args:
        content: JSON or TOML in UTF-8.

    Raises:
        CardFileError: malformed, or with contradictory facts; contains all errors.
    """
    text = _text_of(content)
    table = read_table(text, f'{{"format": "{FORMAT}", "cards": [...]}}')
    if table.get("format") not in (FORMAT, FIRST_FORMAT):
        raise CardFileError(f'the file does not say that it is a card file: write "format": "{FORMAT}"')
    rows = table.get("cards")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise CardFileError('"cards" is no list of cards like {"name": "...", "type": "champion"}')
    if card_text := card_count_error(len(rows)):
        raise CardFileError(card_text)
    texts = locate_cards(text, "cards", len(rows))
    origin = _parse_header(table, locate_header(text, texts))
    cards = _cards(rows, texts, origin, marked=table["format"] == FORMAT)
    names = {card.name for card in cards}
    return CardFile(
        title=str(table.get("title") or "").strip(),
        origin=origin,
        complete=bool(table.get("complete")),
        cards=cards,
        decks=_decks(table.get("decks", []), names),
        lines={card.name: card_text.line for card, card_text in zip(cards, texts, strict=True) if card_text.line},
        hash=sha256(content).hexdigest()[:16],
    )


def _parse_header(table: Mapping[str, Any], head: CardText) -> Origin:
    """Validate the keys above the cards and return the origin of the facts.

    Raises:
        CardFileError: some are invalid.
    """
    if unknown := sorted(set(table) - set(HEAD)):
        raise CardFileError(
            FieldError(unknown_key_message(unknown[0], HEAD, "here"), unknown[0]).locate_in_header(head)
        )
    errors, card_text = read_fields({key: value for key, value in table.items() if key in _ABOVE}, _ABOVE)
    if errors:
        raise CardFileError(*(error.locate_in_header(head) for error in errors))
    return Origin(card_text.get("source", Origin.ORGANISER))


def _text_of(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise CardFileError(f"{len(content):,} bytes: a card file has at most {MAX_BYTES:,}")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CardFileError(f"byte {error.start + 1} is no UTF-8: save the file as UTF-8") from error


def _cards(rows: list[dict[str, Any]], texts: list[CardText], origin: Origin, *, marked: bool) -> tuple[Card, ...]:
    """Return the cards of a file.

    Args:
        rows: tables of the cards.
        texts: location of each card in the file.
        origin: where the facts come from.
        marked: whether unsupported lines must start with a question mark.

    Raises:
        CardFileError: with the errors of all cards.
    """
    seen: dict[str, str] = {}
    cards: list[Card] = []
    errors: list[LocatedError] = []
    for number, (card_text, row) in enumerate(zip(texts, rows, strict=True), start=1):
        name = row["name"] if is_name(row.get("name")) else ""
        if not name:
            errors.append(LocatedError(f"card {number}: {NAMELESS}", card_text.line))
            continue
        if (same := seen.setdefault(fold(name), name)) is not name:
            errors.append(LocatedError(f"the file has a card called {same} already", card_text.line, name))
        card, card_errors = _card(row, card_text, origin, marked=marked)
        errors += (LocatedError(message, place[0], name, place[1]) for place, message in card_errors)
        if card is not None:
            cards.append(card)
    if errors:
        raise CardFileError(*errors)
    return tuple(cards)


def _card(
    row: dict[str, Any], card_text: CardText, origin: Origin, *, marked: bool
) -> tuple[Card | None, list[tuple[tuple[int, int], str]]]:
    """Return a card, and its errors as pairs of (line, column) and message."""
    text = row.get("text")
    by_line = marked and isinstance(text, list) and len(text) <= MAX_ENTRIES
    errors, values = read_fields({key: row[key] for key in row if not (by_line and key == "text")}, FIELDS)
    faults = [(card_text.key(each.field), each.message) for each in errors]
    lines: list[tuple[str, Line, bool]] = []
    for entry in text if by_line and isinstance(text, list) else ():
        try:
            lines.append((entry, *_marked_line(entry)))
        except CardFileError as error:
            faults.append(
                (
                    card_text.locate_words("text", entry, entry) if isinstance(entry, str) else card_text.key("text"),
                    f"text {error}",
                )
            )
    if by_line:
        values["text"] = tuple(line for _, line, _ in lines)
    card = Card(**values, origin=origin) if not errors else None
    for entry, line, is_marked in lines:
        problem = _line_problem(line, card, is_marked=is_marked)
        if problem is not None:
            faults.append((card_text.locate_words("text", entry, problem[0]), f"text {problem[0]!r} {problem[1]}"))
    if card is not None and (contradicts := find_inconsistency(card)):
        faults.append(((card_text.line, 0), contradicts))
    return card if not faults else None, sorted(faults)


def _marked_line(entry: object) -> tuple[Line, bool]:
    """Parse a line; also return whether it is marked as unsupported."""
    is_marked = isinstance(entry, str) and entry.lstrip().startswith(MARK)
    return read_line(str(entry).lstrip()[len(MARK) :].lstrip() if is_marked else entry), is_marked


def _line_problem(line: Line, card: Card | None, *, is_marked: bool) -> tuple[str, str] | None:
    problem = line_error(line, card)
    if is_marked:
        return (MARK, "is not needed: the line can be carried out; leave it out") if problem is None else None
    if problem is None:
        return None
    return problem[0], f"{problem[1]}; or begin the line with a question mark, to keep it for reading alone"


def _decks(rows: object, names: set[str]) -> tuple[NamedDeck, ...]:
    if not isinstance(rows, list) or len(rows) > MAX_ENTRIES:
        raise CardFileError(f"decks: expected a list of at most {MAX_ENTRIES}")
    return tuple(_deck(row, names) for row in rows)


def _deck(row: object, names: set[str]) -> NamedDeck:
    if not isinstance(row, dict):
        raise CardFileError('a deck is an object like {"name": "...", "champions": [...], "blessings": [...]}')
    name, copies = read_text(row.get("name", "")), whole_number(1, 3).read(row.get("copies", 1))
    parts = ("champions", "blessings", "actions")
    champions, blessings, actions = (texts("names").read(row.get(part, [])) for part in parts)
    for card in (*champions, *blessings, *actions):
        if card not in names:
            raise CardFileError(f"deck {name}: no card of the file is called {card!r}")
    return NamedDeck(name, champions, blessings, tuple((card, copies) for card in actions))


_ABOVE: Final = {"source": Field("", one_of(Origin)), "complete": Field("", TRUE_OR_FALSE), "title": Field("", TEXT)}
HEAD: Final = {
    "format": f'"{FORMAT}"',
    "title": "what the file calls itself",
    "source": "organiser (the usual), or invented: the event is then played with the cards of the file alone",
    "complete": "true: every card that may be played is in the file, any other name is a mistake",
    "cards": "its cards, a list",
    "decks": "decks that it brings along: name, champions, blessings, actions, copies of each action",
}
"""Keys above the cards of a file."""
